//! Arithmetic circuits over an [`Aig`]. A vector is a slice of edges, bit 0 first.

use super::aig::{Aig, Lit};
use crate::base::Bits;

/// The vector of a constant's bits.
pub fn constant(width: usize, bit: impl Fn(u32) -> bool) -> Vec<Lit> {
    (0..width as u32).map(|i| Lit::constant(bit(i))).collect()
}

/// The low `width` bits of a number.
pub fn number(width: usize, value: u128) -> Vec<Lit> {
    constant(width, |i| i < 128 && value >> i & 1 == 1)
}

/// Whether every bit is a constant.
pub fn is_const(a: &[Lit]) -> bool {
    a.iter().all(|l| l.is_const())
}

/// Bitwise complement.
pub fn not(a: &[Lit]) -> Vec<Lit> {
    a.iter().map(|&l| !l).collect()
}

/// A gate on each pair of bits.
pub fn zip(g: &mut Aig, a: &[Lit], b: &[Lit], gate: fn(&mut Aig, Lit, Lit) -> Lit) -> Vec<Lit> {
    a.iter().zip(b).map(|(&x, &y)| gate(g, x, y)).collect()
}

/// `c ? a : b`.
pub fn ite(g: &mut Aig, c: Lit, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    a.iter().zip(b).map(|(&x, &y)| g.ite(c, x, y)).collect()
}

/// Equality.
pub fn eq(g: &mut Aig, a: &[Lit], b: &[Lit]) -> Lit {
    let needed = signed_bits(a).max(signed_bits(b));
    let (a, b) = (&a[..needed], &b[..needed]);
    let mut same = Vec::with_capacity(a.len());
    for (&x, &y) in a.iter().zip(b) {
        let l = g.iff(x, y);
        if l == Lit::FALSE {
            return Lit::FALSE;
        }
        same.push(l);
    }
    g.and_all(&same)
}

/// Number of low bits that determine a vector's signed value: the bits above copy the last of them.
fn signed_bits(a: &[Lit]) -> usize {
    let sign = a[a.len() - 1];
    1 + a.iter().rposition(|&l| l != sign).map_or(0, |i| i + 1).min(a.len() - 1)
}

/// Number of low bits that determine a vector's unsigned value: the bits above are zero.
fn unsigned_bits(a: &[Lit]) -> usize {
    a.iter().rposition(|&l| l != Lit::FALSE).map_or(0, |i| i + 1)
}

/// Carries, from the one into bit 0. Where the operands' bits repeat, as above a sign bit, the carry repeats as well:
/// maj(x, y, maj(x, y, c)) = maj(x, y, c).
struct Carry {
    into: Lit,
    before: Option<(Lit, Lit)>,
}

impl Carry {
    fn new(into: Lit) -> Carry {
        Carry { into, before: None }
    }

    fn pass(&mut self, g: &mut Aig, x: Lit, y: Lit) {
        if self.before != Some((x, y)) {
            self.into = g.majority(x, y, self.into);
            self.before = Some((x, y));
        }
    }
}

/// Ripple-carry sum of `a`, `b` and `carry`, with the carries into each bit and out of the last.
fn ripple(g: &mut Aig, a: &[Lit], b: &[Lit], carry: Lit) -> (Vec<Lit>, Vec<Lit>) {
    let mut carries = vec![carry];
    let mut sum = Vec::with_capacity(a.len());
    let mut c = Carry::new(carry);
    for (&x, &y) in a.iter().zip(b) {
        let half = g.xor(x, y);
        sum.push(g.xor(half, c.into));
        c.pass(g, x, y);
        carries.push(c.into);
    }
    (sum, carries)
}

/// The carry out of `a + b + carry`.
pub fn carry_out(g: &mut Aig, a: &[Lit], b: &[Lit], carry: Lit) -> Lit {
    let mut c = Carry::new(carry);
    a.iter().zip(b).for_each(|(&x, &y)| c.pass(g, x, y));
    c.into
}

/// `a + b + carry`, without the last carry.
pub fn add(g: &mut Aig, a: &[Lit], b: &[Lit], carry: Lit) -> Vec<Lit> {
    let mut c = Carry::new(carry);
    let mut sum = Vec::with_capacity(a.len());
    for (i, (&x, &y)) in a.iter().zip(b).enumerate() {
        let half = g.xor(x, y);
        sum.push(g.xor(half, c.into));
        if i + 1 < a.len() {
            c.pass(g, x, y);
        }
    }
    sum
}

