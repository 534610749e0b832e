//! What the program sees of addresses in the flat model, and how they compare (`memory/places.rs`).

use crate::engine::bmc::ledger::{Kind, Ledger, Step};
use crate::engine::bmc::memory::{LAYOUT, MemoryModel, Place};
use crate::engine::bmc::state::{Content, ObjId, PtrCase, State};
use crate::ilr::visit::cone;
use crate::ilr::{Op, Sort, Term};
use crate::program::IcmpPred;
use crate::semantics;

impl MemoryModel {
    /// In the flat model: the integer that the program sees of a number, which is an address or may be one.
    pub fn flat_shown(
        &mut self,
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
            let (x, y) =
                (self.flat_shown(l, state, x, is_address)?, self.flat_shown(l, state, y, is_address)?);
            return Ok(l.d.terms.ite(c, x, y));
        }
        if let Some((o, start)) = self.flat_object(l, t)? {
            let seen = self.space.see(&mut l.d.terms, o, start);
            if self.space.is_seen(o) {
                self.assume_place(l, state, o)?;
            }
            let off = l.d.terms.sub(t, start);
            return Ok(l.d.terms.add(seen, off));
        }
        if is_address && self.may_be_of_address(l, t) && !self.space.depends_on_place(&l.d.terms, t) {
            self.space.note_guess();
            self.oblige_guess(l, state);
        }
        Ok(t)
    }

    /// Whether a term may be made of an address: it has a part that is one, or that memory held.
    fn may_be_of_address(&self, l: &Ledger<'_>, t: Term) -> bool {
        let b = &l.d.terms;
        let chosen = |x: Term| self.flat.iter().flat_map(|flat| flat.heap.values()).any(|k| k.choice == x);
        cone(b.store(), &[t]).into_iter().any(|x| match b.sort(x) {
            Sort::Array { .. } | Sort::Heap(_) => true,
            _ => chosen(x) || b.as_u64(x).is_some_and(|k| self.space.object_within(k).is_some()),
        })
    }

    /// In the flat model: an integer is loaded that may be part of an address.
    pub fn flat_check_part(
        &mut self,
        l: &mut Ledger<'_>,
        state: &State,
        place: &Place,
        delta: u64,
    ) -> Step<()> {
        let width = l.width();
        let Some(object) = state.memory.get(place.obj) else { return Ok(()) };
        let Content::Array { term, .. } = object.content else { return Ok(()) };
        let b = &mut l.d.terms;
        let delta = b.bv(width, delta);
        let at = b.add(place.off, delta);
        let below = b.bv(width, u64::from(width / 8 - 1));
        let mask = b.bvnot(below);
        let at = b.bvand(at, mask);
        let op = if self.space.big_endian { Op::LoadBe } else { Op::LoadLe };
        let whole = b.load(op, term, at, width);
        if self.flat_object(l, whole)?.is_some() {
            let here = l.d.terms.and(state.path.term(), place.cond);
            l.oblige(state, Kind::Unsupported(LAYOUT.to_owned()), here, None);
        }
        Ok(())
    }

    /// In the flat model: the object that a sum is an address of, as far as a part of it says, and where that begins.
    pub fn flat_object(&mut self, l: &mut Ledger<'_>, t: Term) -> Step<Option<(ObjId, Term)>> {
        let b = &l.d.terms;
        let mut parts = vec![t];
        let mut found = None;
        while let Some(part) = parts.pop() {
            if b.op(part) == Op::Add {
                parts.extend([b.arg(part, 0), b.arg(part, 1)]);
            } else if let Some(k) = b.as_u64(part) {
                found = found.or_else(|| self.space.object_within(k));
            } else if let Some(flat) = &self.flat {
                let begins = |start: Term| {
                    start == part || b.op(start) == Op::Add && (0..2).any(|i| b.arg(start, i) == part)
                };
                found = flat.heap.iter().find(|(_, block)| begins(block.start)).map(|(&o, _)| o).or(found);
            }
        }
        let Some(o) = found else { return Ok(None) };
        Ok(Some((o, self.start_address(l, o)?)))
    }

    /// In the flat model: the order of two addresses. That of heap objects is free; that of others is not the order of the
    /// fixed addresses.
    pub fn flat_order(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        pred: IcmpPred,
        x: &PtrCase,
        y: &PtrCase,
    ) -> Step<Term> {
        let heap = self.space.flat.map(|areas| areas[1]);
        let (p, q) = (self.flat_object(l, x.off)?, self.flat_object(l, y.off)?);
        let same = p.is_some_and(|p| q.is_some_and(|q| p.0 == q.0));
        if same || Some(x.obj) == heap && Some(y.obj) == heap {
            return Ok(semantics::icmp(&mut l.d, pred, &x.off, &y.off));
        }
        let mut place = |c: &PtrCase| -> Step<Term> {
            if self.space.is_area(c.obj) {
                return self.flat_shown(l, state, c.off, true);
            }
            self.seen_place(l, c)
        };
        let (s, t) = (place(x)?, place(y)?);
        Ok(semantics::icmp(&mut l.d, pred, &s, &t))
    }

    /// In the flat model: the end of an object may be the beginning of another. The fixed addresses keep them apart, and all of
    /// them from the heap's; heap objects lie anywhere in it.
    pub fn flat_ends(
        &mut self,
        l: &mut Ledger<'_>,
        state: &State,
        x: &PtrCase,
        y: &PtrCase,
        both: Term,
    ) -> Step<()> {
        if self.space.flat.is_some_and(|[_, heap]| x.obj == heap && y.obj == heap) {
            return Ok(());
        }
        let (p, q) = (self.flat_object(l, x.off)?, self.flat_object(l, y.off)?);
        let numbers = p.is_none() && !self.is_far(l, x.off) || q.is_none() && !self.is_far(l, y.off);
        if numbers || p.is_some_and(|p| q.is_some_and(|q| p.0 == q.0)) {
            return Ok(());
        }
        let mut inside = |found: Option<(ObjId, Term)>, c: &PtrCase| {
            let Some((o, start)) = found else { return l.d.terms.ff() };
            let room = self.room(l, o);
            let off = l.d.terms.sub(c.off, start);
            l.d.terms.ult(off, room)
        };
        let (p, q) = (inside(p, x), inside(q, y));
        let b = &mut l.d.terms;
        let apart = b.and(p, q);
        let open = b.not(apart);
        let here = b.and_all([state.path.term(), both, open]);
        l.oblige(state, Kind::Unsupported(LAYOUT.to_owned()), here, None);
        Ok(())
    }
}
