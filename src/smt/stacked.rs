//! Solvers made of solvers: two that log their questions, and one that asks a second solver.

use std::io;

use super::smtlib::dialogue::{Asked, Dialogue, Incremental};
use super::smtlib::write::{self, Status};
use super::{Answer, Limits, Reduction, SmtError, Solver, Statistics};
use crate::ilr::Term;
use crate::ilr::eval::Model;
use crate::rewrite::Builder;

/// A solver that logs its questions as an SMT-LIB script, which any solver can replay. Answers become comments.
pub struct Logged<S> {
    inner: S,
    out: Box<dyn io::Write + Send>,
    dialogue: Dialogue,
    asserted: Vec<Term>,
    /// Number of assertions written.
    written: usize,
}

impl<S: Solver> Logged<S> {
    /// Logs the questions to a solver without assertions.
    pub fn new(inner: S, out: Box<dyn io::Write + Send>) -> Logged<S> {
        let dialogue = Dialogue::new(Incremental::Assuming, false);
        Logged { inner, out, dialogue, asserted: Vec::new(), written: 0 }
    }

    fn write(&mut self, text: &str) -> Result<(), SmtError> {
        let written = self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush());
        written.map_err(|error| SmtError::Protocol {
            name: self.inner.name().to_owned(),
            what: format!("cannot write its log: {error}"),
        })
    }

    fn question(&mut self, b: &Builder, assumptions: &[Term]) -> String {
        let mut text = String::new();
        let asked = self.dialogue.ask(&mut text, b, &self.asserted[self.written..], assumptions);
        match asked {
            Ok(Asked::Restart) => {
                // The rest becomes a new script.
                self.dialogue = Dialogue::new(Incremental::Assuming, false);
                self.written = 0;
                return format!("(reset)\n{}", self.question(b, assumptions));
            }
            Ok(Asked::Check) => {}
            Ok(Asked::False) => text.push_str("; an assumption is false\n"),
            Err(what) => return format!("; {what}\n"),
        }
        self.written = self.asserted.len();
        text
    }
}

impl<S: Solver> Solver for Logged<S> {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn assert(&mut self, b: &mut Builder, t: Term) -> Result<(), SmtError> {
        self.asserted.push(t);
        self.inner.assert(b, t)
    }

    fn check(&mut self, b: &mut Builder, assumptions: &[Term], limits: &Limits) -> Result<Answer, SmtError> {
        // Written before solving, so that a question that crashes the solver is in the log.
        let text = self.question(b, assumptions);
        self.write(&text)?;
        let answer = self.inner.check(b, assumptions, limits);
        let comment = match &answer {
            Ok(Answer::Unknown(reason)) => format!("unknown: {reason}"),
            Ok(answer) => answer.word().into(),
            Err(error) => format!("error: {error}"),
        };
        self.write(&format!("; {}\n", comment.replace('\n', " ")))?;
        answer
    }

    fn model(&mut self, b: &mut Builder) -> Result<Model, SmtError> {
        self.inner.model(b)
    }

    fn statistics(&self) -> Statistics {
        self.inner.statistics()
    }

    fn effort(&self) -> u64 {
        self.inner.effort()
    }
}

/// Receives the text of a formula whenever it changes.
pub type Sink = Box<dyn FnMut(&str) -> io::Result<()>>;

/// A solver that writes its questions as one reduced formula with a status: some question so far can hold. A question
/// without an answer is dropped when another one follows.
pub struct Emitted<S> {
    inner: S,
    sink: Sink,
    reduction: Reduction,
    asserted: Vec<Term>,
    /// Each question with the solver's answer.
    questions: Vec<(Term, Status)>,
}

impl<S: Solver> Emitted<S> {
    /// Writes the questions to a solver without assertions. Each text replaces the one before.
    pub fn new(inner: S, sink: Sink) -> Emitted<S> {
        Emitted { inner, sink, reduction: Reduction::default(), asserted: Vec::new(), questions: Vec::new() }
    }

    fn write(&mut self, b: &mut Builder) -> Result<(), SmtError> {
        let any = b.or_all(self.questions.iter().map(|q| q.0));
        let status = if self.questions.iter().any(|q| q.1 == Status::Sat) {
            Status::Sat
        } else if self.questions.iter().all(|q| q.1 == Status::Unsat) {
            Status::Unsat
        } else {
            Status::Unknown
        };
        let mut text = String::new();
        let failed = |what: String| SmtError::Protocol { name: "smt2".into(), what };
        let any = self.reduction.terms(b, &[any]);
        write::script(&mut text, self.reduction.store(), &any, status)
            .map_err(|error| failed(error.to_string()))?;
        (self.sink)(&text).map_err(|error| failed(format!("cannot write the formula: {error}")))
    }
}

impl<S: Solver> Solver for Emitted<S> {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn assert(&mut self, b: &mut Builder, t: Term) -> Result<(), SmtError> {
        self.asserted.push(t);
        self.inner.assert(b, t)
    }

    fn check(&mut self, b: &mut Builder, assumptions: &[Term], limits: &Limits) -> Result<Answer, SmtError> {
        let answer = self.inner.check(b, assumptions, limits)?;
        let question = b.and_all(self.asserted.iter().chain(assumptions).copied());
        self.questions.retain(|q| q.1 != Status::Unknown && q.0 != question);
        self.questions.push((
            question,
            match answer {
                Answer::Sat => Status::Sat,
                Answer::Unsat(_) => Status::Unsat,
                Answer::Unknown(_) => Status::Unknown,
            },
        ));
        self.write(b)?;
        Ok(answer)
    }

    fn model(&mut self, b: &mut Builder) -> Result<Model, SmtError> {
        self.inner.model(b)
    }

    fn statistics(&self) -> Statistics {
        self.inner.statistics()
    }

    fn effort(&self) -> u64 {
        self.inner.effort()
    }
}

/// Two solvers that must agree. Answers, models and statistics come from the first one. The second may give up, but not
/// contradict.
pub struct CrossChecked<P, S> {
    primary: P,
    secondary: S,
}

impl<P: Solver, S: Solver> CrossChecked<P, S> {
    /// Asks the second solver after each answer of the first. Both must be without assertions.
    pub fn new(primary: P, secondary: S) -> CrossChecked<P, S> {
        CrossChecked { primary, secondary }
    }
}

impl<P: Solver, S: Solver> Solver for CrossChecked<P, S> {
    fn name(&self) -> &str {
        self.primary.name()
    }

    fn assert(&mut self, b: &mut Builder, t: Term) -> Result<(), SmtError> {
        self.primary.assert(b, t)?;
        self.secondary.assert(b, t)
    }

    fn check(&mut self, b: &mut Builder, assumptions: &[Term], limits: &Limits) -> Result<Answer, SmtError> {
        let first = self.primary.check(b, assumptions, limits)?;
        if matches!(first, Answer::Unknown(_)) {
            return Ok(first);
        }
        let second = self.secondary.check(b, assumptions, limits)?;
        match (&first, &second) {
            (Answer::Sat, Answer::Unsat(_)) | (Answer::Unsat(_), Answer::Sat) => {
                Err(SmtError::Disagreement(format!(
                    "{} says {}, {} says {}",
                    self.primary.name(),
                    first.word(),
                    self.secondary.name(),
                    second.word()
                )))
            }
            _ => Ok(first),
        }
    }

    fn model(&mut self, b: &mut Builder) -> Result<Model, SmtError> {
        self.primary.model(b)
    }

    fn statistics(&self) -> Statistics {
        self.primary.statistics()
    }

    fn effort(&self) -> u64 {
        self.primary.effort() + self.secondary.effort()
    }
}
