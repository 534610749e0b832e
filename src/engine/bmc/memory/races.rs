//! Data races: two accesses of different threads that conflict and are next at once (`docs/decisions/races.md`).
//!
//! The points of two threads are next at once where the point before the one is earlier than the other. Both accesses have to be
//! those of that state, so the one that is executed second must not depend on what is read at its point. One that is a point by
//! itself does not; one of a section may.

use super::MemoryModel;
use super::deadlock::neighbours;
use crate::engine::bmc::ledger::{At, Kind, Ledger, Obligation, RaceAccess, RacingPoints};
use crate::engine::bmc::state::ObjId;
use crate::ilr::Term;
use crate::property::Check;
use std::collections::{BTreeMap, HashMap, HashSet};

impl MemoryModel {
    /// Adds what is violated where two accesses race.
    pub fn races(&mut self, l: &mut Ledger<'_>) {
        let all = std::mem::take(&mut l.threads.accesses.racing);
        let mut by_object: BTreeMap<ObjId, Vec<(usize, &RaceAccess)>> = BTreeMap::new();
        for (number, access) in all.iter().enumerate() {
            by_object.entry(access.object).or_default().push((number, access));
        }
        // `realloc` reads, too, what it ends.
        let ends = |access: &&RaceAccess| access.how.ends;
        let ending: HashSet<_> =
            all.iter().filter(ends).map(|access| (access.point, access.object)).collect();
        let ends = |access: &RaceAccess| ending.contains(&(access.point, access.object));
        let (before, _) = neighbours(l);
        let mut found: Vec<Obligation> = Vec::new();
        let mut places: HashMap<At, usize> = HashMap::new();
        for accesses in by_object.values() {
            for (i, &(x, a)) in accesses.iter().enumerate() {
                for &(y, b) in &accesses[i + 1..] {
                    if ends(a) && ends(b) {
                        // Then it ends twice.
                        continue;
                    }
                    let Some(both) = self.conflict(l, a, b) else { continue };
                    let certain = !(a.how.open || b.how.open);
                    let Some(swapped) = is_swapped((a, ends(a)), b).filter(|_| certain) else {
                        let (ab, ba) = (is_next(l, &before, a, b), is_next(l, &before, b, a));
                        let cond = l.d.terms.and_all([both, ab, ba]);
                        let what = if certain {
                            "whether operations of two threads race"
                        } else {
                            "calls of two threads that the library need not keep from racing"
                        };
                        l.unsupported_of_all(what, cond, a.place.0);
                        continue;
                    };
                    let (access, first, second) = if swapped { (y, b, a) } else { (x, a, b) };
                    let next = is_next(l, &before, first, second);
                    let [earlier, later] = [first, second].map(|x| l.threads.points[x.point].clock);
                    let earlier = l.d.terms.ult(earlier, later);
                    let cond = l.d.terms.and_all([both, next, earlier]);
                    if l.d.terms.as_bool(cond) == Some(false) {
                        continue;
                    }
                    let points = RacingPoints { first: first.point, second: second.point, access, cond };
                    l.threads.accesses.races.push(points);
                    let (loc, at) = first.place;
                    if let Some(&known) = places.get(&at) {
                        found[known].cond = l.d.terms.or(found[known].cond, cond);
                    } else {
                        places.insert(at, found.len());
                        let moment = (l.threads.points[first.point].thread, first.point + 1);
                        found.push(Obligation { kind: Kind::Check(Check::Race), cond, loc, at, moment });
                    }
                }
            }
        }
        l.obligations.extend(found);
        l.threads.accesses.racing = all;
    }

    /// When both of two accesses are executed and conflict; none where that is never.
    fn conflict(&self, l: &mut Ledger<'_>, a: &RaceAccess, b: &RaceAccess) -> Option<Term> {
        let [x, y] = [a, b].map(|access| &l.threads.points[access.point]);
        let apart = x.thread == y.thread
            || !(a.how.write || b.how.write)
            || a.how.atomic && b.how.atomic
            || l.precedes((x.thread, x.visits), y.thread)
            || l.precedes((y.thread, y.visits), x.thread);
        if apart {
            return None;
        }
        let t = &mut l.d.terms;
        let (behind, before) = (t.sub(b.offset, a.offset), t.sub(a.offset, b.offset));
        let (inside, around) = (t.ult(behind, a.size), t.ult(before, b.size));
        let overlap = t.or(inside, around);
        let both = t.and_all([a.when, b.when, overlap]);
        (t.as_bool(both) != Some(false)).then_some(both)
    }
}

/// Whether the second of two accesses is executed first, in a state where both are next. The other one has to be still what it is
/// there, so it must not depend on what is read at its point. What ends the object comes second where it can.
fn is_swapped((a, ends): (&RaceAccess, bool), b: &RaceAccess) -> Option<bool> {
    if a.is_fixed && (ends || !b.is_fixed) { Some(true) } else { b.is_fixed.then_some(false) }
}

/// When all that comes before an access in its thread is earlier than another one.
fn is_next(l: &mut Ledger<'_>, before: &[Option<Term>], first: &RaceAccess, second: &RaceAccess) -> Term {
    let here = l.threads.points[first.point].clock;
    match before[second.point] {
        Some(before) => l.d.terms.ult(before, here),
        None => l.d.terms.tt(),
    }
}
