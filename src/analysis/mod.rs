//! Facts about programs: loop forests, call graphs, targets of indirect calls, drawings of both graphs.

mod callgraph;
pub mod dot;
mod exits;
mod indirect;
mod loops;
#[cfg(test)]
mod tests_util;

pub use callgraph::{CallGraph, CallSite, CallTree, Context, ContextId};
pub use exits::exit_edges;
pub use indirect::{IndirectTargets, call_fits};
pub use loops::{LoopForest, LoopId};
