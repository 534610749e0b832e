//! Sets of checks, and the words of `--check`.

use super::Check;

/// A set of [`Check`]s.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CheckSet(u64);

// One bit for every check.
const _: () = assert!(Check::ALL.len() <= 64);

/// Names of groups with their members. A check may be in several groups.
const GROUPS: &[(&str, &[Check])] = &[
    ("assert", &[Check::Assert, Check::ReachError]),
    (
        "memory",
        &[
            Check::InvalidRead,
            Check::InvalidWrite,
            Check::NullDeref,
            Check::UseAfterFree,
            Check::UseAfterReturn,
            Check::DoubleFree,
            Check::InvalidFree,
            Check::Overlap,
            Check::NonnullArg,
            Check::InvalidCall,
        ],
    ),
    ("calls", &[Check::CallMismatch, Check::ArgumentMismatch]),
    // The result of a left shift is included: C11 6.5.7p4 leaves it undefined if the type cannot represent it.
    ("overflow", &[Check::SignedOverflow, Check::DivisionOverflow, Check::ShiftBase]),
    ("unsigned-overflow", &[Check::UnsignedOverflow]),
    ("division", &[Check::DivisionByZero, Check::DivisionOverflow]),
    ("shift", &[Check::Shift, Check::ShiftBase]),
    ("bounds", &[Check::ArrayBounds, Check::NegativeVla]),
    ("leak", &[Check::Leak]),
    ("memcleanup", &[Check::LeakAtExit]),
    ("uninit", &[Check::Uninit]),
    ("unreachable", &[Check::Unreachable, Check::MissingReturn, Check::Trap]),
    ("value", &[Check::InvalidValue, Check::FloatCast]),
    ("conversion", &[Check::Conversion]),
    ("alignment", &[Check::Misaligned]),
    ("pointer", &[Check::PointerOverflow, Check::PointerCompare]),
    ("poison", &[Check::Poison]),
    ("exceptions", &[Check::UncaughtException, Check::Terminate]),
    ("race", &[Check::Race]),
    ("deadlock", &[Check::Deadlock]),
    ("threads", &[Check::ThreadMisuse]),
    ("ltl", &[Check::Ltl]),
    ("termination", &[Check::Termination]),
];

/// The groups of `default`: whatever is a bug in C on every platform. Unsigned arithmetic may wrap in C. Leaks,
/// uninitialised values that decide nothing, and promises that only LLVM's flags make are checked on request.
const DEFAULT: &[&str] = &[
    "assert",
    "memory",
    "calls",
    "overflow",
    "division",
    "shift",
    "bounds",
    "unreachable",
    "value",
    "exceptions",
    "deadlock",
    "threads",
];

/// A word of `--check` that names no check.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown check '{word}'; known are: {}", CheckSet::known_words().join(", "))]
pub struct UnknownCheck {
    /// The word.
    pub word: String,
}

impl CheckSet {
    /// No check.
    pub const EMPTY: CheckSet = CheckSet(0);

    /// Every check.
    pub fn all() -> CheckSet {
        Check::ALL.iter().copied().collect()
    }

    /// Everything that is a bug in C: assertions, memory, signed overflow, division, shift, bounds, unreachable code,
    /// invalid values of a type.
    pub fn c_default() -> CheckSet {
        DEFAULT.iter().filter_map(|g| CheckSet::group(g)).fold(CheckSet::EMPTY, CheckSet::union)
    }

    /// Members of the group with that name.
    pub fn group(name: &str) -> Option<CheckSet> {
        let (_, members) = GROUPS.iter().find(|g| g.0 == name)?;
        Some(members.iter().copied().collect())
    }

    /// Meaning of a single word: a group, `default`, `all`, `none` or the name of one check. A name of both a group and
    /// a check means the group.
    fn word(word: &str) -> Option<CheckSet> {
        match word {
            "default" => Some(CheckSet::c_default()),
            // Not every program has a formula, and many are not meant to terminate.
            "all" => Some(CheckSet::all().minus([Check::Ltl, Check::Termination].into_iter().collect())),
            "none" => Some(CheckSet::EMPTY),
            _ => CheckSet::group(word).or_else(|| Check::by_name(word).map(|c| [c].into_iter().collect())),
        }
    }

