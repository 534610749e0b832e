//! Programs with threads by other engines than the symbolic one: the explicit engine, which is far ahead where inputs are few and narrow, and the bounded engine, which
//! is where they are wide, take turns that become longer, until one of them has an answer.

use std::time::{Duration, Instant};

use super::bounded::{self, Prepared};
use super::config::{Bounded, Explicit, Formula};
use super::{Error, Loaded, Report, Running, explicit};
use crate::engine::explicit::Walks;
use crate::engine::verdict::{Cause, Verdict};
use crate::property::Check;

/// The first turn of the explicit engine.
const FIRST: Duration = Duration::from_secs(2);

/// The turn of random walks.
const WALKS: Duration = Duration::from_secs(1);

/// How much longer each turn is than the one before, which was the other engine's.
const LONGER: u32 = 3;

/// Checks a program by the bounded engine or, if it may create threads, by both.
pub(super) fn check(
    running: &Running,
    loaded: &Loaded,
    (bounded, prepared): (&Bounded, &Prepared),
    explicit: &Explicit,
) -> Result<Report, Error> {
    let end = running.job.deadline();
    let by_bounded = |deadline| Ok(bounded::check(running, loaded, bounded, prepared, deadline)?.report);
    let by_explicit = |deadline, walks| explicit::check(running, loaded, explicit, (walks, deadline));
    // What only one engine has is asked of that one.
    let one = running.understood.checks.contains(Check::Termination)
        || bounded.certificate.is_some()
        || bounded.flat_memory
        || bounded.formula != Formula::Forgotten;
    if one || !loaded.may_create_threads() {
        return by_bounded(end);
    }
    let mut turn = FIRST;
    loop {
        // Walks have a turn of their own first.
        let is_first = turn == FIRST;
        let walks = if is_first { Walks::Never } else { Walks::Between };
        let first = by_explicit(until(turn, end), walks)?;
        if !is_open(&first) {
            return Ok(first);
        }
        if is_first && !is_over(end) {
            let walked = by_explicit(until(WALKS, end), Walks::Only)?;
            if !is_open(&walked) {
                return Ok(walked);
            }
        }
        let first_is_late = is_late(&first);
        turn *= LONGER;
        // Who alone has a chance has all the time that is left.
        let second = match by_bounded(if first_is_late { until(turn, end) } else { end }) {
            // The other engine's answer does not depend on what went wrong.
            Err(Error::Fault(fault)) if first_is_late && !is_over(end) => {
                running.observer.warning(&format!("the bounded engine has failed: {}", fault.message));
                let third = by_explicit(end, Walks::Between)?;
                return if is_open(&third) { Err(Error::Fault(fault)) } else { Ok(third) };
            }
            second => second?,
        };
        if !is_open(&second) || !first_is_late || is_over(end) {
            return Ok(second);
        }
        if !is_late(&second) {
            let third = by_explicit(end, Walks::Between)?;
            return Ok(if is_open(&third) && !is_late(&third) { second } else { third });
        }
        turn *= LONGER;
    }
}

/// The end of a turn.
fn until(turn: Duration, end: Option<Instant>) -> Option<Instant> {
    let own = Instant::now() + turn;
    Some(end.map_or(own, |end| end.min(own)))
}

fn is_over(end: Option<Instant>) -> bool {
    end.is_some_and(|end| Instant::now() >= end)
}

fn cause(report: &Report) -> Option<&Cause> {
    match report.engine()?.verdict() {
        Verdict::Unknown(cause) => Some(cause),
        Verdict::True(_) | Verdict::False(_) => None,
    }
}

/// Whether there is no answer.
pub(super) fn is_open(report: &Report) -> bool {
    cause(report).is_some()
}

/// Whether more time may lead to an answer.
fn is_late(report: &Report) -> bool {
    matches!(cause(report), Some(Cause::Timeout(_)))
}
