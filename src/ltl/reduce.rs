//! Reduction of automata, and conversion to state-based acceptance.
//!
//! * States that cannot be reached, or from which no accepting cycle can be, go; marks outside of accepting components
//!   mean nothing and are made uniform.
//! * *Direct simulation* (Dill, Hu, Wong-Toi 1991; Etessami, Holzmann 2000; Somenzi, Bloem 2000): `t` simulates `s`
//!   when for every edge of `s` and every letter on it `t` has an edge on that letter that is in all of its
//!   acceptance sets and leads to a state that simulates its target. States that simulate each other are merged, an
//!   edge is dropped when others of its state do better (Clemente, Mayr 2013: pruning by identity before and direct
//!   simulation after).
//! * Degeneralisation counts the sets passed in turn, separately in each component, and only where counting is needed
//!   (Gastin, Oddoux 2001; Babiak, Badie, Duret-Lutz, Křetínský, Strejček 2013).

use rustc_hash::FxHashMap;

use super::scc::{Components, components};
use super::{Automaton, Buchi, Cube, Edge, Guard, Marks, State};

/// Maximum number of states for which simulation, which considers all pairs, is computed. In larger automata only
/// bisimilar states are merged.
const SIMULATION_STATES: usize = 1000;

/// Maximum number of edge comparisons in one computation of simulation.
const SIMULATION_FUEL: u64 = 50_000_000;

/// Maximum number of rounds of partition refinement, and of states visited in all of them.
const MAX_ROUNDS: usize = 100;
const MAX_REFINED: usize = 2_000_000;

fn components_of(a: &Automaton) -> Components {
    components(a.states(), |v, i| a.edges(State::new(v)).get(i).map(|e| e.target.index()))
}

/// Keeps the states for which `keep` holds and renumbers them in order of discovery from the initial ones.
fn restrict(a: &Automaton, keep: impl Fn(State) -> bool) -> (Automaton, Vec<State>) {
    let mut made = Automaton::new(a.props().to_vec(), a.sets());
    let mut names: FxHashMap<State, State> = FxHashMap::default();
    let mut order: Vec<State> = Vec::new();
    let mut name = |made: &mut Automaton, order: &mut Vec<State>, s: State| {
        *names.entry(s).or_insert_with(|| {
            order.push(s);
            made.add_state()
        })
    };
    for &s in a.initial().iter().filter(|s| keep(**s)) {
        let n = name(&mut made, &mut order, s);
        made.add_initial(n);
    }
    let mut next = 0;
    while next < order.len() {
        let from = State::new(next);
        let edges: Vec<Edge> = a.edges(order[next]).iter().filter(|e| keep(e.target)).cloned().collect();
        for e in edges {
            let target = name(&mut made, &mut order, e.target);
            made.add_edge(from, Edge { target, ..e });
        }
        next += 1;
    }
    (made, order)
}

/// Whether each component has an accepting cycle.
fn accepting_components(a: &Automaton, scc: &Components) -> Vec<bool> {
    let mut inside: Vec<Option<Marks>> = vec![None; scc.count];
    for s in 0..a.states() {
        for e in a.edges(State::new(s)) {
            if scc.of[s] == scc.of[e.target.index()] {
                let marks = inside[scc.of[s]].get_or_insert(Marks::NONE);
                *marks = marks.union(e.marks);
            }
        }
    }
    inside.into_iter().map(|m| m.is_some_and(|m| m.contains(Marks::all(a.sets())))).collect()
}

/// Removes the states that no accepting run visits. Also returns the new number of each state.
fn trim(a: &Automaton) -> (Automaton, Vec<State>) {
    let scc = components_of(a);
    let mut useful = accepting_components(a, &scc);
    // Components reachable from a component have smaller numbers.
    let mut by_component: Vec<Vec<usize>> = vec![Vec::new(); scc.count];
    (0..a.states()).for_each(|s| by_component[scc.of[s]].push(s));
    for (c, states) in by_component.iter().enumerate() {
        useful[c] = useful[c]
            || states
                .iter()
                .any(|&s| a.edges(State::new(s)).iter().any(|e| useful[scc.of[e.target.index()]]));
    }
    restrict(a, |s| useful[scc.of[s.index()]])
}

