//! The second check of proofs by induction: what the points-to analysis says that loops write (`tests/recheck/writes`), that the
//! proofs of `tests/programs/induction` are accepted but for those of `tests/recheck/rejected.tsv`, and that spoilt outlines are not.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;
use std::time::{Duration, Instant};

use bmc::internals::analysis::{LoopForest, Site, WriteSet, Writes};
use bmc::internals::engine::bmc::{
    Assumptions, Attempt, Budget, Came, Cuts, EvalOptions, Learned, ProofOutline, TurnedOff, recheck,
};
use bmc::internals::frontend::{Options, load};
use bmc::internals::program::{FuncId, InstId, InstKind, Program, Value};
use bmc::internals::property::{Check, CheckSet};
use bmc::internals::smt::builtin::Builtin;

#[path = "common/cases.rs"]
#[allow(dead_code, reason = "what other tests use")]
mod cases;
use cases::{LIMIT, output_within};

fn program(path: &Path) -> Program {
    load(&[path.to_path_buf()], &Options::default()).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn line_of(p: &Program, f: FuncId, i: InstId) -> u32 {
    p.func(f).inst(i).loc.map_or(0, |l| p.locs[l.index()].line)
}

/// The variable that lives in a local object.
fn variable(p: &Program, f: FuncId, i: InstId) -> Option<String> {
    p.func(f).insts.iter().find_map(|inst| match inst.kind {
        InstKind::DebugDeclare { var, addr: Value::Inst(of) } if of == i => {
            Some(p.vars[var.index()].name.clone())
        }
        _ => None,
    })
}

/// The sites as the headers have them: variables by name, others by the line of the call that makes them.
fn told(p: &Program, set: &WriteSet) -> BTreeSet<String> {
    let name = |site: Site| match site {
        Site::Anything => "anything".to_owned(),
        Site::Outside => "outside".to_owned(),
        Site::Global(g) => p.global(g).name.clone(),
        Site::Function(f) => p.func(f).name.clone(),
        Site::Local(f, i) => variable(p, f, i).unwrap_or_else(|| format!("call {}", line_of(p, f, i))),
        Site::Heap(f, i) => format!("heap {}", line_of(p, f, i)),
    };
    set.sites().map(name).collect()
}

#[test]
fn loops_write_what_headers_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recheck/writes");
    let mut files = Vec::new();
    cases::files(&folder, &mut files);
    let mut looked_at = 0;
    for file in files {
        let p = program(&file);
        let main = p.function("main").expect("a program");
        let writes = Writes::new(&p, main);
        let text = fs::read_to_string(&file).expect("a text file");
        for header in text.lines().map_while(|l| l.strip_prefix("// ")) {
            let (what, expected) = header.split_once(':').expect("a colon");
            let expected: BTreeSet<String> = expected.split(',').map(|s| s.trim().to_owned()).collect();
            let found = match what.split_once(' ').expect("what and which") {
                ("function", name) => {
                    told(&p, writes.of_function(p.function(name).expect("a function of the program")))
                }
                (_, line) => {
                    let line: u32 = line.parse().expect("a line");
                    let mut found = None;
                    for f in (0..p.functions.len()).map(FuncId::new).filter(|f| !p.func(*f).model) {
                        let loops = LoopForest::new(p.func(f));
                        let here = |l: &bmc::internals::analysis::LoopId| {
                            loops.loop_loc(p.func(f), *l).is_some_and(|l| p.locs[l.index()].line == line)
                        };
                        if let Some(l) = loops.ids().find(here) {
                            found = Some(told(&p, &writes.of_loop(f, &loops, l)));
                        }
                    }
                    found.unwrap_or_else(|| panic!("{}: no loop at line {line}", file.display()))
                }
            };
            assert_eq!(found, expected, "{}: {what}", file.display());
            looked_at += 1;
        }
    }
    assert!(looked_at > 5, "only {looked_at} sets were looked at");
}

fn induction() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/induction");
    let mut files = Vec::new();
    cases::files(&folder, &mut files);
    files
}

fn name(path: &Path) -> String {
    path.file_name().and_then(|n| n.to_str()).expect("names are plain").to_owned()
}

