//! Candidate invariants: what may hold at the head of a loop, or at the start or end of a function's activations.

use super::array_invariants::Universal;
use super::{activations, array_invariants, returns, samples};
use crate::engine::bmc::policy::induction::{Induction, Instance, Moment, Spot};
use crate::ilr::eval::{Evaluator, Model};
use crate::ilr::{Op, Sort, Term};
use crate::rewrite::Builder;
use crate::rewrite::polynomial::{Limits, Polynomial};
use smallvec::SmallVec;

/// Most scalars of a loop of which pairs are compared.
const MOST_PAIRED: usize = 14;

/// Most constants that a scalar is compared with.
const MOST_CONSTANTS: usize = 24;

/// Most values of a scalar that are told one by one.
const MOST_NUMBERS: usize = 12;

/// Most scalars of few values that are related to others.
const MOST_FEW: usize = 10;

/// How large polynomials may become in the search for equalities.
pub const POLYNOMIALS: Limits = Limits { products: 300, factors: 8, decisions: 128 };

/// Most terms in which constants are looked for.
const MOST_VISITED: usize = 20_000;

/// What is added up in a [`Sum`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Atom {
    /// The value of a scalar, by the number of its slot.
    Slot(usize),
    /// Its value when the loop is entered or the function called.
    Entry(usize),
    /// A value that does not change.
    Fixed(Term),
}

/// A sum of products with a constant, modulo the width.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Sum {
    /// Factor and what is multiplied with it.
    pub parts: Vec<(i64, Vec<Atom>)>,
    /// The constant.
    pub constant: i64,
}

/// How two sums relate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Relation {
    /// Equal.
    Eq,
    /// At most, as signed numbers.
    Sle,
    /// At most, as unsigned numbers.
    Ule,
    /// Equal in so many low bits.
    Low(u32),
    /// The difference is one of these numbers.
    Among(Vec<i64>),
}

/// A condition on a scalar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Given {
    /// The scalar.
    pub slot: usize,
    /// How it relates to the number.
    pub order: Order,
    /// The number.
    pub number: i64,
}

/// How a scalar relates to a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Is it.
    Is,
    /// Is at most it, as signed numbers.
    AtMost,
    /// Is at least it, as signed numbers.
    AtLeast,
}

/// Something that may hold each time at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// The fact is conjectured only where this holds.
    pub given: Option<Given>,
    /// Bits of the numbers.
    pub width: u32,
    /// How they relate.
    pub relation: Relation,
    /// The first one.
    pub left: Sum,
    /// The second one.
    pub right: Sum,
}

impl Sum {
    /// A single atom.
    pub fn of(atom: Atom) -> Sum {
        Sum { parts: vec![(1, vec![atom])], constant: 0 }
    }

    /// A number.
    pub fn constant(constant: i64) -> Sum {
        Sum { parts: Vec::new(), constant }
    }

    /// Two atoms, one of them with a factor.
    pub fn of_two(a: Atom, factor: i64, b: Atom) -> Sum {
        Sum { parts: vec![(1, vec![a]), (factor, vec![b])], constant: 0 }
    }

    /// Its value, for given values of the scalars.
    pub fn term(&self, b: &mut Builder, width: u32, instance: &Instance, values: &[Term]) -> Term {
        let mut sum = b.bv(width, self.constant as u64);
        for (factor, atoms) in &self.parts {
            // The factor last: equal products are equal terms.
            let mut product = b.bv(width, 1);
            for atom in atoms {
                let value = match *atom {
                    Atom::Slot(i) => values[i],
                    Atom::Entry(i) => instance.slots[i].entry,
                    Atom::Fixed(t) => t,
                };
                product = b.mul(product, value);
            }
            let factor = b.bv(width, *factor as u64);
            product = b.mul(factor, product);
            sum = b.add(sum, product);
        }
        sum
    }
}

