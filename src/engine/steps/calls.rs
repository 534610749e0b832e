//! Calls and returns.

use super::course::{Course, Level};
use super::host::Caller;
use super::unfold::{Halt, Onward, Unfold};
use super::value::{Content, Provenance, Value};
use crate::ilr::Term;
use crate::machine::Origin;
use crate::machine::code::{Call, Kind, Leaf, Op, Target};
use crate::program::{FuncId, TypeId};
use crate::property::Check;
use crate::semantics::{Done, Native, call_fits, hypercall};

/// Registers with what they hold first, and objects.
type Given = (Vec<Option<Value>>, Vec<usize>);

impl Unfold<'_, '_> {
    /// Whom a call may call, each under a condition.
    fn callees(&mut self, s: &mut Course, target: &Target) -> Result<Vec<(Term, FuncId)>, Halt> {
        let tt = self.make.d.terms.tt();
        let pointer = match target {
            Target::Direct(func) => return Ok(vec![(tt, *func)]),
            Target::Indirect(pointer) => self.value(s, *pointer),
        };
        let candidates = match &pointer.from {
            Provenance::Objects(set) => set.iter().copied().collect::<Vec<_>>(),
            Provenance::Number | Provenance::Stored => {
                return self.unsupported(s, "a call of a function whose address is read from shared memory");
            }
        };
        let mut all = Vec::new();
        let mut none = tt;
        for number in candidates {
            let Some(func) = self.make.function(number) else { continue };
            let start = self.make.start(number);
            let here = self.make.d.terms.eq(pointer.term, start.term);
            let not = self.make.d.terms.not(here);
            none = self.make.d.terms.and(none, not);
            all.push((here, func));
        }
        self.violate(s, Check::InvalidCall, none);
        Ok(all)
    }

    /// Calls a function.
    pub(super) fn call(
        &mut self,
        s: &mut Course,
        dst: u32,
        call: &Call,
        counts: bool,
    ) -> Result<Onward, Halt> {
        let callees = self.callees(s, &call.target)?;
        if let [(_, func)] = callees[..] {
            return self.call_one(s, dst, call, (func, counts));
        }
        for (condition, func) in callees {
            let mut taken = s.clone();
            taken.assume(&mut self.make, condition);
            if taken.is_impossible(&self.make) {
                continue;
            }
            match self.call_one(&mut taken, dst, call, (func, counts)) {
                Ok(Onward::Next) => {
                    self.count(&mut taken, counts);
                    let next = taken.level().pc + 1;
                    self.go(taken, next)?;
                }
                Ok(Onward::Moved) => self.park(taken),
                Ok(Onward::Kept) | Err(Halt::Ended) => {}
                Err(halt) => return Err(halt),
            }
        }
        Ok(Onward::Kept)
    }

    fn call_one(
        &mut self,
        s: &mut Course,
        dst: u32,
        call: &Call,
        (func, counts): (FuncId, bool),
    ) -> Result<Onward, Halt> {
        let image = self.image;
        let f = image.program.func(func);
        let ordinary = |n: &Native| {
            *n == Native::Error && f.is_defined() && !self.how.checks.contains(Check::ReachError)
        };
        if let Some(native) = image.native(func).filter(|n| !ordinary(n)) {
            let done = hypercall(&mut Caller { unfold: self, s, call }, native, f)?;
            if let (Done::Value(value), [leaf]) = (done, &call.result[..]) {
                let value = self.fit(value, leaf);
                self.set(s, dst, value);
            }
            return Ok(Onward::Next);
        }
        if !f.is_defined() {
            return self.unsupported(s, format!("function {} without a body", f.source_name));
        }
        let (caller, pc) = (s.level().func, s.level().pc);
        let site = image.code(caller).insts[pc as usize];
        if self.how.checks.contains(Check::CallMismatch)
            && !call_fits(image.program, image.program.func(caller), site, f)
        {
            let tt = self.make.d.terms.tt();
            self.violate(s, Check::CallMismatch, tt);
            return Err(Halt::Ended);
        }
        if f.vararg {
            return self.unsupported(s, format!("function {} with variable arguments", f.source_name));
        }
        let depth = s.levels.iter().filter(|l| l.func == func).count() as u32;
        if depth > self.how.bound {
            let problem =
                super::graph::Problem::Bound(format!("recursion of {}", f.source_name), self.loc(s));
            let tt = self.make.d.terms.tt();
            self.problem(s, problem, tt);
            return Err(Halt::Ended);
        }
        let section = f.name.starts_with("__VERIFIER_atomic_");
        if section {
            self.visible(s);
        }
        let (regs, locals) = self.arguments(s, call, func)?;
        self.count(s, counts);
        let atomic = s.level().atomic || section;
        s.levels.push(Level { func, pc: 0, regs, locals, atomic, turns: Vec::new() });
        self.enter(s, 0);
        Ok(Onward::Moved)
    }

