//! The inputs of a run that shows a violation: from its last set of states, or the cycle that it stays in, back to the first one. Each transition is a
//! question of its own: which state of the set before it, and which inputs, lead to the state that was found behind it. There
//! always are some, as sets are exact.

use super::data::{DataSet, Found, Queries, apart};
use super::temporal::{Step, Temporal, sets_of};
use super::visited::{Entry, Way};
use crate::base::Bits;
use crate::engine::explicit::ltl::state_graph::Edge;
use crate::ilr::Term;
use crate::ilr::eval::{Evaluator, Model};
use crate::machine::Told;
use crate::rewrite::Builder;
use crate::smt::SmtError;

/// What was looked for.
pub enum Concrete {
    /// What the run is told up to a set, and on each way from there.
    Numbers(Vec<u128>, Vec<Vec<u128>>),
    /// The conditions hold in no state of the set.
    None,
    /// A state has none before it, which is a mistake unless a path may be one of no run.
    Lost,
    /// It was not found in time, or an input is too wide for a number.
    Unknown,
}

/// What the run is told in each of its transitions up to the set `last`, and on `ways` that go on from one state of it, where these
/// conditions hold.
///
/// # Errors
/// Of a solver.
pub fn concretise(
    b: &mut Builder,
    queries: &mut Queries,
    entries: &[Entry],
    (last, conditions, ways): (usize, &[Term], &[&[Told]]),
) -> Result<Concrete, SmtError> {
    let mut model = match queries.model(b, conditions)? {
        Found::Model(model) => model,
        Found::None => return Ok(Concrete::None),
        Found::Unknown => return Ok(Concrete::Unknown),
    };
    let of_ways: Option<Vec<_>> = ways.iter().map(|told| numbers(b, &model, told)).collect();
    let Some(of_ways) = of_ways else { return Ok(Concrete::Unknown) };
    let mut rows: Vec<Vec<u128>> = Vec::new();
    let mut at = last;
    loop {
        let ways = &entries[at].ways;
        if ways.is_empty() {
            rows.reverse();
            return Ok(Concrete::Numbers(rows.concat(), of_ways));
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
            return Ok(if open { Concrete::Unknown } else { Concrete::Lost });
        };
        model = found;
        let Some(row) = numbers(b, &model, &way.told) else { return Ok(Concrete::Unknown) };
        rows.push(row);
        at = way.from;
    }
}

/// A state before a way and what was told on it, that lead to the state of a model behind it.
fn before_way(b: &mut Builder, queries: &mut Queries, way: &Way, after: &Model) -> Result<Found, SmtError> {
    before(b, queries, &way.raw, (&way.cells, after))
}

/// The same of the data as a transition left them; `cells` are those of the set behind it, in the same order.
fn before(
    b: &mut Builder,
    queries: &mut Queries,
    left: &DataSet,
    (cells, after): (&[Term], &Model),
) -> Result<Found, SmtError> {
    let mut conjuncts = left.path.clone();
    let values: Vec<Bits> = {
        let mut evaluator = Evaluator::new(b.store(), after);
        cells.iter().map(|&cell| evaluator.bits(cell)).collect()
    };
    for (&cell, value) in left.cells.iter().zip(&values) {
        let value = b.constant(value);
        let equal = b.eq(cell, value);
        conjuncts.push(equal);
    }
    queries.model(b, &conjuncts)
}

/// How often a run goes around a cycle of sets, at most, before it is where it was.
const MOST_ROUNDS: usize = 8;
/// Most transitions of a question about a cycle.
const MOST_STEPS: usize = 400;

/// What a run is told in each of some transitions; nothing where it has ended.
pub type Rows = Vec<Option<Vec<u128>>>;

/// A run along a path of sets whose cycle comes back to the state where it begins: what it is told to its cycle and in the cycle.
/// Nothing where none was found.
///
/// # Errors
/// Of a solver.
pub fn concretise_cycle(
    b: &mut Builder,
    queries: &mut Queries,
    (entries, graph): (&[Entry], &Temporal<'_>),
    (prefix, cycle): (&[Edge], &[Edge]),
) -> Result<Option<[Rows; 2]>, SmtError> {
    let [prefix, cycle] = sets_of(prefix, cycle);
    let mut rounds = 1;
    while rounds <= MOST_ROUNDS && rounds * cycle.len() <= MOST_STEPS {
        let around: Vec<(usize, Option<&Step>)> = std::iter::repeat_n(&cycle, rounds)
            .flatten()
            .map(|(from, edge)| (*from, graph.step(*from, edge)))
            .collect();
        rounds *= 2;
        let Some((mut model, turns)) = closed(b, queries, entries, &around)? else { continue };
        let mut way = Vec::new();
        for (from, edge) in prefix.iter().rev() {
            let Some(step) = graph.step(*from, edge) else { return Ok(None) };
            let cells = &entries[edge.target.index()].data.cells;
            match before(b, queries, &step.data, (cells, &model))? {
                Found::Model(found) => model = found,
                // Other states on the cycle may have some before them; they are not looked for.
                Found::None | Found::Unknown => return Ok(None),
            }
            let Some(row) = numbers(b, &model, &step.told) else { return Ok(None) };
            way.push(Some(row));
        }
        way.reverse();
        return Ok(Some([way, turns]));
    }
    Ok(None)
}

/// A state of the first set from which these steps lead back to it, with what they are told.
fn closed(
    b: &mut Builder,
    queries: &mut Queries,
    entries: &[Entry],
    around: &[(usize, Option<&Step>)],
) -> Result<Option<(Model, Rows)>, SmtError> {
    let mut conjuncts = Vec::new();
    let mut told: Vec<Option<Vec<Told>>> = Vec::new();
    // The inputs of each step bear its number, but for the first one's.
    let copy = |b: &mut Builder, terms: &[Term], number: usize| match number {
        0 => terms.to_vec(),
        _ => apart(b, terms, |_| true, number),
    };
    for (number, (from, step)) in around.iter().enumerate() {
        let next = (number + 1) % around.len();
        let behind = around[next].0;
        let Some(step) = step else {
            conjuncts.extend(entries[*from].data.path.iter().copied());
            told.push(None);
            continue;
        };
        let path = copy(b, &step.data.path, number);
        let left = copy(b, &step.data.cells, number);
        let begin = copy(b, &entries[behind].data.cells, next);
        conjuncts.extend(path);
        for (&cell, &other) in left.iter().zip(&begin) {
            let equal = b.eq(cell, other);
            conjuncts.push(equal);
        }
        told.push(Some(step.told.iter().map(|what| what.renamed(|t| copy(b, &[t], number)[0])).collect()));
    }
    let Found::Model(model) = queries.model(b, &conjuncts)? else { return Ok(None) };
    let mut rows = Vec::new();
    for told in &told {
        rows.push(match told {
            None => None,
            Some(told) => match numbers(b, &model, told) {
                Some(row) => Some(row),
                None => return Ok(None),
            },
        });
    }
    Ok(Some((model, rows)))
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
