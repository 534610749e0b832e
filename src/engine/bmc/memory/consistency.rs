//! What reads of shared memory return: under sequential consistency, what was written last (`design-threads.md`, section 3).
//!
//! Each point has a clock. Those of a thread are in its order, whether they are reached or not, and behind the point at which it
//! was created. A read has one source among the writes of its place; the clock of the source is not before the time `since` of the
//! read, and every other write of the place is before that time or behind the read. So the source is the last write before.
//! Under total store order a write counts from when others see it ([`store_order`](super::store_order)).
//! Nothing here says that something happens: every prefix of a real run satisfies it with the rest of a run, or with nothing.

use super::content::Access;
use super::shared::NEVER_SET;
use super::store_order::is_store_order;
use super::{MemoryModel, Unrepresentable};
use crate::engine::bmc::ledger::{
    How, Kind, KnownObject, Ledger, Obligation, Parts, PointerTargets, Shared, SharedAccess, SharedStart,
    Step, Use,
};
use crate::engine::bmc::state::{ObjId, ObjInfo, Origin, Ptr, Val};
use crate::engine::verdict::{Consistency, Threading};
use crate::ilr::{Sort, Term};
use crate::program::LocId;
use crate::property::Check;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Evidence that what threads share was known when all of their accesses were followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Closed {
    threads: Threading,
}

impl Closed {
    /// What was taken for granted of threads.
    pub fn threading(self) -> Threading {
        self.threads
    }
}

/// What is known after all threads were followed.
pub enum Closing {
    /// Everything that they share.
    Closed(Closed),
    /// That they share more.
    Open(Shared),
}

