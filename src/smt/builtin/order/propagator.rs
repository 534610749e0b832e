//! The order theory as a propagator of CaDiCaL (K. Fazekas, A. Niemetz, M. Preiner, M. Kirchweger, S. Szeider, A. Biere, "IPASIR-UP: User
//! Propagators for CDCL", SAT 2023). A panic in a call-back would end the process, so nothing here panics.

use std::cell::{RefCell, RefMut};
use std::rc::Rc;

use cadical_sys::ExternalPropagator;

use super::theory::OrderTheory;

/// Passes on what CaDiCaL says to a theory that it shares with its owner.
pub struct Propagator {
    theory: Rc<RefCell<OrderTheory>>,
    /// The clause that CaDiCaL fetches, last literal first.
    clause: Vec<i32>,
    /// Whether it fetches the reason of a literal.
    is_reason: bool,
}

impl Propagator {
    /// Makes a propagator of a theory.
    pub fn new(theory: Rc<RefCell<OrderTheory>>) -> Propagator {
        Propagator { theory, clause: Vec::new(), is_reason: false }
    }

    /// The theory. Its owner does not use it while CaDiCaL works.
    fn theory(&self) -> Option<RefMut<'_, OrderTheory>> {
        self.theory.try_borrow_mut().ok()
    }
}

impl ExternalPropagator for Propagator {
    fn notify_assignment(&mut self, lits: &[i32]) {
        if let Some(mut theory) = self.theory() {
            lits.iter().for_each(|&lit| theory.assign(lit));
        }
    }

    fn notify_new_decision_level(&mut self) {
        if let Some(mut theory) = self.theory() {
            theory.push_level();
        }
    }

    fn notify_backtrack(&mut self, new_level: usize) {
        if let Some(mut theory) = self.theory() {
            theory.backtrack(new_level);
        }
    }

    fn cb_check_found_model(&mut self, model: &[i32]) -> bool {
        let Some(mut theory) = self.theory() else { return false };
        // Literals that CaDiCaL has not told are taken back with the current level.
        model.iter().for_each(|&lit| theory.assign(lit));
        theory.conflict().is_none()
    }

    fn cb_propagate(&mut self) -> i32 {
        self.theory().and_then(|mut theory| theory.propagate()).unwrap_or(0)
    }

    fn cb_add_reason_clause_lit(&mut self, propagated_lit: i32) -> i32 {
        if !self.is_reason {
            let Some(reason) = self.theory().map(|mut theory| theory.reason(propagated_lit)) else {
                return 0;
            };
            (self.clause, self.is_reason) = (reason, true);
        }
        let next = self.clause.pop();
        self.is_reason = next.is_some();
        next.unwrap_or(0)
    }

    fn cb_has_external_clause(&mut self, is_forgettable: &mut bool) -> bool {
        *is_forgettable = true;
        let conflict = self.theory().and_then(|mut theory| theory.conflict());
        let Some(clause) = conflict else { return false };
        self.clause = clause;
        true
    }

    fn cb_add_external_clause_lit(&mut self) -> i32 {
        self.clause.pop().unwrap_or(0)
    }
}
