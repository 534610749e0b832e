//! A persistent vector: clones share, writes copy one path, and two versions are compared
//! without visiting what they share.

use std::rc::Rc;

const BITS: u32 = 5;

const WIDTH: usize = 1 << BITS;

enum TreeNode<T> {
    Leaf(Vec<Rc<T>>),
    Inner(Vec<Rc<TreeNode<T>>>),
}

impl<T> Clone for TreeNode<T> {
    fn clone(&self) -> TreeNode<T> {
        match self {
            TreeNode::Leaf(items) => TreeNode::Leaf(items.clone()),
            TreeNode::Inner(nodes) => TreeNode::Inner(nodes.clone()),
        }
    }
}

/// A persistent vector of shared elements.
pub struct PVec<T> {
    root: Rc<TreeNode<T>>,
    /// Bits of the index above the root's own digit.
    shift: u32,
    len: usize,
}

impl<T> Clone for PVec<T> {
    fn clone(&self) -> PVec<T> {
        PVec { root: self.root.clone(), shift: self.shift, len: self.len }
    }
}

impl<T> Default for PVec<T> {
    fn default() -> PVec<T> {
        PVec { root: Rc::new(TreeNode::Leaf(Vec::new())), shift: 0, len: 0 }
    }
}

impl<T> PVec<T> {
    /// Number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The element, when there is one.
    pub fn get(&self, index: usize) -> Option<&Rc<T>> {
        if index >= self.len {
            return None;
        }
        let (mut node, mut shift) = (&self.root, self.shift);
        loop {
            match &**node {
                TreeNode::Leaf(items) => return items.get(index & (WIDTH - 1)),
                TreeNode::Inner(nodes) => {
                    node = &nodes[index >> shift & (WIDTH - 1)];
                    shift -= BITS;
                }
            }
        }
    }

    /// The place of an element, its path no longer shared.
    pub fn slot(&mut self, index: usize) -> &mut Rc<T> {
        assert!(index < self.len);
        let mut shift = self.shift;
        let mut node = &mut self.root;
        loop {
            match Rc::make_mut(node) {
                TreeNode::Leaf(items) => return &mut items[index & (WIDTH - 1)],
                TreeNode::Inner(nodes) => {
                    node = &mut nodes[index >> shift & (WIDTH - 1)];
                    shift -= BITS;
                }
            }
        }
    }

    /// Appends an element.
    pub fn push(&mut self, item: Rc<T>) {
        if self.len == WIDTH << self.shift {
            let old = std::mem::replace(&mut self.root, Rc::new(TreeNode::Inner(Vec::new())));
            self.root = Rc::new(TreeNode::Inner(vec![old]));
            self.shift += BITS;
        }
        let index = self.len;
        self.len += 1;
        let mut shift = self.shift;
        let mut node = &mut self.root;
        loop {
            match Rc::make_mut(node) {
                TreeNode::Leaf(items) => {
                    items.push(item);
                    return;
                }
                TreeNode::Inner(nodes) => {
                    let digit = index >> shift & (WIDTH - 1);
                    shift -= BITS;
                    if digit == nodes.len() {
                        let empty =
                            if shift == 0 { TreeNode::Leaf(Vec::new()) } else { TreeNode::Inner(Vec::new()) };
                        nodes.push(Rc::new(empty));
                    }
                    node = &mut nodes[digit];
                }
            }
        }
    }

    /// Indices, in order, at which the two differ by identity; indices that only one has included.
    pub fn diff(&self, other: &PVec<T>) -> Vec<usize> {
        let mut out = Vec::new();
        let mut stack: Vec<(&TreeNode<T>, &TreeNode<T>, u32, usize)> = Vec::new();
        let common = self.len.min(other.len);
        if self.shift == other.shift {
            stack.push((&self.root, &other.root, self.shift, 0));
        } else {
            // A taller tree holds the other's content in its first branch.
            let (tall, low) = if self.shift > other.shift { (self, other) } else { (other, self) };
            let (mut node, mut shift) = (&*tall.root, tall.shift);
            while shift > low.shift {
                let TreeNode::Inner(nodes) = node else { break };
                node = &nodes[0];
                shift -= BITS;
            }
            stack.push((node, &low.root, shift, 0));
        }
        while let Some((a, b, shift, base)) = stack.pop() {
            if std::ptr::eq(a, b) {
                continue;
            }
            match (a, b) {
                (TreeNode::Leaf(x), TreeNode::Leaf(y)) => {
                    for (i, (p, q)) in x.iter().zip(y).enumerate() {
                        if !Rc::ptr_eq(p, q) {
                            out.push(base + i);
                        }
                    }
                }
                (TreeNode::Inner(x), TreeNode::Inner(y)) => {
                    for (i, (p, q)) in x.iter().zip(y).enumerate().rev() {
                        stack.push((p, q, shift - BITS, base + (i << shift)));
                    }
                }
                _ => unreachable!("trees of one height have one shape"),
            }
        }
        out.retain(|&i| i < common);
        out.extend(common..self.len.max(other.len));
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_differ_where_written() {
        for n in [0usize, 1, 31, 32, 33, 1024, 1025, 40_000] {
            let mut a = PVec::default();
            for i in 0..n {
                a.push(Rc::new(i));
            }
            let mut b = a.clone();
            let mut expected = Vec::new();
            for i in (0..n).step_by(37) {
                *b.slot(i) = Rc::new(i + 1);
                expected.push(i);
            }
            for i in n..n + 40 {
                b.push(Rc::new(i));
                expected.push(i);
            }
            assert_eq!(a.diff(&b), expected, "{n}");
            assert_eq!(b.diff(&a), expected, "{n}");
            for i in 0..n {
                assert_eq!(**a.get(i).unwrap(), i);
                assert_eq!(**b.get(i).unwrap(), if i % 37 == 0 { i + 1 } else { i });
            }
            assert!(a.get(n).is_none());
            assert_eq!(a.len(), n);
        }
    }
}
