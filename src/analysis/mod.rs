//! Facts about programs: loop forests, call graphs, targets of indirect calls, what pointers lead to and what loops write,
//! drawings of both graphs.

mod callgraph;
pub mod dot;
mod effects;
mod indirect;
mod loops;
mod points;
#[cfg(test)]
mod tests_util;
mod writes;

pub use callgraph::{CallGraph, CallTree};
pub use indirect::IndirectTargets;
pub use loops::{LoopForest, LoopId};
pub use points::Site;
pub use writes::{WriteSet, Writes};
