//! States of the evaluation: a path condition, a stack of frames, a memory.

use super::facts::FnInfo;
use super::objects::Memory;
use super::path::Path;
use super::poison::Poison;
use super::thread::ThreadState;
use super::value::{ObjId, Val};
use super::variable::InputId;
use crate::analysis::LoopId;
use crate::ilr::Term;
use crate::program::{BlockId, DebugVarId, FuncId, InstId};
use smallvec::SmallVec;
use std::cmp::Ordering;
use std::rc::Rc;

/// Allocation state of a run in the flat model.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct HeapState {
    /// Objects that are allocated.
    pub now: Term,
    /// Objects that ever were.
    pub ever: Term,
    /// Bytes that those occupy, as a width of addresses.
    pub used: Term,
}

/// One iteration of a loop that a frame is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Iteration {
    /// Loop.
    pub of: LoopId,
    /// Number of the iteration, from 0.
    pub count: u32,
    /// How many of them were left to a symbolic decision.
    pub symbolic: u32,
    /// Whether a branch that could have left the loop was decided without a choice.
    pub decided: bool,
    /// Whether some run left the loop by a choice in which others stayed.
    pub exit_fork: bool,
    /// The run's symbolic events when it began.
    pub events: u64,
    /// In an inductive evaluation: the loop's head has work to do before the iteration starts.
    pub arrived: bool,
}

impl Iteration {
    /// The first iteration of a loop that is entered.
    pub fn first(of: LoopId, events: u64) -> Iteration {
        Iteration { of, count: 0, symbolic: 0, decided: false, exit_fork: false, events, arrived: false }
    }
}

/// How an activation of a function came about.
#[derive(Clone)]
pub struct Activation {
    /// Identity of the activation by position.
    pub ctx: u128,
    /// Number of frames below.
    pub depth: u32,
    /// Arguments.
    pub args: Rc<[Val]>,
    /// The object that holds the arguments beyond the parameters.
    pub varargs: Option<ObjId>,
    /// Path condition then.
    pub path: Term,
    /// Activations of the same function below that a symbolic decision led to.
    pub recursion: u32,
    /// Whether it was a call instruction, which gets the result.
    pub from_call: bool,
    /// Whether no other thread interrupts it.
    pub atomic: bool,
}

/// Local objects of an activation.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Locals {
    /// Objects that end with the frame.
    pub all: Vec<ObjId>,
    /// Those of them that an earlier end is possible for, as their number is not fixed.
    pub dynamic: Vec<ObjId>,
}

/// An activation of a function.
#[derive(Clone)]
pub struct Frame {
    /// Function.
    pub func: FuncId,
    /// Its facts.
    pub info: Rc<FnInfo>,
    /// Calling frame, suspended at its `at`.
    pub parent: Option<Rc<Frame>>,
    /// How it came about.
    pub entry: Activation,
    /// Values of the instructions so far.
    pub regs: Vec<Option<Val>>,
    /// Current block.
    pub block: BlockId,
    /// Next instruction in it.
    pub at: usize,
    /// Loops that contain the block, outermost first.
    pub iterations: SmallVec<[Iteration; 2]>,
    /// Its objects.
    pub locals: Locals,
    /// What is noted of its variables and registers.
    pub notes: Notes,
}

/// What is noted of an activation beside its values.
#[derive(Clone, Default)]
pub struct Notes {
    /// Values of source variables, where leaks are looked for.
    pub vars: Vec<(DebugVarId, Val)>,
    /// When which registers are poison.
    pub poison: Vec<Poison>,
}

/// A set of runs at one point of the program.
#[derive(Clone)]
pub struct State {
    /// When it is reached.
    pub path: Path,
    /// Running function.
    pub frame: Rc<Frame>,
    /// Memory.
    pub memory: Memory,
    /// Allocation state, in the flat model.
    pub heap: Option<HeapState>,
    /// Number of the last symbolic event.
    pub events: u64,
    /// Whether the entry function has returned and exit handlers run.
    pub ending: bool,
    /// The thread that it belongs to.
    pub thread: ThreadState,
}

