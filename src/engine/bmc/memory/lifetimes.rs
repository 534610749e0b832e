//! When objects begin and end: locals with marked lifetimes, areas of dynamic size, and comparisons of pointers to
//! objects of which one ended before the other began, so that both may have had the same address.

use super::MemoryModel;
use crate::engine::bmc::ledger::Input;
use crate::engine::bmc::ledger::{Kind, Ledger, Step, Stop};
use crate::engine::bmc::state::{ObjId, Origin, Ptr, State, mix};
use crate::ilr::{Sort, Term};
use crate::semantics::NULL_PAGE;

/// Most objects of which one is compared with another that had ended before.
const REUSE_LIMIT: usize = 64;

/// Most addresses that a pointer to a local may hold in the flat model.
const LOCALS_LIMIT: usize = 64;

impl MemoryModel {
    /// A later time than all before.
    pub fn tick(&mut self) -> u64 {
        self.clock += 1;
        self.clock
    }

    /// Ends an object on all runs of a state.
    pub fn end_object(&mut self, l: &mut Ledger<'_>, state: &mut State, o: ObjId) {
        if let Some(live) = state.memory.get(o).map(|object| object.live) {
            self.note_end(l, state, (o, live), None);
        }
        let at = (self.tick(), l.d.terms.tt());
        state.memory.kill(o, at);
    }

    /// Ends an object on some runs of a state.
    pub fn end_object_when(&mut self, l: &mut Ledger<'_>, state: &mut State, o: ObjId, cond: Term) {
        if let Some(live) = state.memory.get(o).map(|object| object.live) {
            let here = l.d.terms.and(live, cond);
            self.note_end(l, state, (o, here), None);
        }
        let at = self.tick();
        let b = &mut l.d.terms;
        let stays = b.not(cond);
        let path = state.path.term();
        let here = b.and(path, cond);
        let Some(object) = state.memory.get_mut(o) else { return };
        let live = b.and(object.live, stays);
        if here == path || b.as_bool(live) == Some(false) {
            let tt = b.tt();
            state.memory.kill(o, (at, tt));
        } else {
            object.live = live;
            object.ended.push((at, cond));
        }
    }

    /// The locals that a pointer to the start of one may name.
    pub fn locals(&mut self, l: &mut Ledger<'_>, p: &Ptr) -> Vec<(Term, ObjId)> {
        let mut out = Vec::new();
        for c in p.cases.iter().filter(|c| c.obj != ObjId::NULL) {
            if !self.space.is_area(c.obj) {
                out.push((c.cond, c.obj));
                continue;
            }
            for address in l.d.terms.value_set(c.off, LOCALS_LIMIT).unwrap_or_default() {
                let Some(o) = self.space.starting_at(address) else { continue };
                let b = &mut l.d.terms;
                let k = b.bv(self.space.width, address);
                let same = b.eq(c.off, k);
                out.push((b.and(c.cond, same), o));
            }
        }
        out
    }

    /// Ends the areas of dynamic size that began after a time.
    pub fn end_dynamic(&mut self, l: &mut Ledger<'_>, state: &mut State, after: Term) {
        let Some(after) = l.d.terms.as_u64(after) else { return };
        let began = |state: &State, o: ObjId| {
            state.memory.times(o).and_then(|(born, _)| born.iter().map(|t| t.0).min()).unwrap_or(0)
        };
        let ending: Vec<ObjId> =
            state.frame.locals.dynamic.iter().copied().filter(|&o| began(state, o) > after).collect();
        if ending.is_empty() {
            return;
        }
        for &o in &ending {
            self.end_object(l, state, o);
        }
        let top = state.top();
        top.locals.dynamic.retain(|o| !ending.contains(o));
        top.locals.all.retain(|o| !ending.contains(o));
    }

