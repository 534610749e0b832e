//! The interface of value domains that the semantics need.

use crate::base::Bits;

/// The scalars of an engine: bit-vectors with a width, and truth values.
///
/// Methods named like ILR's operators mean what [`crate::ilr::Op`] defines; in particular, they are total. A domain
/// folds constants, so that code over constants makes no terms.
pub trait Domain {
    /// Bit-vector.
    type Bv: Clone;
    /// Truth value.
    type Bool: Clone;

    /// Width in bits.
    fn width(&self, a: &Self::Bv) -> u32;
    /// The constant.
    fn constant(&mut self, value: &Bits) -> Self::Bv;
    /// The constant with the low `width` bits of `value`, zero-extended beyond 64.
    fn int(&mut self, width: u32, value: u64) -> Self::Bv;
    /// The truth constant.
    fn truth(&mut self, value: bool) -> Self::Bool;
    /// An arbitrary value of that width; two such values need not be equal.
    fn unspecified(&mut self, width: u32) -> Self::Bv;
    /// The value, if it is known.
    fn as_const(&self, a: &Self::Bv) -> Option<Bits>;
    /// The value, if it is known and fits 64 bits.
    fn as_u64(&self, a: &Self::Bv) -> Option<u64>;
    /// The truth value, if it is known.
    fn as_bool(&self, a: &Self::Bool) -> Option<bool>;

    /// Negation.
    fn not(&mut self, a: &Self::Bool) -> Self::Bool;
    /// Conjunction.
    fn and(&mut self, a: &Self::Bool, b: &Self::Bool) -> Self::Bool;
    /// Disjunction.
    fn or(&mut self, a: &Self::Bool, b: &Self::Bool) -> Self::Bool;
    /// Exclusive or.
    fn xor(&mut self, a: &Self::Bool, b: &Self::Bool) -> Self::Bool;
    /// `a` if `c`, else `b`.
    fn ite(&mut self, c: &Self::Bool, a: &Self::Bv, b: &Self::Bv) -> Self::Bv;
    /// The truth value as one bit.
    fn bool_to_bv(&mut self, a: &Self::Bool) -> Self::Bv;
    /// Whether the single bit is set.
    fn bv_to_bool(&mut self, a: &Self::Bv) -> Self::Bool;

    /// Zero extension to a width that is not smaller.
    fn zext(&mut self, a: &Self::Bv, width: u32) -> Self::Bv;
    /// Sign extension to a width that is not smaller.
    fn sext(&mut self, a: &Self::Bv, width: u32) -> Self::Bv;
    /// Bits `hi..=lo`.
    fn extract(&mut self, a: &Self::Bv, hi: u32, lo: u32) -> Self::Bv;
    /// `hi` above `lo`.
    fn concat(&mut self, hi: &Self::Bv, lo: &Self::Bv) -> Self::Bv;

    /// Bitwise complement.
    fn bv_not(&mut self, a: &Self::Bv) -> Self::Bv;
    /// Two's complement negation.
    fn neg(&mut self, a: &Self::Bv) -> Self::Bv;
    /// Number of one bits.
    fn popcount(&mut self, a: &Self::Bv) -> Self::Bv;
    /// Number of leading zeros.
    fn ctlz(&mut self, a: &Self::Bv) -> Self::Bv;
    /// Number of trailing zeros.
    fn cttz(&mut self, a: &Self::Bv) -> Self::Bv;
    /// Bytes in reverse order.
    fn bswap(&mut self, a: &Self::Bv) -> Self::Bv;
    /// Bits in reverse order.
    fn bitreverse(&mut self, a: &Self::Bv) -> Self::Bv;

