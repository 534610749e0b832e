//! Bit-vector values of any width.
//!
//! Arithmetic has the meaning of the ILR operators (SMT-LIB's, total). Values of at most 64 bits
//! take the short road through [`super::word`]; wide products and quotients go through big integers.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use num_bigint::BigUint;
use smallvec::{SmallVec, smallvec};

use super::word;

/// A bit-vector value: `width` bits, unsigned unless a method says otherwise.
///
/// Limbs are 64 bits, lowest first; bits above the width are zero, so equality is by value.
/// Binary methods require operands of one width (checked in debug builds).
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Bits {
    width: u32,
    limbs: SmallVec<[u64; 2]>,
}

fn limbs_for(width: u32) -> usize {
    (width as usize).div_ceil(64)
}

/// Calls the 64-bit function when the width allows it.
macro_rules! short {
    ($self:ident, $f:ident $(, $other:ident)*) => {
        $(debug_assert_eq!($self.width, $other.width);)*
        if $self.width <= 64 {
            return Bits::new($self.width, word::$f($self.width, $self.limbs[0] $(, $other.limbs[0])*));
        }
    };
}

impl Bits {
    /// The low `width` bits of `value` (zero-extended when the width exceeds 64).
    pub fn new(width: u32, value: u64) -> Bits {
        debug_assert!(width > 0);
        let mut limbs: SmallVec<[u64; 2]> = smallvec![0; limbs_for(width)];
        limbs[0] = value;
        Bits { width, limbs }.masked()
    }

    /// The low `width` bits of `value`, sign-extended when the width exceeds 64.
    pub fn from_i64(width: u32, value: i64) -> Bits {
        let fill = if value < 0 { u64::MAX } else { 0 };
        let mut limbs: SmallVec<[u64; 2]> = smallvec![fill; limbs_for(width)];
        limbs[0] = value as u64;
        Bits { width, limbs }.masked()
    }

    /// The low `width` bits of `value` (zero-extended when the width exceeds 128).
    pub fn from_u128(width: u32, value: u128) -> Bits {
        Bits::from_limbs(width, &[value as u64, (value >> 64) as u64])
    }

    /// The value whose limbs these are, lowest first; missing limbs are zero, excess bits dropped.
    pub fn from_limbs(width: u32, limbs: &[u64]) -> Bits {
        debug_assert!(width > 0);
        let mut all: SmallVec<[u64; 2]> = smallvec![0; limbs_for(width)];
        let n = limbs.len().min(all.len());
        all[..n].copy_from_slice(&limbs[..n]);
        Bits { width, limbs: all }.masked()
    }

    /// The low `width` bits of the integer.
    pub fn from_big(width: u32, value: &BigUint) -> Bits {
        let limbs: SmallVec<[u64; 4]> = value.iter_u64_digits().take(limbs_for(width)).collect();
        Bits::from_limbs(width, &limbs)
    }

    /// Zero.
    pub fn zero(width: u32) -> Bits {
        Bits::new(width, 0)
    }

    /// One.
    pub fn one(width: u32) -> Bits {
        Bits::new(width, 1)
    }

    /// All bits set, -1 as a signed value.
    pub fn ones(width: u32) -> Bits {
        Bits::from_i64(width, -1)
    }

    /// The least signed value: only the highest bit set.
    pub fn signed_min(width: u32) -> Bits {
        Bits::power_of_two(width, width - 1)
    }

    /// The greatest signed value: all bits but the highest set.
    pub fn signed_max(width: u32) -> Bits {
        Bits::signed_min(width).not()
    }

    /// Only bit `i` set; zero when `i` is not below the width.
    pub fn power_of_two(width: u32, i: u32) -> Bits {
        let mut r = Bits::zero(width);
        if i < width {
            r.limbs[(i / 64) as usize] |= 1 << (i % 64);
        }
        r
    }

    /// Reads binary digits, highest first; the width is their number. `None` for other text.
    pub fn from_binary(digits: &str) -> Option<Bits> {
        let width = u32::try_from(digits.len()).ok().filter(|&w| w > 0)?;
        let mut r = Bits::zero(width);
        for (i, c) in digits.bytes().rev().enumerate() {
            match c {
                b'0' => {}
                b'1' => r.limbs[i / 64] |= 1 << (i % 64),
                _ => return None,
            }
        }
        Some(r)
    }

