//! The proof of one rule: every instance by a solver, small ones also by trying all values.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::Duration;

use bmc::internals::base::Bits;
use bmc::internals::ilr::eval::{Evaluator, Model};
use bmc::internals::ilr::{ArrayValue, HeapValue, Op, Sort, Term, TermStore, Value};

use crate::abstraction::{Abstraction, with_value};
use crate::elaborate;
use crate::files::{NamedRule, Vocabulary};
use crate::heaps::Heaps;
use crate::instance::{Instance, instance};
use crate::numbers::instances;
use crate::solver::{Answer, PROGRAMS, Session};

/// Most bits of all variables together for which all values are tried.
const TRIED_BITS: u32 = 9;
/// From this width on, truth values are decided by case distinction.
const SPLIT_WIDTH: u32 = 16;
/// How long each solver may take for an instance.
const TIME: Duration = Duration::from_secs(30);
/// How long one of many cases may take, or an attempt.
const SHORT: Duration = Duration::from_secs(6);
/// An exclusion that is proven in this time is one too many.
const STALE: Duration = Duration::from_secs(1);

/// What was proven.
#[derive(Clone, Default, Debug)]
pub struct Proof {
    /// Instances that a solver has proven.
    pub proven: usize,
    /// Those of them for which all values were tried, too.
    pub tried: usize,
    /// Instances that were left out as the rule's file says.
    pub excluded: usize,
}

/// Solvers that are kept running.
pub struct Prover {
    sessions: Vec<Session>,
}

/// Values under which a rule is false.
pub struct Counterexample {
    pub text: String,
    /// Whether the evaluator finds the conditions true and the sides different, too.
    pub confirmed: bool,
}

/// What a solver says of an instance.
enum Outcome {
    Proven,
    False(Counterexample),
    Unknown(String),
}

impl Default for Prover {
    fn default() -> Prover {
        Prover { sessions: PROGRAMS.iter().map(|&p| Session::new(p)).collect() }
    }
}

/// Why a rule is not proven.
pub enum Failure {
    /// In words: it cannot be read, never applies, makes no term, or is not decided.
    Other(String),
    False(Counterexample),
}

impl Prover {
    /// Proves a rule at all widths.
    pub fn prove(&mut self, rule: &NamedRule, vocabulary: &Vocabulary) -> Result<Proof, Failure> {
        let mut proof = Proof::default();
        let other = |text: String| Failure::Other(text);
        let cases = elaborate::cases(rule, vocabulary).map_err(other)?;
        let mut admitted = false;
        let mut slow: BTreeMap<u32, String> = BTreeMap::new();
        let mut stale: Vec<(u32, bool)> = Vec::new();
        for sketch in cases.into_iter().flat_map(|case| case.with_kinds()) {
            for numbers in instances(&sketch) {
                let Some(mut i) = instance(&sketch, &numbers) else { continue };
                if !admitted || i.sides.is_err() {
                    let possible = self.admitted(&mut i).map_err(other)?;
                    admitted |= possible;
                    if let (true, Err(why)) = (possible, &i.sides) {
                        return Err(Failure::Other(format!("ill-formed at {}: {why}", i.label)));
                    }
                }
                let Ok((left, right)) = i.sides else { continue };
                let excluded = rule.exclusions.iter().any(|e| e.widths.contains(&i.width));
                let time = if excluded { STALE } else { TIME };
                let given_up = slow.contains_key(&i.width) || stale.contains(&(i.width, false));
                if given_up {
                    proof.excluded += usize::from(excluded);
                    continue;
                }
                match self.instance(&mut i, left, right, time).map_err(other)? {
                    Outcome::False(example) => return Err(Failure::False(example)),
                    Outcome::Proven if excluded => {
                        stale.push((i.width, true));
                        proof.excluded += 1;
                    }
                    Outcome::Proven => {
                        proof.proven += 1;
                        if let Some(example) = try_all(&mut i, left, right) {
                            let text = format!("the solver proves what is false: {}", example.text);
                            return Err(Failure::False(Counterexample { text, ..example }));
                        }
                        proof.tried += usize::from(is_small(&i));
                    }
                    Outcome::Unknown(_) if excluded => {
                        stale.push((i.width, false));
                        proof.excluded += 1;
                    }
                    Outcome::Unknown(why) => {
                        println!("no answer: {} at {}", rule.name, i.label);
                        slow.insert(i.width, format!("{} ({why})", i.label));
                    }
                }
            }
        }
        if !slow.is_empty() {
            let slow: Vec<String> =
                slow.into_iter().map(|(w, label)| format!("width {w}: {label}")).collect();
            return Err(Failure::Other(format!("not proven at {}", slow.join("; "))));
        }
        if !admitted {
            return Err(Failure::Other("it never applies".into()));
        }
        for width in rule.exclusions.iter().flat_map(|e| &e.widths) {
            let seen: Vec<bool> = stale.iter().filter(|s| s.0 == *width).map(|s| s.1).collect();
            if seen.iter().all(|&proven| proven) {
                let text = format!("the exclusion of width {width} is stale: a solver proves it in a second");
                return Err(Failure::Other(text));
            }
        }
        Ok(proof)
    }

