//! What reads of shared memory return where atomic accesses are weaker than sequentially consistent: RC11 (Lahav et al., Repairing
//! Sequential Consistency in C/C++11, PLDI 2017). Everything that it allows is allowed here; what is allowed besides can only lead to
//! UNKNOWN.
//!
//! The clocks of points are some order of what happens that has the order of each thread and puts writes before those who read them, so
//! there is one: RC11 has no load buffering. The writes of a place have an order of their own, and a read the place of its source in that
//! order. Each point knows, of every thread, up to which point what that thread has done happens before it. That begins with the
//! creation of a thread and goes on through what it reads by acquire operations from release operations. No thread sees what is older
//! than what it knows or has seen (coherence), nothing comes between the two halves of a read-modify-write, and sequentially consistent
//! operations have an order, too. Functions of the library that change what threads share are in the order of the clocks, as if they were
//! read-modify-writes; what they make happen before others is what C11 says of them.

use super::MemoryModel;
use super::consistency::{ReadConstraints, ReadSource};
use crate::engine::bmc::ledger::{Ledger, PointKind, PointOrder, SharedAccess, SharedStart, Step};
use crate::engine::bmc::state::{ObjId, Point};
use crate::ilr::{Sort, Term};
use std::collections::BTreeMap;

/// Most pairs of accesses to an object, of all objects.
const PAIRS: usize = 80_000;
/// Bits of the number of a thread's points.
const INDEX: u32 = 16;

impl MemoryModel {
    /// What holds of the executions of RC11, and when one of them cannot be represented; none where too much would have to be said.
    pub fn weak_executions(&mut self, l: &mut Ledger<'_>) -> Step<Option<(Term, Term)>> {
        l.with_accesses(|l, reads, writes, starts| {
            let mut of_object: BTreeMap<ObjId, usize> = BTreeMap::new();
            for access in reads.iter().chain(writes) {
                *of_object.entry(access.object).or_default() += 1;
            }
            let pairs: usize = of_object.values().map(|count| count * count).sum();
            if pairs > PAIRS || l.threads.points.len() >= 1 << INDEX {
                return Ok(None);
            }
            self.executions(l, reads, writes, starts).map(Some)
        })
    }

    fn executions(
        &mut self,
        l: &mut Ledger<'_>,
        reads: &[SharedAccess],
        writes: &[SharedAccess],
        starts: &[SharedStart],
    ) -> Step<(Term, Term)> {
        let mut out = ReadConstraints::default();
        let places = writes.iter().enumerate().map(|(i, w)| place_in_order(l, i, w)).collect();
        let (sources, seen, known) = (Vec::new(), Vec::new(), Vec::new());
        let mut executions = Executions { reads, writes, places, sources, seen, known };
        for &place in &executions.places {
            let b = &mut l.d.terms;
            let zero = b.bv(32, 0);
            out.holds.push(b.ult(zero, place));
        }
        self.sources(l, &mut executions, starts, &mut out)?;
        executions.follow(l, &mut out.holds);
        executions.know_by_blocks(l, &mut out.holds);
        executions.know_by_library(l, &mut out.holds);
        executions.take_turns(l, &mut out.holds);
        self.coherence(l, &executions, &mut out);
        let b = &mut l.d.terms;
        let not_represented = b.or_all(out.unsupported.iter().map(|&(_, cond, _)| cond));
        Ok((b.and_all(out.holds), not_represented))
    }

