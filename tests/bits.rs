//! `Bits` against native integers up to 128 bits and against big integers beyond.

use bmc::internals::base::Bits;
use num_bigint::{BigInt, BigUint, Sign};

#[path = "common/splitmix.rs"]
#[allow(dead_code, reason = "what other tests use")]
mod splitmix;
use splitmix::Random;

impl Random {
    /// Values near the ends of the range as often as arbitrary ones.
    fn bits(&mut self, w: u32) -> Bits {
        let any: Vec<u64> = (0..w.div_ceil(64)).map(|_| self.next()).collect();
        match self.next() % 8 {
            0 => Bits::new(w, self.next() % 4),
            1 => Bits::from_i64(w, -((self.next() % 4) as i64)),
            2 => Bits::signed_min(w).add(&Bits::new(w, self.next() % 3)),
            3 => Bits::power_of_two(w, (self.next() % u64::from(w)) as u32),
            4 => Bits::new(w, u64::from(w)).sub(&Bits::new(w, self.next() % 3)),
            5 => Bits::from_limbs(w, &any).lshr_by(w / 2),
            _ => Bits::from_limbs(w, &any),
        }
    }
}

fn unsigned(a: &Bits) -> BigInt {
    BigInt::from_biguint(Sign::Plus, a.to_big())
}

fn signed(a: &Bits) -> BigInt {
    let m = unsigned(a);
    if a.is_negative() { m - (BigInt::from(1) << a.width()) } else { m }
}

/// The integer modulo 2^w.
fn modulo(w: u32, value: &BigInt) -> Bits {
    let m = BigInt::from(1) << w;
    let r: BigInt = ((value % &m) + &m) % &m;
    Bits::from_big(w, r.magnitude())
}

/// Checks all operators on one pair of operands against integers of any size.
fn against_integers(a: &Bits, b: &Bits) {
    let w = a.width();
    let (ua, ub, sa, sb) = (unsigned(a), unsigned(b), signed(a), signed(b));
    let zero = BigInt::from(0);
    let same = |what: &str, got: Bits, want: &BigInt| {
        assert_eq!(got, modulo(w, want), "{what} of {a:?} and {b:?}");
    };
    same("add", a.add(b), &(&ua + &ub));
    same("sub", a.sub(b), &(&ua - &ub));
    same("mul", a.mul(b), &(&ua * &ub));
    same("neg", a.neg(), &-&ua);
    same("not", a.not(), &(-&ua - 1));
    if ub == zero {
        same("udiv", a.udiv(b), &BigInt::from(-1));
        same("urem", a.urem(b), &ua);
        same("sdiv", a.sdiv(b), &BigInt::from(if sa < zero { 1 } else { -1 }));
        same("srem", a.srem(b), &ua);
    } else {
        same("udiv", a.udiv(b), &(&ua / &ub));
        same("urem", a.urem(b), &(&ua % &ub));
        same("sdiv", a.sdiv(b), &(&sa / &sb));
        same("srem", a.srem(b), &(&sa % &sb));
    }
    assert_eq!(a.inverse().is_some(), a.bit(0), "inverse of {a:?}");
    if let Some(inverse) = a.inverse() {
        same("product with the inverse of", a.mul(&inverse), &BigInt::from(1));
    }
    let n = u32::try_from(b.to_big()).unwrap_or(u32::MAX).min(w);
    same("shl", a.shl(b), &(&ua << n));
    same("lshr", a.lshr(b), &(&ua >> n));
    same("ashr", a.ashr(b), &(&sa >> n));
    same("and", a.and(b), &(&ua & &ub));
    same("or", a.or(b), &(&ua | &ub));
    same("xor", a.xor(b), &(&ua ^ &ub));

    let test = |what: &str, got: bool, want: bool| assert_eq!(got, want, "{what} of {a:?} and {b:?}");
    let (half, full) = (BigInt::from(1) << (w - 1), BigInt::from(1) << w);
    let fits_signed = |x: BigInt| x >= -&half && x < half;
    let fits_unsigned = |x: BigInt| x >= zero && x < full;
    test("ult", a.ult(b), ua < ub);
    test("ule", a.ule(b), ua <= ub);
    test("slt", a.slt(b), sa < sb);
    test("sle", a.sle(b), sa <= sb);
    test("uaddo", a.uaddo(b), !fits_unsigned(&ua + &ub));
    test("usubo", a.usubo(b), !fits_unsigned(&ua - &ub));
    test("umulo", a.umulo(b), !fits_unsigned(&ua * &ub));
    test("saddo", a.saddo(b), !fits_signed(&sa + &sb));
    test("ssubo", a.ssubo(b), !fits_signed(&sa - &sb));
    test("smulo", a.smulo(b), !fits_signed(&sa * &sb));

    let v = w + 1 + w / 3;
    assert_eq!(a.zext(v), modulo(v, &ua));
    assert_eq!(a.sext(v), modulo(v, &sa));
    assert_eq!(a.concat(b), modulo(2 * w, &((&ua << w) + &ub)));
    let (hi, lo) = (w - 1 - n.min(w - 1) / 2, n.min(w - 1) / 3);
    if lo <= hi {
        assert_eq!(a.extract(hi, lo), modulo(hi - lo + 1, &(&ua >> lo)));
    }
    let digits = format!("{a:b}");
    assert_eq!(a.count_ones() as usize, digits.matches('1').count());
    assert_eq!(a.leading_zeros() as usize, digits.find('1').unwrap_or(digits.len()));
    let reversed: String = digits.chars().rev().collect();
    assert_eq!(a.trailing_zeros() as usize, reversed.find('1').unwrap_or(digits.len()));
    assert_eq!(a.bitreverse(), Bits::from_binary(&reversed).unwrap());
    assert_eq!(a.popcount(), modulo(w, &BigInt::from(a.count_ones())));
    assert_eq!(a.ctlz(), modulo(w, &BigInt::from(a.leading_zeros())));
    assert_eq!(a.cttz(), modulo(w, &BigInt::from(a.trailing_zeros())));
    if w.is_multiple_of(8) {
        let bytes: Vec<&str> = (0..digits.len() / 8).rev().map(|i| &digits[8 * i..8 * i + 8]).collect();
        assert_eq!(a.bswap(), Bits::from_binary(&bytes.concat()).unwrap());
    }
    assert_eq!(Bits::from_binary(&digits).unwrap(), *a);
    assert_eq!(Bits::from_decimal(w, &a.to_string()).unwrap(), *a);
    assert_eq!(Bits::from_decimal(w, &a.to_signed_string()).unwrap(), *a);
    assert_eq!(a.to_string(), ua.to_string());
    assert_eq!(a.to_signed_string(), sa.to_string());
    assert_eq!(a.to_i64(), i64::try_from(&sa).ok());
    assert_eq!(a.to_u64(), u64::try_from(&ua).ok());
    assert_eq!(a.to_u128(), u128::try_from(&ua).ok());
    if w.is_multiple_of(4) {
        assert_eq!(Bits::from_hex(&format!("{a:x}")).unwrap(), *a);
        assert_eq!(a.to_smtlib(), format!("#x{a:x}"));
    } else {
        assert_eq!(a.to_smtlib(), format!("#b{digits}"));
    }
}

