//! Terms on their way from one builder to another one, of another thread.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::Builder;
use crate::base::Bits;
use crate::ilr::{Op, Sort, Term, TermStore, visit::cone};

/// Some terms with all that they consist of, without their store.
#[derive(Clone, Debug, Default)]
pub struct Parcel {
    /// Operands come before the nodes that have them.
    nodes: Vec<Packed>,
    /// The nodes that stand for the terms.
    roots: Vec<u32>,
}

#[derive(Clone, Debug)]
enum Packed {
    Bool(bool),
    Constant(Bits),
    Variable {
        name: Box<str>,
        sort: Sort,
        mark: u8,
    },
    HeapEmpty(u32),
    /// An operator over earlier nodes; the range is that of an extraction.
    Apply {
        op: Op,
        sort: Sort,
        range: (u32, u32),
        args: SmallVec<[u32; 3]>,
    },
}

impl Parcel {
    /// Packs terms of a store.
    pub fn of(store: &TermStore, roots: &[Term]) -> Parcel {
        let all = cone(store, roots);
        let numbers: FxHashMap<Term, u32> = all.iter().copied().zip(0..).collect();
        let nodes = all
            .iter()
            .map(|&t| match store.op(t) {
                op @ (Op::False | Op::True) => Packed::Bool(op == Op::True),
                Op::Const => Packed::Constant(store.as_bits(t).expect("a constant")),
                Op::Var => {
                    let (sort, mark) = (store.sort(t), store.mark(t));
                    Packed::Variable { name: store.name(t).into(), sort, mark }
                }
                Op::HeapEmpty => match store.sort(t) {
                    Sort::Heap(width) => Packed::HeapEmpty(width),
                    other => unreachable!("heap_empty of sort {other}"),
                },
                op => {
                    let range = if op == Op::Extract { store.extract_range(t) } else { (0, 0) };
                    let args = store.args(t).iter().map(|a| numbers[a]).collect();
                    Packed::Apply { op, sort: store.sort(t), range, args }
                }
            })
            .collect();
        Parcel { nodes, roots: roots.iter().map(|root| numbers[root]).collect() }
    }
}

impl Builder {
    /// The terms of a parcel, in the order in which they were packed, simplified; variables keep their names.
    pub fn unpack(&mut self, parcel: &Parcel) -> Vec<Term> {
        let mut made: Vec<Term> = Vec::with_capacity(parcel.nodes.len());
        for node in &parcel.nodes {
            let term = match node {
                Packed::Bool(value) => self.bool(*value),
                Packed::Constant(value) => self.constant(value),
                Packed::Variable { name, sort, mark } => self.marked_var(name, *sort, *mark),
                Packed::HeapEmpty(width) => self.heap_empty(*width),
                Packed::Apply { op, sort, range, args } => {
                    let args: SmallVec<[Term; 5]> = args.iter().map(|&a| made[a as usize]).collect();
                    self.remake(*op, *sort, *range, &args)
                }
            };
            made.push(term);
        }
        parcel.roots.iter().map(|&root| made[root as usize]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_arrive_as_they_were() {
        let mut from = Builder::new();
        let [x, y] = ["x", "y"].map(|name| from.marked_var(name, Sort::Bv(32), 3));
        let seven = from.constant(&Bits::new(32, 7));
        let wide = from.constant(&Bits::from_u128(100, 1 << 90));
        let sum = from.add(x, seven);
        let part = from.extract(sum, 20, 4);
        let long = from.sext(part, 100);
        let product = from.mul(long, wide);
        let less = from.ult(x, y);
        let either = from.ite(less, x, sum);
        let roots = [product, either, less, seven, x];
        let parcel = Parcel::of(from.store(), &roots);
        let mut to = Builder::new();
        to.var("y", Sort::Bv(32));
        let arrived = to.unpack(&parcel);
        assert_eq!(to.store().mark(arrived[4]), 3);
        // And back: the same terms.
        let back = Parcel::of(to.store(), &arrived);
        assert_eq!(from.unpack(&back), roots);
    }
}
