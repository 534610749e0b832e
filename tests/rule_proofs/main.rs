//! The proof of every rewrite rule. Rules are read from `rewrite-rules/` as they stand there, not from the rewriter;
//! external solvers show that both sides are equal under the side conditions, at all small widths and a sample of
//! large ones. Proofs are remembered in `rewrite-rules/proofs.txt` by a hash of the rule and all that it uses:
//! `BMC_PROVE=all` proves every rule again, `BMC_PROVE=write` writes that file.

mod abstraction;
mod elaborate;
mod files;
mod heaps;
mod instance;
mod numbers;
mod prove;
mod sketch;
mod solver;
#[path = "../common/splitmix.rs"]
mod splitmix;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use files::NamedRule;
use prove::{Failure, Proof, Prover};

/// Changes when the proof itself does, so that all rules are proven again.
const VERSION: &str = "2";
/// Solvers at a time.
const WORKERS: usize = 2;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("rewrite-rules")
}

/// Proves rules side by side; the results are in the order of the rules.
fn prove_all(
    rules: &[&NamedRule],
    vocabulary: &files::Vocabulary,
    proven: &(impl Fn(&NamedRule, &Proof) + Sync),
) -> Vec<Result<Proof, Failure>> {
    let next = AtomicUsize::new(0);
    let results: Mutex<BTreeMap<usize, Result<Proof, Failure>>> = Mutex::default();
    thread::scope(|scope| {
        for _ in 0..WORKERS.min(rules.len()) {
            scope.spawn(|| {
                let mut prover = Prover::default();
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    let Some(rule) = rules.get(n) else { return };
                    let start = std::time::Instant::now();
                    let result = prover.prove(rule, vocabulary);
                    if let Ok(proof) = &result {
                        proven(rule, proof);
                    }
                    let seconds = start.elapsed().as_secs_f64();
                    if seconds > 1.0 {
                        println!("{}: {} took {seconds:.1} s", rule.place, rule.name);
                    }
                    results.lock().expect("no worker panics").insert(n, result);
                }
            });
        }
    });
    results.into_inner().expect("no worker panics").into_values().collect()
}

/// Name, hash and number of instances of every proven rule.
type Known = BTreeMap<String, (String, usize)>;

fn read_known(path: &Path) -> Known {
    let text = fs::read_to_string(path).unwrap_or_default();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let row = |line: &str| {
        let mut words = line.split_whitespace();
        let (name, hash) = (words.next()?, words.next()?);
        Some((name.to_owned(), (hash.to_owned(), words.next()?.parse().ok()?)))
    };
    lines.filter_map(row).collect()
}

fn write_known(path: &Path, known: &Known) {
    let mut text = "# Proven rules: name, hash of the rule and what it uses, instances. Written by the test \
        rule_proofs with BMC_PROVE=write.\n"
        .to_owned();
    for (name, (hash, count)) in known {
        text.push_str(&format!("{name} {hash} {count}\n"));
    }
    fs::write(path, text).expect("the list of proofs can be written");
}

