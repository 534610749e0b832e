//! Poison of integer flags, carried in the registers of an activation to where it is used (`semantics/poison.rs`). Only where a
//! script says so: elsewhere a promise that does not hold is a violation at once, or makes a value that may be any.

use smallvec::SmallVec;

use crate::machine::code::{Code, Op};
use crate::machine::environment::{Poison, Poisoned};
use crate::machine::step::{Machine, Step, Stop};
use crate::program::{Function, InstId, InstKind, Type, TypeId, Value};
use crate::semantics::{self, Fault, Poisons, Raised};

/// Reasons for which a value is poison, one for each check.
type Reasons = SmallVec<[Poison; 2]>;

impl Machine<'_, '_> {
    /// Whether poison is carried to where it is used.
    pub(super) fn carries(&self) -> bool {
        self.environment.script.as_ref().is_some_and(|s| s.tables.carries)
    }

    fn poisoned(&mut self) -> Option<&mut Poisoned> {
        self.environment.script.as_mut().map(|s| &mut s.poisoned)
    }

    fn is_scalar(&self, ty: TypeId) -> bool {
        semantics::is_scalar(&self.image.program.types, ty)
    }

    /// Before an operation: its result is poison where operands make it so; the violation where it must not use them.
    #[cold]
    pub(super) fn carry_poison(&mut self, code: &Code) -> Step<()> {
        let (activation, pc) = (self.frame.caller, self.frame.pc as usize);
        let (op, id) = (&code.ops[pc], code.insts[pc]);
        let f = self.image.program.func(self.frame.func);
        let inst = f.inst(id);
        let Some(poisoned) = self.poisoned().filter(|p| !p.is_empty()) else { return Ok(()) };
        if pc == 0 {
            // What an activation has left that a jump or the program's end has ended.
            poisoned.end(activation);
            return Ok(());
        }
        match op {
            // A phi, on the way to its block.
            Op::Move { dst, v } if inst.kind.is_terminator() => {
                let found: Reasons = match v.get() {
                    Ok(from) => poisoned.of(activation, from as u32).copied().collect(),
                    Err(_) => Reasons::new(),
                };
                let found = found.into_iter().map(|p| Poison { register: *dst, ..p });
                poisoned.write(activation, *dst, found);
                return Ok(());
            }
            Op::Unknown { .. } => return Ok(()),
            // The operations of an instruction follow one another.
            _ if code.insts[pc - 1] == id && !matches!(code.ops[pc - 1], Op::Unknown { .. }) => return Ok(()),
            _ => {}
        }
        let (found, used) = self.reasons(code, f, id);
        if let Some(p) = used.iter().find(|p| p.exact && self.image.checks.contains(p.check)) {
            let (check, loc) = (p.check, p.loc);
            self.findings.carried = true;
            return Err(Stop::Fault(Fault::Violation(check), loc));
        }
        let gives = self.has_registers(inst.ty);
        if let Some(poisoned) = self.poisoned() {
            if gives {
                poisoned.write(activation, code.results[id.index()], found);
            }
            if let Op::Return(_) = op {
                poisoned.end(activation);
            }
        }
        Ok(())
    }

    /// Whether an instruction of a type has registers: others share a number with the next one.
    fn has_registers(&self, ty: TypeId) -> bool {
        let types = &self.image.program.types;
        match types.get(ty) {
            Type::Void => false,
            Type::Struct { .. } | Type::Array { .. } => types.layout(ty).alloc_size > 0,
            _ => true,
        }
    }

    /// Why the result of the next instruction is poison, and the poison that it must not use.
    fn reasons(&self, code: &Code, f: &Function, id: InstId) -> (Reasons, Reasons) {
        let (mut found, mut used) = (Reasons::new(), Reasons::new());
        let Some(script) = &self.environment.script else { return (found, used) };
        let kind = &f.inst(id).kind;
        // Of a vector's lanes both sides count.
        let side = match (kind, &code.ops[self.frame.pc as usize]) {
            (InstKind::Select { c, .. }, Op::Select { c: bit, .. }) if self.decides_all(f, id, *c) => {
                Some(!self.reg(*bit).value.is_zero())
            }
            _ => None,
        };
        let gives = !matches!(self.image.program.types.get(f.inst(id).ty), Type::Void);
        semantics::poisons(kind, gives, |v, does| {
            let Value::Inst(operand) = v else { return };
            let to = match does {
                Poisons::ResultIf(taken) if side.is_some_and(|side| side != taken) => return,
                Poisons::Result | Poisons::ResultIf(_) => &mut found,
                Poisons::Run => &mut used,
            };
            let exact = self.is_scalar(f.inst(operand).ty);
            for p in script.poisoned.of(self.frame.caller, code.results[operand.index()]) {
                let p = Poison { register: code.results[id.index()], exact: exact && p.exact, ..*p };
                match to.iter_mut().find(|q| q.check == p.check) {
                    Some(q) => q.exact &= p.exact,
                    None => to.push(p),
                }
            }
        });
        (found, used)
    }

    /// Whether the condition of a `select` is one for all lanes.
    fn decides_all(&self, f: &Function, id: InstId, c: Value) -> bool {
        self.is_scalar(match c {
            Value::Inst(i) => f.inst(i).ty,
            Value::Arg(i) => f.params[i as usize].ty,
            Value::Const(_) => f.inst(id).ty,
        })
    }

    /// What the flags of the operation promise and does not hold: the violation where its result certainly matters, else the
    /// result is poison.
    #[cold]
    pub(super) fn break_promises(&mut self, code: &Code, raised: &Raised<bool>) -> Step<()> {
        let (func, id) = (self.frame.func, code.insts[self.frame.pc as usize]);
        let f = self.image.program.func(func);
        let (activation, loc) = (self.frame.caller, self.loc());
        let exact = self.is_scalar(f.inst(id).ty);
        for &(check, violated) in raised.list() {
            if !violated {
                continue;
            }
            let Some(poisoned) = self.poisoned() else { return Ok(()) };
            if !semantics::makes_poison(check) || code.is_decisive(f, id) {
                return self.stop(Fault::Violation(check));
            }
            let register = code.results[id.index()];
            poisoned.add(Poison { activation, register, check, exact, loc });
        }
        Ok(())
    }

    /// Whether the operand of the `freeze` that is executed is poison.
    #[cold]
    pub(super) fn freezes_poison(&self) -> bool {
        let code = &self.image.codes[self.frame.func.index()];
        let f = self.image.program.func(self.frame.func);
        match (&self.environment.script, &f.inst(code.insts[self.frame.pc as usize]).kind) {
            (Some(script), InstKind::Freeze(Value::Inst(i))) => {
                script.poisoned.of(self.frame.caller, code.results[i.index()]).next().is_some()
            }
            _ => false,
        }
    }
}