/// Adds the edges between components to all sets or none, removes those inside rejecting components from all sets, and
/// adds each edge of an accepting component to the sets that every cycle through it visits anyway. Drops acceptance
/// sets that others imply.
fn normalise_marks(a: &mut Automaton, between: bool) {
    let scc = components_of(a);
    let accepting = accepting_components(a, &scc);
    let all = Marks::all(a.sets());
    // Sets whose edges cut all cycles of a component.
    let mut cut = vec![Marks::NONE; scc.count];
    for set in 0..a.sets() {
        // Without the edges of the set and those between components.
        let left: Vec<Vec<usize>> = (0..a.states())
            .map(|s| {
                let inner = a.edges(State::new(s)).iter().filter(|e| !e.marks.has(set));
                inner.map(|e| e.target.index()).filter(|t| scc.of[*t] == scc.of[s]).collect()
            })
            .collect();
        let inner = components(a.states(), |v, i| left[v].get(i).copied());
        let mut cyclic = vec![false; scc.count];
        for (s, targets) in left.iter().enumerate() {
            for &t in targets.iter().filter(|t| inner.of[**t] == inner.of[s]) {
                cyclic[scc.of[t]] = true;
            }
        }
        for (c, _) in cyclic.iter().enumerate().filter(|(_, cyclic)| !**cyclic) {
            cut[c] = cut[c].union(Marks::one(set));
        }
    }
    let (sets, _, edges) = a.parts();
    for (s, list) in edges.iter_mut().enumerate() {
        for e in list.iter_mut() {
            let c = scc.of[s];
            e.marks = match c == scc.of[e.target.index()] {
                true if accepting[c] => e.marks.union(cut[c]),
                false if between => all,
                _ => Marks::NONE,
            };
        }
    }
    // A set is implied by another one if, inside accepting components, it contains each edge of the other.
    let inner: Vec<Marks> = edges
        .iter()
        .enumerate()
        .flat_map(|(s, list)| list.iter().map(move |e| (s, e)))
        .filter(|(s, e)| scc.of[*s] == scc.of[e.target.index()] && accepting[scc.of[*s]])
        .map(|(_, e)| e.marks)
        .collect();
    let always = |set: u32| inner.iter().all(|m| m.has(set));
    // If a rejecting component remains, dropping the last set would make it accepting.
    let rejecting = edges
        .iter()
        .enumerate()
        .any(|(s, list)| !accepting[scc.of[s]] && list.iter().any(|e| scc.of[e.target.index()] == scc.of[s]));
    let mut kept: Vec<u32> = (0..*sets).filter(|s| !always(*s)).collect();
    let mut i = 0;
    while i < kept.len() {
        let implied =
            kept.iter().any(|&by| by != kept[i] && inner.iter().all(|m| !m.has(by) || m.has(kept[i])));
        if implied {
            kept.remove(i);
        } else {
            i += 1;
        }
    }
    if kept.is_empty() && rejecting && *sets > 0 {
        kept.push(0);
    }
    if kept.len() < *sets as usize {
        *sets = kept.len() as u32;
        for e in edges.iter_mut().flatten() {
            let marks = (0u32..).zip(&kept).filter(|(_, old)| e.marks.has(**old));
            e.marks = marks.fold(Marks::NONE, |m, (new, _)| m.union(Marks::one(new)));
        }
    }
}

/// Joins the edges between two states with equal marks, and drops edges that another one subsumes.
fn join_edges(list: &mut Vec<Edge>) {
    let mut joined: FxHashMap<(State, Marks), Guard> = FxHashMap::default();
    for e in list.drain(..) {
        let guard = joined.entry((e.target, e.marks)).or_insert_with(Guard::never);
        *guard = std::mem::replace(guard, Guard::never()).or(&e.guard);
    }
    *list = joined.into_iter().map(|((target, marks), guard)| Edge { guard, marks, target }).collect();
    list.sort_unstable_by(|a, b| (a.target, a.marks, &a.guard).cmp(&(b.target, b.marks, &b.guard)));
}

/// States in an order in which successors come first, except on common cycles.
fn successors_first(a: &Automaton) -> Vec<usize> {
    let scc = components_of(a);
    let mut order: Vec<usize> = (0..a.states()).collect();
    order.sort_by_key(|s| scc.of[*s]);
    order
}

