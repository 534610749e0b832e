//! The heap theory: predicates over allocation states (LLBMC thesis, chapter 5, with the digest's
//! corrections in section 12). A heap is a set of (address, size) pairs.

use super::Builder;
use crate::ilr::{Op, Term};

impl Builder {
    /// The heap without any object.
    pub fn heap_empty(&mut self, width: u32) -> Term {
        self.store.mk_heap_empty(width)
    }

    /// The heap with one more object.
    pub fn heap_malloc(&mut self, heap: Term, address: Term, size: Term) -> Term {
        self.store.mk(Op::HeapMalloc, &[heap, address, size])
    }

    /// The heap without the object that starts at the address.
    pub fn heap_free(&mut self, heap: Term, address: Term) -> Term {
        // free-empty: free(empty, p) -> empty
        if self.is(heap, Op::HeapEmpty) {
            return heap;
        }
        self.store.mk(Op::HeapFree, &[heap, address])
    }

    /// Whether some object contains the whole range.
    pub fn valid_access(&mut self, heap: Term, address: Term, size: Term) -> Term {
        // access-empty: valid_access(empty, p, s) -> false
        if self.is(heap, Op::HeapEmpty) {
            return self.ff();
        }
        self.store.mk(Op::ValidAccess, &[heap, address, size])
    }

    /// Whether some object starts at the address.
    pub fn valid_free(&mut self, heap: Term, address: Term) -> Term {
        match self.op(heap) {
            // free-of-empty: valid_free(empty, p) -> false
            Op::HeapEmpty => self.ff(),
            _ => self.store.mk(Op::ValidFree, &[heap, address]),
        }
    }

    /// Whether the range is not null and disjoint from every object.
    pub fn allocatable(&mut self, heap: Term, address: Term, size: Term) -> Term {
        // allocatable-empty: allocatable(empty, p, s) -> p != 0
        if self.is(heap, Op::HeapEmpty) {
            let zero = self.bv(self.width(address), 0);
            return self.ne(address, zero);
        }
        self.store.mk(Op::Allocatable, &[heap, address, size])
    }
}
