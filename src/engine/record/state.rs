//! The state that a run ends in, as the user's program knows it: activations, objects, where pointers lead.

use super::Shown;
use crate::program::{DebugVarId, FuncId, LocId};

/// What an object's memory belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// The program, from its start to its end.
    Static,
    /// An activation of this function, where it is known.
    Automatic(Option<FuncId>),
    /// Nobody: it was allocated.
    Heap,
    /// The surroundings of the program.
    Other,
}

/// Where a pointer leads: the number of the object among [`FinalState::objects`], and the offset in it.
pub type Target = (usize, i64);

/// A pointer that lies in an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slot {
    /// Its offset.
    pub at: u64,
    /// Its value.
    pub value: Shown,
    /// Where it leads, if to one of the objects.
    pub to: Option<Target>,
}

/// An object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    /// Its name in the run.
    pub name: String,
    /// The variable that it is.
    pub var: Option<DebugVarId>,
    /// What it belongs to.
    pub storage: Storage,
    /// Its bytes, where they are known.
    pub size: Option<u64>,
    /// Whether it still exists.
    pub live: bool,
    /// Where it was made, where it was freed.
    pub made: Option<LocId>,
    /// Where it was freed.
    pub freed: Option<LocId>,
    /// Its first bytes.
    pub bytes: Vec<u8>,
    /// By byte, which bits were never set; empty where all were.
    pub open: Vec<u8>,
    /// The pointers among these bytes.
    pub pointers: Vec<Slot>,
    /// Whether a variable or an object leads to it, through others perhaps.
    pub reached: bool,
}

/// Where a variable of an activation is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Held {
    /// In registers: its value, and where it leads if it is a pointer.
    Value(Shown, Option<Target>),
    /// In the object of this number.
    Object(usize),
}

/// An activation of a function of the user's program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Activation {
    /// The function.
    pub func: FuncId,
    /// Where it is.
    pub loc: Option<LocId>,
    /// The library function that it is in.
    pub inside: Option<FuncId>,
    /// Its variables, as far as they are known.
    pub variables: Vec<(DebugVarId, Held)>,
}

/// A thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thread {
    /// Its number in the run; none where it has not run.
    pub number: Option<u32>,
    /// Its activations, innermost first.
    pub stack: Vec<Activation>,
}

/// The state.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FinalState {
    /// The threads that have not ended; the one that ran last is the first.
    pub threads: Vec<Thread>,
    /// The objects.
    pub objects: Vec<Object>,
    /// How many objects are left out.
    pub left_out: u64,
    /// The object that the violation is about.
    pub culprit: Option<usize>,
}