/// `a - b`.
pub fn sub(g: &mut Aig, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    add(g, a, &not(b), Lit::TRUE)
}

/// `-a`.
pub fn neg(g: &mut Aig, a: &[Lit]) -> Vec<Lit> {
    let zero = vec![Lit::FALSE; a.len()];
    sub(g, &zero, a)
}

/// `a <u b`; with `or_equal`, `a <=u b`.
pub fn ult(g: &mut Aig, a: &[Lit], b: &[Lit], or_equal: bool) -> Lit {
    // a < b iff a - b borrows; a <= b iff not b < a.
    if or_equal { carry_out(g, b, &not(a), Lit::TRUE) } else { !carry_out(g, a, &not(b), Lit::TRUE) }
}

/// `a <s b`; with `or_equal`, `a <=s b`.
pub fn slt(g: &mut Aig, a: &[Lit], b: &[Lit], or_equal: bool) -> Lit {
    let needed = signed_bits(a).max(signed_bits(b));
    let flip = |v: &[Lit]| {
        let mut v = v.to_vec();
        let last = v.len() - 1;
        v[last] = !v[last];
        v
    };
    ult(g, &flip(&a[..needed]), &flip(&b[..needed]), or_equal)
}

/// Signed overflow of `a + b + carry`.
pub fn signed_add_overflow(g: &mut Aig, a: &[Lit], b: &[Lit], carry: Lit) -> Lit {
    let (_, carries) = ripple(g, a, b, carry);
    let n = a.len();
    g.xor(carries[n - 1], carries[n])
}

/// Low bits of `a * b`, as many as the operands have.
pub fn mul(g: &mut Aig, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    let constants = |v: &[Lit]| v.iter().filter(|l| l.is_const()).count();
    let (a, b) = if constants(a) > constants(b) { (b, a) } else { (a, b) };
    let n = a.len();
    if is_const(b) {
        return mul_const(g, a, b);
    }
    // A product needs no more signed bits than its factors together.
    let needed = signed_bits(a) + signed_bits(b);
    if needed < n {
        let mut product = mul(g, &a[..needed], &b[..needed]);
        let sign = product[needed - 1];
        product.resize(n, sign);
        return product;
    }
    let mut sum: Vec<Lit> = a.iter().map(|&x| g.and(x, b[0])).collect();
    for i in 1..n {
        if b[i] == Lit::FALSE {
            continue;
        }
        let row: Vec<Lit> = a[..n - i].iter().map(|&x| g.and(x, b[i])).collect();
        let high = add(g, &sum[i..], &row, Lit::FALSE);
        sum.truncate(i);
        sum.extend(high);
    }
    sum
}

/// Product with a constant, by its signed digits or by those of its inverse, whichever are fewer.
fn mul_const(g: &mut Aig, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    let mut factor = Bits::zero(b.len() as u32);
    for (i, _) in b.iter().enumerate().filter(|(_, l)| **l == Lit::TRUE) {
        factor = factor.or(&Bits::power_of_two(b.len() as u32, i as u32));
    }
    let digits = signed_digits(&factor);
    if let Some(inverse) = factor.inverse() {
        let of_inverse = signed_digits(&inverse);
        if of_inverse.len() < digits.len() {
            return divide_exactly(g, a, &of_inverse);
        }
    }
    let n = a.len();
    let mut sum = vec![Lit::FALSE; n];
    for (i, minus) in digits {
        let row = if minus { not(&a[..n - i]) } else { a[..n - i].to_vec() };
        let high = add(g, &sum[i..], &row, if minus { Lit::TRUE } else { Lit::FALSE });
        sum.truncate(i);
        sum.extend(high);
    }
    sum
}

/// Non-zero digits of the canonical signed form, lowest first: position, and whether the digit is -1. A run of ones
/// costs two.
fn signed_digits(factor: &Bits) -> Vec<(usize, bool)> {
    let bit = |i: u32| i < factor.width() && factor.bit(i);
    let (mut digits, mut carry) = (Vec::new(), false);
    for i in 0..factor.width() {
        let one = bit(i) ^ carry;
        // Digit -1 when the remaining factor is 3 modulo 4.
        let minus = one && bit(i + 1);
        carry = (bit(i) && carry) || minus;
        if one {
            digits.push((i as usize, minus));
        }
    }
    digits
}

