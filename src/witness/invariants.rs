//! Instruments a program with the invariants of a correctness witness: its sources get a check at the place of each. The
//! engines prove these checks like all others, and k-induction assumes those of earlier iterations, so an invariant helps a
//! proof exactly if it holds. The C compiler resolves names and types, as in `instrument.rs`.

use std::collections::BTreeMap;

use super::Invariant;
use super::instrument::{Instrumented, Texts, file, harmless, suits};
use super::source::{Control, Decision, Source};

/// A place of a source where an invariant is checked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum CheckPoint {
    /// Before the controlling expression of the loop of that keyword.
    Condition(usize),
    /// Where the body of the `do` loop of that keyword begins.
    Body(usize),
    /// Before the statement of that number.
    Statement(usize),
}

fn spot(source: &Source, invariant: &Invariant) -> Option<CheckPoint> {
    let at = &invariant.location;
    if invariant.of_loop {
        let loops = source.controls.iter().filter(|c| matches!(c.decision, Decision::While | Decision::For));
        let control: &Control = suits(source, at, loops.map(|c| (c.start, c)))?;
        let is_do = control.start != control.keyword;
        return Some(if is_do {
            CheckPoint::Body(control.keyword)
        } else {
            CheckPoint::Condition(control.keyword)
        });
    }
    let all = source.statements.iter().enumerate().map(|(i, s)| (s.range.0, i));
    suits(source, at, all).map(CheckPoint::Statement)
}

/// Statements that check expressions.
fn checks(expressions: &[&str]) -> String {
    let mut out = "extern unsigned __bmc_waypoint(void);extern void __bmc_invariant(int);\
                   extern void __bmc_waypoint_end(void);__bmc_waypoint();"
        .to_owned();
    for text in expressions {
        out.push_str(&format!("__bmc_invariant(!!({text}));"));
    }
    out.push_str("__bmc_waypoint_end();");
    format!("{{{out}}}")
}

/// Lays invariants over sources: one text for each.
///
/// # Errors
/// In words, where an invariant has no place in them, or is no expression without effects.
pub fn lay(sources: &[Source], invariants: &[Invariant]) -> Result<Vec<Instrumented>, String> {
    let mut laid: BTreeMap<(usize, CheckPoint), Vec<&str>> = BTreeMap::new();
    for invariant in invariants {
        let (at, text) = (&invariant.location, invariant.expression.as_str());
        let number = file(sources, &at.file).ok_or_else(|| format!("{}: not among the inputs", at.file))?;
        let spot = spot(&sources[number], invariant)
            .ok_or_else(|| format!("{}:{}: nothing there suits an invariant", at.file, at.line))?;
        if !harmless(text) {
            return Err(format!("{}:{}: `{text}` is no expression without effects", at.file, at.line));
        }
        laid.entry((number, spot)).or_default().push(text);
    }
    let mut texts: Vec<Texts<'_>> = sources.iter().map(|source| Texts::new(source, true)).collect();
    for ((number, spot), expressions) in laid {
        let (source, text) = (&sources[number], checks(&expressions));
        let control = |keyword: usize| source.controls.iter().find(|c| c.keyword == keyword);
        match spot {
            CheckPoint::Condition(keyword) => {
                let Some((from, to)) = control(keyword).map(|c| c.condition) else { continue };
                let before = if from == to { format!("({{{text}1;}})") } else { format!("({{{text}}}),") };
                texts[number].before(to.min(from), before);
            }
            CheckPoint::Body(keyword) => {
                let Some(body) = control(keyword).map(|c| c.body) else { continue };
                texts[number].around(body, 0, format!("{{{text}"), "}".to_owned());
            }
            CheckPoint::Statement(n) if source.statements[n].in_compound => {
                texts[number].before(source.statements[n].range.0, text);
            }
            CheckPoint::Statement(n) => {
                texts[number].around(source.statements[n].range, 0, format!("{{{text}"), "}".to_owned());
            }
        }
    }
    Ok(texts.into_iter().map(Texts::build).collect())
}

#[cfg(test)]
mod tests {
    use super::super::Location;
    use super::*;

    fn laid(text: &str, of_loop: bool, line: u32, expression: &str) -> Result<String, String> {
        let sources = [Source::new("a.c", text.to_owned())];
        let location = Location { file: "a.c".to_owned(), line, ..Location::default() };
        let invariant = Invariant { of_loop, location, expression: expression.to_owned() };
        Ok(lay(&sources, &[invariant])?.remove(0).text)
    }

    #[test]
    fn checks_stand_where_invariants_are_claimed() {
        let text =
            "int f(int x) {\n  while (x > 1) x--;\n  for (;;) break;\n  do x++; while (x);\n  return x;\n}\n";
        let after = |line: u32, of_loop| {
            let laid = laid(text, of_loop, line, "x < 9").expect("it has a place");
            assert_eq!(laid.lines().count(), text.lines().count());
            let (before, rest) =
                laid.split_once("__bmc_invariant(!!(x < 9));__bmc_waypoint_end();").expect("a check");
            let before = before.lines().last().unwrap_or_default().split("extern").next().unwrap_or_default();
            (before.to_owned(), rest.lines().next().unwrap_or_default().to_owned())
        };
        assert_eq!(after(2, true), ("  while (({{".to_owned(), "}}),x > 1) x--;".to_owned()));
        assert_eq!(after(3, true), ("  for (;({{".to_owned(), "}1;});) break;".to_owned()));
        assert_eq!(after(4, true), ("  do {{".to_owned(), "}x++;} while (x);".to_owned()));
        assert_eq!(after(5, false), ("  {".to_owned(), "}return x;".to_owned()));
        assert!(laid(text, true, 5, "x").is_err());
        assert!(laid(text, true, 2, "x++").is_err());
    }
}
