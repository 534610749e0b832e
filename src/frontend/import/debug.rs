//! Import of debug information: places, variables, types. Read only for imported entities.

use super::Importer;
use crate::frontend::dialect;
use crate::frontend::llvm::{self, Metadata, MetadataKind};
use crate::program::{
    DebugType, DebugTypeId, DebugVar, DebugVarId, Encoding, FileId, FuncId, Loc, LocId, Member,
    SourceFunction,
};

/// Operand numbers of the nodes (`DebugInfoMetadata.h`), as the C interface has no accessors for these.
mod operand {
    /// Operand of a `DISubprogram` that holds its scope.
    pub const SUBPROGRAM_SCOPE: usize = 1;
    /// Operand of a `DISubprogram` that holds its name.
    pub const SUBPROGRAM_NAME: usize = 2;
    /// Operand of a `DILocalVariable` or `DIGlobalVariable` that holds its scope.
    pub const VARIABLE_SCOPE: usize = 0;
    /// Operand of a `DILocalVariable` or `DIGlobalVariable` that holds its name.
    pub const VARIABLE_NAME: usize = 1;
    /// Operand of a `DILocalVariable` or `DIGlobalVariable` that holds its type.
    pub const VARIABLE_TYPE: usize = 3;
    /// Operand of a type that holds its base type.
    pub const TYPE_BASE: usize = 3;
    /// Operand of a type that holds its elements.
    pub const TYPE_ELEMENTS: usize = 4;
    /// Operand of a `DISubrange` that holds its count.
    pub const SUBRANGE_COUNT: usize = 0;
}

/// DWARF tags of types.
mod tag {
    /// `DW_TAG_array_type`.
    pub const ARRAY: u16 = 0x01;
    /// `DW_TAG_class_type`.
    pub const CLASS: u16 = 0x02;
    /// `DW_TAG_enumeration_type`.
    pub const ENUMERATION: u16 = 0x04;
    /// `DW_TAG_member`.
    pub const MEMBER: u16 = 0x0d;
    /// `DW_TAG_pointer_type`.
    pub const POINTER: u16 = 0x0f;
    /// `DW_TAG_reference_type`.
    pub const REFERENCE: u16 = 0x10;
    /// `DW_TAG_structure_type`.
    pub const STRUCTURE: u16 = 0x13;
    /// `DW_TAG_union_type`.
    pub const UNION: u16 = 0x17;
    /// `DW_TAG_inheritance`.
    pub const INHERITANCE: u16 = 0x1c;
    /// `DW_TAG_volatile_type`.
    pub const VOLATILE: u16 = 0x35;
    /// `DW_TAG_ptr_to_member_type`.
    pub const POINTER_TO_MEMBER: u16 = 0x1f;
    /// `DW_TAG_rvalue_reference_type`.
    pub const RVALUE_REFERENCE: u16 = 0x42;
}

/// Maximum length of a chain of scopes or inlinings that is followed.
const MAX_DEPTH: usize = 1000;

