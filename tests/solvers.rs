//! Solvers against each other and against stated answers; the process layer against solvers that misbehave.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use bmc::internals::ilr::eval::Evaluator;
use bmc::internals::ilr::{Sort, Term};
use bmc::internals::rewrite::Builder;
use bmc::internals::smt::builtin::Builtin;
use bmc::internals::smt::process::{Portfolio, ProcessSolver, Profile};
use bmc::internals::smt::smtlib::read;
use bmc::internals::smt::smtlib::write::Status;
use bmc::internals::smt::{Answer, Checked, CrossChecked, Limits, Logged, Reason, SmtError, Solver};

fn installed() -> Vec<Profile> {
    Profile::names().filter_map(Profile::parse).filter(Profile::installed).collect()
}

/// Generous: a test must not depend on how busy the machine is.
fn limits() -> Limits {
    Limits::until(Instant::now() + Duration::from_secs(120))
}

#[test]
fn samples_have_the_status_they_state() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("smtlib-samples");
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).expect("samples").map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "smt2"));
    files.sort();
    let profiles = installed();
    for file in files {
        let text = fs::read_to_string(&file).expect("a sample");
        let mut b = Builder::new();
        let script = read::script(&mut b, &text).unwrap_or_else(|e| panic!("{}:{e}", file.display()));
        for query in script.queries() {
            let expected = match query.status {
                Some(Status::Sat) => "sat",
                Some(Status::Unsat) => "unsat",
                _ => continue,
            };
            let external = profiles.iter().cloned().map(ProcessSolver::new);
            let mut solvers: Vec<Box<dyn Solver>> = vec![Box::new(Checked::new(Builtin::new()))];
            solvers.extend(external.map(|s| Box::new(Checked::new(s)) as Box<dyn Solver>));
            for mut solver in solvers {
                for &t in &query.assertions {
                    solver.assert(&mut b, t).expect("an assertion");
                }
                let answer = solver.check(&mut b, &[], &limits());
                assert_eq!(
                    answer.ok().map(|a| a.word()),
                    Some(expected),
                    "{} on {}",
                    solver.name(),
                    file.display()
                );
            }
        }
    }
}

/// A folder that goes when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("bmc-solvers-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    fn script(&self, name: &str, body: &str) -> Profile {
        let path = self.0.join(name);
        fs::write(&path, format!("#!/bin/sh\n{body}\n")).expect("a script");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a mode");
        Profile::parse(path.to_str().expect("a plain path")).expect("a command")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A question for which no solver needs more than a moment.
fn question(b: &mut Builder) -> Term {
    let (x, y) = (b.var("x", Sort::Bv(8)), b.var("y", Sort::Bv(8)));
    let (sum, seven) = (b.add(x, y), b.bv(8, 7));
    b.eq(sum, seven)
}

fn ask(profile: Profile, limits: &Limits) -> Result<Answer, SmtError> {
    let mut b = Builder::new();
    let t = question(&mut b);
    let mut solver = ProcessSolver::new(profile);
    solver.assert(&mut b, t)?;
    solver.check(&mut b, &[], limits)
}

#[test]
fn misbehaving_solvers_give_clear_errors() {
    let folder = Folder::new("errors");
    for (name, body, expected) in [
        (
            "dies",
            "echo 'assertion failed in solver' >&2; exit 3",
            "exit status: 3): assertion failed in solver",
        ),
        ("signal", "kill -SEGV $$", "ended without an answer (signal: 11 (SIGSEGV)"),
        ("silent", "exit 0", "ended without an answer (exit status: 0)"),
        ("nonsense", "cat >/dev/null; echo 'hello world, how are you'", "it said: hello world, how are you"),
        (
            "error",
            "cat >/dev/null; echo '(error \"line 7: no such sort\")'",
            "(error \"line 7: no such sort\")",
        ),
        ("open", "cat >/dev/null; echo '(sat'; exit 0", "(sat"),
    ] {
        let error = ask(folder.script(name, body), &limits()).expect_err(name);
        assert!(error.to_string().contains(expected), "{name}: {error}");
        assert!(matches!(error, SmtError::Protocol { .. }), "{name}: {error:?}");
    }
    let error =
        ask(Profile::parse("no-such-solver --fast").expect("a command"), &limits()).expect_err("missing");
    assert!(matches!(error, SmtError::Start { .. }));
    assert!(error.to_string().contains("no program `no-such-solver` is installed"), "{error}");
}

