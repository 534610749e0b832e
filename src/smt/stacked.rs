//! Solvers made of solvers: two that write down what they are asked, and one that asks a second opinion.

use std::io;

use super::smtlib::dialogue::{Asked, Dialogue, Incremental};
use super::smtlib::write::{self, Status};
use super::{Answer, Limits, Reduction, SmtError, Solver, Statistics};
use crate::ilr::Term;
use crate::ilr::eval::Model;
use crate::rewrite::Builder;

/// A solver whose questions are written down as an SMT-LIB script that any solver can be given again, with
/// the answers as comments.
pub struct Logged<S> {
    inner: S,
    out: Box<dyn io::Write + Send>,
    dialogue: Dialogue,
    asserted: Vec<Term>,
    /// How many of the assertions are written.
    told: usize,
}

impl<S: Solver> Logged<S> {
    /// Writes down what a solver without assertions will be asked.
    pub fn new(inner: S, out: Box<dyn io::Write + Send>) -> Logged<S> {
        let dialogue = Dialogue::new(Incremental::Assuming, false);
        Logged { inner, out, dialogue, asserted: Vec::new(), told: 0 }
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
        let asked = self.dialogue.ask(&mut text, b, &self.asserted[self.told..], assumptions);
        match asked {
            Ok(Asked::Restart) => {
                // What follows is a script of its own.
                self.dialogue = Dialogue::new(Incremental::Assuming, false);
                self.told = 0;
                return format!("(reset)\n{}", self.question(b, assumptions));
            }
            Ok(Asked::Check) => {}
            Ok(Asked::False) => text.push_str("; an assumption is false\n"),
            Err(what) => return format!("; {what}\n"),
        }
        self.told = self.asserted.len();
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
        // Written first, so that a question that brings the solver down is in the log.
        let text = self.question(b, assumptions);
        self.write(&text)?;
        let answer = self.inner.check(b, assumptions, limits);
        let told = match &answer {
            Ok(Answer::Unknown(reason)) => format!("unknown: {reason}"),
            Ok(answer) => answer.word().into(),
            Err(error) => format!("error: {error}"),
        };
        self.write(&format!("; {}\n", told.replace('\n', " ")))?;
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

/// Receives the text of a formula each time it is known better.
pub type Sink = Box<dyn FnMut(&str) -> io::Result<()>>;

/// A solver whose questions are written as one reduced formula: that some question so far can hold, with its status.
/// A question that was given up is left out as soon as another one follows.
pub struct Emitted<S> {
    inner: S,
    sink: Sink,
    reduction: Reduction,
    asserted: Vec<Term>,
    /// Each with what the solver has said.
    questions: Vec<(Term, Status)>,
}

impl<S: Solver> Emitted<S> {
    /// Writes what a solver without assertions will be asked. Each text replaces the one before.
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

/// Two solvers that have to agree. Answers, models and figures are the first one's; the second one may
/// give up, but not contradict.
pub struct CrossChecked<P, S> {
    primary: P,
    secondary: S,
}

impl<P: Solver, S: Solver> CrossChecked<P, S> {
    /// Asks the second solver whatever the first one answers. Both must be without assertions.
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
