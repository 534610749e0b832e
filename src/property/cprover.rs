//! Kinds of checks by the names that CBMC has for them.

use super::{Check, CheckSet};

/// Checks that no check of pointers stands for.
const ARITHMETIC: &[Check] = &[
    Check::UnsignedOverflow,
    Check::SignedOverflow,
    Check::DivisionByZero,
    Check::DivisionOverflow,
    Check::Shift,
    Check::ShiftBase,
    Check::FloatCast,
];

/// Whether one of the checks that CBMC gives these names may be this one. Assertions are never off. A name that is not known
/// may stand for anything.
pub fn may_be_off(names: &[String], check: Check) -> bool {
    if matches!(check, Check::Assert | Check::ReachError) {
        return false;
    }
    names.iter().any(|name| may_stand_for(name).contains(check))
}

/// The checks that a name may stand for.
fn may_stand_for(name: &str) -> CheckSet {
    let list: &[Check] = match name {
        // What a mark begins with, and no name.
        "?" => &[],
        "unsigned-overflow" => &[Check::UnsignedOverflow],
        // CBMC counts these among signed overflows.
        "signed-overflow" => &[Check::SignedOverflow, Check::DivisionOverflow, Check::ShiftBase],
        "div-by-zero" => &[Check::DivisionByZero],
        "undefined-shift" => &[Check::Shift, Check::ShiftBase],
        "pointer-overflow" => &[Check::PointerOverflow, Check::PointerCompare],
        "conversion" => &[Check::Conversion, Check::FloatCast, Check::InvalidValue],
        "float-overflow" | "nan" => &[Check::FloatCast],
        "float-div-by-zero" => &[Check::DivisionByZero],
        "enum-range" => &[Check::InvalidValue, Check::Conversion],
        "memory-leak" => &[Check::Leak, Check::LeakAtExit],
        "bounds" | "pointer" | "pointer-primitive" => {
            return CheckSet::all().minus(ARITHMETIC.iter().copied().collect());
        }
        _ => return CheckSet::all(),
    };
    list.iter().copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_apart() {
        let off = |names: &[&str], check| {
            may_be_off(&names.iter().map(|&n| n.to_owned()).collect::<Vec<_>>(), check)
        };
        assert!(off(&["nan", "signed-overflow"], Check::DivisionOverflow));
        assert!(!off(&["div-by-zero"], Check::DivisionOverflow));
        assert!(!off(&["pointer"], Check::Assert) && off(&["pointer"], Check::InvalidRead));
        assert!(!off(&["bounds"], Check::UnsignedOverflow) && off(&["bounds"], Check::ArrayBounds));
        assert!(off(&["?", "spam"], Check::InvalidRead) && !off(&["?"], Check::InvalidRead));
        assert!(!off(&[], Check::InvalidRead));
    }
}
