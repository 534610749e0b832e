//! Assembly that stands beside functions: `asm("...");`.
//!
//! It is not interpreted. A run that calls a function which it defines ends as unsupported. Where it may have another effect, each
//! run ends so at its start. Without effect are notes for the linker and debuggers, code and data that no name of the program leads
//! to, and names of versions of what C defines.

use super::definitions::Unit;
use super::llvm::{Builder, Context, Linkage, Module, Opcode, Value, ValueKind};

/// What a run that ends because of it is told.
const WORDS: &str = "module-level assembly";

/// What ends a run.
const REFUSAL: &str = "__bmc_unsupported";

/// Directives that define nothing: about sections, symbols' kinds, alignment, syntax and debuggers, and data.
const PLAIN: &str = "file ident size hidden protected internal text data bss popsection previous subsection align \
    balign p2align loc arch arch_extension cpu fpu syntax thumb arm thumb_func att_syntax intel_syntax option \
    attribute addrsig addrsig_sym version ascii asciz string byte 2byte 4byte 8byte short hword half word long int quad \
    octa xword dword float single double zero skip space fill incbin uleb128 sleb128";

/// Directives whose first argument is a name that they define.
const DEFINING: &[&str] =
    &["set", "equ", "equiv", "eqv", "comm", "lcomm", "weakref", "thumb_set", "lto_set_conditional"];

/// Beginnings of sections whose contents run, or are called, without being named.
const RUNNING: &[&str] = &[".init", ".fini", ".preinit_array", ".ctors", ".dtors"];

/// A name that assembly defines.
#[derive(Clone, PartialEq, Eq, Debug)]
struct DefinedName {
    text: String,
    /// It is another name of what C may define.
    version: bool,
}

/// What assembly does.
#[derive(Default, PartialEq, Eq, Debug)]
struct Effects {
    defined: Vec<DefinedName>,
    /// Names that other inputs see.
    global: Vec<String>,
    /// Those of them that others may define better.
    weak: Vec<String>,
    /// There may be an effect without a name.
    unclear: bool,
}

/// The instructions and directives of a text, without comments.
fn statements(text: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut rest = text.chars().peekable();
    let mut quoted = false;
    while let Some(c) = rest.next() {
        let last = all.last_mut().expect("never empty");
        let next = rest.peek().copied();
        if quoted {
            last.push(c);
            if c == '\\' {
                last.extend(rest.next());
            }
            quoted = c != '"';
            continue;
        }
        match c {
            '"' => {
                quoted = true;
                last.push(c);
            }
            '/' if next == Some('*') => {
                rest.next();
                let mut before = ' ';
                for inside in rest.by_ref() {
                    if before == '*' && inside == '/' {
                        break;
                    }
                    before = inside;
                }
                last.push(' ');
            }
            // Elsewhere `#` may begin a number.
            '#' | '/'
                if c == '/' && next == Some('/')
                    || c == '#' && (last.trim().is_empty() || next.is_none_or(char::is_whitespace)) =>
            {
                while rest.next_if(|inside| *inside != '\n').is_some() {}
            }
            '\n' | ';' => all.push(String::new()),
            _ => last.push(c),
        }
    }
    all.into_iter().map(|one| one.trim().to_owned()).filter(|one| !one.is_empty()).collect()
}

/// Whether a text has comments only.
pub(super) fn is_comment(text: &str) -> bool {
    statements(text).is_empty()
}

fn is_plain(directive: &str) -> bool {
    PLAIN.split_whitespace().any(|plain| plain == directive)
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | '$')
}

/// A name at the beginning of a statement, and what follows it.
fn split_name(statement: &str) -> (&str, &str) {
    let quoted = statement.strip_prefix('"').and_then(|rest| rest.split_once('"'));
    let (name, rest) = quoted
        .unwrap_or_else(|| statement.split_at(statement.find(|c| !is_of_name(c)).unwrap_or(statement.len())));
    (name, rest.trim_start())
}

impl Effects {
    fn of(text: &str) -> Effects {
        let mut effects = Effects::default();
        for statement in statements(text) {
            effects.add(&statement);
        }
        effects
    }

    fn define(&mut self, text: &str, version: bool) {
        self.defined.push(DefinedName { text: text.trim_matches('"').to_owned(), version });
    }

