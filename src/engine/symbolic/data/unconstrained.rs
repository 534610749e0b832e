//! Inputs that occur once.
//!
//! If `x` occurs once, in `op(x, u)`, then the set depends on `x` only by the value of `op(x, u)`. So the set stays the same when
//! the term is replaced by another that takes, for all values of the other inputs, the same values as `x` varies. If `op(x, u)`
//! takes every value for every `u`, that is a fresh input. Such terms are called free here. A free term that itself occurs once
//! is like an input that occurs once.

use super::cone::{Cone, OTHER};
use super::equalities::odd;
use crate::base::Bits;
use crate::ilr::{Op, Sort, Term};
use crate::rewrite::Builder;

/// Makes names of inputs that no term has.
#[derive(Default)]
pub(super) struct Fresh(u32);

impl Fresh {
    /// A variable of this width, which is not 0.
    pub fn bits(&mut self, b: &mut Builder, width: u32) -> Term {
        self.0 += 1;
        b.var(&format!("u{width}!{}", self.0), Sort::Bv(width))
    }

    /// A free truth value: whether a bit is 1.
    fn truth(&mut self, b: &mut Builder) -> Term {
        let bit = self.bits(b, 1);
        b.bv_to_bool(bit)
    }
}

/// What a term with an input that occurs once is replaced by.
#[derive(Clone, Copy)]
enum Effect {
    /// A fresh input: for every value of the other operands, it takes all values.
    Free,
    /// It can always be false, and true if and only if the operand with this number differs from the constant.
    Unless(usize, Limit),
}

/// A constant of the width of an operand.
#[derive(Clone, Copy)]
enum Limit {
    Zero,
    Ones,
    SignedMin,
    SignedMax,
}

impl Limit {
    fn bits(self, width: u32) -> Bits {
        match self {
            Limit::Zero => Bits::zero(width),
            Limit::Ones => Bits::ones(width),
            Limit::SignedMin => Bits::signed_min(width),
            Limit::SignedMax => Bits::signed_max(width),
        }
    }
}

/// The terms of a cone with what uses them.
struct Uses<'a> {
    cone: &'a Cone,
    /// Number of operands and roots that each term is, of terms that are still needed.
    uses: Vec<u32>,
    /// Number of cells and conjuncts that it is.
    roots: Vec<u32>,
    /// Parents of the term at `p`: those from `starts[p]` on.
    starts: Vec<u32>,
    parents: Vec<u32>,
    free: Vec<bool>,
    unless: Vec<Option<(usize, Limit)>>,
    queue: Vec<usize>,
}

impl<'a> Uses<'a> {
    fn of(cone: &'a Cone, cells: &[Term], path: &[Term]) -> Uses<'a> {
        let n = cone.len();
        let mut starts = vec![0u32; n + 1];
        for p in 0..n {
            for &o in cone.operands(p) {
                starts[o as usize + 1] += 1;
            }
        }
        let mut uses: Vec<u32> = starts[1..].to_vec();
        for p in 0..n {
            starts[p + 1] += starts[p];
        }
        let mut next = starts.clone();
        let mut parents = vec![0u32; starts[n] as usize];
        for p in 0..n {
            for &o in cone.operands(p) {
                parents[next[o as usize] as usize] = p as u32;
                next[o as usize] += 1;
            }
        }
        let mut roots = vec![0; n];
        for &t in cells.iter().chain(path) {
            roots[cone.place(t)] += 1;
            uses[cone.place(t)] += 1;
        }
        let free = vec![false; n];
        Uses { cone, uses, roots, starts, parents, free, unless: vec![None; n], queue: Vec::new() }
    }

    /// The parents that still use the term at a position as an operand.
    fn parents(&self, p: usize) -> impl Iterator<Item = usize> + '_ {
        let all = &self.parents[self.starts[p] as usize..self.starts[p + 1] as usize];
        let lives = |&q: &usize| self.uses[q] > 0 && !self.free[q] && self.unless[q].is_none();
        all.iter().map(|&q| q as usize).filter(lives)
    }

    /// Whether the operand takes all values and nothing else depends on that.
    fn single(&self, p: u32) -> bool {
        let p = p as usize;
        self.uses[p] == 1 && (self.free[p] || self.cone.node(p).op == Op::Var)
    }

