//! Textbook circuits of the operators. A vector is a slice of edges, bit 0 first.

use super::gates::{Edge, FALSE, Gates, TRUE, constant};
use crate::base::Bits;
use crate::ilr::Op;

/// Maximum number of gates of an operator's circuit.
pub const MOST_GATES: usize = 20_000;

/// Result of an operator other than reads and constants; `width` is that of the result. `None` if the circuit is too
/// large or scripts do not have the operator.
pub fn apply(g: &mut Gates, op: Op, args: &[&[Edge]], width: usize, low: u32) -> Option<Vec<Edge>> {
    let n = args.first().map_or(0, |a| a.len());
    let (a, b) = (*args.first()?, args.get(1).copied().unwrap_or(&[]));
    let too_large = match op {
        Op::Mul if !is_constant(a) && !is_constant(b) => 9 * n * n / 2,
        Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem => 14 * n * n,
        _ => 0,
    };
    if too_large >= MOST_GATES {
        return None;
    }
    Some(match op {
        Op::Not | Op::BvNot => complement(a),
        Op::And | Op::BvAnd => zip(a, b, |x, y| g.and(x, y)),
        Op::Or | Op::BvOr => zip(a, b, |x, y| g.or(x, y)),
        Op::Xor | Op::BvXor => zip(a, b, |x, y| g.xor(x, y)),
        Op::Eq => vec![equal(g, a, b)],
        Op::Ite => zip(args[1], args[2], |x, y| g.ite(args[0][0], x, y)),
        Op::Neg => sum(g, &vec![FALSE; n], &complement(a), TRUE).0,
        Op::Add => sum(g, a, b, FALSE).0,
        Op::Sub => sum(g, a, &complement(b), TRUE).0,
        Op::Mul => match (is_constant(a), is_constant(b)) {
            (_, true) => multiple(g, a, b),
            (true, false) => multiple(g, b, a),
            _ => product(g, a, b),
        },
        Op::Udiv => divide(g, a, b).0,
        Op::Urem => divide(g, a, b).1,
        Op::Sdiv | Op::Srem => {
            let (sa, sb) = (a[n - 1], b[n - 1]);
            let (ma, mb) = (negate_if(g, sa, a), negate_if(g, sb, b));
            let (quotient, rest) = divide(g, &ma, &mb);
            if op == Op::Sdiv {
                let sign = g.xor(sa, sb);
                negate_if(g, sign, &quotient)
            } else {
                negate_if(g, sa, &rest)
            }
        }
        Op::Shl => {
            let reversed: Vec<Edge> = a.iter().rev().copied().collect();
            shift_down(g, &reversed, b, FALSE).into_iter().rev().collect()
        }
        Op::Lshr => shift_down(g, a, b, FALSE),
        Op::Ashr => shift_down(g, a, b, a[n - 1]),
        Op::Ult => vec![less(g, a, b)],
        Op::Ule => vec![less(g, b, a) ^ 1],
        Op::Slt => vec![signed_less(g, a, b)],
        Op::Sle => vec![signed_less(g, b, a) ^ 1],
        Op::Zext => extended(a, width, FALSE),
        Op::Sext => extended(a, width, a[n - 1]),
        Op::Extract => a[low as usize..low as usize + width].to_vec(),
        Op::Concat => [b, a].concat(),
        _ => return None,
    })
}

/// The edges of a constant.
pub fn number(value: &Bits) -> Vec<Edge> {
    (0..value.width()).map(|i| constant(value.bit(i))).collect()
}

fn complement(a: &[Edge]) -> Vec<Edge> {
    a.iter().map(|x| x ^ 1).collect()
}

fn extended(a: &[Edge], width: usize, by: Edge) -> Vec<Edge> {
    let mut out = a.to_vec();
    out.resize(width, by);
    out
}

fn zip(a: &[Edge], b: &[Edge], mut gate: impl FnMut(Edge, Edge) -> Edge) -> Vec<Edge> {
    a.iter().zip(b).map(|(&x, &y)| gate(x, y)).collect()
}

/// Whether two vectors are equal.
pub fn equal(g: &mut Gates, a: &[Edge], b: &[Edge]) -> Edge {
    let same = zip(a, b, |x, y| g.xor(x, y) ^ 1);
    g.all(&same)
}

