//! Profiles of the solvers that can be run as processes.

use std::path::{Path, PathBuf};

use crate::smt::smtlib::dialogue::Incremental;

/// A solver program and what it can do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Profile {
    /// Name for messages.
    pub name: String,
    /// Program, found through `PATH`.
    pub program: String,
    /// Its arguments, such that it reads SMT-LIB v2 from its standard input.
    pub args: Vec<String>,
    /// How assumptions are given.
    pub incremental: Incremental,
    /// Whether `((as const (Array ...)) v)` is supported.
    pub const_arrays: bool,
    /// Whether `get-value` of an array is supported; Boolector 3.2 crashes.
    pub whole_arrays: bool,
    /// Whether the solver answers only after its input has ended.
    pub reads_to_end: bool,
    /// Whether `(get-info :reason-unknown)` is supported.
    pub explains_unknown: bool,
}

struct Known {
    name: &'static str,
    program: &'static str,
    args: &'static [&'static str],
    incremental: Incremental,
    const_arrays: bool,
    whole_arrays: bool,
    reads_to_end: bool,
    explains_unknown: bool,
}

/// Tried with z3 4.13 and 4.8 (which takes no constant arrays where they are defined by name), cvc5 1.3, bitwuzla 0.8 and boolector 3.2; the last three rows follow those solvers'
/// manuals. cvc5 has constant arrays only under `--arrays-exp`.
const KNOWN: &[Known] = &[
    Known {
        name: "z3",
        program: "z3",
        args: &["-in", "-smt2"],
        incremental: Incremental::Assuming,
        const_arrays: false,
        whole_arrays: true,
        reads_to_end: false,
        explains_unknown: true,
    },
    Known {
        name: "cvc5",
        program: "cvc5",
        args: &["--lang=smt2", "--incremental"],
        incremental: Incremental::Assuming,
        const_arrays: false,
        whole_arrays: true,
        reads_to_end: false,
        explains_unknown: true,
    },
    Known {
        name: "bitwuzla",
        program: "bitwuzla",
        args: &["--lang", "smt2"],
        incremental: Incremental::Assuming,
        const_arrays: true,
        whole_arrays: true,
        reads_to_end: false,
        explains_unknown: false,
    },
    Known {
        name: "boolector",
        program: "boolector",
        args: &["--smt2", "--incremental"],
        incremental: Incremental::Assuming,
        const_arrays: true,
        whole_arrays: false,
        reads_to_end: false,
        explains_unknown: false,
    },
    Known {
        name: "yices",
        program: "yices-smt2",
        args: &["--incremental"],
        incremental: Incremental::Push,
        const_arrays: false,
        whole_arrays: false,
        reads_to_end: false,
        explains_unknown: false,
    },
    Known {
        name: "mathsat",
        program: "mathsat",
        args: &["-input=smt2"],
        incremental: Incremental::Push,
        const_arrays: false,
        whole_arrays: true,
        reads_to_end: false,
        explains_unknown: false,
    },
    Known {
        name: "stp",
        program: "stp",
        args: &["--SMTLIB2"],
        incremental: Incremental::Never,
        const_arrays: false,
        whole_arrays: false,
        reads_to_end: true,
        explains_unknown: false,
    },
];

impl Profile {
    /// Names of the known solvers.
    pub fn names() -> impl Iterator<Item = &'static str> {
        KNOWN.iter().map(|k| k.name)
    }

    /// Profile for a name of [`Profile::names`], or for a command line such as `z3 -in sat.random_seed=7`, split as a
    /// shell does (quotes, no expansion). A command whose program is a known solver gets its abilities; other commands
    /// get the minimum that every solver supports. `None` for an empty command line.
    pub fn parse(text: &str) -> Option<Profile> {
        if let Some(known) = KNOWN.iter().find(|k| k.name == text.trim()) {
            let args = known.args.iter().map(|&a| a.to_owned()).collect();
            return Some(known.profile(known.name.to_owned(), known.program.to_owned(), args));
        }
        let mut words = shlex::split(text)?.into_iter();
        let program = words.next().filter(|w| !w.is_empty())?;
        let args: Vec<String> = words.collect();
        let stem = Path::new(&program).file_name()?.to_str()?.to_owned();
        Some(match KNOWN.iter().find(|k| k.program == stem) {
            Some(known) => known.profile(text.trim().to_owned(), program, args),
            None => Profile {
                name: text.trim().to_owned(),
                program,
                args,
                incremental: Incremental::Never,
                const_arrays: false,
                whole_arrays: false,
                reads_to_end: true,
                explains_unknown: false,
            },
        })
    }

    /// Whether the program exists: as a path to a file or as a name found through `PATH`.
    pub fn installed(&self) -> bool {
        self.file().is_some()
    }

    /// The file of the program.
    pub fn file(&self) -> Option<PathBuf> {
        if self.program.contains('/') {
            return Some(PathBuf::from(&self.program)).filter(|file| file.is_file());
        }
        let path = std::env::var_os("PATH").unwrap_or_default();
        let mut all = std::env::split_paths(&path).map(|dir| dir.join(&self.program));
        all.find(|file| file.is_file())
    }
}

impl Known {
    fn profile(&self, name: String, program: String, args: Vec<String>) -> Profile {
        Profile {
            name,
            program,
            args,
            incremental: self.incremental,
            const_arrays: self.const_arrays,
            whole_arrays: self.whole_arrays,
            reads_to_end: self.reads_to_end,
            explains_unknown: self.explains_unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_lines_are_profiles() {
        let z3 = Profile::parse("z3").expect("known");
        assert_eq!((z3.program.as_str(), z3.incremental), ("z3", Incremental::Assuming));
        let own = Profile::parse("/opt/x/z3 -in 'a b'").expect("words");
        assert_eq!(own.args, ["-in", "a b"]);
        assert!(!own.const_arrays);
        let other = Profile::parse("sh -c 'exec my-solver'").expect("words");
        assert_eq!((other.args.len(), other.incremental), (2, Incremental::Never));
        assert_eq!(Profile::parse("'open"), None);
        assert_eq!(Profile::parse("  "), None);
    }
}
