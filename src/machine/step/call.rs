//! Calls, returns, variable arguments, intrinsics, the start and the end of a program.

use crate::machine::code::{Call, Code, Leaf, Operand, Target};
use crate::machine::environment::Environment;
use crate::machine::state::Frame;
use crate::machine::step::{Flow, Machine, Step, Stop};
use std::sync::Arc;

use crate::machine::code::Image;
use crate::machine::environment::script::{Argument, Ask};
use crate::machine::reduction::Races;
use crate::machine::reduction::{Reach, Watch};
use crate::machine::state::Reg;
use crate::machine::state::{Mode, ObjId, Origin};
use crate::program::{CastOp, FBinOp, FloatKind, FuncId, Inst, Intrinsic, Program, Type, TypeId};
use crate::property::Check;
use crate::semantics::{self, Done, Fault, Invalid, Native, Scalar, Scalars, Unsupported, math_function};

/// Most vectors of registers that are kept for later activations.
const SPARE: usize = 32;

/// Size of x86-64's `va_list`, and where its fields lie: offsets into the registers saved, the area of the others.
const LIST_SIZE: u64 = 24;
const GENERAL: usize = 0;
const FLOATING: usize = 4;
const AREA: usize = 8;

impl<'i, 'p> Machine<'i, 'p> {
    /// A program before its first step: its constructors, then the entry function with these arguments (`argv`, the
    /// program's name first), then what runs at the end.
    ///
    /// # Errors
    /// When the entry function has no body or takes something else.
    pub fn new(
        image: &'i Image<'p>,
        entry: FuncId,
        arguments: &[String],
        environment: Environment<'i>,
    ) -> Result<Machine<'i, 'p>, Fault> {
        let program = image.program;
        let mut machine = Machine {
            image,
            memory: image.memory.clone(),
            frame: Frame::nowhere(),
            environment,
            pending: Arc::default(),
            watch: Watch::default(),
            reach: Reach::default(),
            owners: None,
            orders: None,
            planning: None,
            races: Races::default(),
            interrupted: ObjId::NONE,
            slot: ObjId::NONE,
            spare: Vec::new(),
            blurred: false,
            wide: false,
            ending: false,
            entry,
            status: 0,
            propositions: 0,
            mover: 0,
            steps: 0,
            executed: 0,
            leaks: false,
            may_have_lost: false,
            culprit: ObjId::NONE,
        };
        let code = &image.codes[entry.index()];
        let args = match machine.environment.script.as_ref().map(|s| Arc::clone(&s.tables)) {
            Some(script) => machine.scripted_arguments(code, &script.arguments)?,
            None => match pointer_from_outside(program, entry) {
                Some(_) => return Err(Fault::Unsupported(Unsupported::EntryPointer)),
                None => machine.command_line(code, program.func(entry).is_main(), arguments)?,
            },
        };
        if !program.func(entry).is_defined() {
            let name = program.func(entry).source_name.clone();
            return Err(Fault::Unsupported(Unsupported::ExternalFunction(name.into())));
        }
        // Without a function that registers one there is nothing between the end of the entry function and the program's.
        let registers = ["atexit", "on_exit", "__cxa_atexit"];
        let some = registers.iter().any(|name| program.function(name).is_some());
        let handlers = program.function("__bmc_run_exit_handlers");
        let handlers = handlers.filter(|&f| some && program.func(f).is_defined());
        let mut pending: Vec<(FuncId, Vec<Reg>)> = Vec::new();
        pending.extend(program.destructors.iter().rev().map(|&f| (f, Vec::new())));
        pending.extend(handlers.map(|f| (f, Vec::new())));
        pending.push((entry, args));
        pending.extend(program.constructors.iter().rev().map(|&f| (f, Vec::new())));
        let (first, args) = pending.pop().expect("the entry at least");
        machine.pending = Arc::new(pending);
        machine.frame = machine.activate(first, args);
        Ok(machine)
    }