/// A read's source: a write, or what was there before.
pub(super) enum ReadSource<'a> {
    Write(&'a SharedAccess),
    Start(&'a SharedStart),
}

/// The constraints of the reads of an evaluation, as they are made.
#[derive(Default)]
pub(super) struct ReadConstraints {
    pub holds: Vec<Term>,
    /// PointerTargets of pointers that are not known to the reads.
    targets: BTreeMap<u128, PointerTargets>,
    /// Objects of which accesses may meet that are of several sizes.
    by_bytes: BTreeSet<u128>,
    /// What cannot be represented, and when.
    pub unsupported: Vec<(&'static str, Term, Option<LocId>)>,
}

impl MemoryModel {
    /// Looks whether everything that threads share was known, and then says what reads return
    /// ([`Threads::consistent`](crate::engine::bmc::ledger::Threads::consistent)).
    ///
    /// # Errors
    /// Where an object's content cannot be represented.
    pub fn close(&mut self, l: &mut Ledger<'_>) -> Step<Closing> {
        if !l.threads.are_several() {
            return Ok(Closing::Closed(Closed { threads: Threading::default() }));
        }
        let known = l.options.learned.shared.clone().unwrap_or_default();
        let mut reads = ReadConstraints::default();
        self.order_points(l, &mut reads);
        let in_order = reads.holds.clone();
        reads.holds.extend(self.order_stores(l));
        self.reads(l, &mut reads)?;
        let mut next = self.learned(l, &known, &reads);
        // A number that came from a read without known targets may be a pointer in the next round: what it may lead to counts last.
        if next == known {
            let vague =
                reads.targets.iter().flat_map(|(key, of)| of.iter().map(move |target| (*key, *target)));
            let mut targets = (*known.targets).clone();
            for (key, target) in vague.filter(|(_, target)| target.1.is_none()) {
                targets.entry(key).or_default().insert(target);
            }
            next.targets = Arc::new(targets);
        }
        if next == known {
            let mut numbers = (*known.numbers).clone();
            numbers.extend(&l.threads.accesses.unknown.used);
            next.numbers = Arc::new(numbers);
        }
        if next == known && l.count_guessed() {
            next = self.learned(l, &known, &reads);
        }
        if next == known {
            let mut by_bytes = (*known.by_bytes).clone();
            by_bytes.extend(reads.by_bytes.iter().filter(|key| !known.targets.contains_key(key)));
            next.by_bytes = Arc::new(by_bytes);
        }
        if next == known {
            let in_numbers = self.in_numbers(l);
            let mut objects = (*known.objects).clone();
            objects.extend(self.known_objects(l, &known, in_numbers));
            next.objects = Arc::new(objects);
        }
        if next != known {
            let led_to = next.targets.values().flatten().filter_map(|(key, _)| self.space.of_key(*key));
            let led_to = self.known_objects(l, &known, led_to.collect());
            let mut objects = (*next.objects).clone();
            objects.extend(led_to);
            next.objects = Arc::new(objects);
            return Ok(Closing::Open(next));
        }
        self.renewals(l, &mut reads);
        self.deadlocks(l);
        self.misused_conditions(l);
        if is_store_order(l) {
            l.only_in_interleavings();
        } else {
            self.races(l);
            self.leaks_beside(l);
        }
        self.after_ends(l);
        let consistency = l.options.assumptions.consistency;
        let store_order = consistency == Consistency::StoreOrder;
        let handed_over = self.handed_over_relaxed(l, &known);
        let weak = l.more_than_interleavings().or(handed_over).filter(|_| !store_order);
        let sequential = weak.is_some() && consistency == Consistency::Sequential;
        let mut represented = Vec::new();
        for (what, cond, loc) in reads.unsupported {
            if l.d.terms.as_bool(cond) != Some(false) {
                represented.push(l.d.terms.not(cond));
                l.unsupported_of_all(what, cond, loc);
            }
        }
        let mut all = l.d.terms.and_all(reads.holds);
        let mut acyclic = false;
        // What interleavings show is possible anyway.
        if let Some((when, loc)) = weak.filter(|_| !sequential) {
            let looked_for = [Check::Race, Check::Deadlock, Check::Leak, Check::LeakAtExit];
            let others = handed_over.is_some() || looked_for.iter().any(|&c| l.options.checks.contains(c));
            let executions = if others { None } else { self.weak_executions(l)? };
            let more = match executions {
                Some((holds, unknown)) => {
                    acyclic = true;
                    let in_order = l.d.terms.and_all(in_order);
                    let holds = l.d.terms.and(in_order, holds);
                    l.violated_by_others(&mut all, holds, unknown)
                }
                None => when,
            };
            l.unsupported_of_all("weaker memory order than sequential consistency", more, loc);
        }
        l.threads.consistent = Some(all);
        l.threads.represented = Some(l.d.terms.and_all(represented));
        let race_free = !store_order && !l.options.checks.contains(Check::Race);
        let threads = Threading { sequential, acyclic, store_order, race_free };
        Ok(Closing::Closed(Closed { threads }))
    }

    /// The objects that end while there may be other threads, with what was known.
    pub fn ended(&self, l: &Ledger<'_>, known: &Shared) -> BTreeSet<u128> {
        let ends = l.threads.objects.uses.keys().filter(|used| matches!(used.how, How::Ends | How::Renews));
        let mut ended = (*known.ended).clone();
        ended.extend(ends.map(|used| self.space.info(used.object).key));
        ended
    }

    /// What is known of shared memory beside what was, by definite uses and targets.
    fn learned(&self, l: &Ledger<'_>, known: &Shared, reads: &ReadConstraints) -> Shared {
        let mut parts = (*known.parts).clone();
        self.add_shared(l, &mut parts);
        let mut targets = (*known.targets).clone();
        for (key, more) in &reads.targets {
            for target in more.iter().filter(|target| target.1.is_some()) {
                targets.entry(*key).or_default().insert(*target);
            }
        }
        let mut contested = (*known.contested).clone();
        for (end, _, _) in self.ended_elsewhere(l, How::Ends) {
            contested.insert(self.space.info(end.object).key);
        }
        Shared {
            parts: Arc::new(parts),
            targets: Arc::new(targets),
            scalars: Arc::new(self.scalars_of_blocks(l, &known.scalars)),
            ended: Arc::new(self.ended(l, known)),
            contested: Arc::new(contested),
            held: Arc::new(self.held_places(l, &known.held)),
            ..known.clone()
        }
    }

    /// When a pointer to an object that a thread may have made is read or written without an order, and where, if memory is checked:
    /// interleavings do not show that the object may not be there yet.
    pub fn handed_over_relaxed(&self, l: &mut Ledger<'_>, known: &Shared) -> Option<(Term, Option<LocId>)> {
        let made = |key: &u128| {
            let origin = self.space.of_key(*key).map(|o| &self.space.info(o).origin);
            matches!(origin, Some(Origin::Heap(_) | Origin::Stack { .. }))
        };
        let mut found: Option<(Term, Option<LocId>)> = None;
        for (o, (when, loc)) in &l.threads.orders.relaxed {
            let targets = known.targets.get(&self.space.info(*o).key);
            if l.options.checks.contains(Check::InvalidRead)
                && targets.into_iter().flatten().any(|(key, _)| made(key))
            {
                let (before, loc) = found.unwrap_or((l.d.terms.ff(), *loc));
                found = Some((l.d.terms.or(before, *when), loc));
            }
        }
        found
    }

    /// The objects whose addresses are in numbers that threads write to shared memory.
    fn in_numbers(&mut self, l: &mut Ledger<'_>) -> Vec<ObjId> {
        let numbers = l.threads.accesses.writes.iter().filter_map(|write| match write.value {
            Val::Int(t) => Some(t),
            _ => None,
        });
        let numbers: Vec<Term> = numbers.collect();
        numbers.into_iter().flat_map(|t| self.space.objects_in(&mut l.d.terms, t)).collect()
    }

    /// What is known of objects, with what was.
    pub fn known_objects(
        &self,
        l: &Ledger<'_>,
        known: &Shared,
        objects: Vec<ObjId>,
    ) -> BTreeMap<u128, KnownObject> {
        objects
            .into_iter()
            .filter_map(|o| {
                let ObjInfo { origin, size_const, constant, loc, key, .. } = self.space.info(o).clone();
                // It may be made in no run that this round has followed.
                let zeroed = l.threads.objects.zeroed.contains(&o)
                    || known.objects.get(&key).is_some_and(|known| known.zeroed);
                Some((key, KnownObject { origin, size: size_const?, constant, zeroed, loc }))
            })
            .filter(|(_, known)| !matches!(known.origin, Origin::Null | Origin::Global(_) | Origin::Code(_)))
            .collect()
    }

    /// Adds the parts of objects that several threads use, one of them writing.
    fn add_shared(&self, l: &Ledger<'_>, parts: &mut BTreeMap<u128, Parts>) {
        let mut by_object: BTreeMap<ObjId, Vec<_>> = BTreeMap::new();
        for (used, when) in &l.threads.objects.uses {
            if matches!(used.how, How::Reads | How::Writes) {
                by_object.entry(used.object).or_default().push((used, when));
            }
        }
        for (object, uses) in by_object {
            for (i, (x, x_when)) in uses.iter().enumerate() {
                for (y, y_when) in &uses[i + 1..] {
                    let apart = x.thread == y.thread
                        || x.how == How::Reads && y.how == How::Reads
                        || x.range.end <= y.range.start
                        || y.range.end <= x.range.start
                        || l.precedes((x.thread, x_when.visits), y.thread)
                        || l.precedes((y.thread, y_when.visits), x.thread);
                    if !apart {
                        let known = parts.entry(self.space.info(object).key).or_default();
                        known.add(x.range.clone());
                        known.add(y.range.clone());
                    }
                }
            }
        }
    }

    /// The order of each thread's points.
    fn order_points(&self, l: &mut Ledger<'_>, reads: &mut ReadConstraints) {
        let mut last: Vec<Option<Term>> =
            l.threads.list.iter().map(|t| t.created.map(|(_, p, _)| l.threads.points[p].clock)).collect();
        for i in 0..l.threads.points.len() {
            let (thread, clock) = (l.threads.points[i].thread, l.threads.points[i].clock);
            if let Some(before) = last[thread].replace(clock) {
                let first = l.d.terms.ult(before, clock);
                reads.holds.push(first);
            }
        }
    }

    fn reads(&mut self, l: &mut Ledger<'_>, out: &mut ReadConstraints) -> Step<()> {
        l.with_accesses(|l, all, writes, starts| {
            let mut by_object: BTreeMap<ObjId, Vec<&SharedAccess>> = BTreeMap::new();
            for w in writes {
                by_object.entry(w.object).or_default().push(w);
            }
            all.iter().enumerate().try_for_each(|(number, read)| {
                let own: Vec<&SharedStart> = starts.iter().filter(|s| s.object == read.object).collect();
                let writes = by_object.get(&read.object).map_or(&[][..], Vec::as_slice);
                self.read(l, (number, read), writes, &own, out)
            })
        })
    }

    /// What one read returns.
    fn read(
        &mut self,
        l: &mut Ledger<'_>,
        (number, read): (usize, &SharedAccess),
        writes: &[&SharedAccess],
        starts: &[&SharedStart],
        out: &mut ReadConstraints,
    ) -> Step<()> {
        let since = l.d.terms.var(&format!("since!{number}"), Sort::Bv(32));
        let here = l.threads.points[read.point].clock;
        let own = l.threads.points[read.point].thread;
        let mut sources = Vec::new();
        let mut at_start = l.d.terms.ff();
        for (i, start) in starts.iter().enumerate() {
            let from = l.d.terms.var(&format!("start!{number}.{i}"), Sort::Bool);
            at_start = l.d.terms.or(at_start, from);
            sources.push(from);
            let when = l.d.terms.implies(from, start.when);
            out.holds.push(when);
            self.same_value(l, (from, read), &ReadSource::Start(start), out)?;
        }
        let mut others = Vec::new();
        for (i, write) in writes.iter().enumerate() {
            let later = l.threads.points[write.point].thread == own && write.point > read.point;
            if write.point == read.point || later {
                continue;
            }
            let Some(same) = self.same_scalar(l, read, write, out) else { continue };
            let from = l.d.terms.var(&format!("from!{number}.{i}"), Sort::Bool);
            sources.push(from);
            let point = &l.threads.points[write.point];
            let clock = point.visible.unwrap_or(point.clock);
            // What the thread itself has stored it sees before others do.
            let forwarded = point.visible.is_some() && point.thread == own;
            let b = &mut l.d.terms;
            let early = b.ult(clock, since);
            let before = if forwarded { b.tt() } else { b.ult(clock, here) };
            let not_early = b.not(early);
            let all = b.and_all([write.when, same, before, not_early]);
            let holds = b.implies(from, all);
            out.holds.push(holds);
            self.same_value(l, (from, read), &ReadSource::Write(write), out)?;
            others.push((from, write.when, same, clock, forwarded));
        }
        let b = &mut l.d.terms;
        let some = b.or_all(sources);
        let some = b.implies(read.when, some);
        out.holds.push(some);
        for (from, when, same, clock, forwarded) in others {
            let b = &mut l.d.terms;
            let early = b.ult(clock, since);
            let from_start = b.not(at_start);
            let early = b.and(early, from_start);
            let late = if forwarded { b.ff() } else { b.ult(here, clock) };
            let apart = b.or_all([from, early, late]);
            let both = b.and_all([read.when, when, same]);
            let holds = b.implies(both, apart);
            out.holds.push(holds);
        }
        Ok(())
    }

    /// When a read and a write are of the same scalar; none where they are never.
    pub(super) fn same_scalar(
        &mut self,
        l: &mut Ledger<'_>,
        read: &SharedAccess,
        write: &SharedAccess,
        out: &mut ReadConstraints,
    ) -> Option<Term> {
        let width = self.space.width;
        let b = &mut l.d.terms;
        let same = if read.size == write.size { b.eq(read.offset, write.offset) } else { b.ff() };
        // The other ways in which they may overlap.
        let (r, w) = (b.bv(width, read.size.into()), b.bv(width, write.size.into()));
        let (behind, before) = (b.sub(write.offset, read.offset), b.sub(read.offset, write.offset));
        let (x, y) = (b.ult(behind, r), b.ult(before, w));
        let overlap = b.or(x, y);
        let other = b.not(same);
        let partly = b.and_all([overlap, other, read.when, write.when]);
        if b.as_bool(partly) != Some(false) {
            let loc = self.space.info(read.object).loc;
            out.unsupported.push(("accesses of several sizes to memory that threads share", partly, loc));
            if read.size != write.size {
                out.by_bytes.insert(self.space.info(read.object).key);
            }
        }
        (b.as_bool(same) != Some(false)).then_some(same)
    }

    /// Where `from` holds, the read has the source's value.
    pub(super) fn same_value(
        &mut self,
        l: &mut Ledger<'_>,
        (from, read): (Term, &SharedAccess),
        source: &ReadSource<'_>,
        out: &mut ReadConstraints,
    ) -> Step<()> {
        let value = match source {
            ReadSource::Write(write) => write.value.clone(),
            ReadSource::Start(start) => {
                let mut object = start.content.clone();
                let (b, space) = (&mut l.d.terms, &mut self.space);
                let mut access = Access { b, space, obj: read.object, state: &mut object };
                let value = access.load(read.offset, read.size)?;
                if read.library {
                    // The library keeps something in an object of the program.
                    let unset = self.is_unset(l, &value);
                    let here = l.d.terms.and_all([from, read.when, unset]);
                    out.unsupported.push((NEVER_SET, here, self.space.info(read.object).loc));
                }
                value
            }
        };
        let same = match (&read.value, &value) {
            (Val::Int(x), Val::Int(y)) => l.d.terms.eq(*x, *y),
            (Val::Ptr(p), Val::Int(y)) => {
                let y = Ptr::to(&l.d.terms, ObjId::NULL, *y);
                self.same_pointer(l, (from, read), p, &y, out)
            }
            (Val::Int(x), Val::Ptr(q)) => {
                let p = Ptr::to(&l.d.terms, ObjId::NULL, *x);
                self.same_pointer(l, (from, read), &p, q, out)
            }
            (Val::Ptr(p), Val::Ptr(q)) => self.same_pointer(l, (from, read), p, q, out),
            _ => return Err(Unrepresentable::Shape.into()),
        };
        let holds = l.d.terms.implies(from, same);
        out.holds.push(holds);
        Ok(())
    }

    /// When a pointer that is read is one that was written. What the read does not know of is noted as a target.
    fn same_pointer(
        &mut self,
        l: &mut Ledger<'_>,
        (from, read): (Term, &SharedAccess),
        p: &Ptr,
        q: &Ptr,
        out: &mut ReadConstraints,
    ) -> Term {
        let mut same = l.d.terms.tt();
        for c in &q.cases {
            let Some(own) = p.cases.iter().find(|own| own.obj == c.obj) else {
                if 8 * read.size == self.space.width {
                    let target = (self.space.info(c.obj).key, l.d.terms.as_u64(c.off));
                    out.targets.entry(self.space.info(read.object).key).or_default().insert(target);
                }
                // Unless the next round knows it.
                let here = l.d.terms.and(from, c.cond);
                out.unsupported.push(("a pointer in memory that threads share", here, None));
                let other = l.d.terms.not(c.cond);
                same = l.d.terms.and(same, other);
                continue;
            };
            if l.d.terms.is_const(own.off) && l.d.terms.as_u64(own.off) != l.d.terms.as_u64(c.off) {
                let target = (self.space.info(c.obj).key, l.d.terms.as_u64(c.off));
                out.targets.entry(self.space.info(read.object).key).or_default().insert(target);
            }
            let b = &mut l.d.terms;
            let equal = b.eq(own.off, c.off);
            let leads = b.and(own.cond, equal);
            let holds = b.implies(c.cond, leads);
            same = b.and(same, holds);
        }
        same
    }

    /// What a thread does to objects in this way that another one uses, neither of which is known to be first.
    fn ended_elsewhere<'l>(&self, l: &'l Ledger<'_>, how: How) -> Vec<(&'l Use, Term, Term)> {
        let ends = l.threads.objects.uses.iter().filter(|(used, _)| used.how == how);
        let mut found = Vec::new();
        for (end, end_when) in ends {
            for (used, when) in &l.threads.objects.uses {
                let first = || l.precedes((end.thread, end_when.visits), used.thread);
                if used.object == end.object && used.thread != end.thread && !first() {
                    found.push((end, end_when.path, when.path));
                }
            }
        }
        found
    }

    /// Where an object gets other bytes that only its thread sees, nothing can be said of others that use it.
    fn renewals(&mut self, l: &mut Ledger<'_>, out: &mut ReadConstraints) {
        let found = self.ended_elsewhere(l, How::Renews);
        let found: Vec<_> = found.into_iter().map(|(end, when, used)| (end.object, when, used)).collect();
        for (object, when, used) in found {
            let both = l.d.terms.and(when, used);
            out.unsupported.push((
                "an object that begins again and that another thread uses",
                both,
                self.space.info(object).loc,
            ));
        }
    }

    /// Nobody may use an object after another thread has ended it. Runs end there: what they violate afterwards does not count.
    fn after_ends(&mut self, l: &mut Ledger<'_>) {
        let contested = std::mem::take(&mut l.threads.objects.contested);
        let mut found = Vec::new();
        for end in contested.iter().filter(|used| used.ends) {
            for used in contested.iter().filter(|used| used.object == end.object) {
                let [first, later] = [end, used].map(|used| &l.threads.points[used.point]);
                // Locals end once, in their thread.
                if first.thread == later.thread || used.ends && used.check != Check::DoubleFree {
                    continue;
                }
                let (first, later) = (first.clock, later.clock);
                let b = &mut l.d.terms;
                let before = b.ult(first, later);
                let both = b.and_all([end.when, used.when, before]);
                if b.as_bool(both) != Some(false) {
                    found.push((used, both));
                }
            }
        }
        let any = l.d.terms.or_all(found.iter().map(|&(_, when)| when));
        let none = l.d.terms.not(any);
        for o in l.obligations.iter_mut().filter(|o| matches!(o.kind, Kind::Check(_))) {
            o.cond = l.d.terms.and(o.cond, none);
        }
        for (used, cond) in found {
            let checked = l.options.checks.contains(used.check);
            let kind = if checked { Kind::Check(used.check) } else { Kind::Undefined(used.check) };
            let moment = (l.threads.points[used.point].thread, used.point + 1);
            let (loc, at) = used.place;
            l.obligations.push(Obligation { kind, cond, loc, at, moment });
        }
        l.threads.objects.contested = contested;
    }
}
