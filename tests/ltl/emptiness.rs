//! Searches for accepting lassos: against each other, and against a tableau that knows nothing of automata.

use std::convert::Infallible;

use bmc::internals::ltl::emptiness::{Emptiness, Graph, Lasso, by_components, nested_dfs};
use bmc::internals::ltl::{
    Formulas, Limits, Marks, Product, System, parallel_nested_dfs, translate, violations,
};

use super::splitmix::Random;
use super::tree::{PROPS, Tree};

/// A labelled graph; a state may have no successors.
#[derive(Debug)]
struct Labelled {
    labels: Vec<u64>,
    successors: Vec<Vec<usize>>,
    initial: Vec<usize>,
    /// Whether runs have to leave states with the last proposition infinitely often.
    fair: bool,
}

impl Labelled {
    fn random(random: &mut Random) -> Labelled {
        let n = 1 + random.below(6);
        let labels = (0..n).map(|_| random.next() & 7).collect();
        let mut successors = vec![Vec::new(); n];
        for list in &mut successors {
            for _ in 0..random.below(4) {
                list.push(random.below(n));
            }
        }
        let initial = (0..1 + random.below(2)).map(|_| random.below(n)).collect();
        Labelled { labels, successors, initial, fair: false }
    }

    /// Whether a run satisfies the formula: the tableau of Lichtenstein and Pnueli (1985). A node is a state with a
    /// guess which temporal subformulas hold; guesses have to agree from node to node, and a component has to keep
    /// the promises.
    fn some_run_satisfies(&self, tree: &Tree) -> bool {
        let mut temporal = Vec::new();
        collect(tree, &mut temporal);
        let k = temporal.len();
        let nodes = self.labels.len() << k;
        let truth = |node: usize| Guess { label: self.labels[node >> k], guess: node, temporal: &temporal };
        let values: Vec<Vec<(bool, [bool; 2])>> = (0..nodes)
            .map(|node| {
                let t = truth(node);
                temporal.iter().enumerate().map(|(i, f)| (node >> i & 1 == 1, t.operands(f))).collect()
            })
            .collect();
        let consistent = |n: usize, m: usize| {
            (0..k).all(|i| {
                let (now, [a, b]) = values[n][i];
                let (later, [next, _]) = values[m][i];
                now == match operator(temporal[i]) {
                    'X' => next,
                    'F' => a || later,
                    'G' => a && later,
                    'U' | 'W' => b || a && later,
                    _ => b && (a || later),
                }
            })
        };
        let edges: Vec<Vec<usize>> = (0..nodes)
            .map(|n| {
                let here = n >> k;
                let list = &self.successors[here];
                let targets = if list.is_empty() { std::slice::from_ref(&here) } else { list };
                let all = targets.iter().flat_map(|t| (0..1 << k).map(move |guess| t << k | guess));
                all.filter(|m| consistent(n, *m)).collect()
            })
            .collect();
        // A least fixed point must not stay a promise, a greatest not be denied without a reason.
        let fair = |n: usize, i: usize| {
            let (now, [a, b]) = values[n][i];
            match operator(temporal[i]) {
                'X' => true,
                'F' => !now || a,
                'G' => now || !a,
                'U' => !now || b,
                'M' => !now || a && b,
                'W' => now || !a && !b,
                _ => now || !b,
            }
        };
        let reach = |starts: &[usize]| {
            let mut seen = vec![false; nodes];
            let mut todo = starts.to_vec();
            while let Some(n) = todo.pop() {
                for &m in &edges[n] {
                    if !std::mem::replace(&mut seen[m], true) {
                        todo.push(m);
                    }
                }
            }
            seen
        };
        let starts: Vec<usize> =
            (0..nodes).filter(|n| self.initial.contains(&(n >> k)) && truth(*n).of(tree)).collect();
        let mut reached = reach(&starts);
        starts.iter().for_each(|s| reached[*s] = true);
        let mut done = vec![false; nodes];
        (0..nodes).filter(|n| reached[*n]).any(|n| {
            if done[n] {
                return false;
            }
            // The component of n: what it reaches and what reaches it; by two searches, as graphs are small.
            let forward = reach(&[n]);
            if !forward[n] {
                return false;
            }
            let members: Vec<usize> =
                (0..nodes).filter(|m| forward[*m] && !done[*m] && reach(&[*m])[n]).collect();
            members.iter().for_each(|m| done[*m] = true);
            (0..k).all(|i| members.iter().any(|m| fair(*m, i)))
        })
    }
}

