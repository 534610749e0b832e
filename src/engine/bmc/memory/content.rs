//! Loads and stores within one object.

use super::initial::UndefCell;
use super::offsets::{exact, stride};
use super::space::Space;
use super::unrepresentable::{Result, Unrepresentable};
use crate::base::word;
use crate::engine::bmc::state::{Base, Cell, Content, ObjId, ObjState, Val};
use crate::ilr::{Op, Term};
use crate::rewrite::Builder;
use imbl::OrdMap;
use rustc_hash::FxHashMap;

/// Most scalars among which a symbolic offset chooses without an array term.
pub const SLOT_LIMIT: u64 = 64;

/// Most terms that are looked at to see that an offset is one of few constants.
const CHOSEN_LIMIT: usize = 64;

/// Least width of an element number in an array term.
const COMMON_INDEX_WIDTH: u32 = 12;

/// Largest object, in bytes, that is taken apart into bytes when accesses do not fit its elements.
const REBUILD_LIMIT: u64 = 1 << 14;

/// Access to one object of one state.
pub struct Access<'a> {
    /// Terms.
    pub b: &'a mut Builder,
    /// All objects.
    pub space: &'a mut Space,
    /// Which object.
    pub obj: ObjId,
    /// Its state.
    pub state: &'a mut ObjState,
}

