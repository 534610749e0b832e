//! The functions of SMT-LIB's `QF_ABV`, translated to ILR.

use super::make::Make;
use super::read::MAX_WIDTH;
use crate::base::Bits;
use crate::ilr::{Op, Sort, Term};

/// Maximum number of pairs into which a `distinct` is expanded.
const MAX_PAIRS: usize = 10_000_000;

/// A function symbol with its indices, or `const` with its array sort.
pub struct Function<'a> {
    /// The symbol.
    pub name: &'a str,
    /// Its indices in `(_ name ...)`.
    pub indices: &'a [u32],
    /// The sort in `(as const sort)`.
    pub sort: Option<Sort>,
}

/// How many arguments a symbol takes.
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

/// Symbols that stand for a single operator.
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
pub fn apply<M: Make>(m: &mut M, f: &Function<'_>, args: &[Term]) -> Result<Term, String> {
    let name = f.name;
    if let (Some((op, arity)), []) = (plain(name), f.indices) {
        return apply_plain(m, name, op, arity, args);
    }
    if !f.indices.is_empty() {
        return indexed(m, f, args);
    }
    let sort = |m: &M, t: Term| m.store().sort(t);
    match (name, args) {
        ("const", &[value]) => match f.sort {
            Some(Sort::Array { index, elem }) if sort(m, value) == Sort::Bv(elem) => {
                Ok(m.const_array(index, value))
            }
            _ => Err("`const` needs an array sort and a value of its elements' sort".into()),
        },
        ("=>", &[ref front @ .., last]) if !front.is_empty() => {
            expect(args.iter().all(|&a| sort(m, a) == Sort::Bool), name)?;
            Ok(front.iter().rev().fold(last, |all, &a| {
                let not = m.mk(Op::Not, &[a]);
                m.mk(Op::Or, &[not, all])
            }))
        }
        ("distinct", _) => {
            expect(args.len() >= 2 && args.iter().all(|&a| sort(m, a) == sort(m, args[0])), name)?;
            distinct(m, args)
        }
        ("ite", &[c, x, y]) => {
            expect(sort(m, c) == Sort::Bool && sort(m, x) == sort(m, y), name)?;
            Ok(m.mk(Op::Ite, &[c, x, y]))
        }
        ("store", &[array, index, value]) => {
            let ok = matches!(sort(m, array), Sort::Array { index: i, elem }
                if sort(m, index) == Sort::Bv(i) && sort(m, value) == Sort::Bv(elem));
            expect(ok, name)?;
            Ok(m.mk(Op::Store, &[array, index, value]))
        }
        (_, &[x]) => match sort(m, x) {
            Sort::Bv(width) => unary(m, name, x, width),
            _ => Err(unknown(name)),
        },
        (_, &[first, ref rest @ ..]) => {
            let Some(op) = BINARY.iter().find(|b| b.0 == name).map(|b| b.1) else {
                return Err(unknown(name));
            };
            // Only some functions are left-associative; the standard allows relations of two arguments only.
            let count = rest.len() == 1 || name == "bvxnor" && !rest.is_empty();
            let alike = args.iter().all(|&a| sort(m, a) == sort(m, first));
            expect(count && alike && sort(m, first).width().is_some(), name)?;
            Ok(rest.iter().fold(first, |all, &y| binary(m, op, all, y)))
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

fn too_wide(name: &str) -> String {
    format!("the result of `{name}` has more than {MAX_WIDTH} bits, which is not supported")
}

fn apply_plain<M: Make>(m: &mut M, name: &str, op: Op, arity: Arity, args: &[Term]) -> Result<Term, String> {
    let count = match arity {
        Arity::One => args.len() == 1,
        Arity::Two => args.len() == 2,
        Arity::Left | Arity::Chain => args.len() >= 2,
    };
    expect(count, name)?;
    let store = m.store();
    let first = store.sort(args[0]);
    let alike = args.iter().all(|&a| store.sort(a) == first);
    let fits = match op {
        Op::Not | Op::And | Op::Or | Op::Xor => alike && first == Sort::Bool,
        Op::Eq => alike,
        Op::Concat => {
            let widths = args.iter().map(|&a| store.sort(a).width());
            let Some(widths) = widths.collect::<Option<Vec<u32>>>() else {
                return Err(format!("wrong number or sorts of arguments of `{name}`"));
            };
            if widths.iter().map(|&w| u64::from(w)).sum::<u64>() > u64::from(MAX_WIDTH) {
                return Err(too_wide(name));
            }
            true
        }
        Op::Select => {
            matches!(first, Sort::Array { index, .. } if store.sort(args[1]) == Sort::Bv(index))
        }
        _ => alike && first.width().is_some(),
    };
    expect(fits, name)?;
    if arity == Arity::Chain {
        let mut all = m.mk(op, &args[..2]);
        for pair in args[1..].windows(2) {
            let one = m.mk(op, pair);
            all = m.mk(Op::And, &[all, one]);
        }
        return Ok(all);
    }
    match *args {
        [a] => Ok(m.mk(op, &[a])),
        [first, ref rest @ ..] => Ok(rest.iter().fold(first, |all, &a| m.mk(op, &[all, a]))),
        [] => Err(unknown(name)),
    }
}

/// States that the terms, which have one sort, are pairwise different.
fn distinct<M: Make>(m: &mut M, args: &[Term]) -> Result<Term, String> {
    let values = match m.store().sort(args[0]) {
        Sort::Bool => 2,
        Sort::Bv(width) => 1usize.checked_shl(width).unwrap_or(usize::MAX),
        _ => usize::MAX,
    };
    if args.len() > values {
        return Ok(m.store().bool(false));
    }
    if args.len() * (args.len() - 1) / 2 > MAX_PAIRS {
        return Err(format!("a `distinct` of {} terms is not supported", args.len()));
    }
    let mut all = None;
    for (i, &x) in args.iter().enumerate() {
        for &y in &args[i + 1..] {
            let same = m.mk(Op::Eq, &[x, y]);
            let apart = m.mk(Op::Not, &[same]);
            all = Some(all.map_or(apart, |all| m.mk(Op::And, &[all, apart])));
        }
    }
    Ok(all.expect("two terms at least"))
}

/// Functions `(_ name i ...)`.
fn indexed<M: Make>(m: &mut M, f: &Function<'_>, args: &[Term]) -> Result<Term, String> {
    let &[x] = args else { return Err(unknown(f.name)) };
    let Sort::Bv(width) = m.store().sort(x) else { return Err(unknown(f.name)) };
    let wider = |n: u32| width.checked_add(n).filter(|&w| w <= MAX_WIDTH).ok_or_else(|| too_wide(f.name));
    match (f.name, f.indices) {
        ("extract", &[hi, lo]) => {
            if lo > hi || hi >= width {
                return Err(format!("no bits {hi} to {lo} in a vector of {width}"));
            }
            Ok(part(m, x, hi, lo))
        }
        ("zero_extend" | "sign_extend", [0]) => Ok(x),
        ("zero_extend", &[n]) => {
            let width = wider(n)?;
            Ok(m.zext(x, width))
        }
        ("sign_extend", &[n]) => {
            let width = wider(n)?;
            Ok(m.sext(x, width))
        }
        ("repeat", &[n]) if n > 0 => {
            width.checked_mul(n).filter(|&w| w <= MAX_WIDTH).ok_or_else(|| too_wide(f.name))?;
            Ok(repeat(m, x, n))
        }
        ("rotate_left", &[n]) => Ok(rotate_left(m, x, width, n % width)),
        ("rotate_right", &[n]) => Ok(rotate_left(m, x, width, (width - n % width) % width)),
        _ => Err(unknown(f.name)),
    }
}

/// Concatenates `times` copies by doubling.
fn repeat<M: Make>(m: &mut M, x: Term, times: u32) -> Term {
    let mut all = x;
    for bit in (0..times.ilog2()).rev() {
        all = m.mk(Op::Concat, &[all, all]);
        if times >> bit & 1 == 1 {
            all = m.mk(Op::Concat, &[all, x]);
        }
    }
    all
}

fn rotate_left<M: Make>(m: &mut M, x: Term, width: u32, by: u32) -> Term {
    if by == 0 {
        return x;
    }
    let high = m.extract(x, width - 1 - by, 0);
    let low = m.extract(x, width - 1, width - by);
    m.mk(Op::Concat, &[high, low])
}

fn part<M: Make>(m: &mut M, x: Term, hi: u32, lo: u32) -> Term {
    if lo == 0 && hi + 1 == m.store().width(x) { x } else { m.extract(x, hi, lo) }
}

fn truth_to_bit<M: Make>(m: &mut M, t: Term) -> Term {
    let (one, zero) = (m.constant(&Bits::one(1)), m.constant(&Bits::zero(1)));
    m.mk(Op::Ite, &[t, one, zero])
}

fn unary<M: Make>(m: &mut M, name: &str, x: Term, width: u32) -> Result<Term, String> {
    match name {
        "bvredor" | "bvredand" => {
            let edge = if name == "bvredor" { Bits::zero(width) } else { Bits::ones(width) };
            let edge = m.constant(&edge);
            let at_edge = m.mk(Op::Eq, &[x, edge]);
            let bit = truth_to_bit(m, at_edge);
            Ok(if name == "bvredor" { m.mk(Op::BvNot, &[bit]) } else { bit })
        }
        "bvredxor" => {
            let mut odd = part(m, x, 0, 0);
            for i in 1..width {
                let bit = m.extract(x, i, i);
                odd = m.mk(Op::BvXor, &[odd, bit]);
            }
            Ok(odd)
        }
        "bvnego" => {
            let least = m.constant(&Bits::signed_min(width));
            Ok(m.mk(Op::Eq, &[x, least]))
        }
        _ => Err(unknown(name)),
    }
}

/// Functions of two vectors of one width that have no operator of their own.
#[derive(Clone, Copy)]
enum Binary {
    /// This relation with swapped operands.
    Swapped(Op),
    /// The complement of this operator.
    Complement(Op),
    Comp,
    Smod,
    Sdivo,
    /// Rotation by the second operand.
    RotateLeft,
    RotateRight,
}

const BINARY: &[(&str, Binary)] = &[
    ("bvugt", Binary::Swapped(Op::Ult)),
    ("bvuge", Binary::Swapped(Op::Ule)),
    ("bvsgt", Binary::Swapped(Op::Slt)),
    ("bvsge", Binary::Swapped(Op::Sle)),
    ("bvnand", Binary::Complement(Op::BvAnd)),
    ("bvnor", Binary::Complement(Op::BvOr)),
    ("bvxnor", Binary::Complement(Op::BvXor)),
    ("bvcomp", Binary::Comp),
    ("bvsmod", Binary::Smod),
    ("bvsdivo", Binary::Sdivo),
    ("ext_rotate_left", Binary::RotateLeft),
    ("ext_rotate_right", Binary::RotateRight),
];

fn binary<M: Make>(m: &mut M, op: Binary, x: Term, y: Term) -> Term {
    let width = m.store().width(x);
    match op {
        Binary::Swapped(op) => m.mk(op, &[y, x]),
        Binary::Complement(op) => {
            let inner = m.mk(op, &[x, y]);
            m.mk(Op::BvNot, &[inner])
        }
        Binary::Comp => {
            let same = m.mk(Op::Eq, &[x, y]);
            truth_to_bit(m, same)
        }
        Binary::Smod => smod(m, x, y),
        Binary::Sdivo => {
            let (least, minus_one) = (m.constant(&Bits::signed_min(width)), m.constant(&Bits::ones(width)));
            let (low, negated) = (m.mk(Op::Eq, &[x, least]), m.mk(Op::Eq, &[y, minus_one]));
            m.mk(Op::And, &[low, negated])
        }
        Binary::RotateLeft | Binary::RotateRight => {
            // The width itself is not a value of one bit; rotating one bit changes nothing.
            if width == 1 {
                return x;
            }
            let all = m.constant(&Bits::new(width, u64::from(width)));
            let by = m.mk(Op::Urem, &[y, all]);
            let rest = m.mk(Op::Sub, &[all, by]);
            let (left, right) = if matches!(op, Binary::RotateLeft) { (by, rest) } else { (rest, by) };
            let (high, low) = (m.mk(Op::Shl, &[x, left]), m.mk(Op::Lshr, &[x, right]));
            m.mk(Op::BvOr, &[high, low])
        }
    }
}

/// `bvsmod`, the remainder with the sign of the divisor. Follows the definition in the logic's documentation literally,
/// so that formulas which spell it out share its terms.
fn smod<M: Make>(m: &mut M, x: Term, y: Term) -> Term {
    let top = m.store().width(x) - 1;
    let zero = m.constant(&Bits::zero(top + 1));
    let signs = [x, y].map(|t| part(m, t, top, top));
    let digits = [Bits::zero(1), Bits::one(1)].map(|digit| m.constant(&digit));
    let [plus_x, plus_y] = signs.map(|sign| m.mk(Op::Eq, &[sign, digits[0]]));
    let [minus_x, minus_y] = signs.map(|sign| m.mk(Op::Eq, &[sign, digits[1]]));
    let [x_size, y_size] = [(x, plus_x), (y, plus_y)].map(|(t, plus)| {
        let negated = m.mk(Op::Neg, &[t]);
        m.mk(Op::Ite, &[plus, t, negated])
    });
    let u = m.mk(Op::Urem, &[x_size, y_size]);
    let minus_u = m.mk(Op::Neg, &[u]);
    let (below, above) = (m.mk(Op::Add, &[minus_u, y]), m.mk(Op::Add, &[u, y]));
    let cases = [(plus_x, minus_y, above), (minus_x, plus_y, below), (plus_x, plus_y, u)];
    let value = cases.into_iter().fold(minus_u, |rest, (a, b, value)| {
        let both = m.mk(Op::And, &[a, b]);
        m.mk(Op::Ite, &[both, value, rest])
    });
    let exact = m.mk(Op::Eq, &[u, zero]);
    m.mk(Op::Ite, &[exact, u, value])
}
