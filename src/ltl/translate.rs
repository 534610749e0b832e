//! Translation of formulas to automata.
//!
//! A state is a set of formulas that must hold for the rest of the word, as in the tableau of Gerth, Peled, Vardi and
//! Wolper (1995), with acceptance on edges (Couvreur 1999; Giannakopoulou, Lerda 2002). Expanding a state unfolds the
//! fixed points `a U b = b | a & X(a U b)` and `a R b = b & (a | X(a R b))` into edges. An edge states what the present
//! letter must satisfy, and what the rest of the word must satisfy.
//!
//! Every edge is one of the generalised Büchi automaton that Gastin and Oddoux (2001, "Fast LTL to Büchi Automata
//! Translation") derive from the very weak alternating automaton of the formula. Acceptance, dominated edges and the
//! merging of states are theirs as well, and so is the proof that accepted words satisfy the formula. There is one
//! acceptance set per until formula `f`. It contains the edges to states without `f`, and those whose letter and target
//! would also allow fulfilling `f` now.
//!
//! A formula that the others of a set force anyway (`G f` and `a R f` force `f`) does not influence the expansion of
//! the set and is omitted. Acceptance is decided before.
//!
//! Conversely, a word that satisfies the formula has a run that at every choice takes the first possibility that is
//! true of the rest of the word. Two refinements rely on this and make automata more deterministic. A formula is
//! expanded once in a state although several formulas require it. The second possibility of a choice may require that
//! the first is false; this is done if the first is propositional.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;

use super::{Automaton, Buchi, Cube, Edge, Formula, Formulas, Guard, MAX_SETS, Marks, Node, State, simplify};

/// Limits on the size of automata.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Maximum number of states before reduction.
    pub states: usize,
    /// Maximum number of edges before reduction, counting one for each conjunction of literals.
    pub edges: usize,
    /// Maximum number of expansion steps in total, which bounds time and memory.
    pub steps: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { states: 20_000, edges: 1_000_000, steps: 20_000_000 }
    }
}

/// The automaton of a formula exceeds a limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TooLarge {
    /// More than [`Limits::states`].
    #[error("the automaton of the formula has more than {0} states")]
    States(usize),
    /// More than [`Limits::edges`].
    #[error("the automaton of the formula has more than {0} edges")]
    Edges(usize),
    /// More than [`Limits::steps`].
    #[error("translating the formula takes more than {0} steps")]
    Steps(usize),
    /// More than [`MAX_SETS`] until formulas.
    #[error(
        "the formula has more than {MAX_SETS} different 'until' and 'finally' subformulas in normal form"
    )]
    Sets,
}

/// The reduced automaton that accepts the words satisfying `f`, over all propositions of `formulas`.
///
/// # Errors
/// If it becomes too large.
pub fn translate(formulas: &mut Formulas, f: Formula, limits: &Limits) -> Result<Automaton, TooLarge> {
    let f = simplify(formulas, f);
    let mut translator = Translator::new(formulas, limits, f)?;
    Ok(translator.automaton(f)?.reduced())
}

/// The automaton of the runs that violate `f`, for the search in the [`Product`](super::Product). It has no states if
/// no word violates `f`.
///
/// # Errors
/// If it becomes too large.
pub fn violations(formulas: &mut Formulas, f: Formula, limits: &Limits) -> Result<Buchi, TooLarge> {
    let negated = formulas.negation(f);
    Ok(translate(formulas, negated, limits)?.to_buchi())
}

/// Formulas that must hold together, in ascending order.
type Set = SmallVec<[Formula; 6]>;

/// One way to satisfy a set of formulas: a condition on the present letter, and formulas for the rest of the word.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Expansion {
    cube: Cube,
    rest: Set,
}

/// An unfinished expansion.
#[derive(Clone)]
struct PartialExpansion {
    /// Formulas that remain to be expanded; those with a choice come after the others.
    now: Vec<Formula>,
    choices: Vec<Formula>,
    /// Choices made so far.
    made: Vec<Formula>,
    cube: Cube,
    rest: Vec<Formula>,
}

struct Translator<'a> {
    formulas: &'a mut Formulas,
    limits: &'a Limits,
    steps: usize,
    /// The until formulas, indexed by acceptance set.
    untils: Vec<Formula>,
    /// Negations of propositional formulas.
    negations: FxHashMap<Formula, Option<Formula>>,
    /// Expansions of until formulas that fulfil them at once.
    fulfilled: FxHashMap<Formula, Rc<[Expansion]>>,
    /// See [`Translator::forced`].
    forced: FxHashMap<Formula, Rc<[Formula]>>,
}

/// Maximum number of formulas that [`Translator::forced`] collects.
const MAX_FORCED: usize = 200;

