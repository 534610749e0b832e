//! The objects of a run, their addresses, and the way between pointers and integers.

use super::elements::Elements;
use super::exposed::ExposedAddresses;
use super::initial::Initial;
use crate::base::Bits;
use crate::engine::bmc::ledger::Learned;
use crate::engine::bmc::state::{ObjId, ObjInfo, Ptr, Val};
use crate::ilr::{ArrayValue, Term};
use crate::program::{Region, Target};
use crate::rewrite::Builder;
use rustc_hash::FxBuildHasher;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Least alignment of fixed addresses, in bytes.
const ALIGN: u64 = 16;

/// Bits of an address of 64 that lie below the number of the object at its fixed address.
const ROOM_BITS: u32 = 40;

/// Greatest alignment of an object, in bytes.
pub const MAX_ALIGN: u64 = 1 << 24;

/// Bytes kept free for an object of unknown size.
pub const OPEN_SIZE: u64 = 1 << 20;

/// Unused bytes between two objects of a 32-bit address space.
const GUARD: u64 = 4096;

/// An object by its identity, and which of its lifetimes.
type LifetimeKey = (u128, u64);

/// Addresses and initial bytes of objects by their identity, for a replay.
#[derive(Clone, Default, Debug)]
pub struct Fixed {
    /// Leave initial bytes open all the same: a check looks for their use.
    pub open: bool,
    /// Addresses.
    pub addresses: HashMap<u128, u64, FxBuildHasher>,
    /// Initial bytes as scalars, by offset and size, not overlapping.
    pub cells: HashMap<LifetimeKey, BTreeMap<(u64, u32), Bits>, FxBuildHasher>,
    /// Initial bytes of all addresses, from areas.
    pub memory: Option<[ArrayValue; 2]>,
    /// Initial bytes as arrays, but for those that are scalars.
    pub arrays: HashMap<LifetimeKey, FixedArray, FxBuildHasher>,
}

/// Initial bytes as an array.
#[derive(Clone, Debug)]
pub struct FixedArray {
    /// Bytes of an element.
    pub elem: u32,
    /// Elements by number.
    pub value: ArrayValue,
}

impl Fixed {
    /// Initial bytes as a number.
    pub fn bytes(&self, key: LifetimeKey, base: Option<u64>, off: u64, size: u32, big_endian: bool) -> Bits {
        let cells = self.cells.get(&key).filter(|_| self.memory.is_none());
        if let Some(value) = cells.and_then(|c| c.get(&(off, size))) {
            return value.clone();
        }
        let mut result: Option<Bits> = None;
        for at in off..off + u64::from(size) {
            let byte = self.byte(key, base, at, big_endian);
            result = Some(match result {
                None => byte,
                Some(r) if big_endian => r.concat(&byte),
                Some(r) => byte.concat(&r),
            });
        }
        result.expect("at least one byte")
    }

    /// One initial byte.
    pub fn initial(&self, key: LifetimeKey, base: Option<u64>, at: u64, big_endian: bool) -> u8 {
        self.byte(key, base, at, big_endian).limbs()[0] as u8
    }

    fn byte(&self, key: LifetimeKey, base: Option<u64>, at: u64, big_endian: bool) -> Bits {
        let own = self.arrays.contains_key(&key);
        if let (Some(areas), Some(base), false) = (&self.memory, base, own) {
            let top = base >> (areas[0].index_width() - 2) & 3;
            let memory = &areas[usize::from(top == 1)];
            return memory.select(&Bits::new(memory.index_width(), base.wrapping_add(at))).clone();
        }
        let pick = |value: &Bits, i: u32, n: u32| {
            let low = 8 * if big_endian { n - 1 - i } else { i };
            value.extract(low + 7, low)
        };
        let before = self.cells.get(&key).and_then(|cells| cells.range(..=(at, u32::MAX)).next_back());
        if let Some((&(from, n), value)) = before.filter(|((from, n), _)| at < *from + u64::from(*n)) {
            return pick(value, (at - from) as u32, n);
        }
        match self.arrays.get(&key) {
            Some(array) => {
                let elem = u64::from(array.elem);
                let index = Bits::new(array.value.index_width(), at / elem);
                pick(array.value.select(&index), (at % elem) as u32, array.elem)
            }
            None => Bits::new(8, 0),
        }
    }
}

