//! What lies outside of a program but is no function: inline assembly and volatile memory, signals.
//!
//! Where the outside gives a value, a function is called that yields any ([`OUTSIDE`]). So every engine takes it for an input.

use super::assembly::is_comment;
use super::llvm::{
    Builder, Context, Linkage, Module, Opcode, Type, TypeKind, Value, ValueKind, attribute_kind,
};
use crate::program::OUTSIDE;

/// What is known of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Environment {
    /// Inline assembly gives any value to its outputs. Otherwise it is not interpreted.
    pub any_assembly: bool,
    /// Each read of volatile memory gives any value.
    pub any_volatile: bool,
    /// There is device memory that gives any value at each read.
    pub any_device: bool,
    /// Signals of others come at any moment. The analyses see to it.
    pub any_signals: bool,
}

/// Rewrites what the outside decides.
pub(super) fn open(context: &Context, module: Module, environment: Environment) {
    module.set_new_debug_format(false);
    let builder = Builder::new(context, module, context.plain_expressions(module)[0]);
    let threads = ["pthread_create", "thrd_create"].iter().any(|name| module.function(name).is_some());
    let outside = Outside { context, module, builder, environment, threads };
    for function in module.functions() {
        let insts: Vec<Value> = function.blocks().flat_map(|b| b.insts()).collect();
        for inst in insts {
            outside.rewrite(inst);
        }
    }
}

/// Calls, before each read that may be one of a device, what gives its bytes values. The models of the library read, too.
pub(super) fn refresh(context: &Context, module: Module) {
    module.set_new_debug_format(false);
    let builder = Builder::new(context, module, context.plain_expressions(module)[0]);
    for function in module.functions() {
        let insts: Vec<Value> = function.blocks().flat_map(|b| b.insts()).collect();
        for inst in insts {
            let Some((from, size)) = reads(inst) else { continue };
            if is_variable(from) {
                continue;
            }
            builder.position(inst);
            let size = match size {
                Size::Of(ty) => builder.size(module, module.data_layout().store_size(ty)),
                Size::Given(size) => size,
            };
            builder.call(module, "__bmc_refresh", None, &[from, size]);
        }
    }
}

/// How many bytes an instruction reads.
enum Size {
    Of(Type),
    Given(Value),
}

/// Where an instruction reads, and how much.
fn reads(inst: Value) -> Option<(Value, Size)> {
    Some(match inst.opcode() {
        Opcode::LLVMLoad => (inst.operand(0), Size::Of(inst.ty())),
        Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg => {
            (inst.operand(0), Size::Of(inst.operand(1).ty()))
        }
        Opcode::LLVMCall => {
            let name = inst.called_value().filter(|v| !v.as_instruction()).map(Value::name)?;
            let copies = ["llvm.memcpy.", "llvm.memmove."].iter().any(|start| name.starts_with(start));
            (copies || matches!(name.as_str(), "memcpy" | "memmove") && inst.arg_count() == 3)
                .then(|| (inst.operand(1), Size::Given(inst.operand(2))))?
        }
        _ => return None,
    })
}

/// Whether an address is one in a variable.
fn is_variable(mut address: Value) -> bool {
    loop {
        if !address.as_instruction() {
            return address.kind() == ValueKind::LLVMGlobalVariableValueKind;
        }
        match address.opcode() {
            Opcode::LLVMAlloca => return true,
            Opcode::LLVMGetElementPtr => address = address.operand(0),
            _ => return false,
        }
    }
}

struct Outside<'c> {
    context: &'c Context,
    module: Module,
    builder: Builder,
    environment: Environment,
    /// Whether the program may have threads.
    threads: bool,
}

