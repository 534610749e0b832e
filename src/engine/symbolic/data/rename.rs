//! Canonical names of inputs, and an order of conjuncts that does not depend on names.

use super::cone::{Cone, OTHER};
use crate::ilr::{Op, Sort, Term};
use crate::rewrite::Builder;

/// Mixes two words.
fn mix(x: u64, y: u64) -> u64 {
    let m = u128::from(x ^ 0x9e37_79b9_7f4a_7c15) * u128::from(y ^ 0xd1b5_4a32_d192_ed03);
    m as u64 ^ (m >> 64) as u64
}

/// Whether the operands of an operator may be exchanged.
pub(super) fn commutes(op: Op) -> bool {
    matches!(
        op,
        Op::And
            | Op::Or
            | Op::Xor
            | Op::Eq
            | Op::BvAnd
            | Op::BvOr
            | Op::BvXor
            | Op::Add
            | Op::Mul
            | Op::Uaddo
            | Op::Saddo
            | Op::Umulo
            | Op::Smulo
    )
}

/// Hashes of all terms of a cone, given those of its variables. They depend neither on names nor on ages.
fn hashes(b: &Builder, cone: &Cone, variable: impl Fn(usize) -> u64) -> Vec<u64> {
    let mut all: Vec<u64> = Vec::with_capacity(cone.len());
    for p in 0..cone.len() {
        let node = cone.node(p);
        let head = mix(node.op as u64 + 1, u64::from(node.width));
        let hash = match node.op {
            Op::Var => mix(head, variable(p)),
            Op::Const => match b.as_u64(node.term) {
                Some(k) => mix(head, k),
                None => {
                    let bits = b.as_bits(node.term);
                    bits.iter().flat_map(|k| k.limbs()).fold(head, |h, &l| mix(h, l))
                }
            },
            op => {
                let operands = cone.operands(p);
                let sum = if commutes(op) {
                    operands.iter().fold(0u64, |h, &o| h.wrapping_add(mix(head, all[o as usize])))
                } else {
                    operands.iter().fold(head, |h, &o| mix(h, all[o as usize]))
                };
                let range = if op == Op::Extract { b.extract_range(node.term).1 } else { 0 };
                mix(sum, head ^ u64::from(range) << 40)
            }
        };
        all.push(hash);
    }
    all
}

/// Hashes of the variables by where they occur: what distinguishes the two operands of `x + y`.
fn colours(cone: &Cone, hash: &[u64], cells: &[Term], path: &[Term]) -> Vec<u64> {
    let mut colour = vec![0u64; cone.len()];
    for (i, &t) in cells.iter().enumerate() {
        let place = &mut colour[cone.place(t)];
        *place = place.wrapping_add(mix(11, i as u64));
    }
    for &t in path {
        let p = cone.place(t);
        colour[p] = colour[p].wrapping_add(mix(13, hash[p]));
    }
    for p in (0..cone.len()).rev() {
        let own = mix(colour[p], hash[p]);
        let ordered = !commutes(cone.node(p).op);
        for (i, &o) in cone.operands(p).iter().enumerate() {
            let step = mix(own, if ordered { i as u64 + 1 } else { 0 });
            colour[o as usize] = colour[o as usize].wrapping_add(step);
        }
    }
    colour
}

/// Variables in the order of their first occurrence.
struct Numbering<'a> {
    cone: &'a Cone,
    hash: &'a [u64],
    seen: Vec<bool>,
    order: Vec<usize>,
    stack: Vec<usize>,
}

impl Numbering<'_> {
    fn visit(&mut self, root: usize) {
        self.stack.push(root);
        while let Some(p) = self.stack.pop() {
            if std::mem::replace(&mut self.seen[p], true) {
                continue;
            }
            if self.cone.node(p).op == Op::Var {
                self.order.push(p);
            }
            let operands = self.cone.operands(p);
            let (x, y) = match *operands {
                [x, y] if commutes(self.cone.node(p).op) => (x as usize, y as usize),
                _ => {
                    self.stack.extend(operands.iter().rev().map(|&o| o as usize));
                    continue;
                }
            };
            let (x, y) = if self.hash[y] < self.hash[x] { (y, x) } else { (x, y) };
            self.stack.extend([y, x]);
        }
    }
}

