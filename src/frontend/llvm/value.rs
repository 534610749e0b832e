//! Values, blocks and metadata.
// SAFETY (all methods): as in the parent module.

use super::*;

impl Value {
    /// The kind; meaningless for an instruction, ask [`Value::as_instruction`] first.
    pub fn kind(self) -> ValueKind {
        unsafe { LLVMGetValueKind(self.0) }
    }

    /// Whether the value is an instruction.
    pub fn as_instruction(self) -> bool {
        unsafe { !LLVMIsAInstruction(self.0).is_null() }
    }

    /// Whether the value wraps metadata.
    pub fn is_metadata(self) -> bool {
        self.kind() == ValueKind::LLVMMetadataAsValueValueKind
    }

    /// The type.
    pub fn ty(self) -> Type {
        Type(unsafe { LLVMTypeOf(self.0) })
    }

    /// The name; empty without one.
    pub fn name(self) -> String {
        unsafe {
            let mut len = 0;
            let p = LLVMGetValueName2(self.0, &mut len);
            text(p, len)
        }
    }

    /// Renames the value.
    pub fn set_name(self, name: &str) {
        unsafe { LLVMSetValueName2(self.0, name.as_ptr().cast(), name.len()) }
    }

    /// Uses another value wherever this one is used.
    pub fn replace_all_uses_with(self, other: Value) {
        unsafe { LLVMReplaceAllUsesWith(self.0, other.0) }
    }

    /// Deletes a function that nothing uses.
    pub fn delete_function(self) {
        unsafe { LLVMDeleteFunction(self.0) }
    }

    /// Says of a function that it accesses no memory.
    pub fn set_no_memory(self) {
        unsafe {
            let context = LLVMGetTypeContext(LLVMTypeOf(self.0));
            let none = LLVMCreateEnumAttribute(context, attribute_kind("memory"), 0);
            LLVMAddAttributeAtIndex(self.0, FUNCTION_INDEX, none);
        }
    }

    /// The value as text.
    pub fn print(self) -> String {
        unsafe { take_message(LLVMPrintValueToString(self.0)) }
    }

    /// An operand by its number.
    pub fn operand(self, i: u32) -> Value {
        Value(unsafe { LLVMGetOperand(self.0, i) })
    }

    /// Number of operands.
    pub fn operand_count(self) -> u32 {
        unsafe { LLVMGetNumOperands(self.0) }.max(0).unsigned_abs()
    }

    /// The values that use this one, once for each use.
    pub fn users(self) -> impl Iterator<Item = Value> {
        let first = unsafe { LLVMGetFirstUse(self.0) };
        let first = (!first.is_null()).then_some(first);
        std::iter::successors(first, |u| {
            let next = unsafe { LLVMGetNextUse(*u) };
            (!next.is_null()).then_some(next)
        })
        .map(|u| Value(unsafe { LLVMGetUser(u) }))
    }

    // Constants.

    /// Low 64 bits of an integer constant.
    pub fn const_low_bits(self) -> u64 {
        unsafe { LLVMConstIntGetZExtValue(self.0) }
    }

    /// A floating-point constant as an integer constant with the same bits; `None` if LLVM cannot fold it.
    pub fn const_float_bits(self, int: Type) -> Option<Value> {
        let v = Value(unsafe { LLVMConstBitCast(self.0, int.0) });
        (v.kind() == ValueKind::LLVMConstantIntValueKind).then_some(v)
    }

    /// Element of any aggregate constant, zero and undef included.
    pub fn const_element(self, i: u32) -> Option<Value> {
        option!(Value, unsafe { LLVMGetAggregateElement(self.0, i) })
    }

    /// The bytes of a constant data array of 8-bit integers.
    pub fn const_string(self) -> Option<Vec<u8>> {
        unsafe {
            if LLVMIsConstantString(self.0) == 0 {
                return None;
            }
            let mut len = 0;
            let p = LLVMGetAsString(self.0, &mut len);
            Some(bytes(p, len))
        }
    }

    /// Opcode of a constant expression.
    pub fn const_opcode(self) -> Opcode {
        unsafe { LLVMGetConstOpcode(self.0) }
    }

