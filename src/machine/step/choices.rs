//! Answers to what a program does not determine: of a script, of the inputs to come, of the search.

use crate::base::Bits;
use crate::machine::environment::script::Ask;
use crate::machine::state::{ObjId, Reg};
use crate::machine::step::{Machine, Step, Stop};
use crate::program::outside_words;
use crate::semantics::{Fault, Scalar, Unsupported};

/// Widest input that is chosen value by value.
pub(super) const CHOICE_BITS: u32 = 8;

impl Machine<'_, '_> {
    /// An undefined value as the script has it.
    pub(in crate::machine) fn answered(&mut self, ask: Ask, reg: Reg, what: &str) -> Reg {
        let site = self.site();
        match &mut self.environment.script {
            Some(script) => {
                let value = script.value(site, ask, reg.width());
                self.environment.asked.push((what.to_owned(), value.clone()));
                Reg { value: Scalar::of(&value), ..reg }
            }
            None => reg,
        }
    }

    /// A value that any other could be.
    pub(in crate::machine) fn left_open(&mut self, reg: Reg) -> Reg {
        if self.environment.script.is_some() {
            return self.answered(Ask::Unspecified, reg, "unspecified");
        }
        self.blurred(reg)
    }

    /// What a read yields that reaches no object, as the script has it where no check forbids it. Otherwise that is the
    /// run's end.
    #[cold]
    pub(super) fn beyond(&mut self, end: &Stop, width: u32) -> Step<Reg> {
        let site = self.site();
        let known = match (end, &mut self.environment.script) {
            (Stop::Fault(Fault::Undefined(_), _), Some(script)) => script.next(site, Ask::Beyond),
            _ => None,
        };
        let Some(value) = known.filter(|value| value.width() >= width) else { return Err(end.clone()) };
        self.findings.beyond = true;
        // No violation is about it.
        self.findings.culprit = ObjId::NONE;
        self.environment.asked.push(("beyond".to_owned(), value.clone()));
        Ok(Reg::of(Scalar::of(&value.trunc(width))))
    }

    /// The next input.
    pub(super) fn input(&mut self, what: &str, width: u32) -> Step<Bits> {
        let site = self.site();
        if let Some(script) = &mut self.environment.script {
            let value = script.value(site, Ask::Value, width);
            self.environment.asked.push((what.to_owned(), value.clone()));
            return Ok(value);
        }
        self.chooses()?;
        let value = match self.environment.inputs.pop_front() {
            Some(given) => Bits::from_limbs(width, given.limbs()),
            None if self.environment.asks && width <= CHOICE_BITS => return Err(Stop::Choice(1 << width)),
            // Larger ones cannot be told.
            None if self.environment.asks && self.reductions.exact_inputs => {
                return Err(Stop::Choice(u32::MAX));
            }
            None if self.environment.asks => {
                return self.stop(Unsupported::WideInput(outside_words(what).unwrap_or(what).into()));
            }
            None => Bits::zero(width),
        };
        self.reductions.transition.chose = true;
        self.environment.asked.push((what.to_owned(), value.clone()));
        Ok(value)
    }

    /// Any bytes, each told for itself.
    pub(super) fn exact_bytes(&mut self, id: ObjId, at: usize, size: usize) -> Step<()> {
        self.chooses()?;
        if self.environment.inputs.len() < size && self.environment.asks {
            return Err(Stop::Choice(u32::MAX));
        }
        for i in 0..size {
            let given = self.environment.inputs.pop_front().unwrap_or_else(|| Bits::zero(8));
            let byte = Bits::from_limbs(8, given.limbs());
            self.environment.asked.push(("any byte".to_owned(), byte.clone()));
            self.memory.store(id, at + i, 1, &Reg::of(Scalar::of(&byte)));
        }
        self.reductions.transition.chose = true;
        Ok(())
    }

    /// The next choice of a number below `count`.
    pub(in crate::machine) fn choose(&mut self, what: &str, count: u64) -> Step<u64> {
        let site = self.site();
        if let Some(script) = &mut self.environment.script {
            let value = script.value(site, Ask::Value, 64);
            self.environment.asked.push((what.to_owned(), value.trunc(32)));
            let chosen = value.limbs()[0];
            return if chosen < count { Ok(chosen) } else { Err(Stop::Over) };
        }
        if count == 1 {
            return Ok(0);
        }
        self.chooses()?;
        let chosen = match self.environment.inputs.pop_front() {
            Some(given) => given.limbs()[0],
            None if self.environment.asks
                && (count <= 1 << CHOICE_BITS || self.reductions.exact_inputs && count < 1 << 32) =>
            {
                return Err(Stop::Choice(count as u32));
            }
            None if self.environment.asks => return self.stop(Unsupported::WideInput(what.into())),
            None => 0,
        };
        if chosen >= count {
            return Err(Stop::Over);
        }
        self.tell_choice(chosen);
        self.reductions.transition.chose = true;
        self.environment.asked.push((what.to_owned(), Bits::new(32, chosen)));
        Ok(chosen)
    }

    /// Any bytes, as the script has them.
    pub(super) fn scripted_bytes(&mut self, id: ObjId, start: usize, size: usize) {
        let site = self.site();
        let Some(script) = &mut self.environment.script else { return };
        let mut at = 0;
        while at < size {
            let bytes = script.next(site, Ask::Bytes).filter(|b| b.width() as usize <= 8 * (size - at));
            let Some(bytes) = bytes else {
                script.missing += 1;
                break;
            };
            let count = bytes.width() / 8;
            self.environment.asked.push(("any bytes".to_owned(), bytes.clone()));
            self.memory.store(id, start + at, count, &Reg::of(Scalar::of(&bytes)));
            at += count as usize;
        }
    }
}
