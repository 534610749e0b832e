//! Büchi automata.

use super::{Guard, Valuation, reduce};
use crate::typed_id;

typed_id! {
    /// A state of an automaton.
    State
}

/// Maximum number of acceptance sets of an automaton, so that [`Marks`] fit in one word.
pub const MAX_SETS: u32 = 64;

/// Set of the acceptance sets that contain an edge: bit `i` is set `i`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Marks(pub u64);

impl Marks {
    /// No set.
    pub const NONE: Marks = Marks(0);

    /// The sets `0..count`.
    pub fn all(count: u32) -> Marks {
        assert!(count <= MAX_SETS, "a word has room for them");
        Marks(if count == 0 { 0 } else { u64::MAX >> (MAX_SETS - count) })
    }

    /// A single set.
    pub fn one(set: u32) -> Marks {
        Marks(1 << set)
    }

    /// Whether the set is included.
    pub fn has(self, set: u32) -> bool {
        self.0 >> set & 1 == 1
    }

    /// Whether all sets of `other` are included.
    pub fn contains(self, other: Marks) -> bool {
        self.0 & other.0 == other.0
    }

    /// Union.
    pub fn union(self, other: Marks) -> Marks {
        Marks(self.0 | other.0)
    }

    /// Intersection.
    pub fn intersection(self, other: Marks) -> Marks {
        Marks(self.0 & other.0)
    }

    /// The numbers of the sets, ascending.
    pub fn iter(self) -> impl Iterator<Item = u32> {
        (0..MAX_SETS).filter(move |s| self.has(*s))
    }
}

/// An edge of an automaton.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Edge {
    /// Condition on the letter that is read.
    pub guard: Guard,
    /// Acceptance sets that contain the edge.
    pub marks: Marks,
    /// Target state.
    pub target: State,
}

/// A nondeterministic automaton over infinite words of valuations, with *transition-based generalised Büchi*
/// acceptance: a run is accepting if it takes edges of each set infinitely often. Without sets, every infinite run is
/// accepting. An automaton accepts a word if one of its runs is accepting.
///
/// Marks are on edges because the translation of formulas yields them there, and the automata are smaller (`G F a`
/// needs one state instead of two). A state-based automaton is the special case in which the edges of each state have
/// equal marks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Automaton {
    props: Vec<String>,
    sets: u32,
    initial: Vec<State>,
    edges: Vec<Vec<Edge>>,
}

impl Automaton {
    /// An automaton without states. Bit `i` of a valuation stands for `props[i]`.
    pub fn new(props: Vec<String>, sets: u32) -> Automaton {
        assert!(sets <= MAX_SETS && props.len() <= super::MAX_PROPS, "valuations and marks are words");
        Automaton { props, sets, initial: Vec::new(), edges: Vec::new() }
    }

    /// Adds a state without edges.
    pub fn add_state(&mut self) -> State {
        self.edges.push(Vec::new());
        State::new(self.edges.len() - 1)
    }

    /// Adds an edge, unless its guard is unsatisfiable.
    pub fn add_edge(&mut self, from: State, edge: Edge) {
        assert!(edge.target.index() < self.edges.len(), "an edge to a state");
        if !edge.guard.is_never() {
            self.edges[from.index()].push(edge);
        }
    }

    /// Makes a state initial.
    pub fn add_initial(&mut self, state: State) {
        assert!(state.index() < self.edges.len(), "a state");
        if !self.initial.contains(&state) {
            self.initial.push(state);
        }
    }

    /// Names of the propositions.
    pub fn props(&self) -> &[String] {
        &self.props
    }

    /// Number of acceptance sets.
    pub fn sets(&self) -> u32 {
        self.sets
    }

    /// The initial states.
    pub fn initial(&self) -> &[State] {
        &self.initial
    }

    /// Number of states.
    pub fn states(&self) -> usize {
        self.edges.len()
    }

