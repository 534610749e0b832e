//! Activations that wait keep only the registers that can still be read.

use std::sync::Arc;

use crate::machine::state::{Frame, Node, ObjId, Origin, Parked, Reg};
use crate::machine::step::Machine;
use crate::program::FuncId;
use crate::property::Check;

impl Machine<'_, '_> {
    /// Puts an activation away; `calls`: it waits for the result of its call. Where states are compared, only what can
    /// still be read is kept.
    pub(in crate::machine) fn stow(&mut self, mut frame: Frame, calls: bool) -> Frame {
        frame.parked.cached.forget();
        if !self.reductions.transition.on {
            return frame;
        }
        let code = &self.image.codes[frame.func.index()];
        let live = code.live();
        let mut kept = std::mem::take(&mut frame.parked.kept);
        kept.clear();
        let mut regs = std::mem::take(&mut frame.regs);
        let known = live.each(code, frame.pc as usize, calls, |r| {
            kept.push((r as u32, std::mem::replace(&mut regs[r], Reg::NOTHING)));
        });
        if !known {
            frame.regs = regs;
            return frame;
        }
        frame.parked.left = 0;
        // What is left of a variable may be what keeps a heap object from having leaked.
        if self.image.checks.contains(Check::Leak) {
            let memory = &self.memory;
            let heap = |id: ObjId| match memory.node(id) {
                Some(Node::Live(object)) => matches!(object.origin, Origin::Heap(_)),
                _ => false,
            };
            let live = kept.len();
            kept.extend((0..).zip(&regs).filter(|(_, r)| heap(r.object)).map(|(i, r)| (i, r.clone())));
            frame.parked.left = (kept.len() - live) as u32;
        }
        frame.parked.kept = kept;
        frame.parked.packed = true;
        self.spare.push(regs);
        frame
    }

    /// Makes an activation that was put away ready to run.
    pub(in crate::machine) fn unstow(&mut self, frame: Arc<Frame>) -> Frame {
        let mut frame = match Arc::try_unwrap(frame) {
            Ok(own) => own,
            Err(shared) if shared.parked.packed => {
                let mut regs = self.registers(&shared);
                for (r, reg) in &shared.parked.kept {
                    regs[*r as usize] = reg.clone();
                }
                return Frame {
                    regs,
                    locals: shared.locals.clone(),
                    sizes: shared.sizes.clone(),
                    parked: Parked::default(),
                    ..*shared
                };
            }
            Err(shared) => (*shared).clone(),
        };
        if frame.parked.packed {
            let mut regs = self.registers(&frame);
            for (r, reg) in frame.parked.kept.drain(..) {
                regs[r as usize] = reg;
            }
            frame.regs = regs;
            frame.parked.left = 0;
            frame.parked.packed = false;
        }
        frame
    }

    /// Registers for an activation that hold nothing.
    fn registers(&mut self, frame: &Frame) -> Vec<Reg> {
        let mut regs = self.spare.pop().unwrap_or_default();
        regs.clear();
        let count = self.image.codes[frame.func.index()].regs as usize;
        // Faster than copies of one.
        regs.extend((0..count).map(|_| Reg::NOTHING));
        regs
    }

    /// The activation of a function that nobody has called yet.
    pub(in crate::machine) fn activate(&self, func: FuncId, mut regs: Vec<Reg>) -> Frame {
        let code = &self.image.codes[func.index()];
        regs.extend((regs.len()..code.regs as usize).map(|_| Reg::NOTHING));
        Frame { func, regs, ..Frame::nowhere() }
    }
}
