//! Constructors of the operators over truth values and bit-vectors. They fold constants, order operands, then apply the
//! rules of the operator.

use super::rules::operand;
use super::{Builder, rules};
use crate::base::{Bits, word};
use crate::ilr::{Op, Sort, Term};

type Rules1 = fn(&mut Builder, Term) -> Option<Term>;
type Rules2 = fn(&mut Builder, Term, Term) -> Option<Term>;

impl Builder {
    #[inline]
    fn unary(&mut self, op: Op, a: Term, rules: Rules1) -> Term {
        self.remembered((op, [operand(a), 0, 0]), |s| match s.simplified(|s| rules(s, a)) {
            Some(t) => t,
            None => s.store.mk(op, &[a]),
        })
    }

    #[inline]
    fn binary(&mut self, op: Op, a: Term, b: Term, rules: Rules2) -> Term {
        self.remembered((op, [operand(a), operand(b), 0]), |s| match s.simplified(|s| rules(s, a, b)) {
            Some(t) => t,
            None => s.store.mk(op, &[a, b]),
        })
    }

    /// A commutative operator: its rules are tried on the operands in both orders, a constant only as the second.
    #[inline]
    fn commutative(&mut self, op: Op, a: Term, b: Term, rules: Rules2) -> Term {
        let (a, b) = self.ordered(a, b);
        self.remembered((op, [operand(a), operand(b), 0]), |s| {
            let swap = !s.is(b, Op::Const) && a != b;
            let t = s.simplified(|s| rules(s, a, b).or_else(|| if swap { rules(s, b, a) } else { None }));
            match t {
                Some(t) => t,
                None => s.store.mk(op, &[a, b]),
            }
        })
    }

    // Truth values.

    /// Negation.
    pub fn not(&mut self, a: Term) -> Term {
        self.unary(Op::Not, a, rules::constructor_Not)
    }

    /// Conjunction.
    pub fn and(&mut self, a: Term, b: Term) -> Term {
        self.commutative(Op::And, a, b, rules::constructor_And)
    }

    /// Disjunction.
    pub fn or(&mut self, a: Term, b: Term) -> Term {
        self.binary(Op::Or, a, b, rules::constructor_Or)
    }

    /// Exclusive or.
    pub fn xor(&mut self, a: Term, b: Term) -> Term {
        self.commutative(Op::Xor, a, b, rules::constructor_Xor)
    }