impl Access<'_> {
    /// A scalar as bytes are made of it that the program may see.
    fn int(&mut self, v: &Val) -> Result<Term> {
        self.space.as_int(self.b, v).ok_or(Unrepresentable::AddressSpace)
    }

    /// A scalar as an array holds it at offsets that are `first` modulo `step`.
    fn held(&mut self, v: &Val, slot: (u64, u64)) -> Result<Term> {
        if let Val::Ptr(p) = v
            && p.cases.iter().any(|c| c.obj != ObjId::NULL)
        {
            self.space.hold(self.obj, slot);
        }
        self.space.as_held(self.b, v).ok_or(Unrepresentable::AddressSpace)
    }

    /// Joins bytes or equal parts, lowest address first.
    fn join(&mut self, parts: &[Term]) -> Term {
        let mut result = parts[0];
        for &part in &parts[1..] {
            result =
                if self.space.big_endian { self.b.concat(result, part) } else { self.b.concat(part, result) };
        }
        result
    }

    /// Part number `i`, lowest address first, of `n` equal parts.
    fn part(&mut self, t: Term, i: u32, n: u32) -> Term {
        let bits = self.b.width(t) / n;
        let i = if self.space.big_endian { n - 1 - i } else { i };
        self.b.extract(t, (i + 1) * bits - 1, i * bits)
    }

    /// Whether bytes are behind the end of the address space, so that no object has them.
    fn is_beyond(&self, off: u64, size: u32) -> bool {
        let most = word::mask(self.space.width);
        off.checked_add(size.into()).is_none_or(|end| end > most)
    }

    /// The scalar of `size` bytes at a constant offset. Which value an invalid access has is not asked.
    pub fn load_at(&mut self, off: u64, size: u32) -> Result<Val> {
        if self.is_beyond(off, size) {
            return Ok(Val::Int(self.b.bv(8 * size, 0)));
        }
        match &self.state.content {
            Content::Cells { cells, base } => {
                let end = off + u64::from(size);
                if let Some(cell) = cells.get(&off)
                    && cell.size == size
                {
                    return Ok(cell.val.clone());
                }
                let overlaps = self.overlapping(off, end);
                let base = *base;
                if overlaps.is_empty() {
                    let t = self.initial(base, off, size);
                    if matches!(base, Base::Undef(_))
                        && 8 * size == self.space.width
                        && self.space.elements.areas.is_none()
                    {
                        let val = Val::Ptr(self.space.undefined_ptr(self.b, t));
                        self.store_at(off, size, val.clone())?;
                        return Ok(val);
                    }
                    return Ok(Val::Int(t));
                }
                let mut bytes = Vec::with_capacity(size as usize);
                let mut at = off;
                for (start, cell) in overlaps {
                    while at < start {
                        bytes.push(self.initial(base, at, 1));
                        at += 1;
                    }
                    let value = self.int(&cell.val)?;
                    while at < end && at < start + u64::from(cell.size) {
                        bytes.push(self.part(value, (at - start) as u32, cell.size));
                        at += 1;
                    }
                }
                while at < end {
                    bytes.push(self.initial(base, at, 1));
                    at += 1;
                }
                Ok(Val::Int(self.join(&bytes)))
            }
            Content::Array { .. } => {
                let off = self.b.bv(self.space.width, off);
                self.array_load(off, size)
            }
        }
    }

    /// Cells that overlap a range, in order.
    fn overlapping(&self, off: u64, end: u64) -> Vec<(u64, Cell)> {
        let Content::Cells { cells, .. } = &self.state.content else { return Vec::new() };
        let mut found = Vec::new();
        if let Some((&start, cell)) = cells.get_prev(&off)
            && start < off
            && start + u64::from(cell.size) > off
        {
            found.push((start, cell.clone()));
        }
        found.extend(cells.range(off..end).map(|(&start, cell)| (start, cell.clone())));
        found
    }

    /// Initial bytes; unknown ones become a cell, so that they stay what they were read as.
    fn initial(&mut self, base: Base, off: u64, size: u32) -> Term {
        match base {
            Base::Fill(byte) => {
                let parts = vec![byte; size as usize];
                self.join(&parts)
            }
            Base::Undef(lifetime) => {
                let t = self.space.undef_cell(self.b, UndefCell { obj: self.obj, lifetime, off, size });
                if let Content::Cells { cells, .. } = &mut self.state.content {
                    cells.insert(off, Cell { size, val: Val::Int(t) });
                }
                t
            }
        }
    }

    /// Stores a scalar of `size` bytes at a constant offset. An invalid store has no effect that is asked.
    pub fn store_at(&mut self, off: u64, size: u32, val: Val) -> Result<()> {
        if self.is_beyond(off, size) {
            return Ok(());
        }
        if matches!(self.state.content, Content::Array { .. }) {
            let off = self.b.bv(self.space.width, off);
            return self.array_store(off, size, &val);
        }
        if let Content::Cells { cells, .. } = &mut self.state.content
            && let Some(cell) = cells.get_mut(&off)
            && cell.size == size
        {
            cell.val = val;
            return Ok(());
        }
        self.clear(off, u64::from(size))?;
        if let Content::Cells { cells, .. } = &mut self.state.content {
            cells.insert(off, Cell { size, val });
        }
        Ok(())
    }

    /// Removes the cells of a range, keeping the bytes of theirs that lie outside it.
    pub fn clear(&mut self, off: u64, len: u64) -> Result<()> {
        let end = off + len;
        for (start, cell) in self.overlapping(off, end) {
            let stop = start + u64::from(cell.size);
            if let Content::Cells { cells, .. } = &mut self.state.content {
                cells.remove(&start);
            }
            if start >= off && stop <= end {
                continue;
            }
            let value = self.int(&cell.val)?;
            for at in (start..stop).filter(|&at| at < off || at >= end) {
                let byte = self.part(value, (at - start) as u32, cell.size);
                if let Content::Cells { cells, .. } = &mut self.state.content {
                    cells.insert(at, Cell { size: 1, val: Val::Int(byte) });
                }
            }
        }
        Ok(())
    }

    /// The offsets that a term can have: first, distance, count; for accesses of `size` bytes inside the object.
    fn grid(&mut self, off: Term, size: u32) -> Option<(u64, u64, u64)> {
        let total = self.space.info(self.obj).size_const?;
        let (step, first) = stride(self.b, off);
        let last = total.checked_sub(u64::from(size))?;
        let count = if first > last { 0 } else { (last - first) / step + 1 };
        Some((first, step, count))
    }

    /// The scalar of `size` bytes at any offset; meaningful when the access lies within the object.
    pub fn load(&mut self, off: Term, size: u32) -> Result<Val> {
        if let Some(off) = self.b.as_u64(off) {
            return self.load_at(off, size);
        }
        if matches!(self.state.content, Content::Cells { .. }) {
            if self.offsets(off).is_some() {
                return self.load_chosen((off, 0), size, &mut FxHashMap::default());
            }
            match self.grid(off, size) {
                Some((first, step, count)) if count <= SLOT_LIMIT => {
                    return self.choose(off, size, first, step, count);
                }
                _ => self.make_array(off, size)?,
            }
        }
        self.array_load(off, size)
    }

    /// The offsets that a term chooses between, in order, where these are few constants.
    fn offsets(&self, off: Term) -> Option<Vec<u64>> {
        let (mut found, mut seen, mut open) = (Vec::new(), Vec::new(), vec![(off, 0_u64)]);
        while let Some((t, plus)) = open.pop() {
            if seen.contains(&(t, plus)) {
                continue;
            }
            if seen.len() >= CHOSEN_LIMIT {
                return None;
            }
            seen.push((t, plus));
            match (self.b.as_u64(t), self.b.op(t)) {
                (Some(n), _) => found.push(word::trunc(self.space.width, n.wrapping_add(plus))),
                (None, Op::Ite) => open.extend([(self.b.arg(t, 1), plus), (self.b.arg(t, 2), plus)]),
                (None, Op::Add) => open.push(self.moved(t, plus)?),
                _ => return None,
            }
        }
        found.sort_unstable();
        found.dedup();
        Some(found)
    }

    /// The other part of a sum with a constant, and the constant added to `plus`.
    fn moved(&self, sum: Term, plus: u64) -> Option<(Term, u64)> {
        let (x, y) = (self.b.arg(sum, 0), self.b.arg(sum, 1));
        let constant = |t| self.b.as_u64(t).map(|n| plus.wrapping_add(n));
        constant(y).map(|plus| (x, plus)).or_else(|| constant(x).map(|plus| (y, plus)))
    }

    /// A load at [`Access::offsets`], by the conditions that choose between them.
    fn load_chosen(
        &mut self,
        (off, plus): (Term, u64),
        size: u32,
        known: &mut FxHashMap<(Term, u64), Val>,
    ) -> Result<Val> {
        if let Some(value) = known.get(&(off, plus)) {
            return Ok(value.clone());
        }
        let value = if let Some(n) = self.b.as_u64(off) {
            let at = word::trunc(self.space.width, n.wrapping_add(plus));
            let total = self.space.info(self.obj).size_const;
            let outside =
                total.is_some_and(|total| at.checked_add(u64::from(size)).is_none_or(|end| end > total));
            if outside { Val::Int(self.b.bv(8 * size, 0)) } else { self.load_at(at, size)? }
        } else if self.b.op(off) == Op::Ite {
            let (c, x, y) = (self.b.arg(off, 0), self.b.arg(off, 1), self.b.arg(off, 2));
            let x = self.load_chosen((x, plus), size, known)?;
            let y = self.load_chosen((y, plus), size, known)?;
            self.space.ite(self.b, c, &x, &y).ok_or(Unrepresentable::AddressSpace)?
        } else {
            let rest = self.moved(off, plus).ok_or(Unrepresentable::Shape)?;
            self.load_chosen(rest, size, known)?
        };
        known.insert((off, plus), value.clone());
        Ok(value)
    }

    /// A load as a tree of choices on the bits of the slot number.
    fn choose(&mut self, off: Term, size: u32, first: u64, step: u64, count: u64) -> Result<Val> {
        if count == 0 {
            let zero = self.b.bv(8 * size, 0);
            return Ok(Val::Int(zero));
        }
        let mut row = Vec::with_capacity(count as usize);
        for k in 0..count {
            row.push(self.load_at(first + k * step, size)?);
        }
        let mut bit = step.trailing_zeros();
        while row.len() > 1 {
            let digit = self.b.extract(off, bit, bit);
            let upper = self.b.bv_to_bool(digit);
            let mut next = Vec::with_capacity(row.len().div_ceil(2));
            for pair in row.chunks(2) {
                next.push(match pair {
                    [x, y] => self.space.ite(self.b, upper, y, x).ok_or(Unrepresentable::AddressSpace)?,
                    _ => pair[0].clone(),
                });
            }
            row = next;
            bit += 1;
        }
        Ok(row.swap_remove(0))
    }

    /// Stores a scalar of `size` bytes at any offset, when the condition holds.
    pub fn store(&mut self, off: Term, size: u32, val: &Val, cond: Term) -> Result<()> {
        if let Some(off) = self.b.as_u64(off) {
            let val = self.guarded(off, size, val, cond)?;
            return self.store_at(off, size, val);
        }
        if matches!(self.state.content, Content::Cells { .. }) {
            let total = self.space.info(self.obj).size_const;
            if let (Some(offsets), Some(last)) =
                (self.offsets(off), total.and_then(|total| total.checked_sub(u64::from(size))))
                && offsets.windows(2).all(|pair| pair[1] - pair[0] >= u64::from(size))
            {
                let inside = offsets.into_iter().take_while(|&at| at <= last);
                return self.store_slots(off, size, val, cond, inside);
            }
            match self.grid(off, size) {
                Some((first, step, count)) if count <= SLOT_LIMIT && step >= u64::from(size) => {
                    return self.store_slots(off, size, val, cond, (0..count).map(|k| first + k * step));
                }
                Some((first, step, count)) if count.saturating_mul(u64::from(size)) <= 2 * SLOT_LIMIT => {
                    return self.store_bytes(off, size, val, cond, (first, step, count));
                }
                _ => self.make_array(off, size)?,
            }
        }
        if self.b.as_bool(cond) == Some(true) {
            return self.array_store(off, size, val);
        }
        let old = self.array_load(off, size)?;
        let slot = stride(self.b, off);
        let (new, old) = (self.held(val, slot)?, self.held(&old, slot)?);
        let merged = self.b.ite(cond, new, old);
        self.array_store(off, size, &Val::Int(merged))
    }

    /// A store at one of some offsets, where these places do not overlap.
    fn store_slots(
        &mut self,
        off: Term,
        size: u32,
        val: &Val,
        cond: Term,
        offsets: impl Iterator<Item = u64>,
    ) -> Result<()> {
        for at in offsets {
            let place = self.b.bv(self.space.width, at);
            let here = self.b.eq(off, place);
            let here = self.b.and(here, cond);
            if self.b.as_bool(here) == Some(false) {
                continue;
            }
            let new = self.guarded(at, size, val, here)?;
            self.store_at(at, size, new)?;
        }
        Ok(())
    }

    fn guarded(&mut self, off: u64, size: u32, val: &Val, cond: Term) -> Result<Val> {
        if self.b.as_bool(cond) == Some(true) {
            return Ok(val.clone());
        }
        let old = self.load_at(off, size)?;
        self.space.ite(self.b, cond, val, &old).ok_or(Unrepresentable::AddressSpace)
    }

    /// A store whose possible places overlap, byte by byte.
    fn store_bytes(
        &mut self,
        off: Term,
        size: u32,
        val: &Val,
        cond: Term,
        grid: (u64, u64, u64),
    ) -> Result<()> {
        let (first, step, count) = grid;
        let value = self.int(val)?;
        for k in 0..count {
            let at = first + k * step;
            let place = self.b.bv(self.space.width, at);
            let here = self.b.eq(off, place);
            let here = self.b.and(here, cond);
            if self.b.as_bool(here) == Some(false) {
                continue;
            }
            for i in 0..size {
                let byte = self.part(value, i, size);
                let new = self.guarded(at + u64::from(i), 1, &Val::Int(byte), here)?;
                self.store_at(at + u64::from(i), 1, new)?;
            }
        }
        Ok(())
    }

    /// Turns cells into an array term with elements that fit an access.
    pub fn make_array(&mut self, off: Term, size: u32) -> Result<()> {
        let (step, first) = stride(self.b, off);
        let aligned = size.is_power_of_two()
            && size <= 8
            && step % u64::from(size) == 0
            && first % u64::from(size) == 0;
        let elem = if aligned && !self.space.is_bytewise(self.obj) { size } else { 1 };
        // Parts of larger elements are cheap, elements of larger scalars too: follow what is there.
        self.become_array(elem)
    }

    /// Width of the element number. Most objects have the same, so that bytes can be copied from one to the other.
    pub fn index_width(&self, elem: u32) -> u32 {
        let all = self.space.width - elem.trailing_zeros();
        match self.space.info(self.obj).size_const {
            Some(size) if !self.space.is_bytewise(self.obj) => {
                let count = size.div_ceil(u64::from(elem)).max(2);
                (64 - (count - 1).leading_zeros()).clamp(COMMON_INDEX_WIDTH, all)
            }
            _ => all,
        }
    }

    /// Turns the content into an array term with elements of `elem` bytes; of one, where the object's array has bytes.
    pub fn become_array(&mut self, elem: u32) -> Result<()> {
        let Content::Cells { cells, base } = self.state.content.clone() else { return Ok(()) };
        let elem = if self.space.is_bytewise(self.obj) { 1 } else { elem };
        let width = self.index_width(elem);
        let (base, elem) = match base {
            Base::Fill(byte) => {
                let parts = vec![byte; elem as usize];
                let value = self.join(&parts);
                (self.b.const_array(width, value), elem)
            }
            Base::Undef(lifetime) => {
                let of = (self.obj, lifetime);
                let elem = self.space.undef_elem(of).unwrap_or(elem);
                let width = self.index_width(elem);
                let array = self.space.undef_array(self.b, of, width, elem);
                (array.ok_or_else(|| self.space.unfit(self.obj))?, elem)
            }
        };
        let width = self.index_width(elem);
        let mut term = base;
        let mut done = None;
        for (&start, cell) in &cells {
            let stop = start + u64::from(cell.size);
            for k in start / u64::from(elem)..stop.div_ceil(u64::from(elem)) {
                if done == Some(k) {
                    continue;
                }
                done = Some(k);
                let value = self.slot_over(base, k, elem)?;
                let index = self.b.bv(width, k);
                // Initial bytes that were read are in the initial array.
                if self.b.select(base, index) != value {
                    term = self.b.store_elem(term, index, value);
                }
            }
        }
        self.state.content = Content::Array { term, elem };
        Ok(())
    }

    /// Element `k`, its bytes from the cells where there are any and from the initial array elsewhere.
    fn slot_over(&mut self, initial: Term, k: u64, elem: u32) -> Result<Term> {
        let start = k * u64::from(elem);
        if let Content::Cells { cells, .. } = &self.state.content
            && let Some(cell) = cells.get(&start)
            && cell.size == elem
        {
            let value = cell.val.clone();
            return self.held(&value, exact(start));
        }
        let width = self.index_width(elem);
        let index = self.b.bv(width, k);
        let whole = self.b.select(initial, index);
        let mut bytes = Vec::new();
        for i in 0..elem {
            let at = start + u64::from(i);
            bytes.push(match self.overlapping(at, at + 1).pop() {
                None => self.part(whole, i, elem),
                Some((first, cell)) => {
                    let value = self.held(&cell.val, exact(first))?;
                    self.part(value, (at - first) as u32, cell.size)
                }
            });
        }
        Ok(self.join(&bytes))
    }

    /// Makes an array of bytes out of one of larger elements.
    pub fn split_array(&mut self) -> Result<()> {
        let Content::Array { term, elem } = self.state.content else { return Ok(()) };
        let size = self.space.info(self.obj).size_const.filter(|&s| s <= REBUILD_LIMIT);
        let size = size.ok_or_else(|| self.space.unfit(self.obj))?;
        let (wide, narrow) = (self.index_width(elem), self.index_width(1));
        let zero = self.b.bv(8, 0);
        let mut bytes = self.b.const_array(narrow, zero);
        for k in 0..size.div_ceil(u64::from(elem)) {
            let index = self.b.bv(wide, k);
            let value = self.b.select(term, index);
            for i in 0..elem {
                let byte = self.part(value, i, elem);
                let at = self.b.bv(narrow, k * u64::from(elem) + u64::from(i));
                bytes = self.b.store_elem(bytes, at, byte);
            }
        }
        self.state.content = Content::Array { term: bytes, elem: 1 };
        Ok(())
    }

    /// Element number of a byte offset.
    pub fn index(&mut self, off: Term, elem: u32) -> Term {
        let low = elem.trailing_zeros();
        let width = self.index_width(elem);
        self.b.extract(off, low + width - 1, low)
    }

    fn array_load(&mut self, off: Term, size: u32) -> Result<Val> {
        let Content::Array { term, elem } = self.state.content else { return Err(Unrepresentable::Shape) };
        if self.space.is_bytewise(self.obj) {
            // Whole: what was written whole is found again without taking it apart.
            let op = if self.space.big_endian { Op::LoadBe } else { Op::LoadLe };
            return Ok(Val::Int(self.b.load(op, term, off, 8 * size)));
        }
        let (step, first) = stride(self.b, off);
        let fits = |n: u32| step % u64::from(n) == 0 && first % u64::from(n) == 0;
        if size >= elem && size.is_multiple_of(elem) && fits(elem) {
            let mut parts = Vec::new();
            for i in 0..size / elem {
                let delta = self.b.bv(self.space.width, u64::from(i * elem));
                let at = self.b.add(off, delta);
                let index = self.index(at, elem);
                parts.push(self.b.select(term, index));
            }
            return Ok(Val::Int(self.join(&parts)));
        }
        if size < elem && size.is_power_of_two() && fits(size) {
            let index = self.index(off, elem);
            let whole = self.b.select(term, index);
            let shift = self.lane_shift(off, size, elem);
            let moved = self.b.lshr(whole, shift);
            return Ok(Val::Int(self.b.extract(moved, 8 * size - 1, 0)));
        }
        self.split_array()?;
        self.array_load(off, size)
    }

    /// By how many bits the part of `size` bytes at an offset lies above bit 0 of its element.
    fn lane_shift(&mut self, off: Term, size: u32, elem: u32) -> Term {
        let byte = self.b.extract(off, elem.trailing_zeros() - 1, 0);
        let byte = self.b.zext(byte, 8 * elem);
        let byte = if self.space.big_endian {
            let last = self.b.bv(8 * elem, u64::from(elem - size));
            self.b.sub(last, byte)
        } else {
            byte
        };
        let three = self.b.bv(8 * elem, 3);
        self.b.shl(byte, three)
    }

    fn array_store(&mut self, off: Term, size: u32, val: &Val) -> Result<()> {
        let Content::Array { mut term, elem } = self.state.content else {
            return Err(Unrepresentable::Shape);
        };
        let slot = stride(self.b, off);
        let value = self.held(val, slot)?;
        if self.space.is_bytewise(self.obj) {
            let op = if self.space.big_endian { Op::StoreBe } else { Op::StoreLe };
            term = self.b.store_mem(op, term, off, value);
            self.state.content = Content::Array { term, elem };
            return Ok(());
        }
        let (step, first) = stride(self.b, off);
        let fits = |n: u32| step % u64::from(n) == 0 && first % u64::from(n) == 0;
        if size >= elem && size.is_multiple_of(elem) && fits(elem) {
            for i in 0..size / elem {
                let delta = self.b.bv(self.space.width, u64::from(i * elem));
                let at = self.b.add(off, delta);
                let index = self.index(at, elem);
                let part = self.part(value, i, size / elem);
                term = self.b.store_elem(term, index, part);
            }
            self.state.content = Content::Array { term, elem };
            return Ok(());
        }
        if size < elem && size.is_power_of_two() && fits(size) {
            let index = self.index(off, elem);
            let whole = self.b.select(term, index);
            let shift = self.lane_shift(off, size, elem);
            let ones = self.b.bv(8 * elem, (1u64 << (8 * size)) - 1);
            let mask = self.b.shl(ones, shift);
            let mask = self.b.bvnot(mask);
            let kept = self.b.bvand(whole, mask);
            let wide = self.b.zext(value, 8 * elem);
            let moved = self.b.shl(wide, shift);
            let new = self.b.bvor(kept, moved);
            term = self.b.store_elem(term, index, new);
            self.state.content = Content::Array { term, elem };
            return Ok(());
        }
        self.split_array()?;
        self.array_store(off, size, val)
    }
}

/// Content that is one byte everywhere, or unknown.
pub fn blank(base: Base) -> Content {
    Content::Cells { cells: OrdMap::new(), base }
}
