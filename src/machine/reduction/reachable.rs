//! The objects that other threads can reach.

use crate::machine::state::{Memory, ObjId};

/// The objects that other threads can reach, once that is asked for.
#[derive(Default)]
pub(in crate::machine) struct Reachable {
    known: bool,
    /// By object: the number of the last search that reached it.
    marks: Vec<u32>,
    searches: u32,
    open: Vec<ObjId>,
}

impl Reachable {
    /// A pointer was stored: what others can reach may have become more.
    #[inline]
    pub fn published(&mut self) {
        self.known = false;
    }

    /// Whether some of the objects `from` lead there.
    pub fn contains(&mut self, id: ObjId, memory: &Memory, from: &[ObjId]) -> bool {
        if !self.known {
            self.known = true;
            self.searches += 1;
            self.marks.resize(memory.count(), 0);
            let Reachable { marks, searches, open, .. } = self;
            let mut reached = |to: ObjId, open: &mut Vec<ObjId>| {
                if marks.get(to.index()).is_some_and(|m| m != searches) {
                    marks[to.index()] = *searches;
                    open.push(to);
                }
            };
            from.iter().for_each(|&to| reached(to, open));
            while let Some(id) = open.pop() {
                memory.edges(id, true, &mut |to| reached(to, open));
            }
        }
        self.marks.get(id.index()) == Some(&self.searches)
    }
}
