//! Finding proofs by induction: attempts at them, and candidate invariants.

mod acsl;
mod activations;
mod array_invariants;
mod array_templates;
mod attempt;
mod candidates;
mod export;
mod houdini;
mod ranking;
mod returns;
mod samples;
mod schedule;

pub use attempt::{Attempt, Came, Inducted};
pub use schedule::Schedule;
