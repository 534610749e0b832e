//! Writer of the HOA format.

use std::fmt::{self, Write as _};

use crate::ltl::print::quoted;
use crate::ltl::{Automaton, Marks, State};

/// The automaton as HOA text. Acceptance is state-based if the edges of every state have equal marks. States,
/// propositions and sets keep their numbers.
pub fn write(automaton: &Automaton, name: Option<&str>) -> String {
    let mut out = String::new();
    write_to(&mut out, automaton, name).expect("a string takes everything");
    out
}

fn write_to(out: &mut String, a: &Automaton, name: Option<&str>) -> fmt::Result {
    let states = || (0..a.states()).map(State::new);
    let state_based = states().all(|s| a.edges(s).windows(2).all(|e| e[0].marks == e[1].marks));
    writeln!(out, "HOA: v1")?;
    if let Some(name) = name {
        writeln!(out, "name: {}", quoted(name))?;
    }
    writeln!(out, "States: {}", a.states())?;
    for s in a.initial() {
        writeln!(out, "Start: {}", s.index())?;
    }
    let props: String = a.props().iter().map(|p| format!(" {}", quoted(p))).collect();
    writeln!(out, "AP: {}{props}", a.props().len())?;
    let sets: Vec<String> = (0..a.sets()).map(|s| format!("Inf({s})")).collect();
    match a.sets() {
        0 => writeln!(out, "acc-name: all\nAcceptance: 0 t")?,
        1 => writeln!(out, "acc-name: Buchi\nAcceptance: 1 Inf(0)")?,
        n => writeln!(out, "acc-name: generalized-Buchi {n}\nAcceptance: {n} {}", sets.join("&"))?,
    }
    let place = if state_based { "state-acc" } else { "trans-acc" };
    let deterministic = if a.is_deterministic() { " deterministic" } else { "" };
    writeln!(out, "properties: trans-labels explicit-labels {place}{deterministic}\n--BODY--")?;
    for s in states() {
        let first = a.edges(s).first().map_or(Marks::NONE, |e| e.marks);
        writeln!(out, "State: {}{}", s.index(), if state_based { signature(first) } else { String::new() })?;
        for e in a.edges(s) {
            let marks = if state_based { String::new() } else { signature(e.marks) };
            writeln!(out, "[{}] {}{marks}", e.guard, e.target.index())?;
        }
    }
    writeln!(out, "--END--")
}

fn signature(marks: Marks) -> String {
    let sets: Vec<String> = marks.iter().map(|s| s.to_string()).collect();
    if sets.is_empty() { String::new() } else { format!(" {{{}}}", sets.join(" ")) }
}
