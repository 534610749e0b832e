//! Automata of random formulas on random words.

use bmc::internals::ltl::{Formulas, Limits, TooLarge, parse, simplify, translate};

use super::splitmix::Random;
use super::tree::{Tree, random_word};

#[test]
fn automata_accept_the_words_that_satisfy_their_formula() {
    let mut random = Random(0x17);
    let mut trues = 0;
    for round in 0..10_000 {
        let operators = 1 + random.below(9);
        let tree = Tree::random(&mut random, operators);
        let mut formulas = Formulas::new();
        super::tree::PROPS.iter().for_each(|p| assert!(formulas.declare(p).is_some()));
        let f = tree.formula(&mut formulas, &mut random);
        let negated = formulas.not(f);
        let short = simplify(&mut formulas, f);
        let limits = Limits::default();
        let general = [f, negated]
            .map(|f| translate(&mut formulas, f, &limits).unwrap_or_else(|e| panic!("{tree:?}: {e}")));
        let buchi = general.each_ref().map(|a| a.to_buchi());
        for _ in 0..6 {
            let word = random_word(&mut random);
            let expected = tree.holds(&word);
            let what = || format!("round {round}: {} on {word:?}", tree.text(&mut Random(0)));
            assert_eq!(word.satisfies(&formulas, f), expected, "{}", what());
            assert_eq!(word.satisfies(&formulas, short), expected, "simplified: {}", what());
            assert_eq!(general[0].accepts(&word), expected, "{}", what());
            assert_eq!(general[1].accepts(&word), !expected, "negated: {}", what());
            assert_eq!(buchi[0].automaton().accepts(&word), expected, "state-based: {}", what());
            assert_eq!(buchi[1].automaton().accepts(&word), !expected, "state-based, negated: {}", what());
            trues += usize::from(expected);
        }
    }
    assert!((10_000..50_000).contains(&trues), "{trues} of 60,000 hold: both answers have to occur");
}

/// What becomes too large is an error, soon.
#[test]
fn limits_are_kept() {
    let many = |n: usize, part: &dyn Fn(usize) -> String, op: &str| {
        (0..n).map(part).collect::<Vec<String>>().join(op)
    };
    let fairness = |n| many(n, &|i| format!("G F p{i}"), " & ");
    let all = |n| many(n, &|i| format!("F p{i}"), " & ");
    let different = |n| many(n, &|i| format!("F (p & {}q)", "X ".repeat(i)), " & ");
    let limits = Limits { states: 1_000, edges: 5_000, steps: 1_000_000 };
    let result = |text: &str| {
        let mut formulas = Formulas::new();
        let f = parse(&mut formulas, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        translate(&mut formulas, f, &limits).map(|a| a.states())
    };
    assert_eq!(result(&fairness(8)), Ok(1));
    assert_eq!(result(&fairness(14)), Err(TooLarge::Steps(limits.steps)));
    assert_eq!(result(&all(6)), Ok(64));
    assert_eq!(result(&all(8)), Err(TooLarge::Edges(limits.edges)));
    assert_eq!(result(&format!("{}a", "X ".repeat(900))), Ok(902));
    assert_eq!(result(&format!("{}a", "X ".repeat(20_000))), Err(TooLarge::States(limits.states)));
    assert_eq!(result(&different(65)), Err(TooLarge::Sets));
}
