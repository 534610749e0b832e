//! Memory of the bounded evaluation: objects whose bytes are scalars at constant offsets as long as
//! that serves, and an array term when a symbolic offset needs one.

mod bulk;
mod content;
mod initial;
mod object;
mod seen;
mod space;

pub use bulk::{Range, copy};
pub use content::{Access, Trouble, blank, stride};
pub use initial::UndefCell;
pub use object::{Base, Content, Memory, ObjInfo, ObjState, Origin, Slot, Times};
pub use space::{Fixed, FixedArray, MAX_ALIGN, NULL_PAGE, OPEN_SIZE, Space};
