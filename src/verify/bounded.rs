//! A check by the bounded engine.

use std::sync::Arc;
use std::time::Instant;

use tracing::{debug, info};

use super::config::Bounded;
use super::error::failed;
use super::report::{OfEngine, Solved};
use super::{Choice, Error, Job, Loaded, Report, Running, certificate, goal, violations};
use crate::engine::bmc;
use crate::engine::verdict::{Fault, Verdict};
use crate::program::{FuncId, Program};
use crate::property::CheckSet;
use crate::report;
use crate::smt;

/// What is known before the program is read.
pub(super) struct Prepared {
    pub solvers: Choice,
    pub off: bmc::TurnedOff,
}

impl Prepared {
    /// Understands the options.
    pub fn of(options: &Bounded) -> Result<Prepared, String> {
        let solvers = Choice::of(&options.solver, options.formula.clone())?;
        Ok(Prepared { solvers, off: goal::turned_off(options)? })
    }
}

/// The engine's options for a program's entry function and checks, without deadline, stop and target.
pub(super) fn engine_options(
    job: &Job,
    options: &Bounded,
    off: bmc::TurnedOff,
    entry: FuncId,
    checks: CheckSet,
) -> bmc::Options {
    let assumptions = bmc::Assumptions {
        malloc_may_fail: job.config.malloc_may_fail,
        null_arguments: options.null_arguments,
        flat: options.flat_memory,
        consistency: options.consistency,
        no_spurious_wakeups: options.no_spurious_wakeups,
    };
    let eval = bmc::EvalOptions {
        entry,
        bound: 0,
        bound_at: Vec::new(),
        checks,
        assumptions,
        deadline: None,
        stop: None,
        target: None,
        learned: bmc::Learned::default(),
        off,
    };
    bmc::Options {
        eval,
        bound: options.bound,
        all: job.config.all,
        induction: options.bound.is_none() && options.induction,
        recheck: options.recheck,
        // Certificates say nothing of what threads do.
        threads: options.certificate.is_none(),
    }
}

/// Warnings about functions without a body.
pub(super) fn undefined(program: &Program, functions: &[FuncId]) -> Vec<String> {
    let words =
        |f: &FuncId| format!("{} is not defined: its calls return any value", program.func(*f).source_name);
    functions.iter().map(words).collect()
}

/// A check that is done, and what more can be asked with.
pub(super) struct Checked {
    pub(super) report: Report,
    /// The options of the engine.
    pub(super) engine: bmc::Options,
    /// What the check has taken.
    pub(super) effort: u64,
}

/// Checks a program until a deadline.
pub(super) fn check(
    running: &Running,
    loaded: &Loaded,
    options: &Bounded,
    prepared: &Prepared,
    deadline: Option<Instant>,
) -> Result<Checked, Error> {
    let (job, checks) = (&running.job, running.understood.checks);
    if let Some(folder) = &options.certificate {
        certificate::prepare(folder)?;
    }
    let bound_at = options.bound_at.iter().map(|at| (at.function.clone(), at.line, at.bound));
    let mut engine = engine_options(job, options, prepared.off.clone(), loaded.entry, checks);
    engine.eval.bound_at = bound_at.collect();
    engine.eval.deadline = deadline;
    engine.eval.stop = Some(Arc::clone(&running.stop));
    let mut progress = |p: &bmc::Progress| {
        debug!(bound = p.halted.bound, stage = ?p.halted.stage, instructions = p.steps, open = p.open, terms = p.terms, "round");
        running.watch.note(p);
    };
    let program = &loaded.program;
    let mut ask =
        |engine: &bmc::Options| bmc::check(program, engine, &|| prepared.solvers.make(), &mut progress);
    let mut report = ask(&engine);
    if !engine.all && report.as_ref().is_ok_and(|r| violations::are_all_off(program, &r.verdict)) {
        // The engine stopped at a violation that is not reported. One within the same bound may be.
        match ask(&bmc::Options { all: true, ..engine.clone() }) {
            Ok(all) => {
                let reported = violations::reported(program, all.verdict);
                if let Verdict::False(mut found) = reported {
                    found.truncate(1);
                    report = Ok(bmc::Report { verdict: Verdict::False(found), ..all });
                }
            }
            Err(fault) => report = Err(fault),
        }
    }
    let certified = match (&options.certificate, &report) {
        (Some(folder), Ok(report)) => {
            let entry = &running.understood.entry;
            let subject = certificate::Subject { job, options, program, entry, checks };
            let limits = smt::Limits {
                deadline: engine.eval.deadline,
                stop: engine.eval.stop.clone(),
                ..smt::Limits::default()
            };
            certificate::write(folder, &subject, report, &limits)
        }
        _ => Ok(()),
    };
    let mut report = match report {
        Ok(report) => report,
        Err(fault) => return Err(failed(job, program, &fault)),
    };
    let no_certificate = match certified {
        Ok(()) => None,
        Err(certificate::Failure::None(why)) => Some(why),
        Err(certificate::Failure::File(why)) => return Err(why.into()),
        Err(certificate::Failure::Fault(fault)) => {
            return Err(Error::of(job, program, &Fault::Solver(fault)));
        }
    };
    report.verdict = violations::reported(program, report.verdict);
    let undefined = undefined(program, &report.undefined);
    undefined.iter().for_each(|warning| running.observer.warning(warning));
    let statistics = report::statistics(&report, &running.figures(loaded.seconds));
    for (name, value) in &statistics {
        info!("{name} = {value}");
    }
    let Loaded { program, entry, mut warnings, .. } = loaded.clone();
    warnings.extend(undefined);
    let effort = report.effort;
    let solved = Solved::bounded(report, &options.formula, &prepared.solvers);
    let of = OfEngine { name: "bmc", program, entry, solved };
    let report = Report { no_certificate, ..running.report(warnings, statistics, of) };
    Ok(Checked { report, engine, effort })
}
