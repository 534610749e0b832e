//! Facts about the ends of activations: how results, and what is changed, relate to what there was at the start.

use super::candidates::{Atom, Fact, Given, Order, Relation, Sum, constants, numbers};
use super::samples::{kernel, number};
use crate::base::Bits;
use crate::engine::bmc::policy::induction::{Instance, Place};
use crate::ilr::Sort;
use crate::ilr::eval::{Evaluator, Model};
use crate::rewrite::Builder;

/// Most constants that conditions compare a scalar with, and results under a condition.
const MOST_CONDITIONS: usize = 12;

const MOST_COMPARED: usize = 8;

/// Most scalars that conditions are about.
const MOST_DECIDING: usize = 6;

/// Most scalars in an equality.
const MOST_ADDED: usize = 12;

/// Samples that an equality is read off at least.
const LEAST_SAMPLES: usize = 3;

/// Of how many low bits sums are compared.
const LOW: [u32; 3] = [3, 2, 1];

/// The scalars of an end.
struct Ends {
    /// Numbers of the slots that an activation determines.
    yielded: Vec<usize>,
    /// Their widths, where they are numbers.
    widths: Vec<Option<u32>>,
}

fn ends(b: &Builder, instance: &Instance) -> Ends {
    let widths: Vec<Option<u32>> = instance.slots.iter().map(|s| b.sort(s.head).width()).collect();
    let is_cell = |i: usize| matches!(instance.slots[i].place, Place::Cell { .. });
    let cells = (0..widths.len()).filter(|&i| is_cell(i)).count() / 2;
    let result = usize::from(instance.slots.iter().any(|s| s.place == Place::Result));
    let from = widths.len() - cells - result;
    Ends { yielded: (from..widths.len()).collect(), widths }
}

/// Constants, and those that what is to be shown depends on.
fn with(mut constants: Vec<(u32, i64)>, wanted: &[(u32, i64)]) -> Vec<(u32, i64)> {
    let more: Vec<(u32, i64)> = wanted.iter().copied().filter(|c| !constants.contains(c)).collect();
    constants.extend(more);
    constants.sort_by_key(|&(width, c)| (width, c.unsigned_abs()));
    constants
}

/// Orders, linear equalities, low bits. What is wanted are constants that results may be compared with.
pub fn linear(b: &mut Builder, instance: &Instance, samples: &[Model], wanted: &[(u32, i64)]) -> Vec<Fact> {
    let Ends { yielded, widths } = ends(b, instance);
    let constants = with(constants(b, instance), wanted);
    let sets = numbers(b, instance);
    let mut facts = Vec::new();
    for &i in &yielded {
        let Some(width) = widths[i] else { continue };
        let slot = Sum::of(Atom::Slot(i));
        let mut add =
            |relation, left: Sum, right: Sum| facts.push(Fact { given: None, width, relation, left, right });
        for relation in [Relation::Sle, Relation::Ule] {
            for &(_, c) in constants.iter().filter(|c| c.0 == width) {
                add(relation.clone(), slot.clone(), Sum::constant(c));
                add(relation.clone(), Sum::constant(c), slot.clone());
            }
            for j in (0..widths.len()).filter(|&j| j != i && widths[j] == Some(width)) {
                for constant in [-1, 0, 1] {
                    let other = Sum { constant, ..Sum::of(Atom::Slot(j)) };
                    add(relation.clone(), slot.clone(), other.clone());
                    add(relation.clone(), other, slot.clone());
                }
            }
        }
        for j in (0..widths.len()).filter(|&j| j != i && widths[j] == Some(width)) {
            add(Relation::Eq, slot.clone(), Sum::of(Atom::Slot(j)));
        }
        if let Some(numbers) = &sets[i] {
            add(Relation::Among(numbers.clone()), slot, Sum::default());
        }
    }
    let rows = rows(b, instance, samples);
    facts.extend(equalities(instance, &widths, &yielded, None, &rows));
    facts.extend(low_bits(&widths, &yielded, None, &rows));
    facts
}

