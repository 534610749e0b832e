//! Unfolds a program to an acyclic graph of nodes for each thread: calls are inlined, loops unrolled to the bound, and paths that
//! meet merge. What instructions compute is `semantics`'; here are control and the nodes.

use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use std::time::Instant;

use rustc_hash::FxHashMap;

use super::course::{Course, Level, Order, Turns};
use super::flow::Flow;
use super::graph::{Action, Edge, Goal, Graph, Item, Node, Problem, Strand};
use super::maker::Maker;
use super::own::Own;
use super::value::Value;
use crate::base::is_late;
use crate::ilr::Term;
use crate::machine::Image;
use crate::machine::code::{Code, Op, Operand};
use crate::program::{FuncId, LocId};
use crate::property::{Check, CheckSet};

/// Most operations that are unfolded.
const MOST_WORK: u64 = 3_000_000;

/// Most iterations of a loop that depend on nothing unknown.
const MOST_KNOWN: u32 = 20_000;

/// Most threads.
const MOST_THREADS: usize = 64;

/// What one step of a thread is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Grain {
    /// A visible action with the local code behind it.
    #[default]
    Action,
    /// An instruction.
    Instruction,
}

/// How a program is unfolded.
#[derive(Clone, Debug)]
pub struct Unfolding {
    /// The entry function.
    pub entry: FuncId,
    /// Checks whose violations are looked for.
    pub checks: CheckSet,
    /// Limit of loop iterations and recursion depth.
    pub bound: u32,
    /// What a step is.
    pub grain: Grain,
    /// Whether allocation may fail.
    pub malloc_may_fail: bool,
    /// Time at which it gives up.
    pub deadline: Option<Instant>,
}

/// Why a path is not followed any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// It ends, or no run takes it.
    Ended,
    /// The time is up.
    Late,
}

/// How a path goes on after an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Onward {
    /// With the next operation.
    Next,
    /// Where the operation has put it.
    Moved,
    /// It is kept for later.
    Kept,
}

/// A program that is being unfolded.
pub struct Unfold<'i, 'p> {
    /// The program made ready.
    pub image: &'i Image<'p>,
    /// How it is unfolded.
    pub how: &'i Unfolding,
    /// Terms and objects.
    pub make: Maker<'i, 'p>,
    /// What has been made.
    pub graph: Graph,
    /// Operations so far, which number them.
    pub work: u64,
    flows: FxHashMap<FuncId, Rc<Flow>>,
    ready: BTreeMap<Order, Course>,
    waiting: VecDeque<Course>,
}

/// A program unfolded.
pub struct Unfolded<'i, 'p> {
    /// Terms and objects.
    pub make: Maker<'i, 'p>,
    /// Its threads.
    pub graph: Graph,
}

/// Unfolds a program; `None` if the time is up before.
///
/// # Errors
/// What is not encoded, where that is known without a run.
pub fn unfold<'i, 'p>(image: &'i Image<'p>, how: &'i Unfolding) -> Result<Option<Unfolded<'i, 'p>>, String> {
    let program = image.program;
    if program.target.big_endian {
        return Err("targets with the highest byte first".to_owned());
    }
    if !program.constructors.is_empty() || !program.destructors.is_empty() {
        return Err("functions that run before or after the entry function".to_owned());
    }
    if program.regions().next().is_some() {
        return Err("device memory".to_owned());
    }
    let mut make = Maker::new(image).ok_or("so many objects")?;
    loop {
        let mut unfold = Unfold {
            image,
            how,
            make,
            graph: Graph::default(),
            work: 0,
            flows: FxHashMap::default(),
            ready: BTreeMap::new(),
            waiting: VecDeque::new(),
        };
        unfold.begin()?;
        while let Some(course) = unfold.waiting.pop_front() {
            unfold.park(course);
            while let Some((_, course)) = unfold.ready.pop_first() {
                if unfold.follow(course) == Err(Halt::Late) {
                    return Ok(None);
                }
            }
        }
        let Unfold { make: made, graph, .. } = unfold;
        if !made.facts.grew {
            return Ok(Some(Unfolded { make: made, graph }));
        }
        make = Maker::again(image, made.things, made.facts);
    }
}

