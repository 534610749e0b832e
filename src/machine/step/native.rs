//! The functions that the machine implements itself.

use crate::base::Bits;
use crate::machine::code::Call;
use crate::machine::environment::script::Ask;
use crate::machine::state::Reg;
use crate::machine::state::{Allocator, Mode, ObjId, Origin};
use crate::machine::step::{Flow, Machine, Step, Stop};
use crate::program::{FuncId, plain_name};
use crate::property::{Check, Handler};
use crate::semantics::{self, Fault, Invalid, Native, Scalar, Scalars, Unsupported};

/// Widest input that is chosen value by value.
pub(in crate::machine) const CHOICE_BITS: u32 = 8;

impl Machine<'_, '_> {
    /// The argument of that number, when it is a scalar.
    pub(in crate::machine) fn argument(&self, call: &Call, number: usize) -> Step<Reg> {
        // All arguments of these functions are scalars, so the row has one for each.
        match call.args.get(number) {
            Some(&operand) => Ok(self.reg(operand).clone()),
            None => self.stop(Fault::Invalid(Invalid::MissingArgument)),
        }
    }

    /// Whether a call passes a pointer to memory that the program can write to.
    fn passes_memory(&self, call: &Call) -> bool {
        call.args
            .iter()
            .any(|&a| self.memory.get(self.reg(a).object).is_some_and(|o| !o.constant && !o.bytes.is_empty()))
    }

