//! Conditions against truth tables.

use bmc::internals::ltl::{Automaton, Cube, Edge, Guard, Marks};

use super::splitmix::Random;

/// A random condition over four propositions and the valuations that satisfy it, as a mask.
fn random_guard(random: &mut Random) -> (Guard, u16) {
    let (mut guard, mut table) = (Guard::never(), 0);
    for _ in 0..random.below(5) {
        let signs: Vec<usize> = (0..4).map(|_| random.below(4)).collect();
        let literals = signs.iter().enumerate().filter(|(_, sign)| **sign < 2);
        let cube = literals
            .map(|(p, sign)| Cube::literal(p, *sign == 1))
            .fold(Cube::TRUE, |c, l| c.and(l).expect("different propositions"));
        let holds = |v: usize| signs.iter().enumerate().all(|(p, s)| *s > 1 || v >> p & 1 == *s);
        table |= (0..16).filter(|v| holds(*v)).fold(0, |t, v| t | 1 << v);
        guard.add(cube);
    }
    (guard, table)
}

fn table(guard: &Guard) -> u16 {
    (0..16).filter(|v| guard.holds(*v)).fold(0, |t, v| t | 1 << v)
}

#[test]
fn operations_agree_with_truth_tables() {
    let mut random = Random(0x90a);
    for _ in 0..20_000 {
        let (a, x) = random_guard(&mut random);
        let (b, y) = random_guard(&mut random);
        assert_eq!(table(&a), x, "{a}");
        assert_eq!(table(&a.clone().or(&b)), x | y, "{a} or {b}");
        assert_eq!(a.and(&b).map(|g| table(&g)), Ok(x & y), "{a} and {b}");
        assert_eq!(a.not().map(|g| table(&g)), Ok(!x), "not {a}");
        assert_eq!(a.covered_by(b.cubes(), &mut 10_000), x & !y == 0, "{a} implies {b}");
        assert!(!a.covered_by(b.cubes(), &mut 0) || a.is_never(), "without fuel nothing is known");
        assert_eq!(a.is_never(), x == 0, "{a}");
    }
}

#[test]
fn propositions_are_found_by_name() {
    let names = |list: &[&str]| list.iter().map(|n| (*n).to_owned()).collect::<Vec<String>>();
    let mut a = Automaton::new(names(&["a", "b"]), 64);
    let s = a.add_state();
    let cube = Cube::literal(0, true).and(Cube::literal(1, false)).expect("different propositions");
    a.add_edge(s, Edge { guard: Guard::from(cube), marks: Marks::all(64), target: s });
    a.add_initial(s);
    let b = a.over(&names(&["b", "c", "a"])).expect("both are there");
    assert_eq!(b.edges(s)[0].guard.to_string(), "!0&2");
    assert_eq!(a.over(&names(&["a", "c"])), Err("b".to_owned()));
    assert!(b.is_deterministic());
    assert_eq!(a.reduced().sets(), 0, "all runs take all sets");
    assert!(a.to_buchi().accepting(s));
}
