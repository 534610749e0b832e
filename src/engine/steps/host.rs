//! Calls of functions that engines implement themselves, and what the thread library is made of.

use super::course::{Course, Level};
use super::graph::{Action, Goal};
use super::unfold::{Halt, Unfold};
use super::value::{Content, Provenance, Value};
use crate::ilr::{Sort, Term};
use crate::machine::code::{Call, Leaf};
use crate::machine::script::Ask;
use crate::machine::{Allocator, Origin};
use crate::program::GlobalId;
use crate::property::{Check, CheckSet, Handler};
use crate::semantics::{
    AllocatedBy, Block, Done, End, Extent, FreedBy, Host, Missing, NO_MEMORY, Raised, ThreadCall, raise_ubsan,
};

/// Threads are followed each as a whole, and there may be others.
const AS_A_WHOLE: u64 = 2;

/// A call while the program is unfolded.
pub(super) struct Caller<'a, 'i, 'p> {
    pub unfold: &'a mut Unfold<'i, 'p>,
    pub s: &'a mut Course,
    pub call: &'a Call,
}

impl Unfold<'_, '_> {
    /// A section that no other thread interrupts begins or ends.
    fn section(&mut self, s: &mut Course, begins: bool) {
        if begins && !s.level().atomic {
            self.visible(s);
            let library = self.image.program.func(s.level().func).model;
            self.count(s, library);
        }
        s.top().atomic = begins;
        if !begins && let Some(number) = s.description.take() {
            s.own.remove(&number);
        }
    }

    /// Another thread begins with a function.
    fn start(&mut self, s: &mut Course, function: &Value, thread: &Value) -> Result<(), Halt> {
        let func = function.single().and_then(|number| self.make.function(number));
        let Some(func) = func else {
            return self.unsupported(s, "a thread that begins with one of several functions");
        };
        self.make.doubt(Some(Check::Race), "data races");
        if !self.has_room() {
            return self.unsupported(s, "so many threads");
        }
        // What the new thread finds in its own description, which nobody else reads.
        let mut own = std::collections::BTreeMap::new();
        let library = thread.single();
        if let Some(number) = library
            && let Some(known) = s.own.get(&number).or(self.make.descriptions.get(&number))
        {
            own.insert(number, std::rc::Rc::clone(known));
        }
        let tt = self.make.d.terms.tt();
        if s.alone {
            let all: Vec<usize> = s.own.keys().copied().collect();
            let lasting = all.into_iter().filter(|&n| !self.make.things.all[n].is_mortal());
            for number in lasting.collect::<Vec<_>>() {
                if !self.make.is_of_each_thread(number) {
                    self.share(s, number);
                }
            }
            s.alone = false;
        }
        self.share_value(s, thread);
        let code = self.image.code(func);
        let mut regs = vec![None; code.regs as usize];
        if let Some(first) = regs.first_mut() {
            *first = Some(thread.clone());
        }
        let zero = self.make.d.terms.bv(32, 0);
        let mut child = Course {
            thread: 0,
            levels: vec![Level { func, pc: 0, regs, locals: Vec::new(), atomic: false, turns: Vec::new() }],
            path: Vec::new(),
            members: Vec::new(),
            acted: None,
            alone: false,
            own,
            description: library,
            events: zero,
        };
        for i in 0..self.image.program.globals.len() {
            let number = self.make.global(GlobalId::new(i));
            if self.make.is_of_each_thread(number) {
                child.own.insert(number, std::rc::Rc::new(super::own::Own::new(tt)));
            }
        }
        let order = self.order(s);
        let name = self.make.facts.thread(self.graph.strands[s.thread].name, order);
        let number = self.add_thread(child, name);
        self.act(s, Action::Start(number));
        // From here on others run, too.
        s.acted = Some(self.work);
        Ok(())
    }
}

impl Caller<'_, '_, '_> {
    fn terms(&mut self) -> &mut crate::rewrite::Builder {
        &mut self.unfold.make.d.terms
    }

    fn give_up<T>(&mut self, what: impl Into<String>) -> Result<T, Halt> {
        self.unfold.unsupported(self.s, what)
    }

    fn boolean(&mut self, holds: Term) -> Value {
        let bit = self.terms().bool_to_bv(holds);
        Value::number(self.terms().zext(bit, 32))
    }

    fn one_object(&mut self, p: &Value) -> Result<usize, Halt> {
        let known = p.single().or_else(|| {
            let address = self.unfold.make.d.terms.as_u64(p.term)?;
            Some(self.unfold.make.things.place(address).0)
        });
        match known.filter(|&n| n < self.unfold.make.things.all.len()) {
            Some(number) => Ok(number),
            None => self.give_up("a question about a pointer that is read from shared memory"),
        }
    }
}