impl<'i, 'p> Unfold<'i, 'p> {
    fn begin(&mut self) -> Result<(), String> {
        let code = self.image.code(self.how.entry);
        let f = self.image.program.func(self.how.entry);
        if !f.is_defined() {
            return Err(format!("function {} without a body", f.source_name));
        }
        if f.vararg {
            return Err("an entry function with variable arguments".to_owned());
        }
        if !f.params.is_empty() && f.use_of_argument(|_| true).is_some() {
            return Err("arguments of the entry function".to_owned());
        }
        let mut regs = vec![None; code.regs as usize];
        let widths: Vec<u32> = code.params.iter().flatten().map(|leaf| leaf.width).collect();
        for (reg, width) in regs.iter_mut().zip(widths) {
            *reg = Some(self.make.any("argument", width));
        }
        let (tt, zero) = (self.make.d.terms.tt(), self.make.d.terms.bv(32, 0));
        let mut course = Course {
            thread: 0,
            levels: vec![Level {
                func: self.how.entry,
                pc: 0,
                regs,
                locals: Vec::new(),
                atomic: false,
                turns: Vec::new(),
            }],
            path: Vec::new(),
            members: Vec::new(),
            acted: None,
            alone: true,
            own: BTreeMap::new(),
            description: None,
            events: zero,
        };
        // Until another thread starts, everything belongs to the first one.
        for (number, thing) in self.make.things.all.iter().enumerate() {
            if number > 0 && !thing.constant && self.make.function(number).is_none() {
                course.own.insert(number, Rc::new(Own::new(tt)));
            }
        }
        self.add_thread(course, 0);
        Ok(())
    }

    /// Adds a thread at its start, which waits to be unfolded.
    pub fn add_thread(&mut self, mut course: Course, name: usize) -> usize {
        let thread = self.graph.strands.len();
        let entry = self.node(thread);
        self.graph.strands.push(Strand { name, entry, longest: 0 });
        let tt = self.make.d.terms.tt();
        course.thread = thread;
        course.members = vec![(entry, tt)];
        course.acted = None;
        self.enter(&mut course, 0);
        self.waiting.push_back(course);
        thread
    }

    /// Whether one more thread can be added.
    pub fn has_room(&self) -> bool {
        self.graph.strands.len() < MOST_THREADS
    }

    fn node(&mut self, thread: usize) -> usize {
        let node = Node { thread, items: Vec::new(), blocked: Vec::new(), edges: Vec::new(), latest: 0 };
        self.graph.nodes.push(node);
        self.graph.nodes.len() - 1
    }

    /// The order of a function's operations.
    fn flow(&mut self, func: FuncId) -> Rc<Flow> {
        let image = self.image;
        Rc::clone(self.flows.entry(func).or_insert_with(|| Rc::new(Flow::of(image.code(func)))))
    }

    /// Where a course is, in the order of the unfolding.
    pub fn order(&mut self, s: &Course) -> Order {
        let mut order = Order::new();
        for level in &s.levels {
            let flow = self.flow(level.func);
            order.push(level.func.index() as u32);
            for turns in &level.turns {
                order.push(flow.position[turns.head as usize]);
                order.push(turns.count);
            }
            order.push(flow.position[level.pc as usize]);
        }
        order
    }

    /// Keeps a course until all that lies before it is followed.
    pub fn park(&mut self, mut s: Course) {
        if s.is_impossible(&self.make) {
            return;
        }
        let order = self.order(&s);
        if let Some(mut other) = self.ready.remove(&order) {
            self.align(&mut s, &mut other);
            s = other.merge(&mut self.make, s);
        }
        self.ready.insert(order, s);
    }

