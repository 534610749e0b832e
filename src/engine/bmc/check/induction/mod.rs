//! Finding proofs by induction: attempts at them, and candidate invariants.

mod activations;
mod attempt;
mod claims;
mod elements;
mod export;
mod patterns;
mod returns;
mod samples;
mod schedule;
mod words;

pub use attempt::{Attempt, Inducted, attempt};
pub use schedule::Schedule;
