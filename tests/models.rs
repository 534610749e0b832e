//! The models against the C library, natively, and their boundary.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn clang() -> PathBuf {
    let named = std::env::var_os("BMC_CLANG").map(PathBuf::from);
    let usual = ["clang-19", "/usr/lib/llvm-19/bin/clang"].map(PathBuf::from);
    named
        .into_iter()
        .chain(usual)
        .find(|c| Command::new(c).arg("--version").output().is_ok())
        .expect("the build needed clang 19, so it is here")
}

fn source(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn succeed(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}: {}\n{out}\n{err}", output.status);
    output
}

/// The models in LLVM's text form.
fn assembly() -> String {
    let output = succeed(
        Command::new(clang())
            .args([
                "-O0",
                "-std=gnu17",
                "-ffreestanding",
                "-fno-builtin",
                "-w",
                "-S",
                "-emit-llvm",
                "-o",
                "-",
            ])
            .arg(source("models/all.c")),
    );
    String::from_utf8(output.stdout).expect("LLVM assembly")
}

/// The name after the first `@`.
fn symbol(line: &str) -> Option<&str> {
    let name = line.split_once('@')?.1;
    name.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).next()
}

/// Names of all functions and objects that a program may replace.
fn model_names(assembly: &str) -> BTreeSet<&str> {
    let weak = assembly.lines().filter(|line| line.starts_with("define weak ") || line.contains(" = weak "));
    weak.filter_map(symbol).filter(|name| !name.starts_with("__bmc")).collect()
}

/// The models as an object file whose functions are named `model_...`; undefined behaviour in them traps.
fn native_models(object: &Path) {
    let assembly = assembly();
    let renamed = model_names(&assembly).into_iter().map(|name| format!("-D{name}=model_{name}"));
    succeed(
        Command::new(clang())
            .args(["-O1", "-g", "-std=gnu17", "-ffreestanding", "-fno-builtin", "-Wno-initializer-overrides"])
            .args(["-fsanitize=undefined", "-fsanitize-trap=undefined", "-c"])
            .args(renamed)
            .arg(source("models/all.c"))
            .arg("-o")
            .arg(object),
    );
}

#[test]
fn models_agree_with_the_c_library() {
    let object = scratch("models.o");
    native_models(&object);
    for part in ["differential", "calendar"] {
        let program = scratch(&format!("models-{part}"));
        succeed(
            Command::new(clang())
                .args(["-O1", "-std=gnu17", "-w", "-fno-builtin", "-pthread"])
                .arg(source(&format!("tests/models/{part}.c")))
                .arg(&object)
                .arg("-lm")
                .arg("-o")
                .arg(&program),
        );
        let output = succeed(Command::new(&program).arg("20000"));
        let told = String::from_utf8_lossy(&output.stdout);
        let count: u64 = told.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0);
        assert!(count > 1_000_000, "{part}: {told}");
    }
}

/// The models need what `bmc.h` declares and nothing of the C library.
#[test]
fn models_stand_on_the_hypercalls_alone() {
    let (object, program) = (scratch("boundary-models.o"), scratch("boundary"));
    succeed(
        Command::new(clang())
            .args(["-O1", "-std=gnu17", "-ffreestanding", "-fno-builtin", "-fno-stack-protector", "-w", "-c"])
            .arg(source("models/all.c"))
            .arg("-o")
            .arg(&object),
    );
    let boundary = source("tests/models/boundary.c");
    succeed(
        Command::new(clang())
            .args(["-O1", "-w", "-fno-builtin", "-fno-stack-protector", "-nostdlib", "-static"])
            .arg("-Wl,--entry=start")
            .args([&boundary, &object])
            .arg("-o")
            .arg(&program),
    );
}

/// Names that the C and C++ libraries of this system define.
fn library_names() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (file, how) in [
        ("libc.so.6", "--dynamic"),
        ("libm.so.6", "--dynamic"),
        ("libstdc++.so.6", "--dynamic"),
        ("libc++.so.1", "--dynamic"),
        ("libc++abi.so.1", "--dynamic"),
        ("libc_nonshared.a", "--extern-only"),
    ] {
        let path = succeed(Command::new(clang()).arg(format!("-print-file-name={file}"))).stdout;
        let path = String::from_utf8(path).expect("a path");
        let symbols = succeed(Command::new("nm").args([how, "--defined-only"]).arg(path.trim())).stdout;
        let symbols = String::from_utf8(symbols).expect("names");
        let name = |line: &str| Some(line.split_whitespace().nth(2)?.split('@').next()?.to_owned());
        names.extend(symbols.lines().filter_map(name));
    }
    names
}

