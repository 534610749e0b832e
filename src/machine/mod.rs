//! The concrete machine: states and what one step makes of them (DiVM's virtual machine).
//!
//! An [`Image`] is the program made ready: functions as [`code::Code`], constants as registers, the memory before the
//! program starts. A [`Machine`] is a state of it, the activation that runs apart from its memory, and what it exchanges
//! with its surroundings: choices and output. What operations compute is `semantics`'; here are memory, control and calls.

mod access;
mod call;
mod cells;
pub mod code;
mod compute;
mod constants;
mod exec;
mod form;
mod frame;
mod image;
mod inputs;
mod jump;
mod live;
mod lost;
mod lower;
mod memory;
mod named;
mod native;
mod orders;
mod own;
mod owners;
mod race;
mod reg;
mod schedule;
pub mod script;
mod snapshot;
mod strict;
mod system;
mod watch;

pub use call::pointer_from_outside;
pub use exec::{Environment, Machine, Stop};
pub use form::Known;
pub use frame::Frame;
pub use image::Image;
pub use memory::{Allocator, Memory, Node, ObjId, Object, Origin};
pub use orders::Orders;
pub use owners::Owners;
pub use race::Access;
pub use reg::Reg;
pub use schedule::Schedule;
pub use snapshot::Snapshot;
pub use system::System;
pub use watch::{Reduction, scheduler};
