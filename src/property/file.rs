//! SV-COMP property files (`.prp`).

use super::{Check, CheckSet};

/// Contents of a property file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// Function that starts the program.
    pub entry: String,
    /// Checks that the properties of the file consist of.
    pub checks: CheckSet,
    /// Functions whose call is [`Check::ReachError`].
    pub error_functions: Vec<String>,
}

/// Error in a property file. Lines count from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PropertyError {
    /// Not of the form `CHECK( init(FUNCTION()), LTL(FORMULA) )`.
    #[error("line {line}: expected 'CHECK( init(FUNCTION()), LTL(FORMULA) )'")]
    Syntax {
        /// Line of the file.
        line: usize,
    },
    /// An unsupported property.
    #[error("line {line}: the property '{formula}' is not supported")]
    NotSupported {
        /// Line of the file.
        line: usize,
        /// The formula as written.
        formula: String,
    },
    /// The properties have different entry functions.
    #[error("line {line}: this property starts at '{entry}', those before it at '{other}'")]
    TwoEntries {
        /// Line of the file.
        line: usize,
        /// Entry function in this line.
        entry: String,
        /// Entry function in the lines before.
        other: String,
    },
    /// The file has no property.
    #[error("no property found")]
    Empty,
}

/// Reads the text of a property file: one `CHECK(...)` a line; empty lines and lines that start with `#` or `//`
/// are skipped.
///
/// # Errors
/// See [`PropertyError`].
pub fn parse_property(text: &str) -> Result<Property, PropertyError> {
    let mut found: Option<Property> = None;
    for (i, line) in text.lines().enumerate() {
        let (line, number) = (line.trim(), i + 1);
        if line.is_empty() || line.starts_with('#') || line.starts_with("//") {
            continue;
        }
        if line.starts_with("COVER") {
            return Err(PropertyError::NotSupported { line: number, formula: line.to_owned() });
        }
        let (entry, formula) = split(line).ok_or(PropertyError::Syntax { line: number })?;
        let (checks, error_function) = meaning(&formula).ok_or_else(|| PropertyError::NotSupported {
            line: number,
            formula: as_written(line).to_owned(),
        })?;
        let property = found.get_or_insert_with(|| Property {
            entry: entry.clone(),
            checks: CheckSet::EMPTY,
            error_functions: Vec::new(),
        });
        if property.entry != entry {
            let other = property.entry.clone();
            return Err(PropertyError::TwoEntries { line: number, entry, other });
        }
        property.checks = property.checks.union(checks);
        if let Some(f) = error_function.filter(|f| !property.error_functions.contains(f)) {
            property.error_functions.push(f);
        }
    }
    found.ok_or(PropertyError::Empty)
}

/// Entry function and formula of `CHECK( init(entry()), LTL(formula) )`. Blanks are ignored except between two words,
/// where one is kept.
fn split(line: &str) -> Option<(String, String)> {
    let mut text = String::new();
    let mut blank = false;
    for c in line.chars() {
        if c.is_whitespace() {
            blank = true;
            continue;
        }
        let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
        if blank && word(c) && text.chars().last().is_some_and(word) {
            text.push(' ');
        }
        blank = false;
        text.push(c);
    }
    let inside = text.strip_prefix("CHECK(init(")?.strip_suffix("))")?;
    let (entry, formula) = inside.split_once("),LTL(")?;
    let entry = entry.strip_suffix("()").unwrap_or(entry);
    is_name(entry).then(|| (entry.to_owned(), formula.to_owned()))
}

/// The formula of a line that [`split`] accepts, with its blanks.
fn as_written(line: &str) -> &str {
    let formula = line.split_once("LTL").map_or(line, |parts| parts.1).trim_start();
    let formula = formula.strip_prefix('(').unwrap_or(formula).trim();
    let formula = formula.strip_suffix(')').unwrap_or(formula).trim_end();
    formula.strip_suffix(')').unwrap_or(formula).trim()
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '$'))
}

/// Checks and error function of a formula; `None` if it is not supported.
fn meaning(formula: &str) -> Option<(CheckSet, Option<String>)> {
    let checks: &[Check] = match formula {
        "G valid-deref" => &[
            Check::InvalidRead,
            Check::InvalidWrite,
            Check::NullDeref,
            Check::UseAfterFree,
            Check::UseAfterReturn,
        ],
        "G valid-free" => &[Check::DoubleFree, Check::InvalidFree],
        "G valid-memtrack" => &[Check::Leak],
        "G valid-memcleanup" => &[Check::LeakAtExit],
        "G!overflow" => return CheckSet::group("overflow").map(|set| (set, None)),
        "G!data-race" => &[Check::Race],
        "F end" => &[Check::Termination],
        "G assert" => &[Check::Assert],
        _ => {
            let callee = formula.strip_prefix("G!call(")?.strip_suffix(')')?;
            let callee = callee.strip_suffix("()").unwrap_or(callee);
            return is_name(callee)
                .then(|| ([Check::ReachError].into_iter().collect(), Some(callee.to_owned())));
        }
    };
    Some((checks.iter().copied().collect(), None))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let got = match parse_property(text) {
            Ok(p) => format!("{} {} {:?}", p.entry, p.checks, p.error_functions),
            Err(e) => e.to_string(),
        };
        assert_eq!(got, expected, "{text}");
    }

    #[test]
    fn properties_of_sv_comp() {
        check(
            "CHECK( init(main()), LTL(G ! call(reach_error())) )\n\n",
            "main reach-error [\"reach_error\"]",
        );
        check(
            "CHECK( init(f()), LTL(G ! call(__VERIFIER_error())) )",
            "f reach-error [\"__VERIFIER_error\"]",
        );
        check(
            "CHECK( init(main()), LTL(G ! overflow) )",
            "main signed-overflow,division-overflow,shift-base []",
        );
        check(
            "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n\
             CHECK( init(main()), LTL(G valid-memtrack) )\n",
            "main invalid-read,invalid-write,null-dereference,use-after-free,use-after-return,double-free,\
             invalid-free,memory-leak []",
        );
        check("CHECK(init(main()),LTL(G valid-memcleanup))", "main memory-not-freed []");
        check("CHECK( init(main()), LTL(G ! data-race) )", "main race []");
        check("CHECK( init(main()), LTL(F end) )", "main termination []");
    }

    #[test]
    fn mistakes() {
        check("", "no property found");
        check("\nCHECK( init(main()), LTL(F G p) )", "line 2: the property 'F G p' is not supported");
        check(
            "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )",
            "line 1: the property 'COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )' is not supported",
        );
        check("G ! overflow", "line 1: expected 'CHECK( init(FUNCTION()), LTL(FORMULA) )'");
        check(
            "CHECK( init(f()), LTL(G valid-free) )\nCHECK( init(g()), LTL(G valid-deref) )",
            "line 2: this property starts at 'g', those before it at 'f'",
        );
    }
}
