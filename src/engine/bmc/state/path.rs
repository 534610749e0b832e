//! Path conditions: the tree of branch decisions that lead to a point.
//!
//! A node is a conjunction: its parent's and one more condition. States that meet find their last
//! common node, so that a merge mentions only the conditions in which they differ.

use crate::ilr::Term;
use crate::rewrite::Builder;
use std::cell::Cell;
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
    /// The conjunction of the conditions below the node of this depth, as it was asked for last: the states that leave a loop
    /// one after the other meet below the same node, and each has the conditions of the one before.
    below: Cell<Option<(u32, Term)>>,
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
        Path::node(None, b.tt(), b.tt(), 0)
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
        Path::node(Some(self.clone()), cond, full, self.0.depth + 1)
    }

    fn node(parent: Option<Path>, cond: Term, full: Term, depth: u32) -> Path {
        Path(Rc::new(PathNode { parent, cond, full, depth, below: Cell::new(None) }))
    }

    fn parent(&self) -> &Path {
        self.0.parent.as_ref().expect("paths of one run share their root")
    }

    /// The last node that two paths have in common.
    fn common(p: &Path, q: &Path) -> Path {
        let (mut x, mut y) = (p, q);
        while !Rc::ptr_eq(&x.0, &y.0) {
            if x.0.depth >= y.0.depth {
                x = x.parent();
            } else {
                y = y.parent();
            }
        }
        x.clone()
    }

    /// The conjunction of the conditions below the node of this depth.
    fn below(&self, b: &mut Builder, depth: u32) -> Term {
        let mut open = Vec::new();
        let mut node = self;
        let mut all = b.tt();
        while node.0.depth > depth {
            if let Some((_, known)) = node.0.below.get().filter(|below| below.0 == depth) {
                all = known;
                break;
            }
            open.push(node);
            node = node.parent();
        }
        for node in open.into_iter().rev() {
            all = b.and(all, node.0.cond);
            node.0.below.set(Some((depth, all)));
        }
        all
    }

    /// Where two states meet, neither of whose conditions implies the other.
    pub fn join(b: &mut Builder, p: &Path, q: &Path) -> Join {
        let common = Path::common(p, q);
        let depth = common.0.depth;
        let shorter_q = q.0.depth < p.0.depth;
        let (rp, rq) = (p.below(b, depth), q.below(b, depth));
        let either = b.or(rp, rq);
        let first = if shorter_q { b.not(rq) } else { rp };
        Join { path: common.and(b, either), first }
    }
}