    /// Whether the conditions can hold.
    fn admitted(&mut self, i: &mut Instance) -> Result<bool, String> {
        if i.conditions.is_empty() {
            return Ok(true);
        }
        let mut heaps = Heaps::default();
        let formulas: Vec<Term> = i.conditions.iter().map(|&c| heaps.expand(&mut i.store, c)).collect();
        for session in &mut self.sessions {
            match session.check(&i.store, &formulas, &[], TIME)? {
                Answer::Sat(_) => return Ok(true),
                Answer::Unsat => return Ok(false),
                Answer::Unknown(_) => {}
            }
        }
        Ok(false)
    }

    fn instance(
        &mut self,
        i: &mut Instance,
        left: Term,
        right: Term,
        time: Duration,
    ) -> Result<Outcome, String> {
        let same = i.store.mk(Op::Eq, &[left, right]);
        let differ = i.store.mk(Op::Not, &[same]);
        let mut heaps = Heaps::default();
        let mut formulas: Vec<Term> = i.conditions.iter().map(|&c| heaps.expand(&mut i.store, c)).collect();
        formulas.push(heaps.expand(&mut i.store, differ));
        let mut vars: Vec<Term> = i.vars.iter().map(|v| v.1).collect();
        vars.extend(i.vars.iter().flat_map(|v| heaps.members(v.1)));
        // Conditionals of wide terms fall away when their conditions are known.
        let truths: Vec<Term> = i
            .vars
            .iter()
            .map(|v| v.1)
            .filter(|&t| i.width >= SPLIT_WIDTH && i.store.sort(t) == Sort::Bool)
            .collect();
        let mut worst = Outcome::Proven;
        for row in 0..1 << truths.len().min(3) {
            let mut formulas = formulas.clone();
            for (bit, &truth) in truths.iter().take(3).enumerate() {
                let negated = i.store.mk(Op::Not, &[truth]);
                formulas.push(if row >> bit & 1 == 1 { truth } else { negated });
            }
            match self.ways(i, (left, right), (&formulas, &vars, &heaps), time)? {
                Outcome::Proven => {}
                Outcome::False(example) => return Ok(Outcome::False(example)),
                unknown => worst = unknown,
            }
        }
        Ok(worst)
    }

    /// Whether all formulas can hold together: without looking into products and quotients, plainly, and by cases
    /// of a shift amount.
    fn ways(
        &mut self,
        i: &mut Instance,
        sides: (Term, Term),
        (formulas, vars, heaps): (&[Term], &[Term], &Heaps),
        time: Duration,
    ) -> Result<Outcome, String> {
        if i.width >= SPLIT_WIDTH {
            let mut abstraction = Abstraction::default();
            let all: Option<Vec<Term>> =
                formulas.iter().map(|&f| abstraction.abstracted(&mut i.store, f)).collect();
            if let (Some(mut all), true) = (all, abstraction.is_useful()) {
                abstraction.associate(&mut i.store);
                all.append(&mut abstraction.assumptions);
                if let Answer::Unsat = self.sessions[0].check(&i.store, &all, &[], time.min(SHORT))? {
                    return Ok(Outcome::Proven);
                }
            }
        }
        let plain = self.ask(i, sides, (formulas, vars, heaps), time.min(SHORT))?;
        let (Outcome::Unknown(_), true) = (&plain, time == TIME) else { return Ok(plain) };
        let amount = vars.iter().copied().find(|&v| is_shift_amount(&i.store, formulas, v));
        let Some(amount) = amount else { return self.ask(i, sides, (formulas, vars, heaps), time) };
        let width = i.store.width(amount);
        for n in 0..=width {
            let bound = i.store.bv(width, u64::from(n));
            let case = if n < width {
                let mut known = HashMap::new();
                let given = |&f: &Term| with_value(&mut i.store, f, (amount, bound), &mut known);
                let mut case: Vec<Term> = formulas.iter().map(given).collect();
                case.push(i.store.mk(Op::Eq, &[amount, bound]));
                case
            } else {
                let over = i.store.mk(Op::Ule, &[bound, amount]);
                [&[over], formulas].concat()
            };
            match self.ask(i, sides, (&case, vars, heaps), SHORT)? {
                Outcome::Proven => {}
                Outcome::Unknown(_) => return self.ask(i, sides, (formulas, vars, heaps), time),
                Outcome::False(example) => return Ok(Outcome::False(example)),
            }
        }
        Ok(Outcome::Proven)
    }

