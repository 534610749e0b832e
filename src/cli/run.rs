//! One run of the command.

use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Parser;

use super::args::{Args, MemoryModel, normalise};
use super::solvers::Choice;
use crate::engine::bmc;
use crate::engine::verdict::{Cause, Verdict};
use crate::frontend::{self, Sanitizer};
use crate::program::{LocId, Program};
use crate::property::{Check, CheckSet};

const TRUE: i32 = 0;
const FAULT: i32 = 1;
const MISTAKE: i32 = 2;
const FALSE: i32 = 10;
const UNKNOWN: i32 = 20;

/// Stack of the thread that does the work: address space only, used as deep runs need it.
const STACK_BYTES: usize = 2 << 30;

/// Runs the command; the result is the exit code.
pub fn main(args: impl Iterator<Item = OsString>) -> i32 {
    let args = match Args::try_parse_from(normalise(args)) {
        Ok(args) => args,
        Err(error) => {
            let code = if error.use_stderr() { MISTAKE } else { TRUE };
            let _ = error.print();
            return code;
        }
    };
    let worker = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(move || work(&args));
    match worker.map(|w| w.join()) {
        Ok(Ok(code)) => code,
        Ok(Err(_)) => FAULT,
        Err(error) => {
            eprintln!("bmc: {error}");
            FAULT
        }
    }
}

fn mistake(message: impl std::fmt::Display) -> i32 {
    eprintln!("bmc: {message}");
    MISTAKE
}

/// Sanitizers that clang has to insert for the checks.
fn sanitizers(checks: CheckSet) -> Vec<Sanitizer> {
    let table = [
        (Check::ArrayBounds, Sanitizer::ArrayBounds),
        (Check::Shift, Sanitizer::Shift),
        (Check::NegativeVla, Sanitizer::VlaBound),
        (Check::MissingReturn, Sanitizer::Return),
        (Check::UnsignedOverflow, Sanitizer::UnsignedIntegerOverflow),
        (Check::SignedOverflow, Sanitizer::SignedIntegerOverflow),
        (Check::DivisionByZero, Sanitizer::IntegerDivideByZero),
        (Check::Misaligned, Sanitizer::Alignment),
        (Check::PointerOverflow, Sanitizer::PointerOverflow),
        (Check::Conversion, Sanitizer::ImplicitConversion),
        (Check::InvalidValue, Sanitizer::Bool),
        (Check::InvalidValue, Sanitizer::Builtin),
        (Check::FloatCast, Sanitizer::FloatCastOverflow),
    ];
    table.into_iter().filter(|(check, _)| checks.contains(*check)).map(|(_, s)| s).collect()
}

fn bound_at(text: &str) -> Option<(String, Option<u32>, u32)> {
    let (place, bound) = text.rsplit_once('=')?;
    let bound = bound.parse().ok()?;
    Some(match place.rsplit_once(':') {
        Some((func, line)) => (func.to_owned(), Some(line.parse().ok()?), bound),
        None => (place.to_owned(), None, bound),
    })
}

/// The checks and the entry function that the options ask for.
fn goal(args: &Args) -> Result<(CheckSet, String), String> {
    if let Some(list) = &args.check {
        let checks = CheckSet::parse(list).map_err(|error| format!("--check: {error}"))?;
        return Ok((checks, args.entry.clone()));
    }
    if let Some(path) = &args.property {
        let shown = path.display();
        let text = std::fs::read_to_string(path).map_err(|error| format!("{shown}: {error}"))?;
        let p = crate::property::parse_property(&text).map_err(|error| format!("{shown}: {error}"))?;
        return Ok((p.checks, p.entry));
    }
    Ok((CheckSet::c_default(), args.entry.clone()))
}

