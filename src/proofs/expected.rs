//! Verdicts that a set of proofs expects.

use crate::property::Check;

/// The verdicts that a proof may have: `TRUE`, `FALSE`, `FALSE(kind)`, `UNKNOWN` or `UNKNOWN(beginning of the reason)`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expected(Vec<String>);

impl Expected {
    /// Reads verdicts, any of which is expected.
    ///
    /// # Errors
    /// In words, for what is no verdict.
    pub fn read(words: &[String]) -> Result<Expected, String> {
        if words.is_empty() {
            return Err("no verdict is expected".to_owned());
        }
        for word in words {
            let kind = word.split_once('(').map(|(head, rest)| (head, rest.strip_suffix(')')));
            let known = match (word.as_str(), kind) {
                ("TRUE" | "FALSE" | "UNKNOWN", _) => true,
                (_, Some(("FALSE", Some(kind)))) => Check::ALL.iter().any(|c| c.name() == kind),
                (_, Some(("UNKNOWN", Some(reason)))) => !reason.is_empty(),
                _ => false,
            };
            if !known {
                let forms = "TRUE, FALSE, FALSE(kind of check), UNKNOWN or UNKNOWN(reason)";
                return Err(format!("'{word}' is no verdict, expected {forms}"));
            }
        }
        Ok(Expected(words.to_vec()))
    }

    /// Whether a verdict line is among them.
    pub fn contains(&self, line: &str) -> bool {
        let head = line.split('(').next().unwrap_or(line);
        self.0.iter().any(|word| match word.strip_suffix(')') {
            Some(begun) if head == "UNKNOWN" => line.starts_with(begun),
            _ => word == line || word == head,
        })
    }

    /// As words.
    pub fn text(&self) -> String {
        self.0.join(" or ")
    }
}

impl Default for Expected {
    fn default() -> Expected {
        Expected(vec!["TRUE".to_owned()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_expected_exactly_or_by_their_word() {
        let read =
            |words: &[&str]| Expected::read(&words.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>());
        for (words, line, fits) in [
            (&["TRUE"][..], "TRUE", true),
            (&["TRUE"], "TRUE(sequential consistency is assumed)", true),
            (&["TRUE"], "FALSE(assert)", false),
            (&["FALSE"], "FALSE(assert)", true),
            (&["FALSE(assert)"], "FALSE(assert)", true),
            (&["FALSE(assert)"], "FALSE(memory-leak)", false),
            (&["TRUE", "UNKNOWN"], "UNKNOWN(timeout: 3 s)", true),
            (&["UNKNOWN(timeout)"], "UNKNOWN(timeout: 3 s)", true),
            (&["UNKNOWN(bound)"], "UNKNOWN(timeout: 3 s)", false),
        ] {
            assert_eq!(read(words).expect("verdicts").contains(line), fits, "{words:?} {line}");
        }
        for bad in [&["true"][..], &["FALSE(asert)"], &["FALSE(assert"], &["UNKNOWN()"], &[]] {
            assert!(read(bad).is_err(), "{bad:?}");
        }
    }
}
