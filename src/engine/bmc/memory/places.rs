//! What the program computes with addresses, for any addresses that objects may have (`memory/exposed.rs`).

use super::MemoryModel;
use super::addresses::LAYOUT;
use crate::base::word;
use crate::engine::bmc::ledger::{Kind, Ledger, Step};
use crate::engine::bmc::state::{ObjId, Origin, Ptr, PtrCase, State, Val};
use crate::ilr::{Op, Term};
use crate::program::{BinOp, IcmpPred};
use crate::rewrite::Builder;

/// Most objects for which it is said that no two of them overlap.
const MOST_APART: usize = 8;

/// When a mask has all bits, if it has none else.
fn all_or_none(b: &mut Builder, mask: Term) -> Option<Term> {
    let width = b.width(mask);
    let all = b.bv(width, word::trunc(width, !0));
    match b.op(mask) {
        Op::Ite => {
            let (c, x, y) = (b.arg(mask, 0), b.arg(mask, 1), b.arg(mask, 2));
            match (x == all && b.as_u64(y) == Some(0), y == all && b.as_u64(x) == Some(0)) {
                (true, _) => Some(c),
                (_, true) => Some(b.not(c)),
                _ => None,
            }
        }
        Op::Neg => {
            let bit = Some(b.arg(mask, 0)).filter(|&bit| b.op(bit) == Op::Zext)?;
            let bit = Some(b.arg(bit, 0)).filter(|&bit| b.width(bit) == 1)?;
            Some(b.bv_to_bool(bit))
        }
        _ => None,
    }
}

impl MemoryModel {
    /// The integer that the program makes of a pointer.
    pub fn shown(&mut self, l: &mut Ledger<'_>, state: &mut State, v: &Val) -> Step<Term> {
        let t = self.int_of(l, v)?;
        if let Some(seen) = self.layout.clone().shown(self, l, state, t, matches!(v, Val::Ptr(_)))? {
            return Ok(seen);
        }
        if let Val::Ptr(p) = v {
            for c in &p.cases {
                if self.space.is_exposed(c.obj) {
                    self.assume_place(l, state, c.obj)?;
                }
            }
        }
        Ok(t)
    }

    /// The condition that all exposed objects lie where the machine has them.
    pub fn at_fixed(&mut self, l: &mut Ledger<'_>) -> Term {
        let mut all = self.space.at_fixed(&mut l.d.terms);
        for (o, place) in self.placed.clone() {
            if !self.has_areas() && self.space.is_exposed(o) {
                let fixed = self.space.base(o).unwrap_or(0);
                let b = &mut l.d.terms;
                let fixed = b.bv(b.width(place), fixed);
                let here = b.eq(place, fixed);
                all = b.and(all, here);
            }
        }
        all
    }

    /// Requires that bytes which the program reads as an integer are not those of a pointer's fixed address.
    pub fn check_held(
        &mut self,
        l: &mut Ledger<'_>,
        state: &State,
        (obj, off): (ObjId, Term),
        cond: Term,
        bytes: u64,
    ) {
        let held = self.space.may_hold(&mut l.d.terms, obj, off, bytes);
        let here = l.d.terms.and_all([state.path.term(), cond, held]);
        if l.d.terms.as_bool(here) != Some(false) {
            l.oblige(state, Kind::Unsupported(LAYOUT.to_owned()), here, None);
        }
    }

    fn pointer_of(&mut self, l: &mut Ledger<'_>, t: Term) -> Option<Ptr> {
        let is_wide = l.d.terms.width(t) == l.width();
        let p = self.space.origin_of(t).filter(|_| is_wide).cloned();
        p.filter(|_| self.space.depends_on_place(&l.d.terms, t))
    }

    /// The result of an operation on addresses, where offsets within objects determine it.
    pub fn of_address(&mut self, l: &mut Ledger<'_>, op: BinOp, x: Term, y: Term) -> Step<Option<Term>> {
        if !self.space.exposes_any() || l.d.terms.width(x) != l.width() {
            return Ok(None);
        }
        let (p, q) = (self.pointer_of(l, x), self.pointer_of(l, y));
        if matches!(op, BinOp::And | BinOp::Or | BinOp::Xor) && p.is_none() && q.is_some() {
            return self.of_address(l, op, y, x);
        }
        let plain = |e: &mut Self, t| !e.space.depends_on_place(&l.d.terms, t);
        let moved = match (op, &p, &q) {
            (BinOp::Add, Some(p), None) if plain(self, y) => p.add(&mut l.d.terms, y),
            (BinOp::Add, None, Some(q)) if plain(self, x) => q.add(&mut l.d.terms, x),
            (BinOp::Sub, Some(p), None) if plain(self, y) => {
                let back = l.d.terms.neg(y);
                p.add(&mut l.d.terms, back)
            }
            (BinOp::Sub, Some(p), Some(q)) => {
                let (Some(x), Some(y)) = (p.single(), q.single()) else { return Ok(None) };
                return Ok((x.obj == y.obj).then(|| l.d.terms.sub(x.off, y.off)));
            }
            (BinOp::And, Some(_), None) if let Some(kept) = all_or_none(&mut l.d.terms, y) => {
                let zero = l.d.terms.bv(l.width(), 0);
                return Ok(Some(l.d.terms.ite(kept, x, zero)));
            }
            (BinOp::And | BinOp::Or | BinOp::Xor | BinOp::Urem, Some(p), None) => {
                return self.of_low_bits(l, op, p, y);
            }
            _ => return Ok(None),
        };
        self.int_of(l, &Val::Ptr(moved)).map(Some)
    }

