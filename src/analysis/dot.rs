//! Drawings of graphs in the DOT language (graphviz).

use std::fmt::Write;

use super::{CallTree, LoopForest};
use crate::program::{BlockId, FuncId, InstId, LocId, Program};

/// A string in double quotes, escaped for DOT.
fn quoted(text: &str) -> String {
    let mut s = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => s.extend(['\\', c]),
            '\n' => s.push_str("\\n"),
            _ => s.push(c),
        }
    }
    s.push('"');
    s
}

/// Source line of a place, if known.
fn line(p: &Program, loc: Option<LocId>) -> Option<u32> {
    loc.map(|l| p.locs[l.index()].line).filter(|l| *l > 0)
}

/// First and last source line of a block's instructions, as `12` or `12-15`.
fn lines(p: &Program, f: FuncId, b: BlockId) -> Option<String> {
    let func = p.func(f);
    let found = func.block(b).insts.iter().filter_map(|i| line(p, func.inst(*i).loc));
    let (first, last) = found.fold((u32::MAX, 0), |(lo, hi), l| (lo.min(l), hi.max(l)));
    match last {
        0 => None,
        _ if first == last => Some(format!("{first}")),
        _ => Some(format!("{first}-{last}")),
    }
}

/// The control-flow graph of a defined function: blocks with their source lines, heads of loops with a double border,
/// back edges dashed, unreachable blocks grey. A declaration gives an empty graph.
pub fn cfg(p: &Program, f: FuncId) -> String {
    let func = p.func(f);
    let forest = LoopForest::new(func);
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(out, "digraph {} {{", quoted(&func.name));
    let _ = writeln!(out, "  label={};\n  node [shape=box fontname=monospace];", quoted(&func.source_name));
    for b in (0..func.blocks.len()).map(BlockId::new) {
        let block = func.block(b);
        let mut label = if block.name.is_empty() { format!("b{}", b.index()) } else { block.name.clone() };
        if let Some(l) = lines(p, f, b) {
            let _ = write!(label, "\nline {l}");
        }
        let head = if forest.headed_by(b).is_some() { " peripheries=2" } else { "" };
        let grey = if forest.reachable(b) { "" } else { " color=grey fontcolor=grey" };
        let _ = writeln!(out, "  b{} [label={}{head}{grey}];", b.index(), quoted(&label));
    }
    for b in (0..func.blocks.len()).map(BlockId::new) {
        let mut done = Vec::new();
        for s in func.terminator(b).kind.successors() {
            if done.contains(&s) {
                continue;
            }
            done.push(s);
            let back =
                if forest.is_back_edge(b, s) { " [style=dashed color=red constraint=false]" } else { "" };
            let _ = writeln!(out, "  b{} -> b{}{back};", b.index(), s.index());
        }
    }
    out.push_str("}\n");
    out
}

/// The call-site-sensitive call graph: one node per context, edges labelled with the line of the call. Calls cut off by
/// the bound are dashed; an incomplete tree is marked.
pub fn callgraph(p: &Program, tree: &CallTree) -> String {
    let mut out = String::from("digraph callgraph {\n  node [shape=box fontname=monospace];\n");
    let edge_label = |caller: FuncId, site: InstId| {
        line(p, p.func(caller).inst(site).loc).map_or(String::new(), |l| format!("label=\"{l}\""))
    };
    let mut cuts = 0;
    for (i, c) in tree.contexts().iter().enumerate() {
        let func = p.func(c.func);
        let declared = if func.is_defined() { "" } else { " style=dotted" };
        let _ = writeln!(out, "  c{i} [label={}{declared}];", quoted(&func.source_name));
        if let (Some(parent), Some(site)) = (c.parent, c.site) {
            let label = edge_label(tree.context(parent).func, site);
            let _ = writeln!(out, "  c{} -> c{i} [{label}];", parent.index());
        }
        for (site, f) in &c.cut {
            let name = quoted(&p.func(*f).source_name);
            let _ = writeln!(out, "  cut{cuts} [label={name} style=dashed];");
            let label = edge_label(c.func, *site);
            let _ = writeln!(out, "  c{i} -> cut{cuts} [style=dashed {label}];");
            cuts += 1;
        }
    }
    if !tree.is_complete() {
        out.push_str("  more [label=\"further contexts are left out\" shape=plaintext];\n");
    }
    out.push_str("}\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::CallGraph;
    use crate::analysis::tests_util::{ProgramBuilder, function};

    #[test]
    fn loops_are_marked() {
        let mut b = ProgramBuilder::new();
        let mut f = function(&[vec![1], vec![1, 2], vec![], vec![2]]);
        f.source_name = "a \"b\"".into();
        let f = b.add(f);
        let expected = r#"digraph "f" {
  label="a \"b\"";
  node [shape=box fontname=monospace];
  b0 [label="b0"];
  b1 [label="b1" peripheries=2];
  b2 [label="b2"];
  b3 [label="b3" color=grey fontcolor=grey];
  b0 -> b1;
  b1 -> b1 [style=dashed color=red constraint=false];
  b1 -> b2;
  b3 -> b2;
}
"#;
        assert_eq!(cfg(&b.program, f), expected);
    }

    #[test]
    fn cut_calls_are_dashed() {
        let p = ProgramBuilder::calling(&[("main", &["f"]), ("f", &["f"])]);
        let tree = CallTree::new(&CallGraph::new(&p), FuncId::new(0), 0, 10);
        let expected = r#"digraph callgraph {
  node [shape=box fontname=monospace];
  c0 [label="main"];
  c1 [label="f"];
  c0 -> c1 [];
  cut0 [label="f" style=dashed];
  c1 -> cut0 [style=dashed ];
}
"#;
        assert_eq!(callgraph(&p, &tree), expected);
        let limited = CallTree::new(&CallGraph::new(&p), FuncId::new(0), 9, 2);
        assert!(callgraph(&p, &limited).contains("left out"));
    }
}
