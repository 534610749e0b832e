//! `--replay`: finds the violation again that a witness describes. The program gets calls that follow the witness
//! (`src/witness/instrument.rs`); the bounded engine looks for runs that follow it to its target. Of a correctness witness, the
//! program gets checks of the invariants (`src/witness/invariants.rs`), and has to be proven with them.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::args::{Args, Engine, EntryPointers, MemoryModel};
use super::emit::io_words;
use super::inserted;
use super::results::Results;
use super::run::{Refusal, give_up, rules_off, say};
use super::solvers::Choice;
use super::watch::{self, Watch};
use super::witness::{hash, only_c, sources};
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
    args: &'a Args,
    checks: CheckSet,
    entry: String,
    sources: Vec<Source>,
    deadline: Option<Instant>,
    stop: Arc<AtomicBool>,
    solvers: Choice,
    watch: &'a Watch,
}

/// What one attempt tells.
enum Told {
    /// The violation, with the program that has it.
    Confirmed(Box<(Program, bmc::Report, f64)>),
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
        let source = &self.args.source;
        let texts = sources.iter().map(|s| s.text.clone());
        let replaced: Vec<(PathBuf, String)> = source.inputs.iter().cloned().zip(texts).collect();
        source.load_with(&self.entry, checks, self.args.jobs as usize, replaced)
    }

    /// Proves the program with the invariants of a witness, or says why not.
    fn prove(&self, known: &[Invariant]) -> Result<Told, String> {
        let laid = match invariants::lay(&self.sources, known) {
            Ok(laid) => laid,
            Err(why) => return Ok(Told::Not(why)),
        };
        // An invariant that does not hold is a failed assertion; those of the program have to hold then, too.
        let mut checks = self.checks;
        checks.insert(Check::Assert);
        let begun = Instant::now();
        let mut program = match self.load(&laid, checks) {
            Ok(program) => program,
            Err(why) => return Ok(Told::Not(format!("the invariants do not suit the program: {why}"))),
        };
        let load = begun.elapsed().as_secs_f64();
        let entry = program.function(&self.entry).ok_or(format!("function {} is not defined", self.entry))?;
        if let Err(why) = inserted::set_apart(&mut program) {
            return Ok(Told::Not(why));
        }
        let options = bmc::Options {
            bound: self.args.bound,
            checks,
            induction: self.args.bound.is_none() && !self.args.no_induction,
            recheck: !self.args.no_recheck,
            ..self.options(entry, self.deadline)?
        };
        let make = || self.solvers.make();
        let report = bmc::check(&program, &options, &make, &mut |p| self.watch.note(p));
        let report = report.map_err(|fault| fault.to_string())?;
        Ok(match &report.verdict {
            Verdict::True(_) => Told::Confirmed(Box::new((program, report, load))),
            Verdict::False(_) => Told::Not("the property or an invariant does not hold".to_owned()),
            Verdict::Unknown(cause) => Told::Not(report::reason(&program, cause)),
        })
    }

    /// Options of the engine, without a target.
    fn options(&self, entry: FuncId, deadline: Option<Instant>) -> Result<bmc::Options, String> {
        Ok(bmc::Options {
            entry,
            bound: self.args.bound,
            bound_at: Vec::new(),
            checks: self.checks,
            malloc_may_fail: self.args.malloc_may_fail,
            null_arguments: self.args.entry_pointers == EntryPointers::Any,
            flat: false,
            all: false,
            deadline,
            max_terms: 1 << 31,
            stop: Some(Arc::clone(&self.stop)),
            rules_off: rules_off(self.args.no_rules.as_deref())?,
            target: None,
            induction: false,
            recheck: true,
        })
    }

    /// Looks for a run that follows the witness.
    fn ask(&self, segments: &[Segment], strict: bool, deadline: Option<Instant>) -> Result<Told, String> {
        let laid = match lay(&self.sources, segments, strict) {
            Ok(laid) => laid,
            Err(why) => return Ok(Told::Not(why)),
        };
        let begun = Instant::now();
        let mut program = match self.load(&laid.sources, self.checks) {
            Ok(program) => program,
            Err(why) => return Ok(Told::Not(format!("the waypoints do not suit the program: {why}"))),
        };
        let load = begun.elapsed().as_secs_f64();
        let entry = program.function(&self.entry).ok_or(format!("function {} is not defined", self.entry))?;
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
        let options =
            bmc::Options { target: Some(Target { places, reached }), ..self.options(entry, deadline)? };
        let make = || self.solvers.make();
        match bmc::check(&program, &options, &make, &mut |p| self.watch.note(p)) {
            Ok(report) => Ok(match &report.verdict {
                Verdict::False(_) => Told::Confirmed(Box::new((program, report, load))),
                Verdict::True(_) => Told::Not("no run follows it to its target".to_owned()),
                Verdict::Unknown(cause) => Told::Not(report::reason(&program, cause)),
            }),
            Err(Fault::Disagreement(stories)) => {
                Ok(Told::Not(format!("its run ends otherwise: {}", stories.machine)))
            }
            Err(fault) => Err(fault.to_string()),
        }
    }
}

