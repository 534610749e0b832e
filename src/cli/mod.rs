//! The command line: the only part that prints and exits.

mod args;
mod run;
mod solvers;

pub use args::command;
pub use run::main;
