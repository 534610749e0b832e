//! Storage of states: `cargo bench --bench states`.
//!
//! Fills a store with states of eight parts of 16 bytes, of which each differs in one part from the one before (a
//! counter goes through the parts), with every state inserted twice, on one and two threads; then a search over a
//! graph of such states. Prints insertions per second, bytes per state, and the same for a `HashSet` of byte vectors.
//! Seconds are those of the wall clock and, in brackets, those without the time that the slowest thread waited for a
//! processor that other processes used; waiting for each other counts.

use std::collections::HashSet;
use std::sync::Mutex;
use std::time::Instant;

use bmc::internals::engine::explicit::search::{
    SearchEnd, SearchOptions, Stop, Successors, System, breadth_first,
};
use bmc::internals::engine::explicit::store::{
    Budget, HashStore, LeafId, StateId, StateStore, StoreWorker, TreeStore,
};

const PARTS: usize = 8;
/// Values of one part.
const VALUES: u64 = 256;

/// Seconds: of the wall clock, and without waiting for a processor.
#[derive(Clone, Copy)]
struct Seconds(f64, f64);

impl Seconds {
    /// Runs `work` with thread numbers and measures.
    fn of(threads: u64, work: impl Fn(u64) + Sync) -> Seconds {
        let start = Instant::now();
        let cpu = std::thread::scope(|scope| {
            let work = &work;
            let run = |t| {
                scope.spawn(move || {
                    let (start, waited) = (Instant::now(), waited());
                    work(t);
                    start.elapsed().as_secs_f64() - (self::waited() - waited)
                })
            };
            let running: Vec<_> = (0..threads).map(run).collect();
            running.into_iter().map(|r| r.join().expect("no panic")).fold(0.0, f64::max)
        });
        Seconds(start.elapsed().as_secs_f64(), cpu)
    }

    /// A number of events per second, in millions.
    fn rate(self, events: u64) -> String {
        let millions = events as f64 / 1e6;
        format!("{:.2} ({:.2}) M", millions / self.0, millions / self.1)
    }

    fn speed_up(self, two: Seconds) {
        println!("  speed-up {:.2} ({:.2})", self.0 / two.0, self.1 / two.1);
    }
}

/// Resident set size in bytes, 0 where /proc does not tell.
fn resident() -> f64 {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    pages.split_whitespace().nth(1).and_then(|n| n.parse::<f64>().ok()).unwrap_or(0.0) * 4096.0
}

