//! Small random programs with threads, and random formulas: every level of reduction, with one thread and two, against a
//! tableau over the states without reductions. `TEMPORAL_PROGRAMS=N` in the environment takes so many programs,
//! `TEMPORAL_SEED` another seed.

use std::fs;
use std::path::Path;

use bmc::internals::engine::explicit::{self, Options, Progress, Walks, ltl};
use bmc::internals::engine::verdict::Verdict;
use bmc::internals::frontend;
use bmc::internals::machine::Reduction;
use bmc::internals::program::Program;
use bmc::internals::property::CheckSet;

use super::splitmix::Random;
use super::tableau::{some_run, temporal};
use super::tree::Tree;

/// The propositions of a formula's `a`, `b` and `c`.
const MEANINGS: [&str; 3] = ["{g[0] == 1}", "{g[1] > g[0]}", "said"];

fn statements(random: &mut Random, depth: usize, out: &mut String) {
    for _ in 0..1 + random.below(2) {
        let (x, y, n) = (random.below(2), random.below(2), random.below(3));
        match random.below(if depth == 0 { 6 } else { 10 }) {
            0 | 1 => out.push_str(&format!("g[{x}] = {n};\n")),
            2 => out.push_str(&format!("g[{x}] = g[{y}];\n")),
            3 => out.push_str(&format!("__bmc_proposition(\"said\", {});\n", random.below(2))),
            4 => out.push_str(&format!("g[{x}] ^= 1;\n")),
            5 => out.push_str(&format!("__bmc_proposition(\"said\", g[{x}]);\n")),
            6 => out.push_str(&format!("while (g[{x}] != {n}) {{}}\n")),
            7 => {
                out.push_str(&format!("if (g[{x}] == {n}) {{\n"));
                statements(random, depth - 1, out);
                out.push_str("}\n");
            }
            8 => {
                out.push_str("for (;;) {\n");
                statements(random, depth - 1, out);
                out.push_str("}\n");
            }
            _ => {
                out.push_str("pthread_mutex_lock(&m);\n");
                statements(random, 0, out);
                out.push_str("pthread_mutex_unlock(&m);\n");
            }
        }
    }
}

fn program(random: &mut Random) -> String {
    let mut text = "#include <pthread.h>\nvoid __bmc_proposition(const char *name, int holds);\n\
        static unsigned char g[2];\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
        .to_owned();
    for name in ["first", "second"] {
        text.push_str(&format!("static void *{name}(void *x) {{\n"));
        statements(random, 2, &mut text);
        text.push_str("return x;\n}\n");
    }
    // What names all that formulas do.
    text.push_str("int main(void) {\npthread_t t;\n__bmc_proposition(\"said\", g[0]);\npthread_create(&t, 0, second, 0);\n");
    text.push_str(if random.below(3) == 0 { "second(0);\n" } else { "first(0);\n" });
    text.push_str(if random.below(2) == 0 { "pthread_join(t, 0);\n}\n" } else { "}\n" });
    text
}

fn load(seed: u64, text: &str) -> Program {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("temporal-{seed}.c"));
    fs::write(&path, text).expect("a file of this test");
    let options =
        frontend::Options { entry: "main".to_owned(), promote: true, ..frontend::Options::default() };
    frontend::load(&[path], &options).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

fn options(program: &Program, reduction: Reduction, threads: usize) -> Options {
    Options {
        entry: program.function("main").expect("it has one"),
        checks: CheckSet::EMPTY,
        reduction,
        threads,
        deadline: None,
        stop: None,
        memory: None,
        malloc_may_fail: false,
        max_steps: 1_000_000,
        all: false,
        context_bound: None,
        order: Default::default(),
        hash_compaction: false,
        spurious_wakeups: false,
        walks: Walks::Never,
        sequential: false,
    }
}

fn text(tree: &Tree, random: &mut Random) -> String {
    let mut text = tree.text(random);
    for (name, meaning) in ["a", "b", "c"].into_iter().zip(MEANINGS) {
        text = text.replace(&format!("\"{name}\""), name);
        let words = text.split_inclusive(|c: char| !c.is_ascii_alphanumeric());
        let changed = |w: &str| match w.strip_prefix(name) {
            Some(rest) if !rest.starts_with(|c: char| c.is_ascii_alphanumeric()) => {
                format!("{meaning}{rest}")
            }
            _ => w.to_owned(),
        };
        // What was put in already holds no such words.
        text = words.map(changed).collect();
    }
    text
}

/// Whether a formula needs no steps.
fn is_next_free(tree: &Tree) -> bool {
    match tree {
        Tree::Unary(op, inner) => *op != 'X' && is_next_free(inner),
        Tree::Binary(_, parts) => parts.iter().all(is_next_free),
        _ => true,
    }
}

pub fn reductions_and_searches_agree_with_brute_force() {
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse().ok());
    let count: u64 = number("TEMPORAL_PROGRAMS").unwrap_or(12);
    let mut random = Random(number("TEMPORAL_SEED").unwrap_or(0x7e3));
    let (mut answers, mut skipped) = ([0; 2], 0);
    for round in 0..count {
        let source = program(&mut random);
        let program = load(round, &source);
        for _ in 0..8 {
            let tree = loop {
                let operators = 1 + random.below(5);
                let tree = Tree::random(&mut random, operators);
                let mut list = Vec::new();
                temporal(&tree, &mut list);
                if !list.is_empty() && list.len() <= 3 {
                    break tree;
                }
            };
            let fair = random.below(2) == 0;
            let formula = text(&tree, &mut random);
            // The bits of all three in a fixed order.
            let order = format!("(0 & ({} | {} | {})) | ({formula})", MEANINGS[0], MEANINGS[1], MEANINGS[2]);
            let property =
                ltl::Property::formula(&program, &order, fair).unwrap_or_else(|e| panic!("{order}: {e}"));
            assert_eq!(property.names(), ["g[0] == 1", "g[1] > g[0]", "said"], "{order}");
            let negated = Tree::Unary('!', Box::new(tree.clone()));
            let Some(system) = ltl::states(&program, &options(&program, Reduction::None, 1), &property)
            else {
                skipped += 1;
                continue;
            };
            if system.edges.len() > 20_000 {
                skipped += 1;
                continue;
            }
            let violated = some_run(&system, &negated, fair);
            answers[usize::from(violated)] += 1;
            let levels = [Reduction::None, Reduction::Tau, Reduction::TauPlus, Reduction::Full];
            for level in levels.into_iter().filter(|l| is_next_free(&tree) || *l == Reduction::None) {
                for threads in [1, 2] {
                    let options = options(&program, level, threads);
                    let progress = Progress::default();
                    let what = || {
                        format!("round {round}, {formula}, fair {fair}, {level:?}, -j {threads}\n{source}")
                    };
                    let (verdict, _) = explicit::ltl::check(&program, &options, &property, &progress)
                        .unwrap_or_else(|e| panic!("{e}: {}", what()));
                    match verdict {
                        Verdict::True(_) => assert!(!violated, "TRUE: {}", what()),
                        Verdict::False(_) => assert!(violated, "FALSE: {}", what()),
                        Verdict::Unknown(cause) => panic!("{cause:?}: {}", what()),
                    }
                }
            }
        }
    }
    println!("{answers:?} true and false, {skipped} skipped");
    assert!(answers.iter().all(|n| *n as u64 >= count), "{answers:?}: both answers have to occur");
    assert!(skipped as u64 <= 2 * count, "{skipped} skipped");
}
