//! Wide inputs by classes of values.
//!
//! An input of more values than are tried one by one may still be asked few questions: `if (nondet()) ...`,
//! `assume(0 <= n && n < 4)`. Where comparisons of an input with constants are all that its function does with it directly,
//! the constants cut its values into intervals on each of which all these comparisons have one result. One run stands for
//! a whole interval: its value is undefined in the sense of `state/reg.rs`, so that whatever else it decides ends in no answer,
//! but the comparisons that made the cuts are answered. Small intervals are tried value by value. So every value is
//! covered, and `assume` leaves the small intervals that a program means.
//!
//! A variable that is not initialised has one unknown value (`frontend/promote.rs` freezes it): an input like others, but
//! without choices where nothing compares it.

use crate::base::word;
use crate::machine::code::{Code, Op, Operand, Target};
use crate::machine::state::Reg;
use crate::program::CastOp;
use crate::semantics::Native;

/// An interval with at most so many values is tried value by value; so many choices an input has at most.
pub(in crate::machine) const MOST: u64 = 256;

/// Where the values of the input that a call gives are cut: each is the first of an interval.
pub type Cuts = Box<[u64]>;

/// The wide inputs of a function.
#[derive(Clone, Debug, Default)]
pub struct WideInputs {
    /// The operations that give one, and where its values are cut.
    pub calls: Vec<(u32, Cuts)>,
    /// Operations that compare such an input with a constant, in order.
    pub settled: Vec<u32>,
}

/// Most choices of an input. One of more is no input by classes: its comparisons must not be taken for settled.
pub(in crate::machine) const MOST_CHOICES: u64 = 4 * MOST;

/// Marks the comparisons of inputs with constants, and notes where they cut the inputs' values.
pub(in crate::machine) fn cut_inputs(code: &mut Code, natives: &[Option<Native>], constants: &[Reg]) {
    let calls: Vec<(u32, u32, u32, bool)> = code
        .ops
        .iter()
        .enumerate()
        .filter_map(|(pc, op)| match op {
            Op::Freeze { dst, v } => match v.get() {
                Err(n) if !constants[n].is_defined() && constants[n].width() <= 64 => {
                    Some((pc as u32, *dst, constants[n].width(), true))
                }
                _ => None,
            },
            Op::Call { dst, call } => match (call.target, &call.result[..]) {
                (Target::Direct(f), [leaf])
                    if natives[f.index()].as_ref().is_some_and(Native::is_nondet)
                        && (9..=64).contains(&leaf.width) =>
                {
                    Some((pc as u32, *dst, leaf.width, false))
                }
                _ => None,
            },
            _ => None,
        })
        .collect();
    for (pc, dst, width, unset) in calls {
        let mut settled = Vec::new();
        let cuts = cut(code, constants, dst, width, &mut settled);
        if unset
            && (settled.is_empty()
                || intervals(&cuts, width).map(|i| choices(i.1)).sum::<u64>() > MOST_CHOICES)
        {
            continue;
        }
        code.wide_inputs.calls.push((pc, cuts));
        code.wide_inputs.settled.extend(settled);
    }
    code.wide_inputs.settled.sort_unstable();
}

fn cut(code: &Code, constants: &[Reg], dst: u32, width: u32, settled: &mut Vec<u32>) -> Cuts {
    // Registers that hold the input, or all of it in more bits; how many.
    let mut same = vec![(dst, width, false)];
    let mut cuts = vec![0, 1 << (width - 1)];
    let mut next = 0;
    while let Some(&(reg, wide, signed)) = same.get(next) {
        next += 1;
        let is = |operand: &Operand| operand.get() == Ok(reg as usize);
        let constant = |operand: &Operand| match operand.get() {
            Err(n)
                if constants[n].is_defined() && constants[n].object == crate::machine::state::ObjId::NONE =>
            {
                Some(constants[n].value.low())
            }
            _ => None,
        };
        let mut at = |c: u64| {
            let c = word::trunc(width, c);
            cuts.extend([c, word::trunc(width, c.wrapping_add(1))]);
        };
        for (pc, op) in (0..).zip(&code.ops) {
            match op {
                Op::Icmp { a, b, .. } => {
                    let other = if is(a) { b } else { a };
                    if let (true, Some(c)) = (is(a) || is(b), constant(other)) {
                        at(c);
                        settled.push(pc);
                    }
                }
                Op::Switch { v, cases } if is(v) => {
                    cases.cases.iter().for_each(|(c, _)| at(c.low()));
                    settled.push(pc);
                }
                Op::Cast { op: op @ (CastOp::Zext | CastOp::Sext), dst, v, width: to, .. }
                    if is(v) && *to <= 64 && (wide == width || signed == (*op == CastOp::Sext)) =>
                {
                    same.push((*dst, *to, *op == CastOp::Sext));
                }
                _ => {}
            }
        }
    }
    cuts.sort_unstable();
    cuts.dedup();
    cuts.into()
}

/// The first value of each interval, and how many values it has.
pub(in crate::machine) fn intervals(cuts: &[u64], width: u32) -> impl Iterator<Item = (u64, u128)> + '_ {
    let ends = cuts.iter().skip(1).map(|&next| next.into()).chain([1u128 << width]);
    cuts.iter().zip(ends).map(|(&first, end)| (first, end - u128::from(first)))
}

/// How many choices an interval of so many values has.
pub(in crate::machine) fn choices(size: u128) -> u64 {
    if size <= u128::from(MOST) { size as u64 } else { 1 }
}
