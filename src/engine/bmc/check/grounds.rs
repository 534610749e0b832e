//! What a verdict TRUE stands on: questions without a model, and which of them decides each obligation.

use crate::engine::bmc::ledger::{Kind, Obligation};
use crate::ilr::{Term, TermStore};
use crate::program::LocId;
use std::rc::Rc;

/// What a question is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Whether a run satisfies the condition of an obligation.
    Obligations,
    /// Whether a path has runs: what lies behind one that has none was not evaluated.
    Path,
    /// Whether a candidate invariant is broken while all of them are assumed.
    Candidates,
    /// Whether an iteration of a loop does not make its measures less.
    Measures,
}

impl Purpose {
    /// A word for people and tools.
    pub fn word(self) -> &'static str {
        match self {
            Purpose::Obligations => "obligations",
            Purpose::Path => "path",
            Purpose::Candidates => "claims",
            Purpose::Measures => "measures",
        }
    }
}

/// A question that a solver has answered with unsat: no model satisfies all of `assumed` and one of `any`.
#[derive(Clone, Debug)]
pub struct Question {
    /// What it is about.
    pub purpose: Purpose,
    /// What is assumed.
    pub assumed: Vec<Term>,
    /// The conditions of which none holds.
    pub any: Vec<Term>,
}

/// An obligation of the evaluation that a proof has discharged.
#[derive(Clone, Debug)]
pub struct DischargedObligation {
    /// What it is about.
    pub kind: Kind,
    /// Its place.
    pub loc: Option<LocId>,
    /// What no run satisfies.
    pub cond: Term,
}

/// What a TRUE stands on. Its terms are in a store of their own, for a proof by induction, or else those of
/// [`super::Report::formula`].
#[derive(Default)]
pub struct Grounds {
    /// The terms, where they are not those of the last round.
    pub terms: Option<Rc<TermStore>>,
    /// All questions that were answered with unsat.
    pub questions: Vec<Question>,
    /// The obligations. Those that fold to false while they are made are not among them.
    pub obligations: Vec<DischargedObligation>,
}

impl Grounds {
    /// The obligations of an evaluation, with the questions that were asked about it.
    pub fn new(questions: Vec<Question>, obligations: &[Obligation]) -> Grounds {
        let state = |o: &Obligation| DischargedObligation { kind: o.kind.clone(), loc: o.loc, cond: o.cond };
        Grounds { terms: None, questions, obligations: obligations.iter().map(state).collect() }
    }
}
