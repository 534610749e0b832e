//! The front end: each file of `tests/frontend` is imported and its printed program compared with the
//! accepted one (`INSTA_UPDATE=always cargo test --test frontend` accepts). Header lines of a file choose
//! options: `args: -m32 -DX`, `ubsan: shift,...`, `promote: no`.

use std::path::PathBuf;

use bmc::internals::frontend::{FrontendError, Options, Sanitizer, load};
use bmc::internals::program::Program;

const SANITIZERS: &[Sanitizer] = &[
    Sanitizer::Shift,
    Sanitizer::ArrayBounds,
    Sanitizer::VlaBound,
    Sanitizer::Return,
    Sanitizer::Unreachable,
    Sanitizer::Builtin,
];

/// The value of `name: value` in a file's first comment lines.
fn header<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    text.lines()
        .map_while(|l| l.strip_prefix("//").or_else(|| l.strip_prefix(';')))
        .find_map(|l| l.trim().strip_prefix(name)?.strip_prefix(':'))
        .map(str::trim)
}

fn options(text: &str) -> Options {
    let mut options = Options { link_models: false, ..Options::default() };
    for arg in header(text, "args").unwrap_or("").split_whitespace() {
        match arg {
            "-m32" => options.pointer_bits = Some(32),
            _ => options.flags.push(arg.to_string()),
        }
    }
    for name in header(text, "ubsan").unwrap_or("").split(',').map(str::trim).filter(|n| !n.is_empty()) {
        let known = SANITIZERS.iter().find(|s| s.name() == name);
        options.ubsan.push(*known.unwrap_or_else(|| panic!("unknown sanitizer {name}")));
    }
    options.promote = header(text, "promote") != Some("no");
    options
}

#[test]
fn programs() {
    let mut files: Vec<PathBuf> = std::fs::read_dir("tests/frontend")
        .expect("the tests' directory")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.is_file())
        .collect();
    files.sort();
    assert!(files.len() > 10, "test files are missing");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("frontend/accepted");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for file in files {
            let text = std::fs::read_to_string(&file).expect("a text file");
            let program =
                load(std::slice::from_ref(&file), &options(&text)).unwrap_or_else(|e| panic!("{e}"));
            let name = file.file_name().and_then(|n| n.to_str()).expect("a name in UTF-8");
            insta::assert_snapshot!(name.replace('.', "_"), program.to_string());
        }
    });
}

/// A directory with files, and what loading them says.
struct Case {
    dir: tempfile::TempDir,
}

impl Case {
    fn new() -> Case {
        Case { dir: tempfile::tempdir().expect("a directory") }
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.dir.path().join(name);
        std::fs::write(&path, content).expect("a file");
        path
    }

    fn load(&self, inputs: &[PathBuf]) -> Result<Program, FrontendError> {
        load(inputs, &Options { link_models: false, ..Options::default() })
    }

    /// The error of loading, without the directory.
    fn error(&self, inputs: &[PathBuf]) -> String {
        let text = self.load(inputs).expect_err("an error").to_string();
        assert!(!text.contains('\n'), "more than one line: {text}");
        text.replace(&format!("{}/", self.dir.path().display()), "")
    }

    /// Bitcode of a C program.
    fn bitcode(&self, name: &str, c: &str) -> Vec<u8> {
        let (from, to) = (self.file("source.c", c), self.dir.path().join(name));
        let done = std::process::Command::new("clang-19")
            .args(["-emit-llvm", "-c", "-o"])
            .arg(&to)
            .arg(&from)
            .status();
        assert!(done.is_ok_and(|s| s.success()));
        std::fs::read(to).expect("bitcode")
    }
}

const MAIN: &str = "int main(void) { return 0; }\n";
const MAIN_LL: &str = "define i32 @main() {\n  ret i32 0\n}\n";

