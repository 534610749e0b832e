//! Path conditions: the tree of branch decisions that lead to a point.
//!
//! A node is a conjunction: its parent's and one more condition. States that meet find their last
//! common node, so that a merge mentions only the conditions in which they differ.

use crate::ilr::Term;
use crate::rewrite::Builder;
use std::rc::Rc;

/// The condition under which a state is reached.
#[derive(Clone)]
pub struct Path(Rc<PathNode>);

struct PathNode {
    parent: Option<Path>,
    cond: Term,
    /// The whole conjunction.
    full: Term,
    depth: u32,
}

/// How two paths meet.
pub struct Join {
    /// The path of the merged state.
    pub path: Path,
    /// Under `path`: the first state's values count when this holds, the second's when not.
    pub first: Term,
}

impl Drop for PathNode {
    fn drop(&mut self) {
        // Long chains would overflow the stack if dropped recursively.
        let mut next = self.parent.take();
        while let Some(path) = next {
            match Rc::try_unwrap(path.0) {
                Ok(mut node) => next = node.parent.take(),
                Err(_) => break,
            }
        }
    }
}

impl Path {
    /// The condition true.
    pub fn root(b: &Builder) -> Path {
        Path(Rc::new(PathNode { parent: None, cond: b.tt(), full: b.tt(), depth: 0 }))
    }

    /// The whole condition.
    pub fn term(&self) -> Term {
        self.0.full
    }

    /// This and one more condition.
    pub fn and(&self, b: &mut Builder, cond: Term) -> Path {
        let full = b.and(self.0.full, cond);
        if full == self.0.full {
            return self.clone();
        }
        Path(Rc::new(PathNode { parent: Some(self.clone()), cond, full, depth: self.0.depth + 1 }))
    }

    /// Where two states meet, neither of whose conditions implies the other.
    pub fn join(b: &mut Builder, p: &Path, q: &Path) -> Join {
        let (mut x, mut y) = (p.clone(), q.clone());
        let (mut px, mut qy) = (Vec::new(), Vec::new());
        while !Rc::ptr_eq(&x.0, &y.0) {
            if x.0.depth >= y.0.depth {
                px.push(x.0.cond);
                x = x.0.parent.clone().expect("paths of one run share their root");
            } else {
                qy.push(y.0.cond);
                y = y.0.parent.clone().expect("paths of one run share their root");
            }
        }
        let shorter_q = qy.len() < px.len();
        let rp = px.into_iter().rev().fold(b.tt(), |acc, c| b.and(acc, c));
        let rq = qy.into_iter().rev().fold(b.tt(), |acc, c| b.and(acc, c));
        let either = b.or(rp, rq);
        let first = if shorter_q { b.not(rq) } else { rp };
        Join { path: x.and(b, either), first }
    }
}
