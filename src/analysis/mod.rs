//! Facts about programs: loop forests, call graphs, targets of indirect calls, drawings of both graphs.

mod exits;
mod loops;
#[cfg(test)]
mod tests_util;

pub use exits::exit_edges;
pub use loops::{LoopForest, LoopId};
