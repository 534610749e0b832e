//! Certificates of unsatisfiability: the text of a question, the circuit that was made of it, its clauses and an LRAT
//! proof; and the check of all these by code that shares neither circuits nor rewriting with the solver.
//!
//! A question is an SMT-LIB script over bit-vectors and arrays. What follows starts from that text, read as it stands:
//!
//! 1. `question.map` holds an and-inverter graph, the edges of each term's bits, which inputs are reads of arrays, and
//!    the lemmas about these reads ([`circuit`] has the format).
//! 2. `question.cnf` holds the clauses: node 0 is false; three clauses for each conjunction that is needed; each assertion
//!    is true; the lemmas. The variable of node `n` is `n + 1`.
//! 3. `question.lrat` derives the empty clause from them.
//!
//! [`check`] accepts these when the proof is one ([`lrat`]), each clause is one of those that the map allows, and the map
//! is right about the text: for every model of the script's constants there are values of the graph's inputs such that
//! each term's edges have the term's value and the lemmas hold. The last step is done in two ways: by evaluating the
//! terms (without any circuit) under random models ([`simulate`]), and by making the circuit of each operator again without
//! simplification ([`plain`]) and asking a SAT solver whether it can differ ([`compare`]).

pub mod check;
pub mod circuit;
mod compare;
mod gates;
pub mod lrat;
mod plain;
mod simulate;
mod sweep;
pub mod text;

#[cfg(test)]
mod tests;
