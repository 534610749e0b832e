//! Sets of proofs: what a `bmc.toml` lists, run side by side, and told together.
//!
//! [`Manifest`] reads the file and resolves what proofs inherit. A [`Proof`] is words of a command line; the command line itself
//! tells what they ask for ([`Question`]). [`Cache`] knows the answers to questions by the content of all that goes into them. [`run()`]
//! asks the others, each in a process of its own, so that a crash or a limit of one proof is none of the set's; an
//! [`Executor`] has other machines do so. [`Summary`]
//! is what is told: as a table, JSON, JUnit XML, SARIF or a page. [`import()`] makes a manifest of the proofs of another tool.

mod cache;
mod coverage;
mod executor;
mod expected;
mod history;
mod import;
mod junit;
mod leftovers;
mod manifest;
mod outcome;
mod page;
mod proof;
mod run;
mod sarif;
mod summary;
mod task;

pub use cache::{Cache, Question};
pub use executor::Executor;
pub use import::import;
pub use manifest::Manifest;
pub use outcome::Limits;
pub use proof::Proof;
pub use run::{Event, Runner, run, work};
pub use summary::{Summary, Worst};
