//! Witnesses of verdicts, and test harnesses of violations.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::config::{Goal, ProgramOptions};
use super::report::OfEngine;
use super::words::io_words;
use super::{Error, Report};
use crate::base::content::sha256;
use crate::engine::verdict::{Claimed, Invariant, Run, Verdict};
use crate::program::Program;
use crate::property::Check;
use crate::report::witness::harness::{Aim, Plan};
use crate::report::witness::{self as report, Format, Known};
use crate::witness::source::Source;
use crate::witness::{Metadata, Witness, graphml, specification, yaml};

/// Whether witnesses can be about these inputs.
///
/// # Errors
/// In words, where they cannot.
pub(crate) fn only_c(inputs: &[PathBuf], program: &ProgramOptions, option: &str) -> Result<(), String> {
    if program.all_of.is_some() {
        return Err(format!("{option}: not with --all-of; name the files of the program instead"));
    }
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
pub(super) fn sources(inputs: &[PathBuf]) -> Result<Vec<Source>, String> {
    let read = |path: &PathBuf| {
        let shown = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|error| format!("{shown}: {}", io_words(&error)))?;
        Ok(Source::new(&shown, String::from_utf8_lossy(&bytes).into_owned()))
    };
    inputs.iter().map(read).collect()
}

/// The SHA-256 hash of a file.
pub(super) fn hash(path: &Path) -> String {
    sha256(std::fs::read(path).unwrap_or_default())
}

/// An invariant for a witness, where its place is known and it is one of a loop in C: there are no words for contracts of functions,
/// nor for all elements of an array.
fn known(program: &Program, invariant: &Invariant) -> Option<Known> {
    if invariant.claimed != Claimed::Loop {
        return None;
    }
    let loc = program.locs[invariant.loc?.index()];
    Some(Known {
        of_loop: true,
        file: program.files[loc.file.index()].clone(),
        line: loc.line,
        column: (loc.col > 0).then_some(loc.col),
        function: program.func(invariant.func).source_name.clone(),
        expression: invariant.expression.clone(),
    })
}

impl Report {
    fn metadata(&self, engine: &OfEngine, check: Check) -> Result<Metadata, String> {
        let (inputs, config) = (self.job.inputs.iter(), &self.job.config);
        let of_property = match &config.goal {
            Goal::Property(path) => {
                let shown = path.display();
                let text = std::fs::read_to_string(path)
                    .map_err(|error| format!("{shown}: {}", io_words(&error)))?;
                let lines = text.lines().map(str::trim).filter(|l| l.starts_with("CHECK"));
                Some(lines.collect::<Vec<_>>().join("\n"))
            }
            Goal::Default | Goal::Checks(_) => None,
        };
        let entry = &engine.program.func(engine.entry).source_name;
        let words = &config.invocation.arguments;
        let command = (!words.is_empty()).then(|| shlex::try_join(words.iter().map(String::as_str)).ok());
        let time = config.invocation.time.unwrap_or_else(SystemTime::now);
        Ok(Metadata {
            uuid: String::new(),
            creation_time: humantime::format_rfc3339_seconds(time).to_string(),
            producer: ("bmc".to_owned(), env!("CARGO_PKG_VERSION").to_owned()),
            command_line: command.flatten(),
            inputs: inputs.map(|p| (p.display().to_string(), hash(p))).collect(),
            specification: of_property.unwrap_or_else(|| specification(entry, check)),
            pointer_bits: engine.program.target.pointer_bits,
        })
    }

    /// A witness of the verdict, about C programs only; `None` for an unknown verdict.
    ///
    /// # Errors
    /// [`Error::Mistake`]: an input is no C program, or cannot be read.
    pub fn witness(&self, format: Format) -> Result<Option<String>, Error> {
        only_c(&self.job.inputs, &self.job.config.program, "--witness")?;
        let super::report::Answered::Engine(engine) = &self.answer else { return Ok(None) };
        let (content, check) = match engine.verdict() {
            Verdict::Unknown(_) => return Ok(None),
            Verdict::True(proof) => {
                let known = proof.invariants().iter().filter_map(|i| known(&engine.program, i));
                (report::correctness(&known.collect::<Vec<_>>()), Check::ReachError)
            }
            Verdict::False(found) => {
                let Some(found) = found.first() else { return Ok(None) };
                let sources = sources(&self.job.inputs)?;
                let content = report::violation(&engine.program, &sources, &found.record, found.loc, format);
                (content, found.check)
            }
        };
        let mut witness = Witness { metadata: self.metadata(engine, check)?, content };
        // A name of what it says and of when, and not of chance.
        let told = yaml::write(&witness);
        witness.metadata.uuid = uuid::Uuid::new_v5(&uuid::Uuid::NAMESPACE_OID, told.as_bytes()).to_string();
        Ok(Some(match format {
            Format::Waypoints => yaml::write(&witness),
            Format::Automaton => graphml::write(&witness),
        }))
    }

    /// C that gives a native program the inputs of the first violation; `name` is the file that it becomes.
    pub fn harness(&self, name: &str) -> Option<String> {
        let super::report::Answered::Engine(engine) = &self.answer else { return None };
        let Verdict::False(all) = engine.verdict() else { return None };
        let found = all.first()?;
        let inputs: Vec<String> = self.job.inputs.iter().map(|p| p.display().to_string()).collect();
        let script = match &found.run {
            Run::Script(tables) => Some(&**tables),
            Run::Choices { .. } => None,
        };
        let aim = Aim::Violation(found.check, found.loc);
        let (program, record) = (&*engine.program, &found.record);
        Some(Plan { program, inputs: &inputs, entry: engine.entry, record, script, aim, name }.text())
    }
}
