//! What becomes of that which a transition leads to: a set of states is known already, or stored.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use super::data::{DataSet, Queries, is_included};
use super::follow::{Outcome, Reached, Taken};
use super::search::{Early, Search, Visiting};
use super::temporal::Step;
use super::visited::{Entry, Waiting};
use crate::engine::explicit::ltl::Letter;
use crate::engine::explicit::store::StateId;
use crate::engine::explicit::transition_system::{State, SwitchContext};
use crate::ilr::Term;
use crate::machine::{ObjId, Schedule, Snapshot};
use crate::rewrite::Builder;

/// Most sets of one control that a new one is compared with at once.
const COMPARED: usize = 32;
/// Most ways to a set.
const MOST_WAYS: usize = 16;
/// Sets at one place at which the user is told that there may be no end.
const GROWN: u32 = 10_000;

/// A set that was added, whose states are still to be kept.
pub(super) struct Added {
    number: usize,
    order: Box<[ObjId]>,
    schedule: Option<Arc<Schedule>>,
}

impl Search<'_, '_, '_> {
    /// Takes what a transition of a set leads to. The set behind it, if it is a new one: the caller knows its states.
    pub(super) fn take(
        &mut self,
        (terms, queries): (&mut Builder, &mut Queries),
        from: usize,
        outcome: Outcome,
    ) -> Result<Option<Added>, Early> {
        match outcome {
            Outcome::Set(reached) => return self.store((terms, queries), Some(from), *reached),
            Outcome::Ended { letter, mover, taken, unsure } => {
                self.ended(from, (letter, mover, unsure), taken);
            }
            Outcome::Violation { check, loc, taken, unsure } => {
                self.violation((terms, queries), from, (check, loc, unsure), &taken)?;
            }
            Outcome::Race { loc, ways } => self.race((terms, queries), from, loc, &ways)?,
            Outcome::Open(cause) => self.leave_open(cause),
        }
        Ok(None)
    }

    /// The run has ended; its propositions stay as they are.
    fn ended(&mut self, from: usize, (letter, mover, unsure): (Letter, u32, bool), taken: Taken) {
        let Some(graph) = &mut self.temporal else { return };
        let number = match graph.end(letter) {
            Some(number) => number,
            None => {
                graph.add_end(letter);
                let (data, ways, depth) = (DataSet::default(), Vec::new(), self.figures.depth + 1);
                self.visited.add_end(Entry { ways, data, waiting: None, unsure, depth })
            }
        };
        let data = DataSet { cells: Vec::new(), path: taken.path };
        graph.connect((from, number), mover, Step { told: taken.told.into(), data });
    }

    /// Stores a set of states, if it is new.
    pub(super) fn store(
        &mut self,
        (terms, queries): (&mut Builder, &mut Queries),
        parent: Option<usize>,
        mut reached: Reached,
    ) -> Result<Option<Added>, Early> {
        let Reached { control, letter, mover, unsure, .. } = reached;
        let left = reached.left.take();
        let step = left.map(|data| Step { told: reached.told.clone(), data });
        if let Some(known) = self.known((&mut *terms, queries), control, (&reached.data, letter))? {
            self.figures.included += 1;
            if let (Some(graph), Some(from), Some(step)) = (&mut self.temporal, parent, step) {
                graph.connect((from, known), mover, step);
            }
            return Ok(None);
        }
        if self.temporal.is_none()
            && self.visiting == Visiting::Included
            && let Some(from) = parent
            && let Some(waiting) = self.visited.waiting(control, &reached.data.cells)
            && waiting.ways.len() < MOST_WAYS
        {
            waiting.data.path = joined(terms, &waiting.data.path, &reached.data.path);
            waiting.unsure |= unsure;
            waiting.ways.push(reached.way(from));
            self.figures.merged += 1;
            return Ok(None);
        }
        if let Some(graph) = &mut self.temporal {
            graph.add(letter, reached.schedule.as_ref().map_or(0, |schedule| schedule.enabled()));
            if let (Some(from), Some(step)) = (parent, step) {
                graph.connect((from, self.visited.entries.len()), mover, step);
            }
        }
        let depth = parent.map_or(0, |p| self.visited.entries[p].depth + 1);
        let data = std::mem::take(&mut reached.data);
        let (order, schedule) = (std::mem::take(&mut reached.order).into(), reached.schedule.take());
        let loc = reached.loc;
        let ways = parent.map(|from| reached.way(from)).into_iter().collect();
        let number = self.visited.add(control, Entry { ways, data, waiting: None, unsure, depth });
        if let (Some(grows), Some(loc)) = (self.grows, loc) {
            let count = self.of_place.entry(loc).or_default();
            *count += 1;
            if *count == GROWN {
                self.grows = None;
                grows(loc);
            }
        }
        self.queue.push_back(number);
        self.figures.sets += 1;
        self.progress.states.fetch_add(1, Relaxed);
        Ok(Some(Added { number, order, schedule }))
    }

    /// A set that was added waits for its turn.
    pub(super) fn wait(&mut self, added: Added, snapshot: Snapshot) {
        let Added { number, order, schedule } = added;
        let state = State { snapshot: Box::new(snapshot), schedule, context: SwitchContext::default() };
        self.visited.entries[number].waiting = Some(Waiting { state, order });
    }

    /// A set that was visited or waits, and stands for another one; where there are several, one of them.
    fn known(
        &mut self,
        (terms, queries): (&mut Builder, &mut Queries),
        control: StateId,
        (data, letter): (&DataSet, Letter),
    ) -> Result<Option<usize>, Early> {
        let graph = self.temporal.as_ref();
        if self.visiting == Visiting::Never {
            return Ok(None);
        }
        let mut others: Vec<(usize, &DataSet)> = Vec::new();
        for number in self.visited.of(control) {
            if graph.is_some_and(|graph| graph.letter(number) != letter) {
                continue;
            }
            let entry = &self.visited.entries[number];
            if entry.data == *data {
                return Ok(Some(number));
            }
            if others.len() < COMPARED {
                others.push((number, &entry.data));
            }
        }
        let Some(&(first, _)) = others.first() else { return Ok(None) };
        if self.visiting == Visiting::Equal {
            let limits = queries.limits.clone();
            for (number, other) in others {
                queries.limits.effort = Some(self.patience);
                let open = queries.statistics.unknown;
                let equal = is_included(terms, queries, data, &[other])?
                    && is_included(terms, queries, other, &[data])?;
                queries.limits = limits.clone();
                if equal {
                    return Ok(Some(number));
                }
                if queries.statistics.unknown > open {
                    self.patience = self.patience.saturating_mul(2);
                }
            }
            return Ok(None);
        }
        let Some(graph) = graph else {
            let others: Vec<&DataSet> = others.into_iter().map(|(_, other)| other).collect();
            return Ok(is_included(terms, queries, data, &others)?.then_some(first));
        };
        // One set stands for it: a cycle goes through sets, not through parts of several ones.
        for (number, other) in others {
            if is_included(terms, queries, data, &[other])?
                && (!graph.exact || is_included(terms, queries, other, &[data])?)
            {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }
}

/// The conjuncts of a path that holds where one of two others does.
fn joined(b: &mut Builder, one: &[Term], other: &[Term]) -> Vec<Term> {
    let (mut both, mut rest): (Vec<Term>, Vec<Term>) = one.iter().partition(|&t| other.contains(t));
    let of_other: Vec<Term> = other.iter().copied().filter(|t| !both.contains(t)).collect();
    let left = b.and_all(rest.drain(..));
    let right = b.and_all(of_other);
    let either = b.or(left, right);
    if b.as_bool(either) != Some(true) {
        both.push(either);
    }
    both
}