    /// Makes two courses agree on what belongs to the thread alone.
    fn align(&mut self, a: &mut Course, b: &mut Course) {
        if a.alone != b.alone {
            let alone = if a.alone { &mut *a } else { &mut *b };
            let all: Vec<usize> = alone.own.keys().copied().collect();
            for number in all {
                if !self.make.things.all[number].is_mortal() && !self.make.is_of_each_thread(number) {
                    self.share(alone, number);
                }
            }
            alone.alone = false;
        }
        loop {
            let shared = |x: &Course, y: &Course, make: &Maker<'_, '_>| {
                let only = x.own.keys().filter(|n| !y.own.contains_key(n) && make.shared.contains(n));
                only.copied().collect::<Vec<_>>()
            };
            let (mine, theirs) = (shared(a, b, &self.make), shared(b, a, &self.make));
            if mine.is_empty() && theirs.is_empty() {
                break;
            }
            mine.into_iter().for_each(|n| self.share(a, n));
            theirs.into_iter().for_each(|n| self.share(b, n));
        }
    }

    /// Puts control of the running activation at an operation.
    pub fn enter(&mut self, s: &mut Course, to: u32) {
        let flow = self.flow(s.level().func);
        let nest = &flow.nest[to as usize];
        let mark = (s.path.len(), s.path.last().copied());
        let level = s.top();
        level.pc = to;
        let same = nest.iter().zip(&level.turns).take_while(|(head, t)| **head == t.head).count();
        level.turns.truncate(same);
        if same == nest.len() && nest.last() == Some(&to) {
            let turns = &mut level.turns[same - 1];
            turns.count += 1;
            if turns.mark != mark {
                turns.open += 1;
                turns.mark = mark;
            }
        }
        for &head in &nest[same..] {
            level.turns.push(Turns { head, count: 0, open: 0, mark });
        }
    }

    /// Goes to an operation: followed later, as paths may meet there.
    pub fn go(&mut self, mut s: Course, to: u32) -> Result<(), Halt> {
        self.enter(&mut s, to);
        let beyond = s.level().turns.iter().any(|t| t.open > self.how.bound || t.count > MOST_KNOWN);
        if beyond {
            let name = &self.image.program.func(s.level().func).source_name;
            let problem = Problem::Bound(format!("loop in {name}"), self.loc(&s));
            let tt = self.make.d.terms.tt();
            self.problem(&mut s, problem, tt);
            return Ok(());
        }
        self.park(s);
        Ok(())
    }

    /// The place of the operation that comes next, in the program rather than in its library.
    pub fn loc(&self, s: &Course) -> Option<LocId> {
        let own = s.levels.iter().rev().find(|l| !self.image.program.func(l.func).model);
        let level = own.unwrap_or_else(|| s.level());
        self.image.code(level.func).locs.get(level.pc as usize).copied().flatten()
    }

    /// Adds an action to the nodes that the code belongs to.
    pub fn act(&mut self, s: &Course, action: Action) {
        for &(node, when) in &s.members {
            self.graph.nodes[node].items.push(Item { when, action: action.clone() });
        }
    }

    /// Runs in which a condition holds end; the others go on.
    pub fn leave(&mut self, s: &mut Course, to: Goal, condition: Term) {
        let events = s.events;
        for &(node, when) in &s.members {
            let when = self.make.d.terms.and(when, condition);
            if self.make.d.terms.as_bool(when) != Some(false) {
                self.graph.nodes[node].edges.push(Edge { when, to, events });
            }
        }
        let not = self.make.d.terms.not(condition);
        s.assume(&mut self.make, not);
    }

    /// A problem where a condition holds.
    pub fn problem(&mut self, s: &mut Course, problem: Problem, condition: Term) {
        if self.make.d.terms.as_bool(condition) == Some(false) {
            return;
        }
        let number = self.graph.problem(problem);
        self.leave(s, Goal::Problem(number), condition);
    }

    /// A check is violated where a condition holds; without the check, what follows is undefined.
    pub fn violate(&mut self, s: &mut Course, check: Check, condition: Term) {
        let loc = self.loc(s);
        let problem = if self.how.checks.contains(check) {
            Problem::Violation(check, loc)
        } else {
            Problem::Undefined(check, loc)
        };
        self.problem(s, problem, condition);
    }

    /// Something that is not encoded, where a condition holds.
    pub fn unsupported_where(&mut self, s: &mut Course, what: impl Into<String>, condition: Term) {
        let problem = Problem::Unsupported(what.into(), self.loc(s));
        self.problem(s, problem, condition);
    }

