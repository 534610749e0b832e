//! Where objects lie among addresses: the questions that the two memory models answer differently. The provided methods are those
//! of the graph of objects, in which each object has addresses of its own; `flat` has the others.

use super::space::Space;
use super::{AccessCase, Freer, MemoryModel, Unrepresentable};
use crate::engine::bmc::ledger::{Ledger, Step};
use crate::engine::bmc::state::{Base, ObjId, Ptr, PtrCase, State, Val};
use crate::ilr::Term;
use crate::program::{FuncId, IcmpPred, InstId, LocId};
use std::rc::Rc;

/// A heap object that is about to be made.
pub struct Allocation {
    /// The instruction that makes it.
    pub at: InstId,
    /// The object.
    pub object: ObjId,
    /// Its size in bytes.
    pub size: Term,
    /// When its allocation fails.
    pub fails: Term,
    /// What it holds.
    pub base: Base,
}

/// A copy of an object to a new place.
pub struct Reallocation<'a> {
    /// The new place, or null.
    pub new: Ptr,
    /// The old place.
    pub old: &'a Ptr,
    /// Size of the new object in bytes.
    pub size: Term,
    /// When nothing is moved.
    pub failed: Term,
    /// Where the program asks for it.
    pub loc: Option<LocId>,
}

/// How objects lie among addresses. An area is an object whose offsets are addresses, in which other objects lie.
pub trait Layout {
    /// Address of an object's first byte.
    fn start_address(&self, m: &mut MemoryModel, l: &mut Ledger<'_>, o: ObjId) -> Step<Term> {
        m.start_of(l, o)
    }

    /// The pointer to the start of an object.
    fn object_ptr(&self, _m: &mut MemoryModel, l: &mut Ledger<'_>, o: ObjId) -> Step<Ptr> {
        let zero = l.d.terms.bv(l.width(), 0);
        Ok(Ptr::to(&l.d.terms, o, zero))
    }

    /// The pointer whose cases an access has to go through, where that is another one.
    fn resolve(&self, m: &mut MemoryModel, l: &mut Ledger<'_>, state: &State, p: &Ptr) -> Step<Option<Ptr>> {
        let wild = p.cases.iter().any(|c| c.obj == ObjId::NULL);
        if wild { m.follow(l, state, p).map(Some) } else { Ok(None) }
    }

    /// Whether `size` bytes at an address of an area lie in one live object.
    fn validity(
        &self,
        _m: &mut MemoryModel,
        l: &mut Ledger<'_>,
        _state: &State,
        _at: &PtrCase,
        _size: Term,
        _write: bool,
    ) -> Step<Term> {
        Ok(l.d.terms.ff())
    }

    /// Gives a new heap object a place.
    fn place(
        &self,
        _m: &mut MemoryModel,
        _l: &mut Ledger<'_>,
        _state: &mut State,
        _new: &Allocation,
    ) -> Step<()> {
        Ok(())
    }

    /// Asks for the alignment of a new object.
    fn align(
        &self,
        m: &mut MemoryModel,
        _l: &mut Ledger<'_>,
        _state: &mut State,
        place: &PtrCase,
        align: u64,
    ) -> Step<()> {
        m.space.align(place.obj, align);
        Ok(())
    }

    /// Frees the object at an address, and says when that is not allowed; `None` where each object is asked.
    fn free(
        &self,
        _m: &mut MemoryModel,
        _l: &mut Ledger<'_>,
        _state: &mut State,
        _p: &Ptr,
        _by: Freer,
    ) -> Step<Option<Term>> {
        Ok(None)
    }

    /// Copies an object to its new place and frees the old one; `None` where each object is copied.
    fn realloc(
        &self,
        _m: &mut MemoryModel,
        _l: &mut Ledger<'_>,
        _state: &mut State,
        _moved: &Reallocation<'_>,
    ) -> Step<Option<Val>> {
        Ok(None)
    }

    /// When a heap object is allocated, where its state does not say so.
    fn allocated(&self, _l: &mut Ledger<'_>, _state: &State, _o: ObjId) -> Option<Term> {
        None
    }

    /// Size of the object that an address lies in and the offset in it, 0 when in none; `None` where pointers say it.
    fn extent(
        &self,
        _m: &mut MemoryModel,
        _l: &mut Ledger<'_>,
        _state: &State,
        _p: &Ptr,
    ) -> Step<Option<(Term, Term)>> {
        Ok(None)
    }

    /// Gives an object new initial bytes.
    fn blank(
        &self,
        _m: &mut MemoryModel,
        _l: &mut Ledger<'_>,
        state: &mut State,
        o: ObjId,
        lifetime: u64,
    ) -> Step<()> {
        if let Some(object) = state.memory.get_mut(o) {
            object.content = super::blank(Base::Undef(lifetime));
        }
        Ok(())
    }

    /// Writes the initial bytes of an object that begins as zeros and was made so.
    fn zero(&self, _m: &mut MemoryModel, _l: &mut Ledger<'_>, _state: &mut State, _o: ObjId) -> Step<()> {
        Ok(())
    }