    /// Implication: `!(a & !b)`.
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let nb = self.not(b);
        let n = self.and(a, nb);
        self.not(n)
    }

    /// Conjunction of any number; true for none.
    pub fn and_all(&mut self, terms: impl IntoIterator<Item = Term>) -> Term {
        let mut all = self.tt();
        for t in terms {
            all = self.and(all, t);
        }
        all
    }

    /// Disjunction of any number; false for none.
    pub fn or_all(&mut self, terms: impl IntoIterator<Item = Term>) -> Term {
        let mut any = self.ff();
        for t in terms {
            any = self.or(any, t);
        }
        any
    }

    /// The one-bit vector that is 1 when the term is true.
    pub fn bool_to_bv(&mut self, t: Term) -> Term {
        let (one, zero) = (self.bv(1, 1), self.bv(1, 0));
        self.ite(t, one, zero)
    }

    /// Whether a one-bit vector is 1.
    pub fn bv_to_bool(&mut self, t: Term) -> Term {
        let one = self.bv(1, 1);
        self.eq(t, one)
    }

    /// `a` if `c`, else `b`; any sort.
    pub fn ite(&mut self, c: Term, a: Term, b: Term) -> Term {
        let request = (Op::Ite, [operand(c), operand(a), operand(b)]);
        self.remembered(request, |s| match s.simplified(|s| rules::constructor_Ite(s, c, a, b)) {
            Some(t) => t,
            None => s.store.mk(Op::Ite, &[c, a, b]),
        })
    }

    // Comparisons.

    /// Equality of two terms of one sort.
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        // Equal constants are one term.
        if a != b && self.is(a, Op::Const) && self.is(b, Op::Const) {
            return self.ff();
        }
        if let Sort::Array { .. } | Sort::Heap(_) = self.sort(a) {
            let (a, b) = (a.min(b), a.max(b));
            return if a == b { self.tt() } else { self.store.mk(Op::Eq, &[a, b]) };
        }
        self.commutative(Op::Eq, a, b, rules::constructor_Eq)
    }

    /// Disequality.
    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let e = self.eq(a, b);
        self.not(e)
    }

    /// Unsigned less than.
    pub fn ult(&mut self, a: Term, b: Term) -> Term {
        match self.fold2_bool(a, b, |_, x, y| x < y, Bits::ult) {
            Some(t) => t,
            None => self.binary(Op::Ult, a, b, rules::constructor_Ult),
        }
    }

    /// Unsigned less or equal.
    pub fn ule(&mut self, a: Term, b: Term) -> Term {
        self.binary(Op::Ule, a, b, rules::constructor_Ule)
    }

    /// Unsigned greater than.
    pub fn ugt(&mut self, a: Term, b: Term) -> Term {
        self.ult(b, a)
    }

    /// Unsigned greater or equal.
    pub fn uge(&mut self, a: Term, b: Term) -> Term {
        self.ule(b, a)
    }

    /// Signed less than.
    pub fn slt(&mut self, a: Term, b: Term) -> Term {
        match self.fold2_bool(a, b, word::slt, Bits::slt) {
            Some(t) => t,
            None => self.binary(Op::Slt, a, b, rules::constructor_Slt),
        }
    }

    /// Signed less or equal.
    pub fn sle(&mut self, a: Term, b: Term) -> Term {
        self.binary(Op::Sle, a, b, rules::constructor_Sle)
    }

    /// Signed greater than.
    pub fn sgt(&mut self, a: Term, b: Term) -> Term {
        self.slt(b, a)
    }

    /// Signed greater or equal.
    pub fn sge(&mut self, a: Term, b: Term) -> Term {
        self.sle(b, a)
    }

    // Arithmetic.

    /// Two's complement negation.
    pub fn neg(&mut self, a: Term) -> Term {
        match self.fold1(a, word::neg, Bits::neg) {
            Some(t) => t,
            None => self.unary(Op::Neg, a, rules::constructor_Neg),
        }
    }

    /// Sum.
    pub fn add(&mut self, a: Term, b: Term) -> Term {
        match self.fold2(a, b, word::add, Bits::add) {
            Some(t) => t,
            None => self.commutative(Op::Add, a, b, rules::constructor_Add),
        }
    }

    /// Difference.
    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        match self.fold2(a, b, word::sub, Bits::sub) {
            Some(t) => t,
            None => self.binary(Op::Sub, a, b, rules::constructor_Sub),
        }
    }

    /// Product.
    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        match self.fold2(a, b, word::mul, Bits::mul) {
            Some(t) => t,
            None => self.commutative(Op::Mul, a, b, rules::constructor_Mul),
        }
    }

    /// Unsigned quotient; all ones for a zero divisor.
    pub fn udiv(&mut self, a: Term, b: Term) -> Term {
        match self.fold2(a, b, word::udiv, Bits::udiv) {
            Some(t) => t,
            None => self.binary(Op::Udiv, a, b, rules::constructor_Udiv),
        }
    }

    /// Signed quotient truncated towards zero; for a zero divisor -1, or 1 for a negative dividend.
    pub fn sdiv(&mut self, a: Term, b: Term) -> Term {
        match self.fold2(a, b, word::sdiv, Bits::sdiv) {
            Some(t) => t,
            None => self.binary(Op::Sdiv, a, b, rules::constructor_Sdiv),
        }
    }

    /// Unsigned remainder; the dividend for a zero divisor.
    pub fn urem(&mut self, a: Term, b: Term) -> Term {
        match self.fold2(a, b, word::urem, Bits::urem) {
            Some(t) => t,
            None => self.binary(Op::Urem, a, b, rules::constructor_Urem),
        }
    }

    /// Signed remainder with the sign of the dividend; the dividend for a zero divisor.
    pub fn srem(&mut self, a: Term, b: Term) -> Term {
        match self.fold2(a, b, word::srem, Bits::srem) {
            Some(t) => t,
            None => self.binary(Op::Srem, a, b, rules::constructor_Srem),
        }
    }

    /// Unsigned addition overflows.
    pub fn uaddo(&mut self, a: Term, b: Term) -> Term {
        match self.fold2_bool(a, b, word::uaddo, Bits::uaddo) {
            Some(t) => t,
            None => self.commutative(Op::Uaddo, a, b, rules::constructor_Uaddo),
        }
    }

    /// Signed addition overflows.
    pub fn saddo(&mut self, a: Term, b: Term) -> Term {
        match self.fold2_bool(a, b, word::saddo, Bits::saddo) {
            Some(t) => t,
            None => self.commutative(Op::Saddo, a, b, rules::constructor_Saddo),
        }
    }

    /// Unsigned subtraction overflows.
    pub fn usubo(&mut self, a: Term, b: Term) -> Term {
        self.binary(Op::Usubo, a, b, rules::constructor_Usubo)
    }

    /// Signed subtraction overflows.
    pub fn ssubo(&mut self, a: Term, b: Term) -> Term {
        match self.fold2_bool(a, b, word::ssubo, Bits::ssubo) {
            Some(t) => t,
            None => self.binary(Op::Ssubo, a, b, rules::constructor_Ssubo),
        }
    }

    /// Unsigned multiplication overflows.
    pub fn umulo(&mut self, a: Term, b: Term) -> Term {
        match self.fold2_bool(a, b, word::umulo, Bits::umulo) {
            Some(t) => t,
            None => self.commutative(Op::Umulo, a, b, rules::constructor_Umulo),
        }
    }

    /// Signed multiplication overflows.
    pub fn smulo(&mut self, a: Term, b: Term) -> Term {
        match self.fold2_bool(a, b, word::smulo, Bits::smulo) {
            Some(t) => t,
            None => self.commutative(Op::Smulo, a, b, rules::constructor_Smulo),
        }
    }

    // Bits.

    /// Bitwise complement.
    pub fn bvnot(&mut self, a: Term) -> Term {
        match self.fold1(a, word::not, Bits::not) {
            Some(t) => t,
            None => self.unary(Op::BvNot, a, rules::constructor_BvNot),
        }
    }

    /// Bitwise and.
    pub fn bvand(&mut self, a: Term, b: Term) -> Term {
        match self.fold2(a, b, |_, x, y| x & y, Bits::and) {
            Some(t) => t,
            None => self.commutative(Op::BvAnd, a, b, rules::constructor_BvAnd),
        }
    }

    /// Bitwise or.
    pub fn bvor(&mut self, a: Term, b: Term) -> Term {
        match self.fold2(a, b, |_, x, y| x | y, Bits::or) {
            Some(t) => t,
            None => self.commutative(Op::BvOr, a, b, rules::constructor_BvOr),
        }
    }

    /// Bitwise exclusive or.
    pub fn bvxor(&mut self, a: Term, b: Term) -> Term {
        match self.fold2(a, b, |_, x, y| x ^ y, Bits::xor) {
            Some(t) => t,
            None => self.commutative(Op::BvXor, a, b, rules::constructor_BvXor),
        }
    }

    /// Shift left; zero when the amount reaches the width.
    pub fn shl(&mut self, a: Term, b: Term) -> Term {
        match self.fold2(a, b, word::shl, Bits::shl) {
            Some(t) => t,
            None => self.binary(Op::Shl, a, b, rules::constructor_Shl),
        }
    }

    /// Shift right with zeros; zero when the amount reaches the width.
    pub fn lshr(&mut self, a: Term, b: Term) -> Term {
        match self.fold2(a, b, word::lshr, Bits::lshr) {
            Some(t) => t,
            None => self.binary(Op::Lshr, a, b, rules::constructor_Lshr),
        }
    }

    /// Shift right with sign bits; all sign bits when the amount reaches the width.
    pub fn ashr(&mut self, a: Term, b: Term) -> Term {
        match self.fold2(a, b, word::ashr, Bits::ashr) {
            Some(t) => t,
            None => self.binary(Op::Ashr, a, b, rules::constructor_Ashr),
        }
    }

    /// Number of one bits, in the operand's width.
    pub fn popcount(&mut self, a: Term) -> Term {
        match self.fold1(a, word::popcount, Bits::popcount) {
            Some(t) => t,
            None => self.unary(Op::Popcount, a, rules::constructor_Popcount),
        }
    }

    /// Number of leading zeros; the width for zero.
    pub fn ctlz(&mut self, a: Term) -> Term {
        match self.fold1(a, word::ctlz, Bits::ctlz) {
            Some(t) => t,
            None => self.unary(Op::Ctlz, a, rules::constructor_Ctlz),
        }
    }

    /// Number of trailing zeros; the width for zero.
    pub fn cttz(&mut self, a: Term) -> Term {
        match self.fold1(a, word::cttz, Bits::cttz) {
            Some(t) => t,
            None => self.unary(Op::Cttz, a, rules::constructor_Cttz),
        }
    }

    /// Bytes in reverse order; the width is a multiple of 8.
    pub fn bswap(&mut self, a: Term) -> Term {
        match self.fold1(a, word::bswap, Bits::bswap) {
            Some(t) => t,
            None => self.unary(Op::Bswap, a, rules::constructor_Bswap),
        }
    }

    /// Bits in reverse order.
    pub fn bitreverse(&mut self, a: Term) -> Term {
        match self.fold1(a, word::bitreverse, Bits::bitreverse) {
            Some(t) => t,
            None => self.unary(Op::Bitreverse, a, rules::constructor_Bitreverse),
        }
    }

    // Widths.

    /// Zero extension to a width that is not smaller; identity for the same width.
    pub fn zext(&mut self, t: Term, width: u32) -> Term {
        debug_assert!(self.width(t) <= width);
        if let Some(x) = self.as_u64(t) {
            return self.bv(width, x);
        }
        if let Some(x) = self.as_bits(t) {
            return self.constant(&x.zext(width));
        }
        let request = (Op::Zext, [operand(t), width, 0]);
        self.remembered(request, |s| match s.simplified(|s| rules::constructor_Zext(s, t, width)) {
            Some(t) => t,
            None => s.store.mk_zext(t, width),
        })
    }

    /// Sign extension to a width that is not smaller; identity for the same width.
    pub fn sext(&mut self, t: Term, width: u32) -> Term {
        let n = self.width(t);
        debug_assert!(n <= width);
        if let Some(x) = self.as_u64(t)
            && width <= 64
        {
            return self.bv(width, word::sext(n, x, width));
        }
        if let Some(x) = self.as_bits(t) {
            return self.constant(&x.sext(width));
        }
        let request = (Op::Sext, [operand(t), width, 0]);
        self.remembered(request, |s| match s.simplified(|s| rules::constructor_Sext(s, t, width)) {
            Some(t) => t,
            None => s.store.mk_sext(t, width),
        })
    }

    /// The low bits, to a width that is not larger; identity for the same width.
    pub fn trunc(&mut self, t: Term, width: u32) -> Term {
        self.extract(t, width - 1, 0)
    }

    /// Zero extension or truncation, depending on the width.
    pub fn resize_zext(&mut self, t: Term, width: u32) -> Term {
        if width < self.width(t) { self.trunc(t, width) } else { self.zext(t, width) }
    }

    /// Sign extension or truncation, depending on the width.
    pub fn resize_sext(&mut self, t: Term, width: u32) -> Term {
        if width < self.width(t) { self.trunc(t, width) } else { self.sext(t, width) }
    }

    /// The low `n` bits, zero-extended back to the term's width; zero for `n` = 0.
    pub fn low_bits(&mut self, t: Term, n: u32) -> Term {
        let w = self.width(t);
        if n == 0 {
            return self.bv(w, 0);
        }
        let low = self.extract(t, n.min(w) - 1, 0);
        self.zext(low, w)
    }

    /// Bits `hi..=lo`.
    pub fn extract(&mut self, t: Term, hi: u32, lo: u32) -> Term {
        debug_assert!(lo <= hi && hi < self.width(t));
        if let Some(x) = self.as_u64(t) {
            return self.bv(hi - lo + 1, x >> lo);
        }
        if let Some(x) = self.as_bits(t) {
            return self.constant(&x.extract(hi, lo));
        }
        let request = (Op::Extract, [operand(t), hi, lo]);
        self.remembered(request, |s| match s.simplified(|s| rules::constructor_Extract(s, t, hi, lo)) {
            Some(t) => t,
            None => s.store.mk_extract(t, hi, lo),
        })
    }

    /// `hi` above `lo`.
    pub fn concat(&mut self, hi: Term, lo: Term) -> Term {
        let width = self.width(hi) + self.width(lo);
        if let (Some(x), Some(y)) = (self.as_u64(hi), self.as_u64(lo))
            && width <= 64
        {
            return self.bv(width, x << self.width(lo) | y);
        }
        if let (Some(x), Some(y)) = (self.as_bits(hi), self.as_bits(lo)) {
            return self.constant(&x.concat(&y));
        }
        self.binary(Op::Concat, hi, lo, rules::constructor_Concat)
    }
}
