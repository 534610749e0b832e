//! The main job as a function: inputs and options to a report. The command is one client, `examples/embed.rs` another.
//!
//! Owns what the engines leave open: reading the inputs, limits of the process, the choice of the engine and its solver, and
//! what is made of the answer. Reads and writes files, prints nothing, and knows neither arguments nor environment.

mod bounded;
mod certificate;
mod choices;
mod config;
mod contract;
mod cover;
mod error;
mod explicit;
mod goal;
mod inserted;
mod loaded;
mod observer;
mod replay;
mod report;
mod solvers;
mod source;
mod stack;
mod steps;
mod symbolic;
mod together;
mod turns;
mod vacuity;
mod violations;
mod watch;
mod witness;
mod words;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Instant, SystemTime};

pub use certificate::{CertificateOutcome, check_certificate};
pub(crate) use choices::Followed;
pub use config::{
    BoundAt, Bounded, Config, Consistency, Definitions, Engine, Environment, Explicit, Formula, Goal,
    Invocation, Limits, Probe, ProgramOptions, Region, Sets, StepGrain, Temporal, TemporalFormula, Undefined,
};
pub use cover::{CoverReport, cover, cover_observed};
pub use error::{Error, InternalFault};
pub use loaded::Loaded;
pub use observer::Observer;
pub use report::{Found, Outcome, Report};
pub(crate) use solvers::{Choice, programs as programs_of_solvers};
pub(crate) use stack::on_deep_stack;
pub(crate) use watch::{Ended, Limit, Watch, WatchLimits, usable_memory};
pub use watch::{Progress, Work};
pub(crate) use witness::only_c;
pub(crate) use words::{io_words, one_line};

use crate::engine::explicit::Walks;
pub use crate::engine::goals::Wanted as CoverGoal;
use crate::engine::verdict::{Halted, Stage};
use crate::program::{LocId, Program};
use crate::property::CheckSet;
use crate::report::{Figures, unfinished};

/// Decides whether any run of a program breaks a property. The inputs are C, C++, `.ll` and `.bc` files, linked together.
///
/// The report may be of an unknown outcome: when a limit is reached, what is not supported can be reached, or nothing is found
/// within the bound. Such reports are no errors.
///
/// # Errors
/// [`Error::Mistake`] where the options or the inputs are wrong; [`Error::Fault`] where `bmc` is.
///
/// # Examples
///
/// ```
/// use bmc::{Config, Outcome, verify};
///
/// let folder = tempfile::tempdir()?;
/// let file = folder.path().join("swap.c");
/// std::fs::write(&file, "int main(int n, char **v) { int a[3] = {0}; return a[n & 3]; }")?;
///
/// let report = verify([&file], Config::default())?;
/// assert_eq!(report.outcome(), Outcome::False);
/// assert_eq!(report.line(), "FALSE(array-bounds)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify<P: Into<PathBuf>>(
    inputs: impl IntoIterator<Item = P>,
    config: Config,
) -> Result<Report, Error> {
    verify_observed(inputs, config, Arc::new(observer::Nobody))
}

/// The same, watched by an observer.
///
/// # Errors
/// The same.
pub fn verify_observed<P: Into<PathBuf>>(
    inputs: impl IntoIterator<Item = P>,
    config: Config,
    observer: Arc<dyn Observer>,
) -> Result<Report, Error> {
    let job = Job::new(inputs, config);
    let checked = || {
        let report = run(&job, &observer)?;
        Ok(match contract::doubt(&job, &report)? {
            Some(doubt) => Report::ended(&job, report.checks, &report.entry, doubt),
            None => report,
        })
    };
    on_deep_stack(checked).unwrap_or_else(|why| Err(Error::fault(why)))
}

/// Finds the violation again that a witness describes; of a correctness witness, proves the program with the witness'
/// invariants checked where they are claimed. The outcome is unknown where the witness is not confirmed. Witnesses are about C
/// programs, and are followed by the bounded engine with a graph of objects.
///
/// # Errors
/// As those of [`verify`], and [`Error::Mistake`] for a witness that cannot be read.
pub fn replay<P: Into<PathBuf>>(
    inputs: impl IntoIterator<Item = P>,
    witness: impl Into<PathBuf>,
    config: Config,
) -> Result<Report, Error> {
    replay_observed(inputs, witness, config, Arc::new(observer::Nobody))
}

