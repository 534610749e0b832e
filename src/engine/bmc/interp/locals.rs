//! Local objects: allocation, alignment, lifetimes, and their end with the activation.

use super::Interp;
use crate::engine::bmc::ledger::Step;
use crate::engine::bmc::state::{Base, InputId, ObjId, ObjInfo, Origin, State, Val};
use crate::program::{Callee, InstId, InstKind, Intrinsic, LocId, TypeId, Value};

impl Interp<'_> {
    /// A new local object, which ends with its activation.
    pub fn alloca(
        &mut self,
        state: &mut State,
        id: InstId,
        ty: TypeId,
        count: Value,
        loc: Option<LocId>,
    ) -> Step<Val> {
        let width = self.ledger.width();
        let each = self.ledger.program.types.layout(ty).alloc_size;
        let n = self.operand(state, count)?.int();
        let n = self.ledger.d.terms.resize_zext(n, width.max(self.ledger.d.terms.width(n)));
        let n = if self.ledger.d.terms.width(n) > width {
            self.ledger.d.terms.extract(n, width - 1, 0)
        } else {
            n
        };
        let each = self.ledger.d.terms.bv(width, each);
        let size = self.ledger.d.terms.mul(n, each);
        let info = ObjInfo {
            origin: Origin::Stack { func: state.frame.func, ty },
            size,
            size_const: self.ledger.d.terms.as_u64(size),
            constant: false,
            loc,
            key: state.frame.key(id, InputId::Local),
        };
        let o = self.memory.make_object(&mut self.ledger, state, info, Base::Undef(0));
        if state.frame.info.has_lifetime(id)
            && let Some(object) = state.memory.get_mut(o)
        {
            // Its first lifetime is still to begin.
            object.live = self.ledger.d.terms.ff();
            object.born.clear();
        }
        // An area whose size was found to be a constant is still one of the block that saved the stack.
        let f = self.ledger.program.func(state.frame.func);
        let earlier = &f.block(state.frame.block).insts[..state.frame.at];
        let saved = |&i: &InstId| {
            let callee = match &f.inst(i).kind {
                InstKind::Call { callee, .. } => callee,
                _ => return false,
            };
            matches!(callee, Callee::Intrinsic(Intrinsic::Stacksave))
        };
        let dynamic =
            state.frame.block.index() != 0 || !matches!(count, Value::Const(_)) || earlier.iter().any(saved);
        let top = state.top();
        top.locals.all.push(o);
        if dynamic {
            top.locals.dynamic.push(o);
        }
        Ok(Val::Ptr(self.memory.object_ptr(&mut self.ledger, o)?))
    }

    /// Asks for the alignment of a new object.
    pub fn align(&mut self, state: &mut State, p: &Val, align: u64) -> Step<()> {
        let Val::Ptr(p) = p else { return Ok(()) };
        self.memory.align(&mut self.ledger, state, p, align)
    }

    /// `llvm.lifetime.start` and `.end`. Each lifetime of a local is an object of its own: a pointer to an earlier one
    /// does not lead to the next.
    pub fn lifetime(&mut self, state: &mut State, id: InstId, what: Value, starts: bool) -> Step<()> {
        let p = self.operand(state, what)?;
        let p = self.memory.pointer(&mut self.ledger, state, p)?;
        let objects = self.memory.locals(&mut self.ledger, &p);
        if !starts {
            let concurrent = state.thread.concurrent;
            self.leave_alone(state, objects.iter().map(|(_, o)| *o));
            for (cond, o) in objects {
                self.memory.end_object_when(&mut self.ledger, state, o, cond);
                if state.memory.get(o).is_none() {
                    state.top().locals.all.retain(|x| *x != o);
                }
            }
            state.thread.concurrent = concurrent;
            return Ok(());
        }
        let f = self.ledger.program.func(state.frame.func);
        let alloca = match what {
            Value::Inst(i) => match f.inst(i).kind {
                InstKind::Alloca { ty, align, .. } => Some((i, ty, align, f.inst(i).loc)),
                _ => None,
            },
            _ => None,
        };
        let Some((alloca, ty, align, loc)) = alloca else { return Ok(()) };
        if let [(_, o)] = objects[..]
            && let Some(object) = state.memory.get(o)
        {
            let live = self.ledger.d.terms.as_bool(object.live);
            if object.born.is_empty() {
                let at = (self.memory.tick(), self.ledger.d.terms.tt());
                if let Some(object) = state.memory.get_mut(o) {
                    object.live = at.1;
                    object.born.push(at);
                }
                self.ledger.log_object(state, objects[0].1, 0);
                return Ok(());
            }
            if live == Some(true) {
                // The declaration is reached again while the object lives: it stays, with any content.
                let lifetime = state.frame.key(id, InputId::Lifetime) as u64 | 1;
                self.ledger.log_object(state, o, lifetime);
                self.memory.note_renewal(&mut self.ledger, state, o);
                return self.memory.blank(&mut self.ledger, state, o, lifetime);
            }
        }
        let Some(&(_, old)) = objects.first() else { return Ok(()) };
        let old = self.memory.space.info(old);
        let info = ObjInfo {
            origin: Origin::Stack { func: state.frame.func, ty },
            size: old.size,
            size_const: old.size_const,
            constant: false,
            loc,
            key: state.frame.key(id, InputId::Lifetime),
        };
        let o = self.memory.make_object(&mut self.ledger, state, info, Base::Undef(0));
        self.memory.space.align(o, align);
        let v = Val::Ptr(self.memory.object_ptr(&mut self.ledger, o)?);
        let top = state.top();
        top.locals.all.push(o);
        top.regs[alloca.index()] = Some(v);
        Ok(())
    }

    /// Where the entry function does nothing more but return, no thread goes on when it has: what ends then ends for nobody else,
    /// unless something of the program runs then; in that case others that use it are not supported.
    fn leave_alone(&mut self, state: &mut State, objects: impl Iterator<Item = ObjId>) {
        if !self.is_returning(state) {
            return;
        }
        if self.runs_at_exit() {
            for o in objects {
                self.memory.note_renewal(&mut self.ledger, state, o);
            }
        }
        state.thread.concurrent = false;
    }

    fn is_returning(&self, state: &State) -> bool {
        if state.thread.number != 0 || state.frame.parent.is_some() {
            return false;
        }
        let f = self.ledger.program.func(state.frame.func);
        let insts = &f.block(state.frame.block).insts;
        insts[state.frame.at.min(insts.len() - 1)..].iter().all(|&i| {
            let what = &f.inst(i).kind;
            let ends =
                matches!(what, InstKind::Call { callee: Callee::Intrinsic(Intrinsic::LifetimeEnd), .. });
            ends || matches!(what, InstKind::Ret(_) | InstKind::DebugValue { .. })
        })
    }

    /// Ends what ends with the running activation.
    pub fn end_locals(&mut self, state: &mut State) {
        let stack = std::mem::take(&mut state.top().locals.all);
        let concurrent = state.thread.concurrent;
        self.leave_alone(state, stack.iter().copied());
        for o in stack.into_iter().chain(state.frame.entry.varargs) {
            self.memory.end_object(&mut self.ledger, state, o);
        }
        state.thread.concurrent = concurrent;
    }
}