    /// Function and block of a block address.
    pub fn block_address(self) -> (Value, Block) {
        unsafe { (Value(LLVMGetBlockAddressFunction(self.0)), Block(LLVMGetBlockAddressBasicBlock(self.0))) }
    }

    // Globals.

    /// What an alias stands for.
    pub fn aliasee(self) -> Value {
        Value(unsafe { LLVMAliasGetAliasee(self.0) })
    }

    /// The linkage.
    pub fn linkage(self) -> Linkage {
        unsafe { LLVMGetLinkage(self.0) }
    }

    /// Changes the linkage.
    pub fn set_linkage(self, linkage: Linkage) {
        unsafe { LLVMSetLinkage(self.0, linkage) }
    }

    /// Takes a function or variable out of the group that it is linked with.
    pub fn leave_comdat(self) {
        unsafe { LLVMSetComdat(self.0, ptr::null_mut()) }
    }

    /// Whether a global value has no definition in the module.
    pub fn is_declaration(self) -> bool {
        unsafe { LLVMIsDeclaration(self.0) != 0 }
    }

    /// Type of the object or function that a global value names.
    pub fn value_type(self) -> Type {
        Type(unsafe { LLVMGlobalGetValueType(self.0) })
    }

    /// Initial value of a global variable, if it has one.
    pub fn initializer(self) -> Option<Value> {
        option!(Value, unsafe { LLVMGetInitializer(self.0) })
    }

    /// Whether something else than the initializer may set the initial value.
    pub fn externally_initialized(self) -> bool {
        unsafe { LLVMIsExternallyInitialized(self.0) != 0 }
    }

    /// Whether each thread has its own copy.
    pub fn thread_local(self) -> bool {
        unsafe { LLVMIsThreadLocal(self.0) != 0 }
    }

    /// Whether a global variable is constant.
    pub fn global_constant(self) -> bool {
        unsafe { LLVMIsGlobalConstant(self.0) != 0 }
    }

    /// Alignment in bytes of a global, alloca, load or store; 0 when not given.
    pub fn alignment(self) -> u64 {
        unsafe { LLVMGetAlignment(self.0).into() }
    }

    /// The metadata attached to a global, by kind.
    pub fn global_metadata(self) -> Vec<(u32, Metadata)> {
        unsafe {
            let mut count = 0;
            let entries = LLVMGlobalCopyAllMetadata(self.0, &mut count);
            let all = (0..u32::try_from(count).unwrap_or(0))
                .map(|i| {
                    (
                        LLVMValueMetadataEntriesGetKind(entries, i),
                        Metadata(LLVMValueMetadataEntriesGetMetadata(entries, i)),
                    )
                })
                .collect();
            LLVMDisposeValueMetadataEntries(entries);
            all
        }
    }

    // Functions.

    /// Parameters of a function.
    pub fn params(self) -> Vec<Value> {
        unsafe {
            let mut all = vec![ptr::null_mut(); LLVMCountParams(self.0) as usize];
            LLVMGetParams(self.0, all.as_mut_ptr());
            all.into_iter().map(Value).collect()
        }
    }

    /// Blocks of a function, the entry first.
    pub fn blocks(self) -> impl Iterator<Item = Block> {
        let first = option!(Block, unsafe { LLVMGetFirstBasicBlock(self.0) });
        std::iter::successors(first, |b| option!(Block, unsafe { LLVMGetNextBasicBlock(b.0) }))
    }

    /// Debug information of a function.
    pub fn subprogram(self) -> Option<Metadata> {
        option!(Metadata, unsafe { LLVMGetSubprogram(self.0) })
    }

    /// Number of an intrinsic; 0 for other functions.
    pub fn intrinsic_id(self) -> u32 {
        unsafe { LLVMGetIntrinsicID(self.0) }
    }

    /// Attribute of a function: of itself (`u32::MAX`), its result (0) or a parameter (from 1).
    pub fn attribute(self, index: u32, kind: u32) -> Option<Attribute> {
        option!(Attribute, unsafe { LLVMGetEnumAttributeAtIndex(self.0, index, kind) })
    }