impl Fact {
    /// The fact of given values of the scalars.
    pub fn term(&self, b: &mut Builder, instance: &Instance, values: &[Term]) -> Term {
        let x = self.left.term(b, self.width, instance, values);
        let y = self.right.term(b, self.width, instance, values);
        let fact = match &self.relation {
            Relation::Eq => b.eq(x, y),
            Relation::Sle => b.sle(x, y),
            Relation::Ule => b.ule(x, y),
            Relation::Low(n) => {
                let (x, y) = (b.extract(x, n - 1, 0), b.extract(y, n - 1, 0));
                b.eq(x, y)
            }
            Relation::Among(numbers) => {
                let difference = b.sub(x, y);
                let mut any = b.ff();
                for &n in numbers {
                    let number = b.bv(self.width, n as u64);
                    let here = b.eq(difference, number);
                    any = b.or(any, here);
                }
                any
            }
        };
        let Some(given) = self.given else { return fact };
        let scalar = values[given.slot];
        let number = b.bv(b.width(scalar), given.number as u64);
        let given = match given.order {
            Order::Is => b.eq(scalar, number),
            Order::AtMost => b.sle(scalar, number),
            Order::AtLeast => b.sle(number, scalar),
        };
        b.implies(given, fact)
    }

    /// Whether it is about products, which solvers of bits find hard.
    fn multiplies(&self) -> bool {
        self.left.parts.iter().any(|p| p.1.len() > 1)
    }

    /// When an iteration may change the value of the left sum: an equality that held is kept where it does not.
    fn changed(&self, b: &mut Builder, instance: &Instance, back: &Moment) -> Option<Term> {
        let width = self.width;
        let mut difference = Polynomial::zero(width);
        for (factor, atoms) in &self.left.parts {
            for (after, sign) in [(true, *factor as u64), (false, (*factor as u64).wrapping_neg())] {
                let one = b.bv(width, 1);
                let mut product = Polynomial::of(b, one, width, POLYNOMIALS)?;
                for atom in atoms {
                    let value = match *atom {
                        Atom::Slot(i) if after => back.values[i],
                        Atom::Slot(i) => instance.slots[i].head,
                        Atom::Entry(i) => instance.slots[i].entry,
                        Atom::Fixed(t) => t,
                    };
                    product = product.times(&Polynomial::of(b, value, width, POLYNOMIALS)?, POLYNOMIALS)?;
                }
                difference.plus(&product, sign, POLYNOMIALS)?;
            }
        }
        let left = b.cases(difference, POLYNOMIALS)?;
        let mut any = b.ff();
        for (decisions, difference) in left {
            let mut here = match difference.linear(b) {
                Some(difference) => {
                    let zero = b.bv(width, 0);
                    let changes = b.ne(difference, zero);
                    b.and(back.path, changes)
                }
                None => back.path,
            };
            for (cond, value) in decisions {
                let holds = if value { cond } else { b.not(cond) };
                here = b.and(here, holds);
            }
            any = b.or(any, here);
        }
        Some(any)
    }
}

/// What a candidate says.
#[derive(Clone, Debug)]
pub enum Conjecture {
    /// A fact about scalars.
    Scalars(Fact),
    /// One about elements of arrays.
    Elements(Universal),
}

impl Conjecture {
    /// For messages.
    pub fn text(&self, b: &Builder) -> String {
        match self {
            Conjecture::Scalars(fact) => format!("{fact:?}"),
            Conjecture::Elements(each) => crate::ilr::text::print(b.store(), &[each.statement]),
        }
    }
}

/// A candidate invariant, with the terms that decide whether it holds.
pub struct Candidate {
    /// Number of the instance.
    pub of: usize,
    /// What a candidate says.
    pub conjecture: Conjecture,
    /// Variable that switches it on.
    pub on: Term,
    /// When the fact does not hold where it has to be shown.
    pub broken: Term,
    /// That the fact holds where it is assumed, if it is on.
    pub holds: Term,
    /// Of a fact about elements, the numbers for which it is assumed.
    pub numbers: Vec<Term>,
}

/// Which candidates an attempt tries, each stage in addition to those before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stage {
    /// Orders, linear equalities, multiples.
    Linear,
    /// What holds where a scalar has a value, and equalities of polynomials.
    Conditional,
    /// What holds of many elements of an array.
    Elements,
}

