//! What a proof of a contract needs besides: that some run is as the contract requires.

use std::sync::Arc;
use std::time::Instant;

use super::{Engine, Error, Goal, Job, Outcome, Report, observer, run};
use crate::program::{CONTRACT, REQUIRED};
use crate::property::{Check, CheckSet};

/// Why a proof of a contract does not count, in words.
///
/// # Errors
/// As those of the run itself.
pub(super) fn doubt(job: &Arc<Job>, report: &Report) -> Result<Option<String>, Error> {
    let Some(function) = job.config.program.entry.strip_prefix(CONTRACT) else { return Ok(None) };
    if report.outcome() != Outcome::True {
        return Ok(None);
    }
    let mut config = job.config.clone();
    config.program.entry = format!("{REQUIRED}{function}");
    config.goal = Goal::Checks([Check::Assert].into_iter().collect::<CheckSet>());
    config.all = false;
    if let Engine::Bounded(options) = &mut config.engine {
        options.certificate = None;
        options.vacuity = false;
    }
    config.limits.timeout = job.deadline().map(|end| end.saturating_duration_since(Instant::now()));
    let other = Job::new(job.inputs.clone(), config);
    Ok(match run(&other, &(Arc::new(observer::Nobody) as Arc<_>))?.outcome() {
        Outcome::False => None,
        Outcome::True => Some(format!("vacuous: no run is as {function} requires")),
        Outcome::Unknown => Some(format!("whether a run is as {function} requires")),
    })
}