    /// From where reads get their values.
    fn sources(
        &mut self,
        l: &mut Ledger<'_>,
        executions: &mut Executions<'_>,
        starts: &[SharedStart],
        out: &mut ReadConstraints,
    ) -> Step<()> {
        for (number, read) in executions.reads.iter().enumerate() {
            let seen = l.d.terms.var(&format!("seen!{number}"), Sort::Bv(32));
            let (mut sources, mut all) = (Vec::new(), Vec::new());
            for (i, start) in starts.iter().filter(|start| start.object == read.object).enumerate() {
                let b = &mut l.d.terms;
                let from = b.var(&format!("weak-start!{number}.{i}"), Sort::Bool);
                let zero = b.bv(32, 0);
                let first = b.eq(seen, zero);
                let holds = b.and(start.when, first);
                out.holds.push(b.implies(from, holds));
                self.same_value(l, (from, read), &ReadSource::Start(start), out)?;
                all.push(from);
            }
            for (i, write) in
                executions.writes.iter().enumerate().filter(|(_, write)| write.object == read.object)
            {
                let later = write.point > read.point
                    && l.threads.points[write.point].thread == l.threads.points[read.point].thread;
                if write.point == read.point || later {
                    continue;
                }
                let Some(same) = self.same_scalar(l, read, write, out) else { continue };
                let clocks = [write, read].map(|access| l.threads.points[access.point].clock);
                let b = &mut l.d.terms;
                let from = b.var(&format!("weak-from!{number}.{i}"), Sort::Bool);
                let before = b.ult(clocks[0], clocks[1]);
                let place = b.eq(seen, executions.places[i]);
                let holds = b.and_all([write.when, same, before, place]);
                out.holds.push(b.implies(from, holds));
                self.same_value(l, (from, read), &ReadSource::Write(write), out)?;
                sources.push((i, from));
                all.push(from);
            }
            let b = &mut l.d.terms;
            let some = b.or_all(all);
            out.holds.push(b.implies(read.when, some));
            executions.seen.push(seen);
            executions.sources.push(sources);
        }
        Ok(())
    }

    /// What is said of each two accesses of a place.
    fn coherence(&mut self, l: &mut Ledger<'_>, executions: &Executions<'_>, out: &mut ReadConstraints) {
        for (i, write) in executions.writes.iter().enumerate() {
            let place = executions.places[i];
            for (k, other) in executions.writes.iter().enumerate().skip(i + 1) {
                let Some(both) = self.both(l, write, other, out) else { continue };
                let (first, second) = (place, executions.places[k]);
                let known = [
                    executions.knows(l, other.point, write.point),
                    executions.knows(l, write.point, other.point),
                ];
                let b = &mut l.d.terms;
                let [before, behind] = [b.ult(first, second), b.ult(second, first)];
                let ordered = b.or(before, behind);
                let known = [b.implies(known[0], before), b.implies(known[1], behind)];
                let mut holds = vec![ordered, known[0], known[1]];
                if let (Some(x), Some(y)) = (executions.turn(l, write.point), executions.turn(l, other.point))
                {
                    let b = &mut l.d.terms;
                    let [earlier, later] = [b.ult(x, y), b.ult(y, x)];
                    holds.push(b.implies(before, earlier));
                    holds.push(b.implies(behind, later));
                }
                let b = &mut l.d.terms;
                let holds = b.and_all(holds);
                out.holds.push(b.implies(both, holds));
            }
            for (k, read) in executions.reads.iter().enumerate() {
                let Some(both) = self.both(l, write, read, out) else { continue };
                let seen = executions.seen[k];
                let mut holds = Vec::new();
                if write.point == read.point {
                    // The two halves of a read-modify-write.
                    let b = &mut l.d.terms;
                    holds.push(b.ult(seen, place));
                } else {
                    let known = [
                        executions.knows(l, read.point, write.point),
                        executions.knows(l, write.point, read.point),
                    ];
                    let b = &mut l.d.terms;
                    let [older, newer] = [b.ule(place, seen), b.ult(seen, place)];
                    holds.push(b.implies(known[0], older));
                    holds.push(b.implies(known[1], newer));
                    if let (Some(x), Some(y)) =
                        (executions.turn(l, read.point), executions.turn(l, write.point))
                    {
                        let b = &mut l.d.terms;
                        let earlier = b.ult(x, y);
                        holds.push(b.implies(newer, earlier));
                    }
                    holds.extend(executions.library_sees(l, read, write, older));
                }
                let b = &mut l.d.terms;
                let holds = b.and_all(holds);
                out.holds.push(b.implies(both, holds));
            }
        }
        for (i, read) in executions.reads.iter().enumerate() {
            for (k, other) in executions.reads.iter().enumerate().skip(i + 1) {
                let Some(both) = self.both(l, read, other, out) else { continue };
                let known = [
                    executions.knows(l, other.point, read.point),
                    executions.knows(l, read.point, other.point),
                ];
                let b = &mut l.d.terms;
                let (x, y) = (executions.seen[i], executions.seen[k]);
                let orders = [b.ule(x, y), b.ule(y, x)];
                let holds = [b.implies(known[0], orders[0]), b.implies(known[1], orders[1])];
                let holds = b.and(holds[0], holds[1]);
                out.holds.push(b.implies(both, holds));
            }
            self.halves(l, executions, i, out);
        }
    }

