//! A check by the explicit engine.

use std::sync::Arc;
use std::time::Instant;

use tracing::info;

use super::config::Explicit;
use super::report::{OfEngine, Solved};
use super::{Error, Loaded, Report, Running, goal, violations, watch};
use crate::engine::explicit::{self, Walks};
use crate::engine::verdict::{Fault, Verdict};
use crate::report;

/// Most steps of one transition.
const STEPS: u64 = 100_000_000;

/// Checks a program until a deadline.
pub(super) fn check(
    running: &Running,
    loaded: &Loaded,
    options: &Explicit,
    (walks, deadline): (Walks, Option<Instant>),
) -> Result<Report, Error> {
    let property = goal::temporal(options, &loaded.program)?;
    let progress = Arc::new(explicit::Progress::default());
    running.watch.follow(Arc::clone(&progress));
    let explored = explore(running, loaded, (options, walks, deadline), property.as_ref(), &progress);
    let figures = running.figures(loaded.seconds);
    let (verdict, found) = match explored {
        Ok(explored) => explored,
        Err(fault) => return Err(Error::of(&running.job, &loaded.program, &fault)),
    };
    let verdict = violations::reported(&loaded.program, verdict);
    let statistics = report::exploration(&found, &figures);
    let Loaded { program, entry, warnings, .. } = loaded.clone();
    let of = OfEngine { name: "explicit", program, entry, solved: Solved::explicit(verdict) };
    Ok(running.report(warnings, statistics, of))
}

/// The options of an exploration, without walks.
pub(super) fn exploration(
    running: &Running,
    loaded: &Loaded,
    options: &Explicit,
    deadline: Option<Instant>,
) -> explicit::Options {
    let config = &running.job.config;
    explicit::Options {
        entry: loaded.entry,
        checks: running.understood.checks,
        reduction: options.reduction,
        malloc_may_fail: config.malloc_may_fail,
        deadline,
        stop: Some(Arc::clone(&running.stop)),
        threads: config.jobs,
        // What is in use already is not for states.
        memory: config.limits.memory.map(|most| most.saturating_sub(watch::memory_in_use())),
        spurious_wakeups: !options.no_spurious_wakeups,
        max_steps: STEPS,
        all: config.all,
        context_bound: options.context_bound,
        order: options.order,
        hash_compaction: options.hash_compaction,
        walks: Walks::Never,
        sequential: options.sequential,
    }
}

/// The options under which infinite runs are looked at.
pub(super) fn for_runs(
    running: &Running,
    options: explicit::Options,
    property: &explicit::ltl::Property,
) -> explicit::Options {
    let reduction = explicit::ltl::steps(property, options.reduction);
    if reduction != options.reduction {
        running
            .observer
            .warning("steps count in the property: every operation is one, there are no reductions");
    }
    // A thread that wakes and waits again for ever breaks nearly every formula.
    explicit::Options { reduction, spurious_wakeups: false, ..options }
}

fn explore(
    running: &Running,
    loaded: &Loaded,
    (options, walks, deadline): (&Explicit, Walks, Option<Instant>),
    property: Option<&explicit::ltl::Property>,
    progress: &explicit::Progress,
) -> Result<(Verdict, explicit::Figures), Fault> {
    let program = &loaded.program;
    let mut options = exploration(running, loaded, options, deadline);
    options.walks = walks;
    if let Some(property) = property {
        options = for_runs(running, options, property);
    }
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
