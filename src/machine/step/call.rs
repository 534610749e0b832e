//! Calls and returns.

use crate::machine::code::{Call, Kind, Op, Target};
use crate::machine::environment::script::Ask;
use crate::machine::state::{Mode, Node, ObjId, Origin, Reg};
use crate::machine::step::call_values::{fit, fits};
use crate::machine::step::{Flow, Machine, Step, Stop};
use crate::program::{FBinOp, FloatKind, FuncId, TypeId};
use crate::property::Check;
use crate::semantics::{
    self, Fault, Invalid, Native, Scalars, Unsupported, VariadicCall, call_fits, math_function,
};

/// Most vectors of registers that are kept for later activations.
const SPARE: usize = 32;

impl Machine<'_, '_> {
    /// The function that a pointer leads to.
    fn callee(&mut self, pointer: &Reg) -> Step<Option<FuncId>> {
        let pointer = &self.known(pointer)?;
        let place = self.resolve(pointer)?;
        if let Some((id, 0)) = place
            && let Some(Origin::Code(f)) = self.memory.origin(id)
        {
            return Ok(Some(f));
        }
        let null = !pointer.object.is_one() && pointer.value.is_zero();
        if !null {
            return self.undefined(Check::InvalidCall);
        }
        self.violate(Check::NullDeref)?;
        Ok(None)
    }

    pub(in crate::machine) fn call(&mut self, dst: u32, call: &Call) -> Step<Flow> {
        let image = self.image;
        let func = match call.target {
            Target::Direct(f) => f,
            Target::Indirect(pointer) => match self.callee(&self.reg(pointer).clone())? {
                Some(f) => f,
                None => {
                    self.aborted()?;
                    return Err(Stop::Over);
                }
            },
        };
        let f = image.program.func(func);
        // Where its call is no violation, the error function is an ordinary one.
        let ordinary =
            |n: &Native| *n == Native::Error && f.is_defined() && !image.checks.contains(Check::ReachError);
        if let Some(native) = image.natives[func.index()].as_ref().filter(|n| !ordinary(n)) {
            let flow = self.native(dst, call, func, native)?;
            if call.noreturn && f.noreturn && matches!(flow, Flow::Next) {
                return Err(Stop::Over);
            }
            return Ok(flow);
        }
        if !f.is_defined() {
            return self.undefined_function(dst, call, func);
        }
        let caller = self.frame.func;
        let site = image.codes[caller.index()].insts[self.frame.pc as usize];
        if !call_fits(image.program, image.program.func(caller), site, f) {
            self.violate(Check::CallMismatch)?;
        }
        if self.reductions.transition.on && f.name.starts_with("__VERIFIER_atomic_") {
            self.act()?;
        }
        if f.model && f.name == "__bmc_run_exit_handlers" {
            // `exit`: what is to come is what runs at the end.
            self.control.ending = true;
        }
        let code = &image.codes[func.index()];
        let mut regs = self.spare.pop().unwrap_or_default();
        regs.clear();
        regs.reserve(code.regs as usize);
        let mut at = 0;
        let mut locals = Vec::new();
        for (i, leaves) in code.params.iter().enumerate() {
            // A call without a prototype may pass fewer arguments, or others.
            let Some(&(count, by_value)) = call.shapes.get(i) else {
                for leaf in leaves {
                    let reg = self.answered(Ask::Undefined, Reg::undefined(leaf.width), "undef");
                    regs.push(reg);
                }
                continue;
            };
            let row = &call.args[at..at + count as usize];
            at += count as usize;
            if count as usize != leaves.len() {
                return self.stop(Fault::Invalid(Invalid::OperandTypes));
            }
            for (&operand, leaf) in row.iter().zip(leaves) {
                let reg = self.reg(operand);
                let reg = if reg.width() == leaf.width { reg.clone() } else { fit(reg.clone(), leaf) };
                regs.push(match by_value {
                    Some(ty) => {
                        let id = self.copied(&reg, ty)?;
                        locals.push(id);
                        self.memory.start(id)
                    }
                    None => reg,
                });
            }
        }
        let mut frame = self.activate(func, regs);
        frame.locals = locals;
        frame.thread_locals = self.frame.thread_locals;
        frame.atomic = self.frame.atomic || f.name.starts_with("__VERIFIER_atomic_");
        if f.vararg {
            let (args, shapes) = (&call.args[at..], call.shapes.get(code.params.len()..).unwrap_or(&[]));
            let variadic = VariadicCall { caller, call: site, callee: func };
            frame.varargs = self.variable_arguments(variadic, args, shapes)?;
            frame.locals.extend(Some(frame.varargs).filter(|id| *id != ObjId::NONE));
        }
        let caller = std::mem::replace(&mut self.frame, frame);
        let caller = self.stow(caller, true);
        self.frame.caller = self.memory.park(caller);
        Ok(Flow::Moved)
    }

    /// A copy of the object that is passed by value.
    fn copied(&mut self, pointer: &Reg, ty: TypeId) -> Step<ObjId> {
        let size = self.image.program.types.layout(ty).alloc_size;
        let id = self.make(size, None, Origin::Argument(None))?;
        let to = self.memory.start(id);
        self.copy_bytes(&to, pointer, &Reg::int(64, size), false)?;
        Ok(id)
    }

