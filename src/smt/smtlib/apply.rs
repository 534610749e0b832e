//! The functions of SMT-LIB's `QF_ABV`, in terms of ILR.

use crate::ilr::{Op, Sort, Term};
use crate::rewrite::Builder;

/// A function symbol with its indices, or `const` with its array sort.
pub struct Function<'a> {
    /// The symbol.
    pub name: &'a str,
    /// What stands behind it in `(_ name ...)`.
    pub indices: &'a [u32],
    /// The sort in `(as const sort)`.
    pub sort: Option<Sort>,
}

/// How a symbol takes more than two arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arity {
    /// One argument.
    One,
    /// Two arguments.
    Two,
    /// Two or more, grouped to the left.
    Left,
    /// Two or more, each related to the next.
    Chain,
}

/// Symbols with one operator behind them.
fn plain(name: &str) -> Option<(Op, Arity)> {
    Some(match name {
        "not" => (Op::Not, Arity::One),
        "and" => (Op::And, Arity::Left),
        "or" => (Op::Or, Arity::Left),
        "xor" => (Op::Xor, Arity::Left),
        "=" => (Op::Eq, Arity::Chain),
        "bvnot" => (Op::BvNot, Arity::One),
        "bvneg" => (Op::Neg, Arity::One),
        "bvand" => (Op::BvAnd, Arity::Left),
        "bvor" => (Op::BvOr, Arity::Left),
        "bvxor" => (Op::BvXor, Arity::Left),
        "bvadd" => (Op::Add, Arity::Left),
        "bvsub" => (Op::Sub, Arity::Left),
        "bvmul" => (Op::Mul, Arity::Left),
        "bvudiv" => (Op::Udiv, Arity::Two),
        "bvsdiv" => (Op::Sdiv, Arity::Two),
        "bvurem" => (Op::Urem, Arity::Two),
        "bvsrem" => (Op::Srem, Arity::Two),
        "bvshl" => (Op::Shl, Arity::Two),
        "bvlshr" => (Op::Lshr, Arity::Two),
        "bvashr" => (Op::Ashr, Arity::Two),
        "bvult" => (Op::Ult, Arity::Two),
        "bvule" => (Op::Ule, Arity::Two),
        "bvslt" => (Op::Slt, Arity::Two),
        "bvsle" => (Op::Sle, Arity::Two),
        "bvuaddo" => (Op::Uaddo, Arity::Two),
        "bvsaddo" => (Op::Saddo, Arity::Two),
        "bvusubo" => (Op::Usubo, Arity::Two),
        "bvssubo" => (Op::Ssubo, Arity::Two),
        "bvumulo" => (Op::Umulo, Arity::Two),
        "bvsmulo" => (Op::Smulo, Arity::Two),
        "concat" => (Op::Concat, Arity::Left),
        "select" => (Op::Select, Arity::Two),
        _ => return None,
    })
}

