//! Call graphs: the one of functions, and the call-site-sensitive one.
//!
//! In the call-site-sensitive graph (S. Falke, F. Merz, C. Sinz: LLBMC) a node is a function together with the call
//! sites on the way to it from the entry, so two calls of one function are different nodes. The graph is a tree; the
//! bound on recursion makes it finite.

use rustc_hash::FxHashMap;

use super::IndirectTargets;
use crate::program::{Callee, FuncId, InstId, InstKind, Program};
use crate::semantics::{Native, ThreadCall, natives};

crate::typed_id! {
    /// A node of a [`CallTree`]: a function in a context of call sites.
    ContextId
}

/// A call instruction and the functions that it can reach.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallSite {
    /// The call.
    pub call: InstId,
    /// Its targets, including declared functions; an indirect call can have several or none.
    pub targets: Vec<FuncId>,
    /// Whether the call is indirect.
    pub indirect: bool,
}

/// The calls of each function of a program, including those in unreachable blocks.
#[derive(Clone, Debug)]
pub struct CallGraph {
    sites: Vec<Vec<CallSite>>,
}

impl CallGraph {
    /// Collects all calls; indirect calls reach every candidate of [`IndirectTargets`].
    pub fn new(p: &Program) -> CallGraph {
        let indirect = IndirectTargets::new(p);
        let sites = p.functions.iter().map(|f| {
            let calls = f.blocks.iter().flat_map(|b| &b.insts).copied();
            calls
                .filter_map(|call| match &f.inst(call).kind {
                    InstKind::Call { callee: Callee::Direct(g), .. } => {
                        Some(CallSite { call, targets: vec![*g], indirect: false })
                    }
                    InstKind::Call { callee: Callee::Indirect(_), .. } => {
                        Some(CallSite { call, targets: indirect.candidates(p, f, call), indirect: true })
                    }
                    _ => None,
                })
                .collect()
        });
        CallGraph { sites: sites.collect() }
    }

    /// Calls of a function, in the order of its blocks.
    pub fn sites(&self, f: FuncId) -> &[CallSite] {
        &self.sites[f.index()]
    }

    /// The functions that the calls of some functions lead to, these included, by number.
    pub fn reachable(&self, starts: &[FuncId]) -> Vec<FuncId> {
        let mut seen = vec![false; self.sites.len()];
        let mut work = starts.to_vec();
        while let Some(f) = work.pop() {
            if !std::mem::replace(&mut seen[f.index()], true) {
                work.extend(self.sites(f).iter().flat_map(|site| &site.targets));
            }
        }
        (0..seen.len()).filter(|f| seen[*f]).map(FuncId::new).collect()
    }
}

/// Whether runs that start with a function may create threads.
pub fn creates_threads(program: &Program, entry: FuncId) -> bool {
    let starts = [&program.constructors[..], &program.destructors[..], &[entry]].concat();
    let natives = natives(program);
    let creates = |f: &FuncId| natives[f.index()] == Some(Native::Thread(ThreadCall::Start));
    CallGraph::new(program).reachable(&starts).iter().any(creates)
}

/// A node of a [`CallTree`].
#[derive(Clone, Debug)]
pub struct Context {
    /// The function.
    pub func: FuncId,
    /// Calling context; `None` for the entry.
    pub parent: Option<ContextId>,
    /// Call instruction of the parent's function.
    pub site: Option<InstId>,
    /// Number of contexts from the entry, itself included.
    pub depth: u32,
    /// Number of activations of the same function on the way from the entry, itself included.
    pub activations: u32,
    /// Contexts of its calls.
    pub children: Vec<ContextId>,
    /// Calls cut off by the bound.
    pub cut: Vec<(InstId, FuncId)>,
}

/// The call-site-sensitive call graph from one entry.
#[derive(Clone, Debug)]
pub struct CallTree {
    contexts: Vec<Context>,
    complete: bool,
}

