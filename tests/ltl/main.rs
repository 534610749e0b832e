//! Linear temporal logic: formulas, automata, searches, and the HOA format, each against a second way.

#[path = "../common/splitmix.rs"]
mod splitmix;

mod emptiness;
mod guards;
mod hoa;
mod sizes;
mod syntax;
mod tree;
mod words;
