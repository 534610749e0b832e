//! Ultimately periodic words, and direct evaluation of formulas on them.

use rustc_hash::FxHashMap;

use super::{Formula, Formulas, Node, Valuation};

/// The infinite word `prefix` followed by `cycle` repeated for ever.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    /// Valuations before the cycle.
    pub prefix: Vec<Valuation>,
    /// The repeated part; not empty.
    pub cycle: Vec<Valuation>,
}

impl Word {
    /// Number of distinct positions.
    pub fn positions(&self) -> usize {
        self.prefix.len() + self.cycle.len()
    }

    /// The valuation at a position.
    pub fn at(&self, position: usize) -> Valuation {
        match position.checked_sub(self.prefix.len()) {
            None => self.prefix[position],
            Some(i) => self.cycle[i],
        }
    }

    /// The position after a position.
    pub fn next(&self, position: usize) -> usize {
        if position + 1 == self.positions() { self.prefix.len() } else { position + 1 }
    }

    /// Whether the word satisfies `f`. Evaluates each subformula at each position, temporal ones as least or greatest
    /// fixed points. The time is proportional to the product of both sizes.
    pub fn satisfies(&self, formulas: &Formulas, f: Formula) -> bool {
        assert!(!self.cycle.is_empty(), "an infinite word");
        let n = self.positions();
        let mut values: FxHashMap<Formula, Vec<bool>> = FxHashMap::default();
        for g in formulas.subformulas(f) {
            let of = |c: Formula| &values[&c];
            // `value[i] = now(i) or keep(i) and value[next(i)]`: after two rounds of the cycle, the values are stable.
            let fixed_point = |start: bool, now: &dyn Fn(usize) -> bool, keep: &dyn Fn(usize) -> bool| {
                let mut value = vec![start; n];
                for _ in 0..2 {
                    for i in (0..n).rev() {
                        value[i] = now(i) || keep(i) && value[self.next(i)];
                    }
                }
                value
            };
            let each = |now: &dyn Fn(usize) -> bool| (0..n).map(now).collect::<Vec<bool>>();
            let value = match formulas.node(g) {
                Node::True => vec![true; n],
                Node::False => vec![false; n],
                Node::Prop(p) => each(&|i| self.at(i) >> p.index() & 1 == 1),
                Node::Not(a) => each(&|i| !of(*a)[i]),
                Node::And(list) => each(&|i| list.iter().all(|c| of(*c)[i])),
                Node::Or(list) => each(&|i| list.iter().any(|c| of(*c)[i])),
                Node::Implies([a, b]) => each(&|i| !of(*a)[i] || of(*b)[i]),
                Node::Iff([a, b]) => each(&|i| of(*a)[i] == of(*b)[i]),
                Node::Next(a) => each(&|i| of(*a)[self.next(i)]),
                Node::Finally(a) => fixed_point(false, &|i| of(*a)[i], &|_| true),
                Node::Globally(a) => fixed_point(true, &|_| false, &|i| of(*a)[i]),
                Node::Until([a, b]) => fixed_point(false, &|i| of(*b)[i], &|i| of(*a)[i]),
                Node::WeakUntil([a, b]) => fixed_point(true, &|i| of(*b)[i], &|i| of(*a)[i]),
                Node::Release([a, b]) => fixed_point(true, &|i| of(*a)[i] && of(*b)[i], &|i| of(*b)[i]),
                Node::StrongRelease([a, b]) => {
                    fixed_point(false, &|i| of(*a)[i] && of(*b)[i], &|i| of(*b)[i])
                }
            };
            values.insert(g, value);
        }
        values[&f][0]
    }
}