/// Names that a program may use for something else, and that a file defines for all others: neither `__bmc_...`, nor static,
/// nor weak definitions of what the library defines, too.
fn colliding(assembly: &str, library: &BTreeSet<String>) -> Vec<String> {
    // Of newer libraries than Debian's, and a macro that <setjmp.h> admits as a function.
    // The last one is SeaHorn's.
    let others = ["strlcat", "strlcpy", "sigsetjmp", "memhavoc"];
    let spaces = ["__isoc23_", "__CPROVER_", "__SMACK_", "__VERIFIER_assert_", "klee_", "sea_"];
    // What headers of C++ define themselves.
    let shared = [
        "_ZNSt16_Sp_counted_base",
        "_ZNKSt16_Sp_counted_base",
        "_ZNKSt4hashINSt6thread2idE",
        "_ZNKSt12__shared_ptrINSt13__future_base",
        "_ZNSt7__n486116coroutine_handleINS_22noop_coroutine_promiseE",
        "_ZNSt12bad_any_castD",
        "_ZNSt18bad_variant_accessD",
    ];
    let defined = assembly.lines().filter(|line| line.starts_with("define ") || line.starts_with('@'));
    let of_file = |line: &&str| [" internal ", " private "].iter().any(|linkage| line.contains(linkage));
    let mut found = Vec::new();
    for line in defined.filter(|line| !of_file(line) && !line.contains(" external ")) {
        let name = symbol(line).unwrap_or_default();
        let known = library.contains(name) || others.contains(&name);
        let known = known || spaces.iter().chain(&shared).any(|space| name.starts_with(space));
        let is_weak = line.contains(" weak ");
        if !(name.starts_with("__bmc_") || known && is_weak) {
            found.push(name.to_owned());
        }
    }
    found
}

#[test]
fn names_of_models_are_those_of_the_library_or_prefixed() {
    let library = library_names();
    assert!(library.len() > 5000, "{}", library.len());
    assert_eq!(colliding(&assembly(), &library), [""; 0]);
    let wrong = "@table = global i32 0\n@own = internal global i32 0\n@stdin = weak global ptr null\ndefine weak i64 \
                 @strlen(ptr %0) {\ndefine weak i64 @helper() {\ndefine i64 @strnlen() {\ndefine internal void @hidden() \
                 {\ndefine void @__bmc_shared() {\n@environ = external global ptr\n";
    assert_eq!(colliding(wrong, &library), ["table", "helper", "strnlen"]);
}

/// Functions whose calls are refused since they have no model are those of the library, and have none.
#[test]
fn unmodelled_functions_have_no_model() {
    let (library, assembly) = (library_names(), assembly());
    let modelled = model_names(&assembly);
    let names = std::fs::read_to_string(source("src/semantics/unmodelled.txt")).unwrap();
    for name in names.lines().flat_map(|line| line.split(' ').skip(1)) {
        // Some have a model for `float` and `double` only.
        let mut forms = ["", "f", "l"].map(|ending| format!("{name}{ending}")).into_iter();
        let lacks = forms.any(|form| library.contains(&form) && !modelled.contains(form.as_str()));
        assert!(lacks || name.starts_with("__"), "{name} has a model");
        assert!(name.starts_with("__") || library.contains(name), "no library has {name}");
    }
}

/// Each of the library's headers that needs one of ours in its place can be included alone.
#[test]
fn replaced_headers_serve_the_library() {
    let headers = "atomic barrier condition_variable future latch memory mutex semaphore stop_token thread";
    for header in headers.split_whitespace() {
        let program = scratch(&format!("header_{header}.cpp"));
        std::fs::write(&program, format!("#include <{header}>\nint main() {{}}\n")).unwrap();
        for standard in ["-std=c++20", "-std=c++23"] {
            let output = succeed(
                Command::new(env!("CARGO_BIN_EXE_bmc")).args([standard, "--bound", "1"]).arg(&program),
            );
            assert!(output.stdout.starts_with(b"TRUE"), "{header} {standard}");
        }
    }
}

/// What models share is static, so that a program which defines some of their names cannot be called by the others. Only forms of
/// `operator new` and `operator delete` have to call those that a program replaces (C++, `[new.delete]`).
#[test]
fn models_do_not_call_each_other_by_public_names() {
    let assembly = assembly();
    let names = model_names(&assembly);
    assert!(names.len() > 300, "{}", names.len());
    let mut function = "";
    for line in assembly.lines() {
        if line.starts_with("define ") {
            function = symbol(line).unwrap_or_default();
        } else if line.contains(" call ") || line.starts_with("  call ") {
            let callee = symbol(line).unwrap_or_default();
            let replaced = ["_Znw", "_Zna", "_ZdlPv", "_ZdaPv"].iter().any(|start| callee.starts_with(start));
            assert!(replaced || !names.contains(callee), "{function} calls {callee}");
        }
    }
}

/// A 32-bit program with the usual headers compiles without the 32-bit C library, with the options the front end gives.
#[test]
fn headers_work_for_32_bits() {
    let object = scratch("headers.bc");
    succeed(
        Command::new(clang())
            .args(["-m32", "-emit-llvm", "-c", "-isystem"])
            .arg(source("models/include"))
            .args(["-idirafter", "/usr/include/x86_64-linux-gnu"])
            .arg(source("tests/models/headers.c"))
            .arg("-o")
            .arg(object),
    );
}
