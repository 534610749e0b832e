//! Replay: a counterexample is executed on the concrete machine, with all fixed that the model fixes. Where the machine
//! cannot say, the same evaluation confirms it, with every input fixed, so that all is concrete.

use super::schedule::{ScheduleEnd, Scheduled, ThreadSchedule};
use crate::base::Bits;
use crate::engine::bmc::explore::{Eval, Outcome};
use crate::engine::bmc::interp::Oracle;
use crate::engine::bmc::ledger::{At, EvalOptions, Kind};
use crate::engine::bmc::memory::FixedArray;
use crate::engine::bmc::state::FnInfo;
use crate::engine::record::{Followed, Record, Recorder, follow};
use crate::engine::verdict::{Fault, Replayed, Run, Violation};
use crate::ilr::eval::{Evaluator, Model};
use crate::ilr::{ArrayValue, Value as Known};
use crate::machine::code::Leaf;
use crate::machine::script::{Argument, Interleaving, Script, Tables};
use crate::machine::{Environment, Image, Machine, Origin, Stop, scheduler};
use crate::program::{BlockId, FuncId, LocId, Program, Value, operands};
use crate::property::Check;
use crate::semantics::{Fault as Ended, Unsupported, makes_poison};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What the machine shows when it executes a counterexample.
pub enum ReplayOutcome {
    /// The violation that was promised.
    Confirmed(Violation),
    /// That it cannot say, why, and the run so far.
    Undecided(String, Record),
    /// Another end, in words, and what is violated there.
    Different(String, Option<Check>),
}

impl ReplayOutcome {
    /// An end that violates nothing of its own.
    fn other(story: impl Into<String>) -> ReplayOutcome {
        ReplayOutcome::Different(story.into(), None)
    }
}

/// How much longer than the deadline a replay may take.
pub(super) const GRACE: Duration = Duration::from_millis(250);

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

/// What a model promises, the first ones first.
#[derive(Clone, Copy, Debug)]
pub struct Promise {
    /// The kind.
    pub check: Check,
    /// The place.
    pub loc: Option<LocId>,
    /// What tells it from others of the kind.
    pub at: At,
    /// When it is met.
    pub moment: (usize, usize),
}

/// What is lost at the program's end has no place in the run.
fn lost(check: Check) -> bool {
    matches!(check, Check::Leak | Check::LeakAtExit)
}

impl Promise {
    /// Whether a violation is the one that is promised: of its kind, at its line.
    pub fn is(&self, program: &Program, check: Check, loc: Option<LocId>) -> bool {
        let line = |loc: Option<LocId>| loc.map(|l| program.locs[l.index()]).map(|l| (l.file, l.line));
        // Of threads that wait for each other, any may be the last; of accesses that race, any the first.
        let anywhere = lost(check) || matches!(check, Check::Deadlock | Check::Race);
        alike(self.check, check) && (anywhere || line(self.loc) == line(loc))
    }
}

/// Executes a model's run on the machine.
pub fn on_machine(
    program: &Program,
    symbolic: &Eval<'_>,
    model: &Model,
    promised: &[Promise],
    deadline: Option<Instant>,
) -> (ReplayOutcome, Script) {
    let options = &symbolic.vm.ledger.options;
    let mut values = Evaluator::new(symbolic.vm.ledger.d.terms.store(), model);
    let end = ScheduleEnd::of(symbolic, &mut values, promised.first());
    let schedule = ThreadSchedule::of(symbolic, &mut values, end);
    let script = super::script::script(symbolic, model, &oracle(symbolic, model), &schedule);
    let deadline = deadline.map(|d| d + GRACE);
    let told = match execute(program, options, (&script, &schedule), promised, deadline) {
        Ok(told) => told,
        Err(fault) => ReplayOutcome::Undecided(fault.to_string(), Record::default()),
    };
    (told, script)
}

