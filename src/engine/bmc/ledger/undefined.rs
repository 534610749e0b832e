//! When a value depends on bytes that nobody wrote: per term a mask of its bits that do, as memory sanitizers keep
//! them. An array has an array of masks, so bytes that were written are known apart whatever their index is.

use super::Ledger;
use crate::base::Bits;
use crate::engine::bmc::state::VarKind;
use crate::ilr::{Op, Sort, Term};
use crate::rewrite::Builder;

/// All bits of a sort: `true`, ones, an array of ones.
fn all(b: &mut Builder, sort: Sort) -> Term {
    match sort {
        Sort::Bv(w) => b.constant(&Bits::ones(w)),
        Sort::Array { index, elem } => {
            let ones = b.constant(&Bits::ones(elem));
            b.const_array(index, ones)
        }
        _ => b.tt(),
    }
}

fn none(b: &mut Builder, sort: Sort) -> Term {
    match sort {
        Sort::Bv(w) => b.constant(&Bits::new(w, 0)),
        Sort::Array { index, elem } => {
            let zero = b.constant(&Bits::new(elem, 0));
            b.const_array(index, zero)
        }
        _ => b.ff(),
    }
}

/// Whether a mask of a scalar has a bit; of an array it is not asked.
fn any(b: &mut Builder, mask: Term) -> Term {
    match b.sort(mask) {
        Sort::Bv(w) => {
            let zero = b.constant(&Bits::new(w, 0));
            b.ne(mask, zero)
        }
        Sort::Bool => mask,
        _ => b.ff(),
    }
}

/// `x` where the condition holds for certain; everything where it is not defined itself.
fn unless(b: &mut Builder, undefined: Term, x: Term) -> Term {
    if b.as_bool(undefined) == Some(false) {
        return x;
    }
    let sort = b.sort(x);
    let all = all(b, sort);
    b.ite(undefined, all, x)
}

/// The mask of a term whose arguments' masks are known.
fn mask(b: &mut Builder, t: Term, args: &[Term], m: &[Term], unknown: bool) -> Term {
    let sort = b.sort(t);
    let op = b.op(t);
    if args.is_empty() {
        return if unknown { all(b, sort) } else { none(b, sort) };
    }
    // Most terms have nothing undefined in them.
    let clean = args.iter().zip(m).all(|(&x, &mask)| {
        let sort = b.sort(x);
        none(b, sort) == mask
    });
    if clean {
        return none(b, sort);
    }
    match op {
        Op::Not | Op::BvNot => m[0],
        Op::Xor => b.or(m[0], m[1]),
        Op::BvXor => b.bvor(m[0], m[1]),
        Op::And | Op::Or => {
            // Decided by an operand that is defined and decides.
            let (x, y) = if op == Op::And { (args[0], args[1]) } else { (b.not(args[0]), b.not(args[1])) };
            let (p, q, r) = (b.and(m[0], m[1]), b.and(m[0], y), b.and(x, m[1]));
            b.or_all([p, q, r])
        }
        Op::BvAnd | Op::BvOr => {
            let (x, y) =
                if op == Op::BvAnd { (args[0], args[1]) } else { (b.bvnot(args[0]), b.bvnot(args[1])) };
            let (p, q, r) = (b.bvand(m[0], m[1]), b.bvand(m[0], y), b.bvand(x, m[1]));
            let pq = b.bvor(p, q);
            b.bvor(pq, r)
        }
        Op::Ite => {
            let chosen = b.ite(args[0], m[1], m[2]);
            unless(b, m[0], chosen)
        }
        Op::Eq if matches!(b.sort(args[0]), Sort::Bv(_)) => {
            // Defined bits that differ decide.
            let both = b.bvor(m[0], m[1]);
            let differ = b.bvxor(args[0], args[1]);
            let known = b.bvnot(both);
            let decided = b.bvand(differ, known);
            let (some, decided) = (any(b, both), any(b, decided));
            let open = b.not(decided);
            b.and(some, open)
        }
        Op::Neg | Op::Add | Op::Sub | Op::Mul => {
            // Carries go upwards.
            let both = m.iter().skip(1).fold(m[0], |x, &y| b.bvor(x, y));
            let up = b.neg(both);
            let spread = b.bvor(both, up);
            if op != Op::Mul {
                return spread;
            }
            let sort = b.sort(t);
            let zero = none(b, sort);
            let mut result = spread;
            for i in 0..2 {
                let (value, defined) = (b.eq(args[i], zero), b.eq(m[i], zero));
                let decided = b.and(value, defined);
                result = b.ite(decided, zero, result);
            }
            result
        }
        Op::Shl | Op::Lshr | Op::Ashr => {
            let moved = match op {
                Op::Shl => b.shl(m[0], args[1]),
                Op::Lshr => b.lshr(m[0], args[1]),
                _ => b.ashr(m[0], args[1]),
            };
            let amount = any(b, m[1]);
            unless(b, amount, moved)
        }
        Op::Ult | Op::Ule | Op::Slt | Op::Sle => order(b, op, args, m),
        Op::Zext => {
            let w = b.width(t);
            b.zext(m[0], w)
        }
        Op::Sext => {
            let w = b.width(t);
            b.sext(m[0], w)
        }
        Op::Extract => {
            let (hi, lo) = b.extract_range(t);
            b.extract(m[0], hi, lo)
        }
        Op::Concat => b.concat(m[0], m[1]),
        Op::Bswap => b.bswap(m[0]),
        Op::Bitreverse => b.bitreverse(m[0]),
        Op::Select => {
            let found = b.select(m[0], args[1]);
            let place = any(b, m[1]);
            unless(b, place, found)
        }
        Op::Store => {
            let stored = b.store_elem(m[0], args[1], m[2]);
            let place = any(b, m[1]);
            unless(b, place, stored)
        }
        Op::LoadLe | Op::LoadBe => {
            let width = b.width(t);
            let found = b.load(op, m[0], args[1], width);
            let place = any(b, m[1]);
            unless(b, place, found)
        }
        Op::StoreLe | Op::StoreBe => {
            let stored = b.store_mem(op, m[0], args[1], m[2]);
            let place = any(b, m[1]);
            unless(b, place, stored)
        }
        Op::ConstArray => match sort {
            Sort::Array { index, .. } => b.const_array(index, m[0]),
            _ => all(b, sort),
        },
        Op::Fill => {
            let filled = b.fill(m[0], args[1], args[2], m[3]);
            let (p, q) = (any(b, m[1]), any(b, m[2]));
            let place = b.or(p, q);
            unless(b, place, filled)
        }
        Op::Copy => {
            let copied = b.copy(m[0], args[1], m[2], args[3], args[4]);
            let places = [any(b, m[1]), any(b, m[3]), any(b, m[4])];
            let place = b.or_all(places);
            unless(b, place, copied)
        }
        _ => {
            let mut some = b.ff();
            for &mask in m {
                let here = match b.sort(mask) {
                    // Which elements count is not known.
                    sort @ Sort::Array { .. } if mask != none(b, sort) => b.tt(),
                    _ => any(b, mask),
                };
                some = b.or(some, here);
            }
            let (full, zero) = (all(b, sort), none(b, sort));
            b.ite(some, full, zero)
        }
    }
}

