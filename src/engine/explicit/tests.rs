//! Searches of synthetic graphs against a plain sequential search.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::search::{
    Limit, Outcome, Progress, SearchEnd, SearchOptions, Stop, Successors, System, breadth_first, depth_first,
};
use super::store::{Budget, Full, HashStore, LeafId, StateId, StateStore, StoreWorker, TreeStore};
use crate::base::Random;

/// A graph with numbered vertices.
struct Graph {
    edges: Vec<Vec<u64>>,
    initial: Vec<u64>,
    /// Expanding one of these is an error.
    bad: HashSet<u64>,
    /// Successors are given as changes.
    changes: bool,
    visited: Mutex<Vec<u64>>,
}

/// The parts of a vertex: digits, one byte each, preceded by something constant, and more of them for some.
fn parts(vertex: u64) -> Vec<Vec<u8>> {
    let mut parts = vec![b"constant".to_vec()];
    parts.extend((0..4).map(|i| vec![(vertex >> (4 * i)) as u8 & 15, i]));
    parts.extend((0..vertex % 3).map(|_| b"more".to_vec()));
    parts
}

/// What a thread keeps: the parts of a state and those of a successor.
type Scratch = (Vec<LeafId>, Vec<LeafId>);

fn vertex(store: &impl StateStore, leaves: &[LeafId]) -> u64 {
    let mut bytes = Vec::new();
    (0..4).fold(0, |vertex, i| {
        store.leaf(leaves[i + 1], &mut bytes);
        vertex | u64::from(bytes[0]) << (4 * i)
    })
}

impl Graph {
    /// Vertices below `count`; up to `degree` random edges from each, near or far.
    fn random(seed: u64, count: u64, degree: u64, near: bool) -> Graph {
        let mut random = Random::new(seed);
        let edges = (0..count)
            .map(|v| {
                let target = |random: &mut Random| {
                    if near {
                        (v + random.below(40)).saturating_sub(3).min(count - 1)
                    } else {
                        random.below(count)
                    }
                };
                (0..random.below(degree + 1)).map(|_| target(&mut random)).collect()
            })
            .collect();
        let initial = (0..3).map(|_| random.below(count.min(20))).collect();
        Graph {
            edges,
            initial,
            bad: HashSet::new(),
            changes: seed.is_multiple_of(2),
            visited: Mutex::default(),
        }
    }

    fn initial_once(&self) -> Vec<u64> {
        let mut seen = HashSet::new();
        self.initial.iter().copied().filter(|v| seen.insert(*v)).collect()
    }

    /// Vertices in the order of a breadth-first search with their distances.
    fn distances(&self) -> Vec<(u64, u32)> {
        let mut order: Vec<(u64, u32)> = self.initial_once().into_iter().map(|v| (v, 0)).collect();
        let mut seen: HashSet<u64> = self.initial.iter().copied().collect();
        let mut queue: VecDeque<(u64, u32)> = order.iter().copied().collect();
        while let Some((v, distance)) = queue.pop_front() {
            for next in self.edges[v as usize].iter().filter(|n| seen.insert(**n)) {
                queue.push_back((*next, distance + 1));
                order.push((*next, distance + 1));
            }
        }
        order
    }

    /// Vertices in the order of a recursive depth-first search.
    fn depth_first(&self) -> Vec<u64> {
        let mut order = Vec::new();
        let mut seen = HashSet::new();
        let mut stack: Vec<u64> = self.initial.iter().rev().copied().collect();
        while let Some(v) = stack.pop() {
            if seen.insert(v) {
                order.push(v);
                stack.extend(self.edges[v as usize].iter().rev());
            }
        }
        order
    }
}

impl<S: StateStore> System<S> for &Graph {
    type Error = u64;
    type Scratch = Scratch;
    type State = S::Pending;

    fn scratch(&self) -> Scratch {
        Scratch::default()
    }

    fn initial(&self, _: &mut Scratch, out: &mut Successors<'_, S, S::Pending>) -> Result<(), Stop<u64>> {
        for v in &self.initial {
            let leaves = parts(*v).iter().map(|p| out.intern(p)).collect::<Result<Vec<_>, _>>()?;
            out.push(*v as u32, &leaves, S::Worker::pending)?;
        }
        Ok(())
    }

