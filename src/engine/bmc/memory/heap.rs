//! Allocation and release on the heap.

use super::bulk::{Range, copy};
use super::layout::{Allocation, Reallocation};
use super::{MemoryModel, Mode};
use crate::engine::bmc::ledger::{Kind, Ledger, Step};
use crate::engine::bmc::state::{Base, InputId, ObjId, ObjInfo, Origin, Ptr, PtrCase, State, Val};
use crate::ilr::Term;
use crate::program::{InstId, LocId};
use crate::property::Check;
use crate::semantics::{NO_MEMORY, NewForm};

/// Name of what a verifier's word allocates, which does not fail where memory may be short.
pub const GIVEN: &str = "__CPROVER_allocate";

/// Name of what the caller of a function gives, whose contract is checked. It does not fail, too.
pub const CALLER: &str = "the caller";

/// What ends objects.
#[derive(Clone, Copy, Debug)]
pub enum Freer {
    /// `free`.
    Free,
    /// `operator delete`, and the size of the object that is checked.
    Delete(NewForm, Option<Term>),
    /// The library, which alone knows how to free objects of its own.
    Library,
}

impl Freer {
    /// Whether it frees objects of this origin.
    fn fits(self, origin: &Origin) -> bool {
        match (self, origin) {
            (Freer::Free, Origin::Heap(by)) => !NewForm::is_name(by),
            (Freer::Delete(form, _), Origin::Heap(by)) => form.name() == *by,
            (Freer::Library, Origin::Library) => true,
            _ => false,
        }
    }

    /// When it may not free an object.
    pub fn is_wrong(self, l: &mut Ledger<'_>, object: &ObjInfo) -> Term {
        match self {
            _ if !self.fits(&object.origin) => l.d.terms.tt(),
            Freer::Delete(_, Some(size)) => l.d.terms.ne(size, object.size),
            _ => l.d.terms.ff(),
        }
    }
}

impl MemoryModel {
    /// A new heap object, or null where allocation may fail.
    pub fn allocate(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        id: InstId,
        (size, base): (Term, Base),
        by: &'static str,
        loc: Option<LocId>,
    ) -> Step<Val> {
        let model = l.program.func(state.frame.func).model;
        let loc = if model { l.caller_loc(state) } else { loc };
        let info = ObjInfo {
            origin: Origin::Heap(by),
            size,
            size_const: l.d.terms.as_u64(size),
            constant: false,
            loc,
            key: state.frame.key(id, InputId::Allocation),
        };
        l.wish_small(size);
        let width = l.width();
        let most = l.d.terms.bv(width, l.program.target.max_object);
        let too_large = l.d.terms.ult(most, size);
        let fails = if l.options.assumptions.malloc_may_fail && ![GIVEN, CALLER].contains(&by) {
            let bit = l.input(state, id, InputId::Fails, 1, "malloc_fails");
            let bit = l.d.terms.bv_to_bool(bit);
            l.d.terms.or(bit, too_large)
        } else {
            too_large
        };
        let made = l.d.terms.not(fails);
        let before = l.log.0.len();
        let o = self.make_object(l, state, info, base);
        l.log_only(before, made);
        self.layout.clone().place(self, l, state, &Allocation { at: id, object: o, size, fails, base })?;
        let p = self.object_ptr(l, o)?;
        l.note_made(state, o, made);
        if l.d.terms.as_bool(fails) == Some(false) {
            return Ok(Val::Ptr(p));
        }
        if let Some(object) = state.memory.get_mut(o) {
            object.live = made;
        }
        if let Some(errno) = l.program.errno() {
            let (place, ty) = (self.object_ptr(l, self.globals[errno.index()])?, l.program.global(errno).ty);
            if let Val::Int(old) = self.load(l, state, id, &place, ty, loc)? {
                let no_memory = l.d.terms.bv(32, NO_MEMORY);
                let new = l.d.terms.ite(fails, no_memory, old);
                self.store(l, state, &place, &Val::Int(new), ty, loc)?;
            }
        }
        let null = Ptr::null(&mut l.d.terms, width);
        Ok(Val::Ptr(Ptr::ite(&mut l.d.terms, fails, &null, &p)))
    }

