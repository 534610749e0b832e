//! Memory that threads share: what a thread reads there is any value, which [`consistency`](super::consistency) ties to what
//! was written. Everything else is in the states, as with one thread.

use super::{AccessCase, MemoryModel, Mode};
use crate::engine::bmc::ledger::{How, Kind, Ledger, Parts, SharedAccess, SharedStart, Step, Stop};
use crate::engine::bmc::state::{ObjId, Origin, Point, Ptr, PtrCase, Section, SectionCell, State, Val};
use crate::ilr::{Sort, Term};
use crate::program::LocId;
use smallvec::SmallVec;
use std::ops::Range;

/// The library's variable that tells which thread runs. Each has its own here.
const RUNNING: &str = "running";

/// The bytes of an access, where they are known.
fn range(l: &Ledger<'_>, off: Term, size: Term) -> Option<Range<u64>> {
    let (start, size) = (l.d.terms.as_u64(off)?, l.d.terms.as_u64(size)?);
    Some(start..start.saturating_add(size))
}

impl MemoryModel {
    /// Whether each thread has an object of its own.
    fn is_own(&self, l: &Ledger<'_>, o: ObjId) -> bool {
        match self.space.info(o).origin {
            Origin::Global(g) => {
                let global = l.program.global(g);
                global.thread_local || global.model && global.name == RUNNING
            }
            Origin::Null | Origin::Code(_) => true,
            _ => false,
        }
    }

    /// Whether threads share what a state accesses.
    pub fn is_shared(&self, l: &Ledger<'_>, state: &State, o: ObjId, range: Option<&Range<u64>>) -> bool {
        let Some(shared) = l.options.learned.shared.as_ref().filter(|_| state.thread.concurrent) else {
            return false;
        };
        let parts = shared.parts.get(&self.space.info(o).key);
        parts.is_some_and(|parts| parts.meets(range.unwrap_or(&Parts::ALL)))
    }

    /// Notes that a state's thread accesses an object.
    pub fn note_access(&self, l: &mut Ledger<'_>, state: &State, c: &PtrCase, size: Term, mode: Mode) {
        if state.thread.concurrent && !self.is_own(l, c.obj) {
            let how = if mode == Mode::Read { How::Reads } else { How::Writes };
            let range = range(l, c.off, size);
            l.note_use(state, c.obj, how, range);
        }
    }

    /// Notes that a state's thread ends an object.
    pub fn note_end(&self, l: &mut Ledger<'_>, state: &State, o: ObjId) {
        if state.thread.concurrent && !self.is_own(l, o) {
            l.note_use(state, o, How::Ends, None);
        }
    }

    /// Runs end, as unsupported, where threads share one of these places.
    pub fn must_not_be_shared(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        places: &[AccessCase],
        size: Term,
        loc: Option<LocId>,
    ) -> Step<()> {
        if !state.thread.concurrent {
            return Ok(());
        }
        for c in places {
            let bytes = range(l, c.off, size);
            if self.is_shared(l, state, c.obj, bytes.as_ref()) {
                let here = l.d.terms.and(state.path.term(), c.cond);
                l.oblige(
                    state,
                    Kind::Unsupported("a block of memory that threads share".to_owned()),
                    here,
                    loc,
                );
                let other = l.d.terms.not(c.cond);
                l.assume(state, other)?;
            }
        }
        Ok(())
    }

    /// From here on there may be other threads: what they share begins with what it holds.
    pub fn become_concurrent(&mut self, l: &mut Ledger<'_>, state: &mut State) {
        if state.thread.concurrent {
            return;
        }
        state.thread.concurrent = true;
        let Some(shared) = l.options.learned.shared.clone() else { return };
        for key in shared.parts.keys() {
            if let Some(o) = self.space.of_key(*key) {
                self.start_sharing(l, state, o);
            }
        }
    }

    /// What threads share of an object begins with what it holds.
    pub fn start_sharing(&mut self, l: &mut Ledger<'_>, state: &State, o: ObjId) {
        if !self.is_shared(l, state, o, None) {
            return;
        }
        if let Some(object) = state.memory.get(o) {
            let (when, content) = (state.path.term(), object.clone());
            l.threads.starts.push(SharedStart { object: o, when, content });
        }
    }

    /// A value that threads may have written.
    fn any_shared(&mut self, l: &mut Ledger<'_>, state: &mut State, o: ObjId, bytes: u32) -> Val {
        l.note_event(state);
        let number = l.threads.reads.len();
        let key = self.space.info(o).key;
        let shared = l.options.learned.shared.as_ref().expect("threads are followed");
        let targets = shared.targets.get(&key).filter(|_| 8 * bytes == self.space.width);
        let known: Vec<(ObjId, Option<u64>)> = targets
            .into_iter()
            .flatten()
            .filter_map(|(key, off)| {
                Some((if *key == 0 { ObjId::NULL } else { self.space.of_key(*key)? }, *off))
            })
            .collect();
        let width = 8 * bytes;
        let b = &mut l.d.terms;
        let offset = |b: &mut crate::rewrite::Builder, what: usize| {
            b.var(&format!("read!{number}.{what}"), Sort::Bv(width))
        };
        if known.is_empty() {
            return Val::Int(b.var(&format!("read!{number}"), Sort::Bv(width)));
        }
        let mut objects: Vec<(ObjId, Option<u64>)> = Vec::new();
        for (o, off) in known {
            match objects.iter_mut().find(|x| x.0 == o) {
                Some(other) => other.1 = None,
                None => objects.push((o, off)),
            }
        }
        let bits = usize::BITS - objects.len().leading_zeros();
        let chosen = b.var(&format!("leads!{number}"), Sort::Bv(bits));
        let mut none = b.tt();
        let mut cases: SmallVec<[PtrCase; 1]> = SmallVec::new();
        let last = objects.len() - 1;
        for (i, (obj, off)) in objects.into_iter().enumerate() {
            let k = b.bv(bits, i as u64);
            let here = b.eq(chosen, k);
            let cond = if i == last { none } else { here };
            let other = b.not(here);
            none = b.and(none, other);
            let off = match off {
                Some(off) => b.bv(width, off),
                None => offset(b, i),
            };
            cases.push(PtrCase { cond, obj, off });
        }
        Val::Ptr(Ptr { cases })
    }

