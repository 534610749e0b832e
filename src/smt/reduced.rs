//! The last stage of rewriting, for solvers that take SMT-LIB.

use super::{Answer, Limits, SmtError, Solver, Statistics};
use crate::ilr::eval::Model;
use crate::ilr::visit::cone;
use crate::ilr::{Term, TermStore};
use crate::rewrite::{Builder, Import};

/// Terms of one builder reduced to what SMT-LIB has functions for, in a builder of their own
/// ([`Builder::reducing`]).
#[derive(Default)]
pub struct Reduction {
    /// Made by the first terms, whose builder tells the rules.
    builder: Option<Builder>,
    import: Import,
    asked: Vec<Term>,
}

impl Reduction {
    /// Reduces terms. Each call is to name the same builder.
    pub fn terms(&mut self, of: &Builder, terms: &[Term]) -> Vec<Term> {
        let reducing = self.builder.get_or_insert_with(|| of.reducing());
        let reduced = self.import.terms(reducing, of, terms);
        self.asked.extend(&reduced);
        reduced
    }

    /// The builder of the reduced terms.
    ///
    /// # Panics
    /// When nothing was reduced yet: a fault of the caller.
    pub fn builder(&mut self) -> &mut Builder {
        self.builder.as_mut().expect("something was reduced")
    }

    /// The store of the reduced terms.
    ///
    /// # Panics
    /// As [`Reduction::builder`].
    pub fn store(&self) -> &TermStore {
        self.builder.as_ref().expect("something was reduced")
    }

    /// The same model for the terms that were reduced.
    pub fn model(&self, of_reduced: &Model) -> Model {
        let mut model = Model::new();
        for &(var, reduced) in self.import.vars() {
            if let Some(value) = of_reduced.get(reduced) {
                model.set(var, value.clone());
            }
        }
        model
    }

    /// Adds what was done to a solver's figures.
    pub fn count(&self, statistics: &mut Statistics) {
        let Some(builder) = &self.builder else { return };
        statistics.formula_terms = self.import.count() as u64;
        statistics.reduced_terms = cone(builder, &self.asked).len() as u64;
        statistics.reductions = builder.rule_counts().to_vec();
    }
}

/// A solver that is asked in reduced terms.
pub struct Reduced<S> {
    inner: S,
    reduction: Reduction,
}

impl<S: Solver> Reduced<S> {
    /// Reduces for a solver without assertions.
    pub fn new(inner: S) -> Reduced<S> {
        Reduced { inner, reduction: Reduction::default() }
    }
}

impl<S: Solver> Solver for Reduced<S> {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn assert(&mut self, b: &mut Builder, t: Term) -> Result<(), SmtError> {
        let t = self.reduction.terms(b, &[t])[0];
        self.inner.assert(self.reduction.builder(), t)
    }

    fn check(&mut self, b: &mut Builder, assumptions: &[Term], limits: &Limits) -> Result<Answer, SmtError> {
        let assumptions = self.reduction.terms(b, assumptions);
        self.inner.check(self.reduction.builder(), &assumptions, limits)
    }

    fn model(&mut self, b: &mut Builder) -> Result<Model, SmtError> {
        self.reduction.terms(b, &[]);
        let model = self.inner.model(self.reduction.builder())?;
        Ok(self.reduction.model(&model))
    }

    fn statistics(&self) -> Statistics {
        let mut statistics = self.inner.statistics();
        self.reduction.count(&mut statistics);
        statistics
    }
}