    /// A string attribute of the function itself.
    pub fn text_attribute(self, name: &str) -> Option<String> {
        unsafe {
            let length = name.len() as c_uint;
            let found = LLVMGetStringAttributeAtIndex(self.0, FUNCTION_INDEX, name.as_ptr().cast(), length);
            if found.is_null() {
                return None;
            }
            let mut length = 0;
            let value = LLVMGetStringAttributeValue(found, &mut length);
            Some(text(value, length as usize))
        }
    }

    /// Removes an attribute of a function (index `u32::MAX`), its result (0) or a parameter (from 1).
    pub fn remove_attribute(self, index: u32, kind: u32) {
        unsafe { LLVMRemoveEnumAttributeAtIndex(self.0, index, kind) }
    }

    /// The same for a call.
    pub fn call_attribute(self, index: u32, kind: u32) -> Option<Attribute> {
        option!(Attribute, unsafe { LLVMGetCallSiteEnumAttribute(self.0, index, kind) })
    }

    // Instructions.

    /// Opcode of an instruction.
    pub fn opcode(self) -> Opcode {
        unsafe { LLVMGetInstructionOpcode(self.0) }
    }

    /// The instruction behind this one in its block.
    pub fn next(self) -> Option<Value> {
        option!(Value, unsafe { LLVMGetNextInstruction(self.0) })
    }

    /// Removes an instruction from its block.
    pub fn erase(self) {
        unsafe { LLVMInstructionEraseFromParent(self.0) }
    }

    /// Source place of an instruction.
    pub fn debug_location(self) -> Option<Metadata> {
        option!(Metadata, unsafe { LLVMInstructionGetDebugLoc(self.0) })
    }

    /// Whether the flag `nuw` is set.
    pub fn nuw(self) -> bool {
        unsafe { LLVMGetNUW(self.0) != 0 }
    }

    /// Whether the flag `nsw` is set.
    pub fn nsw(self) -> bool {
        unsafe { LLVMGetNSW(self.0) != 0 }
    }

    /// Whether the flag `exact` is set.
    pub fn exact(self) -> bool {
        unsafe { LLVMGetExact(self.0) != 0 }
    }

    /// Whether the flag `nneg` is set.
    pub fn nneg(self) -> bool {
        unsafe { LLVMGetNNeg(self.0) != 0 }
    }

    /// Whether the flag `disjoint` is set.
    pub fn disjoint(self) -> bool {
        unsafe { LLVMGetIsDisjoint(self.0) != 0 }
    }

    /// Predicate of an `icmp`.
    pub fn int_predicate(self) -> IntPredicate {
        unsafe { LLVMGetICmpPredicate(self.0) }
    }

    /// Predicate of an `fcmp`.
    pub fn real_predicate(self) -> RealPredicate {
        unsafe { LLVMGetFCmpPredicate(self.0) }
    }

    /// Source element type of a `getelementptr`.
    pub fn gep_source_type(self) -> Type {
        Type(unsafe { LLVMGetGEPSourceElementType(self.0) })
    }

    /// (inbounds, nusw, nuw).
    pub fn gep_flags(self) -> (bool, bool, bool) {
        let flags = unsafe { LLVMGEPGetNoWrapFlags(self.0) };
        (
            flags & llvm_sys::LLVMGEPFlagInBounds != 0,
            flags & llvm_sys::LLVMGEPFlagNUSW != 0,
            flags & llvm_sys::LLVMGEPFlagNUW != 0,
        )
    }

    /// Whether a memory access is volatile.
    pub fn volatile(self) -> bool {
        unsafe { LLVMGetVolatile(self.0) != 0 }
    }

    /// Memory ordering of an atomic access.
    pub fn ordering(self) -> Ordering {
        unsafe { LLVMGetOrdering(self.0) }
    }

    /// Orderings of a `cmpxchg` on success and on failure.
    pub fn exchange_orderings(self) -> [Ordering; 2] {
        unsafe { [LLVMGetCmpXchgSuccessOrdering(self.0), LLVMGetCmpXchgFailureOrdering(self.0)] }
    }

    /// Whether an atomic instruction is about signal handlers of its own thread only.
    pub fn single_thread(self) -> bool {
        unsafe { LLVMIsAtomicSingleThread(self.0) != 0 }
    }

