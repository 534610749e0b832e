//! Leaks of programs with threads.
//!
//! Which objects there are, and what points to them, is known when all threads are. So where the program ends, the state is kept,
//! after it has read all pointers to heap objects that other threads may have left in memory. What is in the variables of other
//! threads that have not ended is not known.

use super::MemoryModel;
use super::content::Access;
use super::deadlock::has_ended;
use crate::engine::bmc::ledger::{
    At, HeapEvent, HeapEvents, HeldPlaces, How, Kind, Ledger, Obligation, ProgramEnd, Step, Stop,
};
use crate::engine::bmc::state::{Content, ObjId, Origin, Point, PtrCase, State, Val};
use crate::ilr::Term;
use crate::property::Check;
use std::collections::{BTreeMap, BTreeSet};

/// Most bytes of an object in which pointers are looked for at all places.
const MOST: u64 = 1024;

impl MemoryModel {
    /// Notes the heap objects that are there when there may be other threads.
    pub fn note_heap(&self, l: &mut Ledger<'_>, state: &State) {
        if !l.follows_heap(state) {
            return;
        }
        for i in 1..state.memory.len() {
            let object = ObjId::new(i);
            // Those that any thread may make are there without having begun.
            if let (Origin::Heap(_), Some(kept)) = (&self.space.info(object).origin, state.memory.get(object))
                && !kept.born.is_empty()
            {
                let when = l.d.terms.and(state.path.term(), kept.live);
                l.threads.objects.heap.made.push(HeapEvent { point: None, object, when });
            }
        }
    }

    /// Notes in which scalars a state's thread leaves pointers to heap objects.
    pub fn note_held(&self, l: &mut Ledger<'_>, state: &State) {
        if l.follows_heap(state) && l.options.checks.contains(Check::Leak) {
            let held = self.held_by(state);
            l.threads.objects.heap.held.extend(held);
        }
    }

    fn held_by(&self, state: &State) -> BTreeSet<(ObjId, Option<u64>)> {
        let mut held = BTreeSet::new();
        for i in 1..state.memory.len() {
            let o = ObjId::new(i);
            if let Some(Content::Cells { cells, .. }) = state.memory.get(o).map(|object| &object.content) {
                let pointers = cells.iter().filter(|(_, cell)| self.leads_to_heap(&cell.val));
                held.extend(pointers.map(|(off, _)| (o, Some(*off))));
            }
        }
        held
    }

    fn leads_to_heap(&self, value: &Val) -> bool {
        let heap = |c: &PtrCase| matches!(self.space.info(c.obj).origin, Origin::Heap(_));
        matches!(value, Val::Ptr(p) if p.cases.iter().any(heap))
    }

    /// The scalars in which threads leave pointers to heap objects, with what was known of them.
    pub fn held_places(&self, l: &Ledger<'_>, known: &HeldPlaces) -> HeldPlaces {
        let mut all = known.clone();
        if !l.options.checks.contains(Check::Leak) {
            return all;
        }
        let writes = l.threads.accesses.writes.iter().filter(|write| self.leads_to_heap(&write.value));
        let written = writes.map(|write| (write.object, l.d.terms.as_u64(write.offset)));
        for (o, off) in written.chain(l.threads.objects.heap.held.iter().copied()) {
            all.entry(self.space.info(o).key).or_default().insert(off);
        }
        all
    }

    /// The program ends beside other threads. `by_last`: only where all of these have ended; `next` as for a search.
    pub fn ends_beside(&mut self, l: &mut Ledger<'_>, state: &State, next: bool, by_last: bool) -> Step<()> {
        if !l.follows_heap(state) {
            return Ok(());
        }
        if l.options.target.is_some() {
            return Err(Stop::Unsupported("leaks beside threads on the way to a target".to_owned()));
        }
        let mut state = state.clone();
        self.begin_section(l, &mut state);
        let Some(point) = state.thread.section.as_ref().map(|section| section.point) else { return Ok(()) };
        if !l.options.checks.contains(Check::LeakAtExit) {
            self.read_held(l, &mut state)?;
        }
        let at = l.place(&state, None).1;
        l.threads.objects.heap.ends.push(ProgramEnd { state, point, next, by_last, at });
        Ok(())
    }

