//! The product of a program with an automaton, and lassos in it.

use smallvec::SmallVec;

use super::state_graph::{self, Halt, StateSpace};
use crate::engine::verdict::Cause;
use crate::ltl::emptiness::{self, Graph, Lasso};
use crate::ltl::{Automaton, Edge, MAX_SETS, Marks, State};

use crate::engine::explicit::store::StateId;

/// A state of the product.
pub type Pair = (StateId, State);

/// The product as one thread sees it. Its acceptance sets are those of the automaton. For fair runs there is one more
/// for each thread of the program: the transitions in which the thread moves, and those from states in which it is not
/// enabled.
///
/// **Threads come and go.** The library gives different numbers to threads that live at the same time, and reuses a
/// number only after its thread has ended. Ending is a move, so the set of a number that is reused again and again is
/// visited again and again. If a thread keeps its number for ever, a run visits its set infinitely often if and only if
/// the thread is treated fairly. Unused numbers count as threads that are not enabled.
///
/// A state without transitions is one whose runs all end in failed assumptions, so it has no runs. A run that ends
/// stays in its last state, by a self-loop.
pub struct Product<'s, S> {
    states: S,
    automaton: &'s Automaton,
    fair: bool,
    looks: u32,
}

/// Number of successors between two checks of the clock.
const CLOCK_INTERVAL: u32 = 1024;

impl<'s, S: StateSpace<'s>> Product<'s, S> {
    /// The product with these states.
    pub fn new(states: S) -> Self {
        let property = states.property();
        Product { states, automaton: &property.automaton, fair: property.fair, looks: 0 }
    }

    /// Number of threads for which there are acceptance sets left.
    fn room(&self) -> u32 {
        if self.fair { MAX_SETS - self.automaton.sets() } else { 0 }
    }

    /// Fairness sets of a transition: bit `i` belongs to thread number `i`.
    fn fairness(&self, state: StateId, edge: &state_graph::Edge) -> u64 {
        let all = Marks::all(self.room()).0;
        match edge.number {
            state_graph::Edge::NONE => all,
            _ => (1 << edge.mover.min(63) | !self.states.enabled(state)) & all,
        }
    }

    /// Transitions of a run along a lasso: to the cycle, and once or several times around it until all threads are
    /// treated fairly. If there are several transitions between two states, each turn takes another one.
    pub fn transitions(
        &mut self,
        lasso: &Lasso<Pair>,
    ) -> Result<(Vec<state_graph::Edge>, Vec<state_graph::Edge>), Halt> {
        let states: Vec<StateId> =
            lasso.prefix.iter().chain(&lasso.cycle).chain(lasso.cycle.first()).map(|p| p.0).collect();
        let mut prefix = Vec::new();
        let (before, around) = states.split_at(lasso.prefix.len());
        for (i, &s) in before.iter().enumerate() {
            let to = states[i + 1];
            prefix.extend(self.states.edges(s)?.iter().find(|e| e.target == to));
        }
        let mut cycle = Vec::new();
        let mut missing = Marks::all(self.room()).0;
        loop {
            let found = missing;
            for pair in around.windows(2) {
                let edges = self.states.edges(pair[0])?.iter().filter(|e| e.target == pair[1]);
                let best = edges.max_by_key(|e| (self.fairness(pair[0], e) & missing).count_ones());
                if let Some(edge) = best {
                    missing &= !self.fairness(pair[0], edge);
                    cycle.push(*edge);
                }
            }
            // The remaining threads move nowhere on the cycle: the run is not fair, which its replay shows.
            if missing == 0 || missing == found {
                return Ok((prefix, cycle));
            }
        }
    }

    /// A lasso of at most the same length through states that the search has visited.
    pub fn shortened(&mut self, lasso: Lasso<Pair>) -> Result<Lasso<Pair>, Halt> {
        let expanded = self.states.expanded();
        let seen = |p: &Pair| expanded(p.0);
        let mut cycle = lasso.cycle;
        let all = Marks::all(self.sets());
        if self.sets() <= 1 {
            let mut out = Vec::new();
            let mut tries = 0;
            for i in 0..cycle.len() {
                let (from, to) = (cycle[i], cycle[(i + 1) % cycle.len()]);
                out.clear();
                self.successors(&from, &mut out)?;
                if tries == TRIES || !out.iter().any(|(m, t)| *t == to && m.contains(all)) {
                    continue;
                }
                tries += 1;
                let back = emptiness::shortest(self, vec![to], seen, |_, _| false, |s| *s == from)?;
                if let Some(back) = back.filter(|b| b.len() < cycle.len()) {
                    cycle = back;
                    break;
                }
            }
        }
        let starts = self.initial()?;
        let way = emptiness::shortest(self, starts, seen, |_, _| false, |s| cycle.contains(s))?;
        let Some(mut prefix) = way else { return Ok(Lasso { prefix: lasso.prefix, cycle }) };
        let first = prefix.pop().expect("a path has a state");
        let at = cycle.iter().position(|s| *s == first).expect("it is on the cycle");
        cycle.rotate_left(at);
        Ok(Lasso { prefix, cycle })
    }
}

/// Number of cycle edges from which a shorter cycle is searched.
const TRIES: u32 = 8;

impl<'s, S: StateSpace<'s>> Graph for Product<'s, S> {
    type State = Pair;
    type Error = Halt;

    fn sets(&self) -> u32 {
        self.automaton.sets() + self.room()
    }

    fn initial(&mut self) -> Result<Vec<Pair>, Halt> {
        let start = self.states.initial()?;
        Ok(self.automaton.initial().iter().map(|q| (start, *q)).collect())
    }

    fn successors(&mut self, &(state, place): &Pair, out: &mut Vec<(Marks, Pair)>) -> Result<(), Halt> {
        self.looks += 1;
        if self.looks.is_multiple_of(CLOCK_INTERVAL) {
            self.states.check_limits()?;
        }
        let letter = self.states.letter(state);
        let mut open = false;
        let taken = |e: &&Edge| {
            let decided_value = e.guard.decided_value(letter.holds, letter.open);
            open |= decided_value.is_none();
            decided_value == Some(true)
        };
        let edges: SmallVec<[&Edge; 8]> = self.automaton.edges(place).iter().filter(taken).collect();
        if open {
            // Other runs may still violate the property. The first one counts.
            self.states.leave_open(self.states.property().undecided(letter.open));
        }
        if edges.is_empty() {
            return Ok(());
        }
        let moves = self.states.edges(state)?;
        let room = self.room();
        if self.fair && moves.iter().any(|m| m.mover >= room) {
            let what = format!("fairness between more than {room} threads");
            return Err(Halt::Unknown(Cause::Unsupported { what, loc: None }));
        }
        let shift = self.automaton.sets();
        for edge in edges {
            for m in moves {
                let fair = Marks(self.fairness(state, m).checked_shl(shift).unwrap_or(0));
                let next = (edge.marks.union(fair), (m.target, edge.target));
                if !self.fair && out.contains(&next) {
                    continue;
                }
                out.push(next);
            }
        }
        Ok(())
    }
}
