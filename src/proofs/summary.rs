//! What became of a set of proofs, as a table and as JSON.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::coverage::Coverage;
use super::history::Previous;
use super::outcome::{Ending, Outcome};
use super::proof::Proof;

/// Version of the JSON document's form; it grows when a reader could misunderstand.
const VERSION: u32 = 1;

/// Part of the time by which a proof has to be slower or faster to be told so, and the least number of seconds.
const SLOWER: (f64, f64) = (0.2, 0.2);

/// A proof and what became of it.
pub struct Row {
    /// The proof.
    pub proof: Proof,
    /// What became of it.
    pub outcome: Outcome,
    /// Whether that was known before.
    pub known: bool,
    /// What it was last.
    pub previous: Option<Previous>,
    /// The folder with its files.
    pub files: Option<PathBuf>,
}

/// The worst of a set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Worst {
    /// All verdicts are expected.
    Expected,
    /// A proof has no answer, which is not expected.
    Unknown,
    /// A proof has another answer than is expected.
    Unexpected,
    /// A proof ended without a verdict.
    Error,
}

/// What became of a set.
pub struct Summary {
    /// The proofs, in the order of the manifest.
    pub rows: Vec<Row>,
    /// Functions of the sources.
    pub coverage: Coverage,
}

impl Row {
    /// How bad it is.
    pub fn worst(&self) -> Worst {
        match self.outcome.ending {
            Ending::Error => Worst::Error,
            _ if self.outcome.is_as(&self.proof.expected) => Worst::Expected,
            Ending::Unknown => Worst::Unknown,
            Ending::True | Ending::False => Worst::Unexpected,
        }
    }

    /// How the outcome differs from that of the last run, in a few words.
    pub(super) fn change(&self) -> String {
        let Some(previous) = &self.previous else { return "new".to_owned() };
        let head = |line: &str| line.split('(').next().unwrap_or_default().to_owned();
        let reasons = self.outcome.ending == Ending::Unknown && head(&previous.line) == "UNKNOWN";
        if previous.line != self.outcome.line && !reasons {
            let word = if previous.line.starts_with("UNKNOWN") { "UNKNOWN" } else { previous.line.as_str() };
            let verdict = ["TRUE", "FALSE", "UNKNOWN"].contains(&head(word).as_str());
            return format!("was {}", if verdict { word } else { "ERROR" });
        }
        if self.known {
            return "known".to_owned();
        }
        let difference = self.outcome.seconds - previous.seconds;
        let (part, least) = SLOWER;
        if difference.abs() > least.max(part * previous.seconds) {
            format!("{difference:+.1} s")
        } else {
            String::new()
        }
    }
}

impl Summary {
    /// The worst that became of a proof.
    pub fn worst(&self) -> Worst {
        self.rows.iter().map(Row::worst).max().unwrap_or(Worst::Expected)
    }

    fn count(&self, worst: Worst) -> usize {
        self.rows.iter().filter(|row| row.worst() == worst).count()
    }

    /// The set in one line.
    pub fn line(&self) -> String {
        let mut line = format!("{} of {} proofs as expected", self.count(Worst::Expected), self.rows.len());
        for (worst, words) in [
            (Worst::Unexpected, "with another answer"),
            (Worst::Unknown, "unknown"),
            (Worst::Error, "without a verdict"),
        ] {
            let count = self.count(worst);
            if count > 0 {
                line += &format!(", {count} {words}");
            }
        }
        let known = self.rows.iter().filter(|row| row.known).count();
        if known > 0 {
            line += &format!("; {known} known from earlier runs");
        }
        let empty = self.rows.iter().filter(|row| !row.outcome.unreached.is_empty()).count();
        if empty > 0 {
            line += &format!("; {empty} with places that no run reaches");
        }
        let (reached, all) = self.coverage.counts();
        line + &format!("; {reached} of {all} functions reached")
    }

    /// A table, then why proofs are not as expected, then what no run reaches, then the line.
    pub fn text(&self) -> String {
        let heads = ["proof", "verdict", "expected", "seconds", "change"].map(str::to_owned);
        let mut lines = vec![heads];
        lines.extend(self.rows.iter().map(|row| {
            let seconds = format!("{:.1}", row.outcome.seconds);
            let verdict = row.outcome.short().to_owned();
            [row.proof.name.clone(), verdict, row.proof.expected.text(), seconds, row.change()]
        }));
        let width = |i: usize| lines.iter().map(|cells| cells[i].chars().count()).max().unwrap_or(0);
        let widths = [0, 1, 2, 3, 4].map(width);
        let mut out = String::new();
        for [name, verdict, expected, seconds, change] in &lines {
            let [n, v, e, s, _] = widths;
            let line = format!("{name:n$}  {verdict:v$}  {expected:e$}  {seconds:>s$}  {change}");
            out += line.trim_end();
            out.push('\n');
        }
        for row in self.rows.iter().filter(|row| row.worst() != Worst::Expected) {
            out += &format!("{}: {}\n", row.proof.name, row.outcome.line);
        }
        for row in &self.rows {
            for place in &row.outcome.unreached {
                out += &format!("{}: {place}\n", row.proof.name);
            }
        }
        out + &self.line() + "\n"
    }

    /// One JSON document.
    ///
    /// Fields: `version`, `line`, `proofs`, `functions`. A proof has `name`, `verdict` (`true`, `false`, `unknown`, `error`), `line`,
    /// `reason` (the kind, of unknown), `expected`, `as_expected`, `known` (from an earlier run), `seconds`, `memory_bytes`, `unreached` (sentences), `limits`, `previous`
    /// (`line` and `seconds`, or null), `sources` and `words` of the command line. A function has `file`, `line`, `name` and the names of the `proofs` that reach it.
    pub fn json(&self) -> String {
        let proof = |row: &Row| {
            json!({
                "name": row.proof.name,
                "verdict": row.outcome.ending,
                "line": row.outcome.line,
                "reason": row.outcome.reason,
                "expected": row.proof.expected.text(),
                "as_expected": row.worst() == Worst::Expected,
                "known": row.known,
                "seconds": row.outcome.seconds,
                "memory_bytes": row.outcome.memory,
                "unreached": row.outcome.unreached,
                "limits": row.outcome.limits,
                "previous": row.previous,
                "sources": row.proof.sources,
                "words": row.proof.words(),
            })
        };
        let functions = self.coverage.0.iter().map(|(place, proofs)| {
            json!({"file": place.file, "line": place.line, "name": place.name, "proofs": proofs})
        });
        let document = json!({
            "version": VERSION,
            "line": self.line(),
            "proofs": self.rows.iter().map(proof).collect::<Vec<Value>>(),
            "functions": functions.collect::<Vec<Value>>(),
        });
        serde_json::to_string_pretty(&document).unwrap_or_default() + "\n"
    }
}