/// Sum of two vectors and a carry, with the carry out.
pub fn sum(g: &mut Gates, a: &[Edge], b: &[Edge], mut carry: Edge) -> (Vec<Edge>, Edge) {
    let mut out = Vec::with_capacity(a.len());
    for (&x, &y) in a.iter().zip(b) {
        let half = g.xor(x, y);
        out.push(g.xor(half, carry));
        carry = g.majority(x, y, carry);
    }
    (out, carry)
}

/// Unsigned less than, as the borrow of the difference.
fn less(g: &mut Gates, a: &[Edge], b: &[Edge]) -> Edge {
    sum(g, a, &complement(b), TRUE).1 ^ 1
}

fn signed_less(g: &mut Gates, a: &[Edge], b: &[Edge]) -> Edge {
    let flip = |v: &[Edge]| {
        let mut v = v.to_vec();
        let last = v.len() - 1;
        v[last] ^= 1;
        v
    };
    less(g, &flip(a), &flip(b))
}

fn negate_if(g: &mut Gates, c: Edge, v: &[Edge]) -> Vec<Edge> {
    let flipped: Vec<Edge> = v.iter().map(|&x| g.xor(x, c)).collect();
    sum(g, &flipped, &vec![FALSE; v.len()], c).0
}

fn product(g: &mut Gates, a: &[Edge], b: &[Edge]) -> Vec<Edge> {
    let n = a.len();
    let mut total: Vec<Edge> = a.iter().map(|&x| g.and(x, b[0])).collect();
    for i in 1..n {
        let row: Vec<Edge> = a[..n - i].iter().map(|&x| g.and(x, b[i])).collect();
        let high = sum(g, &total[i..], &row, FALSE).0;
        total.truncate(i);
        total.extend(high);
    }
    total
}

fn is_constant(a: &[Edge]) -> bool {
    a.iter().all(|&e| e == FALSE || e == TRUE)
}

/// The product with a constant: a sum and difference of shifted operands, by the constant's digits -1, 0 and 1 of which no two
/// neighbours are other than 0 (G. W. Reitwiesner, "Binary Arithmetic", 1960).
fn multiple(g: &mut Gates, a: &[Edge], factor: &[Edge]) -> Vec<Edge> {
    let n = a.len();
    let mut total = vec![FALSE; n];
    let bit = |i: usize| i < n && factor[i] == TRUE;
    let mut carry = false;
    for i in 0..n {
        // These two bits end the remaining constant divided by 2^i.
        let odd = bit(i) != carry;
        let minus = odd && bit(i + 1);
        if odd {
            let row = if minus { complement(&a[..n - i]) } else { a[..n - i].to_vec() };
            let high = sum(g, &total[i..], &row, constant(minus)).0;
            total.truncate(i);
            total.extend(high);
        }
        carry = minus || carry && bit(i);
    }
    total
}

/// Quotient and remainder by long division from the top bit. For a zero divisor each step subtracts nothing from the
/// remainder and yields quotient bit one, as SMT-LIB demands.
fn divide(g: &mut Gates, a: &[Edge], b: &[Edge]) -> (Vec<Edge>, Vec<Edge>) {
    let n = a.len();
    let divisor = extended(b, n + 1, FALSE);
    let mut rest = vec![FALSE; n + 1];
    let mut quotient = vec![FALSE; n];
    for i in (0..n).rev() {
        rest.pop();
        rest.insert(0, a[i]);
        let (difference, fits) = sum(g, &rest, &complement(&divisor), TRUE);
        quotient[i] = fits;
        rest = zip(&difference, &rest, |x, y| g.ite(fits, x, y));
    }
    rest.pop();
    (quotient, rest)
}

/// Shifts towards bit 0 and fills with `fill`.
fn shift_down(g: &mut Gates, a: &[Edge], by: &[Edge], fill: Edge) -> Vec<Edge> {
    let n = a.len();
    let mut v = a.to_vec();
    let mut far = FALSE;
    for (k, &bit) in by.iter().enumerate() {
        let distance = if k < 31 { 1usize << k } else { n };
        if distance >= n {
            far = g.or(far, bit);
            continue;
        }
        v = (0..n).map(|i| g.ite(bit, v.get(i + distance).copied().unwrap_or(fill), v[i])).collect();
    }
    v.iter().map(|&x| g.ite(far, fill, x)).collect()
}
