//! Decisions about symbolic values. The search is asked which cases are possible and goes on with each of them, or one by one
//! with the values of a term; what asks is done again then, and finds the answer.

use crate::ilr::Term;
use crate::machine::environment::Symbols;
use crate::machine::state::{ObjId, Reg};
use crate::machine::step::{Machine, Question, Step, Stop};
use crate::property::Check;
use crate::semantics::{Domain, Raised, Scalar, Sink, Symbolic};

impl Machine<'_, '_> {
    /// Whether one of these values is symbolic.
    #[inline]
    pub(in crate::machine) fn is_symbolic(&self, regs: &[&Reg]) -> bool {
        regs.iter().any(|reg| reg.term().is_some())
    }

    /// The symbols of a machine whose inputs are symbolic.
    pub fn symbols(&mut self) -> &mut Symbols {
        self.reductions.symbols.get_or_insert_default()
    }

    /// Maker of terms.
    pub fn terms(&mut self) -> &mut Symbolic {
        &mut self.symbols().domain
    }

    /// The term of a number that is defined or symbolic; none for other values.
    pub fn term_of(&mut self, reg: &Reg) -> Option<Term> {
        match reg.term() {
            Some(term) if reg.object == ObjId::NONE => Some(term),
            None if reg.is_defined() && reg.object == ObjId::NONE => {
                Some(self.terms().constant(&reg.value.to_bits()))
            }
            _ => None,
        }
    }

    /// The number that a term is.
    pub(in crate::machine) fn reg_of(&mut self, term: Term) -> Reg {
        match self.terms().as_const(&term) {
            Some(value) => Reg::of(Scalar::of(&value)),
            None => Reg::symbolic(self.terms().width(&term), term),
        }
    }

    /// Which of some cases holds, which exclude each other and of which one always holds.
    pub(in crate::machine) fn cases(&mut self, cases: &[Term]) -> Step<u32> {
        let symbols = self.symbols();
        if let Some(certain) = cases.iter().position(|&c| symbols.domain.as_bool(&c) == Some(true)) {
            return Ok(certain as u32);
        }
        match symbols.decided(cases) {
            Some(chosen) => Ok(chosen),
            None => Err(Stop::Question(Question::Cases(cases.into()))),
        }
    }

    /// Whether a condition holds.
    pub(in crate::machine) fn holds(&mut self, condition: Term) -> Step<bool> {
        let not = self.terms().not(&condition);
        Ok(self.cases(&[condition, not])? == 0)
    }

    /// Whether a value is not zero, where that decides what happens.
    #[inline]
    pub(in crate::machine) fn truth(&mut self, reg: &Reg) -> Step<bool> {
        if reg.shade.is_none() {
            return Ok(!reg.value.is_zero());
        }
        self.shaded_truth(reg)
    }

    #[cold]
    fn shaded_truth(&mut self, reg: &Reg) -> Step<bool> {
        match reg.term() {
            Some(term) if reg.object == ObjId::NONE => {
                let d = self.terms();
                let zero = d.int(reg.width(), 0);
                let condition = d.ne(&term, &zero);
                self.holds(condition)
            }
            _ => {
                self.decisive(reg)?;
                Ok(!reg.value.is_zero())
            }
        }
    }

    /// A value as a known one: of a symbolic one each of its values is gone on with, if they are few.
    pub(in crate::machine) fn known(&mut self, reg: &Reg) -> Step<Reg> {
        let Some(term) = reg.term() else { return Ok(reg.clone()) };
        let symbols = self.symbols();
        let value = match symbols.domain.as_const(&term) {
            Some(value) => value,
            None => symbols.picked(term).cloned().ok_or(Stop::Question(Question::Value(term)))?,
        };
        let value = Scalar::of(&value);
        if reg.object == ObjId::NONE {
            return Ok(Reg::of(value));
        }
        let width = reg.width();
        Ok(Reg::pointer(width, reg.value.low().wrapping_add(value.low()), reg.object))
    }

    /// The number decides how much is done, or to what: the number.
    pub(in crate::machine) fn exact(&mut self, reg: &Reg) -> Step<u64> {
        let reg = if reg.shade.is_some() { &self.known(reg)? } else { reg };
        if self.environment.asks {
            self.same_number(reg)?;
        } else {
            self.decisive(reg)?;
        }
        Ok(reg.value.low())
    }

    /// A sink for terms with the checks that are on.
    pub(in crate::machine) fn sink_of_terms(&self) -> Raised<Term> {
        Raised::on(self.image.checks, self.image.program.target.processor)
    }

    /// The same, to which divisions tell what they cannot compute.
    pub(super) fn sink_of_divisions(&self) -> Raised<Term> {
        let divisions = [Check::DivisionByZero, Check::DivisionOverflow];
        let checks = self.image.checks.iter().chain(divisions).collect();
        Raised::on(checks, self.image.program.target.processor)
    }

    /// The violation among what an operation on terms raised.
    pub(in crate::machine) fn raised_terms(&mut self, sink: &Raised<Term>) -> Step<Raised<bool>> {
        let mut raised = self.sink();
        for &(check, violated) in sink.list() {
            if self.image.checks.contains(check) && self.holds(violated)? {
                raised.raise(check, true);
                break;
            }
        }
        Ok(raised)
    }
}
