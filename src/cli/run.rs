//! One run of the command.

use std::ffi::OsString;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clap::Parser;
use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use tracing::{debug, info};

use super::args::{Args, Consistency, Engine, EntryPointers, MemoryModel, Order, Other, Reduce, normalise};
use super::certificate;
use super::emit::{Emit, io_words};
use super::results::Results;
use super::solvers::Choice;
use super::watch::{self, Ended, Limit, Watch};
use super::witness::About;
use crate::base::children;
use crate::engine::verdict::{Claimed, Fault, Halted, Invariant, Stage, Verdict, Violation};
use crate::engine::{bmc, explicit};
use crate::machine;
use crate::program::Program;
use crate::property::{Check, CheckSet, PropertyError};
use crate::report;
use crate::report::witness::Known;
use crate::rewrite::RuleSet;
use crate::smt::{self, SmtError};

pub(super) const TRUE: i32 = 0;
pub(super) const FAULT: i32 = 1;
const MISTAKE: i32 = 2;
pub(super) const FALSE: i32 = 10;
pub(super) const UNKNOWN: i32 = 20;

/// Stack of the thread that does the work: address space only, used as deep runs need it. Less where the system
/// does not give it.
const STACK_BYTES: [usize; 3] = [2 << 30, 256 << 20, 32 << 20];

/// Functions whose calls are [`Check::ReachError`].
const ERROR_FUNCTIONS: &[&str] = &["reach_error", "__VERIFIER_error"];

/// Runs the command; the result is the exit code.
pub fn main(args: impl Iterator<Item = OsString>) -> i32 {
    let args = match Args::try_parse_from(normalise(args)) {
        Ok(args) => Arc::new(args),
        Err(error) if error.use_stderr() => return mistake(one_line(&error.to_string())),
        Err(help) => {
            let _ = help.print();
            return TRUE;
        }
    };
    if std::env::var_os("RUST_BACKTRACE").is_none() {
        std::panic::set_hook(Box::new(|panic| say(format!("internal fault: {}", fault_words(panic)))));
    }
    log(&args);
    let mut failed = None;
    for stack in STACK_BYTES {
        let args = Arc::clone(&args);
        match std::thread::Builder::new().stack_size(stack).spawn(move || work(&args)) {
            Ok(worker) => return worker.join().unwrap_or(FAULT),
            Err(error) => failed = Some(error),
        }
    }
    say(format!("internal fault: {}", failed.map_or(String::new(), |error| error.to_string())));
    FAULT
}

/// A message on standard error; nobody may be there to read it.
pub(super) fn say(message: impl std::fmt::Display) {
    let _ = writeln!(std::io::stderr(), "bmc: {}", report::plain_lines(&message.to_string()));
}

/// What a panic says, in one line.
fn fault_words(panic: &std::panic::PanicHookInfo<'_>) -> String {
    let message = panic.payload_as_str().unwrap_or("a panic").replace('\n', " ");
    panic.location().map_or(message.clone(), |l| format!("{message} ({}:{})", l.file(), l.line()))
}

/// The first paragraph of clap's message.
pub(super) fn one_line(message: &str) -> String {
    let lines = message.lines().map(str::trim).take_while(|l| !l.is_empty());
    let text = lines.collect::<Vec<_>>().join(" ");
    text.strip_prefix("error: ").unwrap_or(&text).to_owned()
}

/// Messages of `-v` on standard error.
fn log(args: &Args) {
    let level = match args.verbose {
        0 => return,
        1 => tracing::Level::INFO,
        2 => tracing::Level::DEBUG,
        _ => tracing::Level::TRACE,
    };
    tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(std::io::stderr)
        .with_ansi(false)
        .log_internal_errors(false)
        .without_time()
        .with_target(false)
        .init();
}

fn mistake(message: impl std::fmt::Display) -> i32 {
    say(message);
    MISTAKE
}

fn bound_at(text: &str) -> Option<(String, Option<u32>, u32)> {
    let (place, bound) = text.rsplit_once('=')?;
    let bound = bound.parse().ok()?;
    let (func, line) = match place.rsplit_once(':') {
        Some((func, line)) => (func, Some(line.parse().ok()?)),
        None => (place, None),
    };
    (!func.is_empty()).then(|| (func.to_owned(), line, bound))
}

/// Why nothing is checked.
pub(super) enum Refusal {
    /// The user's mistake.
    Mistake(String),
    /// A property that is none of ours: no mistake, and no answer.
    Property(String),
}

impl From<String> for Refusal {
    fn from(words: String) -> Refusal {
        Refusal::Mistake(words)
    }
}

