//! Symbolic values: the inputs that a state stands for, with what is known of them.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::base::Bits;
use crate::ilr::{Sort, Term};
use crate::semantics::Symbolic;

/// Something that a run of the program is told, in the order in which it asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Told {
    /// A choice, of the search.
    Choice(u32),
    /// An input, of the surroundings.
    Input(Term),
}

impl Told {
    /// The same with another term for an input.
    pub fn renamed(self, name: impl FnOnce(Term) -> Term) -> Told {
        match self {
            Told::Choice(_) => self,
            Told::Input(input) => Told::Input(name(input)),
        }
    }
}

/// What is known of the inputs on the way to a state, and in the transition that goes on from there.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Course {
    /// Conditions under which the program gets here.
    pub path: Vec<Term>,
    /// What was told since the transition began.
    pub told: Vec<Told>,
    /// Which of several cases holds. Two questions may have a case in common and differ in the others.
    decided: FxHashMap<Box<[Term]>, u32>,
    /// Values of terms.
    picked: FxHashMap<Term, Bits>,
}

/// The symbolic values of a machine that stands for all runs.
#[derive(Default)]
pub struct Symbols {
    /// Maker of terms.
    pub domain: Symbolic,
    /// What is known.
    pub course: Arc<Course>,
}

impl Symbols {
    /// A new input. Inputs of one transition have different names, those of different ones may have the same.
    pub fn input(&mut self, width: u32) -> Term {
        let number = self.course.told.len();
        let input = self.domain.terms.var(&format!("in{width}!{number}"), Sort::Bv(width));
        self.tell(Told::Input(input));
        input
    }

    /// A condition holds that an input always has.
    pub fn assume(&mut self, condition: Term) {
        Arc::make_mut(&mut self.course).path.push(condition);
    }

    /// Something is told.
    pub fn tell(&mut self, what: Told) {
        Arc::make_mut(&mut self.course).told.push(what);
    }

    /// A state's path, from which a transition begins.
    pub fn begin(&mut self, path: &[Term]) {
        self.course = Arc::new(Course { path: path.to_vec(), ..Course::default() });
    }

    /// Which of some cases was found to hold.
    pub fn decided(&self, cases: &[Term]) -> Option<u32> {
        self.course.decided.get(cases).copied()
    }

    /// One of some cases holds; `open`: another one might have.
    pub fn decide(&mut self, cases: &[Term], chosen: u32, open: bool) {
        let course = Arc::make_mut(&mut self.course);
        course.decided.insert(cases.into(), chosen);
        if open {
            course.path.push(cases[chosen as usize]);
        }
    }

    /// The value that a term was found to have.
    pub fn picked(&self, term: Term) -> Option<&Bits> {
        self.course.picked.get(&term)
    }

    /// A term has a value; `open`: it might have had others.
    pub fn pick(&mut self, term: Term, value: Bits, open: bool) {
        let constant = self.domain.terms.constant(&value);
        let equal = self.domain.terms.eq(term, constant);
        let course = Arc::make_mut(&mut self.course);
        course.picked.insert(term, value);
        if open {
            course.path.push(equal);
        }
    }
}
