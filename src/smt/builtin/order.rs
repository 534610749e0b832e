//! Small domains for variables that are only compared.
//!
//! If a formula only selects between the values of some variables and compares them with each other and with constants,
//! it depends only on their order. If it has a model, it has one whose values lie close to the constants (range
//! allocation; A. Pnueli, Y. Rodeh, O. Strichman, M. Siegel, "The Small Model Property: How Small Can It Be?",
//! Information and Computation 178, 2002). Such variables get few bits, which are extended to their width.
//!
//! **Correctness.** A class holds variables, conditionals between them and constants. It is closed: with a conditional
//! it contains both arms, with one side of a comparison the other side. Its terms have no other uses, and all its
//! comparisons are `=` and the inequalities of one signedness. So each term has the value of one of the class's `n`
//! variables or constants, and each comparison depends only on their order. Let the window contain all constants, plus
//! `n` values below the least and `n` values above the greatest constant, or all values there are. Take a model. Values
//! between two constants lie in the window. At most `n` values lie below all constants. They can be moved up into the
//! window (if they are not in it), keeping their order; likewise those above. No comparison changes, and nothing else
//! in the formula depends on the class.

use rustc_hash::FxHashMap;

use crate::base::Bits;
use crate::ilr::{Op, Sort, Term, TermStore};

/// Maximum number of constants of a class.
const MOST_CONSTANTS: usize = 64;

/// Factor by which a window is larger than the number of variables requires, since more may come.
const SLACK: u64 = 4;

/// Bits of a variable: how many, and how they are extended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// Number of free bits.
    pub bits: u32,
    /// Whether the last of them is the sign bit.
    pub signed: bool,
}

/// Knowledge about a class.
#[derive(Clone, Default)]
struct Class {
    variables: u64,
    /// The distinct constants.
    constants: Vec<Bits>,
    signed: bool,
    unsigned: bool,
    /// Whether its terms have other uses.
    open: bool,
}

/// Classes of all scanned terms.
#[derive(Default)]
pub struct Orders {
    /// Scanned terms.
    seen: Vec<bool>,
    /// Union-find parents.
    parent: FxHashMap<Term, Term>,
    /// Classes by root.
    classes: FxHashMap<Term, Class>,
    /// Windows that were given to variables.
    given: Vec<(Term, Window)>,
    /// Whether variables keep all their bits.
    off: bool,
}

impl Orders {
    /// Scans all terms that the roots depend on.
    pub fn scan(&mut self, s: &TermStore, roots: &[Term]) {
        if self.off {
            return;
        }
        self.seen.resize(s.len(), false);
        let mut stack = roots.to_vec();
        while let Some(t) = stack.pop() {
            if std::mem::replace(&mut self.seen[t.index()], true) {
                continue;
            }
            self.term(s, t);
            stack.extend(s.args(t));
        }
    }

    /// Returns a window for a variable if fewer bits than its width suffice, and records it.
    pub fn window(&mut self, s: &TermStore, variable: Term) -> Option<Window> {
        if self.off {
            return None;
        }
        let window = self.needed(variable, s.width(variable), SLACK)?;
        self.given.push((variable, window));
        Some(window)
    }

    /// Whether all recorded windows still suffice.
    pub fn is_kept(&mut self, s: &TermStore) -> bool {
        let given = std::mem::take(&mut self.given);
        let kept = given.iter().all(|&(t, window)| {
            let root = self.root(t);
            let class = &self.classes[&root];
            holds(class, s.width(t), window)
        });
        self.given = given;
        kept
    }

    /// Forgets the recorded windows, but not the scanned terms.
    pub fn forget(&mut self) {
        self.given.clear();
    }

    /// From now on, variables keep all their bits.
    pub fn turn_off(&mut self) {
        *self = Orders { off: true, ..Orders::default() };
    }

    fn needed(&mut self, variable: Term, width: u32, slack: u64) -> Option<Window> {
        let root = self.root(variable);
        let class = self.classes.get(&root).filter(|class| !class.open)?;
        let roomy = Class { variables: class.variables * slack, ..class.clone() };
        let signs = if class.signed { [true, true] } else { [false, true] };
        (1..=width / 2).find_map(|bits| {
            let windows = signs.into_iter().map(|signed| Window { bits, signed });
            windows.into_iter().find(|&w| holds(&roomy, width, w))
        })
    }

    fn root(&mut self, t: Term) -> Term {
        let mut root = t;
        while let Some(&up) = self.parent.get(&root).filter(|&&up| up != root) {
            root = up;
        }
        let mut at = t;
        while at != root {
            at = self.parent.insert(at, root).expect("it has a parent");
        }
        self.parent.entry(root).or_insert(root);
        root
    }

    fn class(&mut self, t: Term) -> &mut Class {
        let root = self.root(t);
        self.classes.entry(root).or_default()
    }