    fn note_read(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        (o, offset, size): (ObjId, Term, u32),
        point: Option<Point>,
        cond: Term,
    ) -> Val {
        let point = point.unwrap_or_else(|| l.point(state));
        let value = self.any_shared(l, state, o, size);
        let when = l.d.terms.and(state.path.term(), cond);
        l.threads.reads.push(SharedAccess { point, object: o, offset, size, when, value: value.clone() });
        value
    }

    /// Reads a scalar of an object where a condition holds, if threads share it.
    pub fn read_shared(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        c: &AccessCase,
        offset: Term,
        size: u32,
    ) -> Step<Option<Val>> {
        let length = l.d.terms.bv(self.space.width, size.into());
        let bytes = range(l, offset, length);
        if !self.is_shared(l, state, c.obj, bytes.as_ref()) {
            return Ok(None);
        }
        let place = (c.obj, offset, size);
        let Some(section) = state.thread.section.clone() else {
            return Ok(Some(self.note_read(l, state, place, None, c.cond)));
        };
        let known = self.in_section(l, &section, place)?;
        if let Some(cell) = &known
            && l.d.terms.as_bool(cell.known) == Some(true)
        {
            return Ok(Some(cell.val.clone()));
        }
        let (cond, before) = match &known {
            None => (c.cond, l.d.terms.ff()),
            Some(cell) => {
                let unknown = l.d.terms.not(cell.known);
                (l.d.terms.and(c.cond, unknown), cell.known)
            }
        };
        let read = self.note_read(l, state, place, Some(section.point), cond);
        let val = match &known {
            None => read,
            Some(cell) => self.choose(l, cell.known, &cell.val, &read)?,
        };
        let cell = SectionCell {
            size,
            val: val.clone(),
            known: l.d.terms.or(before, c.cond),
            written: known.map_or_else(|| l.d.terms.ff(), |cell| cell.written),
        };
        put(state, (c.obj, offset), cell);
        Ok(Some(val))
    }

    /// Writes a scalar of an object where a condition holds, if threads share it.
    pub fn write_shared(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        (o, offset, size): (ObjId, Term, u32),
        v: &Val,
        cond: Term,
    ) -> Step<bool> {
        let length = l.d.terms.bv(self.space.width, size.into());
        let bytes = range(l, offset, length);
        if !self.is_shared(l, state, o, bytes.as_ref()) {
            return Ok(false);
        }
        let Some(section) = state.thread.section.clone() else {
            let point = l.point(state);
            let when = l.d.terms.and(state.path.term(), cond);
            l.threads.writes.push(SharedAccess { point, object: o, offset, size, when, value: v.clone() });
            return Ok(true);
        };
        let cell = match self.in_section(l, &section, (o, offset, size))? {
            None => SectionCell { size, val: v.clone(), known: cond, written: cond },
            Some(cell) => SectionCell {
                size,
                val: self.choose(l, cond, v, &cell.val)?,
                known: l.d.terms.or(cell.known, cond),
                written: l.d.terms.or(cell.written, cond),
            },
        };
        put(state, (o, offset), cell);
        Ok(true)
    }

    /// What a section knows of a scalar. Other scalars that it knows must lie apart.
    fn in_section(
        &self,
        l: &mut Ledger<'_>,
        section: &Section,
        (o, offset, size): (ObjId, Term, u32),
    ) -> Step<Option<SectionCell>> {
        let mut found = None;
        for ((object, at), cell) in &section.cells {
            if *object != o {
                continue;
            }
            if *at == offset && cell.size == size {
                found = Some(cell.clone());
                continue;
            }
            let apart = match (l.d.terms.as_u64(*at), l.d.terms.as_u64(offset)) {
                (Some(x), Some(y)) => x + u64::from(cell.size) <= y || y + u64::from(size) <= x,
                _ => false,
            };
            if !apart {
                return Err(Stop::Unsupported("overlapping accesses in an atomic section".to_owned()));
            }
        }
        Ok(found)
    }

    /// A section begins, if none has.
    pub fn begin_section(&mut self, l: &mut Ledger<'_>, state: &mut State) {
        if state.thread.concurrent && state.thread.section.is_none() {
            let point = l.point(state);
            state.thread.section = Some(Section { point, cells: Default::default() });
        }
    }

    /// The section ends: what it has written can be seen.
    pub fn end_section(&mut self, l: &mut Ledger<'_>, state: &mut State) {
        let Some(section) = state.thread.section.take() else { return };
        l.threads.points[section.point].entries = l.log.0.len();
        for ((object, offset), cell) in section.cells {
            let when = l.d.terms.and(state.path.term(), cell.written);
            if l.d.terms.as_bool(when) != Some(false) {
                let (point, size, value) = (section.point, cell.size, cell.val);
                l.threads.writes.push(SharedAccess { point, object, offset, size, when, value });
            }
        }
    }
}

fn put(state: &mut State, place: (ObjId, Term), cell: SectionCell) {
    if let Some(section) = &mut state.thread.section {
        section.cells.insert(place, cell);
    }
}
