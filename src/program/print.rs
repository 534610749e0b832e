//! Text form of the program, for reading and for comparison in tests.

use std::fmt::{self, Display, Formatter};

use super::{
    ArithFlags, Block, Callee, Clause, Const, ConstId, DebugType, DebugTypeId, DebugVarId, FloatKind, FuncId,
    Function, Global, GlobalId, Inst, InstId, InstKind, Linkage, LocId, Ordering, ParamAttrs, Program, Type,
    TypeId, Value,
};

impl Display for Program {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let endian = if self.target.big_endian { "big" } else { "little" };
        writeln!(
            f,
            "target {:?}, {}-bit pointers, {endian} endian",
            self.target.triple, self.target.pointer_bits
        )?;
        for warning in &self.warnings {
            writeln!(f, "warning: {warning}")?;
        }
        for list in [("constructors", &self.constructors), ("destructors", &self.destructors)] {
            if !list.1.is_empty() {
                let names: Vec<_> = list.1.iter().map(|&i| format!("@{}", self.func(i).name)).collect();
                writeln!(f, "{}: {}", list.0, names.join(", "))?;
            }
        }
        for global in &self.globals {
            self.print_global(f, global)?;
        }
        for function in &self.functions {
            self.print_function(f, function)?;
        }
        Ok(())
    }
}

impl Program {
    fn print_global(&self, f: &mut Formatter<'_>, g: &Global) -> fmt::Result {
        write!(f, "@{} =", g.name)?;
        if g.model {
            write!(f, " model")?;
        }
        write!(f, "{}", linkage(g.linkage))?;
        if g.thread_local {
            write!(f, " thread_local")?;
        }
        write!(f, " {}", if g.constant { "constant" } else { "global" })?;
        write!(f, " {}", self.show_type(g.ty))?;
        if let Some(init) = g.init {
            write!(f, " {}", self.show_const(init))?;
        }
        write!(f, ", align {}", g.align)?;
        if let Some(var) = g.var {
            write!(f, "  ; {}", self.show_var(var))?;
        }
        writeln!(f)
    }

