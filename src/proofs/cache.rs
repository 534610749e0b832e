//! What is known from earlier runs, by the content of all that the answers depend on.
//!
//! The key of a question is a hash of the program `bmc` itself, the version of clang, the words of the command line, what clang makes
//! of each input before it compiles it, and the names and contents of all files that are read: inputs, what they include by clang's own
//! account, and files that options name. Limits are not part of the key: they stand beside the answer. An answer is kept only if
//! the question still has the same key when it is there.
//!
//! In the folder, `results/KEY` has the files of an answer. It is made under another name and renamed, so that others see all of it or
//! nothing, also where several machines share the folder.

use std::collections::HashMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::leftovers;
use super::outcome::{Limits, Outcome};
use crate::base::content::{hexadecimal, sha256};
use crate::frontend::{self, Reads, Stamp};
use crate::property::CheckSet;
use crate::verify::{ProgramOptions, io_words};

/// What the words of a command line ask for.
#[derive(Clone, Debug)]
pub struct Question {
    /// The words.
    pub words: Vec<String>,
    /// The inputs.
    pub inputs: Vec<PathBuf>,
    /// How they become a program.
    pub program: ProgramOptions,
    /// What is checked.
    pub checks: CheckSet,
    /// Other files that the answer depends on.
    pub files: Vec<PathBuf>,
    /// Limits among the words.
    pub limits: Limits,
}

/// The key of a question: the name of a folder.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub(super) struct Key(String);

/// What was found out about files, so that it is found out once for many proofs.
#[derive(Default)]
struct Memory {
    /// Hashes of files that were read.
    hashes: Mutex<HashMap<PathBuf, String>>,
    /// What inputs depend on, by input and options.
    reads: Mutex<HashMap<String, Result<Reads, String>>>,
}

/// The file in a folder of results that tells the outcome.
const OUTCOME: &str = "outcome.json";

/// The folder below it with what is being found.
const RUNNING: &str = "running";

/// Version of the keys and of the files below the folder.
const VERSION: &str = "bmc proofs 1";

/// The folder with what is known.
pub struct Cache {
    folder: PathBuf,
    /// What all keys have in common.
    tools: String,
    /// The program that answers, as it was when it was read.
    executable: (PathBuf, Option<Stamp>),
    memory: Memory,
}

