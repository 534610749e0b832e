//! Coverage: which places of a program runs reach.

use std::path::PathBuf;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::bounded::{self, Prepared};
use super::config::{Bounded, Config, ProgramOptions};
use super::error::failed;
use super::goal::{Refusal, understand};
use super::report::{read, used};
use super::{Error, Job, Loaded, Observer, Outcome, Running, loaded, observer, on_deep_stack};
use crate::engine::bmc::{self, Covered};
use crate::engine::goals::{Goals, Wanted};
use crate::program::{FileId, FuncId, Loc, Program, SourceFunction};
use crate::property::{Check, CheckSet};
use crate::report::witness::harness::{Aim, Plan};
use crate::report::{Coverage, TraceLength, json_unknown};

/// Finds out which places of a program runs reach, with inputs that lead there. A run ends at its first violation of a check.
///
/// # Errors
/// As those of [`verify`](super::verify), and [`Error::Mistake`] where there is no code at a place.
///
/// # Examples
///
/// ```
/// use bmc::{Config, CoverGoal, Outcome, cover};
///
/// let folder = tempfile::tempdir()?;
/// let file = folder.path().join("both.c");
/// std::fs::write(&file, "int main(int n, char **v) {\n if (n > 3)\n  return 1;\n return 0;\n}\n")?;
///
/// let report = cover([&file], &[CoverGoal::Lines], Config::default())?;
/// assert_eq!(report.outcome(), Outcome::True);
/// assert_eq!(report.line(), "COVERED(3 of 3 lines)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn cover<P: Into<PathBuf>>(
    inputs: impl IntoIterator<Item = P>,
    goals: &[Wanted],
    config: Config,
) -> Result<CoverReport, Error> {
    cover_observed(inputs, goals, config, Arc::new(observer::Nobody))
}

/// The same, watched by an observer.
///
/// # Errors
/// The same.
pub fn cover_observed<P: Into<PathBuf>>(
    inputs: impl IntoIterator<Item = P>,
    goals: &[Wanted],
    config: Config,
    observer: Arc<dyn Observer>,
) -> Result<CoverReport, Error> {
    let program = ProgramOptions { marks: true, ..config.program };
    let job = Job::new(inputs, Config { program, ..config });
    on_deep_stack(|| run(&job, goals, &observer)).unwrap_or_else(|why| Err(Error::fault(why)))
}

/// What is known of a program's coverage.
pub struct CoverReport {
    entry: String,
    warnings: Vec<String>,
    answer: Answer,
}

enum Answer {
    /// The check ended before there was one: why.
    Ended(String),
    Known(Box<Known>),
}

struct Known {
    program: Arc<Program>,
    goals: Arc<Goals>,
    covered: Covered,
    left_out: Vec<SourceFunction>,
    entry: FuncId,
    /// The inputs, by name.
    inputs: Vec<String>,
}

/// Checks that do not end a run: that memory is lost, or was not initialised, is known only with more than the run so far, and what
/// other threads do, or a run does for ever, is no violation at a place.
pub(super) fn ends_no_run() -> CheckSet {
    [Check::Leak, Check::LeakAtExit, Check::Uninit, Check::Termination, Check::Race, Check::Ltl]
        .into_iter()
        .collect()
}

fn run(job: &Arc<Job>, wanted: &[Wanted], observer: &Arc<dyn Observer>) -> Result<CoverReport, Error> {
    let Some(options) = job.config.engine.bounded() else {
        return Err("--cover: only with --engine bmc".to_owned().into());
    };
    let mut understood = match understand(&job.config) {
        Ok(understood) => understood,
        Err(Refusal::Mistake(words)) => return Err(words.into()),
        Err(Refusal::Property(formula)) => {
            let answer = Answer::Ended(format!("unsupported property: {formula}"));
            let entry = job.config.program.entry.clone();
            return Ok(CoverReport { entry, warnings: Vec::new(), answer });
        }
    };
    understood.checks = understood.checks.minus(ends_no_run());
    let prepared = Prepared::of(options)?;
    let running = Running::start(job, understood, observer);
    let done = loaded::load(&running).and_then(|loaded| search(&running, loaded, wanted, options, prepared));
    running.finish();
    done
}