    /// The arguments of the entry function: the command line for `main`, and zeros.
    fn command_line(&mut self, code: &Code, main: bool, arguments: &[String]) -> Result<Vec<Reg>, Fault> {
        let width = self.memory.width;
        let word = u64::from(width / 8);
        let mut given = Vec::new();
        if main && code.params.len() >= 2 {
            let count = arguments.len() as u64;
            let vector = self.memory.make((count + 1) * word, Some(0), Origin::Argument, None)?;
            for (i, text) in arguments.iter().enumerate() {
                let id = self.memory.make(text.len() as u64 + 1, Some(0), Origin::Argument, None)?;
                let object = self.memory.get_mut(id).expect("it was made");
                object.bytes[..text.len()].copy_from_slice(text.as_bytes());
                let start = self.memory.start(id);
                self.memory.store(vector, i * word as usize, word as u32, &start);
            }
            given = vec![Reg::int(64, count), self.memory.start(vector)];
        } else if main && code.params.len() == 1 {
            given = vec![Reg::int(64, arguments.len() as u64)];
        }
        let mut row = Vec::new();
        for (i, leaves) in code.params.iter().enumerate() {
            for leaf in leaves {
                let reg = given.get(i).cloned().unwrap_or_else(|| Reg::int(leaf.width, 0));
                row.push(fit(reg, leaf));
            }
        }
        Ok(row)
    }

    /// The arguments of the entry function, as the script has them.
    fn scripted_arguments(&mut self, code: &Code, given: &[Argument]) -> Result<Vec<Reg>, Fault> {
        let width = self.memory.width;
        let word = width / 8;
        let mut row = Vec::new();
        for (i, leaves) in code.params.iter().enumerate() {
            let reg = match given.get(i) {
                Some(Argument::Number(bits)) => Reg::of(Scalar::of(bits)),
                Some(Argument::Memory(given, size)) => {
                    let id = self.memory.make_at(*size, None, Origin::Outside, None, given)?;
                    self.memory.start(id)
                }
                Some(Argument::Strings { count, array, strings }) => {
                    let size = count.saturating_add(1).saturating_mul(word.into());
                    let vector = self.memory.make_at(size, None, Origin::Argument, None, array)?;
                    for (i, (given, size)) in strings.iter().enumerate() {
                        let bytes = given.bytes.as_deref().unwrap_or_default();
                        let size = size.unwrap_or(bytes.len() as u64);
                        let id = self.memory.make_at(size, None, Origin::Argument, None, given)?;
                        for (k, &byte) in bytes.iter().enumerate().take(size as usize) {
                            self.memory.store(id, k, 1, &Reg::int(8, byte.into()));
                        }
                        let start = self.memory.start(id);
                        self.memory.store(vector, i * word as usize, word, &start);
                    }
                    let end = Reg::int(width, 0);
                    self.memory.store(vector, *count as usize * word as usize, word, &end);
                    self.memory.start(vector)
                }
                None => Reg::int(leaves.first().map_or(1, |leaf| leaf.width), 0),
            };
            row.extend(leaves.iter().map(|leaf| fit(reg.clone(), leaf)));
        }
        Ok(row)
    }

    /// The activation of a function that nobody has called yet.
    pub(in crate::machine) fn activate(&self, func: FuncId, mut regs: Vec<Reg>) -> Frame {
        let code = &self.image.codes[func.index()];
        regs.extend((regs.len()..code.regs as usize).map(|_| Reg::NOTHING));
        Frame { func, regs, ..Frame::nowhere() }
    }