impl Host for Caller<'_, '_, '_> {
    type Value = Value;
    type Stop = Halt;

    fn argument(&mut self, number: usize) -> Result<Value, Halt> {
        match self.call.args.get(number) {
            Some(&operand) => Ok(self.unfold.value(self.s, operand)),
            None => self.give_up("a call with too few arguments"),
        }
    }

    fn number(&mut self, width: u32, value: u64) -> Value {
        self.unfold.make.int(width, value)
    }

    fn is_zero(&mut self, value: &Value) -> Result<bool, Halt> {
        match self.terms().as_u64(value.term) {
            Some(value) => Ok(value == 0),
            None => self.give_up("an argument that is not constant"),
        }
    }

    fn product(&mut self, count: &Value, each: &Value) -> Result<Value, Halt> {
        let (count, each) = (self.unfold.number(self.s, count)?, self.unfold.number(self.s, each)?);
        let known = (self.terms().as_u64(count), self.terms().as_u64(each));
        match known {
            (Some(count), Some(each)) => Ok(self.unfold.make.int(64, count.saturating_mul(each))),
            _ => self.give_up("an allocation of a size that is not constant"),
        }
    }

    fn violate(&mut self, check: Check) -> Result<(), Halt> {
        let tt = self.terms().tt();
        let on = self.unfold.how.checks.contains(check);
        if on {
            self.unfold.violate(self.s, check, tt);
            return Err(Halt::Ended);
        }
        Ok(())
    }

    fn require(&mut self, holds: &Value, check: Option<Check>) -> Result<(), Halt> {
        let width = self.terms().width(holds.term);
        let zero = self.terms().bv(width, 0);
        let holds = self.terms().ne(holds.term, zero);
        match check.filter(|&check| self.unfold.how.checks.contains(check)) {
            Some(check) => {
                let wrong = self.terms().not(holds);
                self.unfold.violate(self.s, check, wrong);
            }
            None => self.unfold.require(self.s, holds),
        }
        if self.s.is_impossible(&self.unfold.make) { Err(Halt::Ended) } else { Ok(()) }
    }

    fn end(&mut self, _how: End) -> Halt {
        // That the program ends shows others nothing: a run in which the thread stays here shows the same.
        let ff = self.terms().ff();
        self.unfold.require(self.s, ff);
        Halt::Ended
    }

    fn exit(&mut self, _status: &Value) -> Result<Done<Value>, Halt> {
        Err(self.end(End::Abort))
    }

    fn missing(&mut self, what: Missing) -> Halt {
        let gone: Result<(), Halt> = self.give_up(what.to_string());
        gone.err().unwrap_or(Halt::Ended)
    }

    fn any(&mut self, truth: bool) -> Result<Done<Value>, Halt> {
        for i in 0..self.call.args.len() {
            // What is only read through it is no matter, but that is not known.
            if self.argument(i)?.from != Provenance::Number {
                return self.give_up("a function without a body that is passed a pointer");
            }
        }
        let [Leaf { width, .. }] = self.call.result[..] else { return Ok(Done::Nothing) };
        let narrow = if truth { 1 } else { width };
        let value = self.unfold.asked(self.s, Ask::Value, narrow);
        Ok(Done::Value(Value::number(self.terms().zext(value.term, width))))
    }

    fn apply(&mut self) -> Result<Done<Value>, Halt> {
        self.give_up("an uninterpreted function")
    }

    fn choose(&mut self, count: &Value) -> Result<Value, Halt> {
        let value = self.unfold.asked(self.s, Ask::Value, 32);
        let width = self.terms().width(count.term);
        let wide = self.terms().resize_zext(value.term, width.max(32));
        let most = self.terms().resize_zext(count.term, width.max(32));
        let below = self.terms().ult(wide, most);
        self.unfold.require(self.s, below);
        Ok(value)
    }

    fn havoc(&mut self, p: &Value, size: &Value) -> Result<(), Halt> {
        let _ = (p, size);
        self.give_up("any bytes")
    }

    fn refresh(&mut self, _p: &Value, _size: &Value) -> Result<(), Halt> {
        Ok(())
    }

    fn allocate(&mut self, by: AllocatedBy, size: &Value, _align: Option<&Value>) -> Result<Value, Halt> {
        let size = self.unfold.number(self.s, size)?;
        let Some(size) = self.terms().as_u64(size) else {
            return self.give_up("an allocation of a size that is not constant");
        };
        if size > self.unfold.image.program.target.max_object {
            if let Some(errno) = self.unfold.image.program.errno() {
                let number = self.unfold.make.global(errno);
                let (place, value) = (self.unfold.make.start(number), self.number(32, NO_MEMORY));
                self.unfold.store(self.s, &place, 4, value)?;
            }
            let width = self.unfold.make.things.width;
            return Ok(self.unfold.make.int(width, 0));
        }
        let (by, content, surely) = match by {
            AllocatedBy::Calloc => (Allocator::Malloc, Content::Zeros, false),
            AllocatedBy::New(form) => (Allocator::New(form), Content::Any, false),
            AllocatedBy::Verifier { zero: true } => (Allocator::Malloc, Content::Zeros, true),
            AllocatedBy::Verifier { zero: false } => (Allocator::Malloc, Content::Any, true),
            AllocatedBy::Caller => return self.give_up("memory of a caller"),
            _ => (Allocator::Malloc, Content::Any, false),
        };
        if self.unfold.how.malloc_may_fail && !surely {
            return self.give_up("allocation that may fail");
        }
        self.unfold.make.doubt(Some(Check::Leak), "heap objects that are lost");
        self.unfold.make.doubt(Some(Check::LeakAtExit), "heap objects that are not freed");
        let site = self.unfold.site(self.s);
        let number = self.unfold.new_object(self.s, (site, 0), (Origin::Heap(by), content, size))?;
        Ok(self.unfold.make.start(number))
    }

    fn reallocate(&mut self, _p: &Value, _size: &Value) -> Result<Value, Halt> {
        self.give_up("realloc")
    }

    fn allocate_to(&mut self, _out: &Value, _align: &Value, _size: &Value) -> Result<Done<Value>, Halt> {
        self.give_up("posix_memalign")
    }

    fn local(&mut self, size: &Value) -> Result<Value, Halt> {
        let size = self.unfold.known_size(self.s, size)?;
        let site = self.unfold.site(self.s);
        let number = self.unfold.new_object(self.s, (site, 0), (Origin::Stack, Content::Any, size))?;
        self.s.top().locals.push(number);
        Ok(self.unfold.make.start(number))
    }

    fn free(&mut self, by: FreedBy<Value>, p: &Value) -> Result<(), Halt> {
        let (by, size) = match by {
            FreedBy::Free => (Allocator::Malloc, None),
            FreedBy::Delete(form, size) => (Allocator::New(form), size),
        };
        // A wrong size frees the object all the same.
        let size = size.filter(|_| self.unfold.how.checks.contains(Check::InvalidFree));
        let size = size.map(|size| self.unfold.number(self.s, &size)).transpose()?;
        self.unfold.free(self.s, p, (by, size))
    }

    fn copy(&mut self, block: &Block<Value>) -> Result<(), Halt> {
        self.unfold.copy(self.s, (&block.to, &block.from), &block.size, block.apart)
    }

    fn fill(&mut self, to: &Value, byte: &Value, size: &Value) -> Result<(), Halt> {
        self.unfold.fill(self.s, to, byte, size)
    }

    fn accessible(&mut self, p: &Value, size: &Value, write: bool) -> Result<(), Halt> {
        match self.unfold.known_size(self.s, size)? {
            0 => Ok(()),
            size => self.unfold.accessible(self.s, p, size, write),
        }
    }

    fn is_accessible(&mut self, _p: &Value, _size: &Value, _write: bool) -> Result<Value, Halt> {
        self.give_up("whether memory can be accessed")
    }

    fn same_object(&mut self, p: &Value, q: &Value) -> Result<Value, Halt> {
        let (x, y) = (self.unfold.make.home(p), self.unfold.make.home(q));
        let same = self.terms().eq(x, y);
        Ok(self.boolean(same))
    }

    fn is_heap(&mut self, p: &Value) -> Result<Value, Halt> {
        let number = self.one_object(p)?;
        let heap = matches!(self.unfold.make.things.all[number].origin, Origin::Heap(_));
        Ok(self.number(32, heap.into()))
    }

    fn is_given(&mut self, _p: &Value) -> Result<Value, Halt> {
        self.give_up("memory of a caller")
    }

    fn is_known(&mut self, _p: &Value, _size: &Value) -> Result<bool, Halt> {
        self.give_up("a library function that needs to know bytes")
    }

    fn guess(&mut self) -> Result<(), Halt> {
        self.give_up("a value that is computed")
    }

    fn extent(&mut self, p: &Value, which: Extent) -> Result<Value, Halt> {
        let number = self.one_object(p)?;
        let width = self.unfold.make.things.width;
        let size = self.unfold.make.things.all[number].size;
        Ok(match which {
            Extent::Size => self.number(width, size),
            Extent::Offset if number == 0 => self.number(width, 0),
            Extent::Offset => {
                let make = &mut self.unfold.make;
                Value::number(make.things.offset(&mut make.d.terms, p.term, number))
            }
        })
    }

    fn text(&mut self, p: &Value) -> Result<Option<String>, Halt> {
        let make = &self.unfold.make;
        let Some((number, address)) = p.single().zip(make.d.terms.as_u64(p.term)) else { return Ok(None) };
        let Content::Image(id) = make.things.all[number].content else { return Ok(None) };
        let start = address.wrapping_sub(make.things.base(number)) as usize;
        let bytes = self.unfold.image.initial().get(id).and_then(|o| o.bytes.get(start..));
        let text = bytes.and_then(|b| b.split(|&c| c == 0).next());
        Ok(text.map(|t| String::from_utf8_lossy(t).into_owned()))
    }

    fn report(&mut self, handler: Handler) -> Result<(), Halt> {
        let mut operands = Vec::new();
        for i in 1..self.call.args.len() {
            operands.push(self.argument(i)?.term);
        }
        if handler == Handler::LoadedValue && !self.unfold.make.unset.is_empty() {
            return self.give_up("a value that may never have been set");
        }
        let data = self.argument(0)?;
        let lhs = match self.described_type(&data) {
            Some(lhs) => lhs,
            // Which check the report means depends on the type.
            None if matches!(handler, Handler::Overflow | Handler::Shift) => {
                return self.give_up("a sanitizer's report without a constant type");
            }
            None => (32, true),
        };
        let mut sink = Raised::on(self.unfold.how.checks, self.unfold.image.program.target.processor);
        raise_ubsan(&mut self.unfold.make.d, handler, &operands, lhs, &mut sink);
        for (check, violated) in sink.take() {
            self.unfold.violate(self.s, check, violated);
        }
        if self.s.is_impossible(&self.unfold.make) { Err(Halt::Ended) } else { Ok(()) }
    }

    fn activations(&mut self) -> Result<u64, Halt> {
        self.give_up("exceptions")
    }

    fn clauses(&mut self, _level: &Value) -> Result<Value, Halt> {
        self.give_up("exceptions")
    }

    fn checks(&self) -> CheckSet {
        self.unfold.how.checks
    }

    fn executes(&mut self) -> bool {
        false
    }

    fn has_system(&mut self) -> bool {
        false
    }

    fn output(&mut self, _fd: &Value, p: &Value, size: &Value) -> Result<Value, Halt> {
        let known = self.unfold.known_size(self.s, size)?;
        if known > 0 {
            self.unfold.accessible(self.s, p, known, false)?;
        }
        Ok(self.number(64, known))
    }

    fn proposition(&mut self, _name: &Value, _holds: &Value) -> Result<(), Halt> {
        Ok(())
    }

    fn atomic_section(&mut self, begins: bool) -> Result<(), Halt> {
        self.unfold.section(self.s, begins);
        Ok(())
    }

    fn thread(&mut self, what: ThreadCall) -> Result<Done<Value>, Halt> {
        match what {
            ThreadCall::AtomicBegin | ThreadCall::AtomicEnd => {
                self.unfold.section(self.s, what == ThreadCall::AtomicBegin);
            }
            ThreadCall::Private => {
                let begins = !self.s.level().atomic;
                self.unfold.count(self.s, begins);
                self.s.top().atomic = true;
            }
            ThreadCall::Events => return Ok(Done::Value(self.number(32, AS_A_WHOLE))),
            ThreadCall::MakeObject => {
                let size = self.argument(0)?;
                let size = self.unfold.known_size(self.s, &size)?;
                let site = self.unfold.site(self.s);
                let made = (Origin::Library, Content::Zeros, size);
                let number = self.unfold.new_object(self.s, (site, 0), made)?;
                return Ok(Done::Value(self.unfold.make.start(number)));
            }
            ThreadCall::FreeObject => {
                let p = self.argument(0)?;
                match p.single() {
                    Some(number) => self.unfold.end_object(self.s, number),
                    None => return self.give_up("a lock that is given back under a condition"),
                }
            }
            ThreadCall::Start => {
                let (function, thread) = (self.argument(0)?, self.argument(1)?);
                self.unfold.start(self.s, &function, &thread)?;
            }
            ThreadCall::End if self.s.thread == 0 && self.unfold.runs_at_exit() => {
                // They run when the last thread ends.
                return self.give_up("functions that run when the program ends");
            }
            ThreadCall::End => {
                let tt = self.terms().tt();
                self.unfold.leave(self.s, Goal::End, tt);
                return Err(Halt::Ended);
            }
            ThreadCall::Await => {
                let how = self.argument(0)?;
                // Who waits for a signal may wake without one.
                let program = self.unfold.image.program;
                if self.s.levels.iter().any(|l| l.atomic && !program.func(l.func).model) {
                    return self.give_up("a wait inside of an atomic section");
                }
                if self.terms().as_u64(how.term) == Some(MAY_WAKE) {
                    let what = "whether a thread waits forever for a signal";
                    self.unfold.make.doubt(Some(Check::Deadlock), what);
                } else {
                    let tt = self.terms().tt();
                    self.unfold.wait(self.s, tt);
                    return Err(Halt::Ended);
                }
            }
            ThreadCall::IsThread => return self.is_thread(),
            ThreadCall::Reads
            | ThreadCall::Writes
            | ThreadCall::MayRace
            | ThreadCall::Unordered
            | ThreadCall::Sync => {}
            ThreadCall::UnknownMisuse => {
                let what = "whether a condition variable or a spinlock is misused";
                self.unfold.make.doubt(Some(Check::ThreadMisuse), what);
            }
            ThreadCall::MayWake => return Ok(Done::Value(self.number(32, 1))),
            ThreadCall::Defined => {
                let (p, size) = (self.argument(0)?, self.argument(1)?);
                let size = self.unfold.known_size(self.s, &size)?;
                return match self.unfold.is_written(self.s, &p, size) {
                    Some(holds) => Ok(Done::Value(self.number(32, holds.into()))),
                    None => self.give_up("whether memory was written"),
                };
            }
            ThreadCall::EndProgram => return Err(self.end(End::Abort)),
            ThreadCall::MakeFrame
            | ThreadCall::Resume
            | ThreadCall::Runs
            | ThreadCall::Interrupted
            | ThreadCall::Yield
            | ThreadCall::Wanted
            | ThreadCall::Deadlock => return self.give_up("a part of the scheduler"),
        }
        Ok(Done::Nothing)
    }
}

