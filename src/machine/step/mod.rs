//! One step: what an operation makes of a state.

mod access;
mod call;
mod exec;
mod jump;
mod native;
mod pack;
mod snapshot;
mod system;
mod thread_locals;
mod threads;

pub use call::pointer_from_outside;
pub(in crate::machine) use exec::{Flow, Step};
pub use exec::{Machine, Stop};
pub use snapshot::Snapshot;