/// Fixed addresses of objects.
pub(super) struct AddressMap {
    /// Where each object begins, once that was asked for.
    bases: Vec<Option<u64>>,
    /// Objects by their first address.
    regions: BTreeMap<u64, ObjId>,
    /// The next free address.
    next: u64,
    /// Alignments that are asked for.
    asked: HashMap<ObjId, u64, FxBuildHasher>,
    /// Objects that are only declared and may be longer than what is known of them.
    open_ended: HashSet<ObjId, FxBuildHasher>,
    /// Objects whose address the program has no way to come by.
    pub(super) hidden: HashSet<ObjId, FxBuildHasher>,
    /// Device memory.
    pub(super) devices: Vec<(ObjId, Region)>,
}

impl AddressMap {
    /// The null object only.
    fn new() -> AddressMap {
        AddressMap {
            bases: vec![Some(0)],
            regions: BTreeMap::new(),
            next: 0x1_0000,
            asked: HashMap::default(),
            open_ended: HashSet::default(),
            hidden: HashSet::default(),
            devices: Vec::new(),
        }
    }
}

/// What is known of integers that are or become pointers.
#[derive(Default)]
pub(super) struct Numbers {
    /// Address terms and the pointers that they were made from.
    pub(super) origin: HashMap<Term, Ptr, FxBuildHasher>,
    /// Integers without known origin, with the objects that they were compared with as they became pointers.
    pub(super) compared: HashMap<Term, Vec<ObjId>, FxBuildHasher>,
    /// Initial bytes as wide as a pointer. As addresses they lead nowhere, unless the program has compared them.
    pub(super) undefined: HashSet<Term, FxBuildHasher>,
    /// Objects whose address the program compares with others. A pointer made of initial bytes may be found to be one
    /// of these, and of no other.
    pub(super) matched: HashSet<ObjId, FxBuildHasher>,
    /// Whether they all may be found to be such an object, from the start.
    pub(super) all_match: bool,
}

/// The objects of a run, whichever state made them.
pub struct Space {
    infos: Vec<ObjInfo>,
    by_key: HashMap<u128, ObjId, FxBuildHasher>,
    /// Fixed addresses of objects.
    pub(super) map: AddressMap,
    /// What is known of integers that are or become pointers.
    pub(super) numbers: Numbers,
    /// Variables for initial bytes, by object and lifetime.
    pub initial: HashMap<(ObjId, u64), Initial, FxBuildHasher>,
    /// Addresses that the program sees as integers.
    pub exposed: ExposedAddresses,
    /// What a replay has to use.
    pub fixed: Option<Fixed>,
    /// Which objects have bytes as elements of their arrays.
    pub elements: Elements,
    /// Width of a pointer.
    pub width: u32,
    /// Byte order.
    pub big_endian: bool,
}

impl Space {
    /// A space with the null object only.
    pub fn new(target: &Target, null: ObjInfo, learned: &Learned) -> Space {
        Space {
            infos: vec![null],
            by_key: HashMap::default(),
            map: AddressMap::new(),
            numbers: Numbers { all_match: learned.followed.from_start, ..Numbers::default() },
            exposed: ExposedAddresses::default(),
            initial: HashMap::default(),
            fixed: None,
            elements: Elements::new(&learned.bytewise),
            width: target.pointer_bits,
            big_endian: target.big_endian,
        }
    }

    /// Adds an object, or finds the one of that key. States that could not merge may make one of another size at
    /// the same position: that is another object.
    pub fn make(&mut self, mut info: ObjInfo) -> ObjId {
        while let Some(&o) = self.by_key.get(&info.key) {
            if self.infos[o.index()].size == info.size {
                return o;
            }
            info.key = info.key.wrapping_add(1);
        }
        let key = info.key;
        let o = ObjId::new(self.infos.len());
        self.by_key.insert(info.key, o);
        self.infos.push(info);
        self.map.bases.push(None);
        // Whatever address leads to it must do so from the start, as with what the address was solved with.
        if self.fixed.as_ref().is_some_and(|f| f.memory.is_none() && f.addresses.contains_key(&key)) {
            self.base(o);
        }
        o
    }

    /// The object of that key.
    pub fn of_key(&self, key: u128) -> Option<ObjId> {
        self.by_key.get(&key).copied()
    }

    /// On targets of 32 bits, an address beyond those that are used.
    pub fn free_address(&self) -> u64 {
        self.map.next
    }

    /// Number of objects, the null object included.
    pub fn objects(&self) -> usize {
        self.infos.len()
    }

    /// What is fixed about an object.
    pub fn info(&self, o: ObjId) -> &ObjInfo {
        &self.infos[o.index()]
    }

