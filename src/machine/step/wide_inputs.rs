//! An input that has many values is one of a few intervals, where the code compares it with constants (`code/inputs.rs`).

use crate::base::Bits;
use crate::machine::code::{MOST, MOST_CHOICES, choices, intervals};
use crate::machine::state::Reg;
use crate::machine::step::{Machine, Step, Stop};
use crate::semantics::Scalar;

impl Machine<'_, '_> {
    /// Whether the operation compares an input with a constant that cuts its values.
    #[cold]
    pub(in crate::machine) fn is_settled(&self) -> bool {
        if self.reductions.symbols.is_some() {
            return false;
        }
        let code = &self.image.codes[self.frame.func.index()];
        code.wide_inputs.settled.binary_search(&self.frame.pc).is_ok()
    }

    /// A wide input of a machine that stands for all runs: a value, or one that stands for an interval; none where the
    /// values are not cut, or inputs are exact.
    pub(in crate::machine) fn class(&mut self, what: &str, width: u32) -> Step<Option<Reg>> {
        if self.reductions.exact_inputs || self.reductions.symbols.is_some() {
            return Ok(None);
        }
        let code = &self.image.codes[self.frame.func.index()];
        let Some((_, cuts)) = code.wide_inputs.calls.iter().find(|(pc, _)| *pc == self.frame.pc) else {
            return Ok(None);
        };
        let count: u64 = intervals(cuts, width).map(|i| choices(i.1)).sum();
        if count > MOST_CHOICES {
            return Ok(None);
        }
        self.chooses()?;
        let Some(given) = self.environment.inputs.pop_front() else { return Err(Stop::Choice(count as u32)) };
        self.reductions.transition.chose = true;
        let mut left = given.limbs()[0];
        for (first, size) in intervals(cuts, width) {
            let here = choices(size);
            if left >= here {
                left -= here;
                continue;
            }
            let value = Scalar::new(width, first + left);
            self.environment.asked.push((what.to_owned(), Bits::new(width, first + left)));
            let reg = Reg::of(value);
            if size <= u128::from(MOST) {
                return Ok(Some(reg));
            }
            self.reductions.dependence.inputs = true;
            return Ok(Some(reg.after(&[&Reg::undefined(width)])));
        }
        Err(Stop::Over)
    }
}
