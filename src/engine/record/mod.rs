//! The record of a run in terms of the source ([`Record`]), and the recorder that makes it while the machine executes the run.
//!
//! [`events`] and [`state`] are the data. [`keep`] decides what of a long run stays, [`follow`] executes a run once from its
//! start to its end.

mod events;
mod follow;
mod keep;
mod last;
mod path;
mod sources;
pub mod state;
mod values;
mod violation;

use std::collections::HashMap;

use rustc_hash::FxHashMap;

use crate::base::Bits;
use crate::machine::code::{Code, Op, Operand, Target};
use crate::machine::{Frame, Image, Machine, ObjId, Origin, Reg, Stop};
use crate::program::{
    Callee, DebugVarId, FileId, FuncId, GlobalId, Inst, InstId, InstKind, Intrinsic, LocId, OUTSIDE, Program,
    TypeId, Value,
};
use crate::semantics::{Fault, Native};
use keep::Kept;
use path::Branching;
use sources::Sources;

pub use events::{Detail, Event, Party, Place, Record, Shown, Source, Step};
pub use follow::{Followed, follow, record_end, record_onwards, record_start, run_to};
pub use violation::{racing, sanitizer_types};

/// What was seen so far.
#[derive(Clone)]
pub struct Recorder<'i, 'p> {
    image: &'i Image<'p>,
    program: &'p Program,
    /// The run.
    kept: Kept,
    /// Some place of each line.
    lines: HashMap<(FileId, u32), LocId>,
    loc: Option<LocId>,
    /// The variables that live in objects.
    homes: FxHashMap<ObjId, DebugVarId>,
    /// What allocated heap objects.
    makers: FxHashMap<ObjId, &'static str>,
    /// Names of heap objects, in the order in which the run shows them.
    heap: FxHashMap<ObjId, String>,
    /// Functions of local objects.
    owners: FxHashMap<ObjId, FuncId>,
    /// What is known of objects, also when they have ended.
    facts: FxHashMap<ObjId, Facts>,
    /// Introductions of objects that the next step mentions.
    met: Vec<Event>,
    /// Number of callers of the running activation.
    depth: u32,
    /// The thread that runs, from 0, and what tells threads apart.
    thread: u32,
    threads: Vec<ObjId>,
    /// Where the others were left.
    left: Vec<Option<LocId>>,
    /// Values of source variables that are kept in registers, by thread and number of callers.
    variables: FxHashMap<(u32, u32), Vec<InRegisters>>,
    running: Option<GlobalId>,
    /// How many inputs have been told.
    asked: usize,
    /// Where heap objects were freed.
    freed: FxHashMap<ObjId, Option<LocId>>,
    /// The line where each activation is, by thread and number of callers, and how often the run came to each line.
    at: FxHashMap<(u32, u32), (FileId, u32)>,
    counts: FxHashMap<(FileId, u32), u64>,
    /// The branches that the run has come to.
    branchings: FxHashMap<(FuncId, InstId), Option<Branching>>,
    /// Which stores threads read.
    sources: Sources,
}

/// A variable that is kept in registers, and its scalars.
type InRegisters = (DebugVarId, Vec<Reg>);

/// What does not change about an object.
#[derive(Clone, Copy)]
struct Facts {
    base: u64,
    size: u64,
    loc: Option<LocId>,
}

/// What an operation is about to do.
enum Effect {
    None,
    Assign { to: Reg, shown: Shown, ty: TypeId },
    Copy { to: Reg, from: Reg, len: u64 },
    Fill { to: Reg, byte: Shown, len: u64 },
    Call,
    Allocate(u32, &'static str),
    Free(ObjId),
    Branch { inst: InstId, value: Bits },
    Alloca(u32),
    Begin(Operand, ObjId),
    Return { func: FuncId, depth: u32, value: Option<Shown> },
}

/// Whether a function is one of the thread library's.
fn is_of_threads(name: &str) -> bool {
    let begins = ["pthread_", "thrd_", "mtx_", "cnd_", "tss_", "sem_"];
    begins.iter().any(|prefix| name.starts_with(prefix)) || name == "call_once"
}

impl<'i, 'p> Recorder<'i, 'p> {
    /// A recorder at the start of a run.
    pub fn new(image: &'i Image<'p>) -> Recorder<'i, 'p> {
        let program = image.program;
        let running =
            program.globals.iter().position(|g| g.model && g.name.split('.').next() == Some("running"));
        Recorder {
            image,
            program,
            kept: Kept::default(),
            lines: HashMap::new(),
            loc: None,
            homes: FxHashMap::default(),
            makers: FxHashMap::default(),
            heap: FxHashMap::default(),
            owners: FxHashMap::default(),
            facts: FxHashMap::default(),
            met: Vec::new(),
            depth: 0,
            thread: 0,
            threads: Vec::new(),
            left: Vec::new(),
            variables: FxHashMap::default(),
            running: running.map(GlobalId::new),
            asked: 0,
            freed: FxHashMap::default(),
            at: FxHashMap::default(),
            counts: FxHashMap::default(),
            branchings: FxHashMap::default(),
            sources: Sources::default(),
        }
    }