fn execute(
    program: &Program,
    options: &EvalOptions,
    (script, schedule): (&Script, &ThreadSchedule),
    promised: &[Promise],
    deadline: Option<Instant>,
) -> Result<ReplayOutcome, Ended> {
    let image = Image::following(program, options.checks, &script.tables)?;
    let replay = Replay { program, options, image: &image, promised, deadline };
    // A thread that is alone may wait, too.
    let waits = scheduler(program).is_some() && promised.iter().any(|p| p.check == Check::Deadlock);
    if !schedule.is_empty() || waits {
        return replay.follow_threads(&script.tables, schedule);
    }
    match replay.follow(&script.tables)? {
        // The promise of a flag may not matter where it does not hold: where its poison is used tells.
        ReplayOutcome::Different(_, Some(check)) if makes_poison(check) => {
            replay.follow(&Arc::new(Tables { carries: true, ..(*script.tables).clone() }))
        }
        told => Ok(told),
    }
}

/// A run that is executed to show one of some violations.
struct Replay<'a, 'p> {
    program: &'p Program,
    options: &'a EvalOptions,
    image: &'a Image<'p>,
    promised: &'a [Promise],
    deadline: Option<Instant>,
}

impl Replay<'_, '_> {
    /// Whether a violation is one that is promised.
    fn is_promised(&self, check: Check, loc: Option<LocId>) -> bool {
        self.promised.iter().any(|p| p.is(self.program, check, loc))
    }

    /// Executes a script of several threads.
    fn follow_threads(
        &self,
        tables: &Arc<Tables>,
        schedule: &ThreadSchedule,
    ) -> Result<ReplayOutcome, Ended> {
        let (program, entry) = (self.program, self.options.entry);
        let environment = Environment {
            script: Some(Box::new(Script::new((**tables).clone()))),
            malloc_may_fail: self.options.assumptions.malloc_may_fail,
            spurious_wakeups: true,
            ..Environment::default()
        };
        let mut machine = Machine::new(self.image, entry, &[], environment)?;
        let mut recorder = Recorder::new(self.image);
        arguments(&mut recorder, entry, tables);
        let Some(scheduler) = scheduler(program) else {
            return Ok(ReplayOutcome::other("the program has no scheduler"));
        };
        let scheduled = Scheduled::new((program, self.image, scheduler), &mut machine, &mut recorder);
        let (stop, switches) = scheduled.follow(schedule, MOST_STEPS);
        let run = || {
            let race = <[u64; 2]>::try_from(switches.racing).ok();
            let interleaving = Interleaving { switches: switches.list, stores: switches.stores, race };
            Run::Script(Arc::new(Tables { interleaving, ..(**tables).clone() }))
        };
        if is_undecided_leak(&stop) && machine.findings.leaks {
            return Ok(self.held_at_end(&machine, recorder, run));
        }
        let record = recorder.record(&machine);
        Ok(match stop {
            Stop::Fault(Ended::Violation(check), loc) if self.is_promised(check, loc) => {
                let run = run();
                let replayed = Replayed::Machine;
                ReplayOutcome::Confirmed(Violation { check, loc, record, replayed, run })
            }
            Stop::Fault(Ended::Violation(check), loc) => {
                ReplayOutcome::Different(describe(program, check, loc), Some(check))
            }
            other => ReplayOutcome::other(format!("the threads do not go on as they should: {other:?}")),
        })
    }

    /// Whether something is lost where a run has ended, by what variables hold.
    fn held_at_end(
        &self,
        machine: &Machine<'_, '_>,
        recorder: Recorder<'_, '_>,
        run: impl FnOnce() -> Run,
    ) -> ReplayOutcome {
        match held((self.program, self.image), machine, &recorder, false, &mut HashMap::new()) {
            Some(loc) if self.is_promised(Check::Leak, loc) => {
                let mut record = recorder.record(machine);
                record.end(self.options.entry, Check::Leak, loc);
                let (check, replayed) = (Check::Leak, Replayed::Machine);
                ReplayOutcome::Confirmed(Violation { check, loc, record, replayed, run: run() })
            }
            Some(loc) => ReplayOutcome::other(describe(self.program, Check::Leak, loc)),
            None => ReplayOutcome::other("something points to each heap object at the program's end"),
        }
    }