    /// The function that a pointer leads to.
    fn callee(&self, pointer: &Reg) -> Step<Option<FuncId>> {
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
            Target::Indirect(pointer) => match self.callee(self.reg(pointer))? {
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
        if self.watch.on && f.name.starts_with("__VERIFIER_atomic_") {
            self.act()?;
        }
        if f.model && f.name == "__bmc_run_exit_handlers" {
            // `exit`: what is to come is what runs at the end.
            self.ending = true;
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
        frame.own = self.frame.own;
        frame.atomic = self.frame.atomic || f.name.starts_with("__VERIFIER_atomic_");
        if f.vararg {
            let (args, shapes) = (&call.args[at..], call.shapes.get(code.params.len()..).unwrap_or(&[]));
            frame.varargs = self.variable_arguments(args, shapes)?;
            frame.locals.push(frame.varargs);
        }
        let caller = std::mem::replace(&mut self.frame, frame);
        let caller = self.stow(caller, true);
        self.frame.caller = self.memory.park(caller);
        Ok(Flow::Moved)
    }

    /// A copy of the object that is passed by value.
    fn copied(&mut self, pointer: &Reg, ty: TypeId) -> Step<ObjId> {
        let size = self.image.program.types.layout(ty).alloc_size;
        let id = self.make(size, None, Origin::Argument)?;
        let to = self.memory.start(id);
        self.copy_bytes(&to, pointer, &Reg::int(64, size), false)?;
        Ok(id)
    }

    /// The area of variable arguments: each in as many bytes as the target gives it.
    fn variable_arguments(&mut self, args: &[Operand], shapes: &[(u32, Option<TypeId>)]) -> Step<ObjId> {
        let word = u64::from(self.memory.width / 8);
        let types = &self.image.program.types;
        let mut places = Vec::new();
        let (mut at, mut size) = (0, 0u64);
        for &(count, by_value) in shapes {
            if count != 1 {
                return self.stop(Unsupported::Instruction("aggregate as variable argument".into()));
            }
            let bytes = match by_value {
                Some(ty) => {
                    let layout = types.layout(ty);
                    size = size.next_multiple_of(layout.align.max(word));
                    layout.alloc_size
                }
                None => u64::from(self.reg(args[at]).width()).div_ceil(8),
            };
            places.push((at, size, bytes, by_value));
            at += 1;
            size += bytes.next_multiple_of(word);
        }
        let area = self.make(size, None, Origin::Argument)?;
        for (at, offset, bytes, by_value) in places {
            let reg = self.reg(args[at]).clone();
            match by_value {
                Some(_) => {
                    let start = self.memory.start(area);
                    let to = Reg::pointer(self.memory.width, start.value.low() + offset, area);
                    self.copy_bytes(&to, &reg, &Reg::int(64, bytes), false)?;
                }
                None => self.memory.store(area, offset as usize, bytes as u32, &reg),
            }
        }
        Ok(area)
    }

    fn undefined_function(&mut self, dst: u32, call: &Call, func: FuncId) -> Step<Flow> {
        let f = self.image.program.func(func);
        if let (Some(name), [result]) = (math_function(&f.name), &call.result[..]) {
            let float = call.args.first().map(|&a| self.reg(a).width());
            let kind = match (result.kind, float) {
                (crate::machine::code::Kind::Float(kind), _) => Some(kind),
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
            && let crate::machine::code::Kind::Float(kind) = result.kind
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
        self.stop(Unsupported::ExternalFunction(f.source_name.clone().into()))
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
        if self.watch.on {
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
            if self.frame.func == self.entry && !row.is_empty() {
                self.status = row[0].value.low() as i32;
            }
            return self.next_function();
        };
        let caller = self.unstow(caller);
        let done = std::mem::replace(&mut self.frame, caller);
        if self.spare.len() < SPARE {
            self.spare.push(done.regs);
        }
        let code = &self.image.codes[self.frame.func.index()];
        if let crate::machine::code::Op::Call { dst, call } = &code.ops[self.frame.pc as usize] {
            let kinds = |n: usize| call.result.get(n).is_some_and(|leaf| fits(&row[n], leaf));
            if row.len() == call.result.len() && (0..row.len()).all(kinds) {
                for ((dst, leaf), reg) in (*dst..).zip(&call.result).zip(row) {
                    self.set(dst, fit(reg.clone(), leaf));
                }
            } else if !call.result.is_empty() {
                return self.stop(Unsupported::Instruction("a call of a function of another type".into()));
            }
        }
        self.frame.pc += 1;
        Ok(())
    }

    /// The outermost function has returned: the next one is called, or the program ends.
    pub(in crate::machine) fn next_function(&mut self) -> Step<()> {
        match Arc::make_mut(&mut self.pending).pop() {
            Some((next, args)) => {
                self.frame = self.activate(next, args);
                Ok(())
            }
            None => {
                // Its variables have ended.
                self.frame.regs.clear();
                self.at_exit()?;
                Err(Stop::Exited(self.status))
            }
        }
    }

    /// `exit` has called what was registered: the destructors are next.
    pub(in crate::machine) fn exit(&mut self, status: i32) -> Step<Done<Reg>> {
        if !std::mem::take(&mut self.ending) {
            self.at_exit()?;
            return Err(Stop::Exited(status));
        }
        self.status = status;
        let destructors = &self.image.program.destructors;
        Arc::make_mut(&mut self.pending).retain(|(f, _)| destructors.contains(f));
        if self.pending.is_empty() {
            // The variables of the functions that have called `exit` are still there.
            self.at_exit()?;
            return Err(Stop::Exited(status));
        }
        self.next_function()?;
        Ok(Done::Moved)
    }

    /// Gives the result of a call that the machine has carried out itself.
    pub(in crate::machine) fn answer(&mut self, dst: u32, call: &Call, reg: Reg) -> Flow {
        if let [leaf] = &call.result[..] {
            self.set(dst, fit(reg, leaf));
        }
        Flow::Next
    }

    pub(in crate::machine) fn float_intrinsic(
        &mut self,
        dst: u32,
        name: &str,
        args: &[Operand],
        kind: FloatKind,
        width: u32,
    ) -> Step<Flow> {
        let regs: Vec<&Reg> = args.iter().map(|&a| self.reg(a)).collect();
        let values: Vec<Scalar> = regs.iter().map(|r| r.value.clone()).collect();
        let (mut d, mut sink) = (Scalars::default(), self.sink());
        match semantics::float_intrinsic(&mut d, name, kind, &values, width, &mut sink) {
            Ok(value) => {
                let made = Reg::of(value).after(&regs);
                self.settle(&sink)?;
                let address = self.is_vague(&regs);
                let made = if address || d.unspecified { self.left_open(made) } else { made };
                self.set(dst, made);
                Ok(Flow::Next)
            }
            Err(what) => self.stop(what),
        }
    }

    pub(in crate::machine) fn intrinsic(
        &mut self,
        dst: u32,
        which: &Intrinsic,
        args: &[Operand],
        float: Option<FloatKind>,
        width: u32,
    ) -> Step<Flow> {
        let regs: Vec<Reg> = args.iter().map(|&a| self.reg(a).clone()).collect();
        match which {
            Intrinsic::Memcpy | Intrinsic::Memmove => {
                self.copy_bytes(&regs[0], &regs[1], &regs[2], *which == Intrinsic::Memcpy)?;
            }
            Intrinsic::Memset => self.fill_bytes(&regs[0], &regs[1], &regs[2])?,
            Intrinsic::Assume => {
                self.decisive(&regs[0])?;
                if regs[0].value.is_zero() {
                    self.violate(Check::InvalidValue)?;
                    return Err(Stop::Cut);
                }
            }
            Intrinsic::Aligned => self.aligned(&regs[0], regs[1].value.low())?,
            Intrinsic::Trap => {
                self.violate(Check::Trap)?;
                self.aborted()?;
                return Err(Stop::Over);
            }
            Intrinsic::IsConstant => self.set(dst, Reg::int(width, 0)),
            Intrinsic::Objectsize => {
                let least = regs.get(1).is_some_and(|r| !r.value.is_zero());
                let known = self.resolve(&regs[0])?.and_then(|(id, at)| {
                    let size = self.memory.get(id)?.bytes.len() as u64;
                    size.checked_sub(at)
                });
                let unknown = if least { 0 } else { u64::MAX };
                self.set(dst, Reg::int(width, known.unwrap_or(unknown)));
            }
            Intrinsic::Stacksave => {
                let saved = self.frame.locals.len() as u64;
                self.set(dst, Reg::int(width, saved));
            }
            Intrinsic::Stackrestore => {
                let keep = (regs[0].value.low() as usize).min(self.frame.locals.len());
                for i in keep..self.frame.locals.len() {
                    self.visible(self.frame.locals[i], Mode::Write)?;
                }
                for id in self.frame.locals.split_off(keep) {
                    self.memory.end(id);
                }
            }
            Intrinsic::VaStart => self.va_start(&regs[0])?,
            Intrinsic::VaCopy => {
                let size = if self.memory.width == 64 { LIST_SIZE } else { u64::from(self.memory.width / 8) };
                self.copy_bytes(&regs[0], &regs[1], &Reg::int(64, size), false)?;
            }
            Intrinsic::Ptrmask => {
                let mask = regs[1].clone().extended(Scalar::new(width, regs[1].value.low()), false);
                let value = Scalar::new(width, regs[0].value.low() & mask.value.low());
                let made = Reg::binary(crate::program::BinOp::And, &regs[0], &mask, value);
                let made = if self.environment.asks { self.blurred(made) } else { made };
                self.set(dst, made);
            }
            Intrinsic::Frameaddress | Intrinsic::Returnaddress => self.set(dst, Reg::undefined(width)),
            Intrinsic::Float(name) => match float {
                Some(kind) => return self.float_intrinsic(dst, name, args, kind, width),
                None => return self.stop(Unsupported::FloatIntrinsic(name.as_str().into())),
            },
            Intrinsic::VectorReduce(op) => {
                let lanes: Vec<Scalar> = regs.iter().map(|r| r.value.clone()).collect();
                let Some(value) = semantics::vector_reduce(&mut Scalars::default(), op, &lanes) else {
                    return self.stop(Unsupported::Intrinsic(format!("llvm.vector.reduce.{op}").into()));
                };
                let all: Vec<&Reg> = regs.iter().collect();
                let made = Reg::of(value).after(&all);
                let made = if self.is_vague(&all) { self.blurred(made) } else { made };
                self.set(dst, made);
            }
            _ => return self.integer_intrinsic(dst, which, &regs, width),
        }
        Ok(Flow::Next)
    }

    fn integer_intrinsic(&mut self, dst: u32, which: &Intrinsic, regs: &[Reg], width: u32) -> Step<Flow> {
        let all: Vec<&Reg> = regs.iter().collect();
        if self.environment.asks {
            for reg in regs {
                self.strict_number(reg)?;
            }
        }
        if let [a, b] = regs
            && let Some((value, overflow)) =
                semantics::with_overflow(&mut Scalars::default(), which, &a.value, &b.value)
        {
            self.set(dst, Reg::of(value).after(&all));
            self.set(dst + 1, Reg::int(1, u64::from(overflow)).after(&all));
            return Ok(Flow::Next);
        }
        let values: Vec<Scalar> = regs.iter().map(|r| r.value.clone()).collect();
        let (mut d, mut sink) = (Scalars::default(), self.sink());
        let Some(value) = semantics::intrinsic(&mut d, which, &values, width, &mut sink) else {
            return self.stop(Unsupported::Intrinsic(format!("{which:?}").into()));
        };
        self.settle(&sink)?;
        let made = Reg::of(value).after(&all);
        let made = if d.unspecified { self.left_open(made) } else { made };
        self.set(dst, made);
        Ok(Flow::Next)
    }

    /// The list names the area that the caller made; on x86-64 its registers are at their end, so that every argument
    /// is taken from there.
    fn va_start(&mut self, list: &Reg) -> Step<()> {
        if self.memory.big_endian {
            return self.stop(Unsupported::Intrinsic("va_start on a big-endian target".into()));
        }
        let area = self.memory.start(self.frame.varargs);
        let word = self.memory.width / 8;
        self.reach.published();
        if self.memory.width != 64 {
            let (id, at) = self.accessed(list, word.into(), Mode::Write)?;
            self.memory.store(id, at, word, &area);
            return Ok(());
        }
        let (id, at) = self.accessed(list, LIST_SIZE, Mode::Write)?;
        self.memory.store(id, at + GENERAL, 4, &Reg::int(32, 48));
        self.memory.store(id, at + FLOATING, 4, &Reg::int(32, 304));
        self.memory.store(id, at + AREA, 8, &area);
        self.memory.store(id, at + 16, 8, &Reg::int(64, 0));
        Ok(())
    }

    /// The `va_arg` instruction, on targets where clang leaves it to the back end.
    pub(in crate::machine) fn va_arg(
        &mut self,
        dst: u32,
        list: Operand,
        size: u64,
        leaves: &[Leaf],
    ) -> Step<()> {
        let word = self.memory.width / 8;
        let field = if word == 8 { AREA } else { 0 };
        let (id, at) = self.writable(list, field as u64 + u64::from(word))?;
        let here = self.load(id, at + field, word, self.memory.width);
        let place = self.accessed(&here, size, Mode::Read)?;
        for (dst, leaf) in (dst..).zip(leaves) {
            let reg = self.load(place.0, place.1 + leaf.offset as usize, leaf.bytes, leaf.width);
            self.set(dst, reg);
        }
        let next = here.value.low() + size.next_multiple_of(word.into());
        let next = Reg::pointer(self.memory.width, next, here.object);
        self.memory.store(id, at + field, word, &next);
        Ok(())
    }
}

/// Where the entry function uses a pointer that it is given, unless that is the command line: a caller's memory, of which
/// there is none here.
pub fn pointer_from_outside(program: &Program, entry: FuncId) -> Option<&Inst> {
    let f = program.func(entry);
    let command_line = |n: u32| f.is_main() && n == 1;
    let pointer = |n: u32| matches!(program.types.get(f.params[n as usize].ty), Type::Ptr(_));
    f.use_of_argument(|n| pointer(n) && !command_line(n))
}

/// Whether a value can be seen as one of another type of register.
fn fits(reg: &Reg, leaf: &Leaf) -> bool {
    reg.width() == leaf.width
        || matches!(leaf.kind, crate::machine::code::Kind::Int | crate::machine::code::Kind::Pointer)
}

/// A value in another register, as a mismatched prototype makes a machine see it.
fn fit(reg: Reg, leaf: &Leaf) -> Reg {
    if reg.width() == leaf.width {
        return reg;
    }
    let op = if reg.width() > leaf.width { CastOp::Trunc } else { CastOp::Zext };
    let mut none = semantics::Raised::new(crate::property::CheckSet::EMPTY);
    crate::machine::state::compute::cast(op, Default::default(), &reg, leaf.width, &mut none)
        .expect("a conversion between integers")
}