    /// A use of a term is gone.
    fn release(&mut self, p: usize) {
        let mut stack = vec![p];
        while let Some(p) = stack.pop() {
            self.uses[p] -= 1;
            match self.uses[p] {
                0 if !self.free[p] && self.unless[p].is_none() => {
                    stack.extend(self.cone.operands(p).iter().map(|&o| o as usize));
                }
                1 if self.free[p] || self.cone.node(p).op == Op::Var => self.queue.push(p),
                _ => {}
            }
        }
    }

    /// The term at a position takes all values: its operands do not matter.
    fn set_free(&mut self, q: usize) {
        self.free[q] = true;
        for i in 0..self.cone.operands(q).len() {
            self.release(self.cone.operands(q)[i] as usize);
        }
        self.queue.push(q);
    }
}

/// Replaces terms with inputs that occur once by fresh inputs. Returns the new cells and conjuncts, or `None` if there are none.
pub(super) fn eliminate(
    b: &mut Builder,
    cone: &Cone,
    cells: &[Term],
    path: &[Term],
    fresh: &mut Fresh,
) -> Option<(Vec<Term>, Vec<Term>)> {
    let mut all = Uses::of(cone, cells, path);
    all.queue = cone.variables().iter().map(|&v| v as usize).collect();
    while let Some(p) = all.queue.pop() {
        if all.uses[p] == 0 || all.roots[p] > 0 || cone.node(p).width == OTHER {
            continue;
        }
        if all.uses[p] > 1 {
            for q in parts(b, &all, p) {
                all.set_free(q);
            }
            continue;
        }
        let Some(q) = all.parents(p).next() else { continue };
        match effect(b, &all, p, q) {
            Some(Effect::Free) => all.set_free(q),
            Some(Effect::Unless(i, limit)) => {
                all.unless[q] = Some((i, limit));
                all.release(p);
            }
            None => {}
        }
    }
    let mut made: Vec<Option<Term>> = vec![None; cone.len()];
    let mut changed = false;
    for (q, new) in made.iter_mut().enumerate() {
        if all.free[q] && all.uses[q] > 0 && !is_plain(b, cone, q) {
            changed = true;
            *new = Some(match cone.node(q).width {
                0 => fresh.truth(b),
                width => fresh.bits(b, width),
            });
        }
    }
    let kept: Vec<Term> = path.iter().copied().filter(|&t| !satisfied(&all, cone.place(t))).collect();
    changed |= kept.len() < path.len() || all.unless.iter().any(Option::is_some);
    if !changed {
        return None;
    }
    rebuild(b, &all, &mut made, fresh);
    let new = |t: &Term| made[cone.place(*t)].unwrap_or(*t);
    Some((cells.iter().map(new).collect(), kept.iter().map(new).collect()))
}

/// Whether a free term is in the form that is made for free terms.
fn is_plain(b: &Builder, cone: &Cone, q: usize) -> bool {
    let operand = |i: usize| cone.node(cone.operands(q)[i] as usize);
    let node = cone.node(q);
    node.op == Op::Eq
        && operand(0).op == Op::Var
        && operand(0).width == 1
        && b.as_u64(operand(1).term) == Some(1)
}

/// Whether a conjunct can be made true whatever the other inputs are, by inputs that nothing else depends on.
fn satisfied(all: &Uses<'_>, p: usize) -> bool {
    let cone = all.cone;
    let single = |p: usize| all.free[p] && all.uses[p] == 1;
    if single(p) {
        return true;
    }
    if cone.node(p).op != Op::Not || all.uses[p] > 1 {
        return false;
    }
    // The negation of a conjunction with a free part: the part may be false.
    let mut stack = vec![cone.operands(p)[0] as usize];
    while let Some(p) = stack.pop() {
        if all.uses[p] > 1 {
            continue;
        }
        // A term that is replaced by a conjunction with a fresh input can be false.
        if single(p) || all.unless[p].is_some() {
            return true;
        }
        if cone.node(p).op == Op::And {
            stack.extend(cone.operands(p).iter().map(|&o| o as usize));
        }
    }
    false
}

/// Makes the new terms.
fn rebuild(b: &mut Builder, all: &Uses<'_>, made: &mut [Option<Term>], fresh: &mut Fresh) {
    let cone = all.cone;
    let mut args = Vec::new();
    for q in 0..cone.len() {
        if made[q].is_some() || all.uses[q] == 0 {
            continue;
        }
        let operand = |made: &[Option<Term>], i: usize| {
            let o = cone.operands(q)[i] as usize;
            made[o].unwrap_or(cone.node(o).term)
        };
        if let Some((i, limit)) = all.unless[q] {
            let other = operand(made, i);
            let limit = limit.bits(b.width(other));
            let limit = b.constant(&limit);
            let (differs, truth) = (b.ne(other, limit), fresh.truth(b));
            made[q] = Some(b.and(truth, differs));
            continue;
        }
        args.clear();
        args.extend((0..cone.operands(q).len()).map(|i| operand(made, i)));
        let same = cone.operands(q).iter().zip(&args).all(|(&o, &a)| cone.node(o as usize).term == a);
        made[q] = Some(if same { cone.node(q).term } else { b.rebuild(cone.node(q).term, &args) });
    }
}

