//! What operations make of symbolic values: the same semantics as elsewhere, over terms.
//!
//! A result is `None` where an operand is neither symbolic nor defined, or comes from addresses: then the operation goes on as if
//! what is symbolic were undefined, by which nothing is decided.

use crate::base::Bits;
use crate::ilr::Term;
use crate::machine::code::{Cases, Code, Operand};
use crate::machine::reduction::surely_differ;
use crate::machine::state::{Node, ObjId, Reg, compute};
use crate::machine::step::{Machine, Step, Stop};
use crate::program::{ArithFlags, BinOp, CastOp, IcmpPred};
use crate::property::Check;
use crate::semantics::{self, Domain, Scalar, Symbolic, Unsupported};

impl Machine<'_, '_> {
    /// The terms of numbers; none where one has none.
    fn terms_of<const N: usize>(&mut self, regs: [&Reg; N]) -> Option<[Term; N]> {
        let terms: Option<Vec<Term>> = regs.iter().map(|reg| self.term_of(reg)).collect();
        terms?.try_into().ok()
    }

    /// The result of an operation on terms, which may be any value in some cases.
    fn result(&mut self, operate: impl FnOnce(&mut Symbolic) -> Term) -> Reg {
        let d = self.terms();
        let before = d.unspecified_values().len();
        let made = operate(d);
        let open = d.unspecified_values().len() > before;
        if open {
            let width = self.terms().width(&made);
            return self.blurred(Reg::undefined(width));
        }
        self.reg_of(made)
    }

    /// An integer operation.
    #[cold]
    pub(in crate::machine) fn symbolic_binary(
        &mut self,
        op: BinOp,
        flags: ArithFlags,
        (a, b): (Operand, Operand),
        code: &Code,
    ) -> Step<Option<Reg>> {
        let (x, y) = (self.reg(a).clone(), self.reg(b).clone());
        if x.object.is_one() && x.object == y.object && op == BinOp::Sub {
            let (Some(p), Some(q)) = (self.offset(&x), self.offset(&y)) else { return Ok(None) };
            let made = self.terms().sub(&p, &q);
            return Ok(Some(self.reg_of(made)));
        }
        if x.object != ObjId::NONE || y.object != ObjId::NONE {
            if !(x.is_defined() || x.term().is_some()) || !(y.is_defined() || y.term().is_some()) {
                return Ok(None);
            }
            let (x, y) = (self.known(&x)?, self.known(&y)?);
            let mut sink = self.sink();
            let made = compute::binary(op, flags, &x, &y, &mut sink);
            let made = self.same_addresses(op, (&x, &y), made);
            return if sink.is_empty() { Ok(Some(made)) } else { self.broken(&sink, code, made).map(Some) };
        }
        let Some([p, q]) = self.terms_of([&x, &y]) else { return Ok(None) };
        let mut sink = self.sink_of_terms();
        if matches!(op, BinOp::Udiv | BinOp::Sdiv | BinOp::Urem | BinOp::Srem) {
            self.symbolic_trap(op, flags, p, q)?;
            // What does not trap is a number.
            sink = self.sink_of_divisions();
        }
        let made = self.result(|d| semantics::binary(d, op, flags, &p, &q, &mut sink));
        if sink.is_empty() {
            return Ok(Some(made));
        }
        let raised = self.raised_terms(&sink)?;
        if raised.is_empty() { Ok(Some(made)) } else { self.broken(&raised, code, made).map(Some) }
    }