fn operator(tree: &Tree) -> char {
    match tree {
        Tree::Unary(op, _) | Tree::Binary(op, _) => *op,
        _ => ' ',
    }
}

fn collect<'a>(tree: &'a Tree, out: &mut Vec<&'a Tree>) {
    let children: &[Tree] = match tree {
        Tree::Unary(_, inner) => std::slice::from_ref(inner),
        Tree::Binary(_, parts) => &parts[..],
        _ => &[],
    };
    children.iter().for_each(|c| collect(c, out));
    if "XFGURWM".contains(operator(tree)) {
        out.push(tree);
    }
}

/// A state's label and a guess for the temporal subformulas.
struct Guess<'a> {
    label: u64,
    guess: usize,
    temporal: &'a [&'a Tree],
}

impl Guess<'_> {
    fn of(&self, tree: &Tree) -> bool {
        if let Some(i) = self.temporal.iter().position(|t| std::ptr::eq(*t, tree)) {
            return self.guess >> i & 1 == 1;
        }
        let [a, b] = self.operands(tree);
        match (tree, operator(tree)) {
            (Tree::Constant(v), _) => *v,
            (Tree::Prop(p), _) => self.label >> p & 1 == 1,
            (_, '!') => !a,
            (_, '&') => a && b,
            (_, '|') => a || b,
            (_, '>') => !a || b,
            _ => a == b,
        }
    }

    fn operands(&self, tree: &Tree) -> [bool; 2] {
        match tree {
            Tree::Unary(_, inner) => [self.of(inner), false],
            Tree::Binary(_, parts) => parts.each_ref().map(|p| self.of(p)),
            _ => [false; 2],
        }
    }
}

impl System for &Labelled {
    type State = usize;
    type Error = Infallible;

    fn initial(&mut self) -> Result<Vec<usize>, Infallible> {
        Ok(self.initial.clone())
    }

    fn sets(&self) -> u32 {
        u32::from(self.fair)
    }

    fn successors(&mut self, state: &usize, out: &mut Vec<(Marks, usize)>) -> Result<(), Infallible> {
        let marks = if self.fair { Marks(self.labels[*state] >> 2 & 1) } else { Marks::NONE };
        out.extend(self.successors[*state].iter().map(|s| (marks, *s)));
        Ok(())
    }

    fn valuation(&self, state: &usize) -> u64 {
        self.labels[*state]
    }
}

#[test]
fn searches_find_a_run_where_there_is_one() {
    let mut random = Random(0x5ea);
    let (mut found, mut round) = (0, 0);
    while round < 10_000 {
        let operators = 1 + random.below(7);
        let tree = Tree::random(&mut random, operators);
        let mut temporal = Vec::new();
        collect(&tree, &mut temporal);
        if temporal.len() > 5 {
            continue;
        }
        round += 1;
        let system = Labelled::random(&mut random);
        let mut formulas = Formulas::new();
        PROPS.iter().for_each(|p| assert!(formulas.declare(p).is_some()));
        let f = tree.formula(&mut formulas, &mut random);
        let expected = system.some_run_satisfies(&tree);
        let what = || format!("round {round}: {} in {system:?}", tree.text(&mut Random(0)));

        let general = translate(&mut formulas, f, &Limits::default()).expect("small");
        let mut product = Product::new(&system, &general);
        let Ok(lasso) = by_components(&mut product).map(Emptiness::lasso);
        assert_eq!(lasso.is_some(), expected, "components, generalised: {}", what());
        if let Some(lasso) = lasso {
            assert_eq!(lasso.check(&mut product), Ok(true), "{}", what());
            assert!(tree.holds(&product.word(&lasso)), "{}", what());
            found += 1;
        }

        let negated = formulas.not(f);
        let buchi = violations(&mut formulas, negated, &Limits::default()).expect("small");
        let mut product = Product::new(&system, buchi.automaton());
        let Ok(by_nesting) = nested_dfs(&mut product).map(Emptiness::lasso);
        let Ok(by_component) = by_components(&mut product).map(Emptiness::lasso);
        assert_eq!(by_nesting.is_some(), expected, "nested: {}", what());
        assert_eq!(by_component.is_some(), expected, "components: {}", what());
        for lasso in [by_nesting, by_component].into_iter().flatten() {
            assert_eq!(lasso.check(&mut product), Ok(true), "{}", what());
            assert!(product.word(&lasso).satisfies(&formulas, f), "{}", what());
        }
    }
    assert!((3_000..7_000).contains(&found), "{found} of 10,000 have a run: both answers have to occur");
}

