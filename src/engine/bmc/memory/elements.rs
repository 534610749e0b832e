//! Which objects are arrays of bytes from the start, and which should have been.

use super::space::Space;
use super::unrepresentable::Unrepresentable;
use crate::engine::bmc::ledger::Bytewise;
use crate::engine::bmc::state::ObjId;
use std::collections::BTreeSet;

/// Objects whose arrays have bytes as elements, and objects whose arrays should have had them.
pub struct Elements {
    /// The objects that all addresses belong to where objects lie in areas: fixed ones, and the heap's.
    pub areas: Option<[ObjId; 2]>,
    /// Objects that an earlier round has found to need them.
    asked: Bytewise,
    /// Objects that this round finds to need them, by their identity.
    unfit: BTreeSet<u128>,
}

impl Elements {
    /// Nothing found yet.
    pub fn new(asked: &Bytewise) -> Elements {
        Elements { areas: None, asked: asked.clone(), unfit: BTreeSet::new() }
    }

    /// The objects with accesses that could not be represented, by their identity.
    pub fn unfit(&self) -> &BTreeSet<u128> {
        &self.unfit
    }
}

impl Space {
    /// Makes two objects areas, in which all others lie: their offsets are the addresses.
    pub fn set_areas(&mut self, areas: [ObjId; 2]) {
        for o in areas {
            self.set_base(o, 0);
        }
        self.elements.areas = Some(areas);
    }

    /// Whether an object is an area.
    pub fn is_area(&self, o: ObjId) -> bool {
        self.elements.areas.is_some_and(|areas| areas.contains(&o))
    }

    /// Whether an object's array has bytes as elements and indices as wide as pointers.
    pub fn is_bytewise(&self, o: ObjId) -> bool {
        self.is_area(o) || self.elements.asked.all || self.elements.asked.objects.contains(&self.info(o).key)
    }

    /// Says that an object's elements do not fit an access.
    pub(super) fn unfit(&mut self, o: ObjId) -> Unrepresentable {
        let key = self.info(o).key;
        self.elements.unfit.insert(key);
        Unrepresentable::Shape
    }
}
