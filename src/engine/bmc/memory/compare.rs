//! Comparisons of integers and pointers.

use super::MemoryModel;
use super::addresses::LAYOUT;
use crate::engine::bmc::ledger::{Kind, Ledger, Step};
use crate::engine::bmc::state::{ObjId, Origin, Ptr, PtrCase, State, Val};
use crate::ilr::Term;
use crate::program::{IcmpPred, LocId};
use crate::property::Check;
use crate::semantics;
use crate::semantics::NULL_PAGE;

impl MemoryModel {
    /// Equality of two scalars.
    pub fn equal(&mut self, l: &mut Ledger<'_>, state: &mut State, x: &Val, y: &Val) -> Step<Term> {
        self.compare(l, state, IcmpPred::Eq, x, y)
    }

    /// A comparison of integers or pointers.
    pub fn compare(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        pred: IcmpPred,
        x: &Val,
        y: &Val,
    ) -> Step<Term> {
        match (x, y) {
            (Val::Int(x), Val::Int(y)) => match self.compare_shown(l, state, pred, *x, *y)? {
                Some(t) => Ok(t),
                None => Ok(semantics::icmp(&mut l.d, pred, x, y)),
            },
            (Val::Ptr(p), Val::Ptr(q)) if matches!(pred, IcmpPred::Eq | IcmpPred::Ne) => {
                let t = self.same_place(l, state, p, q)?;
                Ok(if pred == IcmpPred::Eq { t } else { l.d.terms.not(t) })
            }
            (Val::Ptr(p), Val::Ptr(q)) => self.order(l, state, pred, p, q),
            _ => {
                let (x, y) = (self.int_of(l, x)?, self.int_of(l, y)?);
                Ok(semantics::icmp(&mut l.d, pred, &x, &y))
            }
        }
    }

    /// The cases of two pointers that can hold together, with the condition of both.
    fn pairs(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        p: &Ptr,
        q: &Ptr,
    ) -> Step<Vec<(PtrCase, PtrCase, Term)>> {
        let layout = self.layout.clone();
        let mut pairs = Vec::with_capacity(p.cases.len() * q.cases.len());
        for (x, y) in p.cases.iter().flat_map(|x| q.cases.iter().map(move |y| (x, y))) {
            let both = l.d.terms.and(x.cond, y.cond);
            if l.d.terms.as_bool(both) != Some(false) {
                layout.compared(self, l, state, (x, y), both)?;
                let null = |c: &PtrCase| c.obj == ObjId::NULL && l.d.terms.as_u64(c.off) == Some(0);
                if !null(x) && !null(y) {
                    self.space.match_address(x.obj);
                    self.space.match_address(y.obj);
                }
                pairs.push((*x, *y, both));
            }
        }
        Ok(pairs)
    }

    fn same_place(&mut self, l: &mut Ledger<'_>, state: &mut State, p: &Ptr, q: &Ptr) -> Step<Term> {
        let mut any = l.d.terms.ff();
        for (x, y, both) in self.pairs(l, state, p, q)? {
            if self.space.is_area(x.obj) && self.space.is_area(y.obj) {
                self.layout.clone().ends(self, l, state, (&x, &y), both)?;
            }
            let same = if x.obj == y.obj {
                l.d.terms.eq(x.off, y.off)
            } else if x.obj == ObjId::NULL || y.obj == ObjId::NULL {
                let (wild, placed) = if x.obj == ObjId::NULL { (x, y) } else { (y, x) };
                if l.d.terms.as_u64(wild.off) == Some(0) && !self.space.is_area(placed.obj) {
                    // No object lies at address 0.
                    l.d.terms.ff()
                } else {
                    let seen = self.space.is_exposed(placed.obj);
                    if self.is_far(l, wild.off) && !seen && !self.space.is_area(placed.obj) {
                        let here = l.d.terms.and(state.path.term(), both);
                        l.oblige(state, Kind::Unsupported(LAYOUT.to_owned()), here, None);
                    }
                    let address = self.address(l, placed.obj, placed.off)?;
                    l.d.terms.eq(wild.off, address)
                }
            } else {
                // Different objects: equal only where a pointer has left its object.
                let apart = match (self.within(l, x.obj, x.off), self.within(l, y.obj, y.off)) {
                    (true, true) => l.d.terms.ff(),
                    _ => self.between(l, state, IcmpPred::Eq, &x, &y)?,
                };
                self.where_reused(l, state, IcmpPred::Eq, &x, &y, apart)?
            };
            let here = l.d.terms.and(both, same);
            any = l.d.terms.or(any, here);
        }
        Ok(any)
    }

    fn order(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        pred: IcmpPred,
        p: &Ptr,
        q: &Ptr,
    ) -> Step<Term> {
        let mut any = l.d.terms.ff();
        for (x, y, both) in self.pairs(l, state, p, q)? {
            let here = if x.obj == y.obj && x.obj != ObjId::NULL && !self.space.is_area(x.obj) {
                // Addresses of one object do not wrap, so its offsets order them as signed numbers.
                let signed = match pred {
                    IcmpPred::Ugt => IcmpPred::Sgt,
                    IcmpPred::Uge => IcmpPred::Sge,
                    IcmpPred::Ult => IcmpPred::Slt,
                    IcmpPred::Ule => IcmpPred::Sle,
                    other => other,
                };
                semantics::icmp(&mut l.d, signed, &x.off, &y.off)
            } else if [x.obj, y.obj].iter().any(|&o| self.space.is_area(o)) {
                self.layout.clone().order(self, l, state, pred, (&x, &y))?
            } else if x.obj != y.obj && [x.obj, y.obj].iter().all(|&o| self.has_place(o)) {
                self.between(l, state, pred, &x, &y)?
            } else {
                self.unplaced_order(l, state, &x, &y, both);
                let (s, t) = (self.address(l, x.obj, x.off)?, self.address(l, y.obj, y.off)?);
                let apart = semantics::icmp(&mut l.d, pred, &s, &t);
                self.where_reused(l, state, pred, &x, &y, apart)?
            };
            let here = l.d.terms.and(both, here);
            any = l.d.terms.or(any, here);
        }
        Ok(any)
    }

