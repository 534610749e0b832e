//! One step: what an operation makes of a state.
//!
//! A [`Machine`] is a state with its surroundings, in parts; `exec` is the loop over its operations. The values of
//! registers and what memory holds are computed with here and in `state`, nowhere else.

mod access;
mod call;
mod ends;
mod exec;
mod intrinsic;
mod jump;
mod lifetime;
mod machine;
mod native;
mod pack;
mod rare;
mod reducing;
mod run_dependence;
mod snapshot;
mod start;
mod system;
mod thread_locals;
mod threads;
mod variable_arguments;
mod wide_inputs;

pub(in crate::machine) use machine::{Flow, Step};
pub use machine::{Machine, Stop};
pub use snapshot::Snapshot;
pub use start::pointer_from_outside;
pub(in crate::machine) use threads::SCHEDULER;