fn hash_of(path: &Path) -> Result<String, String> {
    let fails = |error| format!("{}: {}", path.display(), io_words(&error));
    let mut file = fs::File::open(path).map_err(fails)?;
    let mut hash = Sha256::new();
    let mut part = vec![0; 1 << 16];
    loop {
        match file.read(&mut part).map_err(fails)? {
            0 => return Ok(hexadecimal(&hash.finalize())),
            n => hash.update(&part[..n]),
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Memory {
    fn reads(&self, question: &Question, input: &Path) -> Result<Reads, String> {
        let name = format!("{input:?} {:?} {:?}", question.program, question.checks);
        if let Some(reads) = locked(&self.reads).get(&name) {
            return reads.clone();
        }
        let reads = question.program.reads(input, question.checks);
        locked(&self.reads).insert(name, reads.clone());
        reads
    }

    fn reads_of_project(&self, question: &Question) -> Result<Option<Reads>, String> {
        let Question { program, inputs, checks, .. } = question;
        if program.all_of.is_none() {
            return Ok(None);
        }
        let name = format!("{inputs:?} {program:?} {checks:?}");
        if let Some(reads) = locked(&self.reads).get(&name) {
            return reads.clone().map(Some);
        }
        // The overriding files are among the inputs of a question.
        let others = &program.definitions.overrides;
        let inputs: Vec<PathBuf> = inputs.iter().filter(|input| !others.contains(input)).cloned().collect();
        let reads = program.reads_of_project(&inputs, *checks);
        if let Some(reads) = reads.clone().transpose() {
            locked(&self.reads).insert(name, reads);
        }
        reads
    }

    fn hash(&self, path: &Path) -> Result<String, String> {
        if let Some(hash) = locked(&self.hashes).get(path) {
            return Ok(hash.clone());
        }
        let hash = hash_of(path)?;
        locked(&self.hashes).insert(path.to_owned(), hash.clone());
        Ok(hash)
    }
}

impl Cache {
    /// Opens a folder, which is made if it is missing. `executable` is the program that answers.
    ///
    /// # Errors
    /// In words: the folder cannot be made, the program cannot be read.
    pub fn open(folder: &Path, executable: &Path) -> Result<Cache, String> {
        for part in ["results", RUNNING] {
            let path = folder.join(part);
            fs::create_dir_all(&path).map_err(|e| format!("{}: {}", path.display(), io_words(&e)))?;
        }
        leftovers::remove(&folder.join(RUNNING));
        // What lies there is no source.
        let _ = fs::write(folder.join(".gitignore"), "*\n");
        let stamp = Stamp::of(executable);
        let compiler = frontend::compiler().unwrap_or_default();
        let tools = format!("{VERSION}\n{}\n{compiler}\n", hash_of(executable)?);
        let executable = (executable.to_owned(), stamp);
        Ok(Cache { folder: folder.to_owned(), tools, executable, memory: Memory::default() })
    }

    /// The folder.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The key of a question.
    ///
    /// # Errors
    /// In words: a file cannot be read, a compiler's option is wrong.
    pub(super) fn key(&self, question: &Question) -> Result<Key, String> {
        self.key_by(&self.memory, question)
    }

    fn key_by(&self, memory: &Memory, question: &Question) -> Result<Key, String> {
        let mut text = self.tools.clone();
        let mut paths = question.files.clone();
        // A word that is the name of a file, or has one behind `=`, may be that of a file that is read.
        for word in &question.words {
            let value = word.split_once('=').map(|(_, value)| value);
            let named = [Some(word.as_str()), value].into_iter().flatten().map(PathBuf::from);
            paths.extend(named.filter(|path| path.is_file()));
            text += &format!("word {word:?}\n");
        }
        for input in &question.inputs {
            let reads = memory.reads(question, input)?;
            text += &format!("input {input:?} {:?}\n", reads.digest);
            paths.extend(reads.files);
        }
        if let Some(reads) = memory.reads_of_project(question)? {
            text += &format!("project {:?}\n", reads.digest);
            paths.extend(reads.files);
        }
        paths.sort();
        paths.dedup();
        for path in paths {
            text += &format!("file {path:?} {}\n", memory.hash(&path)?);
        }
        Ok(Key(sha256(text)))
    }

    /// Whether a question still has a key, when all is read again. If not, what was found out about files is forgotten.
    pub(super) fn is_current(&self, key: &Key, question: &Question) -> bool {
        let (executable, stamp) = &self.executable;
        let now = self.key_by(&Memory::default(), question);
        let current = now.as_ref() == Ok(key) && Stamp::of(executable) == *stamp;
        if !current {
            locked(&self.memory.hashes).clear();
            locked(&self.memory.reads).clear();
        }
        current
    }

    /// The folder with the files of an answer.
    pub(super) fn results(&self, key: &Key) -> PathBuf {
        self.folder.join("results").join(&key.0)
    }

    /// What is known of a question, if it counts within the limits.
    pub(super) fn find(&self, key: &Key, limits: Limits) -> Option<Outcome> {
        let text = fs::read_to_string(self.results(key).join(OUTCOME)).ok()?;
        let outcome: Outcome = serde_json::from_str(&text).ok()?;
        outcome.counts_within(limits).then_some(outcome)
    }

    /// A folder for the files of an answer that is being found.
    pub(super) fn begin(&self) -> Result<tempfile::TempDir, String> {
        leftovers::begin(&self.folder.join(RUNNING))
    }

    /// A folder for a job. It may be needed when this process is gone.
    pub(super) fn begin_job(&self) -> Result<tempfile::TempDir, String> {
        leftovers::begin_job(&self.folder.join(RUNNING))
    }

    /// Keeps the answer to a question, with the files in a folder, in place of an older one.
    pub(super) fn keep(&self, key: &Key, outcome: &Outcome, folder: tempfile::TempDir) -> Result<(), String> {
        let place = self.results(key);
        let fails = |error: std::io::Error| format!("{}: {}", place.display(), io_words(&error));
        let text = serde_json::to_string_pretty(outcome).unwrap_or_default();
        fs::write(folder.path().join(OUTCOME), text + "\n").map_err(fails)?;
        if place.exists() {
            // Another process may be first.
            let old = self.begin()?;
            let _ = fs::rename(&place, old.path().join("old"));
        }
        let made = folder.keep();
        match fs::rename(&made, &place) {
            // Somebody else has answered the same question meanwhile.
            Err(_) if place.join(OUTCOME).exists() => fs::remove_dir_all(&made).map_err(fails),
            done => done.map_err(fails),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proofs::outcome::Ending;

    const LIMITS: Limits = Limits { time: None, memory: None };

    fn question(folder: &Path, words: &[&str]) -> Question {
        Question {
            words: words.iter().map(|w| (*w).to_owned()).collect(),
            inputs: vec![folder.join("a.c")],
            program: ProgramOptions { include: vec![folder.to_owned()], ..ProgramOptions::default() },
            checks: CheckSet::EMPTY,
            files: Vec::new(),
            limits: LIMITS,
        }
    }

    #[test]
    fn keys_change_with_what_the_answer_depends_on() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("a file");
        write("a.c", "#include <b.h>\nint main(void) { return B; }\n");
        write("b.h", "#define B 0\n");
        write("c.prp", "one");
        let option = format!("--property={}", folder.join("c.prp").display());
        let key = |words: &[&str]| {
            let cache = Cache::open(&folder.join("cache"), &folder.join("a.c")).expect("a cache");
            cache.key(&question(folder, words)).expect("a key")
        };
        let first = key(&[&option]);
        assert_eq!(first, key(&[&option]));
        assert_ne!(first, key(&[&option, "--bound=3"]));
        write("b.h", "#define B 1\n");
        let second = key(&[&option]);
        assert_ne!(first, second);
        write("c.prp", "two");
        assert_ne!(second, key(&[&option]));
        write("a.c", "#include <none.h>\n");
        let cache = Cache::open(&folder.join("cache"), &folder.join("a.c")).expect("a cache");
        assert!(cache.key(&question(folder, &[])).is_err_and(|why| why.contains("none.h")));
    }

    #[test]
    fn answers_are_kept_until_better_ones() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("a.c"), "").expect("a file");
        let cache = Cache::open(&folder.path().join("cache"), &folder.path().join("a.c")).expect("a cache");
        let question = question(folder.path(), &[]);
        let key = cache.key(&question).expect("a key");
        assert!(cache.find(&key, LIMITS).is_none() && cache.is_current(&key, &question));
        for line in ["TRUE", "TRUE(again)"] {
            let outcome =
                Outcome { ending: Ending::True, line: line.to_owned(), ..Outcome::error("", 1.0, LIMITS) };
            cache.keep(&key, &outcome, cache.begin().expect("a folder")).expect("it is kept");
            assert_eq!(cache.find(&key, LIMITS), Some(outcome));
        }
        let left = fs::read_dir(cache.folder().join("running")).expect("a folder").count();
        assert_eq!(left, 0);
        fs::write(folder.path().join("a.c"), "int x;").expect("a file");
        assert!(!cache.is_current(&key, &question));
        assert_ne!(cache.key(&question), Ok(key));
    }
}
