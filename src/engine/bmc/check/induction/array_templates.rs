//! Array templates: universally quantified candidates, derived from what one iteration writes to an array, and from what it
//! reads in one before it goes on.
//!
//! What an iteration does at one element, told with the number of the element instead of the loop's counter, is conjectured of
//! all elements that the counter has come past.

use super::array_invariants::{Universal, mentions};
use super::candidates::{POLYNOMIALS, numbers, signed};
use crate::engine::bmc::policy::induction::{Induction, Moment, Visit};
use crate::ilr::visit::cone;
use crate::ilr::{Op, Sort, Term};
use crate::rewrite::Builder;
use crate::rewrite::polynomial::Polynomial;
use indexmap::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};

/// Most candidates for one visit of a loop.
const MOST: usize = 160;

/// Most writes and reads of an iteration that are looked at.
const MOST_WRITES: usize = 12;

const MOST_READS: usize = 12;

/// Most conditions of an iteration that are looked at for each of them.
const MOST_CONDITIONS: usize = 24;

/// Most values of an element, or of a scalar, that are told one by one.
const MOST_VALUES: usize = 4;

/// Most elements from one that is written to the next, for those between to be looked at.
const MOST_APART: u64 = 32;

/// Most loops within each other.
const MOST_DEPTH: u32 = 4;

/// Most terms of an iteration.
const MOST_TERMS: usize = 4000;

/// A write of an iteration: element number and value, over the visit's scalars and arrays.
#[derive(Clone, Copy)]
struct Write {
    index: Term,
    value: Term,
    /// Whether this loop does it itself, and not one in it.
    own: bool,
}

/// How a loop goes through the elements of an array.
#[derive(Clone)]
struct Course {
    /// The variable that is bound.
    bound: Term,
    /// The same, as wide as the counter.
    number: Term,
    /// The element that it stands for.
    index: Term,
    /// What counts: now, and when the loop was entered.
    now: Term,
    first: Term,
    /// By how much the counter changes, where that is a constant.
    step: Option<i64>,
    /// Whether the variable stands for elements, and not for a scalar of the loop.
    elements: bool,
    /// Minimum stride between the elements that one instruction accesses in successive iterations.
    apart: u64,
    /// What becomes what if the counter is the bound variable.
    map: FxHashMap<Term, Term>,
}

/// The candidates about arrays for a visit, by its number.
pub fn of_visit(b: &mut Builder, induction: &Induction, of: usize) -> Vec<Universal> {
    let visit = &induction.visits[of];
    let instance = &visit.instance;
    let small = |m: &Moment| {
        let roots: Vec<Term> = m.values.iter().chain(&m.arrays).copied().chain([m.path]).collect();
        cone(b.store(), &roots).len() <= MOST_TERMS
    };
    if instance.backs.is_empty() || instance.uses.is_empty() || !instance.backs.iter().all(small) {
        return Vec::new();
    }
    let heads = instance.heads();
    let arrays = instance.arrays.iter().map(|a| a.head).collect();
    let mut maker = Maker { b, induction, visit, of, heads, arrays, found: IndexMap::new() };
    for array in 0..instance.arrays.len() {
        maker.written(array);
    }
    maker.read();
    maker.found.into_values().take(MOST).collect()
}

struct Maker<'a> {
    b: &'a mut Builder,
    induction: &'a Induction,
    visit: &'a Visit,
    of: usize,
    heads: Vec<Term>,
    arrays: Vec<Term>,
    /// By statement.
    found: IndexMap<Term, Universal>,
}

