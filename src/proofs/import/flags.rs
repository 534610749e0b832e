//! What the options of CBMC are here.

use std::collections::BTreeSet;

/// Checks of CBMC 6 that are on without an option, and those that it has besides, by the words of `--check` here.
const CHECKS: &[(&str, &str, bool)] = &[
    ("bounds-check", "bounds", true),
    ("pointer-check", "memory", true),
    ("div-by-zero-check", "division-by-zero", true),
    ("signed-overflow-check", "overflow", true),
    ("undefined-shift-check", "shift", true),
    ("unsigned-overflow-check", "unsigned-overflow", false),
    ("conversion-check", "conversion", false),
    ("pointer-overflow-check", "pointer-overflow", false),
    ("memory-leak-check", "leak", false),
    ("memory-cleanup-check", "memcleanup", false),
];

/// What is checked beside the above: what CBMC has as assertions of the program or of its library.
const ALWAYS: &[&str] = &["assert", "unreachable"];

/// Checks of CBMC that have no counterpart.
const UNCHECKED: &[&str] = &[
    "float-overflow-check",
    "float-div-by-zero-check",
    "nan-check",
    "enum-range-check",
    "pointer-primitive-check",
];

/// Options that have no meaning here: about its solver, its output and the size of its formulas.
const MEANINGLESS: &[&str] = &[
    "flush",
    "trace",
    "xml-ui",
    "json-ui",
    "verbosity",
    "slice-formula",
    "external-sat-solver",
    "sat-solver",
    "smt2",
    "z3",
    "cvc5",
    "bitwuzla",
    "boolector",
    "refine",
    "refine-arrays",
    "refine-arithmetic",
    "arrays-uf-always",
    "arrays-uf-never",
    "no-array-field-sensitivity",
    "max-field-sensitivity-array-size",
    "reachability-slice",
    "drop-unused-functions",
    "slice-global-inits",
    "no-self-loops-to-assumptions",
    "beautify",
    "malloc-fail-null",
    "validate-goto-model",
    "validate-ssa-equation",
    "localize-faults",
    "object-bits",
    "unwind",
    "unwindset",
    "malloc-may-fail",
    "no-malloc-may-fail",
    "standard-checks",
    "no-standard-checks",
    "unwinding-assertions",
    "no-unwinding-assertions",
    "32",
    "64",
];

/// Options that have a value.
const WITH_VALUE: &[&str] = &[
    "verbosity",
    "external-sat-solver",
    "sat-solver",
    "max-field-sensitivity-array-size",
    "object-bits",
    "unwind",
    "unwindset",
    "depth",
    "nondet-static-exclude",
    "restrict-function-pointer",
    "arch",
    "os",
];

/// What options of CBMC ask for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Flags {
    /// The words of `--check`.
    pub checks: Vec<&'static str>,
    /// Options of CBMC about checks that have no counterpart.
    pub unchecked: BTreeSet<String>,
    /// Options that are not understood.
    pub unknown: Vec<String>,
    /// Whether allocation may fail.
    pub malloc_may_fail: bool,
    /// Whether a run that goes beyond a bound is a failure.
    pub unwinding_assertions: bool,
    /// Bits of the number of an object in a pointer.
    pub object_bits: Option<u32>,
    /// 32-bit or 64-bit pointers, where it is said.
    pub model: Option<u32>,
    /// Pairs of loops with bounds.
    pub unwindset: Vec<String>,
}

