//! Solving the equalities of a path for variables.
//!
//! If the path has `x = t` and `t` is without `x`, then the set stays the same when `x` is replaced by `t` everywhere and the
//! conjunct is left out: the vectors at which it holds are those with this value of `x`.

use smallvec::SmallVec;

use super::cone::{Cone, OTHER};
use crate::ilr::{Op, Term, TermStore};
use crate::rewrite::Builder;

/// Maximum number of operators around a variable that is solved for.
const DEPTH: usize = 12;

/// Which variables occur in each term of a cone: variable `i` is bit `i` modulo 128. With more variables than that, some seem to
/// occur where they do not, so that fewer equalities are solved.
pub(super) struct Occurrences {
    masks: Vec<u128>,
}

impl Occurrences {
    pub fn of(cone: &Cone) -> Occurrences {
        let mut masks = vec![0; cone.len()];
        for (i, &v) in cone.variables().iter().enumerate() {
            masks[v as usize] = 1 << (i % 128);
        }
        for place in 0..cone.len() {
            for &o in cone.operands(place) {
                masks[place] |= masks[o as usize];
            }
        }
        Occurrences { masks }
    }
}

/// A way from a term down to the variable that it is solved for: positions and which operand comes next.
type Route = SmallVec<[(usize, usize); DEPTH]>;

/// Solves as many conjuncts as is possible at once. Returns the values of the variables that are solved for; their conjuncts are
/// replaced by what remains of them. `may` tells which variables may be solved for.
pub(super) fn solve(
    b: &mut Builder,
    cone: &Cone,
    path: &mut Vec<Term>,
    may: &dyn Fn(Term) -> bool,
) -> Vec<(Term, Term)> {
    let could = |t: Term| match b.op(t) {
        Op::Var | Op::Eq | Op::Xor => true,
        Op::Not => matches!(b.op(b.arg(t, 0)), Op::Var | Op::Eq | Op::Xor),
        _ => false,
    };
    if !path.iter().any(|&t| could(t)) {
        return Vec::new();
    }
    let finder = Finder { b, cone, occurrences: &Occurrences::of(cone), may };
    // Replacement is simultaneous: a variable that is solved for must not be in the value of another.
    let (mut solved, mut used) = (0u128, 0u128);
    let mut found: Vec<(usize, Route, Side)> = Vec::new();
    for (i, &t) in path.iter().enumerate() {
        let place = cone.place(t);
        let mask = finder.occurrences.masks[place];
        if mask & solved != 0 {
            continue;
        }
        if let Some((way, side, bit)) = finder.literal(place, used) {
            solved |= bit;
            used |= mask;
            found.push((i, way, side));
        }
    }
    let mut map = Vec::new();
    let mut rest = Vec::new();
    for (i, way, side) in &found {
        let place = cone.place(path[*i]);
        let (start, value) = match side {
            Side::Truth => (place, b.tt()),
            Side::Left => {
                (cone.operands(place)[0] as usize, cone.node(cone.operands(place)[1] as usize).term)
            }
            Side::Right => {
                (cone.operands(place)[1] as usize, cone.node(cone.operands(place)[0] as usize).term)
            }
        };
        map.push(unwind(b, cone, way, start, value, &mut rest));
    }
    for (i, ..) in found.iter().rev() {
        path.remove(*i);
    }
    path.extend(rest);
    map
}

/// Which term of a conjunct is solved for a variable.
#[derive(Clone, Copy)]
enum Side {
    /// The conjunct itself, which is true.
    Truth,
    /// The first operand of an equality.
    Left,
    /// The second.
    Right,
}

struct Finder<'a> {
    b: &'a Builder,
    cone: &'a Cone,
    occurrences: &'a Occurrences,
    may: &'a dyn Fn(Term) -> bool,
}