    fn expand(
        &self,
        (leaves, new): &mut Scratch,
        _: StateId,
        state: &S::Pending,
        out: &mut Successors<'_, S, S::Pending>,
    ) -> Result<(), Stop<u64>> {
        out.store().recall(state, leaves);
        let v = vertex(out.store(), leaves);
        self.visited.lock().unwrap().push(v);
        for (choice, next) in self.edges[v as usize].iter().enumerate() {
            new.clear();
            for part in parts(*next) {
                new.push(out.intern(&part)?);
            }
            if self.changes {
                let differs = |at: usize| leaves.get(at) != new.get(at);
                let changes: Vec<_> =
                    (0..new.len()).filter(|at| differs(*at)).map(|at| (at as u32, new[at])).collect();
                out.push_changed(choice as u32, state, new.len(), &changes, S::Worker::pending)?;
            } else {
                out.push(choice as u32, new, S::Worker::pending)?;
            }
        }
        if self.bad.contains(&v) { Err(Stop::Error(v)) } else { Ok(()) }
    }

    fn heap(state: &S::Pending) -> usize {
        S::pending_heap(state)
    }
}

fn graphs() -> Vec<Graph> {
    let shapes =
        [(1, 1, false), (1, 0, false), (50, 2, false), (5000, 3, false), (9000, 3, true), (3000, 30, true)];
    (0..12)
        .map(|seed| (seed, shapes[seed as usize % 6]))
        .map(|(s, (n, d, near))| Graph::random(s, n, d, near))
        .collect()
}

fn tree() -> TreeStore {
    TreeStore::new(&Budget::unlimited()).unwrap()
}

/// A path is one of the graph, begins at an initial vertex, and its choices are the numbers of its edges.
fn check_path(graph: &Graph, store: &TreeStore, outcome: &Outcome<u64>, state: StateId) -> Vec<u64> {
    let of = |state| {
        let mut leaves = Vec::new();
        store.leaves_of(state, &mut leaves);
        vertex(store, &leaves)
    };
    let path = outcome.paths.as_ref().expect("asked for").to(state);
    let vertices: Vec<u64> = path.iter().map(|(s, _)| of(*s)).collect();
    assert!(graph.initial.contains(&vertices[0]) && u64::from(path[0].1) == vertices[0]);
    for (i, pair) in vertices.windows(2).enumerate() {
        assert_eq!(graph.edges[pair[0] as usize][path[i + 1].1 as usize], pair[1]);
    }
    vertices
}

#[test]
fn everything_is_visited_once() {
    for graph in graphs() {
        let distances = graph.distances();
        let transitions: usize = distances.iter().map(|(v, _)| graph.edges[*v as usize].len()).sum();
        let depth = distances.last().map_or(0, |d| d.1);
        for threads in [1, 2, 4, 8] {
            let progress = Progress::default();
            let options =
                SearchOptions { threads, paths: true, progress: Some(&progress), ..SearchOptions::default() };
            let store = tree();
            let outcome = breadth_first(&store, &&graph, &options);
            assert!(matches!(outcome.end, SearchEnd::Complete(_)));
            assert_eq!(outcome.states, distances.len() as u64);
            assert_eq!(outcome.expanded, outcome.states);
            assert_eq!((outcome.transitions, outcome.depth), (transitions as u64, depth));
            let visited = std::mem::take(&mut *graph.visited.lock().unwrap());
            let order: Vec<u64> = distances.iter().map(|d| d.0).collect();
            if threads == 1 {
                assert_eq!(visited, order);
                // Ids are in the same order, and paths are shortest.
                for (i, (v, distance)) in distances.iter().enumerate().step_by(37) {
                    let path = check_path(&graph, &store, &outcome, StateId::new(i));
                    assert_eq!((path.len(), path.last()), (*distance as usize + 1, Some(v)));
                }
            } else {
                assert_eq!(visited.len(), order.len());
                assert_eq!(visited.into_iter().collect::<BTreeSet<_>>(), order.into_iter().collect());
            }

            let store = HashStore::new(&Budget::unlimited()).unwrap();
            let options = SearchOptions { progress: None, ..options };
            let outcome = breadth_first(&store, &&graph, &options);
            assert!(matches!(outcome.end, SearchEnd::Complete(_)));
            assert_eq!(outcome.expanded, distances.len() as u64);
            graph.visited.lock().unwrap().clear();
        }
    }
}

#[test]
fn depth_first_order() {
    for graph in graphs() {
        let order = graph.depth_first();
        let options = SearchOptions { paths: true, ..SearchOptions::default() };
        let store = tree();
        let outcome = depth_first(&store, &&graph, &options);
        assert!(matches!(outcome.end, SearchEnd::Complete(_)));
        assert_eq!(outcome.states, order.len() as u64);
        assert_eq!(std::mem::take(&mut *graph.visited.lock().unwrap()), order);
        for i in (0..order.len()).step_by(37) {
            check_path(&graph, &store, &outcome, StateId::new(i));
        }
        let store = HashStore::new(&Budget::unlimited()).unwrap();
        assert!(matches!(depth_first(&store, &&graph, &options).end, SearchEnd::Complete(_)));
        assert_eq!(*graph.visited.lock().unwrap(), order);
    }
}