    /// The order of pointers is that of places in one object (C11 6.5.8p5).
    pub fn check_order(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        x: &Val,
        y: &Val,
        loc: Option<LocId>,
    ) -> Step<()> {
        let (Val::Ptr(p), Val::Ptr(q)) = (x, y) else { return Ok(()) };
        self.must_be_own(l, state, p, loc)?;
        self.must_be_own(l, state, q, loc)?;
        for (x, y) in p.cases.iter().flat_map(|x| q.cases.iter().map(move |y| (x, y))) {
            let both = l.d.terms.and(x.cond, y.cond);
            if [x.obj, y.obj].iter().any(|&o| self.space.is_area(o)) {
                let here = l.d.terms.and(state.path.term(), both);
                if l.d.terms.as_bool(here) != Some(false) {
                    let what = "which objects pointers lead to, in the flat memory model".to_owned();
                    l.oblige(state, Kind::Unsupported(what), here, loc);
                }
            } else if x.obj != y.obj {
                l.violate(state, loc, Check::PointerCompare, both)?;
            }
        }
        Ok(())
    }

    /// Whether an object has an address of its own, which nothing but the layout of memory decides.
    pub(super) fn has_place(&self, o: ObjId) -> bool {
        let origin = &self.space.info(o).origin;
        let given = matches!(
            origin,
            Origin::Global(_) | Origin::Heap(_) | Origin::Stack { .. } | Origin::Argument(_)
        );
        given && !self.space.is_area(o)
    }

    fn is_any_exposed(&self, x: &PtrCase, y: &PtrCase) -> bool {
        [x, y].iter().any(|c| self.space.is_exposed(c.obj))
    }

    /// Compares places of two objects: with any addresses that keep apart what lives at the same time.
    fn between(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        pred: IcmpPred,
        x: &PtrCase,
        y: &PtrCase,
    ) -> Step<Term> {
        if self.is_any_exposed(x, y) {
            let free = self.compare_places(l, pred, x, y)?;
            if pred != IcmpPred::Eq {
                self.assume_apart(l, state, [x.obj, y.obj])?;
                return Ok(free);
            }
            let mut inside = |c: &PtrCase| {
                let room = self.room(l, c.obj);
                l.d.terms.ult(c.off, room)
            };
            let (p, q) = (inside(x), inside(y));
            let b = &mut l.d.terms;
            let apart = b.and(p, q);
            let left = b.not(apart);
            return Ok(b.and(left, free));
        }
        if ![x.obj, y.obj].iter().all(|&o| self.has_place(o)) {
            let (s, t) = (self.address(l, x.obj, x.off)?, self.address(l, y.obj, y.off)?);
            return Ok(semantics::icmp(&mut l.d, pred, &s, &t));
        }
        let (s, t) = self.reused_addresses(l, state, x.obj, y.obj)?;
        let (s, t) = (l.d.terms.add(s, x.off), l.d.terms.add(t, y.off));
        Ok(semantics::icmp(&mut l.d, pred, &s, &t))
    }

    /// The order of functions, of what the surroundings pass, and of numbers among addresses is not that of one layout; only the
    /// first and the last page hold nothing.
    fn unplaced_order(&mut self, l: &mut Ledger<'_>, state: &State, x: &PtrCase, y: &PtrCase, both: Term) {
        let to = [x, y].into_iter().filter(|c| c.obj != ObjId::NULL);
        let seen = to.clone().all(|c| self.space.is_exposed(c.obj));
        if seen || x.obj == y.obj {
            return;
        }
        let mut here = l.d.terms.and(state.path.term(), both);
        for c in [x, y].iter().filter(|c| c.obj == ObjId::NULL) {
            let b = &mut l.d.terms;
            let page = b.bv(self.space.width, NULL_PAGE);
            let up = b.neg(c.off);
            let (first, last) = (b.ult(c.off, page), b.ult(up, page));
            let near = b.or(first, last);
            let far = b.not(near);
            here = b.and(here, far);
        }
        if l.d.terms.as_bool(here) != Some(false) {
            l.oblige(state, Kind::Unsupported(LAYOUT.to_owned()), here, None);
        }
    }

    /// The result of a comparison between two objects, `apart` unless they may have had the same addresses.
    fn where_reused(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        pred: IcmpPred,
        x: &PtrCase,
        y: &PtrCase,
        apart: Term,
    ) -> Step<Term> {
        let reused = self.reused(l, state, x.obj, y.obj);
        let possible = l.d.terms.and(state.path.term(), reused);
        if l.d.terms.as_bool(possible) == Some(false) {
            return Ok(apart);
        }
        let free = if self.is_any_exposed(x, y) {
            self.compare_places(l, pred, x, y)?
        } else {
            let (s, t) = self.reused_addresses(l, state, x.obj, y.obj)?;
            let (s, t) = (l.d.terms.add(s, x.off), l.d.terms.add(t, y.off));
            semantics::icmp(&mut l.d, pred, &s, &t)
        };
        Ok(l.d.terms.ite(reused, free, apart))
    }
}
