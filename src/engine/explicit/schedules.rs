//! What the scheduler does, by what it reads, as far as it was met before.

use std::hash::Hasher;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHasher};

use crate::machine::{Machine, ObjId, Schedule};

/// Most schedules that are remembered.
const MOST: usize = 4096;

/// The schedules that a thread of ours has met.
#[derive(Default)]
pub(super) struct Schedules {
    /// Which objects were read, each list once, the last one that was of use first.
    lists: Vec<(u32, Vec<ObjId>)>,
    /// By the number of the list and a hash of what the objects are.
    known: FxHashMap<(u32, u64), Arc<Schedule>>,
}

impl Schedules {
    /// That of a machine's state, if it is known.
    pub(super) fn find(&mut self, machine: &Machine<'_, '_>) -> Option<Arc<Schedule>> {
        for at in 0..self.lists.len() {
            let (number, list) = &self.lists[at];
            if let Some(hash) = hash(machine, list)
                && let Some(schedule) = self.known.get(&(*number, hash))
                && schedule.holds(machine)
            {
                let schedule = Arc::clone(schedule);
                self.lists[..=at].rotate_right(1);
                return Some(schedule);
            }
        }
        None
    }

    /// Remembers that of the machine's state.
    pub(super) fn add(&mut self, machine: &Machine<'_, '_>, schedule: Schedule) -> Arc<Schedule> {
        let schedule = Arc::new(schedule);
        if machine.interrupted != ObjId::NONE {
            return schedule;
        }
        if self.known.len() >= MOST {
            *self = Schedules::default();
        }
        let list: Vec<ObjId> = schedule.reads().collect();
        if let Some(hash) = hash(machine, &list) {
            let at = self.lists.iter().position(|(_, l)| *l == list).unwrap_or_else(|| {
                self.lists.push((self.lists.len() as u32, list));
                self.lists.len() - 1
            });
            self.known.insert((self.lists[at].0, hash), Arc::clone(&schedule));
        }
        schedule
    }
}

/// A hash of what some objects are; nothing where one has ended.
fn hash(machine: &Machine<'_, '_>, objects: &[ObjId]) -> Option<u64> {
    let mut hasher = FxHasher::default();
    for &id in objects {
        hasher.write(&machine.memory.get(id)?.bytes);
    }
    Some(hasher.finish())
}