/// Applies a function.
///
/// # Errors
/// In words: an unknown symbol, a wrong number of arguments or indices, arguments of wrong sorts.
pub fn apply(b: &mut Builder, f: &Function<'_>, args: &[Term]) -> Result<Term, String> {
    let name = f.name;
    if let (Some((op, arity)), []) = (plain(name), f.indices) {
        return apply_plain(b, name, op, arity, args);
    }
    if let Some(term) = indexed(b, f, args)? {
        return Ok(term);
    }
    match (name, args) {
        ("const", &[value]) => match f.sort {
            Some(Sort::Array { index, elem }) if b.sort(value) == Sort::Bv(elem) => {
                Ok(b.const_array(index, value))
            }
            _ => Err("`const` needs an array sort and a value of its elements' sort".into()),
        },
        ("=>", &[ref front @ .., last]) if !front.is_empty() => {
            expect(args.iter().all(|&a| b.sort(a) == Sort::Bool), name)?;
            Ok(front.iter().rev().fold(last, |all, &a| b.implies(a, all)))
        }
        ("distinct", _) => {
            expect(args.len() >= 2 && args.iter().all(|&a| b.sort(a) == b.sort(args[0])), name)?;
            let mut all = b.tt();
            for (i, &x) in args.iter().enumerate() {
                for &y in &args[i + 1..] {
                    let apart = b.ne(x, y);
                    all = b.and(all, apart);
                }
            }
            Ok(all)
        }
        ("ite", &[c, x, y]) => {
            expect(b.sort(c) == Sort::Bool && b.sort(x) == b.sort(y), name)?;
            Ok(b.ite(c, x, y))
        }
        ("store", &[array, index, value]) => {
            let ok = matches!(b.sort(array), Sort::Array { index: i, elem }
                if b.sort(index) == Sort::Bv(i) && b.sort(value) == Sort::Bv(elem));
            expect(ok, name)?;
            Ok(b.store_elem(array, index, value))
        }
        (_, &[x]) => unary(b, name, x),
        (_, &[x, y]) => {
            let known = ["bvnand", "bvnor", "bvxnor", "bvcomp", "bvsmod", "bvsdivo"].contains(&name);
            let swapped = ["bvugt", "bvuge", "bvsgt", "bvsge"].contains(&name);
            if !known && !swapped {
                return Err(unknown(name));
            }
            expect(b.sort(x).width().is_some() && b.sort(x) == b.sort(y), name)?;
            Ok(binary(b, name, x, y))
        }
        _ => Err(unknown(name)),
    }
}

fn expect(fits: bool, name: &str) -> Result<(), String> {
    if fits { Ok(()) } else { Err(format!("wrong number or sorts of arguments of `{name}`")) }
}

fn unknown(name: &str) -> String {
    format!("unknown function `{name}`, or a wrong number of arguments or indices")
}

fn apply_plain(b: &mut Builder, name: &str, op: Op, arity: Arity, args: &[Term]) -> Result<Term, String> {
    let count = match arity {
        Arity::One => args.len() == 1,
        Arity::Two => args.len() == 2,
        Arity::Left | Arity::Chain => args.len() >= 2,
    };
    expect(count, name)?;
    let first = b.sort(args[0]);
    let alike = args.iter().all(|&a| b.sort(a) == first);
    let fits = match op {
        Op::Not | Op::And | Op::Or | Op::Xor => alike && first == Sort::Bool,
        Op::Eq => alike,
        Op::Concat => args.iter().all(|&a| b.sort(a).width().is_some()),
        Op::Select => {
            matches!(first, Sort::Array { index, .. } if b.sort(args[1]) == Sort::Bv(index))
        }
        _ => alike && first.width().is_some(),
    };
    expect(fits, name)?;
    if arity == Arity::Chain {
        let mut all = b.tt();
        for pair in args.windows(2) {
            let one = b.apply(op, pair);
            all = b.and(all, one);
        }
        return Ok(all);
    }
    match *args {
        [a] => Ok(b.apply(op, &[a])),
        [first, ref rest @ ..] => Ok(rest.iter().fold(first, |all, &a| b.apply(op, &[all, a]))),
        [] => Err(unknown(name)),
    }
}

