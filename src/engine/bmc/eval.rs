//! The evaluator: walks the call-site-sensitive, unrolled program in execution order, without copying
//! it, and collects obligations. States that meet at a point merge before it is executed, as they are
//! taken in the weak topological order of the unrolled program.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{self, AtomicBool};
use std::time::Instant;

use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use super::facts::FnInfo;
use super::flat::Flat;
use super::memory::{Base, Fixed, Memory, ObjInfo, ObjState, Origin, Space, Trouble, blank};
use super::merge::{merge, mergeable};
use super::natives::Native;
use super::obligation::{Kind, Obligation};
use super::path::Path;
use super::state::{Frame, Iteration, State, compare, mix};
use super::value::{ObjId, Ptr, Val};
use crate::base::Bits;
use crate::ilr::{Sort, Term};
use crate::program::{
    BlockId, ConstId, DebugVarId, FuncId, GlobalId, Inst, InstId, InstKind, LocId, Program, TypeId, Value,
};
use crate::property::{Check, CheckSet};
use crate::rewrite::Builder;
use crate::semantics::Symbolic;

/// What an evaluation is to do.
#[derive(Clone, Debug)]
pub struct EvalOptions {
    /// Function that starts the program.
    pub entry: FuncId,
    /// Iterations of a loop and activations of a recursive function that symbolic decisions may ask for.
    pub bound: u32,
    /// Bounds of single functions or loops: function name, line of the loop (any, when `None`), bound.
    pub bound_at: Vec<(String, Option<u32>, u32)>,
    /// Checks that are made.
    pub checks: CheckSet,
    /// Whether `malloc` and its relatives may return null.
    pub malloc_may_fail: bool,
    /// Whether memory is one array over all addresses.
    pub flat: bool,
    /// When to give up.
    pub deadline: Option<Instant>,
    /// Most terms to make, as a limit of memory.
    pub max_terms: usize,
    /// Raised from outside to end the evaluation.
    pub stop: Option<Arc<AtomicBool>>,
}

/// Values that a replay takes for what the evaluation left open.
#[derive(Clone, Default, Debug)]
pub struct Oracle {
    /// By identity of the event.
    pub values: HashMap<u128, Bits, FxBuildHasher>,
    /// Addresses and initial bytes of objects.
    pub objects: Fixed,
}

/// Something that the program does not determine.
#[derive(Clone, Debug)]
pub struct Input {
    /// Identity by position.
    pub key: u128,
    /// Its variable.
    pub term: Term,
}

/// Why the current state cannot go on.
pub enum Stop {
    /// The run ends, rightly.
    End,
    /// It does what we cannot represent.
    Unsupported(String),
}

impl From<Trouble> for Stop {
    fn from(t: Trouble) -> Stop {
        Stop::Unsupported(t.words().to_owned())
    }
}

/// Result of a step.
pub type Step<T> = Result<T, Stop>;

/// How an evaluation ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Every run within the bound was followed to its end.
    Complete,
    /// The deadline passed.
    Deadline,
    /// Too many terms.
    Memory,
    /// The observer or somebody outside asked to stop.
    Stopped,
    /// The time of [`Eval::pause`] has come.
    Paused,
}