/// Files of `rejected.tsv`, with the beginning of the reason.
fn rejected() -> BTreeMap<String, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recheck/rejected.tsv");
    let text = fs::read_to_string(path).expect("a part of the repository");
    let rows = text.lines().filter(|l| !l.starts_with('#'));
    rows.filter_map(|l| l.split_once('\t')).map(|(f, why)| (f.to_owned(), why.to_owned())).collect()
}

#[test]
fn proofs_are_accepted() {
    let known = rejected();
    let (mut accepted, mut failures) = (0, Vec::new());
    for file in induction() {
        let case = cases::parse(&fs::read_to_string(&file).expect("a text file")).expect("a header");
        let run = &case.runs[0];
        if !run.expected.allows("TRUE") || run.flags.iter().any(|f| f == "--no-induction") {
            continue;
        }
        let mut command = Command::new(env!("CARGO_BIN_EXE_bmc"));
        command.args(&run.flags).args(["--format", "json"]).arg(&file);
        let output = output_within(&mut command, LIMIT).expect("an answer in time");
        // The verdict follows.
        let told: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a document");
        let figure = |name: &str| told["statistics"][name].as_f64().unwrap_or(0.0);
        let line = told["line"].as_str().expect("a line");
        accepted += usize::from(figure("proofs_accepted") > 0.0);
        let reason = line.split_once("rejected a proof by induction: ").map(|(_, why)| why);
        match (known.get(&name(&file)), reason) {
            (None, None) if figure("proofs_rejected") == 0.0 => {}
            (Some(why), Some(reason)) if reason.starts_with(why.as_str()) => {}
            _ => failures.push(format!("{}: {line}", name(&file))),
        }
    }
    assert!(accepted > 30, "only {accepted} proofs were accepted");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The checks that flags ask for.
fn checks_of(flags: &[String]) -> CheckSet {
    let list = flags.iter().skip_while(|f| *f != "--check").nth(1);
    list.map_or(CheckSet::c_default(), |list| CheckSet::parse(list).expect("checks"))
}

fn options(p: &Program) -> EvalOptions {
    let mut checks = CheckSet::EMPTY;
    checks.insert(Check::ReachError);
    checks.insert(Check::Assert);
    EvalOptions {
        entry: p.function("main").expect("a program"),
        bound: 4,
        bound_at: Vec::new(),
        checks,
        assumptions: Assumptions::default(),
        deadline: None,
        stop: None,
        target: None,
        learned: Learned::default(),
        off: TurnedOff::default(),
    }
}

/// An attempt at a program, all of whose loops in `main` are cut.
fn attempt<'a>(p: &'a Program, options: &EvalOptions, k: u32) -> Attempt<'a> {
    let mut cuts = Cuts::default();
    let main = options.entry;
    let loops = LoopForest::new(p.func(main));
    cuts.loops.extend(loops.ids().map(|l| (main, l)));
    Attempt::new(p, options.clone(), cuts, k, Box::new(Builtin::new()))
}

/// The outline of a proof of a program, all of whose loops are cut.
fn outline_of(p: &Program, options: &EvalOptions, k: u32) -> ProofOutline {
    let mut attempt = attempt(p, options, k);
    match attempt.turn(u64::MAX).expect("the solver works") {
        Came::Proven(proven) => proven.outline,
        Came::Late => panic!("no deadline was given"),
        Came::Open(why) => panic!("{why}"),
        Came::Deferred => panic!("strays are followed"),
    }
}

fn verdict(p: &Program, options: &EvalOptions, outline: ProofOutline) -> Result<(), String> {
    recheck(p, options, outline, &mut Builtin::new(), &mut Budget::unlimited())
        .expect("the solver works")
        .map(|_| ())
}

/// Effort of an attempt as a whole, and of the first of the turns in which it is made again. They grow, as a question has to fit into
/// one.
const WHOLE: u64 = 60_000_000;

const FIRST: [u64; 2] = [50_000, 1_000_000];

/// Turns that stop wherever an attempt happens to be, in the evaluation or between two questions, change nothing.
#[test]
fn many_turns_come_to_what_one_does() {
    let thread = std::thread::Builder::new().stack_size(1 << 28).spawn(compare_turns);
    thread.expect("a thread").join().expect("they agree");
}

fn word(came: &Came) -> &str {
    match came {
        Came::Proven(_) => "proven",
        Came::Late => "late",
        Came::Open(why) => why,
        Came::Deferred => "deferred",
    }
}