impl Importer<'_> {
    fn operands(&self, node: Metadata) -> Vec<Option<llvm::Value>> {
        self.context.as_value(node).metadata_operands()
    }

    fn node_operand(&self, node: Metadata, i: usize) -> Option<Metadata> {
        let v = self.operands(node).get(i).copied().flatten()?;
        v.is_metadata().then(|| v.metadata())
    }

    fn string_operand(&self, node: Metadata, i: usize) -> String {
        let v = self.operands(node).get(i).copied().flatten();
        v.filter(|v| v.is_metadata()).and_then(llvm::Value::metadata_string).unwrap_or_default()
    }

    /// Name and place of a function.
    pub(super) fn describe_function(&mut self, v: llvm::Value, id: FuncId) {
        let Some(node) = v.subprogram() else { return };
        self.subprograms.entry(node).or_insert(id);
        let name = self.string_operand(node, operand::SUBPROGRAM_NAME);
        let loc = node.scope_file().map(|f| {
            self.add_loc(f, |file| Loc { file, line: node.subprogram_line(), col: 0, inlined_at: None })
        });
        let function = &mut self.program.functions[id.index()];
        if !name.is_empty() {
            function.source_name = name;
        }
        function.loc = loc;
    }

    /// A function as the sources have it.
    pub(super) fn place_of(&self, v: llvm::Value) -> Option<SourceFunction> {
        let node = v.subprogram()?;
        let name = self.string_operand(node, operand::SUBPROGRAM_NAME);
        let (_, file) = node.scope_file()?.file_name();
        let file = dialect::unmarked(&file).0.to_owned();
        Some(SourceFunction { file, line: node.subprogram_line(), name })
    }

    fn file(&mut self, name: &str) -> FileId {
        if let Some(&id) = self.files.get(name) {
            return id;
        }
        let id = FileId::new(self.program.files.len());
        self.program.files.push(name.to_owned());
        self.files.insert(name.to_owned(), id);
        id
    }

    /// Adds a place in a file. The file's name tells which checks the source turns off there.
    fn add_loc(&mut self, file: Metadata, loc: impl FnOnce(FileId) -> Loc) -> LocId {
        let id = LocId::new(self.program.locs.len());
        let (_, name) = file.file_name();
        let (name, mark) = dialect::unmarked(&name);
        if let Some(mark) = mark {
            self.program.unchecked.insert(id, mark.split(',').map(str::to_owned).collect());
        }
        let loc = loc(self.file(name));
        self.program.locs.push(loc);
        id
    }

    /// Place of an instruction; if it has none, the place of its function.
    pub(super) fn location(&mut self, inst: llvm::Value, function: FuncId) -> Option<LocId> {
        match inst.debug_location() {
            Some(node) => self.loc(node, 0),
            None => self.program.func(function).loc,
        }
    }

    fn loc(&mut self, node: Metadata, depth: usize) -> Option<LocId> {
        if let Some(&known) = self.locs.get(&node) {
            return known;
        }
        let (line, col, scope, outer) = node.location();
        let inlined_at = outer.filter(|_| depth < MAX_DEPTH).and_then(|o| self.loc(o, depth + 1));
        let loc = scope.scope_file().map(|f| self.add_loc(f, |file| Loc { file, line, col, inlined_at }));
        self.locs.insert(node, loc);
        loc
    }

    /// The source variable of a global.
    pub(super) fn global_variable(&mut self, v: llvm::Value) -> Option<DebugVarId> {
        let (_, node) = v
            .global_metadata()
            .into_iter()
            .find(|(_, m)| m.is(MetadataKind::LLVMDIGlobalVariableExpressionMetadataKind))?;
        let node = node.expression_variable()?;
        // Anonymous ones are string literals, which are better described by their content than by their place.
        (!self.string_operand(node, operand::VARIABLE_NAME).is_empty()).then(|| self.variable(node, None))
    }

    /// The source variable that a debug intrinsic in `function` names.
    pub(super) fn local_variable(&mut self, node: Metadata, function: FuncId) -> DebugVarId {
        let known = self.vars.contains_key(&node);
        let mut scope = self.node_operand(node, operand::VARIABLE_SCOPE);
        let outermost = scope.is_some_and(|s| s.is(MetadataKind::LLVMDISubprogramMetadataKind));
        // An inlined variable belongs to the function that it was inlined from, if that is imported.
        for _ in 0..MAX_DEPTH {
            match scope {
                Some(s) if !s.is(MetadataKind::LLVMDISubprogramMetadataKind) => {
                    scope = self.node_operand(s, operand::SUBPROGRAM_SCOPE);
                }
                _ => break,
            }
        }
        let owner = scope.and_then(|s| self.subprograms.get(&s).copied()).unwrap_or(function);
        let id = self.variable(node, Some(owner));
        if outermost && !known {
            self.maybe_params.push((node, id));
        }
        id
    }

    fn variable(&mut self, node: Metadata, func: Option<FuncId>) -> DebugVarId {
        if let Some(&id) = self.vars.get(&node) {
            return id;
        }
        let name = self.string_operand(node, operand::VARIABLE_NAME);
        let ty = self.node_operand(node, operand::VARIABLE_TYPE).and_then(|t| self.debug_type(t));
        let id = DebugVarId::new(self.program.vars.len());
        let line = node.variable_line();
        let volatile =
            self.node_operand(node, operand::VARIABLE_TYPE).is_some_and(|t| self.is_volatile(t, MAX_DEPTH));
        self.program.vars.push(DebugVar { name, ty, func, param: None, line, volatile });
        self.vars.insert(node, id);
        id
    }

    /// Whether objects of a type, or parts of them, are volatile.
    fn is_volatile(&self, node: Metadata, depth: usize) -> bool {
        let derived = matches!(
            node.kind(),
            MetadataKind::LLVMDIDerivedTypeMetadataKind | MetadataKind::LLVMDICompositeTypeMetadataKind
        );
        if depth == 0 || !derived {
            return false;
        }
        match node.tag() {
            tag::VOLATILE => true,
            tag::POINTER
            | tag::REFERENCE
            | tag::RVALUE_REFERENCE
            | tag::POINTER_TO_MEMBER
            | tag::ENUMERATION => false,
            tag::STRUCTURE | tag::CLASS | tag::UNION => {
                let mut parts = self.elements(node).into_iter();
                parts.any(|part| part.tag() == tag::MEMBER && self.is_volatile(part, depth - 1))
            }
            _ => self.node_operand(node, operand::TYPE_BASE).is_some_and(|t| self.is_volatile(t, depth - 1)),
        }
    }

    /// Determines which variables are parameters. The number appears only in the printed node, and printing is slow
    /// while instructions of the module use the node. So this happens at the end, after debug records are gone.
    pub(super) fn number_params(&mut self) {
        self.module.set_new_debug_format(true);
        for (node, id) in std::mem::take(&mut self.maybe_params) {
            let text = self.context.as_value(node).print();
            self.program.vars[id.index()].param =
                field(&text, "arg").and_then(|n| n.parse().ok()).filter(|n| *n > 0);
        }
    }

    fn debug_type(&mut self, node: Metadata) -> Option<DebugTypeId> {
        if let Some(&known) = self.debug_types.get(&node) {
            return known;
        }
        // Types can contain themselves, so the id is assigned before the type is complete.
        let id = DebugTypeId::new(self.program.debug_types.len());
        self.program.debug_types.push(DebugType::Function);
        self.debug_types.insert(node, Some(id));
        self.program.debug_types[id.index()] = self.new_debug_type(node);
        Some(id)
    }

    fn base_type(&mut self, node: Metadata) -> Option<DebugTypeId> {
        self.node_operand(node, operand::TYPE_BASE).and_then(|t| self.debug_type(t))
    }

    fn new_debug_type(&mut self, node: Metadata) -> DebugType {
        match node.kind() {
            MetadataKind::LLVMDIBasicTypeMetadataKind => {
                let text = self.context.as_value(node).print();
                let encoding = match field(&text, "encoding").unwrap_or_default() {
                    "DW_ATE_boolean" => Encoding::Bool,
                    "DW_ATE_signed" => Encoding::Signed,
                    "DW_ATE_unsigned" => Encoding::Unsigned,
                    "DW_ATE_signed_char" => Encoding::SignedChar,
                    "DW_ATE_unsigned_char" | "DW_ATE_UTF" => Encoding::UnsignedChar,
                    "DW_ATE_float" => Encoding::Float,
                    _ => Encoding::Other,
                };
                DebugType::Basic { name: node.type_name(), bits: node.type_bits().0, encoding }
            }
            MetadataKind::LLVMDIDerivedTypeMetadataKind => match node.tag() {
                tag::POINTER | tag::REFERENCE | tag::RVALUE_REFERENCE | tag::POINTER_TO_MEMBER => {
                    DebugType::Pointer(self.base_type(node))
                }
                _ => DebugType::Named(node.type_name(), self.base_type(node)),
            },
            MetadataKind::LLVMDICompositeTypeMetadataKind => match node.tag() {
                tag::ARRAY => self.array_type(node),
                tag::ENUMERATION => {
                    let values = self.elements(node).into_iter().filter_map(|e| self.enumerator(e)).collect();
                    DebugType::Enum { name: node.type_name(), bits: node.type_bits().0, values }
                }
                tag @ (tag::STRUCTURE | tag::CLASS | tag::UNION) => DebugType::Record {
                    name: node.type_name(),
                    bits: node.type_bits().0,
                    members: self.members(node),
                    union: tag == tag::UNION,
                },
                _ => DebugType::Named(node.type_name(), None),
            },
            _ => DebugType::Function,
        }
    }

    fn elements(&self, node: Metadata) -> Vec<Metadata> {
        let Some(tuple) = self.node_operand(node, operand::TYPE_ELEMENTS) else { return Vec::new() };
        self.operands(tuple).into_iter().flatten().filter(|v| v.is_metadata()).map(|v| v.metadata()).collect()
    }

    fn members(&mut self, node: Metadata) -> Vec<Member> {
        let mut members = Vec::new();
        for element in self.elements(node) {
            // Member functions and static members are listed here, too.
            if !element.is(MetadataKind::LLVMDIDerivedTypeMetadataKind)
                || !matches!(element.tag(), tag::MEMBER | tag::INHERITANCE)
                || self.context.as_value(element).print().contains("DIFlagStaticMember")
            {
                continue;
            }
            let (bit_size, bit_offset) = element.type_bits();
            let ty = self.base_type(element);
            members.push(Member { name: element.type_name(), bit_offset, bit_size, ty });
        }
        members
    }

    fn enumerator(&self, node: Metadata) -> Option<(String, i64)> {
        let text = self.context.as_value(node).print();
        let value = field(&text, "value")?;
        let value = value.parse::<i64>().or_else(|_| value.parse::<u64>().map(|v| v as i64)).ok()?;
        Some((self.string_operand(node, 0), value))
    }

    /// One [`DebugType::Array`] for each dimension.
    fn array_type(&mut self, node: Metadata) -> DebugType {
        let counts: Vec<Option<u64>> = self
            .elements(node)
            .into_iter()
            .map(|range| {
                let count = self.operands(range).get(operand::SUBRANGE_COUNT).copied().flatten()?;
                (count.kind() == llvm::ValueKind::LLVMConstantIntValueKind)
                    .then(|| count.const_low_bits())
                    .filter(|n| *n != u64::MAX)
            })
            .collect();
        let mut elem = self.base_type(node);
        let Some((&outer, inner)) = counts.split_first() else { return DebugType::Array(elem, None) };
        for &count in inner.iter().rev() {
            let id = DebugTypeId::new(self.program.debug_types.len());
            self.program.debug_types.push(DebugType::Array(elem, count));
            elem = Some(id);
        }
        DebugType::Array(elem, outer)
    }
}

/// Value of `name: ...` in a printed node; strings are not supported.
fn field<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    // Quoted names come first and could contain the search text, so the search goes from the right.
    let start = text.rfind(&format!(" {name}: "))? + name.len() + 3;
    let rest = &text[start..];
    Some(&rest[..rest.find([',', ')', ' ']).unwrap_or(rest.len())])
}