impl CallTree {
    /// Builds the tree breadth first. A function that is active may be entered at most `bound` more times (`bound + 1`
    /// activations at once). Trees can grow exponentially, so at most `limit` contexts are made;
    /// [`CallTree::is_complete`] reports this.
    pub fn new(graph: &CallGraph, entry: FuncId, bound: u32, limit: usize) -> CallTree {
        let root = Context {
            func: entry,
            parent: None,
            site: None,
            depth: 1,
            activations: 1,
            children: Vec::new(),
            cut: Vec::new(),
        };
        let mut tree = CallTree { contexts: vec![root], complete: true };
        let mut at = 0;
        while at < tree.contexts.len() {
            let parent = ContextId::new(at);
            at += 1;
            // Number of activations on the way, so that a child's number is computed in constant time.
            let mut active: FxHashMap<FuncId, u32> = FxHashMap::default();
            let mut up = Some(parent);
            while let Some(c) = up {
                let c = tree.context(c);
                active.entry(c.func).or_insert(c.activations);
                up = c.parent;
            }
            for site in graph.sites(tree.context(parent).func) {
                for &func in &site.targets {
                    let activations = active.get(&func).map_or(1, |n| n + 1);
                    if activations > bound.saturating_add(1) {
                        tree.contexts[parent.index()].cut.push((site.call, func));
                        continue;
                    }
                    if tree.contexts.len() >= limit {
                        tree.complete = false;
                        return tree;
                    }
                    let child = ContextId::new(tree.contexts.len());
                    let depth = tree.context(parent).depth + 1;
                    tree.contexts.push(Context {
                        func,
                        parent: Some(parent),
                        site: Some(site.call),
                        depth,
                        activations,
                        children: Vec::new(),
                        cut: Vec::new(),
                    });
                    tree.contexts[parent.index()].children.push(child);
                }
            }
        }
        tree
    }

    /// The context with this id.
    pub fn context(&self, c: ContextId) -> &Context {
        &self.contexts[c.index()]
    }

    /// All contexts; the entry is the first, parents come before children.
    pub fn contexts(&self) -> &[Context] {
        &self.contexts
    }

    /// Whether the tree was built without reaching the limit.
    pub fn is_complete(&self) -> bool {
        self.complete
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::tests_util::ProgramBuilder;

    /// The tree as `main(f(g)(g))`, cut calls as `!f`.
    fn show(p: &Program, t: &CallTree, c: ContextId) -> String {
        let node = t.context(c);
        let mut s = p.func(node.func).name.clone();
        for child in &node.children {
            s += &format!("({})", show(p, t, *child));
        }
        for (_, f) in &node.cut {
            s += &format!("!{}", p.func(*f).name);
        }
        s
    }

    fn check(calls: &[(&str, &[&str])], bound: u32, expected: &str) {
        let p = ProgramBuilder::calling(calls);
        let graph = CallGraph::new(&p);
        let tree = CallTree::new(&graph, FuncId::new(0), bound, 1000);
        assert_eq!(show(&p, &tree, ContextId::new(0)), expected);
        assert!(tree.is_complete());
        for (i, c) in tree.contexts().iter().enumerate().skip(1) {
            let parent = tree.context(c.parent.expect("not the entry"));
            assert!(parent.children.contains(&ContextId::new(i)));
            assert_eq!(c.depth, parent.depth + 1);
            let sites = graph.sites(parent.func);
            assert!(sites.iter().any(|s| Some(s.call) == c.site && s.targets.contains(&c.func)));
        }
    }

    #[test]
    fn two_calls_are_two_contexts() {
        check(&[("main", &["f", "f"]), ("f", &["g"]), ("g", &[])], 1, "main(f(g))(f(g))");
    }

    #[test]
    fn recursion_is_bounded_per_function() {
        check(&[("main", &["f"]), ("f", &["f"])], 0, "main(f!f)");
        check(&[("main", &["f"]), ("f", &["f"])], 2, "main(f(f(f!f)))");
        check(&[("main", &["f"]), ("f", &["g"]), ("g", &["f"])], 1, "main(f(g(f(g!f))))");
    }

    #[test]
    fn pointers_reach_what_is_taken() {
        check(&[("main", &["*f", "*"]), ("f", &[]), ("g", &[])], 1, "main(f)(f)");
    }

    #[test]
    fn limit_is_told() {
        let p = ProgramBuilder::calling(&[("main", &["f", "f"]), ("f", &["f", "f"])]);
        let graph = CallGraph::new(&p);
        let tree = CallTree::new(&graph, FuncId::new(0), 40, 500);
        assert!(!tree.is_complete());
        assert_eq!(tree.contexts().len(), 500);
    }
}
