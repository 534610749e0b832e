//! `bmc simplify`: what it reads and writes, and that what a script asks stays the same.
//!
//! The scripts of `tests/simplify` are simplified and compared with the snapshots beside them;
//! `INSTA_UPDATE=always cargo test --test simplify` renews these.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use bmc::internals::base::Bits;
use bmc::internals::ilr::eval::{Evaluator, Model};
use bmc::internals::ilr::{ArrayValue, Sort, TermStore, Value};
use bmc::internals::rewrite::Builder;
use bmc::internals::smt::builtin::Builtin;
use bmc::internals::smt::smtlib::read;
use bmc::internals::smt::smtlib::simplify::simplify;
use bmc::internals::smt::smtlib::write::Status;
use bmc::internals::smt::{Answer, Limits, Solver};

#[path = "common/splitmix.rs"]
mod splitmix;
use splitmix::Random;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/simplify")
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bmc"));
    command.current_dir(folder()).env_remove("RUST_BACKTRACE").args(args);
    command
}

fn run(args: &[&str]) -> Output {
    command(args).output().expect("the binary was built with this test")
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn simplified(text: &str) -> String {
    simplify(text, false).unwrap_or_else(|e| panic!("{e}\n{text}")).text
}

#[test]
fn scripts_are_written_in_their_standard_form() {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder()).expect("scripts").map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "smt2"));
    files.sort();
    assert!(files.len() >= 4);
    for file in files {
        let name = file.file_stem().and_then(|n| n.to_str()).expect("a plain name");
        let output = run(&["simplify", &format!("{name}.smt2")]);
        assert_eq!(output.status.code(), Some(0), "{name}: {}", text_of(&output.stderr));
        let text = text_of(&output.stdout);
        insta::with_settings!({
            snapshot_path => "simplify",
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, {
            insta::assert_snapshot!(name, text);
        });
        assert_eq!(answers(&text), stated(&text), "{name}");
        assert_eq!(stated(&simplified(&text)), stated(&text), "{name}, a second time");
    }
}

#[test]
fn files_and_streams() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let path = folder.path().join("out.smt2");
    let place = path.display().to_string();
    let output = run(&["simplify", "levels.smt2", "-o", &place]);
    assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty());
    let written = fs::read_to_string(&path).expect("the file was written");
    for output in ["-", "/dev/stdout"] {
        assert_eq!(text_of(&run(&["simplify", "levels.smt2", "--output", output]).stdout), written);
    }
    let mut child = command(&["simplify", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary was built with this test");
    let text = fs::read(self::folder().join("levels.smt2")).expect("a script");
    child.stdin.take().expect("a pipe").write_all(&text).expect("the script is read");
    assert_eq!(text_of(&child.wait_with_output().expect("it ends").stdout), written);
}

#[test]
fn programs_may_have_the_name_of_the_subcommand() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    for args in [&["./simplify"][..], &["-q", "simplify"], &["other.c", "simplify"]] {
        let output = command(args).current_dir(folder.path()).output().expect("the binary was built");
        let message = text_of(&output.stderr);
        assert!(
            message.contains("simplify: No such file") || message.contains("other.c: No such"),
            "{message}"
        );
    }
}

#[test]
fn mistakes_are_one_line_and_exit_code_2() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let bad = folder.path().join("bad.smt2");
    // A comment in Latin-1 does not matter.
    fs::write(&bad, b"; gr\xfcn\n(declare-const x Bool)\n(assert (and x\n  y))\n")
        .expect("it can be written");
    let bad = bad.display().to_string();
    let table: &[(&[&str], &str)] = &[
        (&["simplify"], "required arguments were not provided"),
        (&["simplify", "nowhere.smt2"], "nowhere.smt2: No such file"),
        (&["simplify", "levels.smt2", "levels.smt2"], "unexpected argument"),
        (&["simplify", "--bound", "3", "levels.smt2"], "--bound"),
        (&["simplify", "levels.smt2", "-o", "/nowhere/x"], "/nowhere/x: No such file"),
        (&["simplify", &bad], "bad.smt2:4:3: unknown symbol `y`"),
    ];
    for (args, expected) in table {
        let output = run(args);
        let message = text_of(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {message}");
        assert!(message.starts_with("bmc: ") && message.contains(expected), "{args:?}: {message}");
        assert_eq!(message.lines().count(), 1, "{args:?}: {message}");
        assert!(output.stdout.is_empty(), "{args:?}");
    }
}

