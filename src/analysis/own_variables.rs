//! Addresses of thread-local variables.
//!
//! LLVM lets an instruction name such a variable without `llvm.threadlocal.address`: its address is then that of the running thread's
//! variable, too. Engines know it by the intrinsic alone, so each name becomes one.

use crate::program::{
    BlockId, Callee, Const, ConstId, FuncId, Inst, InstId, InstKind, Intrinsic, Layout, LocId, ParamAttrs,
    Program, Type, TypeId, Value, operands, operands_mut,
};

/// Writes each address of a thread-local variable as an instruction.
pub fn prepare(program: &mut Program) {
    if !program.globals.iter().any(|g| g.thread_local) {
        return;
    }
    let bytes = u64::from(program.target.pointer_bits / 8);
    let layout = Layout { store_size: bytes, alloc_size: bytes, align: bytes };
    let pointer = program.types.insert(Type::Ptr(0), layout);
    let fn_ty = Type::Function { ret: pointer, params: vec![pointer], vararg: false };
    let fn_ty = program.types.insert(fn_ty, Layout::default());
    let named: Vec<bool> = (0..program.consts.len()).map(|c| names_own(program, ConstId::new(c))).collect();
    for f in (0..program.functions.len()).map(FuncId::new) {
        let uses = |v: Value| matches!(v, Value::Const(c) if named[c.index()]);
        let mut any = false;
        for inst in &program.func(f).insts {
            match &inst.kind {
                InstKind::Phi(incoming) => any |= incoming.iter().any(|(_, v)| uses(*v)),
                kind if is_address(program, kind) => {}
                kind => operands(kind, |v| any |= uses(v)),
            }
        }
        if any {
            Writer { program, f, named: &named, pointer, fn_ty }.function();
        }
    }
}

/// Whether a constant is the address of a thread-local variable, or computed from one.
fn names_own(program: &Program, c: ConstId) -> bool {
    match program.constant(c) {
        Const::Global(g) => program.global(*g).thread_local,
        Const::Expr(_, kind) => {
            let mut found = false;
            operands(kind, |v| found |= matches!(v, Value::Const(c) if names_own(program, c)));
            found
        }
        _ => false,
    }
}

fn is_address(program: &Program, kind: &InstKind) -> bool {
    match kind {
        InstKind::Call { callee: Callee::Intrinsic(Intrinsic::Identity), args, .. } => {
            matches!(args[..], [Value::Const(c)] if matches!(program.constant(c), Const::Global(_)))
        }
        _ => false,
    }
}

struct Writer<'p> {
    program: &'p mut Program,
    f: FuncId,
    named: &'p [bool],
    pointer: TypeId,
    fn_ty: TypeId,
}

impl Writer<'_> {
    fn function(&mut self) {
        let count = self.program.func(self.f).blocks.len();
        // What the phis of other blocks need at the start of a block.
        let mut before: Vec<Vec<InstId>> = vec![Vec::new(); count];
        for b in 0..count {
            let insts = self.program.func(self.f).blocks[b].insts.clone();
            let mut written = Vec::with_capacity(insts.len());
            for i in insts {
                let Inst { mut kind, loc, .. } = self.program.func(self.f).inst(i).clone();
                if let InstKind::Phi(incoming) = &mut kind {
                    for (from, v) in incoming.iter_mut() {
                        *v = self.value(*v, loc, &mut before[from.index()]);
                    }
                } else if !is_address(self.program, &kind) {
                    operands_mut(&mut kind, |v| *v = self.value(*v, loc, &mut written));
                }
                self.program.functions[self.f.index()].insts[i.index()].kind = kind;
                written.push(i);
            }
            self.program.functions[self.f.index()].blocks[b].insts = written;
        }
        for (b, insts) in before.into_iter().enumerate() {
            let function = &mut self.program.functions[self.f.index()];
            let block = function.block(BlockId::new(b));
            let phis = block
                .insts
                .iter()
                .take_while(|i| matches!(function.inst(**i).kind, InstKind::Phi(_)))
                .count();
            function.blocks[b].insts.splice(phis..phis, insts);
        }
    }

    /// The value, computed by instructions where it is an address of a thread-local variable.
    fn value(&mut self, v: Value, loc: Option<LocId>, insts: &mut Vec<InstId>) -> Value {
        let Value::Const(c) = v else { return v };
        if !self.named.get(c.index()).is_some_and(|own| *own) {
            return v;
        }
        let (kind, ty) = match self.program.constant(c).clone() {
            Const::Expr(ty, mut kind) => {
                operands_mut(&mut kind, |v| *v = self.value(*v, loc, insts));
                (*kind, ty)
            }
            _ => {
                let callee = Callee::Intrinsic(Intrinsic::Identity);
                let attrs = vec![ParamAttrs::default()];
                let kind =
                    InstKind::Call { callee, args: vec![v], attrs, fn_ty: self.fn_ty, noreturn: false };
                (kind, self.pointer)
            }
        };
        let all = &mut self.program.functions[self.f.index()].insts;
        all.push(Inst { kind, ty, loc });
        let made = InstId::new(all.len() - 1);
        insts.push(made);
        Value::Inst(made)
    }
}