    /// Nothing comes between what a read-modify-write reads and what it writes.
    fn halves(
        &mut self,
        l: &mut Ledger<'_>,
        executions: &Executions<'_>,
        i: usize,
        out: &mut ReadConstraints,
    ) {
        let read = &executions.reads[i];
        if matches!(l.threads.points[read.point].order.kind, PointKind::Access | PointKind::Fence) {
            return;
        }
        for (own, write) in
            executions.writes.iter().enumerate().filter(|(_, write)| write.point == read.point)
        {
            let Some(both) = self.both(l, read, write, out) else { continue };
            for (k, other) in executions.writes.iter().enumerate().filter(|&(k, _)| k != own) {
                let Some(too) = self.both(l, write, other, out) else { continue };
                let b = &mut l.d.terms;
                let before = b.ule(executions.places[k], executions.seen[i]);
                let behind = b.ult(executions.places[own], executions.places[k]);
                let apart = b.or(before, behind);
                let all = b.and(both, too);
                out.holds.push(b.implies(all, apart));
            }
        }
    }

    /// When two accesses are executed and of the same scalar; none where they are never.
    fn both(
        &mut self,
        l: &mut Ledger<'_>,
        x: &SharedAccess,
        y: &SharedAccess,
        out: &mut ReadConstraints,
    ) -> Option<Term> {
        if x.object != y.object {
            return None;
        }
        let same = self.same_scalar(l, x, y, out)?;
        let b = &mut l.d.terms;
        let both = b.and_all([same, x.when, y.when]);
        (b.as_bool(both) != Some(false)).then_some(both)
    }
}

/// The place of a write in the order of those of its scalar. What the library writes is in the order of the clocks.
fn place_in_order(l: &mut Ledger<'_>, number: usize, write: &SharedAccess) -> Term {
    let point = &l.threads.points[write.point];
    if point.order.kind == PointKind::Library {
        point.clock
    } else {
        l.d.terms.var(&format!("place!{number}"), Sort::Bv(32))
    }
}

/// Up to which point a thread is known to others, by its number.
type Known = Vec<Term>;

/// The accesses of executions, and what is said of them.
struct Executions<'a> {
    reads: &'a [SharedAccess],
    writes: &'a [SharedAccess],
    /// The places of writes in the orders of theirs.
    places: Vec<Term>,
    /// The writes from which a read may get its value, and when it does.
    sources: Vec<Vec<(usize, Term)>>,
    /// The place of what a read gets, 0 for what was there before.
    seen: Vec<Term>,
    /// What each point knows.
    known: Vec<Known>,
}

