//! Stores against reference implementations with standard collections; all random choices have fixed seeds.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicU64;

use super::table::Index;
use super::*;
use crate::base::Random;

fn tree() -> TreeStore {
    TreeStore::new(&Budget::unlimited()).unwrap()
}

fn hashes() -> HashStore {
    HashStore::new(&Budget::unlimited()).unwrap()
}

/// A random part: mostly one of a few, with lengths around the boundaries of words, sometimes long.
fn random_part(random: &mut Random, kinds: u64) -> Vec<u8> {
    let kind = random.below(kinds);
    let mut of_kind = Random::new(kind);
    let len = if of_kind.below(50) == 0 { 300 + of_kind.below(9000) } else { of_kind.below(30) };
    // Some differ only in length: zeros are what is not there.
    let zeros = of_kind.below(4) == 0;
    (0..len).map(|_| if zeros { 0 } else { of_kind.below(256) as u8 }).collect()
}

fn random_state(random: &mut Random, kinds: u64, most: u64) -> Vec<Vec<u8>> {
    (0..random.below(most + 1)).map(|_| random_part(random, kinds)).collect()
}

fn slices(parts: &[Vec<u8>]) -> Vec<&[u8]> {
    parts.iter().map(Vec::as_slice).collect()
}

/// Reads a single part back.
fn read(store: &impl StateStore, leaf: LeafId) -> Vec<u8> {
    let mut bytes = vec![1, 2, 3];
    store.leaf(leaf, &mut bytes);
    bytes
}

#[test]
fn trees_are_a_set_of_states() {
    for seed in 0..6 {
        let mut random = Random::new(seed);
        let (kinds, most) = [(3, 3), (10, 5), (1000, 9), (200, 40), (2, 20), (50_000, 2)][seed as usize];
        let store = tree();
        let mut worker = store.worker();
        let mut model: HashMap<Vec<Vec<u8>>, StateId> = HashMap::new();
        for _ in 0..4000 {
            let parts = random_state(&mut random, kinds, most);
            let (id, new) = worker.insert(&slices(&parts)).unwrap();
            assert_eq!(new, !model.contains_key(&parts));
            let known = *model.entry(parts).or_insert(id);
            assert_eq!(known, id);
        }
        drop(worker);
        let stats = store.stats();
        assert_eq!((stats.states, stats.inserts), (model.len() as u64, 4000));
        let leaves: HashSet<&Vec<u8>> = model.keys().flatten().collect();
        assert_eq!(stats.leaves, leaves.len() as u64);
        assert!(stats.load > 0.0 && stats.load < 1.0 && stats.bytes <= stats.peak);
        let ids: HashSet<StateId> = model.values().copied().collect();
        assert!(ids.iter().all(|id| id.index() < store.id_bound()));
        assert_eq!(ids, (0..model.len()).map(StateId::new).collect());
        for (parts, id) in &model {
            assert_eq!(store.parts(*id).as_ref(), Some(parts));
            assert_eq!(store.len_of(*id), parts.len());
        }
    }
}

#[test]
fn leaves_are_read_back() {
    let store = tree();
    let mut worker = store.worker();
    // Long parts cross the segments of the arena.
    for len in (0..40).chain([1000, 5000, 8191, 8192, 100_000, 3_000_000]) {
        let bytes: Vec<u8> = (0..len).map(|i: u32| (i.wrapping_mul(i) / 7 + len) as u8).collect();
        let leaf = worker.intern(&bytes).unwrap();
        assert_eq!(worker.intern(&bytes), Ok(leaf));
        assert_eq!(read(&store, leaf), bytes);
        if let Some((last, rest)) = bytes.split_last() {
            let mut other = rest.to_vec();
            other.push(last ^ 0x80);
            assert_ne!(worker.intern(&other), Ok(leaf));
        }
    }
}

