//! ILR: the term language between programs and solvers (LLBMC thesis, section 3.7).
//!
//! Terms are hash-consed in a [`TermStore`]; a [`Term`] is an index into it, so structural
//! equality is an integer comparison and the children of a term always have smaller indices.
//! This layer does not simplify; `rewrite` does.

pub mod eval;
mod op;
mod sort;
mod store;
pub mod text;
mod value;
pub mod visit;

pub use op::Op;
pub use sort::Sort;
pub use store::{Term, TermStore};
pub use value::{ArrayValue, HeapValue, Value};
