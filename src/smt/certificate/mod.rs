//! Certificates of unsatisfiability: the text of a question, its circuit, the clauses and an LRAT proof. Includes the
//! checker, which shares neither circuits nor rewriting with the solver.
//!
//! A question is an SMT-LIB script over bit-vectors and arrays. A certificate consists of that text, unchanged, and
//! three files:
//!
//! 1. `question.map` holds an and-inverter graph, the edges of each term's bits, which inputs are reads of arrays, and
//!    the lemmas about these reads ([`circuit`] has the format).
//! 2. `question.cnf` holds the clauses: node 0 is false; three clauses for each conjunction that is needed; each assertion
//!    is true; the lemmas. The variable of node `n` is `n + 1`.
//! 3. `question.lrat` derives the empty clause from them.
//!
//! [`check`] accepts a certificate if the proof is valid ([`lrat`]), the map allows each clause, and the map is correct
//! for the text: for every model of the script's constants there are values of the graph's inputs such that the edges
//! of each term have the term's value and the lemmas hold. Two methods check the last point. [`simulate`] evaluates the
//! terms, without circuits, under random models. [`compare`] rebuilds the circuit of each operator without
//! simplification ([`plain`]) and asks a SAT solver whether it can differ.

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
