//! Points-to analysis: the inclusion-based analysis of L. O. Andersen, "Program Analysis and Specialization for the C
//! Programming Language" (1994), over the program's IR. It is insensitive to context, field and flow.
//!
//! An object is identified by where it is made: a global variable, a function, or the instruction that makes a local
//! object or allocates. A value of unknown origin (an integer converted to a pointer, the result of a function without
//! a body, an argument of the entry function) may point [anywhere](Site::Anything), and a store through it may write
//! anywhere. Integers carry pointers through memory and arithmetic. The analysis misses only integers that happen to
//! equal an address, such as guessed ones.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::effects::{Effect, Made, effect};
use crate::program::{
    Callee, CastOp, Const, ConstId, FuncId, GlobalId, InstId, InstKind, Intrinsic, Program, Type, TypeId,
    Value, operands,
};
use crate::semantics::{Native, natives};

/// Origin of an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Site {
    /// Any object.
    Anything,
    /// An object that the environment passes to the program.
    Outside,
    /// A global variable.
    Global(GlobalId),
    /// A function.
    Function(FuncId),
    /// A local object: that of an `alloca`, or the copy of an argument passed by value.
    Local(FuncId, InstId),
    /// An object that a call allocates.
    Heap(FuncId, InstId),
}

/// Sorted numbers of objects; just that of [`Site::Anything`] if it is among them.
type Set = SmallVec<[u32; 4]>;

const ANYTHING: u32 = 0;

/// A constraint that is applied when a value gets more objects.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Constraint {
    /// Contents of the objects flow to the node.
    Load(u32),
    /// The node flows to the contents of the objects.
    Store(u32),
    /// A call of the function through the value.
    Call(FuncId, InstId),
}

/// Points-to sets of all values of a program.
pub struct PointsTo<'p> {
    program: &'p Program,
    natives: Vec<Option<Native>>,
    sites: Vec<Site>,
    numbers: FxHashMap<Site, u32>,
    /// For each object: the node of its contents.
    contents: Vec<u32>,
    /// For each function: the node of its first instruction. The nodes of its parameters, result and variadic arguments
    /// follow.
    first: Vec<u32>,
    /// Points-to set of each node.
    sets: Vec<Set>,
    edges: Vec<Vec<u32>>,
    known_edges: FxHashSet<(u32, u32)>,
    constraints: Vec<Vec<Constraint>>,
    /// Nodes of constants.
    constants: FxHashMap<ConstId, u32>,
    taken: Vec<FuncId>,
    queue: VecDeque<u32>,
    queued: Vec<bool>,
    linked: FxHashSet<(FuncId, InstId, FuncId)>,
}

impl<'p> PointsTo<'p> {
    /// Analyses a program that starts with the function `entry`.
    pub fn new(program: &'p Program, entry: FuncId) -> PointsTo<'p> {
        let mut all = PointsTo {
            program,
            natives: natives(program),
            sites: Vec::new(),
            numbers: FxHashMap::default(),
            contents: Vec::new(),
            first: Vec::new(),
            sets: Vec::new(),
            edges: Vec::new(),
            known_edges: FxHashSet::default(),
            constraints: Vec::new(),
            constants: FxHashMap::default(),
            taken: Vec::new(),
            queue: VecDeque::new(),
            queued: Vec::new(),
            linked: FxHashSet::default(),
        };
        all.site(Site::Anything);
        let outside = all.site(Site::Outside);
        all.add(all.contents[outside as usize], ANYTHING);
        for f in &program.functions {
            all.first.push(all.sets.len() as u32);
            for _ in 0..f.insts.len() + f.params.len() + 2 {
                all.node();
            }
        }
        for c in &program.consts {
            if let Const::Func(f) = c {
                all.taken.push(*f);
            }
        }
        for (i, g) in program.globals.iter().enumerate() {
            let o = all.site(Site::Global(GlobalId::new(i)));
            match g.init {
                Some(init) => {
                    let from = all.constant(init);
                    all.edge(from, all.contents[o as usize]);
                }
                None => all.add(all.contents[o as usize], ANYTHING),
            }
        }
        for i in 0..program.func(entry).params.len() {
            all.add(all.parameter(entry, i), ANYTHING);
        }
        for f in 0..program.functions.len() {
            all.function(FuncId::new(f));
        }
        all.solve();
        all
    }

    /// Objects that a value of a function may point to.
    pub fn of(&self, f: FuncId, v: Value) -> impl Iterator<Item = Site> + '_ {
        let node = match v {
            Value::Inst(i) => Some(self.instruction(f, i)),
            Value::Arg(n) => Some(self.parameter(f, n as usize)),
            Value::Const(c) => self.constants.get(&c).copied(),
        };
        let set = node.map_or(&[][..], |n| &self.sets[n as usize]);
        set.iter().map(|&o| self.sites[o as usize])
    }

