//! `setjmp` and `longjmp` become ordinary control flow, which all engines know.
//!
//! A call that a jump leaves returns, with the jump *in flight*: a variable of the thread in `models/jumps.c` that is not null. It
//! points to the mark of the activation that the jump leads to: a local variable, whose address tells activations apart and which ends
//! with them. Behind each call that may jump, the program looks at it, and goes on behind one of the activation's own calls of `setjmp`,
//! or returns, too.
//!
//! A function that calls `setjmp` keeps in memory what it needs in more than one block, as edges that dominance does not know lead
//! behind such a call ([`demote`]). What of its local variables has changed since the call is indeterminate after the jump
//! (C11 7.13.2.1p3, [`locals`]).

mod demote;
mod locals;

use rustc_hash::FxHashSet;

use super::edit::{Editor, add, refuse};
use super::leaving::Leaving;
use crate::base::Bits;
use crate::program::{
    BlockId, Callee, Const, ConstId, FuncId, GlobalId, InstId, InstKind, Program, SETJMP, Type, Value,
};

/// The function of the models behind which a jump is in flight; whoever calls it may jump.
const FLIES: &str = "__bmc_jump_flies";

/// What stands for jumps in the models.
#[derive(Clone, Copy)]
struct Jump {
    /// The mark that a jump in flight leads to.
    in_flight: GlobalId,
    /// `void mark(place, mark, site, keeps)`: a call of `setjmp`, by its number, and whether it keeps what signals are blocked.
    mark: FuncId,
    /// `int site()`: behind which call the jump goes on.
    site: FuncId,
    /// `int landed()`: it does; the value of the call.
    landed: FuncId,
    /// What follows local variables.
    locals: locals::LocalModels,
}

impl Jump {
    fn of(program: &Program) -> Option<Jump> {
        let known = |name: &str| program.function(name).filter(|f| program.func(*f).is_defined());
        let in_flight = program.globals.iter().position(|g| g.model && g.name == "__bmc_jump_to")?;
        Some(Jump {
            in_flight: GlobalId::new(in_flight),
            mark: known("__bmc_jump_mark")?,
            site: known("__bmc_jump_site")?,
            landed: known("__bmc_jump_landed")?,
            locals: locals::LocalModels {
                keep: known("__bmc_jump_keep")?,
                lives: known("__bmc_jump_lives")?,
                forget: known("__bmc_jump_forget")?,
            },
        })
    }
}

/// Replaces calls of `setjmp` and what may jump.
pub fn lower(program: &mut Program) {
    let marking: Vec<FuncId> = SETJMP.iter().filter_map(|name| program.function(name)).collect();
    let model = |f: &FuncId| program.func(*f).is_defined() && program.func(*f).model;
    let marking: Vec<FuncId> = marking.into_iter().filter(model).collect();
    let functions = (0..program.functions.len()).map(FuncId::new).filter(|f| !marking.contains(f));
    let sites: Vec<(FuncId, Vec<InstId>)> = functions.map(|f| (f, calls_of(program, f, &marking))).collect();
    let flight = Jump::of(program).filter(|_| sites.iter().any(|(_, sites)| !sites.is_empty()));
    let Some(flight) = flight else {
        if let Some(f) = program.function(FLIES).filter(|f| program.func(*f).is_defined()) {
            refuse(program, f, "longjmp to where nothing waits");
        }
        return;
    };
    let jumping = Leaving::new(program, &[FLIES], |_, _| false);
    for (f, sites) in sites {
        let calls = jumping.calls(f);
        if sites.is_empty() && calls.is_empty() {
            continue;
        }
        let in_flight = Value::Const(add(program, Const::Global(flight.in_flight)));
        JumpRewriter { edit: Editor::new(program, f), flight: &flight, in_flight }.function(&sites, &calls);
        if jumping.function(f) {
            // It returns, whatever the source says.
            program.functions[f.index()].noreturn = false;
        }
    }
}

/// The calls of some functions in a function.
fn calls_of(program: &Program, f: FuncId, called: &[FuncId]) -> Vec<InstId> {
    let function = program.func(f);
    let all = function.blocks.iter().flat_map(|b| &b.insts).copied();
    let is = |i: &InstId| matches!(&function.inst(*i).kind, InstKind::Call { callee: Callee::Direct(g), .. } if called.contains(g));
    all.filter(is).collect()
}

struct JumpRewriter<'p> {
    edit: Editor<'p>,
    flight: &'p Jump,
    /// The variable that holds what is in flight.
    in_flight: Value,
}

/// A call of `setjmp`.
struct MarkedCall {
    /// The block that ends with it, and the one behind.
    before: BlockId,
    behind: BlockId,
    /// Its arguments: where the place is kept, and whether it keeps what signals are blocked.
    place: Value,
    keeps: Option<Value>,
    /// The variable that holds its value.
    value: Value,
}

