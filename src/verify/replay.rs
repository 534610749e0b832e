//! Replays of witnesses: finds the violation again that a witness describes. The program gets calls that follow the witness
//! (`src/witness/instrument.rs`); the bounded engine looks for runs that follow it to its target. Of a correctness witness, the
//! program gets checks of the invariants (`src/witness/invariants.rs`), and has to be proven with them.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use super::bounded::{self, Prepared};
use super::config::{Bounded, ProgramOptions};
use super::error::failed;
use super::goal::{Refusal, Understood, named};
use super::report::{OfEngine, Solved};
use super::witness::{hash, only_c, sources};
use super::words::io_words;
use super::{Error, Job, Observer, Report, Running, inserted, violations};
use crate::engine::bmc::{self, Target};
use crate::engine::verdict::{Fault, Verdict};
use crate::program::{FuncId, GlobalId, Program};
use crate::property::{Check, CheckSet};
use crate::report;
use crate::witness::instrument::{self, Instrumented, Laid, lay};
use crate::witness::invariants;
use crate::witness::source::Source;
use crate::witness::{Content, Invariant, Segment, Witness, checks_of, graphml, yaml};

/// The witness' state in the models.
const SEGMENT: &str = "__bmc_segment";

/// Reads a witness in either format.
fn read(path: &Path) -> Result<Witness, String> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| format!("{shown}: {}", io_words(&error)))?;
    let read = if text.trim_start().starts_with('<') { graphml::read(&text) } else { yaml::read(&text) };
    read.map_err(|why| format!("{shown}: {why}"))
}

/// What is asked of a program.
struct Question<'a> {
    running: &'a Running,
    options: &'a Bounded,
    program: ProgramOptions,
    sources: Vec<Source>,
    prepared: &'a Prepared,
}

/// What one attempt tells.
enum Told {
    /// The violation, with the program that has it.
    Confirmed(Box<(Program, FuncId, bmc::Report, f64)>),
    /// Why not.
    Not(String),
}

/// Columns as they are without the insertions, and the places where the property is to be violated: none is inserted.
///
/// # Errors
/// In words: what was inserted changes the program.
fn places(program: &mut Program, sources: &[Source], laid: &Laid) -> Result<Option<Arc<[bool]>>, String> {
    let first_inserted = inserted::set_apart(program)?;
    let files = &program.files;
    let mut all = vec![false; program.locs.len()];
    for (place, loc) in all.iter_mut().zip(&mut program.locs) {
        let name = &files[loc.file.index()];
        for (number, (source, with)) in sources.iter().zip(&laid.sources).enumerate() {
            for &line in source.lines_shown(name, loc.line) {
                let column = with.original_column(line, loc.col);
                if let instrument::Target::Within(wanted, from, to) = &laid.target {
                    *place |= *wanted == number && *from <= (line, column) && (line, column) <= *to;
                }
                loc.col = column;
            }
        }
    }
    if laid.target == instrument::Target::Anywhere {
        all.fill(true);
    }
    let any_inserted = first_inserted < all.len();
    all[first_inserted..].fill(false);
    Ok((any_inserted || laid.target != instrument::Target::Anywhere).then(|| all.into()))
}

impl Question<'_> {
    /// The program with other texts of its sources.
    fn load(&self, sources: &[Instrumented], checks: CheckSet) -> Result<Program, String> {
        let (job, entry) = (&self.running.job, &self.running.understood.entry);
        let texts = sources.iter().map(|s| s.text.clone());
        let replaced: Vec<(PathBuf, String)> = job.inputs.iter().cloned().zip(texts).collect();
        job.load(&self.program, entry, checks, replaced)
    }

    /// The function that starts a program.
    fn entry(&self, program: &Program) -> Result<FuncId, String> {
        let name = &self.running.understood.entry;
        program.function(name).ok_or_else(|| format!("function {name} is not defined"))
    }

    /// Asks the engine.
    fn check(&self, program: &Program, options: &bmc::Options) -> Result<bmc::Report, Fault> {
        let mut progress = |p: &bmc::Progress| self.running.watch.note(p);
        let report = bmc::check(program, options, &|| self.prepared.solvers.make(), &mut progress)?;
        Ok(bmc::Report { verdict: violations::reported(program, report.verdict), ..report })
    }

    /// Proves the program with the invariants of a witness, or says why not.
    fn prove(&self, known: &[Invariant]) -> Result<Told, Error> {
        let laid = match invariants::lay(&self.sources, known) {
            Ok(laid) => laid,
            Err(why) => return Ok(Told::Not(why)),
        };
        // An invariant that does not hold is a failed assertion; those of the program have to hold then, too.
        let mut checks = self.running.understood.checks;
        checks.insert(Check::Assert);
        let begun = Instant::now();
        let mut program = match self.load(&laid, checks) {
            Ok(program) => program,
            Err(why) => return Ok(Told::Not(format!("the invariants do not suit the program: {why}"))),
        };
        let load = begun.elapsed().as_secs_f64();
        let entry = self.entry(&program)?;
        if let Err(why) = inserted::set_apart(&mut program) {
            return Ok(Told::Not(why));
        }
        let options = bmc::Options {
            induction: self.options.bound.is_none() && self.options.induction,
            recheck: self.options.recheck,
            ..self.engine_options(entry, checks, self.running.job.deadline())
        };
        let report = self.check(&program, &options);
        let report = report.map_err(|fault| failed(&self.running.job, &program, &fault))?;
        Ok(match &report.verdict {
            Verdict::True(_) => Told::Confirmed(Box::new((program, entry, report, load))),
            Verdict::False(_) => Told::Not("the property or an invariant does not hold".to_owned()),
            Verdict::Unknown(cause) => Told::Not(report::reason(&program, cause)),
        })
    }

    /// Options of the engine, without a target and induction.
    fn engine_options(&self, entry: FuncId, checks: CheckSet, deadline: Option<Instant>) -> bmc::Options {
        let off = self.prepared.off.clone();
        let mut options = bounded::engine_options(&self.running.job, self.options, off, entry, checks);
        options.eval.deadline = deadline;
        options.eval.stop = Some(Arc::clone(&self.running.stop));
        bmc::Options { all: false, induction: false, recheck: true, threads: false, ..options }
    }

    /// Looks for a run that follows the witness.
    fn ask(&self, segments: &[Segment], strict: bool, deadline: Option<Instant>) -> Result<Told, Error> {
        let checks = self.running.understood.checks;
        let laid = match lay(&self.sources, segments, strict) {
            Ok(laid) => laid,
            Err(why) => return Ok(Told::Not(why)),
        };
        let begun = Instant::now();
        let mut program = match self.load(&laid.sources, checks) {
            Ok(program) => program,
            Err(why) => return Ok(Told::Not(format!("the waypoints do not suit the program: {why}"))),
        };
        let load = begun.elapsed().as_secs_f64();
        let entry = self.entry(&program)?;
        let places = match places(&mut program, &self.sources, &laid) {
            Ok(places) => places,
            Err(why) => return Ok(Told::Not(why)),
        };
        let segment =
            program.globals.iter().position(|g| g.model && g.name.split('.').next() == Some(SEGMENT));
        let reached = segment.map(|g| (GlobalId::new(g), laid.count));
        if reached.is_none() && laid.count > 0 {
            return Ok(Told::Not("no run meets its waypoints".to_owned()));
        }
        let target = Some(Target { places, reached });
        let mut options = self.engine_options(entry, checks, deadline);
        options.eval.target = target;
        match self.check(&program, &options) {
            Ok(report) => Ok(match &report.verdict {
                Verdict::False(_) => Told::Confirmed(Box::new((program, entry, report, load))),
                Verdict::True(_) => Told::Not("no run follows it to its target".to_owned()),
                Verdict::Unknown(cause) => Told::Not(report::reason(&program, cause)),
            }),
            Err(Fault::Disagreement(stories)) => {
                Ok(Told::Not(format!("its run ends otherwise: {}", stories.machine)))
            }
            Err(fault) => Err(failed(&self.running.job, &program, &fault)),
        }
    }
}