    /// When one of two objects ended before the other began, where the same addresses serve both.
    pub fn reused(&mut self, l: &mut Ledger<'_>, state: &State, x: ObjId, y: ObjId) -> Term {
        let ff = l.d.terms.ff();
        let area = |o: ObjId| match self.space.info(o).origin {
            Origin::Heap(_) => Some(true),
            Origin::Stack { .. } | Origin::Argument(_) => Some(false),
            _ => None,
        };
        if area(x).is_none() || area(x) != area(y) {
            return ff;
        }
        if state.thread.concurrent && x != y && self.may_be_reused(l, x, y) {
            let what =
                "a comparison with a pointer to an object that another thread may have ended".to_owned();
            let path = state.path.term();
            l.oblige(state, Kind::Unsupported(what), path, None);
        }
        let (Some(x), Some(y)) = (state.memory.times(x), state.memory.times(y)) else { return ff };
        let mut any = ff;
        for ((_, ended), (born, _)) in [(x, y), (y, x)] {
            for e in ended.iter() {
                for s in born.iter().filter(|s| e.0 < s.0) {
                    let both = l.d.terms.and(e.1, s.1);
                    any = l.d.terms.or(any, both);
                }
            }
        }
        any
    }

    /// Whether one of two objects ends while there are several threads, which each know only what they do themselves.
    fn may_be_reused(&self, l: &Ledger<'_>, x: ObjId, y: ObjId) -> bool {
        let Some(shared) = &l.options.learned.shared else { return false };
        [x, y].iter().any(|&o| shared.ended.contains(&self.space.info(o).key))
    }

    /// Addresses of two objects of which one may have ended before the other began: any that keep apart what lived at
    /// the same time.
    pub fn reused_addresses(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        x: ObjId,
        y: ObjId,
    ) -> Step<(Term, Term)> {
        let s = self.reused_address(l, state, x)?;
        let t = self.reused_address(l, state, y)?;
        Ok((s, t))
    }

    fn reused_address(&mut self, l: &mut Ledger<'_>, state: &mut State, o: ObjId) -> Step<Term> {
        let width = l.width();
        let (start, room) = match self.placed.iter().find(|p| p.0 == o) {
            Some(&(_, start)) => (start, self.room(l, o)),
            None => {
                if self.placed.len() >= REUSE_LIMIT {
                    return Err(Stop::Unsupported(
                        "comparisons of many pointers to objects that have ended".to_owned(),
                    ));
                }
                let key = mix(0x5a3e, self.space.info(o).key);
                let start = match &l.inputs.known {
                    Some(oracle) => {
                        let known = oracle.get(&key).filter(|v| v.width() == width).cloned();
                        match known {
                            Some(value) => l.d.terms.constant(&value),
                            None => self.start_address(l, o)?,
                        }
                    }
                    None => {
                        let name = format!("address!{}", l.inputs.list.len());
                        let term = l.d.terms.var(&name, Sort::Bv(width));
                        l.inputs.list.push(Input { key, term });
                        term
                    }
                };
                self.placed.push((o, start));
                (start, self.room(l, o))
            }
        };
        l.inputs.events += 1;
        state.events = l.inputs.events;
        // Aligned, not null, in one piece.
        let align = self.space.alignment(o);
        let b = &mut l.d.terms;
        let mask = b.bv(width, align - 1);
        let (zero, least) = (b.bv(width, 0), b.bv(width, NULL_PAGE));
        let rest = b.bvand(start, mask);
        let aligned = b.eq(rest, zero);
        // So many of these fit into half of the address space in any order; what is assumed of larger ones could lose runs.
        let most = b.bv(width, 1 << (width.min(64) - 2 - REUSE_LIMIT.ilog2()));
        let large = b.ult(most, room);
        let above = b.ule(least, start);
        let wraps = b.uaddo(start, room);
        let whole = b.not(wraps);
        let top = b.extract(start, width - 1, width - 1);
        let high = b.bv_to_bool(top);
        let low = b.not(high);
        let good = b.and_all([aligned, above, whole, low]);
        let lost = b.and(state.path.term(), large);
        if b.as_bool(lost) != Some(false) {
            let what = "addresses of objects of this size that are compared".to_owned();
            l.oblige(state, Kind::Unsupported(what), lost, None);
        }
        l.assume(state, good)?;
        for (other, place) in self.placed.clone() {
            if other == o || state.memory.times(other).is_none() {
                continue;
            }
            let reused = self.reused(l, state, o, other);
            let size = self.room(l, other);
            let b = &mut l.d.terms;
            let (end, end_other) = (b.add(start, room), b.add(place, size));
            let (before, after) = (b.ule(end, place), b.ule(end_other, start));
            let apart = b.or(before, after);
            let good = b.or(reused, apart);
            l.assume(state, good)?;
        }
        Ok(start)
    }
}
