//! What is known of the content of an object or of an activation, kept with it as long as it is the same.

use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

use smallvec::SmallVec;

/// A place for a [`Known`]. A copy has none, as it is made to be changed; it is no part of what it belongs to.
#[derive(Default, Debug)]
pub struct Cached(OnceLock<Known>);

/// The id under which a store knows a content.
#[derive(Debug)]
pub struct Known {
    /// The store.
    pub store: u32,
    /// How what its pointers lead to is called there.
    pub names: SmallVec<[u32; 4]>,
    /// The id.
    pub leaf: u32,
}

impl Cached {
    /// What is known.
    #[inline]
    pub fn get(&self) -> Option<&Known> {
        self.0.get()
    }

    /// Keeps this, unless there is something.
    pub fn set(&self, known: Known) {
        // The first one stays.
        let _ = self.0.set(known);
    }

    /// The content changes.
    #[inline]
    pub(in crate::machine) fn forget(&mut self) {
        if self.0.get().is_some() {
            self.0.take();
        }
    }
}

impl Clone for Cached {
    fn clone(&self) -> Cached {
        Cached::default()
    }
}

impl PartialEq for Cached {
    fn eq(&self, _: &Cached) -> bool {
        true
    }
}

impl Eq for Cached {}

impl Hash for Cached {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
