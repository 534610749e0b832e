//! Writing and reading the text of a question.

use std::fmt::Write;

use crate::ilr::visit::cone;
use crate::ilr::{Op, Sort, Term, TermStore};
use crate::smt::smtlib::read;
use crate::smt::smtlib::write::{WriteError, Writer};

/// Writes the script that asks whether all of `assumed` and one of `any` can hold together. The disjunction keeps one
/// operand for each of `any`, in their order.
///
/// # Errors
/// If a term has no equivalent in SMT-LIB.
pub fn write(store: &TermStore, assumed: &[Term], any: &[Term]) -> Result<String, WriteError> {
    let mut writer = Writer::new(true);
    let all: Vec<Term> = assumed.iter().chain(any).copied().collect();
    let formulas = writer.lower(store, &all)?;
    let (first, rest) = formulas.split_at(assumed.len());
    let (any, axioms) = rest.split_at(any.len());
    let mut out = String::new();
    writeln!(out, "(set-info :smt-lib-version 2.6)")?;
    writeln!(out, "(set-info :status unsat)")?;
    writeln!(out, "(set-logic {})", writer.logic())?;
    writer.define(&mut out, &formulas)?;
    for &formula in first.iter().chain(axioms) {
        write!(out, "(assert ")?;
        writer.term(&mut out, formula)?;
        writeln!(out, ")")?;
    }
    match any {
        [] => writeln!(out, "(assert false)")?,
        [one] => {
            write!(out, "(assert ")?;
            writer.term(&mut out, *one)?;
            writeln!(out, ")")?;
        }
        _ => {
            write!(out, "(assert (or")?;
            for &formula in any {
                out.push(' ');
                writer.term(&mut out, formula)?;
            }
            writeln!(out, "))")?;
        }
    }
    writeln!(out, "(check-sat)")?;
    writeln!(out, "(exit)")?;
    Ok(out)
}

/// A question as the checker reads it.
pub struct Question {
    /// Terms exactly as the text states them.
    pub store: TermStore,
    /// The assertions.
    pub assertions: Vec<Term>,
    /// All terms that the assertions depend on, operands first.
    pub terms: Vec<Term>,
}

impl Question {
    /// Name of a term that is a constant of the script.
    pub fn name(&self, term: usize) -> Option<String> {
        let t = self.store.at(term);
        (self.store.op(t) == Op::Var).then(|| self.store.name(t).to_owned())
    }

    /// Reads a script with one question.
    ///
    /// # Errors
    /// An error message for syntax or constructs that certificates do not support.
    pub fn read(text: &str) -> Result<Question, String> {
        let mut store = TermStore::default();
        let script = read::script(&mut store, text).map_err(|error| error.to_string())?;
        let queries = script.queries();
        let [query] = &queries[..] else { return Err("it does not ask one question".to_owned()) };
        let assertions = query.assertions.clone();
        let terms = cone(&store, &assertions);
        for &t in &terms {
            if store.op(t) == Op::Eq && matches!(store.sort(store.arg(t, 0)), Sort::Array { .. }) {
                return Err("arrays are compared, which certificates do not cover".to_owned());
            }
        }
        Ok(Question { store, assertions, terms })
    }
}