    fn add(&mut self, statement: &str) {
        let (name, rest) = split_name(statement);
        if let Some(rest) = rest.strip_prefix(':').filter(|_| !name.is_empty()) {
            self.define(name, false);
            return self.add(rest.trim_start());
        }
        if rest.strip_prefix('=').is_some_and(|rest| !rest.starts_with('=')) {
            return self.define(name, false);
        }
        // An instruction runs only if a name leads to it.
        let Some(directive) = name.strip_prefix('.') else { return };
        let arguments: Vec<&str> = rest.split(',').map(str::trim).collect();
        match directive {
            "globl" | "global" | "weak" => {
                let names = arguments.iter().map(|name| name.trim_matches('"').to_owned());
                let names: Vec<String> = names.collect();
                if directive == "weak" {
                    self.weak.extend(names.iter().cloned());
                }
                self.global.extend(names);
            }
            "section" | "pushsection" => self.section(arguments[0].trim_matches('"')),
            "symver" => self.version(&arguments),
            "type" if rest.contains("indirect") || rest.contains("unique") => {
                self.define(split_name(rest).0, false);
            }
            "type" => {}
            _ if DEFINING.contains(&directive) => self.define(split_name(rest).0, false),
            _ => self.unclear |= !is_plain(directive) && !directive.starts_with("cfi_"),
        }
    }

    fn section(&mut self, name: &str) {
        self.unclear |= RUNNING.iter().any(|begin| name.starts_with(begin));
        if name.chars().all(|c| is_of_name(c) && c != '.') {
            // The linker gives its bounds names.
            for bound in ["__start_", "__stop_"] {
                let bound = format!("{bound}{name}");
                self.define(&bound, true);
                self.global.push(bound);
            }
        }
    }

    /// `.symver NAME, OTHER@VERSION`: NAME is another name of OTHER, or OTHER of NAME where there are two or three `@`.
    fn version(&mut self, arguments: &[&str]) {
        let [name, other, ..] = arguments else { return self.unclear = true };
        let (plain, version) = other.split_once('@').unwrap_or((other, ""));
        if *name != plain {
            self.define(name, true);
            if version.starts_with('@') {
                self.define(plain, true);
                self.global.push(plain.to_owned());
            }
        }
    }
}

/// A symbol of a module.
fn symbol(module: Module, name: &str) -> Option<Value> {
    let marked = format!("\u{1}{name}");
    [name, &marked].into_iter().find_map(|name| {
        let one = module.function(name).or_else(|| module.global(name)).or_else(|| module.alias(name));
        one.or_else(|| module.ifuncs().find(|ifunc| ifunc.name() == name))
    })
}

fn is_function(value: Value) -> bool {
    value.kind() == ValueKind::LLVMFunctionValueKind
}

fn is_defined(value: Value) -> bool {
    let indirect =
        matches!(value.kind(), ValueKind::LLVMGlobalAliasValueKind | ValueKind::LLVMGlobalIFuncValueKind);
    indirect || !value.is_declaration()
}

fn is_local(value: Value) -> bool {
    matches!(value.linkage(), Linkage::LLVMInternalLinkage | Linkage::LLVMPrivateLinkage)
}

fn is_strong(value: Value) -> bool {
    is_defined(value) && value.linkage() == Linkage::LLVMExternalLinkage
}