/// Fairness of the system is as if the formula asked for it.
#[test]
fn fair_runs() {
    let mut random = Random(0xfa1);
    let (mut found, mut lost) = (0, 0);
    for round in 0..3_000 {
        let operators = 1 + random.below(4);
        let tree = Tree::random(&mut random, operators);
        let mut system = Labelled::random(&mut random);
        // A run that ends is fair, wherever that is.
        for s in 0..system.labels.len() {
            if system.successors[s].is_empty() {
                system.successors[s].push(s);
            }
        }
        let mut formulas = Formulas::new();
        PROPS.iter().for_each(|p| assert!(formulas.declare(p).is_some()));
        let f = tree.formula(&mut formulas, &mut random);
        let again = Tree::Unary('G', Box::new(Tree::Unary('F', Box::new(Tree::Prop(2)))));
        let both = Tree::Binary('&', Box::new([tree, again]));
        let expected = system.some_run_satisfies(&both);
        let automaton = translate(&mut formulas, f, &Limits::default()).expect("small");
        let Ok(unfair) = by_components(&mut Product::new(&system, &automaton)).map(Emptiness::lasso);
        system.fair = true;
        let mut product = Product::new(&system, &automaton);
        let Ok(lasso) = by_components(&mut product).map(Emptiness::lasso);
        assert_eq!(lasso.is_some(), expected, "round {round}: {both:?} in {system:?}");
        if let Some(lasso) = lasso {
            assert_eq!(lasso.check(&mut product), Ok(true));
            assert!(both.holds(&product.word(&lasso)), "round {round}: {both:?} in {system:?}");
            found += 1;
        } else {
            lost += usize::from(unfair.is_some());
        }
    }
    assert!(found > 500 && lost > 300, "{found} fair runs; {lost} times there are only unfair ones");
}

/// A graph without labels.
#[derive(Clone, Debug)]
struct Plain {
    sets: u32,
    edges: Vec<Vec<(Marks, usize)>>,
    initial: Vec<usize>,
}

impl Graph for Plain {
    type State = usize;
    type Error = Infallible;

    fn sets(&self) -> u32 {
        self.sets
    }

    fn initial(&mut self) -> Result<Vec<usize>, Infallible> {
        Ok(self.initial.clone())
    }

    fn successors(&mut self, state: &usize, out: &mut Vec<(Marks, usize)>) -> Result<(), Infallible> {
        out.extend_from_slice(&self.edges[*state]);
        Ok(())
    }
}

