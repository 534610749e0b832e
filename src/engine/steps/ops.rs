//! Operations other than control: their meaning is that of `semantics` over terms.

use smallvec::SmallVec;

use super::course::Course;
use super::unfold::{Halt, Unfold};
use super::value::{Content, Provenance, Value};
use crate::ilr::{Sort, Term};
use crate::machine::Origin;
use crate::machine::code::{Code, Kind, Leaf, Op, Operand, ScaledIndex};
use crate::machine::script::{Ask, Site};
use crate::program::{ArithFlags, AtomicRmwOp, BinOp, CastOp, IcmpPred, Intrinsic, Ordering, Type};
use crate::property::Check;
use crate::semantics::{self, NULL_PAGE, Raised, Synchronization, Unsupported};

/// What is not followed of weak atomic accesses.
pub const WEAK: &str = "atomic accesses that are weaker than memory_order_seq_cst";

impl Unfold<'_, '_> {
    /// The instruction that comes next.
    pub(super) fn site(&self, s: &Course) -> Site {
        let level = s.level();
        (level.func, self.image.code(level.func).insts[level.pc as usize])
    }

    fn sink(&self) -> Raised<Term> {
        Raised::on(self.how.checks, self.image.program.target.processor)
    }

    /// Runs end that violate what an operation of IR has raised. The promise of a flag counts where it matters for certain.
    fn raised(&mut self, s: &mut Course, mut sink: Raised<Term>) {
        let (func, inst) = self.site(s);
        let decisive = self.image.code(func).is_decisive(self.image.program.func(func), inst);
        for (check, violated) in sink.take() {
            if semantics::makes_poison(check) && !decisive {
                self.unsupported_where(s, "poison that may not be used", violated);
            } else {
                self.violate(s, check, violated);
            }
        }
    }

    fn float(&mut self, s: &mut Course, made: Result<Term, Unsupported>) -> Result<Value, Halt> {
        match made {
            Ok(term) => Ok(Value::number(term)),
            Err(what) => self.unsupported(s, what.to_string()),
        }
    }

    /// Whether the result of an instruction that loads is a pointer.
    fn loads_pointer(&self, s: &Course) -> bool {
        let (func, inst) = self.site(s);
        let program = self.image.program;
        matches!(program.types.get(program.func(func).inst(inst).ty), Type::Ptr(_))
    }

    /// A value whose register holds no address, or an address that is a number from here on.
    pub fn number(&mut self, s: &mut Course, v: &Value) -> Result<Term, Halt> {
        if !matches!(v.from, Provenance::Number) {
            return self.unsupported(s, "arithmetic on an address");
        }
        Ok(v.term)
    }