    /// A division that the processor cannot make ends the run, where no check is about it.
    fn symbolic_trap(&mut self, op: BinOp, flags: ArithFlags, a: Term, b: Term) -> Step<()> {
        let off = |machine: &Self, check| !machine.image.checks.contains(check);
        let width = self.terms().width(&a);
        let mut traps = self.terms().truth(false);
        if off(self, Check::DivisionByZero) {
            let d = self.terms();
            let zero = d.int(width, 0);
            traps = d.eq(&b, &zero);
        }
        let processor = self.image.program.target.processor;
        if matches!(op, BinOp::Sdiv | BinOp::Srem)
            && width <= 64
            && off(self, Check::DivisionOverflow)
            && semantics::division_traps(processor, flags, width)
        {
            let d = self.terms();
            let (least, ones) = (d.signed_min(width), d.ones(width));
            let (least, ones) = (d.eq(&a, &least), d.eq(&b, &ones));
            let overflows = d.and(&least, &ones);
            traps = d.or(&traps, &overflows);
        }
        if !self.holds(traps)? {
            return Ok(());
        }
        self.aborted()?;
        Err(Stop::Aborted)
    }

    /// A comparison.
    #[cold]
    pub(in crate::machine) fn symbolic_icmp(
        &mut self,
        pred: IcmpPred,
        a: &Reg,
        b: &Reg,
    ) -> Step<Option<Reg>> {
        let holds = if a.object == ObjId::NONE && b.object == ObjId::NONE {
            let Some([p, q]) = self.terms_of([a, b]) else { return Ok(None) };
            semantics::icmp(self.terms(), pred, &p, &q)
        } else if a.object == b.object && a.object.is_one() {
            let (Some(p), Some(q)) = (self.offset(a), self.offset(b)) else { return Ok(None) };
            let equality = matches!(pred, IcmpPred::Eq | IcmpPred::Ne);
            if !(equality || self.is_inside(a, true)? && self.is_inside(b, true)?) {
                // Which address is lower depends on whether the sum with the base wraps.
                return self.undecided("where objects lie in memory");
            }
            semantics::icmp(self.terms(), pred, &p, &q)
        } else {
            if !matches!(pred, IcmpPred::Eq | IcmpPred::Ne) {
                return self.undecided("where objects lie in memory");
            }
            // Wherever it leads inside of its object, it is as different as the object's start.
            let start = |machine: &mut Self, reg: &Reg| match reg.term() {
                Some(_) if reg.object.is_one() => {
                    Ok(machine.is_inside(reg, false)?.then(|| Reg { shade: None, ..reg.clone() }))
                }
                Some(_) => machine.known(reg).map(Some),
                None => Ok(reg.is_defined().then(|| reg.clone())),
            };
            let (Some(p), Some(q)) = (start(self, a)?, start(self, b)?) else {
                return self.undecided("where objects lie in memory");
            };
            if !surely_differ(&self.memory, &p, &q) {
                return self.undecided("where objects lie in memory");
            }
            self.terms().truth(pred == IcmpPred::Ne)
        };
        let made = self.terms().bool_to_bv(&holds);
        Ok(Some(self.reg_of(made)))
    }

    /// A conversion between integers, or between integers and pointers.
    #[cold]
    pub(in crate::machine) fn symbolic_cast(
        &mut self,
        op: CastOp,
        flags: ArithFlags,
        v: &Reg,
        width: u32,
        code: &Code,
    ) -> Step<Option<Reg>> {
        let from = v.width();
        if op == CastOp::Ptrtoint && self.memory.devices.number(v.clone()).object != v.object {
            // Its number is the address, of which a term tells a part.
            return self.known(v).map(Some);
        }
        if from == width
            && matches!(op, CastOp::Ptrtoint | CastOp::Inttoptr | CastOp::Bitcast | CastOp::Addrspacecast)
        {
            return Ok(Some(v.clone()));
        }
        let op = match op {
            CastOp::Ptrtoint | CastOp::Inttoptr if from < width => CastOp::Zext,
            CastOp::Ptrtoint | CastOp::Inttoptr => CastOp::Trunc,
            CastOp::Trunc | CastOp::Zext | CastOp::Sext => op,
            _ => return Ok(None),
        };
        let Some([term]) = self.terms_of([v]) else { return Ok(None) };
        let mut sink = self.sink_of_terms();
        let made = self.result(|d| {
            let made = semantics::int_cast(d, op, flags, &term, width, &mut sink);
            made.expect("a conversion between integers")
        });
        if sink.is_empty() {
            return Ok(Some(made));
        }
        let raised = self.raised_terms(&sink)?;
        if raised.is_empty() { Ok(Some(made)) } else { self.broken(&raised, code, made).map(Some) }
    }

