//! Linear temporal logic and Büchi automata.
//!
//! A property is a formula ([`Formulas`], [`parse`]) or an automaton ([`hoa`]). [`translate`] turns a formula into an
//! [`Automaton`] with transition-based generalised Büchi acceptance; [`Automaton::to_buchi`] turns that into a
//! state-based Büchi automaton. A run of a program violates a formula if the automaton of the *negated* formula accepts
//! the run. [`emptiness`] searches the [`Product`] of program and automaton for such a run, a [`Lasso`]. A [`Word`]
//! evaluates a formula directly on a lasso, without automata, which checks results of the search independently.
//!
//! **User-supplied automata describe violations**, like Spin's never claims and DIVINE's property automata: a
//! nondeterministic automaton is hard to complement, and nothing here complements one. [`Automaton::over`] adapts it to
//! the propositions of the search.
//!
//! This layer neither reads files nor prints. Nothing recurses on the depth of a formula.

mod automaton;
pub mod emptiness;
mod formula;
mod guard;
pub mod hoa;
mod parallel;
mod parse;
mod print;
mod product;
mod reduce;
mod scc;
mod simplify;
mod translate;
mod word;

pub use automaton::{Automaton, Buchi, Edge, MAX_SETS, Marks, State};
pub use emptiness::{Emptiness, Empty, Graph, Lasso};
pub use formula::{Formula, Formulas, MAX_PROPS, Node, Prop, Valuation};
pub use guard::{Cube, Guard};
pub use parallel::parallel_nested_dfs;
pub use parse::{parse, places};
pub use print::print;
pub use product::{Product, System};
pub use simplify::simplify;
pub use translate::{Limits, TooLarge, translate, violations};
pub use word::Word;