impl Finder<'_> {
    /// A variable that a conjunct can be solved for, without those of `outside`.
    fn literal(&self, place: usize, outside: u128) -> Option<(Route, Side, u128)> {
        let mut way = Route::new();
        if self.cone.node(place).op != Op::Eq {
            let bit = self.descend(place, outside, &mut way)?;
            return Some((way, Side::Truth, bit));
        }
        let [left, right] = [0, 1].map(|i| self.cone.operands(place)[i] as usize);
        let masks = &self.occurrences.masks;
        if let Some(bit) = self.descend(left, outside | masks[right], &mut way) {
            return Some((way, Side::Left, bit));
        }
        way.clear();
        let bit = self.descend(right, outside | masks[left], &mut way)?;
        Some((way, Side::Right, bit))
    }

    /// Looks for a variable that occurs once below operators that can be undone; returns its bit.
    fn descend(&self, place: usize, outside: u128, way: &mut Route) -> Option<u128> {
        let masks = &self.occurrences.masks;
        let node = self.cone.node(place);
        // All variables below occur elsewhere, too; or there are none.
        if masks[place] & !outside == 0 || way.len() >= DEPTH || node.width == OTHER {
            return None;
        }
        let operands = self.cone.operands(place);
        let tries = match node.op {
            Op::Var => return (self.may)(node.term).then_some(masks[place]),
            Op::Neg | Op::BvNot | Op::Not | Op::Zext | Op::Sext | Op::Bswap | Op::Bitreverse => 1,
            Op::Add | Op::Sub | Op::BvXor | Op::Xor | Op::Concat => 2,
            Op::Mul if odd(self.b, self.cone.node(operands[1] as usize).term) => 1,
            // Below a boolean operator, only an equality of two bits can be undone.
            Op::Eq if self.cone.node(operands[0] as usize).width == 1 => 2,
            _ => return None,
        };
        for i in 0..tries {
            let others = if tries == 2 { masks[operands[1 - i] as usize] } else { 0 };
            way.push((place, i));
            if let Some(bit) = self.descend(operands[i] as usize, outside | others, way) {
                return Some(bit);
            }
            way.pop();
        }
        None
    }
}

/// Whether the term is an odd constant.
pub(super) fn odd(b: &TermStore, t: Term) -> bool {
    b.op(t) == Op::Const && b.as_bits(t).is_some_and(|k| k.bit(0))
}

/// What operand `i` of the term at a position must be so that the term is `value`. It is `value` if and only if the operand has
/// the new value and the terms that are added to `rest` hold.
pub(super) fn undo(
    b: &mut Builder,
    cone: &Cone,
    place: usize,
    i: usize,
    value: Term,
    other: Option<Term>,
    rest: &mut Vec<Term>,
) -> Term {
    let node = cone.node(place);
    let operands = cone.operands(place);
    let width = |i: usize| cone.node(operands[i] as usize).width;
    let other = other.or_else(|| operands.get(1 - i.min(1)).map(|&o| cone.node(o as usize).term));
    match (node.op, other) {
        (Op::Neg, _) => b.neg(value),
        (Op::BvNot, _) => b.bvnot(value),
        (Op::Not, _) => b.not(value),
        (Op::Bswap, _) => b.bswap(value),
        (Op::Bitreverse, _) => b.bitreverse(value),
        (Op::Zext, _) => {
            let high = b.extract(value, node.width - 1, width(0));
            let zero = b.bv(node.width - width(0), 0);
            rest.push(b.eq(high, zero));
            b.trunc(value, width(0))
        }
        (Op::Sext, _) => {
            let low = b.trunc(value, width(0));
            let again = b.sext(low, node.width);
            rest.push(b.eq(again, value));
            low
        }
        (Op::Add, Some(o)) => b.sub(value, o),
        (Op::Sub, Some(o)) => {
            if i == 0 {
                b.add(value, o)
            } else {
                b.sub(o, value)
            }
        }
        (Op::BvXor, Some(o)) => b.bvxor(value, o),
        (Op::Xor, Some(o)) => b.xor(value, o),
        (Op::Mul, Some(o)) => {
            let inverse = b.as_bits(o).and_then(|k| k.inverse()).expect("odd");
            let inverse = b.constant(&inverse);
            b.mul(value, inverse)
        }
        (Op::Concat, Some(o)) => {
            let low = width(1);
            let (high, low) = (b.extract(value, node.width - 1, low), b.extract(value, low - 1, 0));
            let (mine, others) = if i == 0 { (high, low) } else { (low, high) };
            rest.push(b.eq(o, others));
            mine
        }
        // One bit is the other one or its complement.
        (Op::Eq, Some(o)) => {
            let differs = b.not(value);
            let differs = b.bool_to_bv(differs);
            b.bvxor(o, differs)
        }
        (op, _) => unreachable!("{op:?} is not undone"),
    }
}

/// Follows a way down: the variable at its end and its value.
fn unwind(
    b: &mut Builder,
    cone: &Cone,
    way: &Route,
    start: usize,
    value: Term,
    rest: &mut Vec<Term>,
) -> (Term, Term) {
    let (mut place, mut value) = (start, value);
    for &(at, i) in way {
        debug_assert_eq!(at, place);
        value = undo(b, cone, place, i, value, None, rest);
        place = cone.operands(place)[i] as usize;
    }
    (cone.node(place).term, value)
}
