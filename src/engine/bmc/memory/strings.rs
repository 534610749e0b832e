//! Lengths of strings as terms, without a loop.

use super::MemoryModel;
use super::access::Mode;
use super::content::Access;
use crate::engine::bmc::ledger::{Ledger, Step};
use crate::engine::bmc::state::{ObjId, Ptr, State};
use crate::ilr::Term;
use crate::program::LocId;
use crate::property::Check;

/// Longest string whose length is made a term; longer ones are walked by the model.
const LIMIT: u64 = 512;

impl MemoryModel {
    /// `strlen`. `None` when an offset or a size is not constant, or threads share the bytes, so that the model has to walk; a
    /// string that does not end inside its object is an invalid read.
    pub fn string_length(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        p: &Ptr,
        loc: Option<LocId>,
    ) -> Step<Option<Term>> {
        let width = l.width();
        let mut ends = Vec::new();
        for c in &p.cases {
            if self.gives_any(l, c.obj) {
                return Ok(None);
            }
            let (Some(off), Some(size)) = (l.d.terms.as_u64(c.off), self.space.info(c.obj).size_const) else {
                return Ok(None);
            };
            if c.obj == ObjId::NULL || self.space.is_area(c.obj) || off >= size || size - off > LIMIT {
                return Ok(None);
            }
            if !self.may_look(l, state, c.obj, off..size) {
                return Ok(None);
            }
            ends.push((off, size));
        }
        let one = l.d.terms.bv(width, 1);
        let places = self.places(l, state, p, one, Mode::Read, loc)?;
        let mut result = l.d.terms.bv(width, 0);
        for place in places.iter().rev() {
            let Some(&(off, size)) =
                p.cases.iter().zip(&ends).find(|(c, _)| c.obj == place.obj).map(|(_, e)| e)
            else {
                continue;
            };
            let (length, open) = self.length_in(l, state, place.obj, off, size)?;
            let open = if self.partial.contains_key(&place.obj) {
                // Its end need not be where the represented bytes end.
                let one = l.d.terms.bv(width, 1);
                let all = l.d.terms.add(length, one);
                let (invalid, _) = self.invalid(l, state, place, all, Mode::Read)?;
                self.represented(l, state, place, all, invalid, loc)?;
                invalid
            } else {
                open
            };
            let bad = l.d.terms.and(place.cond, open);
            l.violate(state, loc, Check::InvalidRead, bad)?;
            // Without the check such runs end.
            let good = l.d.terms.not(bad);
            l.assume(state, good)?;
            result = l.d.terms.ite(place.cond, length, result);
        }
        Ok(Some(result))
    }

    /// Length of the string at a constant offset of an object, and when it does not end inside.
    fn length_in(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        obj: ObjId,
        off: u64,
        size: u64,
    ) -> Step<(Term, Term)> {
        let width = l.width();
        let (zero, first, always) = (l.d.terms.bv(8, 0), l.d.terms.bv(width, off), l.d.terms.tt());
        self.check_held(l, state, (obj, first), always, size - off);
        let mut stops = Vec::new();
        let mut open = l.d.terms.tt();
        for at in off..size {
            let Some(object) = state.memory.get_mut(obj) else { break };
            let mut access = Access { b: &mut l.d.terms, space: &mut self.space, obj, state: object };
            let v = access.load_at(at, 1)?;
            let byte = self.int_of(l, &v)?;
            let ends = l.d.terms.eq(byte, zero);
            let goes_on = l.d.terms.not(ends);
            open = l.d.terms.and(open, goes_on);
            stops.push((at - off, ends));
            if l.d.terms.as_bool(ends) == Some(true) {
                break;
            }
        }
        let mut length = l.d.terms.bv(width, size - off);
        for (n, ends) in stops.into_iter().rev() {
            let n = l.d.terms.bv(width, n);
            length = l.d.terms.ite(ends, n, length);
        }
        Ok((length, open))
    }
}
