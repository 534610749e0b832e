//! Whether atomic accesses with weak orders may do what no interleaving does.
//!
//! The machine interleaves: it is sequentially consistent. Programs without races are so, too, if all their atomic accesses are
//! (C11, 5.1.2.4 and 7.17.3). With weaker orders threads may see writes to different places in different orders, as in store
//! buffering. Where there is one atomic place only, they do not, whatever the orders are: a cycle of orders would consist of
//! coherence orders of that place, in which accesses that one happens before the other stand in this order, and of what happens
//! before. So what matters is that there is a weak access, and a second place that threads access atomically. A function of the library
//! that tells what others have done without synchronizing with them, such as a `trylock` that fails, is both.
//!
//! Where memory is checked, relaxed accesses to pointers matter, too: who gets the address of an object that another thread has made
//! knows nothing of what happened before, and so not that the object has been made.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::{Reductions, View};
use crate::machine::state::{ObjId, Origin};
use crate::program::{LocId, Ordering};
use crate::property::Check;

/// The atomic accesses of all runs of a search.
#[derive(Default)]
pub struct Orders {
    met: Mutex<Met>,
    /// Whether a run had more than one thread.
    several: AtomicBool,
}

#[derive(Default)]
struct Met {
    /// The first two places.
    places: Vec<(ObjId, usize)>,
    /// The first weak access.
    weak: Option<Option<LocId>>,
    /// The first relaxed access to a pointer to an object that a thread may have made.
    unordered: Option<Option<LocId>>,
}

impl Orders {
    /// Whether a run had more than one thread.
    pub fn several(&self) -> bool {
        self.several.load(Relaxed)
    }

    /// Where a weak access is, if there may be runs that are no interleaving; `looks`: whether the program
    /// may call functions that tell what others have done without synchronizing with them.
    pub fn weak(&self, looks: bool) -> Option<Option<LocId>> {
        let met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        let beside = (looks && !met.places.is_empty()).then(|| met.weak.flatten());
        met.unordered.or(beside).or(met.weak.filter(|_| met.places.len() > 1))
    }
}

impl Reductions {
    /// A thread is created.
    pub(in crate::machine) fn created(&mut self) {
        self.transition.threads = true;
        if let Some(orders) = &self.orders {
            orders.several.store(true, Relaxed);
        }
    }

    /// An atomic access of the program, with its order; `to`: the object to which what it reads or writes leads.
    pub(in crate::machine) fn note_order(
        &self,
        view: &View<'_, '_>,
        place: (ObjId, usize),
        order: Ordering,
        to: ObjId,
    ) {
        let Some(orders) = self.orders.as_ref().filter(|_| self.transition.threads) else { return };
        if view.image.program.func(view.frame.func).model {
            return;
        }
        let mut met = orders.met.lock().unwrap_or_else(PoisonError::into_inner);
        if met.places.len() < 2 && !met.places.contains(&place) {
            met.places.push(place);
        }
        if order != Ordering::SeqCst && met.weak.is_none() {
            met.weak = Some(view.loc());
        }
        let made = || matches!(view.memory.origin(to), Some(Origin::Heap(_) | Origin::Stack));
        if order == Ordering::Monotonic
            && met.unordered.is_none()
            && view.image.checks.contains(Check::InvalidRead)
            && made()
        {
            met.unordered = Some(view.loc());
        }
    }
}
