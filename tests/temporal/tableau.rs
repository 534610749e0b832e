//! Whether a run of a system satisfies a formula: the tableau of Lichtenstein and Pnueli (1985), which knows nothing of automata.

use bmc::internals::engine::explicit::ltl::Kripke;

use super::tree::Tree;

fn children(tree: &Tree) -> &[Tree] {
    match tree {
        Tree::Unary(_, inner) => std::slice::from_ref(inner),
        Tree::Binary(_, parts) => &parts[..],
        _ => &[],
    }
}

fn operator(tree: &Tree) -> char {
    match tree {
        Tree::Unary(op, _) | Tree::Binary(op, _) => *op,
        _ => ' ',
    }
}

/// The temporal subformulas, inner ones first.
pub fn temporal<'a>(tree: &'a Tree, out: &mut Vec<&'a Tree>) {
    children(tree).iter().for_each(|c| temporal(c, out));
    if "XFGURWM".contains(operator(tree)) {
        out.push(tree);
    }
}

/// The truth of a formula in a state, where it is guessed which temporal subformulas hold.
fn truth(tree: &Tree, label: u64, guess: usize, list: &[&Tree]) -> bool {
    if let Some(i) = list.iter().position(|t| std::ptr::eq(*t, tree)) {
        return guess >> i & 1 == 1;
    }
    let v: Vec<bool> = children(tree).iter().map(|c| truth(c, label, guess, list)).collect();
    match (tree, operator(tree)) {
        (Tree::Constant(b), _) => *b,
        (Tree::Prop(p), _) => label >> p & 1 == 1,
        (_, '!') => !v[0],
        (_, '&') => v[0] && v[1],
        (_, '|') => v[0] || v[1],
        (_, '>') => !v[0] || v[1],
        _ => v[0] == v[1],
    }
}

/// Nodes with who moves there.
type Edges = Vec<(usize, Option<u32>)>;

/// Whether some run satisfies the formula; `fair`: one in which no thread is neglected.
pub fn some_run(system: &Kripke, tree: &Tree, fair: bool) -> bool {
    let mut list = Vec::new();
    temporal(tree, &mut list);
    let k = list.len();
    // By letter and guess: the values of the operands of each temporal subformula.
    let operands = |label: u64, guess: usize| -> Vec<[bool; 2]> {
        let of = |t: &&Tree| {
            let v: Vec<bool> = children(t).iter().map(|c| truth(c, label, guess, &list)).collect();
            [v[0], *v.get(1).unwrap_or(&false)]
        };
        list.iter().map(of).collect()
    };
    let table: Vec<Vec<Vec<[bool; 2]>>> =
        (0..8).map(|l| (0..1 << k).map(|g| operands(l, g)).collect()).collect();
    let at = |node: usize| (node >> k, node & ((1 << k) - 1));
    let value = |node: usize| &table[system.valuations[at(node).0] as usize][at(node).1];
    let consistent = |n: usize, m: usize| {
        (0..k).all(|i| {
            let ([a, b], [next, _]) = (value(n)[i], value(m)[i]);
            let (now, later) = (at(n).1 >> i & 1 == 1, at(m).1 >> i & 1 == 1);
            now == match operator(list[i]) {
                'X' => next,
                'F' => a || later,
                'G' => a && later,
                'U' | 'W' => b || a && later,
                _ => b && (a || later),
            }
        })
    };
    // A least fixed point must not stay a promise, a greatest not be denied without a reason.
    let kept = |n: usize, i: usize| {
        let (now, [a, b]) = (at(n).1 >> i & 1 == 1, value(n)[i]);
        match operator(list[i]) {
            'X' => true,
            'F' => !now || a,
            'G' => now || !a,
            'U' => !now || b,
            'M' => !now || a && b,
            'W' => now || !a && !b,
            _ => now || !b,
        }
    };
    let edges = |n: usize| -> Edges {
        let to = system.edges[at(n).0].iter();
        let all = to.flat_map(|&(t, mover)| (0..1 << k).map(move |g| (t << k | g, mover)));
        all.filter(|(m, _)| consistent(n, *m)).collect()
    };
    let starts = (0..1usize << k).filter(|n| truth(tree, system.valuations[0], at(*n).1, &list));
    // Tarjan's components (1972), with a stack of its own.
    let count = system.edges.len() << k;
    let (mut number, mut low, mut done) = (vec![0u32; count], vec![0u32; count], vec![false; count]);
    let (mut time, mut open) = (0, Vec::new());
    for start in starts {
        if number[start] != 0 {
            continue;
        }
        let mut path: Vec<(usize, Edges)> = Vec::new();
        let mut enter = Some(start);
        loop {
            if let Some(n) = enter.take() {
                time += 1;
                (number[n], low[n]) = (time, time);
                open.push(n);
                path.push((n, edges(n)));
            }
            let Some((n, left)) = path.last_mut() else { break };
            let n = *n;
            if let Some((m, _)) = left.pop() {
                match number[m] {
                    0 => enter = Some(m),
                    _ if !done[m] => low[n] = low[n].min(low[m]),
                    _ => {}
                }
                continue;
            }
            path.pop();
            if let Some((before, _)) = path.last() {
                low[*before] = low[*before].min(low[n]);
            }
            if low[n] != number[n] {
                continue;
            }
            let from = open.iter().rposition(|o| *o == n).expect("it is open");
            let members = open.split_off(from);
            let inside: std::collections::HashSet<usize> = members.iter().copied().collect();
            let mut cyclic = false;
            let mut served = 0u64;
            for &m in &members {
                for (_, mover) in edges(m).into_iter().filter(|(t, _)| inside.contains(t)) {
                    cyclic = true;
                    served |= mover.map_or(u64::MAX, |t| 1 << t | !system.enabled[at(m).0]);
                }
            }
            let promises = (0..k).all(|i| members.iter().any(|m| kept(*m, i)));
            if cyclic && promises && (!fair || served == u64::MAX) {
                return true;
            }
            members.iter().for_each(|m| done[*m] = true);
        }
    }
    false
}
