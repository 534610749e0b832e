//! `--emit KIND[=PATH]`: intermediate results, to a file or to standard output.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::verify::{CoverReport, Error, Loaded, Report, io_words};

/// What can be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The program as imported.
    Program,
    /// Call-site-sensitive call graph, in DOT.
    Callgraph,
    /// Control flow of every function of the user, in DOT.
    Cfg,
    /// Functions of the sources, and whether the entry reaches them, as JSON.
    Functions,
    /// Conditions of the last round's checks, as terms.
    Ilr,
    /// What was asked of the solver last, as SMT-LIB; to a file while the check runs.
    Smt2,
    /// The same conditions as a clause set, in DIMACS.
    Cnf,
    /// Figures.
    Stats,
    /// What `bmc run --choices` needs to show the first violation again.
    Choices,
    /// C that gives a native program the inputs of the first violation, or of each test.
    Harness,
}

/// All kinds with their names.
const KINDS: &[(&str, Kind)] = &[
    ("program", Kind::Program),
    ("callgraph", Kind::Callgraph),
    ("cfg", Kind::Cfg),
    ("functions", Kind::Functions),
    ("ilr", Kind::Ilr),
    ("smt2", Kind::Smt2),
    ("cnf", Kind::Cnf),
    ("stats", Kind::Stats),
    ("choices", Kind::Choices),
    ("harness", Kind::Harness),
];

/// Activations of a recursive function in a call graph without `--bound`.
const ACTIVATIONS: u32 = 1;

/// One `--emit`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Emit {
    /// What.
    pub kind: Kind,
    /// Where to; standard output without.
    pub path: Option<PathBuf>,
}

impl Emit {
    /// Whether it can be had from every engine.
    pub fn is_of_every_engine(&self) -> bool {
        self.is_of_program() || matches!(self.kind, Kind::Choices | Kind::Harness)
    }

    /// Whether it is about the program alone.
    pub fn is_of_program(&self) -> bool {
        matches!(self.kind, Kind::Program | Kind::Callgraph | Kind::Cfg | Kind::Functions)
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        KINDS.iter().find(|(_, kind)| *kind == self.kind).map_or("", |(name, _)| name)
    }

    /// Reads `KIND[=PATH]`.
    ///
    /// # Errors
    /// In words.
    pub fn parse(text: &str) -> Result<Emit, String> {
        let (name, path) = match text.split_once('=') {
            Some((name, path)) => (name, Some(path)),
            None => (text, None),
        };
        let Some((_, kind)) = KINDS.iter().find(|k| k.0 == name) else {
            let names: Vec<&str> = KINDS.iter().map(|k| k.0).collect();
            return Err(format!("--emit {text}: unknown kind, expected {}", names.join(", ")));
        };
        if path.is_some_and(str::is_empty) {
            return Err(format!("--emit {text}: no path after '='"));
        }
        Ok(Emit { kind: *kind, path: path.filter(|p| *p != "-").map(PathBuf::from) })
    }

    fn fails(&self, error: impl std::fmt::Display) -> String {
        let kind = self.name();
        match &self.path {
            Some(path) => format!("--emit {kind}: {}: {error}", path.display()),
            None => format!("--emit {kind}: {error}"),
        }
    }

    fn write(&self, text: &str) -> Result<(), String> {
        match &self.path {
            Some(path) => std::fs::write(path, text).map_err(|error| self.fails(io_words(&error))),
            None => std::io::stdout()
                .lock()
                .write_all(text.as_bytes())
                .map_err(|error| self.fails(io_words(&error))),
        }
    }

    /// Writes graphs with their names: as pictures, a file each, when the path ends in `.svg`.
    fn draw(&self, graphs: &[(String, String)]) -> Result<(), String> {
        let svg = self.path.as_deref().filter(|p| p.extension().is_some_and(|e| e == "svg"));
        let Some(path) = svg else {
            let all: String = graphs.iter().map(|g| g.1.as_str()).collect();
            return self.write(&all);
        };
        for (name, text) in graphs {
            let file = match graphs {
                [_] => path.to_owned(),
                _ => path.with_extension(format!("{name}.svg")),
            };
            picture(text, &file).map_err(|error| self.fails(error))?;
        }
        Ok(())
    }