    pub(in crate::machine) fn native(
        &mut self,
        dst: u32,
        call: &Call,
        func: FuncId,
        native: &Native,
    ) -> Step<Flow> {
        let image = self.image;
        let f = image.program.func(func);
        let width = self.memory.width;
        let arg = |m: &Self, i: usize| m.argument(call, i);
        match native {
            Native::Error => {
                self.violate(Check::ReachError)?;
                self.aborted()?;
                Err(Stop::Over)
            }
            Native::AssertFail => {
                self.violate(Check::Assert)?;
                self.aborted()?;
                Err(Stop::Aborted)
            }
            Native::Precondition => {
                self.violate(Check::Assert)?;
                self.stop(Unsupported::ExternalFunction("a call that the C++ library does not allow".into()))
            }
            Native::Assert => {
                let holds = arg(self, 0)?;
                self.decisive(&holds)?;
                if holds.value.is_zero() {
                    self.violate(Check::Assert)?;
                    return Err(Stop::Over);
                }
                Ok(Flow::Next)
            }
            Native::Assume => {
                let holds = arg(self, 0)?;
                self.decisive(&holds)?;
                if holds.value.is_zero() { Err(Stop::Cut) } else { Ok(Flow::Next) }
            }
            Native::Nondet | Native::NondetBool
                if self.environment.script.is_none() && self.passes_memory(call) =>
            {
                let what = format!("{}, which is passed a pointer to writable memory,", f.source_name);
                self.stop(Unsupported::ExternalFunction(what.into()))
            }
            Native::Nondet | Native::NondetBool => {
                let [leaf] = call.result[..] else { return Ok(Flow::Next) };
                let name = &f.source_name;
                // A truth value occupies more bits than it has.
                let narrow = if *native == Native::NondetBool { 1 } else { leaf.width };
                let asks = self.environment.asks && self.environment.script.is_none();
                let class = if asks && narrow > CHOICE_BITS { self.class(name, narrow)? } else { None };
                let reg = match class {
                    Some(reg) => reg,
                    None => Reg::of(Scalar::of(&self.input(name, narrow)?.zext(leaf.width))),
                };
                Ok(self.answer(dst, call, reg))
            }
            Native::Malloc => {
                let p = self.allocate(&arg(self, 0)?, None, Allocator::Malloc)?;
                Ok(self.answer(dst, call, p))
            }
            Native::Calloc => {
                let size = self.product(&arg(self, 0)?, &arg(self, 1)?);
                let p = self.allocate(&size, Some(0), Allocator::Malloc)?;
                Ok(self.answer(dst, call, p))
            }
            Native::AlignedAlloc => {
                let p = self.allocate(&arg(self, 1)?, None, Allocator::Malloc)?;
                Ok(self.answer(dst, call, p))
            }
            Native::PosixMemalign => {
                // First what may be interrupted: this is done only once.
                let (id, at) = self.accessed(&arg(self, 0)?, (width / 8).into(), Mode::Write)?;
                let p = self.allocate(&arg(self, 2)?, None, Allocator::Malloc)?;
                self.reach.published();
                self.memory.store(id, at, width / 8, &p);
                let failed = p.value.is_zero();
                Ok(self.answer(dst, call, Reg::int(32, if failed { 12 } else { 0 })))
            }
            Native::Realloc => {
                let (p, size) = (arg(self, 0)?, arg(self, 1)?);
                let p = self.realloc(&p, &size)?;
                Ok(self.answer(dst, call, p))
            }
            Native::Reallocarray => {
                let size = self.product(&arg(self, 1)?, &arg(self, 2)?);
                let p = self.realloc(&arg(self, 0)?, &size)?;
                Ok(self.answer(dst, call, p))
            }
            Native::New => {
                let by = if arg(self, 1)?.value.is_zero() { Allocator::New } else { Allocator::NewArray };
                let p = self.allocate(&arg(self, 0)?, None, by)?;
                Ok(self.answer(dst, call, p))
            }
            Native::Alloca => {
                let size = arg(self, 0)?;
                self.exact(&size)?;
                let id = self.make(size.value.low(), None, Origin::Stack)?;
                self.frame.locals.push(id);
                let start = self.memory.start(id);
                Ok(self.answer(dst, call, start))
            }
            Native::Free => {
                self.free(&arg(self, 0)?, &[Allocator::Malloc])?;
                Ok(Flow::Next)
            }
            Native::Delete => {
                let by = if arg(self, 1)?.value.is_zero() { Allocator::New } else { Allocator::NewArray };
                self.free(&arg(self, 0)?, &[by])?;
                Ok(Flow::Next)
            }
            Native::Memcpy | Native::Memmove => {
                let to = arg(self, 0)?;
                self.copy_bytes(&to, &arg(self, 1)?, &arg(self, 2)?, *native == Native::Memcpy)?;
                Ok(self.answer(dst, call, to))
            }
            Native::Memset => {
                let to = arg(self, 0)?;
                let byte = arg(self, 1)?;
                let address = self.is_vague(&[&byte]);
                let byte = byte.truncated(Scalar::new(8, byte.value.low()));
                let byte = if address { self.blurred(byte) } else { byte };
                self.fill_bytes(&to, &byte, &arg(self, 2)?)?;
                Ok(self.answer(dst, call, to))
            }
            Native::EndPath => {
                self.given_up()?;
                Err(Stop::Over)
            }
            Native::Abort => {
                self.aborted()?;
                Err(Stop::Aborted)
            }
            Native::Proposition => {
                let (name, holds) = (arg(self, 0)?, arg(self, 1)?);
                let Some(text) = self.text_at(&name) else {
                    return self.stop(Unsupported::ExternalFunction("a proposition without a name".into()));
                };
                let known =
                    self.environment.propositions.iter().position(|p| p.as_bytes() == text.as_bytes());
                if let Some(number) = known {
                    self.decisive(&holds)?;
                    if self.watch.on && !self.frame.atomic {
                        self.act()?;
                    }
                    let bit = 1 << number;
                    self.propositions =
                        self.propositions & !bit | if holds.value.is_zero() { 0 } else { bit };
                }
                Ok(Flow::Next)
            }
            Native::AtomicSection { begins } => self.atomic(*begins),
            Native::Nop => Ok(Flow::Next),
            Native::Exit => self.exit(arg(self, 0)?.value.low() as i32),
            Native::Unsupported => {
                let p = arg(self, 0)?;
                let text = self.text_at(&p).unwrap_or_else(|| "the model of a library function".to_owned());
                self.stop(Unsupported::ExternalFunction(text.into()))
            }
            Native::Reserved => self.stop(Unsupported::Reserved(plain_name(&f.name).into())),
            Native::Foreign => self.stop(Unsupported::ExternalFunction(f.source_name.clone().into())),
            Native::ObjectSize | Native::Offset => {
                let place = self.resolve(&arg(self, 0)?)?;
                let value = match (place, native) {
                    (None, _) => 0,
                    (Some((_, at)), Native::Offset) => at,
                    (Some((id, _)), _) => self.memory.get(id).map_or(0, |o| o.bytes.len() as u64),
                };
                Ok(self.answer(dst, call, Reg::int(width, value)))
            }
            Native::CheckRead | Native::CheckWrite => {
                let mode = if *native == Native::CheckRead { Mode::Read } else { Mode::Write };
                let (p, size) = (arg(self, 0)?, arg(self, 1)?);
                self.exact(&size)?;
                if !size.value.is_zero() {
                    self.at(&p, size.value.low(), mode)?;
                }
                Ok(Flow::Next)
            }
            Native::Choose => {
                let count = arg(self, 0)?.value.low();
                if self.environment.asks && self.environment.script.is_none() && count > 1 << CHOICE_BITS {
                    // Any one, as long as it decides nothing.
                    self.wide = true;
                    return Ok(self.answer(dst, call, Reg::undefined(32)));
                }
                let chosen = match self.turn(count) {
                    Some(turn) => turn,
                    None => self.choose("choice", count)?,
                };
                Ok(self.answer(dst, call, Reg::int(32, chosen)))
            }
            // A script tells a run without output.
            Native::Executes => {
                let executes = self.environment.script.is_none();
                Ok(self.answer(dst, call, Reg::int(32, u64::from(executes))))
            }
            Native::HasSystem => {
                let here = u64::from(self.environment.system.is_some());
                Ok(self.answer(dst, call, Reg::int(32, here)))
            }
            Native::Output => {
                let (fd, p, size) =
                    (arg(self, 0)?.value.low() as i32, arg(self, 1)?, arg(self, 2)?.value.low());
                let (id, at) = self.accessed(&p, size, Mode::Read)?;
                let bytes = &self.memory.get(id).expect("a live object").bytes[at..at + size as usize];
                let written = match &mut self.environment.system {
                    Some(system) => system.write(fd, bytes),
                    None => size as i64,
                };
                Ok(self.answer(dst, call, Reg::int(64, written as u64)))
            }
            Native::System(what) => self.system_call(dst, call, *what),
            Native::Thread(what) => self.thread_call(dst, call, *what),
            Native::SetJump => {
                self.set_jump(&arg(self, 0)?)?;
                Ok(Flow::Next)
            }
            Native::Jump => self.jump(&arg(self, 0)?, &arg(self, 1)?),
            Native::Havoc => {
                let (p, size) = (arg(self, 0)?, arg(self, 1)?.value.low());
                if size == 0 {
                    return Ok(Flow::Next);
                }
                let (id, at) = self.accessed(&p, size, Mode::Write)?;
                if self.environment.script.is_some() {
                    return self.scripted_bytes(id, at, size as usize);
                }
                if self.environment.asks && size > 1 {
                    // Any ones, as long as they decide nothing.
                    self.wide = true;
                    self.memory.fill(id, at, size as usize, &Reg::undefined(8));
                    return Ok(Flow::Next);
                }
                for i in 0..size as usize {
                    let byte = self.input("any byte", 8)?;
                    self.memory.store(id, at + i, 1, &Reg::of(Scalar::of(&byte)));
                }
                Ok(Flow::Next)
            }
            Native::Ubsan(Handler::LoadedValue) if self.environment.asks && self.reads_unset() => {
                self.stop(Unsupported::Undecided("a value that was never set".into()))
            }
            Native::Ubsan(handler) => {
                let mut operands = Vec::new();
                for i in 1..call.args.len() {
                    operands.push(arg(self, i)?.value);
                }
                let data = arg(self, 0);
                let lhs = data.ok().and_then(|data| self.described_type(&data)).unwrap_or((32, true));
                let mut sink = self.sink();
                semantics::raise_ubsan(&mut Scalars::default(), *handler, &operands, lhs, &mut sink);
                self.settle(&sink)?;
                Ok(Flow::Next)
            }
        }
    }

