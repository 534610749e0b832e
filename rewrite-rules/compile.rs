//! Compiles the rule files to Rust, for `build.rs`: Cranelift's ISLE makes one decision tree an operator.
//!
//! Before that, every rule gets a number. A rule applies only when `(enabled NUMBER)` says so and tells
//! `(fired NUMBER ..)` that it did, so that rules can be counted and turned off by name; the files themselves say
//! nothing of this.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cranelift_isle::ast::{AttrKind, AttrTarget, Def, Expr, Ident, IfLet, Pattern};
use cranelift_isle::codegen::CodegenOptions;
use cranelift_isle::files::Files;
use cranelift_isle::{compile, lexer, parser};

/// Says what the vocabulary means to the proof; no part of the rewriter.
const NOT_COMPILED: &str = "meaning.isle";

/// Writes `rules.rs` (the decision trees) and `rule_table.rs` (names) to `out`.
pub fn compile_rules(folder: &Path, out: &Path) -> Result<(), String> {
    let paths = rule_files(folder)?;
    let files =
        Files::from_paths(&paths, &[]).map_err(|(path, e)| format!("cannot read {}: {e}", path.display()))?;
    let files = Arc::new(files);
    let mut defs = Vec::new();
    for (number, text) in files.file_texts.iter().enumerate() {
        let one = |e| cranelift_isle::error::ErrorsBuilder::new().error(e).files(files.clone()).build();
        let tokens = lexer::Lexer::new(number, text).map_err(|e| format!("{}", one(e)))?;
        defs.append(&mut parser::parse(tokens).map_err(|e| format!("{}", one(e)))?);
    }
    let table = number_rules(&files, &mut defs)?;
    let options = CodegenOptions { exclude_global_allow_pragmas: true, ..CodegenOptions::default() };
    let code = compile::compile(files, &defs, &options).map_err(|e| format!("{e}"))?;
    for (name, text) in [("rules.rs", code), ("rule_table.rs", table)] {
        std::fs::write(out.join(name), text).map_err(|e| format!("cannot write {name}: {e}"))?;
    }
    Ok(())
}

/// The rule files in the order of their names, the vocabulary first.
fn rule_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(folder).map_err(|e| format!("cannot read {}: {e}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "isle") && !path.ends_with(NOT_COMPILED))
        .collect();
    paths.sort_by_key(|path| (!path.ends_with("prelude.isle"), path.clone()));
    Ok(paths)
}

/// Whether a term is the root of rules: their names begin with a capital.
fn is_root(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
}

/// Numbers the rules in the order of the files; yields the text of their table.
fn number_rules(files: &Files, defs: &mut [Def]) -> Result<String, String> {
    let tagged = |tag: &str| -> Vec<String> {
        let of_rule = |def: &Def| match def {
            Def::Attr(attr) if attr.kinds.iter().any(|k| matches!(k, AttrKind::Tag(t) if t.0 == tag)) => {
                match &attr.target {
                    AttrTarget::Rule(rule) => Some(rule.0.clone()),
                    AttrTarget::Term(_) => None,
                }
            }
            _ => None,
        };
        defs.iter().filter_map(of_rule).collect()
    };
    let (normal, reducing) = (tagged("normal"), tagged("reduce"));
    let mut rows = String::new();
    let mut names: Vec<String> = Vec::new();
    for def in defs.iter_mut() {
        let Def::Rule(rule) = def else { continue };
        let pos = rule.pos;
        let place = pos.pretty_print_line(files);
        let Pattern::Term { sym: root, .. } = &rule.pattern else {
            return Err(format!("{place}: a rule's left side is an operator"));
        };
        if !is_root(&root.0) {
            continue;
        }
        let Some(Ident(name, _)) = rule.name.clone() else {
            return Err(format!("{place}: a rule needs a name"));
        };
        if names.contains(&name) {
            return Err(format!("{place}: a second rule {name}"));
        }
        let number = Expr::ConstInt { val: names.len() as i128, pos };
        let call = |term: &str, args| Expr::Term { sym: Ident(term.into(), pos), args, pos };
        let expr = call("enabled", vec![number.clone()]);
        rule.iflets.push(IfLet { pattern: Pattern::Wildcard { pos }, expr, pos });
        rule.expr = call("fired", vec![number, rule.expr.clone()]);
        let file = Path::new(&files.file_names[pos.file]).file_stem().unwrap_or_default().to_string_lossy();
        let (normal, reduces) = (normal.contains(&name), reducing.contains(&name));
        writeln!(
            rows,
            "    Rule {{ name: {name:?}, family: {file:?}, root: {:?}, normal: {normal}, reduces: {reduces} }},",
            root.0
        )
        .map_err(|e| e.to_string())?;
        names.push(name);
    }
    if let Some(unknown) = normal.iter().chain(&reducing).find(|n| !names.contains(n)) {
        return Err(format!("an attribute of the rule {unknown}, which does not exist"));
    }
    Ok(format!("/// Every rule, by its number.\npub static RULES: [Rule; {}] = [\n{rows}];\n", names.len()))
}
