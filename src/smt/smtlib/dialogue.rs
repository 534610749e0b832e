//! The sending side of a dialogue with a solver: computes the text for each check, given what was sent before.

use std::fmt::Write;

use super::lower::Inexpressible;
use super::write::Writer;
use crate::ilr::{Term, TermStore};

/// How assumptions of a single check are expressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Incremental {
    /// `check-sat-assuming` with names of defined terms.
    Assuming,
    /// `push`, `assert`, `check-sat`, `pop`.
    Push,
    /// Assumptions are asserted, so a dialogue has one check.
    Never,
}

/// What remains to be done after [`Dialogue::ask`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    /// The text ends with a check.
    Check,
    /// An assumption is the constant false, so the text has no check: the answer is unsat.
    False,
    /// Arrays appeared after a logic without them was set; a new dialogue is needed.
    Restart,
}

/// A growing script and the state of its writer.
pub struct Dialogue {
    writer: Writer,
    incremental: Incremental,
    logic: Option<&'static str>,
    pushed: bool,
}

impl Dialogue {
    /// Starts an empty dialogue.
    pub fn new(incremental: Incremental, const_arrays: bool) -> Dialogue {
        Dialogue { writer: Writer::new(const_arrays), incremental, logic: None, pushed: false }
    }

    /// The writer of the terms sent so far.
    pub fn writer(&self) -> &Writer {
        &self.writer
    }

    /// Appends the text that asks whether all assertions, including the new ones, hold together with the assumptions.
    ///
    /// # Errors
    /// If a term has no SMT-LIB form; then nothing is appended, and the dialogue can go on without it.
    pub fn ask(
        &mut self,
        text: &mut String,
        store: &TermStore,
        new: &[Term],
        assumptions: &[Term],
    ) -> Result<Asked, Inexpressible> {
        let formulas = self.writer.lower(store, &[new, assumptions].concat())?;
        let logic = self.writer.logic();
        match self.logic {
            None => {
                text.push_str("(set-option :print-success false)\n(set-option :produce-models true)\n");
                text.push_str(&format!("(set-logic {logic})\n"));
                self.logic = Some(logic);
            }
            Some(before) if before != logic => return Ok(Asked::Restart),
            Some(_) => {}
        }
        let (assertions, rest) = formulas.split_at(new.len());
        let (assumptions, axioms) = rest.split_at(assumptions.len());
        Ok(self.append(text, assertions, assumptions, axioms).expect("strings take anything"))
    }

    fn append(
        &mut self,
        text: &mut String,
        assertions: &[Term],
        assumptions: &[Term],
        axioms: &[Term],
    ) -> Result<Asked, std::fmt::Error> {
        if std::mem::take(&mut self.pushed) {
            text.push_str("(pop 1)\n");
        }
        let mut roots = [assertions, axioms, assumptions].concat();
        if self.incremental == Incremental::Assuming {
            // The second use gives every assumption a name.
            roots.extend(assumptions);
        }
        self.writer.define(text, &roots)?;
        for &formula in assertions.iter().chain(axioms) {
            self.assert(text, formula)?;
        }
        let image = self.writer.lowering().image();
        let (no, yes) = (image.bool(false), image.bool(true));
        if assumptions.contains(&no) {
            return Ok(Asked::False);
        }
        let assumptions: Vec<Term> = assumptions.iter().copied().filter(|&a| a != yes).collect();
        if assumptions.is_empty() {
            text.push_str("(check-sat)\n");
            return Ok(Asked::Check);
        }
        if self.incremental == Incremental::Assuming {
            text.push_str("(check-sat-assuming (");
            for (i, &a) in assumptions.iter().enumerate() {
                text.push_str(if i > 0 { " " } else { "" });
                self.writer.term(text, a)?;
            }
            text.push_str("))\n");
            return Ok(Asked::Check);
        }
        if self.incremental == Incremental::Push {
            text.push_str("(push 1)\n");
            self.pushed = true;
        }
        for &a in &assumptions {
            self.assert(text, a)?;
        }
        text.push_str("(check-sat)\n");
        Ok(Asked::Check)
    }

    fn assert(&self, text: &mut String, formula: Term) -> std::fmt::Result {
        text.push_str("(assert ");
        self.writer.term(text, formula)?;
        writeln!(text, ")")
    }
}
