//! `bmc`: a bounded model checker for C, C++ and LLVM bitcode.
//!
//! [`verify()`] checks a program and gives a [`Report`]; [`Config`] has the options. [`replay`] confirms a witness, [`cover()`] finds runs to places,
//! [`check_certificate`] the evidence of a proof. The command `bmc` is [`cli::main`]. ARCHITECTURE.md explains the layers, which
//! are private.

// The decision trees of the rewrite rules name it.
extern crate alloc;

mod analysis;
mod base;
pub mod cli;
mod engine;
mod expression;
mod frontend;
mod ilr;
#[doc(hidden)]
pub mod internals;
mod ltl;
mod machine;
mod program;
mod proofs;
mod property;
mod report;
mod rewrite;
mod semantics;
mod smt;
mod verify;
mod witness;

pub use engine::explicit::Order;
pub use machine::Reduction;
pub use property::{Check, CheckSet, UnknownCheck};
pub use report::TraceLength;
pub use report::witness::Format as WitnessFormat;
pub use verify::{
    BoundAt, Bounded, CertificateOutcome, Config, CoverGoal, CoverReport, Definitions, Engine, Environment,
    Error, Explicit, Formula, Found, Goal, InternalFault, Invocation, Limits, Loaded, Observer, Outcome,
    Probe, ProgramOptions, Progress, Region, Report, StepGrain, Temporal, TemporalFormula, Undefined, Work,
    check_certificate, cover, cover_observed, replay, replay_observed, verify, verify_observed,
};