    /// Reads hexadecimal digits, highest first; the width is four times their number.
    pub fn from_hex(digits: &str) -> Option<Bits> {
        let width = u32::try_from(digits.len()).ok()?.checked_mul(4).filter(|&w| w > 0)?;
        let mut r = Bits::zero(width);
        for (i, c) in digits.chars().rev().enumerate() {
            let nibble = u64::from(c.to_digit(16)?);
            r.limbs[i / 16] |= nibble << (4 * (i % 16));
        }
        Some(r)
    }

    /// Reads a decimal number, with `-` for a negative one. `None` for other text, and when
    /// the number is neither an unsigned nor a signed value of the width.
    pub fn from_decimal(width: u32, text: &str) -> Option<Bits> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        if digits.is_empty() || !digits.bytes().all(|c| c.is_ascii_digit()) {
            return None;
        }
        let big = BigUint::from_str(digits).ok()?;
        let limit = if negative { u64::from(width) - 1 } else { u64::from(width) };
        let fits = big.bits() <= limit || (negative && big == BigUint::from(1u8) << limit);
        let magnitude = fits.then(|| Bits::from_big(width, &big))?;
        Some(if negative { magnitude.neg() } else { magnitude })
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

    /// The value, when it fits 128 bits.
    pub fn to_u128(&self) -> Option<u128> {
        let high = self.limbs.get(1).copied().unwrap_or(0);
        (self.limbs.len() <= 2 || self.limbs[2..].iter().all(|&l| l == 0))
            .then(|| u128::from(self.limbs[0]) | u128::from(high) << 64)
    }

    /// The signed value, when it fits 64 bits.
    pub fn to_i64(&self) -> Option<i64> {
        if self.width <= 64 {
            return Some(word::signed(self.width, self.limbs[0]));
        }
        let low = self.limbs[0] as i64;
        (Bits::from_i64(self.width, low) == *self).then_some(low)
    }

    /// The value as an integer.
    pub fn to_big(&self) -> BigUint {
        let mut digits = Vec::with_capacity(self.limbs.len() * 2);
        for &l in &self.limbs {
            digits.push(l as u32);
            digits.push((l >> 32) as u32);
        }
        BigUint::new(digits)
    }

    /// Bit `i`, 0 lowest; false beyond the width.
    pub fn bit(&self, i: u32) -> bool {
        self.limbs.get((i / 64) as usize).is_some_and(|l| l >> (i % 64) & 1 == 1)
    }

    /// Whether every bit is zero.
    pub fn is_zero(&self) -> bool {
        self.limbs.iter().all(|&l| l == 0)
    }

    /// Whether the value is 1.
    pub fn is_one(&self) -> bool {
        self.limbs[0] == 1 && self.limbs[1..].iter().all(|&l| l == 0)
    }

    /// Whether every bit is one.
    pub fn is_ones(&self) -> bool {
        self.count_ones() == self.width
    }

    /// Whether the sign bit is set.
    pub fn is_negative(&self) -> bool {
        self.bit(self.width - 1)
    }

    /// The exponent, when the value is a power of two.
    pub fn exact_log2(&self) -> Option<u32> {
        (self.count_ones() == 1).then(|| self.trailing_zeros())
    }

    /// Number of one bits.
    pub fn count_ones(&self) -> u32 {
        self.limbs.iter().map(|l| l.count_ones()).sum()
    }

    /// Number of zeros below the lowest one bit; the width for zero.
    pub fn trailing_zeros(&self) -> u32 {
        match self.limbs.iter().position(|&l| l != 0) {
            Some(i) => i as u32 * 64 + self.limbs[i].trailing_zeros(),
            None => self.width,
        }
    }

    /// Number of zeros above the highest one bit; the width for zero.
    pub fn leading_zeros(&self) -> u32 {
        match self.limbs.iter().rposition(|&l| l != 0) {
            Some(i) => self.width - (i as u32 * 64 + 64 - self.limbs[i].leading_zeros()),
            None => self.width,
        }
    }

