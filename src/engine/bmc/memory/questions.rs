//! What programs ask about pointers without an access. Pointers that nothing is known of end the run as unsupported, as they
//! do where they are followed.

use super::MemoryModel;
use super::access::Mode;
use super::heap::CALLER;
use crate::engine::bmc::ledger::{Kind, Ledger, Step, Stop};
use crate::engine::bmc::state::{Base, Content, ObjId, Origin, Ptr, PtrCase, State};
use crate::ilr::Term;
use crate::program::LocId;
use smallvec::SmallVec;

impl MemoryModel {
    /// Whether an access of `size` bytes would be valid. Null has not even zero bytes.
    pub fn is_accessible(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        p: &Ptr,
        size: Term,
        mode: Mode,
        loc: Option<LocId>,
    ) -> Step<Term> {
        let mut any = l.d.terms.ff();
        for c in self.known_cases(l, state, p, loc)? {
            if c.obj == ObjId::NULL {
                continue;
            }
            if self.space.info(c.obj).origin == Origin::Outside {
                return Err(Stop::Unsupported("memory that the program does not define".to_owned()));
            }
            let (invalid, _) = self.invalid(l, state, &c, size, mode)?;
            self.represented(l, state, &c, size, invalid, loc)?;
            let invalid = self.known_extent(l, state, &c, invalid, loc)?;
            let valid = l.d.terms.not(invalid);
            let here = l.d.terms.and(c.cond, valid);
            any = l.d.terms.or(any, here);
        }
        Ok(any)
    }

    /// Whether two pointers lead into one object; addresses of no object count as one.
    pub fn is_same_object(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        p: &Ptr,
        q: &Ptr,
        loc: Option<LocId>,
    ) -> Step<Term> {
        let (p, q) = (self.known_cases(l, state, p, loc)?, self.known_cases(l, state, q, loc)?);
        let mut any = l.d.terms.ff();
        for x in &p {
            if self.space.is_area(x.obj) {
                return Err(Stop::Unsupported("whether objects are the same, in flat memory".to_owned()));
            }
            for y in q.iter().filter(|y| y.obj == x.obj) {
                let both = l.d.terms.and(x.cond, y.cond);
                any = l.d.terms.or(any, both);
            }
        }
        Ok(any)
    }

    /// Whether a pointer leads into a heap object, which may have ended.
    pub fn is_heap(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        p: &Ptr,
        loc: Option<LocId>,
    ) -> Step<Term> {
        let is_heap = |_: &Ledger<'_>, origin: &Origin| matches!(origin, Origin::Heap(_));
        self.leads_to(l, state, p, loc, "whether an object is on the heap", is_heap)
    }

    /// Whether a pointer leads into an object that the caller of the checked function gives, which may have ended, or into a
    /// variable of the program outside of functions.
    pub fn is_given(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        p: &Ptr,
        loc: Option<LocId>,
    ) -> Step<Term> {
        let is_given = |l: &Ledger<'_>, origin: &Origin| match *origin {
            Origin::Heap(by) => by == CALLER,
            Origin::Global(g) => l.program.global(g).is_outside_of_functions(),
            Origin::Outside => true,
            _ => false,
        };
        self.leads_to(l, state, p, loc, "whether an object is given", is_given)
    }

    /// When a pointer leads into an object whose origin is as asked.
    fn leads_to(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        p: &Ptr,
        loc: Option<LocId>,
        question: &str,
        holds: impl Fn(&Ledger<'_>, &Origin) -> bool,
    ) -> Step<Term> {
        let mut any = l.d.terms.ff();
        for c in self.known_cases(l, state, p, loc)? {
            if self.space.is_area(c.obj) {
                return Err(Stop::Unsupported(format!("{question}, in flat memory")));
            }
            if holds(l, &self.space.info(c.obj).origin) {
                any = l.d.terms.or(any, c.cond);
            }
        }
        Ok(any)
    }

    /// The cases of a pointer that some run has.
    fn known_cases(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        p: &Ptr,
        loc: Option<LocId>,
    ) -> Step<SmallVec<[PtrCase; 1]>> {
        let p = self.dereferenced(l, state, p, loc)?;
        let mut known = SmallVec::new();
        for c in &p.cases {
            let here = l.d.terms.and(state.path.term(), c.cond);
            if l.d.terms.as_bool(here) == Some(false) {
                continue;
            }
            if self.space.is_unset(&l.d.terms, c) {
                // An access there is a violation, but what such a pointer is said to lead to is open.
                let what = "a question about an uninitialised pointer".to_owned();
                l.oblige(state, Kind::Unsupported(what), here, loc);
                let other = l.d.terms.not(c.cond);
                l.assume(state, other)?;
                continue;
            }
            known.push(*c);
        }
        Ok(known)
    }

    /// Whether no bit of these bytes is an initial one that nobody has written; `None` where it is one on some runs only, or that
    /// is not known.
    pub fn is_defined(&self, l: &mut Ledger<'_>, state: &State, p: &Ptr, size: Term) -> Option<bool> {
        let mut cases = p.cases.iter().filter(|c| c.obj != ObjId::NULL);
        let first = self.is_case_defined(l, state, cases.next()?, size)?;
        cases.all(|c| self.is_case_defined(l, state, c, size) == Some(first)).then_some(first)
    }

    fn is_case_defined(&self, l: &mut Ledger<'_>, state: &State, c: &PtrCase, size: Term) -> Option<bool> {
        let range = l.d.terms.as_u64(c.off).zip(l.d.terms.as_u64(size));
        let bytes = range.map(|(start, size)| start..start.saturating_add(size));
        let known = self.is_content_defined(l, state, c, range)?;
        // What threads share is no longer as it was; but what was written stays written.
        (known || !self.is_shared(l, state, c.obj, bytes.as_ref())).then_some(known)
    }

    fn is_content_defined(
        &self,
        l: &mut Ledger<'_>,
        state: &State,
        c: &PtrCase,
        range: Option<(u64, u64)>,
    ) -> Option<bool> {
        let Content::Cells { cells, base } = &state.memory.get(c.obj)?.content else { return None };
        // Of an unknown range all cells count, and none covers it.
        let (start, end) = range.map_or((0, u64::MAX), |(start, size)| (start, start.saturating_add(size)));
        let (mut covered, mut met) = (0, false);
        for (&at, cell) in cells {
            let after = at + u64::from(cell.size);
            if at >= end || after <= start {
                continue;
            }
            let unset = self.is_unset(l, &cell.val);
            if l.d.terms.as_bool(unset) != Some(false) {
                return None;
            }
            met = true;
            covered += after.min(end) - at.max(start);
        }
        match base {
            Base::Fill(_) => Some(true),
            Base::Undef(_) if covered == end - start => Some(true),
            Base::Undef(_) if range.is_some() || !met => Some(false),
            Base::Undef(_) => None,
        }
    }
}
