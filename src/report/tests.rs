//! Names of parts and values, on types made by hand.

use super::layout::{Want, leaves, locate};
use super::value::{float, input, scalar};
use crate::base::Bits;
use crate::program::{DebugType, DebugTypeId, Encoding, Member, Program, Target};

fn basic(name: &str, bits: u64, encoding: Encoding) -> DebugType {
    DebugType::Basic { name: name.to_owned(), bits, encoding }
}

fn member(name: &str, bit_offset: u64, bit_size: u64, ty: usize) -> Member {
    Member { name: name.to_owned(), bit_offset, bit_size, ty: Some(DebugTypeId::new(ty)) }
}

fn record(bits: u64, union: bool, members: Vec<Member>) -> DebugType {
    DebugType::Record { name: String::new(), bits, members, union }
}

const INT: usize = 0;
const CHAR: usize = 1;
const CHARS: usize = 2;
const OUTER: usize = 4;
const FLAGS: usize = 5;
const COLOUR: usize = 6;
const BYTE: usize = 7;
const DERIVED: usize = 8;

/// `struct { int n; struct { int x; char s[4]; } inner[2]; union { int i; char b[4]; }; }` and others.
fn program() -> Program {
    let id = |i| Some(DebugTypeId::new(i));
    let debug_types = vec![
        basic("int", 32, Encoding::Signed),
        basic("char", 8, Encoding::SignedChar),
        DebugType::Array(id(CHAR), Some(4)),
        record(64, false, vec![member("x", 0, 32, INT), member("s", 32, 32, CHARS)]),
        record(
            192,
            false,
            vec![member("n", 0, 32, INT), member("inner", 32, 128, 9), member("", 160, 32, 10)],
        ),
        record(32, false, vec![member("a", 0, 3, INT), member("b", 3, 5, INT)]),
        DebugType::Enum { name: "colour".to_owned(), bits: 32, values: vec![("RED".to_owned(), 0)] },
        DebugType::Named("int8_t".to_owned(), id(CHAR)),
        record(256, false, vec![member("", 0, 0, OUTER), member("own", 192, 32, INT)]),
        DebugType::Array(id(3), Some(2)),
        record(32, true, vec![member("i", 0, 32, INT), member("b", 0, 32, CHARS)]),
    ];
    Program { debug_types, ..Program::new(Target::plain(64)) }
}

#[test]
fn places_have_the_names_of_their_parts() {
    let p = program();
    for (ty, off, want, expected) in [
        (OUTER, 0, Want::Any, "v"),
        (OUTER, 0, Want::Type(DebugTypeId::new(INT)), "v.n"),
        (OUTER, 4, Want::Any, "v.inner"),
        (OUTER, 4, Want::Bytes(8), "v.inner[0]"),
        (OUTER, 4, Want::Bytes(4), "v.inner[0].x"),
        (OUTER, 17, Want::Any, "v.inner[1].s[1]"),
        (OUTER, 20, Want::Type(DebugTypeId::new(INT)), "v.i"),
        (OUTER, 24, Want::Any, "v+24"),
        (OUTER, -4, Want::Any, "v-4"),
        (OUTER, 5, Want::Any, "v+5"),
        (CHARS, 4, Want::Any, "v[4]"),
        (CHARS, -1, Want::Any, "v[-1]"),
        (DERIVED, 8, Want::Bytes(4), "v.inner[0].s"),
    ] {
        assert_eq!(locate(&p, "v", Some(DebugTypeId::new(ty)), off, want), expected, "{off} {want:?}");
    }
    assert_eq!(locate(&p, "v", None, 3, Want::Any), "v+3");
}

#[test]
fn accesses_are_told_as_the_scalars_they_touch() {
    let p = program();
    for (ty, range, expected) in [
        (OUTER, 0..32, "v.n"),
        (OUTER, 0..64, "v.n v.inner[0].x"),
        (OUTER, 160..192, "v.i"),
        (OUTER, 168..176, "v.b[1]"),
        (FLAGS, 0..8, "v.a v.b"),
        (CHARS, 16..64, "v[2] v[3]"),
        (INT, 8..16, "v"),
        (DERIVED, 0..32, "v.n"),
    ] {
        let found = leaves(&p, "v", DebugTypeId::new(ty), range.clone());
        let paths: Vec<String> = found.into_iter().map(|l| l.path).collect();
        assert_eq!(paths.join(" "), expected, "{range:?}");
    }
}

#[test]
fn values_read_as_their_types() {
    let p = program();
    for (ty, width, bits, expected) in [
        (INT, 32, 0xffff_fffe, "-2"),
        (INT, 5, 0x1f, "-1"),
        (CHAR, 8, 97, "'a'"),
        (CHAR, 8, 10, "'\\n'"),
        (CHAR, 8, 200, "-56"),
        (CHAR, 32, 97, "'a'"),
        (BYTE, 8, 97, "97"),
        (COLOUR, 32, 0, "RED"),
        (COLOUR, 32, 7, "7"),
    ] {
        assert_eq!(scalar(&p, &Bits::new(width, bits), Some(DebugTypeId::new(ty))), expected);
    }
    for (what, width, bits, expected) in [
        ("__VERIFIER_nondet_uint", 32, 0xffff_ffff, "4294967295"),
        ("__VERIFIER_nondet_int", 32, 0xffff_ffff, "-1"),
        ("nondet_bool", 1, 1, "true"),
        ("__VERIFIER_nondet_size_t", 64, 3, "3"),
        ("__VERIFIER_nondet_int8_t", 8, 255, "-1"),
        ("__VERIFIER_nondet_char", 8, 120, "'x'"),
        ("__VERIFIER_nondet_float", 32, 0x3fc0_0000, "1.5"),
    ] {
        assert_eq!(input(what, &Bits::new(width, bits)), expected, "{what}");
    }
    assert_eq!(float(&Bits::new(16, 0x3e00)), "1.5");
}