    fn open(&mut self, s: &TermStore, t: Term) {
        if s.op(t) != Op::Const && matches!(s.sort(t), Sort::Bv(_)) {
            self.class(t).open = true;
        }
    }

    /// Relates two terms whose values meet. A constant joins the other term's class without merging the classes it
    /// occurs in.
    fn relate(&mut self, s: &TermStore, a: Term, b: Term) {
        match (s.as_bits(a), s.as_bits(b)) {
            (Some(_), Some(_)) => {}
            (Some(value), None) => self.constant(b, value),
            (None, Some(value)) => self.constant(a, value),
            (None, None) => self.join(a, b),
        }
    }

    fn constant(&mut self, t: Term, value: Bits) {
        let class = self.class(t);
        if class.open || class.constants.contains(&value) {
            return;
        }
        class.constants.push(value);
        class.open |= class.constants.len() > MOST_CONSTANTS;
    }

    fn join(&mut self, a: Term, b: Term) {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return;
        }
        self.parent.insert(b, a);
        let Some(other) = self.classes.remove(&b) else { return };
        let class = self.classes.entry(a).or_default();
        class.variables += other.variables;
        class.signed |= other.signed;
        class.unsigned |= other.unsigned;
        class.open |= other.open;
        for value in other.constants {
            if !class.constants.contains(&value) {
                class.constants.push(value);
            }
        }
        class.open |= class.constants.len() > MOST_CONSTANTS;
    }

    fn term(&mut self, s: &TermStore, t: Term) {
        let args = s.args(t);
        let vectors = |of: Term| matches!(s.sort(of), Sort::Bv(_));
        match s.op(t) {
            Op::Var if vectors(t) => self.class(t).variables += 1,
            Op::Const => {}
            Op::Ite if vectors(t) => {
                self.relate(s, t, args[1]);
                self.relate(s, t, args[2]);
            }
            op @ (Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle) if vectors(args[0]) => {
                self.relate(s, args[0], args[1]);
                for &side in args.iter().filter(|&&side| s.op(side) != Op::Const) {
                    let class = self.class(side);
                    class.signed |= matches!(op, Op::Slt | Op::Sle);
                    class.unsigned |= matches!(op, Op::Ult | Op::Ule);
                }
            }
            _ => {
                self.open(s, t);
                args.iter().for_each(|&arg| self.open(s, arg));
            }
        }
    }
}

