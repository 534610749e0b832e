//! The result as it leaves: on standard output, and in files for other tools.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use super::args::{Args, Engine, Format, MemoryModel};
use super::emit::io_words;
use super::run::say;
use crate::program::{FileId, Program};
use crate::property::{Check, CheckSet};
use crate::report::{self, Answer, Setting, Source, Told, TraceLength};

/// Largest source file that is read for a result.
const LARGEST: u64 = 16 << 20;

/// Forms of results that may go to files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Sarif,
    Junit,
    Html,
}

/// Where results go, and what they say about the run.
#[derive(Clone)]
pub struct Results {
    format: Format,
    length: TraceLength,
    files: Vec<(Form, PathBuf)>,
    setting: Setting,
    started: SystemTime,
}

/// A time as RFC 3339 has it, in whole seconds.
fn stamp(time: SystemTime) -> String {
    humantime::format_rfc3339_seconds(time).to_string()
}

/// The source files that the user's functions stand in.
fn used(program: &Program) -> BTreeSet<FileId> {
    let own = program.functions.iter().filter(|f| !f.model && f.is_defined());
    let locs = own.flat_map(|f| f.insts.iter().map(|i| i.loc).chain([f.loc]));
    locs.flatten().map(|l| program.locs[l.index()]).filter(|l| l.line > 0).map(|l| l.file).collect()
}

fn read(name: &str) -> Source {
    let fits = std::fs::metadata(name).is_ok_and(|m| m.is_file() && m.len() <= LARGEST);
    Source::new(name, fits.then(|| std::fs::read(name).ok()).flatten())
}

impl Results {
    /// What the options ask for, of a run that begins now.
    pub fn of(args: &Args, checks: CheckSet, entry: &str) -> Results {
        let paths = [(Form::Sarif, &args.sarif), (Form::Junit, &args.junit), (Form::Html, &args.html)];
        let files = paths.into_iter().filter_map(|(form, path)| Some((form, path.clone()?))).collect();
        let shown = |path: &PathBuf| path.to_string_lossy().into_owned();
        let directory = std::env::current_dir().map_or(String::new(), |d| d.to_string_lossy().into_owned());
        let mut options = Vec::new();
        let mut option = |name, value: Option<String>| options.extend(value.map(|v| (name, v)));
        option("bound", args.bound.map(|b| b.to_string()));
        option("bound of single functions", Some(args.bound_at.join(" ")).filter(|s| !s.is_empty()));
        option("context bound", args.context_bound.map(|b| b.to_string()));
        option("formula", args.ltl.clone());
        option("automaton", args.ltl_automaton.as_ref().map(shown));
        option("property", args.property.as_ref().map(shown));
        option("fairness", args.fair.then(|| "assumed".to_owned()));
        option("allocation", Some(if args.malloc_may_fail { "may fail" } else { "succeeds" }.to_owned()));
        if args.engine == Engine::Bmc {
            let model = if args.memory == MemoryModel::Flat { "flat" } else { "objects" };
            option("memory model", Some(model.to_owned()));
            option("solver", Some(args.solver.clone()));
        }
        option("time limit", args.timeout.map(|s| format!("{s} s")));
        option("all violations", Some(if args.all { "yes" } else { "the first" }.to_owned()));
        let with_formula = checks.union([Check::Ltl].into_iter().collect());
        let setting = Setting {
            arguments: std::env::args_os().map(|a| a.to_string_lossy().into_owned()).collect(),
            directory,
            inputs: args.source.inputs.iter().map(shown).collect(),
            entry: entry.to_owned(),
            engine: if args.engine == Engine::Explicit { "explicit" } else { "bmc" },
            checks: if args.ltl.is_some() || args.ltl_automaton.is_some() { with_formula } else { checks },
            options,
            ..Setting::default()
        };
        let length = if args.verbose > 0 { TraceLength::Full } else { TraceLength::Short };
        Results { format: args.format, length, files, setting, started: SystemTime::now() }
    }

    /// Whether somebody asks for more than text and JSON.
    fn is_for_tools(&self) -> bool {
        !self.files.is_empty() || matches!(self.format, Format::Sarif | Format::Junit)
    }

    /// What is known at the end of the run.
    fn setting(&self, program: Option<&Program>, warnings: &[String]) -> Setting {
        let mut setting = self.setting.clone();
        let now = SystemTime::now();
        setting.seconds = now.duration_since(self.started).unwrap_or(Duration::ZERO).as_secs_f64();
        (setting.started, setting.ended) = (stamp(self.started), stamp(now));
        setting.warnings = warnings.to_vec();
        if let Some(p) = program {
            setting.options.push(("pointer width", format!("{} bits", p.target.pointer_bits)));
            setting.sources = used(p).into_iter().map(|f| read(&p.files[f.index()])).collect();
        }
        for input in &self.setting.inputs {
            if setting.source(input).is_none() {
                setting.sources.push(read(input));
            }
        }
        setting
    }

    fn write(&self, answer: Answer<'_>, setting: &Setting) -> Result<(), String> {
        for (form, path) in &self.files {
            let (option, text) = match form {
                Form::Sarif => ("--sarif", report::sarif(answer, setting)),
                Form::Junit => ("--junit", report::junit(answer, setting)),
                Form::Html => ("--html", report::html(answer, setting)),
            };
            std::fs::write(path, text)
                .map_err(|error| format!("{option} {}: {}", path.display(), io_words(&error)))?;
        }
        Ok(())
    }

    /// Tells the result; the verdict comes last.
    fn tell(&self, answer: Answer<'_>, setting: &Setting) {
        let document = match (self.format, answer) {
            (Format::Text, Answer::Told(p, told)) => report::text(p, told.verdict, self.length),
            (Format::Text, Answer::Ended(..)) => String::new(),
            (Format::Json, Answer::Told(p, told)) => report::json(p, told, &setting.warnings) + "\n",
            (Format::Json, Answer::Ended(reason, known)) => report::json_unknown(reason, known) + "\n",
            (Format::Sarif, _) => report::sarif(answer, setting) + "\n",
            (Format::Junit, _) => report::junit(answer, setting),
        };
        let mut out = std::io::stdout().lock();
        let _ = write!(out, "{document}");
        if matches!(self.format, Format::Text | Format::Json) {
            let _ = writeln!(out, "{}", answer.line());
        } else {
            // What reads these reads all of it.
            say(answer.line());
        }
        let _ = out.flush();
    }

    /// Tells an engine's answer; the result is the exit code.
    ///
    /// # Errors
    /// In words, when a file cannot be written.
    pub fn conclude(&self, program: &Program, told: &Told<'_>, warnings: &[String]) -> Result<i32, String> {
        let answer = Answer::Told(program, told);
        let setting = match self.is_for_tools() {
            true => self.setting(Some(program), warnings),
            false => Setting { warnings: warnings.to_vec(), ..Setting::default() },
        };
        self.write(answer, &setting)?;
        self.tell(answer, &setting);
        Ok(answer.exit_code())
    }

    /// Tells that the run was ended for a reason, with figures as far as they are known; the result is the exit code.
    pub fn give_up(&self, reason: &str, statistics: &[(&'static str, f64)]) -> i32 {
        let answer = Answer::Ended(reason, statistics);
        let setting = if self.is_for_tools() { self.setting(None, &[]) } else { Setting::default() };
        if let Err(error) = self.write(answer, &setting) {
            say(error);
        }
        self.tell(answer, &setting);
        answer.exit_code()
    }
}