impl Outside<'_> {
    fn rewrite(&self, inst: Value) {
        match inst.opcode() {
            Opcode::LLVMCall if inst.called_value().is_some_and(is_assembly) => self.assembly(inst),
            _ if !self.environment.any_volatile => {}
            Opcode::LLVMLoad if inst.volatile() => self.volatile_load(inst),
            Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg if inst.volatile() => {
                self.refuse(inst, "an atomic operation on volatile memory");
            }
            // Which of the two is volatile is not known.
            Opcode::LLVMCall if copies_volatile(inst) => {
                self.refuse(inst, "a copy from or to volatile memory")
            }
            _ => {}
        }
    }

    /// A call that ends the run as not interpreted.
    fn refuse(&self, at: Value, what: &str) {
        self.builder.position(at);
        let text = self.builder.string(what);
        self.builder.call(self.module, "__bmc_unsupported", None, &[text]);
    }

    /// Any value of a type, at the builder's position; `None` for types that the engines do not choose.
    fn any(&self, what: &str, ty: Type) -> Option<Value> {
        match ty.kind() {
            TypeKind::LLVMStructTypeKind => {
                let mut all = self.builder.undef(ty);
                for (field, at) in ty.fields().into_iter().zip(0..) {
                    all = self.builder.insert(all, self.any(what, field)?, at);
                }
                Some(all)
            }
            _ if is_scalar(ty) => {
                let name = format!("{OUTSIDE}{what}.{}", ty.print());
                Some(self.builder.call(self.module, &name, Some(ty), &[]))
            }
            _ => None,
        }
    }

    /// The load stays for its checks.
    fn volatile_load(&self, load: Value) {
        let ty = load.ty();
        let truth = is_truth(load).then(|| self.context.int_type(1));
        let behind = load.next().expect("a load does not end a block");
        self.builder.position(behind);
        self.builder.at_place_of(load);
        let Some(value) = self.any("volatile", truth.unwrap_or(ty)) else {
            self.refuse(load, "a read of volatile memory as such a type");
            return;
        };
        let value = if truth.is_some() { self.builder.zext(value, ty) } else { value };
        load.replace_all_uses_with(value);
    }

    fn assembly(&self, call: Value) {
        let Some(called) = call.called_value() else { return };
        let (text, operands) = (called.asm_text(), Operands::of(&called.asm_constraints()));
        if is_comment(&text) {
            return self.unchanged(call, &operands);
        }
        if !self.environment.any_assembly {
            return;
        }
        if is_full_barrier(&text) && operands.outputs.is_empty() {
            // The importer makes a fence of it.
        } else if is_nothing(&text) && operands.outputs.is_empty() {
            call.erase();
        } else if let Some(swapped) = self.swapped(call, &text, &operands) {
            call.replace_all_uses_with(swapped);
            call.erase();
        } else if operands.clobbers_memory {
            self.refuse(call, "assembly that clobbers memory");
        } else if leaves(&text) || ends_there(call) {
            self.refuse(call, "assembly that may not go on behind itself");
        } else {
            self.open_outputs(call, &operands);
        }
    }

    /// A template without instructions: an output has the value of the input that shares its register.
    fn unchanged(&self, call: Value, operands: &Operands) {
        self.builder.position(call);
        let ty = call.ty();
        let registers = || operands.outputs.iter().enumerate().filter(|(_, o)| !o.memory);
        let types = match registers().count() {
            0 => return,
            1 => vec![ty],
            _ => ty.fields(),
        };
        // Nothing is inserted unless all is known.
        let tied: Vec<Option<Value>> = registers()
            .zip(&types)
            .map(|((number, _), ty)| operands.tied(call, number).filter(|input| input.ty() == *ty))
            .collect();
        if !self.environment.any_assembly && tied.contains(&None) || !types.iter().all(|ty| is_scalar(*ty)) {
            return;
        }
        let mut values = tied.into_iter().zip(&types).map(|(input, ty)| match input {
            Some(input) => Some(self.builder.freeze(input)),
            None => self.any("assembly", *ty),
        });
        let result = if types.len() == 1 {
            values.next().flatten()
        } else {
            let whole = Some(self.builder.undef(ty));
            values.zip(0..).fold(whole, |all, (v, at)| Some(self.builder.insert(all?, v?, at)))
        };
        if let Some(result) = result {
            call.replace_all_uses_with(result);
            call.erase();
        }
    }

    /// What `bswap`, and the rotation of 16 bits by 8, yield.
    fn swapped(&self, call: Value, text: &str, operands: &Operands) -> Option<Value> {
        let words: Vec<&str> = text.trim().trim_end_matches(';').split_whitespace().collect();
        let width = (call.ty().kind() == TypeKind::LLVMIntegerTypeKind).then(|| call.ty().int_width())?;
        let fits = match &words[..] {
            ["bswap" | "bswapl", "$0" | "${0:k}"] => width == 32,
            ["bswap" | "bswapq", "$0" | "${0:q}"] => width == 64,
            ["rorw" | "rolw", "$$8,", "$0" | "${0:w}"] => width == 16,
            _ => false,
        };
        let x86 = ["x86_64", "i386", "i486", "i586", "i686"];
        let known = x86.iter().any(|name| self.module.triple().starts_with(name));
        let input = operands.tied(call, 0).filter(|_| fits && known && operands.outputs.len() == 1)?;
        self.builder.position(call);
        Some(self.builder.unary_intrinsic(self.module, "llvm.bswap", input))
    }

    fn open_outputs(&self, call: Value, operands: &Operands) {
        if operands.outputs.iter().any(|o| o.memory) && self.threads {
            // It may be an atomic access, or none at all.
            return self.refuse(call, "assembly that writes memory, in a program with threads");
        }
        self.builder.position(call);
        let ty = call.ty();
        let flags: Vec<bool> = operands.outputs.iter().filter(|o| !o.memory).map(|o| o.flag).collect();
        let mut value = None;
        if let [flag] = flags[..] {
            value = self.output(ty, flag);
        } else if !flags.is_empty() {
            let fields = ty.fields().into_iter().zip(&flags).zip(0..);
            let whole = Some(self.builder.undef(ty));
            value = fields.fold(whole, |all, ((field, flag), at)| {
                Some(self.builder.insert(all?, self.output(field, *flag)?, at))
            });
        }
        if value.is_none() && !flags.is_empty() {
            return self.refuse(call, "an output of assembly of such a type");
        }
        let element = attribute_kind("elementtype");
        for output in operands.outputs.iter().filter(|o| o.memory) {
            let to = call.operand(output.argument);
            let kind = call.call_attribute(output.argument + 1, element);
            let Some(ty) = kind.and_then(|kind| kind.type_value()) else {
                return self.refuse(call, "an output of assembly of an unknown type");
            };
            if let Some(value) = Some(ty).filter(|ty| is_scalar(*ty)).and_then(|ty| self.any("assembly", ty))
            {
                self.builder.store(value, to);
            } else {
                let size = self.builder.size(self.module, self.module.data_layout().store_size(ty));
                self.builder.call(self.module, "__bmc_check_write", None, &[to, size]);
                self.builder.call(self.module, "__bmc_havoc", None, &[to, size]);
            }
        }
        if let Some(value) = value {
            call.replace_all_uses_with(value);
        }
        call.erase();
    }

    /// Any value of an output; a flag is 0 or 1.
    fn output(&self, ty: Type, flag: bool) -> Option<Value> {
        if flag && ty.kind() == TypeKind::LLVMIntegerTypeKind && ty.int_width() > 1 {
            let bit = self.any("assembly", self.context.int_type(1))?;
            return Some(self.builder.zext(bit, ty));
        }
        Some(ty).filter(|ty| is_scalar(*ty)).and_then(|ty| self.any("assembly", ty))
    }
}

