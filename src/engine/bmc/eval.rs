//! The evaluator: walks the call-site-sensitive, unrolled program in execution order, without copying
//! it, and collects obligations. States that meet at a point merge before it is executed, as they are
//! taken in the weak topological order of the unrolled program.

use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{self, AtomicBool};
use std::time::Instant;

use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use super::facts::FnInfo;
use super::flat::Flat;
use super::foreign::Foreign;
use super::induction::Induction;
use super::log::Log;
use super::memory::{Fixed, Memory, ObjInfo, Origin, Space, Trouble};
use super::merge::{merge, mergeable};
use super::obligation::{Kind, Obligation};
use super::path::Path;
use super::recheck::Recheck;
use super::state::{Frame, State, compare, mix};
use super::value::{ObjId, Val};
use crate::analysis::LoopId;
use crate::base::Bits;
use crate::ilr::Term;
use crate::program::{BlockId, FuncId, GlobalId, InstId, InstKind, Program};
use crate::property::CheckSet;
use crate::rewrite::{Builder, RuleSet};
use crate::semantics::Native;
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
    /// Whether pointers that the entry function is given may be null.
    pub null_arguments: bool,
    /// Whether memory is one array over all addresses.
    pub flat: bool,
    /// When to give up.
    pub deadline: Option<Instant>,
    /// Most terms to make, as a limit of memory.
    pub max_terms: usize,
    /// Raised from outside to end the evaluation.
    pub stop: Option<Arc<AtomicBool>>,
    /// The violations that count, when not all do.
    pub target: Option<Target>,
    /// Rewrite rules that are not applied. A replay has all of them: it must come down to constants.
    pub rules_off: RuleSet,
}

/// The violations that count. A run that meets another one first is none that is looked for.
#[derive(Clone, Debug)]
pub struct Target {
    /// The places where they do, by number; anywhere without. What is lost at the program's end has no place.
    pub places: Option<Arc<[bool]>>,
    /// They do once this variable of 32 bits has this value.
    pub reached: Option<(GlobalId, u32)>,
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

/// Evidence that an evaluation followed every run within the bound to its end. Only the evaluator makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Completed(());

/// How an evaluation ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Every run within the bound was followed to its end.
    Complete(Completed),
    /// The deadline passed.
    Deadline,
    /// Too many terms.
    Memory,
    /// A replay has found its violation, or somebody outside asked to stop.
    Stopped,
    /// The time of [`Eval::pause`] has come.
    Paused,
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
    /// Tells of a path whether runs along it may exist; without it all may.
    pub feasible: Option<Box<Feasible<'p>>>,
    /// Present where loops are cut by induction.
    pub(super) induction: Option<Box<Induction>>,
    /// Present where a proof by induction is checked once more.
    pub(super) recheck: Option<Box<Recheck<'p>>>,
    /// Loops that were left at the bound, or that went on for long.
    pub(super) long_loops: BTreeSet<(FuncId, LoopId)>,
    /// Functions whose recursion was left at the bound, or that went on for long.
    pub(super) long_functions: BTreeSet<FuncId>,
    /// When to pause; [`Eval::resume`] goes on.
    pub pause: Option<Instant>,
    /// Instructions executed.
    pub steps: u64,
    pub(super) log: Log,
    /// When some check that does not count is violated.
    pub(super) elsewhere: Option<Term>,
    /// What a counterexample had better keep to: sizes that fit into a machine.
    pub(super) wishes: Vec<Term>,
    /// The frame to which the arguments of the entry function belong.
    pub(super) argument_frame: Option<Rc<Frame>>,
    pub(super) flat: Option<Flat>,
    pub(super) globals: Vec<ObjId>,
    pub(super) functions: Vec<ObjId>,
    pub(super) natives: Vec<Option<Native>>,
    pub(super) const_vals: Vec<Option<Val>>,
    infos: Vec<Option<Rc<FnInfo>>>,
    pub(super) by_key: HashMap<u128, Term, FxBuildHasher>,
    queue: Vec<State>,
    /// States that go on when all others are done.
    parked: Vec<State>,
    pub(super) events: u64,
    /// Offset of the null pointer that ends `argv`.
    pub(super) ends: HashMap<ObjId, Term, FxBuildHasher>,
    /// Objects that are only declared in the program.
    pub(super) declared: HashSet<ObjId, FxBuildHasher>,
    /// Pointers from outside of the program.
    pub(super) foreign: Foreign,
    /// Objects that are represented only in part, and in how many bytes.
    pub(super) partial: HashMap<ObjId, Term, FxBuildHasher>,
    pub(super) unspecified_seen: usize,
    /// Tells unknown values of one instruction apart.
    pub(super) serial: u32,
    /// Which bits of terms depend on initial bytes.
    pub(super) masks: HashMap<Term, Term, FxBuildHasher>,
    /// Time, see [`super::memory::Times`].
    pub(super) clock: u64,
    /// Objects that were compared with others of another time, and their addresses in such comparisons.
    pub(super) placed: Vec<(ObjId, Term)>,
    /// A path that was found to have runs.
    pub(super) known_feasible: Option<Term>,
    pub(super) stopping: bool,
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
        if oracle.is_none() {
            d.terms.disable_rules(&options.rules_off);
        }
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
            feasible: None,
            induction: None,
            recheck: None,
            long_loops: BTreeSet::new(),
            long_functions: BTreeSet::new(),
            pause: None,
            steps: 0,
            log: Log::default(),
            elsewhere: None,
            wishes: Vec::new(),
            argument_frame: None,
            flat: None,
            globals: Vec::new(),
            functions: Vec::new(),
            natives: crate::semantics::natives(program),
            const_vals: vec![None; program.consts.len()],
            infos: vec![None; program.functions.len()],
            by_key: HashMap::default(),
            queue: Vec::new(),
            parked: Vec::new(),
            events: 0,
            ends: HashMap::default(),
            declared: HashSet::default(),
            foreign: Foreign::default(),
            partial: HashMap::default(),
            unspecified_seen: 0,
            serial: 0,
            masks: HashMap::default(),
            clock: 0,
            placed: Vec::new(),
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
            vars: Vec::new(),
            stack: Vec::new(),
            dynamic: Vec::new(),
            entry: path.term(),
            recursion: 0,
            from_call: false,
            poison: Vec::new(),
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
        while let Some(state) = self.queue.pop().or_else(|| self.parked.pop()) {
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
        Outcome::Complete(Completed(()))
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

    pub(super) fn execute(&mut self, mut state: State) {
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
                    // What has run so long may run forever: the others go first then, unmerged.
                    if self.queue.is_empty() {
                        self.queue.push(state);
                    } else {
                        self.parked.push(state);
                    }
                    return;
                }
            }
            self.serial = 0;
            if state.frame.iterations.last().is_some_and(|it| it.arrived) {
                let arrived = if self.recheck.is_some() {
                    self.recheck_arrive(&mut state)
                } else {
                    self.arrive(&mut state)
                };
                match arrived {
                    Ok(()) => {}
                    Err(Stop::End) => return,
                    Err(Stop::Unsupported(what)) => {
                        self.unsupported(&state, inst.loc, what);
                        return;
                    }
                }
            }
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
}

fn first_after_phis(program: &Program, state: &State) -> usize {
    let f = program.func(state.frame.func);
    let insts = &f.block(state.frame.block).insts;
    insts.iter().take_while(|&&i| matches!(f.inst(i).kind, InstKind::Phi(_))).count()
}
