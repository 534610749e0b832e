//! Graph memory: objects of bytes, with which bytes are undefined and where pointers lie (DiVM, section 3).
//!
//! Objects are shared between memories; a write copies the one object that it changes. A pointer is an address and the
//! object that it was made from, so that an offset out of bounds never becomes another object.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::cells::{self, Cells, Saved};
use super::{Cached, Devices, Frame, Given, ObjId, Object, Origin};
use crate::program::{LocId, Target};
use crate::semantics::{Fault, Resource};

/// What an id stands for.
#[derive(Clone, Debug)]
pub(super) enum Cell {
    /// A live object.
    Live(Arc<Object>),
    /// An object that has ended, and where it came from.
    Dead(Origin),
    /// An activation that is not running.
    Frame(Arc<Frame>),
    /// Not in use.
    Free,
}

impl cells::CellValue for Cell {
    const NOTHING: Cell = Cell::Free;

    #[inline]
    fn is(&self, other: &Cell) -> bool {
        match (self, other) {
            (Cell::Live(a), Cell::Live(b)) => Arc::ptr_eq(a, b),
            (Cell::Frame(a), Cell::Frame(b)) => Arc::ptr_eq(a, b),
            (Cell::Dead(a), Cell::Dead(b)) => a == b,
            (Cell::Free, Cell::Free) => true,
            _ => false,
        }
    }
}

impl Cell {
    fn node(&self) -> Option<Node<'_>> {
        match self {
            Cell::Live(object) => Some(Node::Live(object)),
            Cell::Dead(origin) => Some(Node::Dead(*origin)),
            Cell::Frame(frame) => Some(Node::Frame(frame)),
            Cell::Free => None,
        }
    }
}

