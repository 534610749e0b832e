//! The hash-consing store.

use std::num::NonZeroU32;

use hashbrown::HashTable;
use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use super::{Op, Sort};
use crate::base::Bits;

/// A term of some [`TermStore`]. Equal terms of one store are identical.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Term(NonZeroU32);

impl Term {
    /// Position in the store, from 0; children come before their parents.
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    fn from_index(index: usize) -> Term {
        let n = u32::try_from(index + 1).expect("fewer than 2^32 terms");
        Term(NonZeroU32::new(n).expect("not zero"))
    }
}

/// Head, sort and operands in 16 bytes. The operand words depend on the operator: terms, immediates (`Extract`: term,
/// hi, lo; `LoadLe`: memory, address, bits), a value (`Const` up to 64 bits), or an index into a side table.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Node {
    /// Operator in the low 8 bits, sort number above.
    head: u32,
    words: [u32; 3],
}

impl Node {
    /// A folded 64x64 multiplication of the two halves, so that all bits of the result are well mixed.
    #[inline]
    fn hash(&self) -> u64 {
        let [x, y, z] = self.words.map(u64::from);
        let a = u64::from(self.head) | x << 32;
        let b = y | z << 32;
        let m = u128::from(a ^ 0x9e37_79b9_7f4a_7c15) * u128::from(b ^ 0xd1b5_4a32_d192_ed03);
        m as u64 ^ (m >> 64) as u64
    }
}

/// Marks a [`Op::Const`] whose value is in the wide table.
const WIDE: u32 = 1;

/// First sort number that refers to an entry of [`TermStore::sorts`].
const TABLED: u32 = 1 << 23;

/// Owner of all terms of a run.
#[derive(Clone)]
pub struct TermStore {
    nodes: Vec<Node>,
    /// Index of all nodes except small constants.
    table: HashTable<u32>,
    /// Cache of recent nodes: each entry has the upper half of the hash and the position plus one. Most requests repeat
    /// a recent one, and the table costs two cache misses.
    recent: Box<[u64]>,
    small: SmallConstants,
    /// Sorts other than bool and bit-vectors; those are encoded in the sort number itself.
    sorts: IndexSet<Sort, FxBuildHasher>,
    wide: IndexSet<Bits, FxBuildHasher>,
    names: IndexMap<String, Term, FxBuildHasher>,
    /// Mark that the caller gave to each variable, in the order of `names`.
    marks: Vec<u8>,
    /// Operand lists of operators with more than three operands.
    lists: IndexSet<[Term; 5], FxBuildHasher>,
}

impl Default for TermStore {
    fn default() -> TermStore {
        let mut store = TermStore {
            nodes: Vec::new(),
            table: HashTable::new(),
            recent: vec![0; RECENT].into(),
            small: SmallConstants::default(),
            sorts: IndexSet::with_hasher(FxBuildHasher),
            wide: IndexSet::with_hasher(FxBuildHasher),
            names: IndexMap::with_hasher(FxBuildHasher),
            marks: Vec::new(),
            lists: IndexSet::with_hasher(FxBuildHasher),
        };
        store.intern(Op::False, Sort::Bool, [0; 3]);
        store.intern(Op::True, Sort::Bool, [0; 3]);
        store
    }
}

impl TermStore {
    /// 0 for bool, the width for bit-vectors below 2^23, otherwise 2^23 plus the index into `sorts`.
    fn sort_number(&mut self, sort: Sort) -> u32 {
        match sort {
            Sort::Bool => 0,
            Sort::Bv(w) if w < TABLED => w,
            other => TABLED + self.sorts.insert_full(other).0 as u32,
        }
    }

