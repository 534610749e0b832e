//! What objects hold before they are written: any bytes. Every byte of an object in one of its lifetimes belongs to one
//! variable: that of the first read which met it. Later reads are made of it, whatever their widths and whichever state
//! they are in, so that all that is read of a byte agrees, and a model tells one content.

use super::space::Space;
use crate::engine::bmc::state::Origin;
use crate::engine::bmc::state::{ObjId, VarKind};
use crate::ilr::{Sort, Term};
use crate::rewrite::Builder;
use std::collections::BTreeMap;

/// Initial bytes that nobody wrote, read as one scalar.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct UndefCell {
    /// Object.
    pub obj: ObjId,
    /// Which of its lifetimes, or 0.
    pub lifetime: u64,
    /// Byte offset.
    pub off: u64,
    /// Bytes.
    pub size: u32,
}

/// The variables of an object in one of its lifetimes.
#[derive(Default)]
pub struct Initial {
    /// Scalars that were read before there was an array: by offset, not overlapping, with their bytes.
    pub cells: BTreeMap<u64, (u32, Term)>,
    /// All other bytes.
    pub array: Option<InitialArray>,
}

/// Initial bytes as an array.
#[derive(Clone, Copy)]
pub struct InitialArray {
    /// The variable.
    pub var: Term,
    /// The same with the scalars that were read before.
    pub whole: Term,
    /// Width of an index.
    pub index: u32,
    /// Bytes of an element.
    pub elem: u32,
}

impl Initial {
    /// Scalars that overlap a range, in order: offset, bytes, variable.
    fn overlapping(&self, off: u64, end: u64) -> Vec<(u64, u32, Term)> {
        let before = self.cells.range(..off).next_back().filter(|(at, cell)| *at + u64::from(cell.0) > off);
        let all = before.into_iter().chain(self.cells.range(off..end));
        all.map(|(&at, &(size, term))| (at, size, term)).collect()
    }
}

impl Space {
    /// Initial bytes as a scalar.
    pub fn undef_cell(&mut self, b: &mut Builder, cell: UndefCell) -> Term {
        let global = matches!(self.info(cell.obj).origin, Origin::Global(_));
        if let Some(fixed) = self.fixed.as_ref().filter(|f| !f.open || global) {
            let key = (self.info(cell.obj).key, cell.lifetime);
            let base = fixed.addresses.get(&key.0).copied();
            let value = fixed.bytes(key, base, cell.off, cell.size, self.big_endian);
            return b.constant(&value);
        }
        let of = (cell.obj, cell.lifetime);
        let end = cell.off + u64::from(cell.size);
        let known = self.initial.entry(of).or_default();
        let overlaps = match known.cells.get(&cell.off) {
            Some(&(size, term)) if size == cell.size => return term,
            _ => known.overlapping(cell.off, end),
        };
        let mut parts = Vec::new();
        let mut at = cell.off;
        for (start, size, term) in overlaps {
            self.unread(b, of, at, start, &mut parts);
            at = at.max(start);
            let stop = end.min(start + u64::from(size));
            parts.push(self.bytes_of(b, term, (at - start) as u32, (stop - at) as u32));
            at = stop;
        }
        self.unread(b, of, at, end, &mut parts);
        self.joined(b, &parts)
    }

    /// What variables for an object's initial bytes are.
    fn initial_kind(&self, o: ObjId) -> VarKind {
        match self.info(o).origin {
            Origin::Global(_) => VarKind::Declared,
            _ => VarKind::Initial,
        }
    }

    /// Parts for a range in which no scalar was read: of the array, or a scalar from now on.
    fn unread(&mut self, b: &mut Builder, of: (ObjId, u64), from: u64, to: u64, parts: &mut Vec<Term>) {
        let kind = self.initial_kind(of.0);
        let mut at = from;
        while at < to {
            let known = self.initial.entry(of).or_default();
            let Some(array) = known.array else {
                let size = (to - at) as u32;
                let name = format!("undef!{}!{:x}!{at}!{size}", of.0.index(), of.1);
                let term = kind.var(b, &name, Sort::Bv(8 * size));
                known.cells.insert(at, (size, term));
                parts.push(term);
                return;
            };
            let elem = u64::from(array.elem);
            let index = b.bv(array.index, at / elem);
            let element = b.select(array.var, index);
            let stop = to.min((at / elem + 1) * elem);
            parts.push(self.bytes_of(b, element, (at % elem) as u32, (stop - at) as u32));
            at = stop;
        }
    }

