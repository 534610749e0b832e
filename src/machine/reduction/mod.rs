//! What makes a step stand for all runs.

mod lost;
mod orders;
mod race;
mod run_dependence;
mod shared_globals;
mod watch;
mod wide_inputs;

pub use orders::Orders;
pub use race::{Access, Races};
pub use shared_globals::Owners;
pub(in crate::machine) use watch::{Reach, Watch};
pub use watch::{Reduction, scheduler};
