//! Options of compilers, as they stand in the command lines of projects. Those that say what a program means are for clang; those
//! about warnings, optimisation, linking and output have no meaning here.

use std::path::Path;

/// What compilers' options ask for.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct CompilerFlags {
    /// For clang, each with its argument after it.
    pub kept: Vec<String>,
    /// Data model, from `-m32` and `-m64`.
    pub pointer_bits: Option<u32>,
    /// What is no option of a compiler: inputs, and options of others.
    pub others: Vec<String>,
}

/// Options with an argument that say what a program means. The argument is a path for those that are marked.
const KEPT_WITH_ARGUMENT: &[(&str, bool)] = &[
    ("-isystem", true),
    ("-isysroot", true),
    ("-iquote", true),
    ("-idirafter", true),
    ("-include", true),
    ("-imacros", true),
    ("-D", false),
    ("-U", false),
    ("-I", true),
    ("-Xclang", false),
];

/// Options with an argument after them that have no meaning here.
const IGNORED_WITH_ARGUMENT: &[&str] = &[
    "-MF",
    "-MT",
    "-MQ",
    "-Xlinker",
    "-Xassembler",
    "-Xpreprocessor",
    "--param",
    "-l",
    "-L",
    "-T",
    "-z",
    "-u",
    "-o",
];

/// Options without an argument that have no meaning here.
const IGNORED: &[&str] = &[
    "-c",
    "-S",
    "-E",
    "-s",
    "-w",
    "-pipe",
    "-pthread",
    "-static",
    "-shared",
    "-rdynamic",
    "-nostdlib",
    "-nodefaultlibs",
    "-nostartfiles",
    "-MD",
    "-MMD",
    "-MP",
    "-M",
    "-MM",
    "-MG",
    "-pie",
    "-no-pie",
    "-pg",
    "--coverage",
];

/// Languages, and whether they are C++.
const LANGUAGES: &[(&str, bool)] =
    &[("c", false), ("cpp-output", false), ("c++", true), ("c++-cpp-output", true)];

/// Options about the processor that change how data lie in memory.
const LAYOUT: &[&str] =
    &["-malign-double", "-mms-bitfields", "-mlong-double-64", "-mlong-double-80", "-mlong-double-128"];

/// Options about the processor that ask for another target than there is.
const OTHER_TARGETS: &[&str] = &["-m16", "-mx32", "-mbig-endian", "-mabi="];

/// Beginnings of such options.
const IGNORED_FAMILIES: &[&str] =
    &["-W", "-O", "-g", "-pedantic", "-l", "-L", "-MF", "-MT", "-MQ", "-save-temps", "-o"];

/// Options `-f...` that change what a program means, with and without `no-`. All others are about code that is made of it.
const LANGUAGE: &[&str] = &[
    "signed-char",
    "unsigned-char",
    "wrapv",
    "trapv",
    "strict-overflow",
    "short-enums",
    "short-wchar",
    "ms-extensions",
    "common",
    "builtin",
    "freestanding",
    "hosted",
    "exceptions",
    "rtti",
    "char8_t",
    "gnu89-inline",
    "blocks",
    "asm",
    "signed-bitfields",
    "unsigned-bitfields",
    "delayed-template-parsing",
    "dollars-in-identifiers",
    "coroutines",
    "sized-deallocation",
    "aligned-allocation",
    "pack-struct",
];

impl CompilerFlags {
    /// Whether the next argument belongs to this one.
    #[must_use]
    pub fn takes_argument(argument: &str) -> bool {
        KEPT_WITH_ARGUMENT.iter().any(|(name, _)| *name == argument)
            || IGNORED_WITH_ARGUMENT.contains(&argument)
            || ["-x", "-target", "--sysroot"].contains(&argument)
    }

    /// Whether an argument with two dashes is a compiler's.
    #[must_use]
    pub fn has_two_dashes(argument: &str) -> bool {
        ["--target=", "--sysroot="].iter().any(|begin| argument.starts_with(begin))
            || ["--sysroot", "--coverage", "--param"].contains(&argument)
    }

