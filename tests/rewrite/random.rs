//! Random values with a fixed seed.

use bmc::base::Bits;
use bmc::ilr::{ArrayValue, HeapValue, Sort, Value};

/// SplitMix64: small, seeded, good enough to choose test inputs.
pub struct Random(pub u64);

impl Random {
    /// Any 64 bits.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// Less than `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// True once in `n`.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// A value that rules care about: 0, 1, 2, -1, min, max, a power of two, the width, small, or any.
    pub fn bits(&mut self, w: u32) -> Bits {
        let any = Bits::from_limbs(w, &[self.next(), self.next(), self.next(), self.next()]);
        match self.below(14) {
            0 | 1 => Bits::zero(w),
            2 | 3 => Bits::one(w),
            4 => Bits::ones(w),
            5 => Bits::signed_min(w),
            6 => Bits::signed_max(w),
            7 => Bits::power_of_two(w, self.below(w as usize) as u32),
            8 => Bits::power_of_two(w, self.below(w as usize) as u32).neg(),
            9 => Bits::new(w, u64::from(w)),
            10 | 11 => Bits::new(w, self.next() % 8),
            12 => Bits::from_i64(w, -((self.next() % 4) as i64)),
            _ => any,
        }
    }

    /// A value of the sort; arrays and heaps have few elements.
    pub fn value(&mut self, sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(self.one_in(2)),
            Sort::Bv(w) => Value::Bits(self.bits(w)),
            Sort::Array { index, elem } => {
                let mut a = ArrayValue::constant(index, self.bits(elem));
                for _ in 0..self.below(6) {
                    let (i, v) = (self.bits(index), self.bits(elem));
                    a.store(&i, v);
                }
                Value::Array(a)
            }
            Sort::Heap(w) => {
                let mut h = HeapValue::default();
                for _ in 0..self.below(3) {
                    h.malloc(self.bits(w), self.bits(w));
                }
                Value::Heap(h)
            }
        }
    }
}
