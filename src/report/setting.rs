//! What results for other tools tell about the run besides the verdict. Whoever does I/O finds it out.

use super::stats::Told;
use super::text::one_line;
use super::verdict::verdict_line;
use crate::engine::verdict::Verdict;
use crate::program::Program;
use crate::property::CheckSet;

/// A source file.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its name, as in [`Program::files`].
    pub name: String,
    /// What it contains, where it could be read.
    pub text: Option<Vec<u8>>,
    /// Where its lines end.
    ends: Vec<usize>,
}

impl Source {
    /// A file with what it contains, where it could be read.
    pub fn new(name: &str, text: Option<Vec<u8>>) -> Source {
        let all = text.as_deref().unwrap_or_default();
        let breaks = all.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(i, _)| i);
        let ends = breaks.chain([all.len()]).collect();
        Source { name: name.to_owned(), text, ends }
    }

    /// A line, from 1.
    pub fn line(&self, number: u32) -> Option<&[u8]> {
        let i = (number as usize).checked_sub(1)?;
        let start = if i == 0 { 0 } else { self.ends.get(i - 1)? + 1 };
        self.text.as_deref()?.get(start..*self.ends.get(i)?)
    }
}

/// What was asked, and of what.
#[derive(Clone, Debug, Default)]
pub struct Setting {
    /// The command and its arguments.
    pub arguments: Vec<String>,
    /// The working directory, absolute.
    pub directory: String,
    /// The inputs.
    pub inputs: Vec<String>,
    /// The function that starts the program.
    pub entry: String,
    /// The engine.
    pub engine: &'static str,
    /// What is checked.
    pub checks: CheckSet,
    /// Other options that matter for what the answer means, with their values.
    pub options: Vec<(&'static str, String)>,
    /// Times as RFC 3339 has them.
    pub started: String,
    /// The same of the end.
    pub ended: String,
    /// Seconds between them.
    pub seconds: f64,
    /// The user's source files.
    pub sources: Vec<Source>,
    /// Warnings.
    pub warnings: Vec<String>,
}

impl Setting {
    /// A source file by its name.
    pub fn source(&self, name: &str) -> Option<&Source> {
        self.sources.iter().find(|s| s.name == name)
    }

    /// A line of a source file, if it is known.
    pub fn line(&self, name: &str, number: u32) -> Option<&[u8]> {
        self.source(name)?.line(number)
    }
}

/// The answer that is told.
#[derive(Clone, Copy)]
pub enum Answer<'a> {
    /// An engine's.
    Told(&'a Program, &'a Told<'a>),
    /// None: the run was ended, for this reason; figures by name as far as they are known.
    Ended(&'a str, &'a [(&'static str, f64)]),
}

impl Answer<'_> {
    /// The verdict line.
    pub fn line(&self) -> String {
        let line = match self {
            Answer::Told(p, told) => verdict_line(p, told.verdict),
            Answer::Ended(reason, _) => format!("UNKNOWN({reason})"),
        };
        one_line(&line).into_owned()
    }

    /// The exit code that goes with it.
    pub fn exit_code(&self) -> i32 {
        match self {
            Answer::Told(_, Told { verdict: Verdict::True(_), .. }) => 0,
            Answer::Told(_, Told { verdict: Verdict::False(_), .. }) => 10,
            _ => 20,
        }
    }
}
