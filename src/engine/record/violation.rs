//! What is told of a violation beyond its kind.

use super::{Detail, Event, Party, Recorder, Shown};
use crate::base::Bits;
use crate::machine::{Access, Machine, ObjId, Origin};
use crate::program::{BinOp, Callee, Const, InstId, InstKind, LocId, Program, Type, Value, operands};
use crate::property::{Check, handler};

/// The characters of a constant that is a string.
fn string_constant(program: &Program, name: Value) -> Option<String> {
    let Value::Const(c) = name else { return None };
    let Const::Global(g) = program.constant(c) else { return None };
    let Const::Bytes(_, bytes) = program.constant(program.global(*g).init?) else { return None };
    let text = bytes.strip_suffix(&[0]).unwrap_or(bytes);
    std::str::from_utf8(text).ok().map(str::to_owned)
}

/// The operation whose result the sanitizer complains of, when the handler's name tells.
fn sanitizer_operation(name: &str) -> Option<BinOp> {
    let table = [("add_overflow", BinOp::Add), ("sub_overflow", BinOp::Sub), ("mul_overflow", BinOp::Mul)];
    table.into_iter().find(|(part, _)| name.contains(part)).map(|(_, op)| op)
}

/// Width and signedness of the integer types that the data of a sanitizer's handler describes, in order. A
/// descriptor is a structure of kind (0: integer), info (twice the logarithm of the width, plus signedness), name.
pub fn sanitizer_types(program: &Program, data: Value) -> Vec<(u32, bool)> {
    let Value::Const(data) = data else { return Vec::new() };
    let init = |c: &Const| match c {
        Const::Global(g) => program.global(*g).init.map(|i| program.constant(i)),
        _ => None,
    };
    let Some(Const::Aggregate(_, parts)) = init(program.constant(data)) else { return Vec::new() };
    let types = parts.iter().filter_map(|part| {
        let Some(Const::Aggregate(_, fields)) = init(program.constant(*part)) else { return None };
        let number = |i: usize| match program.constant(*fields.get(i)?) {
            Const::Int(bits) => bits.to_u64(),
            Const::Zero(_) => Some(0),
            _ => None,
        };
        let (0, info) = (number(0)?, number(1)?) else { return None };
        Some((1u32.checked_shl(u32::try_from(info >> 1).ok()?)?, info & 1 == 1))
    });
    types.collect()
}

/// An operand of a sanitizer's handler, which gets it extended to a word, such that it reads well as signed.
fn fitted(bits: &Bits, ty: Option<(u32, bool)>) -> Bits {
    match ty {
        Some((width, signed)) if width <= bits.width() => {
            let v = bits.trunc(width);
            if signed { v } else { v.zext(width + 1) }
        }
        _ => bits.clone(),
    }
}

impl Recorder<'_, '_> {
    /// The value of an operand of the current instruction.
    fn operand(&mut self, m: &Machine<'_, '_>, v: Value) -> Shown {
        let code = self.code(&m.frame);
        let (at, pointer) = match v {
            Value::Const(c) => {
                return match self.program.constant(c) {
                    Const::Int(bits) => Shown::Bits(bits.clone()),
                    Const::Null(_) => Shown::Null,
                    _ => Shown::Any,
                };
            }
            Value::Inst(i) => {
                let ty = self.program.func(m.frame.func).inst(i).ty;
                (code.results.get(i.index()).copied(), matches!(self.program.types.get(ty), Type::Ptr(_)))
            }
            Value::Arg(i) => {
                let ty = self.program.func(m.frame.func).params.get(i as usize).map(|p| p.ty);
                let at = code.params.iter().take(i as usize).map(|leaves| leaves.len() as u32).sum();
                (Some(at), ty.is_some_and(|ty| matches!(self.program.types.get(ty), Type::Ptr(_))))
            }
        };
        match at.and_then(|at| m.frame.regs.get(at as usize)) {
            Some(reg) => self.scalar(m, &reg.clone(), pointer),
            None => Shown::Any,
        }
    }

