//! Which objects a value may lead to: the inclusion-based analysis of L. O. Andersen, "Program Analysis and Specialization for
//! the C Programming Language" (1994), over the program's IR. It tells apart neither contexts, nor the fields of an object,
//! nor times.
//!
//! An object is where it is made: a global variable, a function, the instruction that makes a local one or allocates. What comes
//! from where the program does not show (an integer made a pointer, a function without a body, the entry function's arguments)
//! leads [anywhere](Site::Anything), and what is stored there may be anywhere. Integers carry pointers along, through memory and
//! arithmetic. What it does not see is an integer that is an address by its value alone, as one that was guessed.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::effects::{Effect, Made, effect};
use crate::program::{
    Callee, CastOp, Const, ConstId, FuncId, GlobalId, InstId, InstKind, Intrinsic, Program, Type, TypeId,
    Value, operands,
};
use crate::semantics::{Native, natives};

/// Where an object comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Site {
    /// Any object.
    Anything,
    /// What the surroundings pass to the program.
    Outside,
    /// A global variable.
    Global(GlobalId),
    /// A function.
    Function(FuncId),
    /// A local object: that of an `alloca`, or what a call passes by copying it.
    Local(FuncId, InstId),
    /// What a call allocates.
    Heap(FuncId, InstId),
}

/// Objects by number, in order; only the number of [`Site::Anything`] where that is one of them.
type Set = SmallVec<[u32; 4]>;

const ANYTHING: u32 = 0;

/// What is still to be followed from a value that gets more objects.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Use {
    /// What is there flows to the node.
    Load(u32),
    /// The node flows there.
    Store(u32),
    /// A call of the function through it.
    Call(FuncId, InstId),
}

/// Which objects each value of a program may lead to.
pub struct PointsTo<'p> {
    program: &'p Program,
    natives: Vec<Option<Native>>,
    sites: Vec<Site>,
    numbers: FxHashMap<Site, u32>,
    /// By number of the object: the node of what it holds.
    contents: Vec<u32>,
    /// By function: the node of its first instruction. Its parameters follow, then its result and its variable arguments.
    first: Vec<u32>,
    /// By node.
    sets: Vec<Set>,
    edges: Vec<Vec<u32>>,
    known_edges: FxHashSet<(u32, u32)>,
    uses: Vec<Vec<Use>>,
    /// Nodes of constants.
    constants: FxHashMap<ConstId, u32>,
    taken: Vec<FuncId>,
    queue: VecDeque<u32>,
    queued: Vec<bool>,
    linked: FxHashSet<(FuncId, InstId, FuncId)>,
}

impl<'p> PointsTo<'p> {
    /// Analyses a program that starts with a function.
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
            uses: Vec::new(),
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

