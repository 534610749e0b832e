//! Threads that wait for each other for ever, and misuse of what they wait for.
//!
//! A deadlock is a set of threads that wait, chosen freely by the solver, from some time on. At that time all that they do before
//! their waits is done. Who waits for one thread waits for one of the set, or for one that has ended; who waits for what several may
//! hold, for such a one that holds it then. Who waits for any thread, or for a signal, waits for the set to hold all threads that
//! have not ended, and no signal has come. What threads outside of the set do then does not matter: a run may stop there. A thread
//! that waits for a signal has given back its mutex before that time; as it may wake without a signal, it goes on in the formula,
//! but behind that time.

use super::MemoryModel;
use crate::engine::bmc::ledger::{Kind, Ledger, Obligation, SyncAction, SyncUse, Wait, WaitsFor};
use crate::engine::bmc::state::{ObjId, Origin, Ptr};
use crate::ilr::{Sort, Term};
use crate::property::Check;

/// The library's variable for the program's first thread.
const FIRST: &str = "first";

/// Bits of how often a thread holds something.
const HOLDS_BITS: u32 = 32;

/// Whether signals count that may have woken another thread.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Signals {
    /// Any signal may have ended a wait.
    All,
    /// One that wakes a single thread may have woken another one.
    ToAll,
}

impl MemoryModel {
    /// Adds what is violated where threads wait for each other for ever: once for each wait, as the last of them.
    pub fn deadlocks(&self, l: &mut Ledger<'_>) {
        if l.threads.waits.is_empty() {
            return;
        }
        let waits = std::mem::take(&mut l.threads.waits);
        let time = l.d.terms.var("deadlock!", Sort::Bv(32));
        if l.options.checks.contains(Check::Leak) {
            // Such runs have no end at which leaks would be looked for.
            let never = self.may_never_end(l, &waits, time);
            l.threads.objects.heap.endless.push((never, None));
        }
        // Who spins is in no deadlock.
        let waits: Vec<Wait> = waits.into_iter().filter(|wait| wait.how != WaitsFor::Spins).collect();
        if l.options.checks.contains(Check::Deadlock) {
            self.tell_deadlocks(l, &waits, time);
        }
        l.threads.waits = waits;
    }

    /// When some selected wait does not end, from a time on, if signals wake others where they can.
    fn may_never_end(&self, l: &mut Ledger<'_>, waits: &[Wait], time: Term) -> Term {
        let never = self.never_ends(l, waits, time, Signals::ToAll);
        let any = l.d.terms.or_all(waits.iter().map(|wait| wait.selected));
        l.d.terms.and(never, any)
    }

