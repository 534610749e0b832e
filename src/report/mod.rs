//! Results for people and tools: pure functions from verdicts to text.

mod json;
mod layout;
mod lines;
mod stats;
#[cfg(test)]
mod tests;
mod text;
mod value;
mod verdict;
pub mod witness;

pub use json::{json, json_unknown};
pub use lines::{Line, LineKind, lines, place};
pub use stats::{Figures, Told, exploration, print as print_statistics, rules, statistics};
pub use text::{TraceLength, text};
pub use value::{input, shown};
pub use verdict::{reason, verdict_line};