#[test]
fn mistakes_are_one_line_with_their_place() {
    let case = Case::new();
    let one = |name: &str, content: &str| case.error(&[case.file(name, content)]);
    let dir = case.dir.path();
    assert_eq!(case.error(&[]), "no input file");
    assert_eq!(case.error(&[dir.join("absent.c")]), "absent.c: No such file or directory");
    assert_eq!(case.error(&[dir.join("absent.bc")]), "absent.bc: No such file or directory");
    assert_eq!(one("x.txt", "?"), "x.txt: not a C, C++, .ll or .bc file");
    assert_eq!(one("a.c", "int main(void) {\n  return x;\n}"), "a.c:2:10: use of undeclared identifier 'x'");
    assert_eq!(one("a.c", "#include <no/such.h>\n"), "a.c:1:10: 'no/such.h' file not found");
    assert_eq!(
        one("a.cpp", "class c { int }"),
        "a.cpp:1:15: expected member name or ';' after declaration specifiers"
    );
    assert_eq!(one("a.c", "int f(void) { return 0; }"), "a.c: function `main` is not defined");
    assert_eq!(one("a.c", "int main(void);"), "a.c: function `main` is not defined");
    assert_eq!(
        one("a.ll", "define i32 @main() {\n  ret i33 0\n}"),
        "a.ll:2:7: value doesn't match function result type 'i32'"
    );
    assert_eq!(one("a.ll", ""), "a.ll: the file is empty");
    assert_eq!(
        one(
            "a.ll",
            "define i32 @main() {\na:\n  br label %b\nb:\n  %x = phi i32 [ 0, %c ]\n  ret i32 %x\nc:\n  ret i32 1\n}"
        ),
        "a.ll: not valid IR: PHI node entries do not match predecessors!"
    );
}

#[test]
fn two_definitions_name_both_files_and_the_symbol() {
    let case = Case::new();
    let (a, b) = (case.file("a.c", MAIN), case.file("b.ll", MAIN_LL));
    assert_eq!(case.error(&[a.clone(), b]), "b.ll: `main` is already defined in a.c");
    let c = case.file("c.c", "int main;");
    assert_eq!(case.error(&[a, c]), "c.c: `main` is already defined in a.c");
}

#[test]
fn inputs_of_different_data_models_do_not_link() {
    let case = Case::new();
    let a = case.file("a.ll", MAIN_LL);
    let b = case.file("b.ll", "target datalayout = \"e-p:32:32\"\ndefine void @f() {\n  ret void\n}\n");
    assert_eq!(case.error(&[a, b]), "b.ll: pointers of 32 bits, other inputs have 64");
}

#[test]
fn inputs_are_linked() {
    let case = Case::new();
    let a = case.file("a.c", "int f(void); static int s = 1; int main(void) { return f() + s; }");
    let b = case.file(
        "b.ll",
        "@s = internal global i32 2\ndefine i32 @f() {\n  %x = load i32, ptr @s\n  ret i32 %x\n}\n",
    );
    let c = case.file("c.bc", case.bitcode("made.bc", "int unused(void) { return 3; }"));
    let program = case.load(&[a, b, c]).expect("a program");
    let f = program.function("f").expect("f");
    assert!(program.func(f).is_defined());
    assert_eq!(program.globals.len(), 2);
    assert_eq!(program.function("unused"), None);
}

#[test]
fn inputs_compile_side_by_side() {
    let case = Case::new();
    let text = |i: u32| match i {
        0 => "int f1(void); int main(void) { return f1(); }".to_owned(),
        5 => "int f5(void) { return 5; }".to_owned(),
        _ => format!("int f{0}(void); int f{i}(void) {{ return f{0}() + {i}; }}", i + 1),
    };
    let mut inputs: Vec<PathBuf> = (0..6).map(|i| case.file(&format!("f{i}.c"), text(i))).collect();
    let load_with = |inputs: &[PathBuf], jobs| {
        load(inputs, &Options { link_models: false, jobs, ..Options::default() })
            .map(|program| program.to_string())
            .map_err(|error| error.to_string())
    };
    let alone = load_with(&inputs, 1).expect("a program");
    assert_eq!(load_with(&inputs, 4), Ok(alone));
    for i in [4, 2] {
        inputs[i] = case.file(&format!("f{i}.c"), "int f(void { return 0; }");
    }
    // The first of the wrong ones is told, whichever is done first.
    let error = load_with(&inputs, 4).expect_err("two of them are wrong");
    assert!(error.contains("f2.c") && !error.contains("f4.c"), "{error}");
}