/// Merges states with equal `start` and equal edges. Misses some bisimilar states on cycles.
fn merge_equal(a: &Automaton, start: &[bool]) -> (Automaton, Vec<State>) {
    let mut place: Vec<State> = (0..a.states()).map(State::new).collect();
    let mut names: FxHashMap<(bool, Vec<Edge>), State> = FxHashMap::default();
    for s in successors_first(a) {
        let mut list: Vec<Edge> = a.edges(State::new(s)).to_vec();
        list.iter_mut().for_each(|e| e.target = place[e.target.index()]);
        join_edges(&mut list);
        place[s] = *names.entry((start[s], list)).or_insert(State::new(s));
    }
    redirect(a, &place)
}

/// Merges states by the coarsest partition that refines `start` such that the states of a block have the same edges
/// between blocks: bisimulation, by repeated signatures (Kanellakis, Smolka 1990). Merges nothing if that takes too
/// many rounds.
fn merge_bisimilar(a: &Automaton, start: &[bool]) -> (Automaton, Vec<State>) {
    let n = a.states();
    let mut block: Vec<usize> = start.iter().map(|b| usize::from(*b)).collect();
    let mut count = usize::from(start.contains(&false)) + usize::from(start.contains(&true));
    for _ in 0..MAX_ROUNDS.min(MAX_REFINED / n.max(1)) {
        let mut names: FxHashMap<(usize, Vec<Edge>), usize> = FxHashMap::default();
        let refined: Vec<usize> = (0..n)
            .map(|s| {
                let mut list: Vec<Edge> = a.edges(State::new(s)).to_vec();
                list.iter_mut().for_each(|e| e.target = State::new(block[e.target.index()]));
                join_edges(&mut list);
                let fresh = names.len();
                *names.entry((block[s], list)).or_insert(fresh)
            })
            .collect();
        let found = names.len();
        block = refined;
        if found == count {
            let mut first = vec![None; n];
            let place: Vec<State> = (0..n).map(|s| *first[block[s]].get_or_insert(State::new(s))).collect();
            return redirect(a, &place);
        }
        count = found;
    }
    restrict(a, |_| true)
}

/// Redirects every edge and initial state to the representative of its target; then removes unreachable states.
fn redirect(a: &Automaton, place: &[State]) -> (Automaton, Vec<State>) {
    let mut made = a.clone();
    let (_, initial, edges) = made.parts();
    initial.iter_mut().for_each(|s| *s = place[s.index()]);
    initial.sort_unstable();
    initial.dedup();
    for list in edges.iter_mut() {
        list.iter_mut().for_each(|e| e.target = place[e.target.index()]);
        join_edges(list);
    }
    restrict(&made, |_| true)
}

/// Direct simulation: `simulates[s][t]` if `t` simulates `s`. Starts with all pairs in `allowed` and removes failing
/// pairs until none is left. Returns the identity if that takes too long.
fn simulation(a: &Automaton, allowed: impl Fn(usize, usize) -> bool) -> Vec<Vec<bool>> {
    let n = a.states();
    let order = successors_first(a);
    let mut sim: Vec<Vec<bool>> = (0..n).map(|s| (0..n).map(|t| s == t || allowed(s, t)).collect()).collect();
    let mut cubes: Vec<Cube> = Vec::new();
    let mut fuel = SIMULATION_FUEL;
    // States for which the set of simulating states shrank in the previous round.
    let mut changed = vec![true; n];
    while changed.contains(&true) {
        let mut changing = vec![false; n];
        for &s in &order {
            let edges = a.edges(State::new(s));
            if !edges.iter().any(|e| changed[e.target.index()] || changing[e.target.index()]) {
                continue;
            }
            for &t in &order {
                if s == t || !sim[s][t] {
                    continue;
                }
                let others = a.edges(State::new(t));
                let cost = (edges.len() * others.len()) as u64;
                let holds = cost <= fuel
                    && edges.iter().all(|e| {
                        cubes.clear();
                        let better = others
                            .iter()
                            .filter(|f| f.marks.contains(e.marks) && sim[e.target.index()][f.target.index()]);
                        better.for_each(|f| cubes.extend_from_slice(f.guard.cubes()));
                        e.guard.covered_by(&cubes, &mut fuel)
                    });
                fuel = fuel.saturating_sub(cost);
                if !holds {
                    sim[s][t] = false;
                    changing[s] = true;
                }
            }
        }
        if fuel == 0 {
            return (0..n).map(|s| (0..n).map(|t| s == t).collect()).collect();
        }
        changed = changing;
    }
    sim
}

