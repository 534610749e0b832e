//! Where runs come to goals: on which paths, and after which obligations.

use crate::engine::goals::Goals;
use crate::ilr::Term;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// A state has come to a goal.
#[derive(Clone, Copy, Debug)]
pub struct GoalVisit {
    /// On which runs.
    pub path: Term,
    /// Number of obligations before.
    pub after: usize,
}

/// The visits of one goal.
#[derive(Default)]
struct Seen {
    visits: Vec<GoalVisit>,
    paths: FxHashSet<Term>,
    /// Whether nobody asks for them any more.
    closed: bool,
}

/// The visits of all goals.
pub struct Visits {
    /// The goals.
    pub goals: Arc<Goals>,
    seen: Vec<Seen>,
}

impl Visits {
    /// No visit yet. Those of goals that are reached are not noted.
    pub fn new(goals: &Arc<Goals>, reached: impl Iterator<Item = bool>) -> Visits {
        let seen = reached.map(|closed| Seen { closed, ..Seen::default() }).collect();
        Visits { goals: Arc::clone(goals), seen }
    }

    /// Whether the visits of a goal are noted.
    pub fn is_open(&self, goal: u32) -> bool {
        !self.seen[goal as usize].closed
    }

    /// A state has come to a goal. A later visit on the same path adds nothing.
    pub fn note(&mut self, goal: u32, path: Term, after: usize) {
        let seen = &mut self.seen[goal as usize];
        if !seen.closed && seen.paths.insert(path) {
            seen.visits.push(GoalVisit { path, after });
        }
    }

    /// The visits of a goal, in the order in which runs come to it.
    pub fn of(&self, goal: u32) -> &[GoalVisit] {
        &self.seen[goal as usize].visits
    }

    /// The goal is reached: its visits do not matter any more.
    pub fn close(&mut self, goal: u32) {
        self.seen[goal as usize] = Seen { closed: true, ..Seen::default() };
    }
}