/// The unique `q` with `q` times an odd factor = `a` modulo 2^n, bit by bit from below: `q` = `a` minus the other
/// digits' multiples of `q`. Their bit `i` needs only bits of `q` below `i`.
fn divide_exactly(g: &mut Aig, a: &[Lit], digits: &[(usize, bool)]) -> Vec<Lit> {
    let (first, others) = digits.split_first().expect("an odd factor");
    let a = if first.1 { neg(g, a) } else { a.to_vec() };
    // A digit with the sign of the first one is subtracted.
    let mut rows: Vec<(usize, bool, Lit)> = Vec::with_capacity(others.len());
    for &(place, minus) in others {
        let subtracted = minus == first.1;
        rows.push((place, subtracted, if subtracted { Lit::TRUE } else { Lit::FALSE }));
    }
    let mut q: Vec<Lit> = Vec::with_capacity(a.len());
    for (i, &bit) in a.iter().enumerate() {
        let mut sum = bit;
        for (place, subtracted, carry) in &mut rows {
            let known = if i >= *place { q[i - *place] } else { Lit::FALSE };
            let row = if *subtracted { !known } else { known };
            let half = g.xor(sum, row);
            let next = g.majority(sum, row, *carry);
            sum = g.xor(half, *carry);
            *carry = next;
        }
        q.push(sum);
    }
    q
}

/// Unsigned multiplication overflows: some pair of high bits, or bit `n` of the product of `n + 1` bits.
pub fn umulo(g: &mut Aig, a: &[Lit], b: &[Lit]) -> Lit {
    let n = a.len();
    let mut parts = Vec::new();
    let mut any = Lit::FALSE;
    for i in 1..n {
        any = g.or(any, b[n - i]);
        parts.push(g.and(a[i], any));
    }
    let extend = |v: &[Lit]| [v, &[Lit::FALSE]].concat();
    let product = mul(g, &extend(a), &extend(b));
    parts.push(product[n]);
    g.or_all(&parts)
}

/// Signed multiplication overflows: the magnitudes' high bits, or the two top bits of the product of
/// `n + 1` bits differ.
pub fn smulo(g: &mut Aig, a: &[Lit], b: &[Lit]) -> Lit {
    let n = a.len();
    if n == 1 {
        return g.and(a[0], b[0]);
    }
    if signed_bits(a) + signed_bits(b) <= n {
        return Lit::FALSE;
    }
    let magnitude =
        |g: &mut Aig, v: &[Lit]| -> Vec<Lit> { v[..n - 1].iter().map(|&x| g.xor(x, v[n - 1])).collect() };
    let (xa, xb) = (magnitude(g, a), magnitude(g, b));
    let mut parts = Vec::new();
    let mut any = Lit::FALSE;
    for p in 1..n - 1 {
        any = g.or(any, xb[n - 1 - p]);
        parts.push(g.and(xa[p], any));
    }
    let extend = |v: &[Lit]| [v, &v[n - 1..]].concat();
    let product = mul(g, &extend(a), &extend(b));
    let top = g.xor(product[n], product[n - 1]);
    parts.push(top);
    g.or_all(&parts)
}

/// Unsigned quotient and remainder by restoring division. It yields SMT-LIB's values for a zero divisor without special
/// treatment: no step restores.
pub fn udivrem(g: &mut Aig, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
    let n = a.len();
    let needed = unsigned_bits(a).max(unsigned_bits(b)).max(1);
    if needed < n {
        let (mut quotient, mut rest) = udivrem(g, &a[..needed], &b[..needed]);
        // The quotient is small, or all ones for a zero divisor.
        let nonzero = g.or_all(&b[..needed]);
        quotient.resize(n, !nonzero);
        rest.resize(n, Lit::FALSE);
        return (quotient, rest);
    }
    // above[k]: the divisor has a bit at or above k.
    let mut above = vec![Lit::FALSE; n + 1];
    for k in (0..n).rev() {
        above[k] = g.or(above[k + 1], b[k]);
    }
    let mut quotient = vec![Lit::FALSE; n];
    let mut rest: Vec<Lit> = Vec::with_capacity(n);
    for k in 0..n {
        // The partial remainder is at most the dividend's k + 1 highest bits, so it has no more bits.
        rest.insert(0, a[n - 1 - k]);
        let width = rest.len();
        let (difference, carries) = ripple(g, &rest, &not(&b[..width]), Lit::TRUE);
        let fits = g.and(carries[width], !above[width]);
        quotient[n - 1 - k] = fits;
        rest = ite(g, fits, &difference, &rest);
    }
    (quotient, rest)
}

