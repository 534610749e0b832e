//! Variables that are only compared: few bits, or none.
//!
//! If a formula only selects between the values of some variables and compares them with each other and with constants,
//! it depends only on their order. If it has a model, it has one whose values lie close to the constants (range
//! allocation; A. Pnueli, Y. Rodeh, O. Strichman, M. Siegel, "The Small Model Property: How Small Can It Be?",
//! Information and Computation 178, 2002). Such variables get few bits, which are extended to their width.
//!
//! **Correctness.** A class holds variables, conditionals between them and constants. It is closed: with a conditional
//! it contains both arms, with one side of a comparison the other side. Its terms have no other uses, and all its
//! comparisons are `=` and the inequalities of one signedness. So each term has the value of one of the class's `n`
//! variables or constants, and each comparison depends only on their order. Let the window contain all constants, plus
//! `n` values below the least and `n` values above the greatest constant, or all values there are. Take a model. Values
//! between two constants lie in the window. At most `n` values lie below all constants. They can be moved up into the
//! window (if they are not in it), keeping their order; likewise those above. No comparison changes, and nothing else
//! in the formula depends on the class.
//!
//! **Order theory.** If, moreover, the terms of a class are variables alone, compared with each other by unsigned inequalities,
//! and no constants, then they need no bits: a comparison is an input of the circuit, and [`theory`] keeps the values of these
//! inputs consistent. A consistent choice orders the variables, with ties; the places in this order are their values, and less
//! than the number of variables without bits. So nothing is lost as the width has as many values.

mod comparisons;
mod propagator;
mod theory;

#[cfg(test)]
mod domain_tests;
#[cfg(test)]
mod tests;

use rustc_hash::FxHashMap;

pub use self::comparisons::{Comparisons, OrderAtom};
pub use self::propagator::Propagator;
pub use self::theory::{Atom, OrderTheory, positions};
use crate::base::Bits;
use crate::ilr::{Op, Sort, Term, TermStore};

/// Maximum number of constants of a class.
const MOST_CONSTANTS: usize = 64;

/// Factor by which a window is larger than the number of variables requires, since more may come.
const SLACK: u64 = 4;

/// Least number of variables of a class without bits.
const LEAST_WITHOUT_BITS: u64 = 17;

/// Largest number of variables without bits; the theory takes memory in its square.
const MOST_WITHOUT_BITS: u64 = 1 << 13;

/// Least width of variables without bits. All of them, of whatever class, get their values from one order, so it must have as
/// many values as there are variables.
const LEAST_WIDTH: u32 = 32;

/// How a variable that is only compared is represented.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Domain {
    /// By fewer bits.
    Window(Window),
    /// By its comparisons, whose consistency the order theory keeps.
    Order,
}

/// Bits of a variable: how many, and how they are extended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// Number of free bits.
    pub bits: u32,
    /// Whether the last of them is the sign bit.
    pub signed: bool,
}

/// Knowledge about a class.
#[derive(Clone, Default)]
struct Class {
    variables: u64,
    /// The distinct constants.
    constants: Vec<Bits>,
    signed: bool,
    unsigned: bool,
    /// Whether it has conditionals or equations.
    mixed: bool,
    /// Whether its terms have other uses.
    open: bool,
    /// Whether variables of it have no bits, and whether some have.
    given: [bool; 2],
}

/// Classes of all scanned terms.
#[derive(Default)]
pub struct Orders {
    /// Scanned terms.
    seen: Vec<bool>,
    /// Union-find parents.
    parent: FxHashMap<Term, Term>,
    /// Classes by root.
    classes: FxHashMap<Term, Class>,
    /// Domains that were given to variables.
    given: Vec<(Term, Domain)>,
    /// Number of variables among them that have no bits.
    without_bits: u64,
    /// Whether variables keep all their bits.
    off: bool,
    /// Whether the order theory is used.
    pub theory: bool,
}

