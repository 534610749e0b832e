//! Jobs that take turns on one core: each goes on where it was. A job waits for its turn where it looks at the clock, which all
//! engines and solvers do now and then. Turns are measured in time of the processor, of all threads of the process, as what else a
//! machine does should not change which job finds an answer.

use std::cell::RefCell;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

thread_local! {
    static SEAT: RefCell<Option<Seat>> = const { RefCell::new(None) };
}

/// A place among jobs that take turns.
#[derive(Clone)]
pub struct Seat {
    table: Arc<Table>,
    number: usize,
}

/// The jobs that take turns.
pub struct Table {
    state: Mutex<State>,
    changed: Condvar,
    /// How many times as long as a slice the turn of each job is.
    shares: Vec<u32>,
    first: Duration,
    longest: Duration,
}

struct State {
    /// Whose turn it is.
    turn: usize,
    /// Time of the processor at which the turn is over.
    ends: Duration,
    /// How long the next turn is, but for the job's share.
    slice: Duration,
    /// Jobs that have ended.
    ended: Vec<bool>,
}

impl Table {
    /// A table for jobs with these shares of the time. The first one begins; after each round slices are twice as long, up to a limit.
    pub fn new(shares: &[u32], first: Duration, longest: Duration) -> Arc<Table> {
        let (shares, ended) = (shares.to_vec(), vec![false; shares.len()]);
        let state = State { turn: 0, ends: now() + first * shares[0], slice: first, ended };
        Arc::new(Table { state: Mutex::new(state), changed: Condvar::new(), shares, first, longest })
    }

    /// The place of a job.
    pub fn seat(self: &Arc<Table>, number: usize) -> Seat {
        Seat { table: Arc::clone(self), number }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// It is the next job's turn.
    fn pass(&self, state: &mut State) {
        let jobs = state.ended.len();
        let next = (1..=jobs).map(|i| (state.turn + i) % jobs).find(|&i| !state.ended[i]);
        let Some(next) = next else { return };
        if next <= state.turn {
            state.slice = (state.slice * 2).clamp(self.first, self.longest);
        }
        state.turn = next;
        state.ends = now() + state.slice * self.shares[next];
        self.changed.notify_all();
    }
}

impl Seat {
    /// The calling thread works for the job from now on.
    pub fn take(self) {
        self.wait();
        SEAT.set(Some(self));
    }

    /// The job has ended; the others have its turns.
    pub fn leave(&self) {
        let mut state = self.table.lock();
        state.ended[self.number] = true;
        if state.turn == self.number {
            self.table.pass(&mut state);
        }
    }

    /// Waits for the job's turn, after the one that is over.
    fn wait(&self) {
        let mut state = self.table.lock();
        if state.turn == self.number && now() >= state.ends {
            self.table.pass(&mut state);
        }
        while state.turn != self.number && !state.ended[self.number] {
            state = self.table.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Time of the processor that the process has taken.
fn now() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// The place of the calling thread's job, for another thread that works for it.
pub fn seat() -> Option<Seat> {
    SEAT.with_borrow(Clone::clone)
}

/// Waits for the turn of the calling thread's job, where it takes turns.
pub(super) fn pause() {
    SEAT.with_borrow(|seat| {
        if let Some(seat) = seat {
            seat.wait();
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::is_late;
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

    #[test]
    fn one_job_works_at_a_time_and_each_comes_to_its_end() {
        let table = Table::new(&[1, 2, 1], Duration::from_micros(200), Duration::from_millis(1));
        let (working, most, done) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for number in 0..3 {
                let seat = table.seat(number);
                let (working, most, done) = (&working, &most, &done);
                scope.spawn(move || {
                    seat.clone().take();
                    for _ in 0..2000 {
                        most.fetch_max(working.fetch_add(1, SeqCst) + 1, SeqCst);
                        working.fetch_sub(1, SeqCst);
                        assert!(!is_late(None));
                    }
                    done.fetch_add(1, SeqCst);
                    seat.leave();
                });
            }
        });
        assert_eq!(most.load(SeqCst), 1);
        assert_eq!(done.load(SeqCst), 3);
    }
}
