//! Effort: the cost of work, counted and not measured. Whoever divides work between two ways counts what each has cost, so that a
//! run takes the same way on every machine and under any load. The weights are about the nanoseconds that a core of the
//! development machine takes (`docs/decisions/determinism.md`).

/// Effort of about a second.
pub const SECOND: u64 = 1_000_000_000;

/// An instruction that the bounded engine evaluates, without its terms.
pub const INSTRUCTION: u64 = 60;

/// An application of an operator that the builder of terms is asked for.
pub const REQUEST: u64 = 45;

/// A term that such a request has made, with the memory that it stays in.
pub const MADE: u64 = 300;

/// A term that is met where it is looked for what terms are made of, or where terms are substituted.
pub const VISIT: u64 = 150;

/// A term that the built-in solver makes edges of, without its gates.
pub const TERM: u64 = 100;

/// A node of the and-inverter graph, with its clauses.
pub const GATE: u64 = 400;

/// An entry of a table or a layer of an array that a read is compared with.
pub const ENTRY: u64 = 10;

/// A node whose value is computed under a model.
pub const VALUE: u64 = 20;

/// A cache line that CaDiCaL visits in its search, as it counts them itself.
pub const SAT_TICK: u64 = 25;

/// A word or an edge that the order theory visits.
pub const ORDER: u64 = 2;

/// A conflict of CaDiCaL's: its analysis, and its share of what follows from it between searches.
pub const CONFLICT: u64 = 8_000;

/// A variable of CaDiCaL's that is new in a search of at least [`SIMPLIFYING`] conflicts, which simplifies the clauses. CaDiCaL does
/// not count what that costs.
pub const SIMPLIFY: u64 = 10_000;

/// See [`SIMPLIFY`].
pub const SIMPLIFYING: u64 = 300;

/// What is left of an effort of which so much is spent; with no limit, none is left to be kept.
pub fn left(most: Option<u64>, spent: u64) -> Option<u64> {
    most.map(|most| most.saturating_sub(spent))
}
