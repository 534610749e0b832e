//! Array invariants: what may hold of many elements of an array, those that a loop has passed or those that it has not reached.
//!
//! Such an invariant is universally quantified: a term with a bound variable. It is proven with that variable left free, and
//! assumed for the indices at which the conditions to be proven read elements (after A. R. Bradley, Z. Manna, H. B. Sipma, "What's decidable about
//! arrays?", VMCAI 2006). Every instance of a
//! proven invariant holds, so the choice of instances decides only which proofs are found.

use super::array_templates;
use super::candidates::{Candidate, Conjecture, POLYNOMIALS};
use crate::engine::bmc::policy::induction::{Induction, Instance, Moment};
use crate::ilr::visit::cone;
use crate::ilr::{Op, Term};
use crate::rewrite::Builder;
use crate::rewrite::polynomial::Polynomial;
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxHashMap, FxHashSet};

/// Most instances of an invariant, and of all.
const MOST_INSTANCES: usize = 40;

const MOST_OF_ALL: usize = 4000;

/// How often instances are added for elements that only other instances read.
const ROUNDS: u32 = 3;

/// Most arrays that are looked through for one read.
const MOST_LAYERS: usize = 400;

/// A universally quantified invariant.
#[derive(Clone, Debug)]
pub struct Universal {
    /// The variable that is bound.
    pub bound: Term,
    /// Whether it is the number of an element, and not a value of a scalar.
    pub elements: bool,
    /// For which numbers it is to hold: a condition over the bound variable and those of the instance's scalars and arrays.
    pub range: Term,
    /// What holds for these.
    pub body: Term,
    /// The implication: `range` implies `body`.
    pub statement: Term,
}

impl Universal {
    /// The instance for one number, with the values of a moment.
    fn at(&self, b: &mut Builder, instance: &Instance, moment: &Moment, number: Term) -> Term {
        let mut map: FxHashMap<Term, Term> = FxHashMap::default();
        map.extend(instance.heads().into_iter().zip(moment.values.iter().copied()));
        map.extend(instance.arrays.iter().map(|a| a.head).zip(moment.arrays.iter().copied()));
        map.insert(self.bound, number);
        b.substitute(&[self.statement], &map)[0]
    }

    /// Where it reads elements: array variables, and element numbers over the bound variable.
    fn reads(&self, b: &mut Builder) -> Vec<(Term, Term)> {
        let mut reads = Reads::default();
        reads.note(b, &[self.statement]);
        let all =
            reads.of.into_iter().flat_map(|(array, indices)| indices.into_iter().map(move |i| (array, i)));
        all.filter(|(_, i)| mentions(b, *i, self.bound)).collect()
    }
}

/// Whether a term depends on a variable.
pub fn mentions(b: &Builder, t: Term, variable: Term) -> bool {
    cone(b.store(), &[t]).binary_search(&variable).is_ok()
}

/// The candidates about arrays for all visits of loops. `conditions` are those that the proof has to refute in the end.
pub fn candidates(b: &mut Builder, induction: &Induction, conditions: &[Term]) -> Vec<Candidate> {
    let mut candidates: Vec<(Candidate, Universal)> = Vec::new();
    for of in 0..induction.visits.len() {
        for each in array_templates::of_visit(b, induction, of) {
            candidates.extend(candidate(b, &induction.visits[of].instance, of, each, candidates.len()));
        }
    }
    let mut reads = Reads::default();
    reads.note(b, conditions);
    let broken: Vec<Term> = candidates.iter().map(|c| c.0.broken).collect();
    reads.note(b, &broken);
    let places: Vec<Vec<(Term, Term)>> = candidates.iter().map(|c| c.1.reads(b)).collect();
    let mut known: Vec<IndexSet<Term>> = candidates.iter().map(|_| IndexSet::new()).collect();
    let mut all = 0;
    for _ in 0..ROUNDS {
        let mut new = Vec::new();
        for (((candidate, each), places), known) in candidates.iter_mut().zip(&places).zip(&mut known) {
            let mut numbers = vec![each.bound];
            for &(array, place) in places {
                let at = reads.of.get(&array).into_iter().flatten();
                numbers.extend(at.filter_map(|&at| number_of(b, place, each.bound, at)));
            }
            for number in numbers {
                if known.len() == MOST_INSTANCES || all == MOST_OF_ALL || !known.insert(number) {
                    continue;
                }
                all += 1;
                candidate.numbers.push(number);
                let instance = &induction.visits[candidate.of].instance;
                for used in &instance.uses {
                    let fact = each.at(b, instance, used, number);
                    let under = b.and(candidate.on, used.path);
                    let here = b.implies(under, fact);
                    candidate.holds = b.and(candidate.holds, here);
                    new.push(fact);
                }
            }
        }
        reads.note(b, &new);
    }
    candidates.into_iter().map(|c| c.0).collect()
}

