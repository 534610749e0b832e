//! `--witness`: files of witnesses; `--emit harness`.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use sha2::{Digest, Sha256};

use super::args::Args;
use super::emit::io_words;
use crate::engine::verdict::Verdict;
use crate::program::{FuncId, Program};
use crate::property::{Check, CheckSet};
use crate::report::witness::harness::Plan;
use crate::report::witness::{self as report, Format, Known};
use crate::witness::source::Source;
use crate::witness::{Content, Metadata, Witness, graphml, specification, yaml};

/// What a verdict is about.
pub struct About<'a> {
    /// The options.
    pub args: &'a Args,
    /// The program.
    pub program: &'a Program,
    /// The function that starts it.
    pub entry: FuncId,
    /// What was checked.
    pub checks: CheckSet,
    /// The invariants that a proof stands on.
    pub known: &'a [Known],
}

/// The format that a file's name asks for.
///
/// # Errors
/// In words.
pub fn format(path: &Path) -> Result<Format, String> {
    match path.extension().and_then(|e| e.to_str()) {
        Some("yml" | "yaml") => Ok(Format::Waypoints),
        Some("graphml") => Ok(Format::Automaton),
        _ => Err(format!("--witness {}: expected a name that ends in .yml or .graphml", path.display())),
    }
}

/// Whether witnesses can be about these inputs.
///
/// # Errors
/// In words, where they cannot.
pub fn only_c(inputs: &[PathBuf], option: &str) -> Result<(), String> {
    let is_c = |p: &PathBuf| p.extension().is_some_and(|e| e == "c" || e == "i");
    match inputs.iter().find(|p| !is_c(p)) {
        Some(other) => Err(format!("{option}: {}: witnesses are about C programs", other.display())),
        None => Ok(()),
    }
}

/// The sources of the inputs.
///
/// # Errors
/// In words.
pub fn sources(inputs: &[PathBuf]) -> Result<Vec<Source>, String> {
    let read = |path: &PathBuf| {
        let shown = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|error| format!("{shown}: {}", io_words(&error)))?;
        Ok(Source::new(&shown, String::from_utf8_lossy(&bytes).into_owned()))
    };
    inputs.iter().map(read).collect()
}

/// The SHA-256 hash of a file.
pub fn hash(path: &Path) -> String {
    let digest = Sha256::digest(std::fs::read(path).unwrap_or_default());
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Now, or what `SOURCE_DATE_EPOCH` says, so that files can be made again.
fn time() -> String {
    let told = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.parse().ok());
    let now =
        told.map_or_else(SystemTime::now, |seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds));
    humantime::format_rfc3339_seconds(now).to_string()
}

impl About<'_> {
    fn metadata(&self, check: Check) -> Result<Metadata, String> {
        let inputs = self.args.source.inputs.iter();
        let of_property = match &self.args.property {
            Some(path) => {
                let shown = path.display();
                let text = std::fs::read_to_string(path)
                    .map_err(|error| format!("{shown}: {}", io_words(&error)))?;
                let lines = text.lines().map(str::trim).filter(|l| l.starts_with("CHECK"));
                Some(lines.collect::<Vec<_>>().join("\n"))
            }
            None => None,
        };
        let entry = &self.program.func(self.entry).source_name;
        let words: Vec<String> = std::env::args().collect();
        Ok(Metadata {
            uuid: String::new(),
            creation_time: time(),
            producer: ("bmc".to_owned(), env!("CARGO_PKG_VERSION").to_owned()),
            command_line: shlex::try_join(words.iter().map(String::as_str)).ok(),
            inputs: inputs.map(|p| (p.display().to_string(), hash(p))).collect(),
            specification: of_property.unwrap_or_else(|| specification(entry, check)),
            pointer_bits: self.program.target.pointer_bits,
        })
    }

    fn file(&self, path: &Path, content: Content, check: Check) -> Result<(), String> {
        let mut witness = Witness { metadata: self.metadata(check)?, content };
        // A name of what it says and of when, and not of chance.
        let told = yaml::write(&witness);
        witness.metadata.uuid = uuid::Uuid::new_v5(&uuid::Uuid::NAMESPACE_OID, told.as_bytes()).to_string();
        let text = match format(path)? {
            Format::Waypoints => yaml::write(&witness),
            Format::Automaton => graphml::write(&witness),
        };
        write(path, &text)
    }

    /// Writes the witnesses that the options ask for.
    ///
    /// # Errors
    /// In words.
    pub fn write(&self, verdict: &Verdict) -> Result<(), String> {
        if self.args.witness.is_empty() {
            return Ok(());
        }
        let found = match verdict {
            Verdict::False(found) => found.first(),
            Verdict::True(_) => None,
            Verdict::Unknown(_) => return Ok(()),
        };
        let Some(found) = found else {
            for path in &self.args.witness {
                self.file(path, report::correctness(self.known), Check::ReachError)?;
            }
            return Ok(());
        };
        let sources = sources(&self.args.source.inputs)?;
        for path in &self.args.witness {
            let content = report::violation(self.program, &sources, &found.record, found.loc, format(path)?);
            self.file(path, content, found.check)?;
        }
        Ok(())
    }

    /// The test harness of the first violation.
    pub fn harness(&self, verdict: &Verdict, path: Option<&Path>) -> Option<String> {
        let Verdict::False(all) = verdict else { return None };
        let found = all.first()?;
        let inputs: Vec<String> = self.args.source.inputs.iter().map(|p| p.display().to_string()).collect();
        let name = path.map_or_else(|| "harness.c".to_owned(), |p| p.display().to_string());
        let plan = Plan {
            program: self.program,
            inputs: &inputs,
            entry: self.entry,
            checks: self.checks,
            found,
            name: &name,
        };
        Some(plan.text())
    }
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {}", path.display(), io_words(&error)))
}
