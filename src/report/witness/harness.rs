//! Test harnesses: C that gives a program the inputs of a run, so that a natively compiled program shows the violation, or reaches
//! what the run reaches.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::base::Bits;
use crate::engine::record::{Event, Record};
use crate::machine::script::{Argument, Tables};
use crate::program::{FloatKind, FuncId, LocId, Program, Type, TypeId};
use crate::property::Check;
use crate::semantics::{Native, natives};

/// How a compiler shows a violated check natively.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shows {
    /// With this argument.
    With(&'static str),
    /// By itself.
    Always,
    /// Not at all, or not surely; why.
    Not(&'static str),
}

/// How clang shows it.
pub fn shows(check: Check) -> Shows {
    use Check as C;
    match check {
        C::ReachError | C::Assert | C::UncaughtException | C::Terminate => Shows::Always,
        C::InvalidRead
        | C::InvalidWrite
        | C::NullDeref
        | C::UseAfterFree
        | C::UseAfterReturn
        | C::DoubleFree
        | C::InvalidFree
        | C::Overlap => {
            Shows::With("-fsanitize=address,undefined -fsanitize-address-use-after-return=always")
        }
        C::Leak => Shows::With("-fsanitize=address"),
        C::Uninit => Shows::With("-fsanitize=memory"),
        C::LeakAtExit => Shows::Not("sanitizers know only objects that nothing points to"),
        C::Race | C::Deadlock | C::ThreadMisuse => Shows::Not("the schedule is the system's"),
        C::Ltl => Shows::Not("the run is infinite"),
        C::PointerCompare => Shows::Not("the address sanitizer looks for it only when asked to at run time"),
        C::Poison | C::InvalidCall | C::CallMismatch | C::ArgumentMismatch => {
            Shows::Not("no sanitizer looks for it in C")
        }
        C::UnsignedOverflow => Shows::With("-fsanitize=unsigned-integer-overflow"),
        C::Conversion => Shows::With("-fsanitize=implicit-conversion"),
        C::FloatCast => Shows::With("-fsanitize=float-cast-overflow"),
        _ => Shows::With("-fsanitize=undefined"),
    }
}

/// A type of C that is passed alike; `None` where there is none.
fn c_type(program: &Program, ty: TypeId) -> Option<&'static str> {
    Some(match program.types.get(ty) {
        Type::Void => "void",
        Type::Int(1) => "_Bool",
        Type::Int(8) => "signed char",
        Type::Int(16) => "short",
        Type::Int(32) => "int",
        Type::Int(64) => "long long",
        Type::Int(128) => "__int128",
        Type::Float(FloatKind::Single) => "float",
        Type::Float(FloatKind::Double) => "double",
        Type::Float(FloatKind::X87) => "long double",
        Type::Ptr(_) => "void *",
        _ => return None,
    })
}

/// A value as the initialiser of an array of two words.
fn words(value: &Bits) -> String {
    let word = |i: usize| value.limbs().get(i).copied().unwrap_or(0);
    format!("{{{:#x}, {:#x}}}", word(0), word(1))
}

/// A type whose `value` has the bits of two words.
fn union(ty: &str) -> String {
    format!("union {{\n        unsigned long long words[2];\n        {ty} value;\n    }}")
}

/// What the functions of the environment returned, each in order.
fn returned(record: &Record) -> BTreeMap<FuncId, Vec<&Bits>> {
    let mut all: BTreeMap<FuncId, Vec<&Bits>> = BTreeMap::new();
    for step in &record.steps {
        if let Event::Input { value, returned: Some((f, _)), .. } = &step.event {
            all.entry(*f).or_default().push(value);
        }
    }
    all
}

/// A word of a shell.
fn shell(bytes: &[u8]) -> String {
    let mut out = String::from("$'");
    for &b in bytes {
        match b {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b' ' | b'-' | b'_' | b'.' | b',' => out.push(b as char),
            // Writing to a string cannot fail.
            _ => {
                let _ = write!(out, "\\x{b:02x}");
            }
        }
    }
    out.push('\'');
    out
}

/// What `main` is given, as words of a shell; and the numbers that another entry function is given.
fn arguments(script: Option<&Tables>) -> (Vec<String>, Vec<Bits>) {
    let Some(tables) = script else { return Default::default() };
    let (mut strings, mut numbers) = (Vec::new(), Vec::new());
    for argument in &tables.arguments {
        match argument {
            Argument::Number(bits) => numbers.push(bits.clone()),
            Argument::Strings { strings: all, .. } => {
                for (given, _) in all.iter().skip(1) {
                    let bytes = given.bytes.as_deref().unwrap_or_default();
                    strings.push(shell(bytes.split(|&b| b == 0).next().unwrap_or_default()));
                }
            }
            Argument::Memory(..) => {}
        }
    }
    (strings, numbers)
}

/// What the run of a harness shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Aim {
    /// A violation.
    Violation(Check, Option<LocId>),
    /// That these places are reached, in words.
    Places(String),
}

