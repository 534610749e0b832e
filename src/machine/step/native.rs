//! The functions that the machine implements itself: what `semantics` says about them, over this machine.

use crate::machine::code::{Call, Leaf};
use crate::machine::reduction::asks_unset;
use crate::machine::state::{Allocator, Mode, ObjId, Origin, Reg};
use crate::machine::step::choices::CHOICE_BITS;
use crate::machine::step::{Flow, Machine, Step, Stop};
use crate::program::FuncId;
use crate::property::{Check, CheckSet, Handler};
use crate::semantics::{
    self, AllocatedBy, Block, Domain, Done, End, Extent, FreedBy, Host, Missing, NO_MEMORY, Native, Scalar,
    Scalars, SystemCall, ThreadCall, Unsupported,
};

/// A machine at a call.
struct AtCall<'m, 'i, 'p> {
    machine: &'m mut Machine<'i, 'p>,
    call: &'m Call,
    func: FuncId,
}

impl Machine<'_, '_> {
    /// Carries out a call of a function that the machine implements.
    pub(in crate::machine) fn native(
        &mut self,
        dst: u32,
        call: &Call,
        func: FuncId,
        native: &Native,
    ) -> Step<Flow> {
        let f = self.image.program.func(func);
        match semantics::hypercall(&mut AtCall { machine: self, call, func }, native, f)? {
            Done::Value(reg) => Ok(self.answer(dst, call, reg)),
            Done::Nothing => Ok(Flow::Next),
            Done::Moved => Ok(Flow::Moved),
        }
    }
}

