//! What a state of a program consists of, as data: registers, activations, objects, and the memory graph that holds them.
//! It knows no code: nothing here steps.

mod cached;
mod cells;
pub(in crate::machine) mod compute;
mod frame;
mod memory;
mod reg;

pub use cached::{Cached, Known};
pub use frame::Frame;
pub(in crate::machine) use memory::Kept;
pub use memory::{Allocator, Given, Memory, Mode, Node, ObjId, Object, Origin};
pub use reg::Reg;
