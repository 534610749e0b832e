//! One proof of a set.

use super::expected::Expected;

/// A proof, with what it inherits.
#[derive(Clone, Debug)]
pub struct Proof {
    /// Its name, which no other proof of the set has.
    pub name: String,
    /// Its line in the manifest.
    pub line: usize,
    /// Its inputs, relative to the manifest's folder.
    pub sources: Vec<String>,
    /// Function that starts the program.
    pub entry: Option<String>,
    /// Compilation database, or its folder.
    pub compile_commands: Option<String>,
    /// Compilation database whose files are linked where they are needed, or its folder.
    pub all_of: Option<String>,
    /// Other words of the command line.
    pub options: Vec<String>,
    /// Whether it is asked what no run reaches.
    pub vacuity: bool,
    /// Verdicts that are in order.
    pub expected: Expected,
    /// Most seconds.
    pub time: Option<f64>,
    /// Most megabytes.
    pub memory: Option<u64>,
}

impl Proof {
    /// The words of the command line that ask for it, but for its limits.
    pub fn words(&self) -> Vec<String> {
        let mut words = self.options.clone();
        words.extend(self.vacuity.then(|| "--vacuity".to_owned()));
        let named = [
            ("--entry", &self.entry),
            ("--compile-commands", &self.compile_commands),
            ("--all-of", &self.all_of),
        ];
        for (option, value) in named {
            words.extend(value.iter().map(|value| format!("{option}={value}")));
        }
        words.extend(self.sources.iter().cloned());
        words
    }
}