/// Merges states that simulate each other; drops edges and initial states that others subsume.
fn simplify_by_simulation(a: &Automaton, allowed: impl Fn(usize, usize) -> bool) -> (Automaton, Vec<State>) {
    let n = a.states();
    let sim = simulation(a, allowed);
    let place: Vec<State> =
        (0..n).map(|s| (0..s).find(|&t| sim[s][t] && sim[t][s]).unwrap_or(s)).map(State::new).collect();
    let mut fuel = SIMULATION_FUEL;
    let mut made = a.clone();
    let (_, initial, edges) = made.parts();
    for list in edges.iter_mut() {
        list.iter_mut().for_each(|e| e.target = place[e.target.index()]);
        join_edges(list);
        // On classes, simulation is a partial order, so of two edges at most one subsumes the other.
        let mut i = 0;
        while i < list.len() {
            let e = &list[i];
            let mut cubes: Vec<Cube> = Vec::new();
            for (k, f) in list.iter().enumerate() {
                if k != i && f.marks.contains(e.marks) && sim[e.target.index()][f.target.index()] {
                    cubes.extend_from_slice(f.guard.cubes());
                }
            }
            if e.guard.covered_by(&cubes, &mut fuel) {
                list.remove(i);
            } else {
                i += 1;
            }
        }
    }
    let starts: Vec<State> = initial.iter().map(|s| place[s.index()]).collect();
    *initial = starts.clone();
    initial.retain(|s| !starts.iter().any(|t| t != s && sim[s.index()][t.index()]));
    initial.sort_unstable();
    initial.dedup();
    restrict(&made, |_| true)
}

fn size(a: &Automaton) -> (usize, usize, u32, usize) {
    (a.states(), a.edge_count(), a.sets(), a.initial().len())
}

/// See [`Automaton::reduced`].
pub(super) fn reduced(mut a: Automaton) -> Automaton {
    let mut round = 0;
    loop {
        let before = size(&a);
        a = trim(&a).0;
        // Marks of edges that lie on no cycle are arbitrary. All or no sets are tried in turn, as either may allow
        // further merging.
        normalise_marks(&mut a, round % 2 == 1);
        a = merge_equal(&a, &vec![false; a.states()]).0;
        a = merge_bisimilar(&a, &vec![false; a.states()]).0;
        if a.states() <= SIMULATION_STATES {
            a = simplify_by_simulation(&a, |_, _| true).0;
        }
        round += 1;
        if size(&a) == before && round > 2 || round > 20 {
            a = trim(&a).0;
            normalise_marks(&mut a, false);
            return a;
        }
    }
}

/// See [`Automaton::to_buchi`].
pub(super) fn buchi(a: &Automaton) -> Buchi {
    let a = reduced(a.clone());
    let mut best: Option<Buchi> = None;
    for order in orders(a.sets()) {
        let b = reduced_buchi(degeneralised(&a, &order));
        if best.as_ref().is_none_or(|best| size(b.automaton()) < size(best.automaton())) {
            best = Some(b);
        }
    }
    best.expect("there is an order")
}

/// Orders in which to count acceptance sets: all if there are few sets, else two.
fn orders(sets: u32) -> Vec<Vec<u32>> {
    if sets > 3 {
        let ascending: Vec<u32> = (0..sets).collect();
        return vec![ascending.clone(), ascending.into_iter().rev().collect()];
    }
    let mut all = vec![Vec::new()];
    for set in 0..sets {
        let insert = |order: &Vec<u32>, at: usize| {
            let mut order = order.clone();
            order.insert(at, set);
            order
        };
        all = all.iter().flat_map(|order| (0..=order.len()).map(move |at| insert(order, at))).collect();
    }
    all
}

