//! One step: what an operation makes of a state.
//!
//! A [`Machine`] is a state with its surroundings. The values of registers and what memory holds are computed with here and
//! in `state`, nowhere else. A file calls only files of the rows below its own, or to its right:
//!
//! - `exec`: the loop over operations. It acts on the [`Flow`] that an operation returns.
//! - `rare`, `call`: operations that are not the loop's own, calls and returns.
//! - `native`, `intrinsic`: functions that the machine implements itself.
//! - `threads`, `jump`, `system`, `heap`, `lifetime`, `variable_arguments`: what these are made of.
//! - `thread_locals`, `exit`: what every thread has for itself; the functions that run when another one has ended.
//! - `access`, `store_buffers`, `choices`, `wide_inputs`: memory, and answers to what a program does not determine.
//! - `symbolic`, `symbolic_memory`, `cases`: what all of these make of symbolic values.
//! - `ends`, `run_dependence`, `poison`, `reducing`: what ends a run, what a machine that stands for all runs must not decide,
//!   the poison of flags, and where the machine is interrupted.
//! - `call_values`, `pack`, `machine`: arguments and results, activations that wait, the state.
//!
//! `start`, `snapshot` and `cells` make and keep states, and look at their symbolic values; no operation calls them.

mod access;
mod call;
mod call_values;
mod cases;
mod cells;
mod choices;
mod ends;
mod exec;
mod exit;
mod heap;
mod intrinsic;
mod lifetime;
mod machine;
mod native;
mod pack;
mod poison;
mod rare;
mod reducing;
mod run_dependence;
mod snapshot;
mod start;
mod store_buffers;
mod switches;
mod symbolic;
mod symbolic_memory;
mod system;
mod thread_locals;
mod threads;
mod variable_arguments;
mod wide_inputs;

pub(in crate::machine) use machine::{Flow, Step};
pub use machine::{Machine, Question, Stop};
pub use snapshot::Snapshot;
pub use start::pointer_from_outside;
pub(in crate::machine) use threads::SCHEDULER;
