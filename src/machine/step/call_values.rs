//! Values that calls take and give.

use crate::machine::code::{Call, Kind, Leaf};
use crate::machine::state::{Reg, compute};
use crate::machine::step::{Flow, Machine, Step, Stop};
use crate::program::CastOp;
use crate::property::CheckSet;
use crate::semantics::{self, Fault, Invalid, Missing, Unsupported};

impl Machine<'_, '_> {
    /// The argument of that number, when it is a scalar.
    pub(in crate::machine) fn argument(&self, call: &Call, number: usize) -> Step<Reg> {
        // All arguments of these functions are scalars, so the row has one for each.
        match call.args.get(number) {
            Some(&operand) => Ok(self.reg(operand).clone()),
            None => self.stop(Fault::Invalid(Invalid::MissingArgument)),
        }
    }

    /// The end of a run at what the machine does not have.
    pub(in crate::machine) fn missing(&self, what: Missing) -> Stop {
        let unsupported = match what {
            Missing::Reserved(name) => Unsupported::Reserved(name.into()),
            Missing::Function(name) => Unsupported::ExternalFunction(name.into()),
            other => Unsupported::Stated(other.to_string().into()),
        };
        Stop::Fault(unsupported.into(), self.loc())
    }

    /// Gives the result of a call that the machine has carried out itself.
    pub(in crate::machine) fn answer(&mut self, dst: u32, call: &Call, reg: Reg) -> Flow {
        if let [leaf] = &call.result[..] {
            self.set(dst, fit(reg, leaf));
        }
        Flow::Next
    }
}

/// Whether a value can be seen as one of another type of register.
pub(super) fn fits(reg: &Reg, leaf: &Leaf) -> bool {
    reg.width() == leaf.width || matches!(leaf.kind, Kind::Int | Kind::Pointer)
}

/// A value in another register, as a mismatched prototype makes a machine see it.
pub(super) fn fit(reg: Reg, leaf: &Leaf) -> Reg {
    if reg.width() == leaf.width {
        return reg;
    }
    let op = if reg.width() > leaf.width { CastOp::Trunc } else { CastOp::Zext };
    let mut none = semantics::Raised::new(CheckSet::EMPTY);
    compute::cast(op, Default::default(), &reg, leaf.width, &mut none).expect("a conversion between integers")
}
