//! Symbols of SMT-LIB: which names are valid unquoted, and how the others are written.

use std::fmt::Write;

/// Words with a meaning of their own in the language or its bit-vector and array theories, sorted.
const RESERVED: &[&str] = &[
    "!",
    "*",
    "+",
    "-",
    "/",
    "<",
    "<=",
    "=",
    "=>",
    ">",
    ">=",
    "Array",
    "BINARY",
    "BitVec",
    "Bool",
    "DECIMAL",
    "HEXADECIMAL",
    "Int",
    "NUMERAL",
    "Real",
    "STRING",
    "_",
    "and",
    "as",
    "assert",
    "bv2int",
    "bv2nat",
    "check-sat",
    "concat",
    "const",
    "declare-const",
    "declare-fun",
    "define-fun",
    "distinct",
    "div",
    "exists",
    "extract",
    "false",
    "forall",
    "if",
    "iff",
    "implies",
    "int2bv",
    "ite",
    "lambda",
    "let",
    "match",
    "mod",
    "not",
    "or",
    "par",
    "pop",
    "push",
    "repeat",
    "rotate_left",
    "rotate_right",
    "select",
    "set-info",
    "set-logic",
    "set-option",
    "sign_extend",
    "store",
    "true",
    "xor",
    "zero_extend",
];

/// The SMT-LIB symbol (without quotes) of an ILR name: the name itself where that is possible.
/// Distinct names give distinct symbols, and none begins with `$` and a letter or digit.
pub fn symbol(name: &str) -> String {
    let printable = |c: char| (' '..='~').contains(&c) && c != '|' && c != '\\';
    let taken = name.is_empty()
        || name.starts_with(['$', '.', '@', '%'])
        || name.starts_with("bv")
        || RESERVED.binary_search(&name).is_ok();
    if !taken && name.chars().all(printable) {
        return name.to_owned();
    }
    let mut symbol = String::from("$.");
    for c in name.chars() {
        if printable(c) && c != '%' {
            symbol.push(c);
        } else {
            write!(symbol, "%{:x}.", c as u32).expect("strings take anything");
        }
    }
    symbol
}

/// Writes a symbol, between bars if its characters require it.
pub fn quoted(symbol: &str) -> std::borrow::Cow<'_, str> {
    let simple = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    let plain = !symbol.is_empty()
        && !symbol.starts_with(|c: char| c.is_ascii_digit())
        && symbol.chars().all(simple)
        && RESERVED.binary_search(&symbol).is_err();
    if plain { symbol.into() } else { format!("|{symbol}|").into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_names_become_symbols() {
        assert!(RESERVED.is_sorted());
        for (name, expected) in [
            ("x", "x"),
            ("main.i#2", "|main.i#2|"),
            ("a b", "|a b|"),
            ("2x", "|2x|"),
            ("let", "$.let"),
            ("bvadd", "$.bvadd"),
            ("", "$."),
            ("$1", "$.$1"),
            ("a|b", "$.a%7c.b"),
            ("ü%", "$.%fc.%25."),
        ] {
            assert_eq!(quoted(&symbol(name)), expected, "{name}");
        }
    }
}
