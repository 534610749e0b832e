//! Literals that relate two bit-vectors: `x = y`, `x < y` in both signs, and their negations.
//!
//! Of two values one is less, or they are equal, or it is greater: such a literal allows some of the three, and two
//! literals over one pair of terms decide by that whether one implies or excludes the other.

use super::Builder;
use crate::ilr::{Op, Sort, Term};

const LESS: u8 = 1;
const EQUAL: u8 = 2;
const GREATER: u8 = 4;
const ALL: u8 = LESS | EQUAL | GREATER;

/// How the older of two terms lies to the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Order {
    pair: (Term, Term),
    /// Allowed ones of [`LESS`], [`EQUAL`] and [`GREATER`].
    allowed: u8,
    /// As signed numbers; without a value for equations, which are the same in both.
    signed: Option<bool>,
}

impl Order {
    /// What both say, when they are about one pair of terms.
    fn both(self, other: Order) -> Option<Order> {
        let signed = match (self.signed, other.signed) {
            (Some(s), Some(t)) if s != t => return None,
            (s, t) => s.or(t),
        };
        (self.pair == other.pair).then_some(Order { allowed: self.allowed & other.allowed, signed, ..self })
    }

    /// No two values are related in both ways.
    pub(super) fn excludes(self, other: Order) -> bool {
        self.both(other).is_some_and(|o| o.allowed == 0)
    }

    /// Values related so are related in the other way as well.
    pub(super) fn implies(self, other: Order) -> bool {
        self.both(other).is_some_and(|o| o.allowed == self.allowed)
    }

    /// The pair, older term first.
    pub(super) fn pair(self) -> (Term, Term) {
        self.pair
    }
}

impl Builder {
    /// The relation that a literal describes; neither it nor its complement is empty.
    pub(super) fn order(&self, literal: Term) -> Option<Order> {
        let (atom, positive) = self.comparison(literal)?;
        let op = self.op(atom);
        let (x, y) = (self.arg(atom, 0), self.arg(atom, 1));
        if !matches!(self.sort(x), Sort::Bv(_)) {
            return None;
        }
        let allowed = match op {
            Op::Eq => EQUAL,
            _ if x < y => LESS,
            _ => GREATER,
        };
        let signed = (op != Op::Eq).then_some(op == Op::Slt);
        Some(Order {
            pair: (x.min(y), x.max(y)),
            allowed: if positive { allowed } else { ALL & !allowed },
            signed,
        })
    }

    /// What two literals over one pair of terms say together, as one literal; nothing when that is one of the two.
    pub(super) fn joined(&mut self, i: Order, j: Order) -> Option<Term> {
        let both = i.both(j)?;
        if both.allowed == 0 || both.allowed == i.allowed || both.allowed == j.allowed {
            return None;
        }
        let (x, y) = both.pair;
        let less = |s: &mut Builder, x, y| if both.signed == Some(true) { s.slt(x, y) } else { s.ult(x, y) };
        Some(match both.allowed {
            LESS => less(self, x, y),
            GREATER => less(self, y, x),
            EQUAL => self.eq(x, y),
            // Two of three come of one literal, never of two different ones.
            _ => return None,
        })
    }
}
