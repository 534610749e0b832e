//! The symbolic engine: control explicit, data symbolic (SymDIVINE). It visits sets of states: what threads do, activations and
//! the shape of memory are those of one state of the machine, and the values are terms over inputs with a path condition.
//!
//! [`data`] is about sets of values alone: their normal form, inclusion, questions. `search` takes one set after the other: `expand`
//! executes its transitions, `store` keeps what they lead to among the `visited` sets, and `temporal` makes a graph of them for
//! properties of infinite runs. `concretise` finds the inputs of a run from the last set back to the first one, `show` executes it, and
//! [`check`] makes a verdict of all that.

mod check;
mod concretise;
pub mod data;
mod expand;
mod follow;
mod parallel;
mod search;
mod show;
mod store;
mod temporal;
mod visited;

pub use check::{Asked, check};
pub use search::{Closed, Figures, Solvers, Visiting};