/// How a thread waits that may wake without a signal (`enum how` of `models/bmc.h`).
const MAY_WAKE: u64 = 3;

impl Caller<'_, '_, '_> {
    /// Whether the library keeps a thread there.
    fn is_thread(&mut self) -> Result<Done<Value>, Halt> {
        let p = self.argument(0)?;
        let make = &mut self.unfold.make;
        let candidates = match &p.from {
            Provenance::Objects(set) => set.iter().copied().collect::<Vec<_>>(),
            Provenance::Number | Provenance::Stored => {
                let holds = make.fresh("thread", Sort::Bool);
                make.threads.push((p.term, holds));
                return Ok(Done::Value(self.boolean(holds)));
            }
        };
        let all: Vec<usize> = candidates.into_iter().filter(|&n| self.unfold.make.is_library(n)).collect();
        let mut any = self.terms().ff();
        for number in all {
            let start = self.unfold.make.start(number);
            let here = self.terms().eq(p.term, start.term);
            any = self.terms().or(any, here);
        }
        Ok(Done::Value(self.boolean(any)))
    }

    /// The type of the first operand that a sanitizer's data describes: bits and whether signed.
    fn described_type(&self, data: &Value) -> Option<(u32, bool)> {
        // { { file, line, column }, type descriptor, ... }: the descriptor is { i16 kind, i16 info, name }.
        let (image, make) = (self.unfold.image, &self.unfold.make);
        let memory = image.initial();
        let word = u64::from(make.things.width / 8);
        let (number, at) = make.things.place(make.d.terms.as_u64(data.term)?);
        let Content::Image(id) = make.things.all.get(number)?.content else { return None };
        let own = self.s.own.get(&number).is_some_and(|own| own.written().next().is_some());
        if own || make.facts.is_written(number) {
            return None;
        }
        let field = (at + word + 8) as usize;
        memory.get(id).filter(|o| o.bytes.len() >= field + word as usize)?;
        let descriptor = memory.load(id, field, word as u32, make.things.width);
        let (id, at) = memory.resolve(&descriptor)?;
        memory.get(id).filter(|o| o.bytes.len() >= at as usize + 4)?;
        let info = memory.load(id, at as usize + 2, 2, 16).value.low();
        Some((1u32.checked_shl((info >> 1) as u32)?, info & 1 == 1))
    }
}