    /// Executes a script.
    fn follow(&self, tables: &Arc<Tables>) -> Result<ReplayOutcome, Ended> {
        let (program, entry) = (self.program, self.options.entry);
        let environment = Environment {
            script: Some(Box::new(Script::new((**tables).clone()))),
            malloc_may_fail: self.options.assumptions.malloc_may_fail,
            ..Environment::default()
        };
        let machine = Machine::new(self.image, entry, &[], environment)?;
        let mut recorder = Recorder::new(self.image);
        arguments(&mut recorder, entry, tables);
        let followed = if self.promised.iter().any(|p| p.check == Check::Leak) {
            match lost_on_the_way(program, self.image, (machine, recorder), self.promised) {
                OnTheWay::Ended(followed) => *followed,
                OnTheWay::Lost(loc, steps, mut record) => {
                    let tables = Tables { lost_at: Some(steps), ..(**tables).clone() };
                    record.end(entry, Check::Leak, loc);
                    let (check, replayed) = (Check::Leak, Replayed::Machine);
                    let run = Run::Script(Arc::new(tables));
                    return Ok(ReplayOutcome::Confirmed(Violation { check, loc, record, replayed, run }));
                }
                OnTheWay::Long(record) => {
                    let why = "nothing is lost in the first operations of the run".to_owned();
                    return Ok(ReplayOutcome::Undecided(why, record));
                }
            }
        } else {
            follow(machine, recorder, self.deadline)
        };
        let Followed { stop, machine, recorder } = followed;
        // Where the machine stops is not where the violation is.
        let so_far = |recorder: Recorder<'_, '_>| Record { last: None, ..recorder.record(&machine) };
        let run = || Run::Script(Arc::clone(tables));
        // Where a value is poison for several reasons, the evaluation names the place of one.
        let carried =
            |check| tables.carries && makes_poison(check) && self.promised.iter().any(|p| p.check == check);
        // Followed again, it may not count.
        let flag = |check| makes_poison(check) && !tables.carries;
        Ok(match stop {
            Stop::Fault(Ended::Violation(check), loc) if self.is_promised(check, loc) || carried(check) => {
                let record = recorder.record(&machine);
                ReplayOutcome::Confirmed(Violation {
                    check,
                    loc,
                    record,
                    replayed: Replayed::Machine,
                    run: run(),
                })
            }
            Stop::Fault(Ended::Violation(check), loc) if !machine.findings.beyond || flag(check) => {
                ReplayOutcome::Different(describe(program, check, loc), Some(check))
            }
            // The script answers such reads one after the other, so the machine has to make the same ones.
            _ if machine.findings.beyond => {
                let why = "what is read where no object is leads elsewhere".to_owned();
                ReplayOutcome::Undecided(why, so_far(recorder))
            }
            stop if is_undecided_leak(&stop) && machine.findings.leaks => {
                self.held_at_end(&machine, recorder, run)
            }
            Stop::Fault(other, _) => ReplayOutcome::Undecided(other.to_string(), so_far(recorder)),
            Stop::Exited(status) => ReplayOutcome::other(format!("the program ends with status {status}")),
            Stop::Aborted => ReplayOutcome::other("the program aborts"),
            Stop::Over | Stop::Cut => {
                ReplayOutcome::other("the run ends where an assumption fails or nothing more is asked")
            }
            other => ReplayOutcome::other(format!("{other:?}")),
        })
    }
}

/// Whether the machine does not know if a heap object is lost.
fn is_undecided_leak(stop: &Stop) -> bool {
    matches!(stop, Stop::Fault(Ended::Unsupported(Unsupported::Undecided(_)), _))
}

/// Operations of a run with threads, at most.
const MOST_STEPS: u64 = 10_000_000;

/// Operations after the head of a loop or the start of a function within which all records are met that tell what variables
/// hold there.
const RECORDS: u32 = 8;

/// Operations in which an object that is lost is looked for before the program's end, and how many times that is done before
/// it is done less often.
const LOOKED: u64 = 3_000_000;

const LOOKS: u64 = 4096;

/// What is found when lost objects are looked for along a run.
enum OnTheWay<'i, 'p> {
    /// The run ends before.
    Ended(Box<Followed<'i, 'p>>),
    /// An object that was made there, after so many operations, with the run so far.
    Lost(Option<LocId>, u64, Record),
    /// Nothing as long as it was looked for; the run so far.
    Long(Record),
}

