//! What objects hold that only one thread can reach: values by offset.

use std::collections::BTreeMap;

use super::maker::Maker;
use super::value::Value;
use crate::ilr::Term;

/// An object that only one thread can reach.
#[derive(Clone, Debug)]
pub struct Own {
    /// By offset: bytes and value. Other bytes are as they were at first.
    cells: BTreeMap<u64, (u64, Value)>,
    /// When it has not ended.
    pub live: Term,
}

impl Own {
    /// A new object.
    pub fn new(live: Term) -> Own {
        Own { cells: BTreeMap::new(), live }
    }

    /// What was written, by offset, with the number of bytes.
    pub fn written(&self) -> impl Iterator<Item = (u64, u64, &Value)> {
        self.cells.iter().map(|(&at, (bytes, value))| (at, *bytes, value))
    }

    fn overlapping(&self, at: u64, bytes: u64) -> Vec<(u64, u64)> {
        let below = self.cells.range(..at + bytes).rev();
        below.take_while(|(start, (n, _))| **start + n > at).map(|(&start, (n, _))| (start, *n)).collect()
    }

    /// Takes cells apart to single bytes.
    fn split(&mut self, make: &mut Maker<'_, '_>, cells: &[(u64, u64)]) {
        for &(start, bytes) in cells {
            if bytes == 1 {
                continue;
            }
            let Some((_, value)) = self.cells.remove(&start) else { continue };
            for i in 0..bytes {
                let bit = 8 * i as u32;
                let term = make.d.terms.extract(value.term, bit + 7, bit);
                self.cells.insert(start + i, (1, Value { term, from: value.from.clone(), home: None }));
            }
        }
    }

    /// Reads bytes of the object of that number.
    pub fn read(&mut self, make: &mut Maker<'_, '_>, number: usize, at: u64, bytes: u64) -> Value {
        let cells = self.overlapping(at, bytes);
        if let [one] = cells[..]
            && one == (at, bytes)
        {
            return self.cells[&at].1.clone();
        }
        if cells.is_empty() {
            return make.initial(number, at, bytes);
        }
        self.split(make, &cells);
        let mut parts = Vec::new();
        for i in at..at + bytes {
            let cell = self.cells.entry(i).or_insert_with(|| (1, make.initial(number, i, 1)));
            parts.push(cell.1.clone());
        }
        make.joined(parts)
    }

    /// Writes bytes.
    pub fn write(&mut self, make: &mut Maker<'_, '_>, at: u64, bytes: u64, value: Value) {
        let mut cells = self.overlapping(at, bytes);
        cells.retain(|&(start, n)| start < at || start + n > at + bytes);
        self.split(make, &cells);
        for (start, _) in self.overlapping(at, bytes) {
            self.cells.remove(&start);
        }
        self.cells.insert(at, (bytes, value));
    }

    /// What the object is where two paths meet: as here where the condition holds.
    pub fn merge(mut self, make: &mut Maker<'_, '_>, number: usize, first: Term, mut other: Own) -> Own {
        let starts = |own: &Own| own.cells.iter().map(|(&at, (n, _))| (at, *n)).collect::<Vec<_>>();
        for (at, bytes) in starts(&self) {
            let cells = other.overlapping(at, bytes);
            if cells.len() > 1 || cells.first().is_some_and(|&c| c != (at, bytes)) {
                other.split(make, &cells);
                self.split(make, &[(at, bytes)]);
            }
        }
        for (at, bytes) in starts(&other) {
            let cells = self.overlapping(at, bytes);
            if cells.len() > 1 || cells.first().is_some_and(|&c| c != (at, bytes)) {
                self.split(make, &cells);
                other.split(make, &[(at, bytes)]);
            }
        }
        let mut all = starts(&self);
        all.extend(starts(&other));
        let live = make.d.terms.ite(first, self.live, other.live);
        let mut merged = Own::new(live);
        for (at, bytes) in all {
            if merged.cells.contains_key(&at) {
                continue;
            }
            let (a, b) = (self.read(make, number, at, bytes), other.read(make, number, at, bytes));
            let value = make.choose(first, &a, &b);
            merged.cells.insert(at, (bytes, value));
        }
        merged
    }
}
