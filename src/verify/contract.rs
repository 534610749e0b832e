//! What a proof with contracts needs besides: that some run is as they say.

use std::sync::Arc;
use std::time::Instant;

use super::config::Probe;
use super::{Engine, Error, Goal, Job, Outcome, ProgramOptions, Report, observer, run};
use crate::program::{CONTRACT, REQUIRED};
use crate::property::{Check, CheckSet};

/// Why a proof of a contract, or by contracts, does not count, in words.
///
/// # Errors
/// As those of the run itself.
pub(super) fn doubt(job: &Arc<Job>, report: &Report) -> Result<Option<String>, Error> {
    if report.outcome() != Outcome::True {
        return Ok(None);
    }
    let program = &job.config.program;
    let mut some_run = false;
    for function in &program.definitions.contracts {
        let probed = |probe| ask(job, ProgramOptions { probe: Some(probe), ..program.clone() });
        let unknown = || Ok(Some(format!("whether a run is as {function} ensures")));
        match probed(Probe::Kept(function.clone()))? {
            Outcome::False => some_run = true,
            Outcome::Unknown => return unknown(),
            // It may never be called.
            Outcome::True => match probed(Probe::Called(function.clone()))? {
                Outcome::False => return Ok(Some(format!("vacuous: no run is as {function} ensures"))),
                Outcome::Unknown => return unknown(),
                Outcome::True => {}
            },
        }
    }
    let Some(function) = program.entry.strip_prefix(CONTRACT).filter(|_| !some_run) else { return Ok(None) };
    let entry = format!("{REQUIRED}{function}");
    Ok(match ask(job, ProgramOptions { entry, ..program.clone() })? {
        Outcome::False => None,
        Outcome::True => Some(format!("vacuous: no run is as {function} requires")),
        Outcome::Unknown => Some(format!("whether a run is as {function} requires")),
    })
}

/// The answer for another program of a job, in which an assertion may fail.
fn ask(job: &Arc<Job>, program: ProgramOptions) -> Result<Outcome, Error> {
    let mut config = job.config.clone();
    config.program = program;
    config.goal = Goal::Checks([Check::Assert].into_iter().collect::<CheckSet>());
    config.all = false;
    if let Engine::Bounded(options) | Engine::Turns(options, _) = &mut config.engine {
        options.certificate = None;
        options.vacuity = false;
    }
    config.limits.timeout = job.deadline().map(|end| end.saturating_duration_since(Instant::now()));
    let other = Job::new(job.inputs.clone(), config);
    Ok(run(&other, &(Arc::new(observer::Nobody) as Arc<_>))?.outcome())
}