    fn undefined_function(&mut self, dst: u32, call: &Call, func: FuncId) -> Step<Flow> {
        let f = self.image.program.func(func);
        if let (Some(name), [result]) = (math_function(&f.name), &call.result[..]) {
            let float = call.args.first().map(|&a| self.reg(a).width());
            let kind = match (result.kind, float) {
                (Kind::Float(kind), _) => Some(kind),
                (_, Some(32)) => Some(FloatKind::Single),
                (_, Some(64)) => Some(FloatKind::Double),
                (_, Some(80)) => Some(FloatKind::X87),
                _ => None,
            };
            if let Some(kind) = kind {
                return self.float_intrinsic(dst, name, &call.args, kind, result.width);
            }
        }
        if let ("fmod" | "fmodf" | "fmodl", [a, b], [result]) =
            (f.name.as_str(), &call.args[..], &call.result[..])
            && let Kind::Float(kind) = result.kind
        {
            let (a, b) = (self.reg(*a), self.reg(*b));
            let value =
                semantics::float_binary(&mut Scalars::default(), kind, FBinOp::Frem, &a.value, &b.value);
            let made = value.map(|value| Reg::of(value).after(&[a, b]));
            return match made {
                Ok(made) => Ok(self.answer(dst, call, made)),
                Err(what) => self.stop(what),
            };
        }
        if self.environment.script.is_some() {
            return self.left_to_script(dst, call, func);
        }
        if self.reductions.told_undefined && !self.passes_memory(call) {
            if !f.nounwind && self.may_catch() {
                let what = format!("an exception that the undefined function {} may throw", f.source_name);
                return self.stop(Unsupported::Instruction(what.into()));
            }
            if f.noreturn {
                self.given_up()?;
                return Err(Stop::Over);
            }
            // A pointer could lead anywhere.
            if let [leaf] = &call.result[..]
                && matches!(leaf.kind, Kind::Int)
            {
                let any = self.told(&f.source_name, leaf.width)?;
                self.set(dst, any);
                return Ok(Flow::Next);
            }
            if call.result.is_empty() {
                return Ok(Flow::Next);
            }
        }
        self.stop(Unsupported::ExternalFunction(f.source_name.clone().into()))
    }

    /// Whether an exception that the running activation lets through may be seen by some code.
    fn may_catch(&self) -> bool {
        let (mut func, mut caller) = (self.frame.func, self.frame.caller);
        loop {
            let f = self.image.program.func(func);
            if f.guarded_calls().next().is_some() {
                return true;
            }
            match self.memory.node(caller) {
                Some(Node::Frame(frame)) if !f.nounwind => (func, caller) = (frame.func, frame.caller),
                _ => return false,
            }
        }
    }

    /// A function without a body has any result, which the script knows.
    fn left_to_script(&mut self, dst: u32, call: &Call, func: FuncId) -> Step<Flow> {
        let f = self.image.program.func(func);
        if f.noreturn {
            self.given_up()?;
            return Err(Stop::Over);
        }
        let mut row = Vec::with_capacity(call.result.len());
        for leaf in &call.result {
            let reg = self.answered(Ask::Undefined, Reg::int(leaf.width, 0), &f.source_name);
            row.push(reg);
        }
        for (dst, reg) in (dst..).zip(row) {
            self.set(dst, reg);
        }
        Ok(Flow::Next)
    }

    /// The running activation returns.
    pub(in crate::machine) fn give_back(&mut self, row: &[Reg]) -> Step<()> {
        if self.reductions.transition.on {
            if !self.frame.atomic && self.frame.caller == ObjId::NONE {
                // Others can see that the program ends: they end with it.
                self.act()?;
            }
            for i in 0..self.frame.locals.len() {
                self.visible(self.frame.locals[i], Mode::Write)?;
            }
        }
        for id in std::mem::take(&mut self.frame.locals) {
            self.memory.end(id);
        }
        let Some(caller) = self.memory.unpark(self.frame.caller) else {
            if self.frame.func == self.control.entry && !row.is_empty() {
                self.control.status = row[0].value.low() as i32;
            }
            return self.next_function();
        };
        let caller = self.unstow(caller);
        let done = std::mem::replace(&mut self.frame, caller);
        if self.spare.len() < SPARE {
            self.spare.push(done.regs);
        }
        let code = &self.image.codes[self.frame.func.index()];
        if let Op::Call { dst, call } = &code.ops[self.frame.pc as usize] {
            let kinds = |n: usize| call.result.get(n).is_some_and(|leaf| fits(&row[n], leaf));
            if row.len() == call.result.len() && (0..row.len()).all(kinds) {
                for ((dst, leaf), reg) in (*dst..).zip(&call.result).zip(row) {
                    self.set(dst, fit(reg.clone(), leaf));
                }
            } else if !call.result.is_empty() {
                // Nobody uses the result of a function that has none, if the call fits.
                let (program, site) = (self.image.program, code.insts[self.frame.pc as usize]);
                let fits = call_fits(program, program.func(self.frame.func), site, program.func(done.func));
                if !row.is_empty() || !fits {
                    let what = "a call of a function of another type";
                    return self.stop(Unsupported::Instruction(what.into()));
                }
                for (dst, leaf) in (*dst..).zip(&call.result) {
                    self.set(dst, Reg::undefined(leaf.width));
                }
            }
        }
        self.frame.pc += 1;
        Ok(())
    }
}
