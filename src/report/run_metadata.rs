//! What reports for tools say about a run besides its verdict. The layers that do I/O collect it.

use super::stats::EngineAnswer;
use super::text::one_line;
use super::verdict::verdict_line;
use crate::engine::verdict::Verdict;
use crate::program::Program;
use crate::property::CheckSet;

/// A source file.
#[derive(Clone, Debug)]
pub struct Source {
    /// Name, as in [`Program::files`].
    pub name: String,
    /// Contents, if the file could be read.
    pub text: Option<Vec<u8>>,
    /// Offsets of line ends.
    ends: Vec<usize>,
}

impl Source {
    /// A file with its contents, if it could be read.
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

/// The question of a run, and when it was answered.
#[derive(Clone, Debug, Default)]
pub struct RunMetadata {
    /// The command and its arguments.
    pub arguments: Vec<String>,
    /// The working directory, absolute.
    pub directory: String,
    /// The inputs.
    pub inputs: Vec<String>,
    /// The function that starts the program.
    pub entry: String,
    /// Name of the engine.
    pub engine: &'static str,
    /// Kinds of checks.
    pub checks: CheckSet,
    /// Other options that affect the meaning of the answer, with their values.
    pub options: Vec<(&'static str, String)>,
    /// Start, as in RFC 3339.
    pub started: String,
    /// End, as in RFC 3339.
    pub ended: String,
    /// Seconds from start to end.
    pub seconds: f64,
    /// The user's source files.
    pub sources: Vec<Source>,
    /// Warnings.
    pub warnings: Vec<String>,
}

impl RunMetadata {
    /// A source file by its name.
    pub fn source(&self, name: &str) -> Option<&Source> {
        self.sources.iter().find(|s| s.name == name)
    }

    /// A line of a source file, if it is known.
    pub fn line(&self, name: &str, number: u32) -> Option<&[u8]> {
        self.source(name)?.line(number)
    }
}

/// The answer that a report shows.
#[derive(Clone, Copy)]
pub enum Answer<'a> {
    /// That of an engine.
    Engine(&'a Program, &'a EngineAnswer<'a>),
    /// None, as the run was ended for this reason; with the statistics that are known.
    Ended(&'a str, &'a [(&'static str, f64)]),
}

impl Answer<'_> {
    /// The verdict line.
    pub fn line(&self) -> String {
        let line = match self {
            Answer::Engine(p, found) => verdict_line(p, found.verdict),
            Answer::Ended(reason, _) => format!("UNKNOWN({reason})"),
        };
        one_line(&line).into_owned()
    }

    /// The exit code that goes with it.
    pub fn exit_code(&self) -> i32 {
        match self {
            Answer::Engine(_, EngineAnswer { verdict: Verdict::True(_), .. }) => 0,
            Answer::Engine(_, EngineAnswer { verdict: Verdict::False(_), .. }) => 10,
            _ => 20,
        }
    }
}
