//! Arrays that only grow and whose elements never move.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use super::StateId;
use super::budget::{Budget, Charge, Full, allocate};

/// Binary logarithm of the first segment's length.
const FIRST: u32 = 10;

/// Number of returned ranges that a claim inspects.
const RECENT: usize = 16;

/// Number of segments for all indices of 32 bits: one, then eight for each further power of two.
const SEGMENTS: usize = 1 + 8 * (32 - FIRST as usize);

/// Locks; whoever joins a panicked thread reports its panic.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An array of up to 2^32 elements in segments that are allocated on demand. Eight segments make a power of two, so at
/// most an eighth of the memory is unused.
#[derive(Debug)]
struct Segments<T> {
    segments: Box<[OnceLock<Box<[T]>>]>,
    /// Held while a segment is allocated.
    growing: Mutex<Charge>,
}

/// Segment of an element and position within it.
#[inline]
fn place(index: u32) -> (usize, usize) {
    if index < 1 << FIRST {
        return (0, index as usize);
    }
    let log = index.ilog2();
    let part = (index >> (log - 3)) as usize & 7;
    (1 + 8 * (log - FIRST) as usize + part, (index & ((1 << (log - 3)) - 1)) as usize)
}

/// Number of elements of a segment.
fn segment_len(segment: usize) -> usize {
    if segment == 0 { 1 << FIRST } else { 1 << (FIRST as usize - 3 + (segment - 1) / 8) }
}

impl<T: Default> Segments<T> {
    fn new(budget: &Arc<Budget>) -> Segments<T> {
        let charge = budget.charge(0).expect("nothing is within every limit");
        Segments { segments: (0..SEGMENTS).map(|_| OnceLock::new()).collect(), growing: Mutex::new(charge) }
    }

    #[inline]
    fn get(&self, index: u32) -> Option<&T> {
        let (segment, position) = place(index);
        Some(&self.segments[segment].get()?[position])
    }

    /// Allocates the elements of `range`.
    fn ensure(&self, range: Range<u32>) -> Result<(), Full> {
        if range.is_empty() {
            return Ok(());
        }
        for segment in place(range.start).0..=place(range.end - 1).0 {
            if self.segments[segment].get().is_some() {
                continue;
            }
            let mut charge = lock(&self.growing);
            if self.segments[segment].get().is_none() {
                let len = segment_len(segment);
                charge.add(len * size_of::<T>())?;
                let made = self.segments[segment].set(allocate(len)?);
                assert!(made.is_ok(), "segments are made under the lock");
            }
        }
        Ok(())
    }
}

/// One element per state, made on first use: colours, parents, marks of an algorithm.
#[derive(Debug)]
pub struct PerState<T>(Segments<T>);

impl<T: Default> PerState<T> {
    /// An empty array; its memory is charged to `budget`.
    pub fn new(budget: &Arc<Budget>) -> PerState<T> {
        PerState(Segments::new(budget))
    }

    /// Element of a state; initially the default value.
    pub fn slot(&self, state: StateId) -> Result<&T, Full> {
        if let Some(found) = self.0.get(state.0) {
            return Ok(found);
        }
        self.0.ensure(state.0..state.0 + 1)?;
        Ok(self.0.get(state.0).expect("just made"))
    }

    /// Element of a state, if [`PerState::slot`] was called for it or a state nearby.
    pub fn get(&self, state: StateId) -> Option<&T> {
        self.0.get(state.0)
    }
}

/// Indices that a thread has claimed and not used yet.
#[derive(Debug, Default)]
pub(super) struct Slots {
    next: u32,
    end: u32,
}

impl Slots {
    /// Marks the first `count` claimed indices as used.
    pub(super) fn consume(&mut self, count: u32) {
        self.next += count;
        debug_assert!(self.next <= self.end);
    }
}

/// Segments whose indices are claimed by threads in ranges.
#[derive(Debug)]
pub(super) struct Arena<T> {
    cells: Segments<T>,
    /// All indices from here on are free.
    next: AtomicU64,
    /// Ranges that were returned.
    spare: Mutex<Vec<Range<u32>>>,
}

impl<T: Default> Arena<T> {
    /// An empty arena that allocates within a budget.
    pub(super) fn new(budget: &Arc<Budget>) -> Arena<T> {
        Arena { cells: Segments::new(budget), next: AtomicU64::new(0), spare: Mutex::default() }
    }

    /// Upper bound of all claimed indices.
    pub(super) fn bound(&self) -> usize {
        self.next.load(Relaxed) as usize
    }

    /// The element at a claimed index.
    #[inline]
    pub(super) fn at(&self, index: u32) -> &T {
        self.cells.get(index).expect("a claimed index")
    }

