//! The product of a program with an automaton, and lassos in it.

use smallvec::SmallVec;

use super::space::{self, Explorer, Halt};
use crate::engine::verdict::Cause;
use crate::ltl::emptiness::{self, Graph, Lasso};
use crate::ltl::{Automaton, Edge, MAX_SETS, Marks, State};

use crate::engine::explicit::store::StateId;

/// A state of the product.
pub type Pair = (StateId, State);

/// The product, as one thread sees it. Its acceptance sets are those of the automaton and, for fair runs, one for each
/// thread of the program: of the transitions in which it moves and of those from states where it cannot.
///
/// **Threads come and go**: the library numbers them so that those that live together have different numbers, and a number is
/// given again only when its thread has ended. Ending is a move, so the set of a number that is given again and again is
/// seen again and again; and a run in which a thread keeps its number for ever is in its set infinitely often exactly if the
/// thread is not neglected. Numbers that nobody has are those of threads that cannot move.
///
/// A state without transitions is one whose runs all end in assumptions that do not hold: there are no such runs. A run that
/// ends stays in its last state, which has an edge for that.
pub struct Walk<'s, 'r, 'i, 'p> {
    explorer: Explorer<'s, 'r, 'i, 'p>,
    automaton: &'s Automaton,
    fair: bool,
    looks: u32,
}

/// Successors between two looks at the clock.
const LOOK: u32 = 1024;

impl<'s, 'r, 'i, 'p> Walk<'s, 'r, 'i, 'p> {
    pub fn new(explorer: Explorer<'s, 'r, 'i, 'p>) -> Self {
        let property = explorer.space.property;
        Walk { explorer, automaton: &property.automaton, fair: property.fair, looks: 0 }
    }

    /// Threads whose fairness there is room for.
    fn room(&self) -> u32 {
        if self.fair { MAX_SETS - self.automaton.sets() } else { 0 }
    }

    /// The fairness sets of a transition: bit `i` is the thread of number `i`.
    fn fairness(&self, state: StateId, edge: &space::Edge) -> u64 {
        let all = Marks::all(self.room()).0;
        match edge.number {
            space::Edge::NONE => all,
            _ => (1 << edge.mover.min(63) | !self.explorer.space.enabled(state)) & all,
        }
    }

    /// The transitions of a run along a lasso: to the cycle, and once or several times around it, until no thread is
    /// neglected. Between two states there may be several transitions, of which each turn takes another one.
    pub fn transitions(&mut self, lasso: &Lasso<Pair>) -> Result<(Vec<space::Edge>, Vec<space::Edge>), Halt> {
        let states: Vec<StateId> =
            lasso.prefix.iter().chain(&lasso.cycle).chain(lasso.cycle.first()).map(|p| p.0).collect();
        let mut prefix = Vec::new();
        let (before, around) = states.split_at(lasso.prefix.len());
        for (i, &s) in before.iter().enumerate() {
            let to = states[i + 1];
            prefix.extend(self.explorer.edges(s)?.iter().find(|e| e.target == to));
        }
        let mut cycle = Vec::new();
        let mut missing = Marks::all(self.room()).0;
        loop {
            let found = missing;
            for pair in around.windows(2) {
                let edges = self.explorer.edges(pair[0])?.iter().filter(|e| e.target == pair[1]);
                let best = edges.max_by_key(|e| (self.fairness(pair[0], e) & missing).count_ones());
                if let Some(edge) = best {
                    missing &= !self.fairness(pair[0], edge);
                    cycle.push(*edge);
                }
            }
            // What is still missing is nowhere: the run is not fair, which its replay shows.
            if missing == 0 || missing == found {
                return Ok((prefix, cycle));
            }
        }
    }

    /// A lasso that is no longer, through states that the search has seen.
    pub fn shortened(&mut self, lasso: Lasso<Pair>) -> Result<Lasso<Pair>, Halt> {
        let space = self.explorer.space;
        let seen = |p: &Pair| space.known(p.0).is_some();
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

/// Edges of a cycle from which a shorter one is looked for.
const TRIES: u32 = 8;

impl Graph for Walk<'_, '_, '_, '_> {
    type State = Pair;
    type Error = Halt;

    fn sets(&self) -> u32 {
        self.automaton.sets() + self.room()
    }

    fn initial(&mut self) -> Result<Vec<Pair>, Halt> {
        let start = self.explorer.initial()?;
        Ok(self.automaton.initial().iter().map(|q| (start, *q)).collect())
    }

    fn successors(&mut self, &(state, place): &Pair, out: &mut Vec<(Marks, Pair)>) -> Result<(), Halt> {
        self.looks += 1;
        if self.looks.is_multiple_of(LOOK) {
            self.explorer.space.look()?;
        }
        let space = self.explorer.space;
        let letter = space.letter(state);
        let mut open = false;
        let taken = |e: &&Edge| {
            let settled = e.guard.settled(letter.holds, letter.open);
            open |= settled.is_none();
            settled == Some(true)
        };
        let edges: SmallVec<[&Edge; 8]> = self.automaton.edges(place).iter().filter(taken).collect();
        if open {
            // Other runs may still violate the property. The first one counts.
            let _ = space.undefined.set(space.property.undecided(letter.open));
        }
        if edges.is_empty() {
            return Ok(());
        }
        let moves = self.explorer.edges(state)?;
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
