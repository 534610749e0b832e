//! Facts about programs: loop forests, call graphs, targets of indirect calls, what pointers lead to and what loops write,
//! drawings of both graphs.

mod callgraph;
pub mod dot;
mod effects;
mod exits;
mod indirect;
mod loops;
mod points;
#[cfg(test)]
mod tests_util;
mod writes;

pub use callgraph::{CallGraph, CallSite, CallTree, Context, ContextId};
pub use exits::exit_edges;
pub use indirect::{IndirectTargets, call_fits};
pub use loops::{LoopForest, LoopId};
pub use points::{PointsTo, Site};
pub use writes::{WriteSet, Writes};
