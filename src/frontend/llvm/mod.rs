//! The part of LLVM's C interface that is used here, as methods on copyable handles.
//!
//! All `unsafe` calls into LLVM are in this module. Handles have no lifetime parameters. They stay valid as long as the
//! [`Context`] they come from, which the callers in this layer keep until the end of the import.
#![allow(unsafe_code, reason = "foreign interface; this layer alone knows LLVM")]
#![allow(missing_docs, reason = "the names are those of LLVM's C interface")]

use std::ffi::{CStr, CString, c_char, c_uint};
use std::ptr;

use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::bit_reader::LLVMGetBitcodeModuleInContext2;
use llvm_sys::bit_writer::LLVMWriteBitcodeToMemoryBuffer;
use llvm_sys::comdat::LLVMSetComdat;
use llvm_sys::core::*;
use llvm_sys::debuginfo::*;
use llvm_sys::error::{LLVMDisposeErrorMessage, LLVMGetErrorMessage};
use llvm_sys::error_handling::LLVMInstallFatalErrorHandler;
use llvm_sys::ir_reader::LLVMParseIRInContext;
use llvm_sys::linker::LLVMLinkModules2;
use llvm_sys::prelude::*;
use llvm_sys::target::*;
use llvm_sys::transforms::pass_builder::{
    LLVMCreatePassBuilderOptions, LLVMDisposePassBuilderOptions, LLVMRunPasses,
};

pub use llvm_sys::debuginfo::LLVMMetadataKind as MetadataKind;
pub use llvm_sys::{
    LLVMAtomicOrdering as Ordering, LLVMAtomicRMWBinOp as RmwOp, LLVMIntPredicate as IntPredicate,
    LLVMLinkage as Linkage, LLVMOpcode as Opcode, LLVMRealPredicate as RealPredicate,
    LLVMTypeKind as TypeKind, LLVMValueKind as ValueKind,
};

/// A copy of some bytes for LLVM; the receiver must free it.
fn buffer(name: &str, content: &[u8]) -> LLVMMemoryBufferRef {
    let name = CString::new(name.replace('\0', "?")).expect("no zero inside");
    // SAFETY: the bytes and the name are copied before they go.
    unsafe {
        LLVMCreateMemoryBufferWithMemoryRangeCopy(content.as_ptr().cast(), content.len(), name.as_ptr())
    }
}

/// SAFETY: `p` is null or a string that LLVM allocated for the caller.
unsafe fn take_message(p: *mut c_char) -> String {
    if p.is_null() {
        return String::new();
    }
    // SAFETY: see above; the string is zero-terminated.
    let text = unsafe { CStr::from_ptr(p) }.to_string_lossy().into_owned();
    // SAFETY: it is ours to free.
    unsafe { LLVMDisposeMessage(p) };
    text
}

/// SAFETY: `p` is null or points to `len` bytes that live while we copy them.
unsafe fn bytes(p: *const c_char, len: usize) -> Vec<u8> {
    if p.is_null() || len == 0 {
        return Vec::new();
    }
    // SAFETY: see above.
    unsafe { std::slice::from_raw_parts(p.cast::<u8>(), len) }.to_vec()
}

/// SAFETY: as for [`bytes`].
unsafe fn text(p: *const c_char, len: usize) -> String {
    // SAFETY: passed on.
    String::from_utf8_lossy(&unsafe { bytes(p, len) }).into_owned()
}

/// SAFETY: `p` is null or a zero-terminated string that lives while we copy it.
unsafe fn c_text(p: *const c_char) -> String {
    if p.is_null() {
        return String::new();
    }
    // SAFETY: see above.
    unsafe { CStr::from_ptr(p) }.to_string_lossy().into_owned()
}

/// An LLVM context, which owns everything made in it and collects LLVM's messages.
pub struct Context {
    raw: LLVMContextRef,
    /// LLVM's messages, each with a flag for errors. Boxed because LLVM holds the address.
    messages: Box<std::cell::RefCell<Vec<(bool, String)>>>,
}

