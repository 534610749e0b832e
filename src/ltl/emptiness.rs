//! Emptiness test of Büchi automata: searching a graph for a reachable accepting cycle.
//!
//! There are two independent algorithms: [`nested_dfs`] for one acceptance set, and [`by_components`] for any number.
//! Both work on the fly with explicit stacks. They return a [`Lasso`]; [`Lasso::check`] verifies it.

use std::collections::VecDeque;
use std::hash::Hash;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::Marks;

/// A graph with acceptance sets of edges. If acceptance is a property of states, their outgoing edges are marked.
pub trait Graph {
    /// A small state, or a handle of one: the searches keep a copy of every state.
    type State: Clone + Eq + Hash;
    /// Reason for which exploration cannot continue. The unexplored part must not count as empty.
    type Error;

    /// Number of acceptance sets. A path is accepting if it is infinite and takes edges of each set infinitely often.
    fn sets(&self) -> u32;

    /// Start states of paths.
    ///
    /// # Errors
    /// If the states cannot be computed.
    fn initial(&mut self) -> Result<Vec<Self::State>, Self::Error>;

    /// Appends the outgoing edges of a state.
    ///
    /// # Errors
    /// If the states cannot be computed.
    fn successors(
        &mut self,
        state: &Self::State,
        out: &mut Vec<(Marks, Self::State)>,
    ) -> Result<(), Self::Error>;
}

/// An infinite path: the states of `prefix`, then those of `cycle` repeated for ever.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lasso<S> {
    /// States from an initial one up to, but excluding, the first state of the cycle.
    pub prefix: Vec<S>,
    /// Not empty; its last state has an edge to its first.
    pub cycle: Vec<S>,
}

impl<S: Clone + Eq + Hash> Lasso<S> {
    /// Checks that the lasso is an accepting path of `graph`. Parallel edges between neighbours count together.
    ///
    /// # Errors
    /// Those of [`Graph::successors`].
    pub fn check<G: Graph<State = S>>(&self, graph: &mut G) -> Result<bool, G::Error> {
        let path: Vec<&S> = self.prefix.iter().chain(&self.cycle).chain(self.cycle.first()).collect();
        if self.cycle.is_empty() || !graph.initial()?.contains(path[0]) {
            return Ok(false);
        }
        let (mut out, mut seen) = (Vec::new(), Marks::NONE);
        for (i, pair) in path.windows(2).enumerate() {
            out.clear();
            graph.successors(pair[0], &mut out)?;
            let mut edges = out.iter().filter(|(_, t)| t == pair[1]).peekable();
            if edges.peek().is_none() {
                return Ok(false);
            }
            if i >= self.prefix.len() {
                seen = edges.fold(seen, |all, (m, _)| all.union(*m));
            }
        }
        Ok(seen.contains(Marks::all(graph.sets())))
    }
}

/// Evidence that a search covered a whole graph without finding an accepting cycle. Only the searches make it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Empty(pub(super) ());

/// Result of a search for an accepting cycle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Emptiness<S> {
    /// There is an accepting cycle.
    Lasso(Lasso<S>),
    /// There is none.
    Empty(Empty),
}

