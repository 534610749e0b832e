//! Which functions of the sources some proof reaches.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;

use super::task::FUNCTIONS;
use crate::program::SourceFunction;

/// Where headers of the system lie.
const SYSTEM: &str = "/usr/";

/// The functions of the sources, each with the names of the proofs whose entries lead to it by calls.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Coverage(pub BTreeMap<SourceFunction, Vec<String>>);

/// A function as a proof tells it.
#[derive(Deserialize)]
struct Told {
    file: String,
    line: u32,
    name: String,
    reached: bool,
}

impl Coverage {
    /// What proofs tell together, by their names and the folders with their files.
    pub(super) fn of<'a>(proofs: impl Iterator<Item = (&'a str, &'a Path)>) -> Coverage {
        let mut coverage = Coverage::default();
        for (proof, files) in proofs {
            let text = fs::read_to_string(files.join(FUNCTIONS)).unwrap_or_default();
            let told: Vec<Told> = serde_json::from_str(&text).unwrap_or_default();
            for Told { file, line, name, reached } in told {
                if file.starts_with(SYSTEM) {
                    continue;
                }
                let file = file.trim_start_matches("./").to_owned();
                let proofs = coverage.0.entry(SourceFunction { file, line, name }).or_default();
                proofs.extend(reached.then(|| proof.to_owned()));
            }
        }
        coverage
    }

    /// Functions that some proof reaches, and all.
    pub fn counts(&self) -> (usize, usize) {
        (self.0.values().filter(|proofs| !proofs.is_empty()).count(), self.0.len())
    }
}
