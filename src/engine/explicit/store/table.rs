//! A concurrent hash table from hashes to ids.
//!
//! A cell is one word: 32 bits of hash and an id. The item behind the id lies in an arena and never moves, so growing
//! rehashes words and reads nothing else. Six bits of the hash divide the table into shards that grow one at a time. A
//! thread that needs a growing shard waits; all others continue.
//!
//! Why a key is never inserted twice: In one table, a cell changes once, from empty to an entry or from empty to
//! frozen. An entry for a key goes by compare-and-swap to the first empty cell of the key's probe sequence; a thread
//! that loses the race inspects the new content. So of two entries for a key, the later thread has seen the earlier
//! entry. The thread that grows a shard freezes each empty cell and copies each entry. Nothing can be inserted at a
//! cell that it has passed, so it misses no entry. The new table becomes visible only when it is complete. A thread
//! that finds a frozen cell switches to the new table. A thread that finds its key in the old table is correct, too,
//! because ids do not change.

use std::sync::atomic::{
    AtomicU64, AtomicUsize,
    Ordering::{AcqRel, Acquire, Relaxed},
};
use std::sync::{Arc, Mutex};

use super::arena::lock;
use super::budget::{Budget, Charge, Full, allocate};

/// Binary logarithm of the number of shards.
const SHARD_BITS: u32 = 6;
const SHARDS: usize = 1 << SHARD_BITS;

/// Number of hash bits that are compared before the key.
pub(super) const COMPARED_BITS: u32 = SHARD_BITS + 32;

const EMPTY: u64 = 0;
/// Frozen mark, which is not an entry: the lower half of an entry is an id plus one.
const FROZEN: u64 = 1 << 32;

/// Number of cells in a cache line.
const CLUSTER: usize = 8;
/// Number of clusters of a new shard.
const FIRST: usize = 8;
/// A shard grows when this fraction of its cells is used, in 64ths.
const GROW_AT: usize = 54;
/// If it cannot grow, it is filled up to this fraction, in 64ths.
const FILL_TO: usize = 60;
/// Number of insertions into a shard after which a thread reports them.
const REPORT: u8 = 16;

#[derive(Debug, Default)]
#[repr(align(64))]
struct Cluster([AtomicU64; CLUSTER]);

/// Cells of one shard.
#[derive(Debug)]
struct Table {
    clusters: Box<[Cluster]>,
    _charge: Charge,
}

impl Table {
    fn new(clusters: usize, budget: &Arc<Budget>) -> Result<Table, Full> {
        let charge = budget.charge(clusters * size_of::<Cluster>())?;
        Ok(Table { clusters: allocate(clusters)?, _charge: charge })
    }

    fn cells(&self) -> usize {
        self.clusters.len() * CLUSTER
    }

    /// Cluster where the search for a tag begins. The mapping is monotone, so that growing traverses both tables in
    /// order.
    #[inline]
    fn home(&self, tag: u32) -> usize {
        ((u64::from(tag) * self.clusters.len() as u64) >> 32) as usize
    }

    /// Adds an entry to a table that has room and that no other thread sees.
    fn place(&mut self, entry: u64) {
        let mut at = self.home((entry >> 32) as u32);
        loop {
            if let Some(free) = self.clusters[at].0.iter_mut().find_map(|c| {
                let cell = c.get_mut();
                (*cell == EMPTY).then_some(cell)
            }) {
                *free = entry;
                return;
            }
            at = (at + 1) % self.clusters.len();
        }
    }
}

#[derive(Debug)]
#[repr(align(128))]
struct Shard {
    /// Its lock is held while the shard grows.
    current: Mutex<Arc<Table>>,
    /// Number of used cells, without unreported ones.
    used: AtomicUsize,
}

/// A hash table from keys to ids. The caller stores the keys.
#[derive(Debug)]
pub(super) struct Index {
    shards: Box<[Shard]>,
    budget: Arc<Budget>,
}

/// One thread's view of an index: the tables that it saw last.
#[derive(Debug)]
pub(super) struct View {
    tables: Vec<Arc<Table>>,
    /// Insertions that were not reported to the shard yet.
    fresh: [u8; SHARDS],
}

impl Index {
    /// An empty table, within a budget.
    pub(super) fn new(budget: &Arc<Budget>) -> Result<Index, Full> {
        let shard = |_| {
            let table = Arc::new(Table::new(FIRST, budget)?);
            Ok(Shard { current: Mutex::new(table), used: AtomicUsize::new(0) })
        };
        let shards = (0..SHARDS).map(shard).collect::<Result<_, Full>>()?;
        Ok(Index { shards, budget: budget.clone() })
    }

