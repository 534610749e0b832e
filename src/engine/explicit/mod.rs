//! The explicit-state engine: all schedules and choices of a program on the concrete machine, one state after the other.
//!
//! [`check`] explores, by canonical forms of states; [`store`] keeps these as trees of shared parts, [`queue`] hands
//! states out level by level to threads, [`search`] visits everything reachable. The last three do not know what a state
//! means.

mod canon;
mod check;
pub mod ltl;
pub mod queue;
mod runs;
mod schedules;
pub mod search;
pub mod store;

#[cfg(test)]
mod tests;

pub use check::{Explored, Figures, Options, Order, Progress, check};