fn compare_turns() {
    let (mut proven, mut open, mut most) = (0, 0, 0);
    for file in induction() {
        let case = cases::parse(&fs::read_to_string(&file).expect("a text file")).expect("a header");
        let flags = &case.runs[0].flags;
        let plain = ["--bound", "--check", "--timeout"];
        if flags.iter().any(|f| f.starts_with('-') && !plain.contains(&f.as_str())) {
            continue;
        }
        let p = program(&file);
        let options = EvalOptions { checks: checks_of(flags), ..options(&p) };
        for k in 0..2 {
            let mut whole = attempt(&p, &options, k);
            let once = whole.turn(WHOLE).expect("the solver works");
            if matches!(once, Came::Late) {
                continue;
            }
            for first in FIRST {
                let mut parts = attempt(&p, &options, k);
                let (mut turns, mut each) = (1, first);
                let came = loop {
                    match parts.turn(each).expect("the solver works") {
                        Came::Late if parts.effort() < 4 * WHOLE => {
                            turns += 1;
                            each += each / 4;
                        }
                        came => break came,
                    }
                };
                most = most.max(turns);
                match (&once, came) {
                    (Came::Proven(_), Came::Proven(found)) => {
                        assert_eq!(verdict(&p, &options, found.outline), Ok(()), "{}", name(&file));
                        proven += 1;
                    }
                    (Came::Open(_), Came::Open(_)) => open += 1,
                    (Came::Deferred, Came::Deferred) => {}
                    (once, came) => {
                        let (once, came) = (word(once), word(&came));
                        panic!("{}: {k} assumed: {once}, in turns from {first}: {came}", name(&file))
                    }
                }
            }
        }
    }
    assert!(proven > 30 && open > 30 && most > 20, "{proven} proven, {open} open, {most} turns");
}

/// What is done to an outline, and the beginning of the reason for which it is rejected.
type Spoil = (&'static str, fn(&mut ProofOutline), &'static str);

#[test]
fn spoilt_outlines_are_rejected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recheck/claims");
    let spoils: [Spoil; 4] = [
        ("no statement", |c| c.visits.values_mut().for_each(|v| v.statements.clear()), "Check(ReachError)"),
        (
            "the opposite of a statement",
            |c| {
                let terms = Rc::make_mut(&mut c.terms);
                for s in c.visits.values_mut().flat_map(|v| &mut v.statements) {
                    s.holds = terms.mk(bmc::internals::ilr::Op::Not, &[s.holds]);
                }
            },
            "a statement does not hold",
        ),
        (
            "memory does not differ",
            |c| c.visits.values_mut().for_each(|v| v.differs.cells.clear()),
            "bytes differ that the proof takes to be the same",
        ),
        ("no loop is cut", |c| c.loops.clear(), "LoopBound"),
    ];
    let p = program(&folder.join("counter.c"));
    let options = options(&p);
    assert_eq!(verdict(&p, &options, outline_of(&p, &options, 0)), Ok(()));
    for spoil in &spoils {
        assert_rejected(&p, &options, outline_of(&p, &options, 0), spoil);
    }
}

/// That an outline is rejected once it is spoilt.
fn assert_rejected(p: &Program, options: &EvalOptions, mut outline: ProofOutline, spoil: &Spoil) {
    let (what, spoil, why) = spoil;
    spoil(&mut outline);
    let name = &p.func(options.entry).source_name;
    match verdict(p, options, outline) {
        Ok(()) => panic!("{name} is accepted: {what}"),
        Err(reason) => assert!(reason.starts_with(why), "{name}, {what}: {reason}"),
    }
}

/// An attempt at a function's runs, of which all have to end.
fn attempt_at_end<'a>(p: &'a Program, entry: FuncId, k: u32) -> (Attempt<'a>, EvalOptions) {
    let mut checks = CheckSet::EMPTY;
    checks.insert(Check::Termination);
    let options = EvalOptions { entry, checks, ..options(p) };
    (attempt(p, &options, k), options)
}

/// The functions of tests/recheck/claims/ends.c whose names begin so.
fn named<'a>(p: &'a Program, start: &'a str) -> impl Iterator<Item = FuncId> + 'a {
    (0..p.functions.len()).map(FuncId::new).filter(move |f| p.func(*f).source_name.starts_with(start))
}