    /// Objects whose address somebody has seen, with it.
    pub fn addresses(&self) -> impl Iterator<Item = (ObjId, u64)> + '_ {
        self.map.bases.iter().enumerate().filter_map(|(i, base)| base.map(|a| (ObjId::new(i), a)))
    }

    /// Says that an object may be longer than its size.
    pub fn set_open_ended(&mut self, o: ObjId) {
        self.map.open_ended.insert(o);
    }

    /// Objects that may be longer than their size.
    pub fn open_ended(&self) -> &HashSet<ObjId, FxBuildHasher> {
        &self.map.open_ended
    }

    /// Puts an object at an address.
    pub(super) fn set_base(&mut self, o: ObjId, base: u64) {
        self.map.bases[o.index()] = Some(base);
    }

    /// Puts device memory at its address, which the program knows.
    pub fn put_device(&mut self, o: ObjId, region: Region) {
        self.set_base(o, region.start);
        // In a replay it may be there like any other object.
        self.map.regions.remove(&region.start);
        self.map.devices.push((o, region));
        if self.width < 64 {
            self.map.next = self.map.next.max((region.end() + GUARD).next_multiple_of(ALIGN));
        }
    }

    /// Whether an object is device memory.
    pub fn is_device(&self, o: ObjId) -> bool {
        self.map.devices.iter().any(|d| d.0 == o)
    }

    /// Device memory comes first: what lies in it lies in no other object.
    pub(super) fn devices_first(&self, objects: &mut [ObjId]) {
        if !self.map.devices.is_empty() {
            objects.sort_by_key(|&o| !self.is_device(o));
        }
    }

    /// The alignment that is asked for.
    pub fn asked_alignment(&self, o: ObjId) -> Option<u64> {
        self.map.asked.get(&o).copied()
    }

    /// Asks for an alignment in bytes, before the object's address is looked at.
    pub fn align(&mut self, o: ObjId, align: u64) {
        if align.is_power_of_two() && align <= MAX_ALIGN {
            self.map.asked.insert(o, align);
        }
    }

    /// No integer is the address of this object: the program never looks at it.
    pub fn hide(&mut self, o: ObjId) {
        self.map.hidden.insert(o);
    }

    /// Bytes from the fixed address of an object up to where another one may begin. The object may be larger.
    pub fn fixed_room(&self, o: ObjId) -> u64 {
        if self.width >= 64 {
            return (1 << ROOM_BITS) - self.alignment(o).max(ALIGN);
        }
        match self.map.open_ended.contains(&o) {
            true => OPEN_SIZE,
            false => self.infos[o.index()].size_const.unwrap_or(1 << 24),
        }
    }

    /// Address of an object's first byte; `None` when the address space is used up.
    ///
    /// On 64-bit targets the high bits name the object; 32 bits are too few for that, so there
    /// objects lie one after the other with unused bytes between. Only objects whose address is
    /// looked at get one.
    pub fn base(&mut self, o: ObjId) -> Option<u64> {
        if let Some(base) = self.map.bases[o.index()] {
            return Some(base);
        }
        let info = &self.infos[o.index()];
        let align = self.alignment(o).max(ALIGN);
        let base = match self.fixed.as_ref().and_then(|f| f.addresses.get(&info.key)) {
            Some(&base) => base,
            None if self.width >= 64 => (o.index() as u64) << ROOM_BITS | align,
            None => {
                let size = self.fixed_room(o);
                let base = self.map.next.next_multiple_of(align);
                let top = match self.width {
                    // The area of the heap begins at a quarter of the addresses.
                    w if self.elements.areas.is_some() => 1 << (w - 2),
                    32 => 0xf000_0000,
                    w => (1u64 << w) * 15 / 16,
                };
                if size >= top || base + size + GUARD >= top {
                    return None;
                }
                self.map.next = (base + size + GUARD).next_multiple_of(ALIGN);
                base
            }
        };
        self.map.bases[o.index()] = Some(base);
        self.map.regions.insert(base, o);
        Some(base)
    }

    /// The fixed address that a pointer holds; `None` when the address space is used up.
    pub fn fixed_int(&mut self, b: &mut Builder, p: &Ptr) -> Option<Term> {
        self.address_by(b, p, Space::fixed_start)
    }

    /// The address that a pointer holds, by where objects begin.
    pub fn address_by(
        &mut self,
        b: &mut Builder,
        p: &Ptr,
        start: impl Fn(&mut Space, &mut Builder, ObjId) -> Option<Term>,
    ) -> Option<Term> {
        let mut result: Option<Term> = None;
        for c in p.cases.iter().rev() {
            let base = start(self, b, c.obj)?;
            let address = b.add(c.off, base);
            result = Some(match result {
                None => address,
                Some(rest) => b.ite(c.cond, address, rest),
            });
        }
        let address = result.expect("a pointer has a case");
        if !b.is_const(address) {
            self.numbers.origin.entry(address).or_insert_with(|| p.clone());
        }
        Some(address)
    }

    /// The pointer that an integer was made of.
    pub fn origin_of(&self, t: Term) -> Option<&Ptr> {
        self.numbers.origin.get(&t)
    }

    /// The object whose surroundings an address lies in.
    pub fn object_at(&self, address: u64) -> ObjId {
        if let Some(o) = Region::find(&self.map.devices, address) {
            return o;
        }
        let slack = if self.width >= 64 { 1 << 39 } else { GUARD / 2 };
        if let Some((&base, &o)) = self.map.regions.range(..=address).next_back() {
            let size = self.info(o).size_const.unwrap_or(1 << 24);
            if address - base < size.saturating_add(slack) {
                return o;
            }
        }
        match self.map.regions.range(address..).next() {
            Some((&base, &o)) if base - address <= slack => o,
            _ => ObjId::NULL,
        }
    }

    /// Whether an address that was given out lies in an object or just behind it.
    pub fn is_within(&self, address: u64) -> bool {
        if Region::find(&self.map.devices, address).is_some() {
            return true;
        }
        self.map.regions.range(..=address).next_back().is_some_and(|(&base, &o)| {
            let size = self.info(o).size_const.unwrap_or(1 << 24);
            address - base <= size
        })
    }

    /// The object in which an address lies or just behind which, of those that have one.
    pub fn object_within(&self, address: u64) -> Option<ObjId> {
        let found = self.map.regions.range(..=address).next_back().map(|(_, &o)| o);
        found.filter(|_| self.is_within(address))
    }

    /// The object whose first byte is at an address.
    pub fn starting_at(&self, address: u64) -> Option<ObjId> {
        self.map.regions.get(&address).copied()
    }

    /// The program compares the address of this object.
    pub fn match_address(&mut self, o: ObjId) {
        self.numbers.matched.insert(o);
    }

    /// The pointer to a fixed address.
    pub(super) fn at_constant(&self, b: &mut Builder, address: u64) -> Ptr {
        let o = self.object_at(address);
        let base = self.map.bases[o.index()].unwrap_or(0);
        let off = b.bv(self.width, address.wrapping_sub(base));
        Ptr::to(b, o, off)
    }

    /// A scalar as an integer that the program sees; `None` when the address space is used up.
    pub fn as_int(&mut self, b: &mut Builder, v: &Val) -> Option<Term> {
        match v {
            Val::Int(t) => Some(*t),
            Val::Ptr(p) => self.exposed_int(b, p),
            Val::Agg(_) => None,
        }
    }

    /// A scalar as arrays hold it; `None` when the address space is used up.
    pub fn as_held(&mut self, b: &mut Builder, v: &Val) -> Option<Term> {
        match v {
            Val::Int(t) => Some(*t),
            Val::Ptr(p) => self.fixed_int(b, p),
            Val::Agg(_) => None,
        }
    }

    /// `x` when the condition holds, else `y`. `None` when the address space is used up.
    pub fn ite(&mut self, b: &mut Builder, cond: Term, x: &Val, y: &Val) -> Option<Val> {
        Some(match (x, y) {
            (Val::Int(s), Val::Int(t)) => Val::Int(b.ite(cond, *s, *t)),
            (Val::Ptr(p), Val::Ptr(q)) => Val::Ptr(Ptr::ite(b, cond, p, q)),
            (Val::Agg(s), Val::Agg(t)) => {
                let mut parts = Vec::with_capacity(s.len());
                for (p, q) in s.iter().zip(t.iter()) {
                    parts.push(self.ite(b, cond, p, q)?);
                }
                Val::Agg(parts.into())
            }
            (Val::Ptr(p), Val::Int(t)) if b.is_const(*t) => {
                let q = self.at_constant(b, b.as_u64(*t)?);
                Val::Ptr(Ptr::ite(b, cond, p, &q))
            }
            (Val::Int(t), Val::Ptr(q)) if b.is_const(*t) => {
                let p = self.at_constant(b, b.as_u64(*t)?);
                Val::Ptr(Ptr::ite(b, cond, &p, q))
            }
            _ => {
                let (s, t) = (self.as_int(b, x)?, self.as_int(b, y)?);
                Val::Int(b.ite(cond, s, t))
            }
        })
    }
}