/// The checks and the entry function that the options name, where they do.
pub(super) fn goal_named(args: &Args) -> Result<Option<(CheckSet, String)>, Refusal> {
    if let Some(checks) = args.source.checks()? {
        return Ok(Some((checks, args.source.entry.clone())));
    }
    if let Some(path) = &args.property {
        let shown = path.display();
        let text = std::fs::read_to_string(path).map_err(|error| format!("{shown}: {}", io_words(&error)))?;
        let p = match crate::property::parse_property(&text) {
            Ok(p) => p,
            Err(PropertyError::NotSupported { formula, .. }) => return Err(Refusal::Property(formula)),
            Err(error) => return Err(format!("{shown}: {error}").into()),
        };
        let other = p.error_functions.iter().find(|f| !ERROR_FUNCTIONS.contains(&f.as_str()));
        if let Some(f) = other {
            return Err(Refusal::Property(format!("G ! call({f}())")));
        }
        return Ok(Some((p.checks, p.entry)));
    }
    Ok(None)
}

/// The checks and the entry function that the options ask for.
fn goal(args: &Args) -> Result<(CheckSet, String), Refusal> {
    if let Some(goal) = goal_named(args)? {
        return Ok(goal);
    }
    // A question about infinite runs is asked alone.
    let checks = if is_temporal(args) { CheckSet::EMPTY } else { CheckSet::c_default() };
    Ok((checks, args.source.entry.clone()))
}

/// Whether a property of infinite runs is asked for.
fn is_temporal(args: &Args) -> bool {
    args.ltl.is_some() || args.ltl_automaton.is_some()
}

/// The property of infinite runs that is asked for.
fn temporal(args: &Args, program: &Program) -> Result<Option<explicit::ltl::Property>, String> {
    use explicit::ltl::Property;
    if let Some(text) = &args.ltl {
        return Property::formula(program, text, args.fair).map(Some).map_err(|e| format!("--ltl: {e}"));
    }
    let Some(path) = &args.ltl_automaton else { return Ok(None) };
    let shown = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| format!("{shown}: {}", io_words(&error)))?;
    Property::automaton(program, &text, args.fair).map(Some).map_err(|e| format!("{shown}: {e}"))
}

/// What the options say, understood.
struct Task {
    checks: CheckSet,
    entry: String,
    bound_at: Vec<(String, Option<u32>, u32)>,
    emits: Vec<Emit>,
    solvers: Choice,
    rules_off: RuleSet,
}

/// Refuses options that the engine would ignore.
fn unused(args: &Args) -> Result<(), String> {
    let explicit = args.engine == Engine::Explicit;
    let table = [
        (explicit, args.bound.is_some(), "--bound"),
        (explicit, !args.bound_at.is_empty(), "--bound-at"),
        (explicit, args.solver != "builtin", "--solver"),
        (explicit, args.memory != MemoryModel::Objects, "--memory"),
        (explicit, args.no_rules.is_some(), "--no-rules"),
        (explicit, args.certificate.is_some(), "--certificate"),
        (!explicit, args.context_bound.is_some(), "--context-bound"),
        (!explicit, args.hash_compaction, "--hash-compaction"),
        (!explicit, args.memory_model != Consistency::C11, "--memory-model"),
        (!explicit, args.search != Order::Bfs, "--search"),
        (!explicit, args.reduce != Reduce::Full, "--reduce"),
    ];
    if let Some((.., option)) = table.into_iter().find(|(engine, given, _)| *engine && *given) {
        let other = if explicit { "explicit" } else { "bmc" };
        return Err(format!("{option}: not with --engine {other}"));
    }
    if args.certificate.is_some() && args.solver != "builtin" {
        return Err("--certificate: certificates come from the built-in solver, --solver builtin".to_owned());
    }
    if explicit && args.search == Order::Dfs && args.jobs > 1 {
        return Err("--search dfs: on one thread only, so not with -j".to_owned());
    }
    Ok(())
}

/// An option that makes no sense with a property of infinite runs, or only with one.
fn unused_with_formulas(args: &Args) -> Result<(), String> {
    if !is_temporal(args) {
        return if args.fair { Err("--fair: there is no formula".to_owned()) } else { Ok(()) };
    }
    if args.engine != Engine::Explicit {
        return Err("--ltl: only the explicit engine has it, --engine explicit".to_owned());
    }
    let table = [
        (args.context_bound.is_some(), "--context-bound"),
        (args.hash_compaction, "--hash-compaction"),
        (args.search != Order::Bfs, "--search"),
        (args.all, "--all"),
    ];
    match table.into_iter().find(|(given, _)| *given) {
        Some((_, option)) => Err(format!("{option}: not with a formula or an automaton")),
        None => Ok(()),
    }
}

