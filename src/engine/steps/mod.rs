//! The second formula for programs with threads (LLVMVF, Sousa and Sen 2013): runs as sequences of steps, of which a thread takes
//! each one.
//!
//! [`unfold`](self::unfold) makes an acyclic graph of nodes for each thread, [`formula`] says of each step which node is executed
//! and what memory holds after it, [`replay`] reads a run out of a model, and [`check`] asks for longer and longer runs. Nothing is
//! shared with the bounded engine's evaluation and memory, so that each judges the other.

mod access;
mod calls;
mod check;
mod course;
mod facts;
mod flow;
mod formula;
mod graph;
mod host;
mod layout;
mod maker;
mod ops;
mod own;
mod replay;
mod unfold;
mod value;

pub use check::{Exhausted, Options, Report, check};
pub use unfold::Grain;