    /// A run beside other threads is not followed to an end.
    pub fn endless_beside(&mut self, l: &mut Ledger<'_>, state: &State) {
        if l.follows_heap(state) {
            let loc = l.place(state, None).0;
            l.threads.objects.heap.endless.push((state.path.term(), loc));
        }
    }

    /// Reads what other threads may have left in scalars that may hold pointers to heap objects.
    fn read_held(&mut self, l: &mut Ledger<'_>, state: &mut State) -> Step<()> {
        let mut places = self.held_by(state);
        if let Some(shared) = l.options.learned.shared.clone() {
            for (key, offsets) in shared.held.iter() {
                if let Some(o) = self.space.of_key(*key) {
                    places.extend(offsets.iter().map(|off| (o, *off)));
                }
            }
        }
        let word = u64::from(self.space.width / 8);
        for (o, off) in places {
            if self.is_own(l, o) || state.memory.get(o).is_none() || self.is_anothers(state, o) {
                continue;
            }
            let size = self.space.info(o).size_const;
            let offsets: Vec<u64> = match (off, size) {
                (Some(off), Some(size)) if off + word > size => continue,
                (Some(off), _) => vec![off],
                (None, Some(size)) if size <= MOST => (0..size / word).map(|i| i * word).collect(),
                (None, _) => {
                    return Err(Stop::Unsupported(
                        "which pointers a large object holds, beside threads".to_owned(),
                    ));
                }
            };
            for off in offsets {
                self.read_pointer(l, state, o, off)?;
            }
        }
        Ok(())
    }

    /// Whether an object is a local one of another thread.
    fn is_anothers(&self, state: &State, o: ObjId) -> bool {
        let local = matches!(self.space.info(o).origin, Origin::Stack { .. } | Origin::Argument(_));
        local && state.memory.times(o).is_none_or(|(born, _)| born.is_empty())
    }

    fn read_pointer(&mut self, l: &mut Ledger<'_>, state: &mut State, o: ObjId, off: u64) -> Step<()> {
        let word = self.space.width / 8;
        let range = off..off + u64::from(word);
        l.note_use(state, o, How::Reads, Some(range.clone()));
        if !self.is_shared(l, state, o, Some(&range)) {
            return Ok(());
        }
        let (cond, offset) = (l.d.terms.tt(), l.d.terms.bv(self.space.width, off));
        let before = l.threads.accesses.reads.len();
        let value = self.read_shared(l, state, &PtrCase { cond, obj: o, off: offset }, offset, word)?;
        for read in &mut l.threads.accesses.reads[before..] {
            // Not the library looks, but we do.
            read.library = false;
        }
        let (Some(value), Some(mut object)) = (value, state.memory.get(o).cloned()) else { return Ok(()) };
        let mut access = Access { b: &mut l.d.terms, space: &mut self.space, obj: o, state: &mut object };
        access.store_at(off, word, value)?;
        state.memory.set(o, object);
        Ok(())
    }

    /// Adds what is lost where the program ends.
    pub fn leaks_beside(&mut self, l: &mut Ledger<'_>) {
        let heap = std::mem::take(&mut l.threads.objects.heap);
        if !heap.made.is_empty() {
            for end in &heap.ends {
                self.leaks_at(l, &heap, end);
            }
            let any = l.d.terms.or_all(heap.made.iter().map(|event| event.when));
            let lost = l.options.checks.contains(Check::Leak);
            for &(when, loc) in heap.endless.iter().filter(|_| lost) {
                let cond = l.d.terms.and(when, any);
                l.unsupported_of_all("leaks on runs without an end beside threads", cond, loc);
            }
        }
        l.threads.objects.heap = heap;
    }