    fn tell_deadlocks(&self, l: &mut Ledger<'_>, waits: &[Wait], time: Term) {
        let never = self.never_ends(l, waits, time, Signals::All);
        for (i, wait) in waits.iter().enumerate() {
            let mut all = vec![never, wait.selected];
            let clock = l.threads.points[wait.point].clock;
            for other in waits.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, other)| other) {
                let earlier = l.threads.points[other.point].clock;
                let earlier = l.d.terms.ult(earlier, clock);
                all.push(l.d.terms.implies(other.selected, earlier));
            }
            let cond = l.d.terms.and_all(all);
            if l.d.terms.as_bool(cond) != Some(false) {
                let kind = Kind::Check(Check::Deadlock);
                let moment = (l.threads.points[wait.point].thread, wait.point + 1);
                let (loc, at) = wait.place;
                l.obligations.push(Obligation { kind, cond, loc, at, moment });
            }
        }
        if l.threads.syncs.iter().any(|used| used.what == SyncAction::WakesOne) {
            let cond = self.may_never_end(l, waits, time);
            l.unsupported_of_all("whether a signal wakes a thread that would wait forever", cond, None);
        }
    }

    /// When no selected wait ends, from a time on.
    fn never_ends(&self, l: &mut Ledger<'_>, waits: &[Wait], time: Term, signals: Signals) -> Term {
        let count = l.threads.list.len();
        let (before, after) = neighbours(l);
        let mut in_set = vec![l.d.terms.ff(); count];
        for wait in waits {
            let set = &mut in_set[l.threads.points[wait.point].thread];
            *set = l.d.terms.or(*set, wait.selected);
        }
        let stays: Vec<Term> = (0..count)
            .map(|thread| {
                let gone = has_ended(l, thread, time);
                l.d.terms.or(in_set[thread], gone)
            })
            .collect();
        let mut nobody = Vec::new();
        for (thread, &stays) in stays.iter().enumerate() {
            let created = l.threads.list[thread].created.map(|(_, point, _)| l.threads.points[point].when);
            let created = created.unwrap_or_else(|| l.d.terms.tt());
            nobody.push(l.d.terms.implies(created, stays));
        }
        let nobody = l.d.terms.and_all(nobody);
        let mut all = Vec::new();
        for wait in waits {
            let clock = l.threads.points[wait.point].clock;
            let mut holds = vec![wait.when];
            if wait.how == WaitsFor::Signal {
                holds.push(l.d.terms.ult(clock, time));
                holds.push(nobody);
                let end = after[wait.point];
                if let Some(end) = end {
                    holds.push(l.d.terms.ult(time, end));
                }
                for other in waits.iter().filter(|other| other.how != WaitsFor::Signal) {
                    if let Some(end) = end {
                        let earlier = l.threads.points[other.point].clock;
                        let earlier = l.d.terms.ult(earlier, end);
                        holds.push(l.d.terms.implies(other.selected, earlier));
                    }
                }
                let woken = self.is_woken(l, wait, time, signals);
                holds.push(l.d.terms.not(woken));
            } else {
                holds.push(l.d.terms.ult(time, clock));
                if let Some(before) = before[wait.point] {
                    holds.push(l.d.terms.ult(before, time));
                }
                let mut one = l.d.terms.ff();
                for (thread, &stays) in stays.iter().enumerate() {
                    if wait.how == WaitsFor::Holder {
                        let has = holds_at(l, &wait.needed, thread, time);
                        let keeps = l.d.terms.and(has, stays);
                        one = l.d.terms.or(one, keeps);
                        continue;
                    }
                    let needs = self.needs(l, wait, thread);
                    one = l.d.terms.or(one, needs);
                    holds.push(l.d.terms.implies(needs, stays));
                }
                holds.push(l.d.terms.or(one, nobody));
            }
            let holds = l.d.terms.and_all(holds);
            all.push(l.d.terms.implies(wait.selected, holds));
        }
        l.d.terms.and_all(all)
    }

    /// When a wait is for a thread.
    fn needs(&self, l: &mut Ledger<'_>, wait: &Wait, thread: usize) -> Term {
        let mut any = l.d.terms.ff();
        for case in wait.needed.cases.iter().filter(|c| c.obj != ObjId::NULL) {
            let is_it = if thread == 0 {
                matches!(self.space.info(case.obj).origin, Origin::Global(g)
                    if l.program.global(g).model && l.program.global(g).name == FIRST)
            } else {
                l.threads.list[thread].object == Some(case.obj)
            };
            if is_it {
                any = l.d.terms.or(any, case.cond);
            }
        }
        any
    }

    /// When another thread has sent a signal to who waits for one, before a time.
    fn is_woken(&self, l: &mut Ledger<'_>, wait: &Wait, time: Term, signals: Signals) -> Term {
        let syncs = std::mem::take(&mut l.threads.syncs);
        let mut any = l.d.terms.ff();
        let sent = |used: &&SyncUse| matches!(used.what, SyncAction::WakesAll | SyncAction::WakesOne);
        let (_, after) = neighbours(l);
        for used in syncs.iter().filter(sent) {
            let [waits, wakes] = [wait.point, used.point].map(|point| &l.threads.points[point]);
            if waits.thread == wakes.thread {
                continue;
            }
            let (waits, wakes) = (waits.clock, wakes.clock);
            let same = is_same(l, &wait.needed, &used.object);
            let (later, earlier) = (l.d.terms.ult(waits, wakes), l.d.terms.ult(wakes, time));
            let mut all = vec![used.when, same, later, earlier];
            if used.what == SyncAction::WakesOne && signals == Signals::ToAll {
                // Unless another one waits.
                for other in syncs.iter().filter(|other| other.what == SyncAction::Waits) {
                    let other_point = &l.threads.points[other.point];
                    if other_point.thread == l.threads.points[wait.point].thread {
                        continue;
                    }
                    let since = other_point.clock;
                    let same = is_same(l, &other.object, &used.object);
                    let mut waits = vec![other.when, same, l.d.terms.ult(since, wakes)];
                    if let Some(end) = after[other.point] {
                        waits.push(l.d.terms.ult(wakes, end));
                    }
                    let waits = l.d.terms.and_all(waits);
                    all.push(l.d.terms.not(waits));
                }
            }
            let here = l.d.terms.and_all(all);
            any = l.d.terms.or(any, here);
        }
        l.threads.syncs = syncs;
        any
    }

    /// Says that the answer is unknown where a thread may misuse a condition variable at which another one waits.
    pub fn misused_conditions(&self, l: &mut Ledger<'_>) {
        if !l.options.checks.contains(Check::ThreadMisuse) {
            return;
        }
        let syncs = std::mem::take(&mut l.threads.syncs);
        let (_, after) = neighbours(l);
        for waits in syncs.iter().filter(|used| used.what == SyncAction::Waits) {
            for other in &syncs {
                let [first, second] = [waits.point, other.point].map(|point| &l.threads.points[point]);
                if first.thread == second.thread {
                    continue;
                }
                let (first, second) = (first.clock, second.clock);
                let same = is_same(l, &waits.object, &other.object);
                let bad = match other.what {
                    SyncAction::Waits => {
                        let alike = is_same(l, &waits.mutex, &other.mutex);
                        l.d.terms.not(alike)
                    }
                    // It still waits then.
                    SyncAction::Renews => {
                        let later = l.d.terms.ult(first, second);
                        let still = match after[waits.point] {
                            Some(end) => l.d.terms.ult(second, end),
                            None => l.d.terms.tt(),
                        };
                        l.d.terms.and(later, still)
                    }
                    SyncAction::WakesOne
                    | SyncAction::WakesAll
                    | SyncAction::Holds
                    | SyncAction::Releases
                    | SyncAction::Locks
                    | SyncAction::Unlocks
                    | SyncAction::Joins => l.d.terms.ff(),
                };
                let cond = l.d.terms.and_all([waits.when, other.when, same, bad]);
                if l.d.terms.as_bool(cond) != Some(false) {
                    l.unsupported_of_all("whether a condition variable is misused", cond, other.place.0);
                }
            }
        }
        l.threads.syncs = syncs;
    }
}

