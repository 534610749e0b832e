//! What objects hold: scalars read and written, bytes copied and set.

use super::{Memory, ObjId, Reg, TermPiece};
use crate::base::Bits;
use crate::semantics::Scalar;

impl Memory {
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

    /// Reads a scalar of `width` bits in `bytes` bytes. What is symbolic counts as undefined, see [`Memory::pieces`].
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
                reg = reg.with_undef(Some(mask));
            }
        }
        reg
    }

    /// The pieces of terms among some bytes of a live object, each with its offset from the first of these.
    pub fn pieces(&self, id: ObjId, at: usize, count: usize) -> Vec<(u32, TermPiece)> {
        self.get(id).map_or_else(Vec::new, |object| object.pieces_of(at, count, self.big_endian))
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

    /// Writes a scalar in `bytes` bytes.
    #[inline]
    pub fn store(&mut self, id: ObjId, at: usize, bytes: u32, reg: &Reg) {
        let (width, big_endian) = (self.width, self.big_endian);
        let object = self.get_mut(id).expect("a live object");
        let count = bytes as usize;
        bytes_of(&reg.value, &mut object.bytes[at..at + count], big_endian);
        if !object.pointers.is_empty() {
            object.forget_pointers(at, count, width / 8, big_endian);
        }
        if !object.undef.is_empty() || !reg.is_defined() {
            object.mark(at, count, reg, big_endian);
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
        let (width, big_endian) = (self.width / 8, self.big_endian);
        let source = self.get(from).expect("a live object");
        let bytes = source.bytes[start..start + size].to_vec();
        let undef = match source.undef.is_empty() {
            true => Vec::new(),
            false => source.undef[start..start + size].to_vec(),
        };
        let mut pieces = source.pieces_of(start, size, self.big_endian);
        let whole = |p: &u32| *p as usize + width as usize <= start + size;
        // A term tells of a pointer how far it is from its object, which of a part of it nobody knows.
        let low = (start as u32).saturating_sub(width - 1);
        for &p in source.pointers.range(low..(start + size) as u32).map(|(p, _)| p) {
            if (p as usize) < start || !whole(&p) {
                let end = (p + width).saturating_sub(start as u32);
                let from = p.saturating_sub(start as u32);
                pieces.retain(|(at, piece)| *at >= end || at + piece.bytes <= from);
            }
        }
        let pointers: Vec<(u32, ObjId)> = source
            .pointers
            .range(start as u32..(start + size) as u32)
            .filter(|(p, _)| whole(p))
            .map(|(&p, &o)| (p - start as u32 + at as u32, o))
            .collect();
        let object = self.get_mut(to).expect("a live object");
        object.forget_pointers(at, size, width, big_endian);
        object.bytes[at..at + size].copy_from_slice(&bytes);
        if !undef.is_empty() || !object.undef.is_empty() {
            object.all_marked();
            match undef.is_empty() {
                true => object.undef[at..at + size].fill(0),
                false => object.undef[at..at + size].copy_from_slice(&undef),
            }
            object.forget_pieces(at, size, big_endian);
            object.pieces.extend(pieces.into_iter().map(|(offset, piece)| (at as u32 + offset, piece)));
        }
        object.pointers.extend(pointers);
    }

    /// Sets bytes to one value.
    pub fn fill(&mut self, id: ObjId, at: usize, size: usize, byte: &Reg) {
        let (width, big_endian) = (self.width / 8, self.big_endian);
        let object = self.get_mut(id).expect("a live object");
        object.forget_pointers(at, size, width, big_endian);
        object.bytes[at..at + size].fill(byte.value.low() as u8);
        let mask = byte.mask().low() as u8;
        if mask != 0 || !object.undef.is_empty() {
            object.all_marked();
            object.undef[at..at + size].fill(mask);
            object.forget_pieces(at, size, big_endian);
            if let Some(term) = byte.term() {
                let piece = TermPiece { term, low: 0, bytes: 1 };
                object.pieces.extend((at..at + size).map(|at| (at as u32, piece)));
            }
        }
    }
}

/// The bytes of a number, as many as there is room for.
#[inline]
pub(super) fn bytes_of(value: &Scalar, to: &mut [u8], big_endian: bool) {
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