#[test]
fn errors_are_found_on_shortest_paths() {
    for (seed, mut graph) in graphs().into_iter().enumerate() {
        let distances: HashMap<u64, u32> = graph.distances().into_iter().collect();
        let mut random = Random::new(seed as u64);
        graph.bad = (0..6).map(|_| random.below(graph.edges.len() as u64)).collect();
        let nearest = graph.bad.iter().filter_map(|b| distances.get(b)).min();
        for threads in [1, 2, 4] {
            let options = SearchOptions { threads, paths: true, ..SearchOptions::default() };
            let store = tree();
            let outcome = breadth_first(&store, &&graph, &options);
            let Some(nearest) = nearest else {
                assert!(matches!(outcome.end, SearchEnd::Complete(_)));
                continue;
            };
            let SearchEnd::Stopped(bad, Some(state)) = outcome.end else { panic!("{:?}", outcome.end) };
            let path = check_path(&graph, &store, &outcome, state);
            assert_eq!(path.last(), Some(&bad));
            assert_eq!(path.len(), *nearest as usize + 1);
            let store = tree();
            let outcome = depth_first(&store, &&graph, &options);
            let SearchEnd::Stopped(bad, Some(state)) = outcome.end else { panic!("{:?}", outcome.end) };
            assert_eq!(check_path(&graph, &store, &outcome, state).last(), Some(&bad));
        }
    }
}

#[test]
fn limits_are_no_proofs() {
    let graph = Graph::random(4, 9000, 3, true);
    let all = graph.distances();
    let cancelled = AtomicBool::new(true);
    let most = all.last().unwrap().1;
    let limits = [
        (SearchOptions { states: Some(500), ..SearchOptions::default() }, Limit::States),
        (SearchOptions { depth: Some(most / 2), ..SearchOptions::default() }, Limit::Depth),
        (SearchOptions { depth: Some(most), ..SearchOptions::default() }, Limit::Depth),
        (SearchOptions { depth: Some(0), ..SearchOptions::default() }, Limit::Depth),
        (SearchOptions { deadline: Some(Instant::now()), ..SearchOptions::default() }, Limit::Time),
        (SearchOptions { cancel: Some(&cancelled), ..SearchOptions::default() }, Limit::Cancelled),
    ];
    for threads in [1, 2, 4] {
        for (options, limit) in &limits {
            let options = SearchOptions { threads, ..*options };
            let store = tree();
            let outcome = breadth_first(&store, &&graph, &options);
            assert_eq!(outcome.end, SearchEnd::Limit(*limit));
            match limit {
                Limit::States => assert!((500..2500).contains(&outcome.states), "{}", outcome.states),
                Limit::Depth => {
                    // Exactly the states that near.
                    let within = all.iter().filter(|d| Some(d.1) <= options.depth).count();
                    assert_eq!(outcome.states, within as u64);
                    assert_eq!(Some(outcome.depth), options.depth);
                }
                _ => assert!(outcome.states < all.len() as u64),
            }
            let store = tree();
            let outcome = depth_first(&store, &&graph, &options);
            if *limit == Limit::Depth && options.depth == Some(most) {
                // Paths of a depth-first search are longer.
                assert!(matches!(outcome.end, SearchEnd::Complete(_) | SearchEnd::Limit(Limit::Depth)));
            } else {
                assert_eq!(outcome.end, SearchEnd::Limit(*limit));
            }
        }
        let far = SearchOptions {
            threads,
            states: Some(1 << 40),
            depth: Some(most + 1),
            deadline: Some(Instant::now() + Duration::from_secs(3600)),
            ..SearchOptions::default()
        };
        let store = tree();
        assert!(matches!(breadth_first(&store, &&graph, &far).end, SearchEnd::Complete(_)));
    }
}

#[test]
fn memory_limit_ends_a_search() {
    let graph = Graph::random(3, 60_000, 3, false);
    for threads in [1, 2, 4] {
        for limit in [150_000, 400_000, 1_000_000] {
            let budget = Budget::new(limit);
            let options = SearchOptions { threads, paths: true, ..SearchOptions::default() };
            let full = Full::Limit { limit };
            let store = TreeStore::new(&budget).unwrap();
            let outcome = breadth_first(&store, &&graph, &options);
            assert_eq!(outcome.end, SearchEnd::Full(full));
            drop((store, outcome.paths));
            assert_eq!(budget.used(), 0);
            let store = HashStore::new(&budget).unwrap();
            assert_eq!(breadth_first(&store, &&graph, &options).end, SearchEnd::Full(full));
            assert!(budget.peak() <= limit);
            drop(store);
            let store = TreeStore::new(&budget).unwrap();
            assert_eq!(depth_first(&store, &&graph, &options).end, SearchEnd::Full(full));
        }
    }
}