/// Counts levels: at level `i`, the first `i` sets of `order` were visited since the last accepting state. States of
/// the top level are accepting. A component that needs no counting has one level.
fn degeneralised(a: &Automaton, order: &[u32]) -> Buchi {
    let scc = components_of(a);
    let accepting = accepting_components(a, &scc);
    let all = Marks::all(a.sets());
    // Counting is unnecessary in rejecting components and in those where every edge is in every set.
    let mut weak = vec![true; scc.count];
    for s in 0..a.states() {
        for e in a.edges(State::new(s)) {
            if scc.of[s] == scc.of[e.target.index()] && !e.marks.contains(all) {
                weak[scc.of[s]] = false;
            }
        }
    }
    let top = order.len();
    let advance = |level: usize, marks: Marks| {
        let from = if level == top { 0 } else { level };
        from + order[from..].iter().take_while(|s| marks.has(**s)).count()
    };
    let arrive = |state: State| {
        let c = scc.of[state.index()];
        if accepting[c] && weak[c] { top } else { 0 }
    };
    let mut made = Automaton::new(a.props().to_vec(), 1);
    let mut flags: Vec<bool> = Vec::new();
    let mut names: FxHashMap<(State, usize), State> = FxHashMap::default();
    let mut queue: Vec<(State, usize)> = Vec::new();
    let mut name = |made: &mut Automaton, queue: &mut Vec<(State, usize)>, key: (State, usize)| {
        *names.entry(key).or_insert_with(|| {
            queue.push(key);
            flags.push(key.1 == top && accepting[scc.of[key.0.index()]]);
            made.add_state()
        })
    };
    for &s in a.initial() {
        let n = name(&mut made, &mut queue, (s, arrive(s)));
        made.add_initial(n);
    }
    let mut next = 0;
    while next < queue.len() {
        let (s, level) = queue[next];
        let c = scc.of[s.index()];
        for e in a.edges(s) {
            let counts = c == scc.of[e.target.index()] && accepting[c] && !weak[c];
            let level = if counts { advance(level, e.marks) } else { arrive(e.target) };
            let target = name(&mut made, &mut queue, (e.target, level));
            made.add_edge(State::new(next), Edge { guard: e.guard.clone(), marks: Marks::NONE, target });
        }
        next += 1;
    }
    Buchi::new(made, flags)
}

/// Makes all states accepting of a component whose cycles all pass accepting ones; those on no cycle become
/// `transient`.
fn normalise_states(b: Buchi, transient: bool) -> Buchi {
    let (a, mut accepting) = b.into_parts();
    let scc = components_of(&a);
    let inner = components(a.states(), |v, i| {
        // Accepting states are cut off, and so are other components.
        let list = a.edges(State::new(v)).iter().map(|e| e.target.index());
        list.filter(|t| !accepting[v] && !accepting[*t] && scc.of[*t] == scc.of[v]).nth(i)
    });
    let mut rejecting_cycle = vec![false; scc.count];
    for s in (0..a.states()).filter(|s| !accepting[*s]) {
        for e in a.edges(State::new(s)) {
            let t = e.target.index();
            rejecting_cycle[scc.of[s]] |= !accepting[t] && inner.of[t] == inner.of[s];
        }
    }
    let mut cyclic = vec![false; scc.count];
    for s in 0..a.states() {
        cyclic[scc.of[s]] |= a.edges(State::new(s)).iter().any(|e| scc.of[e.target.index()] == scc.of[s]);
    }
    for (accepting, &c) in accepting.iter_mut().zip(&scc.of) {
        *accepting = match cyclic[c] {
            true => *accepting || !rejecting_cycle[c],
            false => transient,
        };
    }
    Buchi::new(a, accepting)
}

fn reduced_buchi(mut b: Buchi) -> Buchi {
    let mut round = 0;
    loop {
        let before = size(b.automaton());
        let (a, accepting) = b.into_parts();
        let (a, order) = trim(&a);
        b = select(a, &order, &accepting);
        b = normalise_states(b, round % 2 == 1);
        let (a, accepting) = b.into_parts();
        let (a, order) = merge_equal(&a, &accepting);
        let (a, accepting) = select(a, &order, &accepting).into_parts();
        let (a, order) = merge_bisimilar(&a, &accepting);
        b = select(a, &order, &accepting);
        if b.automaton().states() <= SIMULATION_STATES {
            let (a, accepting) = b.into_parts();
            let (a, order) = simplify_by_simulation(&a, |s, t| !accepting[s] || accepting[t]);
            b = select(a, &order, &accepting);
        }
        round += 1;
        if size(b.automaton()) == before && round > 2 || round > 20 {
            let (a, accepting) = b.into_parts();
            let (a, order) = trim(&a);
            return normalise_states(select(a, &order, &accepting), false);
        }
    }
}

fn select(a: Automaton, order: &[State], accepting: &[bool]) -> Buchi {
    let flags = order.iter().map(|s| accepting[s.index()]).collect();
    Buchi::new(a, flags)
}
