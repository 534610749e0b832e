//! The record of a run, in terms of the source: what every output is made of.

use super::state::FinalState;
use crate::base::Bits;
use crate::program::{BinOp, BlockId, DebugVarId, FileId, FuncId, LocId, TypeId};
use crate::property::Check;

/// A value in a record.
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
    /// An input is chosen.
    Input {
        /// What asked for it.
        what: String,
        /// The value.
        value: Bits,
        /// The function without a body whose call in the user's program returns it, and the type of that call.
        returned: Option<(FuncId, TypeId)>,
    },
    /// An object without a variable is met for the first time: name, size in bytes, where it was made.
    Object(String, Option<u64>, Option<LocId>),
    /// A place gets a value of an IR type (none for a source variable kept in a register).
    Assign(Place, Shown, Option<TypeId>),
    /// A thread reads what another one has stored.
    Reads {
        /// The place.
        at: Place,
        /// The value.
        value: Shown,
        /// The other thread.
        thread: u32,
        /// Where it has stored that.
        stored: Option<LocId>,
    },
    /// What a thread has stored at a place comes to memory (total store order): from here on others see it.
    Visible(Place, Shown),
    /// A heap object is freed.
    Freed(String),
    /// A block of the user's program ends by choosing between others.
    Branch {
        /// The block.
        from: BlockId,
        /// The one that follows.
        to: BlockId,
        /// The value that decides.
        value: Bits,
        /// Where the source goes on, if on another line and by a condition of the source.
        at: Option<LocId>,
    },
    /// Bytes from the first place on are copied from the second, or all set to one value.
    Block(Place, u64, Source),
    /// So many operations of the machine are left out, but for their inputs.
    Skipped(u64),
    /// From here on calls, returns and branches may be missing.
    Untracked,
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
    /// Whether people are told it. Of the parts of a long run that they are not told, inputs, calls, returns and branches remain,
    /// for witnesses and harnesses.
    pub shown: bool,
    /// What happens.
    pub event: Event,
}

/// A run from the program's start to the violation. It is made once, while the machine executes the run; texts, documents,
/// witnesses and harnesses are functions of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// In order.
    pub steps: Vec<Step>,
    /// How often the run came to lines of the user's program from elsewhere in the same function, as far as it was watched.
    pub lines: Vec<(FileId, u32, u64)>,
    /// The state that it ends in, where the machine has executed it.
    pub last: Option<Box<FinalState>>,
    /// Where the program was when the machine stopped.
    pub place: Option<LocId>,
    /// Whether no input is missing.
    pub complete: bool,
}

impl Default for Record {
    fn default() -> Record {
        Record { steps: Vec::new(), lines: Vec::new(), last: None, place: None, complete: true }
    }
}

impl Record {
    /// The steps that people are told.
    pub fn shown(&self) -> impl DoubleEndedIterator<Item = &Step> {
        self.steps.iter().filter(|s| s.shown)
    }

    /// Whether more than one thread runs.
    pub fn has_threads(&self) -> bool {
        self.steps.iter().any(|s| s.thread > 0)
    }

    /// The number of the first steps among which no call, return or branch is missing.
    pub fn tracked(&self) -> usize {
        let gap = self.steps.iter().position(|s| matches!(s.event, Event::Skipped(_) | Event::Untracked));
        gap.unwrap_or(self.steps.len())
    }

    /// Ends the run with two accesses that race. Each of them is valid by itself; the fault is that both are enabled.
    pub fn end_in_race(&mut self, entry: FuncId, loc: Option<LocId>, detail: &Detail) {
        if let (Some(last), Some((name, ..))) = (&mut self.last, &detail.object) {
            last.culprit = last.objects.iter().position(|o| o.name == *name);
        }
        let thread = self.steps.last().map_or(0, |s| s.thread);
        let event = Event::Violation(Check::Race, detail.clone());
        self.steps.push(Step { loc, func: entry, depth: 0, inside: None, thread, shown: true, event });
    }

    /// Ends the run with a violation of which nothing else is known, in place of another end.
    pub fn end(&mut self, entry: FuncId, check: Check, loc: Option<LocId>) {
        if let Some(Step { event: Event::Violation(..), .. }) = self.steps.last() {
            self.steps.pop();
        }
        let last = self.shown().next_back();
        let (func, depth, thread) = last.map_or((entry, 0, 0), |s| (s.func, s.depth, s.thread));
        let event = Event::Violation(check, Detail::default());
        self.steps.push(Step { loc, thread, func, depth, inside: None, shown: true, event });
    }
}