/// Sees what a replay does.
pub trait Observer {
    /// An instruction is about to be executed. Returning false ends the evaluation.
    fn step(&mut self, _eval: &Eval<'_>, _state: &State, _inst: &Inst) -> bool {
        true
    }
    /// An input was chosen.
    fn input(&mut self, _eval: &Eval<'_>, _state: &State, _what: &str, _value: &Bits) {}
    /// A source variable has a value from here on.
    fn variable(&mut self, _eval: &Eval<'_>, _state: &State, _var: DebugVarId, _value: &Val) {}
    /// A source variable lives in the object from here on.
    fn declare(&mut self, _eval: &Eval<'_>, _state: &State, _var: DebugVarId, _at: &Ptr) {}
    /// A function was entered.
    fn call(&mut self, _eval: &Eval<'_>, _state: &State, _func: FuncId) {}
    /// A function returns.
    fn ret(&mut self, _eval: &Eval<'_>, _state: &State, _value: Option<&Val>) {}
    /// A scalar was stored.
    fn store(&mut self, _eval: &Eval<'_>, _state: &State, _to: &Ptr, _ty: TypeId, _value: &Val) {}
    /// Bytes were copied.
    fn copied(&mut self, _eval: &Eval<'_>, _state: &State, _to: &Ptr, _from: &Ptr, _len: Term) {}
    /// Bytes were set to one value.
    fn filled(&mut self, _eval: &Eval<'_>, _state: &State, _to: &Ptr, _byte: Term, _len: Term) {}
    /// A check was violated.
    fn violation(&mut self, _eval: &Eval<'_>, _state: &State, _obligation: &Obligation) {}
}

/// Tells whether runs exist on a path; `None` when that was not found out. The number says how hard to try, from 1.
pub type Feasible<'p> = dyn FnMut(&mut Builder, Term, u64) -> Option<bool> + 'p;

/// The evaluator.
pub struct Eval<'p> {
    /// The program.
    pub program: &'p Program,
    /// Terms, behind the instructions' meaning.
    pub d: Symbolic,
    /// Objects.
    pub space: Space,
    /// What to do.
    pub options: EvalOptions,
    /// What has to hold, in order of evaluation.
    pub obligations: Vec<Obligation>,
    /// What the program does not determine.
    pub inputs: Vec<Input>,
    /// Functions without a body whose calls were given any result.
    pub undefined: Vec<FuncId>,
    /// Present in a replay.
    pub oracle: Option<Oracle>,
    /// Present in a replay.
    pub observer: Option<Box<dyn Observer + 'p>>,
    /// Tells of a path whether runs along it may exist; without it all may.
    pub feasible: Option<Box<Feasible<'p>>>,
    /// When to pause; [`Eval::resume`] goes on.
    pub pause: Option<Instant>,
    /// Instructions executed.
    pub steps: u64,
    pub(super) flat: Option<Flat>,
    pub(super) globals: Vec<ObjId>,
    pub(super) functions: Vec<ObjId>,
    pub(super) natives: Vec<Option<Native>>,
    pub(super) const_vals: Vec<Option<Val>>,
    infos: Vec<Option<Rc<FnInfo>>>,
    by_key: HashMap<u128, Term, FxBuildHasher>,
    queue: Vec<State>,
    pub(super) events: u64,
    /// Offset of the null pointer that ends `argv`.
    pub(super) ends: HashMap<ObjId, Term, FxBuildHasher>,
    /// Whether a pointer that an undefined function returned is null.
    pub(super) nulls: HashMap<ObjId, Term, FxBuildHasher>,
    pub(super) unspecified_seen: usize,
    /// Tells unknown values of one instruction apart.
    pub(super) serial: u32,
    /// A path that was found to have runs.
    known_feasible: Option<Term>,
    stopping: bool,
    poll: u32,
    /// A limit was seen to be reached.
    due: bool,
}

/// Where the next step of a state is.
pub(super) enum Flow {
    /// The next instruction of the block.
    Next,
    /// The state has moved; others may have to go first.
    Moved,
}

impl<'p> Eval<'p> {
    /// An evaluator at the start of the program.
    pub fn new(program: &'p Program, options: EvalOptions, oracle: Option<Oracle>) -> Eval<'p> {
        let mut d = Symbolic::new();
        let zero = d.terms.bv(program.target.pointer_bits, 0);
        let null = ObjInfo {
            origin: Origin::Null,
            size: zero,
            size_const: Some(0),
            constant: true,
            loc: None,
            key: 0,
        };
        let mut space = Space::new(&program.target, null);
        if let Some(oracle) = &oracle {
            space.fixed = Some(oracle.objects.clone());
        }
        Eval {
            program,
            d,
            space,
            options,
            obligations: Vec::new(),
            inputs: Vec::new(),
            undefined: Vec::new(),
            oracle,
            observer: None,
            feasible: None,
            pause: None,
            steps: 0,
            flat: None,
            globals: Vec::new(),
            functions: Vec::new(),
            natives: super::natives::table(program),
            const_vals: vec![None; program.consts.len()],
            infos: vec![None; program.functions.len()],
            by_key: HashMap::default(),
            queue: Vec::new(),
            events: 0,
            ends: HashMap::default(),
            nulls: HashMap::default(),
            unspecified_seen: 0,
            serial: 0,
            known_feasible: None,
            stopping: false,
            poll: 0,
            due: false,
        }
    }

    /// Width of a pointer.
    pub(super) fn width(&self) -> u32 {
        self.space.width
    }

    pub(super) fn is_replay(&self) -> bool {
        self.oracle.is_some()
    }

    pub(super) fn info(&mut self, f: FuncId) -> Rc<FnInfo> {
        let program = self.program;
        self.infos[f.index()].get_or_insert_with(|| Rc::new(FnInfo::new(program, program.func(f)))).clone()
    }

    /// Runs everything within the bound.
    pub fn run(&mut self) -> Outcome {
        match self.start() {
            Ok(state) => self.queue.push(state),
            Err((state, Stop::Unsupported(what))) => self.unsupported(&state, None, what),
            Err((_, Stop::End)) => {}
        }
        self.resume()
    }

    fn start(&mut self) -> Result<State, (State, Stop)> {
        let path = Path::root(&self.d.terms);
        let entry = self.options.entry;
        let f = self.program.func(entry);
        let info = self.info(entry);
        let frame = Frame {
            func: entry,
            info,
            parent: None,
            depth: 0,
            ctx: mix(0x5eed, entry.index() as u128),
            regs: vec![None; f.insts.len()],
            args: Rc::new([]),
            varargs: None,
            block: BlockId::new(0),
            at: 0,
            iterations: SmallVec::new(),
            stack: Vec::new(),
            entry: path.term(),
            recursion: 0,
            from_call: false,
        };
        let mut state = State {
            path,
            frame: Rc::new(frame),
            memory: Memory::default(),
            heap: None,
            events: 0,
            ending: false,
        };
        if self.options.flat {
            self.start_flat(&mut state);
        }
        if let Err(stop) = self.make_globals(&mut state) {
            return Err((state, stop));
        }
        let args = match self.entry_arguments(&mut state) {
            Ok(args) => args,
            Err(stop) => return Err((state, stop)),
        };
        state.top().args = args;
        self.enter_loops(&mut state, BlockId::new(0));
        // Constructors run before the entry function: as frames above it, the first one topmost.
        for &f in self.program.constructors.clone().iter().rev() {
            self.push_frame(&mut state, f, Rc::new([]), None, InstId::new(f.index()), false);
        }
        Ok(state)
    }

    /// Continues after [`Outcome::Stopped`].
    pub fn resume(&mut self) -> Outcome {
        while let Some(state) = self.queue.pop() {
            self.execute(state);
            if self.stopping {
                return Outcome::Stopped;
            }
            if self.due {
                self.due = false;
                if let Some(outcome) = self.limit() {
                    return outcome;
                }
            }
        }
        Outcome::Complete
    }

    /// Why the evaluation has to return now.
    fn limit(&self) -> Option<Outcome> {
        if self.options.stop.as_ref().is_some_and(|s| s.load(atomic::Ordering::Relaxed)) {
            return Some(Outcome::Stopped);
        }
        if self.d.terms.len() > self.options.max_terms {
            return Some(Outcome::Memory);
        }
        let now = Instant::now();
        if self.options.deadline.is_some_and(|d| now >= d) {
            return Some(Outcome::Deadline);
        }
        self.pause.is_some_and(|p| now >= p).then_some(Outcome::Paused)
    }

    /// Puts a state where its turn will come, merging it with one that waits at the same point.
    pub(super) fn push(&mut self, state: State) {
        let mut low = 0;
        let mut high = self.queue.len();
        while low < high {
            let mid = (low + high) / 2;
            match compare(&state, &self.queue[mid]) {
                Ordering::Less => low = mid + 1,
                Ordering::Greater => high = mid,
                Ordering::Equal => {
                    if mergeable(&state, &self.queue[mid]) {
                        self.merge_into(mid, state);
                        return;
                    }
                    // Another caller's activation at the same place: order by identity.
                    match state.frame.ctx.cmp(&self.queue[mid].frame.ctx) {
                        Ordering::Less => low = mid + 1,
                        _ => high = mid,
                    }
                }
            }
        }
        self.queue.insert(low, state);
    }

    fn merge_into(&mut self, place: usize, state: State) {
        let info = state.frame.info.clone();
        let keep = (state.frame.at == first_after_phis(self.program, &state))
            .then(|| info.live_in(state.frame.block));
        let paths = (self.queue[place].path.clone(), state.path.clone());
        let target = &mut self.queue[place];
        // Waiting first: its values are the earlier ones.
        if let Err(trouble) = merge(&mut self.d.terms, &mut self.space, target, state, keep) {
            let lost = self.queue.remove(place);
            let either = self.d.terms.or(paths.0.term(), paths.1.term());
            self.oblige(&lost, Kind::Unsupported(trouble.words().to_owned()), either, None);
        }
    }

    /// Whether another state has to go before this one.
    fn must_wait(&self, state: &State) -> bool {
        match self.queue.last() {
            None => false,
            Some(next) => compare(state, next) != Ordering::Less,
        }
    }

    fn execute(&mut self, mut state: State) {
        loop {
            let f = self.program.func(state.frame.func);
            let block = f.block(state.frame.block);
            let id = block.insts[state.frame.at];
            let inst = f.inst(id);
            self.steps += 1;
            self.poll += 1;
            if self.poll >= 4096 {
                self.poll = 0;
                self.due = self.limit().is_some();
                if self.due {
                    self.steps -= 1;
                    self.queue.push(state);
                    return;
                }
            }
            if let Some(mut observer) = self.observer.take() {
                let go = observer.step(self, &state, inst);
                self.observer = Some(observer);
                if !go {
                    self.stopping = true;
                    return;
                }
            }
            self.serial = 0;
            match self.instruction(&mut state, id, inst) {
                Ok(Flow::Next) => state.top().at += 1,
                Ok(Flow::Moved) => {
                    if self.stopping {
                        return;
                    }
                    if self.must_wait(&state) {
                        self.push(state);
                        return;
                    }
                }
                Err(Stop::End) => return,
                Err(Stop::Unsupported(what)) => {
                    self.unsupported(&state, inst.loc, what);
                    return;
                }
            }
            if self.stopping {
                return;
            }
        }
    }

    // Control.

    /// Goes to a block of the same function: computes its phis, keeps count of loops.
    pub(super) fn go(&mut self, state: &mut State, to: BlockId) -> Step<Flow> {
        let program = self.program;
        let f = program.func(state.frame.func);
        let from = state.frame.block;
        self.count_iterations(state, from, to)?;
        // The phis of each way count for themselves, as a replay takes one way only.
        self.serial = (to.index() as u32 + 1) << 12;
        let block = f.block(to);
        let mut values: SmallVec<[(InstId, Val); 4]> = SmallVec::new();
        for &id in &block.insts {
            let InstKind::Phi(incoming) = &f.inst(id).kind else { break };
            let v = incoming.iter().find(|(b, _)| *b == from).map(|(_, v)| *v);
            let v = v.ok_or_else(|| Stop::Unsupported("phi without its predecessor".to_owned()))?;
            values.push((id, self.value(state, v, f.inst(id).ty)?));
        }
        let top = state.top();
        top.at = values.len();
        top.block = to;
        for (id, v) in values {
            top.regs[id.index()] = Some(v);
        }
        Ok(Flow::Moved)
    }

    fn enter_loops(&mut self, state: &mut State, to: BlockId) {
        let info = state.frame.info.clone();
        let events = state.events;
        let top = state.top();
        for &l in info.loops.loops(to) {
            top.iterations.push(Iteration {
                of: l,
                count: 0,
                symbolic: 0,
                decided: false,
                exit_fork: false,
                events,
            });
        }
    }

    fn count_iterations(&mut self, state: &mut State, from: BlockId, to: BlockId) -> Step<()> {
        let info = state.frame.info.clone();
        let loops = info.loops.loops(to);
        if loops.is_empty() {
            if !state.frame.iterations.is_empty() {
                state.top().iterations.clear();
            }
            return Ok(());
        }
        let events = state.events;
        if info.loops.is_back_edge(from, to) {
            let level = loops.len() - 1;
            let top = state.top();
            top.iterations.truncate(level + 1);
            let it = &mut top.iterations[level];
            let counts = it.exit_fork || !it.decided && it.events != events;
            let quiet = it.events == events;
            it.count += 1;
            it.symbolic += u32::from(counts);
            it.decided = false;
            it.exit_fork = false;
            it.events = events;
            let (count, symbolic) = (it.count, it.symbolic);
            if counts && symbolic > self.bound_of(state, level) {
                let of = state.frame.iterations[level].of;
                let loc = info.loops.loop_loc(self.program.func(state.frame.func), of);
                let cond = state.path.term();
                let func = state.frame.func;
                self.oblige(state, Kind::LoopBound { func, loc }, cond, loc);
                return Err(Stop::End);
            }
            let asked = if counts { symbolic } else { count / 32 };
            if asked.is_power_of_two() && (counts || count % 32 == 0) && !self.may_go_on(state, asked) {
                return Err(Stop::End);
            }
            if quiet && count % 1024 == 1 && self.repeats(state, to) {
                return Err(Stop::End);
            }
            return Ok(());
        }
        let mut same = 0;
        while same < loops.len() && state.frame.iterations.get(same).is_some_and(|it| it.of == loops[same]) {
            same += 1;
        }
        if same == loops.len() && same == state.frame.iterations.len() {
            return Ok(());
        }
        let top = state.top();
        top.iterations.truncate(same);
        for &l in &loops[same..] {
            top.iterations.push(Iteration {
                of: l,
                count: 0,
                symbolic: 0,
                decided: false,
                exit_fork: false,
                events,
            });
        }
        Ok(())
    }

    /// Whether a loop without any input does not change the state, so that it never ends: nothing is stored
    /// and no instruction in it has a result that another iteration could see.
    fn repeats(&mut self, state: &State, head: BlockId) -> bool {
        let f = self.program.func(state.frame.func);
        let Some(&it) = state.frame.iterations.last() else { return false };
        state.frame.info.loops.members(it.of).iter().all(|&b| {
            f.block(b).insts.iter().all(|&i| {
                let inst = f.inst(i);
                let pure = matches!(
                    inst.kind,
                    InstKind::Binary { .. }
                        | InstKind::Icmp { .. }
                        | InstKind::Cast { .. }
                        | InstKind::Select { .. }
                        | InstKind::Load { volatile: false, .. }
                        | InstKind::Gep { .. }
                        | InstKind::Br(_)
                        | InstKind::CondBr { .. }
                        | InstKind::Switch { .. }
                        | InstKind::DebugValue { .. }
                        | InstKind::DebugDeclare { .. }
                );
                // A phi is harmless when it has just taken the value that it had.
                let steady = match &inst.kind {
                    InstKind::Phi(incoming) if b == head => incoming.iter().all(|(from, v)| {
                        !state.frame.info.loops.contains(it.of, *from) || *v == Value::Inst(i)
                    }),
                    _ => false,
                };
                pure || steady
            })
        })
    }

    fn bound_of(&self, state: &State, level: usize) -> u32 {
        let f = self.program.func(state.frame.func);
        let of = state.frame.iterations[level].of;
        let line = state.frame.info.loops.loop_loc(f, of).map(|l| self.program.locs[l.index()].line);
        self.bound_for(state.frame.func, line)
    }

    fn bound_for(&self, func: FuncId, line: Option<u32>) -> u32 {
        let f = self.program.func(func);
        let mut best = self.options.bound;
        for (name, at, bound) in &self.options.bound_at {
            if *name == f.name || *name == f.source_name {
                match at {
                    None => best = *bound,
                    Some(_) if *at == line => return *bound,
                    Some(_) => {}
                }
            }
        }
        best
    }

    /// Branches: every feasible way becomes a state. The ways exclude each other.
    pub(super) fn branch(
        &mut self,
        state: &mut State,
        ways: &[(Term, BlockId)],
        constant: bool,
    ) -> Step<Flow> {
        let path = state.path.term();
        let mut open: SmallVec<[(Term, BlockId); 2]> = SmallVec::new();
        for &(cond, to) in ways {
            if self.d.terms.as_bool(cond) == Some(false) {
                continue;
            }
            let both = self.d.terms.and(path, cond);
            if self.d.terms.as_bool(both) != Some(false) {
                open.push((cond, to));
            }
        }
        match open.len() {
            0 => Err(Stop::End),
            1 => {
                if !constant {
                    self.note_decision(state, ways, open[0].1);
                }
                state.path = state.path.and(&mut self.d.terms, open[0].0);
                self.go(state, open[0].1)
            }
            _ => {
                // Reports of the sanitizer are obligations: they neither fork the run nor narrow its path.
                let info = state.frame.info.clone();
                if let Some(&report) = open.iter().find(|w| info.only_reports(w.1))
                    && open.len() == 2
                {
                    let mut other = state.clone();
                    other.path = other.path.and(&mut self.d.terms, report.0);
                    if self.go(&mut other, report.1).is_ok() {
                        self.execute(other);
                    }
                    let &(_, to) = open.iter().find(|w| w.1 != report.1).expect("two ways");
                    return self.go(state, to);
                }
                self.events += 1;
                state.events = self.events;
                self.note_fork(state, &open);
                let (last, rest) = open.split_last().expect("several ways");
                for &(cond, to) in rest {
                    let mut other = state.clone();
                    other.path = other.path.and(&mut self.d.terms, cond);
                    match self.go(&mut other, to) {
                        Ok(_) => self.push(other),
                        Err(Stop::End) => {}
                        Err(Stop::Unsupported(what)) => self.unsupported(&other, None, what),
                    }
                }
                state.path = state.path.and(&mut self.d.terms, last.0);
                self.go(state, last.1)
            }
        }
    }

    /// A branch that could have left loops was decided without a choice.
    fn note_decision(&mut self, state: &mut State, ways: &[(Term, BlockId)], taken: BlockId) {
        if state.frame.iterations.is_empty() {
            return;
        }
        let info = state.frame.info.clone();
        for i in 0..state.frame.iterations.len() {
            let it = state.frame.iterations[i];
            let leaves = |b: BlockId| !info.loops.contains(it.of, b);
            if !it.decided && !leaves(taken) && ways.iter().any(|w| leaves(w.1)) {
                state.top().iterations[i].decided = true;
            }
        }
    }

    /// A choice that may leave loops or not.
    fn note_fork(&mut self, state: &mut State, open: &[(Term, BlockId)]) {
        let info = state.frame.info.clone();
        for i in 0..state.frame.iterations.len() {
            let of = state.frame.iterations[i].of;
            let out = open.iter().filter(|w| !info.loops.contains(of, w.1)).count();
            if out > 0 && out < open.len() {
                state.top().iterations[i].exit_fork = true;
            }
        }
    }

    /// Whether runs may exist on a state's path. Asked where a loop or recursion goes on and on: what no run follows
    /// has no end that the values would show.
    fn may_go_on(&mut self, state: &State, effort: u32) -> bool {
        let path = state.path.term();
        if self.d.terms.is_const(path) || self.known_feasible == Some(path) {
            return true;
        }
        let Some(mut feasible) = self.feasible.take() else { return true };
        let answer = feasible(&mut self.d.terms, path, u64::from(effort));
        self.feasible = Some(feasible);
        if answer == Some(true) {
            self.known_feasible = Some(path);
        }
        answer != Some(false)
    }

    // Calls.

    /// Enters a function. False when the bound of its recursion forbids it.
    pub(super) fn push_frame(
        &mut self,
        state: &mut State,
        func: FuncId,
        args: Rc<[Val]>,
        varargs: Option<ObjId>,
        site: InstId,
        from_call: bool,
    ) -> bool {
        let program = self.program;
        let f = program.func(func);
        let path = state.path.term();
        let mut recursion = 0;
        let mut below = Some(&state.frame);
        while let Some(frame) = below {
            if frame.func == func {
                recursion = frame.recursion + u32::from(frame.entry != path);
                break;
            }
            below = frame.parent.as_ref();
        }
        let counts = recursion > 0 && below.is_some_and(|f| f.entry != path);
        let depth = state.frame.depth + 1;
        let asked = if counts { recursion } else { depth / 32 };
        if asked.is_power_of_two() && (counts || depth % 32 == 0) && !self.may_go_on(state, asked) {
            return false;
        }
        if recursion > self.options.bound && recursion > self.bound_for(func, None) {
            self.oblige(state, Kind::RecursionBound { func }, path, f.loc);
            return false;
        }
        let ctx = mix(state.frame.key(site, u32::from(from_call)), func.index() as u128);
        let info = self.info(func);
        let frame = Frame {
            func,
            info,
            depth: state.frame.depth + 1,
            parent: Some(state.frame.clone()),
            ctx,
            regs: vec![None; f.insts.len()],
            args,
            varargs,
            block: BlockId::new(0),
            at: 0,
            iterations: SmallVec::new(),
            stack: Vec::new(),
            entry: path,
            recursion,
            from_call,
        };
        state.frame = Rc::new(frame);
        self.enter_loops(state, BlockId::new(0));
        if let Some(mut observer) = self.observer.take() {
            observer.call(self, state, func);
            self.observer = Some(observer);
        }
        true
    }

    /// Leaves a function; the entry function's end is the program's.
    pub(super) fn pop_frame(&mut self, state: &mut State, value: Option<Val>) -> Step<Flow> {
        if let Some(mut observer) = self.observer.take() {
            observer.ret(self, state, value.as_ref());
            self.observer = Some(observer);
        }
        let stack = std::mem::take(&mut state.top().stack);
        for o in stack {
            state.memory.kill(o);
        }
        if let Some(o) = state.frame.varargs {
            state.memory.kill(o);
        }
        let Some(parent) = state.frame.parent.clone() else {
            return self.program_end(state);
        };
        let from_call = state.frame.from_call;
        state.frame = parent;
        if from_call {
            let f = self.program.func(state.frame.func);
            let id = f.block(state.frame.block).insts[state.frame.at];
            let top = state.top();
            top.regs[id.index()] = value;
            top.at += 1;
        }
        Ok(Flow::Moved)
    }

    // Obligations and inputs.

    /// Records what must not be reachable.
    pub(super) fn oblige(&mut self, state: &State, kind: Kind, cond: Term, loc: Option<LocId>) {
        if self.d.terms.as_bool(cond) == Some(false) {
            return;
        }
        let loc = loc.or_else(|| self.caller_loc(state));
        let obligation = Obligation { kind, cond, loc, object: None };
        self.add_obligation(state, obligation);
    }

    pub(super) fn add_obligation(&mut self, state: &State, obligation: Obligation) {
        if self.is_replay()
            && let Kind::Check(_) = obligation.kind
        {
            if let Some(mut observer) = self.observer.take() {
                observer.violation(self, state, &obligation);
                self.observer = Some(observer);
            }
            self.stopping = true;
        }
        self.obligations.push(obligation);
    }

    /// The place of the innermost user frame, for events inside our own models.
    pub(super) fn caller_loc(&self, state: &State) -> Option<LocId> {
        let mut frame = Some(&state.frame);
        while let Some(f) = frame {
            let func = self.program.func(f.func);
            if !func.model {
                let block = func.block(f.block);
                let upto = f.at.min(block.insts.len() - 1);
                let found = block.insts[..=upto].iter().rev().find_map(|&i| func.inst(i).loc);
                if found.is_some() {
                    return found;
                }
            }
            frame = f.parent.as_ref();
        }
        None
    }

    /// A check is violated when `violated` holds. Ends the state when that is certain.
    pub(super) fn violate(
        &mut self,
        state: &State,
        inst: Option<LocId>,
        check: Check,
        violated: Term,
        object: Option<ObjId>,
    ) -> Step<()> {
        if !self.options.checks.contains(check) {
            return Ok(());
        }
        let path = state.path.term();
        let cond = self.d.terms.and(path, violated);
        if self.d.terms.as_bool(cond) == Some(false) {
            return Ok(());
        }
        let model = self.program.func(state.frame.func).model;
        let loc = if model { self.caller_loc(state) } else { inst.or_else(|| self.caller_loc(state)) };
        let obligation = Obligation { kind: Kind::Check(check), cond, loc, object };
        self.add_obligation(state, obligation);
        if cond == path { Err(Stop::End) } else { Ok(()) }
    }

    pub(super) fn unsupported(&mut self, state: &State, loc: Option<LocId>, what: String) {
        let cond = state.path.term();
        let model = self.program.func(state.frame.func).model;
        let loc = if model { None } else { loc };
        self.oblige(state, Kind::Unsupported(what), cond, loc);
    }

    /// A value that the program does not determine; the same at every visit of one position.
    pub(super) fn input(
        &mut self,
        state: &mut State,
        inst: InstId,
        sub: u32,
        width: u32,
        what: &str,
    ) -> Term {
        let key = state.frame.key(inst, sub);
        if let Some(oracle) = &self.oracle {
            let value = oracle.values.get(&key).filter(|v| v.width() == width).cloned();
            let value = value.unwrap_or_else(|| Bits::new(width, 0));
            if let Some(mut observer) = self.observer.take() {
                observer.input(self, state, what, &value);
                self.observer = Some(observer);
            }
            return self.d.terms.constant(&value);
        }
        self.events += 1;
        state.events = self.events;
        if let Some(&t) = self.by_key.get(&key) {
            return t;
        }
        let name = format!("{what}!{}", self.inputs.len());
        let term = self.d.terms.var(&name, Sort::Bv(width));
        self.by_key.insert(key, term);
        self.inputs.push(Input { key, term });
        term
    }

    // Objects.

    /// A new object in a state.
    pub(super) fn make_object(&mut self, state: &mut State, info: ObjInfo, base: Base) -> ObjId {
        let o = self.space.make(info);
        let live = self.d.terms.tt();
        let content = blank(base);
        state.memory.set(o, ObjState { live, content });
        o
    }

    pub(super) fn zero_base(&mut self) -> Base {
        Base::Fill(self.d.terms.bv(8, 0))
    }

    fn make_globals(&mut self, state: &mut State) -> Step<()> {
        let program = self.program;
        let width = self.width();
        for (i, g) in program.globals.iter().enumerate() {
            let size = program.types.layout(g.ty).alloc_size;
            let term = self.d.terms.bv(width, size);
            let info = ObjInfo {
                origin: Origin::Global(GlobalId::new(i)),
                size: term,
                size_const: Some(size),
                constant: g.constant,
                loc: None,
                key: mix(0x610b, i as u128),
            };
            let base = if g.init.is_some() { self.zero_base() } else { Base::Undef(0) };
            let o = self.make_object(state, info, base);
            self.globals.push(o);
        }
        for i in 0..program.functions.len() {
            let zero = self.d.terms.bv(width, 0);
            let info = ObjInfo {
                origin: Origin::Code(FuncId::new(i)),
                size: zero,
                size_const: Some(0),
                constant: true,
                loc: None,
                key: mix(0xc0de, i as u128),
            };
            let base = self.zero_base();
            let o = self.make_object(state, info, base);
            self.functions.push(o);
        }
        for (i, g) in program.globals.iter().enumerate() {
            if let Some(init) = g.init {
                self.flat_zero(state, self.globals[i])?;
                self.initialise(state, self.globals[i], 0, init, g.ty)?;
            }
        }
        Ok(())
    }

    pub(super) fn constant_value(&mut self, state: &mut State, c: ConstId) -> Step<Val> {
        if let Some(v) = &self.const_vals[c.index()] {
            return Ok(v.clone());
        }
        let (v, fixed) = self.constant(state, c)?;
        if fixed {
            self.const_vals[c.index()] = Some(v.clone());
        }
        Ok(v)
    }

    /// Value of an operand of a type.
    pub(super) fn value(&mut self, state: &mut State, v: Value, _ty: TypeId) -> Step<Val> {
        self.operand(state, v)
    }

    /// Value of an operand.
    pub(super) fn operand(&mut self, state: &mut State, v: Value) -> Step<Val> {
        match v {
            Value::Inst(i) => state.frame.regs[i.index()]
                .clone()
                .ok_or_else(|| Stop::Unsupported("use of a value before its definition".to_owned())),
            Value::Arg(i) => state
                .frame
                .args
                .get(i as usize)
                .cloned()
                .ok_or_else(|| Stop::Unsupported("call with too few arguments".to_owned())),
            Value::Const(c) => self.constant_value(state, c),
        }
    }
}

fn first_after_phis(program: &Program, state: &State) -> usize {
    let f = program.func(state.frame.func);
    let insts = &f.block(state.frame.block).insts;
    insts.iter().take_while(|&&i| matches!(f.inst(i).kind, InstKind::Phi(_))).count()
}