extern "C" fn on_diagnostic(info: LLVMDiagnosticInfoRef, data: *mut std::ffi::c_void) {
    // SAFETY: `data` is the list of the context that speaks (see `Context::new`), LLVM calls us on the
    // context's own thread, and the message is allocated for us.
    unsafe {
        let messages = &*data.cast::<std::cell::RefCell<Vec<(bool, String)>>>();
        let error = matches!(LLVMGetDiagInfoSeverity(info), llvm_sys::LLVMDiagnosticSeverity::LLVMDSError);
        let text = take_message(LLVMGetDiagInfoDescription(info));
        messages.borrow_mut().push((error, text));
    }
}

extern "C" fn on_fatal(_reason: *const c_char) {
    // Otherwise LLVM calls `exit(1)` next; an abort reports the same without running destructors.
    std::process::abort();
}

impl Context {
    /// An empty context.
    pub fn new() -> Context {
        let messages = Box::new(std::cell::RefCell::new(Vec::new()));
        // SAFETY: the handler's data outlives the context (`Drop` disposes the context first).
        let raw = unsafe {
            let raw = LLVMContextCreate();
            let data: *const _ = &*messages;
            LLVMContextSetDiagnosticHandler(raw, Some(on_diagnostic), data.cast_mut().cast());
            raw
        };
        Context { raw, messages }
    }

    /// Errors and warnings since the last call; true marks errors.
    pub fn take_messages(&self) -> Vec<(bool, String)> {
        self.messages.take()
    }

    /// Parses bitcode or IR text, depending on the content.
    pub fn parse(&self, name: &str, content: &[u8]) -> Result<Module, String> {
        let mut module = ptr::null_mut();
        let mut message = ptr::null_mut();
        // SAFETY: LLVM owns the buffer from here on and frees it; the out-pointers are ours.
        unsafe {
            if LLVMParseIRInContext(self.raw, buffer(name, content), &mut module, &mut message) != 0 {
                return Err(take_message(message));
            }
        }
        Ok(Module(module))
    }

    /// Parses bitcode; function bodies are read on demand.
    pub fn parse_lazily(&self, name: &str, content: &[u8]) -> Result<Module, String> {
        let mut module = ptr::null_mut();
        // SAFETY: the module owns the buffer, if there is one; the out-pointer is ours.
        let failed = unsafe { LLVMGetBitcodeModuleInContext2(self.raw, buffer(name, content), &mut module) };
        if failed != 0 {
            return Err("damaged bitcode".to_owned());
        }
        Ok(Module(module))
    }

    /// The empty debug expression, and the one that means that the operand is the value.
    pub fn plain_expressions(&self, module: Module) -> [Metadata; 2] {
        // SAFETY: the expressions are uniqued in the context and outlive the builder.
        unsafe {
            let builder = LLVMCreateDIBuilder(module.0);
            let empty = LLVMDIBuilderCreateExpression(builder, ptr::null_mut(), 0);
            let mut stack_value = [0x9fu64];
            let value = LLVMDIBuilderCreateExpression(builder, stack_value.as_mut_ptr(), 1);
            LLVMDisposeDIBuilder(builder);
            [Metadata(empty), Metadata(value)]
        }
    }

    /// The integer type of a width.
    pub fn int_type(&self, bits: u32) -> Type {
        // SAFETY: the context lives.
        Type(unsafe { LLVMIntTypeInContext(self.raw, bits) })
    }

    /// The value that wraps a metadata node.
    pub fn as_value(&self, node: Metadata) -> Value {
        // SAFETY: the node belongs to this context.
        Value(unsafe { LLVMMetadataAsValue(self.raw, node.0) })
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: ours, disposed once; modules die with it.
        unsafe { LLVMContextDispose(self.raw) };
    }
}

/// Inserts instructions and debug intrinsics.
pub struct Builder {
    instructions: LLVMBuilderRef,
    debug: LLVMDIBuilderRef,
    plain: Metadata,
}

impl Builder {
    /// `plain` is the empty debug expression.
    pub fn new(context: &Context, module: Module, plain: Metadata) -> Builder {
        // SAFETY: both live.
        unsafe {
            Builder {
                instructions: LLVMCreateBuilderInContext(context.raw),
                debug: LLVMCreateDIBuilder(module.0),
                plain,
            }
        }
    }