/// The same, watched by an observer.
///
/// # Errors
/// The same.
pub fn replay_observed<P: Into<PathBuf>>(
    inputs: impl IntoIterator<Item = P>,
    witness: impl Into<PathBuf>,
    config: Config,
    observer: Arc<dyn Observer>,
) -> Result<Report, Error> {
    let (job, witness) = (Job::new(inputs, config), witness.into());
    let done = on_deep_stack(|| replay::run(&job, &witness, &observer));
    done.unwrap_or_else(|why| Err(Error::fault(why)))
}

/// What is asked, and since when.
struct Job {
    inputs: Vec<PathBuf>,
    config: Config,
    start: Instant,
    began: SystemTime,
}

impl Job {
    fn new<P: Into<PathBuf>>(inputs: impl IntoIterator<Item = P>, config: Config) -> Arc<Job> {
        Arc::new(Job {
            inputs: inputs.into_iter().map(Into::into).collect(),
            config,
            start: Instant::now(),
            began: SystemTime::now(),
        })
    }

    fn deadline(&self) -> Option<Instant> {
        self.config.limits.timeout.map(|t| self.start + t)
    }

    fn load(
        &self,
        program: &ProgramOptions,
        entry: &str,
        checks: CheckSet,
        replaced: Vec<(PathBuf, String)>,
    ) -> Result<Program, String> {
        program.load(&self.inputs, entry, checks, self.config.jobs, replaced)
    }
}

/// A job that is being done.
struct Running {
    job: Arc<Job>,
    understood: goal::Understood,
    observer: Arc<dyn Observer>,
    watch: Arc<Watch>,
    /// Raised when the memory is used up, or nobody waits for the answer any more.
    stop: Arc<AtomicBool>,
}

impl Running {
    /// Begins to watch a job.
    fn start(job: &Arc<Job>, understood: goal::Understood, observer: &Arc<dyn Observer>) -> Running {
        let stop = Arc::new(AtomicBool::new(false));
        let limits = watch_limits(job, observer, &stop);
        let (of, checks, entry) = (Arc::clone(job), understood.checks, understood.entry.clone());
        let (end, tell) = (Arc::clone(observer), Arc::clone(observer));
        let watch = Watch::start(
            limits,
            move |ended| end.overdue(overdue(&of, checks, &entry, ended)),
            move |progress| tell.progress(progress),
        );
        let watch = Arc::new(watch);
        Running { job: Arc::clone(job), understood, observer: Arc::clone(observer), watch, stop }
    }

    /// The same, to be stopped by itself.
    fn apart(&self) -> Running {
        Running {
            job: Arc::clone(&self.job),
            understood: self.understood.clone(),
            observer: Arc::clone(&self.observer),
            watch: Arc::clone(&self.watch),
            stop: Arc::default(),
        }
    }

    /// Ends the watch.
    fn finish(&self) {
        self.watch.finish();
        self.observer.finished();
    }

    /// What the run took so far; reading took so many seconds of it.
    fn figures(&self, load: f64) -> Figures {
        Figures { seconds: self.job.start.elapsed().as_secs_f64(), load, memory: self.watch.most_memory() }
    }

