//! The HOA format.

use std::fmt::Write as _;

use bmc::internals::ltl::{
    Automaton, Cube, Edge, Formulas, Guard, Limits, Marks, State, hoa, parse, translate,
};

use super::splitmix::Random;
use super::tree::random_word;

/// A random automaton over three propositions: labels of several cubes, up to three sets, several starts.
fn random_automaton(random: &mut Random) -> Automaton {
    let sets = random.below(4) as u32;
    let props = ["a", "x > \"1\"", "c\\d"].map(str::to_owned).to_vec();
    let mut a = Automaton::new(props, sets);
    let states: Vec<State> = (0..1 + random.below(6)).map(|_| a.add_state()).collect();
    for &from in &states {
        let state_marks = random.next();
        let state_based = random.below(2) == 0;
        for _ in 0..random.below(6) {
            let mut guard = Guard::never();
            for _ in 0..1 + random.below(2) {
                let literals = (0..3).filter_map(|p| match random.below(4) {
                    0 | 3 => None,
                    sign => Some(Cube::literal(p, sign == 1)),
                });
                guard.add(literals.fold(Cube::TRUE, |c, l| c.and(l).expect("different propositions")));
            }
            let marks = if state_based { state_marks } else { random.next() };
            let marks = Marks(marks & Marks::all(sets).0);
            let target = states[random.below(states.len())];
            a.add_edge(from, Edge { guard, marks, target });
        }
    }
    for _ in 0..1 + random.below(2) {
        a.add_initial(states[random.below(states.len())]);
    }
    a
}