impl<S> Emptiness<S> {
    /// The lasso, if there is one.
    pub fn lasso(self) -> Option<Lasso<S>> {
        match self {
            Emptiness::Lasso(lasso) => Some(lasso),
            Emptiness::Empty(_) => None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Colour {
    /// On the path of the outer search.
    Cyan,
    /// Completed by the outer search.
    Blue,
    /// Visited by an inner search: no accepting cycle leads through it.
    Red,
}

/// A state on the path of a depth-first search, with the edge that led to it and its remaining edges.
struct PathStep<S> {
    state: S,
    marks: Marks,
    edges: Edges<S>,
}

type Edges<S> = std::vec::IntoIter<(Marks, S)>;

fn edges<G: Graph>(graph: &mut G, state: &G::State) -> Result<Edges<G::State>, G::Error> {
    let mut out = Vec::new();
    graph.successors(state, &mut out)?;
    Ok(out.into_iter())
}

/// Nested depth-first search (Courcoubetis, Vardi, Wolper, Yannakakis 1992) with the improvements of Schwoon and
/// Esparza (2005, "A note on on-the-fly verification algorithms"): an inner search ends as soon as it reaches the outer
/// path, and an accepting edge back into the outer path closes a cycle without an inner search.
///
/// Here *edges* are accepting. This corresponds to the algorithm on a graph with an accepting state in the middle of
/// every accepting edge: when the outer search completes the target of the edge, an inner search starts there. The
/// search needs two bits per state and finds a lasso in linear time, if there is one. Without acceptance sets, any
/// cycle is accepting.
///
/// # Errors
/// Those of the graph.
///
/// # Panics
/// If the graph has more than one acceptance set.
pub fn nested_dfs<G: Graph>(graph: &mut G) -> Result<Emptiness<G::State>, G::Error> {
    let all = Marks::all(graph.sets());
    assert!(graph.sets() <= 1, "nested search is for one acceptance set");
    let accepting = |m: Marks| m.contains(all);
    let mut colours: FxHashMap<G::State, Colour> = FxHashMap::default();
    for root in graph.initial()? {
        if colours.contains_key(&root) {
            continue;
        }
        colours.insert(root.clone(), Colour::Cyan);
        let edges_of_root = edges(graph, &root)?;
        let mut path = vec![PathStep { state: root, marks: Marks::NONE, edges: edges_of_root }];
        while let Some(step) = path.last_mut() {
            // Target of an accepting edge that is now complete, if any: the inner search starts there.
            let inner = match step.edges.next() {
                Some((marks, target)) => match colours.get(&target) {
                    None => {
                        colours.insert(target.clone(), Colour::Cyan);
                        let next = edges(graph, &target)?;
                        path.push(PathStep { state: target, marks, edges: next });
                        continue;
                    }
                    Some(Colour::Cyan) if accepting(marks) => {
                        return Ok(Emptiness::Lasso(close(path, vec![target])));
                    }
                    Some(Colour::Blue) if accepting(marks) => target,
                    Some(_) => continue,
                },
                None => {
                    let PathStep { state, marks, .. } = path.pop().expect("the step looked at");
                    let colour = colours.get_mut(&state).expect("it was on the path");
                    if *colour == Colour::Cyan {
                        *colour = Colour::Blue;
                    }
                    if path.is_empty() || !accepting(marks) {
                        continue;
                    }
                    state
                }
            };
            if let Some(found) = inner_search(graph, &mut colours, inner)? {
                return Ok(Emptiness::Lasso(close(path, found)));
            }
        }
    }
    Ok(Emptiness::Empty(Empty(())))
}

/// Searches from `start` through blue states for a state on the outer path. Returns the states from `start` to it, both
/// included. Visited states become red.
fn inner_search<G: Graph>(
    graph: &mut G,
    colours: &mut FxHashMap<G::State, Colour>,
    start: G::State,
) -> Result<Option<Vec<G::State>>, G::Error> {
    colours.insert(start.clone(), Colour::Red);
    let edges_of_start = edges(graph, &start)?;
    let mut path = vec![PathStep { state: start, marks: Marks::NONE, edges: edges_of_start }];
    while let Some(step) = path.last_mut() {
        let Some((marks, target)) = step.edges.next() else {
            path.pop();
            continue;
        };
        match colours.get(&target) {
            Some(Colour::Cyan) => {
                let states = path.into_iter().map(|s| s.state).chain([target]).collect();
                return Ok(Some(states));
            }
            Some(Colour::Blue) => {
                colours.insert(target.clone(), Colour::Red);
                let next = edges(graph, &target)?;
                path.push(PathStep { state: target, marks, edges: next });
            }
            // A successor of a completed state was visited by the outer search, so it has a colour.
            Some(Colour::Red) | None => {}
        }
    }
    Ok(None)
}

/// Makes a lasso of an outer path and the states that lead from its end back into it.
fn close<S: Eq>(path: Vec<PathStep<S>>, mut back: Vec<S>) -> Lasso<S> {
    let entry = back.pop().expect("a state of the path");
    let mut prefix: Vec<S> = path.into_iter().map(|s| s.state).collect();
    let at = prefix.iter().rposition(|s| *s == entry).expect("the cycle meets the path");
    let mut cycle = prefix.split_off(at);
    cycle.extend(back);
    Lasso { prefix, cycle }
}

/// A part of the path that is known to be strongly connected.
struct Root {
    /// Depth-first number of its first state.
    first: usize,
    /// Marks of the edges inside.
    inside: Marks,
    /// Whether it has an edge inside.
    cyclic: bool,
    /// Marks of the edge by which it was entered.
    entry: Marks,
}

/// Couvreur's search (1999) on the components that a depth-first search grows. It ends as soon as the edges inside a
/// component cover all acceptance sets. It takes linear time for any number of sets.
///
/// # Errors
/// Those of the graph.
pub fn by_components<G: Graph>(graph: &mut G) -> Result<Emptiness<G::State>, G::Error> {
    let all = Marks::all(graph.sets());
    // Numbers of the states in order of discovery, and whether their components are complete.
    let mut seen: IndexMap<G::State, bool, FxBuildHasher> = IndexMap::default();
    let mut roots: Vec<Root> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for start in graph.initial()? {
        if seen.contains_key(&start) {
            continue;
        }
        let mut path: Vec<(usize, Edges<G::State>)> = Vec::new();
        let mut enter = Some((Marks::NONE, start));
        loop {
            if let Some((entry, state)) = enter.take() {
                let list = edges(graph, &state)?;
                let (number, _) = seen.insert_full(state, false);
                path.push((number, list));
                open.push(number);
                roots.push(Root { first: number, inside: Marks::NONE, cyclic: false, entry });
            }
            let Some((number, list)) = path.last_mut() else { break };
            let number = *number;
            match list.next() {
                Some((marks, target)) => match seen.get_full(&target) {
                    None => enter = Some((marks, target)),
                    Some((_, _, true)) => {}
                    Some((back, _, false)) => {
                        // The components from the target's one on merge into one.
                        let mut inside = marks;
                        while let Some(root) = roots.last_mut() {
                            inside = inside.union(root.inside);
                            if root.first <= back {
                                root.inside = inside;
                                root.cyclic = true;
                                break;
                            }
                            inside = inside.union(root.entry);
                            roots.pop();
                        }
                        let root = roots.last().expect("an open state is in a component");
                        if root.cyclic && root.inside.contains(all) {
                            let first = root.first;
                            return lasso(graph, &seen, first).map(Emptiness::Lasso);
                        }
                    }
                },
                None => {
                    path.pop();
                    if roots.last().is_some_and(|r| r.first == number) {
                        roots.pop();
                        while let Some(state) = open.pop_if(|s| *s >= number) {
                            seen[state] = true;
                        }
                    }
                }
            }
        }
    }
    Ok(Emptiness::Empty(Empty(())))
}

/// Lasso through the accepting component that consists of the open states from number `first` on: shortest paths
/// through visited states to the component, and inside it from acceptance set to acceptance set.
fn lasso<G: Graph>(
    graph: &mut G,
    seen: &IndexMap<G::State, bool, FxBuildHasher>,
    first: usize,
) -> Result<Lasso<G::State>, G::Error> {
    let number = |s: &G::State| seen.get_index_of(s);
    let inside = |s: &G::State| number(s).is_some_and(|n| n >= first) && !seen[s];
    let starts = graph.initial()?;
    let mut prefix = shortest(graph, starts, |s| number(s).is_some(), |_, _| false, |s| inside(s))?
        .expect("the component was reached");
    let anchor = prefix.pop().expect("its first state");
    let mut missing = Marks::all(graph.sets());
    let mut cycle = vec![anchor.clone()];
    // Visits the sets one after the other.
    while missing != Marks::NONE {
        let here = cycle.pop().expect("the place reached");
        let wanted = |m: Marks| m.intersection(missing) != Marks::NONE;
        let part = shortest(graph, vec![here], inside, |m, _| wanted(m), |_| false)?
            .expect("the component has edges of every set");
        let mut out = Vec::new();
        for pair in part.windows(2) {
            out.clear();
            graph.successors(&pair[0], &mut out)?;
            let marks = out.iter().filter(|(_, t)| *t == pair[1]).fold(Marks::NONE, |a, (m, _)| a.union(*m));
            missing = Marks(missing.0 & !marks.0);
        }
        cycle.extend(part);
    }
    // Returns to the start. Without acceptance sets, the cycle has no edge so far.
    let here = cycle.pop().expect("the place reached");
    if cycle.is_empty() || here != anchor {
        let mut back = shortest(graph, vec![here], inside, |_, t| *t == anchor, |_| false)?
            .expect("the component is strongly connected");
        back.pop();
        cycle.extend(back);
    }
    Ok(Lasso { prefix, cycle })
}

/// States of a shortest path within `allowed` whose last edge or last state is wanted.
///
/// # Errors
/// Those of the graph.
pub fn shortest<G: Graph>(
    graph: &mut G,
    starts: Vec<G::State>,
    allowed: impl Fn(&G::State) -> bool,
    wanted_edge: impl Fn(Marks, &G::State) -> bool,
    wanted_state: impl Fn(&G::State) -> bool,
) -> Result<Option<Vec<G::State>>, G::Error> {
    let mut from: IndexMap<G::State, Option<usize>, FxBuildHasher> = IndexMap::default();
    let mut queue = VecDeque::new();
    let path_to = |from: &IndexMap<G::State, Option<usize>, FxBuildHasher>, end: usize| {
        let mut path = Vec::new();
        let mut at = Some(end);
        while let Some(i) = at {
            let (state, before) = from.get_index(i).expect("it was reached");
            path.push(state.clone());
            at = *before;
        }
        path.reverse();
        path
    };
    for s in starts {
        if allowed(&s) && !from.contains_key(&s) {
            let (i, _) = from.insert_full(s, None);
            queue.push_back(i);
        }
    }
    let mut out = Vec::new();
    while let Some(i) = queue.pop_front() {
        let state = from.get_index(i).expect("queued states are known").0.clone();
        if wanted_state(&state) {
            return Ok(Some(path_to(&from, i)));
        }
        out.clear();
        graph.successors(&state, &mut out)?;
        for (marks, target) in out.drain(..) {
            if !allowed(&target) {
                continue;
            }
            if wanted_edge(marks, &target) {
                let mut path = path_to(&from, i);
                path.push(target);
                return Ok(Some(path));
            }
            if !from.contains_key(&target) {
                let (k, _) = from.insert_full(target, Some(i));
                queue.push_back(k);
            }
        }
    }
    Ok(None)
}