impl Executions<'_> {
    /// When a point knows another one. Points are numbered in their threads from 1, and each knows itself.
    fn knows(&self, l: &mut Ledger<'_>, point: Point, other: Point) -> Term {
        let thread = l.threads.points[other].thread;
        let number = self.known[other][thread];
        l.d.terms.ule(number, self.known[point][thread])
    }

    /// When a sequentially consistent point has its turn among those; none if it is none.
    fn turn(&self, l: &mut Ledger<'_>, point: Point) -> Option<Term> {
        let seq_cst = l.threads.points[point].order.seq_cst;
        seq_cst.then(|| l.d.terms.var(&format!("turn!{point}"), Sort::Bv(32)))
    }

    /// When a function of the library is done with what others did last: where it changes the object that it reads.
    fn changes(&self, l: &mut Ledger<'_>, read: &SharedAccess) -> Term {
        if l.threads.points[read.point].order.always {
            return l.d.terms.tt();
        }
        let own = self.writes.iter().filter(|w| w.point == read.point && w.object == read.object);
        l.d.terms.or_all(own.map(|write| write.when))
    }

    /// That what the library does and changes is done with what it did last.
    fn library_sees(
        &self,
        l: &mut Ledger<'_>,
        read: &SharedAccess,
        write: &SharedAccess,
        older: Term,
    ) -> Option<Term> {
        let points = [read, write].map(|access| &l.threads.points[access.point]);
        if points.iter().any(|point| point.order.kind != PointKind::Library) {
            return None;
        }
        let [y, x] = points.map(|point| point.clock);
        let changes = self.changes(l, read);
        let b = &mut l.d.terms;
        let before = b.ult(x, y);
        let all = b.and(changes, before);
        Some(b.implies(all, older))
    }

    /// What points know, along each thread and through what they read.
    fn follow(&mut self, l: &mut Ledger<'_>, holds: &mut Vec<Term>) {
        let threads = l.threads.list.len();
        let zero = l.d.terms.bv(INDEX, 0);
        let nothing = vec![zero; threads];
        let mut of_point: BTreeMap<Point, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
        for (i, read) in self.reads.iter().enumerate() {
            of_point.entry(read.point).or_default().0.push(i);
        }
        for (i, write) in self.writes.iter().enumerate() {
            of_point.entry(write.point).or_default().1.push(i);
        }
        // What a thread knows, what it has released by fences, what it would know after an acquire fence, and how many points it has.
        let mut current: Vec<Option<Known>> = vec![None; threads];
        let mut released = vec![nothing.clone(); threads];
        let mut waiting = vec![nothing.clone(); threads];
        let mut count = vec![0; threads];
        let fences = |order: PointOrder| order.kind == PointKind::Fence;
        let listens = (0..threads)
            .map(|t| l.threads.points.iter().any(|p| p.thread == t && fences(p.order) && p.order.acquire));
        let listens: Vec<bool> = listens.collect();
        let mut messages: Vec<Known> = vec![nothing.clone(); self.writes.len()];
        let mut later = Vec::new();
        for point in 0..l.threads.points.len() {
            let (thread, when, order) = {
                let p = &l.threads.points[point];
                (p.thread, p.when, p.order)
            };
            count[thread] += 1;
            let before = current[thread].take().unwrap_or_else(|| {
                let created = l.threads.list[thread].created.map(|(_, by, _)| by);
                created.and_then(|by| self.known.get(by)).unwrap_or(&nothing).clone()
            });
            let (reads, writes) = of_point.remove(&point).unwrap_or_default();
            let learns = order.acquire || order.kind == PointKind::Block;
            let mut known =
                if learns { at_least(l, &format!("known!{point}"), &before, holds) } else { before };
            known[thread] = l.d.terms.bv(INDEX, count[thread]);
            if fences(order) && order.acquire {
                holds.extend(includes(l, when, &known, &waiting[thread]));
            }
            if fences(order) && order.release {
                for (own, new) in released[thread].iter_mut().zip(&known) {
                    *own = l.d.terms.ite(when, *new, *own);
                }
            }
            // What the library has in its objects is no message of C11's fences.
            let library = matches!(order.kind, PointKind::Library | PointKind::Looks);
            let (reads, writes) = if library { (vec![], vec![]) } else { (reads, writes) };
            for &write in &writes {
                messages[write] = if order.release { known.clone() } else { released[thread].clone() };
                if order.kind == PointKind::Exchange {
                    // What is read from it may come from before it, too (release sequences).
                    messages[write] = at_least(l, &format!("message!{write}"), &messages[write], holds);
                    later.extend(reads.iter().map(|&read| (read, messages[write].clone())));
                }
            }
            if order.acquire {
                later.extend(reads.iter().map(|&read| (read, known.clone())));
            } else if listens[thread] {
                for &read in &reads {
                    waiting[thread] = at_least(l, &format!("waiting!{read}"), &waiting[thread], holds);
                    later.push((read, waiting[thread].clone()));
                }
            }
            current[thread] = Some(known.clone());
            self.known.push(known);
        }
        for (read, known) in later {
            for &(write, from) in &self.sources[read] {
                holds.extend(includes(l, from, &known, &messages[write]));
            }
        }
    }

    /// Each atomic section of the program knows those before it.
    fn know_by_blocks(&self, l: &mut Ledger<'_>, holds: &mut Vec<Term>) {
        let blocks =
            (0..l.threads.points.len()).filter(|&p| l.threads.points[p].order.kind == PointKind::Block);
        let blocks: Vec<Point> = blocks.collect();
        for &x in &blocks {
            for &y in blocks.iter().filter(|&&y| y != x) {
                let [first, second] = [x, y].map(|p| &l.threads.points[p]);
                let b = &mut l.d.terms;
                let before = b.ult(first.clock, second.clock);
                let all = b.and_all([first.when, second.when, before]);
                holds.extend(includes(l, all, &self.known[y], &self.known[x]));
            }
        }
    }

    /// A function of the library that acquires knows those before it that have released what it reads.
    fn know_by_library(&self, l: &mut Ledger<'_>, holds: &mut Vec<Term>) {
        let is_library =
            |l: &Ledger<'_>, point: Point| l.threads.points[point].order.kind == PointKind::Library;
        for read in self.reads {
            if !is_library(l, read.point) || !l.threads.points[read.point].order.acquire {
                continue;
            }
            let changes = self.changes(l, read);
            for write in self.writes.iter().filter(|w| w.object == read.object && w.point != read.point) {
                if !is_library(l, write.point) || !l.threads.points[write.point].order.release {
                    continue;
                }
                let [first, second] = [write, read].map(|access| l.threads.points[access.point].clock);
                let b = &mut l.d.terms;
                let before = b.ult(first, second);
                let same = b.eq(read.offset, write.offset);
                let all = b.and_all([read.when, write.when, changes, same, before]);
                holds.extend(includes(l, all, &self.known[read.point], &self.known[write.point]));
            }
        }
    }

    /// Sequentially consistent operations take turns: in the order of each thread, reads behind their sources, and fences know those
    /// before them.
    fn take_turns(&self, l: &mut Ledger<'_>, holds: &mut Vec<Term>) {
        let mut last: BTreeMap<usize, Term> = BTreeMap::new();
        let mut fences: Vec<(Point, Term)> = Vec::new();
        for point in 0..l.threads.points.len() {
            let Some(turn) = self.turn(l, point) else { continue };
            let (thread, order) = (l.threads.points[point].thread, l.threads.points[point].order);
            if let Some(before) = last.insert(thread, turn) {
                holds.push(l.d.terms.ult(before, turn));
            }
            if order.kind == PointKind::Fence {
                fences.push((point, turn));
            }
        }
        for (read, sources) in self.reads.iter().zip(&self.sources) {
            let Some(turn) = self.turn(l, read.point) else { continue };
            for &(write, from) in sources {
                if let Some(before) = self.turn(l, self.writes[write].point) {
                    let b = &mut l.d.terms;
                    let before = b.ult(before, turn);
                    holds.push(b.implies(from, before));
                }
            }
        }
        for (i, &(x, first)) in fences.iter().enumerate() {
            for &(y, second) in &fences[i + 1..] {
                let [x_when, y_when] = [x, y].map(|p| l.threads.points[p].when);
                let b = &mut l.d.terms;
                let both = b.and(x_when, y_when);
                let before = b.ult(first, second);
                let behind = b.not(before);
                let [before, behind] = [b.and(both, before), b.and(both, behind)];
                holds.extend(includes(l, before, &self.known[y], &self.known[x]));
                holds.extend(includes(l, behind, &self.known[x], &self.known[y]));
            }
        }
    }
}

/// Fresh variables that know at least this.
fn at_least(l: &mut Ledger<'_>, name: &str, least: &Known, holds: &mut Vec<Term>) -> Known {
    let vars = (0..least.len()).map(|t| l.d.terms.var(&format!("{name}.{t}"), Sort::Bv(INDEX)));
    let vars: Known = vars.collect();
    let any = l.d.terms.tt();
    holds.extend(includes(l, any, &vars, least));
    vars
}

/// That what is known has all of something else, where a condition holds.
fn includes(l: &mut Ledger<'_>, when: Term, known: &Known, all: &Known) -> Vec<Term> {
    let b = &mut l.d.terms;
    let pairs = known.iter().zip(all);
    pairs
        .map(|(&known, &all)| {
            let at_least = b.ule(all, known);
            b.implies(when, at_least)
        })
        .collect()
}
