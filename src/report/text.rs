//! Results as text (standard output).

use std::borrow::Cow;
use std::fmt::Write;

use super::lines::{Line, LineKind, library_name, lines, place};
use super::stats::EngineAnswer;
use crate::engine::verdict::{Replayed, Verdict, Violation};
use crate::program::Program;
use crate::property::Check;

/// Lines that a shortened run begins and ends with.
const ENDS: (usize, usize) = (30, 50);

/// Lines of one library call's effects that a shortened run keeps.
const INSIDE: usize = 8;

/// Deepest indentation, in levels.
const DEEPEST: u32 = 24;

/// Note on a run that the concrete machine does not confirm, before the reason.
const NOT_EXECUTED: &str = "  confirmed by the engine's own replay, not by the machine";

/// How much of a run is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TraceLength {
    /// Its ends.
    Short,
    /// All of it.
    Full,
}

/// Text as one line that no terminal takes for a command: control characters and separators of lines are escaped.
pub fn one_line(text: &str) -> Cow<'_, str> {
    let unfit = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    if !text.contains(unfit) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if unfit(c) { out.extend(c.escape_default()) } else { out.push(c) }
    }
    out.into()
}

/// Several lines, each as [`one_line`] has it.
pub fn plain_lines(text: &str) -> String {
    text.split('\n').map(one_line).collect::<Vec<_>>().join("\n")
}

/// What is said of a proof about threads that may race.
const NOT_LOOKED_FOR: &str = "data races were not looked for (--check race); the proof holds of interleavings, and so if there is none";

/// What is said of a proof about a program with a weak compare-exchange.
const FAILS_ONLY: &str = "a weak compare-exchange is taken to fail only where the values differ, as on x86; C11 lets it fail at any time";

/// The text before the verdict line: each violation with its run, or what a proof says nothing about.
pub fn text(p: &Program, found: &EngineAnswer<'_>, length: TraceLength) -> String {
    let mut out = String::new();
    for note in found.vacuity.into_iter().flat_map(|vacuity| vacuity.notes(p)) {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "note: {note}");
    }
    if matches!(found.verdict, Verdict::True(proof) if proof.threading().race_free) {
        let _ = writeln!(out, "note: {NOT_LOOKED_FOR}");
    }
    if matches!(found.verdict, Verdict::True(_)) && p.exchanges_weakly() {
        let _ = writeln!(out, "note: {FAILS_ONLY}");
    }
    if let Verdict::False(found) = found.verdict {
        for (i, v) in found.iter().enumerate() {
            if i > 0 {
                out.push('\n');
            }
            violation(&mut out, p, v, length);
        }
    }
    plain_lines(&out)
}

/// A violation with its run.
pub fn violation(out: &mut String, p: &Program, v: &Violation, length: TraceLength) {
    let told = lines(p, &v.record);
    let at = v.loc.map_or_else(|| "at an unknown place".to_owned(), |l| place(p, l));
    let func = told.last().map_or(String::new(), |l| format!(" in {}", p.func(l.func).source_name));
    // Writing to a string cannot fail.
    let _ = if v.check == Check::Ltl {
        // It is the whole run that does.
        writeln!(out, "violated: {} [{}]", v.check.words(), v.check.name())
    } else {
        writeln!(out, "{at}: violated{func}: {} [{}]", v.check.words(), v.check.name())
    };
    if let Replayed::Evaluator(why) = &v.replayed {
        let _ = writeln!(out, "{NOT_EXECUTED}: {why}");
    }
    let rows = rows(p, &told, length);
    let width = rows.iter().map(|r| r.0.chars().count()).max().unwrap_or(0);
    for (place, rest) in rows {
        let _ = writeln!(out, "  {place:width$}  {rest}");
    }
}

/// Place and text of each printed line.
fn rows(p: &Program, told: &[Line], length: TraceLength) -> Vec<(String, String)> {
    let all: Vec<(String, String)> = match length {
        TraceLength::Full => told.iter().map(|l| row(p, l)).collect(),
        TraceLength::Short => {
            // The effects of one library call at one place belong together.
            let same = |a: &Line, b: &Line| {
                a.inside.is_some() && (a.inside, a.loc, a.depth) == (b.inside, b.loc, b.depth)
            };
            told.chunk_by(same).flat_map(|group| shorten(p, group)).collect()
        }
    };
    let (first, last) = ENDS;
    if length == TraceLength::Full || all.len() <= first + last + 1 {
        return all;
    }
    let left_out = all.len() - first - last;
    let mut rows = all[..first].to_vec();
    rows.push(("...".to_owned(), format!("{left_out} lines left out; -v shows all")));
    rows.extend_from_slice(&all[all.len() - last..]);
    rows
}

fn shorten(p: &Program, group: &[Line]) -> Vec<(String, String)> {
    let mut rows: Vec<(String, String)> = group.iter().map(|l| row(p, l)).collect();
    if rows.len() > INSIDE + 1 && group.iter().all(|l| l.kind == LineKind::Assign) {
        let left_out = rows.len() - INSIDE;
        let indent = "  ".repeat(group[0].depth.min(DEEPEST) as usize);
        let name = group[0].inside.map_or("", |f| library_name(p, f));
        let place = std::mem::take(&mut rows[INSIDE].0);
        rows.truncate(INSIDE);
        rows.push((place, format!("{indent}... {left_out} more by {name}")));
    }
    rows
}

fn row(p: &Program, l: &Line) -> (String, String) {
    let at = l.loc.map_or_else(String::new, |l| place(p, l));
    let indent = "  ".repeat(l.depth.min(DEEPEST) as usize);
    let inside = l.inside.map_or(String::new(), |f| format!(" (in {})", library_name(p, f)));
    let times = if l.times > 1 { format!(" ({} times)", l.times) } else { String::new() };
    let thread = l.thread.map_or(String::new(), |n| format!("[thread {n}] "));
    (at, format!("{thread}{indent}{}: {}{inside}{times}", p.func(l.func).source_name, l.text))
}