    /// Stores one unknown but fixed value of type `ty` into `object`, after instruction `after`; returns the store.
    pub fn store_unknown(&self, object: Value, ty: Type, after: Value) -> Value {
        // SAFETY: an instruction that is not a terminator has a next one.
        unsafe {
            LLVMPositionBuilderBefore(self.instructions, LLVMGetNextInstruction(after.0));
            LLVMSetCurrentDebugLocation2(self.instructions, LLVMInstructionGetDebugLoc(after.0));
            let frozen = LLVMBuildFreeze(self.instructions, LLVMGetUndef(ty.0), c"".as_ptr());
            Value(LLVMBuildStore(self.instructions, frozen, object.0))
        }
    }

    /// Loads a byte of `object`, volatile, after the instruction that makes it; returns the load.
    pub fn volatile_load(&self, object: Value) -> Value {
        // SAFETY: an instruction that is not a terminator has a next one; any object can be read as bytes.
        unsafe {
            LLVMPositionBuilderBefore(self.instructions, LLVMGetNextInstruction(object.0));
            let byte = LLVMInt8TypeInContext(LLVMGetTypeContext(LLVMTypeOf(object.0)));
            let load = LLVMBuildLoad2(self.instructions, byte, object.0, c"".as_ptr());
            LLVMSetVolatile(load, 1);
            Value(load)
        }
    }