impl State {
    /// Begins the loops that a block is in: its function is entered there.
    pub fn enter_loops(&mut self, to: BlockId) {
        let (info, events) = (self.frame.info.clone(), self.events);
        let entered = info.loops.loops(to).iter().map(|&l| Iteration::first(l, events));
        self.top().iterations.extend(entered);
    }

    /// The running frame and those that have called it, the last one first. Below lie those that are to run later.
    pub fn callers(&self) -> impl Iterator<Item = &Frame> {
        std::iter::successors(Some(&*self.frame), |frame| {
            frame.entry.from_call.then_some(frame.parent.as_deref()).flatten()
        })
    }

    /// The running frame, to change.
    pub fn top(&mut self) -> &mut Frame {
        Rc::make_mut(&mut self.frame)
    }
}

/// Order of two frames of one function: position in the unrolled weak topological order.
fn compare_positions(a: &Frame, b: &Frame) -> Ordering {
    let loops = &a.info.loops;
    let mut i = 0;
    loop {
        match (a.iterations.get(i), b.iterations.get(i)) {
            (Some(x), Some(y)) if x.of == y.of => match x.count.cmp(&y.count) {
                Ordering::Equal => i += 1,
                other => return other,
            },
            (x, y) => {
                let place = |it: Option<&Iteration>, block| match it {
                    Some(it) => loops.order(loops.head(it.of)),
                    None => loops.order(block),
                };
                let (p, q) = (place(x, a.block), place(y, b.block));
                return match p.cmp(&q) {
                    Ordering::Equal => loops.order(a.block).cmp(&loops.order(b.block)).then(a.at.cmp(&b.at)),
                    other => other,
                };
            }
        }
    }
}

/// Order of two states: what comes first can reach what comes later, never the other way round. Threads go one after the other.
pub fn compare(a: &State, b: &State) -> Ordering {
    if a.thread.number != b.thread.number {
        return a.thread.number.cmp(&b.thread.number);
    }
    if let (Some(p), Some(q)) = (&a.frame.parent, &b.frame.parent)
        && Rc::ptr_eq(p, q)
        && a.frame.entry.ctx == b.frame.entry.ctx
    {
        return compare_positions(&a.frame, &b.frame);
    }
    // The outermost frames that differ decide; below the first ones that are the same, all are.
    let (mut x, mut y) = (&a.frame, &b.frame);
    let mut order = x.entry.depth.cmp(&y.entry.depth);
    let depth = x.entry.depth.min(y.entry.depth);
    while let (true, Some(parent)) = (x.entry.depth > depth, &x.parent) {
        x = parent;
    }
    while let (true, Some(parent)) = (y.entry.depth > depth, &y.parent) {
        y = parent;
    }
    while !Rc::ptr_eq(x, y) {
        let here = match x.func.cmp(&y.func) {
            Ordering::Equal => compare_positions(x, y),
            // Two targets of one indirect call.
            other => other,
        };
        if here != Ordering::Equal {
            order = here;
        }
        match (&x.parent, &y.parent) {
            (Some(p), Some(q)) => (x, y) = (p, q),
            _ => break,
        }
    }
    order
}

/// Mixes positions into identities.
pub fn mix(a: u128, b: u128) -> u128 {
    let mut h = a ^ b.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
    h ^= h >> 67;
    h = h.wrapping_mul(0xDA94_2042_E4DD_58B5_2F0B_4B6E_9C1B_F1E3);
    h ^ h >> 59
}

impl Frame {
    /// Identity of what an instruction of this activation asks for or makes, now.
    pub fn key(&self, inst: InstId, what: InputId) -> u128 {
        let mut h = mix(self.entry.ctx, (inst.index() as u128) << 64 | u128::from(what.number()));
        for it in &self.iterations {
            h = mix(h, u128::from(it.count) << 8 | 1);
        }
        h
    }

    /// Identity of what happens to the innermost loop of this activation while it is gone through once.
    ///
    /// # Panics
    /// When the activation is in no loop.
    pub fn visit_key(&self) -> u128 {
        let (last, outer) = self.iterations.split_last().expect("the frame is in a loop");
        let key = outer.iter().fold(self.entry.ctx, |h, it| mix(h, u128::from(it.count) << 8 | 2));
        mix(key, last.of.index() as u128)
    }
}
