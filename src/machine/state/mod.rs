//! What a state of a program consists of, as data: registers, activations, objects, and the memory graph that holds them.
//! It knows no code: nothing here steps.

mod bytes;
mod cached;
mod cells;
pub(in crate::machine) mod compute;
mod devices;
mod frame;
mod graph;
mod memory;
mod object;
mod place;
mod reg;
mod shade;

pub use cached::{Cached, Known};
pub use devices::Devices;
pub use frame::{Frame, Parked};
pub(in crate::machine) use memory::{BASE_ALIGN, Kept};
pub use memory::{Memory, Node};
pub use object::{Allocator, Given, Mode, ObjId, Object, Origin};
pub use reg::Reg;
pub use shade::{Shade, TermPiece};