/// The candidate of an invariant; `None` where it cannot hold or says nothing.
fn candidate(
    b: &mut Builder,
    instance: &Instance,
    of: usize,
    each: Universal,
    number: usize,
) -> Option<(Candidate, Universal)> {
    let entry = Moment {
        path: instance.entered,
        values: instance.slots.iter().map(|s| s.entry).collect(),
        arrays: instance.arrays.iter().map(|a| a.entry).collect(),
    };
    let mut broken = b.ff();
    for (i, moment) in std::iter::once(&entry).chain(&instance.backs).enumerate() {
        let fact = each.at(b, instance, moment, each.bound);
        let not = b.not(fact);
        let here = b.and(moment.path, not);
        if i == 0 && here == moment.path {
            return None;
        }
        broken = b.or(broken, here);
    }
    let on = b.var(&format!("claim!elements!{number}!"), crate::ilr::Sort::Bool);
    let conjecture = Conjecture::Elements(each.clone());
    Some((Candidate { of, conjecture, on, broken, holds: b.tt(), numbers: Vec::new() }, each))
}

/// Which elements are read of which array variables.
#[derive(Default)]
struct Reads {
    seen: FxHashSet<Term>,
    of: IndexMap<Term, IndexSet<Term>>,
}

impl Reads {
    /// Looks through terms that were not looked through.
    fn note(&mut self, b: &mut Builder, roots: &[Term]) {
        let mut stack = roots.to_vec();
        while let Some(t) = stack.pop() {
            if !self.seen.insert(t) {
                continue;
            }
            if b.op(t) == Op::Select {
                self.read(b, b.arg(t, 0), b.arg(t, 1));
            }
            stack.extend(b.args(t));
        }
    }

    fn read(&mut self, b: &mut Builder, array: Term, index: Term) {
        let mut stack = vec![(array, index)];
        let mut seen: FxHashSet<(Term, Term)> = FxHashSet::default();
        while let Some((array, index)) = stack.pop() {
            if !seen.insert((array, index)) || seen.len() > MOST_LAYERS {
                continue;
            }
            let args = b.args(array);
            match b.op(array) {
                Op::Var => {
                    self.of.entry(array).or_default().insert(index);
                }
                Op::Store | Op::Fill => stack.push((args[0], index)),
                Op::Ite => stack.extend([(args[1], index), (args[2], index)]),
                Op::Copy => {
                    let distance = b.sub(args[3], args[1]);
                    let from = b.add(index, distance);
                    stack.extend([(args[0], index), (args[2], from)]);
                }
                _ => {}
            }
        }
    }
}

/// What a number is that many times of: as its parts show, or by a shift. A division is not for a solver.
fn quotient(b: &mut Builder, is: Term, n: u64) -> Option<Term> {
    let width = b.width(is);
    let parts = if n > 0 && width <= 64 { Polynomial::of(b, is, width, POLYNOMIALS) } else { None };
    if let Some(quotient) = parts.and_then(|p| p.divided(n)).and_then(|q| q.linear(b)) {
        return Some(quotient);
    }
    let by = b.bv(width, u64::from(n.trailing_zeros()));
    n.is_power_of_two().then(|| b.lshr(is, by))
}

/// A number for which a term over a bound variable is another one, where the term is turned around easily. What is found need
/// not be the only one, nor right where numbers wrap around.
fn number_of(b: &mut Builder, term: Term, bound: Term, is: Term) -> Option<Term> {
    if term == bound {
        return Some(is);
    }
    let (op, args, width) = (b.op(term), b.args(term), b.width(is));
    // The argument that depends on the variable, and the only other one.
    let (inner, other) = match args[..] {
        [x] => (x, None),
        [x, y] if !mentions(b, y, bound) => (x, Some(y)),
        [x, y] if !mentions(b, x, bound) => (y, Some(x)),
        _ => return None,
    };
    let same = b.op(is) == op && b.args(is).len() == args.len();
    let is = match (op, other) {
        (Op::Extract, None) => {
            let (high, low) = b.extract_range(term);
            let widened =
                same && b.extract_range(is) == (high, low) && b.width(b.arg(is, 0)) == b.width(inner);
            match (widened, low) {
                (true, _) => b.arg(is, 0),
                (false, 0) => b.zext(is, b.width(inner)),
                _ => return None,
            }
        }
        (Op::Zext | Op::Sext, None) => b.extract(is, b.width(inner) - 1, 0),
        (Op::Add, Some(other)) => b.sub(is, other),
        (Op::Sub, Some(other)) if inner == args[0] => b.add(is, other),
        (Op::Sub, Some(other)) => b.sub(other, is),
        (Op::Mul, Some(factor)) => quotient(b, is, b.as_u64(factor)?)?,
        (Op::Shl, Some(by)) if inner == args[0] && b.is_const(by) => b.lshr(is, by),
        (Op::Concat, Some(low)) if inner == args[0] => b.extract(is, width - 1, b.width(low)),
        _ => return None,
    };
    number_of(b, inner, bound, is)
}