    /// The record of a run that ends in the state of this machine.
    pub fn record(mut self, m: &Machine<'_, '_>) -> Record {
        let last = Some(Box::new(self.last(m)));
        let (lines, place) = (self.counted(), self.loc);
        let (steps, complete) = self.kept.finish();
        Record { steps, lines, last, place, complete }
    }

    /// The number of the running thread.
    pub fn thread(&self) -> u32 {
        self.thread
    }

    /// Number of callers of the running activation.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Forgets the steps so far, for who looks at states only.
    pub fn forget(&mut self) {
        self.kept = Kept::default();
    }

    /// Notes what an engine finds about the run as a whole, after its last step.
    pub fn note(&mut self, entry: FuncId, event: Event) {
        let (func, depth) = self.kept.last_shown().map_or((entry, 0), |s| (s.func, s.depth));
        self.add(func, depth, None, event);
    }

    /// The machine is somewhere else than the last step left it.
    pub fn sync(&mut self, m: &Machine<'_, '_>) {
        self.depth = 0;
        let mut frame = &m.frame;
        while let Some(caller) = m.memory.parked(frame.caller) {
            self.depth += 1;
            frame = caller;
        }
        self.find_thread(m);
        self.asked = m.environment.asked.len();
    }

    fn find_thread(&mut self, m: &Machine<'_, '_>) {
        let Some(running) = self.running else { return };
        let object = m.memory.get(self.image.global(running));
        let Some(&now) = object.and_then(|o| o.pointers.get(&0)) else { return };
        let known = self.threads.iter().position(|&t| t == now);
        let next = known.unwrap_or_else(|| {
            self.threads.push(now);
            self.left.push(None);
            self.threads.len() - 1
        }) as u32;
        if next != self.thread {
            self.left[self.thread as usize] = self.loc;
            self.loc = self.left[next as usize];
            self.thread = next;
        }
    }

    /// Where each thread is, or was when another one went on.
    pub fn threads(&self) -> Vec<Option<LocId>> {
        let mut all = self.left.clone();
        match all.get_mut(self.thread as usize) {
            Some(place) => *place = self.loc,
            None => all.push(self.loc),
        }
        all
    }

    /// The values of a variable's scalars in the activation with so many callers, where it is kept in registers.
    pub fn in_registers(&self, depth: u32, var: DebugVarId) -> Option<&[Reg]> {
        let known = self.variables.get(&(self.thread, depth))?;
        known.iter().find(|v| v.0 == var).map(|v| &v.1[..])
    }

    /// All values of variables that are kept in registers.
    pub fn all_in_registers(&self) -> impl Iterator<Item = &Reg> {
        self.variables.values().flatten().flat_map(|v| &v.1)
    }

    fn code(&self, frame: &Frame) -> &'i Code {
        self.image.code(frame.func)
    }