    /// Writes what is known before the check.
    ///
    /// # Errors
    /// In words.
    pub fn before(&self, program: &Loaded, bound: Option<u32>) -> Result<(), String> {
        match self.kind {
            Kind::Program => self.write(&program.text()),
            Kind::Callgraph => {
                let graph = program.callgraph(bound.unwrap_or(ACTIVATIONS));
                self.draw(&[("callgraph".to_owned(), graph)])
            }
            Kind::Cfg => self.draw(&program.control_flow()),
            Kind::Functions => self.write(&program.functions()),
            Kind::Ilr | Kind::Smt2 | Kind::Cnf | Kind::Stats | Kind::Choices | Kind::Harness => Ok(()),
        }
    }

    /// Writes the tests of a coverage, a file each: `tests.c` becomes `tests.1.c`, `tests.2.c` and so on.
    ///
    /// # Errors
    /// In words.
    pub fn tests(&self, report: &CoverReport) -> Result<(), String> {
        let Some(path) = self.path.as_deref().filter(|_| self.kind == Kind::Harness) else { return Ok(()) };
        let file = |number: usize| match path.extension() {
            Some(kind) => path.with_extension(format!("{number}.{}", kind.to_string_lossy())),
            None => path.with_extension(number.to_string()),
        };
        for (i, text) in report.harnesses(|number| file(number).display().to_string()).iter().enumerate() {
            std::fs::write(file(i + 1), text).map_err(|error| self.fails(io_words(&error)))?;
        }
        Ok(())
    }

    /// Writes the statistics of a check that was ended early.
    ///
    /// # Errors
    /// In words.
    pub fn unfinished(&self, report: &Report) -> Result<(), String> {
        if self.kind == Kind::Stats { self.write(&report.figures()) } else { Ok(()) }
    }

    /// Writes what is known after the check.
    ///
    /// # Errors
    /// In words.
    pub fn after(&self, report: &Report) -> Result<(), String> {
        let fails = |error: Error| self.fails(error);
        let text = match self.kind {
            Kind::Program | Kind::Callgraph | Kind::Cfg | Kind::Functions => None,
            Kind::Stats => Some(report.figures()),
            Kind::Ilr => Some(report.ilr().map_err(fails)?),
            Kind::Cnf => Some(report.dimacs().map_err(fails)?),
            Kind::Smt2 => report.smtlib().map_err(fails)?,
            Kind::Choices => report.choices(),
            Kind::Harness => {
                let name = self.path.as_deref().map_or("harness.c".to_owned(), |p| p.display().to_string());
                report.harness(&name)
            }
        };
        text.map_or(Ok(()), |text| self.write(&text))
    }
}

/// A picture of a DOT text.
fn picture(text: &str, file: &Path) -> Result<(), String> {
    let child = Command::new("dot")
        .arg("-Tsvg")
        .arg("-o")
        .arg(file)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let mut child = child.map_err(|_| {
        "`dot` (graphviz) is not installed; with another ending than .svg the graph is written as text"
            .to_owned()
    })?;
    let sent = child.stdin.take().map(|mut pipe| pipe.write_all(text.as_bytes()));
    let status = child.wait().map_err(|error| error.to_string())?;
    match sent {
        Some(Ok(())) if status.success() => Ok(()),
        _ => Err("`dot` fails".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_and_paths() {
        let stats = Emit::parse("stats=a=b").expect("a kind with a path");
        assert_eq!((stats.kind, stats.path), (Kind::Stats, Some("a=b".into())));
        assert_eq!(Emit::parse("cfg=-"), Ok(Emit { kind: Kind::Cfg, path: None }));
        assert_eq!(Emit::parse("cfg="), Err("--emit cfg=: no path after '='".to_owned()));
        let unknown = Emit::parse("cgf=x").expect_err("not a kind");
        assert!(unknown.contains("program, callgraph, cfg, functions, ilr, smt2, cnf, stats"), "{unknown}");
    }
}