    /// Sum modulo 2^width.
    pub fn add(&self, other: &Bits) -> Bits {
        short!(self, add, other);
        self.add_carry(other, false)
    }

    fn add_carry(&self, other: &Bits, mut carry: bool) -> Bits {
        let mut r = self.clone();
        for (x, &y) in r.limbs.iter_mut().zip(&other.limbs) {
            let (s, c1) = x.overflowing_add(y);
            let (s, c2) = s.overflowing_add(u64::from(carry));
            *x = s;
            carry = c1 || c2;
        }
        r.masked()
    }

    /// Difference modulo 2^width.
    pub fn sub(&self, other: &Bits) -> Bits {
        short!(self, sub, other);
        self.add_carry(&other.not(), true)
    }

    /// Product modulo 2^width.
    pub fn mul(&self, other: &Bits) -> Bits {
        short!(self, mul, other);
        Bits::from_big(self.width, &(self.to_big() * other.to_big()))
    }

    /// The factor that gives 1, modulo 2^width; none of an even number.
    pub fn inverse(&self) -> Option<Bits> {
        if !self.bit(0) {
            return None;
        }
        // Newton's iteration doubles the number of right bits; an odd number is its own inverse modulo 8.
        let two = Bits::new(self.width, 2);
        let (mut inverse, mut right) = (self.clone(), 3);
        while right < self.width {
            inverse = inverse.mul(&two.sub(&self.mul(&inverse)));
            right *= 2;
        }
        Some(inverse)
    }

    /// Two's complement negation.
    pub fn neg(&self) -> Bits {
        short!(self, neg);
        Bits::zero(self.width).add_carry(&self.not(), true)
    }

    /// Unsigned quotient; all ones for a zero divisor.
    pub fn udiv(&self, other: &Bits) -> Bits {
        short!(self, udiv, other);
        if other.is_zero() {
            return Bits::ones(self.width);
        }
        Bits::from_big(self.width, &(self.to_big() / other.to_big()))
    }

    /// Unsigned remainder; the dividend for a zero divisor.
    pub fn urem(&self, other: &Bits) -> Bits {
        short!(self, urem, other);
        if other.is_zero() {
            return self.clone();
        }
        Bits::from_big(self.width, &(self.to_big() % other.to_big()))
    }

    /// Signed quotient truncated towards zero; for a zero divisor -1, or 1 for a negative dividend.
    pub fn sdiv(&self, other: &Bits) -> Bits {
        short!(self, sdiv, other);
        let q = self.abs().udiv(&other.abs());
        if self.is_negative() == other.is_negative() { q } else { q.neg() }
    }

    /// Signed remainder with the sign of the dividend; the dividend for a zero divisor.
    pub fn srem(&self, other: &Bits) -> Bits {
        short!(self, srem, other);
        let r = self.abs().urem(&other.abs());
        if self.is_negative() { r.neg() } else { r }
    }

    /// Magnitude of the signed value, modulo 2^width.
    pub fn abs(&self) -> Bits {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    /// Bitwise complement.
    pub fn not(&self) -> Bits {
        let limbs = self.limbs.iter().map(|l| !l).collect();
        Bits { width: self.width, limbs }.masked()
    }

    /// Bitwise and.
    pub fn and(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a & b)
    }

