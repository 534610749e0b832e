//! Order of the operations of a function: a weak topological order (Bourdoncle 1993). All edges lead forward but those to the heads
//! of the components that they are in.

use crate::machine::code::{Code, Op};

/// The order.
#[derive(Debug, Default)]
pub struct Flow {
    /// Position of each operation.
    pub position: Vec<u32>,
    /// Heads of the components around each operation, outermost first; a head is in its own component.
    pub nest: Vec<Vec<u32>>,
    /// Whether control can come from elsewhere than the operation before.
    pub joins: Vec<bool>,
}

/// Operations that control may go to after one.
pub fn successors(code: &Code, pc: usize) -> Vec<usize> {
    let all: Vec<u32> = match &code.ops[pc] {
        Op::Jump(to) => vec![*to],
        Op::Branch { then, other, .. } => vec![*then, *other],
        Op::Switch { cases, .. } => cases.cases.iter().map(|c| c.1).chain([cases.default]).collect(),
        Op::IndirectBranch { blocks, .. } => blocks.iter().map(|b| b.1).collect(),
        Op::Return(_) | Op::Unreachable | Op::Unsupported(_) => Vec::new(),
        _ => vec![pc as u32 + 1],
    };
    all.into_iter().map(|to| to as usize).filter(|&to| to < code.ops.len()).collect()
}

impl Flow {
    /// The order of a function's operations.
    pub fn of(code: &Code) -> Flow {
        let count = code.ops.len();
        let mut flow = Flow {
            position: vec![u32::MAX; count],
            nest: vec![Vec::new(); count],
            joins: vec![false; count],
        };
        let next: Vec<Vec<usize>> = (0..count).map(|pc| successors(code, pc)).collect();
        for (pc, all) in next.iter().enumerate() {
            for &to in all {
                flow.joins[to] |= to != pc + 1 || all.len() > 1;
            }
        }
        if count > 0 {
            let mut order = Sorting { next: &next, inside: vec![true; count], flow: &mut flow, placed: 0 };
            order.sort(&(0..count).collect::<Vec<_>>(), &mut Vec::new());
        }
        flow
    }
}

struct Sorting<'a> {
    next: &'a [Vec<usize>],
    /// Operations that are sorted now.
    inside: Vec<bool>,
    flow: &'a mut Flow,
    placed: u32,
}

impl Sorting<'_> {
    /// Sorts the operations inside, which are entered at the roots.
    fn sort(&mut self, roots: &[usize], heads: &mut Vec<u32>) {
        for component in self.components(roots) {
            let head = component[0];
            let again = component.len() > 1 || self.next[head].contains(&head);
            if again {
                heads.push(head as u32);
            }
            self.flow.position[head] = self.placed;
            self.flow.nest[head].clone_from(heads);
            self.placed += 1;
            if component.len() > 1 {
                let rest = &component[1..];
                let mut inside = vec![false; self.inside.len()];
                rest.iter().for_each(|&n| inside[n] = true);
                let outside = std::mem::replace(&mut self.inside, inside);
                let roots: Vec<usize> = self.next[head].iter().chain(rest).copied().collect();
                self.sort(&roots, heads);
                self.inside = outside;
            }
            if again {
                heads.pop();
            }
        }
    }

    /// Strongly connected components of the operations inside, in topological order; the first operation of each is the one that
    /// is reached first.
    fn components(&self, roots: &[usize]) -> Vec<Vec<usize>> {
        let count = self.inside.len();
        let mut number = vec![0usize; count];
        let mut low = vec![0usize; count];
        let mut on = vec![false; count];
        let (mut stack, mut found, mut clock) = (Vec::new(), Vec::new(), 0);
        for &root in roots {
            if !self.inside[root] || number[root] != 0 {
                continue;
            }
            let mut path: Vec<(usize, usize)> = vec![(root, 0)];
            while let Some(&mut (n, ref mut at)) = path.last_mut() {
                if *at == 0 {
                    clock += 1;
                    number[n] = clock;
                    low[n] = clock;
                    stack.push(n);
                    on[n] = true;
                }
                let next = self.next[n].get(*at).copied();
                *at += 1;
                match next {
                    Some(to) if self.inside[to] && number[to] == 0 => path.push((to, 0)),
                    Some(to) if self.inside[to] && on[to] => low[n] = low[n].min(number[to]),
                    Some(_) => {}
                    None => {
                        path.pop();
                        if let Some(&(above, _)) = path.last() {
                            low[above] = low[above].min(low[n]);
                        }
                        if low[n] == number[n] {
                            let from = stack.iter().position(|&m| m == n).unwrap_or(0);
                            let component = stack.split_off(from);
                            component.iter().for_each(|&m| on[m] = false);
                            found.push(component);
                        }
                    }
                }
            }
        }
        found.reverse();
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::code::Operand;

    fn branch(then: u32, other: u32) -> Op {
        Op::Branch { c: Operand::reg(0), then, other }
    }

    fn check(ops: Vec<Op>) -> Flow {
        let code = Code { ops, ..Code::default() };
        let flow = Flow::of(&code);
        for pc in 0..code.ops.len() {
            for to in successors(&code, pc) {
                let forward = flow.position[pc] < flow.position[to];
                assert!(forward || flow.nest[pc].contains(&(to as u32)), "{pc} to {to}: {flow:?}");
            }
        }
        flow
    }

    #[test]
    fn edges_lead_forward_or_to_a_head() {
        // Two nested loops, the inner one left to the outer head.
        let flow = check(vec![
            Op::Jump(1),
            branch(2, 5),
            branch(3, 1),
            Op::Jump(4),
            Op::Jump(2),
            Op::Return(Box::new([])),
        ]);
        assert_eq!(flow.nest[3], [1, 2]);
        assert!(flow.nest[5].is_empty() && flow.nest[0].is_empty());
        // A loop with two entries.
        check(vec![branch(1, 2), branch(2, 3), branch(1, 3), Op::Return(Box::new([]))]);
        // A loop of one operation.
        assert_eq!(check(vec![branch(0, 1), Op::Return(Box::new([]))]).nest[0], [0]);
    }
}