/// Replays a witness.
pub(super) fn run(job: &Arc<Job>, path: &Path, observer: &Arc<dyn Observer>) -> Result<Report, Error> {
    let (config, inputs) = (&job.config, &job.inputs);
    let Some(options) = config.engine.bounded().filter(|options| !options.flat_memory) else {
        return Err("--replay: only with --engine bmc and --memory objects".to_owned().into());
    };
    only_c(inputs, &config.program, "--replay")?;
    let witness = read(path)?;
    let named = match named(config) {
        Ok(named) => named,
        Err(Refusal::Mistake(words)) => return Err(words.into()),
        Err(Refusal::Property(formula)) => {
            let why = format!("property {formula}");
            return Ok(unconfirmed(job, CheckSet::c_default(), &config.program.entry, &why));
        }
    };
    let told = checks_of(&witness.metadata.specification).map(|(checks, entry)| Understood { checks, entry });
    let by_default = || Understood { checks: CheckSet::c_default(), entry: config.program.entry.clone() };
    let understood = named.or(told).unwrap_or_else(by_default);
    let hashes: Vec<String> = inputs.iter().map(|p| hash(p)).collect();
    if witness.metadata.inputs.iter().any(|(_, h)| !h.is_empty() && !hashes.contains(h)) {
        observer.warning("the witness was written for another version of the program");
    }
    let (prepared, sources) = (Prepared::of(options)?, sources(inputs)?);
    let running = Running::start(job, understood, observer);
    let of_witness = (witness.metadata.pointer_bits == 32).then_some(32);
    let data_model = config.program.data_model.or(of_witness);
    let program = ProgramOptions { data_model, ..config.program.clone() };
    let question = Question { running: &running, options, program, sources, prepared: &prepared };
    let told = attempt(&question, &witness.content);
    running.finish();
    match told? {
        Told::Confirmed(found) => {
            let (program, entry, report, load) = *found;
            let statistics = report::statistics(&report, &running.figures(load));
            let solved = Solved::bounded(report, &options.formula, &prepared.solvers);
            let program = Arc::new(program);
            Ok(running.report(Vec::new(), statistics, OfEngine { name: "bmc", program, entry, solved }))
        }
        Told::Not(why) => {
            let understood = &running.understood;
            Ok(unconfirmed(job, understood.checks, &understood.entry, &why))
        }
    }
}

/// Asks until an attempt confirms the witness; the last one's answer otherwise.
fn attempt(question: &Question<'_>, content: &Content) -> Result<Told, Error> {
    let job = &question.running.job;
    let segments = match content {
        Content::Violation(segments) => segments,
        Content::Correctness(known) => return question.prove(known),
    };
    // The first attempt is short where it succeeds.
    let deadline = job.deadline();
    let half = deadline.map(|d| job.start + (d - job.start) / 2);
    match question.ask(segments, true, half)? {
        Told::Not(_) => question.ask(segments, false, deadline),
        confirmed @ Told::Confirmed(_) => Ok(confirmed),
    }
}

/// Says that a witness is not confirmed.
fn unconfirmed(job: &Arc<Job>, checks: CheckSet, entry: &str, why: &str) -> Report {
    Report::ended(job, checks, entry, format!("witness not confirmed: {}", why.replace('\n', " ")))
}
