//! Variable arguments: the object that a call makes, and lists that lead through it.

use super::Interp;
use crate::engine::bmc::ledger::{Step, Stop};
use crate::engine::bmc::memory::Mode;
use crate::engine::bmc::state::{Base, InputId, ObjId, ObjInfo, Origin, Ptr, State, Val};
use crate::ilr::Term;
use crate::program::{ArgumentList, Inst, InstId, LocId, TypeId};
use crate::property::Check;
use crate::semantics::{self, VariadicCall};

impl Interp<'_> {
    /// The object with the variable arguments of a call, none where the place of one is not known.
    pub(super) fn variable_arguments(
        &mut self,
        state: &mut State,
        call: VariadicCall,
        values: &[Val],
        loc: Option<LocId>,
    ) -> Step<Option<ObjId>> {
        let program = self.ledger.program;
        let Some(area) = call.area(program) else { return Ok(None) };
        let width = self.ledger.width();
        let size = self.ledger.d.terms.bv(width, area.size);
        let info = ObjInfo {
            origin: Origin::Argument(Some(call)),
            size,
            size_const: Some(area.size),
            constant: false,
            loc,
            key: state.frame.key(call.call, InputId::VariableArguments),
        };
        let o = self.memory.make_object(&mut self.ledger, state, info, Base::Undef(0));
        for (slot, value) in area.slots.iter().zip(values) {
            let at = self.ledger.d.terms.bv(width, slot.offset);
            let to = self.memory.object_ptr(&mut self.ledger, o)?.add(&mut self.ledger.d.terms, at);
            match (slot.object(), value) {
                (Some(_), Val::Ptr(from)) => {
                    let size = self.ledger.d.terms.bv(width, slot.size);
                    self.memory.copy_bytes(&mut self.ledger, state, &to, from, size, loc)?;
                }
                (_, Val::Agg(parts)) => {
                    let bytes = slot.size / parts.len() as u64;
                    for (i, part) in parts.iter().enumerate() {
                        self.put_argument(state, &to, i as u64 * bytes, part)?;
                    }
                }
                _ => self.put_argument(state, &to, 0, value)?,
            }
        }
        Ok(Some(o))
    }

    /// Stores a scalar in the object with the arguments.
    fn put_argument(&mut self, state: &mut State, to: &Ptr, delta: u64, value: &Val) -> Step<()> {
        let (bytes, value) = match value {
            Val::Int(t) => {
                let width = self.ledger.d.terms.width(*t).next_multiple_of(8);
                (width / 8, Val::Int(self.ledger.d.terms.resize_zext(*t, width)))
            }
            other => (self.memory.space.width / 8, other.clone()),
        };
        self.memory.store_scalar(&mut self.ledger, state, &[to.cases[0]], delta, bytes, &value)
    }

    /// Lets a list begin with the arguments of the running activation.
    pub(super) fn va_start(&mut self, state: &mut State, list: &Ptr, loc: Option<LocId>) -> Step<()> {
        if self.memory.space.big_endian {
            // Targets put short arguments at the end of their slots, or at the start.
            return Err(Stop::Unsupported("va_start on a big-endian target".to_owned()));
        }
        let program = self.ledger.program;
        if program.argument_list == ArgumentList::Foreign && !program.func(state.frame.func).model {
            return Err(Stop::Unsupported("va_start on this target".to_owned()));
        }
        let passed = state.frame.entry.varargs.and_then(|o| match self.memory.space.info(o).origin {
            Origin::Argument(Some(call)) => Some((o, call.area(program)?)),
            _ => None,
        });
        let Some((o, area)) = passed else {
            return Err(Stop::Unsupported("aggregate as variable argument".to_owned()));
        };
        let start = self.memory.object_ptr(&mut self.ledger, o)?;
        let width = self.ledger.width();
        let [stack, saved] = [area.stack, area.saved].map(|offset| {
            let offset = self.ledger.d.terms.bv(width, offset);
            start.add(&mut self.ledger.d.terms, offset)
        });
        self.set_list(state, list, area.registers, [stack, saved], loc)
    }

    /// `va_end`: the list leads to no argument.
    pub(super) fn va_end(&mut self, state: &mut State, list: &Ptr, loc: Option<LocId>) -> Step<()> {
        let width = self.ledger.width();
        let [stack, saved] = [(); 2].map(|()| Ptr::null(&mut self.ledger.d.terms, width));
        self.set_list(state, list, semantics::NO_REGISTERS, [stack, saved], loc)
    }

    /// Writes a list: the offsets of registers, and where the arguments on the stack and registers are.
    fn set_list(
        &mut self,
        state: &mut State,
        list: &Ptr,
        registers: [u64; 2],
        [stack, saved]: [Ptr; 2],
        loc: Option<LocId>,
    ) -> Step<()> {
        let (width, size) = (self.ledger.width(), self.va_list_size());
        let len = self.ledger.d.terms.bv(width, size);
        let places = self.memory.places(&mut self.ledger, state, list, len, Mode::Write, loc)?;
        if width != 64 {
            let stack = Val::Ptr(stack);
            return self.memory.store_scalar(&mut self.ledger, state, &places, 0, width / 8, &stack);
        }
        let [general, floating] = registers.map(|at| Val::Int(self.ledger.d.terms.bv(32, at)));
        // { gp_offset, fp_offset, overflow_arg_area, reg_save_area }
        let fields = [(0, 4, general), (4, 4, floating), (8, 8, Val::Ptr(stack)), (16, 8, Val::Ptr(saved))];
        for (at, bytes, value) in fields {
            self.memory.store_scalar(&mut self.ledger, state, &places, at, bytes, &value)?;
        }
        Ok(())
    }

    /// Bytes of a list.
    pub(super) fn va_list_size(&self) -> u64 {
        if self.memory.space.width == 64 { 24 } else { u64::from(self.memory.space.width / 8) }
    }

    /// A load, if it reads a variable argument: the argument must be there and have the type of the load.
    pub(super) fn argument_read(&mut self, state: &mut State, p: &Ptr, inst: &Inst) -> Step<()> {
        let program = self.ledger.program;
        if !self.ledger.options.checks.contains(Check::ArgumentMismatch) {
            return Ok(());
        }
        let mut wrong: Option<Term> = None;
        for case in &p.cases {
            let Origin::Argument(Some(call)) = self.memory.space.info(case.obj).origin else { continue };
            let f = program.func(state.frame.func);
            let Some(ty) = semantics::argument_read(program, f, inst) else { return Ok(()) };
            let Some(area) = call.area(program) else { continue };
            let b = &mut self.ledger.d.terms;
            let size = b.bv(b.width(case.off), area.size);
            let mut here = b.ule(size, case.off);
            for at in area.mismatches(program, ty) {
                let at = b.bv(b.width(case.off), at);
                let at = b.eq(case.off, at);
                here = b.or(here, at);
            }
            let here = b.and(case.cond, here);
            wrong = Some(wrong.map_or(here, |wrong| b.or(wrong, here)));
        }
        let Some(wrong) = wrong else { return Ok(()) };
        self.ledger.violate(state, inst.loc, Check::ArgumentMismatch, wrong)?;
        let right = self.ledger.d.terms.not(wrong);
        self.ledger.assume(state, right)
    }

    /// The `va_arg` instruction, on targets where clang leaves it to the back end.
    pub fn va_arg(
        &mut self,
        state: &mut State,
        id: InstId,
        list: Val,
        ty: TypeId,
        loc: Option<LocId>,
    ) -> Step<Val> {
        let list = self.memory.pointer(&mut self.ledger, state, list)?;
        let width = self.ledger.width();
        let word = u64::from(width / 8);
        let at = if width == 64 { 8 } else { 0 };
        let at = self.ledger.d.terms.bv(width, at);
        let slot = list.add(&mut self.ledger.d.terms, at);
        let bytes = self.ledger.d.terms.bv(width, word);
        let places = self.memory.places(&mut self.ledger, state, &slot, bytes, Mode::Write, loc)?;
        let here = self.memory.load_scalar(&mut self.ledger, state, Some((id, 77)), &places, 0, width / 8)?;
        let here = self.memory.pointer(&mut self.ledger, state, here)?;
        let v = self.memory.load(&mut self.ledger, state, id, &here, ty, loc)?;
        let step = self.ledger.program.types.layout(ty).alloc_size.next_multiple_of(word);
        let step = self.ledger.d.terms.bv(width, step);
        let next = Val::Ptr(here.add(&mut self.ledger.d.terms, step));
        self.memory.store_scalar(&mut self.ledger, state, &places, 0, width / 8, &next)?;
        Ok(v)
    }
}
