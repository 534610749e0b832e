//! Values that terms take under a model.

use imbl::{OrdMap, OrdSet};

use super::Sort;
use crate::base::Bits;

/// A value of some sort.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// Of [`Sort::Bool`].
    Bool(bool),
    /// Of [`Sort::Bv`].
    Bits(Bits),
    /// Of [`Sort::Array`].
    Array(ArrayValue),
    /// Of [`Sort::Heap`].
    Heap(HeapValue),
}

impl Value {
    /// Default for a missing value: false, zero, an array of zeros, no object.
    pub fn default_of(sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::Bv(w) => Value::Bits(Bits::zero(w)),
            Sort::Array { index, elem } => Value::Array(ArrayValue::constant(index, Bits::zero(elem))),
            Sort::Heap(_) => Value::Heap(HeapValue::default()),
        }
    }

    /// The truth value.
    ///
    /// # Panics
    /// For another sort, which is a fault of the caller; likewise for the next three methods.
    pub fn bool(&self) -> bool {
        match self {
            Value::Bool(b) => *b,
            other => panic!("{other:?} is not a truth value"),
        }
    }

    /// The bit-vector.
    pub fn bits(&self) -> &Bits {
        match self {
            Value::Bits(b) => b,
            other => panic!("{other:?} is not a bit-vector"),
        }
    }

    /// The array.
    pub fn array(&self) -> &ArrayValue {
        match self {
            Value::Array(a) => a,
            other => panic!("{other:?} is not an array"),
        }
    }

    /// The heap.
    pub fn heap(&self) -> &HeapValue {
        match self {
            Value::Heap(h) => h,
            other => panic!("{other:?} is not a heap"),
        }
    }
}

/// A total map from bit-vectors to bit-vectors, as runs of equal elements.
///
/// Persistent: a clone is cheap and shares its parts. Neighbouring runs have different elements,
/// so that equality of the representation is equality of the functions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArrayValue {
    index_width: u32,
    /// First index of each run; one starts at zero.
    runs: OrdMap<Bits, Bits>,
}

impl ArrayValue {
    /// The array with one element everywhere.
    pub fn constant(index_width: u32, element: Bits) -> ArrayValue {
        ArrayValue { index_width, runs: OrdMap::unit(Bits::zero(index_width), element) }
    }

    /// Width of the index.
    pub fn index_width(&self) -> u32 {
        self.index_width
    }

    /// The element at an index.
    pub fn select(&self, index: &Bits) -> &Bits {
        debug_assert_eq!(index.width(), self.index_width);
        self.runs.get_prev(index).expect("a run starts at zero").1
    }

    /// Replaces the element at one index.
    pub fn store(&mut self, index: &Bits, element: Bits) {
        self.set_run(index, index, element);
    }

    /// Sets the `count` elements from `start`, modulo the index width.
    pub fn fill(&mut self, start: &Bits, count: &Bits, element: &Bits) {
        for (first, last) in self.ranges(start, count) {
            self.set_run(&first, &last, element.clone());
        }
    }

    /// Copies `count` elements of `src` from index `from` to index `at`.
    pub fn copy(&mut self, at: &Bits, src: &ArrayValue, from: &Bits, count: &Bits) {
        if count.is_zero() {
            return;
        }
        // Splits the offsets 0..=last of the copy where the source or its wrapped index starts a new run.
        let last = count.sub(&Bits::one(self.index_width));
        let mut offset = Bits::zero(self.index_width);
        loop {
            let s = from.add(&offset);
            let element = src.select(&s).clone();
            let mut end = src.last_of_run(&s).sub(from);
            if end.ult(&offset) || last.ult(&end) {
                end = last.clone();
            }
            let length = end.sub(&offset);
            // The run of the whole index space has a count of 2^width, which `fill` cannot represent.
            let (first, stop) = (at.add(&offset), at.add(&offset).add(&length));
            if first.ule(&stop) {
                self.set_run(&first, &stop, element);
            } else {
                self.set_run(&first, &Bits::ones(self.index_width), element.clone());
                self.set_run(&Bits::zero(self.index_width), &stop, element);
            }
            if end == last {
                return;
            }
            offset = end.add(&Bits::one(self.index_width));
        }
    }

    /// First index and element of each run, in increasing order.
    pub fn runs(&self) -> impl Iterator<Item = (&Bits, &Bits)> {
        self.runs.iter()
    }

    /// Last index of the run that an index lies in.
    fn last_of_run(&self, index: &Bits) -> Bits {
        let one = Bits::one(self.index_width);
        let next = index.add(&one);
        if next.is_zero() {
            return index.clone();
        }
        match self.runs.get_next(&next) {
            Some((start, _)) => start.sub(&one),
            None => Bits::ones(self.index_width),
        }
    }

    /// The one or two ranges, with inclusive ends, that `count` indices from `start` cover.
    fn ranges(&self, start: &Bits, count: &Bits) -> Vec<(Bits, Bits)> {
        if count.is_zero() {
            return Vec::new();
        }
        let last = start.add(count).sub(&Bits::one(self.index_width));
        if start.ule(&last) {
            vec![(start.clone(), last)]
        } else {
            vec![(start.clone(), Bits::ones(self.index_width)), (Bits::zero(self.index_width), last)]
        }
    }

    /// Writes one element at the indices `first..=last`.
    fn set_run(&mut self, first: &Bits, last: &Bits, element: Bits) {
        let one = Bits::one(self.index_width);
        let after = last.add(&one);
        let tail = (!after.is_zero()).then(|| self.select(&after).clone());
        let covered: Vec<Bits> = self.runs.range(first..=last).map(|(k, _)| k.clone()).collect();
        for k in covered {
            self.runs.remove(&k);
        }
        if let Some(tail) = tail {
            if tail == element {
                self.runs.remove(&after);
            } else {
                self.runs.insert(after, tail);
            }
        }
        let joined = !first.is_zero() && *self.select(&first.sub(&one)) == element;
        if !joined {
            self.runs.insert(first.clone(), element);
        }
    }
}

/// A set of objects, each an address and a size.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HeapValue {
    objects: OrdSet<(Bits, Bits)>,
}

impl HeapValue {
    /// Records an object.
    pub fn malloc(&mut self, address: Bits, size: Bits) {
        self.objects.insert((address, size));
    }

    /// Removes every object that starts at the address.
    pub fn free(&mut self, address: &Bits) {
        self.objects = self.objects.iter().filter(|o| o.0 != *address).cloned().collect();
    }

    /// Whether some object contains the whole range; sums do not wrap.
    pub fn valid_access(&self, address: &Bits, size: &Bits) -> bool {
        self.objects.iter().any(|(p, s)| p.ule(address) && size.ule(s) && address.sub(p).ule(&s.sub(size)))
    }

    /// Whether some object starts at the address.
    pub fn valid_free(&self, address: &Bits) -> bool {
        self.objects.iter().any(|o| o.0 == *address)
    }

    /// Whether the range is not null and disjoint from every object; sums do not wrap.
    pub fn allocatable(&self, address: &Bits, size: &Bits) -> bool {
        let below = |p: &Bits, s: &Bits, q: &Bits| p.ule(q) && s.ule(&q.sub(p));
        !address.is_zero()
            && self.objects.iter().all(|(p, s)| below(p, s, address) || below(address, size, p))
    }
}
