//! Simplification of scripts: read, simplified by the rules, written again.
//!
//! The meaning of a script stays: levels, checks with their status and assertions, `set-info`, names of constants.
//! Commands that only request more output are dropped: options, names of terms, models, cores, `echo`.

use crate::base::Stopwatch;
use std::fmt::{self, Write};

use rustc_hash::FxHashMap;

use super::lower::Inexpressible;
use super::read::{self, Command, Script};
use super::sexpr::SyntaxError;
use super::standard::standard;
use super::write::{Status, WriteError, Writer, function};
use crate::ilr::visit::cone;
use crate::ilr::{Op, Term, TermStore};
use crate::rewrite::Builder;

/// Reason for which a script cannot be simplified.
#[derive(Debug, thiserror::Error)]
pub enum SimplifyError {
    /// A syntax error.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// The result has no SMT-LIB form.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// A simplified script.
#[derive(Debug)]
pub struct Simplified {
    /// The script.
    pub text: String,
    /// Statistics, if requested.
    pub figures: Option<Figures>,
}

/// Statistics of a simplification. Terms are counted as they are written in SMT-LIB 2.6. Operators without a function
/// there (`bvsmod` in ILR, overflow predicates) are counted by their definitions, before and after.
#[derive(Debug)]
pub struct Figures {
    /// Size of the input.
    pub before: Size,
    /// Size of the output.
    pub after: Size,
    /// Seconds of reading, simplifying and writing.
    pub seconds: [f64; 3],
}

/// The size of a script.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Size {
    /// Bytes of its text.
    pub bytes: usize,
    /// Number of checks.
    pub checks: usize,
    /// Number of checks that need no solver: a formula is false, or all are true.
    pub decided: usize,
    /// Number of assertions and assumptions other than the constant true.
    pub assertions: usize,
    /// Distinct terms below them, constants and literals included.
    pub terms: usize,
    /// Functions on the longest way down.
    pub depth: u32,
    /// Declared constants that occur.
    pub constants: usize,
    /// Distinct applications of each operator that occurs, in the order of [`Op::ALL`].
    pub applications: Vec<(Op, usize)>,
}

/// Simplifies a script.
///
/// # Errors
/// The first thing in it that is not understood, with its place.
pub fn simplify(text: &str, with_figures: bool) -> Result<Simplified, SimplifyError> {
    let read = Stopwatch::start();
    let mut plain = TermStore::default();
    let mut script = read::script(&mut plain, text)?;
    if let Some(last) = script.commands.iter().rposition(|c| matches!(c, Command::Check { .. })) {
        script.commands.truncate(last + 1);
    }
    let roots = formulas(&script.commands);
    let (read, simplify) = (read.seconds(), Stopwatch::start());
    let mut builder = Builder::new();
    let simplified = builder.import(&plain, &roots);
    let mut reducing = builder.reducing();
    let reduced = reducing.import(&builder, &simplified);
    drop(builder);
    let (store, simplified) = standard(&reducing, &reduced);
    drop(reducing);
    let simplify = simplify.seconds();
    let names: Vec<String> = script.constants.iter().map(|&t| plain.name(t).to_owned()).collect();
    let prefix = unused_prefix(&names);
    let figures = if with_figures {
        let before = Size::of(&plain, &script.commands, &prefix)?;
        Some(Size { bytes: text.len(), ..before })
    } else {
        None
    };
    drop(plain);
    let images: FxHashMap<Term, Term> = roots.into_iter().zip(simplified).collect();
    replace(&mut script.commands, &images);
    let write = Stopwatch::start();
    let text = written(&store, &script, &names, &prefix)?;
    let write = write.seconds();
    let figures = match figures {
        None => None,
        Some(before) => {
            let after = Size::of(&store, &script.commands, &prefix)?;
            let seconds = [read, simplify, write];
            Some(Figures { before, after: Size { bytes: text.len(), ..after }, seconds })
        }
    };
    Ok(Simplified { text, figures })
}

/// All formulas, in order.
fn formulas(commands: &[Command]) -> Vec<Term> {
    let mut all = Vec::new();
    for command in commands {
        match command {
            Command::Assert(t) => all.push(*t),
            Command::Check { assumptions, .. } => all.extend(assumptions),
            Command::Push(_) | Command::Pop(_) | Command::Reset => {}
        }
    }
    all
}

fn replace(commands: &mut [Command], images: &FxHashMap<Term, Term>) {
    for command in commands {
        match command {
            Command::Assert(t) => *t = images[t],
            Command::Check { assumptions, .. } => assumptions.iter_mut().for_each(|t| *t = images[t]),
            Command::Push(_) | Command::Pop(_) | Command::Reset => {}
        }
    }
}

/// The shortest row of dollars that no constant's name starts with.
fn unused_prefix(names: &[String]) -> String {
    let dollars = |name: &String| name.bytes().take_while(|&c| c == b'$').count();
    "$".repeat(names.iter().map(dollars).max().unwrap_or(0) + 1)
}

/// The commands with formulas of the writer's image.
fn lowered(writer: &mut Writer, store: &TermStore, commands: &[Command]) -> Result<Vec<Command>, WriteError> {
    let roots = formulas(commands);
    let images = writer.lower(store, &roots)?;
    if images.len() != roots.len() {
        return Err(Inexpressible("a rule has made a fill or a copy".into()).into());
    }
    let mut commands = commands.to_vec();
    replace(&mut commands, &roots.into_iter().zip(images).collect());
    Ok(commands)
}

