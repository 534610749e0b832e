//! Bit-vector arithmetic on values of at most 64 bits held in a `u64`.
//!
//! Every function takes the width first (1 to 64) and operands whose bits above the width are
//! zero, and yields a result of the same kind. The meaning is that of the ILR operators
//! (SMT-LIB's, total). [`crate::base::Bits`] and constant folding both stand on these.

/// The value with all `w` bits set.
#[inline]
pub fn mask(w: u32) -> u64 {
    debug_assert!((1..=64).contains(&w));
    u64::MAX >> (64 - w)
}

/// The low `w` bits.
#[inline]
pub fn trunc(w: u32, a: u64) -> u64 {
    a & mask(w)
}

/// The value read as two's complement.
#[inline]
pub fn signed(w: u32, a: u64) -> i64 {
    let shift = 64 - w;
    ((a << shift) as i64) >> shift
}

/// Sign extension to `to` bits.
#[inline]
pub fn sext(w: u32, a: u64, to: u32) -> u64 {
    trunc(to, signed(w, a) as u64)
}

/// Whether the sign bit is set.
#[inline]
pub fn negative(w: u32, a: u64) -> bool {
    a >> (w - 1) & 1 == 1
}

/// Sum.
#[inline]
pub fn add(w: u32, a: u64, b: u64) -> u64 {
    trunc(w, a.wrapping_add(b))
}

/// Difference.
#[inline]
pub fn sub(w: u32, a: u64, b: u64) -> u64 {
    trunc(w, a.wrapping_sub(b))
}

/// Product.
#[inline]
pub fn mul(w: u32, a: u64, b: u64) -> u64 {
    trunc(w, a.wrapping_mul(b))
}

/// Two's complement negation.
#[inline]
pub fn neg(w: u32, a: u64) -> u64 {
    trunc(w, a.wrapping_neg())
}

/// Bitwise complement.
#[inline]
pub fn not(w: u32, a: u64) -> u64 {
    trunc(w, !a)
}

/// Unsigned quotient; all ones for a zero divisor.
#[inline]
pub fn udiv(w: u32, a: u64, b: u64) -> u64 {
    a.checked_div(b).unwrap_or(mask(w))
}

/// Unsigned remainder; the dividend for a zero divisor.
#[inline]
pub fn urem(_w: u32, a: u64, b: u64) -> u64 {
    a.checked_rem(b).unwrap_or(a)
}

/// Signed quotient truncated towards zero; for a zero divisor -1, or 1 for a negative dividend.
#[inline]
pub fn sdiv(w: u32, a: u64, b: u64) -> u64 {
    if b == 0 {
        return if negative(w, a) { 1 } else { mask(w) };
    }
    trunc(w, signed(w, a).wrapping_div(signed(w, b)) as u64)
}

/// Signed remainder with the sign of the dividend; the dividend for a zero divisor.
#[inline]
pub fn srem(w: u32, a: u64, b: u64) -> u64 {
    if b == 0 {
        return a;
    }
    trunc(w, signed(w, a).wrapping_rem(signed(w, b)) as u64)
}

/// Shift left; zero when the amount reaches the width.
#[inline]
pub fn shl(w: u32, a: u64, n: u64) -> u64 {
    if n >= u64::from(w) { 0 } else { trunc(w, a << n) }
}

/// Shift right with zeros; zero when the amount reaches the width.
#[inline]
pub fn lshr(w: u32, a: u64, n: u64) -> u64 {
    if n >= u64::from(w) { 0 } else { a >> n }
}

/// Shift right with sign bits; all sign bits when the amount reaches the width.
#[inline]
pub fn ashr(w: u32, a: u64, n: u64) -> u64 {
    trunc(w, (signed(w, a) >> n.min(u64::from(w) - 1)) as u64)
}

/// Signed less than.
#[inline]
pub fn slt(w: u32, a: u64, b: u64) -> bool {
    signed(w, a) < signed(w, b)
}

/// Signed less or equal.
#[inline]
pub fn sle(w: u32, a: u64, b: u64) -> bool {
    signed(w, a) <= signed(w, b)
}

/// Unsigned addition overflows.
#[inline]
pub fn uaddo(w: u32, a: u64, b: u64) -> bool {
    u128::from(a) + u128::from(b) > u128::from(mask(w))
}

/// Signed addition overflows.
#[inline]
pub fn saddo(w: u32, a: u64, b: u64) -> bool {
    outside(w, i128::from(signed(w, a)) + i128::from(signed(w, b)))
}

/// Unsigned subtraction overflows.
#[inline]
pub fn usubo(_w: u32, a: u64, b: u64) -> bool {
    a < b
}

/// Signed subtraction overflows.
#[inline]
pub fn ssubo(w: u32, a: u64, b: u64) -> bool {
    outside(w, i128::from(signed(w, a)) - i128::from(signed(w, b)))
}

/// Unsigned multiplication overflows.
#[inline]
pub fn umulo(w: u32, a: u64, b: u64) -> bool {
    u128::from(a) * u128::from(b) > u128::from(mask(w))
}

/// Signed multiplication overflows.
#[inline]
pub fn smulo(w: u32, a: u64, b: u64) -> bool {
    outside(w, i128::from(signed(w, a)) * i128::from(signed(w, b)))
}

/// Whether the value does not fit `w` bits of two's complement.
fn outside(w: u32, value: i128) -> bool {
    let half = 1i128 << (w - 1);
    value < -half || value >= half
}

/// Number of one bits, modulo 2^w as every result.
#[inline]
pub fn popcount(w: u32, a: u64) -> u64 {
    trunc(w, u64::from(a.count_ones()))
}

/// Number of leading zeros, modulo 2^w; the width for zero.
#[inline]
pub fn ctlz(w: u32, a: u64) -> u64 {
    trunc(w, u64::from(a.leading_zeros() - (64 - w)))
}

/// Number of trailing zeros, modulo 2^w; the width for zero.
#[inline]
pub fn cttz(w: u32, a: u64) -> u64 {
    trunc(w, u64::from(a.trailing_zeros().min(w)))
}

/// Bytes in reverse order; the width is a multiple of 8.
#[inline]
pub fn bswap(w: u32, a: u64) -> u64 {
    debug_assert!(w.is_multiple_of(8));
    a.swap_bytes() >> (64 - w)
}

/// Bits in reverse order.
#[inline]
pub fn bitreverse(w: u32, a: u64) -> u64 {
    a.reverse_bits() >> (64 - w)
}

/// Bits `hi..=lo`.
#[inline]
pub fn extract(a: u64, hi: u32, lo: u32) -> u64 {
    trunc(hi - lo + 1, a >> lo)
}
