//! Functions and random numbers for tests.

use crate::program::{Block, BlockId, Function, Inst, InstId, InstKind, Linkage, TypeId, Value};

/// A small deterministic generator (splitmix64).
pub struct Rng(u64);

impl Rng {
    /// A generator with a seed.
    pub fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

/// A function with these successors of each block and nothing but terminators.
pub fn function(edges: &[Vec<usize>]) -> Function {
    let ty = TypeId::new(0);
    let terminator = |succs: &Vec<usize>| match succs[..] {
        [] => InstKind::Ret(None),
        [b] => InstKind::Br(BlockId::new(b)),
        _ => InstKind::IndirectBr {
            addr: Value::Arg(0),
            dests: succs.iter().map(|b| BlockId::new(*b)).collect(),
        },
    };
    Function {
        name: "f".into(),
        source_name: "f".into(),
        ret: ty,
        params: Vec::new(),
        vararg: false,
        blocks: (0..edges.len())
            .map(|b| Block { name: String::new(), insts: vec![InstId::new(b)] })
            .collect(),
        insts: edges.iter().map(|s| Inst { kind: terminator(s), ty, loc: None }).collect(),
        linkage: Linkage::Internal,
        noreturn: false,
        readonly: false,
        loc: None,
        model: false,
    }
}
