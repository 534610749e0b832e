//! Objects: what is fixed about them, and what changes from state to state.

use super::value::{ObjId, Val};
use crate::ilr::Term;
use crate::program::{FuncId, GlobalId, LocId, TypeId};
use crate::semantics::VariadicCall;
use imbl::OrdMap;
use smallvec::SmallVec;
use std::rc::Rc;

/// Where an object comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The null object.
    Null,
    /// Global variable.
    Global(GlobalId),
    /// Function.
    Code(FuncId),
    /// Local variable or `alloca`; ends with its frame.
    Stack {
        /// Function of the frame.
        func: FuncId,
        /// Type, for messages.
        ty: TypeId,
    },
    /// `malloc` and its relatives; the name is the allocating function's.
    Heap(&'static str),
    /// Copy made for a `byval` argument, or the variable arguments of a call.
    Argument(Option<VariadicCall>),
    /// What the thread library keeps.
    Library,
    /// The whole address space of the flat model.
    Memory,
    /// What the surroundings of the program pass to it: its bytes are not known to us.
    Outside,
    /// `argv`, or the string of that number.
    CommandLine(Option<u32>),
}

/// What does not change about an object.
#[derive(Clone, Debug)]
pub struct ObjInfo {
    /// Origin.
    pub origin: Origin,
    /// Size in bytes, as wide as a pointer.
    pub size: Term,
    /// The size, when constant.
    pub size_const: Option<u64>,
    /// May not be written.
    pub constant: bool,
    /// Where it was made.
    pub loc: Option<LocId>,
    /// Identity by position in the run: the same in replay.
    pub key: u128,
}

/// What bytes hold that were never written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Base {
    /// This byte everywhere.
    Fill(Term),
    /// Any value; named by the object and the number, so that reading twice gives the same.
    Undef(u64),
}

/// A scalar stored at a constant offset.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// Bytes.
    pub size: u32,
    /// Its value: [`Val::Int`] of `8 * size` bits, or a pointer.
    pub val: Val,
}

/// Bytes of an object in one state.
#[derive(Clone, Debug)]
pub enum Content {
    /// Scalars by offset, not overlapping, over a base.
    Cells {
        /// By offset.
        cells: OrdMap<u64, Cell>,
        /// The rest.
        base: Base,
    },
    /// One array term; pointers in it are addresses.
    Array {
        /// From element number to element.
        term: Term,
        /// Bytes of an element.
        elem: u32,
    },
}

/// When something happened, by the evaluation's clock, and on which of a state's runs. The clock runs along every
/// run, as states are evaluated in an order that all runs follow.
pub type Times = SmallVec<[(u64, Term); 1]>;

/// An object in one state.
#[derive(Clone, Debug)]
pub struct ObjState {
    /// Whether it may still be accessed.
    pub live: Term,
    /// Its bytes.
    pub content: Content,
    /// When it began; never, for a local object before its lifetime.
    pub born: Times,
    /// When it ended.
    pub ended: Times,
}

/// Whether a state has an object, by its id.
#[derive(Clone, Debug, Default)]
pub enum Presence {
    /// Not made by this state.
    #[default]
    Absent,
    /// An object that lives on some runs.
    Here(ObjState),
    /// One that lives on none.
    Gone {
        /// When it began.
        born: Times,
        /// When it ended.
        ended: Times,
    },
}

/// Objects of one state by id.
pub type Objects = super::pvec::PVec<Presence>;

/// Convenience over [`Objects`].
#[derive(Clone, Default)]
pub struct Memory {
    objects: Objects,
}

impl Memory {
    /// The object, if it lives on some run of this state.
    pub fn get(&self, o: ObjId) -> Option<&ObjState> {
        match self.objects.get(o.index()).map(|presence| &**presence) {
            Some(Presence::Here(object)) => Some(object),
            _ => None,
        }
    }

    /// The object to write to.
    pub fn get_mut(&mut self, o: ObjId) -> Option<&mut ObjState> {
        if o.index() >= self.objects.len() {
            return None;
        }
        match Rc::make_mut(self.objects.slot(o.index())) {
            Presence::Here(object) => Some(object),
            _ => None,
        }
    }

    /// When the object began and ended, if this state made it.
    pub fn times(&self, o: ObjId) -> Option<(&Times, &Times)> {
        match &**self.objects.get(o.index())? {
            Presence::Absent => None,
            Presence::Here(ObjState { born, ended, .. }) | Presence::Gone { born, ended } => {
                Some((born, ended))
            }
        }
    }

    /// Adds or replaces an object.
    pub fn set(&mut self, o: ObjId, state: ObjState) {
        self.put(o, Presence::Here(state));
    }

    /// Sets whether this state has an object.
    pub fn put(&mut self, o: ObjId, presence: Presence) {
        while self.objects.len() <= o.index() {
            self.objects.push(Rc::new(Presence::Absent));
        }
        *self.objects.slot(o.index()) = Rc::new(presence);
    }

    /// Ends an object's lifetime at a time, on all runs of this state.
    pub fn kill(&mut self, o: ObjId, at: (u64, Term)) {
        let Some((born, ended)) = self.times(o) else { return };
        let (born, mut ended) = (born.clone(), ended.clone());
        if self.get(o).is_some() {
            ended.push(at);
        }
        self.put(o, Presence::Gone { born, ended });
    }

    /// Ids at which two memories differ.
    pub fn diff(&self, other: &Memory) -> Vec<ObjId> {
        self.objects.diff(&other.objects).into_iter().map(ObjId::new).collect()
    }

    /// Number of ids, made by this state or not.
    pub fn len(&self) -> usize {
        self.objects.len()
    }
}
