//! From formulas to automata.
//!
//! A state is a set of formulas that have to hold of the rest of the word, as in the tableau of Gerth, Peled, Vardi and
//! Wolper (1995), with acceptance on edges (Couvreur 1999; Giannakopoulou, Lerda 2002). Expanding a state unfolds the
//! fixed points, `a U b = b | a & X(a U b)` and `a R b = b & (a | X(a R b))`, into edges: what the present letter has
//! to satisfy, and what the rest.
//!
//! Every edge is one of the generalised Büchi automaton that Gastin and Oddoux (2001, "Fast LTL to Büchi Automata
//! Translation") get from the very weak alternating automaton of the formula, and acceptance, dropping dominated edges
//! and merging states are theirs; so is the proof that what is accepted satisfies the formula. There is one acceptance
//! set per until formula `f`: the edges to states that do not contain `f`, and those whose letter and target would also
//! allow `f` to be fulfilled now.
//!
//! A formula that the others of a set force anyway, as `G f` and `a R f` force `f`, adds nothing to how the set expands
//! and is left out of it; acceptance is decided before.
//!
//! Conversely a word that satisfies the formula has the run which at every choice takes the first possibility that is
//! true of the rest of the word. Two refinements rest on this and make automata more deterministic: a formula is
//! expanded once in a state although several ask for it, and the second possibility may require that the first is
//! false. The latter is done where the first is propositional.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;

use super::{Automaton, Buchi, Cube, Edge, Formula, Formulas, Guard, MAX_SETS, Marks, Node, State, simplify};

/// How large automata may become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Most states, before reduction.
    pub states: usize,
    /// Most edges, before reduction and with one for each conjunction of literals.
    pub edges: usize,
    /// Most expansion steps altogether, which bounds time and memory.
    pub steps: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { states: 20_000, edges: 1_000_000, steps: 20_000_000 }
    }
}

/// That the automaton of a formula is larger than allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TooLarge {
    /// Above [`Limits::states`].
    #[error("the automaton of the formula has more than {0} states")]
    States(usize),
    /// Above [`Limits::edges`].
    #[error("the automaton of the formula has more than {0} edges")]
    Edges(usize),
    /// Above [`Limits::steps`].
    #[error("translating the formula takes more than {0} steps")]
    Steps(usize),
    /// More than [`MAX_SETS`] until formulas.
    #[error(
        "the formula has more than {MAX_SETS} different 'until' and 'finally' subformulas in normal form"
    )]
    Sets,
}

/// The automaton that accepts the words which satisfy `f`, reduced; over all propositions of `formulas`.
///
/// # Errors
/// When it becomes too large.
pub fn translate(formulas: &mut Formulas, f: Formula, limits: &Limits) -> Result<Automaton, TooLarge> {
    let f = simplify(formulas, f);
    let mut translator = Translator::new(formulas, limits, f)?;
    Ok(translator.automaton(f)?.reduced())
}

/// The automaton of the runs that violate `f`: the one to search the [`Product`](super::Product) with. Without states
/// when no word violates `f`.
///
/// # Errors
/// When it becomes too large.
pub fn violations(formulas: &mut Formulas, f: Formula, limits: &Limits) -> Result<Buchi, TooLarge> {
    let negated = formulas.negation(f);
    Ok(translate(formulas, negated, limits)?.to_buchi())
}

/// Formulas that have to hold together, ascending.
type Set = SmallVec<[Formula; 6]>;

/// A way to satisfy a set of formulas: what it asks of this letter, and of the rest of the word.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Way {
    cube: Cube,
    rest: Set,
}

/// A branch of an expansion.
#[derive(Clone)]
struct Branch {
    /// Formulas that are still to be expanded; those with a choice wait until the others are done.
    now: Vec<Formula>,
    choices: Vec<Formula>,
    /// Choices that were made.
    made: Vec<Formula>,
    cube: Cube,
    rest: Vec<Formula>,
}