    /// Marks that a lifetime of `object` begins or ends before instruction `at`, or after the phis there.
    pub fn lifetime(&self, object: Value, at: Value, starts: bool) {
        let name = if starts { "llvm.lifetime.start" } else { "llvm.lifetime.end" };
        let mut at = at;
        while at.opcode() == Opcode::LLVMPHI
            && let Some(next) = at.next()
        {
            at = next;
        }
        // SAFETY: the intrinsic has the type that LLVM gives it for this kind of pointer.
        unsafe {
            let module = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(at.0)));
            let id = LLVMLookupIntrinsicID(name.as_ptr().cast(), name.len());
            let mut overload = [LLVMTypeOf(object.0)];
            let callee = LLVMGetIntrinsicDeclaration(module, id, overload.as_mut_ptr(), 1);
            LLVMPositionBuilderBefore(self.instructions, at.0);
            LLVMSetCurrentDebugLocation2(self.instructions, ptr::null_mut());
            let any = LLVMConstAllOnes(LLVMInt64TypeInContext(LLVMGetTypeContext(overload[0])));
            let mut args = [any, object.0];
            let ty = LLVMGlobalGetValueType(callee);
            LLVMBuildCall2(self.instructions, ty, callee, args.as_mut_ptr(), 2, c"".as_ptr());
        }
    }

    /// A call that does nothing before instruction `at`, at its place.
    pub fn nothing(&self, at: Value) {
        let name = "llvm.donothing";
        // SAFETY: the intrinsic takes nothing and is not overloaded.
        unsafe {
            let module = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(at.0)));
            let id = LLVMLookupIntrinsicID(name.as_ptr().cast(), name.len());
            let callee = LLVMGetIntrinsicDeclaration(module, id, ptr::null_mut(), 0);
            LLVMPositionBuilderBefore(self.instructions, at.0);
            LLVMSetCurrentDebugLocation2(self.instructions, LLVMInstructionGetDebugLoc(at.0));
            let ty = LLVMGlobalGetValueType(callee);
            LLVMBuildCall2(self.instructions, ty, callee, ptr::null_mut(), 0, c"".as_ptr());
        }
    }

    /// Further instructions are inserted before `at`, with its place.
    pub fn position(&self, at: Value) {
        // SAFETY: the instruction is in a block.
        unsafe {
            LLVMPositionBuilderBefore(self.instructions, at.0);
            LLVMSetCurrentDebugLocation2(self.instructions, LLVMInstructionGetDebugLoc(at.0));
        }
    }

    /// A body for a declared function, which ends in the returned instruction.
    pub fn body(&self, context: &Context, function: Value) -> Value {
        // SAFETY: the function has no block yet.
        unsafe {
            // What tells where it is declared is no place of a body.
            LLVMGlobalClearMetadata(function.0);
            let block = LLVMAppendBasicBlockInContext(context.raw, function.0, c"".as_ptr());
            LLVMPositionBuilderAtEnd(self.instructions, block);
            LLVMSetCurrentDebugLocation2(self.instructions, ptr::null_mut());
            Value(LLVMBuildUnreachable(self.instructions))
        }
    }

    /// Further instructions have the place of another one.
    pub fn at_place_of(&self, other: Value) {
        // SAFETY: it is an instruction.
        unsafe { LLVMSetCurrentDebugLocation2(self.instructions, LLVMInstructionGetDebugLoc(other.0)) };
    }

    /// A call of a function, which is declared with the types of these arguments where it is not known yet.
    pub fn call(&self, module: Module, name: &str, result: Option<Type>, args: &[Value]) -> Value {
        let symbol = CString::new(name).expect("no zero inside");
        // SAFETY: the position has been set; the function has the type with which it is called.
        unsafe {
            let result =
                result.map_or_else(|| LLVMVoidTypeInContext(LLVMGetModuleContext(module.0)), |t| t.0);
            let mut types: Vec<LLVMTypeRef> = args.iter().map(|a| LLVMTypeOf(a.0)).collect();
            let ty = LLVMFunctionType(result, types.as_mut_ptr(), types.len() as c_uint, 0);
            let known = LLVMGetNamedFunction(module.0, symbol.as_ptr());
            let callee = if known.is_null() { LLVMAddFunction(module.0, symbol.as_ptr(), ty) } else { known };
            let mut args: Vec<LLVMValueRef> = args.iter().map(|a| a.0).collect();
            let count = args.len() as c_uint;
            Value(LLVMBuildCall2(self.instructions, ty, callee, args.as_mut_ptr(), count, c"".as_ptr()))
        }
    }

    /// A call of an intrinsic that is named by the type of its argument, and yields that type.
    pub fn unary_intrinsic(&self, module: Module, name: &str, v: Value) -> Value {
        // SAFETY: the position has been set; the intrinsic exists for the type.
        unsafe {
            let id = LLVMLookupIntrinsicID(name.as_ptr().cast(), name.len());
            let mut overload = [LLVMTypeOf(v.0)];
            let callee = LLVMGetIntrinsicDeclaration(module.0, id, overload.as_mut_ptr(), 1);
            let ty = LLVMGlobalGetValueType(callee);
            Value(LLVMBuildCall2(self.instructions, ty, callee, [v.0].as_mut_ptr(), 1, c"".as_ptr()))
        }
    }

    /// A constant string of the module.
    pub fn string(&self, text: &str) -> Value {
        let text = CString::new(text).expect("no zero inside");
        // SAFETY: the position has been set.
        Value(unsafe { LLVMBuildGlobalString(self.instructions, text.as_ptr(), c"".as_ptr()) })
    }

    /// A store.
    pub fn store(&self, v: Value, to: Value) {
        // SAFETY: the position has been set; `to` is a pointer.
        unsafe { LLVMBuildStore(self.instructions, v.0, to.0) };
    }

    /// `freeze`.
    pub fn freeze(&self, v: Value) -> Value {
        // SAFETY: the position has been set.
        Value(unsafe { LLVMBuildFreeze(self.instructions, v.0, c"".as_ptr()) })
    }

    /// A wider integer with the same value.
    pub fn zext(&self, v: Value, ty: Type) -> Value {
        // SAFETY: the position has been set; both are integers.
        Value(unsafe { LLVMBuildZExt(self.instructions, v.0, ty.0, c"".as_ptr()) })
    }

    /// An aggregate with another component.
    pub fn insert(&self, all: Value, v: Value, at: u32) -> Value {
        // SAFETY: the position has been set; the aggregate has such a component.
        Value(unsafe { LLVMBuildInsertValue(self.instructions, all.0, v.0, at, c"".as_ptr()) })
    }

    /// An integer as wide as a pointer.
    pub fn size(&self, module: Module, n: u64) -> Value {
        // SAFETY: the module lives.
        unsafe {
            let context = LLVMGetModuleContext(module.0);
            let bits = module.data_layout().pointer_size(0) * 8;
            Value(LLVMConstInt(LLVMIntTypeInContext(context, bits), n, 0))
        }
    }

    /// `undef` of a type.
    pub fn undef(&self, ty: Type) -> Value {
        // SAFETY: the type lives.
        Value(unsafe { LLVMGetUndef(ty.0) })
    }

    /// States before instruction `at` that the source variable has the value. Requires debug records.
    pub fn debug_value(&self, value: Value, variable: Metadata, location: Metadata, at: Value) {
        // SAFETY: the caller has set the format to debug records.
        unsafe {
            LLVMDIBuilderInsertDbgValueRecordBefore(
                self.debug,
                value.0,
                variable.0,
                self.plain.0,
                location.0,
                at.0,
            );
        }
    }
}

