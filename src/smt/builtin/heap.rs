//! Predicates over heap terms (LLBMC thesis, chapter 5, with the digest's corrections of section 12).
//!
//! A heap is a set of (address, size) pairs. Each predicate asks whether some object passes a test. The question is
//! pushed down the heap's history, collecting the addresses freed since.

use rustc_hash::FxHashMap;

use super::aig::{Aig, Lit};
use super::blast::Bits;
use super::circuit;
use crate::ilr::{Op, Term, TermStore};

/// The edge of a heap predicate whose operands were handled.
pub fn predicate(s: &TermStore, g: &mut Aig, bits: &Bits, t: Term) -> Lit {
    let args = s.args(t);
    let p = bits.of(args[1]);
    match s.op(t) {
        Op::ValidAccess => {
            let size = bits.of(args[2]);
            exists(s, g, bits, args[0], |g, q, n| contains(g, q, n, p, size))
        }
        Op::ValidFree => exists(s, g, bits, args[0], |g, q, _| circuit::eq(g, q, p)),
        Op::Allocatable => {
            let size = bits.of(args[2]);
            let overlaps = exists(s, g, bits, args[0], |g, q, n| {
                let below = ends_by(g, q, n, p);
                let above = ends_by(g, p, size, q);
                !g.or(below, above)
            });
            let not_null = g.or_all(p);
            g.and(not_null, !overlaps)
        }
        other => panic!("{other:?} is no heap predicate"),
    }
}

/// The end of a range, with one more bit, so that nothing wraps.
fn end(g: &mut Aig, p: &[Lit], size: &[Lit]) -> Vec<Lit> {
    let wide = |v: &[Lit]| [v, &[Lit::FALSE]].concat();
    circuit::add(g, &wide(p), &wide(size), Lit::FALSE)
}

/// `p + n <= limit`.
fn ends_by(g: &mut Aig, p: &[Lit], n: &[Lit], limit: &[Lit]) -> Lit {
    let end = end(g, p, n);
    let limit = [limit, &[Lit::FALSE]].concat();
    circuit::ult(g, &end, &limit, true)
}

/// The object (q, n) contains the range (p, size).
fn contains(g: &mut Aig, q: &[Lit], n: &[Lit], p: &[Lit], size: &[Lit]) -> Lit {
    let starts = circuit::ult(g, q, p, true);
    let (inner, outer) = (end(g, p, size), end(g, q, n));
    let ends = circuit::ult(g, &inner, &outer, true);
    g.and(starts, ends)
}

/// Whether some object of the heap passes the test.
fn exists(
    s: &TermStore,
    g: &mut Aig,
    bits: &Bits,
    heap: Term,
    mut test: impl FnMut(&mut Aig, &[Lit], &[Lit]) -> Lit,
) -> Lit {
    // Linked lists of freed addresses: tail and first address. List 0 is empty.
    let mut lists: Vec<Option<(usize, Term)>> = vec![None];
    let mut numbers: FxHashMap<(usize, Term), usize> = FxHashMap::default();
    let mut known: FxHashMap<(Term, usize), Lit> = FxHashMap::default();
    let mut stack = vec![(heap, 0)];
    while let Some(&(h, freed)) = stack.last() {
        if known.contains_key(&(h, freed)) {
            stack.pop();
            continue;
        }
        let args = s.args(h);
        let below = match s.op(h) {
            Op::HeapEmpty => Vec::new(),
            Op::HeapMalloc => vec![(args[0], freed)],
            Op::HeapFree => {
                let list = *numbers.entry((freed, args[1])).or_insert_with(|| {
                    lists.push(Some((freed, args[1])));
                    lists.len() - 1
                });
                vec![(args[0], list)]
            }
            Op::Ite => vec![(args[1], freed), (args[2], freed)],
            other => panic!("{other:?} of sort heap"),
        };
        let missing: Vec<(Term, usize)> =
            below.iter().copied().filter(|key| !known.contains_key(key)).collect();
        if !missing.is_empty() {
            stack.extend(missing);
            continue;
        }
        let found = match s.op(h) {
            Op::HeapEmpty => Lit::FALSE,
            Op::HeapMalloc => {
                let q = bits.of(args[1]);
                let mut here = test(g, q, bits.of(args[2]));
                let mut list = freed;
                while let Some((rest, f)) = lists[list] {
                    let same = circuit::eq(g, q, bits.of(f));
                    here = g.and(here, !same);
                    list = rest;
                }
                g.or(here, known[&below[0]])
            }
            Op::HeapFree => known[&below[0]],
            _ => g.ite(bits.of(args[0])[0], known[&below[0]], known[&below[1]]),
        };
        known.insert((h, freed), found);
        stack.pop();
    }
    known[&(heap, 0)]
}
