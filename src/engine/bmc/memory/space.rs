//! The objects of a run, their addresses, and the way between pointers and integers.

use super::beneath::beneath_writes;
use super::elements::Elements;
use super::exposed::ExposedAddresses;
use super::initial::Initial;
use crate::base::Bits;
use crate::engine::bmc::ledger::Learned;
use crate::engine::bmc::state::Origin;
use crate::engine::bmc::state::{Memory, ObjId, ObjInfo, Ptr, PtrCase, Val};
use crate::ilr::{ArrayValue, Op, Sort, Term};
use crate::program::{Region, Target};
use crate::rewrite::Builder;
use rustc_hash::FxBuildHasher;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Most objects that an integer without known origin is compared with.
const WILD_LIMIT: usize = 512;

/// Most decisions that are looked for in an integer made of addresses.
const DECISIONS: u32 = 6;

/// Deepest nesting of choices that is read off an address term.
const ITE_DEPTH: u32 = 64;

/// Most parts of a value that are looked at to see that all of them are initial bytes.
const MIXED_LIMIT: usize = 4096;

/// Addresses below are those of the null page.
pub const NULL_PAGE: u64 = 4096;

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
struct AddressMap {
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
    hidden: HashSet<ObjId, FxBuildHasher>,
    /// Device memory.
    devices: Vec<(ObjId, Region)>,
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
struct Numbers {
    /// Address terms and the pointers that they were made from.
    origin: HashMap<Term, Ptr, FxBuildHasher>,
    /// Integers without known origin, with the objects that they were compared with as they became pointers.
    compared: HashMap<Term, Vec<ObjId>, FxBuildHasher>,
    /// Initial bytes as wide as a pointer. As addresses they lead nowhere, unless the program has compared them.
    undefined: HashSet<Term, FxBuildHasher>,
    /// Objects whose address the program compares with others. A pointer made of initial bytes may be found to be one
    /// of these, and of no other.
    matched: HashSet<ObjId, FxBuildHasher>,
    /// Whether they all may be found to be such an object, from the start.
    all_match: bool,
}

/// The objects of a run, whichever state made them.
pub struct Space {
    infos: Vec<ObjInfo>,
    by_key: HashMap<u128, ObjId, FxBuildHasher>,
    /// Fixed addresses of objects.
    map: AddressMap,
    /// What is known of integers that are or become pointers.
    numbers: Numbers,
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
    fn devices_first(&self, objects: &mut [ObjId]) {
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

    fn at_constant(&self, b: &mut Builder, address: u64) -> Ptr {
        let o = self.object_at(address);
        let base = self.map.bases[o.index()].unwrap_or(0);
        let off = b.bv(self.width, address.wrapping_sub(base));
        Ptr::to(b, o, off)
    }

    /// The pointer with that address, which memory held. `None` when the address could be that of too many objects.
    pub fn int_to_ptr(&mut self, b: &mut Builder, memory: &Memory, address: Term) -> Option<Ptr> {
        self.int_to_ptr_at(b, memory, address, (0, false))
    }

    /// The pointer that the program makes of an integer. `None` when it could be that to too many objects.
    pub fn ptr_of_integer(&mut self, b: &mut Builder, memory: &Memory, address: Term) -> Option<Ptr> {
        self.int_to_ptr_at(b, memory, address, (0, true))
    }

    fn int_to_ptr_at(
        &mut self,
        b: &mut Builder,
        memory: &Memory,
        t: Term,
        (depth, computed): (u32, bool),
    ) -> Option<Ptr> {
        if let Some([fixed, heap]) = self.elements.areas {
            if self.depends_on_place(b, t) {
                if b.op(t) == Op::Ite && depth < ITE_DEPTH {
                    let (c, x, y) = (b.arg(t, 0), b.arg(t, 1), b.arg(t, 2));
                    let p = self.int_to_ptr_at(b, memory, x, (depth + 1, computed))?;
                    let q = self.int_to_ptr_at(b, memory, y, (depth + 1, computed))?;
                    return Some(Ptr::ite(b, c, &p, &q));
                }
                if let Some(code) = self.near_place(b, t).filter(|p| self.is_code(p)) {
                    return Some(code);
                }
                let number = self.number(b, t);
                return self.int_to_ptr_at(b, memory, number, (depth, computed));
            }
            let (p, q) = (Ptr::to(b, heap, t), Ptr::to(b, fixed, t));
            // So that the comparison below sees all that is known.
            b.zeros_and_ones(t);
            let top = b.extract(t, self.width - 1, self.width - 2);
            let one = b.bv(2, 1);
            let in_heap = b.eq(top, one);
            return Some(Ptr::ite(b, in_heap, &p, &q));
        }
        if let Some(value) = b.as_u64(t) {
            return Some(self.at_constant(b, value));
        }
        if let Some(p) = self.numbers.origin.get(&t) {
            return Some(p.clone());
        }
        let placed = self.depends_on_place(b, t);
        if depth < ITE_DEPTH {
            match b.op(t) {
                Op::Ite => {
                    let (c, x, y) = (b.arg(t, 0), b.arg(t, 1), b.arg(t, 2));
                    let p = self.int_to_ptr_at(b, memory, x, (depth + 1, computed))?;
                    let q = self.int_to_ptr_at(b, memory, y, (depth + 1, computed))?;
                    return Some(Ptr::ite(b, c, &p, &q));
                }
                Op::Add => {
                    let (x, y) = (b.arg(t, 0), b.arg(t, 1));
                    for (p, delta) in [(x, y), (y, x)] {
                        if self.is_address(b, p) && !self.depends_on_place(b, delta) {
                            let p = self.int_to_ptr_at(b, memory, p, (depth + 1, computed))?;
                            return Some(p.add(b, delta));
                        }
                    }
                }
                _ => {}
            }
        }
        if let Some((beneath, reached)) = beneath_writes(b, t)
            && self.is_known_pointer(b, beneath)
        {
            self.note_doubt(b, reached);
            return self.int_to_ptr_at(b, memory, beneath, (depth + 1, computed));
        }
        if placed {
            if let Some(p) = self.near_place(b, t) {
                return Some(p);
            }
            if depth < DECISIONS
                && let Some((c, x, y)) = self.decision(b, t)
            {
                let p = self.int_to_ptr_at(b, memory, x, (depth + 1, computed))?;
                let q = self.int_to_ptr_at(b, memory, y, (depth + 1, computed))?;
                return Some(Ptr::ite(b, c, &p, &q));
            }
            let number = self.guess(b, t);
            return self.int_to_ptr_at(b, memory, number, (depth + 1, computed));
        }
        self.wild(b, memory, t, computed)
    }

    fn is_code(&self, p: &Ptr) -> bool {
        p.cases.iter().all(|c| matches!(self.info(c.obj).origin, Origin::Code(_)))
    }

    /// Whether a term is known to come from a pointer.
    fn is_address(&self, b: &Builder, t: Term) -> bool {
        match b.as_u64(t) {
            // A number near a device may be made one that is in another.
            Some(value) => !matches!(self.object_at(value), o if o == ObjId::NULL || self.is_device(o)),
            None => {
                self.numbers.origin.contains_key(&t)
                    || b.op(t) == Op::Add && (0..2).any(|i| self.is_known_address(b, b.arg(t, i)))
                    || b.op(t) == Op::Ite && (1..3).all(|i| self.is_known_address(b, b.arg(t, i)))
            }
        }
    }

    /// Whether a number is that of a known pointer, or null.
    fn is_known_pointer(&self, b: &Builder, t: Term) -> bool {
        match b.op(t) {
            Op::Ite => (1..3).all(|i| self.is_known_pointer(b, b.arg(t, i))),
            Op::Const => b.as_u64(t) == Some(0) || self.is_known_address(b, t),
            _ => self.is_known_address(b, t),
        }
    }

    /// Whether a term is an address inside an object, or at its end.
    fn is_known_address(&self, b: &Builder, t: Term) -> bool {
        match b.as_u64(t) {
            Some(value) => !matches!(self.object_at(value), o if o == ObjId::NULL || self.is_device(o)),
            None => self.numbers.origin.contains_key(&t),
        }
    }

    /// An integer that may be any address: compared with every object that there is, but for hidden ones.
    fn wild(&mut self, b: &mut Builder, memory: &Memory, t: Term, computed: bool) -> Option<Ptr> {
        let mut cases = smallvec::SmallVec::new();
        let mut none = b.tt();
        let mut objects: Vec<ObjId> = match b.value_set(t, WILD_LIMIT) {
            Some(values) => {
                let mut found: Vec<ObjId> = values.iter().map(|&v| self.object_at(v)).collect();
                found.sort();
                found.dedup();
                found.retain(|&o| o != ObjId::NULL);
                found
            }
            None => (1..memory.len())
                .map(ObjId::new)
                .filter(|&o| memory.get(o).is_some() && !self.map.hidden.contains(&o))
                .collect(),
        };
        if objects.len() > WILD_LIMIT {
            return None;
        }
        self.devices_first(&mut objects);
        match self.numbers.compared.entry(t) {
            Entry::Vacant(new) => {
                new.insert(objects.clone());
            }
            Entry::Occupied(old) => old.into_mut().retain(|o| objects.contains(o)),
        }
        let shown = computed || !is_read(b, t);
        for o in objects {
            let base = if shown { self.exposed_start(b, o)? } else { self.fixed_start(b, o)? };
            self.lead_to(b, t, (o, base), &mut none, &mut cases);
        }
        if b.as_bool(none) != Some(false) {
            cases.push(PtrCase { cond: none, obj: ObjId::NULL, off: t });
        }
        Some(Ptr { cases })
    }

    /// The case that an address is of one object, for the runs that are left; takes these away.
    fn lead_to(
        &self,
        b: &mut Builder,
        t: Term,
        (obj, base): (ObjId, Term),
        left: &mut Term,
        cases: &mut smallvec::SmallVec<[PtrCase; 1]>,
    ) {
        let off = b.sub(t, base);
        let size = self.infos[obj.index()].size;
        let ends = self.map.devices.iter().find(|d| d.0 == obj).map(|d| d.1.end());
        let continued = ends.is_some_and(|end| self.map.devices.iter().any(|d| d.1.start == end));
        let inside = if continued { b.ult(off, size) } else { b.ule(off, size) };
        let cond = b.and(*left, inside);
        if b.as_bool(cond) != Some(false) {
            cases.push(PtrCase { cond, obj, off });
            let outside = b.not(inside);
            *left = b.and(*left, outside);
        }
    }

    /// Whether some bytes that nobody has written were read as a pointer.
    pub fn has_undefined(&self) -> bool {
        !self.numbers.undefined.is_empty()
    }

    /// The program compares the address of this object.
    pub fn match_address(&mut self, o: ObjId) {
        self.numbers.matched.insert(o);
    }

    /// A pointer about to be followed: where it holds an address without known origin, that of an object made or
    /// compared with it since then leads to that object. `None` when that could be too many.
    pub fn follow(&mut self, b: &mut Builder, memory: &Memory, p: &Ptr) -> Option<Ptr> {
        let mut cases = smallvec::SmallVec::new();
        for c in &p.cases {
            let near = b.as_u64(c.off).is_some_and(|off| off < NULL_PAGE);
            if c.obj != ObjId::NULL || near || self.elements.areas.is_some() {
                cases.push(*c);
                continue;
            }
            let undefined = self.is_undefined(b, c.off);
            let mut objects = self.unfollowed(b, memory, c.off, undefined);
            self.devices_first(&mut objects);
            if objects.len() > WILD_LIMIT {
                return None;
            }
            let mut none = c.cond;
            let fixed = is_read(b, c.off);
            for o in objects {
                let start = if fixed { self.fixed_start(b, o)? } else { self.start(b, o)? };
                self.lead_to(b, c.off, (o, start), &mut none, &mut cases);
            }
            if b.as_bool(none) != Some(false) {
                cases.push(PtrCase { cond: none, ..*c });
            }
        }
        Some(Ptr { cases })
    }

    /// The objects that an address without known origin was not compared with, and may be found to lead to.
    fn unfollowed(&self, b: &Builder, memory: &Memory, address: Term, undefined: bool) -> Vec<ObjId> {
        let known = self.numbers.compared.get(&root(b, address));
        let is_open = |o: &ObjId| {
            *o != ObjId::NULL && memory.get(*o).is_some() && known.is_none_or(|known| !known.contains(o))
        };
        if undefined && self.numbers.all_match {
            let all = (1..memory.len()).map(ObjId::new);
            return all.filter(is_open).filter(|o| !self.map.hidden.contains(o)).collect();
        }
        self.addresses()
            .map(|(o, _)| o)
            .filter(is_open)
            .filter(|o| !undefined || self.numbers.matched.contains(o))
            .collect()
    }

    /// Whether a case is an address made of initial bytes.
    pub fn is_unset(&mut self, b: &Builder, c: &PtrCase) -> bool {
        c.obj == ObjId::NULL && !b.is_const(c.off) && self.is_undefined(b, c.off)
    }

    /// Whether a case is an address made of initial bytes which may be found to be that of an object.
    pub fn is_stray(&mut self, b: &Builder, memory: &Memory, c: &PtrCase) -> bool {
        c.obj == ObjId::NULL
            && !b.is_const(c.off)
            && self.elements.areas.is_none()
            && self.is_undefined(b, c.off)
            && !self.unfollowed(b, memory, c.off, true).is_empty()
    }

    /// The pointer that initial bytes are.
    pub fn undefined_ptr(&mut self, b: &mut Builder, bytes: Term) -> Ptr {
        self.numbers.undefined.insert(bytes);
        Ptr::to(b, ObjId::NULL, bytes)
    }

    /// Whether an address is made of initial bytes, or of constants of the null page.
    fn is_undefined(&mut self, b: &Builder, t: Term) -> bool {
        let top = root(b, t);
        let mut pending = vec![top];
        let mut seen: HashSet<Term, FxBuildHasher> = HashSet::default();
        while let Some(t) = pending.pop() {
            let t = root(b, t);
            if !seen.insert(t) {
                continue;
            }
            if seen.len() > MIXED_LIMIT {
                return false;
            }
            match b.op(t) {
                _ if self.numbers.undefined.contains(&t) => {}
                Op::Ite => pending.extend([b.arg(t, 1), b.arg(t, 2)]),
                _ if b.as_u64(t).is_some_and(|value| value < NULL_PAGE) => {}
                _ => return false,
            }
        }
        if b.op(top) == Op::Ite {
            // Later values are made of this one.
            self.numbers.undefined.insert(top);
        }
        true
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

/// Whether an integer is made of what arrays hold, where pointers are fixed addresses.
fn is_read(b: &mut Builder, t: Term) -> bool {
    b.cone(&[t]).into_iter().any(|part| matches!(b.sort(part), Sort::Array { .. }))
}

/// A sum without its constants.
fn root(b: &Builder, mut t: Term) -> Term {
    while b.op(t) == Op::Add {
        t = match (b.arg(t, 0), b.arg(t, 1)) {
            (x, y) if b.is_const(y) => x,
            (x, y) if b.is_const(x) => y,
            _ => return t,
        };
    }
    t
}
