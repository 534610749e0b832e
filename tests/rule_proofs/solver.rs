//! External solvers over pipes: plain SMT-LIB, no part of the rewriter.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use bmc::internals::base::Bits;
use bmc::internals::ilr::eval::Model;
use bmc::internals::ilr::{ArrayValue, Sort, Term, TermStore, Value};
use bmc::internals::smt::smtlib::write::{Writer, constant_text};

/// Widest index of an array whose elements are asked for one by one.
const MAX_INDEX: u32 = 5;

/// A solver's answer.
pub enum Answer {
    Unsat,
    /// With values for the variables that were asked for; none when an array is too large to tell.
    Sat(Option<Model>),
    Unknown(String),
}

/// A solver program.
#[derive(Clone, Copy)]
pub struct Program {
    pub name: &'static str,
    args: &'static [&'static str],
}

/// The solvers, in the order in which they are asked.
pub const PROGRAMS: [Program; 3] = [
    Program { name: "z3", args: &["-in", "-smt2"] },
    // Sums and products of wide terms are easier in integers.
    Program {
        name: "cvc5",
        args: &["--lang=smt2", "--incremental", "--produce-models", "--solve-bv-as-int=sum"],
    },
    Program { name: "cvc5", args: &["--lang=smt2", "--incremental", "--produce-models"] },
];

/// Whether the first solver is there.
pub fn installed() -> bool {
    let version = Command::new(PROGRAMS[0].name).arg("--version").stdout(Stdio::null()).status();
    version.is_ok_and(|status| status.success())
}

/// A solver that is kept running between questions.
pub struct Session {
    program: Program,
    process: Option<Process>,
}

struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Session {
    pub fn new(program: Program) -> Session {
        Session { program, process: None }
    }

    pub fn name(&self) -> &'static str {
        self.program.name
    }

    /// Whether the formulas can hold together.
    pub fn check(
        &mut self,
        store: &TermStore,
        formulas: &[Term],
        vars: &[Term],
        time: Duration,
    ) -> Result<Answer, String> {
        let mut writer = Writer::new(false);
        let lowered = writer.lower(store, formulas).map_err(|e| e.to_string())?;
        let mut text = String::from("(reset)\n(set-option :print-success false)\n");
        match self.program.name {
            "z3" => text.push_str(&format!("(set-option :timeout {})\n", time.as_millis())),
            _ => text.push_str(&format!("(set-option :tlimit-per {})\n", time.as_millis())),
        }
        text.push_str("(set-option :produce-models true)\n");
        text.push_str(&format!("(set-logic {})\n", writer.logic()));
        writer.define(&mut text, &lowered).expect("strings take anything");
        for formula in lowered {
            text.push_str("(assert ");
            writer.term(&mut text, formula).expect("strings take anything");
            text.push_str(")\n");
        }
        text.push_str("(check-sat)\n");
        let limit = time * 2 + Duration::from_secs(5);
        let answer = self.say(&text, limit).and_then(|()| self.line(limit));
        match answer.as_deref() {
            Ok("unsat") => Ok(Answer::Unsat),
            Ok("sat") => Ok(Answer::Sat(self.model(store, &writer, vars)?)),
            Ok("unknown" | "timeout") => Ok(Answer::Unknown("no answer in time".into())),
            Ok(other) => {
                let message = format!("{} says `{other}` to\n{text}", self.program.name);
                self.process = None;
                Err(message)
            }
            Err(_) => {
                self.process = None;
                Ok(Answer::Unknown("no answer in time, or its process died".into()))
            }
        }
    }

    fn model(&mut self, store: &TermStore, writer: &Writer, vars: &[Term]) -> Result<Option<Model>, String> {
        let mut model = Model::new();
        for &var in vars {
            let image = writer.lowering().image_of(var).filter(|&t| writer.is_written(t));
            let Some(image) = image else { continue };
            let mut name = String::new();
            writer.term(&mut name, image).expect("strings take anything");
            let value = match store.sort(var) {
                Sort::Array { index, .. } if index > MAX_INDEX => return Ok(None),
                Sort::Array { index, elem } => {
                    let mut array = ArrayValue::constant(index, Bits::zero(elem));
                    for i in 0..1 << index {
                        let at = Bits::new(index, i);
                        let text = self.get(&format!("(select {name} {})", constant_text(&at)))?;
                        array.store(&at, bits(&text)?);
                    }
                    Value::Array(array)
                }
                Sort::Bool => Value::Bool(self.get(&name)? == "true"),
                Sort::Bv(_) => Value::Bits(bits(&self.get(&name)?)?),
                Sort::Heap(_) => continue,
            };
            model.set(var, value);
        }
        Ok(Some(model))
    }

    /// The value of a term: the last word of `((term value))`.
    fn get(&mut self, term: &str) -> Result<String, String> {
        let limit = Duration::from_secs(60);
        self.say(&format!("(get-value ({term}))\n"), limit)?;
        let mut text = String::new();
        loop {
            text.push_str(&self.line(limit)?);
            if text.matches('(').count() <= text.matches(')').count() {
                break;
            }
            text.push(' ');
        }
        let value = text.trim_end_matches(')').rsplit(' ').next().unwrap_or_default();
        Ok(value.to_owned())
    }

    fn say(&mut self, text: &str, _limit: Duration) -> Result<(), String> {
        let process = match &mut self.process {
            Some(process) => process,
            none => none.insert(start(self.program)?),
        };
        let sent = process.input.write_all(text.as_bytes()).and_then(|()| process.input.flush());
        sent.map_err(|e| format!("{}: {e}", self.program.name))
    }

    fn line(&mut self, limit: Duration) -> Result<String, String> {
        let process = self.process.as_ref().ok_or("no process")?;
        process.lines.recv_timeout(limit).map_err(|e| format!("{}: {e}", self.program.name))
    }
}

fn start(program: Program) -> Result<Process, String> {
    let mut child = Command::new(program.name)
        .args(program.args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|e| format!("cannot run {}: {e}", program.name))?;
    let input = child.stdin.take().ok_or("no pipe")?;
    let output = child.stdout.take().ok_or("no pipe")?;
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(output).lines() {
            match line {
                Ok(line) if sender.send(line.clone()).is_ok() => {}
                _ => return,
            }
        }
    });
    Ok(Process { child, input, lines })
}

fn bits(text: &str) -> Result<Bits, String> {
    let value = match text.split_at_checked(2) {
        Some(("#b", digits)) => Bits::from_binary(digits),
        Some(("#x", digits)) => Bits::from_hex(digits),
        _ => None,
    };
    value.ok_or_else(|| format!("`{text}` is no bit-vector"))
}