    fn print_function(&self, f: &mut Formatter<'_>, function: &Function) -> fmt::Result {
        let word = if function.is_defined() { "define" } else { "declare" };
        write!(f, "\n{word}")?;
        if function.model {
            write!(f, " model")?;
        }
        write!(f, "{} {} @{}(", linkage(function.linkage), self.show_type(function.ret), function.name)?;
        for (i, p) in function.params.iter().enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            write!(f, "{comma}{}{} %{i}", self.show_type(p.ty), self.show_attrs(&p.attrs))?;
            if !p.name.is_empty() {
                write!(f, " {:?}", p.name)?;
            }
        }
        if function.vararg {
            write!(f, "{}...", if function.params.is_empty() { "" } else { ", " })?;
        }
        write!(f, ")")?;
        if function.noreturn {
            write!(f, " noreturn")?;
        }
        if function.nounwind {
            write!(f, " nounwind")?;
        }
        if function.readonly {
            write!(f, " readonly")?;
        }
        if function.source_name != function.name || function.loc.is_some() {
            write!(f, "  ; {}{}", function.source_name, self.show_loc(function.loc))?;
        }
        if !function.is_defined() {
            return writeln!(f);
        }
        writeln!(f, " {{")?;
        for (i, block) in function.blocks.iter().enumerate() {
            self.print_block(f, function, i, block)?;
        }
        writeln!(f, "}}")
    }

    fn print_block(&self, f: &mut Formatter<'_>, function: &Function, i: usize, b: &Block) -> fmt::Result {
        write!(f, "b{i}:")?;
        if !b.name.is_empty() {
            write!(f, "  ; {}", b.name)?;
        }
        writeln!(f)?;
        for &id in &b.insts {
            writeln!(f, "  {}", self.show_inst(id, function.inst(id)))?;
        }
        Ok(())
    }

    /// One instruction as text, with its place.
    pub fn show_inst(&self, id: InstId, inst: &Inst) -> String {
        let void = matches!(self.types.get(inst.ty), Type::Void);
        let mut text = String::new();
        if !void {
            text = format!("v{} : {} = ", id.index(), self.show_type(inst.ty));
        }
        text + &self.show_kind(&inst.kind) + &self.show_loc(inst.loc)
    }

    /// `  ; file:line:col`, with the places of inlining; empty when unknown.
    fn show_loc(&self, loc: Option<LocId>) -> String {
        let mut text = String::new();
        let mut here = loc;
        while let Some(id) = here {
            let loc = &self.locs[id.index()];
            let file = &self.files[loc.file.index()];
            text += if text.is_empty() { "  ; " } else { " in " };
            text += &format!("{file}:{}:{}", loc.line, loc.col);
            here = loc.inlined_at;
        }
        text
    }

    fn show_attrs(&self, attrs: &ParamAttrs) -> String {
        let ParamAttrs { byval, sret, readonly, align, signext, zeroext } = attrs;
        let mut text = String::new();
        if let Some(t) = byval {
            text += &format!(" byval({})", self.show_type(*t));
        }
        if let Some(t) = sret {
            text += &format!(" sret({})", self.show_type(*t));
        }
        if *align > 0 {
            text += &format!(" align {align}");
        }
        for (set, name) in [(readonly, " readonly"), (signext, " signext"), (zeroext, " zeroext")] {
            if *set {
                text += name;
            }
        }
        text
    }

    /// A type in LLVM's notation.
    pub fn show_type(&self, ty: TypeId) -> String {
        let list = |types: &[TypeId]| types.iter().map(|t| self.show_type(*t)).collect::<Vec<_>>().join(", ");
        match self.types.get(ty) {
            Type::Void => "void".to_string(),
            Type::Int(width) => format!("i{width}"),
            Type::Float(kind) => float_name(*kind).to_string(),
            Type::Ptr(0) => "ptr".to_string(),
            Type::Ptr(space) => format!("ptr addrspace({space})"),
            Type::Vector { elem, count } => format!("<{count} x {}>", self.show_type(*elem)),
            Type::Array { elem, count } => format!("[{count} x {}]", self.show_type(*elem)),
            Type::Struct { fields, packed: false, .. } => format!("{{ {} }}", list(fields)),
            Type::Struct { fields, packed: true, .. } => format!("<{{ {} }}>", list(fields)),
            Type::Function { ret, params, vararg } => {
                let dots = match (vararg, params.is_empty()) {
                    (false, _) => "",
                    (true, true) => "...",
                    (true, false) => ", ...",
                };
                format!("{} ({}{dots})", self.show_type(*ret), list(params))
            }
            Type::Other(name) => name.clone(),
        }
    }

    /// A constant with its type, unless that is obvious.
    pub fn show_const(&self, id: ConstId) -> String {
        let list = |ids: &[ConstId]| ids.iter().map(|c| self.show_const(*c)).collect::<Vec<_>>().join(", ");
        match self.constant(id) {
            Const::Int(bits) => format!("{}:{}", show_bits(bits), bits.width()),
            Const::Float(kind, bits) => format!("{} 0x{:x}", float_name(*kind), to_big(bits)),
            Const::Null(_) => "null".to_string(),
            Const::Zero(t) => format!("zero {}", self.show_type(*t)),
            Const::Undef(t) => format!("undef {}", self.show_type(*t)),
            Const::Poison(t) => format!("poison {}", self.show_type(*t)),
            Const::Aggregate(t, elements) => match self.types.get(*t) {
                Type::Struct { .. } => format!("{{ {} }}", list(elements)),
                Type::Vector { .. } => format!("<{}>", list(elements)),
                _ => format!("[{}]", list(elements)),
            },
            Const::Bytes(_, bytes) => format!("\"{}\"", bytes.escape_ascii()),
            Const::Global(g) => self.show_global(*g),
            Const::Func(f) => self.show_func(*f),
            Const::BlockAddress(f, b) => format!("blockaddress({}, b{})", self.show_func(*f), b.index()),
            Const::Expr(t, kind) => format!("({} : {})", self.show_kind(kind), self.show_type(*t)),
            Const::Unsupported(t, what) => format!("unsupported({what}) : {}", self.show_type(*t)),
        }
    }

    fn show_global(&self, g: GlobalId) -> String {
        format!("@{}", self.global(g).name)
    }

    fn show_func(&self, f: FuncId) -> String {
        format!("@{}", self.func(f).name)
    }

    fn show_value(&self, v: Value) -> String {
        match v {
            Value::Inst(i) => format!("v{}", i.index()),
            Value::Arg(n) => format!("%{n}"),
            Value::Const(c) => self.show_const(c),
        }
    }

    fn show_var(&self, var: DebugVarId) -> String {
        let v = &self.vars[var.index()];
        let ty = v.ty.map_or("?".to_string(), |t| self.show_debug_type(t));
        let param = v.param.map_or(String::new(), |n| format!(", parameter {n}"));
        let func = v.func.map_or(String::new(), |f| format!(" of {}", self.show_func(f)));
        format!("{} : {ty}{param}{func} (line {})", v.name, v.line)
    }

    /// A source type in C's words, one level deep in structures.
    pub fn show_debug_type(&self, ty: DebugTypeId) -> String {
        let inner = |t: &Option<DebugTypeId>| t.map_or("void".to_string(), |t| self.show_debug_type(t));
        match &self.debug_types[ty.index()] {
            DebugType::Basic { name, .. } => name.clone(),
            DebugType::Pointer(t) => format!("{}*", inner(t)),
            DebugType::Array(..) => {
                // Dimensions follow the element, outermost first.
                let (mut here, mut dimensions) = (Some(ty), String::new());
                while let Some(DebugType::Array(elem, count)) = here.map(|t| &self.debug_types[t.index()]) {
                    dimensions += &count.map_or("[]".to_string(), |n| format!("[{n}]"));
                    here = *elem;
                }
                inner(&here) + &dimensions
            }
            DebugType::Record { name, members, union, .. } => {
                let word = if *union { "union" } else { "struct" };
                if name.is_empty() {
                    let names: Vec<_> = members.iter().map(|m| m.name.as_str()).collect();
                    return format!("{word} {{{}}}", names.join(", "));
                }
                format!("{word} {name}")
            }
            DebugType::Enum { name, values, .. } => {
                let values: Vec<_> = values.iter().map(|(n, v)| format!("{n}={v}")).collect();
                format!("enum {name}{{{}}}", values.join(", "))
            }
            DebugType::Named(name, t) if name.is_empty() => inner(t),
            DebugType::Named(name, _) => name.clone(),
            DebugType::Function => "function".to_string(),
        }
    }

    /// What an instruction does, as text.
    pub fn show_kind(&self, kind: &InstKind) -> String {
        let v = |v: &Value| self.show_value(*v);
        match kind {
            InstKind::Binary { op, flags, a, b } => {
                format!("{}{} {}, {}", lower(op), show_flags(flags), v(a), v(b))
            }
            InstKind::FBinary { op, a, b } => format!("{} {}, {}", lower(op), v(a), v(b)),
            InstKind::Fneg(a) => format!("fneg {}", v(a)),
            InstKind::Icmp { pred, a, b } => format!("icmp {} {}, {}", lower(pred), v(a), v(b)),
            InstKind::Fcmp { pred, a, b } => format!("fcmp {} {}, {}", lower(pred), v(a), v(b)),
            InstKind::Cast { op, flags, v: a } => format!("{}{} {}", lower(op), show_flags(flags), v(a)),
            InstKind::Select { c, a, b } => format!("select {}, {}, {}", v(c), v(a), v(b)),
            InstKind::Freeze(a) => format!("freeze {}", v(a)),
            InstKind::ExtractValue { agg, indices } => format!("extractvalue {} {indices:?}", v(agg)),
            InstKind::InsertValue { agg, v: new, indices } => {
                format!("insertvalue {}, {} {indices:?}", v(agg), v(new))
            }
            InstKind::ExtractElement { vec, index } => format!("extractelement {}, {}", v(vec), v(index)),
            InstKind::InsertElement { vec, v: new, index } => {
                format!("insertelement {}, {}, {}", v(vec), v(new), v(index))
            }
            InstKind::ShuffleVector { a, b, mask } => {
                let mask: Vec<_> =
                    mask.iter().map(|m| m.map_or("_".to_string(), |m| m.to_string())).collect();
                format!("shufflevector {}, {}, [{}]", v(a), v(b), mask.join(", "))
            }
            InstKind::Gep { base, offset, terms, inbounds, nusw, nuw } => {
                let mut text = "gep".to_string();
                for (set, name) in [(*inbounds, " inbounds"), (*nusw && !*inbounds, " nusw"), (*nuw, " nuw")]
                {
                    if set {
                        text += name;
                    }
                }
                text += &format!(" {}", v(base));
                if *offset != 0 {
                    text += &format!(" + {offset}");
                }
                for term in terms {
                    text += &format!(" + {} * {}", v(&term.index), term.scale);
                }
                text
            }
            InstKind::Load { ptr, align, volatile, atomic } => {
                format!("load{} {}, align {align}", access(*volatile, *atomic), v(ptr))
            }
            InstKind::Store { ptr, v: new, ty, align, volatile, atomic } => format!(
                "store{} {} : {} to {}, align {align}",
                access(*volatile, *atomic),
                v(new),
                self.show_type(*ty),
                v(ptr)
            ),
            InstKind::Alloca { ty, count, align } => {
                format!("alloca {}, {}, align {align}", self.show_type(*ty), v(count))
            }
            InstKind::CmpXchg { ptr, expected, new, ty, weak, orders } => format!(
                "cmpxchg{} {}, {}, {} : {}, {} {}",
                if *weak { " weak" } else { "" },
                v(ptr),
                v(expected),
                v(new),
                self.show_type(*ty),
                lower(&orders[0]),
                lower(&orders[1])
            ),
            InstKind::AtomicRmw { op, ptr, v: new, order } => {
                format!("atomicrmw {} {}, {}, {}", lower(op), v(ptr), v(new), lower(order))
            }
            InstKind::Fence(order) => format!("fence {}", lower(order)),
            InstKind::Phi(incoming) => {
                let all: Vec<_> =
                    incoming.iter().map(|(b, value)| format!("[{}, b{}]", v(value), b.index())).collect();
                format!("phi {}", all.join(", "))
            }
            InstKind::Call { .. } => self.show_call(kind),
            InstKind::VaArg(a) => format!("va_arg {}", v(a)),
            InstKind::DebugValue { var, v: value } => {
                format!("debug_value {} = {}", self.show_var(*var), v(value))
            }
            InstKind::DebugDeclare { var, addr } => {
                format!("debug_declare {} at {}", self.show_var(*var), v(addr))
            }
            InstKind::Br(b) => format!("br b{}", b.index()),
            InstKind::CondBr { c, then, other } => {
                format!("br {}, b{}, b{}", v(c), then.index(), other.index())
            }
            InstKind::Switch { v: value, default, cases } => {
                let cases: Vec<_> =
                    cases.iter().map(|(c, b)| format!("{} -> b{}", self.show_const(*c), b.index())).collect();
                format!("switch {} [{}] else b{}", v(value), cases.join(", "), default.index())
            }
            InstKind::IndirectBr { addr, dests } => {
                let dests: Vec<_> = dests.iter().map(|b| format!("b{}", b.index())).collect();
                format!("indirectbr {} [{}]", v(addr), dests.join(", "))
            }
            InstKind::Ret(None) => "ret".to_string(),
            InstKind::Ret(Some(a)) => format!("ret {}", v(a)),
            InstKind::Unreachable => "unreachable".to_string(),
            InstKind::InvokeEnd { normal, unwind } => {
                format!("invoke_end b{}, unwind b{}", normal.index(), unwind.index())
            }
            InstKind::LandingPad { clauses, cleanup } => {
                let clauses = clauses.iter().map(|clause| match clause {
                    Clause::Catch(ty) => format!(" catch {}", v(&Value::Const(*ty))),
                    Clause::Filter(all) => {
                        let all: Vec<_> = all.iter().map(|ty| v(&Value::Const(*ty))).collect();
                        format!(" filter [{}]", all.join(", "))
                    }
                });
                let clauses: String = clauses.collect();
                format!("landingpad{}{clauses}", if *cleanup { " cleanup" } else { "" })
            }
            InstKind::Resume(a) => format!("resume {}", v(a)),
            InstKind::Unsupported { what, succs } => {
                let succs: Vec<_> = succs.iter().map(|b| format!(" b{}", b.index())).collect();
                format!("unsupported({what}){}", succs.concat())
            }
        }
    }

    fn show_call(&self, kind: &InstKind) -> String {
        let InstKind::Call { callee, args, attrs, fn_ty, noreturn } = kind else { return String::new() };
        let mut what = match callee {
            Callee::Direct(f) => self.show_func(*f),
            Callee::Indirect(v) => format!("*{}", self.show_value(*v)),
            Callee::Intrinsic(i) => format!("llvm.{i:?}"),
            Callee::Asm(text) => format!("asm {text:?}"),
        };
        // The type is shown if it differs from the callee's.
        let own = match callee {
            Callee::Direct(f) => {
                let f = self.func(*f);
                let params = f.params.iter().map(|p| p.ty).collect();
                Some(Type::Function { ret: f.ret, params, vararg: f.vararg })
            }
            _ => None,
        };
        let direct = !matches!(callee, Callee::Intrinsic(_)) && own.as_ref() != Some(self.types.get(*fn_ty));
        if direct {
            what += &format!(" as {}", self.show_type(*fn_ty));
        }
        let args: Vec<_> =
            args.iter().zip(attrs).map(|(a, attrs)| self.show_value(*a) + &self.show_attrs(attrs)).collect();
        format!("call {what}({}){}", args.join(", "), if *noreturn { " noreturn" } else { "" })
    }
}