/// The candidates of a stage; instances are numbered as in [`Induction::instances`]. `conditions` are those that the proof has
/// to refute in the end.
pub fn candidates(
    b: &mut Builder,
    induction: &Induction,
    stage: Stage,
    conditions: &[Term],
) -> Vec<Candidate> {
    if stage == Stage::Elements {
        return array_invariants::candidates(b, induction, conditions);
    }
    let mut candidates = Vec::new();
    let instances = induction.instances();
    let wanted = match induction.recursions.is_empty() {
        true => Vec::new(),
        false => all_constants(b, conditions.to_vec()),
    };
    let all: Vec<Term> = instances.iter().flat_map(|i| i.heads()).collect();
    let mut reached: Vec<Vec<Model>> = Vec::new();
    for visit in induction.visits.values() {
        let others = except(&all, &[&visit.instance]);
        reached.push(samples::reached(b, &visit.instance, &others));
    }
    for recursion in induction.recursions.values() {
        let others = except(&all, &[&recursion.entry, &recursion.exit]);
        let (starts, ends) = activations::samples(b, recursion, &others);
        reached.extend([starts, ends]);
    }
    reached.resize_with(instances.len(), Vec::new);
    for (of, (&instance, reached)) in instances.iter().zip(&reached).enumerate() {
        if instance.backs.is_empty() && instance.spot != Spot::Entry {
            continue;
        }
        let facts = match (instance.spot, stage) {
            (Spot::Return, Stage::Linear) => returns::linear(b, instance, reached, &wanted),
            (Spot::Return, _) => returns::conditional(b, instance, reached, &wanted),
            (_, Stage::Linear) => linear(b, instance, reached),
            _ => conditional(b, instance, reached),
        };
        for fact in holding_in_samples(b, instance, reached, facts) {
            candidates.extend(candidate(b, instance, of, fact, (stage, candidates.len())));
        }
    }
    candidates
}

fn except(all: &[Term], own: &[&Instance]) -> Vec<Term> {
    let is_own = |t: &Term| own.iter().any(|i| i.slots.iter().any(|s| s.head == *t));
    all.iter().copied().filter(|t| !is_own(t)).collect()
}

/// The facts that say something, and are true in all samples.
fn holding_in_samples(
    b: &mut Builder,
    instance: &Instance,
    reached: &[Model],
    facts: Vec<Fact>,
) -> Vec<Fact> {
    let heads = instance.heads();
    let mut kept: Vec<(Fact, Term)> = Vec::new();
    for fact in facts {
        let at_head = fact.term(b, instance, &heads);
        if !b.is_const(at_head) {
            kept.push((fact, at_head));
        }
    }
    for model in reached {
        let mut values = Evaluator::new(b.store(), model);
        kept.retain(|k| values.bool(k.1));
    }
    kept.into_iter().map(|k| k.0).collect()
}

/// What decides about a fact; `None` where it cannot hold.
fn candidate(
    b: &mut Builder,
    instance: &Instance,
    of: usize,
    fact: Fact,
    (stage, number): (Stage, usize),
) -> Option<Candidate> {
    let ff = b.ff();
    let mut broken = ff;
    if instance.entered != ff {
        let entry: Vec<Term> = instance.slots.iter().map(|s| s.entry).collect();
        let first = fact.term(b, instance, &entry);
        let not = b.not(first);
        broken = b.and(instance.entered, not);
        if broken == instance.entered {
            return None;
        }
    }
    for back in &instance.backs {
        // An end is not compared with the start.
        let here = if fact.multiplies() && instance.spot != Spot::Return {
            fact.changed(b, instance, back).unwrap_or(back.path)
        } else {
            let after = fact.term(b, instance, &back.values);
            let not = b.not(after);
            b.and(back.path, not)
        };
        broken = b.or(broken, here);
    }
    let on = b.var(&format!("claim!{stage:?}!{number}!"), Sort::Bool);
    let mut holds = b.tt();
    for used in &instance.uses {
        let fact = fact.term(b, instance, &used.values);
        let under = b.and(on, used.path);
        let here = b.implies(under, fact);
        holds = b.and(holds, here);
    }
    Some(Candidate { of, conjecture: Conjecture::Scalars(fact), on, broken, holds, numbers: Vec::new() })
}

