//! Text form of formulas.

use super::parse::is_plain_name;
use super::{Formula, Formulas, Node};

/// `name` as a formula: quoted unless it is an identifier.
fn prop_text(name: &str) -> String {
    if is_plain_name(name) { name.to_owned() } else { quoted(name) }
}

/// `text` between quotes, with `"` and `\` escaped.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// What remains to be written.
enum Piece {
    Text(&'static str),
    /// A formula on its own.
    Whole(Formula),
    /// A formula that needs parentheses if it has a binary operator.
    Operand(Formula),
}

/// `f` in Spot's notation; [`parse`](super::parse()) reads it back. Shared subformulas are written once per use.
pub fn print(formulas: &Formulas, f: Formula) -> String {
    let mut out = String::new();
    let mut todo = vec![Piece::Whole(f)];
    while let Some(piece) = todo.pop() {
        let (f, operand) = match piece {
            Piece::Text(text) => {
                out.push_str(text);
                continue;
            }
            Piece::Whole(f) => (f, false),
            Piece::Operand(f) => (f, true),
        };
        let node = formulas.node(f);
        let (before, between) = match node {
            Node::True => ("true", ""),
            Node::False => ("false", ""),
            Node::Prop(p) => {
                out.push_str(&prop_text(formulas.prop_name(*p)));
                continue;
            }
            Node::Not(_) => ("!", ""),
            Node::Next(_) => ("X ", ""),
            Node::Finally(_) => ("F ", ""),
            Node::Globally(_) => ("G ", ""),
            Node::And(_) => ("", " & "),
            Node::Or(_) => ("", " | "),
            Node::Implies(_) => ("", " -> "),
            Node::Iff(_) => ("", " <-> "),
            Node::Until(_) => ("", " U "),
            Node::Release(_) => ("", " R "),
            Node::WeakUntil(_) => ("", " W "),
            Node::StrongRelease(_) => ("", " M "),
        };
        out.push_str(before);
        let parentheses = operand && !between.is_empty();
        if parentheses {
            out.push('(');
            todo.push(Piece::Text(")"));
        }
        for (i, &c) in node.children().iter().enumerate().rev() {
            todo.push(Piece::Operand(c));
            if i > 0 {
                todo.push(Piece::Text(between));
            }
        }
    }
    out
}