    fn leaks_at(&mut self, l: &mut Ledger<'_>, heap: &HeapEvents, end: &ProgramEnd) {
        let (thread, time) = (l.threads.points[end.point].thread, l.threads.points[end.point].clock);
        let others = others_have_ended(l, thread, time);
        let mut path = end.state.path.term();
        if end.by_last {
            path = l.d.terms.and(path, others);
        }
        let (mut live, freed) = (until(l, &heap.made, end.point), until(l, &heap.freed, end.point));
        for (o, made) in &mut live {
            if let Some(&freed) = freed.get(o) {
                let kept = l.d.terms.not(freed);
                *made = l.d.terms.and(*made, kept);
            }
        }
        if l.options.checks.contains(Check::LeakAtExit) {
            for (&o, &live) in &live {
                let cond = l.d.terms.and(path, live);
                self.lose(l, end, (o, Check::LeakAtExit), cond);
            }
            return;
        }
        let mut state = end.state.clone();
        for i in 1..state.memory.len() {
            let o = ObjId::new(i);
            if self.is_anothers(&state, o) {
                let at = (self.tick(), l.d.terms.tt());
                state.memory.kill(o, at);
            } else if matches!(self.space.info(o).origin, Origin::Heap(_)) {
                let live = live.get(&o).copied().unwrap_or_else(|| l.d.terms.ff());
                if let Some(object) = state.memory.get_mut(o) {
                    object.live = live;
                }
            }
        }
        let reached = self.reached_objects(l, &state, end.next);
        let numbers: BTreeSet<ObjId> = self.space.addresses().map(|(o, _)| o).collect();
        for (&o, &live) in &live {
            let ff = l.d.terms.ff();
            let sure = reached.sure.get(&o).copied().unwrap_or(ff);
            let mut most = reached.most.get(&o).copied().unwrap_or(ff);
            let b = &mut l.d.terms;
            let elsewhere = if numbers.contains(&o) { b.tt() } else { b.not(others) };
            most = b.or(most, elsewhere);
            let (held, lost) = (b.not(sure), b.not(most));
            let open = b.and_all([path, live, most, held]);
            let cond = b.and_all([path, live, lost]);
            if b.as_bool(open) != Some(false) {
                let what = "a heap object that may still be pointed to beside threads";
                l.unsupported_of_all(what, open, self.space.info(o).loc);
            }
            self.lose(l, end, (o, Check::Leak), cond);
        }
    }

    fn lose(&self, l: &mut Ledger<'_>, end: &ProgramEnd, (o, check): (ObjId, Check), cond: Term) {
        if l.d.terms.as_bool(cond) != Some(false) {
            let moment = (l.threads.points[end.point].thread, end.point + 1);
            let loc = self.space.info(o).loc;
            let at = loc.map_or(end.at, At::Place);
            l.obligations.push(Obligation { kind: Kind::Check(check), cond, loc, at, moment });
        }
    }
}

/// When heap events have happened at a point, by object.
fn until(l: &mut Ledger<'_>, events: &[HeapEvent], end: Point) -> BTreeMap<ObjId, Term> {
    let mut all = BTreeMap::new();
    let time = l.threads.points[end].clock;
    for event in events {
        let clock = event.point.filter(|&point| point != end).map(|point| l.threads.points[point].clock);
        let b = &mut l.d.terms;
        let earlier = clock.map_or(b.tt(), |clock| b.ult(clock, time));
        let here = b.and(event.when, earlier);
        let known = all.entry(event.object).or_insert_with(|| b.ff());
        *known = b.or(*known, here);
    }
    all
}

/// When all other threads that were created before a time have ended before it.
fn others_have_ended(l: &mut Ledger<'_>, thread: usize, time: Term) -> Term {
    let mut all = l.d.terms.tt();
    for other in (0..l.threads.list.len()).filter(|&other| other != thread) {
        let mut holds = has_ended(l, other, time);
        if let Some((_, point, _)) = l.threads.list[other].created {
            let (when, clock) = (l.threads.points[point].when, l.threads.points[point].clock);
            let b = &mut l.d.terms;
            let earlier = b.ult(clock, time);
            let created = b.and(when, earlier);
            let never = b.not(created);
            holds = b.or(holds, never);
        }
        all = l.d.terms.and(all, holds);
    }
    all
}
