//! Memory accounting.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Why nothing more can be stored. The search that gets it is incomplete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Full {
    /// The memory limit is reached.
    #[error("the memory limit of {limit} bytes is reached")]
    Limit {
        /// The limit in bytes.
        limit: usize,
    },
    /// The system has no more memory.
    #[error("out of memory: {bytes} bytes could not be allocated")]
    System {
        /// Size of the failed allocation.
        bytes: usize,
    },
    /// Ids have 32 bits.
    #[error("more than 2^32 ids are needed to store the states")]
    Ids,
}

/// Bytes in use and how many may be. What is counted is what was asked of the allocator for tables, arenas and
/// queues; a thread's own scratch space is not.
#[derive(Debug)]
pub struct Budget {
    limit: usize,
    used: AtomicUsize,
    peak: AtomicUsize,
}

impl Budget {
    /// A budget of `limit` bytes.
    pub fn new(limit: usize) -> Arc<Budget> {
        Arc::new(Budget { limit, used: AtomicUsize::new(0), peak: AtomicUsize::new(0) })
    }

    /// A budget that only counts.
    pub fn unlimited() -> Arc<Budget> {
        Budget::new(usize::MAX)
    }

    /// The limit in bytes.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// Bytes in use, never more than the limit.
    pub fn used(&self) -> usize {
        self.used.load(Relaxed)
    }

    /// The most bytes that were in use at once.
    pub fn peak(&self) -> usize {
        self.peak.load(Relaxed)
    }

    /// Takes `bytes` until the charge is dropped.
    pub fn charge(self: &Arc<Budget>, bytes: usize) -> Result<Charge, Full> {
        let mut charge = Charge { budget: self.clone(), bytes: 0 };
        charge.add(bytes)?;
        Ok(charge)
    }
}

/// Bytes taken from a budget; gives them back when dropped.
#[derive(Debug)]
pub struct Charge {
    budget: Arc<Budget>,
    bytes: usize,
}

impl Charge {
    /// Takes `bytes` more.
    pub fn add(&mut self, bytes: usize) -> Result<(), Full> {
        let Budget { limit, used, peak } = &*self.budget;
        let within = |now: usize| now.checked_add(bytes).filter(|then| then <= limit);
        let before =
            used.fetch_update(Relaxed, Relaxed, within).map_err(|_| Full::Limit { limit: *limit })?;
        peak.fetch_max(before + bytes, Relaxed);
        self.bytes += bytes;
        Ok(())
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.budget.used.fetch_sub(self.bytes, Relaxed);
    }
}

/// `count` default elements; an error instead of an abort when there is no memory for them.
pub(super) fn allocate<T: Default>(count: usize) -> Result<Box<[T]>, Full> {
    let mut cells = Vec::new();
    cells.try_reserve_exact(count).map_err(|_| Full::System { bytes: count * size_of::<T>() })?;
    cells.resize_with(count, T::default);
    Ok(cells.into_boxed_slice())
}
