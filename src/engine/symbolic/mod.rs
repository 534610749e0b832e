//! The symbolic engine: control explicit, data symbolic (SymDIVINE). It visits sets of states: what threads do, activations and
//! the shape of memory are those of one state of the machine, and the values are terms over inputs with a path condition.
//!
//! [`data`] is about sets of values alone: their normal form, inclusion, questions. `expand` executes the transitions of a set,
//! `visited` keeps the sets, `concretise` finds the inputs of a run from the last set back to the first one, and
//! [`check`] makes a verdict of all that.

mod check;
mod concretise;
pub mod data;
mod expand;
mod show;
mod temporal;
mod visited;

pub use check::{Asked, Closed, Figures, Solvers, Visiting, check};
