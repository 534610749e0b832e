//! Replay: a counterexample is executed on the concrete machine, with all fixed that the model fixes. Where the machine
//! cannot say, the same evaluation confirms it, with every input fixed, so that all is concrete.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use super::eval::{Eval, EvalOptions, Oracle, Outcome};
use super::log;
use super::memory::FixedArray;
use super::record::{Recorder, Watch};
use crate::base::Bits;
use crate::engine::trace::Trace;
use crate::engine::verdict::{Fault, Replayed, Violation};
use crate::ilr::eval::{Evaluator, Model};
use crate::ilr::{ArrayValue, Value};
use crate::machine::script::Script;
use crate::machine::{Environment, Image, Machine, Stop};
use crate::program::{LocId, Program};
use crate::property::Check;
use crate::semantics::{self as fault, Resource};

/// What the machine makes of a counterexample.
pub enum Told {
    /// The violation that was promised.
    Same(Violation),
    /// That it cannot say, and why.
    Nothing(String),
    /// Another end, in words.
    Other(String),
}

/// Operations of the machine between two looks at the clock.
const SLICE: u64 = 50_000_000;

/// How much longer than the deadline a replay may take.
const GRACE: Duration = Duration::from_secs(10);

/// Whether two kinds of violation at one place are the same: which of several ways of being invalid an access has may
/// depend on an address that only a run has.
fn alike(a: Check, b: Check) -> bool {
    use Check::{
        DoubleFree, InvalidFree, InvalidRead, InvalidWrite, NullDeref, UseAfterFree, UseAfterReturn,
    };
    let access = [InvalidRead, InvalidWrite, NullDeref, UseAfterFree, UseAfterReturn];
    let free = [InvalidFree, DoubleFree];
    a == b || [&access[..], &free[..]].iter().any(|group| group.contains(&a) && group.contains(&b))
}

/// Executes a model's run on the machine. `told` is what the model promises: kinds and places, the first ones first.
pub fn on_machine(
    program: &Program,
    symbolic: &Eval<'_>,
    model: &Model,
    told: &[(Check, Option<LocId>)],
    deadline: Option<Instant>,
) -> (Told, Script) {
    let options = &symbolic.options;
    let script = log::script(symbolic, model, &oracle(symbolic, model));
    let (ended, from_sanitizer) = match execute(program, options, &script, deadline) {
        Ok((stop, from_sanitizer)) => (Ok(stop), from_sanitizer),
        Err(fault) => (Err(fault), false),
    };
    let shown = |check: Check, loc: Option<LocId>| {
        let place = loc.map(|l| &program.locs[l.index()]).filter(|l| l.line > 0);
        let place = place.map(|l| format!(" at {}:{}", program.files[l.file.index()], l.line));
        format!("{} [{}]{}", check.words(), check.name(), place.unwrap_or_default())
    };
    let line = |loc: Option<LocId>| loc.map(|l| program.locs[l.index()]).map(|l| (l.file, l.line));
    // What is lost at the program's end has no place in the run.
    let lost = |check: Check| matches!(check, Check::Leak | Check::LeakAtExit);
    let same = |check: Check, loc: Option<LocId>| {
        told.iter().any(|t| alike(t.0, check) && (lost(check) || line(t.1) == line(loc)))
    };
    // The evaluation carries what flags of IR promise to where it matters, the machine does not.
    let flag = |check| matches!(check, Check::SignedOverflow | Check::UnsignedOverflow | Check::Poison);
    let told = match ended {
        Ok(Stop::Fault(fault::Fault::Violation(check), loc)) if same(check, loc) => {
            Told::Same(Violation { check, loc, trace: Trace::default(), replayed: Replayed::Machine })
        }
        Ok(Stop::Fault(fault::Fault::Violation(check), _)) if flag(check) && !from_sanitizer => {
            Told::Nothing("an operation whose flags promise what does not hold".to_owned())
        }
        Ok(Stop::Fault(fault::Fault::Violation(check), loc)) => Told::Other(shown(check, loc)),
        Ok(Stop::Fault(other, _)) | Err(other) => Told::Nothing(other.to_string()),
        Ok(stop) => Told::Other(match stop {
            Stop::Exited(status) => format!("the program ends with status {status}"),
            Stop::Aborted => "the program aborts".to_owned(),
            Stop::Over => "the run ends where an assumption fails or nothing more is asked".to_owned(),
            other => format!("{other:?}"),
        }),
    };
    (told, script)
}

fn execute(
    program: &Program,
    options: &EvalOptions,
    script: &Script,
    deadline: Option<Instant>,
) -> Result<(Stop, bool), fault::Fault> {
    let image = Image::following(program, options.checks, &script.tables)?;
    let environment = Environment {
        script: Some(Box::new(script.clone())),
        malloc_may_fail: options.malloc_may_fail,
        max_steps: Some(SLICE),
        ..Environment::default()
    };
    let mut machine = Machine::new(&image, options.entry, &[], environment)?;
    loop {
        match machine.run() {
            Stop::Fault(fault::Fault::Exhausted(Resource::Steps), _) => {
                if deadline.is_some_and(|d| Instant::now() > d + GRACE) {
                    return Err(fault::Fault::Exhausted(Resource::Time));
                }
                machine.environment.max_steps = Some(machine.steps + SLICE);
            }
            stop => return Ok((stop, machine.calls())),
        }
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
    options.deadline = deadline.map(|d| d + GRACE);
    let mut eval = Eval::new(program, options, Some(oracle(symbolic, model)));
    let recorder = Rc::new(RefCell::new(Recorder::default()));
    eval.observer = Some(Box::new(Watch::new(recorder.clone())));
    let outcome = eval.run();
    drop(eval.observer.take());
    let mut r = recorder.borrow_mut();
    match r.violation.take() {
        Some((check, loc)) => {
            let trace = Trace { steps: std::mem::take(&mut r.steps) };
            Ok(Violation { check, loc, trace, replayed: Replayed::Evaluator(String::new()) })
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
