//! The run that violates a check, in terms of the source.

use crate::base::Bits;
use crate::program::{DebugVarId, FuncId, LocId, TypeId};
use crate::property::Check;

/// A value in a trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shown {
    /// Bits.
    Bits(Bits),
    /// Pointer: name of the object and byte offset.
    Pointer(String, i64),
    /// Null pointer.
    Null,
    /// Components.
    Parts(Vec<Shown>),
    /// Not determined.
    Any,
}

/// A place in memory or a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// A source variable, or a part of it at a byte offset.
    Var(DebugVarId, u64),
    /// Another object by name, and the byte offset in it.
    Object(String, i64),
}

/// What happens in a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A function is called with these arguments.
    Call(FuncId, Vec<Shown>),
    /// A function returns.
    Return(FuncId, Option<Shown>),
    /// An input is chosen: what asked for it, and the value.
    Input(String, Bits),
    /// A place gets a value of an IR type (none for a source variable kept in a register).
    Assign(Place, Shown, Option<TypeId>),
    /// The violation, and the memory object concerned in words.
    Violation(Check, Option<String>),
}

/// A step of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Source place.
    pub loc: Option<LocId>,
    /// Running function.
    pub func: FuncId,
    /// Number of callers.
    pub depth: u32,
    /// What happens.
    pub event: Event,
}

/// A run from the program's start to the violation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trace {
    /// In order.
    pub steps: Vec<Step>,
}
