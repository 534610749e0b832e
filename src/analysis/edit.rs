//! Rewriting of functions: new instructions, blocks and edges.

use crate::base::Bits;
use crate::program::{
    Block, BlockId, Callee, Const, ConstId, FuncId, IcmpPred, Inst, InstId, InstKind, Layout, LocId,
    ParamAttrs, Program, Type, TypeId, Value,
};

/// Adds a constant.
pub(super) fn add(program: &mut Program, constant: Const) -> ConstId {
    program.consts.push(constant);
    ConstId::new(program.consts.len() - 1)
}

/// Makes each run of a function end as unsupported.
pub(super) fn refuse(program: &mut Program, f: FuncId, what: &str) {
    let function = &mut program.functions[f.index()];
    let (ty, id) = (function.ret, InstId::new(function.insts.len()));
    let kind = InstKind::Unsupported { what: what.to_owned(), succs: Vec::new() };
    function.insts.push(Inst { kind, ty, loc: None });
    function.blocks[0].insts.insert(0, id);
}

/// Types that rewritten code needs.
#[derive(Clone, Copy)]
pub(super) struct Vocabulary {
    pub(super) bit: TypeId,
    pub(super) int: TypeId,
    pub(super) void: TypeId,
    pub(super) pointer: TypeId,
}

impl Vocabulary {
    pub(super) fn of(program: &mut Program) -> Vocabulary {
        let bytes = u64::from(program.target.pointer_bits / 8);
        let plain = |size| Layout { store_size: size, alloc_size: size, align: size };
        Vocabulary {
            bit: program.types.insert(Type::Int(1), plain(1)),
            int: program.types.insert(Type::Int(32), plain(4)),
            void: program.types.insert(Type::Void, Layout::default()),
            pointer: program.types.insert(Type::Ptr(0), plain(bytes)),
        }
    }
}

/// A function that is rewritten.
pub(super) struct Editor<'p> {
    pub(super) program: &'p mut Program,
    pub(super) f: FuncId,
    pub(super) types: Vocabulary,
    /// The block by which what flies leaves the function.
    exit: Option<BlockId>,
}

