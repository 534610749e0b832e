//! Replay: the same evaluation with every input fixed, so that all is concrete. It confirms a violation
//! independently of solver and merging, and tells its run in terms of the source.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::time::Instant;

use super::eval::{Eval, Observer, Oracle, Outcome};
use super::memory::{FixedArray, Origin};
use super::obligation::{Kind, Obligation};
use super::state::State;
use super::value::{ObjId, Ptr, Val};
use crate::base::Bits;
use crate::engine::trace::{Event, Place, Shown, Step, Trace};
use crate::engine::verdict::{Fault, Violation};
use crate::ilr::eval::Model;
use crate::ilr::{ArrayValue, Value};
use crate::program::{DebugVarId, FuncId, Inst, LocId, Program, TypeId};
use crate::property::Check;

/// Most steps that a trace keeps; the last ones count.
const TRACE_LIMIT: usize = 100_000;

#[derive(Default)]
struct Recorder {
    steps: Vec<Step>,
    loc: Option<LocId>,
    homes: HashMap<ObjId, DebugVarId>,
    violation: Option<(Check, Option<LocId>)>,
}

/// Shares the recorder with whoever started the replay.
struct Watch(Rc<RefCell<Recorder>>);

fn signed(bits: &Bits) -> i64 {
    let w = bits.width().min(64);
    let v = bits.limbs()[0];
    (v << (64 - w)) as i64 >> (64 - w)
}

impl Recorder {
    fn push(&mut self, eval: &Eval<'_>, state: &State, event: Event) {
        if eval.program.func(state.frame.func).model {
            return;
        }
        if self.steps.len() >= TRACE_LIMIT {
            self.steps.drain(..TRACE_LIMIT / 2);
        }
        self.steps.push(Step { loc: self.loc, func: state.frame.func, depth: state.frame.depth, event });
    }

    fn object(&self, eval: &Eval<'_>, o: ObjId) -> String {
        let info = eval.space.info(o);
        let place = info.loc.map(|l| {
            let l = eval.program.locs[l.index()];
            format!("{}:{}", eval.program.files[l.file.index()], l.line)
        });
        match &info.origin {
            Origin::Null => "no object".to_owned(),
            Origin::Global(g) => eval.program.global(*g).name.clone(),
            Origin::Code(f) => eval.program.func(*f).source_name.clone(),
            Origin::Stack { func, .. } => match self.homes.get(&o) {
                Some(v) => eval.program.vars[v.index()].name.clone(),
                None => format!("local object of {}", eval.program.func(*func).source_name),
            },
            Origin::Heap(by) => match place {
                Some(place) => format!("{by} at {place}"),
                None => (*by).to_owned(),
            },
            Origin::Argument => "argument".to_owned(),
            Origin::Outside | Origin::Memory => "memory".to_owned(),
        }
    }

    fn show(&self, eval: &Eval<'_>, v: &Val) -> Shown {
        match v {
            Val::Int(t) => eval.d.terms.as_bits(*t).map_or(Shown::Any, Shown::Bits),
            Val::Ptr(p) => match p.single() {
                Some(c) => {
                    let off = eval.d.terms.as_bits(c.off).map(|b| signed(&b));
                    match (c.obj == ObjId::NULL, off) {
                        (true, Some(0)) => Shown::Null,
                        (_, Some(off)) => Shown::Pointer(self.object(eval, c.obj), off),
                        _ => Shown::Any,
                    }
                }
                None => Shown::Any,
            },
            Val::Agg(parts) => Shown::Parts(parts.iter().map(|p| self.show(eval, p)).collect()),
        }
    }

    fn place(&self, eval: &Eval<'_>, p: &Ptr) -> Option<Place> {
        let c = p.single()?;
        let off = signed(&eval.d.terms.as_bits(c.off)?);
        let var = match eval.space.info(c.obj).origin {
            Origin::Global(g) => eval.program.global(g).var,
            _ => self.homes.get(&c.obj).copied(),
        };
        Some(match var {
            Some(v) if off >= 0 => Place::Var(v, off as u64),
            _ => Place::Object(self.object(eval, c.obj), off),
        })
    }
}

impl Observer for Watch {
    fn step(&mut self, eval: &Eval<'_>, state: &State, inst: &Inst) -> bool {
        if inst.loc.is_some() && !eval.program.func(state.frame.func).model {
            self.0.borrow_mut().loc = inst.loc;
        }
        true
    }

    fn input(&mut self, eval: &Eval<'_>, state: &State, what: &str, value: &Bits) {
        self.0.borrow_mut().push(eval, state, Event::Input(what.to_owned(), value.clone()));
    }

    fn variable(&mut self, eval: &Eval<'_>, state: &State, var: DebugVarId, value: &Val) {
        let mut r = self.0.borrow_mut();
        let shown = r.show(eval, value);
        r.push(eval, state, Event::Assign(Place::Var(var, 0), shown, None));
    }