/// Functions `(_ name i ...)`; `None` for another name or shape.
fn indexed(b: &mut Builder, f: &Function<'_>, args: &[Term]) -> Result<Option<Term>, String> {
    let &[x] = args else { return Ok(None) };
    let Some(width) = b.sort(x).width().filter(|_| !f.indices.is_empty()) else { return Ok(None) };
    let too_wide = || format!("the result of `{}` is too wide", f.name);
    Ok(Some(match (f.name, f.indices) {
        ("extract", &[hi, lo]) => {
            if lo > hi || hi >= width {
                return Err(format!("no bits {hi} to {lo} in a vector of {width}"));
            }
            b.extract(x, hi, lo)
        }
        ("zero_extend" | "sign_extend", [0]) => x,
        ("zero_extend", &[n]) => {
            let width = width.checked_add(n).ok_or_else(too_wide)?;
            b.zext(x, width)
        }
        ("sign_extend", &[n]) => {
            let width = width.checked_add(n).ok_or_else(too_wide)?;
            b.sext(x, width)
        }
        ("repeat", &[n]) if n > 0 => {
            width.checked_mul(n).filter(|&w| w <= 1 << 24).ok_or_else(too_wide)?;
            (1..n).fold(x, |all, _| b.concat(x, all))
        }
        ("rotate_left" | "rotate_right", &[n]) => {
            let left = if f.name == "rotate_left" { n % width } else { (width - n % width) % width };
            match left {
                0 => x,
                left => {
                    let high = b.extract(x, width - 1 - left, 0);
                    let low = b.extract(x, width - 1, width - left);
                    b.concat(high, low)
                }
            }
        }
        _ => return Ok(None),
    }))
}

fn unary(b: &mut Builder, name: &str, x: Term) -> Result<Term, String> {
    let Some(width) = b.sort(x).width() else { return Err(unknown(name)) };
    match name {
        "bvredor" | "bvredand" => {
            let edge = if name == "bvredor" { b.bv(width, 0) } else { ones(b, width) };
            let at_edge = b.eq(x, edge);
            let bit = b.bool_to_bv(at_edge);
            Ok(if name == "bvredor" { b.bvnot(bit) } else { bit })
        }
        "bvnego" => {
            let least = signed_min(b, width);
            Ok(b.eq(x, least))
        }
        _ => Err(unknown(name)),
    }
}

fn binary(b: &mut Builder, name: &str, x: Term, y: Term) -> Term {
    match name {
        "bvugt" => b.apply(Op::Ult, &[y, x]),
        "bvuge" => b.apply(Op::Ule, &[y, x]),
        "bvsgt" => b.apply(Op::Slt, &[y, x]),
        "bvsge" => b.apply(Op::Sle, &[y, x]),
        "bvnand" => {
            let all = b.bvand(x, y);
            b.bvnot(all)
        }
        "bvnor" => {
            let any = b.bvor(x, y);
            b.bvnot(any)
        }
        "bvxnor" => {
            let odd = b.bvxor(x, y);
            b.bvnot(odd)
        }
        "bvcomp" => {
            let same = b.eq(x, y);
            b.bool_to_bv(same)
        }
        "bvsdivo" => {
            let width = b.width(x);
            let (least, minus_one) = (signed_min(b, width), ones(b, width));
            let (low, negated) = (b.eq(x, least), b.eq(y, minus_one));
            b.and(low, negated)
        }
        _ => smod(b, x, y),
    }
}

/// `bvsmod`, the remainder with the sign of the divisor, as the theory defines it.
fn smod(b: &mut Builder, x: Term, y: Term) -> Term {
    let width = b.width(x);
    let zero = b.bv(width, 0);
    let (x_negative, y_negative) = (b.slt(x, zero), b.slt(y, zero));
    let (minus_x, minus_y) = (b.neg(x), b.neg(y));
    let (x_size, y_size) = (b.ite(x_negative, minus_x, x), b.ite(y_negative, minus_y, y));
    let u = b.urem(x_size, y_size);
    let minus_u = b.neg(u);
    let (from_below, from_above) = (b.add(minus_u, y), b.add(u, y));
    let for_negative_x = b.ite(y_negative, minus_u, from_below);
    let for_other_x = b.ite(y_negative, from_above, u);
    let value = b.ite(x_negative, for_negative_x, for_other_x);
    let exact = b.eq(u, zero);
    b.ite(exact, u, value)
}

fn ones(b: &mut Builder, width: u32) -> Term {
    let zero = b.bv(width, 0);
    b.bvnot(zero)
}

fn signed_min(b: &mut Builder, width: u32) -> Term {
    let ones = ones(b, width);
    let by = b.bv(width, u64::from(width - 1));
    b.shl(ones, by)
}
