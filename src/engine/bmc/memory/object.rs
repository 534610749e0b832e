//! Objects: what is fixed about them, and what changes from state to state.

use std::rc::Rc;

use imbl::OrdMap;

use crate::engine::bmc::value::{ObjId, Val};
use crate::ilr::Term;
use crate::program::{FuncId, GlobalId, LocId, TypeId};

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
    /// Copy made for a `byval` argument, or the area of variable arguments.
    Argument,
    /// The whole address space of the flat model.
    Memory,
    /// What the surroundings of the program pass to it: its bytes are not known to us.
    Outside,
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

/// An object in one state.
#[derive(Clone, Debug)]
pub struct ObjState {
    /// Whether it may still be accessed.
    pub live: Term,
    /// Its bytes.
    pub content: Content,
}

/// Objects of one state by id; `None` where this state has not made the object.
pub type Objects = crate::engine::bmc::pvec::PVec<Option<ObjState>>;

/// Convenience over [`Objects`].
#[derive(Clone, Default)]
pub struct Memory {
    objects: Objects,
}

impl Memory {
    /// The object, if this state has it.
    pub fn get(&self, o: ObjId) -> Option<&ObjState> {
        self.objects.get(o.index()).and_then(|slot| slot.as_ref().as_ref())
    }

    /// The object to write to.
    pub fn get_mut(&mut self, o: ObjId) -> Option<&mut ObjState> {
        if o.index() >= self.objects.len() {
            return None;
        }
        Rc::make_mut(self.objects.slot(o.index())).as_mut()
    }

    /// Adds or replaces an object.
    pub fn set(&mut self, o: ObjId, state: ObjState) {
        while self.objects.len() <= o.index() {
            self.objects.push(Rc::new(None));
        }
        *self.objects.slot(o.index()) = Rc::new(Some(state));
    }

    /// Ends an object's life in this state.
    pub fn kill(&mut self, o: ObjId) {
        if o.index() < self.objects.len() {
            *self.objects.slot(o.index()) = Rc::new(None);
        }
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