    /// The array for initial bytes; the first use fixes the size of its elements. `None` where that is another one.
    pub fn undef_array(&mut self, b: &mut Builder, of: (ObjId, u64), index: u32, elem: u32) -> Option<Term> {
        let kind = self.initial_kind(of.0);
        let known = self.initial.entry(of).or_default();
        if let Some(array) = known.array {
            return (array.elem == elem).then_some(array.whole);
        }
        let cells: Vec<(u64, u32)> = known.cells.iter().map(|(&at, &(size, _))| (at, size)).collect();
        let name = format!("undef!{}!{:x}", of.0.index(), of.1);
        let var = kind.var(b, &name, Sort::Array { index, elem: 8 * elem });
        known.array = Some(InitialArray { var, whole: var, index, elem });
        let mut whole = var;
        let mut done = None;
        for (start, size) in cells {
            let last = (start + u64::from(size) - 1) / u64::from(elem);
            for k in start / u64::from(elem)..=last {
                if done.is_none_or(|done| done < k) {
                    done = Some(k);
                    let cell = UndefCell { obj: of.0, lifetime: of.1, off: k * u64::from(elem), size: elem };
                    let value = self.undef_cell(b, cell);
                    let at = b.bv(index, k);
                    whole = b.store_elem(whole, at, value);
                }
            }
        }
        self.initial.entry(of).or_default().array = Some(InitialArray { var, whole, index, elem });
        Some(whole)
    }

    /// Bytes of an element of the array for initial bytes, where there is one.
    pub fn undef_elem(&self, of: (ObjId, u64)) -> Option<u32> {
        Some(self.initial.get(&of)?.array?.elem)
    }

    /// The variable for initial bytes, if they were read as this scalar first.
    pub fn undef_variable(&self, cell: UndefCell) -> Option<Term> {
        let (size, var) = *self.initial.get(&(cell.obj, cell.lifetime))?.cells.get(&cell.off)?;
        (size == cell.size).then_some(var)
    }

    /// The variable for initial bytes that are an array with elements of so many bytes.
    pub fn undef_array_variable(&self, of: (ObjId, u64), elem: u32) -> Option<Term> {
        let array = self.initial.get(&of)?.array?;
        (array.elem == elem).then_some(array.var)
    }

    /// Variables for initial bytes that are scalars.
    pub fn undef_cells(&self) -> impl Iterator<Item = (UndefCell, Term)> + '_ {
        self.initial.iter().flat_map(|(&(obj, lifetime), initial)| {
            let cells = initial.cells.iter();
            cells.map(move |(&off, &(size, term))| (UndefCell { obj, lifetime, off, size }, term))
        })
    }

    /// Variables for initial bytes that are arrays: object, lifetime, the array.
    pub fn undef_arrays(&self) -> impl Iterator<Item = ((ObjId, u64), InitialArray)> + '_ {
        self.initial.iter().filter_map(|(&of, initial)| Some((of, initial.array?)))
    }

    /// So many bytes of a scalar, from that byte on, lowest address first.
    fn bytes_of(&self, b: &mut Builder, t: Term, from: u32, count: u32) -> Term {
        let all = b.width(t) / 8;
        let low = 8 * if self.big_endian { all - from - count } else { from };
        b.extract(t, low + 8 * count - 1, low)
    }

    /// Parts, lowest address first, as one scalar.
    fn joined(&self, b: &mut Builder, parts: &[Term]) -> Term {
        let mut result = parts[0];
        for &part in &parts[1..] {
            result = if self.big_endian { b.concat(result, part) } else { b.concat(part, result) };
        }
        result
    }
}
