//! Arrays of elements: select, store, constant arrays, fill and copy.

use super::Builder;
use crate::base::Bits;
use crate::ilr::{Op, Sort, Term};

impl Builder {
    /// The array with one value at every index of that width.
    pub fn const_array(&mut self, index_width: u32, value: Term) -> Term {
        self.store.mk_const_array(index_width, value)
    }

    /// The difference `a - b` when structure shows it to be a constant.
    pub(super) fn distance(&self, a: Term, b: Term) -> Option<Bits> {
        let w = self.width(a);
        if a == b {
            return Some(Bits::zero(w));
        }
        let (x, k1) = self.base_offset(a);
        let (y, k2) = self.base_offset(b);
        (x == y).then(|| match (k1, k2) {
            (Some(p), Some(q)) => p.sub(&q),
            (Some(p), None) => p,
            (None, Some(q)) => q.neg(),
            (None, None) => Bits::zero(w),
        })
    }

    /// `t` as base plus constant; no base for a constant.
    fn base_offset(&self, t: Term) -> (Option<Term>, Option<Bits>) {
        if let Some(k) = self.as_bits(t) {
            return (None, Some(k));
        }
        match self.match_const(t, Op::Add) {
            Some((x, k)) => (Some(x), self.as_bits(k)),
            None => (Some(t), None),
        }
    }

    /// Whether `index` lies among the `count` indices from `start`, when structure decides it.
    fn in_range(&self, index: Term, start: Term, count: Term) -> Option<bool> {
        if self.is_zero(count) {
            return Some(false);
        }
        let count = self.as_bits(count)?;
        Some(self.distance(index, start)?.ult(&count))
    }

    /// The element at an index.
    pub fn select(&mut self, array: Term, index: Term) -> Term {
        let (mut array, mut index) = (array, index);
        loop {
            match self.op(array) {
                Op::Store => {
                    let at = self.arg(array, 1);
                    match self.distance(index, at) {
                        // select-store-hit: select(store(a, i, v), i) -> v
                        Some(d) if d.is_zero() => return self.arg(array, 2),
                        // select-store-miss: select(store(a, i, v), j) -> select(a, j) for i != j
                        Some(_) => array = self.arg(array, 0),
                        None => break,
                    }
                }
                // select-const-array: select(const_array(v), i) -> v
                Op::ConstArray => return self.arg(array, 0),
                Op::Fill => {
                    let args = self.args(array);
                    match self.in_range(index, args[1], args[2]) {
                        // select-fill-hit: select(fill(a, s, n, v), i) -> v for i - s <u n
                        Some(true) => return args[3],
                        // select-fill-miss: -> select(a, i) for i - s >=u n
                        Some(false) => array = args[0],
                        None => break,
                    }
                }
                Op::Copy => {
                    let args = self.args(array);
                    match self.in_range(index, args[1], args[4]) {
                        // select-copy-hit: select(copy(d, at, s, from, n), i) -> select(s, i - at + from)
                        Some(true) => {
                            let d = self.sub(index, args[1]);
                            index = self.add(d, args[3]);
                            array = args[2];
                        }
                        // select-copy-miss: -> select(d, i)
                        Some(false) => array = args[0],
                        None => break,
                    }
                }
                _ => break,
            }
        }
        self.store.mk(Op::Select, &[array, index])
    }

    /// The array with another value at an index (`Store`; the method `store` is the term store).
    pub fn store_elem(&mut self, array: Term, index: Term, value: Term) -> Term {
        // store-store: store(store(a, i, v), i, w) -> store(a, i, w)
        if let Some((inner, at, _)) = self.match3(array, Op::Store)
            && at == index
        {
            return self.store_elem(inner, index, value);
        }
        // store-const-array: store(const_array(v), i, v) -> const_array(v)
        if self.match1(array, Op::ConstArray) == Some(value) {
            return array;
        }
        // store-select: store(a, i, select(a, i)) -> a
        if self.match2(value, Op::Select) == Some((array, index)) {
            return array;
        }
        self.store.mk(Op::Store, &[array, index, value])
    }

    /// The array with `value` at the `count` indices from `start`.
    pub fn fill(&mut self, array: Term, start: Term, count: Term, value: Term) -> Term {
        // fill-none: fill(a, s, 0, v) -> a
        if self.is_zero(count) {
            return array;
        }
        // fill-one: fill(a, s, 1, v) -> store(a, s, v)
        if self.is_one(count) {
            return self.store_elem(array, start, value);
        }
        // fill-const-array: fill(const_array(v), s, n, v) -> const_array(v)
        if self.match1(array, Op::ConstArray) == Some(value) {
            return array;
        }
        self.store.mk(Op::Fill, &[array, start, count, value])
    }

    /// `dst` with `count` elements of `src` starting at `from` written from index `at`.
    pub fn copy(&mut self, dst: Term, at: Term, src: Term, from: Term, count: Term) -> Term {
        // copy-none: copy(d, at, s, from, 0) -> d
        if self.is_zero(count) {
            return dst;
        }
        // copy-self: copy(a, i, a, i, n) -> a
        if dst == src && at == from {
            return dst;
        }
        // copy-one: copy(d, at, s, from, 1) -> store(d, at, select(s, from))
        if self.is_one(count) {
            let v = self.select(src, from);
            return self.store_elem(dst, at, v);
        }
        // copy-const-array: copy(d, at, const_array(v), from, n) -> fill(d, at, n, v)
        if let Some(v) = self.match1(src, Op::ConstArray) {
            return self.fill(dst, at, count, v);
        }
        self.store.mk(Op::Copy, &[dst, at, src, from, count])
    }

    /// Whether the sort is an array of bytes.
    pub(super) fn is_memory(&self, t: Term) -> bool {
        matches!(self.sort(t), Sort::Array { elem: 8, .. })
    }
}