/// `insert_changed` returns what `insert_leaves` returns, also for other lengths, and makes few new nodes for small
/// changes.
fn changes_agree<S: StateStore>(store: &S, seed: u64) {
    let mut random = Random::new(seed);
    let mut worker = store.worker();
    let mut leaves: Vec<LeafId> = Vec::new();
    worker.insert_leaves(&leaves).unwrap();
    let mut from = worker.pending();
    for _ in 0..3000 {
        let len = match random.below(4) {
            0 => random.below(70) as usize,
            _ => leaves.len(),
        };
        let mut next = leaves.clone();
        next.truncate(len);
        let mut changes: Vec<Change> = Vec::new();
        let often = 1 + random.below(30);
        for at in 0..len {
            if at >= leaves.len() || random.below(often) == 0 {
                let leaf = worker.intern(&random.below(40).to_le_bytes()).unwrap();
                changes.push((at as u32, leaf));
                if at < next.len() {
                    next[at] = leaf;
                } else {
                    next.push(leaf);
                }
            }
        }
        let (id, new) = worker.insert_changed(&from, len, &changes).unwrap();
        let pending = worker.pending();
        assert_eq!(worker.insert_leaves(&next), Ok((id, false)), "{leaves:?} {changes:?} {new}");
        let mut back = vec![LeafId(7)];
        store.recall(&pending, &mut back);
        assert_eq!(back, next);
        // The reverse direction: the state is inserted as a whole, and the change leads back to it.
        from = worker.pending();
        leaves = next;
        if random.below(2) == 0 {
            let at = random.below(leaves.len().max(1) as u64) as usize;
            if at < leaves.len() {
                leaves[at] = worker.intern(&random.below(1000).to_be_bytes()).unwrap();
                let (whole, _) = worker.insert_leaves(&leaves).unwrap();
                let changed = worker.insert_changed(&from, leaves.len(), &[(at as u32, leaves[at])]);
                assert_eq!(changed, Ok((whole, false)));
                from = worker.pending();
            }
        }
    }
}

#[test]
fn changes_lead_to_the_same_states() {
    for seed in 0..4 {
        changes_agree(&tree(), seed);
        changes_agree(&hashes(), seed);
    }
}

#[test]
fn one_changed_part_costs_a_path() {
    let store = tree();
    let mut worker = store.worker();
    let parts: Vec<Vec<u8>> = (0..100u8).map(|i| vec![i; 9]).collect();
    worker.insert(&slices(&parts)).unwrap();
    let from = worker.pending();
    drop(worker);
    let before = store.stats().nodes;
    assert!(before <= 98);
    let mut worker = store.worker();
    let leaf = worker.intern(b"other").unwrap();
    worker.insert_changed(&from, 100, &[(42, leaf)]).unwrap();
    // One part more at the end: the first 64 are shared as a whole.
    worker.insert_changed(&from, 101, &[(100, leaf)]).unwrap();
    drop(worker);
    let stats = store.stats();
    assert_eq!((stats.states, stats.leaves), (3, 101));
    assert!(stats.nodes <= before + 6 + 5, "{} nodes more", stats.nodes - before);
}

#[test]
fn hashes_are_a_set_of_states() {
    let store = hashes();
    let mut worker = store.worker();
    let mut model: HashMap<Vec<Vec<u8>>, StateId> = HashMap::new();
    let mut random = Random::new(5);
    for _ in 0..5000 {
        let parts = random_state(&mut random, 12, 4);
        let (id, new) = worker.insert(&slices(&parts)).unwrap();
        assert_eq!(new, !model.contains_key(&parts));
        assert_eq!(*model.entry(parts).or_insert(id), id);
        assert_eq!(store.parts(id), None);
    }
    drop(worker);
    assert_eq!(store.stats().states, model.len() as u64);
    let bound = store.omission_probability();
    assert!(bound > 0.0 && bound < 1e-20);
    assert_eq!(tree().omission_probability(), 0.0);
}

#[test]
fn omission_bounds() {
    assert_eq!(omission_bound(0, 0), 0.0);
    assert!((omission_bound(1 << 51, 1 << 50) - 0.5).abs() < 1e-12);
    assert_eq!(omission_bound(u64::MAX, u64::MAX), 1.0);
}

/// The bits of a hash that tables use are like random ones on inputs that differ little.
#[test]
fn hashes_spread() {
    const COUNT: usize = 1 << 16;
    type Input = Box<dyn Fn(u64) -> u64>;
    let inputs: [(&str, Input); 6] = [
        ("word", Box::new(hash::word)),
        ("upper half", Box::new(|n| hash::word(n << 32))),
        ("both halves", Box::new(|n| hash::word(n & 0xff | (n >> 8) << 32))),
        ("number", Box::new(|n| hash::word_and(5, n as u32))),
        ("bytes", Box::new(|n| hash::bytes(&[&[0; 12], &n.to_le_bytes()[..]].concat()))),
        ("wide", Box::new(|n| hash::wide([1, 2, n as u32].into_iter()).0)),
    ];
    for (name, of) in inputs {
        for shift in [48, 26] {
            // 16 bits of 2^16 values: about 1/e of the numbers remain unseen, as if they were thrown at random.
            let seen: HashSet<u64> = (0..COUNT as u64).map(|n| of(n) >> shift & 0xffff).collect();
            let share = seen.len() as f64 / COUNT as f64;
            assert!(share > 0.6, "{name}, bits from {shift}: {share}");
        }
    }
    let wide: HashSet<(u64, u64)> =
        (0..1000u32).flat_map(|a| (0..50).map(move |b| hash::wide([a, b].into_iter()))).collect();
    assert_eq!(wide.len(), 50_000);
    assert_ne!(hash::wide([0].into_iter()), hash::wide([0, 0].into_iter()));
}