    /// Bitwise or.
    pub fn or(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a | b)
    }

    /// Bitwise exclusive or.
    pub fn xor(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a ^ b)
    }

    fn zip(&self, other: &Bits, f: impl Fn(u64, u64) -> u64) -> Bits {
        debug_assert_eq!(self.width, other.width);
        let limbs = self.limbs.iter().zip(&other.limbs).map(|(&a, &b)| f(a, b)).collect();
        Bits { width: self.width, limbs }
    }

    /// The shift amount as a number, cut at the width.
    fn amount(&self, by: &Bits) -> u32 {
        by.to_u64().map_or(self.width, |n| n.min(u64::from(self.width)) as u32)
    }

    /// Shift left; zero when the amount reaches the width.
    pub fn shl(&self, by: &Bits) -> Bits {
        self.shl_by(self.amount(by))
    }

    /// Shift left by a number of bits; zero when it reaches the width.
    pub fn shl_by(&self, n: u32) -> Bits {
        if n >= self.width {
            return Bits::zero(self.width);
        }
        let (limb, bit) = ((n / 64) as usize, n % 64);
        let mut r = Bits::zero(self.width);
        for i in limb..self.limbs.len() {
            r.limbs[i] = self.limbs[i - limb] << bit;
            if bit > 0 && i > limb {
                r.limbs[i] |= self.limbs[i - limb - 1] >> (64 - bit);
            }
        }
        r.masked()
    }

    /// Shift right with zeros; zero when the amount reaches the width.
    pub fn lshr(&self, by: &Bits) -> Bits {
        self.lshr_by(self.amount(by))
    }

    /// Shift right with zeros by a number of bits; zero when it reaches the width.
    pub fn lshr_by(&self, n: u32) -> Bits {
        if n >= self.width {
            return Bits::zero(self.width);
        }
        let (limb, bit) = ((n / 64) as usize, n % 64);
        let mut r = Bits::zero(self.width);
        for i in limb..self.limbs.len() {
            r.limbs[i - limb] = self.limbs[i] >> bit;
            if bit > 0 && i + 1 < self.limbs.len() {
                r.limbs[i - limb] |= self.limbs[i + 1] << (64 - bit);
            }
        }
        r
    }

    /// Shift right with sign bits; all sign bits when the amount reaches the width.
    pub fn ashr(&self, by: &Bits) -> Bits {
        self.ashr_by(self.amount(by))
    }

    /// Shift right with sign bits by a number of bits.
    pub fn ashr_by(&self, n: u32) -> Bits {
        if !self.is_negative() {
            return self.lshr_by(n);
        }
        // Complement, shift zeros in, complement back.
        self.not().lshr_by(n).not()
    }

    /// Unsigned order.
    pub fn ucmp(&self, other: &Bits) -> Ordering {
        debug_assert_eq!(self.width, other.width);
        self.limbs.iter().rev().cmp(other.limbs.iter().rev())
    }

    /// Signed order.
    pub fn scmp(&self, other: &Bits) -> Ordering {
        match (self.is_negative(), other.is_negative()) {
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            _ => self.ucmp(other),
        }
    }

    /// Unsigned less than.
    pub fn ult(&self, other: &Bits) -> bool {
        self.ucmp(other).is_lt()
    }

    /// Unsigned less or equal.
    pub fn ule(&self, other: &Bits) -> bool {
        self.ucmp(other).is_le()
    }

    /// Signed less than.
    pub fn slt(&self, other: &Bits) -> bool {
        self.scmp(other).is_lt()
    }

    /// Signed less or equal.
    pub fn sle(&self, other: &Bits) -> bool {
        self.scmp(other).is_le()
    }

    /// Zero extension to a width that is not smaller.
    pub fn zext(&self, width: u32) -> Bits {
        debug_assert!(width >= self.width);
        Bits::from_limbs(width, &self.limbs)
    }

    /// Sign extension to a width that is not smaller.
    pub fn sext(&self, width: u32) -> Bits {
        if !self.is_negative() {
            return self.zext(width);
        }
        self.not().zext(width).not()
    }

    /// The low bits, to a width that is not larger.
    pub fn trunc(&self, width: u32) -> Bits {
        debug_assert!(width <= self.width);
        Bits::from_limbs(width, &self.limbs)
    }

    /// Bits `hi..=lo`.
    pub fn extract(&self, hi: u32, lo: u32) -> Bits {
        debug_assert!(lo <= hi && hi < self.width);
        self.lshr_by(lo).trunc(hi - lo + 1)
    }

    /// `self` as the high bits, `low` as the low ones.
    pub fn concat(&self, low: &Bits) -> Bits {
        let width = self.width + low.width;
        self.zext(width).shl_by(low.width).or(&low.zext(width))
    }

    /// Unsigned addition overflows.
    pub fn uaddo(&self, other: &Bits) -> bool {
        self.add(other).ult(self)
    }

    /// Signed addition overflows.
    pub fn saddo(&self, other: &Bits) -> bool {
        let negative = self.is_negative();
        negative == other.is_negative() && self.add(other).is_negative() != negative
    }

    /// Unsigned subtraction overflows.
    pub fn usubo(&self, other: &Bits) -> bool {
        self.ult(other)
    }

    /// Signed subtraction overflows.
    pub fn ssubo(&self, other: &Bits) -> bool {
        let negative = self.is_negative();
        negative != other.is_negative() && self.sub(other).is_negative() != negative
    }

    /// Unsigned multiplication overflows.
    pub fn umulo(&self, other: &Bits) -> bool {
        debug_assert_eq!(self.width, other.width);
        if self.width <= 64 {
            return word::umulo(self.width, self.limbs[0], other.limbs[0]);
        }
        (self.to_big() * other.to_big()).bits() > u64::from(self.width)
    }

    /// Signed multiplication overflows.
    pub fn smulo(&self, other: &Bits) -> bool {
        debug_assert_eq!(self.width, other.width);
        if self.width <= 64 {
            return word::smulo(self.width, self.limbs[0], other.limbs[0]);
        }
        let magnitude = self.abs().to_big() * other.abs().to_big();
        let limit = BigUint::from(1u8) << (self.width - 1);
        if self.is_negative() == other.is_negative() { magnitude >= limit } else { magnitude > limit }
    }

    /// A count as a value of this width.
    fn count(&self, n: u32) -> Bits {
        Bits::new(self.width, u64::from(n))
    }

    /// Number of one bits, in this width.
    pub fn popcount(&self) -> Bits {
        self.count(self.count_ones())
    }

    /// Number of leading zeros, in this width; the width for zero.
    pub fn ctlz(&self) -> Bits {
        self.count(self.leading_zeros())
    }

    /// Number of trailing zeros, in this width; the width for zero.
    pub fn cttz(&self) -> Bits {
        self.count(self.trailing_zeros())
    }

    /// Bytes in reverse order; the width is a multiple of 8.
    pub fn bswap(&self) -> Bits {
        debug_assert!(self.width.is_multiple_of(8));
        self.reversed(u64::swap_bytes)
    }

    /// Bits in reverse order.
    pub fn bitreverse(&self) -> Bits {
        self.reversed(u64::reverse_bits)
    }

    fn reversed(&self, limb: impl Fn(u64) -> u64) -> Bits {
        let limbs: SmallVec<[u64; 2]> = self.limbs.iter().rev().map(|&l| limb(l)).collect();
        let full = limbs.len() as u32 * 64;
        Bits { width: full, limbs }.lshr_by(full - self.width).trunc(self.width)
    }

    /// The value as an SMT-LIB constant: `#x..` when the width is a multiple of 4, else `#b..`.
    pub fn to_smtlib(&self) -> String {
        if self.width.is_multiple_of(4) { format!("#x{self:x}") } else { format!("#b{self:b}") }
    }

    /// The signed value in decimal.
    pub fn to_signed_string(&self) -> String {
        if self.is_negative() { format!("-{}", self.neg()) } else { self.to_string() }
    }
}

impl PartialOrd for Bits {
    fn partial_cmp(&self, other: &Bits) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// By width, then unsigned value.
impl Ord for Bits {
    fn cmp(&self, other: &Bits) -> Ordering {
        self.width.cmp(&other.width).then_with(|| self.limbs.iter().rev().cmp(other.limbs.iter().rev()))
    }
}

/// The unsigned value in decimal.
impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to_u64() {
            Some(value) => write!(f, "{value}"),
            None => write!(f, "{}", self.to_big()),
        }
    }
}

/// Width and value, as `i8 255`.
impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "i{} {self}", self.width)
    }
}

/// All bits, highest first, leading zeros included.
impl fmt::Binary for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for i in (0..self.width).rev() {
            f.write_str(if self.bit(i) { "1" } else { "0" })?;
        }
        Ok(())
    }
}

/// All hexadecimal digits, highest first, leading zeros included.
impl fmt::LowerHex for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for i in (0..self.width.div_ceil(4)).rev() {
            let nibble = self.limbs[(i / 16) as usize] >> (4 * (i % 16)) & 15;
            write!(f, "{nibble:x}")?;
        }
        Ok(())
    }
}