impl Maker<'_> {
    /// The variables among some terms that stand for neither what is conjectured of nor what was there when the loop was entered.
    fn others<'t>(&self, terms: &'t [Term]) -> impl Iterator<Item = Term> + use<'t, '_> {
        let own = |v: &Term| self.heads.contains(v) || self.arrays.contains(v);
        let before = |v: &Term| v.index() < self.visit.begun || self.visit.initial.contains(v);
        let variables = terms.iter().copied().filter(|v| self.b.op(*v) == Op::Var);
        variables.filter(move |v| !own(v) && !before(v))
    }

    /// A term without the arms of conditionals that are about a single iteration, as what an access yields that is not valid.
    /// Only used to guess.
    fn without_others(&mut self, t: Term) -> Term {
        let mut map: FxHashMap<Term, Term> = FxHashMap::default();
        let all = cone(self.b.store(), &[t]);
        let mut others: FxHashSet<Term> = self.others(&all).collect();
        if others.is_empty() {
            return t;
        }
        // Operands come before their terms.
        for t in all {
            let args = self.b.args(t);
            if self.b.op(t) == Op::Ite && others.contains(&args[1]) != others.contains(&args[2]) {
                map.insert(t, if others.contains(&args[1]) { args[2] } else { args[1] });
            }
            if args.iter().any(|a| others.contains(a)) {
                others.insert(t);
            }
        }
        if map.is_empty() { t } else { self.substitute(t, &map) }
    }

    /// Adds a candidate, if it mentions only what is havocked at the head and what stays the same during the visit: an input of
    /// one iteration differs from that of the next.
    fn add(&mut self, course: &Course, range: Term, body: Term) {
        let Course { bound, elements, .. } = *course;
        let statement = self.b.implies(range, body);
        let all = cone(self.b.store(), &[statement]);
        if self.b.is_const(statement) || self.others(&all).any(|v| v != bound) {
            return;
        }
        self.found.entry(statement).or_insert(Universal { bound, elements, range, body, statement });
    }

    fn substitute(&mut self, t: Term, map: &FxHashMap<Term, Term>) -> Term {
        self.b.substitute(&[t], map)[0]
    }

    /// The entry's values for the heads.
    fn entries(&self, visit: &Visit) -> FxHashMap<Term, Term> {
        let scalars = visit.instance.slots.iter().map(|s| (s.head, s.entry));
        scalars.chain(visit.instance.arrays.iter().map(|a| (a.head, a.entry))).collect()
    }

    /// What one iteration, with the loops in it, writes to an array.
    fn writes(&mut self, visit: &Visit, array: usize, depth: u32) -> Vec<Write> {
        let mut found: Vec<Write> = Vec::new();
        for back in &visit.instance.backs {
            let known = assumed(self.b, back.path);
            let mut stack = vec![back.arrays[array]];
            let mut seen = Vec::new();
            while let Some(t) = stack.pop() {
                if seen.contains(&t) || found.len() >= MOST_WRITES {
                    continue;
                }
                seen.push(t);
                let args = self.b.args(t);
                match self.b.op(t) {
                    Op::Store => {
                        let value = self.b.select(back.arrays[array], args[1]);
                        let value = self.substitute(value, &known);
                        if found.iter().all(|w| w.index != args[1]) {
                            found.push(Write { index: args[1], value, own: true });
                        }
                        stack.push(args[0]);
                    }
                    Op::Ite => stack.extend([args[1], args[2]]),
                    Op::Var if depth < MOST_DEPTH => {
                        let inner = self.induction.visits.values().find_map(|v| {
                            let at = v.instance.arrays.iter().position(|a| a.head == t)?;
                            (!std::ptr::eq(v, visit)).then_some((v, at))
                        });
                        let Some((inner, at)) = inner else { continue };
                        let entries = self.entries(inner);
                        for write in self.writes(inner, at, depth + 1) {
                            let made = self.b.substitute(&[write.index, write.value], &entries);
                            found.push(Write { index: made[0], value: made[1], own: false });
                        }
                    }
                    _ => {}
                }
            }
        }
        found
    }

    /// How the loop goes through the elements whose number is that term.
    fn courses(&mut self, index: Term, own: bool) -> Vec<Course> {
        let below = cone(self.b.store(), &[index]);
        let heads: Vec<Term> =
            self.heads.iter().copied().filter(|h| below.binary_search(h).is_ok()).collect();
        if heads.is_empty() {
            return Vec::new();
        }
        let narrow = self.b.width(index);
        // Without what cuts it down to the number of elements, or extends it to that.
        let whole = match self.b.op(index) {
            Op::Extract if self.b.extract_range(index).1 == 0 => self.b.arg(index, 0),
            Op::Zext | Op::Sext => self.b.arg(index, 0),
            _ => index,
        };
        let wide = self.b.width(whole);
        let mut found = Vec::new();
        let bound = self.b.var(&format!("element!{}!{narrow}!", self.of), Sort::Bv(narrow));
        let (now, number) = if wide > narrow { (whole, self.b.zext(bound, wide)) } else { (index, bound) };
        let mut map = FxHashMap::from_iter([(index, bound)]);
        let as_whole = self.b.resize_zext(bound, wide);
        map.insert(whole, as_whole);
        let mut turned = false;
        if let [head] = heads[..]
            && self.b.sort(head) == Sort::Bv(wide)
        {
            let rest = self.b.sub(whole, head);
            if !mentions(self.b, rest, head) {
                let value = self.b.sub(as_whole, rest);
                map.insert(head, value);
                turned = true;
            }
        }
        let parts = if wide <= 64 { Polynomial::of(self.b, whole, wide, POLYNOMIALS) } else { None };
        let apart = parts.and_then(|p| heads.iter().filter_map(|h| p.least_factor(self.b, *h)).min());
        let course = self.course((bound, number, bound, true), now, own, map);
        found.extend(course.map(|c| Course { apart: apart.unwrap_or(1), ..c }));
        if let ([head], false) = (&heads[..], turned) {
            let width = self.b.width(*head);
            let bound = self.b.var(&format!("number!{}!{width}!", self.of), Sort::Bv(width));
            let map = FxHashMap::from_iter([(*head, bound)]);
            let at = self.substitute(index, &map);
            found.extend(self.course((bound, bound, at, false), *head, own, map));
        }
        found
    }

    fn course(
        &mut self,
        (bound, number, index, elements): (Term, Term, Term, bool),
        now: Term,
        own: bool,
        map: FxHashMap<Term, Term>,
    ) -> Option<Course> {
        let entries = self.entries(self.visit);
        let first = self.substitute(now, &entries);
        let mut steps: Vec<Option<i64>> = Vec::new();
        for back in &self.visit.instance.backs {
            let after: FxHashMap<Term, Term> =
                self.heads.iter().copied().zip(back.values.iter().copied()).collect();
            let then = self.substitute(now, &after);
            let step = self.b.sub(then, now);
            steps.push(signed(self.b, step).map(|s| s.1));
        }
        let step = steps[0].filter(|s| own && steps.iter().all(|t| *t == Some(*s)));
        if step == Some(0) {
            return None;
        }
        Some(Course { bound, number, index, now, first, step, elements, apart: 1, map })
    }

    /// The numbers that the counter has come past.
    fn past(&mut self, course: &Course) -> Vec<Term> {
        let b = &mut *self.b;
        let (number, now, first) = (course.number, course.now, course.first);
        let mut ranges = Vec::new();
        for upwards in [true, false] {
            if course.step.is_some_and(|s| (s > 0) != upwards) {
                continue;
            }
            let (from, to) = if upwards {
                (b.sle(first, number), b.slt(number, now))
            } else {
                (b.sle(number, first), b.slt(now, number))
            };
            let mut range = b.and(from, to);
            if let Some(step) = course.step.map(i64::unsigned_abs).filter(|s| *s > 1) {
                let by = b.bv(b.width(now), step);
                let distance = if upwards { b.sub(number, first) } else { b.sub(first, number) };
                let rest = b.urem(distance, by);
                let zero = b.bv(b.width(now), 0);
                let met = b.eq(rest, zero);
                range = b.and(range, met);
            }
            ranges.push(range);
        }
        ranges
    }

    /// The numbers that it has not come to: above, below.
    fn ahead(&mut self, course: &Course) -> Vec<Term> {
        let b = &mut *self.b;
        let (number, now, first) = (course.number, course.now, course.first);
        let upwards = [b.sle(now, number), b.slt(number, first)];
        let downwards = [b.sle(number, now), b.slt(first, number)];
        match course.step {
            Some(s) if s > 0 => upwards.to_vec(),
            Some(_) => downwards.to_vec(),
            None => [upwards, downwards].concat(),
        }
    }

    /// Facts about what is written to an array, and what is left of it.
    fn written(&mut self, array: usize) {
        let slot = self.visit.instance.arrays[array].clone();
        let writes = self.writes(self.visit, array, 0);
        let count = writes.len() as u64;
        self.between(array, &writes);
        for write in writes {
            for course in self.courses(write.index, write.own) {
                if course.elements {
                    let at = self.b.select(slot.head, course.index);
                    let was = self.b.select(slot.entry, course.index);
                    let same = self.b.eq(at, was);
                    for range in self.ahead(&course) {
                        self.add(&course, range, same);
                    }
                }
                if course.apart > count {
                    // There are elements in between that are not written.
                    continue;
                }
                let at = self.b.select(slot.head, course.index);
                let mut bodies = Vec::new();
                let value = self.without_others(write.value);
                let value = self.substitute(value, &course.map);
                bodies.push(self.b.eq(at, value));
                let before = FxHashMap::from_iter([(slot.head, slot.entry)]);
                let value = self.substitute(value, &before);
                bodies.push(self.b.eq(at, value));
                bodies.extend(self.one_of(at, write.value));
                if write.own {
                    for (value, conditions) in leaves(self.b, write.value) {
                        let mut map = course.map.clone();
                        map.insert(value, at);
                        bodies.extend(self.conditions_on(value, &map));
                        let zero = self.b.bv(self.b.width(at), 0);
                        let number = self.b.resize_zext(course.bound, self.b.width(at));
                        for other in [zero, number] {
                            bodies.extend([self.b.sle(other, at), self.b.sle(at, other)]);
                        }
                        for condition in conditions {
                            let condition = self.without_others(condition);
                            if mentions(self.b, condition, value) {
                                bodies.push(self.substitute(condition, &map));
                            }
                        }
                    }
                }
                for range in self.past(&course) {
                    for &body in &bodies {
                        self.add(&course, range, body);
                    }
                }
            }
        }
    }

    /// That what is between the elements that are written stays, as other members of structures do.
    fn between(&mut self, array: usize, writes: &[Write]) {
        let Some(first) = writes.first() else { return };
        let Some(course) = self.courses(first.index, first.own).into_iter().find(|c| !c.elements) else {
            return;
        };
        let width = self.b.width(course.index);
        let parts = if width <= 64 { Polynomial::of(self.b, course.index, width, POLYNOMIALS) } else { None };
        let Some(apart) =
            parts.and_then(|p| p.least_factor(self.b, course.bound)).filter(|n| *n <= MOST_APART)
        else {
            return;
        };
        let distances: Option<Vec<i64>> = writes
            .iter()
            .map(|w| {
                let distance = self.b.sub(w.index, first.index);
                signed(self.b, distance).map(|d| d.1.rem_euclid(apart as i64))
            })
            .collect();
        let Some(distances) = distances else { return };
        let (head, entry) = {
            let slot = &self.visit.instance.arrays[array];
            (slot.head, slot.entry)
        };
        let all = self.b.tt();
        for distance in (1..apart).filter(|d| !distances.contains(&(*d as i64))) {
            let by = self.b.bv(width, distance);
            let place = self.b.add(course.index, by);
            let (at, was) = (self.b.select(head, place), self.b.select(entry, place));
            let same = self.b.eq(at, was);
            self.add(&course, all, same);
        }
    }

    /// That an element is one of the constants that a value can be.
    fn one_of(&mut self, at: Term, value: Term) -> Option<Term> {
        let leaves = Choices::of(self.b, value).leaves;
        if leaves.len() > MOST_VALUES || !leaves.iter().all(|t| self.b.is_const(*t)) {
            return None;
        }
        let each: Vec<Term> = leaves.into_iter().map(|leaf| self.b.eq(at, leaf)).collect();
        Some(self.b.or_all(each))
    }

    /// What holds of a value where an iteration goes on, told otherwise.
    fn conditions_on(&mut self, value: Term, map: &FxHashMap<Term, Term>) -> Vec<Term> {
        let mut bodies = Vec::new();
        for back in &self.visit.instance.backs {
            for part in conjuncts(self.b, back.path) {
                let part = self.without_others(part);
                if bodies.len() < MOST_CONDITIONS && mentions(self.b, part, value) {
                    bodies.push(self.substitute(part, map));
                }
            }
        }
        bodies
    }

    /// Facts about what is read of arrays.
    fn read(&mut self) {
        let visit = self.visit;
        let instance = &visit.instance;
        let mut roots: Vec<Term> = Vec::new();
        for back in &instance.backs {
            roots.extend(back.values.iter().chain(&back.arrays).copied());
            roots.push(back.path);
        }
        let all = cone(self.b.store(), &roots);
        let reads: Vec<Term> = all.into_iter().filter(|t| self.b.op(*t) == Op::Select).collect();
        let few = numbers(self.b, instance);
        for read in reads.into_iter().take(MOST_READS) {
            let (array, index) = (self.b.arg(read, 0), self.b.arg(read, 1));
            if self.heads.iter().any(|h| mentions(self.b, array, *h)) {
                continue;
            }
            for course in self.courses(index, true) {
                let at = self.b.select(array, course.index);
                let mut map = course.map.clone();
                map.insert(read, at);
                let mut bodies = self.conditions_on(read, &map);
                for i in 0..self.heads.len() {
                    let head = self.heads[i];
                    if self.b.sort(head) == self.b.sort(at) && !mentions(self.b, index, head) {
                        bodies.extend([self.b.sle(at, head), self.b.sle(head, at)]);
                        bodies.extend([self.b.ule(at, head), self.b.ule(head, at), self.b.ne(at, head)]);
                    }
                    if let Some(few) = few[i].as_ref().filter(|f| f.len() <= MOST_VALUES) {
                        bodies.extend(self.decisions(i, few, read, &map));
                    }
                }
                for range in self.past(&course) {
                    for &body in &bodies {
                        self.add(&course, range, body);
                    }
                }
            }
        }
    }

    /// What a read has decided, where a scalar is one of few numbers.
    fn decisions(
        &mut self,
        scalar: usize,
        few: &[i64],
        read: Term,
        map: &FxHashMap<Term, Term>,
    ) -> Vec<Term> {
        let mut conditions: Vec<Term> = Vec::new();
        for back in &self.visit.instance.backs {
            for condition in Choices::of(self.b, back.values[scalar]).conditions {
                let condition = self.without_others(condition);
                if conditions.len() < MOST_CONDITIONS
                    && mentions(self.b, condition, read)
                    && !conditions.contains(&condition)
                {
                    conditions.push(condition);
                }
            }
        }
        let head = self.heads[scalar];
        let mut bodies = Vec::new();
        for condition in conditions {
            let holds = self.substitute(condition, map);
            let not = self.b.not(holds);
            for &n in few {
                let number = self.b.bv(self.b.width(head), n as u64);
                let is = self.b.eq(head, number);
                bodies.extend([self.b.implies(is, holds), self.b.implies(is, not)]);
            }
        }
        bodies
    }
}

