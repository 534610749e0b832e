//! Values of registers, with what is known of them besides their bits.
//!
//! Undefinedness is tracked by bit: an operation yields a value as if its operands were defined, and marks the bits
//! that depend on undefined ones (never fewer than do). A value that was made from an address remembers the object. A
//! symbolic value has a term besides, and counts as undefined for whatever does not know that.

use super::Shade;
use crate::base::{Bits, word};
use crate::ilr::Term;
use crate::machine::state::ObjId;
use crate::program::{BinOp, IcmpPred};
use crate::semantics::Scalar;

/// A scalar in a register.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Reg {
    /// Its bits; of a pointer, its address.
    pub value: Scalar,
    /// The object that an address was made from, [`ObjId::MIXED`] of more than one; [`ObjId::NONE`] for other values.
    pub object: ObjId,
    /// What it is beside its bits; a defined value is nothing else.
    pub shade: Option<Box<Shade>>,
}

impl Reg {
    /// What a register holds before anything is written to it.
    pub const NOTHING: Reg =
        Reg { value: Scalar::Word { width: 1, bits: 0 }, object: ObjId::NONE, shade: None };

    /// A defined value without an object.
    #[inline]
    pub fn of(value: Scalar) -> Reg {
        Reg { value, object: ObjId::NONE, shade: None }
    }

    /// A defined number.
    #[inline]
    pub fn int(width: u32, value: u64) -> Reg {
        Reg::of(Scalar::new(width, value))
    }

    /// An address in an object.
    #[inline]
    pub fn pointer(width: u32, address: u64, object: ObjId) -> Reg {
        Reg { value: Scalar::new(width, address), object, shade: None }
    }

    /// An undefined value, which is zero for what is computed with it.
    pub fn undefined(width: u32) -> Reg {
        Reg::of(Scalar::new(width, 0)).with_undef(Some(ones(width)))
    }

    /// A symbolic number; zero for whatever does not know that.
    pub fn symbolic(width: u32, term: Term) -> Reg {
        Reg::of(Scalar::new(width, 0)).with_term(term)
    }

    /// The same with a term: of an address, which is that of its object's start, how far it is from there.
    pub fn with_term(self, term: Term) -> Reg {
        let mask = ones(self.width());
        Reg { shade: Some(Box::new(Shade { mask, term: Some(term) })), ..self }
    }

    /// The term of a symbolic value.
    #[inline]
    pub fn term(&self) -> Option<Term> {
        self.shade.as_ref().and_then(|shade| shade.term)
    }

    /// The same with another mask of undefined bits; no symbolic value.
    pub fn with_undef(mut self, undef: Option<Scalar>) -> Reg {
        self.shade = undef.filter(|mask| !mask.is_zero()).map(|mask| Box::new(Shade { mask, term: None }));
        self
    }

    /// Whether all bits are defined.
    #[inline]
    pub fn is_defined(&self) -> bool {
        self.shade.is_none()
    }

    /// Number of bits.
    #[inline]
    pub fn width(&self) -> u32 {
        self.value.width()
    }

    /// Which bits are undefined.
    pub fn mask(&self) -> Scalar {
        self.shade.as_ref().map_or_else(|| Scalar::new(self.width(), 0), |shade| shade.mask.clone())
    }

    /// Marks everything as undefined that may depend on an undefined operand.
    pub fn after(self, operands: &[&Reg]) -> Reg {
        if operands.iter().all(|r| r.is_defined()) {
            return self;
        }
        let width = self.width();
        self.with_undef(Some(ones(width)))
    }

    /// Zero extension (`signed` false) or sign extension.
    pub fn extended(&self, value: Scalar, signed: bool) -> Reg {
        let object = if value.width() == self.width() { self.object } else { ObjId::NONE };
        let undef = self.shade.as_ref().map(|shade| {
            let m = shade.mask.to_bits();
            Scalar::of(&if signed { m.sext(value.width()) } else { m.zext(value.width()) })
        });
        Reg { value, object, shade: None }.with_undef(undef)
    }

    /// The low bits.
    pub fn truncated(&self, value: Scalar) -> Reg {
        let object = if value.width() == self.width() { self.object } else { ObjId::NONE };
        let undef = self.shade.as_ref().map(|shade| Scalar::of(&shade.mask.to_bits().trunc(value.width())));
        Reg { value, object, shade: None }.with_undef(undef)
    }

    /// The result of an integer operation with this value.
    pub fn binary(op: BinOp, a: &Reg, b: &Reg, value: Scalar) -> Reg {
        let object = match (op, a.object, b.object) {
            (_, ObjId::NONE, ObjId::NONE) => ObjId::NONE,
            // What is left of an address by masks and sums still leads into its object.
            (BinOp::Add | BinOp::And | BinOp::Or | BinOp::Xor, o, ObjId::NONE) => o,
            (BinOp::Add | BinOp::And | BinOp::Or | BinOp::Xor, ObjId::NONE, o) => o,
            (BinOp::Sub, o, ObjId::NONE) => o,
            // How far two places of an object are apart.
            (BinOp::Sub, a, b) if a == b && a.is_one() => ObjId::NONE,
            _ => ObjId::MIXED,
        };
        let result = Reg { value, object, shade: None };
        if a.is_defined() && b.is_defined() {
            return result;
        }
        let undef = undefined_by(op, a, b);
        result.with_undef(Some(undef))
    }