/// Records a run and looks for lost objects after iterations of loops and at calls, as the evaluation does.
fn lost_on_the_way<'i, 'p>(
    program: &'p Program,
    image: &'i Image<'p>,
    (mut machine, mut recorder): (Machine<'i, 'p>, Recorder<'i, 'p>),
    promised: &[Promise],
) -> OnTheWay<'i, 'p> {
    let mut infos = HashMap::new();
    let (mut rest, mut looks) = (0u32, 0u64);
    while machine.steps < LOOKED {
        let before = (machine.frame.func, machine.frame.caller, machine.frame.pc);
        if let Some(stop) = recorder.step(&mut machine) {
            return OnTheWay::Ended(Box::new(Followed { stop, machine, recorder }));
        }
        let frame = &machine.frame;
        let again = (frame.func, frame.caller) == (before.0, before.1) && frame.pc <= before.2;
        let called = frame.caller != before.1 && frame.pc == 0;
        if again || called {
            looks += 1;
            rest = if looks < LOOKS || looks.is_multiple_of(64) { RECORDS } else { 0 };
        }
        if rest == 0 {
            continue;
        }
        rest -= 1;
        let Some(loc) = held((program, image), &machine, &recorder, true, &mut infos) else { continue };
        if promised.iter().any(|p| p.is(program, Check::Leak, loc)) {
            return OnTheWay::Lost(loc, machine.steps, recorder.record(&machine));
        }
    }
    OnTheWay::Long(Record { last: None, ..recorder.record(&machine) })
}