impl Orders {
    /// Scans all terms that the roots depend on.
    pub fn scan(&mut self, s: &TermStore, roots: &[Term]) {
        if self.off {
            return;
        }
        self.seen.resize(s.len(), false);
        let mut stack = roots.to_vec();
        while let Some(t) = stack.pop() {
            if std::mem::replace(&mut self.seen[t.index()], true) {
                continue;
            }
            self.term(s, t);
            stack.extend(s.args(t));
        }
    }

    /// Returns a domain for a variable if fewer bits than its width suffice, and records it.
    pub fn domain(&mut self, s: &TermStore, variable: Term) -> Option<Domain> {
        if self.off {
            return None;
        }
        let width = s.width(variable);
        let root = self.root(variable);
        let class = self.classes.get(&root)?;
        let without_bits = match class.given {
            [true, _] => true,
            [_, true] => false,
            _ => {
                class.variables >= LEAST_WITHOUT_BITS
                    && self.without_bits + class.variables <= MOST_WITHOUT_BITS
            }
        };
        let domain = if self.theory && without_bits && is_order(class, width) {
            Some(Domain::Order)
        } else {
            self.needed(variable, width, SLACK).map(Domain::Window)
        };
        self.class(variable).given[usize::from(domain != Some(Domain::Order))] = true;
        self.given.extend(domain.map(|domain| (variable, domain)));
        self.without_bits += u64::from(domain == Some(Domain::Order));
        domain
    }

    /// Whether all recorded domains still suffice.
    pub fn is_kept(&mut self, s: &TermStore) -> bool {
        let given = std::mem::take(&mut self.given);
        let kept = given.iter().all(|&(t, domain)| {
            let root = self.root(t);
            let class = &self.classes[&root];
            match domain {
                Domain::Window(window) => holds(class, s.width(t), window),
                Domain::Order => is_order(class, s.width(t)) && !class.given[1],
            }
        });
        self.given = given;
        kept
    }

    /// Forgets the recorded domains, but not the scanned terms.
    pub fn forget(&mut self) {
        self.given.clear();
        self.without_bits = 0;
        self.classes.values_mut().for_each(|class| class.given = [false; 2]);
    }

    /// From now on, variables keep all their bits.
    pub fn turn_off(&mut self) {
        *self = Orders { off: true, ..Orders::default() };
    }

    fn needed(&mut self, variable: Term, width: u32, slack: u64) -> Option<Window> {
        let root = self.root(variable);
        let class = self.classes.get(&root).filter(|class| !class.open)?;
        let roomy = Class { variables: class.variables * slack, ..class.clone() };
        let signs = if class.signed { [true, true] } else { [false, true] };
        (1..=width / 2).find_map(|bits| {
            let windows = signs.into_iter().map(|signed| Window { bits, signed });
            windows.into_iter().find(|&w| holds(&roomy, width, w))
        })
    }

    fn root(&mut self, t: Term) -> Term {
        let mut root = t;
        while let Some(&up) = self.parent.get(&root).filter(|&&up| up != root) {
            root = up;
        }
        let mut at = t;
        while at != root {
            at = self.parent.insert(at, root).expect("it has a parent");
        }
        self.parent.entry(root).or_insert(root);
        root
    }

    fn class(&mut self, t: Term) -> &mut Class {
        let root = self.root(t);
        self.classes.entry(root).or_default()
    }

    fn open(&mut self, s: &TermStore, t: Term) {
        if s.op(t) != Op::Const && matches!(s.sort(t), Sort::Bv(_)) {
            self.class(t).open = true;
        }
    }

    /// Relates two terms whose values meet. A constant joins the other term's class without merging the classes it
    /// occurs in.
    fn relate(&mut self, s: &TermStore, a: Term, b: Term) {
        match (s.as_bits(a), s.as_bits(b)) {
            (Some(_), Some(_)) => {}
            (Some(value), None) => self.constant(b, value),
            (None, Some(value)) => self.constant(a, value),
            (None, None) => self.join(a, b),
        }
    }