    /// A view of the table for one thread.
    pub(super) fn view(&self) -> View {
        let tables = self.shards.iter().map(|s| lock(&s.current).clone()).collect();
        View { tables, fresh: [0; SHARDS] }
    }

    /// Reports a view's insertions. Must be called when the view is no longer used.
    pub(super) fn retire(&self, view: &mut View) {
        for (shard, fresh) in self.shards.iter().zip(&mut view.fresh) {
            shard.used.fetch_add(usize::from(std::mem::take(fresh)), Relaxed);
        }
    }

    /// Number of used cells and of all cells.
    pub(super) fn load(&self) -> (usize, usize) {
        self.shards.iter().fold((0, 0), |(used, cells), s| {
            let table = lock(&s.current);
            (used + s.used.load(Relaxed), cells + table.cells())
        })
    }

    /// Id of a key, and whether it is new. `is` tells whether an id belongs to the key. `make` returns an id for a new
    /// key; it is called at most once, and its id is used only if the answer is "new".
    #[inline]
    pub(super) fn find_or_insert(
        &self,
        view: &mut View,
        hash: u64,
        mut is: impl FnMut(u32) -> bool,
        mut make: impl FnMut() -> Result<u32, Full>,
    ) -> Result<(u32, bool), Full> {
        let shard = (hash >> (64 - SHARD_BITS)) as usize;
        let tag = (hash >> (64 - COMPARED_BITS)) as u32;
        if view.fresh[shard] >= REPORT {
            self.report(view, shard)?;
        }
        let mut made = None;
        'table: loop {
            let table = &view.tables[shard];
            let mut at = table.home(tag);
            for _ in 0..table.clusters.len() {
                for cell in &table.clusters[at].0 {
                    let mut now = cell.load(Acquire);
                    // Empty or frozen.
                    if now as u32 == 0 {
                        if now == EMPTY {
                            let id = match made {
                                Some(id) => id,
                                None => *made.insert(make()?),
                            };
                            let entry = u64::from(tag) << 32 | u64::from(id + 1);
                            match cell.compare_exchange(EMPTY, entry, AcqRel, Acquire) {
                                Ok(_) => {
                                    view.fresh[shard] += 1;
                                    return Ok((id, true));
                                }
                                Err(other) => now = other,
                            }
                        }
                        if now == FROZEN {
                            self.catch_up(view, shard);
                            continue 'table;
                        }
                    }
                    if (now >> 32) as u32 == tag && is(now as u32 - 1) {
                        return Ok((now as u32 - 1, false));
                    }
                }
                at += 1;
                if at == table.clusters.len() {
                    at = 0;
                }
            }
            self.grow(view, shard)?;
        }
    }

    /// Reports a view's insertions into a shard, which grows if necessary. Fails if it must grow and cannot.
    #[cold]
    fn report(&self, view: &mut View, shard: usize) -> Result<(), Full> {
        let counter = &self.shards[shard].used;
        let fresh = usize::from(std::mem::take(&mut view.fresh[shard]));
        let used = counter.fetch_add(fresh, Relaxed) + fresh;
        let cells = view.tables[shard].cells();
        if used * 64 <= cells * GROW_AT {
            return Ok(());
        }
        let grown = self.grow(view, shard);
        if grown.is_err() && used * 64 > cells * FILL_TO {
            // The next insertion must fail, too.
            counter.fetch_sub(fresh, Relaxed);
            view.fresh[shard] = fresh as u8;
            return grown;
        }
        Ok(())
    }

    /// Waits until a shard has grown and switches to its table.
    #[cold]
    fn catch_up(&self, view: &mut View, shard: usize) {
        view.tables[shard] = lock(&self.shards[shard].current).clone();
        view.fresh[shard] = 0;
    }

    /// Replaces the table of a shard by a larger one, unless another thread did since the view saw it.
    #[cold]
    fn grow(&self, view: &mut View, shard: usize) -> Result<(), Full> {
        let mut current = lock(&self.shards[shard].current);
        if Arc::ptr_eq(&current, &view.tables[shard]) {
            let clusters = current.clusters.len();
            let larger = if clusters < 1024 { clusters * 4 } else { clusters + clusters / 2 };
            let mut new = Table::new(larger, &self.budget)?;
            let mut used = 0;
            for cell in current.clusters.iter().flat_map(|c| &c.0) {
                let mut entry = cell.load(Acquire);
                if entry == EMPTY {
                    match cell.compare_exchange(EMPTY, FROZEN, AcqRel, Acquire) {
                        Ok(_) => continue,
                        Err(now) => entry = now,
                    }
                }
                new.place(entry);
                used += 1;
            }
            self.shards[shard].used.store(used, Relaxed);
            *current = Arc::new(new);
        }
        view.tables[shard] = current.clone();
        view.fresh[shard] = 0;
        Ok(())
    }
}