    /// The objects that a value of a function may lead to.
    pub fn of(&self, f: FuncId, v: Value) -> impl Iterator<Item = Site> + '_ {
        let node = match v {
            Value::Inst(i) => Some(self.instruction(f, i)),
            Value::Arg(n) => Some(self.parameter(f, n as usize)),
            Value::Const(c) => self.constants.get(&c).copied(),
        };
        let set = node.map_or(&[][..], |n| &self.sets[n as usize]);
        set.iter().map(|&o| self.sites[o as usize])
    }

    /// The objects that a pointer in an object may lead to.
    pub fn held(&self, object: Site) -> impl Iterator<Item = Site> + '_ {
        let node = self.numbers.get(&object).map(|&o| self.contents[o as usize]);
        let set = node.map_or(&[][..], |n| &self.sets[n as usize]);
        set.iter().map(|&o| self.sites[o as usize])
    }

    /// The functions that a call may come to; `None` for any.
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

    /// What a function means that the engines implement themselves.
    pub(super) fn native(&self, f: FuncId) -> Option<&Native> {
        self.natives[f.index()].as_ref()
    }

    /// The functions whose address the program takes.
    pub fn address_taken(&self) -> &[FuncId] {
        &self.taken
    }

    fn node(&mut self) -> u32 {
        self.sets.push(Set::new());
        self.edges.push(Vec::new());
        self.uses.push(Vec::new());
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
        // What was stored anywhere may be here.
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

    /// The areas of a function's variable arguments.
    fn further(&self, f: FuncId) -> u32 {
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

    /// A node that stands for a value only used here.
    fn between(&mut self) -> u32 {
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
                if !matches!(v, Value::Const(_)) {
                    self.add(node, ANYTHING);
                }
            }
            InstKind::Gep { base, .. } => {
                let from = self.value(f, *base);
                self.edge(from, node);
            }
            InstKind::Load { ptr, .. } => {
                let from = self.value(f, *ptr);
                self.use_of(from, Use::Load(node));
            }
            InstKind::Store { ptr, v, .. } => {
                let (to, v) = (self.value(f, *ptr), self.value(f, *v));
                self.use_of(to, Use::Store(v));
            }
            InstKind::Alloca { .. } => {
                let o = self.site(Site::Local(f, i));
                self.add(node, o);
            }
            InstKind::CmpXchg { ptr, new, .. } => {
                let (at, new) = (self.value(f, *ptr), self.value(f, *new));
                self.use_of(at, Use::Load(node));
                self.use_of(at, Use::Store(new));
            }
            InstKind::AtomicRmw { ptr, v, .. } => {
                let (at, v) = (self.value(f, *ptr), self.value(f, *v));
                self.use_of(at, Use::Load(node));
                self.use_of(at, Use::Store(v));
                self.use_of(at, Use::Store(node));
            }
            InstKind::Phi(incoming) => {
                for (_, v) in incoming {
                    let from = self.value(f, *v);
                    self.edge(from, node);
                }
            }
            InstKind::VaArg(list) => {
                let list = self.value(f, *list);
                let area = self.between();
                self.use_of(list, Use::Load(area));
                self.use_of(area, Use::Load(node));
            }
            InstKind::Ret(Some(v)) => {
                let from = self.value(f, *v);
                self.edge(from, self.result(f));
            }
            InstKind::Call { callee, args, .. } => match callee {
                Callee::Direct(g) => self.link(f, i, *g),
                Callee::Indirect(v) => {
                    let at = self.value(f, *v);
                    self.use_of(at, Use::Call(f, i));
                }
                Callee::Intrinsic(which) => self.intrinsic(f, node, which, args),
                // Not supported.
                Callee::Asm(_) => {}
            },
            InstKind::Unsupported { .. } => {
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
                let moved = self.between();
                self.use_of(from, Use::Load(moved));
                self.use_of(to, Use::Store(moved));
            }
            (Intrinsic::VaStart, &[list, ..]) => self.use_of(list, Use::Store(self.further(f))),
            (Intrinsic::Memset | Intrinsic::VaEnd | Intrinsic::LifetimeStart | Intrinsic::LifetimeEnd, _) => {
            }
            (Intrinsic::Other(_), _) => self.add(node, ANYTHING),
            // What is computed may be made of all that is given.
            _ => {
                for from in given {
                    self.edge(from, node);
                }
            }
        }
    }

    /// A call comes to a function.
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
            // A program's own error function may be an ordinary one.
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
                let moved = self.between();
                self.use_of(from, Use::Load(moved));
                self.edge(moved, self.contents[copy as usize]);
                passed = self.between();
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
            self.add(self.further(g), area);
        }
        self.edge(self.result(g), node);
    }

    fn native_call(&mut self, f: FuncId, i: InstId, effect: &Effect, given: &[u32]) {
        let node = self.instruction(f, i);
        let made = match effect.makes {
            Made::Nothing => None,
            Made::Local => Some(self.site(Site::Local(f, i))),
            Made::Heap => Some(self.site(Site::Heap(f, i))),
        };
        if let Some(o) = made {
            match effect.writes {
                // Where the pointer is put.
                &[at] => {
                    let pointer = self.between();
                    self.add(pointer, o);
                    if let Some(&to) = given.get(at) {
                        self.use_of(to, Use::Store(pointer));
                    }
                }
                _ => self.add(node, o),
            }
            // What is allocated anew keeps what it held.
            if let Some(&old) = effect.frees.and_then(|n| given.get(n)) {
                self.edge(old, node);
                self.use_of(old, Use::Load(self.contents[o as usize]));
            }
        }
        if let Some((to, from)) = effect.copies
            && let (Some(&to), Some(&from)) = (given.get(to), given.get(from))
        {
            let moved = self.between();
            self.use_of(from, Use::Load(moved));
            self.use_of(to, Use::Store(moved));
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

    fn use_of(&mut self, node: u32, what: Use) {
        if !self.uses[node as usize].contains(&what) {
            self.uses[node as usize].push(what);
            self.wake(node);
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
            self.wake(node);
        }
    }

    fn wake(&mut self, node: u32) {
        if !std::mem::replace(&mut self.queued[node as usize], true) {
            self.queue.push_back(node);
        }
    }

    fn solve(&mut self) {
        while let Some(node) = self.queue.pop_front() {
            self.queued[node as usize] = false;
            let set = self.sets[node as usize].clone();
            for at in 0..self.uses[node as usize].len() {
                let what = self.uses[node as usize][at];
                for &o in &set {
                    self.follow(what, o);
                }
            }
            for at in 0..self.edges[node as usize].len() {
                let to = self.edges[node as usize][at];
                self.join(to, &set);
            }
        }
    }

    fn follow(&mut self, what: Use, o: u32) {
        match what {
            Use::Load(to) if o == ANYTHING => self.add(to, ANYTHING),
            Use::Load(to) => self.edge(self.contents[o as usize], to),
            Use::Store(from) => self.edge(from, self.contents[o as usize]),
            Use::Call(f, i) if o == ANYTHING => {
                self.add(self.instruction(f, i), ANYTHING);
                for g in self.taken.clone() {
                    self.link(f, i, g);
                }
            }
            Use::Call(f, i) => {
                if let Site::Function(g) = self.sites[o as usize] {
                    self.link(f, i, g);
                }
            }
        }
    }
}