/// The width of a constant bit-vector of at most 64 bits, and its value as a signed number.
pub fn signed(b: &Builder, t: Term) -> Option<(u32, i64)> {
    let (value, width) = (b.as_u64(t)?, b.sort(t).width()?);
    (width <= 64).then(|| (width, (value << (64 - width)) as i64 >> (64 - width)))
}

fn linear(b: &mut Builder, instance: &Instance, reached: &[Model]) -> Vec<Fact> {
    let mut facts: Vec<Fact> = Vec::new();
    let widths: Vec<Option<u32>> = instance.slots.iter().map(|s| b.sort(s.head).width()).collect();
    let constants = constants(b, instance);
    let both = [Relation::Sle, Relation::Ule];
    let slot = |i: usize| Sum::of(Atom::Slot(i));
    for (i, width) in widths.iter().enumerate() {
        let Some(width) = *width else { continue };
        let mut add =
            |relation, left: Sum, right: Sum| facts.push(Fact { given: None, width, relation, left, right });
        let entry = Sum::of(Atom::Entry(i));
        for relation in &both {
            add(relation.clone(), slot(i), entry.clone());
            add(relation.clone(), entry.clone(), slot(i));
        }
        for n in 1..=3.min(width - 1) {
            add(Relation::Low(n), slot(i), entry.clone());
        }
        for &c in constants.iter().filter(|c| c.0 == width).map(|c| &c.1) {
            for relation in &both {
                add(relation.clone(), slot(i), Sum::constant(c));
                add(relation.clone(), Sum::constant(c), slot(i));
            }
        }
        for &t in instance.fixed.iter().filter(|t| b.sort(**t).width() == Some(width)) {
            for relation in &both {
                for more in [-1, 0, 1] {
                    let fixed = Sum { constant: more, ..Sum::of(Atom::Fixed(t)) };
                    add(relation.clone(), slot(i), fixed.clone());
                    add(relation.clone(), fixed, slot(i));
                }
            }
        }
    }
    for (i, width) in widths.iter().enumerate().take(MOST_PAIRED) {
        for (j, other) in widths.iter().enumerate().take(MOST_PAIRED) {
            let (Some(width), true) = (*width, other == width && i != j) else { continue };
            let mut add = |relation, left: Sum, right: Sum| {
                facts.push(Fact { given: None, width, relation, left, right })
            };
            for relation in &both {
                add(relation.clone(), slot(i), slot(j));
                add(relation.clone(), slot(i), Sum::of(Atom::Entry(j)));
                add(relation.clone(), Sum::of(Atom::Entry(j)), slot(i));
            }
            if i < j {
                add(Relation::Eq, slot(i), slot(j));
                for sign in [-1, 1] {
                    let now = Sum::of_two(Atom::Slot(i), sign, Atom::Slot(j));
                    let then = Sum::of_two(Atom::Entry(i), sign, Atom::Entry(j));
                    add(Relation::Eq, now, then);
                }
            }
        }
    }
    for (i, (numbers, width)) in numbers(b, instance).into_iter().zip(&widths).enumerate() {
        if let (Some(numbers), Some(width)) = (numbers, *width) {
            let relation = Relation::Among(numbers);
            facts.push(Fact { given: None, width, relation, left: slot(i), right: Sum::default() });
        }
    }
    facts.extend(samples::equalities(b, instance, reached, false));
    facts
}

/// Facts that hold only where a scalar of few values has one of them, and polynomials.
fn conditional(b: &mut Builder, instance: &Instance, reached: &[Model]) -> Vec<Fact> {
    let mut facts = samples::equalities(b, instance, reached, true);
    let sets = numbers(b, instance);
    let constants = constants(b, instance);
    let few: Vec<usize> = (0..sets.len()).filter(|&i| sets[i].is_some()).collect();
    for &i in few.iter().take(MOST_FEW) {
        for &value in sets[i].iter().flatten() {
            for j in (0..sets.len()).filter(|&j| j != i).take(MOST_FEW) {
                let Some(width) = b.sort(instance.slots[j].head).width() else { continue };
                let mut add = |relation, left: Sum, right: Sum| {
                    let given = Some(Given { slot: i, order: Order::Is, number: value });
                    facts.push(Fact { given, width, relation, left, right });
                };
                let slot = Sum::of(Atom::Slot(j));
                if let Some(numbers) = &sets[j] {
                    for &n in numbers {
                        add(Relation::Eq, slot.clone(), Sum::constant(n));
                        let others: Vec<i64> = numbers.iter().copied().filter(|m| *m != n).collect();
                        if others.len() > 1 {
                            add(Relation::Among(others), slot.clone(), Sum::default());
                        }
                    }
                } else if few.len() * sets.len() < MOST_FEW * 4 {
                    for &c in constants.iter().filter(|c| c.0 == width).map(|c| &c.1).take(6) {
                        add(Relation::Sle, slot.clone(), Sum::constant(c));
                        add(Relation::Sle, Sum::constant(c), slot.clone());
                    }
                }
            }
        }
    }
    facts
}