/// Sorts the conjuncts and renames the variables by their first occurrence in the cells, then in the conjuncts. Returns whether
/// any variable got another name.
pub(super) fn rename(b: &mut Builder, cone: &Cone, cells: &mut [Term], path: &mut [Term]) -> bool {
    if cone.variables().is_empty() {
        return false;
    }
    let plain = hashes(b, cone, |_| 0);
    let colour = colours(cone, &plain, cells, path);
    let hash = hashes(b, cone, |p| colour[p]);
    let (seen, order, stack) = (vec![false; cone.len()], Vec::new(), Vec::new());
    let mut numbering = Numbering { cone, hash: &hash, seen, order, stack };
    for &t in cells.iter() {
        numbering.visit(cone.place(t));
    }
    let mut number = vec![0u64; cone.len()];
    for (i, &p) in numbering.order.iter().enumerate() {
        number[p] = i as u64 + 1;
    }
    // Conjuncts that differ only by which of the cells' inputs they are about have different hashes now.
    if !path.is_empty() {
        let known = |p: usize| if number[p] > 0 { number[p] } else { colour[p] };
        let by_number = hashes(b, cone, known);
        path.sort_by_cached_key(|&t| (by_number[cone.place(t)], t));
        numbering.hash = &by_number;
        for &t in path.iter() {
            numbering.visit(cone.place(t));
        }
        let order = numbering.order;
        return apply(b, cone, cells, path, &order);
    }
    let order = numbering.order;
    apply(b, cone, cells, path, &order)
}

/// Gives the variables their names in this order.
fn apply(b: &mut Builder, cone: &Cone, cells: &mut [Term], path: &mut [Term], order: &[usize]) -> bool {
    let mut counts: Vec<(u32, u32)> = Vec::new();
    let mut made = vec![None; cone.len()];
    let mut changed = false;
    for &p in order {
        let node = cone.node(p);
        if node.width == OTHER {
            continue;
        }
        let place = match counts.iter().position(|c| c.0 == node.width) {
            Some(place) => place,
            None => {
                counts.push((node.width, 0));
                counts.len() - 1
            }
        };
        let number = counts[place].1;
        counts[place].1 += 1;
        if is_named(b.name(node.term), node.width, number) {
            made[p] = Some(node.term);
            continue;
        }
        let new = name(b, node.width, number);
        changed = true;
        made[p] = Some(new);
    }
    if !changed {
        return false;
    }
    cone.rebuild(b, &mut made);
    for t in cells.iter_mut().chain(path) {
        *t = made[cone.place(*t)].unwrap_or(*t);
    }
    true
}

/// The canonical variable of this width, 0 for truth values, with this number.
pub(super) fn name(b: &mut Builder, width: u32, number: u32) -> Term {
    let sort = if width == 0 { Sort::Bool } else { Sort::Bv(width) };
    b.var(&format!("d{width}!{number}"), sort)
}

/// Whether this is the canonical name.
fn is_named(name: &str, width: u32, number: u32) -> bool {
    let word = |word: &str, number: u32| word.parse() == Ok(number);
    let Some((family, rest)) = name.strip_prefix('d').and_then(|n| n.split_once('!')) else { return false };
    word(family, width) && word(rest, number)
}

/// The same terms over copies of some of their variables, which bear a number.
pub fn apart(b: &mut Builder, terms: &[Term], some: impl Fn(Term) -> bool, number: usize) -> Vec<Term> {
    let cone = Cone::of(b, terms);
    let mut copies = Vec::new();
    for &place in cone.variables() {
        let variable = cone.node(place as usize).term;
        if some(variable) {
            let name = format!("{}@{number}", b.name(variable));
            copies.push((variable, b.var(&name, b.sort(variable))));
        }
    }
    cone.substitute(b, terms, &copies)
}
