//! Files of choices: numbers in the order in which they are asked for, or what leads a machine along a counterexample.
//!
//! A counterexample's file begins with directives, one a line: `program HASH` (that the program is the same), `check LIST`,
//! `malloc-may-fail`, `max-object BYTES`, `proposition NAME` in hexadecimal bytes (its calls are visible actions), then `schedule LEVEL` with
//! numbers, or `script` with the lines of a script. Before the numbers `owned LIST` may name global variables that are taken
//! for one thread's; two times `either` with numbers follow for a race: each goes on to one of its accesses.

use std::fmt::Write;
use std::path::Path;

use super::words::io_words;
use crate::base::Bits;
use crate::engine::verdict::{Run, Violation};
use crate::machine::Reduction;
use crate::machine::script::{Reader, Script};
use crate::program::{GlobalId, Program, ptrdiff_max};
use crate::property::{Check, CheckSet};

/// Levels of reduction by their names on the command line.
const LEVELS: [(&str, Reduction); 4] = [
    ("none", Reduction::None),
    ("tau", Reduction::Tau),
    ("tau-plus", Reduction::TauPlus),
    ("full", Reduction::Full),
];

/// A number that tells programs apart (FNV-1a of the program as text, and of what computes it).
fn hash(program: &Program) -> u64 {
    let text = format!("{program}{:?}", program.target.processor);
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The file of a violation.
pub fn text(program: &Program, found: &Violation, checks: CheckSet, malloc_may_fail: bool) -> String {
    let mut out = String::new();
    let place = super::place(program, found.loc);
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
    if program.target.max_object != ptrdiff_max(program.target.pointer_bits) {
        let _ = writeln!(out, "max-object {}", program.target.max_object);
    }
    match &found.run {
        Run::Choices {
            reduction,
            spurious_wakeups,
            exact_inputs,
            told_undefined,
            numbers,
            either,
            propositions,
            owned,
        } => {
            for name in propositions {
                let bytes: String = name.bytes().map(|b| format!("{b:02x}")).collect();
                let _ = writeln!(out, "proposition {bytes}  # {}", name.escape_default());
            }
            let level = LEVELS.iter().find(|l| l.1 == *reduction).map_or("full", |l| l.0);
            let _ = writeln!(out, "schedule {level}");
            if *spurious_wakeups {
                out.push_str("spurious-wakeups\n");
            }
            if *exact_inputs {
                out.push_str("exact-inputs\n");
            }
            if *told_undefined {
                out.push_str("undefined-values\n");
            }
            if let Some(owned) = owned {
                let owned: Vec<String> = owned.iter().map(|g| g.index().to_string()).collect();
                let _ = writeln!(out, "owned {}", owned.join(" "));
            }
            write_numbers(numbers, &mut out);
            for way in either.iter().flat_map(|ways| ways.iter()) {
                out.push_str("either\n");
                write_numbers(way, &mut out);
            }
        }
        Run::Script(tables) => {
            out.push_str("script\n");
            out.push_str(&tables.text(program));
        }
    }
    out
}

fn write_numbers(numbers: &[u128], out: &mut String) {
    for row in numbers.chunks(32) {
        let row: Vec<String> = row.iter().map(u128::to_string).collect();
        let _ = writeln!(out, "{}", row.join(" "));
    }
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
    /// Whether threads wake without a signal.
    pub spurious_wakeups: bool,
    /// Whether each input is one value.
    pub exact_inputs: bool,
    /// Whether values that were never set are told.
    pub told_undefined: bool,
    /// Most bytes of an object, where it is not the usual number.
    pub max_object: Option<u64>,
    /// The propositions that the program is asked for.
    pub propositions: Vec<String>,
    /// Where threads are interrupted.
    pub reduction: Option<Reduction>,
    /// Variables that are taken for one thread's, where any are.
    pub owned: Option<Vec<GlobalId>>,
    /// Inputs and choices.
    pub numbers: Vec<Bits>,
    /// For a race: the ways to go on after them.
    pub ways: Vec<Vec<Bits>>,
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
            ("exact-inputs", "") => self.exact_inputs = true,
            ("undefined-values", "") => self.told_undefined = true,
            ("spurious-wakeups", "") => self.spurious_wakeups = true,
            ("max-object", most) => {
                let number = most.parse().map_err(|_| format!("`{most}` is no number of bytes"))?;
                self.max_object = Some(number);
            }
            ("proposition", bytes) => {
                let digits = |i: usize| bytes.get(i..i + 2).and_then(|d| u8::from_str_radix(d, 16).ok());
                let name: Option<Vec<u8>> = (0..bytes.len()).step_by(2).map(digits).collect();
                let name = name.and_then(|name| String::from_utf8(name).ok());
                self.propositions.push(name.ok_or_else(|| format!("`{bytes}` is no name"))?);
            }
            ("schedule", name) => {
                let level = LEVELS.iter().find(|l| l.0 == name).ok_or(format!("`{name}` is no level"))?;
                self.reduction = Some(level.1);
            }
            ("owned", list) => {
                let number = |word: &str| word.parse().map_err(|_| format!("`{word}` is no variable"));
                let list: Result<Vec<usize>, String> = list.split_whitespace().map(number).collect();
                self.owned = Some(list?.into_iter().map(GlobalId::new).collect());
            }
            ("either", "") => self.ways.push(Vec::new()),
            ("script", "") => self.script = Some(Vec::new()),
            _ => {
                for word in text.split_whitespace() {
                    let value = Bits::from_decimal(128, word);
                    let numbers = self.ways.last_mut().unwrap_or(&mut self.numbers);
                    numbers.push(value.ok_or_else(|| format!("`{word}` is no number"))?);
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
        let globals = program.globals.len();
        if let Some(g) = self.owned.iter().flatten().find(|g| g.index() >= globals) {
            return Err(format!("{}: there is no variable of number {}", self.shown, g.index()));
        }
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
