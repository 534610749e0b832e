//! Memory of the bounded evaluation: objects whose bytes are scalars at constant offsets as long as that serves, and an array
//! term when a symbolic offset needs one. It allocates, frees, resolves pointers, reads, writes, copies, compares, merges, and
//! finds lost objects; it knows of a program only types and sizes. Flat memory is in `flat`.

mod access;
mod addresses;
mod beneath;
mod blocks;
mod bulk;
mod compare;
mod consistency;
mod content;
mod deadlock;
mod elements;
mod exposed;
mod external;
mod flat;
mod heap;
mod initial;
mod layout;
mod leak;
mod leak_beside;
mod lifetimes;
mod merge;
mod modular;
mod modular_close;
mod numbers;
mod offsets;
mod places;
mod point_orders;
mod questions;
mod races;
mod racing;
mod shared;
mod space;
mod store_order;
mod strings;
mod transfer;
mod unrepresentable;
mod weak_orders;

pub use access::{AccessCase, LENGTH, Mode, STRINGS, Shape};
pub use addresses::LAYOUT;
pub use bulk::Range;
pub use consistency::{Closed, Closing};
pub use content::{Access, blank};
pub use external::Source;
pub use heap::{CALLER, Freer, GIVEN};
pub use initial::UndefCell;
pub use merge::merge_object;
pub use modular_close::ModularClosing;
pub use point_orders::order_of;
pub use space::{Fixed, FixedArray, MAX_ALIGN, OPEN_SIZE, Space};
pub use unrepresentable::Unrepresentable;

use crate::engine::bmc::ledger::Pending;
use crate::engine::bmc::ledger::{KnownObject, Ledger, Stop};
use crate::engine::bmc::state::{Base, ObjId, ObjInfo, ObjState, Origin, State, Times};
use crate::ilr::Term;
use external::ExternalPointers;
use layout::{Layout, ObjectGraph};
use rustc_hash::FxBuildHasher;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Memory of an evaluation: what is known of objects whatever state they are in.
pub struct MemoryModel {
    /// Objects, their addresses and their initial bytes.
    pub space: Space,
    /// How objects lie among addresses.
    layout: Rc<dyn Layout>,
    /// Offset of the null pointer that ends `argv`.
    pub ends: HashMap<ObjId, Term, FxBuildHasher>,
    /// Objects that are only declared in the program.
    pub declared: HashSet<ObjId, FxBuildHasher>,
    /// Pointers from outside of the program.
    pub external: ExternalPointers,
    /// Objects that are represented only in part, and in how many bytes.
    pub partial: HashMap<ObjId, Term, FxBuildHasher>,
    /// Time, see [`Times`].
    pub clock: u64,
    /// Objects that were compared with others of another time, and their addresses in such comparisons.
    pub placed: Vec<(ObjId, Term)>,
    /// Objects of global variables, by number.
    pub globals: Vec<ObjId>,
    /// Objects of functions, by number.
    pub functions: Vec<ObjId>,
}

impl MemoryModel {
    /// Memory with the null object only. `fixed`: what is known of objects in a replay.
    pub fn new(l: &mut Ledger<'_>, fixed: Option<Fixed>) -> MemoryModel {
        let zero = l.d.terms.bv(l.program.target.pointer_bits, 0);
        let null = ObjInfo {
            origin: Origin::Null,
            size: zero,
            size_const: Some(0),
            constant: true,
            loc: None,
            key: 0,
        };
        let mut space = Space::new(&l.program.target, null, &l.options.learned);
        space.fixed = fixed;
        MemoryModel {
            space,
            layout: Rc::new(ObjectGraph),
            ends: HashMap::default(),
            declared: HashSet::default(),
            external: ExternalPointers::default(),
            partial: HashMap::default(),
            clock: 0,
            placed: Vec::new(),
            globals: Vec::new(),
            functions: Vec::new(),
        }
    }
}

impl MemoryModel {
    /// Makes known what threads may have made, and lays objects out in areas, as the options may ask for.
    pub fn start(&mut self, l: &mut Ledger<'_>, state: &mut State) {
        let shared = l.options.learned.shared.clone().unwrap_or_default();
        for (&key, known) in shared.objects.iter() {
            let KnownObject { origin, size, constant, loc, .. } = known.clone();
            let term = l.d.terms.bv(self.space.width, size);
            self.space.make(ObjInfo { origin, size: term, size_const: Some(size), constant, loc, key });
        }
        if l.options.assumptions.flat {
            flat::Flat::start(self, l, state);
        }
    }
}

impl From<Unrepresentable> for Stop {
    fn from(reason: Unrepresentable) -> Stop {
        Stop::Unsupported(reason.words().to_owned())
    }
}

impl MemoryModel {
    /// A new object in a state, made by its current instruction.
    pub fn make_object(&mut self, l: &mut Ledger<'_>, state: &mut State, info: ObjInfo, base: Base) -> ObjId {
        let o = self.new_object(l, state, info, base);
        l.log_object(state, o, 0);
        o
    }

    /// A new object in a state.
    pub fn new_object(&mut self, l: &mut Ledger<'_>, state: &mut State, info: ObjInfo, base: Base) -> ObjId {
        let o = self.space.make(info);
        l.pending.push(Pending::Object(o));
        let live = l.d.terms.tt();
        if matches!(base, Base::Fill(_)) {
            l.threads.objects.zeroed.insert(o);
        }
        let content = blank(base);
        let born = smallvec::smallvec![(self.tick(), live)];
        state.memory.set(o, ObjState { live, content, born, ended: Times::new() });
        if matches!(self.space.info(o).origin, Origin::Argument(_)) {
            // It is filled with a copy, which nobody else sees.
            self.note_renewal(l, state, o);
        }
        l.note_summary(state, o);
        self.start_sharing(l, state, o);
        o
    }
}