impl Flags {
    /// Reads words of a command line of CBMC 6.
    pub fn read(words: &[String]) -> Flags {
        let standard = !words.iter().any(|word| word == "--no-standard-checks");
        let mut on: BTreeSet<&str> =
            CHECKS.iter().filter(|(_, _, default)| *default && standard).map(|(name, ..)| *name).collect();
        let mut flags =
            Flags { malloc_may_fail: standard, unwinding_assertions: standard, ..Flags::default() };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let Some(option) = word.strip_prefix("--") else {
                flags.unknown.push(word.clone());
                continue;
            };
            let (option, attached) = match option.split_once('=') {
                Some((option, value)) => (option, Some(value.to_owned())),
                None => (option, None),
            };
            let value =
                if WITH_VALUE.contains(&option) { attached.or_else(|| words.next().cloned()) } else { None };
            let known = |name: &str| CHECKS.iter().map(|(check, ..)| *check).find(|check| *check == name);
            if let Some(check) = known(option) {
                on.insert(check);
            } else if let Some(check) = option.strip_prefix("no-").and_then(known) {
                on.remove(check);
            } else if UNCHECKED.contains(&option) {
                flags.unchecked.insert(option.to_owned());
            } else if option.strip_prefix("no-").is_some_and(|name| UNCHECKED.contains(&name)) {
                flags.unchecked.remove(option.trim_start_matches("no-"));
            } else if MEANINGLESS.contains(&option) {
                flags.take(option, value);
            } else {
                let value = value.map_or(String::new(), |value| format!(" {value}"));
                flags.unknown.push(format!("--{option}{value}"));
            }
        }
        flags.checks = ALWAYS.to_vec();
        flags.checks.extend(CHECKS.iter().filter(|(name, ..)| on.contains(name)).map(|(_, word, _)| *word));
        flags
    }

    /// Notes an option that is no check.
    fn take(&mut self, option: &str, value: Option<String>) {
        match option {
            "malloc-may-fail" => self.malloc_may_fail = true,
            "no-malloc-may-fail" => self.malloc_may_fail = false,
            "unwinding-assertions" => self.unwinding_assertions = true,
            "no-unwinding-assertions" => self.unwinding_assertions = false,
            "object-bits" => self.object_bits = value.and_then(|bits| bits.parse().ok()),
            "unwindset" => self.unwindset.extend(value.iter().flat_map(|v| v.split(',')).map(str::to_owned)),
            "32" => self.model = Some(32),
            "64" => self.model = Some(64),
            _ => {}
        }
    }

    /// The largest object that CBMC allocates, in bytes: it has so many bits for an offset, one of them for the sign.
    pub fn max_object(&self) -> Option<u64> {
        let offset = self.model.unwrap_or(64).checked_sub(self.object_bits? + 1)?;
        1u64.checked_shl(offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Flags {
        Flags::read(&text.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn checks_are_those_of_cbmc() {
        let standard = ["assert", "unreachable", "bounds", "memory", "division-by-zero", "overflow", "shift"];
        assert_eq!(read("").checks, standard);
        assert!(read("").malloc_may_fail && read("").unwinding_assertions);
        let more = read("--no-pointer-check --unsigned-overflow-check --conversion-check --no-shift-check");
        let words = ["bounds", "division-by-zero", "overflow", "shift", "unsigned-overflow", "conversion"];
        assert_eq!(more.checks[2..], words);
        assert_eq!(more.unknown, ["--no-shift-check"]);
        let bare = read("--no-standard-checks --bounds-check --malloc-fail-null");
        assert_eq!(bare.checks, ["assert", "unreachable", "bounds"]);
        assert!(!bare.malloc_may_fail && !bare.unwinding_assertions);
    }

    #[test]
    fn values_belong_to_their_options() {
        let flags = read(
            "--flush --object-bits 8 --unwindset f.0:3,g.1:4 --unwind 1 --depth 10 --nan-check --no-malloc-may-fail",
        );
        assert_eq!(flags.max_object(), Some(1 << 55));
        assert_eq!(flags.unwindset, ["f.0:3", "g.1:4"]);
        assert_eq!(flags.unknown, ["--depth 10"]);
        assert_eq!(flags.unchecked.into_iter().collect::<Vec<_>>(), ["nan-check"]);
        assert!(!flags.malloc_may_fail);
        assert_eq!(read("--32 --object-bits 8").max_object(), Some(1 << 23));
        assert_eq!(read("--object-bits 64").max_object(), None);
    }
}
