//! Verification witnesses of the software-verification competitions: their contents, formats 2.0 (YAML) and 1.0 (GraphML), and
//! the structure of C sources by which witnesses name places. All functions are from text to text.

pub mod graphml;
pub mod instrument;
pub mod invariants;
pub mod lex;
pub mod source;
pub mod yaml;

use crate::property::{Check, CheckSet, parse_property};

/// A place in a source.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Location {
    /// Name of the file, as the witness has it.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1; without one it is the leftmost place of the line that suits.
    pub column: Option<u32>,
    /// Offset of its first byte (format 1.0).
    pub offset: Option<u32>,
    /// The function around it.
    pub function: Option<String>,
}

/// How a branching goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Branch {
    /// The condition holds, or does not.
    Holds(bool),
    /// The value of a `switch`.
    Case(String),
    /// A `switch` has no case for the value.
    Default,
}

/// What has to happen at a place for a waypoint to be passed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Requirement {
    /// A C expression holds before the statement.
    Assumption(String),
    /// A branching goes on so.
    Branching(Branch),
    /// A function is called, of that name where it is known.
    Enter(Option<String>),
    /// A call returns a value for which this relation to a constant holds.
    Return {
        /// The function, where it is known.
        callee: Option<String>,
        /// `==`, `<`, ...
        relation: String,
        /// A constant C expression.
        value: String,
    },
    /// A function of the program returns (format 1.0 only).
    Leave(String),
    /// The property is violated.
    Target,
}

/// A step of a violation witness.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waypoint {
    /// What has to happen.
    pub requirement: Requirement,
    /// Where.
    pub location: Location,
    /// Whether it comes from an edge of an automaton (format 1.0), whose meaning is less precise.
    pub automaton: bool,
    /// By which thread, and which one it makes (format 1.0 only).
    pub thread: Option<u32>,
    /// See `thread`.
    pub creates: Option<u32>,
}

/// A part of a run: it ends by passing one waypoint and passes none of some others before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Segment {
    /// Waypoints that are not passed.
    pub avoid: Vec<Waypoint>,
    /// The one that ends the segment.
    pub follow: Waypoint,
}

/// An invariant of a correctness witness.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invariant {
    /// Whether it is one of the loop that begins at the place.
    pub of_loop: bool,
    /// The place: the first character of a statement, of a loop its keyword.
    pub location: Location,
    /// A C expression.
    pub expression: String,
}

/// What a witness is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// Runs that violate the property: the last segment ends with the target.
    Violation(Vec<Segment>),
    /// Why no run violates it.
    Correctness(Vec<Invariant>),
}

/// Who made a witness, when, and of what.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Metadata {
    /// Unique name of the witness.
    pub uuid: String,
    /// Date and time as in ISO 8601.
    pub creation_time: String,
    /// Name and version of the tool.
    pub producer: (String, String),
    /// Its command line.
    pub command_line: Option<String>,
    /// The files with their SHA-256 hashes.
    pub inputs: Vec<(String, String)>,
    /// The property.
    pub specification: String,
    /// Width of a pointer: 32 or 64.
    pub pointer_bits: u32,
}

/// A witness.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    /// Its origin.
    pub metadata: Metadata,
    /// What it says.
    pub content: Content,
}

/// What a text of a property that is none of the competitions' begins with, before the name of a check.
const OWN: &str = "G ! ";

/// The specification that a violated check violates: the competitions' where they have one.
pub fn specification(entry: &str, check: Check) -> String {
    use Check as C;
    let formula = match check {
        C::ReachError => "G ! call(reach_error())".to_owned(),
        C::SignedOverflow | C::DivisionOverflow | C::ShiftBase => "G ! overflow".to_owned(),
        C::InvalidRead | C::InvalidWrite | C::NullDeref | C::UseAfterFree | C::UseAfterReturn => {
            "G valid-deref".to_owned()
        }
        C::DoubleFree | C::InvalidFree => "G valid-free".to_owned(),
        C::Leak => "G valid-memtrack".to_owned(),
        C::LeakAtExit => "G valid-memcleanup".to_owned(),
        C::Race => "G ! data-race".to_owned(),
        other => format!("{OWN}{}", other.name()),
    };
    format!("CHECK( init({entry}()), LTL({formula}) )")
}

/// The checks that a specification asks for, and the function where runs begin; `None` where it is not understood.
pub fn checks_of(specification: &str) -> Option<(CheckSet, String)> {
    // Several in one text stand one after the other.
    let lines = specification.replace(") CHECK", ")\nCHECK").replace(")CHECK", ")\nCHECK");
    if let Ok(property) = parse_property(&lines) {
        return Some((property.checks, property.entry));
    }
    let (entry, formula) = specification.split_once("init(")?.1.split_once("LTL(")?;
    let entry = entry.split(['(', ')']).next()?.trim().to_owned();
    let name = formula.trim().strip_prefix(OWN)?.split(')').next()?.trim();
    CheckSet::parse(name).ok().map(|checks| (checks, entry))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specifications_are_understood_again() {
        for check in Check::ALL.iter().copied().filter(|c| *c != Check::Ltl) {
            let text = specification("f", check);
            let (checks, entry) = checks_of(&text).unwrap_or_else(|| panic!("{text}"));
            assert!(checks.contains(check), "{text}");
            assert_eq!(entry, "f", "{text}");
        }
        assert_eq!(checks_of("CHECK( init(main()), LTL(G something) )"), None);
    }
}
