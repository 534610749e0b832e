//! Work on several threads.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What `work` makes of each item, in the order of the items, on at most `jobs` threads: this one and others. Each takes the next
/// item when it has finished one.
pub fn map<T: Sync, R: Send>(items: &[T], jobs: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let take = || {
        let mut made = Vec::new();
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(i) else { return made };
            made.push((i, work(item)));
        }
    };
    let mut made = std::thread::scope(|scope| {
        let others: Vec<_> = (1..jobs.min(items.len())).map(|_| scope.spawn(take)).collect();
        let mut made = take();
        for thread in others {
            made.extend(thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        made
    });
    made.sort_by_key(|(i, _)| *i);
    made.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::map;

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let items: Vec<u64> = (0..100).collect();
        let squares: Vec<u64> = items.iter().map(|n| n * n).collect();
        for jobs in [0, 1, 2, 7, 200] {
            assert_eq!(map(&items, jobs, |n| n * n), squares);
        }
        assert!(map(&[], 4, |n: &u64| *n).is_empty());
    }
}
