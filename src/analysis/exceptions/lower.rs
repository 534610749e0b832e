//! Rewrites the calls of a function that may throw, and its landing pads.

use smallvec::smallvec;

use super::Flight;
use super::landing::Pads;
use super::throwing::all_land;
use crate::analysis::edit::{Editor, Vocabulary, add};
use crate::analysis::leaving::Leaving;
use crate::base::Bits;
use crate::program::{
    BlockId, Callee, Const, FuncId, Inst, InstId, InstKind, Intrinsic, LocId, Program, Value,
};

/// Rewrites a function.
pub(super) fn function(
    program: &mut Program,
    f: FuncId,
    (flight, throwing, pads): (&Flight, &Leaving, &Pads),
) {
    let function = program.func(f);
    let invokes: Vec<(InstId, BlockId)> = function.invokes().collect();
    let calls: Vec<InstId> = throwing.calls(f);
    let lands = function.insts.iter().any(|inst| {
        matches!(inst.kind, InstKind::LandingPad { .. } | InstKind::Resume(_)) || is_type_id(&inst.kind)
    });
    for (call, pad) in invokes {
        if let Some(&table) = pads.tables.get(&(f, pad)) {
            program.functions[f.index()].pads.insert(call, table);
        }
    }
    if calls.is_empty() && !lands {
        return;
    }
    let in_flight = Value::Const(add(program, Const::Global(flight.in_flight)));
    let mut rewriter = Rewriter { edit: Editor::new(program, f), flight, in_flight };
    for call in calls {
        rewriter.call(call);
    }
    rewriter.landings(pads);
    if throwing.function(f) {
        // It returns, whatever the source says.
        program.functions[f.index()].noreturn = false;
    }
}

fn is_type_id(kind: &InstKind) -> bool {
    matches!(kind, InstKind::Call { callee: Callee::Intrinsic(Intrinsic::Other(name)), .. } if name.starts_with("llvm.eh.typeid.for"))
}

struct Rewriter<'p> {
    edit: Editor<'p>,
    flight: &'p Flight,
    /// The variable that holds what is in flight.
    in_flight: Value,
}

impl Rewriter<'_> {
    /// Looks behind a call whether an exception is in flight.
    fn call(&mut self, call: InstId) {
        let Some((block, at)) = self.edit.place(call) else { return };
        let function = self.edit.program.func(self.edit.f);
        let loc = function.inst(call).loc;
        let next = function.block(block).insts[at + 1];
        self.edit.returns(call);
        let ways = match self.edit.program.func(self.edit.f).inst(next).kind {
            InstKind::InvokeEnd { normal, unwind } => {
                self.edit.insts(block).truncate(at + 1);
                (normal, self.select(call, (block, unwind), loc))
            }
            _ => (self.edit.split(block, at + 1), self.edit.exit()),
        };
        self.edit.look(block, self.in_flight, ways);
    }

    /// The block that asks whether an exception lands at a pad of a call in `from`.
    fn select(&mut self, call: InstId, (from, pad): (BlockId, BlockId), loc: Option<LocId>) -> BlockId {
        let function = self.edit.program.func(self.edit.f);
        let Some(&table) = function.pads.get(&call) else { return self.edit.exit() };
        let lands = all_land(self.edit.program, function, pad);
        let table = add(self.edit.program, Const::Global(table));
        let select = self.edit.call_of(self.flight.select, vec![Value::Const(table)], loc);
        let mut insts = vec![select];
        let void = self.edit.types.void;
        if lands {
            insts.push(self.edit.inst(InstKind::Br(pad), void, None));
        } else {
            let zero = self.edit.constant(Const::Int(Bits::new(32, 0)));
            let exit = self.edit.exit();
            insts.extend(self.edit.branch([Value::Inst(select), zero], (exit, pad)));
        }
        let asked = self.edit.block(insts);
        self.edit.comes_from(pad, from, asked);
        asked
    }

    /// Rewrites landing pads, what ends them, and the numbers of types.
    fn landings(&mut self, pads: &Pads) {
        for b in 0..self.edit.program.func(self.edit.f).blocks.len() {
            let before =
                std::mem::take(&mut self.edit.program.functions[self.edit.f.index()].blocks[b].insts);
            let mut insts = Vec::with_capacity(before.len());
            for i in before {
                self.landing(pads, i, &mut insts);
            }
            self.edit.program.functions[self.edit.f.index()].blocks[b].insts = insts;
        }
    }

    fn landing(&mut self, pads: &Pads, i: InstId, insts: &mut Vec<InstId>) {
        let Inst { kind, ty, loc } = self.edit.program.func(self.edit.f).inst(i).clone();
        let Vocabulary { int, void, pointer, .. } = self.edit.types;
        let last = match kind {
            InstKind::LandingPad { .. } => {
                let landed = self.edit.call_of(self.flight.landed, Vec::new(), loc);
                let selector = self.edit.call_of(self.flight.selector, Vec::new(), loc);
                let none = self.edit.constant(Const::Zero(ty));
                let pair = InstKind::InsertValue { agg: none, v: Value::Inst(landed), indices: smallvec![0] };
                let pair = self.edit.inst(pair, ty, loc);
                insts.extend([landed, selector, pair]);
                debug_assert_eq!(self.edit.program.func(self.flight.selector).ret, int);
                InstKind::InsertValue {
                    agg: Value::Inst(pair),
                    v: Value::Inst(selector),
                    indices: smallvec![1],
                }
            }
            InstKind::Resume(v) => {
                let exception = InstKind::ExtractValue { agg: v, indices: smallvec![0] };
                let exception = self.edit.inst(exception, pointer, loc);
                let resume = self.edit.call_of(self.flight.resume, vec![Value::Inst(exception)], loc);
                insts.extend([exception, resume]);
                InstKind::Br(self.edit.exit())
            }
            ref kind if is_type_id(kind) => {
                let InstKind::Call { args, .. } = kind else { unreachable!("a call") };
                let number = match args[..] {
                    [Value::Const(ty)] => pads.selector(self.edit.program, ty),
                    _ => 0,
                };
                let number = add(self.edit.program, Const::Int(Bits::new(32, number)));
                InstKind::Freeze(Value::Const(number))
            }
            _ => {
                insts.push(i);
                return;
            }
        };
        let ty = if matches!(last, InstKind::Br(_)) { void } else { ty };
        self.edit.program.functions[self.edit.f.index()].insts[i.index()] = Inst { kind: last, ty, loc };
        insts.push(i);
    }
}