    /// The result of a comparison with this value.
    pub fn comparison(pred: IcmpPred, a: &Reg, b: &Reg, value: bool) -> Reg {
        let result = Reg::int(1, u64::from(value));
        if a.is_defined() && b.is_defined() {
            return result;
        }
        if matches!(pred, IcmpPred::Eq | IcmpPred::Ne) {
            // A defined bit in which they differ decides.
            let known = a.mask().to_bits().or(&b.mask().to_bits()).not();
            let differ = a.value.to_bits().xor(&b.value.to_bits());
            if !differ.and(&known).is_zero() {
                return result;
            }
        }
        result.with_undef(Some(ones(1)))
    }
}

/// All bits set.
fn ones(width: u32) -> Scalar {
    if width <= 64 { Scalar::new(width, word::mask(width)) } else { Scalar::of(&Bits::ones(width)) }
}

/// Which bits of an operation's result are undefined; one operand has undefined bits.
fn undefined_by(op: BinOp, a: &Reg, b: &Reg) -> Scalar {
    let width = a.width();
    let (x, y) = (a.value.to_bits(), b.value.to_bits());
    let (u, v) = (a.mask().to_bits(), b.mask().to_bits());
    let either = u.or(&v);
    Scalar::of(&match op {
        // A defined 0 (1) decides.
        BinOp::And => either.and(&u.not().and(&x.not()).not()).and(&v.not().and(&y.not()).not()),
        BinOp::Or => either.and(&u.not().and(&x).not()).and(&v.not().and(&y).not()),
        BinOp::Xor => either,
        // Carries go upwards.
        BinOp::Add | BinOp::Sub | BinOp::Mul => Bits::ones(width).shl_by(either.trailing_zeros()),
        BinOp::Shl if v.is_zero() => u.shl(&y),
        BinOp::Lshr if v.is_zero() => u.lshr(&y),
        BinOp::Ashr if v.is_zero() => u.ashr(&y),
        _ => Bits::ones(width),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::ArithFlags;
    use crate::property::CheckSet;
    use crate::semantics::{Raised, Scalars, binary, icmp};

    const OPS: [BinOp; 9] = [
        BinOp::Add,
        BinOp::Sub,
        BinOp::Mul,
        BinOp::And,
        BinOp::Or,
        BinOp::Xor,
        BinOp::Shl,
        BinOp::Lshr,
        BinOp::Ashr,
    ];

    fn values(bits: u64, mask: u64) -> impl Iterator<Item = u64> {
        (0..8).filter(move |v| v & !mask == bits & !mask)
    }

    /// Every bit that changes as undefined bits of operands change is marked; for bitwise operations no other is.
    #[test]
    fn what_depends_on_undefined_bits_is_marked() {
        let reg = |bits, mask| Reg::int(3, bits).with_undef(Some(Scalar::new(3, mask)));
        let result = |op, x: u64, y: u64| {
            let flags = ArithFlags::default();
            let mut sink = Raised::new(CheckSet::EMPTY);
            binary(&mut Scalars::default(), op, flags, &Scalar::new(3, x), &Scalar::new(3, y), &mut sink)
        };
        for op in OPS {
            for all in 0..8u64 * 8 * 8 * 8 {
                let (x, y, u, v) = (all & 7, all >> 3 & 7, all >> 6 & 7, all >> 9);
                let made = Reg::binary(op, &reg(x, u), &reg(y, v), result(op, x, y));
                let mut changing = 0;
                for p in values(x, u) {
                    for q in values(y, v) {
                        changing |= result(op, p, q).low() ^ made.value.low();
                    }
                }
                let marked = made.mask().low();
                assert_eq!(changing & !marked, 0, "{op:?} of {x} ({u}) and {y} ({v})");
                if matches!(op, BinOp::And | BinOp::Or | BinOp::Xor) {
                    assert_eq!(changing, marked, "{op:?} of {x} ({u}) and {y} ({v})");
                }
            }
        }
    }

    #[test]
    fn a_defined_difference_decides_a_comparison() {
        for all in 0..8u64 * 8 * 8 * 8 {
            let (x, y, u, v) = (all & 7, all >> 3 & 7, all >> 6 & 7, all >> 9);
            for pred in [IcmpPred::Eq, IcmpPred::Ne, IcmpPred::Ult, IcmpPred::Sge] {
                let holds =
                    |p, q| icmp(&mut Scalars::default(), pred, &Scalar::new(3, p), &Scalar::new(3, q));
                let [a, b] = [(x, u), (y, v)]
                    .map(|(bits, mask)| Reg::int(3, bits).with_undef(Some(Scalar::new(3, mask))));
                let made = Reg::comparison(pred, &a, &b, holds(x, y));
                let open = values(x, u).any(|p| values(y, v).any(|q| holds(p, q) != holds(x, y)));
                assert!(!open || !made.is_defined(), "{pred:?} of {x} ({u}) and {y} ({v})");
                if pred == IcmpPred::Eq {
                    assert_eq!(open, !made.is_defined(), "{x} ({u}) and {y} ({v})");
                }
            }
        }
    }
}
