//! Numbers of addresses and pointers: the way between them, and what they say about objects.

use super::MemoryModel;
use super::unrepresentable::Unrepresentable;
use crate::base::word;
use crate::engine::bmc::ledger::{Kind, Ledger, Step, Stop};
use crate::engine::bmc::state::{ObjId, Ptr, PtrCase, State, Val};
use crate::ilr::Term;
use crate::program::IcmpPred;
use crate::semantics;
use crate::semantics::NULL_PAGE;

/// What the answer is unknown for where numbers of addresses decide.
pub const LAYOUT: &str = "where objects lie in memory decides";

impl MemoryModel {
    /// A scalar as an integer.
    pub fn int_of(&mut self, l: &mut Ledger<'_>, v: &Val) -> Step<Term> {
        Ok(self.space.as_int(&mut l.d.terms, v).ok_or(Unrepresentable::AddressSpace)?)
    }

    /// An address that memory held as a pointer.
    pub fn ptr_of(&mut self, l: &mut Ledger<'_>, state: &mut State, t: Term) -> Step<Ptr> {
        if l.leads_later(t) {
            return Err(Stop::End);
        }
        let p = self.space.int_to_ptr(&mut l.d.terms, &state.memory, t);
        self.settle_doubt(l, state)?;
        Ok(p.ok_or(Unrepresentable::Wild)?)
    }

    /// The pointer that the program makes of an integer.
    pub fn ptr_made_of(&mut self, l: &mut Ledger<'_>, state: &mut State, t: Term) -> Step<Ptr> {
        if l.leads_later(t) {
            return Err(Stop::End);
        }
        let p = self.space.ptr_of_integer(&mut l.d.terms, &state.memory, t);
        self.settle_doubt(l, state)?;
        Ok(p.ok_or(Unrepresentable::Wild)?)
    }

    /// See [`super::space::Space::follow`].
    pub fn follow(&mut self, l: &mut Ledger<'_>, state: &State, p: &Ptr) -> Step<Ptr> {
        Ok(self.space.follow(&mut l.d.terms, &state.memory, p).ok_or(Unrepresentable::Wild)?)
    }

    /// A pointer operand.
    pub fn pointer(&mut self, l: &mut Ledger<'_>, state: &mut State, v: Val) -> Step<Ptr> {
        match v {
            Val::Ptr(p) => Ok(p),
            Val::Int(t) => self.ptr_of(l, state, t),
            Val::Agg(_) => Err(Stop::Unsupported("vector of pointers as an address".to_owned())),
        }
    }

    /// `x` when the condition holds, else `y`.
    pub fn choose(&mut self, l: &mut Ledger<'_>, c: Term, x: &Val, y: &Val) -> Step<Val> {
        Ok(self.space.ite(&mut l.d.terms, c, x, y).ok_or(Unrepresentable::AddressSpace)?)
    }

    /// Whether an offset is a constant inside the object.
    pub fn within(&self, l: &Ledger<'_>, o: ObjId, off: Term) -> bool {
        match (l.d.terms.as_u64(off), self.space.info(o).size_const) {
            (Some(off), Some(size)) => off < size.max(1),
            _ => false,
        }
    }

    /// The fixed address of an offset in an object.
    pub fn address(&mut self, l: &mut Ledger<'_>, o: ObjId, off: Term) -> Step<Term> {
        let start = self.start_of(l, o)?;
        Ok(l.d.terms.add(off, start))
    }

    /// Whether a number is known to be an address that an object may have: the first and the last page hold none.
    pub fn is_far(&self, l: &Ledger<'_>, number: Term) -> bool {
        let far = |n| n >= NULL_PAGE && word::neg(l.width(), n) >= NULL_PAGE;
        l.d.terms.as_u64(number).is_some_and(far)
    }

    /// No object is in the first or the last page, and none begins at the end of all addresses and ends at their beginning.
    pub fn assume_place(&mut self, l: &mut Ledger<'_>, state: &mut State, o: ObjId) -> Step<()> {
        let width = l.width();
        let start = self.start_of(l, o)?;
        let size = self.space.info(o).size;
        let b = &mut l.d.terms;
        let (page, zero) = (b.bv(width, NULL_PAGE), b.bv(width, 0));
        let last = b.sub(zero, page);
        let room = b.sub(last, size);
        let (above, below) = (b.ule(page, start), b.ule(start, room));
        let fits = b.ule(size, last);
        let place = b.and_all([above, below, fits]);
        l.assume(state, place)
    }

    /// Says that the answer is unknown on a state's runs if fixed addresses decided where a pointer that was just made leads; and
    /// on those on which a write reaches the pointer in memory, which end there.
    fn settle_doubt(&mut self, l: &mut Ledger<'_>, state: &mut State) -> Step<()> {
        self.oblige_guess(l, state);
        if let Some(reached) = self.space.take_doubt() {
            let here = l.d.terms.and(state.path.term(), reached);
            l.oblige(state, Kind::Unsupported(LAYOUT.to_owned()), here, None);
            let left = l.d.terms.not(reached);
            l.assume(state, left)?;
        }
        Ok(())
    }

    /// Says that the answer is unknown on the runs on which a pointer was just made by fixed addresses.
    pub fn oblige_guess(&mut self, l: &mut Ledger<'_>, state: &State) {
        if let Some(guess) = self.space.take_guess() {
            let here = l.d.terms.and(state.path.term(), guess);
            l.oblige(state, Kind::Unsupported(LAYOUT.to_owned()), here, None);
        }
    }

    /// The exposed address of one case of a pointer.
    pub fn exposed_place(&mut self, l: &mut Ledger<'_>, c: &PtrCase) -> Step<Term> {
        let start = self.space.exposed_start(&mut l.d.terms, c.obj).ok_or(Unrepresentable::AddressSpace)?;
        Ok(l.d.terms.add(start, c.off))
    }

    /// Compares pointers into two objects, one of which is exposed, by their exposed addresses.
    pub fn compare_places(
        &mut self,
        l: &mut Ledger<'_>,
        pred: IcmpPred,
        x: &PtrCase,
        y: &PtrCase,
    ) -> Step<Term> {
        let (s, t) = (self.exposed_place(l, x)?, self.exposed_place(l, y)?);
        Ok(semantics::icmp(&mut l.d, pred, &s, &t))
    }

    /// Bytes that an object occupies: at least one.
    pub fn room(&mut self, l: &mut Ledger<'_>, o: ObjId) -> Term {
        let (width, size) = (l.width(), self.space.info(o).size);
        let b = &mut l.d.terms;
        let (zero, one) = (b.bv(width, 0), b.bv(width, 1));
        let none = b.eq(size, zero);
        b.ite(none, one, size)
    }
}