/// What a value can be, and what that depends on; each once.
struct Choices {
    conditions: Vec<Term>,
    leaves: Vec<Term>,
}

impl Choices {
    fn of(b: &Builder, t: Term) -> Choices {
        let mut choices = Choices { conditions: Vec::new(), leaves: Vec::new() };
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        let mut stack = vec![t];
        while let Some(t) = stack.pop() {
            if !seen.insert(t) {
                continue;
            }
            if b.op(t) == Op::Ite {
                choices.conditions.push(b.arg(t, 0));
                stack.extend([b.arg(t, 1), b.arg(t, 2)]);
            } else {
                choices.leaves.push(t);
            }
        }
        choices
    }
}

/// What a conditional can be that is no constant, with the first conditions for each.
fn leaves(b: &mut Builder, t: Term) -> Vec<(Term, Vec<Term>)> {
    let (mut found, mut stack) = (Vec::new(), vec![(t, Vec::new())]);
    while let Some((t, conditions)) = stack.pop() {
        if b.op(t) == Op::Ite && conditions.len() < MOST_VALUES {
            let [c, x, y] = [0, 1, 2].map(|i| b.arg(t, i));
            let not = b.not(c);
            stack.push((y, conditions.iter().copied().chain([not]).collect()));
            stack.push((x, conditions.iter().copied().chain([c]).collect()));
        } else if !b.is_const(t) {
            found.push((t, conditions));
        }
    }
    found
}

/// The parts of a condition that holds, and of what does not hold then, as constants.
fn assumed(b: &mut Builder, condition: Term) -> FxHashMap<Term, Term> {
    let parts = conjuncts(b, condition);
    let known = |part: Term| match b.op(part) {
        Op::Not => (b.arg(part, 0), b.ff()),
        _ => (part, b.tt()),
    };
    parts.into_iter().map(known).collect()
}

/// The parts of a conjunction.
fn conjuncts(b: &mut Builder, t: Term) -> Vec<Term> {
    let (mut parts, mut stack) = (Vec::new(), vec![t]);
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    while let Some(t) = stack.pop() {
        if !seen.insert(t) {
            continue;
        }
        let args = b.args(t);
        match b.op(t) {
            Op::And => stack.extend(args),
            Op::Not if b.op(args[0]) == Op::Or => {
                let args = b.args(args[0]);
                stack.extend(args.into_iter().map(|a| b.not(a)));
            }
            _ => parts.push(t),
        }
    }
    parts
}