    /// Executes an operation that is neither a jump nor a call.
    ///
    /// # Errors
    /// Where no run goes on.
    pub(super) fn operation(&mut self, s: &mut Course, code: &Code, op: &Op) -> Result<(), Halt> {
        self.note_order(op);
        match op {
            Op::Binary { op, flags, dst, a, b } => {
                let made = self.binary(s, *op, *flags, (*a, *b))?;
                self.set(s, *dst, made);
            }
            Op::Icmp { pred, orders, dst, a, b } => {
                let made = self.compare(s, *pred, *orders, (*a, *b));
                self.set(s, *dst, made);
            }
            Op::Cast { op, flags, dst, v, width } => {
                let made = self.cast(s, *op, *flags, *v, *width)?;
                self.set(s, *dst, made);
            }
            Op::Move { dst, v } => {
                let v = self.value(s, *v);
                self.set(s, *dst, v);
            }
            Op::Select { dst, c, a, b } => {
                let (c, a, b) = (self.value(s, *c), self.value(s, *a), self.value(s, *b));
                let c = self.make.d.terms.bv_to_bool(c.term);
                let made = self.make.choose(c, &a, &b);
                self.set(s, *dst, made);
            }
            Op::Freeze { dst, v } => {
                let v = self.value(s, *v);
                self.set(s, *dst, v);
            }
            Op::Unknown { dst, width } => {
                let made = self.asked(s, Ask::Undefined, *width);
                self.set(s, *dst, made);
            }
            Op::Gep { dst, base, offset, steps, inbounds, nuw } => {
                let row = &code.steps[steps.range()];
                let made = self.address(s, *base, *offset, row, (*inbounds, *nuw))?;
                self.set(s, *dst, made);
            }
            Op::Load { dst, ptr, bytes, width, .. } => {
                let (p, pointer) = (self.value(s, *ptr), self.loads_pointer(s));
                let made = self.load(s, &p, (*bytes).into(), pointer)?;
                let made = self.narrow(made, *width);
                self.set(s, *dst, made);
            }
            Op::Store { ptr, v, bytes, .. } => {
                let (p, v) = (self.value(s, *ptr), self.value(s, *v));
                self.store(s, &p, (*bytes).into(), v)?;
            }
            Op::LoadParts { dst, ptr, size, leaves } => {
                let p = self.value(s, *ptr);
                self.accessible(s, &p, *size, false)?;
                for (dst, leaf) in (*dst..).zip(leaves.iter()) {
                    let made = self.load_leaf(s, &p, leaf)?;
                    self.set(s, dst, made);
                }
            }
            Op::StoreParts { ptr, size, leaves, sources } => {
                let p = self.value(s, *ptr);
                self.accessible(s, &p, *size, true)?;
                for (leaf, &source) in leaves.iter().zip(sources.iter()) {
                    if leaf.bytes == 0 {
                        return self.unsupported(s, "a vector of bits in memory");
                    }
                    let (at, v) = (self.make_moved(&p, leaf.offset), self.value(s, source));
                    self.store(s, &at, leaf.bytes.into(), v)?;
                }
            }
            Op::Alloca { dst, count, size } => {
                let count = self.value(s, *count);
                let count = self.known_size(s, &count)?;
                let site = self.site(s);
                let made = (Origin::Stack, Content::Any, size.saturating_mul(count));
                let number = self.new_object(s, (site, 0), made)?;
                s.top().locals.push(number);
                let start = self.make.start(number);
                self.set(s, *dst, start);
            }
            Op::Lifetime { ptr, starts } => self.lifetime(s, *ptr, *starts)?,
            Op::CompareExchange { dst, ptr, operands, bytes, width, .. } => {
                let (p, pointer) = (self.value(s, *ptr), self.is_pointer_exchange(s));
                self.accessible(s, &p, (*bytes).into(), true)?;
                let old = self.load(s, &p, (*bytes).into(), pointer)?;
                let [expected, new] = [operands[0], operands[1]].map(|o| self.value(s, o));
                let narrow = self.narrow(old.clone(), *width);
                self.compare_places(s, &narrow, &expected);
                let same = self.make.d.terms.eq(narrow.term, expected.term);
                let mut new = new;
                new.term = self.make.d.terms.zext(new.term, 8 * *bytes);
                self.share_if_shared(s, &p, &new);
                let stored = self.make.choose(same, &new, &old);
                self.store(s, &p, (*bytes).into(), stored)?;
                let same = self.make.d.terms.bool_to_bv(same);
                self.set(s, *dst, narrow);
                self.set(s, dst + 1, Value::number(same));
            }
            Op::ReadModifyWrite { op, float, dst, ptr, v, bytes, .. } => {
                let (p, v) = (self.value(s, *ptr), self.value(s, *v));
                let pointer = self.loads_pointer(s);
                self.accessible(s, &p, (*bytes).into(), true)?;
                let old = self.load(s, &p, (*bytes).into(), pointer)?;
                let width = self.make.d.terms.width(v.term);
                let old = self.narrow(old, width);
                if float.is_some() {
                    return self.unsupported(s, "an atomic operation on a floating-point number");
                }
                let new = if *op == AtomicRmwOp::Xchg {
                    v
                } else {
                    let (x, y) = (self.number(s, &old)?, self.number(s, &v)?);
                    match semantics::atomic_rmw(&mut self.make.d, *op, &x, &y) {
                        Some(term) => Value::number(term),
                        None => return self.unsupported(s, "an atomic operation of that kind"),
                    }
                };
                self.store(s, &p, (*bytes).into(), new)?;
                self.set(s, *dst, old);
            }
            Op::ThreadLocal { dst, global } => {
                let number = self.make.global(*global);
                let start = self.make.start(number);
                self.set(s, *dst, start);
            }
            Op::Intrinsic { dst, which, args, float, width } => {
                let args: SmallVec<[Value; 4]> = args.iter().map(|&a| self.value(s, a)).collect();
                self.intrinsic(s, *dst, which, &args, (*float, *width))?;
            }
            Op::Recast { dst, sources, widths } => {
                let parts: Vec<Value> = sources.iter().map(|&o| self.value(s, o)).collect();
                if parts.iter().any(|p| !matches!(p.from, Provenance::Number)) {
                    return self.unsupported(s, "an address as other bits");
                }
                let all = self.make.joined(parts).term;
                let mut low = 0;
                for (dst, &width) in (*dst..).zip(widths.iter()) {
                    let part = self.make.d.terms.extract(all, low + width - 1, low);
                    self.set(s, dst, Value::number(part));
                    low += width;
                }
            }
            Op::Unreachable => {
                let tt = self.make.d.terms.tt();
                self.violate(s, Check::Unreachable, tt);
                return Err(Halt::Ended);
            }
            Op::Unsupported(what) => {
                return self.unsupported(s, Unsupported::construct(what).to_string());
            }
            other => return self.scalar_float(s, other),
        }
        Ok(())
    }

