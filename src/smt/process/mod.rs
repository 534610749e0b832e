//! External solvers, run as processes that speak SMT-LIB v2 over pipes.

mod child;
mod portfolio;
mod profile;
mod solver;
mod values;

pub use portfolio::Portfolio;
pub use profile::Profile;
pub use solver::ProcessSolver;

#[cfg(test)]
mod tests;
