//! The normal form of a [`DataSet`].

use super::{DataSet, conjuncts};
use crate::rewrite::Builder;

/// The same set of vectors of cells exactly, in normal form. Cells may come out as constants. The path must be
/// satisfiable.
pub fn normalise(b: &mut Builder, data: DataSet) -> DataSet {
    let Some(path) = conjuncts(b, &data.path) else { return data };
    DataSet { path, ..data }
}