    fn constant(&mut self, t: Term, value: Bits) {
        let class = self.class(t);
        if class.open || class.constants.contains(&value) {
            return;
        }
        class.constants.push(value);
        class.open |= class.constants.len() > MOST_CONSTANTS;
    }

    fn join(&mut self, a: Term, b: Term) {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return;
        }
        self.parent.insert(b, a);
        let Some(other) = self.classes.remove(&b) else { return };
        let class = self.classes.entry(a).or_default();
        class.variables += other.variables;
        class.signed |= other.signed;
        class.unsigned |= other.unsigned;
        class.mixed |= other.mixed;
        class.open |= other.open;
        (0..2).for_each(|i| class.given[i] |= other.given[i]);
        for value in other.constants {
            if !class.constants.contains(&value) {
                class.constants.push(value);
            }
        }
        class.open |= class.constants.len() > MOST_CONSTANTS;
    }

    fn term(&mut self, s: &TermStore, t: Term) {
        let args = s.args(t);
        let vectors = |of: Term| matches!(s.sort(of), Sort::Bv(_));
        match s.op(t) {
            Op::Var if vectors(t) => self.class(t).variables += 1,
            Op::Const => {}
            Op::Ite if vectors(t) => {
                self.relate(s, t, args[1]);
                self.relate(s, t, args[2]);
                self.class(t).mixed = true;
            }
            op @ (Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle) if vectors(args[0]) => {
                self.relate(s, args[0], args[1]);
                for &side in args.iter().filter(|&&side| s.op(side) != Op::Const) {
                    let class = self.class(side);
                    class.signed |= matches!(op, Op::Slt | Op::Sle);
                    class.unsigned |= matches!(op, Op::Ult | Op::Ule);
                    class.mixed |= op == Op::Eq;
                }
            }
            _ => {
                self.open(s, t);
                args.iter().for_each(|&arg| self.open(s, arg));
            }
        }
    }
}

/// Whether the class needs no bits.
fn is_order(class: &Class, width: u32) -> bool {
    let plain = !class.open && !class.signed && !class.mixed && class.constants.is_empty();
    plain && width >= LEAST_WIDTH
}

/// Whether the window contains the values that a class of this width needs.
fn holds(class: &Class, width: u32, window: Window) -> bool {
    if class.open || class.signed && class.unsigned || window.bits >= width {
        return false;
    }
    if class.signed && !window.signed && !class.constants.is_empty() {
        return false;
    }
    // A signed window without a signed comparison is right only for equations.
    if class.unsigned && window.signed {
        return false;
    }
    // Values as numbers that increase in the order of the class.
    let flip = |value: &Bits| if window.signed { value.xor(&Bits::signed_min(width)) } else { value.clone() };
    let size = Bits::one(width).shl(&Bits::new(width, u64::from(window.bits)));
    let one = Bits::one(width);
    let low = if window.signed { Bits::signed_min(width).sub(&size.lshr(&one)) } else { Bits::zero(width) };
    let high = low.add(&size.sub(&one));
    if class.constants.is_empty() {
        return window.bits >= 64 || class.variables <= 1 << window.bits;
    }
    let constants: Vec<Bits> = class.constants.iter().map(flip).collect();
    let inside = |value: &Bits| low.ule(value) && value.ule(&high);
    if !constants.iter().all(inside) {
        return false;
    }
    // At least this many values lie between the constants and each end of the window, or nothing lies beyond the end.
    let least = constants.iter().fold(high.clone(), |m, v| if v.ult(&m) { v.clone() } else { m });
    let greatest = constants.iter().fold(low.clone(), |m, v| if m.ult(v) { v.clone() } else { m });
    let enough = |room: Bits| room.to_u64().is_none_or(|room| room >= class.variables);
    (low.is_zero() || enough(least.sub(&low))) && (high == Bits::ones(width) || enough(high.sub(&greatest)))
}