/// Whether a value of the type is one number or one pointer.
fn is_scalar(ty: Type) -> bool {
    matches!(
        ty.kind(),
        TypeKind::LLVMIntegerTypeKind
            | TypeKind::LLVMPointerTypeKind
            | TypeKind::LLVMFloatTypeKind
            | TypeKind::LLVMDoubleTypeKind
            | TypeKind::LLVMX86_FP80TypeKind
    )
}

fn is_assembly(called: Value) -> bool {
    !called.as_instruction() && called.kind() == ValueKind::LLVMInlineAsmValueKind
}

/// Whether a call copies bytes of which some are volatile.
fn copies_volatile(call: Value) -> bool {
    let name = call.called_value().filter(|v| !v.as_instruction()).map(Value::name).unwrap_or_default();
    let copies = ["llvm.memcpy.", "llvm.memmove."].iter().any(|start| name.starts_with(start));
    // Clang's own constants are what variables are initialised with: only the target is volatile.
    let constant = |from: Value| {
        !from.as_instruction()
            && from.kind() == ValueKind::LLVMGlobalVariableValueKind
            && from.global_constant()
            && from.linkage() == Linkage::LLVMPrivateLinkage
    };
    copies && !constant(call.operand(1)) && call.operand(3).const_low_bits() & 1 == 1
}

