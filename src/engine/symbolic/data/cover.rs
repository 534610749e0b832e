//! When a vector of terms lies in a [`DataSet`]: a condition on the variables of the terms.

use rustc_hash::FxHashSet;

use super::cone::Cone;
use super::equalities::{odd, undo};
use super::normal::{Variables, reduce};
use super::rename::commutes;
use super::unconstrained::Fresh;
use super::{DataSet, Queries};
use crate::ilr::{Op, Sort, Term};
use crate::rewrite::Builder;
use crate::smt::SmtError;

/// Maximum number of steps to find terms for hidden inputs.
const UNIFY: usize = 400;

/// When the cells of a new set lie in an old one.
pub(super) struct Covering {
    /// Conjuncts over the inputs of the new set and hidden inputs of the old one: some values of the latter must make them true.
    pub conjuncts: Vec<Term>,
    /// Inputs of the old set that the cells do not determine.
    pub hidden: Vec<Term>,
    /// Terms over the new set's inputs that the hidden ones may be, if they are as in the new set.
    pub guesses: Vec<Vec<Term>>,
}

impl Covering {
    /// When a vector of the cells of `new`, under the values of its inputs, is one of `old`. `None` if it never is, or if the
    /// solver gave up.
    pub fn of(
        b: &mut Builder,
        q: &mut Queries,
        new: &DataSet,
        old: &DataSet,
    ) -> Result<Option<Covering>, SmtError> {
        let cone = Cone::of(b, old.cells.iter().chain(&old.path));
        let image = vec![None; cone.len()];
        let mut inversion = Inversion { cone: &cone, image, pending: Vec::new(), rest: Vec::new() };
        inversion.invert(b, new, old);
        let ff = b.ff();
        if inversion.rest.contains(&ff) {
            return Ok(None);
        }
        let originals = inversion.hide(b);
        let Inversion { image, rest, .. } = inversion;
        let hidden: FxHashSet<Term> = originals.iter().filter_map(|&p| image[p]).collect();
        let mut path = rest;
        path.extend(old.path.iter().filter_map(|&t| image[cone.place(t)]));
        // The variables of the new set are given; hidden ones are to be found.
        let all = Cone::of(b, &path);
        let variables = |cone: &Cone| -> Vec<Term> {
            cone.variables().iter().map(|&v| cone.node(v as usize).term).collect()
        };
        let cells: Vec<Term> = variables(&all).into_iter().filter(|v| !hidden.contains(v)).collect();
        let given: FxHashSet<Term> = cells.iter().copied().collect();
        let mut data = DataSet { cells, path };
        let hides = |t: Term| !given.contains(&t);
        let Some(after) = reduce(b, &mut data, &Variables::Hidden(&hides), &mut Fresh::default()) else {
            return Ok(None);
        };
        let left: Vec<Term> = variables(&after).into_iter().filter(|v| !given.contains(v)).collect();
        let mut covering = Covering { conjuncts: data.path, hidden: left, guesses: Vec::new() };
        if !covering.hidden.is_empty() {
            if !covering.drop_closed(b, q, &given)? {
                return Ok(None);
            }
            let found = vec![None; cone.len()];
            let guess = Guess { b, cone: &cone, image: &image, originals: &originals, found, steps: UNIFY };
            covering.guesses = guess.guesses(new, old, &covering.hidden);
        }
        Ok(Some(covering))
    }

    /// Leaves out conjuncts over hidden inputs only, if they are satisfiable; otherwise returns false.
    fn drop_closed(
        &mut self,
        b: &mut Builder,
        q: &mut Queries,
        given: &FxHashSet<Term>,
    ) -> Result<bool, SmtError> {
        let mut kept = Vec::new();
        for group in q.groups(b, &self.conjuncts) {
            let cone = Cone::of(b, &group);
            if cone.variables().iter().any(|&v| given.contains(&cone.node(v as usize).term)) {
                kept.extend(group);
            } else if q.satisfiable(b, &group)? != Some(true) {
                return Ok(false);
            }
        }
        self.conjuncts = kept;
        let cone = Cone::of(b, &self.conjuncts);
        self.hidden.retain(|&h| cone.known(h).is_some());
        Ok(true)
    }