impl Plain {
    /// Whether some reachable state lies on a closed walk through edges of all sets: by reachability alone.
    fn has_accepting_cycle(&self) -> bool {
        let n = self.edges.len();
        let mut reach = vec![vec![false; n]; n];
        for (s, list) in self.edges.iter().enumerate() {
            list.iter().for_each(|(_, t)| reach[s][*t] = true);
        }
        for k in 0..n {
            for i in 0..n {
                for j in 0..n {
                    reach[i][j] |= reach[i][k] && reach[k][j];
                }
            }
        }
        let reached = |s: usize| self.initial.iter().any(|i| *i == s || reach[*i][s]);
        let together = |s: usize, t: usize| reach[s][t] && reach[t][s];
        (0..n).filter(|s| reached(*s) && reach[*s][*s]).any(|s| {
            (0..self.sets).all(|set| {
                (0..n).any(|u| {
                    let inside = |t: usize| (u == s || together(s, u)) && (t == s || together(s, t));
                    self.edges[u].iter().any(|(m, t)| m.has(set) && inside(*t))
                })
            })
        })
    }
}

#[test]
fn accepting_cycles_of_random_graphs() {
    let mut random = Random(0xc);
    let mut found = [0; 4];
    for _ in 0..20_000 {
        let sets = random.below(4) as u32;
        let n = 1 + random.below(12);
        let degree = 1 + random.below(3);
        let mut edges = vec![Vec::new(); n];
        for list in &mut edges {
            for _ in 0..random.below(degree + 1) {
                // Every fourth edge is in a set.
                let marks = Marks((random.next() & random.next()) & Marks::all(sets).0);
                list.push((marks, random.below(n)));
            }
        }
        let initial = (0..random.below(3)).map(|_| random.below(n)).collect();
        let mut graph = Plain { sets, edges, initial };
        let expected = graph.has_accepting_cycle();
        let mut lassos: Vec<Option<Lasso<usize>>> = Vec::new();
        let Ok(lasso) = by_components(&mut graph).map(Emptiness::lasso);
        lassos.push(lasso);
        if sets <= 1 {
            let Ok(lasso) = nested_dfs(&mut graph).map(Emptiness::lasso);
            lassos.push(lasso);
        }
        for threads in 1..4 {
            let Ok(lasso) = parallel_nested_dfs(threads, || graph.clone()).map(Emptiness::lasso);
            lassos.push(lasso);
        }
        for lasso in lassos {
            assert_eq!(lasso.is_some(), expected, "{graph:?}");
            if let Some(lasso) = lasso {
                assert_eq!(lasso.check(&mut graph), Ok(true), "{lasso:?} in {graph:?}");
            }
        }
        found[sets as usize] += usize::from(expected);
    }
    assert!(found.iter().all(|f| (300..4_700).contains(f)), "{found:?}: both answers have to occur");
}

/// A long chain into a cycle: nothing may recurse on the number of states.
#[test]
fn long_paths_are_no_limit() {
    let n = 100_000;
    let edges = (0..n).map(|s| vec![(Marks(u64::from(s + 1 == n)), if s + 1 == n { n / 2 } else { s + 1 })]);
    let mut graph = Plain { sets: 1, edges: edges.collect(), initial: vec![0] };
    let Ok(nested) = nested_dfs(&mut graph).map(Emptiness::lasso);
    let Ok(components) = by_components(&mut graph).map(Emptiness::lasso);
    assert_eq!(nested.map(|l| (l.prefix.len(), l.cycle.len())), Some((n / 2, n / 2)));
    assert_eq!(components.map(|l| (l.prefix.len(), l.cycle.len())), Some((n / 2, n / 2)));
}

/// Only an error may stop a search that has not seen everything.
#[test]
fn an_error_is_passed_on() {
    struct Failing;
    impl Graph for Failing {
        type State = u32;
        type Error = &'static str;
        fn sets(&self) -> u32 {
            1
        }
        fn initial(&mut self) -> Result<Vec<u32>, Self::Error> {
            Ok(vec![0])
        }
        fn successors(&mut self, state: &u32, out: &mut Vec<(Marks, u32)>) -> Result<(), Self::Error> {
            out.push((Marks::NONE, state + 1));
            if *state < 9 { Ok(()) } else { Err("memory") }
        }
    }
    assert_eq!(nested_dfs(&mut Failing), Err("memory"));
    assert_eq!(by_components(&mut Failing), Err("memory"));
}