/// `v` or `-v`.
pub fn negate_if(g: &mut Aig, c: Lit, v: &[Lit]) -> Vec<Lit> {
    // -v = ~v + 1, so both at once: (v ^ c) + c.
    let flipped: Vec<Lit> = v.iter().map(|&x| g.xor(x, c)).collect();
    let zero = vec![Lit::FALSE; v.len()];
    add(g, &flipped, &zero, c)
}

/// Kind of a shift.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shift {
    /// Towards higher bits, filling with zeros.
    Left,
    /// Towards lower bits, filling with zeros.
    Right,
    /// Towards lower bits, filling with the sign bit.
    RightSigned,
}

/// Barrel shifter; amounts of the width or more shift everything out.
pub fn shift(g: &mut Aig, kind: Shift, a: &[Lit], amount: &[Lit]) -> Vec<Lit> {
    let n = a.len();
    let fill = if kind == Shift::RightSigned { a[n - 1] } else { Lit::FALSE };
    let mut v = a.to_vec();
    let mut far = Vec::new();
    for (k, &bit) in amount.iter().enumerate() {
        if k >= usize::BITS as usize - 1 || 1usize << k >= n {
            far.push(bit);
            continue;
        }
        let by = 1usize << k;
        let moved: Vec<Lit> = (0..n)
            .map(|i| match kind {
                Shift::Left => {
                    if i >= by {
                        v[i - by]
                    } else {
                        Lit::FALSE
                    }
                }
                _ => v.get(i + by).copied().unwrap_or(fill),
            })
            .collect();
        v = ite(g, bit, &moved, &v);
    }
    let far = g.or_all(&far);
    v.iter().map(|&x| g.ite(far, fill, x)).collect()
}

/// Number of one bits, in the operand's width.
pub fn popcount(g: &mut Aig, a: &[Lit]) -> Vec<Lit> {
    let n = a.len();
    // Sums of growing width; the last fits `n` bits, as n < 2^n.
    let mut sums: Vec<Vec<Lit>> = a.iter().map(|&l| vec![l]).collect();
    while sums.len() > 1 {
        sums = sums
            .chunks(2)
            .map(|pair| {
                let width = pair.iter().map(Vec::len).max().unwrap_or(0) + 1;
                let wide = |v: &Vec<Lit>| {
                    let mut v = v.clone();
                    v.resize(width, Lit::FALSE);
                    v
                };
                match pair {
                    [x, y] => add(g, &wide(x), &wide(y), Lit::FALSE),
                    [x] => x.clone(),
                    _ => Vec::new(),
                }
            })
            .collect();
    }
    let mut sum = sums.pop().unwrap_or_default();
    sum.resize(n, Lit::FALSE);
    sum
}

/// Number of zeros below the lowest one; the width for zero.
pub fn trailing_zeros(g: &mut Aig, a: &[Lit]) -> Vec<Lit> {
    let n = a.len();
    let mut terms: Vec<Vec<Lit>> = vec![Vec::new(); n];
    let mut none_below = Lit::TRUE;
    // The position after the last bit stands for the absence of any one bit.
    for (i, bit) in a.iter().map(Some).chain([None]).enumerate() {
        let here = bit.map_or(none_below, |&bit| g.and(none_below, bit));
        for (k, term) in terms.iter_mut().enumerate() {
            if k < usize::BITS as usize && i >> k & 1 == 1 {
                term.push(here);
            }
        }
        if let Some(&bit) = bit {
            none_below = g.and(none_below, !bit);
        }
    }
    terms.iter().map(|t| g.or_all(t)).collect()
}

/// Number of zeros above the highest one; the width for zero.
pub fn leading_zeros(g: &mut Aig, a: &[Lit]) -> Vec<Lit> {
    let reversed: Vec<Lit> = a.iter().rev().copied().collect();
    trailing_zeros(g, &reversed)
}