    /// The condition for these values of the hidden inputs.
    pub fn instance(&self, b: &mut Builder, values: &[Term]) -> Term {
        let cone = Cone::of(b, &self.conjuncts);
        let map: Vec<(Term, Term)> = self.hidden.iter().copied().zip(values.iter().copied()).collect();
        let made = cone.substitute(b, &self.conjuncts, &map);
        b.and_all(made)
    }
}

/// Finds the values that inputs of an old set must have for given cells.
struct Inversion<'a> {
    cone: &'a Cone,
    /// Terms of the old set as terms over the new one's variables, as far as their inputs are determined.
    image: Vec<Option<Term>>,
    /// Terms of the old set with what they must be.
    pending: Vec<(usize, Term)>,
    /// Conditions that remain.
    rest: Vec<Term>,
}

impl Inversion<'_> {
    /// Determines as many inputs as follow from the cells, one after another.
    fn invert(&mut self, b: &mut Builder, new: &DataSet, old: &DataSet) {
        for (&s, &t) in old.cells.iter().zip(&new.cells) {
            self.pending.push((self.cone.place(s), t));
        }
        // Cells that are inputs first: others may need these.
        let (plain, other): (Vec<_>, Vec<_>) = std::mem::take(&mut self.pending)
            .into_iter()
            .partition(|&(p, _)| self.cone.node(p).op == Op::Var);
        for (p, t) in plain {
            self.determine(b, p, t);
        }
        self.pending = other;
        loop {
            self.sweep(b);
            let before = self.pending.len();
            let mut progress = false;
            for (p, t) in std::mem::take(&mut self.pending) {
                progress |= self.determine(b, p, t);
            }
            if self.pending.is_empty() || !progress && self.pending.len() == before {
                break;
            }
        }
        self.sweep(b);
    }

    /// Images of all terms whose operands have one.
    fn sweep(&mut self, b: &mut Builder) {
        let mut args = Vec::new();
        for p in 0..self.cone.len() {
            let node = self.cone.node(p);
            if self.image[p].is_some() || node.op == Op::Var {
                continue;
            }
            args.clear();
            args.extend(self.cone.operands(p).iter().map_while(|&o| self.image[o as usize]));
            if args.len() == self.cone.operands(p).len() {
                self.image[p] = Some(b.rebuild(node.term, &args));
            }
        }
    }

    /// Follows operators that can be undone to an input that is not yet determined. What cannot be followed stays pending.
    /// Returns whether anything became known.
    fn determine(&mut self, b: &mut Builder, place: usize, target: Term) -> bool {
        let (mut place, mut target) = (place, target);
        let mut progress = false;
        loop {
            if let Some(image) = self.image[place] {
                self.rest.push(b.eq(image, target));
                return true;
            }
            let operands = self.cone.operands(place);
            let image = |i: usize| self.image[operands[i] as usize];
            let (i, other) = match self.cone.node(place).op {
                Op::Var => {
                    self.image[place] = Some(target);
                    return true;
                }
                Op::Neg | Op::BvNot | Op::Zext | Op::Sext | Op::Bswap | Op::Bitreverse => (0, None),
                Op::Mul if odd(b, self.cone.node(operands[1] as usize).term) => (0, None),
                Op::Add | Op::Sub | Op::BvXor if image(1).is_some() => (0, image(1)),
                Op::Add | Op::Sub | Op::BvXor if image(0).is_some() => (1, image(0)),
                Op::Concat => {
                    let [high, low] = [0, 1].map(|i| operands[i] as usize);
                    let (width, half) = (b.width(target), self.cone.node(low).width);
                    let upper = b.extract(target, width - 1, half);
                    progress |= self.determine(b, high, upper);
                    target = b.extract(target, half - 1, 0);
                    place = low;
                    continue;
                }
                _ => {
                    self.pending.push((place, target));
                    return progress;
                }
            };
            target = undo(b, self.cone, place, i, target, other, &mut self.rest);
            place = operands[i] as usize;
            progress = true;
        }
    }

    /// Gives names to the inputs that are not determined, so that all terms have images; returns their positions.
    fn hide(&mut self, b: &mut Builder) -> Vec<usize> {
        let mut hidden = Vec::new();
        for &v in self.cone.variables() {
            let p = v as usize;
            if self.image[p].is_none() {
                let term = self.cone.node(p).term;
                let (sort, number) = (b.sort(term), hidden.len());
                let family = match sort {
                    Sort::Bv(w) => w,
                    _ => 0,
                };
                self.image[p] = Some(b.var(&format!("h{family}!{number}"), sort));
                hidden.push(p);
            }
        }
        self.sweep(b);
        for (p, target) in std::mem::take(&mut self.pending) {
            let image = self.image[p].expect("all terms have images");
            self.rest.push(b.eq(image, target));
        }
        hidden
    }
}

