//! Inclusion of a [`DataSet`] in others.

use super::{DataSet, Queries};
use crate::rewrite::Builder;
use crate::smt::SmtError;

/// Whether every vector of `new` is a vector of some of `old`, which have as many cells of the same widths. Not sure
/// counts as false.
///
/// # Errors
/// If the solver fails.
pub fn is_included(
    _b: &mut Builder,
    _q: &mut Queries,
    new: &DataSet,
    old: &[&DataSet],
) -> Result<bool, SmtError> {
    Ok(old.iter().any(|o| o.cells == new.cells && o.path.iter().all(|c| new.path.contains(c))))
}
