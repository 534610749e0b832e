//! Why loops that are cut end: for each of them a list of measures, of which the first that changes gets less with each iteration.
//!
//! Numbers of a width are finitely many, so that no measure needs a least value. A run without an end would stay for ever in a visit of
//! some loop, as cut loops are entered at their heads only, all others are followed to their ends, and no function calls itself; in
//! the outermost such visit the list would get less without end.
//!
//! Measures are chosen as by C. Alias, A. Darte, P. Feautrier, L. Gonnord, "Multi-dimensional Rankings, Program Termination, and
//! Complexity Bounds of Flowchart Programs" (SAS 2010), section 3: one that no iteration which is left makes greater, and then only
//! the iterations are left that keep it as it is.

use super::candidates::{Atom, Sum, constants};
use crate::engine::bmc::check::Budget;
use crate::engine::bmc::explore::Eval;
use crate::engine::bmc::policy::Rank;
use crate::engine::bmc::policy::induction::{Cuts, Induction, Instance, Moment, Spot};
use crate::engine::verdict::Fault;
use crate::ilr::Term;
use crate::ilr::eval::Evaluator;
use crate::rewrite::Builder;
use crate::smt::{Answer, Reason, Solver};

/// Conflicts that a question may cost.
const CONFLICTS: u64 = 40_000;

/// Most scalars of a loop whose sums and differences are measures.
const MOST_PAIRED: usize = 8;

/// Most values that do not change whose distances from a scalar are measures.
const MOST_FIXED: usize = 8;

/// A measure of a loop's scalars.
struct Measure {
    sum: Sum,
    width: u32,
    signed: bool,
}

impl Measure {
    fn term(&self, b: &mut Builder, instance: &Instance, values: &[Term]) -> Term {
        self.sum.term(b, self.width, instance, values)
    }
}

/// A measure, with when an iteration changes it, for each way back to the head.
struct Considered {
    measure: Measure,
    less: Vec<Term>,
    more: Vec<Term>,
}

/// Those that are changed, and the others.
type Parted = (Vec<Considered>, Vec<Considered>);

/// What the search has come to.
pub enum Ranked {
    /// All loops end.
    Ends(Ranking),
    /// Nothing is known, for this reason.
    Open(String),
    /// The effort was spent.
    Late,
}

/// The measures of loops.
#[derive(Default)]
pub struct Ranking {
    /// By number of the instance.
    pub of: Vec<(usize, Vec<Rank>)>,
    /// When an iteration does not make them less.
    pub not_less: Vec<Term>,
}

/// Asks while candidate invariants are assumed.
struct Asker<'s, 'a, 'e> {
    eval: &'s mut Eval<'e>,
    solver: &'a mut dyn Solver,
    budget: &'a Budget,
    assumed: &'a [Term],
}

/// Looks for measures of all loops that are cut, where `assumed` holds.
///
/// # Errors
/// When the solver misbehaves.
pub fn rank(
    eval: &mut Eval<'_>,
    (induction, cuts): (&Induction, &Cuts),
    assumed: &[Term],
    solver: &mut dyn Solver,
    budget: &Budget,
) -> Result<Ranked, Fault> {
    if !cuts.functions.is_empty() {
        return Ok(Ranked::Open("whether recursion ends".to_owned()));
    }
    let mut asker = Asker { eval, solver, budget, assumed };
    let mut ranking = Ranking::default();
    for (of, instance) in induction.instances().into_iter().enumerate() {
        if !matches!(instance.spot, Spot::Loop(_)) {
            return Ok(Ranked::Open("whether more than loops ends".to_owned()));
        }
        let measures = match asker.choose(instance)? {
            Ok(measures) => measures,
            Err(other) => return Ok(other),
        };
        let b = &mut asker.eval.vm.ledger.d.terms;
        let heads = instance.heads();
        let rank = |m: &Measure| Rank { measure: m.term(b, instance, &heads), signed: m.signed };
        ranking.of.push((of, measures.iter().map(rank).collect()));
        ranking.not_less.extend(not_less(b, instance, &measures));
    }
    Ok(Ranked::Ends(ranking))
}