    /// Claimed elements `start .. start + len`, in pieces that are contiguous in memory.
    pub(super) fn pieces(&self, start: u32, len: u32) -> impl Iterator<Item = &[T]> {
        let (mut at, end) = (start, start + len);
        std::iter::from_fn(move || {
            if at == end {
                return None;
            }
            let (segment, position) = place(at);
            let cells = self.cells.segments[segment].get().expect("a claimed index");
            let count = (end - at).min((cells.len() - position) as u32);
            at += count;
            Some(&cells[position..position + count as usize])
        })
    }

    /// Claims a range of free indices whose elements are allocated: at least `least`, and `want` if possible.
    pub(super) fn claim(&self, least: u32, want: u32) -> Result<Range<u32>, Full> {
        let range = {
            let mut spare = lock(&self.spare);
            let recent = spare.len().saturating_sub(RECENT)..spare.len();
            let found = recent.rev().find(|i| spare[*i].end - spare[*i].start >= least);
            found.map(|found| {
                let mut range = spare.remove(found);
                let rest = range.start.saturating_add(want.max(least)).min(range.end)..range.end;
                range.end = rest.start;
                if !rest.is_empty() {
                    spare.insert(found, rest);
                }
                range
            })
        };
        let range = match range {
            Some(found) => found,
            None => {
                let want = u64::from(want.max(least));
                // The last index is excluded, so that an index plus one is an index.
                let within = |now: u64| Some(now + want).filter(|end| *end < u64::from(u32::MAX));
                let start = self.next.fetch_update(Relaxed, Relaxed, within).map_err(|_| Full::Ids)?;
                start as u32..(start + want) as u32
            }
        };
        // Memory for the range may become available later.
        if let Err(full) = self.cells.ensure(range.clone()) {
            self.give_back(range);
            return Err(full);
        }
        Ok(range)
    }

    /// Returns indices that no one else knows.
    pub(super) fn give_back(&self, range: Range<u32>) {
        if !range.is_empty() {
            lock(&self.spare).push(range);
        }
    }

    /// The first of `count` indices claimed by a thread; they count as unused until [`Slots::consume`].
    #[inline]
    pub(super) fn slot(&self, slots: &mut Slots, count: u32, batch: u32) -> Result<u32, Full> {
        if slots.end - slots.next < count {
            // Fewer than `count` indices are lost: a list of small remainders would have to be searched.
            let claimed = self.claim(count, batch)?;
            *slots = Slots { next: claimed.start, end: claimed.end };
        }
        Ok(slots.next)
    }

    /// Returns a thread's unused indices.
    pub(super) fn return_slots(&self, slots: &mut Slots) {
        self.give_back(slots.next..slots.end);
        *slots = Slots::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_index_has_one_place() {
        let mut expected = (0, 0);
        for index in 0..1 << 20 {
            assert_eq!(place(index), expected, "{index}");
            expected.1 += 1;
            if expected.1 == segment_len(expected.0) {
                expected = (expected.0 + 1, 0);
            }
        }
        let (segment, position) = place(u32::MAX);
        assert_eq!((segment, position), (SEGMENTS - 1, segment_len(SEGMENTS - 1) - 1));
    }

    #[test]
    fn claims_are_disjoint_and_backed() {
        let arena: Arena<AtomicU64> = Arena::new(&Budget::unlimited());
        let mut seen = std::collections::HashSet::new();
        for round in 0..500u32 {
            let least = round % 7 + 1;
            let range = arena.claim(least, 100).unwrap();
            assert!(range.end - range.start >= least);
            let keep = range.start + least;
            for i in range.start..keep {
                assert!(seen.insert(i));
                arena.at(i).store(u64::from(i), Relaxed);
            }
            arena.give_back(keep..range.end);
        }
        assert!(seen.len() < 2100 && arena.next.load(Relaxed) < 2200);
        let all: Vec<u64> =
            arena.pieces(500, 1000).flatten().map(|c| c.load(Relaxed)).filter(|c| *c > 0).collect();
        assert!(all.is_sorted() && all.len() > 900);
    }

    #[test]
    fn limit_is_kept_and_ids_run_out() {
        let budget = Budget::new(10_000);
        let arena: Arena<AtomicU64> = Arena::new(&budget);
        assert!(arena.claim(1000, 1000).is_ok());
        assert_eq!(arena.claim(2000, 2000), Err(Full::Limit { limit: 10_000 }));
        assert!(budget.used() <= 10_000);
        // Part of the range that failed is allocated.
        assert_eq!(arena.claim(10, 10), Ok(1000..1010));
        assert_eq!(arena.claim(500, 500), Err(Full::Limit { limit: 10_000 }));
        arena.next.store(u64::from(u32::MAX) - 5, Relaxed);
        assert_eq!(arena.claim(3000, 3000), Err(Full::Ids));
        drop(arena);
        assert_eq!(budget.used(), 0);
    }
}