#[test]
fn every_rule_is_proven() {
    let path = folder().join("proofs.txt");
    let rules = files::read(&folder(), None).unwrap_or_else(|e| panic!("{e}"));
    let known = read_known(&path);
    let mode = std::env::var("BMC_PROVE").unwrap_or_default();
    let only: Vec<&str> = mode.strip_prefix("only:").map(|m| m.split(',').collect()).unwrap_or_default();
    let hashes: Vec<String> = rules.rules.iter().map(|r| rules.vocabulary.hash(r, VERSION)).collect();
    let open: Vec<usize> = (0..rules.rules.len())
        .filter(|&i| {
            let rule = &rules.rules[i];
            match only.is_empty() {
                true => mode == "all" || known.get(&rule.name).is_none_or(|k| k.0 != hashes[i]),
                false => only.iter().any(|name| rule.name.starts_with(name)),
            }
        })
        .collect();
    if !open.is_empty() && !solver::installed() {
        panic!("{} rules have to be proven, and z3 is not installed", open.len());
    }
    let to_prove: Vec<&NamedRule> = open.iter().map(|&i| &rules.rules[i]).collect();
    // Written as they come, so that an interrupted run is not lost.
    let kept = known.iter().filter(|(name, entry)| {
        let rule = rules.rules.iter().position(|r| r.name == **name);
        rule.is_some_and(|i| hashes[i] == entry.0)
    });
    let noted: Mutex<Known> = Mutex::new(kept.map(|(name, entry)| (name.clone(), entry.clone())).collect());
    let results = prove_all(&to_prove, &rules.vocabulary, &|rule, proof| {
        let mut noted = noted.lock().expect("no worker panics");
        let hash = rules.vocabulary.hash(rule, VERSION);
        noted.insert(rule.name.clone(), (hash, proof.proven));
        if mode == "write" {
            write_known(&path, &noted);
        }
    });
    let new = noted.into_inner().expect("no worker panics");
    let mut complaints = Vec::new();
    let mut sum = Proof::default();
    for (&i, result) in open.iter().zip(results) {
        let rule = &rules.rules[i];
        match result {
            Ok(proof) => {
                println!("proven: {} ({} instances)", rule.name, proof.proven);
                sum.proven += proof.proven;
                sum.tried += proof.tried;
                sum.excluded += proof.excluded;
            }
            Err(Failure::Other(why)) => complaints.push(format!("{}: {}: {why}", rule.place, rule.name)),
            Err(Failure::False(example)) => {
                let doubt = if example.confirmed { "" } else { " (the evaluator does not confirm it)" };
                let text = format!("{}: {} is false{doubt}: {}", rule.place, rule.name, example.text);
                complaints.push(format!("{text}\n    {}", rule.text));
            }
        }
    }
    for rule in &rules.rules {
        for exclusion in &rule.exclusions {
            let widths: Vec<String> = exclusion.widths.iter().map(u32::to_string).collect();
            println!("not proven: {} at {}: {}", rule.name, widths.join(" "), exclusion.reason);
        }
    }
    let instances: usize = new.values().map(|k| k.1).sum();
    println!("{} rules, {} proven at {instances} widths and positions", rules.rules.len(), new.len());
    println!(
        "proven now: {} rules at {} instances, {} also by trying all values; {} left out",
        open.len(),
        sum.proven,
        sum.tried,
        sum.excluded
    );
    if mode == "write" {
        write_known(&path, &new);
    } else {
        for (name, (hash, _)) in &known {
            let current = rules.rules.iter().position(|r| r.name == *name).map(|i| &hashes[i]);
            if current != Some(hash) {
                complaints
                    .push(format!("{name}: its entry in proofs.txt is stale; BMC_PROVE=write renews it"));
            }
        }
        let missing: Vec<&str> = new.keys().map(String::as_str).filter(|n| !known.contains_key(*n)).collect();
        if !missing.is_empty() {
            println!("not in proofs.txt, where BMC_PROVE=write adds them: {}", missing.join(" "));
        }
    }
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

#[test]
fn false_rules_are_refuted() {
    if !solver::installed() {
        println!("skipped: z3 is not installed");
        return;
    }
    let rules = files::read(&folder(), Some(&folder().join("broken"))).unwrap_or_else(|e| panic!("{e}"));
    let all: Vec<&NamedRule> = rules.rules.iter().collect();
    let results = prove_all(&all, &rules.vocabulary, &|_, _| {});
    let mut refuted = 0;
    let mut complaints = Vec::new();
    for (rule, result) in all.iter().zip(results) {
        let what = match result {
            Err(Failure::False(example)) if example.confirmed => {
                println!("refuted: {}: {}", rule.name, example.text);
                refuted += 1;
                continue;
            }
            Err(Failure::False(example)) => format!("the evaluator does not confirm {}", example.text),
            Err(Failure::Other(why)) => why,
            Ok(proof) => format!("proven at {} instances", proof.proven),
        };
        complaints.push(format!("{}: {}: {what}", rule.place, rule.name));
    }
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
    assert!(refuted >= 20, "only {refuted} false rules");
}

#[test]
fn every_rule_states_its_equation() {
    let rules = files::read(&folder(), None).unwrap_or_else(|e| panic!("{e}")).rules;
    let mut complaints = Vec::new();
    let mut shared = false;
    for rule in &rules {
        // Rules without a blank line between them may share one comment.
        shared = !rule.comment.is_empty() || shared && rule.follows_rule;
        if !shared {
            complaints.push(format!("{}: {} has no equation above it", rule.place, rule.name));
        }
    }
    assert!(!rules.is_empty());
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}