    /// Notes atomic accesses that may do more than interleavings show.
    fn note_order(&mut self, op: &Op) {
        let orders = match op {
            Op::Load { atomic: Some(order), .. } | Op::Store { atomic: Some(order), .. } => [*order; 2],
            Op::CompareExchange { orders, .. } => *orders,
            Op::ReadModifyWrite { order, .. } => [*order; 2],
            _ => return,
        };
        if orders != [Ordering::SeqCst; 2] || Synchronization::may_look(self.image.program) {
            self.make.doubt(None, WEAK);
        }
    }

    /// An operand that is no address.
    fn operand(&mut self, s: &mut Course, operand: Operand) -> Result<Term, Halt> {
        let v = self.value(s, operand);
        self.number(s, &v)
    }

    fn scalar_float(&mut self, s: &mut Course, op: &Op) -> Result<(), Halt> {
        let (dst, made) = match op {
            Op::FloatBinary { op, kind, dst, a, b } => {
                let (a, b) = (self.operand(s, *a)?, self.operand(s, *b)?);
                (*dst, semantics::float_binary(&mut self.make.d, *kind, *op, &a, &b))
            }
            Op::FloatNeg { kind, dst, v } => {
                let v = self.operand(s, *v)?;
                (*dst, semantics::float_neg(&mut self.make.d, *kind, &v))
            }
            Op::FloatCompare { pred, kind, dst, a, b } => {
                let (a, b) = (self.operand(s, *a)?, self.operand(s, *b)?);
                let made = semantics::fcmp(&mut self.make.d, *kind, *pred, &a, &b);
                (*dst, made.map(|holds| self.make.d.terms.bool_to_bv(holds)))
            }
            Op::FloatCast { op, flags, dst, v, types } => {
                let v = self.operand(s, *v)?;
                let mut sink = self.sink();
                let from = match types.0 {
                    semantics::ScalarType::Int(_) => semantics::ScalarType::Int(self.make.d.terms.width(v)),
                    float => float,
                };
                let d = &mut self.make.d;
                let made = semantics::float_cast(d, *op, *flags, &v, from, types.1, &mut sink);
                self.raised(s, sink);
                (*dst, made)
            }
            Op::ExtractElement { .. } | Op::InsertElement { .. } => {
                return self.unsupported(s, "a vector");
            }
            Op::VaArg { .. } => return self.unsupported(s, "variable arguments"),
            Op::IndirectBranch { .. } => return self.unsupported(s, "a jump to an address"),
            _ => return self.unsupported(s, "an instruction of that kind"),
        };
        let made = self.float(s, made)?;
        self.set(s, dst, made);
        Ok(())
    }