    /// Any bytes, as the script has them.
    fn scripted_bytes(&mut self, id: ObjId, start: usize, size: usize) -> Step<Flow> {
        let site = self.site();
        let Some(script) = &mut self.environment.script else { return Ok(Flow::Next) };
        let mut at = 0;
        while at < size {
            let bytes = script.next(site, Ask::Bytes).filter(|b| b.width() as usize <= 8 * (size - at));
            let Some(bytes) = bytes else {
                script.missing += 1;
                break;
            };
            let count = bytes.width() / 8;
            self.environment.asked.push(("any bytes".to_owned(), bytes.clone()));
            self.memory.store(id, start + at, count, &Reg::of(Scalar::of(&bytes)));
            at += count as usize;
        }
        Ok(Flow::Next)
    }

    /// The next input.
    fn input(&mut self, what: &str, width: u32) -> Step<Bits> {
        let site = self.site();
        if let Some(script) = &mut self.environment.script {
            let value = script.value(site, Ask::Value, width);
            self.environment.asked.push((what.to_owned(), value.clone()));
            return Ok(value);
        }
        self.chooses()?;
        let value = match self.environment.inputs.pop_front() {
            Some(given) => Bits::from_limbs(width, given.limbs()),
            None if self.environment.asks && width <= CHOICE_BITS => return Err(Stop::Choice(1 << width)),
            None if self.environment.asks => return self.stop(Unsupported::WideInput(what.into())),
            None => Bits::zero(width),
        };
        self.watch.chose = true;
        self.environment.asked.push((what.to_owned(), value.clone()));
        Ok(value)
    }

