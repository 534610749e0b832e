//! What a point of the evaluation is: a path condition, a stack of activations with their values, and a memory. Data only;
//! nothing here decides how a program goes on.

mod facts;
mod frames;
mod objects;
mod path;
mod poison;
mod pvec;
mod thread;
mod value;
mod variable;

pub use facts::{FnInfo, Named};
pub use frames::{Activation, Frame, HeapState, Iteration, Locals, Notes, State, compare, mix};
pub use objects::{Base, Cell, Content, Memory, ObjInfo, ObjState, Origin, Presence, Times};
pub use path::Path;
pub use poison::{Origins, Poison, add_poison, merge_poison};
pub use thread::{Lock, Point, Section, SectionCell, ThreadState};
pub use value::{ObjId, Ptr, PtrCase, Val};
pub use variable::{InputId, VarKind};
