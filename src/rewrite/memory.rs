//! The constructors of accesses of several bytes to memories (arrays of bytes).

use super::read_over_write::Read;
use super::{Builder, rules};
use crate::ilr::{Op, Term};

impl Builder {
    /// A load of `bits` bits, a multiple of 8; `op` is [`Op::LoadLe`] or [`Op::LoadBe`].
    pub fn load(&mut self, op: Op, memory: Term, address: Term, bits: u32) -> Term {
        debug_assert!(self.is_memory(memory) && bits.is_multiple_of(8));
        self.rules.note_request();
        let read = Read { op, count: bits / 8 };
        let result = self.follow_read(memory, address, read);
        self.plain_read(result, read)
    }

    /// The bytes of a load as one value, when stores show each.
    pub(super) fn bytes_in_stores(&mut self, memory: Term, address: Term, read: Read) -> Option<Term> {
        if self.is(memory, Op::Var) {
            return None;
        }
        let w = self.width(address);
        let mut bytes = Vec::new();
        for i in 0..read.count {
            let i = self.bv(w, u64::from(i));
            let at = self.add(address, i);
            bytes.push(self.value_in_stores(memory, at, super::array::ONE)?);
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

    /// The bits `hi..=lo`, whole bytes, of a load, when a store shows them.
    pub(super) fn bytes_of_load(&mut self, load: Term, hi: u32, lo: u32) -> Option<Term> {
        let (op, memory, address) = (self.op(load), self.arg(load, 0), self.arg(load, 1));
        let (width, count) = (self.width(address), (hi + 1 - lo) / 8);
        let first = if op == Op::LoadLe { lo / 8 } else { (self.width(load) - hi - 1) / 8 };
        let first = self.bv(width, first.into());
        let at = self.add(address, first);
        let op = if count == 1 { Op::Select } else { op };
        self.value_in_stores(memory, at, Read { op, count })
    }

    /// A store of a value of a multiple of 8 bits; `op` is [`Op::StoreLe`] or [`Op::StoreBe`].
    pub fn store_mem(&mut self, op: Op, memory: Term, address: Term, value: Term) -> Term {
        debug_assert!(self.is_memory(memory));
        self.rules.note_request();
        let simplified = self.simplified(|s| match op {
            Op::StoreLe => rules::constructor_StoreLe(s, memory, address, value),
            _ => rules::constructor_StoreBe(s, memory, address, value),
        });
        match simplified {
            Some(t) => t,
            None => self.store.mk(op, &[memory, address, value]),
        }
    }
}