impl Drop for Builder {
    fn drop(&mut self) {
        // SAFETY: ours, disposed once.
        unsafe {
            LLVMDisposeBuilder(self.instructions);
            LLVMDisposeDIBuilder(self.debug);
        }
    }
}

/// Makes LLVM abort instead of exit on fatal errors, so that a parent process sees a signal.
pub fn abort_on_fatal_errors() {
    // SAFETY: the handler is a plain function.
    unsafe { LLVMInstallFatalErrorHandler(Some(on_fatal)) };
}

/// An LLVM module.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Module(LLVMModuleRef);
/// An LLVM type.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Type(LLVMTypeRef);
/// An LLVM value: a constant, an argument, an instruction, a global or a block.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value(LLVMValueRef);
/// A basic block.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Block(LLVMBasicBlockRef);
/// A node or string of metadata.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Metadata(LLVMMetadataRef);
/// The data layout of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct DataLayout(LLVMTargetDataRef);
/// An attribute of a function, parameter or result.
#[derive(Clone, Copy)]
pub struct Attribute(LLVMAttributeRef);

macro_rules! option {
    ($wrap:ident, $e:expr) => {{
        let raw = $e;
        if raw.is_null() { None } else { Some($wrap(raw)) }
    }};
}

mod value;

// SAFETY (all methods below): each handle is non-null and of the kind its type says, belongs to a live
// context, and each method states (or its caller has checked) the kind of value that the C function expects.
impl Module {
    /// Runs the verifier of LLVM.
    ///
    /// # Errors
    /// The message of the verifier.
    pub fn verify(self) -> Result<(), String> {
        let mut message = ptr::null_mut();
        unsafe {
            let broken =
                LLVMVerifyModule(self.0, LLVMVerifierFailureAction::LLVMReturnStatusAction, &mut message);
            let text = take_message(message);
            if broken != 0 { Err(text) } else { Ok(()) }
        }
    }

    /// Runs the passes; `Err` is LLVM's message.
    pub fn run_passes(self, passes: &str) -> Result<(), String> {
        let passes = CString::new(passes).expect("pass names have no zero");
        unsafe {
            let options = LLVMCreatePassBuilderOptions();
            let error = LLVMRunPasses(self.0, passes.as_ptr(), ptr::null_mut(), options);
            LLVMDisposePassBuilderOptions(options);
            if error.is_null() {
                return Ok(());
            }
            let message = LLVMGetErrorMessage(error);
            let text = c_text(message);
            LLVMDisposeErrorMessage(message);
            Err(text)
        }
    }

    /// Moves all of `other` into this module; false when LLVM refuses (it says why to the context).
    pub fn link(self, other: Module) -> bool {
        unsafe { LLVMLinkModules2(self.0, other.0) == 0 }
    }

