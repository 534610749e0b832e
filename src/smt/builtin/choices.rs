//! Comparisons of values that are chosen among few: `ite(c, x, y) < z` is `ite(c, x < z, y < z)`.
//!
//! Programs that sort, or look into lists and trees, compare values each of which is one of a few inputs. Taken bit by bit,
//! each comparison is a circuit of its own, and the solver learns the same facts about order in each of them. With comparisons
//! at the leaves, each pair of inputs is compared once, and what is learned about it holds wherever the pair is met.

use rustc_hash::{FxHashMap, FxHashSet};

use super::aig::{Aig, Lit};
use super::blast::Bits;
use super::circuit;
use crate::ilr::{Op, Sort, Term, TermStore};

/// Most terms that a side may consist of, conditionals and leaves together.
const MOST_TERMS: usize = 1024;

/// Most pairs of leaves of the two sides.
const MOST_PAIRS: usize = 400;

/// Most pairs of terms that one comparison may add.
const MOST_STEPS: usize = 1 << 14;

/// Number of gates from which on comparisons are made bit by bit. Where many values are chosen among many, the gates cost more
/// than the shared pairs gain.
const MOST_GATES: usize = 1 << 17;

/// The comparison of two bit-vectors that the others are made of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Relation {
    Equal,
    Below,
    SignedBelow,
}

/// The comparisons that were made.
#[derive(Default)]
pub struct Choices {
    made: FxHashMap<(Relation, Term, Term), Lit>,
    /// What sides choose from.
    leaves: FxHashMap<Term, Option<usize>>,
    /// Number of pairs that the comparison at hand may still add.
    left: usize,
    /// Number of gates that were added.
    gates: usize,
}

impl Choices {
    /// The edge of a comparison of bit-vectors whose sides choose among few values; `None` for others.
    pub fn compare(&mut self, s: &TermStore, g: &mut Aig, bits: &Bits, t: Term) -> Option<Lit> {
        let args = s.args(t);
        if !matches!(s.sort(*args.first()?), Sort::Bv(_)) {
            return None;
        }
        let (relation, a, b, negated) = match s.op(t) {
            Op::Eq => (Relation::Equal, args[0], args[1], false),
            Op::Ult => (Relation::Below, args[0], args[1], false),
            Op::Ule => (Relation::Below, args[1], args[0], true),
            Op::Slt => (Relation::SignedBelow, args[0], args[1], false),
            Op::Sle => (Relation::SignedBelow, args[1], args[0], true),
            _ => return None,
        };
        if s.op(a) != Op::Ite && s.op(b) != Op::Ite || self.gates > MOST_GATES {
            return None;
        }
        let mut leaves = |t: Term| *self.leaves.entry(t).or_insert_with(|| count_leaves(s, t));
        if leaves(a)? * leaves(b)? > MOST_PAIRS {
            return None;
        }
        let gates = g.len();
        self.left = MOST_STEPS;
        let made = self.pair(s, g, bits, (relation, a, b));
        self.gates += g.len() - gates;
        Some(made?.xor_sign(negated))
    }

    /// The edge of a relation of two terms; `None` if that takes too many steps.
    fn pair(
        &mut self,
        s: &TermStore,
        g: &mut Aig,
        bits: &Bits,
        (relation, a, b): (Relation, Term, Term),
    ) -> Option<Lit> {
        if a == b {
            return Some(if relation == Relation::Equal { Lit::TRUE } else { Lit::FALSE });
        }
        // Equality is the same both ways.
        let (a, b) = if relation == Relation::Equal && b < a { (b, a) } else { (a, b) };
        if let Some(&known) = self.made.get(&(relation, a, b)) {
            return Some(known);
        }
        self.left = self.left.checked_sub(1)?;
        let of = |t: Term, with: &dyn Fn(Term) -> (Relation, Term, Term)| {
            let args = s.args(t);
            (bits.of(args[0])[0], with(args[1]), with(args[2]))
        };
        // The later of two conditionals first: its condition may be the other's.
        let (is_a, is_b) = (s.op(a) == Op::Ite, s.op(b) == Op::Ite);
        let lit = if is_a || is_b {
            let (condition, then, other) = if is_a && (!is_b || a > b) {
                of(a, &|arm| (relation, arm, b))
            } else {
                of(b, &|arm| (relation, a, arm))
            };
            let then = self.pair(s, g, bits, then)?;
            let other = self.pair(s, g, bits, other)?;
            g.ite(condition, then, other)
        } else {
            let (x, y) = (bits.of(a), bits.of(b));
            match relation {
                Relation::Equal => circuit::eq(g, x, y),
                Relation::Below => circuit::ult(g, x, y, false),
                Relation::SignedBelow => circuit::slt(g, x, y, false),
            }
        };
        self.made.insert((relation, a, b), lit);
        Some(lit)
    }
}

