//! Results for people and tools: pure functions from verdicts to text.

mod coverage;
mod explain;
mod html;
mod json;
mod junit;
mod layout;
mod lines;
mod objects;
mod run_metadata;
mod sarif;
mod stats;
mod story;
#[cfg(test)]
mod tests;
mod text;
mod vacuity;
mod value;
mod verdict;
pub mod witness;
pub mod xml;

pub use coverage::Coverage;
pub use html::{escaped, filled, fingerprint, html};
pub use json::{json, json_unknown};
pub use junit::junit;
pub use lines::place;
pub use run_metadata::{Answer, RunMetadata, Source};
pub use sarif::{SCHEMA as SARIF_SCHEMA, sarif};
pub use stats::{
    EngineAnswer, Figures, exploration, of_sets, of_steps, print as print_statistics, rules, statistics,
    unfinished,
};
pub use text::{TraceLength, plain_lines, text};
pub use vacuity::Vacuity;
pub use value::{input, shown};
pub use verdict::reason;
