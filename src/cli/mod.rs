//! The command line: the only part that prints and exits.

mod args;
mod certificate;
mod choices;
mod debug;
mod emit;
mod execute;
mod fault;
mod host;
mod inserted;
mod replay;
mod results;
mod run;
mod script;
mod simplify;
mod solve;
mod solvers;
mod source;
mod watch;
mod witness;

pub use args::command;
pub use run::main;
