//! Random values with a fixed seed.

#[path = "../common/splitmix.rs"]
mod splitmix;

use bmc::internals::base::Bits;
use bmc::internals::ilr::{ArrayValue, HeapValue, Sort, Value};

pub use splitmix::Random;

impl Random {
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