#[test]
fn all_pairs_of_small_widths() {
    for w in 1..=4 {
        for a in 0..1u64 << w {
            for b in 0..1u64 << w {
                against_integers(&Bits::new(w, a), &Bits::new(w, b));
            }
        }
    }
}

#[test]
fn random_pairs_of_all_widths() {
    let mut random = Random(1);
    for w in (1..=192).chain([255, 256, 257, 512, 1000]) {
        for _ in 0..40 {
            let (a, b) = (random.bits(w), random.bits(w));
            against_integers(&a, &b);
        }
    }
}

#[test]
fn native_arithmetic() {
    let mut random = Random(2);
    for w in 1..=128u32 {
        let m = u128::MAX >> (128 - w);
        let sign = |x: u128| ((x << (128 - w)) as i128) >> (128 - w);
        for _ in 0..100 {
            let (a, b) = (random.bits(w), random.bits(w));
            let (x, y) = (a.to_u128().unwrap(), b.to_u128().unwrap());
            let same = |got: Bits, want: u128| assert_eq!(got, Bits::from_u128(w, want & m), "{a:?} {b:?}");
            same(a.add(&b), x.wrapping_add(y));
            same(a.sub(&b), x.wrapping_sub(y));
            same(a.mul(&b), x.wrapping_mul(y));
            if let (Some(quotient), Some(rest)) = (x.checked_div(y), x.checked_rem(y)) {
                same(a.udiv(&b), quotient);
                same(a.urem(&b), rest);
                same(a.sdiv(&b), sign(x).wrapping_div(sign(y)) as u128);
                same(a.srem(&b), sign(x).wrapping_rem(sign(y)) as u128);
            }
            if y < u128::from(w) {
                same(a.shl(&b), x << y);
                same(a.lshr(&b), x >> y);
                same(a.ashr(&b), (sign(x) >> y) as u128);
            }
            assert_eq!(a.ult(&b), x < y);
            assert_eq!(a.slt(&b), sign(x) < sign(y));
        }
    }
}

#[test]
fn texts_that_are_no_values() {
    for text in ["", "-", "12a", "+1", "256", "-129"] {
        assert_eq!(Bits::from_decimal(8, text), None, "{text}");
    }
    assert_eq!(Bits::from_decimal(8, "-128"), Some(Bits::signed_min(8)));
    assert_eq!(Bits::from_decimal(8, "255"), Some(Bits::ones(8)));
    assert_eq!(Bits::from_binary(""), None);
    assert_eq!(Bits::from_binary("012"), None);
    assert_eq!(Bits::from_hex("0g"), None);
    assert_eq!(Bits::from_big(8, &BigUint::from(0x1ffu32)), Bits::ones(8));
}