/// Loops that end have measures, and no others.
#[test]
fn loops_that_end_have_measures() {
    let p = program(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recheck/claims/ends.c"));
    let spoils: [Spoil; 3] = [
        (
            "no measure",
            |c| c.visits.values_mut().for_each(|v| v.ranks.clear()),
            "a loop does not come nearer",
        ),
        (
            "one that gets more",
            |c| {
                let terms = Rc::make_mut(&mut c.terms);
                for rank in c.visits.values_mut().flat_map(|v| &mut v.ranks) {
                    rank.measure = terms.mk(bmc::internals::ilr::Op::BvNot, &[rank.measure]);
                }
            },
            "a loop does not come nearer",
        ),
        ("no loop is cut", |c| c.loops.clear(), "LoopBound"),
    ];
    let prove = |entry: FuncId, k: u32, effort: u64| {
        let (mut attempt, options) = attempt_at_end(&p, entry, k);
        (attempt.turn(effort).expect("the solver works"), options)
    };
    let (mut ending, mut endless) = (0, 0);
    for f in named(&p, "ends_") {
        let name = &p.func(f).source_name;
        ending += 1;
        let outline = || match prove(f, 0, u64::MAX) {
            (Came::Proven(proven), options) => (proven.outline, options),
            _ => panic!("{name} is not proven"),
        };
        let (whole, options) = outline();
        assert_eq!(verdict(&p, &options, whole), Ok(()), "{name}");
        for spoil in &spoils {
            assert_rejected(&p, &options, outline().0, spoil);
        }
    }
    for f in named(&p, "endless_") {
        endless += 1;
        for k in 0..2 {
            let (came, _) = prove(f, k, WHOLE);
            assert!(!matches!(came, Came::Proven(_)), "{} is proven", p.func(f).source_name);
        }
    }
    assert!(ending == 9 && endless == 11, "{ending} {endless}");
}

/// What only the first iterations change is not the same at all heads: proofs that left it out went wrong once.
#[test]
fn first_iterations_count() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recheck/claims");
    let p = program(&folder.join("first.c"));
    let options = options(&p);
    let mut outline = outline_of(&p, &options, 1);
    for heads in outline.visits.values_mut() {
        let flag = heads.differs.cells.len();
        heads.differs.cells.retain(|c| c.2 != 1);
        assert!(heads.differs.cells.len() < flag, "the flag differs");
    }
    let reason = verdict(&p, &options, outline).expect_err("it is not accepted");
    assert!(reason.starts_with("bytes differ that the proof takes to be the same"), "{reason}");
}

/// An outline that cuts everything and has no invariants proves nothing of a program that has a violation.
#[test]
fn unsafe_programs_have_no_proof() {
    // Like that of the command line's engine.
    let thread = std::thread::Builder::new().stack_size(1 << 28).spawn(look_at_unsafe_programs);
    thread.expect("a thread").join().expect("no proof");
}

/// How long each of them is looked at.
const EACH: Duration = Duration::from_millis(500);

fn look_at_unsafe_programs() {
    let mut asked = 0;
    for file in induction().into_iter().filter(|f| name(f).ends_with("_false.c")) {
        let case = cases::parse(&fs::read_to_string(&file).expect("a text file")).expect("a header");
        let flags = &case.runs[0].flags;
        let checks = checks_of(flags);
        let p = program(&file);
        let own: Vec<FuncId> = (0..p.functions.len())
            .map(FuncId::new)
            .filter(|f| p.func(*f).is_defined() && !p.func(*f).model)
            .collect();
        let malloc_may_fail = flags.iter().any(|f| f == "--malloc-may-fail");
        for (k, calls) in [(0, false), (1, false), (1, true)] {
            let deadline = Some(Instant::now() + EACH);
            let assumptions = Assumptions { malloc_may_fail, ..Assumptions::default() };
            let options = EvalOptions { checks, assumptions, deadline, ..options(&p) };
            let mut outline = ProofOutline { assumed: k, ..ProofOutline::default() };
            for &f in &own {
                let loops = LoopForest::new(p.func(f));
                outline.loops.extend(loops.ids().map(|l| (f, l)));
                if calls && f != options.entry {
                    outline.functions.insert(f);
                }
            }
            let answer = verdict(&p, &options, outline);
            assert!(answer.is_err(), "{} is proven with {k} iterations assumed", file.display());
            asked += 1;
        }
    }
    assert!(asked > 100, "only {asked} programs");
}
