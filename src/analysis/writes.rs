//! Objects that a loop or a function may write to or whose lifetime it may end: the targets, by points-to analysis, of
//! its stores and those of all functions that it calls.
//!
//! Jumps (`longjmp`), caught exceptions, inline assembly and other threads are ignored, because the bounded evaluation,
//! which uses these sets, does not support them. A function without a body that receives writable memory may also free
//! it.

use std::collections::BTreeSet;

use super::effects::{Made, effect};
use super::points_to::{PointsTo, Site};
use crate::analysis::{LoopForest, LoopId};
use crate::program::{BlockId, Callee, FuncId, InstId, InstKind, Intrinsic, Program, Value};
use crate::semantics::Native;

/// A set of objects.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct WriteSet(BTreeSet<Site>);

impl WriteSet {
    /// Whether an object may be in the set.
    pub fn contains(&self, object: Site) -> bool {
        self.0.contains(&object) || self.0.contains(&Site::Anything)
    }

    /// The objects; [`Site::Anything`] stands for all.
    pub fn sites(&self) -> impl Iterator<Item = Site> + '_ {
        self.0.iter().copied()
    }

    fn join(&mut self, other: &WriteSet) -> bool {
        let before = self.0.len();
        self.0.extend(&other.0);
        self.0.len() != before
    }
}

/// Write sets of a program's functions, each including the functions that it calls.
pub struct Writes<'p> {
    program: &'p Program,
    points: PointsTo<'p>,
    functions: Vec<WriteSet>,
}

impl<'p> Writes<'p> {
    /// Analyses a program that starts with the function `entry`.
    pub fn new(program: &'p Program, entry: FuncId) -> Writes<'p> {
        let points = PointsTo::new(program, entry);
        let functions = vec![WriteSet::default(); program.functions.len()];
        let mut all = Writes { program, points, functions };
        // Callees usually come first.
        let mut grown = true;
        while grown {
            grown = false;
            for f in (0..program.functions.len()).map(FuncId::new) {
                let blocks = (0..program.func(f).blocks.len()).map(BlockId::new);
                let set = all.of_blocks(f, blocks);
                grown |= all.functions[f.index()].join(&set);
            }
        }
        all
    }

    /// The underlying points-to analysis.
    pub fn points(&self) -> &PointsTo<'p> {
        &self.points
    }

    /// Objects that an activation of a function may write to.
    pub fn of_function(&self, f: FuncId) -> &WriteSet {
        &self.functions[f.index()]
    }

    /// Objects that a loop may write to between one visit of its head and any later one.
    pub fn of_loop(&self, f: FuncId, loops: &LoopForest, of: LoopId) -> WriteSet {
        self.of_blocks(f, loops.members(of).iter().copied())
    }

    fn of_blocks(&self, f: FuncId, blocks: impl Iterator<Item = BlockId>) -> WriteSet {
        let func = self.program.func(f);
        let mut set = WriteSet::default();
        for block in blocks {
            for &i in &func.block(block).insts {
                self.of_inst(f, i, &func.inst(i).kind, &mut set);
            }
        }
        set
    }

    /// The match is exhaustive on purpose: an author of a new instruction must state what it writes.
    fn of_inst(&self, f: FuncId, i: InstId, kind: &InstKind, set: &mut WriteSet) {
        match kind {
            InstKind::Store { ptr, .. } | InstKind::CmpXchg { ptr, .. } | InstKind::AtomicRmw { ptr, .. } => {
                self.add_targets(f, *ptr, set);
            }
            // Advances the list.
            InstKind::VaArg(list) => self.add_targets(f, *list, set),
            // If it is executed again, the earlier object is a different one.
            InstKind::Alloca { .. } => {
                set.0.insert(Site::Local(f, i));
            }
            InstKind::Call { callee, args, attrs, .. } => match callee {
                Callee::Intrinsic(which) => self.of_intrinsic(f, which, args, set),
                Callee::Asm(_) => {}
                Callee::Direct(_) | Callee::Indirect(_) => {
                    let any = self.points.address_taken();
                    let known = self.points.callees(f, callee);
                    for &g in known.as_deref().unwrap_or(any) {
                        let copies = attrs.iter().any(|a| a.byval.is_some());
                        self.of_call((f, i), g, args, copies, set);
                    }
                }
            },
            InstKind::Binary { .. }
            | InstKind::FBinary { .. }
            | InstKind::Fneg(_)
            | InstKind::Icmp { .. }
            | InstKind::Fcmp { .. }
            | InstKind::Cast { .. }
            | InstKind::Select { .. }
            | InstKind::Freeze(_)
            | InstKind::ExtractValue { .. }
            | InstKind::InsertValue { .. }
            | InstKind::ExtractElement { .. }
            | InstKind::InsertElement { .. }
            | InstKind::ShuffleVector { .. }
            | InstKind::Gep { .. }
            | InstKind::Load { .. }
            | InstKind::Fence(_)
            | InstKind::Phi(_)
            | InstKind::DebugValue { .. }
            | InstKind::DebugDeclare { .. }
            | InstKind::Br(_)
            | InstKind::CondBr { .. }
            | InstKind::Switch { .. }
            | InstKind::IndirectBr { .. }
            | InstKind::InvokeEnd { .. }
            | InstKind::Ret(_)
            | InstKind::Unreachable
            | InstKind::LandingPad { .. }
            | InstKind::Resume(_)
            | InstKind::Unsupported { .. } => {}
        }
    }

