//! Cache of schedules, indexed by the objects that the scheduler reads.

use std::hash::Hasher;
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::{FxHashMap, FxHasher};

use crate::machine::{Machine, ObjId, Schedule};

/// Maximum number of cached schedules.
const SCHEDULE_LIMIT: usize = 1 << 14;

/// Schedules found by this worker thread and by others.
pub(in crate::engine) struct Schedules {
    own: ScheduleTree,
    all: Arc<Mutex<ScheduleTree>>,
}

impl Schedules {
    /// An empty cache of a worker thread; `all` is shared by the threads of a search.
    pub(in crate::engine) fn new(all: &Arc<Mutex<ScheduleTree>>) -> Schedules {
        Schedules { own: ScheduleTree::default(), all: Arc::clone(all) }
    }

    /// Schedule of the machine's state, if it is known.
    pub(in crate::engine) fn find(&mut self, machine: &Machine<'_, '_>) -> Option<Arc<Schedule>> {
        if let Some(schedule) = self.own.find(machine) {
            return Some(Arc::clone(schedule));
        }
        let all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let found = Schedule::clone(all.find(machine)?);
        drop(all);
        // A copy, so that only this thread counts its references.
        let found = Arc::new(found);
        self.own.add(machine, &found);
        Some(found)
    }

    /// Adds the schedule of the machine's state.
    pub(in crate::engine) fn add(&mut self, machine: &Machine<'_, '_>, schedule: Schedule) -> Arc<Schedule> {
        let schedule = Arc::new(schedule);
        if machine.threads.interrupted == ObjId::NONE {
            self.own.add(machine, &schedule);
            self.all.lock().unwrap_or_else(PoisonError::into_inner).add(machine, &schedule);
        }
        schedule
    }
}

/// Decision tree of schedules over the objects that the scheduler reads, in the order of its reads.
#[derive(Default)]
pub(in crate::engine) struct ScheduleTree {
    /// The nodes; the first one is the root.
    nodes: Vec<TreeNode>,
    count: usize,
}

/// The object that is read, and the branches by a hash of its content.
struct TreeNode {
    object: ObjId,
    next: FxHashMap<u64, Branch>,
}

/// Target of a branch.
enum Branch {
    /// Index of the next node.
    Node(usize),
    Known(Arc<Schedule>),
}

impl ScheduleTree {
    fn find(&self, machine: &Machine<'_, '_>) -> Option<&Arc<Schedule>> {
        let mut node = self.nodes.first()?;
        loop {
            match node.next.get(&hash(machine, node.object)?)? {
                Branch::Node(next) => node = &self.nodes[*next],
                Branch::Known(schedule) => return Some(schedule).filter(|s| s.holds(machine)),
            }
        }
    }

    fn add(&mut self, machine: &Machine<'_, '_>, schedule: &Arc<Schedule>) {
        if self.count >= SCHEDULE_LIMIT {
            *self = ScheduleTree::default();
        }
        let reads: Option<Vec<(ObjId, u64)>> =
            schedule.reads().map(|id| Some((id, hash(machine, id)?))).collect();
        let Some(reads) = reads else { return };
        let mut at = 0;
        for (i, &(object, hash)) in reads.iter().enumerate() {
            if at == self.nodes.len() {
                self.nodes.push(TreeNode { object, next: FxHashMap::default() });
            }
            let new = self.nodes.len();
            let node = &mut self.nodes[at];
            // Otherwise two contents have the same hash, and one of them is not cached.
            let fits = node.object == object;
            at = match (node.next.get(&hash), i + 1 == reads.len()) {
                (None, false) if fits => {
                    node.next.insert(hash, Branch::Node(new));
                    new
                }
                (None, true) if fits => {
                    node.next.insert(hash, Branch::Known(Arc::clone(schedule)));
                    self.count += 1;
                    return;
                }
                (Some(Branch::Node(next)), false) if fits => *next,
                _ => return,
            };
        }
    }
}

/// Hash of an object's content; `None` if the object is dead.
fn hash(machine: &Machine<'_, '_>, object: ObjId) -> Option<u64> {
    let mut hasher = FxHasher::default();
    hasher.write(&machine.memory.get(object)?.bytes);
    Some(hasher.finish())
}
