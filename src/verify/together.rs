//! All engines for one program. The symbolic engine is far ahead where control has few states and data are wide, the others are
//! where it is the other way round, and nobody knows before. So they work side by side where there are cores, and otherwise
//! take turns, in which each goes on where it was. The first answer counts.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use super::bounded::Prepared;
use super::config::{Bounded, Explicit, Formula};
use super::error::failed;
use super::stack::on_deep_stack;
use super::symbolic::Within;
use super::turns::is_open;
use super::{Error, Loaded, Report, Running, explicit, symbolic, turns};
use crate::base::Stopwatch;
use crate::base::turns::Table;
use crate::engine::explicit::Walks;
use crate::engine::symbolic::{Solvers, Visiting};
use crate::engine::verdict::Fault;
use crate::program::CONTRACT;
use crate::property::Check;

/// The first turn where engines take turns and have no limit of time. What takes less takes the same way in each run.
const FIRST: Duration = Duration::from_secs(10);

/// With a limit: which part of it the first turn is, and between what.
const PART: u32 = 25;
const FIRST_WITH_LIMIT: [Duration; 2] = [Duration::from_millis(300), Duration::from_secs(2)];

/// Shares of the time on one core. Most programs are decided by the first job alone.
const SHARES: [u32; 2] = [2, 1];

/// How much longer than the first turn the longest one is.
const LONGEST: u32 = 8;

/// How often it is looked whether the memory is used up.
const LOOK: Duration = Duration::from_millis(20);

/// How long the symbolic engine is waited for, where the others have no answer and no time limit is given.
const GRACE: Duration = Duration::from_secs(1);

/// Asks an engine.
type Ask<'a> = dyn Fn(&Running) -> Result<Report, Error> + Sync + 'a;

/// What the engines answer, each when it has ended.
struct Answers {
    /// The answer that counts so far, and the engine's number.
    first: Option<(usize, Report)>,
    fault: Option<Error>,
    /// The one without an answer of the engine that comes first.
    open: Option<(usize, Report)>,
}

/// What the symbolic engine may take beside others.
fn beside(running: &Running) -> Within {
    let threads = (running.job.config.jobs / 2).max(1);
    Within { threads, deadline: running.job.deadline(), alone: false }
}

/// Checks a program by all engines that suit it.
pub(super) fn check(
    running: &Running,
    loaded: &Loaded,
    (bounded, prepared): (&Bounded, &Prepared),
    options: &Explicit,
) -> Result<Report, Error> {
    let alone = |running: &Running| turns::check(running, loaded, (bounded, prepared), options);
    if !suits_symbolic(running, bounded) {
        return alone(running);
    }
    let solvers = symbolic::solvers(&bounded.solver)?;
    let within = beside(running);
    let sets =
        |running: &Running| symbolic::check(running, loaded, (options, Visiting::Included), &solvers, within);
    both(running, loaded, [&alone, &sets], Some(GRACE))
}

/// Checks a property of infinite runs by single states and by sets of states.
pub(super) fn runs(
    running: &Running,
    loaded: &Loaded,
    options: &Explicit,
    solvers: &Solvers,
) -> Result<Report, Error> {
    let deadline = running.job.deadline();
    let states = |running: &Running| explicit::check(running, loaded, options, (Walks::Never, deadline));
    let sets = |running: &Running| {
        symbolic::check(running, loaded, (options, Visiting::Included), solvers, beside(running))
    };
    both(running, loaded, [&states, &sets], None)
}