    /// Whether all formulas can hold together, which makes the rule false.
    fn ask(
        &mut self,
        i: &Instance,
        (left, right): (Term, Term),
        (formulas, vars, heaps): (&[Term], &[Term], &Heaps),
        time: Duration,
    ) -> Result<Outcome, String> {
        let mut why = String::new();
        for session in &mut self.sessions {
            match session.check(&i.store, formulas, vars, time)? {
                Answer::Unsat => return Ok(Outcome::Proven),
                Answer::Sat(None) => {
                    let text = format!("{}: {} says so, without values", i.label, session.name());
                    return Ok(Outcome::False(Counterexample { text, confirmed: false }));
                }
                Answer::Sat(Some(mut model)) => {
                    for (_, var) in &i.vars {
                        if let Sort::Heap(_) = i.store.sort(*var) {
                            let truth = |t| matches!(model.get(t), Some(Value::Bool(true)));
                            let heap = heaps.value(*var, truth);
                            model.set(*var, Value::Heap(heap));
                        }
                    }
                    return Ok(Outcome::False(counterexample(i, left, right, &model)));
                }
                Answer::Unknown(reason) => why.push_str(&format!("{}: {reason} ", session.name())),
            }
        }
        Ok(Outcome::Unknown(why))
    }
}

/// Whether some part of the formulas shifts by this variable.
fn is_shift_amount(store: &TermStore, formulas: &[Term], var: Term) -> bool {
    let mut seen = HashSet::new();
    let mut stack = formulas.to_vec();
    while let Some(t) = stack.pop() {
        if seen.insert(t) {
            let args = store.args(t);
            if matches!(store.op(t), Op::Shl | Op::Lshr | Op::Ashr) && args[1] == var {
                return true;
            }
            stack.extend(args);
        }
    }
    false
}

fn counterexample(i: &Instance, left: Term, right: Term, model: &Model) -> Counterexample {
    let mut evaluator = Evaluator::new(&i.store, model);
    let met = i.conditions.iter().all(|&c| evaluator.bool(c));
    let (l, r) = (evaluator.eval(left).clone(), evaluator.eval(right).clone());
    let values = i.vars.iter().map(|(name, var)| {
        let value = model.get(*var).cloned().unwrap_or_else(|| Value::default_of(i.store.sort(*var)));
        format!("{name} = {}", show(&value))
    });
    let values: Vec<String> = values.collect();
    let (text, confirmed) = (values.join(", "), met && l != r);
    let text = format!("{}: {text}: left {}, right {}", i.label, show(&l), show(&r));
    Counterexample { text, confirmed }
}

fn show(value: &Value) -> String {
    match value {
        Value::Bool(b) => b.to_string(),
        Value::Bits(b) => b.to_smtlib(),
        Value::Array(a) => {
            let runs: Vec<String> = a.runs().map(|(i, e)| format!("{i}..: {}", e.to_smtlib())).collect();
            format!("[{}]", runs.join(", "))
        }
        Value::Heap(h) => format!("{h:?}"),
    }
}

fn bits_of(store: &TermStore, vars: &[(String, Term)]) -> u32 {
    let size = |t: Term| match store.sort(t) {
        Sort::Bool => 1,
        Sort::Bv(w) => w,
        Sort::Array { index, elem } if index <= 3 => (1 << index) * elem,
        Sort::Heap(w) if w <= 2 => 1 << (2 * w),
        _ => u32::MAX,
    };
    vars.iter().map(|v| size(v.1)).fold(0, u32::saturating_add)
}

fn is_small(i: &Instance) -> bool {
    bits_of(&i.store, &i.vars) <= TRIED_BITS
}

/// Tries all values of the variables if they are few.
fn try_all(i: &mut Instance, left: Term, right: Term) -> Option<Counterexample> {
    if !is_small(i) {
        return None;
    }
    for number in 0..1_u64 << bits_of(&i.store, &i.vars) {
        let mut rest = number;
        let mut take = |bits: u32| {
            let value = rest & ((1 << bits) - 1);
            rest >>= bits;
            value
        };
        let mut model = Model::new();
        for (_, var) in &i.vars {
            model.set(*var, value_of(i.store.sort(*var), &mut take));
        }
        let mut evaluator = Evaluator::new(&i.store, &model);
        let met = i.conditions.iter().all(|&c| evaluator.bool(c));
        if met && evaluator.eval(left).clone() != *evaluator.eval(right) {
            return Some(counterexample(i, left, right, &model));
        }
    }
    None
}

fn value_of(sort: Sort, take: &mut impl FnMut(u32) -> u64) -> Value {
    match sort {
        Sort::Bool => Value::Bool(take(1) == 1),
        Sort::Bv(w) => Value::Bits(Bits::new(w, take(w))),
        Sort::Array { index, elem } => {
            let mut array = ArrayValue::constant(index, Bits::zero(elem));
            for at in 0..1 << index {
                array.store(&Bits::new(index, at), Bits::new(elem, take(elem)));
            }
            Value::Array(array)
        }
        Sort::Heap(w) => {
            let mut heap = HeapValue::default();
            for address in 0..1 << w {
                for size in 0..1 << w {
                    if take(1) == 1 {
                        heap.malloc(Bits::new(w, address), Bits::new(w, size));
                    }
                }
            }
            Value::Heap(heap)
        }
    }
}
