//! The clauses of landing pads, as constants of the program for the models.

use rustc_hash::FxHashMap;

use super::throwing::catches_all;
use crate::analysis::edit::add;
use crate::base::Bits;
use crate::program::{
    BlockId, Clause, Const, ConstId, FuncId, Global, GlobalId, InstId, InstKind, Layout, Linkage, Program,
    Type, TypeId,
};

/// The tables of a program's landing pads, and the numbers of the types in them.
pub(super) struct Pads {
    /// By function and block.
    pub(super) tables: FxHashMap<(FuncId, BlockId), GlobalId>,
    /// Selectors of types, from 1.
    selectors: FxHashMap<GlobalId, u64>,
}

impl Pads {
    /// The selector of a type's information (LangRef, "llvm.eh.typeid.for"); one of its own if nothing catches it.
    pub(super) fn selector(&self, program: &Program, ty: ConstId) -> u64 {
        match program.constant(ty) {
            Const::Global(g) => self.selectors.get(g).copied().unwrap_or(self.selectors.len() as u64 + 1),
            _ => 0,
        }
    }
}

/// Adds a constant for the clauses of each landing pad.
pub(super) fn tables(program: &mut Program) -> Pads {
    let mut pads = Pads { tables: FxHashMap::default(), selectors: FxHashMap::default() };
    let mut found = Vec::new();
    for (f, function) in program.functions.iter().enumerate() {
        for (b, block) in function.blocks.iter().enumerate() {
            for &inst in &block.insts {
                if let InstKind::LandingPad { clauses, cleanup } = &function.inst(inst).kind {
                    found.push(((FuncId::new(f), BlockId::new(b)), clauses.clone(), *cleanup));
                }
            }
        }
    }
    for clause in found.iter().flat_map(|(_, clauses, _)| clauses) {
        if let Clause::Catch(ty) = clause
            && let Const::Global(g) = program.constant(*ty)
        {
            let next = pads.selectors.len() as u64 + 1;
            pads.selectors.entry(*g).or_insert(next);
        }
    }
    for (place, clauses, cleanup) in found {
        let table = table(program, &pads, (&clauses, cleanup));
        pads.tables.insert(place, table);
    }
    pads
}

/// Tells that all lands at the call in a function of the models that goes on where it has thrown.
pub(super) fn attempts(program: &mut Program, name: &str) {
    let Some(f) = program.function(name) else { return };
    let pads = Pads { tables: FxHashMap::default(), selectors: FxHashMap::default() };
    let all = table(program, &pads, (&[], true));
    let function = &mut program.functions[f.index()];
    for (i, inst) in function.insts.iter().enumerate() {
        if let InstKind::Call { .. } = inst.kind {
            function.pads.insert(InstId::new(i), all);
        }
    }
}

/// The type of pointers, and that of a row with its size.
fn types(program: &mut Program) -> (TypeId, (TypeId, u64)) {
    let bits = program.target.pointer_bits;
    let bytes = u64::from(bits / 8);
    let pointer =
        program.types.insert(Type::Ptr(0), Layout { store_size: bytes, alloc_size: bytes, align: bytes });
    let word =
        program.types.insert(Type::Int(bits), Layout { store_size: bytes, alloc_size: bytes, align: bytes });
    let fields = Type::Struct { fields: vec![pointer, word], offsets: vec![0, bytes], packed: false };
    let entry = Layout { store_size: 2 * bytes, alloc_size: 2 * bytes, align: bytes };
    (pointer, (program.types.insert(fields, entry), 2 * bytes))
}

/// The table of some clauses, as `models/exceptions.c` describes it.
fn table(program: &mut Program, pads: &Pads, (clauses, cleanup): (&[Clause], bool)) -> GlobalId {
    let (pointer, (entry, size)) = types(program);
    let bits = program.target.pointer_bits;
    let null = add(program, Const::Null(pointer));
    let mut rows: Vec<(ConstId, i64)> = Vec::new();
    let all = pads.selectors.len() as i64 + 2;
    for clause in clauses {
        match clause {
            Clause::Catch(_) if catches_all(program, clause) => rows.push((null, all)),
            Clause::Catch(ty) => rows.push((*ty, pads.selector(program, *ty) as i64)),
            Clause::Filter(types) => {
                rows.push((null, -1 - types.len() as i64));
                rows.extend(types.iter().map(|ty| (*ty, 0)));
            }
        }
    }
    // The end: others land here, or they do not.
    let least = -1_i64 << (bits - 1);
    rows.push((null, if cleanup { 0 } else { least }));
    let count = rows.len() as u64;
    let rows: Vec<ConstId> = rows
        .into_iter()
        .map(|(ty, what)| {
            let what = add(program, Const::Int(Bits::new(bits, what as u64)));
            add(program, Const::Aggregate(entry, vec![ty, what]))
        })
        .collect();
    let layout = Layout { store_size: count * size, alloc_size: count * size, align: size / 2 };
    let ty = program.types.insert(Type::Array { elem: entry, count }, layout);
    let init = Some(add(program, Const::Aggregate(ty, rows)));
    let id = GlobalId::new(program.globals.len());
    program.globals.push(Global {
        name: format!("__bmc_clauses#{}", id.index()),
        ty,
        init,
        constant: true,
        thread_local: false,
        align: size / 2,
        linkage: Linkage::Internal,
        var: None,
        model: true,
        region: None,
    });
    id
}
