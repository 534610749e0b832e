//! Size and speed of terms: `cargo bench --bench terms`.
//!
//! Makes 4 million distinct binary nodes, each asked for twice (half of the look-ups hit), plainly
//! and through the simplifying builder, and prints bytes per node (growth of the resident set, all
//! tables included) and constructions per second of processor time. Then the speed of constant folding, which the
//! concrete interpreter stands on, and of path conditions.

use bmc::internals::ilr::{Op, Sort, Term, TermStore};
use bmc::internals::rewrite::Builder;

const NODES: usize = 4_000_000;

/// Resident set size in bytes, 0 where /proc does not tell.
fn resident() -> usize {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    pages.split_whitespace().nth(1).and_then(|n| n.parse::<usize>().ok()).unwrap_or(0) * 4096
}

/// Processor time of this process in seconds, which other processes' load does not touch.
fn cpu() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    stat.split_whitespace().next().and_then(|n| n.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

/// Pseudo-random numbers, the same in every run.
fn random(state: &mut u64) -> usize {
    *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    (*state >> 33) as usize
}

/// Makes terms by `make` from random earlier ones until there are enough, asking for each twice.
fn grow(leaves: &[Term], mut make: impl FnMut(usize, Term, Term) -> Term) -> (usize, f64) {
    let mut terms: Vec<Term> = Vec::with_capacity(NODES + leaves.len());
    terms.extend_from_slice(leaves);
    let mut state = 1;
    let start = cpu();
    let mut made = 0;
    while terms.len() < NODES + leaves.len() {
        let n = terms.len();
        let (i, a, b) = (random(&mut state), terms[random(&mut state) % n], terms[random(&mut state) % n]);
        let t = make(i, a, b);
        let again = make(i, a, b);
        assert!(t == again);
        terms.push(t);
        made += 2;
    }
    (made, cpu() - start)
}

fn report(what: &str, made: usize, seconds: f64, nodes: usize, bytes: usize) {
    print!("{what}: {:.2} M constructions/s", made as f64 / seconds / 1e6);
    if nodes > 0 {
        print!(", {nodes} nodes, {:.1} bytes/node", bytes as f64 / nodes as f64);
    }
    println!();
}

fn main() {
    const OPS: [Op; 4] = [Op::Add, Op::Mul, Op::BvXor, Op::BvAnd];
    {
        let mut store = TermStore::default();
        let leaves: Vec<Term> = (0..1000).map(|i| store.var(&format!("v{i}"), Sort::Bv(32))).collect();
        // The list of handles is the benchmark's own.
        let before = resident() + NODES * size_of::<Term>();
        let (made, seconds) = grow(&leaves, |i, a, b| store.mk(OPS[i % 4], &[a, b]));
        report("plain store", made, seconds, store.len(), resident().saturating_sub(before));
    }
    {
        let mut b = Builder::new();
        let leaves: Vec<Term> = (0..1000).map(|i| b.var(&format!("v{i}"), Sort::Bv(32))).collect();
        let before = resident() + NODES * size_of::<Term>();
        let (made, seconds) = grow(&leaves, |i, x, y| b.apply(OPS[i % 4], &[x, y]));
        report("builder", made, seconds, b.len(), resident().saturating_sub(before));
    }
    {
        let mut b = Builder::new();
        let n = 20_000_000u64;
        let start = cpu();
        let mut x = b.bv(32, 1);
        for i in 0..n / 4 {
            let k = b.bv(32, i & 1023);
            let s = b.add(x, k);
            let m = b.mul(s, k);
            let c = b.ult(m, s);
            x = b.ite(c, k, s);
            x = b.low_bits(x, 16);
        }
        report("constant folding", (n / 4 * 6) as usize, cpu() - start, 0, 0);
    }
    {
        let mut b = Builder::new();
        let conditions: Vec<Term> = (0..2000).map(|i| b.var(&format!("c{i}"), Sort::Bool)).collect();
        let start = cpu();
        let (mut made, mut merged) = (0, 0);
        for _ in 0..200 {
            let mut path = b.tt();
            for &c in &conditions {
                let n = b.not(c);
                let (left, right) = (b.and(path, c), b.and(path, n));
                let joined = b.or(left, right);
                merged += usize::from(joined == path);
                made += 4;
                path = left;
            }
        }
        assert_eq!(merged, 200 * conditions.len());
        report("path conditions", made, cpu() - start, 0, 0);
    }
    for nodes in [1_000_000, 2_000_000] {
        rewriting(nodes);
    }
}

/// Simplifies a formula of that many terms, made plainly of random operators over few variables and many constants,
/// so that most terms have a rule.
fn rewriting(nodes: usize) {
    let mut plain = TermStore::default();
    let mut terms: Vec<Term> = (0..64).map(|i| plain.var(&format!("v{i}"), Sort::Bv(32))).collect();
    let mut state = 7;
    while plain.len() < nodes {
        let i = random(&mut state);
        // Mostly recent terms: a deep formula.
        let pick = |terms: &[Term], r: usize| terms[terms.len() - 1 - r % terms.len().min(5000)];
        let (a, b) = (pick(&terms, random(&mut state)), pick(&terms, random(&mut state)));
        let k = plain.bv(32, [0, 1, 2, 3, 4, 8, 255, 0xffff_ffff][i % 8]);
        let t = match i / 8 % 24 {
            0 => plain.mk(Op::Add, &[a, k]),
            1 => plain.mk(Op::Sub, &[a, k]),
            2 => plain.mk(Op::Mul, &[a, k]),
            3 => plain.mk(Op::BvAnd, &[a, k]),
            4 => plain.mk(Op::BvOr, &[a, k]),
            5 => plain.mk(Op::BvXor, &[a, k]),
            6 => plain.mk(Op::Shl, &[a, k]),
            7 => plain.mk(Op::Lshr, &[a, k]),
            8 => plain.mk(Op::Ashr, &[a, k]),
            9 => plain.mk(Op::BvNot, &[a]),
            10 => plain.mk(Op::Neg, &[a]),
            11 => plain.mk(Op::Sub, &[a, b]),
            12 => plain.mk(Op::Add, &[a, b]),
            13 => plain.mk(Op::BvXor, &[a, b]),
            14 => plain.mk(Op::BvAnd, &[a, b]),
            15 | 16 => {
                let low = plain.mk_extract(a, 15, 0);
                plain.mk_zext(low, 32)
            }
            17 | 18 => {
                let low = plain.mk_extract(a, 7, 0);
                plain.mk_sext(low, 32)
            }
            19 | 20 => {
                let c = plain.mk(Op::Eq, &[a, k]);
                plain.mk(Op::Ite, &[c, a, b])
            }
            21 | 22 => {
                let c = plain.mk(Op::Ult, &[a, b]);
                let n = plain.mk(Op::Not, &[c]);
                plain.mk(Op::Ite, &[n, a, b])
            }
            _ => {
                let c = plain.mk(Op::Slt, &[a, k]);
                plain.mk(Op::Ite, &[c, k, b])
            }
        };
        terms.push(t);
    }
    let roots = &terms[terms.len() - 5000..];
    let before = resident();
    let start = cpu();
    let mut b = Builder::new();
    b.import(&plain, roots);
    let seconds = cpu() - start;
    let fired: u64 = b.rule_counts().iter().sum();
    println!(
        "simplifying {} terms: {:.2} M rule applications/s ({fired} in {seconds:.2} s), {} terms left, {} cut, {:.0} MB",
        plain.len(),
        fired as f64 / seconds / 1e6,
        b.len(),
        b.rules_cut(),
        resident().saturating_sub(before) as f64 / 1e6
    );
}