#[test]
fn sizes_are_compared() {
    let text = text_of(&run(&["simplify", "decided.smt2", "--stats"]).stderr);
    let row = |name: &str| -> Vec<usize> {
        let line = text
            .lines()
            .find(|l| l.split(' ').next() == Some(name))
            .unwrap_or_else(|| panic!("{name}\n{text}"));
        line.split_whitespace().skip(1).map(|n| n.parse().expect("a number")).collect()
    };
    assert_eq!(row("checks"), [2, 2]);
    assert_eq!(row("checks-decided"), [0, 2]);
    assert_eq!(row("bvmul"), [1, 0]);
    assert_eq!(row("constants"), [2, 0]);
    assert!(row("bytes").len() == 2 && row("terms")[0] > row("terms")[1], "{text}");
}

#[test]
fn a_million_deep() {
    const DEPTH: usize = 1_000_000;
    let end = ")(check-sat)";
    let mut nested =
        String::from("(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 8))(assert (= x ");
    nested.push_str(&"(bvxor y (bvmul x ".repeat(DEPTH / 2));
    nested.push('x');
    nested.push_str(&"))".repeat(DEPTH / 2));
    nested.push(')');
    nested.push_str(end);
    let mut lets = String::from("(declare-const x0 (_ BitVec 8))(assert ");
    for i in 0..DEPTH {
        write!(lets, "(let ((x{} (bvmul x{i} x0))) ", i + 1).expect("strings take anything");
    }
    write!(lets, "(= x{DEPTH} x0){}{end}", ")".repeat(DEPTH)).expect("strings take anything");
    let mut wide =
        String::from("(declare-const x (_ BitVec 32))(declare-const y (_ BitVec 32))(assert (= y (bvadd");
    (0..DEPTH / 5).for_each(|i| wide.push_str(if i % 3 == 0 { " y" } else { " (bvnot x)" }));
    wide.push_str("))");
    wide.push_str(end);
    let mut many = String::from("(declare-const x (_ BitVec 64))");
    for i in 0..DEPTH / 20 {
        write!(
            many,
            "(declare-const p{i} Bool)(push 1)(assert (= p{i} (bvult x (_ bv{i} 64))))(check-sat)(pop 1)"
        )
        .expect("strings take anything");
    }
    for (name, text) in [("nested", nested), ("lets", lets), ("wide", wide), ("many", many)] {
        let small = simplified(&text);
        // At most a definition for each operand.
        assert!(small.len() < 60 * DEPTH, "{name}: {} bytes", small.len());
        if name == "lets" {
            simplified(&small);
        }
    }
}

