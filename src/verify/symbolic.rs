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
use crate::program::LocId;
use crate::report;

/// Makes solvers as an option asks.
pub(super) fn solvers(names: &str) -> Result<symbolic::Solvers, Error> {
    let choice = Choice::of(names, Formula::Forgotten)?;
    Ok(Arc::new(move || choice.make_silent()))
}

/// What a check may take.
#[derive(Clone, Copy)]
pub(super) struct Within {
    /// Number of worker threads.
    pub threads: usize,
    /// Until when.
    pub deadline: Option<Instant>,
    /// Whether no other engine is asked.
    pub alone: bool,
}

/// Checks a program.
pub(super) fn check(
    running: &Running,
    loaded: &Loaded,
    (options, visiting): (&Explicit, Visiting),
    solvers: &symbolic::Solvers,
    Within { threads, deadline, alone }: Within,
) -> Result<Report, Error> {
    let progress = Arc::new(explicit::Progress::default());
    running.watch.follow(Arc::clone(&progress));
    let (job, program) = (&running.job, &loaded.program);
    let property = goal::temporal(options, program)?;
    let mut options = explicit::Options { threads, ..exploration(running, loaded, options, deadline) };
    if let Some(property) = &property {
        if machine::scheduler(program).is_none() {
            // A transition has few questions then. It is not cut at questions, as the machine that shows a run has none.
            options.reduction = options.reduction.min(Reduction::Tau);
        }
        options = for_runs(running, options, property);
    }
    let grows = |loc: LocId| {
        let place = report::place(program, loc);
        let why = "a loop whose data grow may have no end here, and induction (--engine auto) may decide it";
        running.observer.warning(&format!("ever more sets of states at {place}: {why}"));
    };
    let asked = Asked { property: property.as_ref(), visiting, grows: alone.then_some(&grows) };
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