    /// What a value that is stored leads to is shared where the place is.
    fn share_if_shared(&mut self, s: &mut Course, p: &Value, value: &Value) {
        if p.single().is_none_or(|number| !s.own.contains_key(&number)) {
            self.share_value(s, value);
        }
    }

    fn is_pointer_exchange(&self, s: &Course) -> bool {
        let (func, inst) = self.site(s);
        let program = self.image.program;
        match program.types.get(program.func(func).inst(inst).ty) {
            Type::Struct { fields, .. } => {
                fields.first().is_some_and(|&f| matches!(program.types.get(f), Type::Ptr(_)))
            }
            _ => false,
        }
    }

    fn make_moved(&mut self, p: &Value, offset: u64) -> Value {
        if offset == 0 { p.clone() } else { self.moved(p, offset) }
    }

    fn load_leaf(&mut self, s: &mut Course, p: &Value, leaf: &Leaf) -> Result<Value, Halt> {
        if leaf.bytes == 0 {
            return self.unsupported(s, "a vector of bits in memory");
        }
        let at = self.make_moved(p, leaf.offset);
        let made = self.load(s, &at, leaf.bytes.into(), leaf.kind == Kind::Pointer)?;
        Ok(self.narrow(made, leaf.width))
    }

    /// The low bits of what was loaded.
    fn narrow(&mut self, v: Value, width: u32) -> Value {
        if self.make.d.terms.width(v.term) == width {
            return v;
        }
        Value { term: self.make.d.terms.extract(v.term, width - 1, 0), from: v.from, home: None }
    }

    /// A value that the program does not determine.
    pub(super) fn asked(&mut self, s: &mut Course, ask: Ask, width: u32) -> Value {
        let term = self.make.fresh("input", Sort::Bv(width));
        if ask == Ask::Undefined {
            self.make.unset.insert(term);
        }
        let site = self.site(s);
        self.act(s, super::graph::Action::Input(site, ask, term));
        Value::number(term)
    }

    fn binary(
        &mut self,
        s: &mut Course,
        op: BinOp,
        flags: ArithFlags,
        (a, b): (Operand, Operand),
    ) -> Result<Value, Halt> {
        let (a, b) = (self.value(s, a), self.value(s, b));
        let apart = op == BinOp::Sub && a.single().is_some() && a.single() == b.single();
        let (x, y) = if apart { (a.term, b.term) } else { (self.number(s, &a)?, self.number(s, &b)?) };
        if matches!(op, BinOp::Udiv | BinOp::Sdiv | BinOp::Urem | BinOp::Srem) {
            self.may_trap(s, op, flags, (x, y));
        }
        let before = self.make.d.unspecified_values().len();
        let mut sink = self.sink();
        let term = semantics::binary(&mut self.make.d, op, flags, &x, &y, &mut sink);
        self.raised(s, sink);
        self.note_unspecified(s, before);
        Ok(Value::number(term))
    }

    /// Results that operands leave open are asked for when the run is replayed.
    fn note_unspecified(&mut self, s: &mut Course, before: usize) {
        let made: Vec<Term> = self.make.d.unspecified_values()[before..].to_vec();
        let site = self.site(s);
        for term in made {
            self.act(s, super::graph::Action::Input(site, Ask::Unspecified, term));
        }
    }