impl Asker<'_, '_, '_> {
    /// The answer whether one of these can hold.
    fn ask(&mut self, any: &[Term]) -> Result<Answer, Fault> {
        let limits = self.budget.limits(self.eval, self.solver, Some(CONFLICTS));
        let b = &mut self.eval.vm.ledger.d.terms;
        let mut assumed = self.assumed.to_vec();
        assumed.push(b.or_all(any.iter().copied()));
        Ok(self.solver.check(b, &assumed, &limits)?)
    }

    /// Measures for a visit of a loop.
    fn choose(&mut self, instance: &Instance) -> Result<Result<Vec<Measure>, Ranked>, Fault> {
        let mut left: Vec<Term> = instance.backs.iter().map(|back| back.path).collect();
        let mut others = considered(&mut self.eval.vm.ledger.d.terms, instance);
        // Those that no iteration which is left makes greater.
        let mut never_more: Vec<Considered> = Vec::new();
        let mut chosen = Vec::new();
        let mut is_fresh = false;
        loop {
            match self.ask(&left)? {
                Answer::Unsat(_) => return Ok(Ok(chosen)),
                Answer::Unknown(reason) => return Ok(Err(unknown(reason))),
                Answer::Sat => {}
            }
            let (mut less, kept) = match self.changed(never_more, &left, |c| &c.less)? {
                Ok(parted) => parted,
                Err(other) => return Ok(Err(other)),
            };
            never_more = kept;
            if !less.is_empty() {
                let Considered { measure, less: when, .. } = less.remove(0);
                never_more.splice(0..0, less);
                let b = &mut self.eval.vm.ledger.d.terms;
                for (path, when) in left.iter_mut().zip(when) {
                    let same = b.not(when);
                    *path = b.and(*path, same);
                }
                chosen.push(measure);
                is_fresh = false;
                continue;
            }
            if is_fresh {
                return Ok(Err(Ranked::Open("no measure of a loop gets less".to_owned())));
            }
            never_more.append(&mut others);
            loop {
                let (more, kept) = match self.changed(never_more, &left, |c| &c.more)? {
                    Ok(parted) => parted,
                    Err(other) => return Ok(Err(other)),
                };
                never_more = kept;
                if more.is_empty() {
                    break;
                }
                others.extend(more);
            }
            is_fresh = true;
        }
    }

    /// Parts measures into those that an iteration changes so, of one that does it to any of them, and the others.
    fn changed(
        &mut self,
        all: Vec<Considered>,
        left: &[Term],
        change: fn(&Considered) -> &[Term],
    ) -> Result<Result<Parted, Ranked>, Fault> {
        let b = &mut self.eval.vm.ledger.d.terms;
        let of = |b: &mut Builder, c: &Considered| {
            let each: Vec<Term> =
                left.iter().zip(change(c)).map(|(&path, &when)| b.and(path, when)).collect();
            b.or_all(each)
        };
        let when: Vec<Term> = all.iter().map(|c| of(b, c)).collect();
        match self.ask(&when)? {
            Answer::Unsat(_) => return Ok(Ok((Vec::new(), all))),
            Answer::Unknown(reason) => return Ok(Err(unknown(reason))),
            Answer::Sat => {}
        }
        let b = &mut self.eval.vm.ledger.d.terms;
        let model = self.solver.model(b)?;
        let mut values = Evaluator::new(b.store(), &model);
        let parted: (Vec<_>, Vec<_>) = all.into_iter().zip(when).partition(|(_, when)| values.bool(*when));
        if parted.0.is_empty() {
            return Err(Fault::Replay("a model changes none of the measures that it should".to_owned()));
        }
        let measures = |parts: Vec<(Considered, Term)>| parts.into_iter().map(|part| part.0).collect();
        Ok(Ok((measures(parted.0), measures(parted.1))))
    }
}

