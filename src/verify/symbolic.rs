//! A check by the symbolic engine.

use std::sync::Arc;
use std::time::Instant;

use tracing::info;

use super::config::{Explicit, Formula};
use super::error::failed;
use super::explicit::{exploration, for_runs};
use super::report::{OfEngine, Solved};
use super::solvers::Choice;
use super::{Error, Loaded, Report, Running, goal, violations};
use crate::engine::explicit;
use crate::engine::symbolic::{self, Asked, Visiting};
use crate::machine::{self, Reduction};
use crate::report;

/// Makes solvers as an option asks.
pub(super) fn solvers(names: &str) -> Result<symbolic::Solvers, Error> {
    let choice = Choice::of(names, Formula::Forgotten)?;
    Ok(Arc::new(move || choice.make_silent()))
}

/// Checks a program until a deadline.
pub(super) fn check(
    running: &Running,
    loaded: &Loaded,
    (options, visiting): (&Explicit, Visiting),
    solvers: &symbolic::Solvers,
    deadline: Option<Instant>,
) -> Result<Report, Error> {
    let progress = Arc::new(explicit::Progress::default());
    running.watch.follow(Arc::clone(&progress));
    let (job, program) = (&running.job, &loaded.program);
    let property = goal::temporal(options, program)?;
    let mut options = exploration(running, loaded, options, deadline);
    if let Some(property) = &property {
        if machine::scheduler(program).is_none() {
            // A transition has few questions then. It is not cut at questions, as the machine that shows a run has none.
            options.reduction = options.reduction.min(Reduction::Tau);
        }
        options = for_runs(running, options, property);
    }
    let asked = Asked { property: property.as_ref(), visiting };
    let begun = Instant::now();
    let checked = symbolic::check(program, &options, asked, solvers, &progress);
    let (verdict, found) = checked.map_err(|fault| failed(job, program, &fault))?;
    let seconds = begun.elapsed().as_secs_f64();
    info!(
        "{} sets of states, {} transitions in {seconds:.3} s, {:.0} sets a second, depth {}, {} terms; {:?}",
        found.sets,
        found.transitions,
        found.sets as f64 / seconds,
        found.depth,
        found.terms,
        found.queries
    );
    let verdict = violations::reported(program, verdict);
    let statistics = report::of_sets(&found, &running.figures(loaded.seconds));
    let Loaded { program, entry, warnings, .. } = loaded.clone();
    let of = OfEngine { name: "symbolic", program, entry, solved: Solved::explicit(verdict) };
    Ok(running.report(warnings, statistics, of))
}