    fn of_call(&self, (f, i): (FuncId, InstId), g: FuncId, args: &[Value], copies: bool, set: &mut WriteSet) {
        let callee = self.program.func(g);
        if let Some(native) = self.points.native(g) {
            let effect = effect(native);
            for &n in effect.writes.iter().chain(&effect.frees) {
                if let Some(&to) = args.get(n) {
                    self.add_targets(f, to, set);
                }
            }
            match effect.makes {
                Made::Nothing => {}
                Made::Local => {
                    set.0.insert(Site::Local(f, i));
                }
                Made::Heap | Made::Given => {
                    set.0.insert(Site::Heap(f, i));
                }
            }
            // The program may define its own error function as an ordinary one.
            if *native != Native::Error {
                return;
            }
        }
        // Arguments passed by value, and variadic arguments.
        if copies || callee.vararg {
            set.0.insert(Site::Local(f, i));
        }
        if callee.is_defined() {
            set.join(&self.functions[g.index()]);
        }
    }

    fn of_intrinsic(&self, f: FuncId, which: &Intrinsic, args: &[Value], set: &mut WriteSet) {
        let to = match which {
            Intrinsic::Memcpy
            | Intrinsic::Memmove
            | Intrinsic::Memset
            | Intrinsic::VaStart
            | Intrinsic::VaEnd
            | Intrinsic::VaCopy => args.first(),
            Intrinsic::LifetimeStart | Intrinsic::LifetimeEnd => args.get(1),
            // Ends dynamically sized objects; any of them.
            Intrinsic::Stackrestore => {
                set.0.insert(Site::Anything);
                None
            }
            Intrinsic::SaddWithOverflow
            | Intrinsic::UaddWithOverflow
            | Intrinsic::SsubWithOverflow
            | Intrinsic::UsubWithOverflow
            | Intrinsic::SmulWithOverflow
            | Intrinsic::UmulWithOverflow
            | Intrinsic::SaddSat
            | Intrinsic::UaddSat
            | Intrinsic::SsubSat
            | Intrinsic::UsubSat
            | Intrinsic::SshlSat
            | Intrinsic::UshlSat
            | Intrinsic::Ctpop
            | Intrinsic::Ctlz
            | Intrinsic::Cttz
            | Intrinsic::Bswap
            | Intrinsic::Bitreverse
            | Intrinsic::Fshl
            | Intrinsic::Fshr
            | Intrinsic::Smax
            | Intrinsic::Smin
            | Intrinsic::Umax
            | Intrinsic::Umin
            | Intrinsic::Abs
            | Intrinsic::Scmp
            | Intrinsic::Ucmp
            | Intrinsic::Identity
            | Intrinsic::Assume
            | Intrinsic::Objectsize
            | Intrinsic::IsConstant
            | Intrinsic::Stacksave
            | Intrinsic::Trap
            | Intrinsic::Ptrmask
            | Intrinsic::VectorReduce(_)
            | Intrinsic::Frameaddress
            | Intrinsic::Returnaddress
            | Intrinsic::Nop
            | Intrinsic::Aligned
            | Intrinsic::Float(_)
            | Intrinsic::Other(_) => None,
        };
        if let Some(&to) = to {
            self.add_targets(f, to, set);
        }
    }

    fn add_targets(&self, f: FuncId, to: Value, set: &mut WriteSet) {
        set.0.extend(self.points.of(f, to));
    }
}
