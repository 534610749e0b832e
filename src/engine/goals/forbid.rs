//! Programs in which it is a violation to reach a goal, so that what proves programs can show that no run does.

use super::Goals;
use crate::program::{
    Block, BlockId, Callee, FuncId, Function, Inst, InstId, InstKind, Layout, Linkage, LocId, Program, Type,
    TypeId,
};

/// The function whose call is a violation, whatever body it has.
const FAILS: &str = "reach_error";

/// A call of a function of no arguments.
struct Call {
    kind: InstKind,
    ty: TypeId,
}

impl Call {
    /// A call of the function whose call is a violation.
    fn failing(program: &mut Program) -> Call {
        let ret = program.types.insert(Type::Void, Layout::default());
        let fails = program.function(FAILS).unwrap_or_else(|| {
            program.functions.push(Function {
                name: FAILS.to_owned(),
                source_name: FAILS.to_owned(),
                ret,
                params: Vec::new(),
                vararg: false,
                blocks: Vec::new(),
                insts: Vec::new(),
                linkage: Linkage::External,
                noreturn: false,
                nounwind: true,
                readonly: false,
                loc: None,
                model: false,
                pads: std::collections::BTreeMap::new(),
            });
            let id = FuncId::new(program.functions.len() - 1);
            program.function_names.insert(FAILS.to_owned(), id);
            id
        });
        let params = Vec::new();
        let fn_ty = program.types.insert(Type::Function { ret, params, vararg: false }, Layout::default());
        let (callee, args, attrs) = (Callee::Direct(fails), Vec::new(), Vec::new());
        Call { kind: InstKind::Call { callee, args, attrs, fn_ty, noreturn: false }, ty: ret }
    }

    /// Adds one to a function, in no block yet.
    fn add(&self, f: &mut Function, loc: Option<LocId>) -> InstId {
        add(f, Inst { kind: self.kind.clone(), ty: self.ty, loc })
    }
}

fn add(f: &mut Function, inst: Inst) -> InstId {
    f.insts.push(inst);
    InstId::new(f.insts.len() - 1)
}

/// Puts a block between two.
fn put_between(f: &mut Function, call: &Call, from: BlockId, to: BlockId) {
    let branch = *f.block(from).insts.last().expect("a block ends in a terminator");
    let loc = f.inst(branch).loc;
    let between = BlockId::new(f.blocks.len());
    if let InstKind::CondBr { then, other, .. } = &mut f.insts[branch.index()].kind {
        for way in [then, other].into_iter().filter(|way| **way == to) {
            *way = between;
        }
    }
    let jump = Inst { kind: InstKind::Br(to), ty: call.ty, loc };
    let insts = vec![call.add(f, loc), add(f, jump)];
    f.blocks.push(Block { name: String::new(), insts });
    for inst in f.block(to).insts.clone() {
        if let InstKind::Phi(incoming) = &mut f.insts[inst.index()].kind {
            incoming.iter_mut().filter(|way| way.0 == from).for_each(|way| way.0 = between);
        }
    }
}

impl Goals {
    /// The program in which each run that reaches one of some goals, whose edges are those of branches, violates
    /// [`Check::ReachError`](crate::property::Check::ReachError). It is violated also where an instruction of a goal is executed
    /// that does not count, for its condition.
    pub fn forbidding(&self, program: &Program, forbidden: &[u32]) -> Program {
        let mut made = program.clone();
        let call = Call::failing(&mut made);
        for id in (0..program.functions.len()).map(FuncId::new) {
            let has = |reaches: &[super::Reaches]| reaches.iter().any(|r| forbidden.contains(&r.0));
            let at = self.instructions(id).filter(|(_, reaches)| has(reaches)).map(|(inst, _)| inst);
            let edges = self
                .edges(id)
                .filter(|(_, goals)| goals.iter().any(|goal| forbidden.contains(goal)))
                .map(|(edge, _)| edge);
            let (mut at, mut edges): (Vec<_>, Vec<_>) = (at.collect(), edges.collect());
            at.sort_unstable();
            edges.sort_unstable();
            let f = &mut made.functions[id.index()];
            for inst in at {
                let found = f.blocks.iter().enumerate().find_map(|(number, block)| {
                    let at = block.insts.iter().position(|i| *i == inst)?;
                    Some((number, at))
                });
                let (number, at) = found.expect("the instruction of a point stands in a block");
                let added = call.add(f, f.inst(inst).loc);
                f.blocks[number].insts.insert(at, added);
            }
            edges.into_iter().for_each(|(from, to)| put_between(f, &call, from, to));
        }
        made
    }
}