/// Guesses what hidden inputs may be: if the two sets look alike, the inputs of the new one at the same places.
struct Guess<'a> {
    b: &'a mut Builder,
    cone: &'a Cone,
    /// Images of the old set's terms; those of hidden inputs are their names.
    image: &'a [Option<Term>],
    /// Positions of the hidden inputs.
    originals: &'a [usize],
    /// What hidden inputs are found to be.
    found: Vec<Option<Term>>,
    steps: usize,
}

impl Guess<'_> {
    /// Values for the hidden inputs `left`: those of equal names, then those at the same places.
    fn guesses(mut self, new: &DataSet, old: &DataSet, left: &[Term]) -> Vec<Vec<Term>> {
        for (&s, &t) in old.cells.iter().zip(&new.cells) {
            self.unify(self.cone.place(s), t);
        }
        for &s in &old.path {
            for &t in &new.path {
                if self.unify(self.cone.place(s), t) {
                    break;
                }
            }
        }
        let inputs = Cone::of(self.b, new.cells.iter().chain(&new.path));
        let mut guesses: Vec<Vec<Term>> = Vec::new();
        for by_name in [false, true] {
            let mut guess = Vec::with_capacity(left.len());
            for &h in left {
                let original = self.originals.iter().copied().find(|&p| self.image[p] == Some(h));
                let same = original.map(|p| self.cone.node(p).term).filter(|&t| inputs.known(t).is_some());
                let found = original.and_then(|p| self.found[p]);
                let best = if by_name { same.or(found) } else { found.or(same) };
                guess.push(best.unwrap_or_else(|| zero(self.b, h)));
            }
            if !guesses.contains(&guess) {
                guesses.push(guess);
            }
        }
        guesses
    }

    /// Whether the term of the old set is the given term of the new one, for some values of hidden inputs, which are noted then.
    fn unify(&mut self, root: usize, target: Term) -> bool {
        let mut bound = Vec::new();
        let equal = self.equal(root, target, &mut bound);
        if !equal {
            self.forget(&mut bound, 0);
        }
        equal
    }

    fn forget(&mut self, bound: &mut Vec<usize>, keep: usize) {
        for p in bound.drain(keep..) {
            self.found[p] = None;
        }
    }

    fn equal(&mut self, place: usize, target: Term, bound: &mut Vec<usize>) -> bool {
        if self.image[place] == Some(target) || self.found[place] == Some(target) {
            return true;
        }
        if self.steps == 0 || self.found[place].is_some() {
            return false;
        }
        self.steps -= 1;
        let node = self.cone.node(place);
        if node.op == Op::Var {
            if self.originals.contains(&place) && self.b.sort(target) == self.b.sort(node.term) {
                self.found[place] = Some(target);
                bound.push(place);
                return true;
            }
            return false;
        }
        if self.b.op(target) != node.op || self.b.sort(target) != self.b.sort(node.term) {
            return false;
        }
        if node.op == Op::Const
            || node.op == Op::Extract && self.b.extract_range(target) != self.b.extract_range(node.term)
        {
            return false;
        }
        let args = self.b.args(target);
        let operands: Vec<usize> = self.cone.operands(place).iter().map(|&o| o as usize).collect();
        let keep = bound.len();
        if operands.iter().zip(&args).all(|(&o, &a)| self.equal(o, a, bound)) {
            return true;
        }
        self.forget(bound, keep);
        if commutes(node.op)
            && self.equal(operands[0], args[1], bound)
            && self.equal(operands[1], args[0], bound)
        {
            return true;
        }
        self.forget(bound, keep);
        false
    }
}

/// False or 0, of the sort of a variable.
pub(super) fn zero(b: &mut Builder, of: Term) -> Term {
    match b.sort(of) {
        Sort::Bv(w) => b.bv(w, 0),
        _ => b.ff(),
    }
}