    /// A choice between two values.
    #[cold]
    pub(in crate::machine) fn symbolic_select(&mut self, c: &Reg, a: Reg, b: Reg) -> Step<Reg> {
        if a == b {
            return Ok(a);
        }
        if let Some([c, p, q]) = self.terms_of([c, &a, &b]) {
            let d = self.terms();
            let c = d.bv_to_bool(&c);
            let made = d.ite(&c, &p, &q);
            return Ok(self.reg_of(made));
        }
        Ok(if self.truth(c)? { a } else { b })
    }

    /// Where control goes by a number.
    #[cold]
    pub(in crate::machine) fn symbolic_switch(&mut self, v: &Reg, cases: &Cases) -> Step<u32> {
        let Some(term) = self.term_of(v) else { return self.undecided("where objects lie in memory") };
        let d = self.terms();
        let mut conditions = Vec::with_capacity(cases.cases.len() + 1);
        let mut other = d.truth(true);
        for (value, _) in &cases.cases {
            let value = d.constant(&value.to_bits());
            let here = d.eq(&term, &value);
            let not = d.not(&here);
            other = d.and(&other, &not);
            conditions.push(here);
        }
        conditions.push(other);
        let chosen = self.cases(&conditions)? as usize;
        Ok(cases.cases.get(chosen).map_or(cases.default, |c| c.1))
    }

    /// How far an address in an object is from its start.
    pub(in crate::machine) fn offset(&mut self, pointer: &Reg) -> Option<Term> {
        let Some(Node::Live(object)) = self.memory.node(pointer.object) else { return None };
        let base = object.base;
        match pointer.term() {
            Some(term) => Some(term),
            None if pointer.is_defined() => {
                let width = pointer.width();
                Some(self.terms().int(width, pointer.value.low().wrapping_sub(base)))
            }
            None => None,
        }
    }

    /// Whether an address leads into its object; `end`: or to its end.
    fn is_inside(&mut self, pointer: &Reg, end: bool) -> Step<bool> {
        let (Some(offset), Some(object)) = (self.offset(pointer), self.memory.get(pointer.object)) else {
            return Ok(false);
        };
        // Functions have an address, but no bytes.
        let size = object.bytes.len() as u64;
        let places = if end { size + 1 } else { size.max(1) };
        let d = self.terms();
        let places = d.int(pointer.width(), places);
        let inside = d.ult(&offset, &places);
        self.holds(inside)
    }

    /// An address that a symbolic number was added to.
    #[cold]
    pub(in crate::machine) fn symbolic_gep(
        &mut self,
        base: &Reg,
        offset: i64,
        steps: &[(Reg, u64)],
        promises: (bool, bool),
    ) -> Step<Option<(Reg, bool)>> {
        let known = |reg: &Reg| reg.is_defined() || reg.term().is_some();
        if !known(base) || !steps.iter().all(|(reg, _)| known(reg)) {
            return Ok(None);
        }
        let start = self.offset(base).filter(|_| base.object.is_one());
        let term = |(reg, scale): &(Reg, u64)| Some((self.term_of(reg)?, *scale));
        let terms: Option<Vec<(Term, u64)>> = steps.iter().map(term).collect();
        let (Some(start), Some(terms)) = (start, terms) else {
            let base = self.known(base)?;
            let mut row = Vec::with_capacity(steps.len());
            for (reg, scale) in steps {
                row.push((self.known(reg)?, *scale));
            }
            return Ok(Some(compute::gep(&base, offset, &row, promises.0, promises.1)));
        };
        let width = base.width();
        let first = self.memory.get(base.object).map_or(0, |object| object.base);
        let checked = self.image.checks.contains(Check::PointerOverflow);
        let d = self.terms();
        let (delta, inexact) = semantics::gep_delta(d, offset, &terms, width);
        let place = d.add(&start, &delta);
        let mut broken = d.truth(false);
        if checked && promises.0 {
            broken = inexact;
        }
        if checked && promises.1 {
            let first = d.int(width, first);
            let (before, after) = (d.add(&first, &start), d.add(&first, &place));
            let wraps = d.ult(&after, &before);
            broken = d.or(&broken, &wraps);
        }
        let broken = self.holds(broken)?;
        let made = match self.terms().as_u64(&place) {
            Some(place) => Reg::pointer(width, first.wrapping_add(place), base.object),
            None => Reg::pointer(width, first, base.object).with_term(place),
        };
        Ok(Some((made, broken)))
    }

