//! A growing row of cells that can be saved and gone back to, at the cost of what has changed.
//!
//! A saved row is a base, which many rows share, and what differs from it. Going back to where it was loaded costs what has
//! been written since.

use std::sync::Arc;

/// More cells than that which differ make a base of their own.
const MOST_DIFFERENT: usize = 24;

/// What cells are.
pub(in crate::machine) trait CellValue: Clone {
    /// What a row has where nothing was put.
    const NOTHING: Self;
    /// Whether both are the same thing; false for equal ones is no mistake.
    fn is(&self, other: &Self) -> bool;
}

/// A row.
#[derive(Clone, Debug)]
pub(in crate::machine) struct Cells<C> {
    now: Vec<C>,
    base: Arc<Vec<C>>,
    /// By position: [`DIFFERS`], [`WRITTEN`].
    marks: Vec<u8>,
    /// Where it may differ from the base, in any order; not what is behind the end of that.
    differs: Vec<u32>,
    /// What was there when it was loaded, of what was written since.
    old: Vec<(u32, C)>,
    /// Lengths of the row and of `differs` then.
    len: usize,
    differed: usize,
}

/// The position is in `differs`.
const DIFFERS: u8 = 1;
/// The position is in `old`, or was not there when the row was loaded.
const WRITTEN: u8 = 2;

/// A row as it was.
#[derive(Clone, Debug)]
pub(in crate::machine) struct Saved<C> {
    base: Arc<Vec<C>>,
    /// By position, in order; all that is behind the end of the base.
    changed: Box<[(u32, C)]>,
    len: u32,
}

impl<C> Saved<C> {
    /// Roughly the bytes that it does not share with others.
    pub(in crate::machine) fn own_bytes(&self) -> usize {
        // Cells own things, and the base belongs to several.
        self.changed.len() * (size_of::<C>() + 200) + self.base.len() * size_of::<C>() / 8
    }
}

impl<C: CellValue> Cells<C> {
    /// A row of one cell.
    pub(in crate::machine) fn new(first: C) -> Cells<C> {
        Cells {
            now: vec![first],
            base: Arc::new(Vec::new()),
            marks: vec![DIFFERS | WRITTEN],
            differs: Vec::new(),
            old: Vec::new(),
            len: 0,
            differed: 0,
        }
    }

    #[inline]
    pub(in crate::machine) fn len(&self) -> usize {
        self.now.len()
    }

    #[inline]
    pub(in crate::machine) fn get(&self, at: usize) -> Option<&C> {
        self.now.get(at)
    }

    #[inline]
    pub(in crate::machine) fn get_mut(&mut self, at: usize) -> Option<&mut C> {
        if *self.marks.get(at)? & WRITTEN == 0 {
            self.write(at);
        }
        self.now.get_mut(at)
    }

    fn write(&mut self, at: usize) {
        self.old.push((at as u32, self.now[at].clone()));
        if self.marks[at] & DIFFERS == 0 {
            self.differs.push(at as u32);
        }
        self.marks[at] = DIFFERS | WRITTEN;
    }

    pub(in crate::machine) fn push(&mut self, cell: C) {
        self.now.push(cell);
        self.marks.push(DIFFERS | WRITTEN);
    }

    pub(in crate::machine) fn iter(&self) -> impl Iterator<Item = &C> {
        self.now.iter()
    }

    /// What was there when the row was loaded, of what was written since.
    pub(in crate::machine) fn written(&self) -> &[(u32, C)] {
        &self.old
    }

    /// How many cells there were when the row was loaded.
    pub(in crate::machine) fn loaded_len(&self) -> usize {
        self.len
    }

    /// The row as it is.
    pub(in crate::machine) fn save(&self) -> Saved<C> {
        let base = &self.base[..];
        let differs = |at: u32| self.now.get(at as usize).is_some_and(|c| !c.is(&base[at as usize]));
        let mut changed = Vec::with_capacity(self.differs.len() + self.now.len().saturating_sub(base.len()));
        let before = self.differs.iter().copied().filter(|&at| differs(at));
        changed.extend(before.map(|at| (at, self.now[at as usize].clone())));
        changed.sort_unstable_by_key(|c| c.0);
        changed.extend((base.len()..self.now.len()).map(|at| (at as u32, self.now[at].clone())));
        Saved {
            base: Arc::clone(&self.base),
            changed: changed.into_boxed_slice(),
            len: self.now.len() as u32,
        }
    }