/// What the checks of a script state.
fn stated(text: &str) -> Vec<Option<Status>> {
    let script = read::script(&mut TermStore::default(), text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    script.queries().iter().map(|q| q.status).collect()
}

/// What the built-in solver says to the checks of a script.
fn answers(text: &str) -> Vec<Option<Status>> {
    let mut b = Builder::new();
    let script = read::script(&mut b, text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let mut answers = Vec::new();
    for query in script.queries() {
        let mut solver = Builtin::new();
        for &t in &query.assertions {
            solver.assert(&mut b, t).expect("an assertion");
        }
        answers.push(match solver.check(&mut b, &[], &Limits::default()) {
            Ok(Answer::Sat) => Some(Status::Sat),
            Ok(Answer::Unsat(_)) => Some(Status::Unsat),
            other => panic!("{other:?}\n{text}"),
        });
    }
    answers
}

impl Random {
    fn of<'a, T: ?Sized>(&mut self, choices: &[&'a T]) -> &'a T {
        choices[self.below(choices.len())]
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// Makes the text of a random script: constants, definitions with and without parameters, `let`, levels.
struct Generator {
    random: Random,
    out: String,
    definitions: usize,
    /// Names of terms of one bit, of four bits, truth values and arrays that are in scope.
    names: [Vec<String>; 4],
}

const BIT: usize = 0;
const WORD: usize = 1;
const TRUTH: usize = 2;
const ARRAY: usize = 3;
const SORTS: [&str; 4] = ["(_ BitVec 1)", "word", "Bool", "(Array (_ BitVec 1) word)"];

impl Generator {
    fn script(seed: u64) -> String {
        let mut g = Generator {
            random: Random(seed),
            out: "(set-logic QF_ABV)\n(define-sort word () (_ BitVec 4))\n".into(),
            definitions: 0,
            names: Default::default(),
        };
        for (sort, count) in [(BIT, 1), (WORD, 2), (TRUTH, 2), (ARRAY, 2)] {
            for i in 0..count {
                let name = format!("c{sort}{i}");
                writeln!(g.out, "(declare-const {name} {})", SORTS[sort]).expect("strings take anything");
                g.names[sort].push(name);
            }
        }
        let mut levels: Vec<[usize; 4]> = Vec::new();
        for _ in 0..12 {
            match g.random.below(9) {
                0 => {
                    g.out.push_str("(push 1)\n");
                    levels.push([0, 1, 2, 3].map(|s| g.names[s].len()));
                }
                1 => {
                    if let Some(lengths) = levels.pop() {
                        g.out.push_str("(pop 1)\n");
                        (0..4).for_each(|s| g.names[s].truncate(lengths[s]));
                    }
                }
                2 => g.out.push_str("(check-sat)\n"),
                3 => {
                    let t = g.term(TRUTH, 2);
                    writeln!(g.out, "(check-sat-assuming ({t}))").expect("strings take anything");
                }
                4..=6 => g.definition(),
                _ => {
                    let t = g.term(TRUTH, 4);
                    writeln!(g.out, "(assert {t})").expect("strings take anything");
                }
            }
        }
        g.out.push_str("(check-sat)\n");
        g.out
    }

    fn definition(&mut self) {
        let sort = self.random.below(4);
        let name = format!("d{}", self.definitions);
        self.definitions += 1;
        if self.random.one_in(2) {
            let body = self.term(sort, 3);
            writeln!(self.out, "(define-fun {name} () {} {body})", SORTS[sort])
                .expect("strings take anything");
            self.names[sort].push(name);
        } else {
            let param = self.random.below(4);
            self.names[param].push("p".into());
            let body = self.term(sort, 3);
            self.names[param].pop();
            let argument = self.term(param, 2);
            let (from, to) = (SORTS[param], SORTS[sort]);
            writeln!(self.out, "(define-fun f{name} ((p {from})) {to} {body})")
                .expect("strings take anything");
            writeln!(self.out, "(define-const {name} {to} (f{name} {argument}))")
                .expect("strings take anything");
            self.names[sort].push(name);
        }
    }

    fn term(&mut self, sort: usize, depth: usize) -> String {
        if depth == 0 || self.random.one_in(5) {
            return self.leaf(sort);
        }
        let d = depth - 1;
        if self.random.one_in(12) {
            let inner = self.random.below(4);
            let value = self.term(inner, d);
            self.names[inner].push(format!("l{inner}"));
            let body = self.term(sort, d);
            self.names[inner].pop();
            return format!("(let ((l{inner} {value})) {body})");
        }
        if self.random.one_in(8) {
            let [c, a, b] = [TRUTH, sort, sort].map(|s| self.term(s, d));
            return format!("(ite {c} {a} {b})");
        }
        match sort {
            BIT => self.bit(d),
            WORD => self.word(d),
            TRUTH => self.truth(d),
            _ => {
                let [a, i, v] = [ARRAY, BIT, WORD].map(|s| self.term(s, d));
                format!("(store {a} {i} {v})")
            }
        }
    }

    fn leaf(&mut self, sort: usize) -> String {
        if self.random.one_in(4) {
            match sort {
                BIT => return format!("#b{}", self.random.below(2)),
                WORD if self.random.one_in(2) => return format!("(_ bv{} 4)", self.random.below(16)),
                WORD => return self.random.of(&["#x0", "#x1", "#xf", "#x8", "#b0111"]).into(),
                TRUTH => return self.random.of(&["true", "false"]).into(),
                _ => return format!("((as const (Array (_ BitVec 1) word)) #x{:x})", self.random.below(3)),
            }
        }
        let n = self.random.below(self.names[sort].len());
        self.names[sort][n].clone()
    }

    fn bit(&mut self, d: usize) -> String {
        let i = self.random.below(4);
        match self.random.below(4) {
            0 => format!("((_ extract {i} {i}) {})", self.term(WORD, d)),
            1 => {
                let [a, b] = [0; 2].map(|_| self.term(WORD, d));
                format!("(bvcomp {a} {b})")
            }
            2 => format!("({} {})", self.random.of(&["bvredor", "bvredand", "bvredxor"]), self.term(WORD, d)),
            _ => {
                let [a, b] = [0; 2].map(|_| self.term(BIT, d));
                format!(
                    "({} {a} {b})",
                    self.random.of(&["bvadd", "bvmul", "bvxnor", "bvudiv", "bvshl", "bvsrem"])
                )
            }
        }
    }

    fn word(&mut self, d: usize) -> String {
        let n = self.random.below(6);
        match self.random.below(8) {
            0 => format!("({} {})", self.random.of(&["bvnot", "bvneg"]), self.term(WORD, d)),
            1 => {
                let how = self.random.of(&["rotate_left", "rotate_right"]);
                format!("((_ {how} {n}) {})", self.term(WORD, d))
            }
            2 => format!("((_ {} 3) {})", self.random.of(&["zero_extend", "sign_extend"]), self.term(BIT, d)),
            3 => {
                let (a, b) = (self.term(WORD, d), self.term(BIT, d));
                format!("(concat ((_ extract 2 1) {a}) {b} {b})")
            }
            4 => {
                let [a, i] = [ARRAY, BIT].map(|s| self.term(s, d));
                format!("(select {a} {i})")
            }
            5 => format!("((_ repeat 4) {})", self.term(BIT, d)),
            6 => {
                let [a, b, c] = [0; 3].map(|_| self.term(WORD, d));
                format!(
                    "({} {a} {b} {c})",
                    self.random.of(&["bvadd", "bvmul", "bvand", "bvor", "bvxor", "bvxnor"])
                )
            }
            _ => {
                const ALL: &[&str] = &[
                    "bvadd", "bvsub", "bvmul", "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod", "bvshl",
                    "bvlshr", "bvashr", "bvand", "bvor", "bvxor", "bvnand", "bvnor", "bvxnor",
                ];
                let [a, b] = [0; 2].map(|_| self.term(WORD, d));
                format!("({} {a} {b})", self.random.of(ALL))
            }
        }
    }

    fn truth(&mut self, d: usize) -> String {
        let sort = self.random.below(4);
        match self.random.below(7) {
            0 => format!("(not {})", self.term(TRUTH, d)),
            1 => {
                let [a, b, c] = [0; 3].map(|_| self.term(TRUTH, d));
                format!("({} {a} {b} {c})", self.random.of(&["and", "or", "xor", "=>"]))
            }
            2 | 3 => {
                let [a, b, c] = [0; 3].map(|_| self.term(sort, d));
                let more = if self.random.one_in(4) { c } else { String::new() };
                format!("({} {a} {b} {more})", self.random.of(&["=", "distinct"]))
            }
            4 => format!("(bvnego {})", self.term(WORD, d)),
            _ => {
                const ALL: &[&str] = &[
                    "bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt", "bvsge", "bvuaddo",
                    "bvsaddo", "bvusubo", "bvssubo", "bvumulo", "bvsmulo", "bvsdivo",
                ];
                let [a, b] = [0; 2].map(|_| self.term(WORD, d));
                format!("({} {a} {b})", self.random.of(ALL))
            }
        }
    }
}

/// Any value of a sort.
fn any(random: &mut Random, sort: Sort) -> Value {
    let mut bits = |w: u32| Bits::new(w, random.below(1 << w) as u64);
    match sort {
        Sort::Bool => Value::Bool(bits(1).is_one()),
        Sort::Bv(w) => Value::Bits(bits(w)),
        Sort::Array { index, elem } => {
            let mut array = ArrayValue::constant(index, bits(elem));
            for i in 0..1 << index {
                let element = bits(elem);
                array.store(&Bits::new(index, i), element);
            }
            Value::Array(array)
        }
        Sort::Heap(_) => unreachable!("scripts have no heaps"),
    }
}

/// Which checks of a script have all that is asserted there true; constants get their values by name.
fn true_checks(store: &TermStore, script: &read::Script, values: &[(String, Value)]) -> Vec<bool> {
    let mut model = Model::new();
    for (name, value) in values {
        if let Some(var) = store.known_var(name) {
            model.set(var, value.clone());
        }
    }
    let mut evaluator = Evaluator::new(store, &model);
    script.queries().iter().map(|q| q.assertions.iter().all(|&t| evaluator.bool(t))).collect()
}

/// Random scripts, simplified once and twice: under any values the same checks hold, and the solver says the same.
#[test]
fn random_scripts_keep_their_meaning() {
    let (mut held, mut failed, mut sat, mut unsat) = (0, 0, 0, 0);
    for seed in 0..400 {
        let text = Generator::script(seed);
        let once = simplified(&text);
        let twice = simplified(&once);
        let scripts = [&text, &once, &twice].map(|text| {
            let mut store = TermStore::default();
            let script = read::script(&mut store, text).unwrap_or_else(|e| panic!("{e}\n{text}"));
            (store, script)
        });
        let mut random = Random(seed + 1_000_000);
        let (store, script) = &scripts[0];
        for _ in 0..20 {
            let values = script.constants.iter();
            let values = values.map(|&t| (store.name(t).to_owned(), any(&mut random, store.sort(t))));
            let values: Vec<(String, Value)> = values.collect();
            let expected = true_checks(store, script, &values);
            for (store, simple) in &scripts[1..] {
                assert_eq!(true_checks(store, simple, &values), expected, "{seed}\n{text}\n{once}\n{twice}");
            }
            held += expected.iter().filter(|&&x| x).count();
            failed += expected.iter().filter(|&&x| !x).count();
        }
        if seed % 4 == 0 {
            let expected = answers(&text);
            assert_eq!(answers(&once), expected, "{seed}\n{text}\n{once}");
            sat += expected.iter().filter(|&&a| a == Some(Status::Sat)).count();
            unsat += expected.iter().filter(|&&a| a == Some(Status::Unsat)).count();
        }
    }
    assert!(held > 1000 && failed > 1000 && sat > 50 && unsat > 50, "{held} {failed} {sat} {unsat}");
}
