//! Copying and filling ranges without loops over bytes.

use super::content::{Access, SLOT_LIMIT};
use super::offsets::stride;
use super::space::Space;
use super::unrepresentable::{Result, Unrepresentable};
use crate::engine::bmc::state::{Base, Cell, Content, ObjId, ObjState, Val};
use crate::ilr::{Sort, Term};
use crate::rewrite::Builder;

/// Largest object that is written byte by byte when only the length is symbolic.
const PLACED_LIMIT: u64 = 1 << 10;

/// Longest copy between arrays that is done element by element.
const ELEMENT_LIMIT: u64 = 1 << 12;

/// Bytes taken out of an object, to be put into another (or the same: the pieces are a snapshot).
pub enum Piece {
    /// A scalar at an offset from the start of the piece.
    Scalar(u64, Cell),
    /// Bytes from an offset, so many, all of this value.
    Fill(u64, u64, Term),
}

impl Access<'_> {
    /// The content of a range with constant bounds, in order and without gaps.
    pub fn pieces(&mut self, off: u64, len: u64) -> Result<Vec<Piece>> {
        let mut out = Vec::new();
        if let Content::Array { elem, .. } = self.state.content {
            let step = if off.is_multiple_of(u64::from(elem)) { elem } else { 1 };
            let whole = self.space.is_bytewise(self.obj);
            let mut at = off;
            while at < off + len {
                let size = match whole {
                    true => natural(at, off + len),
                    false if off + len - at >= u64::from(step) => step,
                    false => 1,
                };
                let val = self.load_at(at, size)?;
                out.push(Piece::Scalar(at - off, Cell { size, val }));
                at += u64::from(size);
            }
            return Ok(out);
        }
        let Content::Cells { cells, base } = &self.state.content else { return Ok(out) };
        let (base, end) = (*base, off + len);
        let mut found: Vec<(u64, u32)> = Vec::new();
        if let Some((&start, cell)) = cells.get_prev(&off)
            && start < off
            && start + u64::from(cell.size) > off
        {
            found.push((start, cell.size));
        }
        found.extend(cells.range(off..end).map(|(&start, cell)| (start, cell.size)));
        let mut at = off;
        for (start, size) in found {
            self.gap(base, off, at, start, &mut out)?;
            let stop = start + u64::from(size);
            if start >= off && stop <= end {
                let val = self.load_at(start, size)?;
                out.push(Piece::Scalar(start - off, Cell { size, val }));
            } else {
                for byte in start.max(off)..stop.min(end) {
                    let val = self.load_at(byte, 1)?;
                    out.push(Piece::Scalar(byte - off, Cell { size: 1, val }));
                }
            }
            at = stop.min(end);
        }
        self.gap(base, off, at, end, &mut out)?;
        Ok(out)
    }

    /// Bytes never written: one piece when known, scalars of natural size when not.
    fn gap(&mut self, base: Base, off: u64, from: u64, to: u64, out: &mut Vec<Piece>) -> Result<()> {
        if from >= to {
            return Ok(());
        }
        if let Base::Fill(byte) = base {
            out.push(Piece::Fill(from - off, to - from, byte));
            return Ok(());
        }
        let mut at = from;
        while at < to {
            let size = natural(at, to);
            let val = self.load_at(at, size)?;
            out.push(Piece::Scalar(at - off, Cell { size, val }));
            at += u64::from(size);
        }
        Ok(())
    }

    /// Writes pieces at a constant offset.
    pub fn put(&mut self, off: u64, pieces: Vec<Piece>) -> Result<()> {
        for piece in pieces {
            match piece {
                Piece::Scalar(at, cell) => self.store_at(off + at, cell.size, cell.val)?,
                Piece::Fill(at, len, byte) => self.fill_at(off + at, len, byte)?,
            }
        }
        Ok(())
    }

    /// Makes cells of a piece at its own offset, even where the base says the same.
    pub fn spell(&mut self, piece: Piece) -> Result<()> {
        match piece {
            Piece::Scalar(at, cell) => self.store_at(at, cell.size, cell.val),
            Piece::Fill(at, len, byte) => {
                self.spell_fill(at, len, byte);
                Ok(())
            }
        }
    }

    /// Fills a constant range.
    pub fn fill_at(&mut self, off: u64, len: u64, byte: Term) -> Result<()> {
        if len == 0 {
            return Ok(());
        }
        if let Content::Array { term, elem } = self.state.content {
            if off.is_multiple_of(u64::from(elem)) && len.is_multiple_of(u64::from(elem)) {
                let value = self.repeated(byte, elem);
                let width = index_width(self.b, term);
                let start = self.b.bv(width, off / u64::from(elem));
                let count = len / u64::from(elem);
                if count < 1 << width.min(63) {
                    let count = self.b.bv(width, count);
                    let term = self.b.fill(term, start, count, value);
                    self.state.content = Content::Array { term, elem };
                    return Ok(());
                }
            }
            for at in off..off + len {
                self.store_at(at, 1, Val::Int(byte))?;
            }
            return Ok(());
        }
        if off == 0 && self.space.info(self.obj).size_const == Some(len) {
            self.state.content = super::content::blank(Base::Fill(byte));
            return Ok(());
        }
        self.clear(off, len)?;
        if let Content::Cells { base: Base::Fill(known), .. } = &self.state.content
            && *known == byte
        {
            return Ok(());
        }
        self.spell_fill(off, len, byte);
        Ok(())
    }

    fn spell_fill(&mut self, off: u64, len: u64, byte: Term) {
        let mut at = off;
        while at < off + len {
            let size = natural(at, off + len);
            let value = self.repeated(byte, size);
            if let Content::Cells { cells, .. } = &mut self.state.content {
                cells.insert(at, Cell { size, val: Val::Int(value) });
            }
            at += u64::from(size);
        }
    }

    fn repeated(&mut self, byte: Term, size: u32) -> Term {
        let mut result = byte;
        for _ in 1..size {
            result = self.b.concat(result, byte);
        }
        result
    }

    /// Fills a range, when the condition holds.
    pub fn fill(&mut self, off: Term, len: Term, byte: Term, cond: Term) -> Result<()> {
        let always = self.b.as_bool(cond) == Some(true);
        if always && let (Some(off), Some(len)) = (self.b.as_u64(off), self.b.as_u64(len)) {
            return self.fill_at(off, len, byte);
        }
        let placed = self.b.as_u64(off).is_some();
        if let Some(total) = self.small(if placed { PLACED_LIMIT } else { SLOT_LIMIT }) {
            for at in 0..total {
                let here = self.inside(at, off, len, cond);
                self.put_byte(at, here, |_| Ok(byte))?;
            }
            return Ok(());
        }
        let (elem, low) = self.common_elem(&[off, len], None)?;
        let zero = self.b.bv(self.space.width, 0);
        let len = self.b.ite(cond, len, zero);
        self.become_array(elem)?;
        let Content::Array { term, elem: now } = self.state.content else {
            return Err(Unrepresentable::Shape);
        };
        if now != elem && (now.trailing_zeros() > low || !now.is_power_of_two()) {
            return Err(self.space.unfit(self.obj));
        }
        let value = self.repeated(byte, now);
        let (start, count) = (self.index(off, now), self.index(len, now));
        if !self.count_fits(now) {
            return Err(self.space.unfit(self.obj));
        }
        let term = self.b.fill(term, start, count, value);
        self.state.content = Content::Array { term, elem: now };
        Ok(())
    }

    /// Whether a count of elements never wraps in the width of an index.
    fn count_fits(&self, elem: u32) -> bool {
        let count = self.space.info(self.obj).size_const.map(|size| size / u64::from(elem));
        count.is_none_or(|count| count.checked_shr(self.index_width(elem)).unwrap_or(0) == 0)
    }

    /// The size, when an object is small enough to be handled byte by byte.
    fn small(&self, limit: u64) -> Option<u64> {
        self.space.info(self.obj).size_const.filter(|&s| s <= limit)
    }

    /// at in [off, off + len), and the condition.
    fn inside(&mut self, at: u64, off: Term, len: Term, cond: Term) -> Term {
        let at = self.b.bv(self.space.width, at);
        let delta = self.b.sub(at, off);
        let inside = self.b.ult(delta, len);
        self.b.and(inside, cond)
    }

    fn put_byte(&mut self, at: u64, here: Term, byte: impl FnOnce(&mut Self) -> Result<Term>) -> Result<()> {
        if self.b.as_bool(here) == Some(false) {
            return Ok(());
        }
        let byte = byte(self)?;
        let old = self.load_at(at, 1)?;
        let new = self.space.ite(self.b, here, &Val::Int(byte), &old).ok_or(Unrepresentable::AddressSpace)?;
        self.store_at(at, 1, new)
    }

    /// Largest element that offsets and lengths are multiples of, and its logarithm.
    fn common_elem(&mut self, terms: &[Term], other: Option<u32>) -> Result<(u32, u32)> {
        let mut low = 3;
        for &t in terms {
            let (step, first) = stride(self.b, t);
            let zeros = if first == 0 { step.trailing_zeros() } else { first.trailing_zeros() };
            low = low.min(zeros);
        }
        let elem = match (&self.state.content, other) {
            (Content::Array { elem, .. }, _) => *elem,
            _ if self.space.is_bytewise(self.obj) => 1,
            (_, Some(elem)) => elem,
            _ => 1 << low,
        };
        if elem.trailing_zeros() > low || !elem.is_power_of_two() {
            return Err(self.space.unfit(self.obj));
        }
        Ok((elem, low))
    }
}

