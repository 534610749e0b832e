//! The models against the C library, natively, and their boundary.

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

/// Names of all functions that the models define, read off their text; macros define the scanf family.
fn model_names() -> Vec<String> {
    let mut names: Vec<String> =
        ["scanf", "fscanf", "sscanf", "vscanf", "vfscanf", "vsscanf"].map(String::from).into();
    for entry in std::fs::read_dir(source("models")).expect("models/") {
        let path = entry.expect("an entry of models/").path();
        if path.extension().is_none_or(|e| e != "c") {
            continue;
        }
        for line in std::fs::read_to_string(&path).expect("a model").lines() {
            let Some(rest) = line.strip_prefix("MODEL ") else { continue };
            let head = rest.split(['(', '=']).next().unwrap_or_default();
            let name = head.trim().rsplit([' ', '*']).next().unwrap_or_default();
            names.push(name.to_string());
        }
    }
    names.retain(|name| !name.starts_with("__bmc"));
    names
}

/// The models as an object file whose functions are named `model_...`; undefined behaviour in them traps.
fn native_models(object: &Path) {
    let renamed = model_names().into_iter().map(|name| format!("-D{name}=model_{name}"));
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
    let (object, program) = (scratch("models.o"), scratch("models-differential"));
    native_models(&object);
    succeed(
        Command::new(clang())
            .args(["-O1", "-std=gnu17", "-w", "-fno-builtin", "-pthread"])
            .arg(source("tests/models/differential.c"))
            .arg(&object)
            .arg("-o")
            .arg(&program),
    );
    let output = succeed(Command::new(&program).arg("20000"));
    let told = String::from_utf8_lossy(&output.stdout);
    let count: u64 = told.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0);
    assert!(count > 1_000_000, "{told}");
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
