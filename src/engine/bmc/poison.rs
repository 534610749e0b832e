//! Poison of integer flags (LangRef, "Poison Values"): carried along in the registers of a frame until it is used
//! where that is undefined, or forgotten. It does not enter memory or other functions: passing it on counts as a use.

use smallvec::SmallVec;

use super::eval::{Eval, Step};
use super::obligation::Kind;
use super::state::{Frame, State};
use crate::ilr::Term;
use crate::program::operands;
use crate::program::{BinOp, Callee, Inst, InstId, InstKind, LocId, Type, TypeId, Value};
use crate::property::Check;
use crate::rewrite::Builder;

/// When a register is poison, and why.
#[derive(Clone, Debug)]
pub struct Poison {
    /// Register.
    pub of: InstId,
    /// Check that the promise of the flag stands for.
    pub check: Check,
    /// When.
    pub cond: Term,
    /// Whether it is so then, and not only in lanes or components that we do not tell apart.
    pub exact: bool,
    /// Where the flag is.
    pub loc: Option<LocId>,
}

/// Several origins as one for each check.
type Origins = SmallVec<[Poison; 2]>;

fn add(b: &mut Builder, to: &mut Origins, p: &Poison, of: InstId, when: Option<Term>, exact: bool) {
    let cond = when.map_or(p.cond, |w| b.and(w, p.cond));
    if b.as_bool(cond) == Some(false) {
        return;
    }
    match to.iter_mut().find(|q| q.check == p.check) {
        Some(q) => {
            q.cond = b.or(q.cond, cond);
            q.exact &= p.exact && exact;
        }
        None => to.push(Poison { of, cond, exact: p.exact && exact, ..*p }),
    }
}

/// What becomes of the poison of two frames that become one: `first` holds on the runs of `x`.
pub fn merge(b: &mut Builder, x: &mut Frame, y: &Frame, first: Term, keep: Option<&[InstId]>) {
    if x.poison.is_empty() && y.poison.is_empty() {
        return;
    }
    let ff = b.ff();
    let mut merged: Vec<Poison> = Vec::new();
    for (list, here) in [(&x.poison, true), (&y.poison, false)] {
        for p in list.iter().filter(|p| keep.is_none_or(|k| k.contains(&p.of))) {
            let cond = if here { b.ite(first, p.cond, ff) } else { b.ite(first, ff, p.cond) };
            match merged.iter_mut().find(|q| q.of == p.of && q.check == p.check) {
                Some(q) => {
                    q.cond = b.or(q.cond, cond);
                    q.exact &= p.exact;
                }
                None => merged.push(Poison { cond, ..p.clone() }),
            }
        }
    }
    x.poison = merged;
}

impl Eval<'_> {
    fn is_scalar(&self, ty: TypeId) -> bool {
        matches!(self.program.types.get(ty), Type::Int(_) | Type::Ptr(_) | Type::Float(_))
    }

    /// Notes that a flag's promise does not hold under a condition.
    pub(super) fn poison(
        &mut self,
        state: &mut State,
        of: InstId,
        check: Check,
        cond: Term,
        loc: Option<LocId>,
    ) {
        if self.d.terms.as_bool(cond) == Some(false) {
            return;
        }
        let exact = self.is_scalar(self.program.func(state.frame.func).inst(of).ty);
        state.top().poison.push(Poison { of, check, cond, exact, loc });
    }

    fn gather(&mut self, state: &State, to: &mut Origins, v: Value, of: InstId, when: Option<Term>) {
        let Value::Inst(i) = v else { return };
        let exact = self.is_scalar(self.program.func(state.frame.func).inst(i).ty);
        for p in state.frame.poison.iter().filter(|p| p.of == i) {
            add(&mut self.d.terms, to, p, of, when, exact);
        }
    }

    /// When a value is poison, whether or not for certain.
    pub(super) fn poisoned(&mut self, state: &State, v: Value) -> Option<Term> {
        let mut found = Origins::new();
        self.gather(state, &mut found, v, InstId::new(0), None);
        found.into_iter().map(|p| p.cond).reduce(|x, y| self.d.terms.or(x, y))
    }

    /// Poison that an instruction's result gets from its operands. Uses that are undefined are reported.
    pub(super) fn carry_poison(&mut self, state: &mut State, id: InstId, inst: &Inst) -> Step<()> {
        let mut found = Origins::new();
        let mut used = Origins::new();
        match &inst.kind {
            InstKind::Phi(_)
            | InstKind::Freeze(_)
            | InstKind::DebugValue { .. }
            | InstKind::DebugDeclare { .. } => return Ok(()),
            InstKind::Select { c, a, b } => {
                self.gather(state, &mut found, *c, id, None);
                match self.operand(state, *c)? {
                    super::value::Val::Int(bit) => {
                        let yes = self.d.terms.bv_to_bool(bit);
                        let no = self.d.terms.not(yes);
                        self.gather(state, &mut found, *a, id, Some(yes));
                        self.gather(state, &mut found, *b, id, Some(no));
                    }
                    _ => {
                        self.gather(state, &mut found, *a, id, None);
                        self.gather(state, &mut found, *b, id, None);
                    }
                }
            }
            InstKind::Binary { op: BinOp::Udiv | BinOp::Sdiv | BinOp::Urem | BinOp::Srem, a, b, .. } => {
                self.gather(state, &mut found, *a, id, None);
                self.gather(state, &mut used, *b, id, None);
            }
            kind => {
                let passes = match kind {
                    InstKind::Store { .. }
                    | InstKind::Load { .. }
                    | InstKind::Alloca { .. }
                    | InstKind::VaArg(_)
                    | InstKind::CmpXchg { .. }
                    | InstKind::AtomicRmw { .. } => false,
                    InstKind::Call { callee: Callee::Intrinsic(_), .. } => {
                        !matches!(self.program.types.get(inst.ty), Type::Void)
                    }
                    InstKind::Call { .. } => false,
                    _ => !kind.is_terminator(),
                };
                let mut values: SmallVec<[Value; 4]> = SmallVec::new();
                operands(kind, |v| values.push(v));
                let to = if passes { &mut found } else { &mut used };
                for v in values {
                    self.gather(state, to, v, id, None);
                }
            }
        }
        let top = state.top();
        top.poison.retain(|p| p.of != id);
        top.poison.extend(found);
        for p in used {
            if p.exact {
                self.violate(state, p.loc, p.check, p.cond)?;
            } else {
                let cond = self.d.terms.and(state.path.term(), p.cond);
                self.oblige(state, Kind::Undefined(p.check), cond, p.loc);
            }
        }
        Ok(())
    }

    /// Poison that the phis of a block get on the way to it.
    pub(super) fn carry_into_phis(&mut self, state: &mut State, phis: &[(InstId, Value)]) {
        let mut all: Vec<Poison> = Vec::new();
        for &(id, v) in phis {
            let mut found = Origins::new();
            self.gather(state, &mut found, v, id, None);
            all.extend(found);
        }
        let top = state.top();
        top.poison.retain(|p| phis.iter().all(|phi| phi.0 != p.of));
        top.poison.extend(all);
    }
}