fn unknown(reason: Reason) -> Ranked {
    match reason {
        Reason::Effort | Reason::Deadline => Ranked::Late,
        other => Ranked::Open(other.to_string()),
    }
}

/// All measures that are tried, the simple ones first.
fn considered(b: &mut Builder, instance: &Instance) -> Vec<Considered> {
    let heads = instance.heads();
    let width = |b: &Builder, t: Term| b.sort(t).width().filter(|width| *width <= 64);
    let slots: Vec<(usize, u32)> =
        heads.iter().enumerate().filter_map(|(i, &head)| Some((i, width(b, head)?))).collect();
    let mut sums: Vec<(Sum, u32)> = Vec::new();
    for &(i, width) in &slots {
        sums.push((Sum::of(Atom::Slot(i)), width));
    }
    // Up to a number that is met and not passed.
    let fixed: Vec<Term> = instance.fixed.iter().copied().take(MOST_FIXED).collect();
    let numbers = constants(b, instance);
    for &(i, of) in &slots {
        sums.push((Sum::of_two(Atom::Entry(i), -1, Atom::Slot(i)), of));
        for &fixed in fixed.iter().filter(|&&fixed| width(b, fixed) == Some(of)) {
            sums.push((Sum::of_two(Atom::Fixed(fixed), -1, Atom::Slot(i)), of));
        }
        for &(_, number) in numbers.iter().filter(|n| n.0 == of && n.1 != 0).take(MOST_FIXED) {
            sums.push((Sum { parts: vec![(-1, vec![Atom::Slot(i)])], constant: number }, of));
        }
    }
    for (n, &(i, of)) in slots.iter().take(MOST_PAIRED).enumerate() {
        for &(k, other) in slots.iter().take(MOST_PAIRED).skip(n + 1) {
            if of == other {
                sums.push((Sum::of_two(Atom::Slot(i), -1, Atom::Slot(k)), of));
                sums.push((Sum::of_two(Atom::Slot(i), 1, Atom::Slot(k)), of));
            }
        }
    }
    let mut found = Vec::new();
    for (sum, width) in sums {
        for signed in [true, false] {
            for negated in [false, true] {
                let sum = if negated { negative(&sum) } else { sum.clone() };
                let measure = Measure { sum, width, signed };
                let changes = instance.backs.iter().map(|back| change(b, instance, &measure, back));
                let (less, more): (Vec<Term>, Vec<Term>) = changes.unzip();
                if less.iter().any(|&t| b.as_bool(t) != Some(false)) {
                    found.push(Considered { measure, less, more });
                }
            }
        }
    }
    found
}

/// -1 - sum: it gets less where the sum gets greater, in all numbers of a width.
fn negative(sum: &Sum) -> Sum {
    let parts = sum.parts.iter().map(|(factor, atoms)| (-factor, atoms.clone())).collect();
    Sum { parts, constant: !sum.constant }
}

/// When a measure is less, and when it is more, after an iteration than before.
fn change(b: &mut Builder, instance: &Instance, measure: &Measure, back: &Moment) -> (Term, Term) {
    let before = measure.term(b, instance, &instance.heads());
    let after = measure.term(b, instance, &back.values);
    match measure.signed {
        true => (b.slt(after, before), b.slt(before, after)),
        false => (b.ult(after, before), b.ult(before, after)),
    }
}

/// When an iteration does not make a list of measures less.
fn not_less(b: &mut Builder, instance: &Instance, measures: &[Measure]) -> Vec<Term> {
    let mut all = Vec::new();
    for back in &instance.backs {
        let mut less = b.ff();
        for measure in measures.iter().rev() {
            let (first, more) = change(b, instance, measure, back);
            let same = b.or(first, more);
            let same = b.not(same);
            let later = b.and(same, less);
            less = b.or(first, later);
        }
        let not = b.not(less);
        all.push(b.and(back.path, not));
    }
    all
}
