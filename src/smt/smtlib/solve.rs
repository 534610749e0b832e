//! Execution of scripts: terms are simplified as they are read, and a solver answers each check.

use std::fmt::Write;

use super::names::quoted;
use super::read::{self, Command};
use super::sexpr::SyntaxError;
use super::write::{Status, constant_text, sort_text};
use crate::base::Bits;
use crate::ilr::eval::Model;
use crate::ilr::{ArrayValue, Sort, Term, Value};
use crate::rewrite::Builder;
use crate::smt::{Answer, Limits, SmtError, Solver, Statistics};

/// Maximum number of elements of an array's value that are written one by one.
const MOST_STORES: u64 = 1 << 10;

/// Reason for which a script is not executed to its end.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// A syntax error.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// The solver failed.
    #[error(transparent)]
    Solver(#[from] SmtError),
}

/// The answer to one check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved {
    /// The answer.
    pub answer: Answer,
    /// The answer that the script states.
    pub status: Option<Status>,
    /// Values of the script's constants as an SMT-LIB model, if requested and if there are any.
    pub model: Option<String>,
}

impl Solved {
    /// Whether the script states another answer.
    pub fn contradicts(&self) -> bool {
        matches!(
            (&self.answer, self.status),
            (Answer::Sat, Some(Status::Unsat)) | (Answer::Unsat(_), Some(Status::Sat))
        )
    }
}

/// Executes a script; `each` receives each answer at once. Returns the solver's statistics; after a reset those of the
/// last solver. A script without checks asks one question at its end.
///
/// Assertions within a level are assumptions of the checks there, so that one solver serves all of them.
///
/// # Errors
/// The first syntax error, before anything is solved; a failure of the solver.
pub fn solve(
    text: &str,
    make: &dyn Fn() -> Box<dyn Solver>,
    limits: &Limits,
    models: bool,
    each: &mut dyn FnMut(Solved),
) -> Result<Statistics, SolveError> {
    let mut b = Builder::new();
    let mut script = read::script(&mut b, text)?;
    if !script.commands.iter().any(|c| matches!(c, Command::Check { .. })) {
        script.commands.push(Command::Check { assumptions: Vec::new(), status: None });
    }
    let mut solver = make();
    let mut held: Vec<Term> = Vec::new();
    let mut levels: Vec<usize> = Vec::new();
    for command in script.commands {
        match command {
            Command::Push(count) => levels.extend((0..count).map(|_| held.len())),
            Command::Pop(count) => {
                for _ in 0..count {
                    held.truncate(levels.pop().unwrap_or(0));
                }
            }
            Command::Assert(t) if levels.is_empty() => solver.assert(&mut b, t)?,
            Command::Assert(t) => held.push(t),
            Command::Reset => {
                levels.clear();
                held.clear();
                solver = make();
            }
            Command::Check { assumptions, status } => {
                let assumed: Vec<Term> = held.iter().copied().chain(assumptions).collect();
                let answer = solver.check(&mut b, &assumed, limits)?;
                let model = if models && answer == Answer::Sat {
                    let model = solver.model(&mut b)?;
                    Some(model_text(&b, &script.constants, &model))
                } else {
                    None
                };
                each(Solved { answer, status, model });
            }
        }
    }
    Ok(solver.statistics())
}

/// Values of the constants as definitions.
fn model_text(b: &Builder, constants: &[Term], model: &Model) -> String {
    let mut out = String::from("(\n");
    for &constant in constants {
        let sort = b.sort(constant);
        let value = model.get(constant).cloned().unwrap_or_else(|| Value::default_of(sort));
        // Writing to a string cannot fail.
        let name = quoted(b.name(constant));
        let _ = writeln!(out, "  (define-fun {name} () {} {})", sort_text(sort), value_text(sort, &value));
    }
    out.push(')');
    out
}

fn value_text(sort: Sort, value: &Value) -> String {
    match value {
        Value::Bool(value) => value.to_string(),
        Value::Bits(bits) => constant_text(bits),
        Value::Array(array) => array_text(sort, array),
        Value::Heap(_) => unreachable!("scripts have no heaps"),
    }
}

/// An array as its most frequent element everywhere plus stores, or as a function if there would be too many stores.
fn array_text(sort: Sort, array: &ArrayValue) -> String {
    let runs: Vec<(&Bits, &Bits)> = array.runs().collect();
    let width = array.index_width();
    let one = Bits::one(width);
    // Number of indices of a run, if it is small.
    let count = |i: usize| -> Option<u64> {
        let end = runs.get(i + 1).map_or_else(|| Bits::zero(width), |r| r.0.clone());
        let count = end.sub(runs[i].0).to_u64()?;
        // All indices.
        if runs.len() == 1 { None } else { Some(count) }
    };
    let common = (0..runs.len()).max_by_key(|&i| count(i).unwrap_or(u64::MAX)).expect("a run starts at zero");
    let others: Option<u64> =
        (0..runs.len()).filter(|&i| i != common).try_fold(0u64, |sum, i| sum.checked_add(count(i)?));
    if others.is_none_or(|n| n > MOST_STORES) {
        let mut body = constant_text(runs[0].1);
        for (first, element) in &runs[1..] {
            body = format!("(ite (bvule {} i) {} {body})", constant_text(first), constant_text(element));
        }
        return format!("(lambda ((i (_ BitVec {width}))) {body})");
    }
    let mut text = format!("((as const {}) {})", sort_text(sort), constant_text(runs[common].1));
    for i in (0..runs.len()).filter(|&i| i != common) {
        let mut index = runs[i].0.clone();
        for _ in 0..count(i).unwrap_or(0) {
            text = format!("(store {text} {} {})", constant_text(&index), constant_text(runs[i].1));
            index = index.add(&one);
        }
    }
    text
}