    /// The module as bitcode.
    pub fn to_bitcode(self) -> Vec<u8> {
        unsafe {
            let buffer = LLVMWriteBitcodeToMemoryBuffer(self.0);
            let all = bytes(LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer));
            LLVMDisposeMemoryBuffer(buffer);
            all
        }
    }

    /// Debug records become calls of `llvm.dbg.*` (`false`), or the reverse.
    pub fn set_new_debug_format(self, new: bool) {
        unsafe { LLVMSetIsNewDbgInfoFormat(self.0, new.into()) }
    }

    /// The data layout.
    pub fn data_layout(self) -> DataLayout {
        DataLayout(unsafe { LLVMGetModuleDataLayout(self.0) })
    }

    /// The target triple.
    pub fn triple(self) -> String {
        unsafe { c_text(LLVMGetTarget(self.0)) }
    }

    /// Takes over target and layout of another module.
    pub fn set_target_of(self, other: Module) {
        unsafe {
            LLVMSetTarget(self.0, LLVMGetTarget(other.0));
            LLVMSetDataLayout(self.0, LLVMGetDataLayoutStr(other.0));
        }
    }

    /// The assembly code of the module.
    pub fn inline_asm(self) -> String {
        unsafe {
            let mut len = 0;
            let p = LLVMGetModuleInlineAsm(self.0, &mut len);
            text(p, len)
        }
    }

    /// The functions, declared ones included.
    pub fn functions(self) -> impl Iterator<Item = Value> {
        let first = option!(Value, unsafe { LLVMGetFirstFunction(self.0) });
        std::iter::successors(first, |v| option!(Value, unsafe { LLVMGetNextFunction(v.0) }))
    }

    /// The global variables.
    pub fn globals(self) -> impl Iterator<Item = Value> {
        let first = option!(Value, unsafe { LLVMGetFirstGlobal(self.0) });
        std::iter::successors(first, |v| option!(Value, unsafe { LLVMGetNextGlobal(v.0) }))
    }

    /// The aliases.
    pub fn aliases(self) -> impl Iterator<Item = Value> {
        let first = option!(Value, unsafe { LLVMGetFirstGlobalAlias(self.0) });
        std::iter::successors(first, |v| option!(Value, unsafe { LLVMGetNextGlobalAlias(v.0) }))
    }

    /// The indirect functions.
    pub fn ifuncs(self) -> impl Iterator<Item = Value> {
        let first = option!(Value, unsafe { LLVMGetFirstGlobalIFunc(self.0) });
        std::iter::successors(first, |v| option!(Value, unsafe { LLVMGetNextGlobalIFunc(v.0) }))
    }

    /// A function by its name.
    pub fn function(self, name: &str) -> Option<Value> {
        let name = CString::new(name).ok()?;
        option!(Value, unsafe { LLVMGetNamedFunction(self.0, name.as_ptr()) })
    }

    /// A declaration with the type and the attributes of another function.
    pub fn declare_like(self, name: &str, like: Value) -> Value {
        let name = CString::new(name.replace('\0', "?")).expect("no zero inside");
        unsafe {
            let new = LLVMAddFunction(self.0, name.as_ptr(), LLVMGlobalGetValueType(like.0));
            LLVMSetFunctionCallConv(new, LLVMGetFunctionCallConv(like.0));
            for index in (0..=LLVMCountParams(like.0)).chain([FUNCTION_INDEX]) {
                let count = LLVMGetAttributeCountAtIndex(like.0, index) as usize;
                let mut attributes = vec![ptr::null_mut(); count];
                LLVMGetAttributesAtIndex(like.0, index, attributes.as_mut_ptr());
                for attribute in attributes {
                    LLVMAddAttributeAtIndex(new, index, attribute);
                }
            }
            Value(new)
        }
    }

    /// A global variable by its name.
    pub fn global(self, name: &str) -> Option<Value> {
        let name = CString::new(name).ok()?;
        option!(Value, unsafe { LLVMGetNamedGlobal(self.0, name.as_ptr()) })
    }

    /// An alias by its name.
    pub fn alias(self, name: &str) -> Option<Value> {
        let text = CString::new(name).ok()?;
        option!(Value, unsafe { LLVMGetNamedGlobalAlias(self.0, text.as_ptr(), name.len()) })
    }
}

impl DataLayout {
    /// Whether the most significant byte comes first.
    pub fn big_endian(self) -> bool {
        unsafe { matches!(LLVMByteOrder(self.0), LLVMByteOrdering::LLVMBigEndian) }
    }

