//! Exit codes.

use crate::verify::Outcome;

/// The answer is yes: no run violates a check, all is answered, it is accepted.
pub const TRUE: i32 = 0;

/// A fault of our own; a certificate that is refused.
pub const FAULT: i32 = 1;

/// A mistake in options or inputs.
pub const MISTAKE: i32 = 2;

/// A run violates a check.
pub const FALSE: i32 = 10;

/// There is no answer.
pub const UNKNOWN: i32 = 20;

/// The code of an outcome.
pub fn of(outcome: Outcome) -> i32 {
    match outcome {
        Outcome::True => TRUE,
        Outcome::False => FALSE,
        Outcome::Unknown => UNKNOWN,
    }
}
