//! Graph memory: objects of bytes, with which bytes are undefined and where pointers lie (DiVM, section 3).
//!
//! Objects are shared between memories; a write copies the one object that it changes. A pointer is an address and the
//! object that it was made from, so that an offset out of bounds never becomes another object.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::base::{Bits, word};
use crate::machine::state::Cached;
use crate::machine::state::Frame;
use crate::machine::state::Reg;
use crate::machine::state::cells::{self, Cells, Saved};
use crate::program::{FuncId, GlobalId, LocId, Target};
use crate::property::Check;
use crate::semantics::{Fault, Resource, Scalar};

/// An object of a memory; ids are not used again while the object's end may be seen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct ObjId(u32);

impl ObjId {
    /// No object: what values that are no addresses come from, and null.
    pub const NONE: ObjId = ObjId(0);

    /// Some object, or none: what numbers come from that several addresses were made into. Only the address tells where they
    /// lead (PNVI of N2676).
    pub const MIXED: ObjId = ObjId(u32::MAX);

    /// Whether the object is known, so that an address elsewhere leads out of it.
    #[inline]
    pub fn is_one(self) -> bool {
        self != ObjId::NONE && self != ObjId::MIXED
    }

    /// The object of that number.
    pub fn new(index: usize) -> ObjId {
        ObjId(u32::try_from(index).expect("fewer than 2^32 objects"))
    }

    /// The number.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where an object comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// Global variable.
    Global(GlobalId),
    /// Function; it has no bytes.
    Code(FuncId),
    /// Local variable or `alloca`.
    Stack,
    /// Allocated: by what, so that only its partner frees it.
    Heap(Allocator),
    /// Copy made for an argument, or the area of variable arguments.
    Argument,
    /// The library's own (`__bmc_obj_make`), which the program knows as a handle at most.
    Library,
    /// What the surroundings of the program pass to it: known only to a script.
    Outside,
}

/// What allocates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Allocator {
    /// `malloc` and its relatives.
    Malloc,
    /// `operator new`.
    New,
    /// `operator new[]`.
    NewArray,
}

/// An object.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Object {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// By byte: which bits are undefined. Empty when none is.
    pub undef: Vec<u8>,
    /// Offsets at which the whole of a pointer lies, and what object it was made from.
    pub pointers: BTreeMap<u32, ObjId>,
    /// Where it comes from.
    pub origin: Origin,
    /// May not be written.
    pub constant: bool,
    /// Is only declared, so that nothing is known of its bytes.
    pub hidden: bool,
    /// Address of its first byte.
    pub base: u64,
    /// Where it was made.
    pub loc: Option<LocId>,
    /// What is known of its content.
    pub cached: Cached,
}

/// What is said about an object.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Given {
    /// Address of its first byte.
    pub address: Option<u64>,
    /// What its bytes hold before they are written.
    pub bytes: Option<Arc<[u8]>>,
}

impl Given {
    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        *self == Given::default()
    }
}

/// What an id stands for.
#[derive(Clone, Debug)]
pub(in crate::machine) enum Cell {
    /// A live object.
    Live(Arc<Object>),
    /// An object that has ended, and where it came from.
    Dead(Origin),
    /// An activation that is not running.
    Frame(Arc<Frame>),
    /// Not in use.
    Free,
}

impl cells::Cell for Cell {
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

/// How memory is accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// A load.
    Read,
    /// A store.
    Write,
}

