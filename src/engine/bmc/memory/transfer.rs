//! Many bytes at once: copies, fills, and any values.

use super::MemoryModel;
use super::access::{AccessCase, Mode};
use super::bulk::{Range, copy};
use super::content::Access;
use crate::engine::bmc::ledger::{Kind, Ledger, Step, Stop};
use crate::engine::bmc::state::{InputId, ObjId, ObjState, Origin, Ptr, State, Val};
use crate::ilr::Term;
use crate::program::{InstId, LocId};
use crate::property::Check;

impl MemoryModel {
    /// Copies bytes between checked places; source and target may overlap.
    pub fn copy_bytes(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        to: &Ptr,
        from: &Ptr,
        len: Term,
        loc: Option<LocId>,
    ) -> Step<()> {
        if l.d.terms.as_u64(len) == Some(0) {
            return Ok(());
        }
        let sources = self.valid_places(l, state, from, len, Mode::Read, loc)?;
        if sources.iter().any(|s| self.ends.contains_key(&s.obj)) {
            return Err(Stop::Unsupported("command-line arguments".to_owned()));
        }
        self.must_be_read(l, state, &sources, loc)?;
        let targets = self.valid_places(l, state, to, len, Mode::Write, loc)?;
        let shared = self.shared_block(l, state, &sources, len);
        if let Some(len) = shared.or_else(|| self.shared_block(l, state, &targets, len)) {
            return self.copy_shared(l, state, &targets, &sources, len);
        }
        self.must_not_be_shared(l, state, &sources, len, loc)?;
        self.must_not_be_shared(l, state, &targets, len, loc)?;
        // Snapshots, as a target may be a source of another case.
        let mut snapshots: Vec<(AccessCase, ObjState)> = Vec::new();
        for s in &sources {
            if let Some(object) = state.memory.get(s.obj) {
                snapshots.push((*s, object.clone()));
            }
        }
        for t in &targets {
            for (s, snapshot) in &mut snapshots {
                let alone = targets.len() == 1 && sources.len() == 1;
                let cond = if alone { l.d.terms.tt() } else { l.d.terms.and(s.cond, t.cond) };
                let both = l.d.terms.and(state.path.term(), cond);
                if l.d.terms.as_bool(both) == Some(false) {
                    continue;
                }
                let Some(target) = state.memory.get_mut(t.obj) else { continue };
                let (to, from) = (Range { obj: t.obj, off: t.off }, Range { obj: s.obj, off: s.off });
                copy(&mut l.d.terms, &mut self.space, (to, target), (from, snapshot), len, cond)?;
                if s.obj != t.obj
                    && state.memory.get(s.obj).is_some()
                    && targets.iter().all(|x| x.obj != s.obj)
                {
                    state.memory.set(s.obj, snapshot.clone());
                }
            }
        }
        Ok(())
    }

    /// Runs end, as undefined, on which bytes are copied from none of these places and no check is about that.
    fn must_be_read(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        sources: &[AccessCase],
        loc: Option<LocId>,
    ) -> Step<()> {
        if self.memory_checked(l) {
            return Ok(());
        }
        let read = l.d.terms.or_all(sources.iter().map(|s| s.cond));
        let nowhere = l.d.terms.not(read);
        let here = l.d.terms.and(state.path.term(), nowhere);
        l.oblige(state, Kind::Undefined(Check::InvalidRead), here, loc);
        l.assume(state, read)
    }

    /// Fills checked places.
    pub fn fill_bytes(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        to: &Ptr,
        byte: Term,
        len: Term,
        loc: Option<LocId>,
    ) -> Step<()> {
        if l.d.terms.as_u64(len) == Some(0) {
            return Ok(());
        }
        let targets = self.valid_places(l, state, to, len, Mode::Write, loc)?;
        if let Some(len) = self.shared_block(l, state, &targets, len) {
            return self.fill_shared(l, state, &targets, byte, len);
        }
        self.must_not_be_shared(l, state, &targets, len, loc)?;
        for t in &targets {
            let cond = if targets.len() == 1 { l.d.terms.tt() } else { t.cond };
            let Some(object) = state.memory.get_mut(t.obj) else { continue };
            Access { b: &mut l.d.terms, space: &mut self.space, obj: t.obj, state: object }
                .fill(t.off, len, byte, cond)?;
        }
        Ok(())
    }

    /// `memcpy` between ranges that overlap without being the same is undefined.
    pub fn check_overlap(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        to: &Ptr,
        from: &Ptr,
        len: Term,
        loc: Option<LocId>,
    ) -> Step<()> {
        if !l.options.checks.contains(Check::Overlap) || l.d.terms.as_u64(len) == Some(0) {
            return Ok(());
        }
        self.must_be_own(l, state, to, loc)?;
        self.must_be_own(l, state, from, loc)?;
        for t in &to.cases {
            for s in from.cases.iter().filter(|s| s.obj == t.obj && s.obj != ObjId::NULL) {
                let b = &mut l.d.terms;
                let up = b.sub(t.off, s.off);
                let down = b.sub(s.off, t.off);
                let (x, y) = (b.ult(up, len), b.ult(down, len));
                let touch = b.or(x, y);
                let moved = b.ne(t.off, s.off);
                let both = b.and(touch, moved);
                let cond = b.and(t.cond, s.cond);
                let bad = b.and(cond, both);
                l.violate(state, loc, Check::Overlap, bad)?;
            }
        }
        Ok(())
    }

