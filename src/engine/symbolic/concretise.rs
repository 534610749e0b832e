//! The inputs of a run that leads to a violation: from its last set of states back to the first one. Each transition is a
//! question of its own: which state of the set before it, and which inputs, lead to the state that was found behind it. There
//! always are some, as sets are exact.

use super::data::{Found, Queries};
use super::visited::{Entry, Way};
use crate::base::Bits;
use crate::ilr::Term;
use crate::ilr::eval::{Evaluator, Model};
use crate::machine::Told;
use crate::rewrite::Builder;
use crate::smt::SmtError;

/// What was looked for.
pub enum Concrete {
    /// What the run is told.
    Numbers(Vec<u128>),
    /// There is no such run.
    None,
    /// It was not found in time, or an input is too wide for a number.
    Unknown,
}

/// What the run is told in each of its transitions, up to one from the set `last` that is told `told` and has this path.
///
/// # Errors
/// Of a solver.
pub fn concretise(
    b: &mut Builder,
    queries: &mut Queries,
    entries: &[Entry],
    (last, told, path): (usize, &[Told], &[Term]),
) -> Result<Concrete, SmtError> {
    let mut rows: Vec<Vec<u128>> = Vec::new();
    let mut model = match queries.model(b, path)? {
        Found::Model(model) => model,
        Found::None => return Ok(Concrete::None),
        Found::Unknown => return Ok(Concrete::Unknown),
    };
    let mut told = told;
    let mut at = last;
    loop {
        let Some(row) = numbers(b, &model, told) else { return Ok(Concrete::Unknown) };
        rows.push(row);
        let ways = &entries[at].ways;
        if ways.is_empty() {
            rows.reverse();
            return Ok(Concrete::Numbers(rows.concat()));
        }
        let (mut before, mut open) = (None, false);
        for way in ways {
            match before_way(b, queries, way, &model)? {
                Found::Model(found) => {
                    before = Some((way, found));
                    break;
                }
                Found::None => {}
                Found::Unknown => open = true,
            }
        }
        let Some((way, found)) = before else {
            return Ok(if open { Concrete::Unknown } else { Concrete::None });
        };
        model = found;
        (told, at) = (&way.told, way.from);
    }
}

/// A state before a way and what was told on it, that lead to the state of a model behind it.
fn before_way(b: &mut Builder, queries: &mut Queries, way: &Way, after: &Model) -> Result<Found, SmtError> {
    let mut conjuncts = way.raw.path.clone();
    let values: Vec<Bits> = {
        let mut evaluator = Evaluator::new(b.store(), after);
        way.cells.iter().map(|&cell| evaluator.bits(cell)).collect()
    };
    for (&cell, value) in way.raw.cells.iter().zip(&values) {
        let value = b.constant(value);
        let equal = b.eq(cell, value);
        conjuncts.push(equal);
    }
    queries.model(b, &conjuncts)
}

/// What a transition is told, under a model; none where an input is wider than numbers are.
fn numbers(b: &Builder, model: &Model, told: &[Told]) -> Option<Vec<u128>> {
    let mut evaluator = Evaluator::new(b.store(), model);
    told.iter()
        .map(|what| match what {
            Told::Choice(chosen) => Some((*chosen).into()),
            Told::Input(input) => evaluator.bits(*input).to_u128(),
        })
        .collect()
}