impl Host for AtCall<'_, '_, '_> {
    type Value = Reg;
    type Stop = Stop;

    fn argument(&mut self, number: usize) -> Step<Reg> {
        self.machine.argument(self.call, number)
    }

    fn number(&mut self, width: u32, value: u64) -> Reg {
        Reg::int(width, value)
    }

    fn is_zero(&mut self, value: &Reg) -> Step<bool> {
        Ok(!self.machine.truth(value)?)
    }

    fn product(&mut self, count: &Reg, each: &Reg) -> Step<Reg> {
        let (count, each) = (&self.machine.known(count)?, &self.machine.known(each)?);
        let size = count.value.low().saturating_mul(each.value.low());
        Ok(Reg::int(64, size).after(&[count, each]))
    }

    fn violate(&mut self, check: Check) -> Step<()> {
        self.machine.violate(check)
    }

    fn require(&mut self, holds: &Reg, check: Option<Check>) -> Step<()> {
        if self.machine.truth(holds)? {
            return Ok(());
        }
        let Some(check) = check else { return Err(Stop::Cut) };
        self.machine.violate(check)?;
        Err(Stop::Over)
    }

    fn end(&mut self, how: End) -> Stop {
        let (checked, stop) = match how {
            End::Error => (self.machine.aborted(), Stop::Over),
            End::Abort => (self.machine.aborted(), Stop::Aborted),
            End::GivenUp => (self.machine.given_up(), Stop::Over),
        };
        checked.err().unwrap_or(stop)
    }

    fn exit(&mut self, status: &Reg) -> Step<Done<Reg>> {
        self.machine.exit(status.value.low() as i32)
    }

    fn missing(&mut self, what: Missing) -> Stop {
        self.machine.missing(what)
    }

    fn any(&mut self, truth: bool) -> Step<Done<Reg>> {
        let machine = &mut *self.machine;
        let f = machine.image.program.func(self.func);
        if machine.environment.script.is_none() && machine.passes_memory(self.call) {
            let what = format!("{}, which is passed a pointer to writable memory,", f.source_name);
            return machine.stop(Unsupported::ExternalFunction(what.into()));
        }
        let [Leaf { width, .. }] = self.call.result[..] else { return Ok(Done::Nothing) };
        let name = &f.source_name;
        // A truth value occupies more bits than it has.
        let narrow = if truth { 1 } else { width };
        let asks = machine.environment.asks && machine.environment.script.is_none();
        if machine.reductions.symbols.is_some() {
            return machine.symbolic_input(narrow, width).map(Done::Value);
        }
        let class = if asks && narrow > CHOICE_BITS { machine.class(name, narrow)? } else { None };
        Ok(Done::Value(match class {
            Some(reg) => reg,
            None => Reg::of(Scalar::of(&machine.input(name, narrow)?.zext(width))),
        }))
    }

    fn apply(&mut self) -> Step<Done<Reg>> {
        let machine = &mut *self.machine;
        let name = &machine.image.program.func(self.func).source_name;
        let [Leaf { width, .. }] = self.call.result[..] else { return Ok(Done::Nothing) };
        if machine.environment.asks && machine.environment.script.is_none() {
            // A state does not hold what these functions have yielded.
            return Err(machine.missing(Missing::Function(name.clone())));
        }
        let mut arguments = Vec::new();
        for i in 0..self.call.args.len() {
            let argument = machine.argument(self.call, i)?;
            machine.decisive(&argument)?;
            arguments.push(argument.value.to_bits());
        }
        let fresh = machine.input(name, width)?;
        let value = machine.environment.applications.entry((self.func, arguments)).or_insert(fresh).clone();
        if let Some(asked) = machine.environment.asked.last_mut() {
            asked.1 = value.clone();
        }
        Ok(Done::Value(Reg::of(Scalar::of(&value))))
    }

    fn choose(&mut self, count: &Reg) -> Step<Reg> {
        let machine = &mut *self.machine;
        let count = machine.known(count)?.value.low();
        let environment = &machine.environment;
        let stands_for_all =
            environment.asks && environment.script.is_none() && !machine.reductions.exact_inputs;
        if stands_for_all && count > 1 << CHOICE_BITS && machine.reductions.symbols.is_some() {
            return machine.symbolic_choice(count);
        }
        if stands_for_all && count > 1 << CHOICE_BITS {
            // Any one, as long as it decides nothing.
            machine.reductions.dependence.inputs = true;
            return Ok(Reg::undefined(32));
        }
        let chosen = match machine.turn(count) {
            Some(turn) => turn,
            None => machine.choose("choice", count)?,
        };
        Ok(Reg::int(32, chosen))
    }

    fn havoc(&mut self, p: &Reg, size: &Reg) -> Step<()> {
        let size = self.machine.exact(size)?;
        if size == 0 {
            return Ok(());
        }
        let (id, at) = self.machine.accessed(p, size, Mode::Write)?;
        self.machine.any_bytes(id, at, size as usize)
    }

    fn refresh(&mut self, p: &Reg, size: &Reg) -> Step<()> {
        let machine = &mut *self.machine;
        let Some((id, at)) = machine.memory.resolve(p) else { return Ok(()) };
        let any = match machine.memory.origin(id) {
            Some(Origin::Global(g)) => machine.image.program.global(g).region.is_some_and(|r| r.any),
            _ => false,
        };
        if !any {
            return Ok(());
        }
        let size = machine.exact(size)?;
        if size == 0 {
            return Ok(());
        }
        machine.at(p, size, Mode::Read)?;
        machine.any_bytes(id, at as usize, size as usize)
    }

    fn allocate(&mut self, by: AllocatedBy, size: &Reg, _align: Option<&Reg>) -> Step<Reg> {
        let (by, fill) = match by {
            AllocatedBy::Calloc => (Allocator::Malloc, Some(0)),
            AllocatedBy::Malloc | AllocatedBy::AlignedAlloc | AllocatedBy::PosixMemalign => {
                (Allocator::Malloc, None)
            }
            AllocatedBy::New(form) => (Allocator::New(form), None),
            AllocatedBy::Verifier { zero } => {
                return self.machine.allocate_surely(size, zero.then_some(0), Allocator::Malloc);
            }
            // Only a script tells what it holds.
            AllocatedBy::Caller if self.machine.environment.script.is_none() => {
                return self.machine.stop(Unsupported::EntryPointer);
            }
            AllocatedBy::Caller => return self.machine.allocate_surely(size, None, Allocator::Caller),
        };
        self.machine.allocate(size, fill, by)
    }

    fn reallocate(&mut self, p: &Reg, size: &Reg) -> Step<Reg> {
        self.machine.realloc(p, size)
    }

    fn allocate_to(&mut self, out: &Reg, align: &Reg, size: &Reg) -> Step<Done<Reg>> {
        let word = self.machine.memory.width / 8;
        // First what may be interrupted: this is done only once.
        let (id, at) = self.machine.accessed(out, word.into(), Mode::Write)?;
        let p = self.allocate(AllocatedBy::PosixMemalign, size, Some(align))?;
        self.machine.reductions.reachable.published();
        self.machine.memory.store(id, at, word, &p);
        let failed = p.value.is_zero();
        Ok(Done::Value(Reg::int(32, if failed { NO_MEMORY } else { 0 })))
    }

    fn local(&mut self, size: &Reg) -> Step<Reg> {
        let size = self.machine.exact(size)?;
        let id = self.machine.make(size, None, Origin::Stack)?;
        self.machine.frame.locals.push(id);
        Ok(self.machine.memory.start(id))
    }

    fn free(&mut self, by: FreedBy<Reg>, p: &Reg) -> Step<()> {
        match by {
            FreedBy::Free => self.machine.free(p, Allocator::Malloc, None),
            FreedBy::Delete(form, size) => {
                let size = size.map(|size| self.machine.exact(&size)).transpose()?;
                self.machine.free(p, Allocator::New(form), size)
            }
        }
    }

    fn copy(&mut self, block: &Block<Reg>) -> Step<()> {
        self.machine.copy_bytes(&block.to, &block.from, &block.size, block.apart)
    }

    fn fill(&mut self, to: &Reg, byte: &Reg, size: &Reg) -> Step<()> {
        let machine = &mut *self.machine;
        if let Some(low) = machine.over_terms(&[byte], |d, t| d.extract(&t[0], 7, 0)) {
            let byte = machine.reg_of(low);
            return machine.fill_bytes(to, &byte, size);
        }
        let address = self.machine.is_vague(&[byte]);
        let byte = byte.truncated(Scalar::new(8, byte.value.low()));
        let byte = if address { self.machine.blurred(byte) } else { byte };
        self.machine.fill_bytes(to, &byte, size)
    }

    fn accessible(&mut self, p: &Reg, size: &Reg, write: bool) -> Step<()> {
        let size = self.machine.exact(size)?;
        if size != 0 {
            let mode = if write { Mode::Write } else { Mode::Read };
            self.machine.at(p, size, mode)?;
        }
        Ok(())
    }

    fn is_accessible(&mut self, p: &Reg, size: &Reg, write: bool) -> Step<Reg> {
        let mode = if write { Mode::Write } else { Mode::Read };
        let holds = self.machine.is_accessible(p, size, mode)?;
        Ok(Reg::int(32, holds.into()))
    }

    fn same_object(&mut self, p: &Reg, q: &Reg) -> Step<Reg> {
        let holds = self.machine.object_of(p)? == self.machine.object_of(q)?;
        Ok(Reg::int(32, holds.into()))
    }

    fn is_heap(&mut self, p: &Reg) -> Step<Reg> {
        let id = self.machine.object_of(p)?;
        let holds = matches!(self.machine.memory.origin(id), Some(Origin::Heap(_)));
        Ok(Reg::int(32, holds.into()))
    }

    fn is_given(&mut self, p: &Reg) -> Step<Reg> {
        let machine = &mut *self.machine;
        let id = machine.object_of(p)?;
        let holds = match machine.memory.origin(id) {
            Some(Origin::Global(g)) => machine.image.program.global(g).is_outside_of_functions(),
            Some(Origin::Heap(by)) => by == Allocator::Caller,
            Some(Origin::Outside) => true,
            _ => false,
        };
        Ok(Reg::int(32, holds.into()))
    }

    // Of a run that a script tells, all is known.
    fn is_known(&mut self, p: &Reg, size: &Reg) -> Step<bool> {
        let machine = &mut *self.machine;
        if !machine.environment.asks {
            return Ok(true);
        }
        let size = machine.exact(size)?;
        let Some((id, at)) = machine.resolve(p)? else { return Ok(false) };
        let Some(object) = machine.memory.get(id) else { return Ok(false) };
        let range = at as usize..(at as usize).saturating_add(size as usize);
        Ok(object.is_defined(range) && object.pointers.is_empty())
    }

    // It computes such values, so that no model comes here.
    fn guess(&mut self) -> Step<()> {
        self.machine.stop(Unsupported::Undecided("a value that is guessed".into()))
    }

    fn extent(&mut self, p: &Reg, which: Extent) -> Step<Reg> {
        let value = match (self.machine.resolve(p)?, which) {
            (None, _) => 0,
            (Some((_, at)), Extent::Offset) => at,
            (Some((id, _)), Extent::Size) => self.machine.memory.get(id).map_or(0, |o| o.bytes.len() as u64),
        };
        Ok(Reg::int(self.machine.memory.width, value))
    }

    fn text(&mut self, p: &Reg) -> Step<Option<String>> {
        Ok(self.machine.text_at(p))
    }

    fn report(&mut self, handler: Handler) -> Step<()> {
        let machine = &mut *self.machine;
        let unset = machine.reductions.dependence.unset;
        if handler == Handler::LoadedValue
            && machine.environment.asks
            && (unset || asks_unset(&machine.view()))
        {
            return machine.stop(Unsupported::Undecided("a value that was never set".into()));
        }
        let mut operands = Vec::new();
        for i in 1..self.call.args.len() {
            operands.push(machine.argument(self.call, i)?);
        }
        let data = machine.argument(self.call, 0);
        let lhs = data.ok().and_then(|data| machine.described_type(&data)).unwrap_or((32, true));
        let mut sink = machine.sink();
        let regs: Vec<&Reg> = operands.iter().collect();
        if machine.is_symbolic(&regs) {
            let mut of_terms = machine.sink_of_terms();
            let told = machine
                .over_terms(&regs, |d, t| semantics::raise_ubsan(d, handler, t, lhs, &mut of_terms))
                .is_some();
            if !told {
                return machine.stop(Unsupported::Undecided("where objects lie in memory".into()));
            }
            sink = machine.raised_terms(&of_terms)?;
        } else {
            let operands: Vec<Scalar> = operands.into_iter().map(|reg| reg.value).collect();
            semantics::raise_ubsan(&mut Scalars::default(), handler, &operands, lhs, &mut sink);
        }
        machine.raised(&sink)
    }

    fn activations(&mut self) -> Step<u64> {
        Ok(self.machine.activations().count() as u64)
    }

    fn clauses(&mut self, level: &Reg) -> Step<Reg> {
        let level = self.machine.known(level)?.value.low() as usize;
        let image = self.machine.image;
        let table = self.machine.activations().nth(level).and_then(|frame| {
            let call = image.codes[frame.func.index()].insts.get(frame.pc as usize)?;
            image.program.func(frame.func).pads.get(call).copied()
        });
        Ok(match table {
            Some(g) => self.machine.memory.start(image.global(g)),
            None => Reg::pointer(image.program.target.pointer_bits, 0, ObjId::NONE),
        })
    }

    // A script tells a run without output.
    fn checks(&self) -> CheckSet {
        self.machine.image.checks
    }

    fn executes(&mut self) -> bool {
        self.machine.environment.script.is_none()
    }

    fn has_system(&mut self) -> bool {
        self.machine.environment.system.is_some()
    }

    fn output(&mut self, fd: &Reg, p: &Reg, size: &Reg) -> Step<Reg> {
        let (fd, size) = (fd.value.low() as i32, self.machine.known(size)?.value.low());
        let (id, at) = self.machine.accessed(p, size, Mode::Read)?;
        let bytes = &self.machine.memory.get(id).expect("a live object").bytes[at..at + size as usize];
        let written = match &mut self.machine.environment.system {
            Some(system) => system.write(fd, bytes),
            None => size as i64,
        };
        Ok(Reg::int(64, written as u64))
    }

    fn system(&mut self, what: SystemCall) -> Step<Done<Reg>> {
        self.machine.system_call(self.call, what)
    }

    fn proposition(&mut self, name: &Reg, holds: &Reg) -> Step<()> {
        self.machine.proposition(name, holds)
    }

    fn atomic_section(&mut self, begins: bool) -> Step<()> {
        self.machine.atomic(begins)
    }

    fn thread(&mut self, what: ThreadCall) -> Step<Done<Reg>> {
        self.machine.thread_call(self.call, what)
    }
}