/// Defines the functions that assembly defines, as unsupported. Whether some of it may have another effect.
pub(super) fn define(context: &Context, units: &[Unit<'_>]) -> bool {
    let mut unclear = false;
    for unit in units {
        let text = unit.module.inline_asm();
        let effects = Effects::of(&text);
        let triple = unit.module.triple();
        // Names in assembly have a prefix there.
        let prefixed = ["apple", "darwin", "windows", "mingw"].iter().any(|system| triple.contains(system));
        unclear |= effects.unclear || prefixed && !effects.defined.is_empty();
        for name in &effects.defined {
            unclear |= !define_one(context, units, unit, name, &effects);
        }
        for name in &effects.global {
            let Some(own) = symbol(unit.module, name) else { continue };
            let elsewhere = || units.iter().filter_map(|unit| symbol(unit.module, name)).any(is_defined);
            // Others see a static one; an undefined one may have no place.
            unclear |= is_defined(own) && is_local(own) && !effects.defines(name)
                || effects.weak.contains(name) && !elsewhere();
        }
    }
    unclear
}

impl Effects {
    fn defines(&self, name: &str) -> bool {
        self.defined.iter().any(|one| one.text == name)
    }
}

/// Defines a function that the program may call; whether there is no other effect.
fn define_one(
    context: &Context,
    units: &[Unit<'_>],
    unit: &Unit<'_>,
    name: &DefinedName,
    effects: &Effects,
) -> bool {
    let DefinedName { text, version } = name;
    let global = effects.global.contains(text);
    let own = symbol(unit.module, text);
    if let Some(own) = own.filter(|own| is_defined(*own)) {
        return *version || is_unsupported(own);
    }
    let others = units.iter().filter(|other| global && other.name != unit.name);
    let others: Vec<Value> =
        others.filter_map(|other| symbol(other.module, text)).filter(|v| !is_local(*v)).collect();
    if others.iter().any(|other| is_strong(*other)) {
        return own.is_none() || global;
    }
    let Some(like) = own.or(others.first().copied()) else { return true };
    if !is_function(like) || others.iter().any(|other| is_defined(*other)) {
        return false;
    }
    let function = own.unwrap_or_else(|| unit.module.declare_like(&like.name(), like));
    let linkage = match (global, effects.weak.contains(text)) {
        (true, true) => Linkage::LLVMWeakAnyLinkage,
        (true, false) => Linkage::LLVMExternalLinkage,
        _ => Linkage::LLVMInternalLinkage,
    };
    let builder = Builder::new(context, unit.module, context.plain_expressions(unit.module)[0]);
    let end = builder.body(context, function);
    function.set_linkage(linkage);
    refuse(&builder, unit.module, end);
    true
}

/// Whether a function is one that [`define_one`] has made.
fn is_unsupported(value: Value) -> bool {
    if !is_function(value) {
        return false;
    }
    let first = |function: Value| function.blocks().next()?.insts().next();
    let call = first(value).filter(|inst| inst.opcode() == Opcode::LLVMCall);
    call.and_then(Value::called_value).is_some_and(|called| called.name() == REFUSAL)
}

fn refuse(builder: &Builder, module: Module, at: Value) {
    builder.position(at);
    let text = builder.string(WORDS);
    builder.call(module, REFUSAL, None, &[text]);
}

/// Lets each run end at its start.
pub(super) fn refuse_all(context: &Context, module: Module, entry: &str) {
    let mut first: Vec<Value> = module.function(entry).into_iter().collect();
    let alias = module.alias(entry).and_then(super::import::alias_function);
    first.extend(alias);
    if let Some(list) = module.global("llvm.global_ctors").and_then(Value::initializer) {
        let all = (0..list.operand_count()).map(|i| list.operand(i));
        first.extend(all.filter(|one| one.operand_count() > 1).map(|one| one.operand(1)));
    }
    let builder = Builder::new(context, module, context.plain_expressions(module)[0]);
    for function in first.into_iter().filter(|f| is_function(*f) && !f.is_declaration()) {
        let Some(block) = function.blocks().next() else { continue };
        let at = block.insts().find(|inst| inst.debug_location().is_some()).or_else(|| block.insts().next());
        if let Some(at) = at {
            refuse(&builder, module, at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_have_no_comments() {
        let text = "# a; b\n\t.ascii \"#;//\\\"\" # c\nnop; /* d\n; */ mov #1, r0 // e\n";
        assert_eq!(statements(text), [".ascii \"#;//\\\"\"", "nop", "mov #1, r0"]);
        for text in ["", " \n\t;", "# marker", "/* a */ ; // b\n# c\n"] {
            assert!(is_comment(text), "{text}");
        }
        assert!(!is_comment("# a\nnop") && !is_comment("#a\n\n x: "));
    }

    #[test]
    fn notes_have_no_effect() {
        for text in [
            ".file \"a.c\"\n.ident \"x\"; .type f, @function\n.size f, .-f\n.hidden f\n",
            ".section .note.GNU-stack,\"\",@progbits\n\n# nothing",
            ".section .gnu.warning.gets; .string \"gets is dangerous\"; .previous",
            ".symver memcpy, memcpy@GLIBC_2.2.5",
            ".balign 8\n .cfi_startproc\n nop\n",
        ] {
            assert_eq!(Effects::of(text), Effects::default(), "{text}");
        }
    }

    #[test]
    fn names_are_found() {
        let names = |text: &str| -> Vec<String> {
            let effects = Effects::of(text);
            assert!(!effects.unclear, "{text}");
            effects.defined.into_iter().map(|name| name.text).collect()
        };
        assert_eq!(names(".text\n.globl f\nf: g : incl x(%rip)\n1: ret"), ["f", "g", "1"]);
        assert_eq!(names(".set a, b; c = d; .comm e, 4; \"h\": nop"), ["a", "c", "e", "h"]);
        assert_eq!(names(".symver old, f@V1\n.symver new, g@@V2"), ["old", "new", "g"]);
        assert_eq!(names(".type f, @gnu_indirect_function"), ["f"]);
        assert_eq!(names(".section list,\"a\""), ["__start_list", "__stop_list"]);
    }

    #[test]
    fn what_is_not_known_may_do_anything() {
        for text in [
            ".section .init_array,\"aw\"\n.quad f",
            ".macro m\n.endm",
            ".include \"x\"",
            ".pushsection .init",
        ] {
            assert!(Effects::of(text).unclear, "{text}");
        }
    }
}
