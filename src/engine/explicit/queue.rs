//! The work queue of a parallel breadth-first search.
//!
//! Threads take chunks of the current level and collect new items in their own chunks. Only full chunks cross the lock.
//! When the current level is empty and no thread is busy, the next level begins; if that is empty, the search is over.
//! A thread without work sleeps.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::store::{Budget, Charge, Full};

/// Maximum number of items in a chunk.
pub const CHUNK: usize = 256;
/// Minimum number of items for which a chunk is divided between threads.
const DIVIDE: usize = 16;

/// Items of one level that a thread takes at once.
#[derive(Debug)]
struct Chunk<T> {
    items: Vec<T>,
    /// Memory charged for the items.
    _charge: Charge,
}

#[derive(Debug)]
struct Shared<T> {
    current: VecDeque<Chunk<T>>,
    next: VecDeque<Chunk<T>>,
    /// Number of the current level.
    level: u32,
    /// Number of threads that work on a chunk or hold new items.
    busy: usize,
    /// Whether the queue hands out no more items.
    closed: bool,
}

/// A queue by levels: items pushed while level n is processed belong to level n + 1.
#[derive(Debug)]
pub struct Levels<T> {
    shared: Mutex<Shared<T>>,
    wake: Condvar,
    threads: usize,
    budget: Arc<Budget>,
    /// Heap memory that an item owns, in bytes.
    heap: fn(&T) -> usize,
}

impl<T> Levels<T> {
    /// A queue for a number of threads, with level 0 in `first`. Waiting chunks are charged to the budget.
    pub fn new(
        threads: usize,
        budget: &Arc<Budget>,
        heap: fn(&T) -> usize,
        first: Vec<T>,
    ) -> Result<Levels<T>, Full> {
        let shared =
            Shared { current: VecDeque::new(), next: VecDeque::new(), level: 0, busy: 0, closed: false };
        let mut queue = Levels {
            shared: Mutex::new(shared),
            wake: Condvar::new(),
            threads: threads.max(1),
            budget: budget.clone(),
            heap,
        };
        let chunk = queue.chunk(first)?;
        let shared = queue.shared.get_mut().unwrap_or_else(PoisonError::into_inner);
        shared.current.push_back(chunk);
        Ok(queue)
    }

    fn lock(&self) -> MutexGuard<'_, Shared<T>> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn chunk(&self, items: Vec<T>) -> Result<Chunk<T>, Full> {
        let bytes = items.capacity() * size_of::<T>() + items.iter().map(self.heap).sum::<usize>();
        Ok(Chunk { items, _charge: self.budget.charge(bytes)? })
    }

    /// Ends the search for all threads at once.
    pub fn close(&self) {
        self.lock().closed = true;
        self.wake.notify_all();
    }

    /// Handle of one thread.
    pub fn handle(&self) -> Handle<'_, T> {
        Handle { queue: self, found: Vec::new(), busy: false }
    }

    /// Makes the next level the current one. Divides small levels so that all threads get work.
    fn advance(&self, shared: &mut Shared<T>) -> Result<(), Full> {
        shared.level += 1;
        shared.current = std::mem::take(&mut shared.next);
        let items: usize = shared.current.iter().map(|c| c.items.len()).sum();
        let share = (items / (4 * self.threads)).clamp(DIVIDE, CHUNK);
        if self.threads > 1 && share < CHUNK {
            let whole = std::mem::take(&mut shared.current);
            let mut items = whole.into_iter().flat_map(|c| c.items);
            loop {
                let part: Vec<T> = items.by_ref().take(share).collect();
                if part.is_empty() {
                    break;
                }
                shared.current.push_back(self.chunk(part)?);
            }
        }
        Ok(())
    }
}

/// One thread's handle of [`Levels`]. If it is dropped while it has work, it closes the queue.
#[derive(Debug)]
pub struct Handle<'q, T> {
    queue: &'q Levels<T>,
    found: Vec<T>,
    busy: bool,
}

