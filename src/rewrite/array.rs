//! The constructors of arrays: select, store, constant arrays, fill and copy.

use super::read_over_write::{Read, ReadResult};
use super::rules::operand;
use super::{Builder, rules};
use crate::ilr::{Op, Sort, Term};

/// A read of one element.
pub(super) const ONE: Read = Read { op: Op::Select, count: 1 };

impl Builder {
    /// The array with one value at every index of that width.
    pub fn const_array(&mut self, index_width: u32, value: Term) -> Term {
        self.store.mk_const_array(index_width, value)
    }

    /// The element at an index.
    pub fn select(&mut self, array: Term, index: Term) -> Term {
        self.remembered((Op::Select, [operand(array), operand(index), 0]), |s| {
            let result = s.follow_read(array, index, ONE);
            s.plain_read(result, ONE)
        })
    }

    /// The array with another value at an index (`Store`; the method `store` is the term store).
    pub fn store_elem(&mut self, array: Term, index: Term, value: Term) -> Term {
        self.rules.note_request();
        match self.simplified(|s| rules::constructor_Store(s, array, index, value)) {
            Some(t) => t,
            None => self.store.mk(Op::Store, &[array, index, value]),
        }
    }

    /// The array with `value` at the `count` indices from `start`.
    pub fn fill(&mut self, array: Term, start: Term, count: Term, value: Term) -> Term {
        self.rules.note_request();
        match self.simplified(|s| rules::constructor_Fill(s, array, start, count, value)) {
            Some(t) => t,
            None => self.store.mk(Op::Fill, &[array, start, count, value]),
        }
    }

    /// `dst` with `count` elements of `src` starting at `from` written from index `at`.
    pub fn copy(&mut self, dst: Term, at: Term, src: Term, from: Term, count: Term) -> Term {
        self.rules.note_request();
        match self.simplified(|s| rules::constructor_Copy(s, dst, at, src, from, count)) {
            Some(t) => t,
            None => self.store.mk(Op::Copy, &[dst, at, src, from, count]),
        }
    }

    /// The value that a read finds in stores.
    pub(super) fn value_in_stores(&mut self, array: Term, index: Term, read: Read) -> Option<Term> {
        match self.follow_read(array, index, read) {
            ReadResult::Value(v) => Some(v),
            ReadResult::Rest(..) => None,
        }
    }

    /// Whether the sort is an array of bytes.
    pub(super) fn is_memory(&self, t: Term) -> bool {
        matches!(self.sort(t), Sort::Array { elem: 8, .. })
    }
}