    /// Any bytes at checked places.
    pub fn havoc(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        id: InstId,
        p: &Ptr,
        size: Term,
        loc: Option<LocId>,
    ) -> Step<()> {
        let places = self.places(l, state, p, size, Mode::Write, loc)?;
        let Some(n) = l.d.terms.as_u64(size).filter(|&n| n <= 1 << 16) else {
            return self.havoc_symbolic(l, state, id, &places, size);
        };
        for (at, bytes) in scalars(n) {
            l.serial += 1;
            let t = l.input(state, id, InputId::Havoc(l.serial), 8 * bytes, "havoc");
            self.store_scalar(l, state, &places, at, bytes, &Val::Int(t))?;
        }
        Ok(())
    }

    /// Whether an object is a device that gives any value.
    pub fn gives_any(&self, l: &Ledger<'_>, o: ObjId) -> bool {
        let Origin::Global(g) = self.space.info(o).origin else { return false };
        l.program.global(g).region.is_some_and(|region| region.any)
    }

    /// Makes bytes any that are about to be read, where they are those of a device that gives any value.
    pub fn refresh(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        id: InstId,
        p: &Ptr,
        size: Term,
        loc: Option<LocId>,
    ) -> Step<()> {
        let leads = self.dereferenced(l, state, p, loc)?.into_owned();
        if !leads.cases.iter().any(|c| self.gives_any(l, c.obj)) {
            return Ok(());
        }
        let mut places = self.places(l, state, &leads, size, Mode::Read, loc)?;
        places.retain(|c| self.gives_any(l, c.obj));
        let Some(n) = l.d.terms.as_u64(size).filter(|&n| n <= 1 << 16) else {
            return self.havoc_symbolic(l, state, id, &places, size);
        };
        for (at, bytes) in scalars(n) {
            let here = l.d.terms.or_all(places.iter().map(|c| c.cond));
            l.serial += 1;
            let before = l.log.0.len();
            let t = l.input(state, id, InputId::Havoc(l.serial), 8 * bytes, "havoc");
            l.log_only(before, here);
            for c in &places {
                let d = l.d.terms.bv(l.width(), at);
                let off = l.d.terms.add(c.off, d);
                let Some(object) = state.memory.get_mut(c.obj) else { continue };
                Access { b: &mut l.d.terms, space: &mut self.space, obj: c.obj, state: object }.store(
                    off,
                    bytes,
                    &Val::Int(t),
                    c.cond,
                )?;
            }
        }
        Ok(())
    }

    /// The same with a symbolic size: byte by byte up to the end of the smallest object concerned.
    fn havoc_symbolic(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        id: InstId,
        places: &[AccessCase],
        size: Term,
    ) -> Step<()> {
        for p in places {
            // In the flat model the range has no end of its own.
            let total = self.space.info(p.obj).size_const.filter(|&n| n <= 4096);
            let total = total.ok_or_else(|| Stop::Unsupported("any bytes of a large range".to_owned()))?;
            let width = l.width();
            for at in 0..total {
                let here = l.d.terms.bv(width, at);
                let delta = l.d.terms.sub(here, p.off);
                let inside = l.d.terms.ult(delta, size);
                let cond = l.d.terms.and(p.cond, inside);
                if l.d.terms.as_bool(cond) == Some(false) {
                    continue;
                }
                l.serial += 1;
                let before = l.log.0.len();
                let t = l.input(state, id, InputId::Havoc(l.serial), 8, "havoc");
                l.log_only(before, cond);
                let Some(object) = state.memory.get_mut(p.obj) else { continue };
                Access { b: &mut l.d.terms, space: &mut self.space, obj: p.obj, state: object }.store(
                    here,
                    1,
                    &Val::Int(t),
                    cond,
                )?;
            }
        }
        Ok(())
    }

    /// Whether bytes are constants.
    pub fn is_known(&mut self, l: &mut Ledger<'_>, state: &mut State, p: &Ptr, size: Term) -> bool {
        let Some(c) = p.single() else { return false };
        let (Some(off), Some(count)) = (l.d.terms.as_u64(c.off), l.d.terms.as_u64(size)) else {
            return false;
        };
        let info = self.space.info(c.obj);
        let fits = info.size_const.is_some_and(|all| off <= all && count <= all - off);
        if !fits || self.gives_any(l, c.obj) {
            return false;
        }
        if !self.may_look(l, state, c.obj, off..off + count) {
            return false;
        }
        let Some(object) = state.memory.get_mut(c.obj) else { return false };
        let (b, space) = (&mut l.d.terms, &mut self.space);
        let mut access = Access { b, space, obj: c.obj, state: object };
        (off..off + count).all(|at| match access.load_at(at, 1) {
            Ok(Val::Int(byte)) => access.b.is_const(byte),
            _ => false,
        })
    }

    /// A constant string, for messages.
    pub fn text_at(&mut self, l: &mut Ledger<'_>, state: &mut State, p: &Ptr) -> Option<String> {
        let c = p.single()?;
        let mut at = l.d.terms.as_u64(c.off)?;
        let mut text = Vec::new();
        let size = self.space.info(c.obj).size_const?;
        while at < size && text.len() < 200 {
            let object = state.memory.get_mut(c.obj)?;
            let v = Access { b: &mut l.d.terms, space: &mut self.space, obj: c.obj, state: object }
                .load_at(at, 1)
                .ok()?;
            let byte = l.d.terms.as_u64(v.int())? as u8;
            if byte == 0 {
                break;
            }
            text.push(byte);
            at += 1;
        }
        Some(String::from_utf8_lossy(&text).into_owned())
    }
}

/// So many bytes in scalars as wide as fit, each with its offset and its number of bytes.
fn scalars(count: u64) -> impl Iterator<Item = (u64, u32)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let bytes = [8u32, 4, 2, 1].into_iter().find(|&bytes| at + u64::from(bytes) <= count)?;
        let here = at;
        at += u64::from(bytes);
        Some((here, bytes))
    })
}
