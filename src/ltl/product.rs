//! The product of a system with an automaton.

use std::hash::Hash;

use super::emptiness::{Graph, Lasso};
use super::{Automaton, MAX_SETS, Marks, State, Valuation, Word};

/// A system whose states are labelled with the propositions that hold in them (a Kripke structure).
pub trait System {
    /// A small state, or a handle of one.
    type State: Clone + Eq + Hash;
    /// Reason for which exploration cannot continue. The unexplored part must not count as proven.
    type Error;

    /// Number of fairness sets: only runs that take edges of each set infinitely often count. *Weak fairness* of
    /// threads is expressed by one set per thread, which contains the edges where it moves and those from states where
    /// it is blocked.
    fn sets(&self) -> u32 {
        0
    }

    /// Initial states of runs.
    ///
    /// # Errors
    /// If the states cannot be computed.
    fn initial(&mut self) -> Result<Vec<Self::State>, Self::Error>;

    /// Appends the successors of a state, with the fairness sets of the edges.
    ///
    /// # Errors
    /// If the states cannot be computed.
    fn successors(
        &mut self,
        state: &Self::State,
        out: &mut Vec<(Marks, Self::State)>,
    ) -> Result<(), Self::Error>;

    /// The propositions that hold in a state, numbered as in the automaton.
    fn valuation(&self, state: &Self::State) -> Valuation;
}

/// The synchronous product (Vardi, Wolper 1986), generated during the search. The automaton reads the valuation of each
/// state in turn, beginning with the initial one. The accepting runs of the product are the runs of the system that the
/// automaton accepts.
///
/// **A state without successors repeats for ever** (as in Spin), which is fair. So formulas have a meaning on runs that
/// end: `F p` is violated by a program that stops before `p`.
///
/// The acceptance sets are those of the automaton, followed by the fairness sets of the system.
pub struct Product<'a, S: System> {
    system: S,
    automaton: &'a Automaton,
    /// Buffer for successors.
    successors: Vec<(Marks, S::State)>,
}

impl<'a, S: System> Product<'a, S> {
    /// Makes the product; `automaton` describes the runs to search for, that is, the violations.
    ///
    /// # Panics
    /// If both together have more than [`MAX_SETS`] sets.
    pub fn new(system: S, automaton: &'a Automaton) -> Product<'a, S> {
        assert!(automaton.sets() + system.sets() <= MAX_SETS, "marks are a word");
        Product { system, automaton, successors: Vec::new() }
    }

    /// The system.
    pub fn system(&self) -> &S {
        &self.system
    }

    /// The word of a lasso, for checking it without the automaton.
    pub fn word(&self, lasso: &Lasso<(S::State, State)>) -> Word {
        let letters =
            |states: &[(S::State, State)]| states.iter().map(|(s, _)| self.system.valuation(s)).collect();
        Word { prefix: letters(&lasso.prefix), cycle: letters(&lasso.cycle) }
    }
}

impl<S: System> Graph for Product<'_, S> {
    type State = (S::State, State);
    type Error = S::Error;

    fn sets(&self) -> u32 {
        self.automaton.sets() + self.system.sets()
    }

    fn initial(&mut self) -> Result<Vec<Self::State>, S::Error> {
        let starts = self.automaton.initial();
        let states = self.system.initial()?;
        Ok(states.into_iter().flat_map(|s| starts.iter().map(move |q| (s.clone(), *q))).collect())
    }

    fn successors(
        &mut self,
        (state, place): &Self::State,
        out: &mut Vec<(Marks, Self::State)>,
    ) -> Result<(), S::Error> {
        let letter = self.system.valuation(state);
        let mut edges = self.automaton.successors(*place, letter).peekable();
        if edges.peek().is_none() {
            return Ok(());
        }
        self.successors.clear();
        self.system.successors(state, &mut self.successors)?;
        if self.successors.is_empty() {
            self.successors.push((Marks::all(self.system.sets()), state.clone()));
        }
        // The shift may equal the word size, but then the system has no sets.
        let shift = self.automaton.sets();
        let moved = |fair: Marks| Marks(fair.0.checked_shl(shift).unwrap_or(0));
        for edge in edges {
            let both =
                |(fair, s): &(Marks, S::State)| (edge.marks.union(moved(*fair)), (s.clone(), edge.target));
            out.extend(self.successors.iter().map(both));
        }
        Ok(())
    }
}

/// A word as a system with a single run; states are positions.
impl System for &Word {
    type State = usize;
    type Error = std::convert::Infallible;

    fn initial(&mut self) -> Result<Vec<usize>, Self::Error> {
        Ok(vec![0])
    }

    fn successors(&mut self, state: &usize, out: &mut Vec<(Marks, usize)>) -> Result<(), Self::Error> {
        out.push((Marks::NONE, self.next(*state)));
        Ok(())
    }

    fn valuation(&self, state: &usize) -> Valuation {
        self.at(*state)
    }
}

impl Automaton {
    /// Whether the automaton accepts the word.
    pub fn accepts(&self, word: &Word) -> bool {
        assert!(!word.cycle.is_empty(), "an infinite word");
        let Ok(found) = super::emptiness::by_components(&mut Product::new(word, self));
        found.lasso().is_some()
    }
}
