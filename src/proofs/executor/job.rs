//! A job: tasks in a folder that all machines see.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::proofs::cache::Key;
use crate::proofs::outcome::{Limits, Outcome};
use crate::verify::io_words;

/// The list of tasks, in the folder of a job.
const FILE: &str = "job.json";

/// A question for a worker.
#[derive(Clone, Serialize, Deserialize, Debug)]
pub(crate) struct Task {
    /// The proof's name.
    pub name: String,
    /// The words of the command line.
    pub words: Vec<String>,
    /// The limits.
    pub limits: Limits,
    /// The key of the question: a worker that finds another one has other tools or files.
    pub key: Key,
}

/// What a worker found.
#[derive(Clone, Serialize, Deserialize, Debug)]
pub(crate) struct Found {
    /// The outcome.
    pub outcome: Outcome,
    /// Whether the cache has it.
    pub kept: bool,
}

/// Tasks, with what they have in common.
#[derive(Clone, Serialize, Deserialize, Debug)]
pub(crate) struct Job {
    /// The folder of the job.
    #[serde(skip)]
    pub folder: PathBuf,
    /// The folder that names of files are relative to.
    pub place: PathBuf,
    /// The folder with what is known.
    pub cache: PathBuf,
    /// Whether to run what is known, too.
    pub again: bool,
    /// The tasks.
    pub tasks: Vec<Task>,
}

fn fails(path: &Path) -> impl Fn(std::io::Error) -> String {
    move |error| format!("{}: {}", path.display(), io_words(&error))
}

impl Job {
    /// Writes it to its folder.
    ///
    /// # Errors
    /// In words.
    pub fn write(&self) -> Result<(), String> {
        let text = serde_json::to_string_pretty(self).unwrap_or_default() + "\n";
        fs::write(self.file(), text).map_err(fails(&self.file()))
    }

    /// Reads what [`Job::write`] has written.
    ///
    /// # Errors
    /// In words.
    pub fn read(file: &Path) -> Result<Job, String> {
        let text = fs::read_to_string(file).map_err(fails(file))?;
        let mut job: Job = serde_json::from_str(&text).map_err(|e| format!("{}: {e}", file.display()))?;
        job.folder = file.parent().map_or(PathBuf::new(), Path::to_owned);
        Ok(job)
    }

    /// The file with the list.
    pub fn file(&self) -> PathBuf {
        self.folder.join(FILE)
    }

    fn answer(&self, number: usize) -> PathBuf {
        self.folder.join(format!("{number}.json"))
    }

    /// What was found for a task, as soon as it is there.
    pub fn found(&self, number: usize) -> Option<Found> {
        let text = fs::read_to_string(self.answer(number)).ok()?;
        serde_json::from_str(&text).ok()
    }

    /// Leaves what was found for a task: all of it appears at once.
    ///
    /// # Errors
    /// In words.
    pub fn leave(&self, number: usize, found: &Found) -> Result<(), String> {
        let place = self.answer(number);
        let text = serde_json::to_string_pretty(found).unwrap_or_default() + "\n";
        let file = tempfile::NamedTempFile::new_in(&self.folder).map_err(fails(&place))?;
        fs::write(file.path(), text).map_err(fails(&place))?;
        file.persist(&place).map_err(|error| fails(&place)(error.error))?;
        Ok(())
    }
}