    /// A division that the processor cannot make ends the program, where no check is about it: the thread stays here.
    fn may_trap(&mut self, s: &mut Course, op: BinOp, flags: ArithFlags, (x, y): (Term, Term)) {
        let checks = self.how.checks;
        let processor = self.image.program.target.processor;
        let b = &mut self.make.d.terms;
        let width = b.width(y);
        if !checks.contains(Check::DivisionByZero) {
            let zero = b.bv(width, 0);
            let divides = b.ne(y, zero);
            self.require(s, divides);
        }
        let signed = matches!(op, BinOp::Sdiv | BinOp::Srem) && width <= 64;
        let off = !checks.contains(Check::DivisionOverflow);
        if signed && off && semantics::division_traps(processor, flags, width) {
            let b = &mut self.make.d.terms;
            let (least, minus) = (b.bv(width, 1 << (width - 1)), b.bv(width, u64::MAX));
            let (least, minus) = (b.eq(x, least), b.eq(y, minus));
            let overflows = b.and(least, minus);
            let divides = b.not(overflows);
            self.require(s, divides);
        }
    }

    fn compare(&mut self, s: &mut Course, pred: IcmpPred, orders: bool, (a, b): (Operand, Operand)) -> Value {
        let (a, b) = (self.value(s, a), self.value(s, b));
        self.stray(s, &a);
        self.stray(s, &b);
        let equality = matches!(pred, IcmpPred::Eq | IcmpPred::Ne);
        let addresses = |v: &Value| !matches!(v.from, Provenance::Number);
        if (orders || addresses(&a) || addresses(&b)) && !equality {
            let (x, y) = (self.make.home(&a), self.make.home(&b));
            let differ = self.make.d.terms.ne(x, y);
            if self.how.checks.contains(Check::PointerCompare) && orders {
                self.violate(s, Check::PointerCompare, differ);
            } else {
                self.unsupported_where(s, "the order of addresses", differ);
            }
        }
        if equality && !self.image.program.func(s.level().func).model {
            self.compare_places(s, &a, &b);
        }
        let holds = semantics::icmp(&mut self.make.d, pred, &a.term, &b.term);
        Value::number(self.make.d.terms.bool_to_bv(holds))
    }

    /// Whether pointers are equal that lead to different objects is a matter of where these lie if one has ended or is left behind.
    fn compare_places(&mut self, s: &mut Course, a: &Value, b: &Value) {
        let addresses = |v: &Value| !matches!(v.from, Provenance::Number);
        if !addresses(a) && !addresses(b) {
            return;
        }
        if self.make.d.terms.width(a.term) != self.make.things.width {
            let tt = self.make.d.terms.tt();
            self.unsupported_where(s, "where objects lie", tt);
            return;
        }
        let number = |v: &Value| self.make.d.terms.as_u64(v.term);
        if number(a).or(number(b)).is_some_and(|n| n < NULL_PAGE) {
            // Nothing lies in the first page.
            return;
        }
        let mut risky = self.make.d.terms.ff();
        for v in [a, b] {
            if !addresses(v) {
                let b = &mut self.make.d.terms;
                let page = b.bv(b.width(v.term), NULL_PAGE - 1);
                let somewhere = b.ugt(v.term, page);
                risky = b.or(risky, somewhere);
            }
            for &number in self.make.facts.candidates(&v.from).iter() {
                if self.make.function(number).is_some() {
                    continue;
                }
                let start = self.make.start(number);
                let b = &mut self.make.d.terms;
                let (name, own) =
                    (self.make.things.name_of(b, v.term), self.make.things.name_of(b, start.term));
                let here = b.eq(name, own);
                let offset = self.make.things.offset(b, v.term, number);
                let inside = self.make.things.inside(b, offset, 1, number);
                let mut odd = b.not(inside);
                let ended = match s.own.get(&number) {
                    Some(own) => b.not(own.live),
                    None => b.bool(self.make.facts.ends(number)),
                };
                odd = b.or(odd, ended);
                let odd = b.and(here, odd);
                risky = b.or(risky, odd);
            }
        }
        let (x, y) = (self.make.home(a), self.make.home(b));
        let differ = self.make.d.terms.ne(x, y);
        // A number that equals an address is another matter than that address.
        let differ = if addresses(a) && addresses(b) { differ } else { self.make.d.terms.tt() };
        let wrong = self.make.d.terms.and(differ, risky);
        self.unsupported_where(s, "where objects lie", wrong);
    }

