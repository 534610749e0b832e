//! Activations of functions. They are nodes of the memory graph like objects (DiVM, section 4.2): each knows its caller,
//! so that there is no stack besides.

use super::memory::ObjId;
use super::reg::Reg;
use crate::program::FuncId;

/// An activation.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Frame {
    /// Its function.
    pub func: FuncId,
    /// The operation that is next; of a caller, its call.
    pub pc: u32,
    /// Registers; parameters first.
    pub regs: Vec<Reg>,
    /// The activation that called, put away; [`ObjId::NONE`] where there is none.
    pub caller: ObjId,
    /// Objects that end with it.
    pub locals: Vec<ObjId>,
    /// The area of variable arguments.
    pub varargs: ObjId,
}
