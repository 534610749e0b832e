//! Threads that wait for each other for ever.
//!
//! A deadlock is a set of threads that wait, chosen freely by the solver, such that none of them goes on whatever the others do:
//! who waits for one thread waits for one of the set, or for one that has ended; who waits for any thread waits for the set to
//! hold all threads that have not ended. All waits of the set are later than everything else that its threads do, so that
//! what they wait for is still so. What other threads do does not matter: a run may stop there.

use super::MemoryModel;
use crate::engine::bmc::ledger::{Kind, Ledger, Obligation, Wait};
use crate::engine::bmc::state::Origin;
use crate::ilr::Term;
use crate::property::Check;

/// The library's variable for the program's first thread.
const FIRST: &str = "first";

impl MemoryModel {
    /// Adds what is violated where threads wait for each other for ever: once for each wait, as the last of them.
    pub fn deadlocks(&self, l: &mut Ledger<'_>) {
        let waits = std::mem::take(&mut l.threads.waits);
        let never = self.never_ends(l, &waits);
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
        l.threads.waits = waits;
    }

    /// When no selected wait ends.
    fn never_ends(&self, l: &mut Ledger<'_>, waits: &[Wait]) -> Term {
        let count = l.threads.list.len();
        let before = clocks_before(l);
        let mut in_set = vec![l.d.terms.ff(); count];
        for wait in waits {
            let set = &mut in_set[l.threads.points[wait.point].thread];
            *set = l.d.terms.or(*set, wait.selected);
        }
        let mut all = Vec::new();
        for wait in waits {
            let (own, clock) = (l.threads.points[wait.point].thread, l.threads.points[wait.point].clock);
            let mut holds = vec![wait.when];
            let mut one = l.d.terms.ff();
            for thread in 0..count {
                let needs = self.needs(l, wait, thread);
                one = l.d.terms.or(one, needs);
                let gone = has_ended(l, thread, clock);
                let stays = l.d.terms.or(in_set[thread], gone);
                holds.push(l.d.terms.implies(needs, stays));
            }
            let mut nobody = Vec::new();
            for thread in 0..count {
                let gone = has_ended(l, thread, clock);
                let created =
                    l.threads.list[thread].created.map(|(_, point, _)| l.threads.points[point].when);
                let created = created.unwrap_or_else(|| l.d.terms.tt());
                let stays = l.d.terms.or(in_set[thread], gone);
                nobody.push(l.d.terms.implies(created, stays));
            }
            let nobody = l.d.terms.and_all(nobody);
            holds.push(l.d.terms.or(one, nobody));
            for other in waits {
                if l.threads.points[other.point].thread != own
                    && let Some(earlier) = before[other.point]
                {
                    let earlier = l.d.terms.ult(earlier, clock);
                    holds.push(l.d.terms.implies(other.selected, earlier));
                }
            }
            let holds = l.d.terms.and_all(holds);
            all.push(l.d.terms.implies(wait.selected, holds));
        }
        l.d.terms.and_all(all)
    }

    /// When a wait is for a thread.
    fn needs(&self, l: &mut Ledger<'_>, wait: &Wait, thread: usize) -> Term {
        let mut any = l.d.terms.ff();
        for &(object, when) in &wait.needed {
            let is_it = if thread == 0 {
                matches!(self.space.info(object).origin, Origin::Global(g)
                    if l.program.global(g).model && l.program.global(g).name == FIRST)
            } else {
                l.threads.list[thread].object == Some(object)
            };
            if is_it {
                any = l.d.terms.or(any, when);
            }
        }
        any
    }
}

/// When a thread has ended before a time.
fn has_ended(l: &mut Ledger<'_>, thread: usize, clock: Term) -> Term {
    let mut any = l.d.terms.ff();
    for (point, when) in l.threads.list[thread].ends.clone() {
        let end = l.threads.points[point].clock;
        let earlier = l.d.terms.ult(end, clock);
        let here = l.d.terms.and(when, earlier);
        any = l.d.terms.or(any, here);
    }
    any
}

/// For each point the time of the one before it in its thread, or of its creation.
fn clocks_before(l: &Ledger<'_>) -> Vec<Option<Term>> {
    let points = &l.threads.points;
    let created = l.threads.list.iter().map(|t| t.created.map(|(_, p, _)| points[p].clock));
    let mut last: Vec<Option<Term>> = created.collect();
    points.iter().map(|point| last[point.thread].replace(point.clock)).collect()
}
