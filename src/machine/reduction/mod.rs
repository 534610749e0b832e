//! What makes one run stand for several: which interrupts are left out, and what the steps of threads tell about that.
//!
//! [`Reductions`] watches the steps of a machine from outside. It sees a state as a [`View`], of which it reads the memory
//! graph and activations and no values of registers, and it answers whether other threads may run before an access
//! ([`Interrupted`]). It notes races, orders of atomic accesses and the threads that use a global variable. What a search asks
//! of these is public.

mod dependence;
mod lost;
mod orders;
mod plan;
mod race;
mod reachable;
mod shared_globals;
mod transition;
mod view;

use std::sync::Arc;

use crate::machine::environment::Symbols;
use crate::machine::state::{Mode, ObjId, Origin};
use crate::property::Check;

pub(in crate::machine) use dependence::{Dependence, asks_unset, surely_differ};
pub(in crate::machine) use lost::{Lost, heap, lost};
pub use orders::Orders;
pub(in crate::machine) use plan::Planning;
pub use race::{Access, Races};
pub(in crate::machine) use reachable::Reachable;
pub use shared_globals::SharedGlobals;
pub use transition::Reduction;
pub(in crate::machine) use transition::Transition;
pub(in crate::machine) use view::View;

/// Other threads may run before what is next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::machine) struct Interrupted;

/// What is known of the steps of a machine beside its state.
#[derive(Default)]
pub struct Reductions {
    /// What one thread has done since the last interrupt.
    pub(in crate::machine) transition: Transition,
    /// What other threads can reach.
    pub(in crate::machine) reachable: Reachable,
    /// Which global variables are taken for one thread's.
    pub shared_globals: Option<Arc<SharedGlobals>>,
    /// Where atomic accesses are noted.
    pub orders: Option<Arc<Orders>>,
    /// Whether each input is one value; otherwise one may stand for an interval of values.
    pub exact_inputs: bool,
    /// Whether values that were never set, where their use is no violation, and results of functions without a body are told like
    /// inputs. Otherwise they decide nothing.
    pub told_undefined: bool,
    /// Where inputs are symbolic.
    pub symbols: Option<Box<Symbols>>,
    /// What is accessed, where races are looked for.
    pub races: Races,
    /// On what of its run the state depends.
    pub(in crate::machine) dependence: Dependence,
    /// What the scheduler does, while that is being found out.
    pub(in crate::machine) planning: Option<Box<Planning>>,
}

impl Reductions {
    /// A transition begins.
    pub(in crate::machine) fn begin(&mut self, steps: u64, objects: usize) {
        self.transition.begin(steps, objects);
        self.reachable.published();
    }

    /// An object is accessed.
    #[inline]
    pub(in crate::machine) fn visible(
        &mut self,
        view: &View<'_, '_>,
        id: ObjId,
        mode: Mode,
    ) -> Result<(), Interrupted> {
        if !self.transition.on || view.frame.atomic {
            match &mut self.planning {
                Some(planning) => planning.accessed(id),
                None if self.shared_globals.is_some() => {
                    self.owns(view, id, mode);
                }
                None => {}
            }
            return Ok(());
        }
        self.maybe_visible(view, id, mode)
    }

    fn maybe_visible(&mut self, view: &View<'_, '_>, id: ObjId, mode: Mode) -> Result<(), Interrupted> {
        let Some(object) = view.memory.get(id) else { return Ok(()) };
        if object.constant || self.is_alone() {
            return Ok(());
        }
        if self.transition.reduction == Reduction::Full {
            let seen = match object.origin {
                Origin::Global(_) => !self.owns(view, id, mode),
                _ => self.others_reach(view, id),
            };
            if !seen {
                return Ok(());
            }
        }
        self.transition.act(view.steps)
    }

    /// Whether nobody is there who could see anything.
    fn is_alone(&self) -> bool {
        self.shared_globals.is_some() && !self.transition.threads
    }

    /// Whether the object is a variable that is taken for this thread's; that it accesses it is noted.
    fn owns(&self, view: &View<'_, '_>, id: ObjId, mode: Mode) -> bool {
        let (Some(globals), Some(Origin::Global(g))) = (&self.shared_globals, view.memory.origin(id)) else {
            return false;
        };
        let assumed = globals.is_assumed(g);
        if assumed && self.transition.threads {
            globals.note(g, self.transition.thread, mode == Mode::Write);
        }
        assumed
    }

    /// The number of heap objects changes: the end of the program sees how many there are, where that is checked.
    pub(in crate::machine) fn counts_objects(&mut self, view: &View<'_, '_>) -> Result<(), Interrupted> {
        let counted =
            self.transition.on && !view.frame.atomic && view.image.checks.contains(Check::LeakAtExit);
        if counted && !self.is_alone() { self.transition.act(view.steps) } else { Ok(()) }
    }

    /// Whether other threads can get to an object: all that globals lead to, as every thread that does not run is reached
    /// from the library's table.
    pub(in crate::machine) fn others_reach(&mut self, view: &View<'_, '_>, id: ObjId) -> bool {
        self.reachable.contains(id, view.memory, view.image.variables())
    }
}