impl<'p> Editor<'p> {
    pub(super) fn new(program: &'p mut Program, f: FuncId) -> Editor<'p> {
        let types = Vocabulary::of(program);
        Editor { program, f, types, exit: None }
    }

    /// Adds an instruction, which is in no block yet.
    pub(super) fn inst(&mut self, kind: InstKind, ty: TypeId, loc: Option<LocId>) -> InstId {
        let insts = &mut self.program.functions[self.f.index()].insts;
        insts.push(Inst { kind, ty, loc });
        InstId::new(insts.len() - 1)
    }

    /// Adds a constant as a value.
    pub(super) fn constant(&mut self, constant: Const) -> Value {
        Value::Const(add(self.program, constant))
    }

    pub(super) fn block(&mut self, insts: Vec<InstId>) -> BlockId {
        let blocks = &mut self.program.functions[self.f.index()].blocks;
        blocks.push(Block { name: String::new(), insts });
        BlockId::new(blocks.len() - 1)
    }

    /// The instructions of a block, to change them.
    pub(super) fn insts(&mut self, b: BlockId) -> &mut Vec<InstId> {
        &mut self.program.functions[self.f.index()].blocks[b.index()].insts
    }

    pub(super) fn call_of(&mut self, g: FuncId, args: Vec<Value>, loc: Option<LocId>) -> InstId {
        let function = self.program.func(g);
        let (ret, params) = (function.ret, function.params.iter().map(|p| p.ty).collect());
        self.call(Callee::Direct(g), (ret, params), args, loc)
    }

    /// A call of a function, or an intrinsic, of that type.
    pub(super) fn call(
        &mut self,
        callee: Callee,
        (ret, params): (TypeId, Vec<TypeId>),
        args: Vec<Value>,
        loc: Option<LocId>,
    ) -> InstId {
        let ty = Type::Function { ret, params, vararg: false };
        let fn_ty = self.program.types.insert(ty, Layout::default());
        let attrs = vec![ParamAttrs::default(); args.len()];
        self.inst(InstKind::Call { callee, args, attrs, fn_ty, noreturn: false }, ret, loc)
    }

    /// A new local variable of the function, which each activation has from its start.
    pub(super) fn local(&mut self, ty: TypeId) -> Value {
        let (count, pointer) = (self.constant(Const::Int(Bits::new(32, 1))), self.types.pointer);
        let align = self.program.types.layout(ty).align.max(1);
        let local = self.inst(InstKind::Alloca { ty, count, align }, pointer, None);
        self.insts(BlockId::new(0)).insert(0, local);
        Value::Inst(local)
    }

    /// A read of a whole object of that type.
    pub(super) fn load(&mut self, ptr: Value, ty: TypeId, loc: Option<LocId>) -> InstId {
        let align = self.program.types.layout(ty).align.max(1);
        self.inst(InstKind::Load { ptr, align, volatile: false, atomic: None }, ty, loc)
    }

    /// A write of a whole object of that type.
    pub(super) fn store(&mut self, ptr: Value, (v, ty): (Value, TypeId), loc: Option<LocId>) -> InstId {
        let align = self.program.types.layout(ty).align.max(1);
        let void = self.types.void;
        self.inst(InstKind::Store { ptr, v, ty, align, volatile: false, atomic: None }, void, loc)
    }

    /// The block by which what flies leaves the function. Nobody looks at what it returns then.
    pub(super) fn exit(&mut self) -> BlockId {
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
        let value = value.map(|value| self.constant(value));
        let ret = self.inst(InstKind::Ret(value), self.types.void, None);
        let exit = self.block(vec![ret]);
        self.exit = Some(exit);
        exit
    }

    /// Where an instruction is.
    pub(super) fn place(&self, inst: InstId) -> Option<(BlockId, usize)> {
        let blocks = self.program.func(self.f).blocks.iter().enumerate();
        blocks.into_iter().find_map(|(b, block)| {
            let at = block.insts.iter().position(|&i| i == inst)?;
            Some((BlockId::new(b), at))
        })
    }

    /// Puts all from the `at`-th instruction of a block on into a block of its own. The first one has no terminator then.
    pub(super) fn split(&mut self, block: BlockId, at: usize) -> BlockId {
        let rest = self.insts(block).split_off(at);
        let successors = self.program.func(self.f).inst(rest[rest.len() - 1]).kind.successors();
        let behind = self.block(rest);
        for to in successors {
            self.comes_from(to, block, behind);
        }
        behind
    }

    /// A block is reached from another one than before.
    pub(super) fn comes_from(&mut self, block: BlockId, before: BlockId, now: BlockId) {
        let function = &mut self.program.functions[self.f.index()];
        for &i in &function.blocks[block.index()].insts {
            if let InstKind::Phi(incoming) = &mut function.insts[i.index()].kind {
                incoming.iter_mut().filter(|(from, _)| *from == before).for_each(|(from, _)| *from = now);
            }
        }
    }

    /// The call returns, whatever is known of it, perhaps with something in flight.
    pub(super) fn returns(&mut self, call: InstId) {
        if let InstKind::Call { noreturn, .. } =
            &mut self.program.functions[self.f.index()].insts[call.index()].kind
        {
            *noreturn = false;
        }
    }

    /// What ends a block: to `same` where two values are equal, and to `other` where they are not. No branch of the source is meant, so it
    /// has no place.
    pub(super) fn branch(&mut self, [a, b]: [Value; 2], (same, other): (BlockId, BlockId)) -> [InstId; 2] {
        let (bit, void) = (self.types.bit, self.types.void);
        let equal = self.inst(InstKind::Icmp { pred: IcmpPred::Eq, a, b }, bit, None);
        let branch = InstKind::CondBr { c: Value::Inst(equal), then: same, other };
        [equal, self.inst(branch, void, None)]
    }

    /// A block that ends so.
    pub(super) fn choice(
        &mut self,
        mut insts: Vec<InstId>,
        values: [Value; 2],
        ways: (BlockId, BlockId),
    ) -> BlockId {
        insts.extend(self.branch(values, ways));
        self.block(insts)
    }

    /// Ends a block: on to `normal` if the pointer at a place is null, to `flies` otherwise.
    pub(super) fn look(&mut self, block: BlockId, at: Value, ways: (BlockId, BlockId)) {
        let pointer = self.types.pointer;
        let null = self.constant(Const::Null(pointer));
        let load = self.load(at, pointer, None);
        let branch = self.branch([Value::Inst(load), null], ways);
        self.insts(block).push(load);
        self.insts(block).extend(branch);
    }
}
