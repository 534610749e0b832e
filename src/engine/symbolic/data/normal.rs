//! The normal form of a [`DataSet`].

use super::cone::Cone;
use super::facts::{drop_unrelated, join, propagate};
use super::unconstrained::{Fresh, eliminate};
use super::{DataSet, conjuncts, equalities, rename};
use crate::ilr::Term;
use crate::rewrite::Builder;

/// Maximum number of times that names are given; simplification under the new names may show more.
const ROUNDS: usize = 4;
/// Maximum number of passes before names are given.
const PASSES: usize = 24;

/// The same set of vectors of cells exactly, in normal form. Cells may come out as constants. The path must be
/// satisfiable.
pub fn normalise(b: &mut Builder, mut data: DataSet) -> DataSet {
    let mut fresh = Fresh::default();
    for _ in 0..ROUNDS {
        let Some(cone) = reduce(b, &mut data, &Variables::Inputs, &mut fresh) else {
            return DataSet { path: vec![b.ff()], ..data };
        };
        if !rename::rename(b, &cone, &mut data.cells, &mut data.path) {
            break;
        }
    }
    data
}

/// What the variables of a set are.
pub(super) enum Variables<'a> {
    /// Inputs; the path is satisfiable.
    Inputs,
    /// These are inputs, all others are cells and stay as they are. The path may be unsatisfiable.
    Hidden(&'a dyn Fn(Term) -> bool),
}

/// Simplifies until nothing changes, without giving names. Returns the terms of the result, `None` if the path turned out to be
/// unsatisfiable.
pub(super) fn reduce(
    b: &mut Builder,
    data: &mut DataSet,
    variables: &Variables<'_>,
    fresh: &mut Fresh,
) -> Option<Cone> {
    let mut passes = 0;
    loop {
        data.path = conjuncts(b, &data.path)?;
        join(b, &mut data.path)?;
        let cone = Cone::of(b, data.cells.iter().chain(&data.path));
        passes += 1;
        if passes > PASSES || !pass(b, &cone, data, variables, fresh) {
            return Some(cone);
        }
    }
}

/// Makes one kind of change, if there is any.
fn pass(
    b: &mut Builder,
    cone: &Cone,
    data: &mut DataSet,
    variables: &Variables<'_>,
    fresh: &mut Fresh,
) -> bool {
    let map = match variables {
        Variables::Inputs => equalities::solve(b, cone, &mut data.path, &|_| true),
        Variables::Hidden(hidden) => equalities::solve(b, cone, &mut data.path, hidden),
    };
    if !map.is_empty() {
        // What remains of the equalities is new.
        let cone = Cone::of(b, data.cells.iter().chain(&data.path));
        data.cells = cone.substitute(b, &data.cells, &map);
        data.path = cone.substitute(b, &data.path, &map);
        return true;
    }
    let changed = match variables {
        Variables::Inputs => {
            propagate(b, cone, &mut data.cells, &mut data.path)
                || drop_unrelated(cone, &data.cells, &mut data.path)
        }
        // A cell that has one value is still a variable of the path.
        Variables::Hidden(_) => propagate(b, cone, &mut [], &mut data.path),
    };
    if changed {
        return true;
    }
    match eliminate(b, cone, &data.cells, &data.path, fresh) {
        Some((cells, path)) => {
            (data.cells, data.path) = (cells, path);
            true
        }
        None => false,
    }
}
