//! Replay: the same evaluation with every input fixed, so that all is concrete. It confirms a violation
//! independently of solver and merging, and tells its run in terms of the source.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Instant;

use super::eval::{Eval, Oracle, Outcome};
use super::memory::FixedArray;
use super::record::{Recorder, Watch};
use crate::base::Bits;
use crate::engine::trace::Trace;
use crate::engine::verdict::{Fault, Violation};
use crate::ilr::eval::{Evaluator, Model};
use crate::ilr::{ArrayValue, Value};
use crate::program::Program;
use crate::property::Check;

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
        let mut values = Evaluator::new(eval.d.terms.store(), model);
        for (&o, block) in &flat.heap {
            if model.get(block.choice).is_some()
                && let Some(address) = values.eval(block.start).bits().to_u64()
            {
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
    eval.observer = Some(Box::new(Watch::new(recorder.clone())));
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
