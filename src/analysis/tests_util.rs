//! Test utilities: functions and programs.

use crate::program::{
    Block, BlockId, Callee, Const, ConstId, FuncId, Function, Inst, InstId, InstKind, Layout, Linkage, Param,
    Program, Target, Type, TypeId, Value,
};

/// A function whose blocks have these successors and contain only terminators.
pub fn function(edges: &[Vec<usize>]) -> Function {
    let ty = TypeId::new(0);
    let terminator = |succs: &Vec<usize>| match succs[..] {
        [] => InstKind::Ret(None),
        [b] => InstKind::Br(BlockId::new(b)),
        _ => InstKind::IndirectBr {
            addr: Value::Arg(0),
            dests: succs.iter().map(|b| BlockId::new(*b)).collect(),
        },
    };
    Function {
        name: "f".into(),
        source_name: "f".into(),
        ret: ty,
        params: Vec::new(),
        vararg: false,
        blocks: (0..edges.len())
            .map(|b| Block { name: String::new(), insts: vec![InstId::new(b)] })
            .collect(),
        insts: edges.iter().map(|s| Inst { kind: terminator(s), ty, loc: None }).collect(),
        linkage: Linkage::Internal,
        noreturn: false,
        nounwind: false,
        readonly: false,
        loc: None,
        model: false,
        pads: std::collections::BTreeMap::new(),
    }
}

/// Builds programs of functions that call each other.
pub struct ProgramBuilder {
    /// The program built so far.
    pub program: Program,
}

impl ProgramBuilder {
    /// An empty program; type 0 is void.
    pub fn new() -> ProgramBuilder {
        let mut program = Program::new(Target::plain(64));
        program.types.insert(Type::Void, Layout::default());
        ProgramBuilder { program }
    }

    /// Adds a function.
    pub fn add(&mut self, f: Function) -> FuncId {
        let id = FuncId::new(self.program.functions.len());
        self.program.function_names.insert(f.name.clone(), id);
        self.program.functions.push(f);
        id
    }

    fn ty(&mut self, name: &str) -> TypeId {
        let ty = match name {
            "void" => Type::Void,
            "ptr" => Type::Ptr(0),
            _ => Type::Int(name[1..].parse().expect("a width")),
        };
        self.program.types.insert(ty, Layout::default())
    }

    /// Parses a signature such as `i32(ptr,...)`: result, parameters, and whether it is variadic.
    fn signature(&mut self, text: &str) -> (TypeId, Vec<TypeId>, bool) {
        let (ret, params) = text.trim_end_matches(')').split_once('(').expect("a function type");
        let vararg = params.ends_with("...");
        let params = params.split(',').filter(|s| !s.is_empty() && *s != "...");
        (self.ty(ret), params.map(|s| self.ty(s)).collect(), vararg)
    }

    /// Declares a function.
    pub fn declare(&mut self, name: &str, ty: &str) -> FuncId {
        let mut f = function(&[]);
        let params;
        (f.ret, params, f.vararg) = self.signature(ty);
        f.params = params.iter().map(|t| self.param(*t)).collect();
        f.name = name.into();
        f.source_name = name.into();
        self.add(f)
    }

    fn param(&self, ty: TypeId) -> Param {
        Param { ty, name: String::new(), attrs: Default::default() }
    }

    /// Makes a constant of the function's address.
    pub fn take_address(&mut self, f: FuncId) -> ConstId {
        self.program.consts.push(Const::Func(f));
        ConstId::new(self.program.consts.len() - 1)
    }

    /// A function whose first instruction calls its first parameter with the others as arguments.
    pub fn caller(&mut self, ty: &str, args: &[&str]) -> FuncId {
        let mut f = function(&[vec![]]);
        let (ret, params, vararg) = self.signature(ty);
        let fn_ty = self.program.types.insert(Type::Function { ret, params, vararg }, Layout::default());
        let ptr = self.ty("ptr");
        f.params = vec![self.param(ptr)];
        for a in args {
            let ty = self.ty(a);
            f.params.push(self.param(ty));
        }
        let kind = InstKind::Call {
            callee: Callee::Indirect(Value::Arg(0)),
            args: (1..=args.len() as u32).map(Value::Arg).collect(),
            attrs: Vec::new(),
            fn_ty,
            noreturn: false,
        };
        f.insts.insert(0, Inst { kind, ty: ret, loc: None });
        f.blocks[0].insts = vec![InstId::new(0), InstId::new(1)];
        self.add(f)
    }

    /// Functions `void()` with the functions that they call; `*f` takes the address of `f` and calls through a pointer,
    /// `*` only the latter.
    pub fn calling(calls: &[(&str, &[&str])]) -> Program {
        let mut b = ProgramBuilder::new();
        for (name, _) in calls {
            b.declare(name, "void()");
        }
        let (ret, params, vararg) = b.signature("void()");
        let fn_ty = b.program.types.insert(Type::Function { ret, params, vararg }, Layout::default());
        for (i, (_, callees)) in calls.iter().enumerate() {
            let mut insts = Vec::new();
            for name in *callees {
                let callee = match name.strip_prefix('*') {
                    Some("") => Callee::Indirect(Value::Arg(0)),
                    Some(name) => {
                        let f = b.program.function_names[name];
                        Callee::Indirect(Value::Const(b.take_address(f)))
                    }
                    None => Callee::Direct(b.program.function_names[*name]),
                };
                let attrs = Vec::new();
                let kind = InstKind::Call { callee, args: Vec::new(), attrs, fn_ty, noreturn: false };
                insts.push(Inst { kind, ty: ret, loc: None });
            }
            insts.push(Inst { kind: InstKind::Ret(None), ty: ret, loc: None });
            let f = &mut b.program.functions[i];
            f.blocks =
                vec![Block { name: String::new(), insts: (0..insts.len()).map(InstId::new).collect() }];
            f.insts = insts;
        }
        b.program
    }
}
