//! Memory that threads share: what a thread reads there is any value, which [`consistency`](super::consistency) ties to what
//! was written. Everything else is in the states, as with one thread.

use super::space::Space;
use super::store_order::is_store_order;
use super::{AccessCase, MemoryModel, Mode, Unrepresentable, blank};
use crate::engine::bmc::ledger::{
    ContestedUse, How, Kind, Ledger, Parts, Shared, SharedAccess, SharedStart, Step, Stop,
};
use crate::engine::bmc::state::{
    Base, ObjId, ObjState, Origin, Ptr, PtrCase, Section, SectionCell, State, Times, Val,
};
use crate::ilr::{Sort, Term};
use crate::program::LocId;
use crate::property::Check;
use crate::rewrite::Builder;
use smallvec::{SmallVec, smallvec};
use std::ops::Range;

/// The library's variable that tells which thread runs. Each has its own here.
const RUNNING: &str = "running";

/// What the library keeps of a lock that nobody has made.
pub const NEVER_SET: &str = "what the library keeps in an object that was never set";

/// What cannot be said.
const POINTER_BYTES: &str = "bytes of a pointer in memory that threads share";

/// The bytes of an access, where they are known.
pub fn range(l: &Ledger<'_>, off: Term, size: Term) -> Option<Range<u64>> {
    let (start, size) = (l.d.terms.as_u64(off)?, l.d.terms.as_u64(size)?);
    Some(start..start.saturating_add(size))
}

impl From<Mode> for How {
    fn from(mode: Mode) -> How {
        if mode == Mode::Read { How::Reads } else { How::Writes }
    }
}