impl Machine<'_, '_> {
    /// Bytes of an object become any.
    fn any_bytes(&mut self, id: ObjId, at: usize, size: usize) -> Step<()> {
        if self.environment.script.is_some() {
            self.scripted_bytes(id, at, size);
            return Ok(());
        }
        if self.reductions.symbols.is_some() {
            return self.symbolic_bytes(id, at, size);
        }
        if self.reductions.exact_inputs {
            return self.exact_bytes(id, at, size);
        }
        if self.environment.asks && size > 1 {
            // Any ones, as long as they decide nothing.
            self.reductions.dependence.inputs = true;
            self.memory.fill(id, at, size, &Reg::undefined(8));
            return Ok(());
        }
        for i in 0..size {
            let byte = self.input("any byte", 8)?;
            self.memory.store(id, at + i, 1, &Reg::of(Scalar::of(&byte)));
        }
        Ok(())
    }

    /// Whether a call passes a pointer to memory that the program can write to.
    pub(super) fn passes_memory(&self, call: &Call) -> bool {
        call.args.iter().map(|&a| self.reg(a).object).any(|id| {
            let memory = self.memory.get(id).is_some_and(|o| !o.constant && !o.bytes.is_empty());
            memory || id == ObjId::MIXED
        })
    }

    /// From here on a proposition holds, or does not.
    fn proposition(&mut self, name: &Reg, holds: &Reg) -> Step<()> {
        let Some(text) = self.text_at(name) else {
            return self.stop(Unsupported::Stated("a proposition without a name".into()));
        };
        let known = self.environment.propositions.iter().position(|p| p.as_bytes() == text.as_bytes());
        if let Some(number) = known {
            let holds = self.truth(holds)?;
            if self.reductions.transition.on && !self.frame.atomic {
                self.act()?;
            }
            let bit = 1 << number;
            self.control.propositions = self.control.propositions & !bit | if holds { bit } else { 0 };
        }
        Ok(())
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