#[test]
fn answers_of_any_program_are_understood() {
    let folder = Folder::new("answers");
    for (name, body, expected) in [
        ("sat", "cat >/dev/null; echo sat", "sat"),
        ("unsat", "cat >/dev/null; printf unsat", "unsat"),
        ("early", "echo unsat", "unsat"),
        ("comment", "cat >/dev/null; printf '; a remark (\\n\\n  sat\\n'", "sat"),
        ("unknown", "cat >/dev/null; echo unknown", "unknown"),
    ] {
        let answer = ask(folder.script(name, body), &limits()).expect("an answer");
        assert_eq!(answer.word(), expected, "{name}");
        let incomplete = Answer::Unknown(Reason::Incomplete("unknown".into()));
        assert_eq!(answer == incomplete, name == "unknown", "{name}");
    }
    let small = Limits { memory: Some(1 << 30), ..limits() };
    for (name, body) in [
        ("throws", "cat >/dev/null; echo 'std::bad_alloc' >&2; exit 134"),
        ("unsure", "cat >/dev/null; echo 'OutOfMemoryException' >&2; echo unknown; exit 134"),
        ("error", "cat >/dev/null; echo '(error \"out of memory\")'; exit 101"),
    ] {
        assert_eq!(
            ask(folder.script(name, body), &small).ok(),
            Some(Answer::Unknown(Reason::Memory)),
            "{name}"
        );
    }
}

#[test]
fn memory_is_limited() {
    for profile in installed() {
        let mut b = Builder::new();
        let mut solver = ProcessSolver::new(profile.clone());
        let x: Vec<Term> = (0..20).map(|i| b.var(&format!("x{i}"), Sort::Bv(512))).collect();
        for i in 0..19 {
            let (square, rest) = (b.mul(x[i], x[i]), b.urem(x[i + 1], x[(i + 2) % 20]));
            let t = b.eq(square, rest);
            solver.assert(&mut b, t).expect("an assertion");
        }
        let least = b.ult(x[0], x[1]);
        let small = Limits { memory: Some(150 << 20), ..limits() };
        let answer = solver.check(&mut b, &[least], &small).expect("no error");
        assert_eq!(answer, Answer::Unknown(Reason::Memory), "{}", profile.name);
        // The limit is of that check, and the process is gone.
        let easy = question(&mut b);
        let mut solver = ProcessSolver::new(profile);
        assert_eq!(solver.check(&mut b, &[easy], &limits()).ok(), Some(Answer::Sat));
    }
}

/// Whether a process with that number runs; zombies of other parents do not count.
fn alive(pid: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{}/stat", pid.trim())).unwrap_or_default();
    stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().next()).is_some_and(|state| state != "Z")
}

