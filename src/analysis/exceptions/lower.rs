//! Rewrites the calls of a function that may throw, and its landing pads.

use smallvec::smallvec;

use super::Flight;
use super::landing::{Pads, add};
use super::throwing::{Throwing, all_land};
use crate::base::Bits;
use crate::program::{
    Block, BlockId, Callee, Const, ConstId, FuncId, IcmpPred, Inst, InstId, InstKind, Intrinsic, Layout,
    LocId, ParamAttrs, Program, Type, TypeId, Value,
};

/// Types and constants that the rewritten code needs.
struct Vocabulary {
    bit: TypeId,
    int: TypeId,
    void: TypeId,
    pointer: TypeId,
    null: ConstId,
    zero: ConstId,
    in_flight: ConstId,
}

impl Vocabulary {
    fn of(program: &mut Program, flight: &Flight) -> Vocabulary {
        let bytes = u64::from(program.target.pointer_bits / 8);
        let plain = |size| Layout { store_size: size, alloc_size: size, align: size };
        let bit = program.types.insert(Type::Int(1), plain(1));
        let int = program.types.insert(Type::Int(32), plain(4));
        let void = program.types.insert(Type::Void, Layout::default());
        let pointer = program.types.insert(Type::Ptr(0), plain(bytes));
        let null = add(program, Const::Null(pointer));
        let zero = add(program, Const::Int(Bits::new(32, 0)));
        let in_flight = add(program, Const::Global(flight.in_flight));
        Vocabulary { bit, int, void, pointer, null, zero, in_flight }
    }
}

/// Rewrites a function.
pub(super) fn function(
    program: &mut Program,
    f: FuncId,
    (flight, throwing, pads): (&Flight, &Throwing, &Pads),
) {
    let function = program.func(f);
    let invokes: Vec<(InstId, BlockId)> = function.invokes().collect();
    let calls: Vec<InstId> = throwing.calls(f);
    let lands = function.insts.iter().any(|inst| {
        matches!(inst.kind, InstKind::LandingPad { .. } | InstKind::Resume(_)) || is_type_id(&inst.kind)
    });
    for (call, pad) in invokes {
        if let Some(&table) = pads.tables.get(&(f, pad)) {
            program.functions[f.index()].pads.insert(call, table);
        }
    }
    if calls.is_empty() && !lands {
        return;
    }
    let vocabulary = Vocabulary::of(program, flight);
    let mut rewriter = Rewriter { program, f, flight, vocabulary, exit: None };
    for call in calls {
        rewriter.call(call);
    }
    rewriter.landings(pads);
    if throwing.function(f) {
        // It returns, whatever the source says.
        rewriter.program.functions[f.index()].noreturn = false;
    }
}

fn is_type_id(kind: &InstKind) -> bool {
    matches!(kind, InstKind::Call { callee: Callee::Intrinsic(Intrinsic::Other(name)), .. } if name.starts_with("llvm.eh.typeid.for"))
}

struct Rewriter<'p> {
    program: &'p mut Program,
    f: FuncId,
    flight: &'p Flight,
    vocabulary: Vocabulary,
    /// The block by which exceptions leave the function.
    exit: Option<BlockId>,
}

