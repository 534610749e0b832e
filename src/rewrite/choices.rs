//! Which inputs a conditional chooses between.

use std::sync::Arc;

use super::Builder;
use crate::ilr::{Op, Term};

/// Maximum number of inputs and constants of a conditional that an input is compared with one by one.
const MOST_CHOICES: usize = 32;

/// The distinct inputs and constants that nested conditionals choose between, in order; `None` if they are too many or
/// other terms are among them.
pub(super) type Choices = Option<Arc<[Term]>>;

impl Builder {
    /// Whether a term is a conditional, nested or not, between a few inputs and constants. Computed once for each term.
    pub(super) fn chooses_few(&mut self, t: Term) -> bool {
        self.is(t, Op::Ite) && self.choices(t).is_some()
    }

    fn choices(&mut self, t: Term) -> Choices {
        let mut stack = vec![t];
        while let Some(&t) = stack.last() {
            if self.choices.contains_key(&t) {
                stack.pop();
                continue;
            }
            let arms = [self.store.arg(t, 1), self.store.arg(t, 2)];
            let open = arms.into_iter().filter(|&a| self.is(a, Op::Ite) && !self.choices.contains_key(&a));
            let before = stack.len();
            stack.extend(open);
            if stack.len() == before {
                let [x, y] = arms.map(|a| self.chosen(a));
                let both = x.zip(y).and_then(|(x, y)| union(&x, &y));
                self.choices.insert(t, both);
                stack.pop();
            }
        }
        self.choices[&t].clone()
    }

    fn chosen(&self, t: Term) -> Choices {
        match self.store.op(t) {
            Op::Var | Op::Const => Some(Arc::from([t])),
            Op::Ite => self.choices[&t].clone(),
            _ => None,
        }
    }
}

fn union(x: &[Term], y: &[Term]) -> Choices {
    let mut all: Vec<Term> = x.iter().chain(y).copied().collect();
    all.sort_unstable();
    all.dedup();
    (all.len() <= MOST_CHOICES).then(|| all.into())
}