/// Whether the sanitizer asks whether the number that was loaded is a truth value: it is one.
fn is_truth(load: Value) -> bool {
    let reports = |inst: Value| {
        inst.opcode() == Opcode::LLVMCall
            && inst.called_value().is_some_and(|f| f.name().starts_with("__ubsan_handle_load_invalid_value"))
    };
    let asks = |user: Value| {
        let one = user.opcode() == Opcode::LLVMICmp
            && user.operand(1).kind() == ValueKind::LLVMConstantIntValueKind;
        one && user.operand(1).const_low_bits() == 1
            && user
                .users()
                .filter(|branch| branch.as_instruction() && branch.is_terminator())
                .any(|branch| branch.successors().into_iter().any(|block| block.insts().any(reports)))
    };
    load.users().any(asks)
}

/// Whether the program says that what follows is not reached.
fn ends_there(call: Value) -> bool {
    let calls = |inst: &Value| {
        let name = inst.called_value().filter(|v| !v.as_instruction()).map(Value::name).unwrap_or_default();
        !["llvm.", "__ubsan_handle_"].iter().any(|start| name.starts_with(start))
    };
    std::iter::successors(call.next(), |i| i.next())
        .find(|i| i.is_terminator() || i.opcode() == Opcode::LLVMCall && calls(i))
        .is_some_and(|i| i.opcode() == Opcode::LLVMUnreachable)
}

/// An output of inline assembly.
struct Output {
    /// It is written to memory through an argument, and is no part of the result.
    memory: bool,
    /// It is a condition of the processor.
    flag: bool,
    /// The argument, for memory.
    argument: u32,
}

/// The operands of inline assembly, as its constraints tell (LangRef, "Inline Asm Constraint String").
#[derive(Default)]
struct Operands {
    outputs: Vec<Output>,
    /// Inputs that share the place of an output: argument and output.
    ties: Vec<(u32, usize)>,
    clobbers_memory: bool,
}

impl Operands {
    fn of(constraints: &str) -> Operands {
        let mut operands = Operands::default();
        let mut argument = 0;
        for constraint in constraints.split(',') {
            if let Some(output) = constraint.strip_prefix('=') {
                let memory = output.trim_start_matches('&').starts_with('*');
                let flag = output.starts_with("{@cc");
                operands.outputs.push(Output { memory, flag, argument });
                argument += u32::from(memory);
            } else if constraint == "~{memory}" {
                operands.clobbers_memory = true;
            } else if !constraint.starts_with(['~', '!']) && !constraint.is_empty() {
                if let Ok(output) = constraint.parse() {
                    operands.ties.push((argument, output));
                }
                argument += 1;
            }
        }
        operands
    }

    /// The input that shares the register of an output.
    fn tied(&self, call: Value, output: usize) -> Option<Value> {
        self.ties.iter().find(|tie| tie.1 == output).map(|tie| call.operand(tie.0))
    }
}

/// The instructions of a template, each with its words, without prefixes.
fn instructions(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.split(['\n', ';']).filter_map(|line| {
        let is_prefix =
            |word: &str| matches!(word, "lock" | "rep" | "repz" | "repnz" | "data16") || word.ends_with(':');
        let words: Vec<&str> = line.split_whitespace().skip_while(|word| is_prefix(word)).collect();
        (!words.is_empty()).then_some(words)
    })
}

/// Whether a template does nothing that a program sees which one thread at a time executes.
fn is_nothing(text: &str) -> bool {
    const NOTHING: [&str; 4] = ["nop", "pause", "lfence", "sfence"];
    instructions(text).all(|words| words.len() == 1 && NOTHING.contains(&words[0]))
}