    /// The address that a value was read from which is made of, through computations: the first such read, of bits that
    /// were never set if `unset`.
    fn read_from(&mut self, m: &Machine<'_, '_>, v: Value, unset: bool) -> Option<Shown> {
        /// Most instructions that are looked at.
        const LIMIT: usize = 64;
        let f = self.program.func(m.frame.func);
        let mut work = vec![v];
        let mut seen: Vec<InstId> = Vec::new();
        while let Some(v) = work.pop() {
            let Value::Inst(i) = v else { continue };
            if seen.contains(&i) || seen.len() == LIMIT {
                continue;
            }
            seen.push(i);
            let at = self.code(&m.frame).results.get(i.index()).copied();
            let reg = at.and_then(|at| m.frame.regs.get(at as usize));
            match &f.inst(i).kind {
                InstKind::Load { ptr, .. } if !unset || reg.is_some_and(|reg| !reg.is_defined()) => {
                    let address = self.operand(m, *ptr);
                    return Some(address).filter(|a| *a != Shown::Any);
                }
                InstKind::Load { .. } => {}
                kind => operands(kind, |v| work.push(v)),
            }
        }
        None
    }

    /// What the violating instruction says.
    fn detail(&mut self, m: &Machine<'_, '_>, check: Check) -> Detail {
        if check == Check::Race {
            let pair = m.reductions.races.found();
            return pair.map(|pair| racing(self.program, m, pair)).unwrap_or_default();
        }
        let program = self.program;
        let mut detail = Detail::default();
        let o = m.findings.culprit;
        if o != ObjId::NONE && m.memory.origin(o).is_some() {
            let name = self.object(m, o);
            let made_by_statement = matches!(m.memory.origin(o), Some(Origin::Heap(_)));
            let facts = self.facts(m, o);
            let loc = facts.and_then(|f| f.loc).filter(|_| made_by_statement);
            detail.object = Some((name, facts.map(|f| f.size), loc));
        }
        let Some(inst) = self.inst(&m.frame) else { return detail };
        match &inst.kind {
            InstKind::Load { ptr, .. } | InstKind::Store { ptr, .. } => {
                detail.address = Some(self.operand(m, *ptr)).filter(|a| *a != Shown::Any);
            }
            InstKind::Binary { op, a, b, .. } => {
                detail.operation = Some(*op);
                detail.operands = [a, b].map(|v| self.operand(m, *v)).to_vec();
            }
            InstKind::CondBr { c: v, .. } | InstKind::Switch { v, .. } if check == Check::Uninit => {
                detail.address = self.read_from(m, *v, true);
            }
            InstKind::Call { callee: Callee::Direct(g), args, .. } => {
                if let (Check::InvalidValue, Some(&v)) = (check, args.get(1)) {
                    detail.address = self.read_from(m, v, false);
                }
                let g = program.func(*g);
                if handler(&g.name).is_some() {
                    detail.operation = sanitizer_operation(&g.name);
                    let types = args.first().map_or(Vec::new(), |v| sanitizer_types(program, *v));
                    for (i, v) in args.iter().skip(1).enumerate() {
                        // The type of an index comes after that of the array.
                        let i = if check == Check::ArrayBounds { types.len() } else { i };
                        let ty = types.get(i).or(types.last());
                        if let Shown::Bits(bits) = self.operand(m, *v) {
                            detail.operands.push(Shown::Bits(fitted(&bits, ty.copied())));
                        }
                    }
                } else if check == Check::Assert {
                    detail.text = args.iter().find_map(|v| string_constant(program, *v));
                }
            }
            _ => {}
        }
        detail
    }

    pub(super) fn violation(&mut self, m: &Machine<'_, '_>, check: Check, loc: Option<LocId>) {
        if loc.is_some() {
            self.loc = loc;
        }
        // What the operands were of an earlier operation is not known any more.
        let detail = if m.findings.carried { Detail::default() } else { self.detail(m, check) };
        let (func, depth, inside) = match self.user_frame(m) {
            Some((frame, depth, inside)) => (frame.func, depth, inside),
            // At the end of the program nothing of it runs any more.
            None => (m.entry(), 0, None),
        };
        self.add(func, depth, inside, Event::Violation(check, detail));
    }
}

/// What is known of two accesses that race.
pub fn racing(program: &Program, m: &Machine<'_, '_>, (first, second): (&Access, &Access)) -> Detail {
    let party = |access: &Access| Party {
        write: access.write,
        atomic: access.atomic,
        size: access.size,
        loc: access.loc,
        thread: m.beginning(access.thread),
    };
    let object = m.memory.get(first.object).map(|o| {
        let name = match o.origin {
            Origin::Global(g) => program.global(g).name.clone(),
            Origin::Heap(_) => "heap object".to_owned(),
            _ => "local object".to_owned(),
        };
        (name, Some(o.bytes.len() as u64), o.loc)
    });
    Detail { object, parties: Some(Box::new([party(first), party(second)])), ..Detail::default() }
}