    fn intern(&mut self, op: Op, sort: Sort, words: [u32; 3]) -> Term {
        let node = Node { head: op as u32 | self.sort_number(sort) << 8, words };
        let hash = node.hash();
        let slot = (hash as usize) % RECENT;
        let (tag, position) = ((self.recent[slot] >> 32) as u32, self.recent[slot] as u32);
        if position > 0 && tag == (hash >> 32) as u32 && self.nodes[position as usize - 1] == node {
            return Term::from_index(position as usize - 1);
        }
        let nodes = &self.nodes;
        let entry = self.table.entry(hash, |&i| nodes[i as usize] == node, |&i| nodes[i as usize].hash());
        let index = match entry {
            hashbrown::hash_table::Entry::Occupied(found) => *found.get() as usize,
            hashbrown::hash_table::Entry::Vacant(slot) => {
                let index = nodes.len();
                slot.insert(index as u32);
                self.nodes.push(node);
                index
            }
        };
        let t = Term::from_index(index);
        self.recent[slot] = hash >> 32 << 32 | u64::from(word(t));
        t
    }

    fn node(&self, t: Term) -> &Node {
        &self.nodes[t.index()]
    }

    /// Number of distinct terms.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the store has no terms; never true, as the truth constants are always there.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The term at a position below [`TermStore::len`].
    pub fn at(&self, index: usize) -> Term {
        debug_assert!(index < self.nodes.len());
        Term::from_index(index)
    }

    /// Head symbol.
    pub fn op(&self, t: Term) -> Op {
        Op::ALL[(self.node(t).head & 0xff) as usize]
    }

    /// Sort of the term.
    pub fn sort(&self, t: Term) -> Sort {
        match self.node(t).head >> 8 {
            0 => Sort::Bool,
            w if w < TABLED => Sort::Bv(w),
            n => self.sorts[(n - TABLED) as usize],
        }
    }

    /// Width of a bit-vector term.
    ///
    /// # Panics
    /// If the term is not a bit-vector, which is a fault of the caller.
    #[inline]
    pub fn width(&self, t: Term) -> u32 {
        let number = self.node(t).head >> 8;
        if number > 0 && number < TABLED {
            return number;
        }
        match self.sort(t) {
            Sort::Bv(w) => w,
            other => panic!("width of a {other}"),
        }
    }

    /// The truth constant.
    pub fn bool(&self, value: bool) -> Term {
        Term::from_index(usize::from(value))
    }

    /// The bit-vector constant with the low `width` bits of `value` (zero-extended beyond 64).
    pub fn bv(&mut self, width: u32, value: u64) -> Term {
        if width > 64 {
            return self.constant(&Bits::new(width, value));
        }
        let value = if width == 64 { value } else { value & ((1 << width) - 1) };
        let words = [value as u32, (value >> 32) as u32, 0];
        let Some(place) = self.small.place(width, value) else {
            return self.intern(Op::Const, Sort::Bv(width), words);
        };
        if *place == 0 {
            let t = Term::from_index(self.nodes.len());
            *place = word(t);
            self.nodes.push(Node { head: Op::Const as u32 | width << 8, words });
        }
        term(*place)
    }

    /// The bit-vector constant of any width.
    pub fn constant(&mut self, value: &Bits) -> Term {
        let width = value.width();
        if width <= 64 {
            return self.bv(width, value.limbs()[0]);
        }
        let place = match self.wide.get_index_of(value) {
            Some(place) => place,
            None => self.wide.insert_full(value.clone()).0,
        };
        self.intern(Op::Const, Sort::Bv(width), [place as u32, 0, WIDE])
    }

    /// The uninterpreted constant of that name; one name has one sort.
    ///
    /// # Panics
    /// If the name exists with another sort, which is a fault of the caller.
    pub fn var(&mut self, name: &str, sort: Sort) -> Term {
        if let Some(known) = self.known_var(name) {
            assert_eq!(self.sort(known), sort, "{name} has two sorts");
            return known;
        }
        let place = self.names.len() as u32;
        let t = self.intern(Op::Var, sort, [place, 0, 0]);
        self.names.insert(name.to_owned(), t);
        self.marks.push(0);
        t
    }

