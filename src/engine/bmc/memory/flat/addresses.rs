//! What an address in an area is of, and what the program sees of it (`memory/places.rs`).

use super::Flat;
use crate::engine::bmc::ledger::{Ledger, Step};
use crate::engine::bmc::memory::MemoryModel;
use crate::engine::bmc::memory::layout::Layout;
use crate::engine::bmc::state::{ObjId, Origin, State};
use crate::ilr::visit::cone;
use crate::ilr::{Op, Sort, Term};

impl Flat {
    /// Whether a term may be made of an address: it has a part that is one, or that memory held.
    fn may_be_of_address(&self, m: &MemoryModel, l: &Ledger<'_>, t: Term) -> bool {
        let b = &l.d.terms;
        let chosen = |x: Term| self.is_choice(x);
        cone(b.store(), &[t]).into_iter().any(|x| match b.sort(x) {
            Sort::Array { .. } | Sort::Heap(_) => true,
            _ => chosen(x) || b.as_u64(x).is_some_and(|k| m.space.object_within(k).is_some()),
        })
    }

    /// The object that a sum is an address of, as far as a part of it says, and where that begins.
    pub(super) fn object(
        &self,
        m: &mut MemoryModel,
        l: &mut Ledger<'_>,
        t: Term,
    ) -> Step<Option<(ObjId, Term)>> {
        let b = &l.d.terms;
        let mut parts = vec![t];
        let mut found = None;
        while let Some(part) = parts.pop() {
            if b.op(part) == Op::Add {
                parts.extend([b.arg(part, 0), b.arg(part, 1)]);
            } else if let Some(k) = b.as_u64(part) {
                found = found.or_else(|| m.space.object_within(k));
            } else {
                let begins = |start: Term| {
                    start == part || b.op(start) == Op::Add && (0..2).any(|i| b.arg(start, i) == part)
                };
                let heap = self.heap.borrow();
                found = heap.iter().find(|(_, block)| begins(block.start)).map(|(&o, _)| o).or(found);
            }
        }
        let Some(o) = found else { return Ok(None) };
        Ok(Some((o, m.start_address(l, o)?)))
    }

    /// When an address is that of a heap object or local that has ended.
    pub(super) fn ended(
        &self,
        m: &mut MemoryModel,
        l: &mut Ledger<'_>,
        state: &State,
        area: ObjId,
        address: Term,
    ) -> Step<Term> {
        let Some(heap) = state.heap else { return Ok(l.d.terms.ff()) };
        let one = l.d.terms.bv(m.space.width, 1);
        if m.space.elements.areas.is_some_and(|areas| areas[1] == area) {
            if heap.now == heap.ever {
                return Ok(l.d.terms.ff());
            }
            let b = &mut l.d.terms;
            let (ever, now) =
                (b.valid_access(heap.ever, address, one), b.valid_access(heap.now, address, one));
            // An empty object has no byte, but lives.
            let starts = b.valid_free(heap.now, address);
            let lives = b.or(now, starts);
            let ended = b.not(lives);
            return Ok(b.and(ever, ended));
        }
        let mut any = l.d.terms.ff();
        for o in (1..m.space.objects()).map(ObjId::new) {
            let info = m.space.info(o);
            if !matches!(info.origin, Origin::Stack { .. }) {
                continue;
            }
            let total = info.size;
            let live = state.memory.get(o).map_or(l.d.terms.ff(), |s| s.live);
            let start = m.start_address(l, o)?;
            let b = &mut l.d.terms;
            let off = b.sub(address, start);
            let inside = b.ult(off, total);
            let ended = b.not(live);
            let here = b.and(inside, ended);
            any = b.or(any, here);
        }
        Ok(any)
    }

    /// The exposed form of a number that is an address or may be one.
    pub(super) fn exposed_number(
        &self,
        m: &mut MemoryModel,
        l: &mut Ledger<'_>,
        state: &mut State,
        t: Term,
        is_address: bool,
    ) -> Step<Term> {
        let b = &l.d.terms;
        if b.width(t) != l.width() {
            return Ok(t);
        }
        if b.op(t) == Op::Ite {
            let (c, x, y) = (b.arg(t, 0), b.arg(t, 1), b.arg(t, 2));
            let (x, y) = (
                self.exposed_number(m, l, state, x, is_address)?,
                self.exposed_number(m, l, state, y, is_address)?,
            );
            return Ok(l.d.terms.ite(c, x, y));
        }
        if let Some((o, start)) = self.object(m, l, t)? {
            let seen = m.space.expose(&mut l.d.terms, o, start);
            if m.space.is_exposed(o) {
                m.assume_place(l, state, o)?;
            }
            let off = l.d.terms.sub(t, start);
            return Ok(l.d.terms.add(seen, off));
        }
        if is_address && self.may_be_of_address(m, l, t) && !m.space.depends_on_place(&l.d.terms, t) {
            m.space.note_guess(&mut l.d.terms);
            m.oblige_guess(l, state);
        }
        Ok(t)
    }
}
