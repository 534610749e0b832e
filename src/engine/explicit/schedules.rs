//! What the scheduler does, by what it reads, as far as it was met before.

use std::hash::Hasher;
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::{FxHashMap, FxHasher};

use crate::machine::{Machine, ObjId, Schedule};

/// Most schedules that are remembered.
const MOST: usize = 1 << 14;

/// The schedules that a thread of ours has met, and those that others have.
pub(super) struct Schedules {
    own: Tree,
    all: Arc<Mutex<Tree>>,
}

impl Schedules {
    /// None of its own; `all` is what the threads of a search have met.
    pub(super) fn new(all: &Arc<Mutex<Tree>>) -> Schedules {
        Schedules { own: Tree::default(), all: Arc::clone(all) }
    }

    /// That of a machine's state, if it is known.
    pub(super) fn find(&mut self, machine: &Machine<'_, '_>) -> Option<Arc<Schedule>> {
        if let Some(schedule) = self.own.find(machine) {
            return Some(Arc::clone(schedule));
        }
        let all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let found = Schedule::clone(all.find(machine)?);
        drop(all);
        // A copy: its owners are counted by this thread.
        let found = Arc::new(found);
        self.own.add(machine, &found);
        Some(found)
    }

    /// Remembers that of the machine's state.
    pub(super) fn add(&mut self, machine: &Machine<'_, '_>, schedule: Schedule) -> Arc<Schedule> {
        let schedule = Arc::new(schedule);
        if machine.threads.interrupted == ObjId::NONE {
            self.own.add(machine, &schedule);
            self.all.lock().unwrap_or_else(PoisonError::into_inner).add(machine, &schedule);
        }
        schedule
    }
}

/// Schedules by what the scheduler reads: what it reads first, and then, as that is, and so on.
#[derive(Default)]
pub(super) struct Tree {
    /// The first one is the root.
    nodes: Vec<Read>,
    count: usize,
}

/// An object that is read, and what follows, by a hash of what it is.
struct Read {
    object: ObjId,
    next: FxHashMap<u64, Next>,
}

/// What follows when an object was read.
enum Next {
    /// The node of that number.
    Read(usize),
    Known(Arc<Schedule>),
}

impl Tree {
    fn find(&self, machine: &Machine<'_, '_>) -> Option<&Arc<Schedule>> {
        let mut node = self.nodes.first()?;
        loop {
            match node.next.get(&hash(machine, node.object)?)? {
                Next::Read(next) => node = &self.nodes[*next],
                Next::Known(schedule) => return Some(schedule).filter(|s| s.holds(machine)),
            }
        }
    }

    fn add(&mut self, machine: &Machine<'_, '_>, schedule: &Arc<Schedule>) {
        if self.count >= MOST {
            *self = Tree::default();
        }
        let reads: Option<Vec<(ObjId, u64)>> =
            schedule.reads().map(|id| Some((id, hash(machine, id)?))).collect();
        let Some(reads) = reads else { return };
        let mut at = 0;
        for (i, &(object, hash)) in reads.iter().enumerate() {
            if at == self.nodes.len() {
                self.nodes.push(Read { object, next: FxHashMap::default() });
            }
            let new = self.nodes.len();
            let node = &mut self.nodes[at];
            // Otherwise the hash stands for two contents, of which one is not remembered.
            let fits = node.object == object;
            at = match (node.next.get(&hash), i + 1 == reads.len()) {
                (None, false) if fits => {
                    node.next.insert(hash, Next::Read(new));
                    new
                }
                (None, true) if fits => {
                    node.next.insert(hash, Next::Known(Arc::clone(schedule)));
                    self.count += 1;
                    return;
                }
                (Some(Next::Read(next)), false) if fits => *next,
                _ => return,
            };
        }
    }
}

/// A hash of what an object is; nothing where it has ended.
fn hash(machine: &Machine<'_, '_>, object: ObjId) -> Option<u64> {
    let mut hasher = FxHasher::default();
    hasher.write(&machine.memory.get(object)?.bytes);
    Some(hasher.finish())
}