/// Where a heap object was made that nothing points to: no memory that is left, no variable, and no register that a caller
/// goes on to use; `next`: the running activation has yet to execute its operation.
fn held(
    (program, image): (&Program, &Image<'_>),
    machine: &Machine<'_, '_>,
    recorder: &Recorder<'_, '_>,
    next: bool,
    infos: &mut HashMap<FuncId, FnInfo>,
) -> Option<Option<LocId>> {
    let memory = &machine.memory;
    let heap = || memory.live().filter(|(_, o)| matches!(o.origin, Origin::Heap(_)));
    heap().next()?;
    let objects = memory.live().filter(|(_, o)| !matches!(o.origin, Origin::Heap(_))).map(|(id, _)| id);
    let mut roots: Vec<_> = objects.chain(recorder.all_in_registers().map(|reg| reg.object)).collect();
    let mut frame = Some(&machine.frame);
    let mut next = next;
    while let Some(f) = frame {
        let (code, func) = (image.code(f.func), program.func(f.func));
        let at = code.insts.get(f.pc as usize).copied();
        let place =
            func.blocks.iter().enumerate().find_map(|(b, block)| {
                Some((BlockId::new(b), block.insts.iter().position(|&i| Some(i) == at)?))
            });
        if let Some((block, at)) = place {
            let info = infos.entry(f.func).or_insert_with(|| FnInfo::new(program, func));
            let mut needed = info.needed_after(func, block, at);
            if next {
                operands(&func.inst(func.block(block).insts[at]).kind, |v| needed.push(v));
            }
            for v in needed {
                let count = |leaves: &Vec<Leaf>| leaves.len();
                let range = match v {
                    Value::Inst(i) => {
                        let first = code.results[i.index()] as usize;
                        let after = code.results.get(i.index() + 1).map_or(f.regs.len(), |&n| n as usize);
                        first..after
                    }
                    Value::Arg(i) => {
                        let first = code.params.iter().take(i as usize).map(count).sum();
                        first..first + code.params.get(i as usize).map_or(0, count)
                    }
                    Value::Const(_) => continue,
                };
                roots.extend(f.regs.get(range).unwrap_or_default().iter().map(|reg| reg.object));
            }
        }
        next = false;
        frame = memory.parked(f.caller);
    }
    let reached = memory.closure(roots.into_iter(), true);
    heap().find(|(id, _)| !reached.contains(id)).map(|(_, object)| object.loc)
}

/// Describes a violation and its place in a line of text.
pub fn describe(program: &Program, check: Check, loc: Option<LocId>) -> String {
    let place = loc.map(|l| &program.locs[l.index()]).filter(|l| l.line > 0);
    let place = place.map(|l| format!(" at {}:{}", program.files[l.file.index()], l.line));
    format!("{} [{}]{}", check.words(), check.name(), place.unwrap_or_default())
}

/// What the entry function is given.
pub(super) fn arguments(recorder: &mut Recorder<'_, '_>, entry: FuncId, tables: &Tables) {
    for argument in &tables.arguments {
        match argument {
            Argument::Number(bits) => recorder.given(entry, "argument".to_owned(), bits.clone()),
            Argument::Strings { strings, .. } => {
                for (i, (given, _)) in strings.iter().enumerate() {
                    let bytes = given.bytes.as_deref().unwrap_or(&[0]);
                    let end = bytes.iter().position(|&b| b == 0).map_or(bytes.len(), |n| n + 1).max(1);
                    let limbs: Vec<u64> = bytes[..end.min(bytes.len())]
                        .chunks(8)
                        .map(|chunk| chunk.iter().rev().fold(0, |limb, &b| limb << 8 | u64::from(b)))
                        .collect();
                    let bits = Bits::from_limbs(8 * end as u32, &limbs);
                    recorder.given(entry, format!("argv[{i}]"), bits);
                }
            }
            Argument::Memory(..) => {}
        }
    }
}

/// What a model says about everything that the evaluation left open.
pub(super) fn oracle(eval: &Eval<'_>, model: &Model) -> Oracle {
    let mut oracle = Oracle::default();
    oracle.objects.open = eval.vm.ledger.options.checks.contains(Check::Uninit);
    for input in &eval.vm.ledger.inputs.list {
        if let Some(Known::Bits(bits)) = model.get(input.term) {
            oracle.values.insert(input.key, bits.clone());
        }
    }
    for (cell, term) in eval.vm.memory.space.undef_cells() {
        if let Some(Known::Bits(bits)) = model.get(term) {
            let key = eval.vm.memory.space.info(cell.obj).key;
            oracle
                .objects
                .cells
                .entry((key, cell.lifetime))
                .or_default()
                .insert((cell.off, cell.size), bits.clone());
        }
    }
    for ((o, lifetime), array) in eval.vm.memory.space.undef_arrays() {
        if let Some(Known::Array(value)) = model.get(array.var) {
            let (key, elem) = (eval.vm.memory.space.info(o).key, array.elem);
            oracle.objects.arrays.insert((key, lifetime), FixedArray { elem, value: value.clone() });
        }
    }
    if let Some(chosen) = eval.vm.memory.chosen() {
        let area = |t| match model.get(t) {
            Some(Known::Array(value)) => value.clone(),
            _ => ArrayValue::constant(eval.vm.memory.space.width, Bits::new(8, 0)),
        };
        oracle.objects.memory = Some(chosen.initial.map(area));
        let mut values = Evaluator::new(eval.vm.ledger.d.terms.store(), model);
        for (o, choice, start) in chosen.places {
            if model.get(choice).is_some()
                && let Some(address) = values.eval(start).bits().to_u64()
            {
                oracle.objects.addresses.insert(eval.vm.memory.space.info(o).key, address);
            }
        }
    }
    for (o, address) in eval.vm.memory.space.addresses() {
        oracle.objects.addresses.insert(eval.vm.memory.space.info(o).key, address);
    }
    oracle
}

/// Evaluates the program on a model's inputs up to its first violation.
///
/// # Errors
/// When there is none: then solver, merging or encoding are wrong.
pub fn replay(
    program: &Program,
    symbolic: &Eval<'_>,
    model: &Model,
    deadline: Option<Instant>,
) -> Result<(Check, Option<LocId>), Fault> {
    let mut options = symbolic.vm.ledger.options.clone();
    // A run in the flat model is one of objects at the addresses that the model chose.
    options.assumptions.flat = false;
    options.learned.shared = None;
    options.bound = u32::MAX;
    options.bound_at.clear();
    options.deadline = deadline.map(|d| d + GRACE);
    let mut eval = Eval::new(program, options, Some(oracle(symbolic, model)));
    let outcome = eval.run();
    let why = match (outcome, eval.vm.ledger.obligations.last().map(|o| (&o.kind, o.loc))) {
        (_, Some((Kind::Check(check), loc))) => return Ok((*check, loc)),
        (Outcome::Complete(_), Some((other, _))) => format!("{other:?}"),
        (Outcome::Complete(_), None) => "the run ends without a violation".to_owned(),
        (other, _) => format!("{other:?}"),
    };
    Err(Fault::Replay(why))
}