    /// A copy of an object that is passed by value, for the argument of that number.
    fn copied(&mut self, s: &mut Course, from: &Value, (ty, which): (TypeId, u32)) -> Result<usize, Halt> {
        let (site, size) = (self.site(s), self.image.program.types.layout(ty).alloc_size);
        let number = self.new_object(s, (site, which), (Origin::Argument(None), Content::Any, size))?;
        let (to, size) = (self.make.start(number), self.make.int(64, size));
        self.copy(s, (&to, from), &size, false)?;
        Ok(number)
    }

    /// Registers of a function that is called, and the objects that end with it.
    fn arguments(&mut self, s: &mut Course, call: &Call, func: FuncId) -> Result<Given, Halt> {
        let mut locals = Vec::new();
        let code = self.image.code(func);
        let mut regs = Vec::with_capacity(code.regs as usize);
        let mut at = 0;
        for (i, leaves) in code.params.iter().enumerate() {
            let Some(&(count, by_value)) = call.shapes.get(i) else {
                return self.unsupported(s, "a call with too few arguments");
            };
            let row = &call.args[at..at + count as usize];
            at += count as usize;
            if row.len() != leaves.len() {
                return self.unsupported(s, "a call of a function of another type");
            }
            for (&operand, leaf) in row.iter().zip(leaves) {
                let value = self.value(s, operand);
                let value = self.fit(value, leaf);
                regs.push(Some(match by_value {
                    Some(ty) => {
                        let number = self.copied(s, &value, (ty, i as u32))?;
                        locals.push(number);
                        self.make.start(number)
                    }
                    None => value,
                }));
            }
        }
        regs.resize(code.regs as usize, None);
        Ok((regs, locals))
    }

    /// A value in a register of another width, as a mismatched prototype makes a machine see it.
    pub(super) fn fit(&mut self, value: Value, leaf: &Leaf) -> Value {
        let b = &mut self.make.d.terms;
        let width = b.width(value.term);
        if width == leaf.width {
            return value;
        }
        Value::number(if width > leaf.width {
            b.extract(value.term, leaf.width - 1, 0)
        } else {
            b.zext(value.term, leaf.width)
        })
    }

    /// Whether something of the program may run behind the end of the entry function.
    pub(super) fn runs_at_exit(&self) -> bool {
        self.image.program.registers_ends()
    }

    /// The running activation returns.
    pub(super) fn give_back(&mut self, mut s: Course, row: &[Value], counts: bool) -> Result<(), Halt> {
        if s.levels.len() == 1 {
            if self.runs_at_exit() {
                return self.unsupported(&mut s, "functions that run when the program ends");
            }
            // What follows is the end of the program, or of nothing that others can see. A run in which this thread stays here shows
            // the others all that they can see.
            let tt = self.make.d.terms.tt();
            self.leave(&mut s, super::graph::Goal::End, tt);
            return Ok(());
        }
        for number in std::mem::take(&mut s.top().locals) {
            self.end_object(&mut s, number);
        }
        s.levels.pop();
        let level = s.level();
        let (func, pc) = (level.func, level.pc);
        if let Op::Call { dst, call } = &self.image.code(func).ops[pc as usize] {
            let fits = |(value, leaf): (&Value, &Leaf)| {
                self.make.d.terms.width(value.term) == leaf.width
                    || matches!(leaf.kind, Kind::Int | Kind::Pointer)
            };
            if row.len() == call.result.len() && row.iter().zip(&call.result).all(fits) {
                for ((dst, leaf), value) in (*dst..).zip(&call.result).zip(row) {
                    let value = self.fit(value.clone(), leaf);
                    self.set(&mut s, dst, value);
                }
            } else if !call.result.is_empty() {
                return self.unsupported(&mut s, "a call of a function of another type");
            }
        }
        self.count(&mut s, counts);
        self.go(s, pc + 1)
    }
}