/// The end of a run that is to show a violation.
const VIOLATED: &str = r#"__attribute__((no_instrument_function)) static void violated(const char *what) {
    printf("violated: %s\n", what);
    fflush(0);
    abort();
}

__attribute__((no_instrument_function)) static void over(int status) {
    _Exit(status);
}

"#;

/// The end of a run whose coverage counts: it is written whatever ends the run, after ten seconds at the latest.
const COVERED: &str = r#"extern void (*signal(int, void (*)(int)))(int);
extern unsigned alarm(unsigned);
extern void __gcov_dump(void) __attribute__((weak));

static void over(int status) {
    fflush(0);
    if (__gcov_dump) __gcov_dump();
    _Exit(status);
}

static void violated(const char *what) {
    printf("violated: %s\n", what);
    over(1);
}

static void ended(int number) {
    over(128 + number);
}

/* SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGALRM */
__attribute__((constructor)) static void watch(void) {
    static const int signals[] = {4, 5, 6, 7, 8, 11, 14};
    for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++) signal(signals[i], ended);
    alarm(10);
}

"#;

/// What a harness is made of.
pub struct Plan<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its inputs by name.
    pub inputs: &'a [String],
    /// The function that starts it.
    pub entry: FuncId,
    /// The run.
    pub record: &'a Record,
    /// What has led the machine along it, if it has no choices of threads.
    pub script: Option<&'a Tables>,
    /// What it shows.
    pub aim: Aim,
    /// The file that the harness will be.
    pub name: &'a str,
}