/// The text of a script whose constants have these names, in their order.
fn written(store: &TermStore, script: &Script, names: &[String], prefix: &str) -> Result<String, WriteError> {
    let mut writer = Writer::of_script(prefix);
    let commands = lowered(&mut writer, store, &script.commands)?;
    let mut out = String::new();
    let logic = match script.logic.as_deref() {
        Some(name @ ("QF_ABV" | "QF_AUFBV")) => name,
        _ => writer.logic(),
    };
    if !script.information.iter().any(|i| i.contains(":smt-lib-version")) {
        writeln!(out, "(set-info :smt-lib-version 2.6)")?;
    }
    for information in &script.information {
        writeln!(out, "{information}")?;
    }
    writeln!(out, "(set-logic {logic})")?;
    let image = writer.lowering().image();
    let constants: Vec<Term> = names.iter().filter_map(|name| image.known_var(name)).collect();
    for constant in constants {
        writer.define(&mut out, &[constant])?;
    }
    // Definitions outlive the levels that use them.
    writer.define(&mut out, &formulas(&commands))?;
    // Assertions outside of all levels can be dropped only if a level encloses them.
    let around = commands.contains(&Command::Reset);
    let mut open = u32::from(around);
    if around {
        writeln!(out, "(push 1)")?;
    }
    let yes = writer.lowering().image().bool(true);
    for command in &commands {
        match command {
            Command::Push(0) | Command::Pop(0) => {}
            Command::Push(count) => {
                writeln!(out, "(push {count})")?;
                open += count;
            }
            Command::Pop(count) => {
                writeln!(out, "(pop {count})")?;
                open -= count;
            }
            Command::Reset => {
                writeln!(out, "(pop {open})\n(push 1)")?;
                open = 1;
            }
            Command::Assert(t) => assert(&mut out, &writer, *t, yes)?,
            Command::Check { assumptions, status } => {
                if !assumptions.is_empty() {
                    writeln!(out, "(push 1)")?;
                }
                for &t in assumptions {
                    assert(&mut out, &writer, t, yes)?;
                }
                check(&mut out, *status)?;
                if !assumptions.is_empty() {
                    writeln!(out, "(pop 1)")?;
                }
            }
        }
    }
    writeln!(out, "(exit)")?;
    Ok(out)
}

fn assert(out: &mut String, writer: &Writer, t: Term, yes: Term) -> fmt::Result {
    if t == yes {
        return Ok(());
    }
    out.write_str("(assert ")?;
    writer.term(out, t)?;
    out.write_str(")\n")
}

fn check(out: &mut String, status: Option<Status>) -> fmt::Result {
    if let Some(status) = status {
        writeln!(out, "(set-info :status {status})")?;
    }
    writeln!(out, "(check-sat)")
}

impl Size {
    /// The size of a script of these commands; bytes are not known.
    fn of(store: &TermStore, commands: &[Command], prefix: &str) -> Result<Size, WriteError> {
        let mut writer = Writer::of_script(prefix);
        let commands = lowered(&mut writer, store, commands)?;
        let image = writer.lowering().image();
        let (no, yes) = (image.bool(false), image.bool(true));
        let roots = formulas(&commands);
        let mut size = Size { assertions: roots.iter().filter(|&&t| t != yes).count(), ..Size::default() };
        // Numbers of assertions that are false and that are not true; before that, those of each enclosing level.
        let mut now = [0usize; 2];
        let mut levels = Vec::new();
        let plus = |[a, b]: [usize; 2], t: Term| [a + usize::from(t == no), b + usize::from(t != yes)];
        for command in &commands {
            match command {
                Command::Push(count) => levels.extend((0..*count).map(|_| now)),
                Command::Pop(count) => (0..*count).for_each(|_| now = levels.pop().expect("a level")),
                Command::Assert(t) => now = plus(now, *t),
                Command::Check { assumptions, .. } => {
                    let [wrong, open] = assumptions.iter().fold(now, |all, &t| plus(all, t));
                    size.checks += 1;
                    size.decided += usize::from(wrong > 0 || open == 0);
                }
                Command::Reset => {
                    now = [0; 2];
                    levels.clear();
                }
            }
        }
        let mut count = vec![0; Op::ALL.len()];
        let mut depths: FxHashMap<Term, u32> = FxHashMap::default();
        for t in cone(image, &roots) {
            size.terms += 1;
            count[image.op(t) as usize] += 1;
            if let Some(below) = image.args(t).iter().map(|a| depths[a]).max() {
                size.depth = size.depth.max(below + 1);
                depths.insert(t, below + 1);
            } else {
                depths.insert(t, 0);
            }
        }
        size.constants = count[Op::Var as usize];
        let functions = Op::ALL.into_iter().filter(|op| op.arity() > 0 && count[*op as usize] > 0);
        size.applications = functions.map(|op| (op, count[op as usize])).collect();
        Ok(size)
    }
}

impl fmt::Display for Figures {
    /// A table with a row for each figure: name, value before, value after.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (a, b) = (&self.before, &self.after);
        let mut rows = vec![
            ("bytes", a.bytes, b.bytes),
            ("checks", a.checks, b.checks),
            ("checks-decided", a.decided, b.decided),
            ("assertions", a.assertions, b.assertions),
            ("terms", a.terms, b.terms),
            ("depth", a.depth as usize, b.depth as usize),
            ("constants", a.constants, b.constants),
        ];
        for op in Op::ALL {
            let of = |s: &Size| s.applications.iter().find(|x| x.0 == op).map_or(0, |x| x.1);
            if of(a) + of(b) > 0 {
                rows.push((function(op), of(a), of(b)));
            }
        }
        for (name, before, after) in rows {
            writeln!(f, "{name:<16}{before:>12}{after:>12}")?;
        }
        let [read, simplify, write] = self.seconds;
        writeln!(f, "seconds: {read:.3} reading, {simplify:.3} simplifying, {write:.3} writing")
    }
}
