//! Accesses of several bytes to memories (arrays of bytes).

use super::Builder;
use super::look::{Look, Read};
use crate::ilr::{Op, Term};

impl Builder {
    /// A load of `bits` bits, a multiple of 8; `op` is [`Op::LoadLe`] or [`Op::LoadBe`].
    pub fn load(&mut self, op: Op, memory: Term, address: Term, bits: u32) -> Term {
        debug_assert!(self.is_memory(memory) && bits.is_multiple_of(8));
        // load-byte: load(m, p) -> select(m, p) for one byte
        if bits == 8 {
            return self.select(memory, address);
        }
        let read = Read { op, count: bits / 8 };
        let look = self.look(memory, address, read);
        if let Look::Rest(m, p) = look
            && let Some(t) = self.load_bytes(m, p, read)
        {
            return t;
        }
        self.plain_read(look, read)
    }

    /// load-split: load(m, p) -> concat of the bytes, when the value of each is known.
    /// larger: by the concatenations, but the load and the stores below it are gone.
    fn load_bytes(&mut self, memory: Term, address: Term, read: Read) -> Option<Term> {
        if self.is(memory, Op::Var) {
            return None;
        }
        let one = Read { op: Op::Select, count: 1 };
        let w = self.width(address);
        let mut bytes = Vec::new();
        for i in 0..read.count {
            let i = self.bv(w, u64::from(i));
            let at = self.add(address, i);
            match self.look(memory, at, one) {
                Look::Value(v) => bytes.push(v),
                Look::Rest(..) => return None,
            }
        }
        // Highest byte first.
        if read.op == Op::LoadLe {
            bytes.reverse();
        }
        let mut all = bytes.pop()?;
        while let Some(b) = bytes.pop() {
            all = self.concat(b, all);
        }
        Some(all)
    }

    /// extract-load: extract(load(m, p), hi, lo) -> the value of these bytes, when a store shows it.
    pub(super) fn bytes_of_load(&mut self, load: Term, hi: u32, lo: u32) -> Option<Term> {
        let (op, memory, address) = (self.op(load), self.arg(load, 0), self.arg(load, 1));
        let (width, count) = (self.width(address), (hi + 1 - lo) / 8);
        let first = if op == Op::LoadLe { lo / 8 } else { (self.width(load) - hi - 1) / 8 };
        let first = self.bv(width, first.into());
        let at = self.add(address, first);
        let op = if count == 1 { Op::Select } else { op };
        match self.look(memory, at, Read { op, count }) {
            Look::Value(v) => Some(v),
            Look::Rest(..) => None,
        }
    }

    /// A store of a value of a multiple of 8 bits; `op` is [`Op::StoreLe`] or [`Op::StoreBe`].
    pub fn store_mem(&mut self, op: Op, memory: Term, address: Term, value: Term) -> Term {
        debug_assert!(self.is_memory(memory));
        let bits = self.width(value);
        // store-byte: store_le(m, p, v) -> store(m, p, v) for one byte
        if bits == 8 {
            return self.store_elem(memory, address, value);
        }
        let memory = self.without_hidden(memory, address, bits / 8);
        // store-load: store_le(m, p, load_le(m, p)) -> m, in the same byte order
        let load = if op == Op::StoreLe { Op::LoadLe } else { Op::LoadBe };
        if let Some((from, at)) = self.match2(value, load)
            && self.look(memory, address, Read { op: load, count: bits / 8 }) == Look::Rest(from, at)
        {
            return memory;
        }
        self.store.mk(op, &[memory, address, value])
    }
}