impl Plan<'_> {
    /// The functions whose call is the violation although the program defines them.
    fn error_functions(&self) -> Vec<FuncId> {
        let natives = natives(self.program);
        let own =
            |f: &FuncId| natives[f.index()] == Some(Native::Error) && self.program.func(*f).is_defined();
        (0..self.program.functions.len()).map(FuncId::new).filter(own).collect()
    }

    fn command(&self, wraps: bool) -> String {
        let compiler = if self.check().is_some() { "clang" } else { "gcc" };
        // The run has no inputs for functions that it does not come to: they are left out.
        let mut out = format!(
            "{compiler} -g -O0 -w -Wno-error=implicit-int -Wno-error=implicit-function-declaration \
             -ffunction-sections -Wl,--gc-sections"
        );
        if self.program.target.pointer_bits == 32 {
            out.push_str(" -m32");
        }
        match self.check().map(shows) {
            Some(Shows::With(flags)) => {
                out.push(' ');
                out.push_str(flags);
                out.push_str(" -fno-sanitize-recover=all");
            }
            Some(Shows::Always | Shows::Not(_)) => {}
            None => out.push_str(" --coverage"),
        }
        if wraps {
            out.push_str(" -finstrument-functions");
        }
        for input in self.inputs {
            out.push(' ');
            out.push_str(&shlex::try_quote(input).unwrap_or_default());
        }
        // It stands in a comment.
        format!("{out} {} -o {}", shlex::try_quote(self.name).unwrap_or_default(), self.binary())
            .replace("*/", "*''/")
    }

    /// What is violated.
    fn check(&self) -> Option<Check> {
        match self.aim {
            Aim::Violation(check, _) => Some(check),
            Aim::Places(_) => None,
        }
    }

    /// What the native program is called.
    fn binary(&self) -> &'static str {
        if self.check().is_some() { "violation" } else { "test" }
    }

    /// What the run shows, in words.
    fn about(&self) -> String {
        match &self.aim {
            Aim::Violation(check, loc) => {
                let place = loc.map(|l| self.program.locs[l.index()]);
                let place = place.map_or(String::new(), |l| {
                    format!(" at {}:{}", self.program.files[l.file.index()], l.line)
                });
                format!("ends with a violation: {}{place}", check.words())
            }
            Aim::Places(places) => format!("reaches {places}"),
        }
    }

    /// How a run ends where the program says so, or goes on for ever.
    fn ends(&self) -> &'static str {
        match self.aim {
            Aim::Violation(..) => VIOLATED,
            Aim::Places(_) => COVERED,
        }
    }

    /// The text.
    pub fn text(&self) -> String {
        let program = self.program;
        let own_errors =
            if self.check() == Some(Check::ReachError) { self.error_functions() } else { Vec::new() };
        let (strings, numbers) = arguments(self.script);
        let mut out = String::new();
        // Writing to a string cannot fail.
        let line = |out: &mut String, text: std::fmt::Arguments<'_>| {
            let _ = writeln!(out, "{text}");
        };
        let about = self.about().replace("*/", "* /");
        line(&mut out, format_args!("/* Inputs of a run that {about}."));
        line(&mut out, format_args!(" *"));
        line(&mut out, format_args!(" *   {}", self.command(!own_errors.is_empty())));
        line(&mut out, format_args!(" *   ./{} {}", self.binary(), strings.join(" ")));
        if let Some(Shows::Not(why)) = self.check().map(shows) {
            line(&mut out, format_args!(" *\n * What shows nothing natively may still happen: {why}."));
        }
        let record = self.record;
        let is_input = |event: &Event| matches!(event, Event::Input { .. });
        // Arguments are on the command line, or in a `main` of the harness.
        let is_given = |what: &str| what == "argument" || what.starts_with("argv[");
        let open = |event: &Event| match event {
            Event::Input { what, returned: None, .. } => !is_given(what),
            _ => false,
        };
        if record.steps.iter().any(|s| open(&s.event)) || !record.complete {
            line(
                &mut out,
                format_args!(
                    " *\n * Not all that the run depends on is here: memory that is not initialised, input of the\n * library, or what lies beyond {} inputs.",
                    record.steps.iter().filter(|s| is_input(&s.event)).count()
                ),
            );
        }
        out.push_str(" */\n");
        out.push_str("extern int printf(const char *, ...);\nextern int fflush(void *);\n");
        out.push_str("extern void abort(void) __attribute__((noreturn));\nextern void _Exit(int) __attribute__((noreturn));\n\n");
        out.push_str("/* Not watched by what watches the program. */\n");
        out.push_str("#define OWN __attribute__((weak, no_instrument_function))\n\n");
        out.push_str(self.ends());
        self.environment(&mut out);
        if !own_errors.is_empty() {
            for &f in &own_errors {
                line(&mut out, format_args!("extern void {}();", program.func(f).name));
            }
            out.push_str("OWN void __cyg_profile_func_exit(void *f, void *site) {}\n");
            out.push_str("OWN void __cyg_profile_func_enter(void *f, void *site) {\n");
            for &f in &own_errors {
                let name = &program.func(f).name;
                line(&mut out, format_args!("    if (f == (void *){name}) violated(\"{name}\");"));
            }
            out.push_str("}\n");
        }
        let entry = program.func(self.entry);
        if entry.name != "main" && entry.params.len() == numbers.len() {
            let types: Option<Vec<&str>> = entry.params.iter().map(|p| c_type(program, p.ty)).collect();
            if let Some(types) = types {
                line(&mut out, format_args!("extern void {}({});", entry.name, types.join(", ")));
                line(&mut out, format_args!("OWN int main(void) {{"));
                for (i, (ty, number)) in types.iter().zip(&numbers).enumerate() {
                    line(&mut out, format_args!("    {} a{i} = {{{}}};", union(ty), words(number)));
                }
                let given: Vec<String> = (0..types.len()).map(|i| format!("a{i}.value")).collect();
                line(&mut out, format_args!("    {}({});\n    return 0;\n}}", entry.name, given.join(", ")));
            }
        }
        out
    }

    /// The functions that the program leaves to its environment.
    fn environment(&self, out: &mut String) {
        let (program, natives) = (self.program, natives(self.program));
        let returned = returned(self.record);
        let line = |out: &mut String, text: std::fmt::Arguments<'_>| {
            let _ = writeln!(out, "{text}");
        };
        for (f, native) in (0..program.functions.len()).map(FuncId::new).zip(&natives) {
            let func = program.func(f);
            let own =
                func.is_defined() || func.model || func.name.starts_with("__bmc_") || func.name.contains('.');
            if own {
                continue;
            }
            let name = &func.name;
            match native {
                Some(Native::Error) => {
                    line(out, format_args!("OWN void {name}() {{ violated(\"{name}\"); }}\n"))
                }
                Some(Native::Assume) => {
                    line(
                        out,
                        format_args!("OWN void {name}(int condition) {{\n    if (!condition) over(0);\n}}\n"),
                    );
                }
                Some(Native::Assert) => {
                    line(
                        out,
                        format_args!(
                            "OWN void {name}(int condition) {{\n    if (!condition) violated(\"{name}\");\n}}\n"
                        ),
                    );
                }
                Some(Native::Nondet | Native::NondetBool | Native::Uninterpreted) | None => {
                    let Some(ty) = c_type(program, func.ret) else {
                        line(out, format_args!("/* {name}: its result has no simple type. */\n"));
                        continue;
                    };
                    if ty == "void" {
                        line(out, format_args!("OWN void {name}() {{}}\n"));
                        continue;
                    }
                    let values = returned.get(&f).map_or(&[][..], |v| v);
                    line(out, format_args!("OWN {ty} {name}() {{"));
                    let list: Vec<String> = values.iter().map(|v| words(v)).collect();
                    line(
                        out,
                        format_args!(
                            "    static const unsigned long long values[][2] = {{{}}};",
                            if list.is_empty() { "{0, 0}".to_owned() } else { list.join(", ") }
                        ),
                    );
                    line(out, format_args!("    static unsigned next;"));
                    line(out, format_args!("    {} u = {{{{0, 0}}}};", union(ty)));
                    line(out, format_args!("    if (next < {}) {{", values.len()));
                    line(
                        out,
                        format_args!(
                            "        u.words[0] = values[next][0];\n        u.words[1] = values[next++][1];\n    }}"
                        ),
                    );
                    line(out, format_args!("    return u.value;\n}}\n"));
                }
                Some(_) => {}
            }
        }
    }
}