    fn cast(
        &mut self,
        s: &mut Course,
        op: CastOp,
        flags: ArithFlags,
        v: Operand,
        width: u32,
    ) -> Result<Value, Halt> {
        let v = self.value(s, v);
        let from = self.make.d.terms.width(v.term);
        let same =
            matches!(op, CastOp::Ptrtoint | CastOp::Inttoptr | CastOp::Bitcast | CastOp::Addrspacecast);
        if op == CastOp::Ptrtoint {
            self.stray(s, &v);
        }
        if same && from == width {
            let stored = op == CastOp::Inttoptr
                && matches!(v.from, Provenance::Number)
                && self.make.d.terms.as_u64(v.term).is_none();
            return Ok(if stored { Value { from: Provenance::Stored, ..v } } else { v });
        }
        if !matches!(v.from, Provenance::Number) {
            return self.unsupported(s, "an address as a number of another width");
        }
        let (op, flags) = match op {
            CastOp::Ptrtoint | CastOp::Inttoptr if from < width => (CastOp::Zext, flags),
            CastOp::Ptrtoint | CastOp::Inttoptr => (CastOp::Trunc, ArithFlags::default()),
            other => (other, flags),
        };
        let mut sink = self.sink();
        match semantics::int_cast(&mut self.make.d, op, flags, &v.term, width, &mut sink) {
            Some(term) => {
                self.raised(s, sink);
                Ok(Value::number(term))
            }
            None => self.unsupported(s, "a conversion of that kind"),
        }
    }

    fn address(
        &mut self,
        s: &mut Course,
        base: Operand,
        offset: i64,
        row: &[ScaledIndex],
        (inbounds, nuw): (bool, bool),
    ) -> Result<Value, Halt> {
        let base = self.value(s, base);
        let width = self.make.d.terms.width(base.term);
        let mut steps = Vec::new();
        for step in row {
            let index = self.value(s, step.index);
            steps.push((self.number(s, &index)?, step.scale));
        }
        let (delta, inexact) = semantics::gep_delta(&mut self.make.d, offset, &steps, width);
        let term = self.make.d.terms.add(base.term, delta);
        if self.how.checks.contains(Check::PointerOverflow) {
            let b = &mut self.make.d.terms;
            let mut broken = if inbounds { inexact } else { b.ff() };
            if nuw {
                let wraps = b.ult(term, base.term);
                broken = b.or(broken, wraps);
            }
            self.violate(s, Check::PointerOverflow, broken);
        }
        let known = self.make.d.terms.as_u64(delta).is_some() && base.single().is_some();
        let home = if known { base.home } else { Some(self.make.home(&base)) };
        Ok(Value { term, from: base.from, home })
    }