/// The rewrite rules that `--no-rules` names.
pub fn rules_off(list: Option<&str>) -> Result<RuleSet, String> {
    RuleSet::named(list.unwrap_or_default()).map_err(|e| format!("--no-rules: {e}"))
}

impl Task {
    fn of(args: &Args) -> Result<Task, Refusal> {
        match args.engine {
            Engine::Bmc | Engine::Explicit => {}
            Engine::Symbolic => return Err("--engine symbolic: not yet available".to_owned().into()),
        }
        unused(args)?;
        unused_with_formulas(args)?;
        let (checks, entry) = goal(args)?;
        if checks.contains(Check::Ltl) && !is_temporal(args) {
            return Err("--check ltl: there is no formula".to_owned().into());
        }
        if checks.contains(Check::Termination) && args.engine == Engine::Explicit {
            return Err(Refusal::Property("termination with --engine explicit".to_owned()));
        }
        let bounds = args
            .bound_at
            .iter()
            .map(|text| bound_at(text).ok_or_else(|| format!("--bound-at {text}: expected FUNC[:LINE]=N")));
        let bound_at = bounds.collect::<Result<_, _>>()?;
        args.witness.iter().try_for_each(|path| super::witness::format(path).map(drop))?;
        if !args.witness.is_empty() {
            super::witness::only_c(&args.source.inputs, "--witness")?;
        }
        let emits = args.emit.iter().map(|text| Emit::parse(text)).collect::<Result<Vec<_>, _>>()?;
        if let Some(emit) = emits.iter().find(|e| args.engine == Engine::Explicit && !e.is_of_every_engine())
        {
            return Err(format!("--emit {}: not with --engine explicit", emit.name()).into());
        }
        let solvers = Choice::of(&args.solver, &emits)?;
        let rules_off = rules_off(args.no_rules.as_deref())?;
        Ok(Task { checks, entry, bound_at, emits, solvers, rules_off })
    }
}

fn work(args: &Args) -> i32 {
    let start = Instant::now();
    let done = match &args.command {
        Some(Other::Simplify(options)) => super::simplify::run(options).map(|()| TRUE),
        Some(Other::Solve(options)) => super::solve::run(options, start),
        Some(Other::Run(options)) => super::execute::run(options),
        Some(Other::CheckCertificate(options)) => super::certificate::run(options, start),
        None => match &args.replay {
            Some(witness) => super::replay::run(args, witness, start),
            None => run(args, start),
        },
    };
    match done {
        Ok(code) => code,
        Err(error) => mistake(error),
    }
}

