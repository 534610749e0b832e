//! Pointers that an array holds beneath writes at symbolic offsets.
//!
//! A header with a pointer in front of bytes that an input counts: each write among the bytes may be one to the pointer as far
//! as terms show. The pointer that lies beneath is taken, and where a write does reach it the answer is unknown, which the
//! solver mostly refutes. The same holds of an object whose bytes are known one by one.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::ilr::{Op, Term};
use crate::rewrite::Builder;

/// Most terms that are looked at for one pointer: what conditionals share is looked at on each way.
const STEPS: u32 = 1024;

/// Bytes, or elements, that a read takes at a constant offset.
#[derive(Clone, Copy)]
struct Taken {
    at: u64,
    count: u64,
}

/// What an integer is unless a write at a symbolic offset reaches it in memory, with the condition that one does. `None` where it
/// is not read from beneath such a write.
pub(super) fn beneath_writes(b: &mut Builder, t: Term) -> Option<(Term, Term)> {
    let mut search = Descent { reached: b.ff(), steps: STEPS };
    let beneath = search.value(b, t)?;
    (beneath != t).then_some((beneath, search.reached))
}

/// What an integer is that memory holds byte by byte, unless a write that may reach some of its bytes alone reaches them. `None` where
/// there is no such write. A condition on which all bytes depend is that of a whole other value.
pub(super) fn beneath_bytes(b: &mut Builder, t: Term) -> Option<Term> {
    let parts = parts(b, t);
    let mut steps = STEPS;
    let mut all: Vec<(Term, usize)> = Vec::new();
    let mut count = 0;
    for part in parts.into_iter().filter(|&part| !b.is_const(part)) {
        count += 1;
        let (mut work, mut seen) = (vec![part], FxHashSet::default());
        while let Some(x) = work.pop() {
            steps = steps.checked_sub(1)?;
            if b.op(x) != Op::Ite {
                continue;
            }
            let c = b.arg(x, 0);
            if seen.insert(c) {
                match all.iter_mut().find(|(known, _)| *known == c) {
                    Some((_, times)) => *times += 1,
                    None => all.push((c, 1)),
                }
            }
            work.extend([b.arg(x, 1), b.arg(x, 2)]);
        }
    }
    let none = b.ff();
    let single: FxHashMap<Term, Term> =
        all.into_iter().filter(|&(_, times)| times < count).map(|(c, _)| (c, none)).collect();
    (!single.is_empty()).then(|| b.substitute(&[t], &single)[0]).filter(|&beneath| beneath != t)
}

/// The integer whose bytes are joined here, each rewritten on its own.
pub(super) fn joined(b: &mut Builder, t: Term) -> Option<Term> {
    let parts = parts(b, t);
    let whole = match b.op(parts[0]) {
        Op::Extract => b.arg(parts[0], 0),
        _ => return None,
    };
    let mut above = b.width(t);
    if b.width(whole) != above {
        return None;
    }
    for part in parts {
        let low = above - b.width(part);
        if b.extract(whole, above - 1, low) != part {
            return None;
        }
        above = low;
    }
    Some(whole)
}

/// What is joined to an integer, from its upper end.
fn parts(b: &Builder, t: Term) -> Vec<Term> {
    let mut parts = vec![t];
    while let Some(at) = parts.iter().position(|&part| b.op(part) == Op::Concat) {
        let part = parts[at];
        parts.splice(at..=at, [b.arg(part, 0), b.arg(part, 1)]);
    }
    parts
}

struct Descent {
    /// When one of the writes that were looked through reaches what is taken.
    reached: Term,
    /// How many more terms may be looked at.
    steps: u32,
}

impl Descent {
    /// What a term is when no write at a symbolic offset reaches what it reads.
    fn value(&mut self, b: &mut Builder, t: Term) -> Option<Term> {
        self.steps = self.steps.checked_sub(1)?;
        match b.op(t) {
            Op::Concat => {
                let (high, low) = (b.arg(t, 0), b.arg(t, 1));
                let (high, low) = (self.value(b, high)?, self.value(b, low)?);
                Some(b.concat(high, low))
            }
            Op::Ite => {
                let (c, x, y) = (b.arg(t, 0), b.arg(t, 1), b.arg(t, 2));
                let (x, y) = (self.value(b, x)?, self.value(b, y)?);
                Some(b.ite(c, x, y))
            }
            op @ (Op::LoadLe | Op::LoadBe | Op::Select) => {
                let (array, at) = (b.arg(t, 0), b.arg(t, 1));
                let bits = b.width(t);
                let count = if op == Op::Select { 1 } else { u64::from(bits / 8) };
                let taken = Taken { at: b.as_u64(at)?, count };
                let (array, here) = self.array(b, array, taken)?;
                self.reached = b.or(self.reached, here);
                Some(if op == Op::Select { b.select(array, at) } else { b.load(op, array, at, bits) })
            }
            _ => Some(t),
        }
    }

    /// The array beneath writes at symbolic offsets, and the condition that one of them reaches what is taken.
    fn array(&mut self, b: &mut Builder, mut array: Term, taken: Taken) -> Option<(Term, Term)> {
        let mut reached = b.ff();
        loop {
            self.steps = self.steps.checked_sub(1)?;
            let operands = b.store().args(array);
            let (at, count) = match b.op(array) {
                Op::Store => (operands[1], None),
                Op::StoreLe | Op::StoreBe => {
                    let bytes = b.width(operands[2]) / 8;
                    (operands[1], Some(b.bv(b.width(operands[1]), bytes.into())))
                }
                Op::Fill => (operands[1], Some(operands[2])),
                Op::Copy => (operands[1], Some(operands[4])),
                Op::Ite => {
                    let (c, x, y) = (operands[0], operands[1], operands[2]);
                    let (x, x_reached) = self.array(b, x, taken)?;
                    let (y, y_reached) = self.array(b, y, taken)?;
                    let here = b.ite(c, x_reached, y_reached);
                    reached = b.or(reached, here);
                    return Some((b.ite(c, x, y), reached));
                }
                _ => return Some((array, reached)),
            };
            let here = overlap(b, at, count, taken);
            // What is surely written there is what is read.
            if b.as_bool(here) == Some(true) {
                return Some((array, reached));
            }
            reached = b.or(reached, here);
            array = operands[0];
        }
    }
}

/// When a write of so many bytes, or of one element, has some in common with what is taken.
fn overlap(b: &mut Builder, at: Term, count: Option<Term>, taken: Taken) -> Term {
    let width = b.width(at);
    let one = b.bv(width, 1);
    let (first, taken) = (b.bv(width, taken.at), b.bv(width, taken.count));
    let count = count.unwrap_or(one);
    // The first byte taken is among the written ones, or the first written one is among those taken.
    let (behind, before) = (b.sub(first, at), b.sub(at, first));
    let none = b.bv(width, 0);
    let (within, starts, some) = (b.ult(behind, count), b.ult(before, taken), b.ult(none, count));
    let starts = b.and(starts, some);
    b.or(within, starts)
}