/// Of each scalar the values that it can have, where it only ever gets constants and these are few.
pub fn numbers(b: &Builder, instance: &Instance) -> Vec<Option<Vec<i64>>> {
    let heads = instance.heads();
    let of = |i: usize| -> Option<Vec<i64>> {
        // What it is where that is assumed anyway.
        let own = |t: Term| t == heads[i] || instance.uses.iter().any(|u| u.values[i] == t);
        let mut found = Vec::new();
        let mut seen = std::collections::HashSet::new();
        let mut stack: Vec<Term> = instance.backs.iter().map(|k| k.values[i]).collect();
        stack.push(instance.slots[i].entry);
        while let Some(t) = stack.pop() {
            if !seen.insert(t) {
                continue;
            }
            if b.op(t) == Op::Ite {
                stack.extend([b.arg(t, 1), b.arg(t, 2)]);
            } else if let Some((_, n)) = signed(b, t) {
                if !found.contains(&n) {
                    found.push(n);
                }
            } else if !own(t) {
                return None;
            }
            if found.len() > MOST_NUMBERS || seen.len() > MOST_VISITED {
                return None;
            }
        }
        found.sort_unstable();
        (!found.is_empty()).then_some(found)
    };
    (0..heads.len()).map(of).collect()
}

/// Constants, with those beside them, that decide or become values in an iteration: width and value.
pub fn constants(b: &Builder, instance: &Instance) -> Vec<(u32, i64)> {
    let mut stack: Vec<Term> = instance.backs.iter().flat_map(|k| k.values.iter().copied()).collect();
    stack.extend(instance.backs.iter().map(|k| k.path));
    let of_call = instance.spot == Spot::Entry;
    stack.extend(instance.slots.iter().map(|s| s.entry).filter(|t| of_call || b.is_const(*t)));
    all_constants(b, stack)
}

/// The constants below some terms, with those beside them, and the ends of what extended numbers can be.
fn all_constants(b: &Builder, mut stack: Vec<Term>) -> Vec<(u32, i64)> {
    let mut seen = std::collections::HashSet::new();
    let mut found: Vec<(u32, i64)> = Vec::new();
    while let Some(t) = stack.pop() {
        if seen.len() > MOST_VISITED || !seen.insert(t) {
            continue;
        }
        let near = |value: i64| [value, value.wrapping_sub(1), value.wrapping_add(1)];
        let new: SmallVec<[i64; 3]> = match (b.op(t), b.sort(t).width()) {
            (_, None | Some(1)) => SmallVec::new(),
            (Op::Sext, Some(33..=64)) if b.width(b.arg(t, 0)) == 32 => {
                SmallVec::from_slice(&[i64::from(i32::MIN), i64::from(i32::MAX)])
            }
            (Op::Zext, Some(33..=64)) if b.width(b.arg(t, 0)) == 32 => {
                SmallVec::from_slice(&[i64::from(u32::MAX)])
            }
            _ => signed(b, t).map_or_else(SmallVec::new, |(_, value)| near(value).into()),
        };
        for c in new {
            let c = (b.width(t), c);
            if !found.contains(&c) {
                found.push(c);
            }
        }
        stack.extend(b.args(t));
    }
    found.sort_by_key(|&(width, c)| (width, c.unsigned_abs()));
    let mut kept: Vec<(u32, i64)> = Vec::new();
    for c in found {
        if kept.iter().filter(|k| k.0 == c.0).count() < MOST_CONSTANTS {
            kept.push(c);
        }
    }
    kept
}