    /// An operation that concerns only bits which an object's alignment decides.
    fn of_low_bits(&mut self, l: &mut Ledger<'_>, op: BinOp, p: &Ptr, mask: Term) -> Step<Option<Term>> {
        let Some(k) = l.d.terms.as_u64(mask) else { return Ok(None) };
        let to = p.cases.iter().filter(|c| c.obj != ObjId::NULL);
        let Some(align) = to.map(|c| self.space.alignment(c.obj)).min() else { return Ok(None) };
        let low = |k: u64| k < align;
        let high = crate::base::word::trunc(l.width(), !k);
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
        let b = &mut l.d.terms;
        if keeps_object {
            let cases = p.cases.iter().map(|c| PtrCase { off: apply(b, c), ..*c }).collect();
            return self.int_of(l, &Val::Ptr(Ptr { cases })).map(Some);
        }
        let mut result: Option<Term> = None;
        for c in p.cases.iter().rev() {
            let here = apply(b, c);
            result = Some(result.map_or(here, |rest| b.ite(c.cond, here, rest)));
        }
        Ok(result)
    }

    /// A comparison of integers of which one is made of a pointer, as far as it can be told by offsets.
    pub fn compare_shown(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        pred: IcmpPred,
        x: Term,
        y: Term,
    ) -> Step<Option<Term>> {
        if !self.space.exposes_any() || l.d.terms.width(x) != l.width() {
            return Ok(None);
        }
        let equality = matches!(pred, IcmpPred::Eq | IcmpPred::Ne);
        let decided = match (self.pointer_of(l, x), self.pointer_of(l, y)) {
            (Some(p), Some(q)) if equality => {
                Some(self.compare(l, state, pred, &Val::Ptr(p), &Val::Ptr(q))?)
            }
            (Some(p), None) if equality => self.equal_to_number(l, pred, &p, y),
            (None, Some(q)) if equality => self.equal_to_number(l, pred, &q, x),
            _ => None,
        };
        if decided.is_none() {
            self.assume_all_apart(l, state, x, y)?;
        }
        Ok(decided)
    }

    /// Objects that live at the same time share no byte: of those on whose places two numbers depend.
    fn assume_all_apart(&mut self, l: &mut Ledger<'_>, state: &mut State, x: Term, y: Term) -> Step<()> {
        let mut objects = self.space.objects_in(&mut l.d.terms, x);
        objects.extend(self.space.objects_in(&mut l.d.terms, y));
        objects.sort();
        objects.dedup();
        if objects.len() > MOST_APART {
            return Ok(());
        }
        for (i, &o) in objects.iter().enumerate() {
            for &other in &objects[i + 1..] {
                self.assume_apart(l, state, [o, other])?;
            }
        }
        Ok(())
    }

    /// The same of two objects.
    pub(super) fn assume_apart(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        [o, other]: [ObjId; 2],
    ) -> Step<()> {
        // Another thread may have ended an object since.
        let lasts = |o: ObjId| matches!(self.space.info(o).origin, Origin::Global(_));
        if state.thread.concurrent && !(lasts(o) && lasts(other)) {
            return Ok(());
        }
        // Linkers may put constants into one another.
        if [o, other].iter().any(|&o| !self.has_place(o))
            || [o, other].iter().all(|&o| self.space.info(o).constant)
        {
            return Ok(());
        }
        let (Some(p), Some(q)) = (state.memory.get(o), state.memory.get(other)) else { return Ok(()) };
        let (p, q) = (p.live, q.live);
        let (s, t) = (self.start_of(l, o)?, self.start_of(l, other)?);
        let (m, n) = (self.space.info(o).size, self.space.info(other).size);
        let b = &mut l.d.terms;
        let ends = [b.add(s, m), b.add(t, n)];
        let (before, behind) = (b.ule(ends[0], t), b.ule(ends[1], s));
        let apart = b.or(before, behind);
        let both = b.and(p, q);
        let holds = b.implies(both, apart);
        self.assume_place(l, state, o)?;
        self.assume_place(l, state, other)?;
        l.assume(state, holds)
    }

    /// Whether a pointer has an address in the first or the last page.
    fn equal_to_number(&mut self, l: &mut Ledger<'_>, pred: IcmpPred, p: &Ptr, number: Term) -> Option<Term> {
        if l.d.terms.as_u64(number).is_none() || self.is_far(l, number) {
            return None;
        }
        let mut any = l.d.terms.ff();
        for c in &p.cases {
            let same = if c.obj == ObjId::NULL {
                l.d.terms.eq(c.off, number)
            } else if self.within(l, c.obj, c.off) {
                l.d.terms.ff()
            } else {
                return None;
            };
            let here = l.d.terms.and(c.cond, same);
            any = l.d.terms.or(any, here);
        }
        Some(if pred == IcmpPred::Eq { any } else { l.d.terms.not(any) })
    }
}
