//! External solvers, run as processes that speak SMT-LIB v2 over pipes.

mod child;
mod profile;
mod solver;
mod values;

pub use profile::Profile;
pub use solver::ProcessSolver;
