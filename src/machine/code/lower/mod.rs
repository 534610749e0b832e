//! Functions to [`Code`]: registers are numbered, types resolved to scalars, phis made moves on edges.

mod instructions;
mod operands;

use std::collections::HashMap;

use rustc_hash::FxHashMap;

use super::constants::Constants;
use super::layout::leaves;
use super::{Code, Debug, Leaf, Op, Operand, Piece};
use crate::program::{BlockId, FuncId, Function, Inst, InstId, InstKind, LocId, Program, TypeId, Value};

/// Lowers a function; `told`: undefined operands are asked for.
pub fn lower(program: &Program, constants: &mut Constants, func: FuncId, told: bool) -> Code {
    let f = program.func(func);
    let mut lowering = Lowering {
        program,
        constants,
        f,
        code: Code::default(),
        registers: Registers { first: vec![0; f.insts.len()], params: Vec::new() },
        counts: FxHashMap::default(),
        blocks: vec![u32::MAX; f.blocks.len()],
        fixes: Vec::new(),
        told,
        at: (InstId::new(0), None),
    };
    lowering.number();
    lowering.blocks();
    lowering.code
}

struct Lowering<'a> {
    program: &'a Program,
    constants: &'a mut Constants,
    f: &'a Function,
    code: Code,
    registers: Registers,
    /// Number of scalars by type.
    counts: FxHashMap<TypeId, Result<u32, String>>,
    /// Where each block begins.
    blocks: Vec<u32>,
    /// Operations whose targets are edges still: from, and the targets in their order.
    fixes: Vec<(usize, BlockId, Vec<BlockId>)>,
    told: bool,
    /// The instruction that is lowered, and its place.
    at: (InstId, Option<LocId>),
}

/// Which registers values have.
struct Registers {
    /// First register of every instruction's result.
    first: Vec<u32>,
    /// First register of every parameter.
    params: Vec<u32>,
}

type Lowered<T> = Result<T, String>;

impl Lowering<'_> {
    fn count(&mut self, ty: TypeId) -> Lowered<u32> {
        let program = self.program;
        self.counts.entry(ty).or_insert_with(|| leaves(program, ty).map(|l| l.len() as u32)).clone()
    }

    fn leaves(&self, ty: TypeId) -> Lowered<Vec<Leaf>> {
        leaves(self.program, ty)
    }

    fn number(&mut self) {
        let mut next = 0;
        for param in &self.f.params {
            self.registers.params.push(next);
            let leaves = self.leaves(param.ty).unwrap_or_default();
            next += leaves.len() as u32;
            self.code.params.push(leaves);
        }
        for (i, inst) in self.f.insts.iter().enumerate() {
            self.registers.first[i] = next;
            next += self.count(inst.ty).unwrap_or(0);
        }
        self.code.regs = next;
        self.code.results.clone_from(&self.registers.first);
    }

    /// Keeps a debug record whose value is known.
    fn record(&mut self, id: InstId, v: Value) {
        let row = match v {
            Value::Const(c) => {
                let Ok(piece) = self.constants.row(self.program, c) else { return };
                let piece = if self.is_open(c) { Piece::default() } else { piece };
                piece.range().map(|n| Operand::constant(n as u32)).collect()
            }
            v => self.all(v).unwrap_or_default(),
        };
        let pc = self.code.ops.len() as u32;
        self.code.debug.push(Debug { pc, inst: id, row, ty: self.ty(v) });
    }

    fn emit(&mut self, op: Op, inst: &Inst) {
        debug_assert!(inst.loc == self.at.1);
        self.push(op);
    }

    fn push(&mut self, op: Op) {
        self.code.ops.push(op);
        self.code.locs.push(self.at.1);
        self.code.insts.push(self.at.0);
    }

    fn blocks(&mut self) {
        let f = self.f;
        for (b, block) in f.blocks.iter().enumerate() {
            self.blocks[b] = self.code.ops.len() as u32;
            for &id in &block.insts {
                let inst = f.inst(id);
                let before = (self.code.ops.len(), self.fixes.len());
                self.at = (id, inst.loc);
                if let Err(what) = self.inst(BlockId::new(b), id, inst) {
                    self.code.ops.truncate(before.0);
                    self.code.locs.truncate(before.0);
                    self.code.insts.truncate(before.0);
                    self.fixes.truncate(before.1);
                    self.emit(Op::Unsupported(what.into()), inst);
                }
            }
        }
        self.edges();
    }

    /// Puts the places of blocks, or of the moves before them, into branches.
    fn edges(&mut self) {
        let mut known: HashMap<(BlockId, BlockId), u32> = HashMap::new();
        for (at, from, targets) in std::mem::take(&mut self.fixes) {
            let places: Vec<u32> = targets
                .iter()
                .map(|&to| match known.get(&(from, to)) {
                    Some(&place) => place,
                    None => {
                        let place = self.edge(from, to, at);
                        known.insert((from, to), place);
                        place
                    }
                })
                .collect();
            match &mut self.code.ops[at] {
                Op::Jump(to) => *to = places[0],
                Op::Branch { then, other, .. } => (*then, *other) = (places[0], places[1]),
                Op::Switch { cases, .. } => {
                    cases.default = places[0];
                    cases.cases.iter_mut().zip(&places[1..]).for_each(|(case, &place)| case.1 = place);
                }
                Op::IndirectBranch { blocks, .. } => {
                    blocks.iter_mut().zip(&places).for_each(|(block, &place)| block.1 = place);
                }
                other => unreachable!("{other:?} has no targets"),
            }
        }
    }

    /// Where control goes on an edge: the moves of the phis, then the block.
    fn edge(&mut self, from: BlockId, to: BlockId, at: usize) -> u32 {
        let f = self.f;
        let mut moves: Vec<(u32, Operand)> = Vec::new();
        let mut wrong = None;
        let place = self.code.ops.len() as u32;
        self.at = (self.code.insts[at], self.code.locs[at]);
        for &id in &f.block(to).insts {
            let InstKind::Phi(incoming) = &f.inst(id).kind else { break };
            let Some((_, v)) = incoming.iter().find(|(b, _)| *b == from) else { continue };
            match self.count(f.inst(id).ty).and_then(|n| self.row(*v, n)) {
                Ok(row) => {
                    moves.extend(row.into_iter().zip(self.registers.first[id.index()]..).map(|(v, d)| (d, v)))
                }
                Err(what) => wrong = Some(what),
            }
        }
        moves.retain(|&(d, v)| v != Operand::reg(d));
        if moves.is_empty() && wrong.is_none() {
            return self.blocks[to.index()];
        }
        if let Some(what) = wrong {
            self.push(Op::Unsupported(what.into()));
            return place;
        }
        // All at once: what is written before it is read goes through a register of its own.
        let mut extra = Vec::new();
        for i in 0..moves.len() {
            let written = moves[..i].iter().any(|m| Operand::reg(m.0) == moves[i].1);
            if written {
                let spare = self.code.regs + extra.len() as u32;
                extra.push((spare, moves[i].1));
                moves[i].1 = Operand::reg(spare);
            }
        }
        self.code.regs += extra.len() as u32;
        for (dst, v) in extra.into_iter().chain(moves) {
            self.push(Op::Move { dst, v });
        }
        self.push(Op::Jump(self.blocks[to.index()]));
        place
    }
}