    /// All words of `--check`: `default`, `all` and `none`, the groups, then the names of single checks.
    pub fn known_words() -> Vec<&'static str> {
        let mut words = vec!["default", "all", "none"];
        words.extend(GROUPS.iter().map(|g| g.0));
        for c in Check::ALL {
            if !words.contains(&c.name()) {
                words.push(c.name());
            }
        }
        words
    }

    /// Parses a comma-separated list of words from left to right. A word with `-` before it removes its checks. A list
    /// that begins with such a word starts from `default`.
    ///
    /// # Errors
    /// If a word names no check; the error contains the word and lists all valid ones.
    pub fn parse(list: &str) -> Result<CheckSet, UnknownCheck> {
        let mut set = CheckSet::EMPTY;
        for (i, item) in list.split(',').map(str::trim).enumerate() {
            let (minus, word) = match item.strip_prefix('-') {
                Some(rest) => (true, rest),
                None => (false, item),
            };
            let members = CheckSet::word(word).ok_or_else(|| UnknownCheck { word: word.to_owned() })?;
            if minus && i == 0 {
                set = CheckSet::c_default();
            }
            set = if minus { set.minus(members) } else { set.union(members) };
        }
        Ok(set)
    }

    /// Whether the check is in the set.
    #[inline]
    pub fn contains(self, check: Check) -> bool {
        self.0 >> check as u32 & 1 == 1
    }

    /// Whether the set has no member.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of members.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Adds a check.
    pub fn insert(&mut self, check: Check) {
        self.0 |= 1 << check as u32;
    }

    /// Takes a check away.
    pub fn remove(&mut self, check: Check) {
        self.0 &= !(1 << check as u32);
    }

    /// Members of one of the two.
    #[must_use]
    pub fn union(self, other: CheckSet) -> CheckSet {
        CheckSet(self.0 | other.0)
    }

    /// Members of both.
    #[must_use]
    pub fn intersection(self, other: CheckSet) -> CheckSet {
        CheckSet(self.0 & other.0)
    }

    /// Members that the other does not have.
    #[must_use]
    pub fn minus(self, other: CheckSet) -> CheckSet {
        CheckSet(self.0 & !other.0)
    }

    /// The members, in declaration order.
    pub fn iter(self) -> impl Iterator<Item = Check> {
        Check::ALL.iter().copied().filter(move |&c| self.contains(c))
    }
}

impl FromIterator<Check> for CheckSet {
    fn from_iter<I: IntoIterator<Item = Check>>(checks: I) -> CheckSet {
        let mut set = CheckSet::EMPTY;
        for c in checks {
            set.insert(c);
        }
        set
    }
}

impl std::str::FromStr for CheckSet {
    type Err = UnknownCheck;

    fn from_str(list: &str) -> Result<CheckSet, UnknownCheck> {
        CheckSet::parse(list)
    }
}

impl std::fmt::Display for CheckSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, c) in self.iter().enumerate() {
            write!(f, "{}{c}", if i > 0 { "," } else { "" })?;
        }
        Ok(())
    }
}

impl std::fmt::Debug for CheckSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_signs() {
        let cases = [
            ("assert", "assert,reach-error"),
            ("overflow", "signed-overflow,division-overflow,shift-base"),
            ("overflow,-division", "signed-overflow,shift-base"),
            ("leak, memcleanup", "memory-leak,memory-not-freed"),
            ("over-shift", "over-shift"),
            ("all,-all,trap", "trap"),
            ("none", ""),
        ];
        for (list, members) in cases {
            assert_eq!(CheckSet::parse(list).unwrap().to_string(), members, "{list}");
        }
        assert_eq!(CheckSet::parse("default").unwrap(), CheckSet::c_default());
        assert_eq!(CheckSet::parse("-shift").unwrap(), CheckSet::parse("default,-shift").unwrap());
        let e = CheckSet::parse("assert,spam").unwrap_err().to_string();
        assert!(e.starts_with("unknown check 'spam'; known are: default, all, none, assert, memory"), "{e}");
    }

    #[test]
    fn every_check_is_in_a_group_and_names_are_distinct() {
        for &c in Check::ALL {
            assert!(GROUPS.iter().any(|g| g.1.contains(&c)), "{c:?}");
            assert_eq!(Check::by_name(c.name()), Some(c));
            // Printing and parsing a set is the identity unless a group has the same name.
            let set: CheckSet = [c].into_iter().collect();
            let back = CheckSet::parse(&set.to_string()).unwrap();
            assert!(back == set || GROUPS.iter().any(|g| g.0 == c.name()), "{c:?}");
        }
    }

    #[test]
    fn default_leaves_out_what_c_allows() {
        let set = CheckSet::c_default();
        for c in [
            Check::UnsignedOverflow,
            Check::Uninit,
            Check::Leak,
            Check::LeakAtExit,
            Check::Poison,
            Check::Race,
        ] {
            assert!(!set.contains(c), "{c:?}");
        }
        assert!(set.contains(Check::Unreachable) && set.contains(Check::NullDeref));
    }
}