    /// Bytes of a pointer in an address space.
    pub fn pointer_size(self, space: u32) -> u32 {
        unsafe { LLVMPointerSizeForAS(self.0, space) }
    }

    /// Bytes that a store of the type writes.
    pub fn store_size(self, ty: Type) -> u64 {
        unsafe { LLVMStoreSizeOfType(self.0, ty.0) }
    }

    /// Bytes from one element of the type to the next in an array.
    pub fn alloc_size(self, ty: Type) -> u64 {
        unsafe { LLVMABISizeOfType(self.0, ty.0) }
    }

    /// ABI alignment of the type, in bytes.
    pub fn align(self, ty: Type) -> u64 {
        unsafe { LLVMABIAlignmentOfType(self.0, ty.0).into() }
    }

    /// Offset of a field, in bytes.
    pub fn offset_of(self, structure: Type, field: u32) -> u64 {
        unsafe { LLVMOffsetOfElement(self.0, structure.0, field) }
    }
}

impl Type {
    /// The kind of the type.
    pub fn kind(self) -> TypeKind {
        unsafe { LLVMGetTypeKind(self.0) }
    }

    /// Whether the type has a size.
    pub fn sized(self) -> bool {
        unsafe { LLVMTypeIsSized(self.0) != 0 }
    }

    /// Width of an integer type, in bits.
    pub fn int_width(self) -> u32 {
        unsafe { LLVMGetIntTypeWidth(self.0) }
    }

    /// Address space of a pointer type.
    pub fn address_space(self) -> u32 {
        unsafe { LLVMGetPointerAddressSpace(self.0) }
    }

    /// Element of an array or vector.
    pub fn element(self) -> Type {
        Type(unsafe { LLVMGetElementType(self.0) })
    }

    /// Number of elements of an array type.
    pub fn array_length(self) -> u64 {
        unsafe { LLVMGetArrayLength2(self.0) }
    }

    /// Number of elements of a vector type; the least number for a scalable one.
    pub fn vector_size(self) -> u32 {
        unsafe { LLVMGetVectorSize(self.0) }
    }

    /// Whether a structure type has no body.
    pub fn opaque(self) -> bool {
        unsafe { LLVMIsOpaqueStruct(self.0) != 0 }
    }

    /// Whether a structure type has no padding.
    pub fn packed(self) -> bool {
        unsafe { LLVMIsPackedStruct(self.0) != 0 }
    }

    /// Types of the fields of a structure type.
    pub fn fields(self) -> Vec<Type> {
        unsafe {
            let count = LLVMCountStructElementTypes(self.0);
            (0..count).map(|i| Type(LLVMStructGetTypeAtIndex(self.0, i))).collect()
        }
    }

    /// Result of a function type.
    pub fn return_type(self) -> Type {
        Type(unsafe { LLVMGetReturnType(self.0) })
    }

    /// Parameters of a function type.
    pub fn params(self) -> Vec<Type> {
        unsafe {
            let mut all = vec![ptr::null_mut(); LLVMCountParamTypes(self.0) as usize];
            LLVMGetParamTypes(self.0, all.as_mut_ptr());
            all.into_iter().map(Type).collect()
        }
    }

    /// Whether a function type takes variable arguments.
    pub fn vararg(self) -> bool {
        unsafe { LLVMIsFunctionVarArg(self.0) != 0 }
    }

    /// The type as text.
    pub fn print(self) -> String {
        unsafe { take_message(LLVMPrintTypeToString(self.0)) }
    }
}

impl Attribute {
    /// Value of an integer attribute.
    pub fn int(self) -> u64 {
        unsafe { LLVMGetEnumAttributeValue(self.0) }
    }

    /// Type of a type attribute.
    pub fn type_value(self) -> Option<Type> {
        unsafe {
            if LLVMIsTypeAttribute(self.0) == 0 {
                return None;
            }
            option!(Type, LLVMGetTypeAttributeValue(self.0))
        }
    }
}

/// Number of an attribute kind.
pub fn attribute_kind(name: &str) -> u32 {
    unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) }
}

/// Index of a function's own attributes.
pub const FUNCTION_INDEX: c_uint = c_uint::MAX;
