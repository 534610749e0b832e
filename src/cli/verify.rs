//! `bmc verify`: a set of proofs.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::Parser;

use super::args::{Args, Format, VerifyArgs};
use super::compiler_flags::normalise;
use super::config;
use super::console::{Volume, leave, print, say};
use super::exit::{FALSE, MISTAKE, TRUE, UNKNOWN};
use crate::proofs::{self, Cache, Event, Executor, Limits, Manifest, Proof, Question, Runner, Worst};
use crate::verify::{io_words, one_line, programs_of_solvers};

/// The folder with what is known, beside the manifest.
const CACHE: &str = ".bmc-cache";

/// Code of a process that a signal ends, as shells have it for an interrupt.
const INTERRUPTED: i32 = 130;

/// Runs a set; the result is the exit code.
///
/// # Errors
/// In words: a mistake in options, in the manifest or in the options of a proof; a file that cannot be written.
pub fn run(options: &VerifyArgs) -> Result<i32, String> {
    if let [tool, folder] = &options.import[..] {
        return import(options, tool, Path::new(folder));
    }
    if let Some(number) = options.task {
        // A proof does not outlive this process.
        let _ = ctrlc::set_handler(|| leave(INTERRUPTED));
        proofs::work(&executable()?, &options.manifest, number, question)?;
        return Ok(TRUE);
    }
    let shown = options.manifest.display().to_string();
    let text =
        std::fs::read_to_string(&options.manifest).map_err(|e| format!("{shown}: {}", io_words(&e)))?;
    let folder = options.manifest.parent().map_or(PathBuf::new(), Path::to_owned);
    let place =
        |path: &Path| std::path::absolute(path).map_err(|e| format!("{}: {}", path.display(), io_words(&e)));
    // Files are relative to the manifest's folder from here on, but for those that options name.
    let cache = place(&options.cache.clone().unwrap_or_else(|| folder.join(CACHE)))?;
    let documents = Documents {
        report: options.report.as_deref().map(place).transpose()?,
        sarif: options.sarif.as_deref().map(place).transpose()?,
        junit: options.junit.as_deref().map(place).transpose()?,
    };
    let executor = match &options.executor {
        Executor::Kubernetes(file) => Executor::Kubernetes(place(file)?),
        other => other.clone(),
    };
    if !folder.as_os_str().is_empty() {
        std::env::set_current_dir(&folder).map_err(|e| format!("{}: {}", folder.display(), io_words(&e)))?;
    }
    let proofs = chosen(Manifest::read(&shown, &text)?.proofs, &options.only)?;
    let questions = proofs.into_iter().map(|proof| {
        let question = question(&proof.words())
            .map_err(|why| format!("{shown}:{}: proof {}: {why}", proof.line, proof.name))?;
        Ok((proof, question))
    });
    let set = questions.collect::<Result<Vec<_>, String>>()?;
    if options.list {
        for (proof, _) in &set {
            print(format_args!("{}: {}\n", proof.name, command(proof)));
        }
        return Ok(TRUE);
    }
    // A proof does not outlive this process.
    let _ = ctrlc::set_handler(|| leave(INTERRUPTED));
    let executable = executable()?;
    let runner = Runner {
        cache: Cache::open(&cache, &executable)?,
        executable,
        jobs: jobs(options),
        again: options.again,
        executor,
        most: options.jobs.map(|jobs| jobs as usize),
    };
    let volume = Volume::of(options.quiet, false);
    let summary = proofs::run(&runner, &set, |event| tell(&volume, &event))?;
    documents.write(&summary)?;
    print(match options.format {
        Format::Text => summary.text(),
        Format::Json => summary.json(),
        Format::Sarif => summary.sarif(),
        Format::Junit => summary.junit(),
    });
    if options.format != Format::Text {
        say(summary.line());
    }
    Ok(match summary.worst() {
        Worst::Expected => TRUE,
        Worst::Unknown => UNKNOWN,
        Worst::Unexpected => FALSE,
        Worst::Error => MISTAKE,
    })
}

/// This program.
fn executable() -> Result<PathBuf, String> {
    std::env::current_exe().map_err(|e| format!("bmc: {}", io_words(&e)))
}

/// How many processes run at a time.
fn jobs(options: &VerifyArgs) -> usize {
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    options.jobs.map_or_else(processors, |jobs| jobs as usize)
}

/// A number of things.
fn counted(n: usize, word: &str) -> String {
    format!("{n} {word}{}", if n == 1 { "" } else { "s" })
}