    /// The integer that the program sees of a number, which is an address or may be one; `None` where pointers say it.
    fn shown(
        &self,
        _m: &mut MemoryModel,
        _l: &mut Ledger<'_>,
        _state: &mut State,
        _t: Term,
        _is_address: bool,
    ) -> Step<Option<Term>> {
        Ok(None)
    }

    /// An integer is loaded from an area that may be part of an address.
    fn check_part(
        &self,
        _m: &mut MemoryModel,
        _l: &mut Ledger<'_>,
        _state: &State,
        _place: &AccessCase,
        _delta: u64,
    ) -> Step<()> {
        Ok(())
    }

    /// Two pointers are compared that may hold addresses of objects which have ended.
    fn compared(
        &self,
        _m: &mut MemoryModel,
        _l: &mut Ledger<'_>,
        _state: &mut State,
        _pair: (&PtrCase, &PtrCase),
        _both: Term,
    ) -> Step<()> {
        Ok(())
    }

    /// Two addresses of areas are compared for equality: the end of an object may be the beginning of another.
    fn ends(
        &self,
        _m: &mut MemoryModel,
        _l: &mut Ledger<'_>,
        _state: &State,
        _pair: (&PtrCase, &PtrCase),
        _both: Term,
    ) -> Step<()> {
        Ok(())
    }

    /// The order of two addresses of which one is an area's.
    fn order(
        &self,
        m: &mut MemoryModel,
        l: &mut Ledger<'_>,
        _state: &mut State,
        pred: IcmpPred,
        pair: (&PtrCase, &PtrCase),
    ) -> Step<Term> {
        m.compare_places(l, pred, pair.0, pair.1)
    }

    /// The functions that an address in an area may be of.
    fn functions(&self) -> Rc<[FuncId]> {
        Rc::default()
    }

    /// Whether a variable chooses the address of an object.
    fn is_choice(&self, _variable: Term) -> bool {
        false
    }

    /// Whether an array holds the initial bytes of areas; `None` where objects have their own.
    fn holds_initial_bytes(&self, _array: Term) -> Option<bool> {
        None
    }

    /// What a model has to say about areas.
    fn chosen(&self) -> Option<Chosen> {
        None
    }
}

/// The variables that a model gives values of areas by.
pub struct Chosen {
    /// The arrays of initial bytes.
    pub initial: [Term; 2],
    /// For each object with a chosen address the variable and the address.
    pub places: Vec<(ObjId, Term, Term)>,
}

/// The graph of objects: each has addresses of its own.
pub struct ObjectGraph;

impl Layout for ObjectGraph {}

impl MemoryModel {
    /// Address of an object's first byte.
    pub fn start_address(&mut self, l: &mut Ledger<'_>, o: ObjId) -> Step<Term> {
        self.layout.clone().start_address(self, l, o)
    }

    /// The pointer to the start of an object.
    pub fn object_ptr(&mut self, l: &mut Ledger<'_>, o: ObjId) -> Step<Ptr> {
        self.layout.clone().object_ptr(self, l, o)
    }

    /// Asks for the alignment of a new object.
    pub fn align(&mut self, l: &mut Ledger<'_>, state: &mut State, p: &Ptr, align: u64) -> Step<()> {
        for c in p.cases.iter().filter(|c| c.obj != ObjId::NULL) {
            self.layout.clone().align(self, l, state, c, align)?;
        }
        Ok(())
    }

    /// Size of the object that an address lies in and the offset in it; `None` where the pointer's cases say it.
    pub fn extent(&mut self, l: &mut Ledger<'_>, state: &State, p: &Ptr) -> Step<Option<(Term, Term)>> {
        self.layout.clone().extent(self, l, state, p)
    }

    /// Gives an object new initial bytes: those of another lifetime.
    pub fn blank(&mut self, l: &mut Ledger<'_>, state: &mut State, o: ObjId, lifetime: u64) -> Step<()> {
        self.layout.clone().blank(self, l, state, o, lifetime)
    }

    /// Writes the initial bytes of an object that begins as zeros and was made so.
    pub fn zero(&mut self, l: &mut Ledger<'_>, state: &mut State, o: ObjId) -> Step<()> {
        self.layout.clone().zero(self, l, state, o)
    }

    /// The functions that an address in an area may be of.
    pub fn functions_by_address(&self) -> Rc<[FuncId]> {
        self.layout.functions()
    }

    /// What a model has to say about areas.
    pub fn chosen(&self) -> Option<Chosen> {
        self.layout.chosen()
    }

    /// Whether all objects lie in areas.
    pub fn has_areas(&self) -> bool {
        self.space.elements.areas.is_some()
    }

    /// Where an object begins, see [`Space::start`].
    pub fn start_of(&mut self, l: &mut Ledger<'_>, o: ObjId) -> Step<Term> {
        Ok(Space::start(&mut self.space, &mut l.d.terms, o).ok_or(Unrepresentable::AddressSpace)?)
    }
}