/// When two pointers lead to the same place.
fn is_same(l: &mut Ledger<'_>, p: &Ptr, q: &Ptr) -> Term {
    let mut any = l.d.terms.ff();
    for x in &p.cases {
        for y in q.cases.iter().filter(|y| y.obj == x.obj) {
            let equal = l.d.terms.eq(x.off, y.off);
            let both = l.d.terms.and_all([x.cond, y.cond, equal]);
            any = l.d.terms.or(any, both);
        }
    }
    any
}

/// When a thread holds something at a time: it has taken it more often than given it back.
fn holds_at(l: &mut Ledger<'_>, object: &Ptr, thread: usize, time: Term) -> Term {
    let before = l.threads.objects.held_before.iter().filter(|_| thread == 0);
    let before = before.map(|(when, what, held)| (*when, None, *what, held.clone()));
    let points = &l.threads.points;
    let own = l.threads.syncs.iter().filter(|used| points[used.point].thread == thread);
    let own = own.map(|used| (used.when, Some(points[used.point].clock), used.what, used.object.clone()));
    let all: Vec<_> = before.chain(own).collect();
    let [zero, one] = [0, 1].map(|n| l.d.terms.bv(HOLDS_BITS, n));
    let mut count = zero;
    for (when, clock, what, held) in all {
        let same = is_same(l, object, &held);
        let b = &mut l.d.terms;
        let earlier = clock.map_or(b.tt(), |clock| b.ult(clock, time));
        let here = b.and_all([when, same, earlier]);
        let change = b.ite(here, one, zero);
        match what {
            SyncAction::Holds => count = b.add(count, change),
            SyncAction::Releases => count = b.sub(count, change),
            _ => {}
        }
    }
    l.d.terms.ne(count, zero)
}

/// When a thread has ended before a time.
pub fn has_ended(l: &mut Ledger<'_>, thread: usize, time: Term) -> Term {
    let mut any = l.d.terms.ff();
    for (point, when) in l.threads.list[thread].ends.clone() {
        let end = l.threads.points[point].clock;
        let earlier = l.d.terms.ult(end, time);
        let here = l.d.terms.and(when, earlier);
        any = l.d.terms.or(any, here);
    }
    any
}

/// For each point the time of the one before it in its thread, or of its creation, and of the one behind it.
pub fn neighbours(l: &Ledger<'_>) -> (Vec<Option<Term>>, Vec<Option<Term>>) {
    let points = &l.threads.points;
    let created = l.threads.list.iter().map(|t| t.created.map(|(_, p, _)| points[p].clock));
    let mut last: Vec<Option<Term>> = created.collect();
    let before = points.iter().map(|point| last[point.thread].replace(point.clock)).collect();
    let mut next: Vec<Option<Term>> = vec![None; l.threads.list.len()];
    let mut after: Vec<Option<Term>> =
        points.iter().rev().map(|point| next[point.thread].replace(point.clock)).collect();
    after.reverse();
    (before, after)
}