    /// Whether a `cmpxchg` is weak.
    pub fn weak(self) -> bool {
        unsafe { LLVMGetWeak(self.0) != 0 }
    }

    /// Operation of an `atomicrmw`.
    pub fn rmw_op(self) -> RmwOp {
        unsafe { LLVMGetAtomicRMWBinOp(self.0) }
    }

    /// Type that an `alloca` allocates.
    pub fn allocated_type(self) -> Type {
        Type(unsafe { LLVMGetAllocatedType(self.0) })
    }

    /// Indices of `extractvalue` and `insertvalue`.
    pub fn indices(self) -> Vec<u32> {
        unsafe {
            let count = LLVMGetNumIndices(self.0) as usize;
            std::slice::from_raw_parts(LLVMGetIndices(self.0), count).to_vec()
        }
    }

    /// Mask of a `shufflevector`; `None` is poison.
    pub fn shuffle_mask(self) -> Vec<Option<u32>> {
        unsafe {
            (0..LLVMGetNumMaskElements(self.0))
                .map(|i| u32::try_from(LLVMGetMaskValue(self.0, i)).ok())
                .collect()
        }
    }

    /// Predecessors and values of a phi.
    pub fn incoming(self) -> Vec<(Block, Value)> {
        unsafe {
            (0..LLVMCountIncoming(self.0))
                .map(|i| (Block(LLVMGetIncomingBlock(self.0, i)), Value(LLVMGetIncomingValue(self.0, i))))
                .collect()
        }
    }

    /// Successors of a terminator.
    pub fn successors(self) -> Vec<Block> {
        unsafe { (0..LLVMGetNumSuccessors(self.0)).map(|i| Block(LLVMGetSuccessor(self.0, i))).collect() }
    }

    /// Clauses of a landing pad: the value of each, and whether it is a filter.
    pub fn clauses(self) -> Vec<(Value, bool)> {
        let count = unsafe { LLVMGetNumClauses(self.0) };
        let clauses = (0..count).map(|i| Value(unsafe { LLVMGetClause(self.0, i) }));
        // LangRef, "landingpad": a filter's value is an array.
        clauses.map(|v| (v, v.ty().kind() == TypeKind::LLVMArrayTypeKind)).collect()
    }

    /// Whether a landing pad is one for all exceptions.
    pub fn cleanup(self) -> bool {
        unsafe { LLVMIsCleanup(self.0) != 0 }
    }

    /// Whether a branch is conditional.
    pub fn conditional(self) -> bool {
        unsafe { LLVMIsConditional(self.0) != 0 }
    }

    /// Whether an instruction ends its block.
    pub fn is_terminator(self) -> bool {
        unsafe { !LLVMIsATerminatorInst(self.0).is_null() }
    }

    /// The block that the value is.
    pub fn as_block(self) -> Block {
        Block(unsafe { LLVMValueAsBasicBlock(self.0) })
    }

    // Calls.

    /// What a call calls.
    pub fn called_value(self) -> Option<Value> {
        option!(Value, unsafe { LLVMGetCalledValue(self.0) })
    }

    /// Function type of a call.
    pub fn called_type(self) -> Type {
        Type(unsafe { LLVMGetCalledFunctionType(self.0) })
    }

    /// Number of arguments of a call.
    pub fn arg_count(self) -> u32 {
        unsafe { LLVMGetNumArgOperands(self.0) }
    }

    /// Tags of the operand bundles of a call.
    pub fn bundle_tags(self) -> Vec<String> {
        unsafe {
            (0..LLVMGetNumOperandBundles(self.0))
                .map(|i| {
                    let bundle = LLVMGetOperandBundleAtIndex(self.0, i);
                    let mut len = 0;
                    let p = LLVMGetOperandBundleTag(bundle, &mut len);
                    let tag = text(p, len);
                    LLVMDisposeOperandBundle(bundle);
                    tag
                })
                .collect()
        }
    }

    /// Text of inline assembly.
    pub fn asm_text(self) -> String {
        unsafe {
            let mut len = 0;
            let p = LLVMGetInlineAsmAsmString(self.0, &mut len);
            text(p, len)
        }
    }

