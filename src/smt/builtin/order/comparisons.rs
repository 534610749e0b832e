//! The comparisons of variables without bits, as inputs of the circuit.

use rustc_hash::FxHashMap;

use super::super::aig::{Aig, Lit};
use crate::ilr::Term;

/// A comparison.
#[derive(Clone, Copy, Debug)]
pub struct OrderAtom {
    /// The input of the circuit that is true where `below` is less than `above`.
    pub lit: Lit,
    /// Number of a variable.
    pub below: u32,
    /// Number of a variable.
    pub above: u32,
}

/// Variables without bits, numbered, and their comparisons.
#[derive(Default)]
pub struct Comparisons {
    numbers: FxHashMap<Term, u32>,
    variables: Vec<Term>,
    by_sides: FxHashMap<(u32, u32), Lit>,
    made: Vec<OrderAtom>,
}

impl Comparisons {
    /// Adds a variable.
    pub fn add(&mut self, variable: Term) {
        self.numbers.insert(variable, self.variables.len() as u32);
        self.variables.push(variable);
    }

    /// The variables by their numbers.
    pub fn variables(&self) -> &[Term] {
        &self.variables
    }

    /// The comparisons in the order in which they were made.
    pub fn made(&self) -> &[OrderAtom] {
        &self.made
    }

    /// The edge that is true where a variable is less than another, if they have no bits.
    pub fn less(&mut self, g: &mut Aig, below: Term, above: Term) -> Option<Lit> {
        let (&a, &b) = (self.numbers.get(&below)?, self.numbers.get(&above)?);
        if a == b {
            return Some(Lit::FALSE);
        }
        let lit = *self.by_sides.entry((a, b)).or_insert_with(|| {
            let lit = g.input();
            self.made.push(OrderAtom { lit, below: a, above: b });
            lit
        });
        Some(lit)
    }
}
