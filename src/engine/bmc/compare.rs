//! Comparisons of integers and pointers.

use super::eval::{Eval, Step, Stop};
use super::memory::{NULL_PAGE, Origin};
use super::obligation::Kind;
use super::state::State;
use super::value::{ObjId, Ptr, PtrCase, Val};
use crate::base::word;
use crate::ilr::Term;
use crate::program::{BinOp, IcmpPred, LocId};
use crate::property::Check;
use crate::semantics;

/// Most addresses that an integer is taken for when it is compared.
const ADDRESS_LIMIT: usize = 64;

/// What the answer is unknown for where numbers of addresses decide.
const LAYOUT: &str = "where objects lie in memory decides";

impl Eval<'_> {
    /// Equality of two scalars.
    pub(super) fn equal(&mut self, state: &mut State, x: &Val, y: &Val) -> Step<Term> {
        self.compare(state, IcmpPred::Eq, x, y)
    }

    /// A comparison of integers or pointers.
    pub(super) fn compare(&mut self, state: &mut State, pred: IcmpPred, x: &Val, y: &Val) -> Step<Term> {
        match (x, y) {
            (Val::Int(x), Val::Int(y)) => {
                self.compare_addresses(state, pred, *x, *y);
                Ok(semantics::icmp(&mut self.d, pred, x, y))
            }
            (Val::Ptr(p), Val::Ptr(q)) if matches!(pred, IcmpPred::Eq | IcmpPred::Ne) => {
                let t = self.same_place(state, p, q)?;
                Ok(if pred == IcmpPred::Eq { t } else { self.d.terms.not(t) })
            }
            (Val::Ptr(p), Val::Ptr(q)) => self.order(state, pred, p, q),
            _ => {
                let (x, y) = (self.int_of(x)?, self.int_of(y)?);
                Ok(semantics::icmp(&mut self.d, pred, &x, &y))
            }
        }
    }

    /// The cases of two pointers that can hold together, with the condition of both.
    fn pairs(&mut self, state: &mut State, p: &Ptr, q: &Ptr) -> Step<Vec<(PtrCase, PtrCase, Term)>> {
        let mut pairs = Vec::with_capacity(p.cases.len() * q.cases.len());
        for (x, y) in p.cases.iter().flat_map(|x| q.cases.iter().map(move |y| (x, y))) {
            let both = self.d.terms.and(x.cond, y.cond);
            if self.d.terms.as_bool(both) != Some(false) {
                self.flat_reuse(state, x, y, both)?;
                let null = |c: &PtrCase| c.obj == ObjId::NULL && self.d.terms.as_u64(c.off) == Some(0);
                if !null(x) && !null(y) {
                    self.space.match_address(x.obj);
                    self.space.match_address(y.obj);
                }
                pairs.push((*x, *y, both));
            }
        }
        Ok(pairs)
    }

    fn same_place(&mut self, state: &mut State, p: &Ptr, q: &Ptr) -> Step<Term> {
        let mut any = self.d.terms.ff();
        for (x, y, both) in self.pairs(state, p, q)? {
            let same = if x.obj == y.obj {
                self.d.terms.eq(x.off, y.off)
            } else if x.obj == ObjId::NULL || y.obj == ObjId::NULL {
                let (wild, placed) = if x.obj == ObjId::NULL { (x, y) } else { (y, x) };
                if self.d.terms.as_u64(wild.off) == Some(0) && !self.space.is_area(placed.obj) {
                    // No object lies at address 0.
                    self.d.terms.ff()
                } else {
                    if self.is_far(wild.off) && !self.space.is_area(placed.obj) {
                        let here = self.d.terms.and(state.path.term(), both);
                        self.oblige(state, Kind::Unsupported(LAYOUT.to_owned()), here, None);
                    }
                    let address = self.address(placed.obj, placed.off)?;
                    self.d.terms.eq(wild.off, address)
                }
            } else {
                // Different objects: equal only where a pointer has left its object.
                let apart = match (self.within(x.obj, x.off), self.within(y.obj, y.off)) {
                    (true, true) => self.d.terms.ff(),
                    _ => self.between(state, IcmpPred::Eq, &x, &y, both)?,
                };
                self.where_reused(state, IcmpPred::Eq, &x, &y, apart)?
            };
            let here = self.d.terms.and(both, same);
            any = self.d.terms.or(any, here);
        }
        Ok(any)
    }

    /// Whether an offset is a constant inside the object.
    fn within(&self, o: ObjId, off: Term) -> bool {
        match (self.d.terms.as_u64(off), self.space.info(o).size_const) {
            (Some(off), Some(size)) => off < size.max(1),
            _ => false,
        }
    }

    fn address(&mut self, o: ObjId, off: Term) -> Step<Term> {
        let base = self
            .space
            .base(o)
            .ok_or_else(|| Stop::Unsupported(super::memory::Trouble::AddressSpace.words().to_owned()))?;
        let base = self.d.terms.bv(self.space.width, base);
        Ok(self.d.terms.add(off, base))
    }

    fn order(&mut self, state: &mut State, pred: IcmpPred, p: &Ptr, q: &Ptr) -> Step<Term> {
        let mut any = self.d.terms.ff();
        for (x, y, both) in self.pairs(state, p, q)? {
            let here = if x.obj == y.obj && x.obj != ObjId::NULL && !self.space.is_area(x.obj) {
                // Addresses of one object do not wrap, so its offsets order them as signed numbers.
                let signed = match pred {
                    IcmpPred::Ugt => IcmpPred::Sgt,
                    IcmpPred::Uge => IcmpPred::Sge,
                    IcmpPred::Ult => IcmpPred::Slt,
                    IcmpPred::Ule => IcmpPred::Sle,
                    other => other,
                };
                semantics::icmp(&mut self.d, signed, &x.off, &y.off)
            } else if x.obj != y.obj && [x.obj, y.obj].iter().all(|&o| self.has_place(o)) {
                self.between(state, pred, &x, &y, both)?
            } else {
                self.flat_order(state, &x, &y, both);
                self.unplaced_order(state, &x, &y, both);
                let (s, t) = (self.address(x.obj, x.off)?, self.address(y.obj, y.off)?);
                let apart = semantics::icmp(&mut self.d, pred, &s, &t);
                self.where_reused(state, pred, &x, &y, apart)?
            };
            let here = self.d.terms.and(both, here);
            any = self.d.terms.or(any, here);
        }
        Ok(any)
    }

    /// The order of pointers is that of places in one object (C11 6.5.8p5).
    pub(super) fn check_order(
        &mut self,
        state: &mut State,
        x: &Val,
        y: &Val,
        loc: Option<LocId>,
    ) -> Step<()> {
        let (Val::Ptr(p), Val::Ptr(q)) = (x, y) else { return Ok(()) };
        self.must_be_own(state, p, loc)?;
        self.must_be_own(state, q, loc)?;
        for (x, y) in p.cases.iter().flat_map(|x| q.cases.iter().map(move |y| (x, y))) {
            let both = self.d.terms.and(x.cond, y.cond);
            if [x.obj, y.obj].iter().any(|&o| self.space.is_area(o)) {
                let here = self.d.terms.and(state.path.term(), both);
                if self.d.terms.as_bool(here) != Some(false) {
                    let what = "which objects pointers lead to, in the flat memory model".to_owned();
                    self.oblige(state, Kind::Unsupported(what), here, loc);
                }
            } else if x.obj != y.obj {
                self.violate(state, loc, Check::PointerCompare, both)?;
            }
        }
        Ok(())
    }

    /// Whether an object has an address of its own, which nothing but the layout of memory decides.
    fn has_place(&self, o: ObjId) -> bool {
        let origin = &self.space.info(o).origin;
        let given =
            matches!(origin, Origin::Global(_) | Origin::Heap(_) | Origin::Stack { .. } | Origin::Argument);
        given && !self.space.is_area(o)
    }

    /// Compares places of two objects: with any addresses that keep apart what lives at the same time.
    fn between(
        &mut self,
        state: &mut State,
        pred: IcmpPred,
        x: &PtrCase,
        y: &PtrCase,
        both: Term,
    ) -> Step<Term> {
        let exposed = [x.obj, y.obj].iter().any(|o| self.exposed.contains(o));
        if exposed || ![x.obj, y.obj].iter().all(|&o| self.has_place(o)) {
            let inside = |e: &mut Self, c: &PtrCase| {
                let size = e.space.info(c.obj).size;
                e.d.terms.ult(c.off, size)
            };
            let (p, q) = (inside(self, x), inside(self, y));
            let b = &mut self.d.terms;
            let decided = if pred == IcmpPred::Eq { b.and(p, q) } else { b.ff() };
            let open = b.not(decided);
            let here = b.and_all([state.path.term(), both, open]);
            if exposed {
                self.oblige(state, Kind::Unsupported(LAYOUT.to_owned()), here, None);
            }
            let (s, t) = (self.address(x.obj, x.off)?, self.address(y.obj, y.off)?);
            return Ok(semantics::icmp(&mut self.d, pred, &s, &t));
        }
        let (s, t) = self.reused_addresses(state, x.obj, y.obj)?;
        let (s, t) = (self.d.terms.add(s, x.off), self.d.terms.add(t, y.off));
        Ok(semantics::icmp(&mut self.d, pred, &s, &t))
    }

    /// The order of functions, of what the surroundings pass, and of numbers among addresses is not that of one layout; only the
    /// first and the last page hold nothing.
    fn unplaced_order(&mut self, state: &State, x: &PtrCase, y: &PtrCase, both: Term) {
        if x.obj == y.obj || self.space.is_area(x.obj) || self.space.is_area(y.obj) {
            return;
        }
        let mut here = self.d.terms.and(state.path.term(), both);
        for c in [x, y].iter().filter(|c| c.obj == ObjId::NULL) {
            let b = &mut self.d.terms;
            let page = b.bv(self.space.width, NULL_PAGE);
            let up = b.neg(c.off);
            let (first, last) = (b.ult(c.off, page), b.ult(up, page));
            let near = b.or(first, last);
            let far = b.not(near);
            here = b.and(here, far);
        }
        if self.d.terms.as_bool(here) != Some(false) {
            self.oblige(state, Kind::Unsupported(LAYOUT.to_owned()), here, None);
        }
    }

    /// In the flat model, the order of objects whose addresses are fixed is not that of all layouts.
    fn flat_order(&mut self, state: &State, x: &PtrCase, y: &PtrCase, both: Term) {
        if !self.space.is_area(x.obj) || !self.space.is_area(y.obj) {
            return;
        }
        let place = |t| self.d.terms.as_u64(t).map(|address| self.space.object_at(address));
        let (p, q) = (place(x.off), place(y.off));
        if p.is_some() && q.is_some() && p != q && p != Some(ObjId::NULL) && q != Some(ObjId::NULL) {
            let here = self.d.terms.and(state.path.term(), both);
            self.oblige(state, Kind::Unsupported(LAYOUT.to_owned()), here, None);
        }
    }

    /// The result of a comparison between two objects, `apart` unless they may have had the same addresses.
    fn where_reused(
        &mut self,
        state: &mut State,
        pred: IcmpPred,
        x: &PtrCase,
        y: &PtrCase,
        apart: Term,
    ) -> Step<Term> {
        let reused = self.reused(state, x.obj, y.obj);
        let possible = self.d.terms.and(state.path.term(), reused);
        if self.d.terms.as_bool(possible) == Some(false) {
            return Ok(apart);
        }
        let (s, t) = self.reused_addresses(state, x.obj, y.obj)?;
        let (s, t) = (self.d.terms.add(s, x.off), self.d.terms.add(t, y.off));
        let free = semantics::icmp(&mut self.d, pred, &s, &t);
        Ok(self.d.terms.ite(reused, free, apart))
    }

    /// Integers that the program made of pointers do not show that an address is given out again, nor that objects may lie
    /// elsewhere. Where that could decide a comparison, the answer is unknown.
    fn compare_addresses(&mut self, state: &mut State, pred: IcmpPred, x: Term, y: Term) {
        if self.exposed.is_empty() || self.d.terms.width(x) != self.width() {
            return;
        }
        let (p, q) = (self.exposed_in(x), self.exposed_in(y));
        let equality = matches!(pred, IcmpPred::Eq | IcmpPred::Ne);
        for &(c, x, inside) in &p {
            for &(d, y, other) in q.iter().filter(|q| q.1 != x) {
                let reused = self.reused(state, x, y);
                let b = &mut self.d.terms;
                let here = b.and_all([state.path.term(), c, d, reused]);
                let what =
                    "comparison of integers made of pointers, one to an object that had ended".to_owned();
                self.oblige(state, Kind::Unsupported(what), here, None);
                if !equality || !inside || !other {
                    let here = self.d.terms.and_all([state.path.term(), c, d]);
                    self.oblige(state, Kind::Unsupported(LAYOUT.to_owned()), here, None);
                }
            }
        }
        // A number that is no address.
        for (addresses, number) in [(&p, y), (&q, x)] {
            if !self.is_far(number) || !self.exposed_in(number).is_empty() {
                continue;
            }
            for &(c, ..) in addresses {
                let here = self.d.terms.and(state.path.term(), c);
                self.oblige(state, Kind::Unsupported(LAYOUT.to_owned()), here, None);
            }
        }
    }

    /// Whether a number is known to be an address that an object may have: the first and the last page hold none.
    fn is_far(&self, number: Term) -> bool {
        let far = |n| n >= NULL_PAGE && word::neg(self.width(), n) >= NULL_PAGE;
        self.d.terms.as_u64(number).is_some_and(far)
    }

    /// What is computed with an integer that the program made of a pointer may depend on where the object lies: the distance to
    /// another object, and any bits but the lowest and all.
    pub(super) fn compute_address(&mut self, state: &mut State, op: BinOp, x: Term, y: Term) {
        if self.exposed.is_empty() || self.d.terms.width(x) != self.width() {
            return;
        }
        let p = self.exposed_in(x);
        let Some(step) = p.iter().map(|a| self.space.alignment(a.1)).min() else { return };
        let small = |k: Option<u64>| k.is_some_and(|k| k <= step && step.is_multiple_of(k.max(1)));
        let number = self.d.terms.as_u64(y);
        let fine = match op {
            BinOp::Add | BinOp::Or | BinOp::Xor | BinOp::Sub => true,
            BinOp::And => {
                let high = number.map(|k| word::trunc(self.width(), !k));
                number.is_some_and(|k| k < step) || high.is_some_and(|k| k < step)
            }
            BinOp::Urem => small(number),
            _ => false,
        };
        if fine && op != BinOp::Sub {
            return;
        }
        if !fine {
            for &(c, ..) in &p {
                let here = self.d.terms.and(state.path.term(), c);
                self.oblige(state, Kind::Unsupported(LAYOUT.to_owned()), here, None);
            }
            return;
        }
        let q = self.exposed_in(y);
        for &(c, x, _) in &p {
            for &(d, ..) in q.iter().filter(|q| q.1 != x) {
                let here = self.d.terms.and_all([state.path.term(), c, d]);
                self.oblige(state, Kind::Unsupported(LAYOUT.to_owned()), here, None);
            }
        }
    }

    /// The objects whose address an integer may be, as far as it was made of a pointer, and whether it surely lies in it.
    fn exposed_in(&mut self, t: Term) -> Vec<(Term, ObjId, bool)> {
        let mut out = Vec::new();
        if let Some(p) = self.space.origin_of(t) {
            out.extend(p.cases.iter().map(|c| (c.cond, c.obj, self.within(c.obj, c.off))));
        } else {
            for address in self.d.terms.const_candidates(t, ADDRESS_LIMIT).unwrap_or_default() {
                let b = &mut self.d.terms;
                let k = b.bv(self.space.width, address);
                let cond = b.eq(t, k);
                let o = self.space.object_at(address);
                let off = self.space.base(o).map_or(0, |base| address.wrapping_sub(base));
                let size = self.space.info(o).size_const.unwrap_or(0);
                // Elsewhere numbers that are no addresses look like some.
                if self.space.width >= 64 || off <= size {
                    out.push((cond, o, off < size.max(1)));
                }
            }
        }
        out.retain(|(_, o, _)| self.exposed.contains(o));
        out
    }

    /// Notes that the program makes an integer of a pointer.
    pub(super) fn expose(&mut self, p: &Ptr) {
        for c in &p.cases {
            match self.space.info(c.obj).origin {
                Origin::Null | Origin::Memory => {}
                Origin::Global(_)
                | Origin::Code(_)
                | Origin::Stack { .. }
                | Origin::Heap(_)
                | Origin::Argument
                | Origin::Outside
                | Origin::CommandLine(_) => {
                    self.exposed.insert(c.obj);
                }
            }
            self.space.match_address(c.obj);
        }
    }
}
