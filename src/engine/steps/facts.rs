//! What is known of all threads before one of them is unfolded: which objects and threads there are, who accesses what, and what
//! may be written where.
//!
//! A program is unfolded again and again until these facts do not grow. The first time nothing is written anywhere; a run that does
//! something which the facts do not have would need an earlier step of the same kind, so that the facts hold of all runs once they
//! have all that is done under them.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::course::Order;
use super::value::{Provenance, join};
use crate::machine::ObjId;

/// Most values of a place that are kept apart.
pub const MOST_VALUES: usize = 8;

/// What values lead to, and all of them, if they are few.
pub type Values = (Provenance, Option<BTreeSet<u64>>);

/// What may be written to an object that threads share.
#[derive(Clone, Debug, Default)]
struct Written {
    /// By offset and number of bytes: what the values lead to, and all values, if they are few.
    places: BTreeMap<(u64, u64), Values>,
    /// Whether something may be written at any place.
    anywhere: bool,
}

/// What is known of all threads.
#[derive(Debug, Default)]
pub struct Facts {
    /// Whether something was added.
    pub grew: bool,
    /// Objects whose addresses are stored where other threads may find them.
    pub exposed: BTreeSet<usize>,
    /// Objects of the image, by their ids.
    pub image: FxHashMap<ObjId, usize>,
    objects: FxHashMap<(usize, Order), usize>,
    threads: FxHashMap<(usize, Order), usize>,
    written: BTreeMap<usize, Written>,
    ended: BTreeSet<usize>,
    users: BTreeMap<usize, BTreeSet<usize>>,
    writers: BTreeMap<usize, BTreeSet<usize>>,
}

impl Facts {
    /// Notes that other threads may find the addresses of objects.
    pub fn expose(&mut self, objects: &BTreeSet<usize>) {
        for &number in objects {
            self.grew |= self.exposed.insert(number);
        }
    }

    /// The object that a thread makes at a place, if it is known, or the number that it gets.
    pub fn object(&mut self, thread: usize, order: Order, next: usize) -> usize {
        *self.objects.entry((thread, order)).or_insert_with(|| {
            self.grew = true;
            next
        })
    }

    /// The thread that another one starts at a place. The program's first one has number 0.
    pub fn thread(&mut self, thread: usize, order: Order) -> usize {
        let next = self.threads.len() + 1;
        *self.threads.entry((thread, order)).or_insert_with(|| {
            self.grew = true;
            next
        })
    }

    /// A thread accesses an object beside others. Whether another thread can see, or can make a difference.
    pub fn access(&mut self, thread: usize, object: usize, write: bool) -> bool {
        self.grew |= self.users.entry(object).or_default().insert(thread);
        if write {
            self.grew |= self.writers.entry(object).or_default().insert(thread);
        }
        let several = self.users[&object].len() > 1;
        several && self.writers.get(&object).is_some_and(|w| !w.is_empty())
    }

    /// An object ends that threads share.
    pub fn end(&mut self, object: usize) {
        self.grew |= self.ended.insert(object);
    }

    /// Whether an object may end that threads share.
    pub fn ends(&self, object: usize) -> bool {
        self.ended.contains(&object)
    }

    /// A value may be written to an object; `all`: its possible values, if they are known.
    pub fn write(
        &mut self,
        object: usize,
        place: Option<(u64, u64)>,
        (value, all): (&Provenance, Option<&BTreeSet<u64>>),
    ) {
        let written = self.written.entry(object).or_default();
        let Some(place) = place else {
            self.grew |= !std::mem::replace(&mut written.anywhere, true);
            return;
        };
        let new = match written.places.get(&place) {
            Some((from, known)) => {
                let all = known.as_ref().zip(all).map(|(a, b)| a | b);
                (join(from, value), all.filter(|all| all.len() <= MOST_VALUES))
            }
            None => (value.clone(), all.cloned()),
        };
        if written.places.get(&place) != Some(&new) {
            written.places.insert(place, new);
            self.grew = true;
        }
    }

    /// Whether something is written to an object that threads share.
    pub fn is_written(&self, object: usize) -> bool {
        self.written.contains_key(&object)
    }

    /// What values may lead to that are read from a place of an object, besides what was there at first, and all of them, if they
    /// are few; `None` if nothing is written there.
    pub fn read(&self, object: usize, place: (u64, u64)) -> Option<Values> {
        let written = self.written.get(&object)?;
        if written.anywhere {
            return Some((Provenance::Stored, None));
        }
        let mut found: Option<Values> = None;
        for (&(at, bytes), (value, all)) in &written.places {
            if at >= place.0 + place.1 || at + bytes <= place.0 {
                continue;
            }
            let part = match value {
                _ if (at, bytes) == place => (value.clone(), all.clone()),
                Provenance::Number => (Provenance::Number, None),
                _ => (Provenance::Stored, None),
            };
            found = Some(match found {
                Some((from, known)) => (join(&from, &part.0), known.zip(part.1).map(|(a, b)| &a | &b)),
                None => part,
            });
        }
        found
    }

    /// The objects of a set of origins, the exposed ones for pointers that were stored.
    pub fn candidates(&self, from: &Provenance) -> Rc<BTreeSet<usize>> {
        match from {
            Provenance::Objects(set) => Rc::clone(set),
            Provenance::Number | Provenance::Stored => Rc::new(self.exposed.clone()),
        }
    }
}