/// Addresses below are those of the null page.
const NULL_PAGE: u64 = 4096;
/// Distance of an object's first byte from the start of its part of a 64-bit address space.
const FIRST: u64 = 1 << 16;
/// A bit of the 64-bit addresses that no script gives.
const APART: u64 = 1 << 61;
/// Bits of the offset in a 64-bit address.
const OFFSET_BITS: u32 = 32;
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
    cells: Cells<Cell>,
    /// Ids of activations that are not in use.
    free: Vec<ObjId>,
    /// Width of a pointer.
    pub width: u32,
    /// Whether the highest byte of a number has the lowest address.
    pub big_endian: bool,
    /// The objects by their addresses, where these do not tell: in a 32-bit address space, and of a script.
    placed: BTreeMap<u64, ObjId>,
    /// In a 32-bit address space: the first address that is not used.
    next: u64,
    /// Whether a script gives addresses: those of other objects are apart from them.
    scripted: bool,
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
        }
    }

    /// Keeps addresses free for a script, which are below `free` on targets of 32 bits.
    pub fn follow(&mut self, free: u64) {
        self.scripted = true;
        self.next = self.next.max(free);
    }

    /// Whether addresses name their objects.
    fn is_wide(&self) -> bool {
        self.width > 32 + OFFSET_BITS - 1
    }

    #[inline]
    fn cell(&self, id: ObjId) -> Option<&Cell> {
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
            let base = self.next.next_multiple_of(16);
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
        object.pointers.clear();
    }

    /// Whether an access of `count` bytes for so many bits takes a part of a pointer that lies there, or a pointer and more.
    #[inline]
    pub fn cuts_pointer(&self, id: ObjId, at: usize, count: usize, bits: u32) -> bool {
        let Some(object) = self.get(id).filter(|o| !o.pointers.is_empty()) else { return false };
        let width = self.width as usize / 8;
        let low = at.saturating_sub(width - 1) as u32;
        let mut over = object.pointers.range(low..(at + count) as u32);
        over.any(|(&p, _)| p as usize != at || count != width || bits != self.width)
    }

    /// Whether a copy of bytes takes parts of pointers.
    pub fn cuts_pointers(&self, id: ObjId, at: usize, count: usize) -> bool {
        let Some(object) = self.get(id).filter(|o| !o.pointers.is_empty()) else { return false };
        let width = self.width as usize / 8;
        let low = at.saturating_sub(width - 1) as u32;
        let mut over = object.pointers.range(low..(at + count) as u32);
        over.any(|(&p, _)| (p as usize) < at || p as usize + width > at + count)
    }

    /// Where a live or ended object comes from.
    pub fn origin(&self, id: ObjId) -> Option<Origin> {
        match self.cell(id)? {
            Cell::Live(object) => Some(object.origin),
            Cell::Dead(origin) => Some(*origin),
            Cell::Frame(_) | Cell::Free => None,
        }
    }

    /// The pointer to the start of a live object.
    pub fn start(&self, id: ObjId) -> Reg {
        let base = self.get(id).map_or(0, |o| o.base);
        Reg::pointer(self.width, base, id)
    }

    /// The pointer to an activation that was put away; null for none. It can be compared and handed back.
    pub fn frame_pointer(&self, id: ObjId) -> Reg {
        let address = match id {
            ObjId::NONE => 0,
            _ if self.is_wide() => (id.index() as u64) << OFFSET_BITS | FIRST,
            _ => FIRST - 1 - id.index() as u64 % FIRST,
        };
        Reg::pointer(self.width, address, id)
    }

    /// The object that an address without one leads to, and how far it is from its start.
    fn find(&self, address: u64) -> Option<ObjId> {
        if self.is_wide() && (!self.scripted || address >> APART.trailing_zeros() == 1) {
            let id = ((address & !APART) >> OFFSET_BITS) as usize;
            return (id < self.cells.len()).then(|| ObjId::new(id));
        }
        self.placed.range(..=address).next_back().map(|(_, &id)| id)
    }

    /// The pointer that a number is, which belongs to what lies at its address where several addresses were made into it.
    pub fn anchored(&self, number: Reg) -> Reg {
        if number.object != ObjId::MIXED {
            return number;
        }
        let object = match self.place_slowly(&number, 0, Mode::Read) {
            Ok((id, _)) => id,
            Err(_) => ObjId::MIXED,
        };
        Reg { object, ..number }
    }

    /// The object and offset that a pointer means, whatever lies there.
    pub fn resolve(&self, pointer: &Reg) -> Option<(ObjId, u64)> {
        let address = pointer.value.low();
        let id = if pointer.object.is_one() { pointer.object } else { self.find(address)? };
        let base = self.get(id)?.base;
        Some((id, word::trunc(self.width, address.wrapping_sub(base))))
    }

    /// The place that an access of `size` bytes reaches.
    ///
    /// # Errors
    /// The violation, where there is none.
    #[inline]
    pub fn place(&self, pointer: &Reg, size: u64, mode: Mode) -> Result<(ObjId, usize), Check> {
        let id = pointer.object;
        if let Some(Cell::Live(object)) = self.cell(id) {
            let offset = word::trunc(self.width, pointer.value.low().wrapping_sub(object.base));
            let length = object.bytes.len() as u64;
            if offset <= length && size <= length - offset && object.admits(mode) {
                return Ok((id, offset as usize));
            }
        }
        self.place_slowly(pointer, size, mode)
    }

    fn place_slowly(&self, pointer: &Reg, size: u64, mode: Mode) -> Result<(ObjId, usize), Check> {
        let outside = if mode == Mode::Write { Check::InvalidWrite } else { Check::InvalidRead };
        let address = pointer.value.low();
        if !pointer.object.is_one() && address < NULL_PAGE {
            return Err(Check::NullDeref);
        }
        let found = if pointer.object.is_one() { Some(pointer.object) } else { self.find(address) };
        let Some(id) = found else { return Err(outside) };
        match self.cell(id) {
            Some(Cell::Live(object)) => {
                let offset = word::trunc(self.width, address.wrapping_sub(object.base));
                let length = object.bytes.len() as u64;
                let inside = offset <= length && size <= length - offset;
                if inside && object.admits(mode) { Ok((id, offset as usize)) } else { Err(outside) }
            }
            Some(Cell::Dead(Origin::Heap(_) | Origin::Library)) => Err(Check::UseAfterFree),
            Some(Cell::Dead(Origin::Stack | Origin::Argument)) => Err(Check::UseAfterReturn),
            _ => Err(outside),
        }
    }

    /// Reads a scalar of `width` bits in `bytes` bytes; `pointer`: whether it is one.
    #[inline]
    pub fn load(&self, id: ObjId, at: usize, bytes: u32, width: u32) -> Reg {
        let object = self.get(id).expect("a live object");
        let count = bytes as usize;
        let part = &object.bytes[at..at + count];
        let value = self.number(part, width);
        let mut reg = Reg::of(value);
        if !object.pointers.is_empty()
            && let Some(&target) = object.pointers.get(&(at as u32))
            && width == self.width
        {
            reg.object = target;
        }
        if !object.undef.is_empty() {
            let mask = &object.undef[at..at + count];
            if mask.iter().any(|&m| m != 0) {
                let mask = self.number(mask, width);
                reg.undef = (!mask.is_zero()).then(|| Box::new(mask));
            }
        }
        reg
    }

    /// A number from its bytes.
    #[inline]
    fn number(&self, part: &[u8], width: u32) -> Scalar {
        if part.len() <= 8 {
            let mut all = [0u8; 8];
            if self.big_endian {
                for (to, from) in all.iter_mut().zip(part.iter().rev()) {
                    *to = *from;
                }
            } else {
                all[..part.len()].copy_from_slice(part);
            }
            return Scalar::new(width, u64::from_le_bytes(all));
        }
        let mut limbs = vec![0u64; part.len().div_ceil(8)];
        for (i, &byte) in part.iter().enumerate() {
            let i = if self.big_endian { part.len() - 1 - i } else { i };
            limbs[i / 8] |= u64::from(byte) << (i % 8 * 8);
        }
        Scalar::of(&Bits::from_limbs(width, &limbs))
    }

    /// The bytes of a number, as many as there is room for.
    #[inline]
    fn bytes_of(value: &Scalar, to: &mut [u8], big_endian: bool) {
        let count = to.len();
        match value {
            Scalar::Word { bits, .. } if count <= 8 => to.copy_from_slice(&bits.to_le_bytes()[..count]),
            _ => {
                let value = value.to_bits();
                for (i, byte) in to.iter_mut().enumerate() {
                    let limb = value.limbs().get(i / 8).copied().unwrap_or(0);
                    *byte = (limb >> (i % 8 * 8)) as u8;
                }
            }
        }
        if big_endian {
            to.reverse();
        }
    }

    /// Writes a scalar in `bytes` bytes.
    #[inline]
    pub fn store(&mut self, id: ObjId, at: usize, bytes: u32, reg: &Reg) {
        let (width, big_endian) = (self.width, self.big_endian);
        let object = self.get_mut(id).expect("a live object");
        let count = bytes as usize;
        Memory::bytes_of(&reg.value, &mut object.bytes[at..at + count], big_endian);
        if !object.undef.is_empty() || !reg.is_defined() {
            object.mark(at, count, reg, big_endian);
        }
        if !object.pointers.is_empty() {
            object.forget_pointers(at, count, width / 8);
        }
        if reg.object != ObjId::NONE && reg.width() == width {
            object.pointers.insert(at as u32, reg.object);
        }
    }

    /// Copies bytes between objects, with all that is known of them; ranges may overlap.
    pub fn copy(&mut self, (to, at): (ObjId, usize), (from, start): (ObjId, usize), size: usize) {
        if size == 0 {
            return;
        }
        let width = self.width / 8;
        let source = self.get(from).expect("a live object");
        let bytes = source.bytes[start..start + size].to_vec();
        let undef = match source.undef.is_empty() {
            true => Vec::new(),
            false => source.undef[start..start + size].to_vec(),
        };
        let whole = |p: &u32| *p as usize + width as usize <= start + size;
        let pointers: Vec<(u32, ObjId)> = source
            .pointers
            .range(start as u32..(start + size) as u32)
            .filter(|(p, _)| whole(p))
            .map(|(&p, &o)| (p - start as u32 + at as u32, o))
            .collect();
        let object = self.get_mut(to).expect("a live object");
        object.bytes[at..at + size].copy_from_slice(&bytes);
        if !undef.is_empty() || !object.undef.is_empty() {
            object.all_marked();
            match undef.is_empty() {
                true => object.undef[at..at + size].fill(0),
                false => object.undef[at..at + size].copy_from_slice(&undef),
            }
        }
        object.forget_pointers(at, size, width);
        object.pointers.extend(pointers);
    }

    /// Sets bytes to one value.
    pub fn fill(&mut self, id: ObjId, at: usize, size: usize, byte: &Reg) {
        let width = self.width / 8;
        let object = self.get_mut(id).expect("a live object");
        object.bytes[at..at + size].fill(byte.value.low() as u8);
        let mask = byte.undef.as_ref().map_or(0, |m| m.low() as u8);
        if mask != 0 || !object.undef.is_empty() {
            object.all_marked();
            object.undef[at..at + size].fill(mask);
        }
        object.forget_pointers(at, size, width);
    }
}

impl Object {
    /// Whether its bytes can be accessed so.
    #[inline]
    fn admits(&self, mode: Mode) -> bool {
        !(self.hidden || self.constant && mode == Mode::Write)
    }

    /// Makes the mask of undefined bits explicit.
    fn all_marked(&mut self) {
        if self.undef.is_empty() {
            self.undef = vec![0; self.bytes.len()];
        }
    }

    /// Marks the bits of a stored scalar.
    fn mark(&mut self, at: usize, count: usize, reg: &Reg, big_endian: bool) {
        self.all_marked();
        match &reg.undef {
            None => self.undef[at..at + count].fill(0),
            Some(mask) => Memory::bytes_of(mask, &mut self.undef[at..at + count], big_endian),
        }
    }

    /// Bytes are overwritten: pointers that have some of them are none any more.
    fn forget_pointers(&mut self, at: usize, count: usize, width: u32) {
        let low = (at as u32).saturating_sub(width - 1);
        let high = (at + count) as u32;
        while let Some((&p, _)) = self.pointers.range(low..high).next() {
            self.pointers.remove(&p);
        }
    }
}
