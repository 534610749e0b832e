//! The run that violates a check, in terms of the source.

use super::final_state::FinalState;
use crate::base::Bits;
use crate::program::{BinOp, DebugVarId, FileId, FuncId, LocId, TypeId};
use crate::property::Check;

/// A value in a trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shown {
    /// Bits.
    Bits(Bits),
    /// Pointer to a place.
    Pointer(Place),
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
    /// A source variable, or a place at a byte offset from its start.
    Var(DebugVarId, i64),
    /// Another object by name, and a byte offset from its start.
    Object(String, i64),
}

/// Where the bytes of a block come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// Copied from there.
    Place(Place),
    /// All this byte.
    Byte(Bits),
    /// Not determined.
    Any,
}

/// One of two accesses that race.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Party {
    /// Whether it writes.
    pub write: bool,
    /// Whether it is atomic.
    pub atomic: bool,
    /// Its bytes.
    pub size: u64,
    /// Its place.
    pub loc: Option<LocId>,
    /// The function that its thread began with.
    pub thread: Option<FuncId>,
}

/// What is known about a violation beyond its kind.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Detail {
    /// The memory object concerned: name, size in bytes, where it was made.
    pub object: Option<(String, Option<u64>, Option<LocId>)>,
    /// Address of the access.
    pub address: Option<Shown>,
    /// Text of the assertion.
    pub text: Option<String>,
    /// The operation, when it is one.
    pub operation: Option<BinOp>,
    /// Its operands, or the index.
    pub operands: Vec<Shown>,
    /// The accesses that race.
    pub parties: Option<Box<[Party; 2]>>,
}

/// What happens in a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A function is called with these arguments.
    Call(FuncId, Vec<Shown>),
    /// A function of the thread library is called with these arguments.
    Library(FuncId, Vec<Shown>),
    /// A function returns.
    Return(FuncId, Option<Shown>),
    /// An input is chosen: what asked for it, and the value.
    Input(String, Bits),
    /// An object without a variable is met for the first time: name, size in bytes, where it was made.
    Object(String, Option<u64>, Option<LocId>),
    /// A place gets a value of an IR type (none for a source variable kept in a register).
    Assign(Place, Shown, Option<TypeId>),
    /// A heap object is freed.
    Freed(String),
    /// A condition of the program decides that it goes on there.
    Branch(LocId),
    /// Bytes from the first place on are copied from the second, or all set to one value.
    Block(Place, u64, Source),
    /// So many operations of the machine are left out.
    Skipped(u64),
    /// A proposition of the property begins to hold, or ceases to; at the start of the run it is told of each.
    Proposition(String, bool),
    /// The steps from here to the end repeat for ever.
    Cycle,
    /// The program has ended or stands still for ever.
    Stays,
    /// The violation.
    Violation(Check, Detail),
}

/// A step of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Source place.
    pub loc: Option<LocId>,
    /// The thread, by the order in which they first run.
    pub thread: u32,
    /// Running function.
    pub func: FuncId,
    /// Number of callers.
    pub depth: u32,
    /// The library function, called by `func`, that does it.
    pub inside: Option<FuncId>,
    /// What happens.
    pub event: Event,
}

/// A run from the program's start to the violation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trace {
    /// In order.
    pub steps: Vec<Step>,
    /// How often the run came to lines of the user's program from elsewhere in the same function, as far as it was watched.
    pub lines: Vec<(FileId, u32, u64)>,
    /// The state that it ends in, where the machine has executed it.
    pub last: Option<Box<FinalState>>,
}

impl Trace {
    /// Ends the run with a violation of which nothing else is known, in place of another end.
    pub fn end(&mut self, entry: FuncId, check: Check, loc: Option<LocId>) {
        if let Some(Step { event: Event::Violation(..), .. }) = self.steps.last() {
            self.steps.pop();
        }
        let (func, depth, thread) = self.steps.last().map_or((entry, 0, 0), |s| (s.func, s.depth, s.thread));
        let event = Event::Violation(check, Detail::default());
        self.steps.push(Step { loc, thread, func, depth, inside: None, event });
    }
}