    /// The next choice of a number below `count`.
    pub(in crate::machine) fn choose(&mut self, what: &str, count: u64) -> Step<u64> {
        let site = self.site();
        if let Some(script) = &mut self.environment.script {
            let value = script.value(site, Ask::Value, 64);
            self.environment.asked.push((what.to_owned(), value.trunc(32)));
            let chosen = value.limbs()[0];
            return if chosen < count { Ok(chosen) } else { Err(Stop::Over) };
        }
        if count == 1 {
            return Ok(0);
        }
        self.chooses()?;
        let chosen = match self.environment.inputs.pop_front() {
            Some(given) => given.limbs()[0],
            None if self.environment.asks && count <= 1 << CHOICE_BITS => {
                return Err(Stop::Choice(count as u32));
            }
            None if self.environment.asks => return self.stop(Unsupported::WideInput(what.into())),
            None => 0,
        };
        if chosen >= count {
            return Err(Stop::Over);
        }
        self.watch.chose = true;
        self.environment.asked.push((what.to_owned(), Bits::new(32, chosen)));
        Ok(chosen)
    }

    /// A size that is a product; more than there can be where it does not fit.
    fn product(&self, n: &Reg, each: &Reg) -> Reg {
        let size = n.value.low().saturating_mul(each.value.low());
        Reg::int(64, size).after(&[n, each])
    }

    fn free(&mut self, p: &Reg, by: &[Allocator]) -> Step<()> {
        self.decisive(p)?;
        if !p.object.is_one() && p.value.is_zero() {
            return Ok(());
        }
        self.culprit = p.object;
        let place = self.resolve(p)?;
        let fits = |origin: Option<Origin>| match origin {
            Some(Origin::Heap(a)) => by.contains(&a),
            _ => false,
        };
        match place {
            Some((id, 0)) if fits(self.memory.origin(id)) => {
                self.visible(id, Mode::Write)?;
                self.counts_objects()?;
                self.note_end(id);
                self.memory.end(id);
                Ok(())
            }
            Some(_) => self.undefined(Check::InvalidFree),
            None => {
                let ended = matches!(self.memory.origin(p.object), Some(Origin::Heap(_)));
                self.undefined(if ended { Check::DoubleFree } else { Check::InvalidFree })
            }
        }
    }

    fn realloc(&mut self, p: &Reg, size: &Reg) -> Step<Reg> {
        if !p.object.is_one() && p.value.is_zero() {
            return self.allocate(size, None, Allocator::Malloc);
        }
        let old = self.resolve(p)?.map(|(id, _)| id);
        if let Some(id) = old {
            self.visible(id, Mode::Write)?;
        }
        let old = old.and_then(|id| self.memory.get(id)).map_or(0, |o| o.bytes.len());
        let new = self.allocate(size, None, Allocator::Malloc)?;
        if new.value.is_zero() {
            return Ok(new);
        }
        let kept = size.value.low().min(old as u64);
        if let Some((from, 0)) = self.memory.resolve(p) {
            self.memory.copy((new.object, 0), (from, 0), kept as usize);
        }
        self.free(p, &[Allocator::Malloc])?;
        Ok(new)
    }

    /// The type of the first operand that a sanitizer's data describes: bits and whether signed.
    fn described_type(&self, data: &Reg) -> Option<(u32, bool)> {
        // { { file, line, column }, type descriptor, ... }: the descriptor is { i16 kind, i16 info, name }.
        let word = self.memory.width / 8;
        let (id, at) = self.memory.resolve(data)?;
        let field = at as usize + word as usize + 8;
        if self.memory.get(id)?.bytes.len() < field + word as usize {
            return None;
        }
        let descriptor = self.memory.load(id, field, word, self.memory.width);
        let (id, at) = self.memory.resolve(&descriptor)?;
        if self.memory.get(id)?.bytes.len() < at as usize + 4 {
            return None;
        }
        let info = self.memory.load(id, at as usize + 2, 2, 16).value.low();
        Some((1u32.checked_shl((info >> 1) as u32)?, info & 1 == 1))
    }
}
