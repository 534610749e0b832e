//! Names that verifiers reserve in the programs that they check.

/// Prefixes of such names: of CBMC, ESBMC, SV-COMP, LLBMC, SeaHorn, IKOS, SMACK.
const NAME_SPACES: [&str; 7] =
    ["__CPROVER_", "__ESBMC_", "__VERIFIER_", "__llbmc_", "__SEA_", "__ikos_", "__SMACK_"];

/// Whether a name belongs to the name space of a verifier, which may give it any meaning. If it has none here, it is
/// not an ordinary name.
pub fn is_reserved(name: &str) -> bool {
    NAME_SPACES.iter().any(|space| name.starts_with(space))
}

/// Whether a global variable with that name belongs to a verifier. SV-COMP's name space contains functions only.
pub fn is_reserved_variable(name: &str, defined: bool) -> bool {
    is_reserved(name) && !(defined && name.starts_with("__VERIFIER_"))
}

/// Whether a label with that name means something to a verifier. A label that only hides code from traces
/// (`__CPROVER_HIDE`) is ordinary.
pub fn is_reserved_label(name: &str) -> bool {
    is_reserved(name)
        && !NAME_SPACES.iter().any(|s| name.strip_prefix(s).is_some_and(|r| r.starts_with("HIDE")))
}

/// Beginning of the name of a harness that checks the contract of a function.
pub const CONTRACT: &str = "__bmc_contract_of_";

/// Beginning of the name of a harness whose assertion fails if some run is as a contract requires.
pub const REQUIRED: &str = "__bmc_required_of_";

/// Beginning of the name of what is called instead of a function that is replaced by its contract.
pub const PROMISE: &str = "__bmc_promise_of_";

/// Beginning of the name by which a harness calls such a function itself.
pub const ORIGINAL: &str = "__bmc_original_of_";

/// Functions that mark where they were called, for `longjmp`.
pub const SETJMP: [&str; 4] = ["setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp"];

/// The function whose contract a harness of that name is about.
pub fn contracted(harness: &str) -> Option<&str> {
    [CONTRACT, REQUIRED].iter().find_map(|prefix| harness.strip_prefix(prefix))
}

/// Beginning of the names that goto-cc, CBMC's compiler, gives to static functions.
pub const FILE_LOCAL: &str = "__CPROVER_file_local_";

/// The name that goto-cc gives to a static function of a file.
pub fn file_local_name(file: &str, function: &str) -> String {
    let file = file.rsplit('/').next().unwrap_or_default();
    let file: String = file.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    format!("{FILE_LOCAL}{file}_{function}")
}

/// Name of a function in C and in the source. For a C++ function outside of namespaces and classes (Itanium ABI: `_Z`,
/// length, name, parameter types) it is the name without parameters; for others the symbol.
pub fn plain_name(symbol: &str) -> &str {
    let Some(rest) = symbol.strip_prefix("_Z") else { return symbol };
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let length = rest[..digits].parse::<usize>().ok();
    length.and_then(|n| rest[digits..].get(..n)).unwrap_or(symbol)
}

/// Beginning of the names of the functions that the front end calls where the outside of a program gives it a value. What gives it
/// follows, and the type behind a dot.
pub const OUTSIDE: &str = "__bmc_outside_";

/// What gives a value, by the name of the function that stands for it.
pub fn outside_words(name: &str) -> Option<&'static str> {
    let (kind, _) = name.strip_prefix(OUTSIDE)?.split_once('.')?;
    Some(match kind {
        "assembly" => "output of assembly",
        "volatile" => "read of volatile memory",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_labels() {
        assert!(
            is_reserved("__CPROVER_overflow_shl") && is_reserved("__ESBMC_foo") && is_reserved("__SEA_x")
        );
        assert!(!is_reserved("__CPROVERfoo") && !is_reserved("CPROVER_foo") && !is_reserved("verifier"));
        assert!(is_reserved_label("__CPROVER_ASYNC_1") && !is_reserved_label("__ESBMC_HIDE"));
        assert!(!is_reserved_label("__VERIFIER_HIDE2") && !is_reserved_label("HIDE"));
        assert!(
            is_reserved_variable("__VERIFIER_state", false)
                && !is_reserved_variable("__VERIFIER_state", true)
        );
        assert!(is_reserved_variable("__CPROVER_rounding_mode", true));
    }

    #[test]
    fn file_local_names() {
        assert_eq!(file_local_name("a/hash-table.c", "s_find"), "__CPROVER_file_local_hash_table_c_s_find");
    }

    #[test]
    fn plain_names() {
        assert_eq!(plain_name("_Z16__CPROVER_assumeb"), "__CPROVER_assume");
        assert_eq!(plain_name("__CPROVER_assume"), "__CPROVER_assume");
        for symbol in ["_Z", "_Z9", "_Z99short", "_ZN1a1bEv", "_Z99999999999999999999999x"] {
            assert_eq!(plain_name(symbol), symbol);
        }
    }
}
