//! Accesses of several bytes to memories (arrays of bytes).

use super::Builder;
use crate::ilr::{Op, Term};

impl Builder {
    /// A load of `bits` bits, a multiple of 8; `op` is [`Op::LoadLe`] or [`Op::LoadBe`].
    pub fn load(&mut self, op: Op, memory: Term, address: Term, bits: u32) -> Term {
        debug_assert!(self.is_memory(memory));
        // load-byte: load(m, p) -> select(m, p) for one byte
        if bits == 8 {
            return self.select(memory, address);
        }
        let twin = if op == Op::LoadLe { Op::StoreLe } else { Op::StoreBe };
        // load-store-hit: load(store(m, p, v), p) -> v of the same width and byte order
        if let Some((_, p, v)) = self.match3(memory, twin)
            && p == address
            && self.width(v) == bits
        {
            return v;
        }
        self.store.mk_load(op, memory, address, bits)
    }

    /// A store of a value of a multiple of 8 bits; `op` is [`Op::StoreLe`] or [`Op::StoreBe`].
    pub fn store_mem(&mut self, op: Op, memory: Term, address: Term, value: Term) -> Term {
        debug_assert!(self.is_memory(memory));
        // store-byte: store_le(m, p, v) -> store(m, p, v) for one byte
        if self.width(value) == 8 {
            return self.store_elem(memory, address, value);
        }
        // store-store-mem: store(store(m, p, v), p, w) -> store(m, p, w) for |v| <= |w|
        if let Some((inner, p, v)) =
            self.match3(memory, Op::StoreLe).or_else(|| self.match3(memory, Op::StoreBe))
            && p == address
            && self.width(v) <= self.width(value)
        {
            return self.store_mem(op, inner, address, value);
        }
        self.store.mk(op, &[memory, address, value])
    }
}