    /// Sorts the arguments of a compiler. Relative paths are those in `directory`, where it is given.
    #[must_use]
    pub fn sort(arguments: impl IntoIterator<Item = String>, directory: Option<&Path>) -> CompilerFlags {
        let mut flags = CompilerFlags::default();
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            let absolute = |path: &str| match directory {
                Some(directory) => directory.join(path).to_string_lossy().into_owned(),
                None => path.to_owned(),
            };
            if let Some((name, path, attached)) = with_argument(&argument) {
                let value = match attached {
                    Some(value) => Some(value.to_owned()),
                    None => arguments.next(),
                };
                let Some(value) = value else { continue };
                let value = if path { absolute(&value) } else { value };
                flags.kept.extend([name.to_owned(), value]);
            } else if let Some(attached) = argument.strip_prefix("-x") {
                let value = if attached.is_empty() { arguments.next() } else { Some(attached.to_owned()) };
                flags.add_language(value.unwrap_or_default());
            } else if argument == "--sysroot" || argument.starts_with("--sysroot=") {
                let attached = argument.strip_prefix("--sysroot=").map(str::to_owned);
                let value = attached.or_else(|| arguments.next()).unwrap_or_default();
                flags.kept.push(format!("--sysroot={}", absolute(&value)));
            } else if argument == "-target" || argument.starts_with("--target=") {
                let attached = argument.strip_prefix("--target=").map(str::to_owned);
                let target = attached.or_else(|| arguments.next()).unwrap_or_default();
                if !is_here(&target) {
                    flags.others.push(format!("--target={target}"));
                }
            } else if IGNORED_WITH_ARGUMENT.contains(&argument.as_str()) {
                arguments.next();
            } else if let Some(std) = argument.strip_prefix("-std=") {
                flags.kept.push(format!("-std={std}"));
            } else if argument == "-ansi" {
                flags.kept.push("-std=c89".to_owned());
            } else if argument == "-nostdinc"
                || argument.starts_with("-stdlib=")
                || LAYOUT.contains(&argument.as_str())
                || is_of_language(&argument)
            {
                flags.kept.push(argument);
            } else if let Some(bits) = ["-m32", "-m64"].iter().position(|m| *m == argument) {
                flags.pointer_bits = Some([32, 64][bits]);
            } else if !is_ignored(&argument) {
                flags.others.push(argument);
            }
        }
        flags
    }

    fn add_language(&mut self, language: String) {
        match language.as_str() {
            "none" => {}
            word if LANGUAGES.iter().any(|(name, _)| *name == word) => {
                self.kept.extend(["-x".to_owned(), language]);
            }
            _ => self.others.extend(["-x".to_owned(), language]),
        }
    }
}

/// The language that options for clang name last: whether it is C++.
pub(super) fn is_cxx(kept: &[String]) -> Option<bool> {
    let named = |pair: &[String]| {
        let known = LANGUAGES.iter().find(|(name, _)| pair[0] == "-x" && *name == pair[1])?;
        Some(known.1)
    };
    kept.windows(2).rev().find_map(named)
}

/// Whether signed arithmetic wraps around with options for clang.
pub(super) fn wraps<'a>(options: impl Iterator<Item = &'a String>) -> bool {
    options.fold(false, |wraps, option| match option.as_str() {
        "-fwrapv" | "-fno-strict-overflow" => true,
        "-fno-wrapv" | "-fstrict-overflow" | "-ftrapv" => false,
        _ => wraps,
    })
}

/// Whether a target is this machine.
fn is_here(target: &str) -> bool {
    let mut parts = target.split('-');
    let processor = match parts.next() {
        Some("amd64") => "x86_64",
        Some("arm64") => "aarch64",
        other => other.unwrap_or_default(),
    };
    let rest: Vec<&str> = parts.collect();
    processor == std::env::consts::ARCH
        && rest.contains(&std::env::consts::OS)
        && rest.iter().all(|part| ["pc", "unknown", "redhat", "suse", "linux", "gnu"].contains(part))
}

