//! Activations of functions. They are nodes of the memory graph like objects (DiVM, section 4.2): each knows its caller,
//! so that there is no stack besides.

use crate::machine::state::{Cached, ObjId, Reg};
use crate::program::FuncId;

/// An activation.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Frame {
    /// Its function.
    pub func: FuncId,
    /// The operation that is next; of a caller, its call.
    pub pc: u32,
    /// Registers; parameters first. Empty when it is packed.
    pub regs: Vec<Reg>,
    /// The activation that called, put away; [`ObjId::NONE`] where there is none.
    pub caller: ObjId,
    /// Objects that end with it.
    pub locals: Vec<ObjId>,
    /// Sizes of local objects that have ended and may begin again.
    pub sizes: Vec<(ObjId, u32)>,
    /// The area of variable arguments.
    pub varargs: ObjId,
    /// The thread-local variables of its thread; [`ObjId::NONE`] where they are the globals.
    pub thread_locals: ObjId,
    /// Whether other threads have to wait while it runs. What it calls inherits that; what it returns to does not
    /// (DIVINE 3, section 4.5.2).
    pub atomic: bool,
    /// What it is while it is put away.
    pub parked: Parked,
}

/// What an activation has only while it is put away.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Parked {
    /// When it is packed: the registers that can still be read, by their numbers.
    pub kept: Vec<(u32, Reg)>,
    /// How many of these, the last ones, cannot be read any more: they may be what is left of a variable.
    pub left: u32,
    /// Whether only what can still be read is kept.
    pub packed: bool,
    /// What a store knows of it.
    pub cached: Cached,
}

impl Frame {
    /// The activation of nothing.
    pub(in crate::machine) fn nowhere() -> Frame {
        Frame {
            func: FuncId::new(0),
            pc: 0,
            regs: Vec::new(),
            caller: ObjId::NONE,
            locals: Vec::new(),
            sizes: Vec::new(),
            varargs: ObjId::NONE,
            thread_locals: ObjId::NONE,
            atomic: false,
            parked: Parked::default(),
        }
    }

    /// The registers that can still be read, as far as that is known.
    pub fn readable(&self) -> impl Iterator<Item = &Reg> {
        self.parked.kept[..self.parked.kept.len() - self.parked.left as usize].iter().map(|(_, reg)| reg)
    }

    /// What its registers hold, as far as that is kept.
    pub fn registers(&self) -> impl Iterator<Item = &Reg> {
        self.regs.iter().chain(self.parked.kept.iter().map(|(_, reg)| reg))
    }
}
