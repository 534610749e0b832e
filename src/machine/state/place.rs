//! Addresses: what a pointer leads to, and which address an object has.

use super::memory::{APART, Cell, FIRST, OFFSET_BITS};
use super::{Memory, Mode, ObjId, Origin, Reg};
use crate::base::word;
use crate::property::Check;
use crate::semantics::NULL_PAGE;

/// Addresses below name no object on targets of 64 bits: only device memory lies there.
const NAMES: u64 = 1 << OFFSET_BITS;

impl Memory {
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
        if self.is_wide() && address >= NAMES && (!self.scripted || address >> APART.trailing_zeros() == 1) {
            let id = ((address & !APART) >> OFFSET_BITS) as usize;
            return (id < self.cells.len()).then(|| ObjId::new(id));
        }
        self.placed.range(..=address).next_back().map(|(_, &id)| id)
    }

    /// The pointer that a number is, which belongs to what lies at its address where several addresses were made into it.
    pub fn anchored(&self, number: Reg) -> Reg {
        if let Some(device) = self.devices.pointer(&number) {
            return device;
        }
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
            Some(Cell::Dead(Origin::Stack | Origin::Argument(_))) => Err(Check::UseAfterReturn),
            _ => Err(outside),
        }
    }
}
