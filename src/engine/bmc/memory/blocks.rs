//! Blocks of memory that threads share: they are read and written scalar by scalar, at one point, as the machine executes a copy in
//! one operation. A block is cut where threads use scalars of it, so that these have one size.

use super::{AccessCase, MemoryModel};
use crate::engine::bmc::ledger::{How, Ledger, Scalars, Step};
use crate::engine::bmc::state::{Content, ObjId, State, Val};
use crate::ilr::Term;
use std::collections::BTreeMap;
use std::ops::Range;

/// Most bytes of a block that threads share.
const MOST: u64 = 1024;

/// Most bytes of a scalar.
const WIDEST: u64 = 8;

/// A part of a block: how far behind its start, and bytes.
type ScalarPart = (u64, u32);

/// Adds a scalar if it meets no other.
fn add(pieces: &mut BTreeMap<u64, u32>, at: u64, size: u32) {
    let end = at + u64::from(size);
    let before = pieces.range(..end).next_back();
    if before.is_none_or(|(start, size)| start + u64::from(*size) <= at) {
        pieces.insert(at, size);
    }
}

/// Cuts bytes of which nothing is known, in a block that begins at an offset.
fn cut_gap(gap: Range<u64>, start: u64, out: &mut Vec<ScalarPart>) {
    let mut at = gap.start;
    while at < gap.end {
        let mut size = 1 << (start + at).trailing_zeros().min(WIDEST.trailing_zeros());
        while at + size > gap.end {
            size /= 2;
        }
        out.push((at, size as u32));
        at += size;
    }
}

impl MemoryModel {
    /// The length of a block at these places, if threads share one of them and it can be accessed scalar by scalar.
    pub fn shared_block(
        &self,
        l: &Ledger<'_>,
        state: &State,
        places: &[AccessCase],
        len: Term,
    ) -> Option<u64> {
        let size = l.d.terms.as_u64(len).filter(|&size| size <= MOST)?;
        let shared = places.iter().any(|c| {
            let start = l.d.terms.as_u64(c.off);
            self.is_shared(l, state, c.obj, start.map(|at| at..at.saturating_add(size)).as_ref())
        });
        shared.then_some(size)
    }

    /// Cuts a block at these places into scalars.
    fn pieces(&self, l: &mut Ledger<'_>, state: &State, places: &[&AccessCase], len: u64) -> Vec<ScalarPart> {
        let mut known = BTreeMap::new();
        let starts: Vec<(ObjId, u64)> =
            places.iter().filter_map(|c| Some((c.obj, l.d.terms.as_u64(c.off)?))).collect();
        if let Some(shared) = &l.options.learned.shared {
            for &(o, at) in &starts {
                let scalars = shared.scalars.get(&self.space.info(o).key);
                for &(start, size) in scalars.into_iter().flatten() {
                    if at <= start && start + u64::from(size) <= at + len {
                        add(&mut known, start - at, size);
                    }
                }
            }
        }
        for &(o, at) in &starts {
            let Some(Content::Cells { cells, .. }) = state.memory.get(o).map(|object| &object.content) else {
                continue;
            };
            for (start, cell) in cells.range(at..at + len) {
                if u64::from(cell.size) <= WIDEST && start + u64::from(cell.size) <= at + len {
                    add(&mut known, start - at, cell.size);
                }
            }
        }
        for &(o, at) in &starts {
            let noted = l.threads.objects.blocks.entry(o).or_default();
            noted.extend(known.iter().map(|(start, size)| (at + start, *size)));
        }
        let of_shared = starts.iter().find(|&&(o, _)| self.is_shared(l, state, o, None));
        let block = of_shared.map_or(0, |&(_, at)| at);
        let mut pieces = Vec::new();
        let mut end = 0;
        for (start, size) in known {
            cut_gap(end..start, block, &mut pieces);
            pieces.push((start, size));
            end = start + u64::from(size);
        }
        cut_gap(end..len, block, &mut pieces);
        pieces
    }

    /// Copies a block, some bytes of which threads share, between checked places.
    pub fn copy_shared(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        targets: &[AccessCase],
        sources: &[AccessCase],
        len: u64,
    ) -> Step<()> {
        let places: Vec<&AccessCase> = sources.iter().chain(targets).collect();
        let pieces = self.pieces(l, state, &places, len);
        let mut values = Vec::with_capacity(pieces.len());
        for &(at, size) in &pieces {
            let value = self.load_scalar(l, state, None, sources, at, size)?;
            if 8 * size != self.space.width {
                // A part of a pointer is a number here.
                self.check_integer(l, state, sources, at, &value, size)?;
            }
            values.push(value);
        }
        for ((at, size), value) in pieces.into_iter().zip(values) {
            self.store_scalar(l, state, targets, at, size, &value)?;
        }
        Ok(())
    }

    /// Fills a block, some bytes of which threads share, at checked places.
    pub fn fill_shared(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        targets: &[AccessCase],
        byte: Term,
        len: u64,
    ) -> Step<()> {
        let places: Vec<&AccessCase> = targets.iter().collect();
        for (at, size) in self.pieces(l, state, &places, len) {
            let mut value = byte;
            for _ in 1..size {
                value = l.d.terms.concat(byte, value);
            }
            self.store_scalar(l, state, targets, at, size, &Val::Int(value))?;
        }
        Ok(())
    }

    /// The scalars of objects that threads use in blocks, with what was known of them.
    pub fn scalars_of_blocks(
        &self,
        l: &Ledger<'_>,
        known: &BTreeMap<u128, Scalars>,
    ) -> BTreeMap<u128, Scalars> {
        let mut all = known.clone();
        let objects = &l.threads.objects;
        for (o, noted) in &objects.blocks {
            all.entry(self.space.info(*o).key).or_default().extend(noted);
        }
        for used in objects.uses.keys().filter(|used| matches!(used.how, How::Reads | How::Writes)) {
            let size = used.range.end - used.range.start;
            if size.is_power_of_two()
                && size <= WIDEST
                && let Some(scalars) = all.get_mut(&self.space.info(used.object).key)
            {
                scalars.insert((used.range.start, size as u32));
            }
        }
        all
    }
}
