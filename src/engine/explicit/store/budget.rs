//! Memory accounting.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Reason for which nothing more can be stored. The search is then incomplete.
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

/// Accounting of memory against a limit. It counts the memory requested from the allocator for tables, arenas and
/// queues, but not the scratch space of threads.
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

    /// A budget without a limit.
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

    /// Maximum number of bytes in use at once.
    pub fn peak(&self) -> usize {
        self.peak.load(Relaxed)
    }

    /// Charges `bytes` until the charge is dropped.
    pub fn charge(self: &Arc<Budget>, bytes: usize) -> Result<Charge, Full> {
        let mut charge = Charge { budget: self.clone(), bytes: 0 };
        charge.add(bytes)?;
        Ok(charge)
    }
}

/// Bytes charged to a budget; dropping releases them.
#[derive(Debug)]
pub struct Charge {
    budget: Arc<Budget>,
    bytes: usize,
}

impl Charge {
    /// Charges `bytes` more.
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

/// Allocates `count` default elements. Returns an error instead of aborting if there is no memory.
pub(super) fn allocate<T: Default>(count: usize) -> Result<Box<[T]>, Full> {
    let mut cells = Vec::new();
    cells.try_reserve_exact(count).map_err(|_| Full::System { bytes: count * size_of::<T>() })?;
    cells.resize_with(count, T::default);
    Ok(cells.into_boxed_slice())
}