#[test]
fn a_deadline_ends_the_whole_process_group() {
    let folder = Folder::new("hangs");
    let pids = folder.0.join("pids");
    // A grandchild that ignores polite requests and holds the pipes open.
    let body = format!(
        "sh -c 'trap \"\" TERM HUP INT; echo $$ >> {0}; sleep 600' &\necho $$ >> {0}\nwait",
        pids.display()
    );
    let profile = folder.script("hangs", &body);
    let deadline = Limits::until(Instant::now() + Duration::from_millis(1500));
    assert_eq!(ask(profile.clone(), &deadline).ok(), Some(Answer::Unknown(Reason::Deadline)));
    let stop = Arc::new(AtomicBool::new(false));
    let raise = Arc::clone(&stop);
    let raiser = thread::spawn(move || {
        thread::sleep(Duration::from_millis(500));
        raise.store(true, Ordering::Relaxed);
    });
    let stopped = Limits { stop: Some(stop), ..limits() };
    assert_eq!(ask(profile, &stopped).ok(), Some(Answer::Unknown(Reason::Stopped)));
    raiser.join().expect("the raiser");
    let pids = fs::read_to_string(pids).expect("the script has run");
    let patience = Instant::now() + Duration::from_secs(60);
    while pids.lines().any(alive) {
        assert!(Instant::now() < patience, "some of {pids:?} still run");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_solver_that_does_not_read_cannot_block() {
    let folder = Folder::new("deaf");
    let profile = folder.script("deaf", "sleep 600");
    let mut b = Builder::new();
    let mut solver = ProcessSolver::new(profile);
    // More text than a pipe holds.
    for i in 0..20_000 {
        let x = b.var(&format!("x{i}"), Sort::Bv(64));
        let k = b.bv(64, i);
        let t = b.ult(k, x);
        solver.assert(&mut b, t).expect("an assertion");
    }
    let deadline = Limits::until(Instant::now() + Duration::from_secs(2));
    let answer = solver.check(&mut b, &[], &deadline);
    assert_eq!(answer.ok(), Some(Answer::Unknown(Reason::Deadline)));
}

#[test]
fn sessions_go_on() {
    for profile in installed() {
        let mut b = Builder::new();
        let mut solver = ProcessSolver::new(profile.clone());
        let t = question(&mut b);
        let (x, y) = (b.var("x", Sort::Bv(8)), b.var("y", Sort::Bv(8)));
        let five = b.bv(8, 5);
        let (big, small) = (b.ult(five, x), b.ult(x, five));
        let p = b.var("p", Sort::Bool);
        let not_p = b.not(p);
        let memory = b.var("m", Sort::Array { index: 8, elem: 8 });
        let read = b.select(memory, x);
        let same = b.eq(read, y);
        let (ff, tt) = (b.ff(), b.tt());
        let mut check = |solver: &mut ProcessSolver, assumptions: &[Term], expected: &str| {
            let answer = solver.check(&mut b, assumptions, &limits()).expect("an answer");
            assert_eq!(answer.word(), expected, "{} {assumptions:?}", profile.name);
        };
        check(&mut solver, &[], "sat");
        check(&mut solver, &[big, small], "unsat");
        check(&mut solver, &[big, tt], "sat");
        check(&mut solver, &[ff, big], "unsat");
        check(&mut solver, &[p, not_p], "unsat");
        check(&mut solver, &[p], "sat");
        solver.assert(&mut Builder::new(), t).expect("an assertion");
        check(&mut solver, &[same, big], "sat");
        solver.assert(&mut Builder::new(), same).expect("an assertion");
        check(&mut solver, &[small], "sat");
        check(&mut solver, &[small, big], "unsat");
    }
}

/// A multiplication that factors a number: a moment's work, but not for free.
fn factoring(b: &mut Builder) -> Term {
    let (x, y) = (b.var("x", Sort::Bv(24)), b.var("y", Sort::Bv(24)));
    let (product, n, one) = (b.mul(x, y), b.bv(24, 12_193), b.bv(24, 1));
    let small = b.bv(24, 1 << 11);
    let parts = [b.eq(product, n), b.ult(one, x), b.ult(x, small), b.ult(y, small)];
    b.and_all(parts)
}

#[test]
fn the_first_of_a_portfolio_wins() {
    let folder = Folder::new("portfolio");
    let never = folder.script("never", "sleep 600");
    let dies = folder.script("dies", "exit 1");
    let says_unsat = folder.script("unsat", "cat >/dev/null; echo unsat");
    let unsure = folder.script("unsure", "cat >/dev/null; echo unknown");
    let new = |profiles: &[&Profile]| -> Vec<ProcessSolver> {
        profiles.iter().map(|&p| ProcessSolver::new(p.clone())).collect()
    };
    let mut b = Builder::new();
    let t = factoring(&mut b);

    let mut solver = Portfolio::new(new(&[&never, &dies, &unsure, &says_unsat]), None);
    solver.assert(&mut b, t).expect("an assertion");
    assert_eq!(solver.check(&mut b, &[], &limits()).ok().map(|a| a.word()), Some("unsat"));
    assert_eq!(solver.check(&mut b, &[t], &limits()).ok().map(|a| a.word()), Some("unsat"));

    let inside: Box<dyn Solver> = Box::new(Checked::new(Builtin::new()));
    let mut solver = Portfolio::new(new(&[&never, &dies, &unsure]), Some(inside));
    solver.assert(&mut b, t).expect("an assertion");
    assert_eq!(solver.check(&mut b, &[], &limits()).ok(), Some(Answer::Sat));
    let model = solver.model(&mut b).expect("a model");
    assert!(Evaluator::new(b.store(), &model).bool(t));

    let mut solver = Portfolio::new(new(&[&dies, &unsure]), None);
    assert!(matches!(solver.check(&mut b, &[], &limits()), Err(SmtError::Protocol { .. })));
    let mut solver = Portfolio::new(new(&[&never, &unsure]), None);
    let soon = Limits::until(Instant::now() + Duration::from_millis(500));
    assert!(matches!(solver.check(&mut b, &[], &soon), Ok(Answer::Unknown(_))));
    let missing = Profile::parse("no-such-solver").expect("a command");
    let mut solver = Portfolio::new(new(&[&never, &missing]), None);
    assert!(matches!(solver.check(&mut b, &[], &limits()), Err(SmtError::Start { .. })));

    let all = installed();
    if !all.is_empty() {
        let mut solver = Checked::new(Portfolio::new(new(&all.iter().collect::<Vec<_>>()), None));
        solver.assert(&mut b, t).expect("an assertion");
        let x = b.var("x", Sort::Bv(24));
        let k = b.bv(24, 89);
        let assumption = b.eq(x, k);
        for (assumptions, expected) in [(vec![], "sat"), (vec![assumption], "sat"), (vec![b.ff()], "unsat")] {
            assert_eq!(solver.check(&mut b, &assumptions, &limits()).ok().map(|a| a.word()), Some(expected));
        }
    }
}

#[test]
fn a_second_opinion_is_asked() {
    let folder = Folder::new("cross");
    let mut b = Builder::new();
    let t = question(&mut b);
    for (name, body, agrees) in [
        ("sat", "cat >/dev/null; echo sat", true),
        ("unsure", "cat >/dev/null; echo unknown", true),
        ("unsat", "cat >/dev/null; echo unsat", false),
    ] {
        let second = ProcessSolver::new(folder.script(name, body));
        let mut solver = CrossChecked::new(Builtin::new(), second);
        solver.assert(&mut b, t).expect("an assertion");
        match solver.check(&mut b, &[], &limits()) {
            Ok(answer) => assert!(agrees && answer == Answer::Sat, "{name}"),
            Err(error) => {
                assert!(!agrees && matches!(error, SmtError::Disagreement(_)), "{name}");
                assert!(error.to_string().contains("says sat, "), "{error}");
            }
        }
    }
}

#[test]
fn logs_can_be_run_again() {
    let folder = Folder::new("log");
    let path = folder.0.join("log.smt2");
    let mut b = Builder::new();
    let t = question(&mut b);
    let file = fs::File::create(&path).expect("a file");
    let mut solver = Logged::new(Builtin::new(), Box::new(file));
    solver.assert(&mut b, t).expect("an assertion");
    let (x, k) = (b.var("x", Sort::Bv(8)), b.bv(8, 9));
    let (low, high) = (b.ult(x, k), b.ult(k, x));
    for (assumptions, expected) in [(vec![], "sat"), (vec![low, high], "unsat"), (vec![high], "sat")] {
        assert_eq!(solver.check(&mut b, &assumptions, &limits()).ok().map(|a| a.word()), Some(expected));
    }
    let text = fs::read_to_string(&path).expect("the log");
    let answers: Vec<&str> = text.lines().filter_map(|l| l.strip_prefix("; ")).collect();
    assert_eq!(answers, ["sat", "unsat", "sat"]);
    let mut again = Builder::new();
    let script = read::script(&mut again, &text).expect("a script");
    assert_eq!(script.queries().len(), 3);
    for (query, expected) in script.queries().iter().zip(answers) {
        let mut solver = Builtin::new();
        let answer = solver.check(&mut again, &query.assertions, &limits()).expect("an answer");
        assert_eq!(answer == Answer::Sat, expected == "sat");
    }
}
