//! What a state gives rise to: obligations, inputs, objects, values of operands.

use super::Pending;
use super::obligation::{At, Kind, Obligation};
use super::{Input, Ledger, Step, Stop};
use crate::base::Bits;
use crate::engine::bmc::state::{Base, InputId, State, VarKind};
use crate::ilr::{Sort, Term};
use crate::program::{InstId, LocId};
use crate::property::Check;

/// Size of objects that counterexamples keep to where they can, and for how many objects that is tried.
const SMALL: u64 = 1 << 16;

const WISHES: usize = 64;

impl Ledger<'_> {
    /// Width of a pointer.
    pub fn width(&self) -> u32 {
        self.program.target.pointer_bits
    }

    /// Whether the values of all inputs are known.
    pub fn is_replay(&self) -> bool {
        self.inputs.known.is_some()
    }

    /// Records what must not be reachable.
    pub fn oblige(&mut self, state: &State, kind: Kind, cond: Term, loc: Option<LocId>) {
        if self.d.terms.as_bool(cond) == Some(false) {
            return;
        }
        let loc = loc.or_else(|| self.caller_loc(state));
        let at = self.told_apart(state, loc);
        self.pending.push(Pending::Obligation(Obligation {
            kind,
            cond,
            loc,
            at,
            moment: self.moment(state),
        }));
    }

    /// The place of the innermost user frame, for events inside our own models.
    pub fn caller_loc(&self, state: &State) -> Option<LocId> {
        let mut frame = Some(&state.frame);
        while let Some(f) = frame {
            let func = self.program.func(f.func);
            if !func.model {
                let block = func.block(f.block);
                let upto = f.at.min(block.insts.len() - 1);
                let found = block.insts[..=upto].iter().rev().find_map(|&i| func.inst(i).loc);
                if found.is_some() {
                    return found;
                }
            }
            frame = f.parent.as_ref();
        }
        None
    }

    /// What tells an event from others of its kind: its place, or the instruction of the innermost user frame.
    fn told_apart(&self, state: &State, loc: Option<LocId>) -> At {
        if let Some(loc) = loc {
            return At::Place(loc);
        }
        let (func, inst) = self.program_site(state);
        At::Inst(func, inst)
    }

    /// Where an instruction is that checks are about: for people, and told apart from others.
    pub fn place(&self, state: &State, inst: Option<LocId>) -> (Option<LocId>, At) {
        let model = self.program.func(state.frame.func).model;
        let loc = if model { self.caller_loc(state) } else { inst.or_else(|| self.caller_loc(state)) };
        (loc, self.told_apart(state, loc))
    }

    fn moment(&self, state: &State) -> (usize, usize) {
        (state.thread.number, self.threads.points.len())
    }

    /// A check is violated when `violated` holds. Ends the state when that is certain.
    pub fn violate(&mut self, state: &State, inst: Option<LocId>, check: Check, violated: Term) -> Step<()> {
        if !self.options.checks.contains(check) {
            return Ok(());
        }
        let path = state.path.term();
        let cond = self.d.terms.and(path, violated);
        if self.d.terms.as_bool(cond) == Some(false) {
            return Ok(());
        }
        let (loc, at) = self.place(state, inst);
        let kind = Kind::Check(check);
        self.pending.push(Pending::Obligation(Obligation {
            kind,
            cond,
            loc,
            at,
            moment: self.moment(state),
        }));
        if cond == path { Err(Stop::End) } else { Ok(()) }
    }

    /// Ends the runs on which a stray pointer is read or used by the current instruction, as deferred. False where it is followed.
    pub fn defer(&mut self, state: &mut State, stray: Term) -> Step<bool> {
        let top = &state.frame;
        let insts = &self.program.func(top.func).block(top.block).insts;
        let place = (top.func, insts[top.at.min(insts.len() - 1)]);
        if self.options.learned.followed.at.as_ref().is_none_or(|places| places.contains(&place)) {
            return Ok(false);
        }
        let here = self.d.terms.and(state.path.term(), stray);
        self.oblige(state, Kind::Deferred(place.0, place.1), here, None);
        let own = self.d.terms.not(stray);
        self.assume(state, own)?;
        Ok(true)
    }

    /// Whether what ends a run has to be known to end it.
    pub fn must_end(&self) -> bool {
        self.options.checks.contains(Check::Termination)
    }

    /// Notes that a state has come to what is not supported.
    pub fn unsupported(&mut self, state: &State, loc: Option<LocId>, what: String) {
        let cond = state.path.term();
        let model = self.program.func(state.frame.func).model;
        let loc = if model { None } else { loc };
        self.oblige(state, Kind::Unsupported(what), cond, loc);
    }

    /// A value that the program does not determine; the same at every visit of one position.
    pub fn input(&mut self, state: &mut State, inst: InstId, id: InputId, width: u32, what: &str) -> Term {
        let key = state.frame.key(inst, id);
        if let Some(oracle) = &self.inputs.known {
            let value = oracle.get(&key).filter(|v| v.width() == width).cloned();
            let value = value.unwrap_or_else(|| Bits::new(width, 0));
            return self.d.terms.constant(&value);
        }
        self.note_event(state);
        if let Some(&t) = self.inputs.by_key.get(&key) {
            debug_assert_eq!(self.d.terms.width(t), width, "one key for inputs of several types");
            self.log_value(state, id, t);
            return t;
        }
        let name = format!("{what}!{}", self.inputs.list.len());
        let term = id.kind().var(&mut self.d.terms, &name, Sort::Bv(width));
        self.inputs.by_key.insert(key, term);
        self.inputs.list.push(Input { key, term });
        self.log_value(state, id, term);
        term
    }

    /// Content of an object that begins as zeros.
    pub fn zero_base(&mut self) -> Base {
        Base::Fill(self.d.terms.bv(8, 0))
    }

    /// Only runs in which the condition holds go on.
    pub fn assume(&mut self, state: &mut State, cond: Term) -> Step<()> {
        state.path = state.path.and(&mut self.d.terms, cond);
        if self.d.terms.as_bool(state.path.term()) == Some(false) { Err(Stop::End) } else { Ok(()) }
    }

    /// Whether the values of variables are to be followed for the sake of leaks.
    pub fn follows_variables(&self) -> bool {
        self.options.checks.contains(Check::Leak)
    }

    /// A variable for something that is havocked.
    pub fn havocked(&mut self, what: &str, sort: Sort) -> Term {
        // No input has a name that ends so.
        let name = format!("{what}!{}!", self.d.terms.len());
        VarKind::Havocked.var(&mut self.d.terms, &name, sort)
    }

    /// A variable that says of a run that it goes on beyond a place where something is assumed.
    pub fn goes_beyond(&mut self) -> Term {
        let name = format!("beyond!{}!", self.d.terms.len());
        VarKind::Beyond.var(&mut self.d.terms, &name, Sort::Bool)
    }

    /// A counterexample had better have a small size here.
    pub fn wish_small(&mut self, size: Term) {
        if !self.is_replay() && !self.d.terms.is_const(size) && self.inputs.wishes.len() < WISHES {
            let most = self.d.terms.bv(self.d.terms.width(size), SMALL);
            let wish = self.d.terms.ule(size, most);
            self.inputs.wishes.push(wish);
        }
    }
}