/// From how many values a term chooses; `None` for too many, or for computed ones.
fn count_leaves(s: &TermStore, t: Term) -> Option<usize> {
    let (mut seen, mut stack, mut leaves) = (FxHashSet::default(), vec![t], 0);
    while let Some(t) = stack.pop() {
        if !seen.insert(t) {
            continue;
        }
        if seen.len() > MOST_TERMS {
            return None;
        }
        match s.op(t) {
            Op::Ite => stack.extend(&s.args(t)[1..]),
            Op::Var | Op::Const | Op::Zext | Op::Sext | Op::Extract | Op::Concat => leaves += 1,
            _ => return None,
        }
    }
    Some(leaves)
}

#[cfg(test)]
mod tests {
    use super::super::blast::Blaster;
    use super::super::refine::Values;
    use super::super::tests::rng;
    use super::*;
    use crate::base::Bits as Number;
    use crate::ilr::Value;
    use crate::ilr::eval::{Evaluator, Model};
    use crate::smt::Limits;

    /// All relations of random choices have the values that the terms have, whether few or too many terms are chosen from.
    #[test]
    fn comparisons_of_choices_agree_with_evaluation() {
        let mut random = rng(22);
        for round in 0..60 {
            let mut s = TermStore::default();
            let width = [1, 3, 8][round % 3];
            let truths: Vec<Term> = (0..4).map(|i| s.var(&format!("p{i}"), Sort::Bool)).collect();
            let mut values: Vec<Term> = (0..4).map(|i| s.var(&format!("x{i}"), Sort::Bv(width))).collect();
            values.push(s.constant(&Number::new(width, random())));
            values.push(s.mk(Op::BvNot, &[values[0]]));
            let (size, first) = if round % 5 == 4 { (2000, 5) } else { (20, 6 - round % 2) };
            values.truncate(first);
            for _ in 0..size {
                let mut any = |of: &[Term]| of[(random() % of.len() as u64) as usize];
                let args = [any(&truths), any(&values), any(&values)];
                values.push(s.mk(Op::Ite, &args));
            }
            let mut roots = Vec::new();
            for op in [Op::Eq, Op::Ult, Op::Ule, Op::Slt, Op::Sle] {
                for _ in 0..10 {
                    let mut late = || values[values.len() - 1 - (random() % 15) as usize];
                    let args = [late(), late()];
                    roots.push(s.mk(op, &args));
                }
            }
            let mut blaster = Blaster::default();
            blaster.blast(&s, &roots, &Limits::default()).expect("no limits");
            for _ in 0..20 {
                let bits = random();
                let given = Values::new(&blaster.aig, |n| bits.wrapping_mul(n as u64 * 2 + 1) >> 17 & 1 == 1);
                let mut model = Model::new();
                for &v in &blaster.bits().variables {
                    let value = given.bits(blaster.bits().of(v));
                    let is_bool = s.sort(v) == Sort::Bool;
                    model.set(v, if is_bool { Value::Bool(value.bit(0)) } else { Value::Bits(value) });
                }
                let mut evaluator = Evaluator::new(&s, &model);
                for &root in &roots {
                    assert_eq!(given.lit(blaster.lit(root)), evaluator.bool(root));
                }
            }
        }
    }
}
