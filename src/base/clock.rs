//! The clock. It cancels what takes longer than the user wants to wait, and tells how long things took. It decides nothing else:
//! `tests/tidy.rs` keeps other uses out of engines and solvers.

use std::time::Instant;

use super::turns;

/// Whether a deadline is given and has passed. A job that takes turns with others waits here for its turn.
pub fn is_late(deadline: Option<Instant>) -> bool {
    turns::pause();
    deadline.is_some_and(|deadline| Instant::now() >= deadline)
}

/// A deadline for what may take one of so many parts of the time that is left.
pub fn part_of(deadline: Option<Instant>, parts: u32) -> Option<Instant> {
    let now = Instant::now();
    deadline.map(|end| now + end.saturating_duration_since(now) / parts)
}

/// Measures how long something takes, to be told.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts to measure.
    pub fn start() -> Stopwatch {
        Stopwatch(Instant::now())
    }

    /// Seconds since then.
    pub fn seconds(self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }
}