impl JumpRewriter<'_> {
    fn function(&mut self, sites: &[InstId], calls: &[InstId]) {
        let flies = match sites {
            [] => self.edit.exit(),
            _ => self.marks(sites),
        };
        for &call in calls {
            let Some((block, at)) = self.edit.place(call) else { continue };
            self.edit.returns(call);
            let normal = self.edit.split(block, at + 1);
            self.edit.look(block, self.in_flight, (normal, flies));
        }
    }

    /// Rewrites calls of `setjmp`; the block that looks whether what is in flight leads behind one of them.
    fn marks(&mut self, calls: &[InstId]) -> BlockId {
        let int = self.edit.types.int;
        let sites: Vec<MarkedCall> = calls.iter().filter_map(|call| self.site(*call)).collect();
        demote::function(&mut self.edit);
        let mark = self.edit.local(self.edit.types.pointer);
        let behind: Vec<BlockId> = sites.iter().map(|site| site.behind).collect();
        let locals = locals::changing(self.edit.program, self.edit.f, &behind);
        let scopes = locals::scoped(self.edit.program, self.edit.f);
        scopes.iter().for_each(|scope| scope.begins_ended(&mut self.edit));
        let mut landings = Vec::new();
        for (number, site) in sites.iter().enumerate() {
            let loc = self.edit.program.func(self.edit.f).terminator(site.before).loc;
            let number = self.edit.constant(Const::Int(Bits::new(32, number as u64)));
            let zero = self.edit.constant(Const::Int(Bits::new(32, 0)));
            let keeps = site.keeps.unwrap_or(zero);
            let marks = self.edit.call_of(self.flight.mark, vec![site.place, mark, number, keeps], loc);
            let kept: Vec<Value> = locals.iter().map(|local| self.edit.local(local.ty)).collect();
            let lived: Vec<Value> = scopes.iter().map(|_| self.edit.local(int)).collect();
            let mut insts = vec![marks];
            for (scope, lived) in scopes.iter().zip(&lived) {
                insts.extend(scope.keep(&mut self.edit, self.flight.locals, *lived));
            }
            for (local, kept) in locals.iter().zip(&kept) {
                insts.push(local.keep(&mut self.edit, self.flight.locals, *kept));
            }
            insts.push(self.edit.store(site.value, (zero, int), loc));
            let block = self.edit.insts(site.before);
            let last = block.len() - 1;
            block.splice(last..last, insts);

            let landed = self.edit.call_of(self.flight.landed, Vec::new(), loc);
            let value = self.edit.store(site.value, (Value::Inst(landed), int), loc);
            let on = self.edit.inst(InstKind::Br(site.behind), self.edit.types.void, None);
            let mut to = self.edit.block(vec![value, on]);
            for (local, kept) in locals.iter().zip(&kept) {
                to = local.forget(&mut self.edit, self.flight.locals, (*kept, to));
            }
            for (scope, lived) in scopes.iter().zip(&lived) {
                to = scope.settle(&mut self.edit, self.flight.locals, (*lived, to));
            }
            let on = self.edit.inst(InstKind::Br(to), self.edit.types.void, None);
            landings.push(self.edit.block(vec![landed, on]));
        }
        self.lands(mark, &landings)
    }

    /// Ends the block at a call of `setjmp`, which becomes a read of its value.
    fn site(&mut self, call: InstId) -> Option<MarkedCall> {
        let (before, at) = self.edit.place(call)?;
        let function = self.edit.program.func(self.edit.f);
        let (loc, ty) = (function.inst(call).loc, function.inst(call).ty);
        let InstKind::Call { args, .. } = &function.inst(call).kind else { return None };
        let (place, keeps) = (*args.first()?, args.get(1).copied());
        // A call through another prototype is left: nothing marks there.
        if *self.edit.program.types.get(ty) != Type::Int(32) {
            return None;
        }
        let behind = self.edit.split(before, at);
        let value = self.edit.local(ty);
        let load = self.edit.load(value, ty, loc);
        let load = self.edit.program.func(self.edit.f).inst(load).kind.clone();
        self.edit.program.functions[self.edit.f.index()].insts[call.index()].kind = load;
        let on = self.edit.inst(InstKind::Br(behind), self.edit.types.void, loc);
        self.edit.insts(before).push(on);
        Some(MarkedCall { before, behind, place, keeps, value })
    }

    /// The block that looks whether what is in flight leads to this activation.
    fn lands(&mut self, mark: Value, landings: &[BlockId]) -> BlockId {
        let (void, pointer) = (self.edit.types.void, self.edit.types.pointer);
        let Some((&last, others)) = landings.split_last() else { return self.edit.exit() };
        let site = self.edit.call_of(self.flight.site, Vec::new(), None);
        let numbers = 0..others.len();
        let cases: Vec<ConstId> =
            numbers.map(|n| add(self.edit.program, Const::Int(Bits::new(32, n as u64)))).collect();
        let cases = cases.into_iter().zip(others.iter().copied()).collect();
        let choice = InstKind::Switch { v: Value::Inst(site), default: last, cases };
        let choice = self.edit.inst(choice, void, None);
        let choice = self.edit.block(vec![site, choice]);
        let exit = self.edit.exit();
        let load = self.edit.load(self.in_flight, pointer, None);
        self.edit.choice(vec![load], [Value::Inst(load), mark], (choice, exit))
    }
}

/// The blocks that some blocks lead to, these included.
fn reachable(program: &Program, f: FuncId, from: &[BlockId]) -> FxHashSet<BlockId> {
    let function = program.func(f);
    let (mut seen, mut work) = (FxHashSet::default(), from.to_vec());
    while let Some(block) = work.pop() {
        if seen.insert(block) {
            work.extend(function.terminator(block).kind.successors());
        }
    }
    seen
}