/// What an id stands for, to be looked at.
#[derive(Clone, Copy, Debug)]
pub enum Node<'a> {
    /// A live object.
    Live(&'a Arc<Object>),
    /// An object that has ended.
    Dead(Origin),
    /// An activation that is not running.
    Frame(&'a Arc<Frame>),
}

/// A memory as it was.
#[derive(Clone, Debug)]
pub(in crate::machine) struct Kept {
    cells: Saved<Cell>,
    free: Vec<ObjId>,
    placed: BTreeMap<u64, ObjId>,
    next: u64,
}

impl Kept {
    /// Roughly the bytes that it does not share with others.
    pub(in crate::machine) fn own_bytes(&self) -> usize {
        self.cells.own_bytes() + (self.free.len() + self.placed.len() * 4) * 4
    }
}

/// Bytes of which each object's address is a multiple, where nothing else is asked for.
pub(in crate::machine) const BASE_ALIGN: u64 = 16;
/// Distance of an object's first byte from the start of its part of a 64-bit address space.
pub(super) const FIRST: u64 = 1 << 16;
/// A bit of the 64-bit addresses that no script gives.
pub(super) const APART: u64 = 1 << 61;
/// Bits of the offset in a 64-bit address.
pub(super) const OFFSET_BITS: u32 = 32;
/// Largest object.
const MAX_SIZE: u64 = 1 << 30;
/// Most objects.
const MAX_OBJECTS: usize = 1 << 26;
/// Unused bytes between objects of a 32-bit address space.
const GUARD: u64 = 64;

/// A memory.
#[derive(Clone, Debug)]
pub struct Memory {
    /// By id.
    pub(super) cells: Cells<Cell>,
    /// Ids of activations that are not in use.
    free: Vec<ObjId>,
    /// Width of a pointer.
    pub width: u32,
    /// Whether the highest byte of a number has the lowest address.
    pub big_endian: bool,
    /// The objects by their addresses, where these do not tell: in a 32-bit address space, and of a script.
    pub(super) placed: BTreeMap<u64, ObjId>,
    /// In a 32-bit address space: the first address that is not used.
    next: u64,
    /// Whether a script gives addresses: those of other objects are apart from them.
    pub(super) scripted: bool,
    /// Device memory.
    pub(in crate::machine) devices: Devices,
}

impl Memory {
    /// A memory without objects.
    pub fn new(target: &Target) -> Memory {
        Memory {
            cells: Cells::new(Cell::Free),
            free: Vec::new(),
            width: target.pointer_bits,
            big_endian: target.big_endian,
            placed: BTreeMap::new(),
            next: FIRST,
            scripted: false,
            devices: Devices::default(),
        }
    }

    /// Keeps addresses below `end` free of other objects, on targets of 32 bits.
    pub fn keep_free(&mut self, end: u64) {
        self.next = self.next.max(end + GUARD);
    }

    /// Keeps addresses free for a script, which are below `free` on targets of 32 bits.
    pub fn follow(&mut self, free: u64) {
        self.scripted = true;
        self.next = self.next.max(free);
    }

    /// Whether addresses name their objects.
    pub(super) fn is_wide(&self) -> bool {
        self.width > 32 + OFFSET_BITS - 1
    }

    #[inline]
    pub(super) fn cell(&self, id: ObjId) -> Option<&Cell> {
        self.cells.get(id.index())
    }

    #[inline]
    fn cell_mut(&mut self, id: ObjId) -> Option<&mut Cell> {
        self.cells.get_mut(id.index())
    }

    /// How many ids there are.
    pub fn count(&self) -> usize {
        self.cells.len()
    }

    /// The memory as it is.
    pub(in crate::machine) fn save(&self) -> Kept {
        Kept {
            cells: self.cells.save(),
            free: self.free.clone(),
            placed: self.placed.clone(),
            next: self.next,
        }
    }

    /// Makes it what was saved.
    pub(in crate::machine) fn restore(&mut self, kept: &Kept) {
        self.cells.load(&kept.cells);
        self.placed.clone_from(&kept.placed);
        self.free.clone_from(&kept.free);
        self.next = kept.next;
    }

    /// Undoes what was written since it was loaded from there.
    pub(in crate::machine) fn undo(&mut self, kept: &Kept) {
        self.cells.undo();
        if self.placed.len() != kept.placed.len() {
            // There are more than were.
            self.placed.clone_from(&kept.placed);
        }
        self.free.clone_from(&kept.free);
        self.next = kept.next;
    }

    /// What was written since it was loaded: each id with what it stood for then.
    pub fn written(&self) -> impl Iterator<Item = (ObjId, Option<Node<'_>>)> {
        self.cells.written().iter().map(|(id, cell)| (ObjId(*id), cell.node()))
    }

    /// How many ids there were when it was loaded.
    pub fn loaded_len(&self) -> usize {
        self.cells.loaded_len()
    }

    /// Puts another content in an object's place.
    pub(in crate::machine) fn replace(&mut self, id: ObjId, object: Arc<Object>) {
        *self.cell_mut(id).expect("an id of this memory") = Cell::Live(object);
    }

    /// Adds an object of undefined bytes (`fill` none) or of one byte's copies.
    ///
    /// # Errors
    /// When it is too large, or there are too many.
    pub fn make(
        &mut self,
        size: u64,
        fill: Option<u8>,
        origin: Origin,
        loc: Option<LocId>,
    ) -> Result<ObjId, Fault> {
        self.make_at(size, fill, origin, loc, &Given::default())
    }

    /// The same with what a script says about it.
    ///
    /// # Errors
    /// As [`Memory::make`].
    pub fn make_at(
        &mut self,
        size: u64,
        fill: Option<u8>,
        origin: Origin,
        loc: Option<LocId>,
        given: &Given,
    ) -> Result<ObjId, Fault> {
        if size > MAX_SIZE || self.cells.len() >= MAX_OBJECTS {
            return Err(Fault::Exhausted(Resource::Objects));
        }
        let id = ObjId::new(self.cells.len());
        let base = if let Some(address) = given.address {
            self.placed.insert(address, id);
            address
        } else if self.is_wide() {
            let apart = if self.scripted { APART } else { 0 };
            apart | (id.index() as u64) << OFFSET_BITS | FIRST
        } else {
            let base = self.next.next_multiple_of(BASE_ALIGN);
            self.next = base + size + GUARD;
            if self.next >> self.width != 0 {
                return Err(Fault::Exhausted(Resource::Objects));
            }
            self.placed.insert(base, id);
            base
        };
        let length = size as usize;
        let mut bytes = vec![fill.unwrap_or(0); length];
        if let Some(given) = given.bytes.as_ref().filter(|_| fill.is_none()) {
            let count = length.min(given.len());
            bytes[..count].copy_from_slice(&given[..count]);
        }
        self.cells.push(Cell::Live(Arc::new(Object {
            bytes,
            undef: if fill.is_none() { vec![0xff; length] } else { Vec::new() },
            pieces: BTreeMap::new(),
            pointers: BTreeMap::new(),
            origin,
            constant: false,
            hidden: false,
            base,
            loc,
            cached: Cached::default(),
        })));
        Ok(id)
    }

    /// Puts an activation away.
    pub fn park(&mut self, frame: Frame) -> ObjId {
        let cell = Cell::Frame(Arc::new(frame));
        match self.free.pop() {
            Some(id) => {
                *self.cell_mut(id).expect("an id of this memory") = cell;
                id
            }
            None => {
                self.cells.push(cell);
                ObjId::new(self.cells.len() - 1)
            }
        }
    }

    /// Puts an activation away where it was taken from.
    pub fn park_at(&mut self, id: ObjId, frame: Frame) {
        *self.cell_mut(id).expect("an id of this memory") = Cell::Frame(Arc::new(frame));
    }

    /// Takes an activation that was put away; its id stays its own.
    pub(in crate::machine) fn take(&mut self, id: ObjId) -> Option<Arc<Frame>> {
        if !matches!(self.cell(id), Some(Cell::Frame(_))) {
            return None;
        }
        let Cell::Frame(frame) = std::mem::replace(self.cell_mut(id)?, Cell::Free) else { return None };
        Some(frame)
    }

    /// Gives up the id of an activation that was taken.
    pub fn release(&mut self, id: ObjId) {
        self.free.push(id);
    }

    /// Takes an activation that was put away, with its id.
    pub(in crate::machine) fn unpark(&mut self, id: ObjId) -> Option<Arc<Frame>> {
        let frame = self.take(id)?;
        self.release(id);
        Some(frame)
    }

    /// An activation that was put away.
    pub fn parked(&self, id: ObjId) -> Option<&Frame> {
        match self.cell(id) {
            Some(Cell::Frame(frame)) => Some(frame),
            _ => None,
        }
    }

    /// What an id stands for; nothing when it is not in use.
    pub fn node(&self, id: ObjId) -> Option<Node<'_>> {
        self.cell(id)?.node()
    }

    /// A live object.
    #[inline]
    pub fn get(&self, id: ObjId) -> Option<&Object> {
        match self.cell(id) {
            Some(Cell::Live(object)) => Some(object),
            _ => None,
        }
    }

    /// A live object, to be changed.
    #[inline]
    pub fn get_mut(&mut self, id: ObjId) -> Option<&mut Object> {
        match self.cell_mut(id) {
            Some(Cell::Live(object)) => {
                let object = Arc::make_mut(object);
                object.cached.forget();
                Some(object)
            }
            _ => None,
        }
    }

    /// The live objects.
    pub fn live(&self) -> impl Iterator<Item = (ObjId, &Object)> {
        self.cells.iter().enumerate().filter_map(|(i, cell)| match cell {
            Cell::Live(object) => Some((ObjId::new(i), &**object)),
            _ => None,
        })
    }

    /// What all ids in use stand for.
    pub fn nodes(&self) -> impl Iterator<Item = (ObjId, Node<'_>)> {
        (0..self.count()).map(ObjId::new).filter_map(|id| Some((id, self.node(id)?)))
    }

    /// Ends an object.
    pub fn end(&mut self, id: ObjId) {
        if let Some(cell) = self.cell_mut(id)
            && let Cell::Live(object) = cell
        {
            *cell = Cell::Dead(object.origin);
        }
    }

    /// Begins an object again, with undefined bytes.
    pub fn begin_again(&mut self, id: ObjId, size: usize, base: u64, loc: Option<LocId>) {
        if let Some(cell @ Cell::Dead(_)) = self.cell_mut(id)
            && let Cell::Dead(origin) = *cell
        {
            *cell = Cell::Live(Arc::new(Object {
                bytes: vec![0; size],
                undef: vec![0xff; size],
                pieces: BTreeMap::new(),
                pointers: BTreeMap::new(),
                origin,
                constant: false,
                hidden: false,
                base,
                loc,
                cached: Cached::default(),
            }));
        }
    }

    /// Forgets what an object holds.
    pub fn blank(&mut self, id: ObjId, given: &Given) {
        let Some(object) = self.get_mut(id) else { return };
        object.bytes.fill(0);
        if let Some(given) = &given.bytes {
            let count = object.bytes.len().min(given.len());
            object.bytes[..count].copy_from_slice(&given[..count]);
        }
        object.undef = vec![0xff; object.bytes.len()];
        object.pieces.clear();
        object.pointers.clear();
    }

    /// Where a live or ended object comes from.
    pub fn origin(&self, id: ObjId) -> Option<Origin> {
        match self.cell(id)? {
            Cell::Live(object) => Some(object.origin),
            Cell::Dead(origin) => Some(*origin),
            Cell::Frame(_) | Cell::Free => None,
        }
    }
}