    /// Bitwise and.
    fn bv_and(&mut self, a: &Self::Bv, b: &Self::Bv) -> Self::Bv;
    /// Bitwise or.
    fn bv_or(&mut self, a: &Self::Bv, b: &Self::Bv) -> Self::Bv;
    /// Bitwise exclusive or.
    fn bv_xor(&mut self, a: &Self::Bv, b: &Self::Bv) -> Self::Bv;
    /// Sum.
    fn add(&mut self, a: &Self::Bv, b: &Self::Bv) -> Self::Bv;
    /// Difference.
    fn sub(&mut self, a: &Self::Bv, b: &Self::Bv) -> Self::Bv;
    /// Product.
    fn mul(&mut self, a: &Self::Bv, b: &Self::Bv) -> Self::Bv;
    /// Unsigned quotient.
    fn udiv(&mut self, a: &Self::Bv, b: &Self::Bv) -> Self::Bv;
    /// Signed quotient.
    fn sdiv(&mut self, a: &Self::Bv, b: &Self::Bv) -> Self::Bv;
    /// Unsigned remainder.
    fn urem(&mut self, a: &Self::Bv, b: &Self::Bv) -> Self::Bv;
    /// Signed remainder.
    fn srem(&mut self, a: &Self::Bv, b: &Self::Bv) -> Self::Bv;
    /// Shift left.
    fn shl(&mut self, a: &Self::Bv, b: &Self::Bv) -> Self::Bv;
    /// Shift right with zeros.
    fn lshr(&mut self, a: &Self::Bv, b: &Self::Bv) -> Self::Bv;
    /// Shift right with sign bits.
    fn ashr(&mut self, a: &Self::Bv, b: &Self::Bv) -> Self::Bv;

    /// Equality.
    fn eq(&mut self, a: &Self::Bv, b: &Self::Bv) -> Self::Bool;
    /// Unsigned less than.
    fn ult(&mut self, a: &Self::Bv, b: &Self::Bv) -> Self::Bool;
    /// Unsigned less or equal.
    fn ule(&mut self, a: &Self::Bv, b: &Self::Bv) -> Self::Bool;
    /// Signed less than.
    fn slt(&mut self, a: &Self::Bv, b: &Self::Bv) -> Self::Bool;
    /// Signed less or equal.
    fn sle(&mut self, a: &Self::Bv, b: &Self::Bv) -> Self::Bool;
    /// Unsigned addition overflows.
    fn uaddo(&mut self, a: &Self::Bv, b: &Self::Bv) -> Self::Bool;
    /// Signed addition overflows.
    fn saddo(&mut self, a: &Self::Bv, b: &Self::Bv) -> Self::Bool;
    /// Unsigned subtraction overflows.
    fn usubo(&mut self, a: &Self::Bv, b: &Self::Bv) -> Self::Bool;
    /// Signed subtraction overflows.
    fn ssubo(&mut self, a: &Self::Bv, b: &Self::Bv) -> Self::Bool;
    /// Unsigned multiplication overflows.
    fn umulo(&mut self, a: &Self::Bv, b: &Self::Bv) -> Self::Bool;
    /// Signed multiplication overflows.
    fn smulo(&mut self, a: &Self::Bv, b: &Self::Bv) -> Self::Bool;

    /// Inequality.
    fn ne(&mut self, a: &Self::Bv, b: &Self::Bv) -> Self::Bool {
        let equal = self.eq(a, b);
        self.not(&equal)
    }

    /// Whether the sign bit is set.
    fn is_negative(&mut self, a: &Self::Bv) -> Self::Bool {
        let sign = self.width(a) - 1;
        let bit = self.extract(a, sign, sign);
        self.bv_to_bool(&bit)
    }

    /// The least signed value of the width.
    fn signed_min(&mut self, width: u32) -> Self::Bv {
        if width <= 64 { self.int(width, 1 << (width - 1)) } else { self.constant(&Bits::signed_min(width)) }
    }

    /// The greatest signed value of the width.
    fn signed_max(&mut self, width: u32) -> Self::Bv {
        if width <= 64 {
            self.int(width, (1 << (width - 1)) - 1)
        } else {
            self.constant(&Bits::signed_max(width))
        }
    }

    /// All bits set.
    fn ones(&mut self, width: u32) -> Self::Bv {
        if width <= 64 { self.int(width, u64::MAX) } else { self.constant(&Bits::ones(width)) }
    }
}
