//! Which goals a run on the machine reaches.

use crate::engine::goals::{Goals, Reaches};
use crate::machine::code::{Op, Operand};
use crate::machine::{Image, Machine};
use crate::program::{FuncId, Function, InstId, Value};
use rustc_hash::FxHashMap;

/// A goal at an operation, and the operand that has to be other than zero.
type Mark = (u32, Option<Operand>);

/// The goals of a function, by operation.
#[derive(Default)]
struct Marked {
    /// Those that an operation reaches.
    at: FxHashMap<u32, Vec<Mark>>,
    /// Those that a branch reaches, by where it leads.
    ways: FxHashMap<u32, Vec<(u32, u32)>>,
}

/// The goals that a run has reached so far.
pub(super) struct Marks<'i, 'p> {
    image: &'i Image<'p>,
    goals: &'i Goals,
    known: FxHashMap<FuncId, Marked>,
    /// By goal.
    pub reached: Vec<bool>,
    /// Goals that are still to be reached.
    pub missing: usize,
    wanted: Vec<bool>,
}

impl<'i, 'p> Marks<'i, 'p> {
    /// Nothing is reached yet, and these goals are wanted.
    pub fn new(image: &'i Image<'p>, goals: &'i Goals, wanted: &[u32]) -> Marks<'i, 'p> {
        let mut marks = Marks {
            image,
            goals,
            known: FxHashMap::default(),
            reached: vec![false; goals.all.len()],
            missing: wanted.len(),
            wanted: vec![false; goals.all.len()],
        };
        wanted.iter().for_each(|&goal| marks.wanted[goal as usize] = true);
        marks
    }

    fn reach(&mut self, goal: u32) {
        if !std::mem::replace(&mut self.reached[goal as usize], true) && self.wanted[goal as usize] {
            self.missing -= 1;
        }
    }

    /// The goals of a function, found out when it is first executed.
    fn of(&mut self, func: FuncId) -> &Marked {
        let (image, goals) = (self.image, self.goals);
        self.known.entry(func).or_insert_with(|| marked(image, goals, func))
    }

    /// The machine is about to execute an operation. The result is for [`Marks::after`].
    pub fn before(&mut self, machine: &Machine<'_, '_>) -> (FuncId, u32) {
        let place = (machine.frame.func, machine.frame.pc);
        let marked = self.of(place.0);
        if let Some(all) = marked.at.get(&place.1) {
            for (goal, when) in all.clone() {
                if when.is_none_or(|operand| !machine.value(operand).value.to_bits().is_zero()) {
                    self.reach(goal);
                }
            }
        }
        place
    }

    /// It has executed the operation.
    pub fn after(&mut self, machine: &Machine<'_, '_>, (func, pc): (FuncId, u32)) {
        let to = machine.frame.pc;
        let Some(ways) = self.of(func).ways.get(&pc) else { return };
        let taken: Vec<u32> = ways.iter().filter(|way| way.0 == to).map(|way| way.1).collect();
        taken.into_iter().for_each(|goal| self.reach(goal));
    }

    /// The goals that are reached, in their order.
    pub fn all_reached(&self) -> Vec<u32> {
        (0..self.reached.len() as u32).filter(|&goal| self.reached[goal as usize]).collect()
    }
}

fn marked(image: &Image<'_>, goals: &Goals, func: FuncId) -> Marked {
    let (code, f) = (image.code(func), image.program.func(func));
    let mut first: FxHashMap<InstId, u32> = FxHashMap::default();
    for (pc, &inst) in code.insts.iter().enumerate() {
        first.entry(inst).or_insert(pc as u32);
    }
    let mut marked = Marked::default();
    for (inst, reaches) in goals.instructions(func) {
        let Some(pc) = next_executed(f, inst, &first) else { continue };
        for &(goal, when) in reaches {
            marked.at.entry(pc).or_default().push((goal, operand((goal, when), code.ops.get(pc as usize))));
        }
    }
    for ((from, to), reaches) in goals.edges(func) {
        let Some((&branch, &pc)) = f.block(from).insts.last().and_then(|i| first.get_key_value(i)) else {
            continue;
        };
        let successors = f.inst(branch).kind.successors();
        let targets: Vec<u32> = match code.ops.get(pc as usize) {
            Some(Op::Branch { then, other, .. }) => vec![*then, *other],
            Some(Op::Switch { cases, .. }) => {
                std::iter::once(cases.default).chain(cases.cases.iter().map(|case| case.1)).collect()
            }
            _ => continue,
        };
        let ways = marked.ways.entry(pc).or_default();
        for (target, _) in targets.into_iter().zip(&successors).filter(|way| *way.1 == to) {
            ways.extend(reaches.iter().map(|&goal| (target, goal)));
        }
    }
    marked
}

/// The operand of a condition: the first argument of the call.
fn operand((_, when): Reaches, op: Option<&Op>) -> Option<Operand> {
    let _: Value = when?;
    match op {
        Some(Op::Call { call, .. }) => call.args.first().copied(),
        _ => None,
    }
}

/// The first operation from an instruction on, in its block.
fn next_executed(f: &Function, inst: InstId, first: &FxHashMap<InstId, u32>) -> Option<u32> {
    if let Some(&pc) = first.get(&inst) {
        return Some(pc);
    }
    let block = f.blocks.iter().find(|block| block.insts.contains(&inst))?;
    block.insts.iter().skip_while(|i| **i != inst).find_map(|i| first.get(i).copied())
}