/// Threads insert overlapping random keys while the table grows from its smallest size. Each key has one id, which all
/// threads get, and exactly one thread is told that it is new.
fn index_stress(threads: u64, keys: u64, inserts: u64, hash: fn(u64) -> u64) {
    use std::sync::atomic::Ordering::Relaxed;
    let budget = Budget::unlimited();
    let index = Index::new(&budget).unwrap();
    let values = arena::Arena::<AtomicU64>::new(&budget);
    let run = |thread: u64| {
        let (index, values) = (&index, &values);
        move || {
            let mut random = Random::new(thread * 77 + threads);
            let mut view = index.view();
            let mut slots = arena::Slots::default();
            let mut got: Vec<(u64, u32, bool)> = Vec::new();
            for i in 0..inserts {
                // Half of the time all threads insert the same keys in the same order.
                let key = if i % 2 == 0 { i } else { random.below(keys) };
                let is = |id| values.at(id).load(Relaxed) == key;
                let make = || {
                    let id = values.slot(&mut slots, 1, 64)?;
                    values.at(id).store(key, Relaxed);
                    Ok(id)
                };
                let (id, new) = index.find_or_insert(&mut view, hash(key), is, make).unwrap();
                if new {
                    slots.consume(1);
                }
                got.push((key, id, new));
            }
            index.retire(&mut view);
            values.return_slots(&mut slots);
            got
        }
    };
    let all: Vec<(u64, u32, bool)> = std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|t| scope.spawn(run(t))).collect();
        running.into_iter().flat_map(|r| r.join().unwrap()).collect()
    });
    let mut ids: HashMap<u64, u32> = HashMap::new();
    for (key, id, _) in &all {
        assert_eq!(*ids.entry(*key).or_insert(*id), *id, "{threads} threads, key {key}");
    }
    assert_eq!(ids.values().collect::<HashSet<_>>().len(), ids.len());
    assert_eq!(all.iter().filter(|a| a.2).count(), ids.len());
    assert!(index.load().0 >= ids.len());
    let mut view = index.view();
    for (key, id) in &ids {
        let is = |id| values.at(id).load(Relaxed) == *key;
        let found = index.find_or_insert(&mut view, hash(*key), is, || Err(Full::Ids));
        assert_eq!(found, Ok((*id, false)));
    }
}

#[test]
fn index_is_a_set_under_threads() {
    for (threads, keys, inserts) in
        [(1, 100_000, 60_000), (2, 60_000, 60_000), (4, 20_000, 40_000), (8, 90_000, 30_000)]
    {
        index_stress(threads, keys, inserts, hash::word);
    }
}

/// All keys are in one shard, so that all threads meet where it grows.
#[test]
fn shard_is_a_set_under_threads() {
    for threads in [1, 2, 4, 8] {
        for round in 0..10 {
            index_stress(threads, 5000 + round, 8000, |key| hash::word(key) >> 6);
        }
    }
}

/// The hash says nothing: one probe sequence for all keys, which wraps around the end of the table.
#[test]
fn equal_hashes_are_told_apart() {
    for threads in [1, 2, 4] {
        index_stress(threads, 500, 400, |_| u64::MAX);
        index_stress(threads, 500, 400, |key| key << 62);
    }
}