    fn report(
        &self,
        warnings: Vec<String>,
        statistics: Vec<(&'static str, f64)>,
        of: report::OfEngine,
    ) -> Report {
        Report {
            job: Arc::clone(&self.job),
            checks: self.understood.checks,
            entry: self.understood.entry.clone(),
            ended: SystemTime::now(),
            warnings,
            statistics,
            no_certificate: None,
            answer: report::Answered::Engine(Box::new(of)),
        }
    }
}

fn watch_limits(job: &Job, observer: &Arc<dyn Observer>, stop: &Arc<AtomicBool>) -> WatchLimits {
    WatchLimits {
        start: job.start,
        deadline: job.deadline(),
        memory: job.config.limits.memory,
        stop: Arc::clone(stop),
        tell_every: observer.progress_every(),
    }
}

/// The report of a run that does not end by itself in spite of a limit.
fn overdue(job: &Arc<Job>, checks: CheckSet, entry: &str, ended: &Ended) -> Report {
    let halted = match &ended.progress {
        Some(progress) => progress.halted,
        None if ended.exploration.is_some() => Halted::exploring(),
        None => Halted { stage: Some(Stage::Reading), ..Halted::default() },
    };
    let reason = match ended.limit {
        Limit::Time => halted.words("timeout", "--timeout"),
        Limit::Memory => halted.words("memory limit", "--memory-limit"),
    };
    let figures = Figures { seconds: ended.seconds, load: 0.0, memory: ended.memory };
    let statistics = unfinished(ended.progress.as_ref(), ended.exploration.as_deref(), &figures);
    Report { statistics, ..Report::ended(job, checks, entry, reason) }
}

fn run(job: &Arc<Job>, observer: &Arc<dyn Observer>) -> Result<Report, Error> {
    let understood = match goal::understand(&job.config) {
        Ok(understood) => understood,
        Err(goal::Refusal::Mistake(words)) => return Err(words.into()),
        Err(goal::Refusal::Property(formula)) => {
            let reason = format!("unsupported property: {formula}");
            return Ok(Report::ended(job, CheckSet::EMPTY, &job.config.program.entry, reason));
        }
    };
    match &job.config.engine {
        // The explicit engine interleaves, so it does not take turns where threads have buffers of stores.
        Engine::Turns(bounded, explicit)
            if !bounded.vacuity && bounded.consistency != Consistency::StoreOrder =>
        {
            let prepared = bounded::Prepared::of(bounded)?;
            let running = Running::start(job, understood, observer);
            let done = loaded::load(&running)
                .and_then(|l| together::check(&running, &l, (bounded, &prepared), explicit));
            ended(&running, done)
        }
        Engine::Bounded(options) | Engine::Turns(options, _) => {
            let prepared = bounded::Prepared::of(options)?;
            let running = Running::start(job, understood, observer);
            let done = loaded::load(&running)
                .and_then(|l| bounded::check(&running, &l, options, &prepared, job.deadline()));
            let done = ended(&running, done)?;
            if options.vacuity { vacuity::asked(&running, done) } else { Ok(done.report) }
        }
        Engine::Steps(options, grain) => {
            let prepared = bounded::Prepared::of(options)?;
            let running = Running::start(job, understood, observer);
            let done = loaded::load(&running)
                .and_then(|l| steps::check(&running, &l, (options, *grain), &prepared, job.deadline()));
            ended(&running, done)
        }
        Engine::Runs(options, solver) => {
            let solvers = symbolic::solvers(solver)?;
            let running = Running::start(job, understood, observer);
            let done = loaded::load(&running).and_then(|l| together::runs(&running, &l, options, &solvers));
            ended(&running, done)
        }
        Engine::Symbolic(options, sets) => {
            let solvers = symbolic::solvers(&sets.solver)?;
            let running = Running::start(job, understood, observer);
            let done = loaded::load(&running).and_then(|l| {
                let (threads, deadline) = (job.config.jobs, job.deadline());
                let within = symbolic::Within { threads, deadline, alone: true };
                symbolic::check(&running, &l, (options, sets.visiting), &solvers, within)
            });
            ended(&running, done)
        }
        Engine::Explicit(options) => {
            let running = Running::start(job, understood, observer);
            let done = loaded::load(&running)
                .and_then(|l| explicit::check(&running, &l, options, (Walks::Between, job.deadline())));
            ended(&running, done)
        }
    }
}

/// Ends the watch over a run.
fn ended<T>(running: &Running, done: T) -> T {
    running.finish();
    done
}

/// `FILE:LINE: `, where the place is known.
pub(crate) fn place(program: &Program, loc: Option<LocId>) -> String {
    let Some(loc) = loc else { return String::new() };
    let loc = &program.locs[loc.index()];
    format!("{}:{}: ", program.files[loc.file.index()], loc.line)
}