/// Largest scalar at an offset that its size divides and that ends by `end`, in bytes.
fn natural(at: u64, end: u64) -> u32 {
    let fits = |&s: &u32| at.is_multiple_of(u64::from(s)) && at + u64::from(s) <= end;
    [8u32, 4, 2, 1].into_iter().find(fits).expect("a byte fits")
}

/// Width of an array term's index.
fn index_width(b: &Builder, array: Term) -> u32 {
    match b.sort(array) {
        Sort::Array { index, .. } => index,
        other => panic!("array expected, found {other}"),
    }
}

/// A range of an object.
#[derive(Clone, Copy)]
pub struct Range {
    /// Object.
    pub obj: ObjId,
    /// First byte.
    pub off: Term,
}

/// An end of a copy: where it is, and the object in its state.
type End<'a> = (Range, &'a mut ObjState);

/// Copies `len` bytes between objects (or within one, as `memmove` does), when the condition holds.
/// `from_state` is a snapshot of the source.
pub fn copy(
    b: &mut Builder,
    space: &mut Space,
    to: End<'_>,
    from: End<'_>,
    len: Term,
    cond: Term,
) -> Result<()> {
    let (target, source) = (to.0, from.0);
    let done = copy_all(b, space, to, from, len, cond);
    if matches!(done, Err(Unrepresentable::Shape)) {
        space.unfit(source.obj);
        space.unfit(target.obj);
    }
    space.hold_copies(b, source, target, len);
    done
}

