//! Arrays of elements: select, store, constant arrays, fill and copy.

use super::Builder;
use super::look::{Look, Read};
use crate::ilr::{Op, Sort, Term};

/// A read of one element.
const ONE: Read = Read { op: Op::Select, count: 1 };

impl Builder {
    /// The array with one value at every index of that width.
    pub fn const_array(&mut self, index_width: u32, value: Term) -> Term {
        self.store.mk_const_array(index_width, value)
    }

    /// The element at an index. The rules are in [`Builder::look`].
    pub fn select(&mut self, array: Term, index: Term) -> Term {
        let look = self.look(array, index, ONE);
        self.plain_read(look, ONE)
    }

    /// The array with another value at an index (`Store`; the method `store` is the term store).
    pub fn store_elem(&mut self, array: Term, index: Term, value: Term) -> Term {
        let array = self.without_hidden(array, index, 1);
        // store-const-array: store(const_array(v), i, v) -> const_array(v)
        if self.match1(array, Op::ConstArray) == Some(value) {
            return array;
        }
        // store-select: store(a, i, select(a, i)) -> a
        if let Some((from, at)) = self.match2(value, Op::Select)
            && self.look(array, index, ONE) == Look::Rest(from, at)
        {
            return array;
        }
        self.store.mk(Op::Store, &[array, index, value])
    }

    /// store-store: store(store(a, i, v), i, w) -> store(a, i, w), for every kind of store when the
    /// inner one writes nothing beyond the `n` elements from `index`.
    pub(super) fn without_hidden(&self, array: Term, index: Term, n: u32) -> Term {
        let mut array = array;
        while self.hides(index, n, array) {
            array = self.arg(array, 0);
        }
        array
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
        let array = self.without_hidden_range(array, start, count);
        // fill-const-array: fill(const_array(v), s, n, v) -> const_array(v)
        if self.match1(array, Op::ConstArray) == Some(value) {
            return array;
        }
        self.store.mk(Op::Fill, &[array, start, count, value])
    }

    /// fill-store: fill(store(a, i, v), s, n, w) -> fill(a, s, n, w) for i - s <u n, and the same
    /// for a fill or copy of that very range, and under a copy.
    fn without_hidden_range(&self, array: Term, start: Term, count: Term) -> Term {
        let mut array = array;
        loop {
            let same = match self.op(array) {
                Op::Fill => {
                    let args = self.args(array);
                    args[1] == start && args[2] == count
                }
                Op::Copy => {
                    let args = self.args(array);
                    args[1] == start && args[4] == count
                }
                _ => self.hides_counted(start, count, array),
            };
            if !same {
                return array;
            }
            array = self.args(array)[0];
        }
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
        let dst = self.without_hidden_range(dst, at, count);
        self.store.mk(Op::Copy, &[dst, at, src, from, count])
    }

    /// The element at an index where stores show it.
    pub(super) fn element_in_stores(&mut self, array: Term, index: Term) -> Option<Term> {
        match self.look(array, index, ONE) {
            Look::Value(v) => Some(v),
            Look::Rest(..) => None,
        }
    }

    /// Whether the sort is an array of bytes.
    pub(super) fn is_memory(&self, t: Term) -> bool {
        matches!(self.sort(t), Sort::Array { elem: 8, .. })
    }
}