/// Parts of a term that takes all values: if it is used only by extracts of different bits, each takes all values whatever the
/// others are. Empty if it has other uses.
fn parts(b: &Builder, all: &Uses<'_>, p: usize) -> Vec<usize> {
    let mut found: Vec<(u32, u32, usize)> = Vec::new();
    for q in all.parents(p) {
        if all.cone.node(q).op != Op::Extract {
            return Vec::new();
        }
        let (hi, lo) = b.extract_range(all.cone.node(q).term);
        found.push((lo, hi, q));
    }
    found.sort_unstable();
    let others = found.len() < all.uses[p] as usize;
    if others || found.windows(2).any(|w| w[0].1 >= w[1].0) {
        return Vec::new();
    }
    found.into_iter().map(|(_, _, q)| q).collect()
}

/// What the only user `q` of the free term at `p` becomes.
fn effect(b: &Builder, all: &Uses<'_>, p: usize, q: usize) -> Option<Effect> {
    let cone = all.cone;
    if cone.node(q).width == OTHER {
        return None;
    }
    let operands = cone.operands(q);
    let mine = operands.iter().position(|&o| o as usize == p)?;
    let other = 1 - mine.min(1);
    // Both operands take all values, independently.
    let both = || operands.iter().all(|&o| all.single(o));
    let unless = |i: usize, limit: Limit| {
        let o = cone.node(operands[i] as usize);
        match b.as_bits(o.term) {
            // Equal to the limit, it is never true, which the builder folds.
            Some(k) if k == limit.bits(o.width) => None,
            Some(_) => Some(Effect::Free),
            None if both() => Some(Effect::Free),
            None => Some(Effect::Unless(i, limit)),
        }
    };
    let free = |holds: bool| holds.then_some(Effect::Free);
    match cone.node(q).op {
        // Bijective in each operand.
        Op::Neg | Op::BvNot | Op::Not | Op::Bswap | Op::Bitreverse => Some(Effect::Free),
        Op::Add | Op::Sub | Op::BvXor | Op::Xor => Some(Effect::Free),
        // Equal and different values exist, as there are at least two.
        Op::Eq => Some(Effect::Free),
        // Every value of some bits has one of all bits.
        Op::Extract => Some(Effect::Free),
        // Bijective; or the other operand may be 1.
        Op::Mul => free(odd(b, cone.node(operands[other] as usize).term) || both()),
        // The other operand may be one that yields the first: all ones, zeros, 1; for remainders and shifts 0.
        Op::BvAnd | Op::BvOr | Op::And | Op::Or | Op::Udiv | Op::Sdiv => free(both()),
        Op::Urem | Op::Srem | Op::Shl | Op::Lshr | Op::Ashr => free(both()),
        // Each half takes all values.
        Op::Concat => free(both()),
        // Both arms take all values, or the condition can choose one that does.
        Op::Ite => {
            let [c, x, y] = [0, 1, 2].map(|i| all.single(operands[i]));
            free(x && y || c && (x || y))
        }
        // The greatest value is not less than any, 0 is less than all but 0; and so on.
        Op::Ult | Op::Usubo if mine == 0 => unless(1, Limit::Zero),
        Op::Ult | Op::Usubo => unless(0, Limit::Ones),
        Op::Slt if mine == 0 => unless(1, Limit::SignedMin),
        Op::Slt => unless(0, Limit::SignedMax),
        // x + u: no overflow for x = 0; for u != 0 some x overflows.
        Op::Uaddo | Op::Saddo => unless(other, Limit::Zero),
        // x - u: no overflow for x = u; for u > 0 the least x overflows, for u < 0 the greatest.
        Op::Ssubo if mine == 0 => unless(1, Limit::Zero),
        // u - x: no overflow for x = u; for u >= 0 the least x overflows, for u < -1 the greatest, for u = -1 none.
        Op::Ssubo => unless(0, Limit::Ones),
        _ => None,
    }
}
