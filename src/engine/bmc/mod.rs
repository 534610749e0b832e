//! The bounded model checker, in parts with arrows one way (ARCHITECTURE.md, enforced by `tests/tidy.rs`):
//! `check` asks solvers and deepens, `explore` orders and merges states, `policy` says how far they are followed, `interp`
//! executes an instruction, `memory` keeps objects, `ledger` what comes of it all. `state` is the data that they share.

mod check;
mod explore;
mod interp;
mod ledger;
mod memory;
mod policy;
mod state;

pub use check::{
    Accepted, Attempt, Budget, Came, Covered, CoveringRun, DischargedObligation, Executed, Grounds, Inducted,
    Options, Progress, Purpose, Question, Refuted, Report, Status, check, cover, cover_by_induction,
    describe, recheck,
};
pub use explore::Completed;
pub use ledger::{Assumptions, EvalOptions, Kind, Learned, Target, TurnedOff};
pub use memory::Closed;
pub use policy::{Cuts, ProofOutline};
