//! The text of formulas.

use bmc::internals::ltl::{Formulas, parse, print};

use super::splitmix::Random;
use super::tree::Tree;

/// How `text` is understood, or the complaint.
fn read(text: &str) -> String {
    let mut formulas = Formulas::new();
    match parse(&mut formulas, text) {
        Ok(f) => print(&formulas, f),
        Err(e) => e.to_string(),
    }
}

#[test]
fn notations_mean_the_same() {
    for (text, meaning) in [
        ("[]<>p", "G F p"),
        ("GF p", "G F p"),
        ("[](p -> <>q)", "G (p -> F q)"),
        ("!a U b", "!a U b"),
        ("(!a) V b", "!a R b"),
        ("a && b || c", "(a & b) | c"),
        ("a | b & c -> d <-> e", "column 16"),
        ("a U b | c", "(a U b) | c"),
        ("a <-> b <-> c", "(a <-> b) <-> c"),
        ("\"x > 0\" U \"say \\\"y\\\"\"", "\"x > 0\" U \"say \\\"y\\\"\""),
        ("\"plain\" M \"GF\" W 1", "column 16"),
        ("\"plain\" M (\"GF\" W 1)", "plain M (\"GF\" W true)"),
        ("~X a /\\ !0", "!X a"),
    ] {
        let got = read(text);
        assert!(got == meaning || meaning.starts_with("column") && got.starts_with(meaning), "{text}: {got}");
    }
}

#[test]
fn mistakes_are_told_with_their_column() {
    let texts = [
        "",
        "a b",
        "a &",
        "& a",
        "(a",
        "a)",
        "a U b U c",
        "a -> b -> c",
        "a U b R c",
        "x > 0",
        "\"x",
        "\"\"",
        "\"a\\n\"",
        "2",
        "3p",
        "G",
        "a U",
        "() a",
        "!",
        "ä",
        "X (a | (b & c)",
        "a [] b",
    ];
    let mut out: String = texts.iter().map(|t| format!("{t:?}\n    {}\n", read(t))).collect();
    let many: Vec<String> = (0..65).map(|i| format!("p{i}")).collect();
    out += &format!("65 propositions\n    {}\n", read(&many.join(" & ")));
    insta::with_settings!({
        snapshot_path => ".",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, { insta::assert_snapshot!("mistakes", out) });
}

#[test]
fn what_is_printed_reads_back() {
    let mut random = Random(0x9);
    for _ in 0..3_000 {
        let operators = random.below(20);
        let tree = Tree::random(&mut random, operators);
        let mut formulas = Formulas::new();
        let f = tree.formula(&mut formulas, &mut random);
        for f in [f, formulas.not(f), formulas.normal_form(f)] {
            let text = print(&formulas, f);
            assert_eq!(parse(&mut formulas, &text), Ok(f), "{text}");
        }
    }
}

#[test]
fn depth_is_no_limit() {
    let n = 30_000;
    let deep = [
        format!("{}a", "!X".repeat(n)),
        format!("{}a{}", "(".repeat(n), ")".repeat(n)),
        format!("{}a{}", "F (b & G (c | ".repeat(n), "))".repeat(n)),
        vec!["(a | X b)"; n].join(" & "),
        vec!["a"; n].join(" <-> "),
        format!("{}a{}", "(a -> ".repeat(n), ")".repeat(n)),
    ];
    for text in deep {
        let mut formulas = Formulas::new();
        let f = parse(&mut formulas, &text).expect("a formula");
        assert!(!print(&formulas, f).is_empty());
        let f = formulas.negation(f);
        bmc::internals::ltl::simplify(&mut formulas, f);
    }
}