    /// Objects that a pointer stored in an object may point to.
    pub fn held(&self, object: Site) -> impl Iterator<Item = Site> + '_ {
        let node = self.numbers.get(&object).map(|&o| self.contents[o as usize]);
        let set = node.map_or(&[][..], |n| &self.sets[n as usize]);
        set.iter().map(|&o| self.sites[o as usize])
    }

    /// Functions that a call may reach; `None` means any function.
    pub fn callees(&self, f: FuncId, callee: &Callee) -> Option<Vec<FuncId>> {
        match callee {
            Callee::Direct(g) => Some(vec![*g]),
            Callee::Intrinsic(_) | Callee::Asm(_) => Some(Vec::new()),
            Callee::Indirect(v) => {
                let mut found = Vec::new();
                for site in self.of(f, *v) {
                    match site {
                        Site::Anything => return None,
                        Site::Function(g) => found.push(g),
                        Site::Outside | Site::Global(_) | Site::Local(..) | Site::Heap(..) => {}
                    }
                }
                Some(found)
            }
        }
    }

    /// Native implementation of a function, if the engines have one.
    pub(super) fn native(&self, f: FuncId) -> Option<&Native> {
        self.natives[f.index()].as_ref()
    }

    /// Functions whose address the program takes.
    pub fn address_taken(&self) -> &[FuncId] {
        &self.taken
    }

    fn node(&mut self) -> u32 {
        self.sets.push(Set::new());
        self.edges.push(Vec::new());
        self.constraints.push(Vec::new());
        self.queued.push(false);
        self.sets.len() as u32 - 1
    }

    fn site(&mut self, site: Site) -> u32 {
        if let Some(&o) = self.numbers.get(&site) {
            return o;
        }
        let o = self.sites.len() as u32;
        let content = self.node();
        self.sites.push(site);
        self.numbers.insert(site, o);
        self.contents.push(content);
        // A store to an unknown address may have written here.
        self.edge(self.contents[ANYTHING as usize], content);
        o
    }

    fn instruction(&self, f: FuncId, i: InstId) -> u32 {
        self.first[f.index()] + i.index() as u32
    }

    fn parameter(&self, f: FuncId, n: usize) -> u32 {
        self.first[f.index()] + (self.program.func(f).insts.len() + n) as u32
    }

    fn result(&self, f: FuncId) -> u32 {
        self.parameter(f, self.program.func(f).params.len())
    }

    /// Node of the memory that holds a function's variadic arguments.
    fn variadic_memory(&self, f: FuncId) -> u32 {
        self.result(f) + 1
    }

    fn value(&mut self, f: FuncId, v: Value) -> u32 {
        match v {
            Value::Inst(i) => self.instruction(f, i),
            Value::Arg(n) => self.parameter(f, n as usize),
            Value::Const(c) => self.constant(c),
        }
    }

    fn constant(&mut self, c: ConstId) -> u32 {
        if let Some(&node) = self.constants.get(&c) {
            return node;
        }
        let node = self.node();
        self.constants.insert(c, node);
        let program = self.program;
        match program.constant(c) {
            Const::Int(_)
            | Const::Float(..)
            | Const::Null(_)
            | Const::Zero(_)
            | Const::Undef(_)
            | Const::Poison(_)
            | Const::Bytes(..) => {}
            Const::Aggregate(_, parts) => {
                for &part in parts {
                    let part = self.constant(part);
                    self.edge(part, node);
                }
            }
            Const::Global(g) => {
                let o = self.site(Site::Global(*g));
                self.add(node, o);
            }
            Const::Func(f) | Const::BlockAddress(f, _) => {
                let o = self.site(Site::Function(*f));
                self.add(node, o);
            }
            Const::Expr(_, kind) => {
                if matches!(**kind, InstKind::Cast { op: CastOp::Inttoptr, .. }) {
                    self.devices(node);
                }
                let mut parts: SmallVec<[Value; 4]> = SmallVec::new();
                operands(kind, |v| parts.push(v));
                for part in parts {
                    if let Value::Const(part) = part {
                        let part = self.constant(part);
                        self.edge(part, node);
                    }
                }
            }
            Const::Unsupported(..) => self.add(node, ANYTHING),
        }
        node
    }

    /// A number, which may also be read as a pointer, is the address of a device.
    fn devices(&mut self, node: u32) {
        for (region, _) in self.program.regions() {
            let o = self.site(Site::Global(region));
            self.add(node, o);
        }
    }

    /// Makes a node for an intermediate value.
    fn intermediate_node(&mut self) -> u32 {
        self.node()
    }

    fn function(&mut self, f: FuncId) {
        let program = self.program;
        let func = program.func(f);
        for i in func.blocks.iter().flat_map(|b| &b.insts).copied() {
            let inst = func.inst(i);
            self.inst(f, i, &inst.kind, inst.ty);
        }
    }

    fn inst(&mut self, f: FuncId, i: InstId, kind: &InstKind, ty: TypeId) {
        let node = self.instruction(f, i);
        match kind {
            InstKind::Icmp { .. } | InstKind::Fcmp { .. } => {}
            InstKind::Cast { op: CastOp::Inttoptr, v, .. } => {
                let from = self.value(f, *v);
                self.edge(from, node);
                match v {
                    Value::Const(_) => self.devices(node),
                    Value::Inst(_) | Value::Arg(_) => self.add(node, ANYTHING),
                }
            }
            InstKind::Gep { base, .. } => {
                let from = self.value(f, *base);
                self.edge(from, node);
            }
            InstKind::Load { ptr, .. } => {
                let from = self.value(f, *ptr);
                self.add_constraint(from, Constraint::Load(node));
                self.devices(node);
            }
            InstKind::Store { ptr, v, .. } => {
                let (to, v) = (self.value(f, *ptr), self.value(f, *v));
                self.add_constraint(to, Constraint::Store(v));
            }
            InstKind::Alloca { .. } => {
                let o = self.site(Site::Local(f, i));
                self.add(node, o);
            }
            InstKind::CmpXchg { ptr, new, .. } => {
                let (at, new) = (self.value(f, *ptr), self.value(f, *new));
                self.add_constraint(at, Constraint::Load(node));
                self.add_constraint(at, Constraint::Store(new));
            }
            InstKind::AtomicRmw { ptr, v, .. } => {
                let (at, v) = (self.value(f, *ptr), self.value(f, *v));
                self.add_constraint(at, Constraint::Load(node));
                self.add_constraint(at, Constraint::Store(v));
                self.add_constraint(at, Constraint::Store(node));
            }
            InstKind::Phi(incoming) => {
                for (_, v) in incoming {
                    let from = self.value(f, *v);
                    self.edge(from, node);
                }
            }
            InstKind::VaArg(list) => {
                let list = self.value(f, *list);
                let area = self.intermediate_node();
                self.add_constraint(list, Constraint::Load(area));
                self.add_constraint(area, Constraint::Load(node));
            }
            InstKind::Ret(Some(v)) => {
                let from = self.value(f, *v);
                self.edge(from, self.result(f));
            }
            InstKind::Call { callee, args, .. } => match callee {
                Callee::Direct(g) => self.link(f, i, *g),
                Callee::Indirect(v) => {
                    let at = self.value(f, *v);
                    self.add_constraint(at, Constraint::Call(f, i));
                }
                Callee::Intrinsic(which) => self.intrinsic(f, node, which, args),
                // Not supported.
                Callee::Asm(_) => {}
            },
            InstKind::LandingPad { .. } | InstKind::Unsupported { .. } => {
                if !matches!(self.program.types.get(ty), Type::Void) {
                    self.add(node, ANYTHING);
                }
            }
            InstKind::DebugValue { .. }
            | InstKind::DebugDeclare { .. }
            | InstKind::Fence(_)
            | InstKind::Br(_)
            | InstKind::CondBr { .. }
            | InstKind::Switch { .. }
            | InstKind::IndirectBr { .. }
            | InstKind::InvokeEnd { .. }
            | InstKind::Ret(None)
            | InstKind::Resume(_)
            | InstKind::Unreachable => {}
            InstKind::Binary { .. }
            | InstKind::FBinary { .. }
            | InstKind::Fneg(_)
            | InstKind::Cast { .. }
            | InstKind::Select { .. }
            | InstKind::Freeze(_)
            | InstKind::ExtractValue { .. }
            | InstKind::InsertValue { .. }
            | InstKind::ExtractElement { .. }
            | InstKind::InsertElement { .. }
            | InstKind::ShuffleVector { .. } => {
                let mut parts: SmallVec<[Value; 4]> = SmallVec::new();
                operands(kind, |v| parts.push(v));
                for part in parts {
                    let from = self.value(f, part);
                    self.edge(from, node);
                }
            }
        }
    }

    fn intrinsic(&mut self, f: FuncId, node: u32, which: &Intrinsic, args: &[Value]) {
        let given: SmallVec<[u32; 4]> = args.iter().map(|&a| self.value(f, a)).collect();
        match (which, &given[..]) {
            (Intrinsic::Memcpy | Intrinsic::Memmove | Intrinsic::VaCopy, &[to, from, ..]) => {
                let moved = self.intermediate_node();
                self.add_constraint(from, Constraint::Load(moved));
                self.add_constraint(to, Constraint::Store(moved));
            }
            (Intrinsic::VaStart, &[list, ..]) => {
                self.add_constraint(list, Constraint::Store(self.variadic_memory(f)))
            }
            (Intrinsic::Memset | Intrinsic::VaEnd | Intrinsic::LifetimeStart | Intrinsic::LifetimeEnd, _) => {
            }
            (Intrinsic::Other(_), _) => self.add(node, ANYTHING),
            // The result may be computed from all arguments.
            _ => {
                for from in given {
                    self.edge(from, node);
                }
            }
        }
    }

    /// Adds the constraints of a call that reaches a function.
    fn link(&mut self, f: FuncId, i: InstId, g: FuncId) {
        if !self.linked.insert((f, i, g)) {
            return;
        }
        let program = self.program;
        let InstKind::Call { args, attrs, .. } = &program.func(f).inst(i).kind else { return };
        let node = self.instruction(f, i);
        let given: SmallVec<[u32; 4]> = args.iter().map(|&a| self.value(f, a)).collect();
        if let Some(native) = self.natives[g.index()].clone() {
            self.native_call(f, i, &effect(&native), &given);
            if native.is_nondet() && matches!(program.types.get(program.func(g).ret), Type::Ptr(_)) {
                self.add(node, ANYTHING);
            }
            // The program may define its own error function as an ordinary one.
            if native != Native::Error {
                return;
            }
        }
        let callee = program.func(g);
        if !callee.is_defined() {
            self.add(node, ANYTHING);
            return;
        }
        for (n, &from) in given.iter().enumerate() {
            let by_value = attrs.get(n).is_some_and(|a| a.byval.is_some());
            let mut passed = from;
            if by_value {
                let copy = self.site(Site::Local(f, i));
                let moved = self.intermediate_node();
                self.add_constraint(from, Constraint::Load(moved));
                self.edge(moved, self.contents[copy as usize]);
                passed = self.intermediate_node();
                self.add(passed, copy);
            }
            if n < callee.params.len() {
                self.edge(passed, self.parameter(g, n));
            } else if callee.vararg {
                let area = self.site(Site::Local(f, i));
                self.edge(passed, self.contents[area as usize]);
            }
        }
        if callee.vararg {
            let area = self.site(Site::Local(f, i));
            self.add(self.variadic_memory(g), area);
        }
        self.edge(self.result(g), node);
    }

    fn native_call(&mut self, f: FuncId, i: InstId, effect: &Effect, given: &[u32]) {
        let node = self.instruction(f, i);
        let made = match effect.makes {
            Made::Nothing => None,
            Made::Local => Some(self.site(Site::Local(f, i))),
            Made::Heap | Made::Given => Some(self.site(Site::Heap(f, i))),
        };
        if let Some(o) = made {
            if effect.makes == Made::Given {
                self.add(self.contents[o as usize], ANYTHING);
            }
            match effect.writes {
                // The location that receives the pointer.
                &[at] => {
                    let pointer = self.intermediate_node();
                    self.add(pointer, o);
                    if let Some(&to) = given.get(at) {
                        self.add_constraint(to, Constraint::Store(pointer));
                    }
                }
                _ => self.add(node, o),
            }
            // Reallocated memory keeps its contents.
            if let Some(&old) = effect.frees.and_then(|n| given.get(n)) {
                self.edge(old, node);
                self.add_constraint(old, Constraint::Load(self.contents[o as usize]));
            }
        }
        if let Some((to, from)) = effect.copies
            && let (Some(&to), Some(&from)) = (given.get(to), given.get(from))
        {
            let moved = self.intermediate_node();
            self.add_constraint(from, Constraint::Load(moved));
            self.add_constraint(to, Constraint::Store(moved));
        }
        if let Some(&from) = effect.yields.and_then(|n| given.get(n)) {
            self.edge(from, node);
        }
    }

    fn edge(&mut self, from: u32, to: u32) {
        if from == to || !self.known_edges.insert((from, to)) {
            return;
        }
        self.edges[from as usize].push(to);
        let set = self.sets[from as usize].clone();
        self.join(to, &set);
    }

    fn add_constraint(&mut self, node: u32, constraint: Constraint) {
        if !self.constraints[node as usize].contains(&constraint) {
            self.constraints[node as usize].push(constraint);
            self.enqueue(node);
        }
    }

    fn add(&mut self, node: u32, o: u32) {
        self.join(node, &[o]);
    }

    fn join(&mut self, node: u32, more: &[u32]) {
        let set = &mut self.sets[node as usize];
        if set.first() == Some(&ANYTHING) {
            return;
        }
        let mut grown = false;
        if more.first() == Some(&ANYTHING) {
            set.clear();
            set.push(ANYTHING);
            grown = true;
        } else {
            for &o in more {
                if let Err(at) = set.binary_search(&o) {
                    set.insert(at, o);
                    grown = true;
                }
            }
        }
        if grown {
            self.enqueue(node);
        }
    }

    fn enqueue(&mut self, node: u32) {
        if !std::mem::replace(&mut self.queued[node as usize], true) {
            self.queue.push_back(node);
        }
    }

    fn solve(&mut self) {
        while let Some(node) = self.queue.pop_front() {
            self.queued[node as usize] = false;
            let set = self.sets[node as usize].clone();
            for at in 0..self.constraints[node as usize].len() {
                let constraint = self.constraints[node as usize][at];
                for &o in &set {
                    self.apply_constraint(constraint, o);
                }
            }
            for at in 0..self.edges[node as usize].len() {
                let to = self.edges[node as usize][at];
                self.join(to, &set);
            }
        }
    }

    fn apply_constraint(&mut self, constraint: Constraint, o: u32) {
        match constraint {
            Constraint::Load(to) if o == ANYTHING => self.add(to, ANYTHING),
            Constraint::Load(to) => self.edge(self.contents[o as usize], to),
            Constraint::Store(from) => self.edge(from, self.contents[o as usize]),
            Constraint::Call(f, i) if o == ANYTHING => {
                self.add(self.instruction(f, i), ANYTHING);
                for g in self.taken.clone() {
                    self.link(f, i, g);
                }
            }
            Constraint::Call(f, i) => {
                if let Site::Function(g) = self.sites[o as usize] {
                    self.link(f, i, g);
                }
            }
        }
    }
}