/// Whether a template is a full barrier and nothing else: `mfence`, or a locked operation that leaves the top of the stack as it is.
pub fn is_full_barrier(text: &str) -> bool {
    let words: Vec<&str> = text.split([' ', '\t', '\n', ';']).filter(|word| !word.is_empty()).collect();
    match &words[..] {
        ["mfence"] => true,
        ["lock", "addl" | "addq" | "orl" | "orq", operands @ ..] => {
            let operands = operands.concat();
            operands.starts_with("$$0,") && (operands.ends_with("(%rsp)") || operands.ends_with("(%esp)"))
        }
        _ => false,
    }
}

/// Whether a template may go on elsewhere than behind itself, or not at all.
fn leaves(text: &str) -> bool {
    const ENDS: [&str; 38] = [
        "call", "callq", "calll", "ret", "retq", "retl", "iret", "iretq", "iretl", "syscall", "sysenter",
        "sysret", "sysexit", "int", "int3", "into", "blx", "bx", "blr", "br", "svc", "swi", "udf", "brk",
        "bkpt", "ecall", "ebreak", "eret", "mret", "sret", "uret", "hvc", "smc", "trap", "vmlaunch",
        "vmresume", "xabort", "tail",
    ];
    instructions(text).any(|words| {
        let word = words[0].to_ascii_lowercase();
        if ENDS.contains(&word.as_str()) || word.starts_with("ud") {
            return true;
        }
        let jumps = word.starts_with('j')
            || word.starts_with('b') && !word.starts_with("bs") && !word.starts_with("bt")
            || word.starts_with("cb")
            || word.starts_with("tb")
            || word.starts_with("loop");
        let target = words.last().and_then(|word| word.rsplit(',').next()).unwrap_or_default();
        // A local label: `1b`, `2f`.
        let (number, direction) = target.split_at(target.len().saturating_sub(1));
        let local = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
        let forever = matches!(word.as_str(), "jmp" | "j" | "b") && direction == "b";
        jumps && (!(local && matches!(direction, "b" | "f")) || forever)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_are_counted_as_arguments_are() {
        let all = Operands::of("=r,=&r,=*m,={@ccz},r,*m,1,i,~{memory},~{flags}");
        let memory: Vec<(bool, bool)> = all.outputs.iter().map(|o| (o.memory, o.flag)).collect();
        assert_eq!(memory, [(false, false), (false, false), (true, false), (false, true)]);
        assert_eq!(all.outputs[2].argument, 0);
        assert_eq!(all.ties, [(3, 1)]);
        assert!(all.clobbers_memory);
        assert!(!Operands::of("=r,~{cc}").clobbers_memory);
    }

    #[test]
    fn templates_that_leave() {
        for text in
            ["jmp 1b", "call f", "1: jmp out", "int $$0x80", "ud2", "nop; ret", "b 1b", "svc #0", "jmp *$0"]
        {
            assert!(leaves(text), "{text}");
        }
        for text in
            ["1: dec $0\n\tjnz 1b", "rdtsc", "lock; xaddl $0, $1", "jc 2f\n2:", "bsfl $1, $0", "cpuid"]
        {
            assert!(!leaves(text), "{text}");
        }
    }

    #[test]
    fn templates_that_do_nothing() {
        assert!(is_nothing("rep; nop") && is_nothing("pause") && is_nothing("lfence\n\t"));
        assert!(!is_nothing("nop; hlt") && !is_nothing("lock addl $$0, 0(%esp)"));
    }

    #[test]
    fn full_barriers() {
        for text in
            ["mfence\n\t", "lock; addl $$0,0(%rsp)", "lock addl $$0, 0(%esp)", "lock\n\torq $$0, -8(%rsp)"]
        {
            assert!(is_full_barrier(text) && !is_nothing(text), "{text}");
        }
        for text in [
            "",
            "sfence",
            "mfence; hlt",
            "lock; addl $$1,0(%rsp)",
            "lock; addl $$0,0(%rax)",
            "addl $$0,0(%rsp)",
        ] {
            assert!(!is_full_barrier(text), "{text}");
        }
    }
}
