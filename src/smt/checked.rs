//! Checks every model against the assertions.

use super::{Answer, Limits, SmtError, Solver, Statistics};
use crate::ilr::Term;
use crate::ilr::eval::{Evaluator, Model};
use crate::rewrite::Builder;

/// A solver that evaluates each model before it passes the answer on: a wrong model is an error.
pub struct Checked<S> {
    inner: S,
    asserted: Vec<Term>,
    model: Option<Model>,
}

impl<S: Solver> Checked<S> {
    /// Checks the models of a solver without assertions.
    pub fn new(inner: S) -> Checked<S> {
        Checked { inner, asserted: Vec::new(), model: None }
    }

    /// The solver itself.
    pub fn inner(&self) -> &S {
        &self.inner
    }
}

impl<S: Solver> Solver for Checked<S> {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn assert(&mut self, b: &mut Builder, t: Term) -> Result<(), SmtError> {
        self.model = None;
        self.asserted.push(t);
        self.inner.assert(b, t)
    }

    fn check(&mut self, b: &mut Builder, assumptions: &[Term], limits: &Limits) -> Result<Answer, SmtError> {
        self.model = None;
        let answer = self.inner.check(b, assumptions, limits)?;
        if answer == Answer::Sat {
            let model = self.inner.model(b)?;
            let mut evaluator = Evaluator::new(b.store(), &model);
            let wrong = self.asserted.iter().chain(assumptions).find(|&&t| !evaluator.bool(t));
            if let Some(&t) = wrong {
                let what = format!("term {} ({:?})", t.index(), b.op(t));
                return Err(SmtError::WrongModel { name: self.name().to_owned(), what });
            }
            self.model = Some(model);
        }
        Ok(answer)
    }

    fn model(&mut self, _: &mut Builder) -> Result<Model, SmtError> {
        self.model.clone().ok_or(SmtError::NoModel)
    }

    fn statistics(&self) -> Statistics {
        self.inner.statistics()
    }

    fn effort(&self) -> u64 {
        self.inner.effort()
    }
}