    /// The result of an operation on floating-point numbers; `None` where none of them is symbolic, or one has no term.
    pub(super) fn float_over_terms(
        &mut self,
        operands: &[Operand],
        operate: impl FnOnce(&mut Symbolic, &[Term]) -> Result<Term, Unsupported>,
    ) -> Step<Option<Reg>> {
        if operands.iter().all(|&o| self.reg(o).term().is_none()) {
            return Ok(None);
        }
        let regs: Vec<Reg> = operands.iter().map(|&o| self.reg(o).clone()).collect();
        let terms: Option<Vec<Term>> = regs.iter().map(|reg| self.term_of(reg)).collect();
        let Some(terms) = terms else { return Ok(None) };
        let mut failed = None;
        let made = self.result(|d| {
            operate(d, &terms).unwrap_or_else(|why| {
                failed = Some(why);
                terms[0]
            })
        });
        match failed {
            Some(why) => self.stop(why),
            None => Ok(Some(made)),
        }
    }

    /// Registers side by side as one number, the first one lowest; wider where that is said.
    pub(super) fn joined(&mut self, sources: &[Operand], width: Option<u32>) -> Option<Reg> {
        let regs: Vec<Reg> = sources.iter().map(|&s| self.reg(s).clone()).collect();
        let all: Vec<&Reg> = regs.iter().collect();
        let whole = self.over_terms(&all, |d, terms| {
            let whole = terms.iter().copied().reduce(|low, high| d.concat(&high, &low))?;
            Some(match width {
                Some(width) if width > d.width(&whole) => d.zext(&whole, width),
                _ => whole,
            })
        });
        if let Some(Some(whole)) = whole {
            return Some(self.reg_of(whole));
        }
        let join = |part: &dyn Fn(&Reg) -> Bits| {
            let all = regs.iter().map(part).reduce(|low, high| high.concat(&low))?;
            Some(Scalar::of(&width.map_or_else(|| all.clone(), |width| all.zext(width))))
        };
        let (value, mask) = (join(&|r| r.value.to_bits())?, join(&|r| r.mask().to_bits())?);
        Some(Reg::of(value).with_undef(Some(mask)))
    }

    /// Some bits of a number.
    pub(super) fn part_of(&mut self, whole: &Reg, low: u32, width: u32) -> Reg {
        if let Some(term) = self.over_terms(&[whole], |d, t| d.extract(&t[0], low + width - 1, low)) {
            return self.reg_of(term);
        }
        let part = |all: &Scalar| Scalar::of(&all.to_bits().extract(low + width - 1, low));
        Reg::of(part(&whole.value)).with_undef(Some(part(&whole.mask())))
    }

    /// What some operation on numbers yields, over terms; `None` where one of them has none.
    pub(in crate::machine) fn over_terms<T>(
        &mut self,
        regs: &[&Reg],
        operate: impl FnOnce(&mut Symbolic, &[Term]) -> T,
    ) -> Option<T> {
        if !self.is_symbolic(regs) {
            return None;
        }
        let terms: Option<Vec<Term>> = regs.iter().map(|reg| self.term_of(reg)).collect();
        let terms = terms?;
        Some(operate(self.terms(), &terms))
    }
}
