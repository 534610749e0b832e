//! The domain of known values in two words, which the concrete machine uses.

use super::Domain;
use crate::base::{Bits, word};

/// A known bit-vector. Up to 64 bits are stored inline, wider ones on the heap. Bits above the width are zero.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Scalar {
    /// At most 64 bits.
    Word {
        /// Number of bits.
        width: u32,
        /// The bits.
        bits: u64,
    },
    /// More than 64 bits.
    Wide(Box<Bits>),
}

impl Scalar {
    /// The low `width` bits of a number, zero-extended beyond 64.
    #[inline]
    pub fn new(width: u32, bits: u64) -> Scalar {
        if width <= 64 {
            Scalar::Word { width, bits: word::trunc(width, bits) }
        } else {
            Scalar::Wide(Box::new(Bits::new(width, bits)))
        }
    }

    /// Converts a value of any width.
    pub fn of(value: &Bits) -> Scalar {
        match value.width() {
            width @ ..=64 => Scalar::Word { width, bits: value.limbs()[0] },
            _ => Scalar::Wide(Box::new(value.clone())),
        }
    }

    /// Number of bits.
    #[inline]
    pub fn width(&self) -> u32 {
        match self {
            Scalar::Word { width, .. } => *width,
            Scalar::Wide(value) => value.width(),
        }
    }

    /// The value.
    pub fn to_bits(&self) -> Bits {
        match self {
            Scalar::Word { width, bits } => Bits::new(*width, *bits),
            Scalar::Wide(value) => (**value).clone(),
        }
    }

    /// The low 64 bits.
    #[inline]
    pub fn low(&self) -> u64 {
        match self {
            Scalar::Word { bits, .. } => *bits,
            Scalar::Wide(value) => value.limbs()[0],
        }
    }

    /// Whether all bits are zero.
    #[inline]
    pub fn is_zero(&self) -> bool {
        match self {
            Scalar::Word { bits, .. } => *bits == 0,
            Scalar::Wide(value) => value.is_zero(),
        }
    }
}

/// The domain of [`Scalar`]s. Unspecified values are zero, and the domain records that it returned one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scalars {
    /// Whether an unspecified value was requested.
    pub unspecified: bool,
}

/// Methods defined by a function of [`word`] and one of [`Bits`], by signature.
macro_rules! both {
    (unary: $($u:ident = $uf:ident),*; binary: $($b:ident = $bf:ident),*; predicate: $($p:ident = $pf:ident),*) => {
        $(#[inline]
        fn $u(&mut self, a: &Scalar) -> Scalar {
            match a {
                Scalar::Word { width, bits } => Scalar::Word { width: *width, bits: word::$uf(*width, *bits) },
                Scalar::Wide(a) => Scalar::Wide(Box::new(a.$uf())),
            }
        })*
        $(#[inline]
        fn $b(&mut self, a: &Scalar, b: &Scalar) -> Scalar {
            match (a, b) {
                (Scalar::Word { width, bits: x }, Scalar::Word { bits: y, .. }) => {
                    Scalar::Word { width: *width, bits: word::$bf(*width, *x, *y) }
                }
                _ => Scalar::of(&a.to_bits().$bf(&b.to_bits())),
            }
        })*
        $(#[inline]
        fn $p(&mut self, a: &Scalar, b: &Scalar) -> bool {
            match (a, b) {
                (Scalar::Word { width, bits: x }, Scalar::Word { bits: y, .. }) => word::$pf(*width, *x, *y),
                _ => a.to_bits().$pf(&b.to_bits()),
            }
        })*
    };
}

/// Bitwise operators.
macro_rules! bitwise {
    ($($name:ident = $op:tt, $wide:ident);*) => {
        $(#[inline]
        fn $name(&mut self, a: &Scalar, b: &Scalar) -> Scalar {
            match (a, b) {
                (Scalar::Word { width, bits: x }, Scalar::Word { bits: y, .. }) => {
                    Scalar::Word { width: *width, bits: x $op y }
                }
                _ => Scalar::of(&a.to_bits().$wide(&b.to_bits())),
            }
        })*
    };
}

/// Comparisons of unsigned numbers.
macro_rules! unsigned {
    ($($name:ident = $op:tt);*) => {
        $(#[inline]
        fn $name(&mut self, a: &Scalar, b: &Scalar) -> bool {
            match (a, b) {
                (Scalar::Word { bits: x, .. }, Scalar::Word { bits: y, .. }) => x $op y,
                _ => a.to_bits().$name(&b.to_bits()),
            }
        })*
    };
}

