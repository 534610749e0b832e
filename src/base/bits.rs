//! Bit-vector values of any width.

use smallvec::{SmallVec, smallvec};

/// A bit-vector value: `width` bits, unsigned unless a method says otherwise.
///
/// Limbs are 64 bits, lowest first; bits above the width are zero, so equality is by value.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Bits {
    width: u32,
    limbs: SmallVec<[u64; 1]>,
}

fn limbs_for(width: u32) -> usize {
    (width as usize).div_ceil(64)
}

impl Bits {
    /// The low `width` bits of `value` (zero-extended when the width exceeds 64).
    pub fn new(width: u32, value: u64) -> Bits {
        debug_assert!(width > 0);
        let mut limbs: SmallVec<[u64; 1]> = smallvec![0; limbs_for(width)];
        limbs[0] = value;
        Bits { width, limbs }.masked()
    }

    /// The low `width` bits of `value`, sign-extended when the width exceeds 64.
    pub fn from_i64(width: u32, value: i64) -> Bits {
        let fill = if value < 0 { u64::MAX } else { 0 };
        let mut limbs: SmallVec<[u64; 1]> = smallvec![fill; limbs_for(width)];
        limbs[0] = value as u64;
        Bits { width, limbs }.masked()
    }

    /// The value whose limbs these are, lowest first; missing limbs are zero, excess bits dropped.
    pub fn from_limbs(width: u32, limbs: &[u64]) -> Bits {
        let mut all: SmallVec<[u64; 1]> = smallvec![0; limbs_for(width)];
        let n = limbs.len().min(all.len());
        all[..n].copy_from_slice(&limbs[..n]);
        Bits { width, limbs: all }.masked()
    }

    fn masked(mut self) -> Bits {
        let used = self.width % 64;
        if used != 0 {
            let last = self.limbs.len() - 1;
            self.limbs[last] &= (1u64 << used) - 1;
        }
        self
    }

    /// Width in bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The limbs, lowest first.
    pub fn limbs(&self) -> &[u64] {
        &self.limbs
    }

    /// The value, when it fits 64 bits.
    pub fn to_u64(&self) -> Option<u64> {
        self.limbs[1..].iter().all(|&l| l == 0).then_some(self.limbs[0])
    }

    /// Bit `i`, 0 lowest; false beyond the width.
    pub fn bit(&self, i: u32) -> bool {
        self.limbs.get((i / 64) as usize).is_some_and(|l| l >> (i % 64) & 1 == 1)
    }

    /// Whether every bit is zero.
    pub fn is_zero(&self) -> bool {
        self.limbs.iter().all(|&l| l == 0)
    }
}
