//! Files of choices: numbers in the order in which they are asked for, or what leads a machine along a counterexample.
//!
//! A counterexample's file begins with directives, one a line: `program HASH` (that the program is the same), `check LIST`,
//! `malloc-may-fail`, then `schedule LEVEL` with numbers, or `script` with the lines of a script.

use std::fmt::Write;
use std::path::Path;

use super::emit::io_words;
use crate::base::Bits;
use crate::engine::verdict::{Run, Violation};
use crate::machine::Reduction;
use crate::machine::script::{Reader, Script};
use crate::program::Program;
use crate::property::{Check, CheckSet};

/// Levels of reduction by their names on the command line.
const LEVELS: [(&str, Reduction); 4] = [
    ("none", Reduction::None),
    ("tau", Reduction::Tau),
    ("tau-plus", Reduction::TauPlus),
    ("full", Reduction::Full),
];

/// A number that tells programs apart (FNV-1a of the program as text).
fn hash(program: &Program) -> u64 {
    let text = program.to_string();
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The file of a violation.
pub fn text(program: &Program, found: &Violation, checks: CheckSet, malloc_may_fail: bool) -> String {
    let mut out = String::new();
    let place = super::execute::place(program, found.loc);
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "# {place}{}. `bmc run --choices` with the same inputs and options shows it.",
        found.check.words()
    );
    let _ = writeln!(out, "program {:016x}", hash(program));
    let names: Vec<&str> = Check::ALL.iter().filter(|c| checks.contains(**c)).map(|c| c.name()).collect();
    let _ = writeln!(out, "check {}", if names.is_empty() { "none".to_owned() } else { names.join(",") });
    if malloc_may_fail {
        out.push_str("malloc-may-fail\n");
    }
    match &found.run {
        Run::Choices { reduction, numbers } => {
            let level = LEVELS.iter().find(|l| l.1 == *reduction).map_or("full", |l| l.0);
            let _ = writeln!(out, "schedule {level}");
            for row in numbers.chunks(32) {
                let row: Vec<String> = row.iter().map(u32::to_string).collect();
                let _ = writeln!(out, "{}", row.join(" "));
            }
        }
        Run::Script(tables) => {
            out.push_str("script\n");
            out.push_str(&tables.text(program));
        }
    }
    out
}

/// What a run is to follow.
#[derive(Default)]
pub struct Followed {
    /// The file, for messages.
    shown: String,
    program: Option<u64>,
    /// The checks with which a counterexample was found.
    pub checks: Option<CheckSet>,
    /// Whether allocation may fail.
    pub malloc_may_fail: bool,
    /// Where threads are interrupted.
    pub reduction: Option<Reduction>,
    /// Inputs and choices.
    pub numbers: Vec<Bits>,
    /// Lines of a script with their numbers.
    script: Option<Vec<(usize, String)>>,
}

impl Followed {
    /// Reads a file.
    ///
    /// # Errors
    /// In words.
    pub fn read(path: &Path) -> Result<Followed, String> {
        let shown = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|error| format!("{shown}: {}", io_words(&error)))?;
        let mut followed = Followed { shown, ..Followed::default() };
        for (line, content) in (1..).zip(text.lines()) {
            if let Some(lines) = &mut followed.script {
                lines.push((line, content.to_owned()));
                continue;
            }
            let words = content.split('#').next().unwrap_or_default().trim();
            followed.directive(words).map_err(|why| format!("{}:{line}: {why}", followed.shown))?;
        }
        Ok(followed)
    }

    fn directive(&mut self, text: &str) -> Result<(), String> {
        match text.split_once(' ').unwrap_or((text, "")) {
            ("program", hash) => {
                let hash = u64::from_str_radix(hash, 16).map_err(|_| format!("`{hash}` is no hash"))?;
                self.program = Some(hash);
            }
            ("check", list) => self.checks = Some(CheckSet::parse(list).map_err(|error| error.to_string())?),
            ("malloc-may-fail", "") => self.malloc_may_fail = true,
            ("schedule", name) => {
                let level = LEVELS.iter().find(|l| l.0 == name).ok_or(format!("`{name}` is no level"))?;
                self.reduction = Some(level.1);
            }
            ("script", "") => self.script = Some(Vec::new()),
            _ => {
                for word in text.split_whitespace() {
                    let value = Bits::from_decimal(128, word);
                    self.numbers.push(value.ok_or_else(|| format!("`{word}` is no number"))?);
                }
            }
        }
        Ok(())
    }

    /// Whether the program is the one that the file was written for.
    ///
    /// # Errors
    /// In words, when it is not.
    pub fn fits(&self, program: &Program) -> Result<(), String> {
        match self.program {
            Some(known) if known != hash(program) => Err(format!(
                "{}: written for another program, or with other options (-m, -D, --entry, --check ...)",
                self.shown
            )),
            _ => Ok(()),
        }
    }

    /// The script, when it has one.
    ///
    /// # Errors
    /// In words, where it is not one of this program.
    pub fn script(&self, program: &Program) -> Result<Option<Script>, String> {
        let Some(lines) = &self.script else { return Ok(None) };
        let mut reader = Reader::new(program);
        for (number, line) in lines.iter().filter(|l| !l.1.is_empty()) {
            reader.line(line).map_err(|why| format!("{}:{number}: {why}", self.shown))?;
        }
        Ok(Some(Script::new(reader.tables)))
    }
}