    /// The same with a mark, whose meaning is up to the caller. A variable keeps its first mark.
    pub fn marked_var(&mut self, name: &str, sort: Sort, mark: u8) -> Term {
        let known = self.names.len();
        let t = self.var(name, sort);
        if let Some(new) = self.marks.get_mut(known) {
            *new = mark;
        }
        t
    }

    /// Mark of an [`Op::Var`]; 0 if it has none.
    pub fn mark(&self, t: Term) -> u8 {
        debug_assert_eq!(self.op(t), Op::Var);
        self.marks[self.node(t).words[0] as usize]
    }

    /// The uninterpreted constant of that name, if there is one.
    pub fn known_var(&self, name: &str) -> Option<Term> {
        self.names.get(name).copied()
    }

    /// Name of an [`Op::Var`].
    pub fn name(&self, t: Term) -> &str {
        debug_assert_eq!(self.op(t), Op::Var);
        let place = self.node(t).words[0] as usize;
        self.names.get_index(place).expect("a name for each variable").0
    }

    /// The value of a constant bit-vector up to 64 bits; `None` for any other term.
    pub fn as_u64(&self, t: Term) -> Option<u64> {
        let node = self.node(t);
        (node.head & 0xff == Op::Const as u32 && node.words[2] != WIDE)
            .then(|| u64::from(node.words[0]) | u64::from(node.words[1]) << 32)
    }

    /// The value of a constant bit-vector of any width; `None` for any other term.
    pub fn as_bits(&self, t: Term) -> Option<Bits> {
        if self.op(t) != Op::Const {
            return None;
        }
        Some(match self.as_u64(t) {
            Some(value) => Bits::new(self.width(t), value),
            None => self.wide[self.node(t).words[0] as usize].clone(),
        })
    }