    /// Something that is not encoded: the path ends.
    pub fn unsupported<T>(&mut self, s: &mut Course, what: impl Into<String>) -> Result<T, Halt> {
        let tt = self.make.d.terms.tt();
        self.unsupported_where(s, what, tt);
        Err(Halt::Ended)
    }

    /// The thread goes on only where a condition holds: otherwise it stays here, and in a section it waits.
    pub fn require(&mut self, s: &mut Course, condition: Term) {
        let not = self.make.d.terms.not(condition);
        if self.make.d.terms.as_bool(not) == Some(false) {
            return;
        }
        if s.level().atomic {
            self.wait(s, not);
        } else {
            self.problem(s, Problem::Over, not);
        }
    }

    /// The thread has to wait where a condition holds.
    pub fn wait(&mut self, s: &mut Course, condition: Term) {
        for &(node, when) in &s.members {
            let when = self.make.d.terms.and(when, condition);
            self.graph.nodes[node].blocked.push(when);
        }
        let not = self.make.d.terms.not(condition);
        s.assume(&mut self.make, not);
    }

    /// A visible action comes next: other threads may run before.
    pub fn visible(&mut self, s: &mut Course) {
        if self.how.grain == Grain::Action && !s.alone && !s.level().atomic {
            self.separate(s);
        }
    }

    /// Begins another node where the nodes have their action already.
    fn separate(&mut self, s: &mut Course) {
        match s.acted {
            Some(op) if op == self.work => return,
            Some(_) => {
                let node = self.node(s.thread);
                for &(from, when) in &s.members {
                    let edge = Edge { when, to: Goal::Node(node), events: s.events };
                    self.graph.nodes[from].edges.push(edge);
                }
                let tt = self.make.d.terms.tt();
                s.members = vec![(node, tt)];
            }
            None => {}
        }
        s.acted = Some(self.work);
    }

    /// The value of an operand.
    pub fn value(&mut self, s: &mut Course, operand: Operand) -> Value {
        match operand.get() {
            Ok(register) => match &s.level().regs[register] {
                Some(value) => value.clone(),
                // Nothing was written on this path, so nobody looks at it.
                None => self.make.any("nothing", self.make.things.width),
            },
            Err(constant) => {
                let reg = self.image.constant(constant).clone();
                self.make.constant(&reg)
            }
        }
    }

    /// Writes a register.
    pub fn set(&mut self, s: &mut Course, register: u32, value: Value) {
        s.top().regs[register as usize] = Some(value);
    }

    /// Follows a course until it is kept for later or ends.
    fn follow(&mut self, mut s: Course) -> Result<(), Halt> {
        let image = self.image;
        loop {
            if s.is_impossible(&self.make) {
                return Ok(());
            }
            self.work += 1;
            if self.work > MOST_WORK || self.work.is_multiple_of(256) && is_late(self.how.deadline) {
                return Err(Halt::Late);
            }
            let level = s.level();
            let (func, pc) = (level.func, level.pc);
            let code = image.code(func);
            let op = &code.ops[pc as usize];
            let counts = !image.program.func(func).model;
            if self.how.grain == Grain::Instruction
                && !s.level().atomic
                && !matches!(op, Op::Move { .. } | Op::Jump(_))
            {
                self.separate(&mut s);
            }
            match op {
                Op::Jump(to) => {
                    self.count(&mut s, counts);
                    return self.go(s, *to);
                }
                Op::Branch { c, then, other } => {
                    let c = self.value(&mut s, *c);
                    self.count(&mut s, counts);
                    let taken = self.make.d.terms.bv_to_bool(c.term);
                    return self.fork(s, &[(taken, *then)], *other);
                }
                Op::Switch { v, cases } => {
                    let v = self.value(&mut s, *v);
                    let Ok(v) = self.number(&mut s, &v) else { return Ok(()) };
                    self.count(&mut s, counts);
                    let mut ways = Vec::new();
                    for (case, to) in &cases.cases {
                        let case = self.make.d.terms.constant(&case.to_bits());
                        ways.push((self.make.d.terms.eq(v, case), *to));
                    }
                    return self.fork(s, &ways, cases.default);
                }
                Op::Return(row) => {
                    let row: Vec<Value> = row.iter().map(|&o| self.value(&mut s, o)).collect();
                    return match self.give_back(s, &row, counts) {
                        Err(Halt::Ended) => Ok(()),
                        other => other,
                    };
                }
                Op::Call { dst, call } => match self.call(&mut s, *dst, call, counts) {
                    Ok(Onward::Next) => {
                        self.count(&mut s, counts);
                    }
                    Ok(Onward::Moved) => continue,
                    Ok(Onward::Kept) | Err(Halt::Ended) => return Ok(()),
                    Err(halt) => return Err(halt),
                },
                other => match self.told_apart(&mut s, code, other, counts) {
                    Ok(Onward::Kept) => return Ok(()),
                    Err(Halt::Late) => return Err(Halt::Late),
                    Err(Halt::Ended) => return Ok(()),
                    Ok(_) => match self.operation(&mut s, code, other) {
                        Ok(()) => self.count(&mut s, counts),
                        Err(Halt::Ended) => return Ok(()),
                        Err(halt) => return Err(halt),
                    },
                },
            }
            if self.flow(func).joins[pc as usize + 1] {
                return self.go(s, pc + 1);
            }
            self.enter(&mut s, pc + 1);
        }
    }

