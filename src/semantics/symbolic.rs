//! The domain of ILR terms.

use super::Domain;
use crate::base::Bits;
use crate::ilr::{Sort, Term};
use crate::rewrite::Builder;

/// ILR terms, simplified on construction.
#[derive(Clone, Default)]
pub struct Symbolic {
    /// Maker and owner of the terms.
    pub terms: Builder,
    unspecified: Vec<Term>,
}

impl Symbolic {
    /// Makes a domain with its own store.
    pub fn new() -> Symbolic {
        Symbolic::default()
    }

    /// Variables for unspecified values, in the order of their creation. Number `i` is named `unspecified-result!i`.
    pub fn unspecified_values(&self) -> &[Term] {
        &self.unspecified
    }
}

/// Methods that the builder has as well, by signature.
macro_rules! from_builder {
    (unary: $($u:ident = $uf:ident),*; binary: $($b:ident = $bf:ident),*) => {
        $(#[inline] fn $u(&mut self, a: &Term) -> Term { self.terms.$uf(*a) })*
        $(#[inline] fn $b(&mut self, a: &Term, b: &Term) -> Term { self.terms.$bf(*a, *b) })*
    };
}

impl Domain for Symbolic {
    type Bv = Term;
    type Bool = Term;

    #[inline]
    fn width(&self, a: &Term) -> u32 {
        self.terms.width(*a)
    }

    #[inline]
    fn constant(&mut self, value: &Bits) -> Term {
        self.terms.constant(value)
    }

    #[inline]
    fn int(&mut self, width: u32, value: u64) -> Term {
        self.terms.bv(width, value)
    }

    #[inline]
    fn truth(&mut self, value: bool) -> Term {
        self.terms.bool(value)
    }

    fn unspecified(&mut self, width: u32) -> Term {
        // No input of a run has such a name.
        let name = format!("unspecified-result!{}", self.unspecified.len());
        let t = self.terms.var(&name, Sort::Bv(width));
        self.unspecified.push(t);
        t
    }

    #[inline]
    fn as_const(&self, a: &Term) -> Option<Bits> {
        self.terms.as_bits(*a)
    }

    #[inline]
    fn as_u64(&self, a: &Term) -> Option<u64> {
        match self.terms.as_u64(*a) {
            None if self.terms.width(*a) > 64 => self.terms.as_bits(*a)?.to_u64(),
            value => value,
        }
    }

    #[inline]
    fn as_bool(&self, a: &Term) -> Option<bool> {
        self.terms.as_bool(*a)
    }

    #[inline]
    fn ite(&mut self, c: &Term, a: &Term, b: &Term) -> Term {
        self.terms.ite(*c, *a, *b)
    }

    #[inline]
    fn zext(&mut self, a: &Term, width: u32) -> Term {
        self.terms.zext(*a, width)
    }

    #[inline]
    fn sext(&mut self, a: &Term, width: u32) -> Term {
        self.terms.sext(*a, width)
    }

    #[inline]
    fn extract(&mut self, a: &Term, hi: u32, lo: u32) -> Term {
        self.terms.extract(*a, hi, lo)
    }

    from_builder! {
        unary: not = not, bool_to_bv = bool_to_bv, bv_to_bool = bv_to_bool, bv_not = bvnot, neg = neg,
            popcount = popcount, ctlz = ctlz, cttz = cttz, bswap = bswap, bitreverse = bitreverse;
        binary: and = and, or = or, xor = xor, concat = concat, bv_and = bvand, bv_or = bvor, bv_xor = bvxor,
            add = add, sub = sub, mul = mul, udiv = udiv, sdiv = sdiv, urem = urem, srem = srem, shl = shl,
            lshr = lshr, ashr = ashr, eq = eq, ne = ne, ult = ult, ule = ule, slt = slt, sle = sle,
            uaddo = uaddo, saddo = saddo, usubo = usubo, ssubo = ssubo, umulo = umulo, smulo = smulo
    }
}