/// What holds only where a scalar of the start is in some range.
pub fn conditional(
    b: &mut Builder,
    instance: &Instance,
    samples: &[Model],
    wanted: &[(u32, i64)],
) -> Vec<Fact> {
    let Ends { yielded, widths } = ends(b, instance);
    let own = constants(b, instance);
    let compared = with(own.clone(), wanted);
    let rows = rows(b, instance, samples);
    let mut facts = Vec::new();
    let first = yielded.first().copied().unwrap_or(0);
    for (slot, &width) in widths.iter().enumerate().take(first.min(MOST_DECIDING)) {
        let Some(width) = width.filter(|w| *w <= 64) else { continue };
        for &(_, c) in own.iter().filter(|c| c.0 == width).take(MOST_CONDITIONS) {
            for order in [Order::Is, Order::AtMost, Order::AtLeast] {
                let given = Given { slot, order, number: c };
                let here: Vec<Row> = rows.iter().filter(|r| meets(given, width, r)).cloned().collect();
                if !rows.is_empty() && here.is_empty() {
                    continue;
                }
                facts.extend(equalities(instance, &widths, &yielded, Some(given), &here));
                facts.extend(low_bits(&widths, &yielded, Some(given), &here));
                for &i in &yielded {
                    let Some(width) = widths[i] else { continue };
                    let slot = Sum::of(Atom::Slot(i));
                    let mut add = |relation, left: Sum, right: Sum| {
                        facts.push(Fact { given: Some(given), width, relation, left, right });
                    };
                    for &(_, c) in compared.iter().filter(|c| c.0 == width).take(MOST_COMPARED) {
                        add(Relation::Sle, slot.clone(), Sum::constant(c));
                        add(Relation::Sle, Sum::constant(c), slot.clone());
                    }
                    for j in (0..first).filter(|&j| widths[j] == Some(width)) {
                        add(Relation::Sle, slot.clone(), Sum::of(Atom::Slot(j)));
                        add(Relation::Sle, Sum::of(Atom::Slot(j)), slot.clone());
                    }
                }
            }
        }
    }
    facts
}

/// The scalars of a sample, as signed numbers where they are small.
type Row = Vec<Option<i128>>;

fn rows(b: &Builder, instance: &Instance, samples: &[Model]) -> Vec<Row> {
    let row = |model: &Model| {
        let mut values = Evaluator::new(b.store(), model);
        let mut of = |t| match b.sort(t) {
            Sort::Bv(_) => {
                let bits: Bits = values.bits(t);
                number(&bits)
            }
            _ => None,
        };
        instance.slots.iter().map(|s| of(s.head)).collect()
    };
    samples.iter().map(row).collect()
}

fn meets(given: Given, width: u32, row: &Row) -> bool {
    let sign = |n: i64| (n << (64 - width)) >> (64 - width);
    let Some(value) = row[given.slot] else { return false };
    let number = i128::from(sign(given.number));
    match given.order {
        Order::Is => value == number,
        Order::AtMost => value <= number,
        Order::AtLeast => value >= number,
    }
}

/// Linear equalities of scalars of one width that all samples fulfil.
fn equalities(
    instance: &Instance,
    widths: &[Option<u32>],
    yielded: &[usize],
    given: Option<Given>,
    rows: &[Row],
) -> Vec<Fact> {
    let mut facts = Vec::new();
    let mut seen: Vec<u32> = Vec::new();
    for width in yielded.iter().filter_map(|&i| widths[i]) {
        if seen.contains(&width) || width > 64 {
            continue;
        }
        seen.push(width);
        let of: Vec<usize> =
            (0..instance.slots.len()).filter(|&i| widths[i] == Some(width)).take(MOST_ADDED).collect();
        let numbers = |row: &Row| of.iter().map(|&i| row[i]).collect::<Option<Vec<i128>>>();
        let all: Vec<Vec<i128>> = rows.iter().filter_map(numbers).collect();
        let Some((first, rest)) = all.split_first() else { continue };
        if all.len() < LEAST_SAMPLES {
            continue;
        }
        let differences: Vec<Vec<i128>> =
            rest.iter().map(|row| row.iter().zip(first).map(|(x, y)| x - y).collect()).collect();
        for vector in kernel(differences, of.len()) {
            let parts: Vec<(i64, Vec<Atom>)> = vector
                .iter()
                .zip(&of)
                .filter(|(x, _)| **x != 0)
                .map(|(x, i)| (*x as i64, vec![Atom::Slot(*i)]))
                .collect();
            let sum = vector.iter().zip(first).map(|(x, y)| x * y).sum::<i128>() as i64;
            let (left, right) = (Sum { parts, constant: 0 }, Sum::constant(sum));
            facts.push(Fact { given, width, relation: Relation::Eq, left, right });
        }
    }
    facts
}

/// Of pairs of scalars, whether the low bits of their sum or difference are always the same.
fn low_bits(widths: &[Option<u32>], yielded: &[usize], given: Option<Given>, rows: &[Row]) -> Vec<Fact> {
    let mut facts = Vec::new();
    for &i in yielded {
        for j in (0..widths.len()).filter(|&j| j != i && widths[j] == widths[i]) {
            let Some(width) = widths[i] else { continue };
            for sign in [-1i64, 1] {
                let sums: Option<Vec<i128>> =
                    rows.iter().map(|r| Some(r[i]? + i128::from(sign) * r[j]?)).collect();
                let Some(sums) = sums.filter(|s| s.len() >= LEAST_SAMPLES) else { continue };
                let same = |n: u32| sums.iter().all(|s| (s - sums[0]).rem_euclid(1 << n) == 0);
                let Some(n) = LOW.into_iter().find(|&n| n < width && same(n)) else { continue };
                let left = Sum::of_two(Atom::Slot(i), sign, Atom::Slot(j));
                let right = Sum::constant(sums[0].rem_euclid(1 << n) as i64);
                facts.push(Fact { given, width, relation: Relation::Low(n), left, right });
            }
        }
    }
    facts
}
