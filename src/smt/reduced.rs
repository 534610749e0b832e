//! The last stage of rewriting, for solvers that read SMT-LIB.

use super::{Answer, Limits, SmtError, Solver, Statistics};
use crate::ilr::eval::Model;
use crate::ilr::visit::cone;
use crate::ilr::{Term, TermStore};
use crate::rewrite::{Builder, Import};

/// Terms of one builder reduced to operators with an SMT-LIB function, in a builder of their own
/// ([`Builder::reducing`]).
#[derive(Default)]
pub struct Reduction {
    /// Made with the first terms, whose builder determines the rules.
    builder: Option<Builder>,
    import: Import,
    asked: Vec<Term>,
}

impl Reduction {
    /// Reduces terms. All calls must use the same builder.
    pub fn terms(&mut self, of: &Builder, terms: &[Term]) -> Vec<Term> {
        let reducing = self.builder.get_or_insert_with(|| of.reducing());
        let reduced = self.import.terms(reducing, of, terms);
        self.asked.extend(&reduced);
        reduced
    }

    /// The builder of the reduced terms.
    ///
    /// # Panics
    /// If nothing was reduced yet, which is a fault of the caller.
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

    /// The model for the original terms.
    pub fn model(&self, of_reduced: &Model) -> Model {
        let mut model = Model::new();
        for &(var, reduced) in self.import.vars() {
            if let Some(value) = of_reduced.get(reduced) {
                model.set(var, value.clone());
            }
        }
        model
    }

    /// Adds the figures of the reduction to a solver's statistics.
    pub fn count(&self, statistics: &mut Statistics) {
        let Some(builder) = &self.builder else { return };
        statistics.formula_terms = self.import.count() as u64;
        statistics.reduced_terms = cone(builder, &self.asked).len() as u64;
        statistics.reductions = builder.rule_counts().to_vec();
    }
}

/// A solver that is queried in reduced terms.
pub struct Reduced<S> {
    inner: S,
    reduction: Reduction,
}

impl<S: Solver> Reduced<S> {
    /// Wraps a solver without assertions.
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

    fn effort(&self) -> u64 {
        self.inner.effort()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ilr::Sort::{Array, Bool, Bv};
    use crate::smt::Checked;
    use crate::smt::builtin::Builtin;
    use crate::smt::builtin::tests::{Generator, rng};

    /// Random formulas in two sessions: original and reduced. Models are checked on the original formulas.
    #[test]
    fn answers_stay_the_same() {
        let memory = Array { index: 2, elem: 8 };
        for (seed, sorts, heaps) in [
            (1, [Bool, Bv(3), Bv(8)], false),
            (2, [Bool, Bv(2), memory], false),
            (3, [Bool, Bv(3), Bv(3)], true),
        ] {
            let mut answers = [0, 0];
            for round in 0..60 {
                let mut g = Generator::new(rng(1000 * seed + round), &sorts, 16);
                g.heaps = heaps;
                let (mut b, mut import) = (Builder::new(), Import::default());
                let mut plain = Builtin::new();
                let mut reduced = Checked::new(Reduced::new(Builtin::new()));
                for query in 0..4 {
                    (0..15).for_each(|_| g.step());
                    let asked: Vec<Term> = (0..1 + g.below(3)).map(|_| g.formula()).collect();
                    let asked = import.terms(&mut b, &g.s, &asked);
                    let limits = Limits::default();
                    let one = plain.check(&mut b, &asked, &limits).expect("no fault");
                    let other = reduced.check(&mut b, &asked, &limits).expect("no fault");
                    assert_eq!(one, other, "seed {seed} round {round} query {query}");
                    answers[usize::from(one == Answer::Sat)] += 1;
                    if one == Answer::Sat {
                        plain.assert(&mut b, asked[0]).expect("no fault");
                        reduced.assert(&mut b, asked[0]).expect("no fault");
                    }
                }
            }
            assert!(answers[0] > 30 && answers[1] > 30, "{answers:?}");
        }
    }

    #[test]
    fn sizes_are_told() {
        let mut b = Builder::new();
        let memory = b.var("m", Array { index: 8, elem: 8 });
        let at = b.var("p", Bv(8));
        let value = b.load(crate::ilr::Op::LoadLe, memory, at, 32);
        let ones = b.popcount(value);
        let three = b.bv(32, 3);
        let question = b.eq(ones, three);
        let mut solver = Reduced::new(Builtin::new());
        assert_eq!(solver.check(&mut b, &[question], &Limits::default()).expect("no fault"), Answer::Sat);
        let statistics = solver.statistics();
        assert_eq!(statistics.formula_terms, 6);
        assert!(statistics.reduced_terms > 20, "{statistics:?}");
        let fired = |name| {
            let rule = crate::rewrite::RULES.iter().position(|r| r.name == name).expect("a rule");
            statistics.reductions[rule]
        };
        assert_eq!([fired("load_le_reduce"), fired("uaddo_reduce")], [3, 0]);
    }
}