#[test]
fn unoptimised_bitcode_is_promoted() {
    let case = Case::new();
    let bitcode = case.bitcode("plain.bc", "int main(void) { int x = 3, y; if (x) y = 2; return x + y; }");
    let program = case.load(&[case.file("plain.bc", bitcode)]).expect("a program");
    let text = program.to_string();
    assert!(!text.contains("alloca") && text.contains("freeze undef i32"), "{text}");
}

#[test]
fn damaged_bitcode_is_refused() {
    let case = Case::new();
    let good = case.bitcode("good.bc", "int f(int x) { return x; } int main(void) { return f(2); }");
    assert!(case.load(&[case.file("good.bc", &good)]).is_ok());
    for length in (1..good.len()).step_by(good.len() / 20) {
        let text = case.error(&[case.file("cut.bc", &good[..length])]);
        assert!(text.starts_with("cut.bc"), "{text}");
    }
    // Any byte may be wrong: an error or another program, never a crash.
    for at in (0..good.len()).step_by(good.len() / 60) {
        let mut bad = good.clone();
        bad[at] ^= 0x5a;
        let _ = case.load(&[case.file("bad.bc", &bad)]);
    }
}

/// Bits of a text in the bitstream's alphabet of 64 characters, lowest first.
fn char6(text: &str) -> Vec<bool> {
    const ALPHABET: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
    let codes = text.chars().map(|c| ALPHABET.find(c).expect("a character of the alphabet"));
    codes.flat_map(|code| (0..6).map(move |i| code >> i & 1 == 1)).collect()
}

#[test]
fn bitcode_of_a_newer_llvm_says_so() {
    let case = Case::new();
    let mut bitcode = case.bitcode("good.bc", MAIN);
    // The producer's name, and a cut, since what this LLVM can read it takes from any producer.
    let (old, new) = (char6("LLVM19"), char6("LLVM23"));
    let bit = |bytes: &[u8], i: usize| bytes[i / 8] >> (i % 8) & 1 == 1;
    let at = (0..bitcode.len() * 8 - old.len())
        .find(|&start| old.iter().enumerate().all(|(i, b)| bit(&bitcode, start + i) == *b))
        .expect("the producer's name");
    for (i, b) in new.iter().enumerate() {
        let place = at + i;
        bitcode[place / 8] = bitcode[place / 8] & !(1 << (place % 8)) | u8::from(*b) << (place % 8);
    }
    let middle = (bitcode.len() / 2) & !3;
    for b in &mut bitcode[middle..middle + 64] {
        *b = 0xff;
    }
    let text = case.error(&[case.file("new.bc", bitcode)]);
    assert_eq!(text, "new.bc: bitcode of a newer LLVM than 19 (LLVM 23); compile it with LLVM 19 or older");
}

#[test]
fn models_are_linked_where_the_program_has_no_own_definition() {
    let case = Case::new();
    let source = "
        unsigned long strlen(const char *); char *strcpy(char *, const char *); int atexit(void (*)(void));
        static int handler(void) { return 1; }
        int strcmp(const char *a, const char *b) { return a == b; }
        static void f(void) {}
        int main(int n, char **v) {
            char buffer[9];
            atexit(f);
            return strlen(strcpy(buffer, v[0])) + strcmp(v[0], v[1]) + handler();
        }";
    for bits in [32, 64] {
        let options = Options { pointer_bits: Some(bits), ..Options::default() };
        let program = load(&[case.file("a.c", source)], &options).expect("a program");
        assert_eq!(program.target.pointer_bits, bits);
        let is_model = |name: &str| {
            program.function(name).map(|f| (program.func(f).is_defined(), program.func(f).model))
        };
        assert_eq!(is_model("strlen"), Some((true, true)));
        assert_eq!(is_model("strcpy"), Some((true, true)));
        assert_eq!(is_model("strcmp"), Some((true, false)));
        assert_eq!(is_model("__bmc_run_exit_handlers"), Some((true, true)), "atexit needs it");
        assert_eq!(is_model("printf"), None, "only what is needed");
        assert_eq!(is_model("main"), Some((true, false)));
    }
}