/// Asks two engines, on a core each or in turns. `grace`: how long the second one is waited for when the first one has ended, without
/// a limit of time.
fn both(
    running: &Running,
    loaded: &Loaded,
    engines: [&Ask<'_>; 2],
    grace: Option<Duration>,
) -> Result<Report, Error> {
    let [least, most] = FIRST_WITH_LIMIT;
    let limit = running.job.config.limits.timeout;
    let first = limit.map_or(FIRST, |limit| (limit / PART).clamp(least, most));
    let table = (running.job.config.jobs < engines.len())
        .then(|| Table::new(&SHARES, first / SHARES[0], LONGEST * first / SHARES[0]));
    let apart = engines.map(|_| running.apart());
    let stops = [Arc::clone(&apart[0].stop), Arc::clone(&apart[1].stop)];
    let (tell, told) = mpsc::channel();
    std::thread::scope(|scope| {
        for (number, (engine, running)) in engines.iter().zip(&apart).enumerate() {
            let (tell, seat) = (tell.clone(), table.as_ref().map(|table| table.seat(number)));
            scope.spawn(move || {
                let done = on_deep_stack(|| {
                    if let Some(seat) = seat.clone() {
                        seat.take();
                    }
                    engine(running)
                });
                let done = done.unwrap_or_else(|why| Err(Error::fault(why)));
                // Who waits for it is there until all have ended. It is told before another engine has its turn, which may end at once.
                let _ = tell.send((number, done));
                if let Some(seat) = seat {
                    seat.leave();
                }
            });
        }
        drop(tell);
        await_all(running, loaded, &told, (&stops, grace))
    })
}

/// Whether the symbolic engine answers what is asked.
fn suits_symbolic(running: &Running, bounded: &Bounded) -> bool {
    let checks = running.understood.checks;
    let config = &running.job.config;
    // What only one engine has is asked of that one, and who gives a bound asks for what is within it.
    !(checks.contains(Check::Termination)
        || checks.contains(Check::Uninit)
        || bounded.certificate.is_some()
        || bounded.flat_memory
        || bounded.formula != Formula::Forgotten
        || bounded.bound.is_some()
        || !bounded.bound_at.is_empty()
        || !bounded.induction
        || bounded.solver != "builtin"
        || config.all
        || config.program.entry.starts_with(CONTRACT)
        || !config.program.definitions.contracts.is_empty())
}

fn await_all(
    running: &Running,
    loaded: &Loaded,
    told: &mpsc::Receiver<(usize, Result<Report, Error>)>,
    (stops, grace): (&[Arc<AtomicBool>; 2], Option<Duration>),
) -> Result<Report, Error> {
    let mut answers = Answers { first: None, fault: None, open: None };
    let begun = Stopwatch::start();
    // Seconds after which nobody waits any more.
    let mut most = f64::INFINITY;
    loop {
        match told.recv_timeout(LOOK) {
            Ok((ended, done)) => {
                answers.take(running, loaded, ended, done)?;
                if answers.first.is_some() {
                    most = 0.0;
                } else if let Some(grace) = grace.filter(|_| ended == 0 && running.job.deadline().is_none()) {
                    // More time does not help that engine; the symbolic one could go on for ever.
                    most = most.min(grace.as_secs_f64() + 2.0 * begun.seconds());
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return answers.end(),
        }
        if begun.seconds() >= most || running.stop.load(Relaxed) {
            stops.iter().for_each(|stop| stop.store(true, Relaxed));
        }
    }
}

impl Answers {
    /// An engine has ended.
    fn take(
        &mut self,
        running: &Running,
        loaded: &Loaded,
        number: usize,
        done: Result<Report, Error>,
    ) -> Result<(), Error> {
        match done {
            Ok(report) if is_open(&report) => {
                if self.open.as_ref().is_none_or(|(other, _)| number < *other) {
                    self.open = Some((number, report));
                }
            }
            Ok(report) => match &self.first {
                Some((_, first)) if first.outcome() != report.outcome() => {
                    let what = format!("two engines disagree: {} and {}", first.line(), report.line());
                    return Err(failed(&running.job, &loaded.program, &Fault::Replay(what)));
                }
                Some(_) => {}
                None => self.first = Some((number, report)),
            },
            Err(error) => {
                if let Error::Fault(fault) = &error {
                    running.observer.warning(&format!("an engine has failed: {}", fault.message));
                }
                self.fault = Some(error);
            }
        }
        Ok(())
    }

    /// All have ended.
    fn end(self) -> Result<Report, Error> {
        match (self.first, self.fault, self.open) {
            (Some((_, report)), ..) => Ok(report),
            (None, Some(fault), _) => Err(fault),
            (None, None, Some((_, report))) => Ok(report),
            (None, None, None) => Err(Error::fault("no engine has ended".to_owned())),
        }
    }
}