    /// Outgoing edges of a state.
    pub fn edges(&self, state: State) -> &[Edge] {
        &self.edges[state.index()]
    }

    /// Number of edges.
    pub fn edge_count(&self) -> usize {
        self.edges.iter().map(Vec::len).sum()
    }

    /// Edges that a run in `state` may take on a letter.
    #[inline]
    pub fn successors(&self, state: State, letter: Valuation) -> impl Iterator<Item = &Edge> {
        self.edges(state).iter().filter(move |e| e.guard.holds(letter))
    }

    /// Whether no two edges of a state can be taken on the same letter and there is at most one initial state.
    pub fn is_deterministic(&self) -> bool {
        let overlap = |a: &Edge, b: &Edge| {
            a.guard.cubes().iter().any(|c| b.guard.cubes().iter().any(|d| c.and(*d).is_some()))
        };
        let one = |edges: &Vec<Edge>| {
            edges.iter().enumerate().all(|(i, a)| edges[..i].iter().all(|b| !overlap(a, b)))
        };
        self.initial.len() <= 1 && self.edges.iter().all(one)
    }

    /// The same automaton over other propositions: those of `props`, in that order.
    ///
    /// # Errors
    /// The name of a proposition of the automaton that is not in `props`.
    pub fn over(&self, props: &[String]) -> Result<Automaton, String> {
        let place = |name: &String| props.iter().position(|p| p == name).ok_or_else(|| name.clone());
        let to = self.props.iter().map(place).collect::<Result<Vec<usize>, String>>()?;
        let mut made = Automaton::new(props.to_vec(), self.sets);
        made.initial = self.initial.clone();
        let moved = |e: &Edge| Edge { guard: e.guard.renumber(&to), ..e.clone() };
        made.edges = self.edges.iter().map(|l| l.iter().map(moved).collect()).collect();
        made.edges.iter_mut().for_each(|l| l.retain(|e| !e.guard.is_never()));
        Ok(made)
    }

    /// An equivalent automaton that is smaller or equal: useless states and edges are removed, acceptance sets are
    /// dropped, and states that simulate each other are merged.
    pub fn reduced(&self) -> Automaton {
        reduce::reduced(self.clone())
    }

    /// An equivalent state-based Büchi automaton, reduced.
    pub fn to_buchi(&self) -> Buchi {
        reduce::buchi(self)
    }

    pub(super) fn parts(&mut self) -> (&mut u32, &mut Vec<State>, &mut Vec<Vec<Edge>>) {
        (&mut self.sets, &mut self.initial, &mut self.edges)
    }
}

/// A state-based Büchi automaton: a run is accepting if it visits accepting states infinitely often.
///
/// Searches for accepting cycles that work on states, in particular the parallel ones, need this kind.
///
/// **Invariant:** the inner automaton has one acceptance set, which contains all edges of accepting states and no
/// others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Buchi {
    automaton: Automaton,
    accepting: Vec<bool>,
}

impl Buchi {
    /// Puts marks on the edges of accepting states; earlier marks of edges are dropped.
    pub(super) fn new(mut automaton: Automaton, accepting: Vec<bool>) -> Buchi {
        let (sets, _, edges) = automaton.parts();
        *sets = 1;
        for (list, &accepting) in edges.iter_mut().zip(&accepting) {
            list.iter_mut().for_each(|e| e.marks = Marks(u64::from(accepting)));
            list.sort_unstable();
            list.dedup();
        }
        Buchi { automaton, accepting }
    }

    /// Whether the state is accepting.
    #[inline]
    pub fn accepting(&self, state: State) -> bool {
        self.accepting[state.index()]
    }

    /// The same automaton with marks on edges.
    pub fn automaton(&self) -> &Automaton {
        &self.automaton
    }

    pub(super) fn into_parts(self) -> (Automaton, Vec<bool>) {
        (self.automaton, self.accepting)
    }
}
