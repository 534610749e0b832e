//! The Hanoi Omega-Automata format, version 1 (Babiak et al. 2015, <https://adl.github.io/hoaf/>).
//!
//! [`read`] accepts nondeterministic automata whose acceptance condition is a positive combination of `Inf`: Büchi or
//! generalised Büchi; state-based, transition-based or mixed; with explicit or implicit labels, aliases and several
//! initial states. It refuses `Fin` (co-Büchi, Rabin, Streett, parity), alternation (conjunctions of states) and
//! several automata in one text, with the position.
//!
//! **An automaton given as a property describes violations**: see the module above.

mod lex;
mod read;
mod write;

pub use read::read;
pub use write::write;

/// An error in the text of an automaton, with its position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct HoaError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The error, without a full stop.
    pub message: String,
}
