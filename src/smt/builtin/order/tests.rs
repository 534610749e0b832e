//! The order theory against bit-vectors and enumeration.

use super::super::tests::{holds, rng};
use super::super::{Builtin, refine};
use super::theory::{Atom, OrderTheory, positions};
use super::*;
use crate::smt::{Answer, Limits};

/// Random formulas over comparisons of variables and booleans.
struct Formulas<R> {
    s: TermStore,
    random: R,
    vectors: Vec<Term>,
    booleans: usize,
    comparisons: usize,
    truths: Vec<Term>,
}

impl<R: FnMut() -> u64> Formulas<R> {
    fn new(random: R, variables: usize) -> Formulas<R> {
        let mut s = TermStore::default();
        let vectors = (0..variables).map(|i| s.var(&format!("x{i}"), Sort::Bv(32))).collect();
        let truths: Vec<Term> = (0..3).map(|i| s.var(&format!("p{i}"), Sort::Bool)).collect();
        Formulas { s, random, vectors, booleans: truths.len(), comparisons: 0, truths }
    }

    fn below(&mut self, n: usize) -> usize {
        ((self.random)() % n as u64) as usize
    }

    fn compare(&mut self, near: usize) {
        let a = self.below(self.vectors.len());
        let b = (a + 1 + self.below(near)) % self.vectors.len();
        let (mut a, mut b) = (self.vectors[a], self.vectors[b]);
        if self.below(2) == 0 {
            std::mem::swap(&mut a, &mut b);
        }
        let op = [Op::Ult, Op::Ult, Op::Ule][self.below(3)];
        let t = self.s.mk(op, &[a, b]);
        self.truths.push(t);
        self.comparisons += 1;
    }

    fn clause(&mut self, length: usize) -> Term {
        let mut any = None;
        for _ in 0..length {
            let i = self.below(self.booleans + self.comparisons);
            let mut t = self.truths[i];
            if self.below(2) == 0 {
                t = self.s.mk(Op::Not, &[t]);
            }
            any = Some(any.map_or(t, |any| self.s.mk(Op::Or, &[any, t])));
        }
        any.expect("a literal")
    }
}

fn evaluates(solver: &Builtin, s: &TermStore, terms: &[Term]) -> bool {
    let (values, found) = solver.model.as_ref().expect("a model");
    let model = refine::model(s, solver.blaster.bits(), values, found);
    holds(s, &model, terms)
}

/// Incremental questions, with new comparisons between them, some of them under assumptions.
#[test]
fn the_theory_agrees_with_vectors() {
    let (mut sat, mut unsat, mut conflicts) = (0, 0, 0);
    for seed in 0..1500 {
        let mut random = rng(seed + 1);
        let variables = 17 + (random() % 12) as usize;
        let near = [2, 4, variables - 1][(random() % 3) as usize];
        let mut f = Formulas::new(random, variables);
        let (mut theory, mut vectors) = (Builtin::new(), Builtin::without_theory());
        // All variables are of one class.
        let chain: Vec<Term> =
            (1..variables).map(|i| f.s.mk(Op::Ule, &[f.vectors[i - 1], f.vectors[i]])).collect();
        let weak = f.s.mk(Op::Not, &[chain[0]]);
        let first = chain.iter().fold(weak, |any, &t| f.s.mk(Op::Or, &[any, t]));
        let mut asserted = vec![first];
        theory.add(first);
        vectors.add(first);
        for _ in 0..3 {
            (0..20).for_each(|_| f.compare(near));
            let clauses = 10 + f.below(60);
            for _ in 0..clauses {
                let length = if f.below(20) == 0 { 1 } else { 2 + f.below(3) };
                let t = f.clause(length);
                theory.add(t);
                vectors.add(t);
                asserted.push(t);
            }
            let assumptions: Vec<Term> = (0..f.below(4)).map(|_| f.clause(1)).collect();
            let answer = theory.decide(&f.s, &assumptions, &Limits::default());
            let expected = vectors.decide(&f.s, &assumptions, &Limits::default());
            assert_eq!(answer, expected, "seed {seed}");
            assert_eq!(theory.blaster.comparisons.variables().len(), variables, "seed {seed}");
            if answer == Answer::Sat {
                sat += 1;
                let all: Vec<Term> = asserted.iter().chain(&assumptions).copied().collect();
                assert!(evaluates(&theory, &f.s, &all), "seed {seed}");
                assert!(evaluates(&vectors, &f.s, &all), "seed {seed}");
            } else {
                unsat += 1;
            }
        }
        conflicts += theory.sat.conflicts();
    }
    assert!(sat > 1000 && unsat > 1000 && conflicts > 500, "{sat} {unsat} {conflicts}");
}