fn work(args: &Args) -> i32 {
    let start = Instant::now();
    let deadline = args.timeout.map(|s| start + Duration::from_secs_f64(s.max(0.0)));
    let (checks, entry) = match goal(args) {
        Ok(goal) => goal,
        Err(error) => return mistake(error),
    };
    let solvers = match Choice::of(args) {
        Ok(solvers) => solvers,
        Err(error) => return mistake(error),
    };
    let mut bounds = Vec::new();
    for text in &args.bound_at {
        match bound_at(text) {
            Some(b) => bounds.push(b),
            None => return mistake(format!("--bound-at {text}: expected FUNC[:LINE]=N")),
        }
    }
    let options = frontend::Options {
        pointer_bits: args.model,
        include_dirs: args.include.clone(),
        defines: args.define.clone(),
        std: args.std.clone(),
        entry: entry.clone(),
        roots: vec!["__bmc_run_exit_handlers".to_owned()],
        ubsan: sanitizers(checks),
        promote: !checks.contains(Check::Uninit),
        ..frontend::Options::default()
    };
    let program = match frontend::load(&args.inputs, &options) {
        Ok(program) => program,
        Err(error) => return mistake(error),
    };
    if !args.quiet {
        for warning in &program.warnings {
            eprintln!("bmc: warning: {warning}");
        }
    }
    let Some(main) = program.function(&entry) else {
        return mistake(format!("function {entry} is not defined"));
    };
    let stop = Arc::new(AtomicBool::new(false));
    watch_memory(args.memory_limit, stop.clone());
    let options = bmc::Options {
        entry: main,
        bound: args.bound,
        bound_at: bounds,
        checks,
        malloc_may_fail: args.malloc_may_fail,
        flat: args.memory == MemoryModel::Flat,
        all: args.all,
        deadline,
        max_terms: 1 << 31,
        stop: Some(stop),
    };
    let noisy = !args.quiet && std::io::stderr().is_terminal();
    let mut progress = |p: &bmc::Progress| {
        if noisy && start.elapsed() > Duration::from_secs(1) {
            eprint!(
                "\rbound {}: {} steps, {} obligations open, {} terms ",
                p.bound, p.steps, p.open, p.terms
            );
        }
    };
    let make = || solvers.make();
    let report = match bmc::check(&program, &options, &make, &mut progress) {
        Ok(report) => report,
        Err(fault) => {
            eprintln!("bmc: internal fault: {fault}");
            return FAULT;
        }
    };
    if noisy && start.elapsed() > Duration::from_secs(1) {
        eprint!("\r\x1b[K");
    }
    if !args.quiet {
        for f in &report.undefined {
            eprintln!("bmc: warning: {} is not defined: it returns any value", program.func(*f).source_name);
        }
    }
    if args.verbose > 0 {
        eprintln!(
            "bmc: bound {}, {} steps, {} terms, {} obligations, {:?}, {:.2} s",
            report.bound,
            report.steps,
            report.terms,
            report.obligations,
            report.solver,
            start.elapsed().as_secs_f64()
        );
    }
    conclude(&program, &report.verdict)
}

fn place(program: &Program, loc: Option<LocId>) -> String {
    match loc {
        Some(l) => {
            let l = program.locs[l.index()];
            format!(" at {}:{}", program.files[l.file.index()], l.line)
        }
        None => String::new(),
    }
}

fn conclude(program: &Program, verdict: &Verdict) -> i32 {
    let mut out = std::io::stdout().lock();
    let (line, code) = match verdict {
        Verdict::True(_) => ("TRUE".to_owned(), TRUE),
        Verdict::False(found) => {
            for v in found {
                let _ = writeln!(out, "{}{}", v.check.words(), place(program, v.loc));
            }
            (format!("FALSE({})", found[0].check.name()), FALSE)
        }
        Verdict::Unknown(cause) => {
            let reason = match cause {
                Cause::Bound { bound, what, loc } => {
                    format!("bound {bound} reached: {what}{}", place(program, *loc))
                }
                Cause::Unsupported { what, loc } => format!("unsupported: {what}{}", place(program, *loc)),
                Cause::Undefined { check, loc } => {
                    format!(
                        "undefined behaviour that no check covers: {}{}",
                        check.words(),
                        place(program, *loc)
                    )
                }
                Cause::Timeout => "timeout".to_owned(),
                Cause::Memory => "memory limit".to_owned(),
                Cause::Solver(why) => format!("solver: {why}"),
            };
            (format!("UNKNOWN({reason})"), UNKNOWN)
        }
    };
    let _ = writeln!(out, "{line}");
    let _ = out.flush();
    code
}

/// Raises the flag when the process uses more memory than it may.
fn watch_memory(limit: Option<u64>, stop: Arc<AtomicBool>) {
    let Some(limit) = limit else { return };
    std::thread::spawn(move || {
        loop {
            let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
            let pages: u64 = text.split_whitespace().nth(1).and_then(|w| w.parse().ok()).unwrap_or(0);
            if pages * 4096 > limit << 20 {
                stop.store(true, Ordering::Relaxed);
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    });
}