    /// `free(p)`, or another end of an object.
    pub fn free(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        p: &Ptr,
        by: Freer,
        loc: Option<LocId>,
    ) -> Step<()> {
        self.must_be_own(l, state, p, loc)?;
        let zero = l.d.terms.bv(self.space.width, 0);
        if let Some(bad) = self.layout.clone().free(self, l, state, p, by)? {
            return self.bad_free(l, state, loc, Check::InvalidFree, bad);
        }
        let own = self.without_strays(l, state, p)?;
        let p = self.follow(l, state, own.as_ref().unwrap_or(p))?;
        let path = state.path.term();
        for c in &p.cases {
            let here = l.d.terms.and(path, c.cond);
            if l.d.terms.as_bool(here) == Some(false) {
                continue;
            }
            if c.obj == ObjId::NULL {
                let other = l.d.terms.ne(c.off, zero);
                let bad = l.d.terms.and(c.cond, other);
                self.bad_free(l, state, loc, Check::InvalidFree, bad)?;
                continue;
            }
            let wrong = by.is_wrong(l, self.space.info(c.obj));
            let inner = l.d.terms.ne(c.off, zero);
            let wrong = l.d.terms.or(wrong, inner);
            let bad = l.d.terms.and(c.cond, wrong);
            self.bad_free(l, state, loc, Check::InvalidFree, bad)?;
            let Some(object) = state.memory.get(c.obj) else {
                self.bad_free(l, state, loc, Check::DoubleFree, c.cond)?;
                continue;
            };
            let live = object.live;
            let dead = l.d.terms.not(live);
            let bad = l.d.terms.and(c.cond, dead);
            self.bad_free(l, state, loc, Check::DoubleFree, bad)?;
            self.end_object_when(l, state, c.obj, c.cond);
        }
        Ok(())
    }

    fn bad_free(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        loc: Option<LocId>,
        check: Check,
        bad: Term,
    ) -> Step<()> {
        let cond = l.d.terms.and(state.path.term(), bad);
        if l.d.terms.as_bool(cond) == Some(false) {
            return Ok(());
        }
        if l.options.checks.contains(check) {
            return l.violate(state, loc, check, bad);
        }
        l.oblige(state, Kind::Undefined(check), cond, loc);
        let good = l.d.terms.not(bad);
        l.assume(state, good)
    }

    /// `realloc`: a new object with what the old one holds, which ends where the new one is made.
    pub fn realloc(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        id: InstId,
        p: &Ptr,
        size: Term,
        loc: Option<LocId>,
    ) -> Step<Val> {
        let v = self.allocate(l, state, id, (size, Base::Undef(0)), "realloc", loc)?;
        let Val::Ptr(new) = &v else { return Ok(v) };
        let width = l.width();
        let null = Ptr::null(&mut l.d.terms, width);
        let failed = self.equal(l, state, &v, &Val::Ptr(null))?;
        let done = l.d.terms.not(failed);
        let moved = Reallocation { new: new.clone(), old: p, size, failed, loc };
        if let Some(moved) = self.layout.clone().realloc(self, l, state, &moved)? {
            return Ok(moved);
        }
        // Copy the smaller of the two sizes, out of each object that the old pointer may name.
        let target = new.cases.iter().find(|c| c.obj != ObjId::NULL).copied();
        for c in &p.cases {
            if c.obj == ObjId::NULL || state.memory.get(c.obj).is_none() {
                continue;
            }
            let here = l.d.terms.and(c.cond, done);
            let both = l.d.terms.and(state.path.term(), here);
            if l.d.terms.as_bool(both) == Some(false) {
                continue;
            }
            let old = self.space.info(c.obj).size;
            let smaller = l.d.terms.ult(old, size);
            let count = l.d.terms.ite(smaller, old, size);
            let place = PtrCase { cond: here, ..*c };
            let bytes = l.d.terms.bv(width, u64::MAX);
            self.note_access(l, state, (&place, here), bytes, Mode::Read, loc);
            self.note_freed(l, state, (c.obj, here), loc);
            self.must_not_be_shared(l, state, &[place], bytes, loc)?;
            if let Some(target) = target {
                let alone = both == state.path.term();
                let cond = if alone { l.d.terms.tt() } else { here };
                let zero = l.d.terms.bv(width, 0);
                let (to, from) = (Range { obj: target.obj, off: zero }, Range { obj: c.obj, off: zero });
                self.copy_between(l, state, to, from, count, cond)?;
            }
        }
        // The old object is freed where the new one was made.
        let kept = Ptr::ite(&mut l.d.terms, failed, &Ptr { cases: smallvec::smallvec![] }, p);
        let freed = Ptr {
            cases: kept.cases.iter().map(|c| PtrCase { cond: l.d.terms.and(c.cond, done), ..*c }).collect(),
        };
        self.free(l, state, &freed, Freer::Free, loc)?;
        // The new object may lie where the old one was.
        if let Some(target) = target {
            let at = (self.tick(), l.d.terms.tt());
            if let Some(object) = state.memory.get_mut(target.obj) {
                object.born = smallvec::smallvec![at];
            }
        }
        Ok(v)
    }

    /// Copies bytes from one object to another, or within one, where a condition holds.
    pub fn copy_between(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        to: Range,
        from: Range,
        len: Term,
        cond: Term,
    ) -> Step<()> {
        let Some(mut source) = state.memory.get(from.obj).cloned() else { return Ok(()) };
        let Some(target) = state.memory.get_mut(to.obj) else { return Ok(()) };
        copy(&mut l.d.terms, &mut self.space, (to, target), (from, &mut source), len, cond)?;
        if from.obj != to.obj && state.memory.get(from.obj).is_some() {
            // Reading may have named initial bytes.
            state.memory.set(from.obj, source);
        }
        Ok(())
    }
}