#[test]
fn what_is_written_reads_back() {
    let mut random = Random(0x40a);
    let mut accepted = 0;
    for _ in 0..3_000 {
        let a = random_automaton(&mut random);
        let text = hoa::write(&a, Some("a \"name\""));
        let b = hoa::read(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(hoa::write(&b, Some("a \"name\"")), text);
        let short = a.reduced();
        let buchi = a.to_buchi();
        for _ in 0..10 {
            let word = random_word(&mut random);
            let expected = a.accepts(&word);
            assert_eq!(b.accepts(&word), expected, "{word:?}\n{text}");
            assert_eq!(short.accepts(&word), expected, "reduced: {word:?}\n{text}");
            assert_eq!(buchi.automaton().accepts(&word), expected, "state-based: {word:?}\n{text}");
            accepted += usize::from(expected);
        }
    }
    assert!((6_000..24_000).contains(&accepted), "{accepted} of 30,000 words are accepted");
}

/// Automata of `automata.hoa`, separated by lines `# formula`: each accepts what the formula's does.
#[test]
fn written_by_hand_and_by_other_tools() {
    let mut out = String::new();
    let mut random = Random(7);
    for part in include_str!("automata.hoa").split("\n# ").skip(1) {
        let (formula, text) = part.split_once('\n').expect("a formula, then an automaton");
        let a = hoa::read(text).unwrap_or_else(|e| panic!("{formula}: {e}"));
        let mut formulas = Formulas::new();
        a.props().iter().for_each(|p| assert!(formulas.declare(p).is_some()));
        let f = parse(&mut formulas, formula).unwrap_or_else(|e| panic!("{formula}: {e}"));
        let b = translate(&mut formulas, f, &Limits::default()).expect("small");
        for _ in 0..300 {
            let word = random_word(&mut random);
            assert_eq!(a.accepts(&word), b.accepts(&word), "{formula}: {word:?}");
            assert_eq!(a.accepts(&word), word.satisfies(&formulas, f), "{formula}: {word:?}");
        }
        write!(out, "# {formula}\n{}", hoa::write(&a, None)).expect("a string");
    }
    insta::with_settings!({
        snapshot_path => ".",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, { insta::assert_snapshot!("automata", out) });
}

#[test]
fn what_is_not_supported_is_told_with_its_place() {
    let whole = |header: &str, body: &str| {
        format!("HOA: v1\nStates: 2\nStart: 0\nAP: 1 \"a\"\n{header}\n--BODY--\n{body}\n--END--\n")
    };
    let buchi = "Acceptance: 1 Inf(0)";
    let header = |text: &str| whole(text, "State: 0");
    let body = |text: &str| whole(buchi, text);
    let texts = [
        String::new(),
        "never {}".to_owned(),
        "HOA: v2".to_owned(),
        "HOA: v1 --BODY-- --END--".to_owned(),
        header("Acceptance: 1 Fin(0)"),
        header("Acceptance: 2 Inf(0) & (Fin(1) | Inf(1))"),
        header("Acceptance: 1 Inf(1)"),
        header("Acceptance: 1 !Inf(0)"),
        header("Acceptance: 1 (Inf(0)"),
        header("Acceptance: 65 t"),
        header("Acceptance: 1 Inf(0)\nAcceptance: 1 Inf(0)"),
        header("Acceptance: 1 Inf(0)\nFairness: 3"),
        header("Acceptance: 1 Inf(0)\nStart: 0&1"),
        header("Acceptance: 1 Inf(0)\nStart: 2"),
        header("Acceptance: 1 Inf(0)\nAlias: @x 1"),
        header("Acceptance: 1 Inf(0)\nAlias: @x @y"),
        header("Acceptance: 1 Inf(0)\nAlias: x 0"),
        body("State: 0 [0] 0&1"),
        body("State: 0 [0] 2"),
        body("State: 0 [1] 1"),
        body("State: 0 [0 1"),
        body("State: 0 [(0 | !0] 1"),
        body("State: 0 [0 &] 1"),
        body("State: 0 [0] 1 {1}"),
        body("State: 0 [0] 1 {0"),
        body("State: [0] 0 [0] 1"),
        body("State: 0 [0] 1 1"),
        body("State: 0 1 0 1"),
        body("State: 0 1"),
        body("State: 0 State: 0"),
        body("State: 0 \"name"),
        body("/* comment /* inside */"),
        body("State: 99999999999999999999999"),
        body("--ABORT--"),
        body("?"),
        body("--END--\nHOA: v1"),
        "HOA: v1 AP: 2 \"a\"".to_owned(),
        "HOA: v1 AP: 2 \"a\" \"a\"".to_owned(),
        "HOA: v1 AP: 65".to_owned(),
        "HOA: v1 States: 2000000".to_owned(),
        "HOA: v1 Acceptance: 0 t --BODY-- State: 1048576 --END--".to_owned(),
        "HOA: v1 Alias: @a 1 AP: 1 \"a\" Acceptance: 0 t --BODY-- --END--".to_owned(),
    ];
    let mut out = String::new();
    for text in texts {
        let error = match hoa::read(&text) {
            Ok(_) => "nothing is wrong".to_owned(),
            Err(e) => e.to_string(),
        };
        let text = text.replace("\nStates: 2\nStart: 0\nAP: 1 \"a\"", " ...").replace(buchi, "...");
        writeln!(out, "{}\n    {error}", text.replace('\n', " ")).expect("a string");
    }
    insta::with_settings!({
        snapshot_path => ".",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, { insta::assert_snapshot!("hoa_mistakes", out) });
}

/// Nothing may recurse on the nesting of labels, nor hang on large ones.
#[test]
fn labels_may_be_deep_or_large() {
    let n = 20_000;
    let with = |label: &str| {
        let props: String = (0..20).map(|i| format!(" \"p{i}\"")).collect();
        format!("HOA: v1 Start: 0 AP: 20{props} Acceptance: 0 t --BODY-- State: 0 [{label}] 0 --END--")
    };
    let deep = format!("{}0{}", "!(".repeat(n), ")".repeat(n));
    assert_eq!(hoa::read(&with(&deep)).map(|a| a.edge_count()), Ok(1));
    let large: Vec<String> = (0..10).map(|i| format!("({} | {})", 2 * i, 2 * i + 1)).collect();
    assert_eq!(hoa::read(&with(&large.join("&"))).map(|a| a.edge_count()), Ok(1));
    // Its negation has 10 conjunctions.
    assert_eq!(hoa::read(&with(&format!("!({})", large.join("&")))).map(|a| a.edge_count()), Ok(1));
    let pairs: Vec<String> = (0..20).map(|i| format!("(0 & {i} | !0 & !{i})")).collect();
    assert_eq!(hoa::read(&with(&pairs.join("&"))).map(|a| a.edge_count()), Ok(1));
    let (odd, even) = (1..20).fold(("0".to_owned(), "!0".to_owned()), |(odd, even), i| match i < 14 {
        true => (format!("({odd} & !{i} | {even} & {i})"), format!("({even} & !{i} | {odd} & {i})")),
        false => (odd, even),
    });
    assert!(even.len() > 10_000);
    let error = hoa::read(&with(&odd)).err().map(|e| e.message);
    assert!(error.as_ref().is_some_and(|e| e.contains("4096")), "{error:?}");
}