/// Whether the order of two numbers depends on their undefined bits: the least and greatest values that they can take
/// differ in it.
fn order(b: &mut Builder, op: Op, args: &[Term], m: &[Term]) -> Term {
    let w = b.width(args[0]);
    let range = |b: &mut Builder, mut x: Term, mask: Term| {
        if matches!(op, Op::Slt | Op::Sle) {
            // As unsigned numbers in the same order.
            let one = b.bv(w, 1);
            let top = b.bv(w, u64::from(w) - 1);
            let flip = b.shl(one, top);
            x = b.bvxor(x, flip);
        }
        let known = b.bvnot(mask);
        (b.bvand(x, known), b.bvor(x, mask))
    };
    let (x, y) = (range(b, args[0], m[0]), range(b, args[1], m[1]));
    let (can, must) = match op {
        Op::Ult | Op::Slt => (b.ult(x.0, y.1), b.ult(x.1, y.0)),
        _ => (b.ule(x.0, y.1), b.ule(x.1, y.0)),
    };
    let not = b.not(must);
    b.and(can, not)
}

impl Ledger<'_> {
    /// When a decision on the value of a term is made by initial bytes of objects.
    pub fn undefined_when(&mut self, root: Term) -> Term {
        let mut stack = vec![root];
        while let Some(&t) = stack.last() {
            if self.masks.contains_key(&t) {
                stack.pop();
                continue;
            }
            let args = self.d.terms.args(t);
            let open: Vec<Term> = args.iter().copied().filter(|a| !self.masks.contains_key(a)).collect();
            if !open.is_empty() {
                stack.extend(open);
                continue;
            }
            let masks: Vec<Term> = args.iter().map(|a| self.masks[a]).collect();
            let unknown = self.d.terms.op(t) == Op::Var && self.is_initial(t);
            let value = mask(&mut self.d.terms, t, &args, &masks, unknown);
            self.masks.insert(t, value);
            stack.pop();
        }
        let found = self.masks[&root];
        any(&mut self.d.terms, found)
    }

    /// Whether some element of an array may be made of initial bytes.
    pub fn has_initial_bytes(&mut self, array: Term) -> bool {
        self.undefined_when(array);
        let sort = self.d.terms.sort(array);
        self.masks[&array] != none(&mut self.d.terms, sort)
    }

    /// Whether a variable stands for initial bytes that the program has to write before it uses them.
    fn is_initial(&self, t: Term) -> bool {
        match VarKind::of(&self.d.terms, t) {
            VarKind::Undefined | VarKind::Initial | VarKind::Memory => true,
            VarKind::Declared | VarKind::Place | VarKind::Havocked | VarKind::Beyond | VarKind::Other => {
                false
            }
        }
    }
}
