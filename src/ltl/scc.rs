//! Strongly connected components of explicit graphs.

/// The component of each node, numbered from 0; successors of a component have smaller numbers.
pub(super) struct Components {
    pub(super) of: Vec<usize>,
    pub(super) count: usize,
}

/// Tarjan's algorithm (1972) with an explicit stack. Nodes are `0..n`; `successor(v, i)` is the `i`th successor of `v`,
/// or `None` at the end.
pub(super) fn components(n: usize, successor: impl Fn(usize, usize) -> Option<usize>) -> Components {
    const NONE: usize = usize::MAX;
    let mut of = vec![NONE; n];
    let mut low = vec![NONE; n];
    let (mut count, mut time) = (0, 0);
    let mut open = Vec::new();
    let mut path: Vec<(usize, usize, usize)> = Vec::new(); // node, next successor, number
    for root in 0..n {
        if low[root] != NONE {
            continue;
        }
        let mut enter = Some(root);
        loop {
            if let Some(v) = enter.take() {
                low[v] = time;
                open.push(v);
                path.push((v, 0, time));
                time += 1;
            }
            let Some((v, next, number)) = path.last_mut() else { break };
            let (v, number) = (*v, *number);
            *next += 1;
            match successor(v, *next - 1) {
                Some(w) if low[w] == NONE => enter = Some(w),
                Some(w) if of[w] == NONE => low[v] = low[v].min(low[w]),
                Some(_) => {}
                None => {
                    path.pop();
                    if low[v] == number {
                        loop {
                            let w = open.pop().expect("the component's root is open");
                            of[w] = count;
                            if w == v {
                                break;
                            }
                        }
                        count += 1;
                    }
                    if let Some(&(parent, ..)) = path.last() {
                        low[parent] = low[parent].min(low[v]);
                    }
                }
            }
        }
    }
    Components { of, count }
}