/// A class of which some terms get other uses is represented by bits from then on.
#[test]
fn a_class_that_opens_gets_bits() {
    let mut s = TermStore::default();
    let x: Vec<Term> = (0..20).map(|i| s.var(&format!("x{i}"), Sort::Bv(32))).collect();
    let mut solver = Builtin::new();
    for pair in x.windows(2) {
        let t = s.mk(Op::Ult, &[pair[0], pair[1]]);
        solver.add(t);
    }
    assert_eq!(solver.decide(&s, &[], &Limits::default()), Answer::Sat);
    assert_eq!(solver.blaster.comparisons.variables().len(), 20);
    let twenty = s.bv(32, 19);
    let low = s.mk(Op::Ult, &[x[19], twenty]);
    assert!(matches!(solver.decide(&s, &[low], &Limits::default()), Answer::Unsat(_)));
    let twenty = s.bv(32, 20);
    let low = s.mk(Op::Ult, &[x[19], twenty]);
    assert_eq!(solver.decide(&s, &[low], &Limits::default()), Answer::Sat);
    assert!(solver.blaster.comparisons.variables().is_empty() && solver.restarts > 0);
}

/// A width with too few values keeps its meaning.
#[test]
fn few_values_are_bits() {
    let mut s = TermStore::default();
    let x: Vec<Term> = (0..20).map(|i| s.var(&format!("x{i}"), Sort::Bv(4))).collect();
    let mut solver = Builtin::new();
    for pair in x.windows(2) {
        let t = s.mk(Op::Ult, &[pair[0], pair[1]]);
        solver.add(t);
    }
    assert!(matches!(solver.decide(&s, &[], &Limits::default()), Answer::Unsat(_)));
    assert!(solver.blaster.comparisons.variables().is_empty());
}

/// Whether some values in `0..n` satisfy exactly the true ones of the comparisons.
fn solvable(n: u32, comparisons: &[(u32, u32, bool)]) -> bool {
    (0..n.pow(n)).any(|code| {
        let value = |v: u32| code / n.pow(v) % n;
        comparisons.iter().all(|&(a, b, holds)| (value(a) < value(b)) == holds)
    })
}

/// The theory alone, with levels that come and go, against all values of four variables.
#[test]
fn cycles_and_implications_against_enumeration() {
    const N: u32 = 4;
    let (mut cycles, mut implications) = (0, 0);
    for seed in 0..600 {
        let mut random = rng(seed + 1);
        let mut theory = OrderTheory::default();
        let mut atoms = Vec::new();
        for below in 0..N {
            for above in (0..N).filter(|&above| above != below) {
                if !random().is_multiple_of(4) {
                    let atom = Atom { lit: atoms.len() as i32 + 1, below, above };
                    atoms.push(atom);
                    theory.add(atom);
                }
            }
        }
        let sides = |lit: i32| {
            let Atom { below, above, .. } = atoms[lit.unsigned_abs() as usize - 1];
            (below, above, lit > 0)
        };
        // A clause of the theory is one whose negation has no values.
        let is_lemma = |clause: &[i32]| !solvable(N, &clause.iter().map(|&l| sides(-l)).collect::<Vec<_>>());
        let (mut trail, mut levels): (Vec<i32>, Vec<usize>) = (Vec::new(), Vec::new());
        let mut is_bad = false;
        for _ in 0..60 {
            let free: Vec<i32> =
                (1..=atoms.len() as i32).filter(|l| !trail.contains(l) && !trail.contains(&-l)).collect();
            if is_bad && levels.is_empty() {
                break;
            }
            if is_bad || free.is_empty() || random().is_multiple_of(8) {
                if !levels.is_empty() {
                    let level = (random() % levels.len() as u64) as usize;
                    theory.backtrack(level);
                    trail.truncate(levels[level]);
                    levels.truncate(level);
                    is_bad = false;
                }
                continue;
            }
            if random().is_multiple_of(2) {
                theory.push_level();
                levels.push(trail.len());
            }
            let lit = free[(random() % free.len() as u64) as usize]
                * if random().is_multiple_of(2) { 1 } else { -1 };
            theory.assign(lit);
            trail.push(lit);
            let permanent = &trail[..levels.first().copied().unwrap_or(trail.len())];
            // Permanent literals are left out of clauses.
            let whole = |clause: &[i32]| {
                clause.iter().copied().chain(permanent.iter().map(|l| -l)).collect::<Vec<_>>()
            };
            let mut is_assigned = trail.clone();
            while let Some(lit) = theory.propagate() {
                let reason = theory.reason(lit);
                assert!(reason.contains(&lit) && is_lemma(&whole(&reason)), "seed {seed}");
                assert!(reason.iter().all(|l| *l == lit || trail.contains(&-l)), "seed {seed}");
                is_assigned.push(lit);
                implications += 1;
            }
            let all: Vec<_> = trail.iter().map(|&l| sides(l)).collect();
            let conflict = theory.conflict();
            is_bad = conflict.is_some();
            assert_eq!(is_bad, !solvable(N, &all), "seed {seed}");
            assert_eq!(positions(N as usize, &all).is_none(), is_bad, "seed {seed}");
            if let Some(clause) = conflict {
                assert!(
                    clause.iter().all(|l| trail.contains(&-l)) && is_lemma(&whole(&clause)),
                    "seed {seed}"
                );
                cycles += 1;
            }
        }
        assert!(!theory.is_broken());
    }
    assert!(cycles > 1000 && implications > 5000, "{cycles} {implications}");
}