impl<T> Handle<'_, T> {
    /// Adds an item to the next level. Fails if there is not enough memory.
    pub fn push(&mut self, item: T) -> Result<(), Full> {
        if self.found.capacity() == 0 {
            self.found.reserve_exact(CHUNK);
        }
        self.found.push(item);
        if self.found.len() == CHUNK {
            let chunk = self.queue.chunk(std::mem::take(&mut self.found))?;
            self.queue.lock().next.push_back(chunk);
        }
        Ok(())
    }

    /// Takes items of the current level, with its number; `None` if the search is over or the queue was closed. Sleeps
    /// while there are none. Completes the items taken before. A failure closes the queue.
    pub fn take(&mut self) -> Result<Option<(u32, Vec<T>)>, Full> {
        let queue = self.queue;
        let mut shared = queue.lock();
        loop {
            if shared.closed {
                self.busy = false;
                self.found.clear();
                return Ok(None);
            }
            if let Some(chunk) = shared.current.pop_front() {
                shared.busy += usize::from(!self.busy);
                self.busy = true;
                return Ok(Some((shared.level, chunk.items)));
            }
            if self.busy {
                if let Err(full) = self.hand_over(&mut shared) {
                    shared.closed = true;
                    queue.wake.notify_all();
                    return Err(full);
                }
                shared.busy -= 1;
                self.busy = false;
            }
            if shared.busy > 0 {
                shared = queue.wake.wait(shared).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            let advanced = queue.advance(&mut shared);
            shared.closed |= advanced.is_err() || shared.current.is_empty();
            if shared.closed || shared.current.len() > 1 {
                queue.wake.notify_all();
            }
            advanced?;
        }
    }

    /// Moves collected items to the next level.
    fn hand_over(&mut self, shared: &mut Shared<T>) -> Result<(), Full> {
        if !self.found.is_empty() {
            self.found.shrink_to_fit();
            shared.next.push_back(self.queue.chunk(std::mem::take(&mut self.found))?);
        }
        Ok(())
    }
}

impl<T> Drop for Handle<'_, T> {
    fn drop(&mut self) {
        if self.busy || !self.found.is_empty() {
            self.queue.close();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts down from each start: item n leads to n - 1 twice. All items of a level are processed before the next
    /// level.
    fn countdown(threads: usize, starts: Vec<u32>) -> Vec<(u32, u32)> {
        let queue = Levels::new(threads, &Budget::unlimited(), |_| 0, starts).unwrap();
        let seen = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    let mut handle = queue.handle();
                    while let Some((level, items)) = handle.take().unwrap() {
                        seen.lock().unwrap().extend(items.iter().map(|i| (level, *i)));
                        for item in items.iter().filter(|i| **i > 0) {
                            handle.push(item - 1).unwrap();
                            handle.push(item - 1).unwrap();
                        }
                    }
                });
            }
        });
        seen.into_inner().unwrap()
    }

    #[test]
    fn levels_are_in_order_and_complete() {
        for threads in [1, 2, 4, 8] {
            let seen = countdown(threads, vec![12, 12]);
            assert_eq!(seen.len(), 2 * ((1 << 13) - 1), "{threads} threads");
            assert!(seen.iter().all(|(level, item)| level + item == 12));
            let mut levels: Vec<u32> = seen.iter().map(|s| s.0).collect();
            assert!(levels.is_sorted());
            levels.dedup();
            assert_eq!(levels.len(), 13);
        }
    }

    #[test]
    fn narrow_levels_end() {
        for threads in [1, 3] {
            assert_eq!(countdown(threads, vec![0]).len(), 1);
            assert_eq!(countdown(threads, vec![]).len(), 0);
        }
    }

    #[test]
    fn closing_wakes_everyone() {
        let queue = Levels::new(4, &Budget::unlimited(), |_| 0, vec![0u32]).unwrap();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let mut handle = queue.handle();
                    if let Some((_, items)) = handle.take().unwrap() {
                        assert_eq!(items, [0]);
                        // Dropped with work, as after a panic.
                    }
                });
            }
        });
        assert_eq!(queue.handle().take(), Ok(None));
    }

    #[test]
    fn memory_of_waiting_items_counts() {
        let budget = Budget::new(100_000);
        let queue = Levels::new(1, &budget, |_| 1000, vec![0u64]).unwrap();
        let mut handle = queue.handle();
        assert!(handle.take().unwrap().is_some());
        assert_eq!(budget.used(), 0);
        assert_eq!((0..1000).try_for_each(|i| handle.push(i)), Err(Full::Limit { limit: 100_000 }));
        drop(handle);
        assert_eq!(queue.handle().take(), Ok(None));
    }
}
