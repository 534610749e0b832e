//! What the scheduler accesses, while that is being found out (`schedule`).

use crate::machine::state::ObjId;

/// What is known while the scheduler is executed for a [`Schedule`].
#[derive(Debug, Default)]
pub(in crate::machine) struct Planning {
    /// What it reads, in the order in which it does.
    pub reads: Vec<ObjId>,
    /// Written as a whole before anything was read.
    pub whole: Vec<ObjId>,
    /// The object of the access that is being made, if it was not accessed before.
    first: Option<ObjId>,
    /// The activation that it resumes.
    pub resumes: Option<ObjId>,
}

impl Planning {
    /// An object is read or written.
    pub fn accessed(&mut self, id: ObjId) {
        self.first = None;
        if !self.whole.contains(&id) && !self.reads.contains(&id) {
            self.reads.push(id);
            self.first = Some(id);
        }
    }

    /// The access was a store, to all of the object or to a part.
    pub fn stored(&mut self, id: ObjId, whole: bool) {
        if whole && self.first.take() == Some(id) {
            self.reads.pop();
            self.whole.push(id);
        }
    }
}
