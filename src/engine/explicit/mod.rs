//! The explicit-state engine: explores all schedules and choices of a program on the concrete machine, state by state.
//!
//! [`check`] explores a program by canonical forms of its states. [`store`] keeps these as trees of shared parts,
//! [`queue`] distributes states to threads level by level, and [`search`] visits all reachable states. The last three
//! are independent of what a state means.

pub(in crate::engine) mod canon;
mod check;
pub mod ltl;
pub mod queue;
pub(in crate::engine) mod schedules;
pub mod search;
pub mod store;
pub(in crate::engine) mod transition_system;
mod walks;

#[cfg(test)]
mod tests;

pub(in crate::engine) use check::All;
pub use check::{Explored, Figures, Options, Order, Progress, Walks, check};