    /// Makes the row what was saved.
    pub(in crate::machine) fn load(&mut self, saved: &Saved<C>) {
        let len = saved.len as usize;
        if Arc::ptr_eq(&self.base, &saved.base) {
            let base = &self.base[..];
            self.now.resize(len, C::NOTHING);
            for &at in &self.differs {
                if let Some(cell) = self.now.get_mut(at as usize) {
                    *cell = base[at as usize].clone();
                }
            }
            for (at, _) in &self.old {
                if let Some(mark) = self.marks.get_mut(*at as usize) {
                    *mark = 0;
                }
            }
            for &at in &self.differs {
                if let Some(mark) = self.marks.get_mut(at as usize) {
                    *mark = 0;
                }
            }
        } else {
            self.base = Arc::clone(&saved.base);
            let base = &self.base[..];
            self.now.truncate(len);
            for (cell, other) in self.now.iter_mut().zip(base) {
                if !cell.is(other) {
                    *cell = other.clone();
                }
            }
            let from = self.now.len().min(base.len());
            self.now.truncate(base.len());
            self.now.extend_from_slice(&base[from..len.min(base.len())]);
            self.now.resize(len, C::NOTHING);
            self.marks.clear();
        }
        let bound = self.base.len();
        self.marks.truncate(bound);
        self.marks.resize(bound.min(len), 0);
        self.marks.resize(len, DIFFERS);
        self.differs.clear();
        self.old.clear();
        for (at, cell) in &saved.changed {
            let at = *at as usize;
            self.now[at] = cell.clone();
            if at < bound {
                self.marks[at] = DIFFERS;
                self.differs.push(at as u32);
            }
        }
        if saved.changed.len() > MOST_DIFFERENT.max(len / 8) {
            self.rebase();
        }
        self.len = len;
        self.differed = self.differs.len();
    }

    /// Undoes what was written since the row was loaded.
    pub(in crate::machine) fn undo(&mut self) {
        for (at, cell) in self.old.drain(..) {
            if let Some(now) = self.now.get_mut(at as usize) {
                *now = cell;
            } else {
                // The row has become shorter: it never does.
                debug_assert!(false, "cells are never taken away");
            }
            self.marks[at as usize] &= !WRITTEN;
        }
        for at in self.differs.drain(self.differed..) {
            self.marks[at as usize] = 0;
        }
        self.now.truncate(self.len);
        self.marks.truncate(self.len);
    }

    /// Makes what it is the base for what is saved from now on.
    fn rebase(&mut self) {
        self.base = Arc::new(self.now.clone());
        self.marks.fill(0);
        self.differs.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Random;

    impl CellValue for Option<Arc<u32>> {
        const NOTHING: Self = None;
        fn is(&self, other: &Self) -> bool {
            match (self, other) {
                (Some(a), Some(b)) => Arc::ptr_eq(a, b),
                (a, b) => a.is_none() && b.is_none(),
            }
        }
    }

    type Row = Vec<Option<u32>>;

    fn row(cells: &Cells<Option<Arc<u32>>>) -> Row {
        cells.iter().map(|c| c.as_ref().map(|a| **a)).collect()
    }

    /// Random writes, growth, saving, loading and undoing, beside plain copies.
    #[test]
    fn rows_are_what_they_were() {
        let mut numbers = Random::new(1);
        let mut random = move |below: usize| numbers.below(below as u64) as usize;
        let mut cells = Cells::new(None);
        let mut plain: Row = vec![None];
        let mut saved: Vec<(Saved<Option<Arc<u32>>>, Row)> = vec![(cells.save(), plain.clone())];
        cells.load(&saved[0].0);
        let mut loaded = plain.clone();
        for n in 0..20_000 {
            match random(12) {
                0 if plain.len() < 300 => {
                    cells.push(Some(Arc::new(n)));
                    plain.push(Some(n));
                }
                1 => saved.push((cells.save(), plain.clone())),
                2 | 3 => {
                    let (to, was) = &saved[random(saved.len())];
                    cells.load(to);
                    plain.clone_from(was);
                    loaded.clone_from(was);
                }
                4 => {
                    cells.undo();
                    plain.clone_from(&loaded);
                }
                _ => {
                    let at = random(plain.len());
                    let value = (random(5) > 0).then_some(n);
                    *cells.get_mut(at).expect("it is there") = value.map(Arc::new);
                    plain[at] = value;
                }
            }
            assert_eq!(row(&cells), plain);
            for (at, was) in loaded.iter().enumerate() {
                let listed = cells.written().iter().find(|w| w.0 as usize == at);
                match listed {
                    Some((_, old)) => assert_eq!(old.as_ref().map(|a| **a), *was),
                    None => assert_eq!(plain[at], *was),
                }
            }
        }
    }
}