impl MemoryModel {
    /// Whether each thread has an object of its own.
    pub fn is_own(&self, l: &Ledger<'_>, o: ObjId) -> bool {
        match self.space.info(o).origin {
            Origin::Global(g) => {
                let global = l.program.global(g);
                global.model && (global.thread_local || global.name == RUNNING)
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
            && !self.is_protected(l, state, o, range)
    }

    /// Whether a number was compared with addresses to find an object: `t` is the offset in it, or when it is that one.
    pub fn is_guessed(&mut self, l: &Ledger<'_>, t: Term) -> bool {
        !l.d.terms.is_const(t) && self.space.depends_on_place(&l.d.terms, t)
    }

    /// Notes that a state's thread accesses an object where a condition holds.
    pub fn note_access(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        (c, cond): (&PtrCase, Term),
        size: Term,
        mode: Mode,
        loc: Option<LocId>,
    ) {
        if state.thread.concurrent && !self.is_own(l, c.obj) {
            self.note_modular_access(l, state, c.obj, (c.off, size), mode != Mode::Read);
            let range = range(l, c.off, size);
            let guessed = self.is_guessed(l, c.off);
            l.note_use_as(state, (c.obj, mode.into(), range), guessed);
            let check = match self.space.info(c.obj).origin {
                Origin::Heap(_) | Origin::Library => Check::UseAfterFree,
                _ => Check::UseAfterReturn,
            };
            self.note_contested(l, state, (c.obj, cond), false, check, loc);
            if l.options.checks.contains(Check::Race) {
                self.note_racing(l, state, (c, cond), size, mode, loc);
            }
        }
    }

    /// Notes that a state's thread ends an object where a condition holds.
    pub fn note_end(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        (o, cond): (ObjId, Term),
        loc: Option<LocId>,
    ) {
        if state.thread.concurrent && !self.is_own(l, o) {
            let guessed = self.is_guessed(l, cond);
            l.note_use_as(state, (o, How::Ends, None), guessed);
            let check = match self.space.info(o).origin {
                Origin::Heap(_) => Check::DoubleFree,
                Origin::Library => Check::UseAfterFree,
                _ => Check::UseAfterReturn,
            };
            self.note_contested(l, state, (o, cond), true, check, loc);
            if check == Check::DoubleFree {
                self.note_freed(l, state, (o, cond), loc);
                l.note_heap_end(state, o, cond);
            }
        }
    }

    /// Notes that an object gets other bytes where only its thread can see it.
    pub fn note_renewal(&self, l: &mut Ledger<'_>, state: &State, o: ObjId) {
        if state.thread.concurrent && !self.is_own(l, o) {
            l.note_use(state, o, How::Renews, None);
        }
    }

    fn note_contested(
        &self,
        l: &mut Ledger<'_>,
        state: &mut State,
        (object, cond): (ObjId, Term),
        ends: bool,
        check: Check,
        loc: Option<LocId>,
    ) {
        let key = self.space.info(object).key;
        if !l.options.learned.shared.as_ref().is_some_and(|shared| shared.contested.contains(&key)) {
            return;
        }
        let point = l.access_point(state);
        let when = l.d.terms.and(state.path.term(), cond);
        let place = l.place(state, loc);
        l.threads.objects.contested.push(ContestedUse { point, object, when, ends, check, place });
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
        self.adopt(l, state, &shared);
        for key in shared.parts.keys() {
            if let Some(o) = self.space.of_key(*key) {
                self.start_sharing(l, state, o);
            }
        }
        self.begin_modular(l, state);
    }

    /// Objects that any thread may make are there for all: who has their addresses knows that they are made.
    fn adopt(&mut self, l: &mut Ledger<'_>, state: &mut State, shared: &Shared) {
        for (key, known) in shared.objects.iter() {
            let Some(o) = self.space.of_key(*key).filter(|&o| state.memory.times(o).is_none()) else {
                continue;
            };
            let base = if known.zeroed { l.zero_base() } else { Base::Undef(0) };
            let live = l.d.terms.tt();
            let (born, ended) = (Times::new(), Times::new());
            state.memory.set(o, ObjState { live, content: blank(base), born, ended });
        }
    }

    /// What threads share of an object begins with what it holds.
    pub fn start_sharing(&mut self, l: &mut Ledger<'_>, state: &State, o: ObjId) {
        if !self.is_shared(l, state, o, None) {
            return;
        }
        if let Some(object) = state.memory.get(o) {
            let (when, content) = (state.path.term(), object.clone());
            l.threads.accesses.starts.push(SharedStart { object: o, when, content });
        }
    }

    /// A value that threads may have written.
    fn any_shared(&mut self, l: &mut Ledger<'_>, state: &mut State, o: ObjId, bytes: u32) -> Val {
        l.note_event(state);
        let number = l.threads.accesses.reads.len();
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
        let offset = |b: &mut Builder, what: usize| b.var(&format!("read!{number}.{what}"), Sort::Bv(width));
        if known.is_empty() {
            let value = b.var(&format!("read!{number}"), Sort::Bv(width));
            if width == self.space.width && !shared.numbers.contains(&key) {
                l.threads.accesses.unknown.of.insert(value, key);
            }
            return Val::Int(value);
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
        cond: Term,
    ) -> Val {
        let point = l.access_point(state);
        let value = self.any_shared(l, state, o, size);
        let when = l.d.terms.and(state.path.term(), cond);
        self.read_at_once(l, state, when);
        if state.thread.section.is_none() {
            self.note_order(l, state, point);
        }
        l.threads.accesses.reads.push(SharedAccess {
            point,
            object: o,
            offset,
            size,
            when,
            value: value.clone(),
            library: l.program.func(state.frame.func).model,
        });
        value
    }

    /// Notes that a state's thread looks at bytes; false where threads share them, so that what the state has does not count.
    pub fn may_look(&self, l: &mut Ledger<'_>, state: &State, o: ObjId, bytes: Range<u64>) -> bool {
        let shared = self.is_shared(l, state, o, Some(&bytes));
        if !shared && !self.is_own(l, o) {
            l.note_use(state, o, How::Reads, Some(bytes.clone()));
            l.note_locked(state, o, Some(bytes), false, false);
        }
        !shared
    }

    /// When a value is made of bytes that were never set.
    pub fn is_unset(&self, l: &mut Ledger<'_>, value: &Val) -> Term {
        let terms: SmallVec<[Term; 2]> = match value {
            Val::Int(t) => smallvec![*t],
            Val::Ptr(p) => p.cases.iter().flat_map(|c| [c.cond, c.off]).collect(),
            Val::Agg(_) => return l.d.terms.tt(),
        };
        let unset: Vec<Term> = terms.into_iter().map(|t| l.undefined_when(t)).collect();
        l.d.terms.or_all(unset)
    }

    /// What the library reads in a section was set: a lock that nobody has made is none.
    pub fn must_be_set(
        &self,
        l: &mut Ledger<'_>,
        state: &mut State,
        c: &AccessCase,
        value: &Val,
    ) -> Step<()> {
        if state.thread.section.is_none() || !l.program.func(state.frame.func).model {
            return Ok(());
        }
        let unset = self.is_unset(l, value);
        let unset = l.d.terms.and(c.cond, unset);
        if l.d.terms.as_bool(unset) != Some(false) {
            let cond = l.d.terms.and(state.path.term(), unset);
            l.oblige(state, Kind::Unsupported(NEVER_SET.to_owned()), cond, None);
            let set = l.d.terms.not(unset);
            l.assume(state, set)?;
        }
        Ok(())
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
        if l.modular().is_some() && state.thread.section.is_none() {
            self.begin_section(l, state);
            let value = self.read_shared(l, state, c, offset, size)?;
            self.end_section(l, state);
            return Ok(value);
        }
        if size == 1 || !self.is_by_bytes(l, c.obj) {
            return self.read_one(l, state, c, offset, size);
        }
        let mut all: Option<Term> = None;
        for at in self.offsets_from_low(l, offset, size) {
            let Some(Val::Int(byte)) = self.read_one(l, state, c, at, 1)? else {
                return Err(Stop::Unsupported(POINTER_BYTES.to_owned()));
            };
            all = Some(all.map_or(byte, |low| l.d.terms.concat(byte, low)));
        }
        Ok(all.map(Val::Int))
    }

    /// Whether threads use an object by its bytes, as their accesses are of several sizes.
    fn is_by_bytes(&self, l: &Ledger<'_>, o: ObjId) -> bool {
        l.options
            .learned
            .shared
            .as_ref()
            .is_some_and(|shared| shared.by_bytes.contains(&self.space.info(o).key))
    }

    /// The offsets of the bytes of a scalar, the lowest one's first.
    fn offsets_from_low(&self, l: &mut Ledger<'_>, offset: Term, size: u32) -> Vec<Term> {
        let mut all: Vec<Term> = Vec::new();
        for i in 0..size {
            let i = l.d.terms.bv(self.space.width, i.into());
            all.push(l.d.terms.add(offset, i));
        }
        if self.space.big_endian {
            all.reverse();
        }
        all
    }

    fn read_one(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        c: &AccessCase,
        offset: Term,
        size: u32,
    ) -> Step<Option<Val>> {
        let place = (c.obj, offset, size);
        let Some(section) = state.thread.section.clone() else {
            return Ok(Some(self.note_read(l, state, place, c.cond)));
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
        let read = self.note_read(l, state, place, cond);
        let val = match &known {
            None => read,
            Some(cell) => self.choose_shared(l, cell.known, &cell.val, &read)?,
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
        if l.modular().is_some() && state.thread.section.is_none() {
            self.begin_section(l, state);
            let done = self.write_shared(l, state, (o, offset, size), v, cond)?;
            self.end_section(l, state);
            return Ok(done);
        }
        // The thread that reads it does not know which objects this one makes.
        let pointer = match v {
            Val::Int(t) if 8 * size == self.space.width && self.space.depends_on_place(&l.d.terms, *t) => {
                self.space.ptr_of_address(&mut l.d.terms, *t).map(Val::Ptr)
            }
            _ => None,
        };
        let v = pointer.as_ref().unwrap_or(v);
        if size == 1 || !self.is_by_bytes(l, o) {
            self.write_one(l, state, (o, offset, size), v, cond)?;
            return Ok(true);
        }
        let number = match v {
            Val::Int(t) => Some(*t),
            Val::Ptr(p) => p.single().filter(|c| c.obj == ObjId::NULL).map(|c| c.off),
            Val::Agg(_) => None,
        };
        let Some(number) = number else { return Err(Stop::Unsupported(POINTER_BYTES.to_owned())) };
        for (i, at) in (0..).zip(self.offsets_from_low(l, offset, size)) {
            let byte = l.d.terms.extract(number, 8 * i + 7, 8 * i);
            self.write_one(l, state, (o, at, 1), &Val::Int(byte), cond)?;
        }
        Ok(true)
    }

    fn write_one(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        (o, offset, size): (ObjId, Term, u32),
        v: &Val,
        cond: Term,
    ) -> Step<()> {
        let Some(section) = state.thread.section.clone() else {
            let point = l.access_point(state);
            let when = l.d.terms.and(state.path.term(), cond);
            self.buffer_store(l, state, when);
            self.note_order(l, state, point);
            l.threads.accesses.writes.push(SharedAccess {
                point,
                object: o,
                offset,
                size,
                when,
                value: v.clone(),
                library: l.program.func(state.frame.func).model,
            });
            return Ok(());
        };
        let cell = match self.in_section(l, &section, (o, offset, size))? {
            None => SectionCell { size, val: v.clone(), known: cond, written: cond },
            Some(cell) => SectionCell {
                size,
                val: self.choose_shared(l, cond, v, &cell.val)?,
                known: l.d.terms.or(cell.known, cond),
                written: l.d.terms.or(cell.written, cond),
            },
        };
        put(state, (o, offset), cell);
        Ok(())
    }

    fn choose_shared(&mut self, l: &mut Ledger<'_>, c: Term, x: &Val, y: &Val) -> Step<Val> {
        Ok(self.space.ite_shared(&mut l.d.terms, c, x, y).ok_or(Unrepresentable::AddressSpace)?)
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
            // What the library keeps of threads is met at unknown offsets only where a pointer is not known yet.
            let known = l.d.terms.is_const(*at) && l.d.terms.is_const(offset)
                || self.space.info(o).origin != Origin::Library;
            // As numbers without overflow, how far one begins behind the other.
            let [behind, before] = [(offset, *at), (*at, offset)].map(|(x, y)| {
                let distance = l.d.terms.sub(x, y);
                l.d.terms.as_u64(distance).filter(|_| known)
            });
            let apart =
                behind.is_some_and(|d| d >= cell.size.into()) && before.is_some_and(|d| d >= size.into());
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
            if !is_store_order(l) {
                self.note_section_order(l, state, point);
            }
            self.assume_unlocked(l, state);
        }
    }

    /// The section ends: what it has written can be seen.
    pub fn end_section(&mut self, l: &mut Ledger<'_>, state: &mut State) {
        self.show_unlocked(l, state);
        let Some(section) = state.thread.section.take() else { return };
        l.threads.points[section.point].entries = l.log.0.len();
        let mut changes = l.d.terms.ff();
        for ((object, offset), cell) in section.cells {
            let when = l.d.terms.and(state.path.term(), cell.written);
            if l.d.terms.as_bool(when) != Some(false) {
                changes = l.d.terms.or(changes, when);
                let (point, size, value) = (section.point, cell.size, cell.val);
                let library = l.program.func(state.frame.func).model;
                let write = SharedAccess { point, object, offset, size, when, value, library };
                l.threads.accesses.writes.push(write);
            }
        }
        if is_store_order(l) {
            // A function that changes what threads share does so by a locked operation.
            l.fence(section.point, changes);
        }
    }
}

fn put(state: &mut State, place: (ObjId, Term), cell: SectionCell) {
    if let Some(section) = &mut state.thread.section {
        section.cells.insert(place, cell);
    }
}

impl Space {
    /// Conditional between scalars in memory that threads share: a number may be a pointer that is not yet known to be one, and is not
    /// made an address.
    pub fn ite_shared(&mut self, b: &mut Builder, cond: Term, x: &Val, y: &Val) -> Option<Val> {
        let number = |b: &Builder, t: Term| Ptr::to(b, ObjId::NULL, t);
        Some(match (x, y) {
            (Val::Ptr(p), Val::Int(t)) if b.width(*t) == self.width => {
                let q = number(b, *t);
                Val::Ptr(Ptr::ite(b, cond, p, &q))
            }
            (Val::Int(t), Val::Ptr(q)) if b.width(*t) == self.width => {
                let p = number(b, *t);
                Val::Ptr(Ptr::ite(b, cond, &p, q))
            }
            _ => return self.ite(b, cond, x, y),
        })
    }
}