struct Translator<'a> {
    formulas: &'a mut Formulas,
    limits: &'a Limits,
    steps: usize,
    /// The until formulas; the index is the acceptance set.
    untils: Vec<Formula>,
    /// The negations of propositional formulas.
    negations: FxHashMap<Formula, Option<Formula>>,
    /// The ways of until formulas that fulfil them at once.
    fulfilled: FxHashMap<Formula, Rc<[Way]>>,
    /// See [`Translator::forced`].
    forced: FxHashMap<Formula, Rc<[Formula]>>,
}

/// Most formulas that [`Translator::forced`] looks for.
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
        // States with equal edges are equal; each set of formulas is represented by the first of these.
        let mut by_set: FxHashMap<Set, State> = FxHashMap::default();
        let mut by_edges: FxHashMap<Vec<(Way, Marks)>, State> = FxHashMap::default();
        let mut todo: Vec<(State, Vec<(Way, Marks)>)> = Vec::new();
        let mut next = vec![Set::from_slice(&[f])];
        let mut count = 0;
        let mut targets: Vec<(State, Vec<(Way, Marks)>)> = Vec::new();
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

    /// The edges of a state, ascending, without those that others dominate.
    fn edges(&mut self, set: &Set) -> Result<Vec<(Way, Marks)>, TooLarge> {
        let mut edges: Vec<(Way, Marks)> = Vec::new();
        for mut way in self.expand(set)? {
            let marks = self.marks(&way)?;
            way.rest = self.without_forced(&way.rest);
            edges.push((way, marks));
        }
        edges.sort_unstable();
        edges.dedup();
        self.take_steps(edges.len() * edges.len() / 16)?;
        let dominates = |(a, m): &(Way, Marks), (b, n): &(Way, Marks)| {
            m.contains(*n) && b.cube.implies(a.cube) && is_subset(&a.rest, &b.rest)
        };
        let kept = |e: &(Way, Marks)| !edges.iter().any(|d| d != e && dominates(d, e));
        Ok(edges.iter().filter(|e| kept(e)).cloned().collect())
    }

    /// Proper subformulas of `f` that are expanded whenever `f` is; not all of them when they are many.
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

    /// The set without those that others of it force. A formula forces smaller ones only.
    fn without_forced(&mut self, set: &Set) -> Set {
        let mut kept = set.clone();
        for &f in set {
            let forced = self.forced(f);
            kept.retain(|g| !forced.contains(g));
        }
        kept
    }

    /// The acceptance sets of an edge.
    fn marks(&mut self, way: &Way) -> Result<Marks, TooLarge> {
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

    fn fulfilled(&mut self, f: Formula) -> Result<Rc<[Way]>, TooLarge> {
        if let Some(known) = self.fulfilled.get(&f) {
            return Ok(Rc::clone(known));
        }
        let mut ways = self.expand(&Set::from_slice(&[f]))?;
        ways.retain(|w| w.rest.binary_search(&f).is_err());
        let ways: Rc<[Way]> = ways.into();
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

    /// All ways to satisfy the formulas of `set` together, ascending.
    fn expand(&mut self, set: &Set) -> Result<Vec<Way>, TooLarge> {
        let (choices, made) = (Vec::new(), Vec::new());
        let mut branches =
            vec![Branch { now: set.to_vec(), choices, made, cube: Cube::TRUE, rest: Vec::new() }];
        let mut ways = Vec::new();
        while let Some(mut b) = branches.pop() {
            self.take_steps(1)?;
            if !self.settle(&mut b) {
                continue;
            }
            let Some(f) = b.choices.pop() else {
                b.rest.sort_unstable();
                b.rest.dedup();
                ways.push(Way { cube: b.cube, rest: Set::from_vec(b.rest) });
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

    /// Expands what leaves no choice; whether the branch is free of contradictions.
    fn settle(&self, b: &mut Branch) -> bool {
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

    /// Pushes one branch for each possibility of `f`.
    fn choose(&mut self, b: Branch, f: Formula, branches: &mut Vec<Branch>) {
        match self.formulas.node(f).clone() {
            Node::Or(list) => {
                // Propositional ones first, as the later may then exclude them.
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
            // When the rest of the word has to satisfy it anyway, this is all there is to it.
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

/// Whether the ascending `a` is a part of the ascending `b`.
fn is_subset(a: &Set, b: &Set) -> bool {
    a.len() <= b.len() && a.iter().all(|f| b.binary_search(f).is_ok())
}
