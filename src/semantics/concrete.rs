//! The domain of known values.

use std::collections::VecDeque;

use super::Domain;
use crate::base::Bits;

/// Known values. Unspecified values come from a script (values of a model, for replay); when it is exhausted, they are
/// zero.
#[derive(Clone, Debug, Default)]
pub struct Concrete {
    script: VecDeque<Bits>,
    given: Vec<Bits>,
}

impl Concrete {
    /// Unspecified values are zero.
    pub fn new() -> Concrete {
        Concrete::default()
    }

    /// Takes unspecified values from the list in order, truncated or zero-extended to the required width. Further ones
    /// are zero.
    pub fn replaying(script: impl IntoIterator<Item = Bits>) -> Concrete {
        Concrete { script: script.into_iter().collect(), given: Vec::new() }
    }

    /// Unspecified values used so far, in order.
    pub fn given(&self) -> &[Bits] {
        &self.given
    }
}

/// Defines the methods that [`Bits`] has as well, by signature.
macro_rules! from_bits {
    (unary: $($u:ident = $uf:ident),*; binary: $($b:ident = $bf:ident),*; predicate: $($p:ident = $pf:ident),*) => {
        $(fn $u(&mut self, a: &Bits) -> Bits { a.$uf() })*
        $(fn $b(&mut self, a: &Bits, b: &Bits) -> Bits { a.$bf(b) })*
        $(fn $p(&mut self, a: &Bits, b: &Bits) -> bool { a.$pf(b) })*
    };
}

impl Domain for Concrete {
    type Bv = Bits;
    type Bool = bool;

    fn width(&self, a: &Bits) -> u32 {
        a.width()
    }

    fn constant(&mut self, value: &Bits) -> Bits {
        value.clone()
    }

    fn int(&mut self, width: u32, value: u64) -> Bits {
        Bits::new(width, value)
    }

    fn truth(&mut self, value: bool) -> bool {
        value
    }

    fn unspecified(&mut self, width: u32) -> Bits {
        let value = match self.script.pop_front() {
            Some(value) => Bits::from_limbs(width, value.limbs()),
            None => Bits::zero(width),
        };
        self.given.push(value.clone());
        value
    }

    fn as_const(&self, a: &Bits) -> Option<Bits> {
        Some(a.clone())
    }

    fn as_u64(&self, a: &Bits) -> Option<u64> {
        a.to_u64()
    }

    fn as_bool(&self, a: &bool) -> Option<bool> {
        Some(*a)
    }

    fn not(&mut self, a: &bool) -> bool {
        !a
    }

    fn and(&mut self, a: &bool, b: &bool) -> bool {
        *a && *b
    }

    fn or(&mut self, a: &bool, b: &bool) -> bool {
        *a || *b
    }

    fn xor(&mut self, a: &bool, b: &bool) -> bool {
        a ^ b
    }

    fn ite(&mut self, c: &bool, a: &Bits, b: &Bits) -> Bits {
        if *c { a.clone() } else { b.clone() }
    }

    fn bool_to_bv(&mut self, a: &bool) -> Bits {
        Bits::new(1, u64::from(*a))
    }

    fn bv_to_bool(&mut self, a: &Bits) -> bool {
        debug_assert_eq!(a.width(), 1);
        a.bit(0)
    }

    fn zext(&mut self, a: &Bits, width: u32) -> Bits {
        a.zext(width)
    }

    fn sext(&mut self, a: &Bits, width: u32) -> Bits {
        a.sext(width)
    }

    fn extract(&mut self, a: &Bits, hi: u32, lo: u32) -> Bits {
        a.extract(hi, lo)
    }

    fn eq(&mut self, a: &Bits, b: &Bits) -> bool {
        debug_assert_eq!(a.width(), b.width());
        a == b
    }

    from_bits! {
        unary: bv_not = not, neg = neg, popcount = popcount, ctlz = ctlz, cttz = cttz, bswap = bswap,
            bitreverse = bitreverse;
        binary: concat = concat, bv_and = and, bv_or = or, bv_xor = xor, add = add, sub = sub, mul = mul,
            udiv = udiv, sdiv = sdiv, urem = urem, srem = srem, shl = shl, lshr = lshr, ashr = ashr;
        predicate: ult = ult, ule = ule, slt = slt, sle = sle, uaddo = uaddo, saddo = saddo, usubo = usubo,
            ssubo = ssubo, umulo = umulo, smulo = smulo
    }
}