/// Whether the window contains the values that a class of this width needs.
fn holds(class: &Class, width: u32, window: Window) -> bool {
    if class.open || class.signed && class.unsigned || window.bits >= width {
        return false;
    }
    if class.signed && !window.signed && !class.constants.is_empty() {
        return false;
    }
    // A signed window without a signed comparison is right only for equations.
    if class.unsigned && window.signed {
        return false;
    }
    // Values as numbers that increase in the order of the class.
    let flip = |value: &Bits| if window.signed { value.xor(&Bits::signed_min(width)) } else { value.clone() };
    let size = Bits::one(width).shl(&Bits::new(width, u64::from(window.bits)));
    let one = Bits::one(width);
    let low = if window.signed { Bits::signed_min(width).sub(&size.lshr(&one)) } else { Bits::zero(width) };
    let high = low.add(&size.sub(&one));
    if class.constants.is_empty() {
        return window.bits >= 64 || class.variables <= 1 << window.bits;
    }
    let constants: Vec<Bits> = class.constants.iter().map(flip).collect();
    let inside = |value: &Bits| low.ule(value) && value.ule(&high);
    if !constants.iter().all(inside) {
        return false;
    }
    // At least this many values lie between the constants and each end of the window, or nothing lies beyond the end.
    let least = constants.iter().fold(high.clone(), |m, v| if v.ult(&m) { v.clone() } else { m });
    let greatest = constants.iter().fold(low.clone(), |m, v| if m.ult(v) { v.clone() } else { m });
    let enough = |room: Bits| room.to_u64().is_none_or(|room| room >= class.variables);
    (low.is_zero() || enough(least.sub(&low))) && (high == Bits::ones(width) || enough(high.sub(&greatest)))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{holds as satisfies, rng};
    use super::super::{Builtin, refine};
    use super::*;
    use crate::smt::{Answer, Limits};

    const WIDTH: u32 = 12;

    /// Random formulas over variables that are compared and occasionally added.
    struct Formulas<R> {
        s: TermStore,
        random: R,
        vectors: Vec<Term>,
        truths: Vec<Term>,
        order: [Op; 2],
    }

    impl<R: FnMut() -> u64> Formulas<R> {
        fn new(mut random: R) -> Formulas<R> {
            let mut s = TermStore::default();
            let vectors = (0..2 + random() % 4).map(|i| s.var(&format!("x{i}"), Sort::Bv(WIDTH))).collect();
            let truths = (0..2).map(|i| s.var(&format!("p{i}"), Sort::Bool)).collect();
            let order = [[Op::Slt, Op::Sle], [Op::Ult, Op::Ule], [Op::Slt, Op::Ult]][(random() % 3) as usize];
            Formulas { s, random, vectors, truths, order }
        }

        fn below(&mut self, n: usize) -> usize {
            ((self.random)() % n as u64) as usize
        }

        fn vector(&mut self) -> Term {
            match self.below(12) {
                0 => {
                    let near = self.below(7) as i64 - 3;
                    let values = [near, near, near, 2047, -2048, 17];
                    let i = self.below(values.len());
                    self.s.constant(&Bits::from_i64(WIDTH, values[i]))
                }
                _ => {
                    let i = self.below(self.vectors.len());
                    self.vectors[i]
                }
            }
        }

        fn truth(&mut self) -> Term {
            let i = self.below(self.truths.len());
            self.truths[i]
        }

        fn step(&mut self, adds: bool) {
            let (a, b, p, q) = (self.vector(), self.vector(), self.truth(), self.truth());
            match self.below(9) {
                0 | 1 => {
                    let chosen = self.s.mk(Op::Ite, &[p, a, b]);
                    self.vectors.push(chosen);
                }
                2 | 3 => {
                    let i = self.below(2);
                    let op = self.order[i];
                    let less = self.s.mk(op, &[a, b]);
                    self.truths.push(less);
                }
                4 => {
                    let same = self.s.mk(Op::Eq, &[a, b]);
                    self.truths.push(same);
                }
                5 if adds => {
                    let sum = self.s.mk(Op::Add, &[a, b]);
                    self.vectors.push(sum);
                }
                6 => {
                    let not = self.s.mk(Op::Not, &[p]);
                    self.truths.push(not);
                }
                n => {
                    let both = self.s.mk(if n == 7 { Op::And } else { Op::Or }, &[p, q]);
                    self.truths.push(both);
                }
            }
        }
    }

    #[test]
    fn small_domains_change_no_answer() {
        let (mut narrowed, mut restarted, mut sat, mut unsat) = (0, 0, 0, 0);
        for seed in 0..1500 {
            let mut f = Formulas::new(rng(seed + 1));
            let (mut small, mut whole) = (Builtin::new(), Builtin::new());
            whole.blaster.orders.turn_off();
            let mut asserted = Vec::new();
            for query in 0..4 {
                for _ in 0..20 {
                    f.step(seed % 3 == 0 && query > 1);
                }
                let t = f.truth();
                let assumptions = [f.truth(), f.truth()];
                small.add(t);
                whole.add(t);
                asserted.push(t);
                let answer = small.decide(&f.s, &assumptions, &Limits::default());
                assert_eq!(answer, whole.decide(&f.s, &assumptions, &Limits::default()), "seed {seed}");
                if answer == Answer::Sat {
                    sat += 1;
                    let (values, found) = small.model.as_ref().expect("a model");
                    let model = refine::model(&f.s, small.blaster.bits(), values, found);
                    let all: Vec<Term> = asserted.iter().chain(&assumptions).copied().collect();
                    assert!(satisfies(&f.s, &model, &all), "seed {seed}");
                } else {
                    unsat += 1;
                }
                narrowed += usize::from(!small.blaster.orders.given.is_empty());
            }
            restarted += usize::from(small.restarts > 0);
        }
        assert!(
            narrowed > 1000 && restarted > 50 && sat > 500 && unsat > 500,
            "{narrowed} {restarted} {sat} {unsat}"
        );
    }

    #[test]
    fn windows_have_what_a_class_needs() {
        let class = |variables, constants: &[i64], signed, unsigned| Class {
            variables,
            constants: constants.iter().map(|&c| Bits::from_i64(8, c)).collect(),
            signed,
            unsigned,
            open: false,
        };
        let least = |class: &Class, is_signed| {
            (1..8).find(|&bits| holds(class, 8, Window { bits, signed: is_signed }))
        };
        assert_eq!(least(&class(4, &[], true, false), false), Some(2));
        assert_eq!(least(&class(5, &[], false, true), false), Some(3));
        assert_eq!(least(&class(5, &[], false, true), true), None);
        // Three values below 0 and three above 5.
        assert_eq!(least(&class(3, &[0, 5], true, false), true), Some(5));
        assert_eq!(least(&class(3, &[0, 5], true, false), false), None);
        // Nothing is less than 0.
        assert_eq!(least(&class(3, &[0, 4], false, true), false), Some(3));
        assert_eq!(least(&class(3, &[0, 5], false, true), false), Some(4));
        assert_eq!(least(&class(1, &[-1], false, true), false), None);
        assert_eq!(least(&class(1, &[], true, true), false), None);
    }
}