    fn declare(&mut self, eval: &Eval<'_>, _state: &State, var: DebugVarId, at: &Ptr) {
        let _ = eval;
        if let Some(c) = at.single() {
            self.0.borrow_mut().homes.insert(c.obj, var);
        }
    }

    fn call(&mut self, eval: &Eval<'_>, state: &State, func: FuncId) {
        let mut r = self.0.borrow_mut();
        let args = state.frame.args.iter().map(|a| r.show(eval, a)).collect();
        r.push(eval, state, Event::Call(func, args));
    }

    fn ret(&mut self, eval: &Eval<'_>, state: &State, value: Option<&Val>) {
        let mut r = self.0.borrow_mut();
        let shown = value.map(|v| r.show(eval, v));
        r.push(eval, state, Event::Return(state.frame.func, shown));
    }

    fn store(&mut self, eval: &Eval<'_>, state: &State, to: &Ptr, ty: TypeId, value: &Val) {
        let mut r = self.0.borrow_mut();
        let shown = r.show(eval, value);
        if let Some(place) = r.place(eval, to) {
            r.push(eval, state, Event::Assign(place, shown, Some(ty)));
        }
    }

    fn violation(&mut self, eval: &Eval<'_>, state: &State, o: &Obligation) {
        let Kind::Check(check) = o.kind else { return };
        let mut r = self.0.borrow_mut();
        if r.violation.is_some() {
            return;
        }
        r.violation = Some((check, o.loc));
        let object = o.object.map(|o| r.object(eval, o));
        let step = Step {
            loc: o.loc.or(r.loc),
            func: state.frame.func,
            depth: state.frame.depth,
            event: Event::Violation(check, object),
        };
        r.steps.push(step);
    }
}

/// What a model says about everything that the evaluation left open.
fn oracle(eval: &Eval<'_>, model: &Model) -> Oracle {
    let mut oracle = Oracle::default();
    oracle.objects.open = eval.options.checks.contains(Check::Uninit);
    for input in &eval.inputs {
        if let Some(Value::Bits(bits)) = model.get(input.term) {
            oracle.values.insert(input.key, bits.clone());
        }
    }
    for (cell, &term) in &eval.space.undef_cells {
        if let Some(Value::Bits(bits)) = model.get(term) {
            let key = eval.space.info(cell.obj).key;
            oracle
                .objects
                .cells
                .entry((key, cell.life))
                .or_default()
                .insert((cell.off, cell.size), bits.clone());
        }
    }
    for (&(o, life), &(term, elem)) in &eval.space.undef_arrays {
        if let Some(Value::Array(value)) = model.get(term) {
            let key = eval.space.info(o).key;
            oracle.objects.arrays.insert((key, life), FixedArray { elem, value: value.clone() });
        }
    }
    if let Some(flat) = &eval.flat {
        let area = |t| match model.get(t) {
            Some(Value::Array(value)) => value.clone(),
            _ => ArrayValue::constant(eval.space.width, Bits::new(8, 0)),
        };
        oracle.objects.memory = Some([area(flat.initial[0]), area(flat.initial[1])]);
        for (&o, &p) in &flat.heap {
            if let Some(address) = model.get(p).and_then(|v| v.bits().to_u64()) {
                oracle.objects.addresses.insert(eval.space.info(o).key, address);
            }
        }
    }
    for (o, address) in eval.space.addresses() {
        oracle.objects.addresses.insert(eval.space.info(o).key, address);
    }
    oracle
}

/// Runs the program on a model's inputs up to its first violation.
///
/// # Errors
/// When there is none: then solver, merging or encoding are wrong.
pub fn replay(
    program: &Program,
    symbolic: &Eval<'_>,
    model: &Model,
    deadline: Option<Instant>,
) -> Result<Violation, Fault> {
    let mut options = symbolic.options.clone();
    // A run in the flat model is one of objects at the addresses that the model chose.
    options.flat = false;
    options.bound = u32::MAX;
    options.bound_at.clear();
    options.deadline = deadline.map(|d| d + std::time::Duration::from_secs(10));
    let mut eval = Eval::new(program, options, Some(oracle(symbolic, model)));
    let recorder = Rc::new(RefCell::new(Recorder::default()));
    eval.observer = Some(Box::new(Watch(recorder.clone())));
    let outcome = eval.run();
    drop(eval.observer.take());
    let mut r = recorder.borrow_mut();
    match r.violation.take() {
        Some((check, loc)) => {
            Ok(Violation { check, loc, trace: Trace { steps: std::mem::take(&mut r.steps) } })
        }
        None => {
            let why = match outcome {
                Outcome::Complete => match eval.obligations.last() {
                    Some(o) => format!("{:?}", o.kind),
                    None => "the run ends without a violation".to_owned(),
                },
                other => format!("{other:?}"),
            };
            Err(Fault::Replay(why))
        }
    }
}