fn copy_all(
    b: &mut Builder,
    space: &mut Space,
    to: End<'_>,
    from: End<'_>,
    len: Term,
    cond: Term,
) -> Result<()> {
    let ((to, to_state), (from, from_state)) = (to, from);
    let always = b.as_bool(cond) == Some(true);
    if let (true, Some(d), Some(s), Some(n)) = (always, b.as_u64(to.off), b.as_u64(from.off), b.as_u64(len)) {
        let pieces = Access { b, space, obj: from.obj, state: from_state }.pieces(s, n)?;
        return Access { b, space, obj: to.obj, state: to_state }.put(d, pieces);
    }
    let sizes = (space.info(to.obj).size_const, space.info(from.obj).size_const);
    // With constant places each byte has one source, so larger objects stay cheap.
    let placed = b.as_u64(to.off).is_some() && b.as_u64(from.off).is_some();
    if let (Some(total), Some(source)) = sizes
        && total <= if placed { PLACED_LIMIT } else { SLOT_LIMIT }
        && source <= ELEMENT_LIMIT
    {
        return copy_bytes(b, space, (to, to_state), (from, from_state), len, cond, total);
    }
    if let Some(n) = b.as_u64(len)
        && n <= SLOT_LIMIT
    {
        return copy_short(b, space, (to, to_state), (from, from_state), n, cond);
    }
    // Array terms with elements of one size on both sides.
    let other = match &to_state.content {
        Content::Array { elem, .. } => Some(*elem),
        Content::Cells { .. } => space.is_bytewise(to.obj).then_some(1),
    };
    let mut source = Access { b, space, obj: from.obj, state: from_state };
    let (elem, _) = source.common_elem(&[from.off, to.off, len], other)?;
    source.become_array(elem)?;
    let Content::Array { term: src, elem: src_elem } = source.state.content else {
        return Err(Unrepresentable::Shape);
    };
    let src_at = source.index(from.off, elem);
    let mut target = Access { b, space, obj: to.obj, state: to_state };
    target.become_array(elem)?;
    let Content::Array { term: dst, elem: dst_elem } = target.state.content else {
        return Err(Unrepresentable::Shape);
    };
    if src_elem != elem || dst_elem != elem || !target.count_fits(elem) {
        return Err(Unrepresentable::Shape);
    }
    let at = target.index(to.off, elem);
    let zero = target.b.bv(target.space.width, 0);
    let len = target.b.ite(cond, len, zero);
    let count = target.index(len, elem);
    let (wd, ws) = (index_width(target.b, dst), index_width(target.b, src));
    if wd != ws {
        return Err(Unrepresentable::Shape);
    }
    let term = target.b.copy(dst, at, src, src_at, count);
    target.state.content = Content::Array { term, elem };
    Ok(())
}