fn linkage(l: Linkage) -> &'static str {
    match l {
        Linkage::External => "",
        Linkage::Internal => " internal",
        Linkage::Weak => " weak",
    }
}

fn access(volatile: bool, atomic: Option<Ordering>) -> String {
    let atomic = atomic.map_or(String::new(), |order| format!(" atomic {}", lower(&order)));
    format!("{}{atomic}", if volatile { " volatile" } else { "" })
}

fn show_flags(flags: &ArithFlags) -> String {
    let ArithFlags { nuw, nsw, exact, disjoint, nneg, lane: _ } = flags;
    [(nuw, " nuw"), (nsw, " nsw"), (exact, " exact"), (disjoint, " disjoint"), (nneg, " nneg")]
        .into_iter()
        .filter(|(set, _)| **set)
        .map(|(_, name)| name)
        .collect()
}

/// LangRef's spelling of an operator.
fn lower(op: &impl fmt::Debug) -> String {
    format!("{op:?}").to_lowercase()
}

fn float_name(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::Half => "half",
        FloatKind::Bfloat => "bfloat",
        FloatKind::Single => "float",
        FloatKind::Double => "double",
        FloatKind::X87 => "x86_fp80",
        FloatKind::Quad => "fp128",
        FloatKind::PpcDouble => "ppc_fp128",
    }
}

fn to_big(bits: &crate::base::Bits) -> num_bigint::BigUint {
    let words = bits.limbs().iter().flat_map(|l| [*l as u32, (*l >> 32) as u32]).collect();
    num_bigint::BigUint::new(words)
}

/// Signed decimal, as LLVM prints integers.
fn show_bits(bits: &crate::base::Bits) -> String {
    let value = num_bigint::BigInt::from(to_big(bits));
    if bits.width() > 1 && bits.bit(bits.width() - 1) {
        return (value - (num_bigint::BigInt::from(1) << bits.width())).to_string();
    }
    value.to_string()
}
