//! When objects begin and end: locals with marked lifetimes, areas of dynamic size, and comparisons of pointers to
//! objects of which one ended before the other began, so that both may have had the same address.

use super::eval::{Eval, Step, Stop};
use super::memory::{Base, NULL_PAGE, ObjInfo, Origin, blank};
use super::obligation::Kind;
use super::state::{State, mix};
use super::value::{ObjId, Ptr, Val};
use super::variable::InputId;
use crate::ilr::{Sort, Term};
use crate::program::{InstId, InstKind, Value};

/// Most objects of which one is compared with another that had ended before.
const REUSE_LIMIT: usize = 64;

/// Most addresses that a pointer to a local may hold in the flat model.
const LOCALS_LIMIT: usize = 64;

impl Eval<'_> {
    /// A later time than all before.
    pub(super) fn tick(&mut self) -> u64 {
        self.clock += 1;
        self.clock
    }

    /// Ends an object on all runs of a state.
    pub(super) fn end_object(&mut self, state: &mut State, o: ObjId) {
        let at = (self.tick(), self.d.terms.tt());
        state.memory.kill(o, at);
    }

    /// Ends an object on some runs of a state.
    pub(super) fn end_object_when(&mut self, state: &mut State, o: ObjId, cond: Term) {
        let at = self.tick();
        let b = &mut self.d.terms;
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

    /// `llvm.lifetime.start` and `.end`. Each life of a local is an object of its own: a pointer to an earlier one
    /// does not lead to the next.
    pub(super) fn lifetime(&mut self, state: &mut State, id: InstId, what: Value, starts: bool) -> Step<()> {
        let p = self.operand(state, what)?;
        let p = self.pointer(state, p)?;
        let objects = self.locals(&p);
        if !starts {
            for (cond, o) in objects {
                self.end_object_when(state, o, cond);
                if state.memory.get(o).is_none() {
                    state.top().stack.retain(|x| *x != o);
                }
            }
            return Ok(());
        }
        let f = self.program.func(state.frame.func);
        let alloca = match what {
            Value::Inst(i) => match f.inst(i).kind {
                InstKind::Alloca { ty, align, .. } => Some((i, ty, align, f.inst(i).loc)),
                _ => None,
            },
            _ => None,
        };
        let Some((alloca, ty, align, loc)) = alloca else { return Ok(()) };
        if let [(_, o)] = objects[..]
            && let Some(object) = state.memory.get(o)
        {
            let live = self.d.terms.as_bool(object.live);
            if object.born.is_empty() {
                let at = (self.tick(), self.d.terms.tt());
                if let Some(object) = state.memory.get_mut(o) {
                    object.live = at.1;
                    object.born.push(at);
                }
                self.log_object(state, objects[0].1, 0);
                return Ok(());
            }
            if live == Some(true) {
                // The declaration is reached again while the object lives: it stays, with any content.
                let life = state.frame.key(id, InputId::Life) as u64 | 1;
                self.log_object(state, o, life);
                if self.flat.is_some() {
                    return self.flat_blank(state, o, life);
                }
                if let Some(object) = state.memory.get_mut(o) {
                    object.content = blank(Base::Undef(life));
                }
                return Ok(());
            }
        }
        let Some(&(_, old)) = objects.first() else { return Ok(()) };
        let old = self.space.info(old);
        let info = ObjInfo {
            origin: Origin::Stack { func: state.frame.func, ty },
            size: old.size,
            size_const: old.size_const,
            constant: false,
            loc,
            key: state.frame.key(id, InputId::Life),
        };
        let o = self.make_object(state, info, Base::Undef(0));
        self.space.align(o, align);
        let v = Val::Ptr(self.object_ptr(o)?);
        let top = state.top();
        top.stack.push(o);
        top.regs[alloca.index()] = Some(v);
        Ok(())
    }

    /// The locals that a pointer to the start of one may name.
    fn locals(&mut self, p: &Ptr) -> Vec<(Term, ObjId)> {
        let mut out = Vec::new();
        for c in p.cases.iter().filter(|c| c.obj != ObjId::NULL) {
            if !self.space.is_area(c.obj) {
                out.push((c.cond, c.obj));
                continue;
            }
            for address in self.d.terms.const_candidates(c.off, LOCALS_LIMIT).unwrap_or_default() {
                let Some(o) = self.space.starting_at(address) else { continue };
                let b = &mut self.d.terms;
                let k = b.bv(self.space.width, address);
                let same = b.eq(c.off, k);
                out.push((b.and(c.cond, same), o));
            }
        }
        out
    }

    /// Ends the areas of dynamic size that began after a time.
    pub(super) fn end_dynamic(&mut self, state: &mut State, after: Term) {
        let Some(after) = self.d.terms.as_u64(after) else { return };
        let began = |state: &State, o: ObjId| {
            state.memory.times(o).and_then(|(born, _)| born.iter().map(|t| t.0).min()).unwrap_or(0)
        };
        let ending: Vec<ObjId> =
            state.frame.dynamic.iter().copied().filter(|&o| began(state, o) > after).collect();
        if ending.is_empty() {
            return;
        }
        for &o in &ending {
            self.end_object(state, o);
        }
        let top = state.top();
        top.dynamic.retain(|o| !ending.contains(o));
        top.stack.retain(|o| !ending.contains(o));
    }

    /// When one of two objects ended before the other began, where the same addresses serve both.
    pub(super) fn reused(&mut self, state: &State, x: ObjId, y: ObjId) -> Term {
        let ff = self.d.terms.ff();
        let area = |o: ObjId| match self.space.info(o).origin {
            Origin::Heap(_) => Some(true),
            Origin::Stack { .. } | Origin::Argument => Some(false),
            _ => None,
        };
        if area(x).is_none() || area(x) != area(y) {
            return ff;
        }
        let (Some(x), Some(y)) = (state.memory.times(x), state.memory.times(y)) else { return ff };
        let mut any = ff;
        for ((_, ended), (born, _)) in [(x, y), (y, x)] {
            for e in ended.iter() {
                for s in born.iter().filter(|s| e.0 < s.0) {
                    let both = self.d.terms.and(e.1, s.1);
                    any = self.d.terms.or(any, both);
                }
            }
        }
        any
    }

    /// Addresses of two objects of which one may have ended before the other began: any that keep apart what lived at
    /// the same time.
    pub(super) fn reused_addresses(&mut self, state: &mut State, x: ObjId, y: ObjId) -> Step<(Term, Term)> {
        let s = self.reused_address(state, x)?;
        let t = self.reused_address(state, y)?;
        Ok((s, t))
    }

    fn reused_address(&mut self, state: &mut State, o: ObjId) -> Step<Term> {
        let width = self.width();
        let (start, room) = match self.placed.iter().find(|p| p.0 == o) {
            Some(&(_, start)) => (start, self.room(o)),
            None => {
                if self.placed.len() >= REUSE_LIMIT {
                    return Err(Stop::Unsupported(
                        "comparisons of many pointers to objects that have ended".to_owned(),
                    ));
                }
                let key = mix(0x5a3e, self.space.info(o).key);
                let start = match &self.oracle {
                    Some(oracle) => {
                        let known = oracle.values.get(&key).filter(|v| v.width() == width).cloned();
                        match known {
                            Some(value) => self.d.terms.constant(&value),
                            None => self.start_address(o)?,
                        }
                    }
                    None => {
                        let name = format!("address!{}", self.inputs.len());
                        let term = self.d.terms.var(&name, Sort::Bv(width));
                        self.inputs.push(super::eval::Input { key, term });
                        term
                    }
                };
                self.placed.push((o, start));
                (start, self.room(o))
            }
        };
        self.events += 1;
        state.events = self.events;
        // Aligned, not null, in one piece.
        let align = self.space.alignment(o);
        let b = &mut self.d.terms;
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
            self.oblige(state, Kind::Unsupported(what), lost, None);
        }
        self.assume(state, good)?;
        for (other, place) in self.placed.clone() {
            if other == o || state.memory.times(other).is_none() {
                continue;
            }
            let reused = self.reused(state, o, other);
            let size = self.room(other);
            let b = &mut self.d.terms;
            let (end, end_other) = (b.add(start, room), b.add(place, size));
            let (before, after) = (b.ule(end, place), b.ule(end_other, start));
            let apart = b.or(before, after);
            let good = b.or(reused, apart);
            self.assume(state, good)?;
        }
        Ok(start)
    }

    /// Bytes that an object occupies: at least one.
    pub(super) fn room(&mut self, o: ObjId) -> Term {
        let (width, size) = (self.width(), self.space.info(o).size);
        let b = &mut self.d.terms;
        let (zero, one) = (b.bv(width, 0), b.bv(width, 1));
        let none = b.eq(size, zero);
        b.ite(none, one, size)
    }
}