    /// Before an access through a pointer of few values: where it has one, the register becomes constant; where it has several, the
    /// operation is executed for each, and paths meet behind it.
    fn told_apart(&mut self, s: &mut Course, code: &Code, op: &Op, counts: bool) -> Result<Onward, Halt> {
        let (ptr, bytes, write) = match op {
            Op::Load { ptr, bytes, .. } => (*ptr, u64::from(*bytes), false),
            Op::Store { ptr, bytes, .. } => (*ptr, u64::from(*bytes), true),
            Op::CompareExchange { ptr, bytes, .. } | Op::ReadModifyWrite { ptr, bytes, .. } => {
                (*ptr, u64::from(*bytes), true)
            }
            Op::LoadParts { ptr, size, .. } => (*ptr, *size, false),
            Op::StoreParts { ptr, size, .. } => (*ptr, *size, true),
            _ => return Ok(Onward::Next),
        };
        let Ok(register) = ptr.get() else { return Ok(Onward::Next) };
        let p = self.value(s, ptr);
        let Some(cases) = self.cases(s, &p, bytes, write) else { return Ok(Onward::Next) };
        if let [(_, only)] = &cases[..] {
            s.top().regs[register] = Some(only.clone());
            return Ok(Onward::Next);
        }
        let next = s.level().pc + 1;
        for (here, value) in cases {
            let mut taken = s.clone();
            taken.assume(&mut self.make, here);
            if taken.is_impossible(&self.make) {
                continue;
            }
            taken.top().regs[register] = Some(value);
            match self.operation(&mut taken, code, op) {
                Ok(()) => {
                    self.count(&mut taken, counts);
                    self.go(taken, next)?;
                }
                Err(Halt::Ended) => {}
                Err(halt) => return Err(halt),
            }
        }
        Ok(Onward::Kept)
    }

    /// Counts an event of the thread.
    pub fn count(&mut self, s: &mut Course, counts: bool) {
        if counts {
            let one = self.make.d.terms.bv(32, 1);
            s.events = self.make.d.terms.add(s.events, one);
        }
    }

    /// Goes on along the first way whose condition holds.
    pub fn fork(&mut self, mut s: Course, ways: &[(Term, u32)], other: u32) -> Result<(), Halt> {
        for &(condition, to) in ways {
            let mut taken = s.clone();
            taken.assume(&mut self.make, condition);
            if !taken.is_impossible(&self.make) {
                self.go(taken, to)?;
            }
            let not = self.make.d.terms.not(condition);
            s.assume(&mut self.make, not);
            if s.is_impossible(&self.make) {
                return Ok(());
            }
        }
        self.go(s, other)
    }
}
