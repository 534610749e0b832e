//! The explicit-state engine: storage of states, queues, and search over them.
//!
//! [`store`] keeps states as trees of shared parts, [`queue`] hands them out level by level to threads, [`search`]
//! visits everything reachable. None of them knows what a state means: that is a [`search::System`].

pub mod queue;
pub mod search;
pub mod store;

#[cfg(test)]
mod tests;