    fn lifetime(&mut self, s: &mut Course, ptr: Operand, starts: bool) -> Result<(), Halt> {
        let Ok(register) = ptr.get() else { return Ok(()) };
        let all = match s.level().regs[register].as_ref().map(|p| &p.from) {
            Some(Provenance::Objects(all)) => all.iter().copied().filter(|n| s.level().locals.contains(n)),
            _ => return Ok(()),
        };
        // Where paths met, lives of several; all but the last one are over.
        let all: Vec<usize> = all.collect();
        let Some(&first) = all.first() else { return Ok(()) };
        if !starts && s.levels.len() == 1 && self.returns_next(s) {
            // In one step with the end of the program.
            return Ok(());
        }
        all.iter().for_each(|&number| self.end_object(s, number));
        if !starts {
            return Ok(());
        }
        // Each life is an object of its own.
        let (site, size) = (self.site(s), self.make.things.all[first].size);
        let new = self.new_object(s, (site, 0), (Origin::Stack, Content::Any, size))?;
        s.top().locals.retain(|l| !all.contains(l));
        s.top().locals.push(new);
        let start = self.make.start(new);
        s.top().regs[register] = Some(start);
        Ok(())
    }

    /// Whether nothing but ends of lifetimes comes before the return.
    fn returns_next(&self, s: &Course) -> bool {
        let level = s.level();
        let ops = &self.image.code(level.func).ops[level.pc as usize..];
        let next = ops.iter().find(|op| !matches!(op, Op::Lifetime { starts: false, .. }));
        matches!(next, Some(Op::Return(_)))
    }

    fn intrinsic(
        &mut self,
        s: &mut Course,
        dst: u32,
        which: &Intrinsic,
        args: &[Value],
        (float, width): (Option<crate::program::FloatKind>, u32),
    ) -> Result<(), Halt> {
        match which {
            Intrinsic::Memcpy | Intrinsic::Memmove => {
                let apart = *which == Intrinsic::Memcpy;
                return self.copy(s, (&args[0], &args[1]), &args[2], apart);
            }
            Intrinsic::Memset => return self.fill(s, &args[0], &args[1], &args[2]),
            Intrinsic::Assume => {
                let holds = self.make.d.terms.bv_to_bool(args[0].term);
                let wrong = self.make.d.terms.not(holds);
                self.violate(s, Check::InvalidValue, wrong);
                return Ok(());
            }
            Intrinsic::Aligned if !self.how.checks.contains(Check::Misaligned) => return Ok(()),
            Intrinsic::Trap => {
                let tt = self.make.d.terms.tt();
                if self.how.checks.contains(Check::Trap) {
                    self.violate(s, Check::Trap, tt);
                } else {
                    let ff = self.make.d.terms.ff();
                    self.require(s, ff);
                }
                return Err(Halt::Ended);
            }
            Intrinsic::IsConstant => {
                let zero = self.make.int(width, 0);
                self.set(s, dst, zero);
                return Ok(());
            }
            _ => {}
        }
        if args.iter().any(|a| !matches!(a.from, Provenance::Number)) {
            return self.unsupported(s, format!("intrinsic {which:?} of an address"));
        }
        let terms: Vec<Term> = args.iter().map(|a| a.term).collect();
        if let [a, b] = terms[..]
            && let Some((value, overflow)) = semantics::with_overflow(&mut self.make.d, which, &a, &b)
        {
            let overflow = self.make.d.terms.bool_to_bv(overflow);
            self.set(s, dst, Value::number(value));
            self.set(s, dst + 1, Value::number(overflow));
            return Ok(());
        }
        if let (Intrinsic::Float(name), Some(kind)) = (which, float) {
            let mut sink = self.sink();
            let made = semantics::float_intrinsic(&mut self.make.d, name, kind, &terms, width, &mut sink);
            self.raised(s, sink);
            let made = self.float(s, made)?;
            self.set(s, dst, made);
            return Ok(());
        }
        let before = self.make.d.unspecified_values().len();
        let mut sink = self.sink();
        match semantics::intrinsic(&mut self.make.d, which, &terms, width, &mut sink) {
            Some(term) => {
                self.raised(s, sink);
                self.note_unspecified(s, before);
                self.set(s, dst, Value::number(term));
                Ok(())
            }
            None => self.unsupported(s, format!("intrinsic {which:?}")),
        }
    }
}
