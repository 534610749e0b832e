//! Formulas of the tests' own: random ones, their meaning on words, and a tableau for systems. Nothing here uses the
//! library's formulas but the translation into them.

use bmc::internals::ltl::{Formula, Formulas, Word, parse};

use super::splitmix::Random;

/// Propositions of random formulas.
pub const PROPS: [&str; 3] = ["a", "b", "c"];

#[derive(Clone, Debug)]
pub enum Tree {
    Constant(bool),
    Prop(usize),
    /// `!`, `X`, `F` or `G`.
    Unary(char, Box<Tree>),
    /// `&`, `|`, `>` (implication), `=` (equivalence), `U`, `R`, `W` or `M`.
    Binary(char, Box<[Tree; 2]>),
}

impl Tree {
    /// A random formula with so many operators.
    pub fn random(random: &mut Random, operators: usize) -> Tree {
        if operators == 0 {
            return match random.below(12) {
                0 => Tree::Constant(random.below(2) == 0),
                _ => Tree::Prop(random.below(PROPS.len())),
            };
        }
        match random.below(11) {
            k @ 0..4 => {
                let op = ['!', 'X', 'F', 'G'][k];
                Tree::Unary(op, Box::new(Tree::random(random, operators - 1)))
            }
            k => {
                // `>` and `=` together as often as one of the others.
                let op = match k - 4 {
                    0 => ['>', '='][random.below(2)],
                    k => ['&', '|', 'U', 'R', 'W', 'M'][k - 1],
                };
                let left = random.below(operators);
                let parts = [left, operators - 1 - left].map(|n| Tree::random(random, n));
                Tree::Binary(op, Box::new(parts))
            }
        }
    }

    /// With parentheses everywhere; `spelling` chooses among the notations.
    pub fn text(&self, spelling: &mut Random) -> String {
        let mut pick = |list: &[&str]| list[spelling.below(list.len())].to_owned();
        match self {
            Tree::Constant(true) => pick(&["true", "1"]),
            Tree::Constant(false) => pick(&["false", "0"]),
            Tree::Prop(p) => {
                let quote = pick(&["", "\""]);
                format!("{quote}{}{quote}", PROPS[*p])
            }
            Tree::Unary(op, inner) => {
                let op = match op {
                    '!' => pick(&["!", "~"]),
                    'F' => pick(&["F ", "<>"]),
                    'G' => pick(&["G ", "[]"]),
                    _ => "X ".to_owned(),
                };
                format!("{op}({})", inner.text(spelling))
            }
            Tree::Binary(op, parts) => {
                let op = match op {
                    '&' => pick(&["&", "&&", "/\\"]),
                    '|' => pick(&["|", "||", "\\/"]),
                    '>' => pick(&["->", "=>"]),
                    '=' => pick(&["<->", "<=>"]),
                    'R' => pick(&["R", "V"]),
                    c => c.to_string(),
                };
                format!("({}) {op} ({})", parts[0].text(spelling), parts[1].text(spelling))
            }
        }
    }

    /// The library's formula, by way of the text.
    pub fn formula(&self, formulas: &mut Formulas, spelling: &mut Random) -> Formula {
        let text = self.text(spelling);
        parse(formulas, &text).unwrap_or_else(|e| panic!("{text}: {e}"))
    }

    /// Truth in each position of the word: the definition, with quantifiers over positions.
    pub fn values(&self, word: &Word) -> Vec<bool> {
        let n = word.positions();
        // The positions from i on, in order, each at least once.
        let from = |i: usize| std::iter::successors(Some(i), |k| Some(word.next(*k))).take(2 * n);
        let each = |f: &dyn Fn(usize) -> bool| (0..n).map(f).collect::<Vec<bool>>();
        match self {
            Tree::Constant(b) => vec![*b; n],
            Tree::Prop(p) => each(&|i| word.at(i) >> p & 1 == 1),
            Tree::Unary(op, inner) => {
                let v = inner.values(word);
                match op {
                    '!' => each(&|i| !v[i]),
                    'X' => each(&|i| v[word.next(i)]),
                    'F' => each(&|i| from(i).any(|k| v[k])),
                    _ => each(&|i| from(i).all(|k| v[k])),
                }
            }
            Tree::Binary(op, parts) => {
                let (a, b) = (parts[0].values(word), parts[1].values(word));
                let until = |a: &[bool], b: &[bool], i: usize| {
                    from(i).find(|k| b[*k] || !a[*k]).is_some_and(|k| b[k])
                };
                let not = |v: &[bool]| v.iter().map(|x| !x).collect::<Vec<bool>>();
                let (na, nb) = (not(&a), not(&b));
                match op {
                    '&' => each(&|i| a[i] && b[i]),
                    '|' => each(&|i| a[i] || b[i]),
                    '>' => each(&|i| !a[i] || b[i]),
                    '=' => each(&|i| a[i] == b[i]),
                    'U' => each(&|i| until(&a, &b, i)),
                    'R' => each(&|i| !until(&na, &nb, i)),
                    'W' => each(&|i| until(&a, &b, i) || from(i).all(|k| a[k])),
                    _ => each(&|i| !until(&na, &nb, i) && from(i).any(|k| a[k])),
                }
            }
        }
    }

    /// Whether the word satisfies it.
    pub fn holds(&self, word: &Word) -> bool {
        self.values(word)[0]
    }
}

/// A random word of few positions.
pub fn random_word(random: &mut Random) -> Word {
    let mut letters = |n: usize| (0..n).map(|_| random.next() & 7).collect::<Vec<u64>>();
    let prefix = letters(2);
    let cycle = letters(4);
    let (p, c) = (random.below(3), 1 + random.below(4));
    Word { prefix: prefix[..p].to_vec(), cycle: cycle[..c].to_vec() }
}