/// The same of whole states, with ids and contents checked afterwards.
fn stress<S: StateStore>(store: &S, threads: u64, exact: bool) {
    type Got = Vec<(Vec<Vec<u8>>, StateId, bool)>;
    let run = |thread: u64| {
        move || -> Got {
            // Pairs of threads insert the same states in the same order.
            let mut random = Random::new(thread / 2);
            let mut worker = store.worker();
            let insert = |_| {
                let parts = random_state(&mut random, 30, 6);
                let (id, new) = worker.insert(&slices(&parts)).unwrap();
                (parts, id, new)
            };
            (0..8000).map(insert).collect()
        }
    };
    let all: Got = std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|t| scope.spawn(run(t))).collect();
        running.into_iter().flat_map(|r| r.join().unwrap()).collect()
    });
    let mut model: HashMap<&[Vec<u8>], StateId> = HashMap::new();
    for (parts, id, _) in &all {
        assert_eq!(*model.entry(parts).or_insert(*id), *id);
    }
    let stats = store.stats();
    assert_eq!(stats.states, model.len() as u64);
    assert_eq!(stats.inserts, threads * 8000);
    assert_eq!(all.iter().filter(|a| a.2).count(), model.len());
    assert_eq!(model.values().collect::<HashSet<_>>().len(), model.len());
    assert_eq!(stats.leaves, model.keys().flat_map(|p| p.iter()).collect::<HashSet<_>>().len() as u64);
    for (parts, id) in &model {
        assert_eq!(store.parts(*id).as_deref(), exact.then_some(*parts));
    }
}

#[test]
fn stores_are_sets_under_threads() {
    for threads in [1, 2, 4, 8] {
        stress(&tree(), threads, true);
        stress(&hashes(), threads, false);
    }
}

#[test]
fn memory_limit_is_kept() {
    for (limit, threads) in [(300_000, 1), (1_000_000, 1), (1_000_000, 3), (4_000_000, 2)] {
        let budget = Budget::new(limit);
        let store = TreeStore::new(&budget).unwrap();
        let run = |thread: u64| {
            let store = &store;
            move || {
                let mut worker = store.worker();
                let mut stored = Vec::new();
                let mut random = Random::new(thread);
                loop {
                    let parts: Vec<Vec<u8>> =
                        (0..4).map(|_| random.below(1 << 16).to_le_bytes().to_vec()).collect();
                    match worker.insert(&slices(&parts)) {
                        Ok((id, _)) => stored.push((parts, id)),
                        Err(full) => {
                            assert_eq!(full, Full::Limit { limit });
                            // Once more: it does not lie the second time.
                            let again = worker.insert(&slices(&parts));
                            assert!(
                                again.is_err() || again.is_ok_and(|(id, _)| store.parts(id) == Some(parts))
                            );
                            return stored;
                        }
                    }
                }
            }
        };
        let stored: Vec<_> = std::thread::scope(|scope| {
            let running: Vec<_> = (0..threads).map(|t| scope.spawn(run(t))).collect();
            running.into_iter().flat_map(|r| r.join().unwrap()).collect()
        });
        assert!(budget.peak() <= limit && budget.peak() > limit / 3, "{} of {limit}", budget.peak());
        assert!(limit < 1_000_000 || stored.len() > limit / 400, "{} states in {limit}", stored.len());
        for (parts, id) in stored {
            assert_eq!(store.parts(id), Some(parts));
        }
        drop(store);
        assert_eq!(budget.used(), 0);
    }
    assert!(TreeStore::new(&Budget::new(1000)).is_err());
}

#[test]
fn data_of_states() {
    let budget = Budget::new(100_000);
    let colours: PerState<AtomicU64> = PerState::new(&budget);
    let relaxed = std::sync::atomic::Ordering::Relaxed;
    assert!(colours.get(StateId::new(5)).is_none());
    for i in (0..5000).step_by(7) {
        assert_eq!(colours.slot(StateId::new(i)).unwrap().fetch_or(i as u64, relaxed), 0);
    }
    for i in (0..5000).step_by(7) {
        assert_eq!(colours.get(StateId::new(i)).unwrap().load(relaxed), i as u64);
    }
    assert_eq!(colours.slot(StateId::new(1 << 30)).err(), Some(Full::Limit { limit: 100_000 }));
}

/// The same insertions give the same ids, with other workers in between or not.
#[test]
fn one_thread_is_deterministic() {
    let run = |workers: usize| {
        let store = tree();
        let mut random = Random::new(9);
        let mut ids = Vec::new();
        for _ in 0..workers {
            let mut worker = store.worker();
            ids.extend(
                (0..6000 / workers)
                    .map(|_| worker.insert(&slices(&random_state(&mut random, 20, 5))).unwrap().0),
            );
        }
        ids
    };
    assert_eq!(run(1), run(1));
    assert_eq!(run(1), run(50));
}
