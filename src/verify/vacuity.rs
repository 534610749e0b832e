//! After a proof: which of the places that it is about no run comes to.

use std::sync::Arc;

use super::bounded::Checked;
use super::config::Formula;
use super::error::failed;
use super::{Choice, Error, Report, Running, Watch, cover, watch_limits};
use crate::base::effort::SECOND;
use crate::engine::bmc;
use crate::engine::goals::Goals;
use crate::engine::verdict::Verdict;
use crate::report::Vacuity;

/// Effort that it may take at least.
const LEAST: u64 = SECOND;

/// Adds to a report what its proof says nothing about, where it has one. That takes about as much effort as the proof at most.
pub(super) fn asked(running: &Running, checked: Checked) -> Result<Report, Error> {
    let Checked { mut report, engine: mut options, effort } = checked;
    let (job, observer) = (&running.job, &running.observer);
    let (Some(engine), Some(of_job)) = (report.engine(), job.config.engine.bounded()) else {
        return Ok(report);
    };
    let Verdict::True(proof) = engine.verdict() else { return Ok(report) };
    let program = Arc::clone(&engine.program);
    let goals = Arc::new(Goals::of_proof(&program, engine.entry));
    if goals.all.is_empty() {
        report.note(Vacuity::unknown(&goals));
        return Ok(report);
    }
    options.bound = proof.bound().or(options.bound);
    options.eval.checks = options.eval.checks.minus(cover::ends_no_run());
    // Who ends this at a limit has a proof nevertheless.
    let mut known = report.without_formula();
    known.note(Vacuity::unknown(&goals));
    let (end, tell) = (Arc::clone(observer), Arc::clone(observer));
    let watch = Watch::start(
        watch_limits(job, observer, &running.stop),
        move |_| end.overdue(known),
        move |progress| tell.progress(progress),
    );
    // Files with what is asked are about the proof.
    let solvers = Choice::of(&of_job.solver, Formula::Forgotten)?;
    let mut progress = |p: &bmc::Progress| watch.note(p);
    // Where no bound suffices, half of it is for induction.
    let by_induction = proof.assumed().is_some();
    let most = if by_induction { effort.max(LEAST) / 2 } else { effort.max(LEAST) };
    let make = || solvers.make();
    let mut covered = bmc::cover(&program, &options, (&goals, Some(most)), &make, &mut progress);
    if by_induction && let Ok(known) = &mut covered {
        let told = bmc::cover_by_induction(&program, &options, (&goals, known, most), &make, &mut progress);
        covered = told.and(covered);
    }
    watch.finish();
    observer.finished();
    let covered = covered.map_err(|fault| failed(job, &program, &fault))?;
    report.note(Vacuity::of(&goals, &covered.status));
    Ok(report)
}