    /// Constraints of inline assembly.
    pub fn asm_constraints(self) -> String {
        unsafe {
            let mut len = 0;
            let p = LLVMGetInlineAsmConstraintString(self.0, &mut len);
            text(p, len)
        }
    }

    // Metadata.

    /// The node inside a metadata value.
    pub fn metadata(self) -> Metadata {
        Metadata(unsafe { LLVMValueAsMetadata(self.0) })
    }

    /// The string of a metadata string.
    pub fn metadata_string(self) -> Option<String> {
        unsafe {
            let mut len = 0;
            let p = LLVMGetMDString(self.0, &mut len);
            (!p.is_null()).then(|| text(p, len as usize))
        }
    }

    /// Operands of a metadata node, or the value in a value-as-metadata; `None` for null operands. Constants are
    /// returned as such, nodes and strings as metadata values.
    pub fn metadata_operands(self) -> Vec<Option<Value>> {
        unsafe {
            let mut all = vec![ptr::null_mut(); LLVMGetMDNodeNumOperands(self.0) as usize];
            LLVMGetMDNodeOperands(self.0, all.as_mut_ptr());
            all.into_iter().map(|v| option!(Value, v)).collect()
        }
    }
}

impl Block {
    /// Instructions of a block.
    pub fn insts(self) -> impl Iterator<Item = Value> {
        let first = option!(Value, unsafe { LLVMGetFirstInstruction(self.0) });
        std::iter::successors(first, |v| option!(Value, unsafe { LLVMGetNextInstruction(v.0) }))
    }

    /// The name; empty without one.
    pub fn name(self) -> String {
        unsafe { c_text(LLVMGetBasicBlockName(self.0)) }
    }
}

impl Metadata {
    /// The kind of the node.
    pub fn kind(self) -> MetadataKind {
        unsafe { LLVMGetMetadataKind(self.0) }
    }

    /// Whether the node is of this kind.
    pub fn is(self, kind: MetadataKind) -> bool {
        // The interface's enum cannot be compared.
        self.kind() as u32 == kind as u32
    }

    /// Line, column, scope and place of inlining of a `DILocation`.
    pub fn location(self) -> (u32, u32, Metadata, Option<Metadata>) {
        unsafe {
            (
                LLVMDILocationGetLine(self.0),
                LLVMDILocationGetColumn(self.0),
                Metadata(LLVMDILocationGetScope(self.0)),
                option!(Metadata, LLVMDILocationGetInlinedAt(self.0)),
            )
        }
    }

    /// File of a scope.
    pub fn scope_file(self) -> Option<Metadata> {
        option!(Metadata, unsafe { LLVMDIScopeGetFile(self.0) })
    }

    /// (directory, name) of a `DIFile`.
    pub fn file_name(self) -> (String, String) {
        unsafe {
            let (mut d, mut f) = (0, 0);
            let directory = LLVMDIFileGetDirectory(self.0, &mut d);
            let directory = text(directory, d as usize);
            let name = LLVMDIFileGetFilename(self.0, &mut f);
            (directory, text(name, f as usize))
        }
    }

    /// Line of a `DISubprogram`.
    pub fn subprogram_line(self) -> u32 {
        unsafe { LLVMDISubprogramGetLine(self.0) }
    }

    /// Line of a `DIVariable`.
    pub fn variable_line(self) -> u32 {
        unsafe { LLVMDIVariableGetLine(self.0) }
    }

    /// The variable of a `DIGlobalVariableExpression`.
    pub fn expression_variable(self) -> Option<Metadata> {
        option!(Metadata, unsafe { LLVMDIGlobalVariableExpressionGetVariable(self.0) })
    }

    /// Name of a `DIType`.
    pub fn type_name(self) -> String {
        unsafe {
            let mut len = 0;
            let p = LLVMDITypeGetName(self.0, &mut len);
            text(p, len)
        }
    }

    /// (size, offset) of a `DIType` in bits.
    pub fn type_bits(self) -> (u64, u64) {
        unsafe { (LLVMDITypeGetSizeInBits(self.0), LLVMDITypeGetOffsetInBits(self.0)) }
    }

    /// DWARF tag.
    pub fn tag(self) -> u16 {
        unsafe { LLVMGetDINodeTag(self.0) }
    }
}
