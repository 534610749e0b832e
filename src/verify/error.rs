//! Why there is no report.

use std::fmt::Write;

use super::Job;
use super::words::one_line;
use crate::engine::bmc::describe;
use crate::engine::verdict::{Disagreement, Fault};
use crate::program::Program;
use crate::smt::SmtError;

/// Why a check gives no report.
#[derive(thiserror::Error, Clone, Debug)]
pub enum Error {
    /// A mistake in options or inputs, in one line.
    #[error("{0}")]
    Mistake(String),
    /// A fault of our own: never a verdict.
    #[error("internal fault: {}", .0.message)]
    Fault(Box<InternalFault>),
}

/// A fault of our own that ended a check.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct InternalFault {
    /// What went wrong.
    pub message: String,
    /// Violations that were found before it, which stand.
    pub found: Vec<String>,
    /// A violation that the engine found and the replay did not confirm.
    pub unconfirmed: Option<String>,
    /// What a bug report needs: the command line, the run, the program.
    pub details: Option<String>,
}

impl From<String> for Error {
    fn from(words: String) -> Error {
        Error::Mistake(words)
    }
}

impl Error {
    /// A fault about which nothing more is known.
    pub(super) fn fault(message: String) -> Error {
        Error::Fault(Box::new(InternalFault { message, ..InternalFault::default() }))
    }

    /// An engine's fault.
    pub(super) fn of(job: &Job, program: &Program, fault: &Fault) -> Error {
        Error::Fault(Box::new(described(job, program, fault)))
    }
}

fn described(job: &Job, program: &Program, fault: &Fault) -> InternalFault {
    match fault {
        Fault::After { found, fault } => {
            let inner = described(job, program, fault);
            let mut all: Vec<String> = found.iter().map(|v| describe(program, v.check, v.loc)).collect();
            all.extend(inner.found);
            InternalFault { found: all, ..inner }
        }
        Fault::Disagreement(stories) => InternalFault {
            message: format!("{fault} ({})", stories.machine),
            unconfirmed: Some(stories.promised.clone()),
            details: Some(details(&job.config.invocation.arguments, program, stories)),
            ..InternalFault::default()
        },
        other => InternalFault { message: other.to_string(), ..InternalFault::default() },
    }
}

/// The two stories of a run with all that they are about.
fn details(command: &[String], program: &Program, stories: &Disagreement) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "bmc {}: a counterexample is not confirmed", env!("CARGO_PKG_VERSION"));
    let _ = writeln!(text, "command:   {}", command.join(" "));
    let _ = writeln!(text, "engine:    {}", stories.promised);
    let _ = writeln!(text, "machine:   {}", stories.machine);
    let _ = writeln!(text, "evaluator: {}", stories.evaluator);
    let _ = writeln!(text, "\n---- run\n{}", stories.run);
    let _ = writeln!(text, "---- program\n{program}");
    text
}

/// Why an engine has failed.
pub(super) fn failed(job: &Job, program: &Program, fault: &Fault) -> Error {
    match fault {
        // An external solver that dies or talks nonsense was the user's choice.
        Fault::Solver(error @ (SmtError::Start { .. } | SmtError::Protocol { .. })) => {
            one_line(&error.to_string()).into()
        }
        fault => Error::of(job, program, fault),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Target;

    #[test]
    fn details_tell_both_stories() {
        let program = Program::new(Target::plain(64));
        let stories = Disagreement {
            promised: "what the engine says".to_owned(),
            machine: "what the machine says".to_owned(),
            evaluator: "what the evaluator says".to_owned(),
            run: "value main 3 32:5".to_owned(),
        };
        let text = details(&["bmc".to_owned(), "a.c".to_owned()], &program, &stories);
        for part in ["bmc a.c", &stories.promised, &stories.machine, &stories.evaluator, &stories.run] {
            assert!(text.contains(part), "{text}");
        }
    }
}