fn search(
    running: &Running,
    loaded: Loaded,
    wanted: &[Wanted],
    options: &Bounded,
    prepared: Prepared,
) -> Result<CoverReport, Error> {
    let (job, checks) = (&running.job, running.understood.checks);
    let Loaded { program, entry, mut warnings, .. } = loaded;
    let braces = Braces::of(&program);
    let goals =
        Goals::find(&program, wanted, &|loc| braces.is_at(loc)).map_err(|why| format!("--cover {why}"))?;
    let goals = Arc::new(goals);
    let mut engine = bounded::engine_options(job, options, prepared.off, entry, checks);
    engine.eval.bound_at =
        options.bound_at.iter().map(|at| (at.function.clone(), at.line, at.bound)).collect();
    engine.eval.deadline = job.deadline();
    engine.eval.stop = Some(Arc::clone(&running.stop));
    let mut progress = |p: &bmc::Progress| running.watch.note(p);
    let covered = bmc::cover(&program, &engine, (&goals, None), &|| prepared.solvers.make(), &mut progress)
        .map_err(|fault| failed(job, &program, &fault))?;
    let undefined = bounded::undefined(&program, &covered.undefined);
    undefined.iter().for_each(|warning| running.observer.warning(warning));
    warnings.extend(undefined);
    let defined = (0..program.functions.len()).map(FuncId::new).filter(|f| program.func(*f).is_defined());
    let known = loaded::source_functions(&program, defined);
    let left_out = program.defined.iter().filter(|f| !known.contains(f)).cloned().collect();
    let inputs = job.inputs.iter().map(|p| p.display().to_string()).collect();
    let answer = Answer::Known(Box::new(Known { program, goals, covered, left_out, entry, inputs }));
    Ok(CoverReport { entry: running.understood.entry.clone(), warnings, answer })
}

/// Where the sources have closing braces.
struct Braces(FxHashMap<FileId, FxHashSet<(u32, u32)>>);

impl Braces {
    fn of(program: &Program) -> Braces {
        let in_file = |file: FileId| {
            let source = read(&program.files[file.index()]);
            let lines = source.text.as_deref().unwrap_or_default().split(|b| *b == b'\n').enumerate();
            let braces = lines.flat_map(|(number, line)| {
                let columns = line.iter().enumerate().filter(|(_, byte)| **byte == b'}');
                columns.map(move |(column, _)| (number as u32 + 1, column as u32 + 1))
            });
            (file, braces.collect())
        };
        Braces(used(program).into_iter().map(in_file).collect())
    }

    fn is_at(&self, loc: &Loc) -> bool {
        self.0.get(&loc.file).is_some_and(|braces| braces.contains(&(loc.line, loc.col)))
    }
}

impl CoverReport {
    fn coverage<'a>(&'a self, known: &'a Known) -> Coverage<'a> {
        Coverage {
            program: &known.program,
            goals: &known.goals,
            covered: &known.covered,
            entry: &self.entry,
            left_out: &known.left_out,
            warnings: &self.warnings,
        }
    }

    /// Whether each goal is reached by a run: [`Outcome::False`] where no run reaches one.
    pub fn outcome(&self) -> Outcome {
        match &self.answer {
            Answer::Ended(_) => Outcome::Unknown,
            Answer::Known(known) => match self.coverage(known).holds() {
                Some(true) => Outcome::True,
                Some(false) => Outcome::False,
                None => Outcome::Unknown,
            },
        }
    }

    /// The result in one line: `COVERED(...)`, `UNCOVERED(...)` or `UNKNOWN(reason)`.
    pub fn line(&self) -> String {
        match &self.answer {
            Answer::Ended(reason) => format!("UNKNOWN({reason})"),
            Answer::Known(known) => self.coverage(known).line(),
        }
    }

    /// What is known of each goal, and the tests, for people. The line of the result is not part of it.
    pub fn text(&self, length: TraceLength) -> String {
        match &self.answer {
            Answer::Ended(_) => String::new(),
            Answer::Known(known) => self.coverage(known).text(length),
        }
    }

    /// A JSON document.
    pub fn json(&self) -> String {
        match &self.answer {
            Answer::Ended(reason) => json_unknown(reason, &[]),
            Answer::Known(known) => self.coverage(known).json(),
        }
    }

    /// C that gives a native program the inputs of a test, for each test; `name` makes the name of its file of its number, from 1.
    pub fn harnesses(&self, name: impl Fn(usize) -> String) -> Vec<String> {
        let Answer::Known(known) = &self.answer else { return Vec::new() };
        let coverage = self.coverage(known);
        let tests = known.covered.runs.iter().enumerate();
        tests
            .map(|(i, run)| {
                let (program, inputs, entry) = (&known.program, &known.inputs[..], known.entry);
                let aim = Aim::Places(coverage.reached_by(run));
                let (record, script, name) = (&run.record, Some(&*run.script), &name(i + 1)[..]);
                Plan { program, inputs, entry, record, script, aim, name }.text()
            })
            .collect()
    }

    /// What the user should know: assumptions that were made, options without an effect.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }
}