impl<'a> Translator<'a> {
    fn new(formulas: &'a mut Formulas, limits: &'a Limits, f: Formula) -> Result<Translator<'a>, TooLarge> {
        let mut untils = formulas.subformulas(f);
        untils.retain(|g| matches!(formulas.node(*g), Node::Until(_) | Node::Finally(_)));
        if untils.len() > MAX_SETS as usize {
            return Err(TooLarge::Sets);
        }
        let (negations, fulfilled, forced) =
            (FxHashMap::default(), FxHashMap::default(), FxHashMap::default());
        Ok(Translator { formulas, limits, steps: 0, untils, negations, fulfilled, forced })
    }

    fn automaton(&mut self, f: Formula) -> Result<Automaton, TooLarge> {
        let props = self.formulas.props().map(str::to_owned).collect();
        let mut made = Automaton::new(props, self.untils.len() as u32);
        // States with equal edges are equal; the first one represents each set of formulas.
        let mut by_set: FxHashMap<Set, State> = FxHashMap::default();
        let mut by_edges: FxHashMap<Vec<(Expansion, Marks)>, State> = FxHashMap::default();
        let mut todo: Vec<(State, Vec<(Expansion, Marks)>)> = Vec::new();
        let mut next = vec![Set::from_slice(&[f])];
        let mut count = 0;
        let mut targets: Vec<(State, Vec<(Expansion, Marks)>)> = Vec::new();
        while !next.is_empty() || !todo.is_empty() {
            for set in next.drain(..) {
                if by_set.contains_key(&set) {
                    continue;
                }
                let edges = self.edges(&set)?;
                count += edges.len();
                if count > self.limits.edges {
                    return Err(TooLarge::Edges(self.limits.edges));
                }
                let fresh = !by_edges.contains_key(&edges);
                let state = *by_edges.entry(edges.clone()).or_insert_with(|| made.add_state());
                by_set.insert(set, state);
                if fresh {
                    todo.push((state, edges));
                }
                if made.states() > self.limits.states {
                    return Err(TooLarge::States(self.limits.states));
                }
            }
            if let Some((state, edges)) = todo.pop() {
                next.extend(edges.iter().map(|(way, _)| way.rest.clone()));
                targets.push((state, edges));
            }
        }
        for (state, edges) in targets {
            let mut joined: indexmap::IndexMap<(State, Marks), Guard> = indexmap::IndexMap::new();
            for (way, marks) in edges {
                joined.entry((by_set[&way.rest], marks)).or_insert_with(Guard::never).add(way.cube);
            }
            for ((target, marks), guard) in joined {
                made.add_edge(state, Edge { guard, marks, target });
            }
        }
        made.add_initial(by_set[&Set::from_slice(&[f])]);
        Ok(made)
    }

    /// Edges of a state in ascending order, without dominated ones.
    fn edges(&mut self, set: &Set) -> Result<Vec<(Expansion, Marks)>, TooLarge> {
        let mut edges: Vec<(Expansion, Marks)> = Vec::new();
        for mut way in self.expand(set)? {
            let marks = self.marks(&way)?;
            way.rest = self.without_forced(&way.rest);
            edges.push((way, marks));
        }
        edges.sort_unstable();
        edges.dedup();
        self.take_steps(edges.len() * edges.len() / 16)?;
        let dominates = |(a, m): &(Expansion, Marks), (b, n): &(Expansion, Marks)| {
            m.contains(*n) && b.cube.implies(a.cube) && is_subset(&a.rest, &b.rest)
        };
        let kept = |e: &(Expansion, Marks)| !edges.iter().any(|d| d != e && dominates(d, e));
        Ok(edges.iter().filter(|e| kept(e)).cloned().collect())
    }

    /// Proper subformulas of `f` that are expanded whenever `f` is; only some of them if there are many.
    fn forced(&mut self, f: Formula) -> Rc<[Formula]> {
        if let Some(known) = self.forced.get(&f) {
            return Rc::clone(known);
        }
        let mut found: Vec<Formula> = vec![f];
        let mut next = 0;
        while next < found.len() && found.len() < MAX_FORCED {
            match self.formulas.node(found[next]) {
                Node::And(list) => found.extend_from_slice(list),
                Node::Globally(g) | Node::Release([_, g]) => found.push(*g),
                _ => {}
            }
            next += 1;
        }
        let found: Rc<[Formula]> = found[1..].into();
        self.forced.insert(f, Rc::clone(&found));
        found
    }

    /// The set without formulas that others in it force. A formula forces only smaller ones.
    fn without_forced(&mut self, set: &Set) -> Set {
        let mut kept = set.clone();
        for &f in set {
            let forced = self.forced(f);
            kept.retain(|g| !forced.contains(g));
        }
        kept
    }

    /// Acceptance sets of an edge.
    fn marks(&mut self, way: &Expansion) -> Result<Marks, TooLarge> {
        let mut marks = Marks::NONE;
        for i in 0..self.untils.len() {
            let f = self.untils[i];
            if way.rest.binary_search(&f).is_err()
                || self
                    .fulfilled(f)?
                    .iter()
                    .any(|w| way.cube.implies(w.cube) && is_subset(&w.rest, &way.rest))
            {
                marks = marks.union(Marks::one(i as u32));
            }
        }
        Ok(marks)
    }

    fn fulfilled(&mut self, f: Formula) -> Result<Rc<[Expansion]>, TooLarge> {
        if let Some(known) = self.fulfilled.get(&f) {
            return Ok(Rc::clone(known));
        }
        let mut ways = self.expand(&Set::from_slice(&[f]))?;
        ways.retain(|w| w.rest.binary_search(&f).is_err());
        let ways: Rc<[Expansion]> = ways.into();
        self.fulfilled.insert(f, Rc::clone(&ways));
        Ok(ways)
    }

    fn take_steps(&mut self, count: usize) -> Result<(), TooLarge> {
        self.steps += count;
        if self.steps > self.limits.steps { Err(TooLarge::Steps(self.limits.steps)) } else { Ok(()) }
    }

    /// The negation of `f` if it is propositional and not large.
    fn negation(&mut self, f: Formula) -> Option<Formula> {
        if let Some(&known) = self.negations.get(&f) {
            return known;
        }
        let small = self.formulas.is_propositional(f) && self.formulas.subformulas(f).len() <= 12;
        let negation = small.then(|| self.formulas.negation(f));
        self.negations.insert(f, negation);
        negation
    }

    /// All expansions of the formulas of `set` together, in ascending order.
    fn expand(&mut self, set: &Set) -> Result<Vec<Expansion>, TooLarge> {
        let (choices, made) = (Vec::new(), Vec::new());
        let mut branches =
            vec![PartialExpansion { now: set.to_vec(), choices, made, cube: Cube::TRUE, rest: Vec::new() }];
        let mut ways = Vec::new();
        while let Some(mut b) = branches.pop() {
            self.take_steps(1)?;
            if !self.expand_without_choice(&mut b) {
                continue;
            }
            let Some(f) = b.choices.pop() else {
                b.rest.sort_unstable();
                b.rest.dedup();
                ways.push(Expansion { cube: b.cube, rest: Set::from_vec(b.rest) });
                continue;
            };
            if b.made.contains(&f) {
                branches.push(b);
                continue;
            }
            b.made.push(f);
            self.choose(b, f, &mut branches);
        }
        ways.sort_unstable();
        ways.dedup();
        Ok(ways)
    }

    /// Expands formulas without a choice; returns whether the result is free of contradictions.
    fn expand_without_choice(&self, b: &mut PartialExpansion) -> bool {
        while let Some(f) = b.now.pop() {
            let cube = match self.formulas.node(f) {
                Node::True => continue,
                Node::False => return false,
                Node::Prop(p) => Cube::literal(p.index(), true),
                Node::Not(g) => match self.formulas.node(*g) {
                    Node::Prop(p) => Cube::literal(p.index(), false),
                    _ => unreachable!("negation normal form"),
                },
                Node::And(list) => {
                    b.now.extend_from_slice(list);
                    continue;
                }
                Node::Next(g) => {
                    match self.formulas.node(*g) {
                        Node::And(list) => b.rest.extend_from_slice(list),
                        Node::True => {}
                        Node::False => return false,
                        _ => b.rest.push(*g),
                    }
                    continue;
                }
                Node::Globally(g) => {
                    b.now.push(*g);
                    b.rest.push(f);
                    continue;
                }
                _ => {
                    b.choices.push(f);
                    continue;
                }
            };
            match b.cube.and(cube) {
                Some(both) => b.cube = both,
                None => return false,
            }
        }
        true
    }

    /// Pushes one unfinished expansion for each possibility of `f`.
    fn choose(&mut self, b: PartialExpansion, f: Formula, branches: &mut Vec<PartialExpansion>) {
        match self.formulas.node(f).clone() {
            Node::Or(list) => {
                // Propositional possibilities come first, because later ones may then exclude them.
                let (first, last): (Vec<_>, Vec<_>) = list.iter().partition(|c| self.negation(**c).is_some());
                let mut excluded = b;
                for c in first.into_iter().chain(last) {
                    let mut branch = excluded.clone();
                    branch.now.push(c);
                    branches.push(branch);
                    excluded.now.extend(self.negation(c));
                }
            }
            Node::Until([_, goal]) | Node::Finally(goal) => {
                let mut later = b.clone();
                later.now.extend(self.negation(goal));
                if let Node::Until([keep, _]) = self.formulas.node(f) {
                    later.now.push(*keep);
                }
                later.rest.push(f);
                branches.push(later);
                let mut now = b;
                now.now.push(goal);
                branches.push(now);
            }
            // If the rest of the word must satisfy the formula anyway, there is no choice.
            Node::Release([_, keep]) if b.rest.iter().any(|g| self.forced(*g).contains(&f)) => {
                let mut b = b;
                b.now.push(keep);
                branches.push(b);
            }
            Node::Release([end, keep]) => {
                let mut later = b.clone();
                later.now.push(keep);
                later.now.extend(self.negation(end));
                later.rest.push(f);
                branches.push(later);
                let mut now = b;
                now.now.extend([end, keep]);
                branches.push(now);
            }
            _ => unreachable!("without a choice"),
        }
    }
}

/// Whether `a` is a subset of `b`; both are in ascending order.
fn is_subset(a: &Set, b: &Set) -> bool {
    a.len() <= b.len() && a.iter().all(|f| b.binary_search(f).is_ok())
}