/// Writes a manifest of the proofs of another tool.
fn import(options: &VerifyArgs, tool: &str, folder: &Path) -> Result<i32, String> {
    if tool != "cbmc" {
        return Err(format!("--import {tool}: expected cbmc"));
    }
    let file = &options.manifest;
    let fails = |e: std::io::Error| format!("{}: {}", file.display(), io_words(&e));
    if file.exists() {
        return Err(format!("{}: is there already; name another file, or remove it", file.display()));
    }
    let place = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let made = proofs::import(folder, place, jobs(options)).map_err(|why| format!("--import cbmc {why}"))?;
    std::fs::write(file, &made.text).map_err(fails)?;
    made.warnings.iter().for_each(|warning| say(format!("warning: {warning}")));
    let (proofs, notes) = (counted(made.count, "proof"), counted(made.warnings.len(), "warning"));
    print(format_args!("{}: {proofs}, {notes}\n", file.display()));
    Ok(TRUE)
}

/// Files that options name.
struct Documents {
    report: Option<PathBuf>,
    sarif: Option<PathBuf>,
    junit: Option<PathBuf>,
}

impl Documents {
    fn write(&self, summary: &proofs::Summary) -> Result<(), String> {
        if let Some(folder) = &self.report {
            summary.write_pages(folder).map_err(|why| format!("--report {why}"))?;
        }
        let texts = [("--sarif", &self.sarif, summary.sarif()), ("--junit", &self.junit, summary.junit())];
        for (option, path, text) in texts {
            let Some(path) = path else { continue };
            std::fs::write(path, text)
                .map_err(|e| format!("{option} {}: {}", path.display(), io_words(&e)))?;
        }
        Ok(())
    }
}

/// The proofs whose names match one of the patterns; all without a pattern.
fn chosen(proofs: Vec<Proof>, patterns: &[String]) -> Result<Vec<Proof>, String> {
    if patterns.is_empty() {
        return Ok(proofs);
    }
    let mut names = BTreeSet::new();
    for text in patterns {
        let pattern = glob::Pattern::new(text).map_err(|e| format!("--only {text}: {}", e.msg))?;
        let before = names.len();
        let matching = proofs.iter().filter(|proof| pattern.matches(&proof.name));
        let mut any = false;
        names.extend(matching.map(|proof| proof.name.clone()).inspect(|_| any = true));
        if !any && names.len() == before {
            return Err(format!("--only {text}: no proof has such a name"));
        }
    }
    Ok(proofs.into_iter().filter(|proof| names.contains(&proof.name)).collect())
}

/// What the words of a proof ask for.
///
/// # Errors
/// In words: options that are not understood, or that have no place in a set.
fn question(words: &[String]) -> Result<Question, String> {
    let given = std::iter::once("bmc".to_owned()).chain(words.iter().cloned()).map(OsString::from);
    let words = normalise(given);
    let args = Args::try_parse_from(&words).map_err(|error| one_line(&error.to_string()))?;
    let outputs = [
        (args.command.is_some(), "a subcommand"),
        (!args.emit.is_empty(), "--emit"),
        (!args.witness.is_empty(), "--witness"),
        (args.certificate.is_some(), "--certificate"),
        (args.replay.is_some(), "--replay"),
        (!args.cover.is_empty(), "--cover"),
        (args.format != Format::Text, "--format"),
        (args.sarif.is_some(), "--sarif"),
        (args.junit.is_some(), "--junit"),
        (args.html.is_some(), "--html"),
    ];
    if let Some((_, option)) = outputs.into_iter().find(|(given, _)| *given) {
        return Err(format!("{option} has no place in a set of proofs"));
    }
    let config = config::of(&args, &[])?;
    let files = [args.property.clone(), args.ltl_automaton.clone()].into_iter().flatten();
    Ok(Question {
        words: words.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect(),
        inputs: [&args.source.inputs[..], &config.program.definitions.overrides].concat(),
        checks: config.checks(),
        program: config.program,
        files: files.chain(programs_of_solvers(&args.solver)).collect(),
        limits: Limits { time: args.timeout, memory: args.memory_limit },
    })
}

/// The command that asks for a proof, for a shell.
fn command(proof: &Proof) -> String {
    let mut words = vec!["bmc".to_owned()];
    words.extend(proof.time.map(|seconds| format!("--timeout={seconds}")));
    words.extend(proof.memory.map(|megabytes| format!("--memory-limit={megabytes}")));
    words.extend(proof.words());
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default()
}

/// Tells what happens: a line on a terminal that changes, lines elsewhere.
fn tell(volume: &Volume, event: &Event<'_>) {
    match event {
        Event::Running(names) => volume.line(|| {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            if names.is_empty() { String::new() } else { format!("running: {}", names.join(", ")) }
        }),
        Event::Ended(row, count, all) if !volume.quiet => {
            volume.clear();
            let known = if row.known { ", known" } else { "" };
            let (name, seconds) = (&row.proof.name, row.outcome.seconds);
            say(format!("[{count}/{all}] {name}: {} ({seconds:.1} s{known})", row.outcome.line));
        }
        Event::Submitted(count, name) if !volume.quiet => {
            let name = name.map_or(String::new(), |name| format!(" as {name}"));
            say(format!("submitted: {}{name}", counted(*count, "proof")));
        }
        Event::Ended(..) | Event::Submitted(..) => {}
    }
}
