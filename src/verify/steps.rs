//! A check by the formula of steps.

use std::sync::Arc;
use std::time::Instant;

use super::bounded::Prepared;
use super::config::{Bounded, Consistency, StepGrain};
use super::error::failed;
use super::report::{OfEngine, Solved};
use super::{Error, Loaded, Report, Running, violations};
use crate::engine::steps;
use crate::report;

/// Checks a program until a deadline.
pub(super) fn check(
    running: &Running,
    loaded: &Loaded,
    (options, grain): (&Bounded, StepGrain),
    prepared: &Prepared,
    deadline: Option<Instant>,
) -> Result<Report, Error> {
    let (job, program) = (&running.job, &loaded.program);
    let asked = steps::Options {
        entry: loaded.entry,
        checks: running.understood.checks,
        bound: options.bound,
        grain: match grain {
            StepGrain::Action => steps::Grain::Action,
            StepGrain::Instruction => steps::Grain::Instruction,
        },
        malloc_may_fail: job.config.malloc_may_fail,
        sequential: options.consistency == Consistency::Sequential,
        deadline,
        stop: Some(Arc::clone(&running.stop)),
    };
    let found = steps::check(program, &asked, &|| prepared.solvers.make_silent());
    let mut found = found.map_err(|fault| failed(job, program, &fault))?;
    found.verdict = violations::reported(program, found.verdict);
    let figures = running.figures(loaded.seconds);
    let statistics = report::of_steps(&found, &figures);
    let Loaded { program, entry, warnings, .. } = loaded.clone();
    let solved = Solved::steps(found, &options.formula);
    Ok(running.report(warnings, statistics, OfEngine { name: "bmc", program, entry, solved }))
}