/// Seconds that this thread was ready to run and waited for a processor.
fn waited() -> f64 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    stat.split_whitespace().nth(1).and_then(|n| n.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

fn part(position: usize, value: u64) -> [u8; 16] {
    let mut bytes = [0; 16];
    bytes[0] = position as u8;
    bytes[4..12].copy_from_slice(&value.to_le_bytes());
    bytes
}

/// The values of the parts of state `n`: a reflected Gray code, so that neighbours differ in one part.
fn values(n: u64) -> [u64; PARTS] {
    let mut rest = n;
    let mut digits = [0; PARTS];
    for digit in &mut digits {
        let (quotient, value) = (rest / VALUES, rest % VALUES);
        *digit = if quotient % 2 == 0 { value } else { VALUES - 1 - value };
        rest = quotient;
    }
    digits
}

/// The position of the part in which states `n` - 1 and `n` differ.
fn changed(n: u64) -> usize {
    let mut rest = n;
    (0..PARTS)
        .find(|_| {
            let last = rest % VALUES;
            rest /= VALUES;
            last != 0
        })
        .unwrap_or(PARTS - 1)
}

#[derive(Clone, Copy, PartialEq)]
enum How {
    /// All bytes of all parts are given.
    Bytes,
    /// The ids of all parts are given.
    Leaves,
    /// The changed part is given.
    Changed,
}

/// Inserts states `first .. last`, twice each.
fn fill<S: StateStore>(store: &S, how: How, first: u64, last: u64) -> u64 {
    let mut worker = store.worker();
    let mut new = 0;
    let all = values(first);
    let bytes: Vec<[u8; 16]> = (0..PARTS).map(|p| part(p, all[p])).collect();
    let mut leaves: Vec<LeafId> = bytes.iter().map(|b| worker.intern(b).unwrap()).collect();
    new += u64::from(worker.insert_leaves(&leaves).unwrap().1);
    let mut before = worker.pending();
    for n in first + 1..last {
        let all = values(n);
        let at = changed(n);
        for _ in 0..2 {
            let (_, is_new) = match how {
                How::Bytes => {
                    let bytes: [[u8; 16]; PARTS] = std::array::from_fn(|p| part(p, all[p]));
                    let parts: [&[u8]; PARTS] = std::array::from_fn(|p| &bytes[p][..]);
                    worker.insert(&parts).unwrap()
                }
                How::Leaves => {
                    leaves[at] = worker.intern(&part(at, all[at])).unwrap();
                    worker.insert_leaves(&leaves).unwrap()
                }
                How::Changed => {
                    let leaf = worker.intern(&part(at, all[at])).unwrap();
                    worker.insert_changed(&before, PARTS, &[(at as u32, leaf)]).unwrap()
                }
            };
            new += u64::from(is_new);
        }
        before = worker.pending();
    }
    new
}

fn measure<S: StateStore>(name: &str, make: impl Fn() -> S, how: How, states: u64, threads: u64) -> Seconds {
    let before = resident();
    let store = make();
    let share = states / threads;
    let seconds = Seconds::of(threads, |t| {
        fill(&store, how, t * share, (t + 1) * share);
    });
    let stats = store.stats();
    assert_eq!(stats.states, states);
    println!(
        "{name}, {threads} threads: {} inserts/s, {:.1} bytes/state (peak {:.1}, resident {:.1}), load {:.2}, \
         {:.2} nodes/state",
        seconds.rate(2 * states),
        stats.bytes_per_state(),
        stats.peak as f64 / states as f64,
        (resident() - before) / states as f64,
        stats.load,
        stats.nodes as f64 / states as f64,
    );
    seconds
}

fn standard(states: u64) {
    let set: Mutex<HashSet<Vec<u8>>> = Mutex::default();
    let seconds = Seconds::of(1, |_| {
        let mut set = set.lock().expect("one thread");
        for n in 0..states {
            let all = values(n);
            for _ in 0..2 {
                let mut state = Vec::with_capacity(PARTS * 16);
                (0..PARTS).for_each(|p| state.extend_from_slice(&part(p, all[p])));
                set.insert(state);
            }
        }
    });
    let set = set.into_inner().expect("one thread");
    // Allocations of the C library have a header of 8 bytes and are multiples of 16; a cell has a byte of control.
    let bytes = set.len() * (PARTS * 16 + 16) + set.capacity() * 8 / 7 * (size_of::<Vec<u8>>() + 1);
    println!(
        "HashSet<Vec<u8>>: {} inserts/s, about {:.1} bytes/state",
        seconds.rate(2 * states),
        bytes as f64 / states as f64
    );
}

/// Counters that count up to limits, one at a time.
struct Counters(&'static [u64]);

impl<S: StateStore> System<S> for Counters {
    type Error = std::convert::Infallible;
    type Scratch = (Vec<LeafId>, Vec<u8>);
    type State = S::Pending;

    fn scratch(&self) -> Self::Scratch {
        Self::Scratch::default()
    }

    fn initial(
        &self,
        _: &mut Self::Scratch,
        out: &mut Successors<'_, S, S::Pending>,
    ) -> Result<(), Stop<Self::Error>> {
        let leaves = (0..self.0.len()).map(|p| out.intern(&part(p, 0))).collect::<Result<Vec<_>, _>>()?;
        Ok(out.push(0, &leaves, S::Worker::pending)?)
    }

    fn expand(
        &self,
        (leaves, bytes): &mut Self::Scratch,
        _: StateId,
        state: &S::Pending,
        out: &mut Successors<'_, S, S::Pending>,
    ) -> Result<(), Stop<Self::Error>> {
        out.store().recall(state, leaves);
        for (p, leaf) in leaves.iter().enumerate() {
            out.store().leaf(*leaf, bytes);
            let value = u64::from_le_bytes(bytes[4..12].try_into().expect("eight bytes"));
            if value < self.0[p] {
                let changes = [(p as u32, out.intern(&part(p, value + 1))?)];
                out.push_changed(p as u32, state, leaves.len(), &changes, S::Worker::pending)?;
            }
        }
        Ok(())
    }

    fn heap(state: &S::Pending) -> usize {
        S::pending_heap(state)
    }
}

fn search<S: StateStore>(name: &str, store: S, threads: usize, limits: &'static [u64]) -> Seconds {
    let (start, before) = (Instant::now(), waited());
    let options = SearchOptions { threads, paths: true, ..SearchOptions::default() };
    let outcome = breadth_first(&store, &Counters(limits), &options);
    let elapsed = start.elapsed().as_secs_f64();
    let seconds = Seconds(elapsed, elapsed - (waited() - before));
    let states: u64 = limits.iter().map(|l| l + 1).product();
    assert!(matches!(outcome.end, SearchEnd::Complete(_)));
    assert_eq!(outcome.states, states);
    println!(
        "{name}, search, {threads} threads: {} states/s, {} transitions/s, {:.1} bytes/state (peak {:.1})",
        seconds.rate(outcome.states),
        seconds.rate(outcome.transitions),
        store.stats().bytes_per_state(),
        store.stats().peak as f64 / outcome.states as f64,
    );
    seconds
}

fn main() {
    let millions = std::env::args().filter_map(|a| a.parse::<u64>().ok()).next().unwrap_or(4);
    let states = millions * 1_000_000;
    let tree = || TreeStore::new(&Budget::unlimited()).unwrap();
    let hash = || HashStore::new(&Budget::unlimited()).unwrap();
    for (name, how) in [("all bytes", How::Bytes), ("all ids", How::Leaves), ("one part", How::Changed)] {
        let one = measure(&format!("tree, {name}"), tree, how, states, 1);
        let two = measure(&format!("tree, {name}"), tree, how, states, 2);
        one.speed_up(two);
    }
    let one = measure("hash, one part", hash, How::Changed, states, 1);
    let two = measure("hash, one part", hash, How::Changed, states, 2);
    one.speed_up(two);
    standard(states);
    const WIDE: &[u64] = &[5; PARTS];
    const NARROW: &[u64] = &[100_000, 1, 1, 1, 1];
    for (name, limits) in [("wide", WIDE), ("narrow", NARROW)] {
        let search_tree = |threads| search(&format!("tree, {name}"), tree(), threads, limits);
        search_tree(1).speed_up(search_tree(2));
        let search_hash = |threads| search(&format!("hash, {name}"), hash(), threads, limits);
        search_hash(1).speed_up(search_hash(2));
    }
}