    /// The value of a truth constant; `None` for any other term.
    pub fn as_bool(&self, t: Term) -> Option<bool> {
        match t.index() {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    /// Whether the term is a constant of sort bool or bit-vector.
    pub fn is_const(&self, t: Term) -> bool {
        matches!(self.op(t), Op::False | Op::True | Op::Const)
    }

    /// Operand terms, in order.
    pub fn args(&self, t: Term) -> SmallVec<[Term; 5]> {
        let node = self.node(t);
        let count = match self.op(t) {
            op @ (Op::Fill | Op::Copy) => {
                return SmallVec::from_slice(&self.lists[node.words[0] as usize][..op.arity()]);
            }
            op => op.arity(),
        };
        node.words[..count].iter().map(|&w| term(w)).collect()
    }

    /// Operand number `i`, from 0, of an operator with at most three.
    pub fn arg(&self, t: Term, i: usize) -> Term {
        debug_assert!(!matches!(self.op(t), Op::Fill | Op::Copy) && i < self.args(t).len());
        term(self.node(t).words[i])
    }

    /// Highest and lowest bit that an [`Op::Extract`] takes.
    pub fn extract_range(&self, t: Term) -> (u32, u32) {
        debug_assert_eq!(self.op(t), Op::Extract);
        let node = self.node(t);
        (node.words[1], node.words[2])
    }

    /// Makes an application whose sort and further operands follow from the arguments' sorts:
    /// everything but constants, [`Op::Var`], extensions, [`Op::Extract`], [`Op::ConstArray`],
    /// loads and [`Op::HeapEmpty`], which have makers of their own.
    ///
    /// # Panics
    /// If the application is ill-sorted. This is a fault of the caller, after which no answer could be trusted. The
    /// same holds for the other makers.
    pub fn mk(&mut self, op: Op, args: &[Term]) -> Term {
        let first = self.sort(args[0]);
        let sort = match op {
            Op::Not
            | Op::And
            | Op::Or
            | Op::Xor
            | Op::Eq
            | Op::Ult
            | Op::Ule
            | Op::Slt
            | Op::Sle
            | Op::Uaddo
            | Op::Saddo
            | Op::Usubo
            | Op::Ssubo
            | Op::Umulo
            | Op::Smulo
            | Op::ValidAccess
            | Op::ValidFree
            | Op::Allocatable => Sort::Bool,
            Op::Ite => self.sort(args[1]),
            Op::Concat => Sort::Bv(self.width(args[0]) + self.width(args[1])),
            Op::Select => match first {
                Sort::Array { elem, .. } => Sort::Bv(elem),
                other => panic!("select from a {other}"),
            },
            Op::Zext | Op::Sext | Op::Extract | Op::ConstArray | Op::LoadLe | Op::LoadBe => {
                panic!("{op:?} has a maker of its own")
            }
            _ => first,
        };
        let before = self.nodes.len();
        let made = match *args {
            [a] => self.intern(op, sort, [word(a), 0, 0]),
            [a, b] => self.intern(op, sort, [word(a), word(b), 0]),
            [a, b, c] => self.intern(op, sort, [word(a), word(b), word(c)]),
            [a, b, c, d] => self.list(op, sort, [a, b, c, d, d]),
            [a, b, c, d, e] => self.list(op, sort, [a, b, c, d, e]),
            _ => panic!("{op:?} over {} operands", args.len()),
        };
        // An existing node was checked when it was made.
        let sound = self.nodes.len() == before || self.well_sorted(op, args);
        assert!(sound, "ill-sorted {op:?} over {:?}", args.iter().map(|&a| self.sort(a)).collect::<Vec<_>>());
        made
    }

    fn list(&mut self, op: Op, sort: Sort, list: [Term; 5]) -> Term {
        let place = self.lists.insert_full(list).0 as u32;
        self.intern(op, sort, [place, 0, 0])
    }

    /// `zext` of a term to a larger width.
    pub fn mk_zext(&mut self, t: Term, width: u32) -> Term {
        assert!(width > self.width(t));
        self.intern(Op::Zext, Sort::Bv(width), [word(t), 0, 0])
    }

    /// `sext` of a term to a larger width.
    pub fn mk_sext(&mut self, t: Term, width: u32) -> Term {
        assert!(width > self.width(t));
        self.intern(Op::Sext, Sort::Bv(width), [word(t), 0, 0])
    }

    /// Bits `hi..=lo` of a term.
    pub fn mk_extract(&mut self, t: Term, hi: u32, lo: u32) -> Term {
        assert!(lo <= hi && hi < self.width(t));
        self.intern(Op::Extract, Sort::Bv(hi - lo + 1), [word(t), hi, lo])
    }

    /// The array with one value at every index.
    pub fn mk_const_array(&mut self, index: u32, value: Term) -> Term {
        let elem = self.width(value);
        self.intern(Op::ConstArray, Sort::Array { index, elem }, [word(value), 0, 0])
    }

    /// [`Op::LoadLe`] or [`Op::LoadBe`] of `bits` bits, a multiple of 8.
    pub fn mk_load(&mut self, op: Op, memory: Term, address: Term, bits: u32) -> Term {
        assert!(matches!(op, Op::LoadLe | Op::LoadBe) && bits.is_multiple_of(8) && bits > 0);
        let sorts = [self.sort(memory), self.sort(address)];
        assert!(
            matches!(sorts, [Sort::Array { index, elem: 8 }, Sort::Bv(w)] if w == index),
            "a load from {sorts:?}"
        );
        self.intern(op, Sort::Bv(bits), [word(memory), word(address), 0])
    }

    /// [`Op::HeapEmpty`] over addresses of that width.
    pub fn mk_heap_empty(&mut self, width: u32) -> Term {
        self.intern(Op::HeapEmpty, Sort::Heap(width), [0; 3])
    }

    /// Whether [`TermStore::mk`] may make this application.
    pub fn well_sorted(&self, op: Op, args: &[Term]) -> bool {
        let sorts: SmallVec<[Sort; 5]> = args.iter().map(|&a| self.sort(a)).collect();
        let sorts = &sorts[..];
        match op {
            Op::Not => *sorts == [Sort::Bool],
            Op::And | Op::Or | Op::Xor => *sorts == [Sort::Bool, Sort::Bool],
            Op::Eq => sorts.len() == 2 && sorts[0] == sorts[1],
            Op::Ite => sorts.len() == 3 && sorts[0] == Sort::Bool && sorts[1] == sorts[2],
            Op::BvNot | Op::Neg | Op::Popcount | Op::Ctlz | Op::Cttz | Op::Bitreverse => {
                matches!(*sorts, [Sort::Bv(_)])
            }
            Op::Bswap => matches!(*sorts, [Sort::Bv(w)] if w % 8 == 0),
            Op::Concat => matches!(*sorts, [Sort::Bv(_), Sort::Bv(_)]),
            Op::Select => {
                matches!(*sorts, [Sort::Array { index, .. }, Sort::Bv(w)] if w == index)
            }
            Op::Store => {
                matches!(*sorts, [Sort::Array { index, elem }, Sort::Bv(i), Sort::Bv(e)] if i == index && e == elem)
            }
            Op::Fill => {
                matches!(*sorts, [Sort::Array { index, elem }, Sort::Bv(i), Sort::Bv(n), Sort::Bv(e)]
                    if i == index && n == index && e == elem)
            }
            Op::Copy => {
                matches!(*sorts, [Sort::Array { index, .. }, Sort::Bv(i), s, Sort::Bv(j), Sort::Bv(n)]
                    if s == sorts[0] && i == index && j == index && n == index)
            }
            Op::StoreLe | Op::StoreBe => {
                matches!(*sorts, [Sort::Array { index, elem: 8 }, Sort::Bv(i), Sort::Bv(v)] if i == index && v % 8 == 0)
            }
            Op::HeapMalloc | Op::ValidAccess | Op::Allocatable => {
                matches!(*sorts, [Sort::Heap(w), Sort::Bv(p), Sort::Bv(s)] if w == p && w == s)
            }
            Op::HeapFree | Op::ValidFree => {
                matches!(*sorts, [Sort::Heap(w), Sort::Bv(p)] if w == p)
            }
            _ => sorts.len() == 2 && sorts[0] == sorts[1] && sorts[0].width().is_some(),
        }
    }
}

/// Number of entries of [`TermStore::recent`].
const RECENT: usize = 2048;

/// Values below this, and as far from all ones, are small constants.
const SMALL: u64 = 1 << 20;

/// Number of constants in a page of [`SmallConstants`].
const PAGE: u64 = 256;

/// Index of constants near 0 and near -1 by value. Counters and offsets of the evaluated program make most requests,
/// and neighbouring ones lie side by side here.
#[derive(Clone, Default)]
struct SmallConstants {
    /// Pages by width and sign, then by page number; an entry is a term's word, 0 for none.
    pages: Vec<Vec<Option<Box<[u32; PAGE as usize]>>>>,
}

impl SmallConstants {
    /// Entry of a constant of at most 64 bits; `None` if it is not small.
    #[inline]
    fn place(&mut self, width: u32, value: u64) -> Option<&mut u32> {
        let distance = (u64::MAX >> (64 - width)) - value;
        let (row, key) = match () {
            () if value < SMALL => (2 * width as usize, value),
            () if distance < SMALL => (2 * width as usize + 1, distance),
            () => return None,
        };
        if row >= self.pages.len() {
            self.pages.resize_with(row + 1, Vec::new);
        }
        let row = &mut self.pages[row];
        let page = (key / PAGE) as usize;
        if page >= row.len() {
            row.resize_with(page + 1, || None);
        }
        let page = row[page].get_or_insert_with(|| Box::new([0; PAGE as usize]));
        Some(&mut page[(key % PAGE) as usize])
    }
}

fn word(t: Term) -> u32 {
    t.0.get()
}

fn term(word: u32) -> Term {
    Term(NonZeroU32::new(word).expect("an operand word is a term"))
}