/// Into a small object: every byte of it is the source's or its own.
fn copy_bytes(
    b: &mut Builder,
    space: &mut Space,
    to: End<'_>,
    from: End<'_>,
    len: Term,
    cond: Term,
    total: u64,
) -> Result<()> {
    let ((to, to_state), (from, from_state)) = (to, from);
    let width = space.width;
    for at in 0..total {
        let here = Access { b, space, obj: to.obj, state: to_state }.inside(at, to.off, len, cond);
        if b.as_bool(here) == Some(false) {
            continue;
        }
        let place = b.bv(width, at);
        let delta = b.sub(place, to.off);
        let source = b.add(from.off, delta);
        let byte = Access { b, space, obj: from.obj, state: from_state }.load(source, 1)?;
        let mut target = Access { b, space, obj: to.obj, state: to_state };
        let byte = target.space.as_int(target.b, &byte).ok_or(Unrepresentable::AddressSpace)?;
        target.put_byte(at, here, |_| Ok(byte))?;
    }
    Ok(())
}

/// A short constant length between symbolic places: scalar by scalar, read before the first write.
fn copy_short(
    b: &mut Builder,
    space: &mut Space,
    to: End<'_>,
    from: End<'_>,
    len: u64,
    cond: Term,
) -> Result<()> {
    let ((to, to_state), (from, from_state)) = (to, from);
    let width = space.width;
    let unit = {
        let mut low = len.trailing_zeros().min(3);
        for t in [to.off, from.off] {
            let (step, first) = stride(b, t);
            low = low.min(if first == 0 { step.trailing_zeros() } else { first.trailing_zeros() });
        }
        1u32 << low
    };
    let mut values = Vec::new();
    for i in 0..len / u64::from(unit) {
        let delta = b.bv(width, i * u64::from(unit));
        let source = b.add(from.off, delta);
        values.push(Access { b, space, obj: from.obj, state: from_state }.load(source, unit)?);
    }
    for (i, value) in values.into_iter().enumerate() {
        let delta = b.bv(width, i as u64 * u64::from(unit));
        let target = b.add(to.off, delta);
        Access { b, space, obj: to.obj, state: to_state }.store(target, unit, &value, cond)?;
    }
    Ok(())
}
