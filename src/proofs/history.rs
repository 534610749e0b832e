//! The last verdict and time of each proof, to be compared with.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::verify::io_words;

/// The file below the cache's folder.
const FILE: &str = "last.json";

/// What a proof was last.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct Previous {
    /// The verdict line.
    pub line: String,
    /// Seconds that it took.
    pub seconds: f64,
}

/// The last runs, by names of proofs.
#[derive(Clone, Default, Serialize, Deserialize, Debug)]
pub(super) struct History(BTreeMap<String, Previous>);

impl History {
    /// Reads it; a file that is missing or is something else tells nothing.
    pub fn read(folder: &Path) -> History {
        let text = fs::read_to_string(folder.join(FILE)).ok();
        text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
    }

    pub fn of(&self, name: &str) -> Option<&Previous> {
        self.0.get(name)
    }

    pub fn note(&mut self, name: &str, previous: Previous) {
        self.0.insert(name.to_owned(), previous);
    }

    /// Writes it, by another name first.
    ///
    /// # Errors
    /// In words.
    pub fn write(&self, folder: &Path) -> Result<(), String> {
        let fails = |error: std::io::Error| format!("{}: {}", folder.display(), io_words(&error));
        let text = serde_json::to_string_pretty(self).unwrap_or_default() + "\n";
        let file = tempfile::NamedTempFile::new_in(folder).map_err(fails)?;
        fs::write(file.path(), text).map_err(fails)?;
        file.persist(folder.join(FILE)).map_err(|error| fails(error.error))?;
        Ok(())
    }
}