impl Domain for Scalars {
    type Bv = Scalar;
    type Bool = bool;

    #[inline]
    fn width(&self, a: &Scalar) -> u32 {
        a.width()
    }

    fn constant(&mut self, value: &Bits) -> Scalar {
        Scalar::of(value)
    }

    #[inline]
    fn int(&mut self, width: u32, value: u64) -> Scalar {
        Scalar::new(width, value)
    }

    #[inline]
    fn truth(&mut self, value: bool) -> bool {
        value
    }

    fn unspecified(&mut self, width: u32) -> Scalar {
        self.unspecified = true;
        Scalar::new(width, 0)
    }

    fn as_const(&self, a: &Scalar) -> Option<Bits> {
        Some(a.to_bits())
    }

    #[inline]
    fn as_u64(&self, a: &Scalar) -> Option<u64> {
        match a {
            Scalar::Word { bits, .. } => Some(*bits),
            Scalar::Wide(value) => value.to_u64(),
        }
    }

    #[inline]
    fn as_bool(&self, a: &bool) -> Option<bool> {
        Some(*a)
    }

    #[inline]
    fn not(&mut self, a: &bool) -> bool {
        !a
    }

    #[inline]
    fn and(&mut self, a: &bool, b: &bool) -> bool {
        *a && *b
    }

    #[inline]
    fn or(&mut self, a: &bool, b: &bool) -> bool {
        *a || *b
    }

    #[inline]
    fn xor(&mut self, a: &bool, b: &bool) -> bool {
        a ^ b
    }

    #[inline]
    fn ite(&mut self, c: &bool, a: &Scalar, b: &Scalar) -> Scalar {
        if *c { a.clone() } else { b.clone() }
    }

    #[inline]
    fn bool_to_bv(&mut self, a: &bool) -> Scalar {
        Scalar::Word { width: 1, bits: u64::from(*a) }
    }

    #[inline]
    fn bv_to_bool(&mut self, a: &Scalar) -> bool {
        a.low() & 1 == 1
    }

    #[inline]
    fn zext(&mut self, a: &Scalar, width: u32) -> Scalar {
        match a {
            Scalar::Word { bits, .. } if width <= 64 => Scalar::Word { width, bits: *bits },
            _ => Scalar::of(&a.to_bits().zext(width)),
        }
    }

    #[inline]
    fn sext(&mut self, a: &Scalar, width: u32) -> Scalar {
        match a {
            Scalar::Word { width: from, bits } if width <= 64 => {
                Scalar::Word { width, bits: word::sext(*from, *bits, width) }
            }
            _ => Scalar::of(&a.to_bits().sext(width)),
        }
    }

    #[inline]
    fn extract(&mut self, a: &Scalar, hi: u32, lo: u32) -> Scalar {
        match a {
            Scalar::Word { bits, .. } => {
                Scalar::Word { width: hi - lo + 1, bits: word::extract(*bits, hi, lo) }
            }
            Scalar::Wide(value) => Scalar::of(&value.extract(hi, lo)),
        }
    }

    fn concat(&mut self, hi: &Scalar, lo: &Scalar) -> Scalar {
        match (hi, lo) {
            (Scalar::Word { width: w, bits: x }, Scalar::Word { width: v, bits: y }) if w + v <= 64 => {
                Scalar::Word { width: w + v, bits: x << v | y }
            }
            _ => Scalar::of(&hi.to_bits().concat(&lo.to_bits())),
        }
    }

    #[inline]
    fn eq(&mut self, a: &Scalar, b: &Scalar) -> bool {
        a == b
    }

    both! {
        unary: bv_not = not, neg = neg, popcount = popcount, ctlz = ctlz, cttz = cttz, bswap = bswap,
            bitreverse = bitreverse;
        binary: add = add, sub = sub, mul = mul, udiv = udiv, sdiv = sdiv, urem = urem, srem = srem, shl = shl,
            lshr = lshr, ashr = ashr;
        predicate: slt = slt, sle = sle, uaddo = uaddo, saddo = saddo, usubo = usubo, ssubo = ssubo,
            umulo = umulo, smulo = smulo
    }
    bitwise! { bv_and = &, and; bv_or = |, or; bv_xor = ^, xor }
    unsigned! { ult = <; ule = <= }
}
