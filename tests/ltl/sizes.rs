//! Sizes of automata of well-known formulas: a change shows in the snapshot.

use std::fmt::Write as _;

use bmc::internals::ltl::{Automaton, Formulas, Limits, parse, translate};

fn automaton(text: &str) -> Automaton {
    let mut formulas = Formulas::new();
    let f = parse(&mut formulas, text).unwrap_or_else(|e| panic!("{text}: {e}"));
    translate(&mut formulas, f, &Limits::default()).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// Each line of `formulas.txt` that is no comment: states and edges of the generalised and of the state-based
/// automaton, of the formula and of its negation.
#[test]
fn automata_keep_their_sizes() {
    let mut out = String::from("general      state-based  | of the negation\n");
    let mut sums = [0; 8];
    for line in include_str!("formulas.txt").lines() {
        if line.starts_with('#') || line.is_empty() {
            writeln!(out, "{line}").expect("a string");
            continue;
        }
        let mut sizes = Vec::new();
        for text in [line.to_owned(), format!("!({line})")] {
            let general = automaton(&text);
            let buchi = general.to_buchi();
            let buchi = buchi.automaton();
            sizes.extend([general.states(), general.edge_count(), buchi.states(), buchi.edge_count()]);
        }
        sums.iter_mut().zip(&sizes).for_each(|(sum, n)| *sum += n);
        writeln!(out, "{}  {line}", row(&sizes)).expect("a string");
    }
    writeln!(out, "\n{}  sum", row(&sums)).expect("a string");
    insta::with_settings!({
        snapshot_path => ".",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, { insta::assert_snapshot!("sizes", out) });
}

fn row(sizes: &[usize]) -> String {
    let pairs: Vec<String> = sizes.chunks(2).map(|p| format!("{:>4} {:>5}", p[0], p[1])).collect();
    format!("{}   {} | {}   {}", pairs[0], pairs[1], pairs[2], pairs[3])
}
