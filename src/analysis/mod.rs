//! Analyses of programs: loop forests, call graphs, targets of indirect calls, points-to sets and write sets, and
//! drawings of graphs.

pub mod arrivals;
mod callgraph;
pub mod dot;
mod edit;
mod effects;
pub mod exceptions;
pub mod frame;
mod indirect;
pub mod jumps;
mod leaving;
mod loops;
pub mod own_variables;
mod points_to;
pub mod promise;
pub mod substitutes;
#[cfg(test)]
mod tests_util;
pub mod waypoints;
mod writes;

use crate::program::Function;

/// Whether a function has that name, which may follow that of its file.
fn is_named(function: &Function, name: &str) -> bool {
    let name = name.rsplit(':').next().unwrap_or(name);
    function.name == name || function.source_name == name
}

pub use callgraph::{CallGraph, CallTree, creates_threads};
pub use indirect::IndirectTargets;
pub use loops::{LoopForest, LoopId};
pub use points_to::Site;
pub use writes::{WriteSet, Writes};