fn run(args: &Args, start: Instant) -> Result<i32, String> {
    let task = match Task::of(args) {
        Ok(task) => task,
        Err(Refusal::Mistake(words)) => return Err(words),
        Err(Refusal::Property(formula)) => {
            let results = Results::of(args, CheckSet::EMPTY, &args.source.entry);
            return Ok(results.give_up(&format!("unsupported property: {formula}"), &[]));
        }
    };
    let limits = watch::Limits::of(args, start);
    let (deadline, stop) = (limits.deadline, Arc::clone(&limits.stop));
    let results = Results::of(args, task.checks, &task.entry);
    let given_up = results.clone();
    let emits = task.emits.clone();
    let watch = Watch::start(limits, move |ended| give_up(&given_up, &emits, ended));
    let program = args.source.load(&task.entry, task.checks, args.jobs as usize);
    let load = start.elapsed().as_secs_f64();
    let figures = |watch: &Watch| report::Figures {
        seconds: start.elapsed().as_secs_f64(),
        load,
        memory: watch.most_memory(),
    };
    let program = match program {
        Ok(program) => program,
        Err(error) => {
            watch.finish();
            return Err(error);
        }
    };
    info!(functions = program.functions.len(), seconds = start.elapsed().as_secs_f64(), "program read");
    let entry = program.function(&task.entry).ok_or(format!("function {} is not defined", task.entry))?;
    let mut warnings = program.warnings.clone();
    for (name, ..) in &task.bound_at {
        if program.functions.iter().all(|f| f.name != *name && f.source_name != *name) {
            warnings.push(format!("--bound-at: no function {name} is reached"));
        }
    }
    let given = args.engine == Engine::Bmc && args.entry_pointers == EntryPointers::Nonnull;
    if given && machine::pointer_from_outside(&program, entry).is_some() {
        let name = &program.func(entry).source_name;
        warnings.push(format!(
            "the pointers that {name} is given are taken for not null; --entry-pointers any lets them be"
        ));
    }
    warn(args, &warnings);
    for emit in &task.emits {
        emit.before(&program, entry, args.bound)?;
    }
    if args.engine == Engine::Explicit {
        let property = temporal(args, &program)?;
        let progress = Arc::new(explicit::Progress::default());
        watch.follow(Arc::clone(&progress));
        let explored = explore(args, &task, &program, entry, property.as_ref(), (deadline, stop), &progress);
        watch.finish();
        let figures = figures(&watch);
        let (mut verdict, found) = match explored {
            Ok(explored) => explored,
            Err(fault) => {
                say(format!("internal fault: {fault}"));
                return Ok(FAULT);
            }
        };
        if let Verdict::False(found) = &mut verdict {
            sort(&program, found);
        }
        let statistics = report::exploration(&found, &figures);
        let about = About { args, program: &program, entry, checks: task.checks, known: &[] };
        about.write(&verdict)?;
        for emit in &task.emits {
            emit.choices(&program, &verdict, task.checks, args.malloc_may_fail)?;
            emit.harness(&about, &verdict)?;
        }
        let told = report::Told { verdict: &verdict, undefined: &[], bound: None, statistics };
        return results.conclude(&program, &told, &warnings);
    }
    if let Some(folder) = &args.certificate {
        super::certificate::prepare(folder)?;
    }
    let options = bmc::Options {
        entry,
        bound: args.bound,
        bound_at: task.bound_at.clone(),
        checks: task.checks,
        malloc_may_fail: args.malloc_may_fail,
        null_arguments: args.entry_pointers == EntryPointers::Any,
        flat: args.memory == MemoryModel::Flat,
        all: args.all,
        deadline,
        max_terms: 1 << 31,
        stop: Some(stop),
        induction: args.bound.is_none() && !args.no_induction,
        recheck: !args.no_recheck,
        rules_off: task.rules_off.clone(),
        target: None,
    };
    let mut progress = |p: &bmc::Progress| {
        debug!(bound = p.halted.bound, stage = ?p.halted.stage, instructions = p.steps, open = p.open, terms = p.terms, "round");
        watch.note(p);
    };
    let make = || task.solvers.make();
    let report = bmc::check(&program, &options, &make, &mut progress);
    let certified = match (&args.certificate, &report) {
        (Some(folder), Ok(report)) => {
            let about =
                certificate::About { args, program: &program, entry: &task.entry, checks: task.checks };
            let limits = smt::Limits { deadline, stop: options.stop.clone(), ..smt::Limits::default() };
            certificate::write(folder, &about, report, &limits)
        }
        _ => Ok(()),
    };
    watch.finish();
    let mut report = match report {
        Ok(report) => report,
        // An external solver that dies or talks nonsense was the user's choice.
        Err(Fault::Solver(error @ (SmtError::Start { .. } | SmtError::Protocol { .. }))) => {
            return Err(one_line(&error.to_string()));
        }
        Err(fault) => {
            super::fault::tell(&program, &fault, args.fault_dir.as_deref());
            return Ok(FAULT);
        }
    };
    match certified {
        Ok(()) => {}
        Err(certificate::Failure::None(why)) => say(format!("no certificate is written: {why}")),
        Err(certificate::Failure::File(why)) => return Err(why),
        Err(certificate::Failure::Fault(fault)) => {
            super::fault::tell(&program, &Fault::Solver(fault), args.fault_dir.as_deref());
            return Ok(FAULT);
        }
    }
    if let Verdict::False(found) = &mut report.verdict {
        sort(&program, found);
    }
    let undefined = report
        .undefined
        .iter()
        .map(|f| format!("{} is not defined: its calls return any value", program.func(*f).source_name));
    let undefined: Vec<String> = undefined.collect();
    warn(args, &undefined);
    warnings.extend(undefined);
    let figures = figures(&watch);
    for (name, value) in report::statistics(&report, &figures) {
        info!("{name} = {value}");
    }
    let limits = smt::Limits { deadline, ..smt::Limits::default() };
    let known = match &report.verdict {
        Verdict::True(proof) => proof.invariants().iter().filter_map(|i| known(&program, i)).collect(),
        _ => Vec::new(),
    };
    let about = About { args, program: &program, entry, checks: task.checks, known: &known };
    about.write(&report.verdict)?;
    for emit in &task.emits {
        emit.after(&mut report, &figures, &task.solvers, &limits)?;
        emit.choices(&program, &report.verdict, task.checks, args.malloc_may_fail)?;
        emit.harness(&about, &report.verdict)?;
    }
    let told = report::Told {
        verdict: &report.verdict,
        undefined: &report.undefined,
        bound: Some(report.bound),
        statistics: report::statistics(&report, &figures),
    };
    let code = results.conclude(&program, &told, &warnings)?;
    // Millions of terms are given back faster by the system.
    std::mem::forget((report, program));
    Ok(code)
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

/// Runs the explicit-state engine.
fn explore(
    args: &Args,
    task: &Task,
    program: &Program,
    entry: crate::program::FuncId,
    property: Option<&explicit::ltl::Property>,
    (deadline, stop): (Option<Instant>, Arc<AtomicBool>),
    progress: &explicit::Progress,
) -> Result<(Verdict, explicit::Figures), Fault> {
    let wanted = args.reduce.into();
    let reduction = property.map_or(wanted, |p| explicit::ltl::steps(p, wanted));
    if reduction != wanted {
        warn(
            args,
            &["steps count in the property: every operation is one, there are no reductions".to_owned()],
        );
    }
    let options = explicit::Options {
        entry,
        checks: task.checks,
        reduction,
        malloc_may_fail: args.malloc_may_fail,
        deadline,
        stop: Some(stop),
        threads: args.jobs as usize,
        // What is in use already is not for states.
        memory: args.memory_limit.map(|mb| mb.saturating_mul(1 << 20).saturating_sub(watch::memory_in_use())),
        max_steps: 100_000_000,
        all: args.all,
        context_bound: args.context_bound,
        order: args.search.into(),
        hash_compaction: args.hash_compaction,
        sequential: args.memory_model == Consistency::Sc,
    };
    let begun = Instant::now();
    let (verdict, found) = match property {
        Some(property) => explicit::ltl::check(program, &options, property, progress)?,
        None => explicit::check(program, &options, progress),
    };
    let seconds = begun.elapsed().as_secs_f64();
    info!(
        "{} states, {} transitions in {seconds:.3} s, {:.0} states a second, {:.0} bytes a state, depth {}",
        found.states,
        found.transitions,
        found.states as f64 / seconds,
        found.store.bytes_per_state(),
        found.depth
    );
    Ok((verdict, found))
}

/// By place: they are found in any order.
fn sort(program: &Program, found: &mut [Violation]) {
    found.sort_by_key(|v| v.loc.map(|l| program.locs[l.index()]).map(|l| (l.file, l.line, l.col)));
}

fn warn(args: &Args, warnings: &[String]) {
    if !args.quiet {
        for warning in warnings {
            say(format!("warning: {}", warning.replace('\n', " ")));
        }
    }
}

/// Ends a run that does not end by itself in spite of a limit.
pub(super) fn give_up(results: &Results, emits: &[Emit], ended: &Ended) {
    let halted = match &ended.progress {
        Some(progress) => progress.halted,
        None if ended.exploration.is_some() => Halted::exploring(),
        None => Halted { stage: Some(Stage::Reading), ..Halted::default() },
    };
    let reason = match ended.limit {
        Limit::Time => halted.words("timeout", "--timeout"),
        Limit::Memory => halted.words("memory limit", "--memory-limit"),
    };
    let figures = report::Figures { seconds: ended.seconds, load: 0.0, memory: ended.memory };
    let statistics = report::unfinished(ended.progress.as_ref(), ended.exploration.as_deref(), &figures);
    for emit in emits {
        if let Err(error) = emit.unfinished(&statistics) {
            say(error);
        }
    }
    leave(results.give_up(&reason, &statistics));
}

/// Ends this process and those that it has started, at once.
pub(super) fn leave(code: i32) -> ! {
    for child in children::all() {
        let Some(pid) = Pid::from_raw(child.pid) else { continue };
        // It may have ended meanwhile.
        let _ =
            if child.leads { kill_process_group(pid, Signal::KILL) } else { kill_process(pid, Signal::KILL) };
    }
    crate::frontend::leave(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_of_single_functions() {
        assert_eq!(bound_at("f=3"), Some(("f".to_owned(), None, 3)));
        assert_eq!(bound_at("f:12=3"), Some(("f".to_owned(), Some(12), 3)));
        for wrong in ["f", "f=", "f=x", "f:=3", "f:x=3", "=3", ":1=3"] {
            assert_eq!(bound_at(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn messages_of_the_option_parser_become_one_line() {
        let long = "error: no such thing\n  [possible values: a, b]\n\nUsage: bmc [OPTIONS]\n";
        assert_eq!(one_line(long), "no such thing [possible values: a, b]");
    }
}
