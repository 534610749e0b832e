//! Compiles `models/` (the environment of C and C++ programs) to bitcode for each data model, with clang 19, and
//! `rewrite-rules/` to Rust.

#[path = "rewrite-rules/compile.rs"]
mod rewrite_rules;

use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    for result in [compile_models(), compile_rules()] {
        for line in result.err().iter().flat_map(|message| message.lines()) {
            println!("cargo::error={line}");
        }
    }
}

/// Where cargo wants what is made.
fn out_dir() -> Result<PathBuf, String> {
    std::env::var_os("OUT_DIR").map(PathBuf::from).ok_or_else(|| "cargo gave no OUT_DIR".to_string())
}

fn compile_rules() -> Result<(), String> {
    println!("cargo::rerun-if-changed=rewrite-rules");
    rewrite_rules::compile_rules(Path::new("rewrite-rules"), &out_dir()?)
}

/// Writes `models-32.bc` and so on to cargo's output directory.
fn compile_models() -> Result<(), String> {
    println!("cargo::rerun-if-changed=models");
    println!("cargo::rerun-if-env-changed=BMC_CLANG");
    let clang = find_clang()?;
    let out = out_dir()?;
    // Names of the data models, each with a target that has it; code is never generated for the target.
    for (model, target) in [
        ("32", "i386-pc-linux-gnu"),
        ("64", "x86_64-pc-linux-gnu"),
        ("32-big", "mips-unknown-linux-gnu"),
        ("64-big", "mips64-unknown-linux-gnuabi64"),
    ] {
        let status = Command::new(&clang)
            .current_dir("models")
            .arg(format!("--target={target}"))
            .args(["-std=gnu17", "-ffreestanding", "-fno-builtin", "-Wall", "-Wextra", "-Werror"])
            .args(["-Wno-initializer-overrides", "-O0", "-Xclang", "-disable-O0-optnone"])
            // Places in the models are told from the program's by this directory.
            .args(["-gline-tables-only", "-fdebug-compilation-dir=bmc-models"])
            .args(["-emit-llvm", "-c", "all.c", "-o"])
            .arg(out.join(format!("models-{model}.bc")))
            .status()
            .map_err(|e| format!("cannot run {}: {e}", clang.display()))?;
        if !status.success() {
            return Err(format!("{} could not compile models/ for {target}", clang.display()));
        }
    }
    compile_cxx_models(&clang, &out)
}

/// Writes `models-cxx.bc`, the models in C++, which stand on the headers of the system's C++ library.
fn compile_cxx_models(clang: &Path, out: &Path) -> Result<(), String> {
    let mut command = Command::new(clang);
    command.current_dir("models/cxx").args(["--target=x86_64-pc-linux-gnu", "-std=gnu++17"]);
    let headers = ["-x", "c++", "-fsyntax-only", "-w", "base.h"];
    if !Command::new(clang).current_dir("models/cxx").args(headers).output().is_ok_and(|o| o.status.success())
    {
        return Err("the headers of the C++ library are needed to build bmc (Debian: apt-get install \
                    libstdc++-12-dev)"
            .to_string());
    }
    let status = command
        .args([
            "-fno-builtin",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-Wno-vla-cxx-extension",
            "-O0",
            "-Xclang",
            "-disable-O0-optnone",
        ])
        .args(["-ffp-contract=off", "-gline-tables-only", "-fdebug-compilation-dir=bmc-models"])
        .args(["-emit-llvm", "-c", "all.cpp", "-o"])
        .arg(out.join("models-cxx.bc"))
        .status()
        .map_err(|e| format!("cannot run {}: {e}", clang.display()))?;
    status.success().then_some(()).ok_or_else(|| format!("{} could not compile models/cxx", clang.display()))
}

/// clang 19: what `BMC_CLANG` names, else `clang-19` on the PATH, else where Debian's package puts it.
fn find_clang() -> Result<PathBuf, String> {
    if let Some(named) = std::env::var_os("BMC_CLANG") {
        let named = PathBuf::from(named);
        return match is_clang_19(&named) {
            true => Ok(named),
            false => Err(format!("BMC_CLANG={} is not clang 19", named.display())),
        };
    }
    let candidates = ["clang-19", "/usr/lib/llvm-19/bin/clang"].map(PathBuf::from);
    candidates
        .into_iter()
        .find(|c| is_clang_19(c))
        .ok_or_else(|| "clang 19 is needed to build bmc (Debian: apt-get install clang-19)".to_string())
}

fn is_clang_19(clang: &Path) -> bool {
    let output = Command::new(clang).arg("--version").output();
    output
        .is_ok_and(|o| o.status.success() && String::from_utf8_lossy(&o.stdout).contains("clang version 19."))
}
