//! The simplification rules of LLBMC, one by one, from the table `tests/rewrite/llbmc.txt`: both sides are equal, and
//! the builder makes one term of them.

#[path = "rewrite/random.rs"]
mod random;
#[path = "rewrite/rules.rs"]
mod rules;

use std::collections::BTreeMap;

use bmc::internals::base::Bits;
use bmc::internals::ilr::eval::{Evaluator, Model};
use bmc::internals::ilr::{Op, Sort, Term, TermStore, Value};
use bmc::internals::rewrite::Builder;
use random::Random;
use rules::{build, read, tree};

const TABLE: &str = include_str!("rewrite/llbmc.txt");

/// How many rules the thesis has in each family, A.1 to A.26; they are numbered by letters.
const FAMILIES: [usize; 26] =
    [14, 7, 26, 7, 5, 20, 13, 19, 19, 7, 1, 4, 6, 5, 7, 7, 12, 19, 19, 8, 12, 7, 10, 12, 7, 2];

/// The rules of the heap theory.
const HEAP: [&str; 15] = [
    "5.1a", "5.1b", "5.13", "5.14", "5.15", "5.16", "5.17", "5.18", "5.19", "5.21", "5.22", "5.23", "5.24",
    "5.25", "5.26",
];

/// Most bits of variables of which all values are tried.
const EXHAUSTIVE: u32 = 16;

/// Models tried where these are too many.
const MODELS: u64 = 2000;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Mark {
    /// The builder makes one term of both sides, and not the left one.
    Fires,
    /// The builder makes one term of both sides, which is the left one.
    Kept,
    /// The builder of the last stage makes one term of both sides, and not the left one.
    Reduces,
    /// The builder has no such rule.
    Missing,
}

enum Line {
    Rule { mark: Mark, left: &'static str, right: &'static str },
    None,
}

/// The lines of the table, each with its line number and the number of the rule.
fn table() -> Vec<(usize, &'static str, Line)> {
    let mut lines = Vec::new();
    for (i, line) in TABLE.lines().enumerate() {
        let rule = line.split(';').next().expect("one at least").trim();
        let Some((number, rule)) = rule.split_once(' ') else {
            assert!(rule.is_empty(), "line {}: no rule", i + 1);
            continue;
        };
        let rule = rule.trim_start();
        if let Some(reason) = rule.strip_prefix("none:") {
            assert!(!reason.trim().is_empty(), "line {}: no reason", i + 1);
            lines.push((i + 1, number, Line::None));
            continue;
        }
        let (left, right) = rule.split_once("=>").unwrap_or_else(|| panic!("line {}: no =>", i + 1));
        let (mark, left) = match left.split_once(' ') {
            Some(("kept", left)) => (Mark::Kept, left),
            Some(("reduces", left)) => (Mark::Reduces, left),
            Some(("missing", left)) => (Mark::Missing, left),
            _ => (Mark::Fires, left),
        };
        lines.push((i + 1, number, Line::Rule { mark, left: left.trim(), right: right.trim() }));
    }
    lines
}

/// The place and the sides of every line that has any.
fn sides() -> impl Iterator<Item = (String, Mark, &'static str, &'static str)> {
    table().into_iter().filter_map(|(line, number, rule)| match rule {
        Line::Rule { mark, left, right } => Some((format!("line {line}, {number}"), mark, left, right)),
        Line::None => None,
    })
}

#[test]
fn every_rule_is_there() {
    let mut expected: Vec<String> = HEAP.map(str::to_owned).to_vec();
    for (i, &n) in FAMILIES.iter().enumerate() {
        expected.extend(('a'..='z').take(n).map(|letter| format!("A.{}{letter}", i + 1)));
    }
    assert_eq!(expected.len(), 275 + 15);
    // With a line for each, and nothing else; a rule has a meaning or it has none.
    let mut found: BTreeMap<String, Vec<bool>> = BTreeMap::new();
    for (_, number, line) in table() {
        found.entry(number.to_owned()).or_default().push(matches!(line, Line::None));
    }
    for number in &expected {
        let lines = found.remove(number).unwrap_or_else(|| panic!("no line for {number}"));
        assert!(lines.len() == 1 || !lines.contains(&true), "{number}: a meaning and none");
    }
    assert!(found.is_empty(), "not in the thesis: {:?}", found.keys());
}

#[test]
fn sides_are_equal() {
    for (place, _, left, right) in sides() {
        let mut store = TermStore::default();
        let (l, r) = (read(&mut store, left), read(&mut store, right));
        assert_eq!(store.sort(l), store.sort(r), "{place}: {left} => {right}");
        let vars: Vec<Term> =
            (0..store.len()).map(|i| store.at(i)).filter(|&t| store.op(t) == Op::Var).collect();
        let bits = vars.iter().map(|&v| match store.sort(v) {
            Sort::Bool => Some(1),
            Sort::Bv(w) => Some(w),
            Sort::Array { .. } | Sort::Heap(_) => None,
        });
        let bits = bits.sum::<Option<u32>>().filter(|&n| n <= EXHAUSTIVE);
        let mut random = Random(1);
        for i in 0..bits.map_or(MODELS, |n| 1 << n) {
            let (mut model, mut rest) = (Model::new(), i);
            for &v in &vars {
                let value = match store.sort(v) {
                    Sort::Bool if bits.is_some() => Value::Bool(rest & 1 != 0),
                    Sort::Bv(w) if bits.is_some() => Value::Bits(Bits::new(w, rest)),
                    sort => random.value(sort),
                };
                rest >>= store.sort(v).width().unwrap_or(1);
                model.set(v, value);
            }
            let mut values = Evaluator::new(&store, &model);
            let (x, y) = (values.eval(l).clone(), values.eval(r).clone());
            assert_eq!(x, y, "{place}: {left} => {right} under {model:?}");
        }
    }
}

#[test]
fn builder_has_the_rules() {
    let mut wrong = Vec::new();
    for (place, mark, left, right) in sides() {
        let (mut plain, mut b) = (TermStore::default(), Builder::new());
        if mark == Mark::Reduces {
            b = b.reducing();
        }
        let (l, r) = (read(&mut plain, left), read(&mut plain, right));
        let (x, y) = (build(&mut b, &plain, l), build(&mut b, &plain, r));
        let (made, other) = (tree(&b, x), tree(&b, y));
        let found = match (x == y, made == tree(&plain, l)) {
            (true, false) if mark == Mark::Reduces => Mark::Reduces,
            (true, false) => Mark::Fires,
            (true, true) => Mark::Kept,
            (false, _) => Mark::Missing,
        };
        if found != mark {
            wrong.push(format!(
                "{place}: {left} => {right}\n  is marked {mark:?} and should be {found:?}: {made}, {other}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