/// Replays; the result is the exit code.
///
/// # Errors
/// In words: a mistake in options or inputs.
pub fn run(args: &Args, path: &Path, start: Instant) -> Result<i32, String> {
    if args.engine != Engine::Bmc || args.memory != MemoryModel::Objects {
        return Err("--replay: only with --engine bmc and --memory objects".to_owned());
    }
    only_c(&args.source.inputs, "--replay")?;
    let witness = read(path)?;
    let named = match super::run::goal_named(args) {
        Ok(named) => named,
        Err(Refusal::Mistake(words)) => return Err(words),
        Err(Refusal::Property(formula)) => {
            let results = Results::of(args, CheckSet::c_default(), &args.source.entry);
            return Ok(unconfirmed(&results, &format!("property {formula}")));
        }
    };
    let told = checks_of(&witness.metadata.specification);
    let (checks, entry) =
        named.or(told).unwrap_or_else(|| (CheckSet::c_default(), args.source.entry.clone()));
    let hashes: Vec<String> = args.source.inputs.iter().map(|p| hash(p)).collect();
    let other = witness.metadata.inputs.iter().any(|(_, h)| !h.is_empty() && !hashes.contains(h));
    if other && !args.quiet {
        say("warning: the witness was written for another version of the program");
    }
    let limits = watch::Limits::of(args, start);
    let (deadline, stop) = (limits.deadline, Arc::clone(&limits.stop));
    let results = Results::of(args, checks, &entry);
    let given_up = results.clone();
    let watch = Watch::start(limits, move |ended| give_up(&given_up, &[], ended));
    let mut question = Question {
        args,
        checks,
        entry,
        sources: sources(&args.source.inputs)?,
        deadline,
        stop,
        solvers: Choice::of(&args.solver, &[])?,
        watch: &watch,
    };
    let model = args.source.model.or((witness.metadata.pointer_bits == 32).then_some(32));
    let with_model = Args { source: super::source::Source { model, ..args.source.clone() }, ..args.clone() };
    question.args = &with_model;
    let mut why = String::new();
    let attempts: &[bool] = match &witness.content {
        Content::Violation(_) => &[true, false],
        Content::Correctness(_) => &[false],
    };
    for &strict in attempts {
        // The first attempt is short where it succeeds.
        let half = deadline.map(|d| start + (d - start) / 2).filter(|_| strict).or(question.deadline);
        let told = match &witness.content {
            Content::Violation(segments) => question.ask(segments, strict, half),
            Content::Correctness(known) => question.prove(known),
        };
        match told {
            Ok(Told::Confirmed(found)) => {
                let (program, report, load) = *found;
                watch.finish();
                let seconds = start.elapsed().as_secs_f64();
                let figures = report::Figures { seconds, load, memory: watch.most_memory() };
                let told = report::Told {
                    verdict: &report.verdict,
                    undefined: &report.undefined,
                    bound: Some(report.bound),
                    statistics: report::statistics(&report, &figures),
                };
                return results.conclude(&program, &told, &[]);
            }
            Ok(Told::Not(reason)) => why = reason,
            Err(error) => {
                watch.finish();
                return Err(error);
            }
        }
    }
    watch.finish();
    Ok(unconfirmed(&results, &why))
}

/// Says that a witness is not confirmed; the exit code.
fn unconfirmed(results: &Results, why: &str) -> i32 {
    results.give_up(&format!("witness not confirmed: {}", why.replace('\n', " ")), &[])
}
