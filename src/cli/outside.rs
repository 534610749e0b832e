//! Values of the options that say what a program meets outside of itself.

use clap::ValueEnum;

/// Result of operations that C leaves undefined, where their check is off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Undefined {
    /// What the target's instructions do
    Target,
    /// Any value, another one each time
    Any,
}

/// What inline assembly does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Assembly {
    /// Nothing is known
    Unknown,
    /// It gives any value to its outputs
    Any,
}

/// What a read of volatile memory yields.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Volatile {
    /// What was written there
    Memory,
    /// Any value, another one each time
    Any,
}

/// Which signals are followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Signals {
    /// Those that the program sends itself
    Own,
    /// Others send any signals that have a handler, at any moment
    Any,
}
