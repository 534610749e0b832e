//! Analyses of programs: loop forests, call graphs, targets of indirect calls, points-to sets and write sets, and
//! drawings of graphs.

mod callgraph;
pub mod dot;
mod effects;
mod exits;
mod indirect;
mod loops;
mod points_to;
#[cfg(test)]
mod tests_util;
mod writes;

pub use callgraph::{CallGraph, CallSite, CallTree, Context, ContextId};
pub use exits::exit_edges;
pub use indirect::{IndirectTargets, call_fits};
pub use loops::{LoopForest, LoopId};
pub use points_to::{PointsTo, Site};
pub use writes::{WriteSet, Writes};
