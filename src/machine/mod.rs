//! The concrete machine: states and what one step makes of them (DiVM's virtual machine).
//!
//! An [`Image`] is the program made ready: functions as [`code::Code`], constants as registers, the memory before the
//! program starts. A [`Machine`] is a state of it, the activation that runs apart from its memory, and what it exchanges
//! with its surroundings: choices and output. What operations compute is `semantics`'; here are memory, control and calls.
//!
//! Each part uses only those before it: `state` (registers, activations, objects, the memory graph), `environment` (inputs,
//! scripts, the system), `code` (the program made ready), `reduction` (what makes one run stand for several), `step` (what
//! an operation makes of a state), `schedule` (what the scheduler does, found out once).

pub mod code;
mod environment;
mod reduction;
mod schedule;
mod state;
mod step;

pub use code::Image;
pub use environment::{Course, Environment, System, Told, WaitingStore, script};
pub use reduction::{Access, Orders, Reduction, SharedGlobals};
pub use schedule::{Schedule, scheduler};
pub use state::{Allocator, Frame, Known, Memory, Node, ObjId, Object, Origin, Reg};
pub use step::{Machine, Question, Snapshot, Stop, pointer_from_outside};
