//! Rules in tables: terms in short text, made plainly and through the builder.

use bmc::internals::ilr::text::{parse_term, print};
use bmc::internals::ilr::{Op, Sort, Term, TermStore};
use bmc::internals::rewrite::Builder;

/// A term with its operands nested, as `parse_term` reads it.
pub fn tree(s: &TermStore, t: Term) -> String {
    match s.op(t) {
        Op::Var | Op::True | Op::False | Op::Const => {
            print(s, &[t]).trim_start_matches("root ").trim_end().to_owned()
        }
        op => {
            let mut out = format!("({} {}", op.name(), s.sort(t));
            for &a in &s.args(t) {
                out += &format!(" {}", tree(s, a));
            }
            if op == Op::Extract {
                let (hi, lo) = s.extract_range(t);
                out += &format!(" {hi} {lo}");
            }
            out + ")"
        }
    }
}

/// Shorthands in the tables: `p q r g` are bool, `s t` are one bit, `x y z` are i8, `u v` are i16, `w` is i32, `m n`
/// are memories of 32-bit addresses, `a b` of 8-bit addresses; `h` is the empty heap, `f` any heap.
pub fn expand(text: &str) -> String {
    let mut out = String::new();
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        if c.is_ascii_alphanumeric() || matches!(c, '_' | ':' | '-') {
            word.push(c);
            continue;
        }
        match word.as_str() {
            "p" | "q" | "r" | "g" => out += &format!("{word}:bool"),
            "x" | "y" | "z" => out += &format!("{word}:i8"),
            "s" | "t" => out += &format!("{word}:i1"),
            "u" | "v" => out += &format!("{word}:i16"),
            "w" => out += "w:i32",
            "m" | "n" => out += &format!("{word}:[i32 -> i8]"),
            "a" | "b" => out += &format!("{word}:[i8 -> i8]"),
            "h" => out += "(heap_empty heap8)",
            "f" => out += "f:heap8",
            _ => out += &word,
        }
        word.clear();
        out.push(c);
    }
    out.trim_end().to_owned()
}

/// The term that a short text means, made plainly.
pub fn read(store: &mut TermStore, text: &str) -> Term {
    parse_term(store, &expand(text)).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// Makes the variables in a fixed order, so that the canonical order of operands is fixed, too.
pub fn declare(b: &mut Builder) {
    for name in ["p", "q", "r", "g"] {
        b.var(name, Sort::Bool);
    }
    for name in ["x", "y", "z"] {
        b.var(name, Sort::Bv(8));
    }
}

/// The term made through the builder.
#[allow(dead_code, reason = "not every test builds without more ado")]
pub fn build(b: &mut Builder, plain: &TermStore, t: Term) -> Term {
    declare(b);
    b.import(plain, &[t])[0]
}