impl Rewriter<'_> {
    /// Adds an instruction, which is in no block yet.
    fn inst(&mut self, kind: InstKind, ty: TypeId, loc: Option<LocId>) -> InstId {
        let insts = &mut self.program.functions[self.f.index()].insts;
        insts.push(Inst { kind, ty, loc });
        InstId::new(insts.len() - 1)
    }

    fn block(&mut self, insts: Vec<InstId>) -> BlockId {
        let blocks = &mut self.program.functions[self.f.index()].blocks;
        blocks.push(Block { name: String::new(), insts });
        BlockId::new(blocks.len() - 1)
    }

    fn call_of(&mut self, g: FuncId, args: Vec<Value>, loc: Option<LocId>) -> InstId {
        let function = self.program.func(g);
        let (ret, params) = (function.ret, function.params.iter().map(|p| p.ty).collect());
        let ty = Type::Function { ret, params, vararg: false };
        let fn_ty = self.program.types.insert(ty, Layout::default());
        let attrs = vec![ParamAttrs::default(); args.len()];
        self.inst(InstKind::Call { callee: Callee::Direct(g), args, attrs, fn_ty, noreturn: false }, ret, loc)
    }

    /// The block by which exceptions leave the function. Nobody looks at what it returns then.
    fn exit(&mut self) -> BlockId {
        if let Some(exit) = self.exit {
            return exit;
        }
        let ret = self.program.func(self.f).ret;
        let value = match self.program.types.get(ret) {
            Type::Void => None,
            Type::Ptr(_) => Some(Const::Null(ret)),
            Type::Int(bits) => Some(Const::Int(Bits::zero(*bits))),
            _ => Some(Const::Zero(ret)),
        };
        let value = value.map(|value| Value::Const(add(self.program, value)));
        let ret = self.inst(InstKind::Ret(value), self.vocabulary.void, None);
        let exit = self.block(vec![ret]);
        self.exit = Some(exit);
        exit
    }

    /// Looks behind a call whether an exception is in flight.
    fn call(&mut self, call: InstId) {
        let function = &mut self.program.functions[self.f.index()];
        let place = function.blocks.iter().enumerate().find_map(|(b, block)| {
            let at = block.insts.iter().position(|&i| i == call)?;
            Some((BlockId::new(b), at))
        });
        let Some((block, at)) = place else { return };
        let loc = function.inst(call).loc;
        if let InstKind::Call { noreturn, .. } = &mut function.insts[call.index()].kind {
            *noreturn = false;
        }
        let rest = function.blocks[block.index()].insts.split_off(at + 1);
        let (normal, unwind) = match function.inst(rest[0]).kind {
            InstKind::InvokeEnd { normal, unwind } => (normal, self.select(call, (block, unwind), loc)),
            _ => {
                let successors = function.inst(rest[rest.len() - 1]).kind.successors();
                let normal = self.block(rest);
                for to in successors {
                    self.comes_from(to, block, normal);
                }
                (normal, self.exit())
            }
        };
        let Vocabulary { bit, void, pointer, null, in_flight, .. } = self.vocabulary;
        let bytes = u64::from(self.program.target.pointer_bits / 8);
        let load =
            InstKind::Load { ptr: Value::Const(in_flight), align: bytes, volatile: false, atomic: None };
        // These have no place: no branch of the source is meant.
        let load = self.inst(load, pointer, None);
        let none = InstKind::Icmp { pred: IcmpPred::Eq, a: Value::Inst(load), b: Value::Const(null) };
        let none = self.inst(none, bit, None);
        let branch = InstKind::CondBr { c: Value::Inst(none), then: normal, other: unwind };
        let branch = self.inst(branch, void, None);
        self.program.functions[self.f.index()].blocks[block.index()].insts.extend([load, none, branch]);
    }

    /// The block that asks whether an exception lands at a pad of a call in `from`.
    fn select(&mut self, call: InstId, (from, pad): (BlockId, BlockId), loc: Option<LocId>) -> BlockId {
        let function = self.program.func(self.f);
        let Some(&table) = function.pads.get(&call) else { return self.exit() };
        let lands = all_land(self.program, function, pad);
        let table = add(self.program, Const::Global(table));
        let select = self.call_of(self.flight.select, vec![Value::Const(table)], loc);
        let mut insts = vec![select];
        let Vocabulary { bit, void, zero, .. } = self.vocabulary;
        if lands {
            insts.push(self.inst(InstKind::Br(pad), void, None));
        } else {
            let flies = InstKind::Icmp { pred: IcmpPred::Eq, a: Value::Inst(select), b: Value::Const(zero) };
            let flies = self.inst(flies, bit, None);
            let exit = self.exit();
            let branch = InstKind::CondBr { c: Value::Inst(flies), then: exit, other: pad };
            let branch = self.inst(branch, void, None);
            insts.extend([flies, branch]);
        }
        let asked = self.block(insts);
        self.comes_from(pad, from, asked);
        asked
    }

    /// A block is reached from another one than before.
    fn comes_from(&mut self, block: BlockId, before: BlockId, now: BlockId) {
        let function = &mut self.program.functions[self.f.index()];
        for &i in &function.blocks[block.index()].insts {
            if let InstKind::Phi(incoming) = &mut function.insts[i.index()].kind {
                incoming.iter_mut().filter(|(from, _)| *from == before).for_each(|(from, _)| *from = now);
            }
        }
    }

    /// Rewrites landing pads, what ends them, and the numbers of types.
    fn landings(&mut self, pads: &Pads) {
        for b in 0..self.program.func(self.f).blocks.len() {
            let before = std::mem::take(&mut self.program.functions[self.f.index()].blocks[b].insts);
            let mut insts = Vec::with_capacity(before.len());
            for i in before {
                self.landing(pads, i, &mut insts);
            }
            self.program.functions[self.f.index()].blocks[b].insts = insts;
        }
    }

    fn landing(&mut self, pads: &Pads, i: InstId, insts: &mut Vec<InstId>) {
        let Inst { kind, ty, loc } = self.program.func(self.f).inst(i).clone();
        let Vocabulary { int, void, pointer, .. } = self.vocabulary;
        let last = match kind {
            InstKind::LandingPad { .. } => {
                let landed = self.call_of(self.flight.landed, Vec::new(), loc);
                let selector = self.call_of(self.flight.selector, Vec::new(), loc);
                let none = Value::Const(add(self.program, Const::Zero(ty)));
                let pair = InstKind::InsertValue { agg: none, v: Value::Inst(landed), indices: smallvec![0] };
                let pair = self.inst(pair, ty, loc);
                insts.extend([landed, selector, pair]);
                debug_assert_eq!(self.program.func(self.flight.selector).ret, int);
                InstKind::InsertValue {
                    agg: Value::Inst(pair),
                    v: Value::Inst(selector),
                    indices: smallvec![1],
                }
            }
            InstKind::Resume(v) => {
                let exception = InstKind::ExtractValue { agg: v, indices: smallvec![0] };
                let exception = self.inst(exception, pointer, loc);
                let resume = self.call_of(self.flight.resume, vec![Value::Inst(exception)], loc);
                insts.extend([exception, resume]);
                InstKind::Br(self.exit())
            }
            ref kind if is_type_id(kind) => {
                let InstKind::Call { args, .. } = kind else { unreachable!("a call") };
                let number = match args[..] {
                    [Value::Const(ty)] => pads.selector(self.program, ty),
                    _ => 0,
                };
                let number = add(self.program, Const::Int(Bits::new(32, number)));
                InstKind::Freeze(Value::Const(number))
            }
            _ => {
                insts.push(i);
                return;
            }
        };
        let ty = if matches!(last, InstKind::Br(_)) { void } else { ty };
        self.program.functions[self.f.index()].insts[i.index()] = Inst { kind: last, ty, loc };
        insts.push(i);
    }
}
