//! What the program computes with addresses: for every place that objects may have (`memory/seen.rs`).

use super::access::Place;
use super::compare::LAYOUT;
use super::eval::{Eval, Step};
use super::memory::{Content, NULL_PAGE, Trouble, stride};
use super::obligation::Kind;
use super::state::State;
use super::value::{ObjId, Ptr, PtrCase, Val};
use crate::ilr::visit::cone;
use crate::ilr::{Op, Sort, Term};
use crate::program::{BinOp, IcmpPred};
use crate::rewrite::Builder;
use crate::semantics;

impl Eval<'_> {
    /// The integer that the program makes of a pointer.
    pub(super) fn shown(&mut self, state: &mut State, v: &Val) -> Step<Term> {
        let t = self.int_of(v)?;
        if self.flat.is_some() {
            return self.flat_shown(state, t, matches!(v, Val::Ptr(_)));
        }
        if let Val::Ptr(p) = v {
            for c in &p.cases {
                if self.space.is_seen(c.obj) {
                    self.assume_place(state, c.obj)?;
                }
            }
        }
        Ok(t)
    }

    /// No object is in the first or the last page, and none begins at the end of all addresses and ends at their beginning.
    fn assume_place(&mut self, state: &mut State, o: ObjId) -> Step<()> {
        let width = self.width();
        let start = self.start_of(o)?;
        let size = self.space.info(o).size;
        let b = &mut self.d.terms;
        let (page, zero) = (b.bv(width, NULL_PAGE), b.bv(width, 0));
        let last = b.sub(zero, page);
        let room = b.sub(last, size);
        let (above, below) = (b.ule(page, start), b.ule(start, room));
        let fits = b.ule(size, last);
        let place = b.and_all([above, below, fits]);
        self.assume(state, place)
    }

    /// Where an object begins, see [`super::memory::Space::start`].
    pub(super) fn start_of(&mut self, o: ObjId) -> Step<Term> {
        Ok(self.space.start(&mut self.d.terms, o).ok_or(Trouble::AddressSpace)?)
    }

    /// That all objects whose places the program has seen lie where the machine has them.
    pub(super) fn at_fixed(&mut self) -> Term {
        let mut all = self.space.at_fixed(&mut self.d.terms);
        for (o, place) in self.placed.clone() {
            if self.flat.is_none() && self.space.is_seen(o) {
                let fixed = self.space.base(o).unwrap_or(0);
                let b = &mut self.d.terms;
                let fixed = b.bv(b.width(place), fixed);
                let here = b.eq(place, fixed);
                all = b.and(all, here);
            }
        }
        all
    }

    /// Says that the answer is unknown on a state's runs if a pointer was just made by fixed addresses.
    pub(super) fn oblige_guess(&mut self, state: &State) {
        if self.space.guessed() {
            let here = state.path.term();
            self.oblige(state, Kind::Unsupported(LAYOUT.to_owned()), here, None);
        }
    }

    /// The program sees bytes of an object: they must not be those of a pointer's fixed address.
    pub(super) fn check_held(&mut self, state: &State, (obj, off): (ObjId, Term), cond: Term, bytes: u64) {
        let slot = stride(&mut self.d.terms, off);
        if self.space.may_hold(obj, slot, bytes) {
            let here = self.d.terms.and(state.path.term(), cond);
            self.oblige(state, Kind::Unsupported(LAYOUT.to_owned()), here, None);
        }
    }

    fn pointer_of(&mut self, t: Term) -> Option<Ptr> {
        let is_wide = self.d.terms.width(t) == self.width();
        let p = self.space.origin_of(t).filter(|_| is_wide).cloned();
        p.filter(|_| self.space.depends_on_place(&self.d.terms, t))
    }

    /// What an operation on an address gives, as far as it can be told by offsets.
    pub(super) fn of_address(&mut self, op: BinOp, x: Term, y: Term) -> Step<Option<Term>> {
        if !self.space.sees() || self.d.terms.width(x) != self.width() {
            return Ok(None);
        }
        let (p, q) = (self.pointer_of(x), self.pointer_of(y));
        let plain = |e: &mut Self, t| !e.space.depends_on_place(&e.d.terms, t);
        let moved = match (op, &p, &q) {
            (BinOp::Add, Some(p), None) if plain(self, y) => p.add(&mut self.d.terms, y),
            (BinOp::Add, None, Some(q)) if plain(self, x) => q.add(&mut self.d.terms, x),
            (BinOp::Sub, Some(p), None) if plain(self, y) => {
                let back = self.d.terms.neg(y);
                p.add(&mut self.d.terms, back)
            }
            (BinOp::Sub, Some(p), Some(q)) => {
                let (Some(x), Some(y)) = (p.single(), q.single()) else { return Ok(None) };
                return Ok((x.obj == y.obj).then(|| self.d.terms.sub(x.off, y.off)));
            }
            (BinOp::And | BinOp::Or | BinOp::Xor | BinOp::Urem, Some(p), None) => {
                return self.of_low_bits(op, p, y);
            }
            _ => return Ok(None),
        };
        self.int_of(&Val::Ptr(moved)).map(Some)
    }

    /// An operation that concerns only bits which an object's alignment decides.
    fn of_low_bits(&mut self, op: BinOp, p: &Ptr, mask: Term) -> Step<Option<Term>> {
        let Some(k) = self.d.terms.as_u64(mask) else { return Ok(None) };
        let to = p.cases.iter().filter(|c| c.obj != ObjId::NULL);
        let Some(align) = to.map(|c| self.space.alignment(c.obj)).min() else { return Ok(None) };
        let low = |k: u64| k < align;
        let high = crate::base::word::trunc(self.width(), !k);
        let apply = |b: &mut Builder, c: &PtrCase| match op {
            BinOp::And => b.bvand(c.off, mask),
            BinOp::Or => b.bvor(c.off, mask),
            BinOp::Xor => b.bvxor(c.off, mask),
            _ => b.urem(c.off, mask),
        };
        let keeps_object = match op {
            BinOp::And if low(k) => false,
            BinOp::Urem if k.is_power_of_two() && k <= align => false,
            BinOp::And if low(high) => true,
            BinOp::Or | BinOp::Xor if low(k) => true,
            _ => return Ok(None),
        };
        let b = &mut self.d.terms;
        if keeps_object {
            let cases = p.cases.iter().map(|c| PtrCase { off: apply(b, c), ..*c }).collect();
            return self.int_of(&Val::Ptr(Ptr { cases })).map(Some);
        }
        let mut result: Option<Term> = None;
        for c in p.cases.iter().rev() {
            let here = apply(b, c);
            result = Some(result.map_or(here, |rest| b.ite(c.cond, here, rest)));
        }
        Ok(result)
    }

    /// A comparison of integers of which one is made of a pointer, as far as it can be told by offsets.
    pub(super) fn compare_shown(
        &mut self,
        state: &mut State,
        pred: IcmpPred,
        x: Term,
        y: Term,
    ) -> Step<Option<Term>> {
        if !self.space.sees() || self.d.terms.width(x) != self.width() {
            return Ok(None);
        }
        let equality = matches!(pred, IcmpPred::Eq | IcmpPred::Ne);
        Ok(match (self.pointer_of(x), self.pointer_of(y)) {
            (Some(p), Some(q)) if equality => Some(self.compare(state, pred, &Val::Ptr(p), &Val::Ptr(q))?),
            (Some(p), None) if equality => self.equal_to_number(pred, &p, y),
            (None, Some(q)) if equality => self.equal_to_number(pred, &q, x),
            _ => None,
        })
    }

    /// Whether a pointer has an address in the first or the last page.
    fn equal_to_number(&mut self, pred: IcmpPred, p: &Ptr, number: Term) -> Option<Term> {
        if self.d.terms.as_u64(number).is_none() || self.is_far(number) {
            return None;
        }
        let mut any = self.d.terms.ff();
        for c in &p.cases {
            let same = if c.obj == ObjId::NULL {
                self.d.terms.eq(c.off, number)
            } else if self.within(c.obj, c.off) {
                self.d.terms.ff()
            } else {
                return None;
            };
            let here = self.d.terms.and(c.cond, same);
            any = self.d.terms.or(any, here);
        }
        Some(if pred == IcmpPred::Eq { any } else { self.d.terms.not(any) })
    }

    /// A comparison of places of two objects of which the program has seen one: by where they may begin.
    pub(super) fn compare_places(&mut self, pred: IcmpPred, x: &PtrCase, y: &PtrCase) -> Step<Term> {
        let (s, t) = (self.seen_place(x)?, self.seen_place(y)?);
        Ok(semantics::icmp(&mut self.d, pred, &s, &t))
    }

    /// The address that the program sees of a pointer's case.
    fn seen_place(&mut self, c: &PtrCase) -> Step<Term> {
        let start = self.space.seen_start(&mut self.d.terms, c.obj).ok_or(Trouble::AddressSpace)?;
        Ok(self.d.terms.add(start, c.off))
    }

    /// In the flat model: the integer that the program sees of a number, which is an address or may be one.
    pub(super) fn flat_shown(&mut self, state: &mut State, t: Term, is_address: bool) -> Step<Term> {
        let b = &self.d.terms;
        if b.width(t) != self.width() {
            return Ok(t);
        }
        if b.op(t) == Op::Ite {
            let (c, x, y) = (b.arg(t, 0), b.arg(t, 1), b.arg(t, 2));
            let (x, y) = (self.flat_shown(state, x, is_address)?, self.flat_shown(state, y, is_address)?);
            return Ok(self.d.terms.ite(c, x, y));
        }
        if let Some((o, start)) = self.flat_object(t)? {
            let seen = self.space.see(&mut self.d.terms, o, start);
            if self.space.is_seen(o) {
                self.assume_place(state, o)?;
            }
            let off = self.d.terms.sub(t, start);
            return Ok(self.d.terms.add(seen, off));
        }
        if is_address && self.may_be_of_address(t) && !self.space.depends_on_place(&self.d.terms, t) {
            self.space.note_guess();
            self.oblige_guess(state);
        }
        Ok(t)
    }

    /// Whether a term may be made of an address: it has a part that is one, or that memory held.
    fn may_be_of_address(&self, t: Term) -> bool {
        let b = &self.d.terms;
        let chosen = |x: Term| self.flat.iter().flat_map(|flat| flat.heap.values()).any(|k| k.choice == x);
        cone(b.store(), &[t]).into_iter().any(|x| match b.sort(x) {
            Sort::Array { .. } | Sort::Heap(_) => true,
            _ => chosen(x) || b.as_u64(x).is_some_and(|k| self.space.object_within(k).is_some()),
        })
    }

    /// In the flat model: an integer is loaded that may be part of an address.
    pub(super) fn flat_check_part(&mut self, state: &State, place: &Place, delta: u64) -> Step<()> {
        let width = self.width();
        let Some(object) = state.memory.get(place.obj) else { return Ok(()) };
        let Content::Array { term, .. } = object.content else { return Ok(()) };
        let b = &mut self.d.terms;
        let delta = b.bv(width, delta);
        let at = b.add(place.off, delta);
        let below = b.bv(width, u64::from(width / 8 - 1));
        let mask = b.bvnot(below);
        let at = b.bvand(at, mask);
        let op = if self.space.big_endian { Op::LoadBe } else { Op::LoadLe };
        let whole = b.load(op, term, at, width);
        if self.flat_object(whole)?.is_some() {
            let here = self.d.terms.and(state.path.term(), place.cond);
            self.oblige(state, Kind::Unsupported(LAYOUT.to_owned()), here, None);
        }
        Ok(())
    }

    /// In the flat model: the object that a sum is an address of, as far as a part of it says, and where that begins.
    pub(super) fn flat_object(&mut self, t: Term) -> Step<Option<(ObjId, Term)>> {
        let b = &self.d.terms;
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
        Ok(Some((o, self.start_address(o)?)))
    }

    /// In the flat model: the order of two addresses. That of heap objects is free; that of others is not the order of the
    /// fixed addresses.
    pub(super) fn flat_order(
        &mut self,
        state: &mut State,
        pred: IcmpPred,
        x: &PtrCase,
        y: &PtrCase,
    ) -> Step<Term> {
        let heap = self.space.flat.map(|areas| areas[1]);
        let (p, q) = (self.flat_object(x.off)?, self.flat_object(y.off)?);
        let same = p.is_some_and(|p| q.is_some_and(|q| p.0 == q.0));
        if same || Some(x.obj) == heap && Some(y.obj) == heap {
            return Ok(semantics::icmp(&mut self.d, pred, &x.off, &y.off));
        }
        let mut place = |c: &PtrCase| -> Step<Term> {
            if self.space.is_area(c.obj) {
                return self.flat_shown(state, c.off, true);
            }
            self.seen_place(c)
        };
        let (s, t) = (place(x)?, place(y)?);
        Ok(semantics::icmp(&mut self.d, pred, &s, &t))
    }

    /// In the flat model: the end of an object may be the beginning of another. The fixed addresses keep them apart, and all of
    /// them from the heap's; heap objects lie anywhere in it.
    pub(super) fn flat_ends(&mut self, state: &State, x: &PtrCase, y: &PtrCase, both: Term) -> Step<()> {
        if self.space.flat.is_some_and(|[_, heap]| x.obj == heap && y.obj == heap) {
            return Ok(());
        }
        let (p, q) = (self.flat_object(x.off)?, self.flat_object(y.off)?);
        let numbers = p.is_none() && !self.is_far(x.off) || q.is_none() && !self.is_far(y.off);
        if numbers || p.is_some_and(|p| q.is_some_and(|q| p.0 == q.0)) {
            return Ok(());
        }
        let mut inside = |found: Option<(ObjId, Term)>, c: &PtrCase| {
            let Some((o, start)) = found else { return self.d.terms.ff() };
            let room = self.room(o);
            let off = self.d.terms.sub(c.off, start);
            self.d.terms.ult(off, room)
        };
        let (p, q) = (inside(p, x), inside(q, y));
        let b = &mut self.d.terms;
        let apart = b.and(p, q);
        let open = b.not(apart);
        let here = b.and_all([state.path.term(), both, open]);
        self.oblige(state, Kind::Unsupported(LAYOUT.to_owned()), here, None);
        Ok(())
    }
}