    fn inst(&self, frame: &Frame) -> Option<&'p Inst> {
        let id = *self.code(frame).insts.get(frame.pc as usize)?;
        let f = self.program.func(frame.func);
        f.insts.get(id.index())
    }

    /// Place of a frame's current instruction.
    fn current(&self, frame: &Frame) -> Option<LocId> {
        let loc = *self.code(frame).locs.get(frame.pc as usize)?;
        loc.filter(|l| self.program.locs[l.index()].line > 0)
    }

    fn is_model(&self, frame: &Frame) -> bool {
        self.program.func(frame.func).model
    }

    /// The innermost frame of the user's program with the number of its callers, and what it called of ours on the way to
    /// the current one.
    fn user_frame<'m>(&self, m: &'m Machine<'_, '_>) -> Option<(&'m Frame, u32, Option<FuncId>)> {
        let (mut frame, mut depth, mut inside) = (&m.frame, self.depth, None);
        while self.is_model(frame) {
            inside = Some(frame.func);
            frame = m.memory.parked(frame.caller)?;
            depth = depth.saturating_sub(1);
        }
        Some((frame, depth, inside))
    }

    fn add(&mut self, func: FuncId, depth: u32, inside: Option<FuncId>, event: Event) {
        let (loc, thread) = (self.loc, self.thread);
        let shown = !matches!(event, Event::Branch { at: None, .. });
        if shown {
            for event in std::mem::take(&mut self.met) {
                self.kept.add(Step { loc, thread, func, depth, inside: None, shown, event });
            }
        }
        self.kept.add(Step { loc, thread, func, depth, inside, shown, event });
    }

    /// Notes what user code does or has done by a library function. How the thread library does it is its own business.
    fn push_any(&mut self, m: &Machine<'_, '_>, event: Event) {
        if let Some((frame, depth, inside)) = self.user_frame(m) {
            let effect = matches!(event, Event::Assign(..) | Event::Block(..));
            if effect && inside.is_some_and(|f| is_of_threads(&self.program.func(f).source_name)) {
                return;
            }
            if inside.is_some() {
                self.loc = self.current(frame).or(self.loc);
            }
            self.add(frame.func, depth, inside, event);
        }
    }

    // Steps.

    /// Executes one operation and notes what it does; the reason when the machine does not go on.
    pub fn step(&mut self, m: &mut Machine<'i, 'p>) -> Option<Stop> {
        self.debug_records(m);
        let (func, model) = (m.frame.func, self.is_model(&m.frame));
        if !model && let Some(loc) = self.current(&m.frame) {
            self.come_to(m, loc);
            self.loc = Some(loc);
        }
        let code = self.image.code(func);
        let effect = match code.ops.get(m.frame.pc as usize) {
            Some(op) => self.effect(m, op),
            None => Effect::None,
        };
        let used = self.shared_use(m, code.ops.get(m.frame.pc as usize), &effect);
        let switches = m.frame.atomic;
        let before = (m.frame.func, m.frame.pc);
        let stop = m.step().or_else(|| m.race_seen());
        self.inputs(m, before);
        match &stop {
            None => {}
            // Nothing was done.
            Some(Stop::Choice(_) | Stop::Interrupted) => return stop,
            Some(Stop::Fault(Fault::Violation(check), loc)) => {
                self.violation(m, *check, *loc);
                return stop;
            }
            Some(_) => return stop,
        }
        self.shared_used(m, used);
        self.after(m, effect);
        if switches && self.running.is_some() && m.frame.func != func {
            // The scheduler may have resumed a thread.
            self.sync(m);
        }
        stop
    }

    fn effect(&mut self, m: &Machine<'_, '_>, op: &Op) -> Effect {
        match op {
            Op::Store { ptr, v, .. } => self.assigned(m, *ptr, std::slice::from_ref(v)),
            Op::StoreParts { ptr, sources, .. } => self.assigned(m, *ptr, sources),
            Op::Intrinsic { which, args, .. } => match (&**which, &args[..]) {
                (Intrinsic::Memcpy | Intrinsic::Memmove, [to, from, len, ..]) => {
                    self.copied(m, *to, *from, *len)
                }
                (Intrinsic::Memset, [to, byte, len, ..]) => self.filled(m, *to, *byte, *len),
                _ => Effect::None,
            },
            Op::Alloca { dst, .. } => Effect::Alloca(*dst),
            Op::Lifetime { ptr, starts: true } => Effect::Begin(*ptr, m.value(*ptr).object),
            Op::Call { dst, call } => {
                let native = match call.target {
                    Target::Direct(f) => self.image.native(f),
                    Target::Indirect(_) => None,
                };
                match (native, &call.args[..]) {
                    (Some(Native::Memcpy | Native::Memmove), [to, from, len]) => {
                        self.copied(m, *to, *from, *len)
                    }
                    (Some(Native::Memset), [to, byte, len]) => self.filled(m, *to, *byte, *len),
                    (Some(Native::Malloc), _) => Effect::Allocate(*dst, "malloc"),
                    (Some(Native::Calloc), _) => Effect::Allocate(*dst, "calloc"),
                    (Some(Native::Realloc | Native::Reallocarray), _) => Effect::Allocate(*dst, "realloc"),
                    (Some(Native::AlignedAlloc), _) => Effect::Allocate(*dst, "aligned_alloc"),
                    (Some(Native::Alloca), _) => Effect::Alloca(*dst),
                    (Some(Native::Free | Native::Delete { .. }), [ptr, ..]) => {
                        Effect::Free(m.value(*ptr).object)
                    }
                    // The error function may be an ordinary one; by `exit` others are called.
                    (None | Some(Native::Error | Native::Exit), _) => Effect::Call,
                    _ => Effect::None,
                }
            }
            Op::Return(row) => {
                let func = m.frame.func;
                if self.program.func(func).model {
                    return Effect::Return { func, depth: self.depth, value: None };
                }
                let regs = Recorder::row(m, row);
                let ret = self.program.func(func).ret;
                let value = (!regs.is_empty()).then(|| self.show(m, ret, &mut regs.iter()));
                Effect::Return { func, depth: self.depth, value }
            }
            op => self.branch(m, op),
        }
    }

    fn assigned(&mut self, m: &Machine<'_, '_>, ptr: Operand, sources: &[Operand]) -> Effect {
        let to = m.value(ptr).clone();
        let target = m.memory.resolve(&to).map(|p| p.0);
        let ty = match self.inst(&m.frame).map(|i| &i.kind) {
            Some(InstKind::Store { ty, .. }) => *ty,
            _ => return Effect::None,
        };
        if target.is_none_or(|o| !self.visible(m, o)) {
            return Effect::None;
        }
        let regs = Recorder::row(m, sources);
        let shown = self.show(m, ty, &mut regs.iter());
        Effect::Assign { to, shown, ty }
    }

    fn copied(&mut self, m: &Machine<'_, '_>, to: Operand, from: Operand, len: Operand) -> Effect {
        Effect::Copy { to: m.value(to).clone(), from: m.value(from).clone(), len: m.value(len).value.low() }
    }

    fn filled(&mut self, m: &Machine<'_, '_>, to: Operand, byte: Operand, len: Operand) -> Effect {
        let byte = m.value(byte);
        let byte = if self.open(m, byte) { Shown::Any } else { Shown::Bits(byte.value.to_bits().trunc(8)) };
        Effect::Fill { to: m.value(to).clone(), byte, len: m.value(len).value.low() }
    }

    fn after(&mut self, m: &Machine<'_, '_>, effect: Effect) {
        match effect {
            Effect::None => {}
            Effect::Assign { to, shown, ty } => {
                if let Some(place) = self.pointer(m, &to) {
                    self.push_any(m, Event::Assign(place, shown, Some(ty)));
                }
            }
            Effect::Copy { to, from, len } => {
                let known = m.memory.resolve(&from).is_some_and(|p| self.visible(m, p.0));
                let source = if known { self.pointer(m, &from) } else { None };
                self.block(m, &to, len, source.map_or(Source::Any, Source::Place));
            }
            Effect::Fill { to, byte, len } => {
                let source = match byte {
                    Shown::Bits(bits) => Source::Byte(bits),
                    _ => Source::Any,
                };
                self.block(m, &to, len, source);
            }
            Effect::Allocate(dst, by) => {
                if let Some(reg) = m.frame.regs.get(dst as usize).filter(|r| r.object != ObjId::NONE) {
                    self.makers.insert(reg.object, by);
                    self.facts(m, reg.object);
                }
            }
            Effect::Alloca(dst) => {
                if let Some(reg) = m.frame.regs.get(dst as usize) {
                    self.owners.insert(reg.object, m.frame.func);
                    self.facts(m, reg.object);
                }
            }
            Effect::Free(object) => {
                if m.memory.get(object).is_none() && matches!(m.memory.origin(object), Some(Origin::Heap(_)))
                {
                    let name = self.object(m, object);
                    self.push_any(m, Event::Freed(name));
                    self.freed.insert(object, self.loc);
                }
            }
            Effect::Branch { inst, value } => self.branched(m, inst, value),
            Effect::Begin(ptr, old) => {
                let new = m.value(ptr).object;
                self.owners.insert(new, m.frame.func);
                self.facts(m, new);
                if new != old
                    && let Some(&var) = self.homes.get(&old)
                {
                    self.homes.insert(new, var);
                }
            }
            Effect::Call => self.called(m),
            Effect::Return { func, depth, value } => self.returned(m, func, depth, value),
        }
    }

    fn block(&mut self, m: &Machine<'_, '_>, to: &Reg, len: u64, source: Source) {
        let target = m.memory.resolve(to).map(|p| p.0);
        if len == 0 || target.is_none_or(|o| !self.visible(m, o)) {
            return;
        }
        if let Some(place) = self.pointer(m, to) {
            self.push_any(m, Event::Block(place, len, source));
        }
    }

    /// A call was executed: perhaps a function was entered.
    fn called(&mut self, m: &Machine<'_, '_>) {
        if m.frame.pc != 0 {
            return;
        }
        let Some(caller) = m.memory.parked(m.frame.caller) else {
            // What runs at the end.
            self.depth = 0;
            return;
        };
        self.depth += 1;
        let func = m.frame.func;
        let f = self.program.func(func);
        let by_user = !self.program.func(caller.func).model;
        if f.model && !(by_user && is_of_threads(&f.source_name)) {
            return;
        }
        if !f.model {
            // The library's scheduler runs as if in the thread before: its activations are none of that thread's.
            self.variables.remove(&(self.thread, self.depth));
            self.at.remove(&(self.thread, self.depth));
        }
        let inside = Some(caller.func).filter(|c| self.program.func(*c).model);
        let mut at = 0;
        let mut args = Vec::new();
        for (param, leaves) in f.params.iter().zip(&self.image.code(func).params) {
            let row = m.frame.regs.get(at..at + leaves.len()).unwrap_or_default();
            at += leaves.len();
            let shown = self.show(m, param.ty, &mut row.iter());
            // What tells threads and keys apart is an address, whose number says nothing.
            let number = matches!(shown, Shown::Bits(_)) && row.iter().any(|reg| reg.object != ObjId::NONE);
            args.push(if f.model && number { Shown::Any } else { shown });
        }
        if f.model {
            self.sources.on |= ["pthread_create", "thrd_create"].contains(&f.source_name.as_str());
            self.add(caller.func, self.depth - 1, None, Event::Library(func, args));
        } else {
            self.add(func, self.depth, inside, Event::Call(func, args));
        }
    }

    fn returned(&mut self, m: &Machine<'_, '_>, func: FuncId, depth: u32, value: Option<Shown>) {
        if !self.program.func(func).model {
            self.add(func, depth, None, Event::Return(func, value));
            // What follows is still the statement of the call.
            if !self.is_model(&m.frame) {
                self.loc = self.call_before(&m.frame).or(self.loc);
            }
            self.variables.remove(&(self.thread, depth));
        }
        self.depth = depth.saturating_sub(1);
    }

    /// The place of the call that a frame has just come back from.
    fn call_before(&self, frame: &Frame) -> Option<LocId> {
        let loc = *self.code(frame).locs.get((frame.pc as usize).checked_sub(1)?)?;
        loc.filter(|l| self.program.locs[l.index()].line > 0)
    }

    /// Inputs that the operation at a place has asked for.
    fn inputs(&mut self, m: &Machine<'_, '_>, (func, pc): (FuncId, u32)) {
        while let Some((what, value)) = m.environment.asked.get(self.asked) {
            self.asked += 1;
            // Who runs is told by the steps.
            if what != "choice" || self.user_frame(m).is_some_and(|(_, _, inside)| inside.is_some()) {
                let returned = self.returning(func, pc, what);
                self.push_any(m, Event::Input { what: what.clone(), value: value.clone(), returned });
            }
        }
    }

    /// The function without a body that an operation of the user's program calls, when it is what asks for an input.
    fn returning(&self, func: FuncId, pc: u32, what: &str) -> Option<(FuncId, TypeId)> {
        let f = self.program.func(func);
        let inst = f.insts.get(self.image.code(func).insts.get(pc as usize)?.index())?;
        match &inst.kind {
            InstKind::Call { callee: Callee::Direct(g), .. } if !f.model => {
                let g = (*g, self.program.func(*g));
                (!g.1.is_defined() && g.1.source_name == what && !what.starts_with(OUTSIDE))
                    .then_some((g.0, inst.ty))
            }
            _ => None,
        }
    }

    /// An input that the program has from its start.
    pub fn given(&mut self, func: FuncId, what: String, value: Bits) {
        self.add(func, 0, None, Event::Input { what, value, returned: None });
    }

    /// One that has seen nothing but so many inputs.
    fn at_input(&self, asked: usize) -> Recorder<'i, 'p> {
        Recorder { asked, ..Recorder::new(self.image) }
    }

    /// Inputs were asked for that nobody has noted.
    fn misses_inputs(&mut self) {
        self.kept.misses_inputs();
    }

    /// The machine has gone on without being watched, but for these inputs.
    fn skipped(&mut self, m: &Machine<'_, '_>, operations: u64, inputs: Vec<Step>) {
        let func = self.user_frame(m).map_or(m.frame.func, |f| f.0.func);
        self.add(func, self.depth, None, Event::Skipped(operations));
        inputs.into_iter().for_each(|step| self.kept.add(step));
    }

    /// Executes one operation and notes only inputs.
    fn pass(&mut self, m: &mut Machine<'i, 'p>, inputs: &mut Vec<(u64, Step)>) -> Option<Stop> {
        let (func, pc) = (m.frame.func, m.frame.pc);
        let loc = if self.is_model(&m.frame) { None } else { self.current(&m.frame) };
        let stop = m.step();
        while let Some((what, value)) = m.environment.asked.get(self.asked) {
            self.asked += 1;
            let Some((frame, _, inside)) = self.user_frame(m) else { continue };
            let returned = self.returning(func, pc, what);
            let event = Event::Input { what: what.clone(), value: value.clone(), returned };
            let loc = loc.or(self.current(frame));
            let (thread, depth) = (self.thread, 0);
            let step = Step { loc, thread, func: frame.func, depth, inside, shown: false, event };
            inputs.push((m.steps, step));
        }
        stop
    }

    /// Notes what the debug records say that lie before the next operation, for who looks at it there.
    pub fn look(&mut self, m: &Machine<'_, '_>) {
        self.debug_records(m);
    }

    /// What the debug records say that lie before the next operation.
    fn debug_records(&mut self, m: &Machine<'_, '_>) {
        let code = self.code(&m.frame);
        if code.debug.is_empty() || self.is_model(&m.frame) {
            return;
        }
        let pc = m.frame.pc;
        let first = code.debug.partition_point(|record| record.pc < pc);
        for (i, record) in code.debug[first..].iter().take_while(|record| record.pc == pc).enumerate() {
            match &self.program.func(m.frame.func).inst(record.inst).kind {
                InstKind::DebugValue { var, v } => {
                    let regs = Recorder::row(m, &record.row);
                    let known = self.variables.entry((self.thread, self.depth)).or_default();
                    known.retain(|v| v.0 != *var);
                    if record.row.is_empty() {
                        // It has ended.
                        continue;
                    }
                    known.push((*var, regs.clone()));
                    let shown = match record.ty {
                        Some(ty) => self.show(m, ty, &mut regs.iter()),
                        None => match &regs[..] {
                            [one] => self.scalar(m, one, one.object != ObjId::NONE),
                            _ => Shown::Any,
                        },
                    };
                    let before = self.loc;
                    let constant = matches!(v, Value::Const(_));
                    if constant && let Some(loc) = self.initialiser(m, first + i, *var) {
                        self.loc = Some(loc);
                    }
                    self.add(m.frame.func, self.depth, None, Event::Assign(Place::Var(*var, 0), shown, None));
                    self.loc = before;
                }
                InstKind::DebugDeclare { var, .. } => {
                    if let [operand] = record.row[..] {
                        self.homes.insert(m.value(operand).object, *var);
                    }
                }
                _ => {}
            }
        }
    }

    /// The place of a variable's declaration when its initialiser, a constant, comes next: for such a value there is
    /// no instruction with a place.
    fn initialiser(&mut self, m: &Machine<'_, '_>, _record: usize, var: DebugVarId) -> Option<LocId> {
        let program = self.program;
        let f = program.func(m.frame.func);
        let code = self.code(&m.frame);
        let place = |l: LocId| program.locs[l.index()];
        let rest = code.locs.get(m.frame.pc as usize..)?;
        let mut next = rest.iter().flatten().filter(|l| place(**l).line > 0);
        let next = place(*next.next()?);
        let last = place(self.loc.or(f.loc)?);
        let line = program.vars[var.index()].line;
        if next.file != last.file || line < last.line || line > next.line {
            return None;
        }
        if self.lines.is_empty() {
            let all = program.locs.iter().enumerate();
            self.lines = all.map(|(i, l)| ((l.file, l.line), LocId::new(i))).collect();
        }
        self.lines.get(&(last.file, line)).copied()
    }
}