/// The option that an argument is or begins with, whether it is about a path, and what is attached to it.
fn with_argument(argument: &str) -> Option<(&'static str, bool, Option<&str>)> {
    KEPT_WITH_ARGUMENT.iter().find_map(|&(name, path)| {
        let rest = argument.strip_prefix(name)?;
        Some((name, path, (!rest.is_empty()).then_some(rest)))
    })
}

fn is_of_language(argument: &str) -> bool {
    let Some(name) = argument.strip_prefix("-f") else { return false };
    let name = name.strip_prefix("no-").unwrap_or(name);
    let name = name.split('=').next().unwrap_or(name);
    LANGUAGE.contains(&name) || name.starts_with("builtin-")
}

/// Whether an option of a compiler has no meaning here.
fn is_ignored(argument: &str) -> bool {
    let of_machine = argument.len() > 2
        && argument.starts_with("-m")
        && !OTHER_TARGETS.iter().any(|other| argument.starts_with(other));
    let of_code = argument.len() > 2 && argument.starts_with("-f");
    IGNORED.contains(&argument)
        || of_machine
        || of_code
        || IGNORED_FAMILIES.iter().any(|family| argument.starts_with(family))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sort(text: &str) -> CompilerFlags {
        CompilerFlags::sort(text.split(' ').map(str::to_owned), None)
    }

    #[test]
    fn what_a_program_means_is_kept() {
        let flags = sort(
            "-Iinc -I sub -DX=1 -D Y -UZ -isystem sys -include a.h -std=c11 -funsigned-char -fno-builtin-abs",
        );
        let kept = "-I inc -I sub -D X=1 -D Y -U Z -isystem sys -include a.h -std=c11 -funsigned-char -fno-builtin-abs";
        assert_eq!(flags.kept.join(" "), kept);
        assert!(flags.others.is_empty());
    }

    #[test]
    fn the_rest_is_ignored() {
        let flags = sort(
            "-Wall -Werror=format -O2 -O -g3 -fPIC -fno-tree-vectorize -pthread -c -MD -MF a.d -lm -L lib -march=native",
        );
        assert_eq!(flags, CompilerFlags::default());
    }

    #[test]
    fn inputs_and_foreign_options_stay() {
        let flags = sort("-m32 a.c --target=arm -mx32 -x ada -target msp430 -o a.o");
        assert_eq!(flags.pointer_bits, Some(32));
        assert_eq!(flags.others, ["a.c", "--target=arm", "-mx32", "-x", "ada", "--target=msp430"]);
    }

    #[test]
    fn options_of_clang() {
        let flags = sort(
            "-xc -Xclang -fno-x -isysroot /s --sysroot=/t -stdlib=libc++ --coverage -oa.o -x c++ -x none",
        );
        assert_eq!(
            flags.kept.join(" "),
            "-x c -Xclang -fno-x -isysroot /s --sysroot=/t -stdlib=libc++ -x c++"
        );
        assert!(flags.others.is_empty());
        assert_eq!(is_cxx(&flags.kept), Some(true));
        assert_eq!(is_cxx(&flags.kept[..3]), Some(false));
        let here = format!("--target={}-pc-{}-gnu", std::env::consts::ARCH, std::env::consts::OS);
        assert_eq!(sort(&here), CompilerFlags::default());
    }

    #[test]
    fn the_last_option_about_overflow_counts() {
        let wraps = |text: &str| wraps(sort(text).kept.iter());
        assert!(wraps("-fwrapv") && wraps("-fno-strict-overflow") && wraps("-ftrapv -fwrapv"));
        assert!(!wraps("-fno-wrapv") && !wraps("-fwrapv -ftrapv") && !wraps("-fwrapv -fstrict-overflow"));
    }

    #[test]
    fn paths_are_those_in_the_directory() {
        let arguments = ["-Iinc", "-I/abs", "-DA=b"].map(str::to_owned);
        let flags = CompilerFlags::sort(arguments, Some(Path::new("/build")));
        assert_eq!(flags.kept, ["-I", "/build/inc", "-I", "/abs", "-D", "A=b"]);
    }
}
