//! A rule as one equation between terms whose sorts and numbers are still open.

use std::ops::Range;

use bmc::internals::ilr::Op;

/// An expression of a [`Sketch`].
pub type Id = usize;
/// An open number of a [`Sketch`]: a width, a bit position, a shift amount.
pub type Num = usize;
/// An open sort of a [`Sketch`].
pub type SortId = usize;

/// A number.
#[derive(Clone, Debug)]
pub enum N {
    Lit(i64),
    Open(Num),
    /// The number of bits of a term.
    Width(Id),
    Plus(Box<N>, Box<N>),
    /// Must not go below zero.
    Minus(Box<N>, Box<N>),
    /// Zero instead of what is below it.
    MinusOrZero(Box<N>, Box<N>),
    Least(Box<N>, Box<N>),
    Most(Box<N>, Box<N>),
    Times(Box<N>, Box<N>),
    /// Rounded down.
    Divided(Box<N>, i64),
    TwoTo(Box<N>),
}

/// What an open number is for: decides which values are tried.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Class {
    HeapWidth,
    Index,
    Elem,
    /// A number of bytes.
    Bytes,
    Width,
    Position,
    /// The width of an extract, which follows from its positions if they are chosen first.
    Part,
}

/// A sort as far as it is known.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// The same as another one.
    Link(SortId),
    Open,
    Bool,
    Bv(Num),
    /// Index, element.
    Array(Num, Num),
    Heap(Num),
}

/// A constant whose value depends on its width.
#[derive(Clone, Debug)]
pub enum Special {
    Zero,
    One,
    Ones,
    Smin,
    Smax,
    /// 2^n.
    Power(N),
    /// n modulo 2^width.
    Value(N),
    /// Ones from the first down to the second bit.
    Mask(N, N),
}

/// A relation of numbers, or of a sort.
#[derive(Clone, Debug)]
pub enum Relation {
    Equal(N, N),
    Less(N, N),
    AtLeast(N, N),
    /// The term is a bit-vector of one bit.
    OneBit(Id),
    IsBool(Id),
    IsVector(Id),
    IsArray(Id),
    SameSort(Id, Id),
}

/// The head of an expression.
#[derive(Clone, Debug)]
pub enum Kind {
    /// Any value.
    Var(String),
    Truth(bool),
    Const(Special),
    /// Operands, then immediates: the width of an extension, high and low bit of an extract.
    App(Op, Vec<Id>, Vec<N>),
    /// Copies side by side.
    Repeat(Id, N),
    /// True or false once the numbers are known.
    Test(Relation),
}

#[derive(Clone, Debug)]
pub struct Node {
    pub kind: Kind,
    pub sort: SortId,
    /// Whether a pattern made it, so that the rewriter holds just this term.
    pub matched: bool,
}

/// A rule with its case distinctions decided.
#[derive(Clone, Default, Debug)]
pub struct Sketch {
    pub nodes: Vec<Node>,
    pub sorts: Vec<Shape>,
    /// Name and use of every open number.
    pub nums: Vec<(String, Class)>,
    /// What holds because the left side is well-sorted.
    pub facts: Vec<Relation>,
    /// What the rule asks for, in its order.
    pub conditions: Vec<Id>,
    pub left: Id,
    pub right: Id,
    /// Numbers and facts of the right side: they follow from the left side's and restrict nothing.
    pub right_nums: Range<usize>,
    pub right_facts: Range<usize>,
}

impl Sketch {
    /// The sketches in which every sort is of some kind: what is open becomes a truth value, a bit-vector or an array.
    pub fn with_kinds(self) -> Vec<Sketch> {
        let Some(open) = self.sorts.iter().position(|s| matches!(s, Shape::Open)) else { return vec![self] };
        let mut vector = self.clone();
        let w = vector.num("w", Class::Width);
        vector.sorts[open] = Shape::Bv(w);
        let mut truth = self.clone();
        truth.sorts[open] = Shape::Bool;
        let mut array = self;
        let (i, e) = (array.num("index", Class::Index), array.num("elem", Class::Elem));
        array.sorts[open] = Shape::Array(i, e);
        [vector, truth, array].into_iter().flat_map(Sketch::with_kinds).collect()
    }

    pub fn num(&mut self, name: &str, class: Class) -> Num {
        self.nums.push((name.to_owned(), class));
        self.nums.len() - 1
    }

    pub fn new_sort(&mut self, shape: Shape) -> SortId {
        self.sorts.push(shape);
        self.sorts.len() - 1
    }

    pub fn new_bv(&mut self, name: &str) -> SortId {
        let n = self.num(name, Class::Width);
        self.new_sort(Shape::Bv(n))
    }

    pub fn find(&self, mut sort: SortId) -> SortId {
        while let Shape::Link(other) = self.sorts[sort] {
            sort = other;
        }
        sort
    }

    pub fn shape(&self, sort: SortId) -> Shape {
        self.sorts[self.find(sort)]
    }

    pub fn shape_of(&self, id: Id) -> Shape {
        self.shape(self.nodes[id].sort)
    }

    pub fn node(&mut self, kind: Kind, sort: SortId, matched: bool) -> Id {
        self.nodes.push(Node { kind, sort, matched });
        self.nodes.len() - 1
    }

    pub fn var(&mut self, name: &str, sort: SortId) -> Id {
        self.node(Kind::Var(name.to_owned()), sort, true)
    }

    pub fn equal_nums(&mut self, a: N, b: N) {
        self.facts.push(Relation::Equal(a, b));
    }

    /// Makes two sorts one.
    pub fn unify(&mut self, a: SortId, b: SortId) -> Result<(), String> {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return Ok(());
        }
        match (self.sorts[a], self.sorts[b]) {
            (Shape::Open, _) => {
                self.sorts[a] = Shape::Link(b);
                return Ok(());
            }
            (_, Shape::Open) => {}
            (Shape::Bool, Shape::Bool) => {}
            (Shape::Bv(m), Shape::Bv(n)) | (Shape::Heap(m), Shape::Heap(n)) => {
                self.equal_nums(N::Open(m), N::Open(n));
            }
            (Shape::Array(i, e), Shape::Array(j, f)) => {
                self.equal_nums(N::Open(i), N::Open(j));
                self.equal_nums(N::Open(e), N::Open(f));
            }
            (x, y) => return Err(format!("the pattern is of no sort: {x:?} against {y:?}")),
        }
        self.sorts[b] = Shape::Link(a);
        Ok(())
    }

    fn expect(&mut self, id: Id, shape: Shape) -> Result<(), String> {
        let sort = self.new_sort(shape);
        self.unify(self.nodes[id].sort, sort)
    }

    fn width_of(&mut self, id: Id) -> Result<Num, String> {
        if let Shape::Bv(n) = self.shape_of(id) {
            return Ok(n);
        }
        let n = self.num("w", Class::Width);
        self.expect(id, Shape::Bv(n))?;
        Ok(n)
    }

    fn array_of(&mut self, id: Id) -> Result<(Num, Num), String> {
        if let Shape::Array(i, e) = self.shape_of(id) {
            return Ok((i, e));
        }
        let (i, e) = (self.num("index", Class::Index), self.num("elem", Class::Elem));
        self.expect(id, Shape::Array(i, e))?;
        Ok((i, e))
    }

    fn memory_of(&mut self, id: Id) -> Result<Num, String> {
        let (i, e) = self.array_of(id)?;
        self.equal_nums(N::Open(e), N::Lit(8));
        Ok(i)
    }

    fn heap_of(&mut self, id: Id) -> Result<Num, String> {
        if let Shape::Heap(w) = self.shape_of(id) {
            return Ok(w);
        }
        let w = self.num("address", Class::HeapWidth);
        self.expect(id, Shape::Heap(w))?;
        Ok(w)
    }

    /// A width of whole bytes.
    fn bytes(&mut self, width: Num) {
        let b = self.num("bytes", Class::Bytes);
        self.equal_nums(N::Open(width), N::Times(Box::new(N::Lit(8)), Box::new(N::Open(b))));
        self.facts.push(Relation::Less(N::Lit(0), N::Open(b)));
    }

    /// The sort of an application in a pattern or a meaning; what it demands of the operands becomes facts. Only
    /// a meaning may extend a term to its own width.
    pub fn matched_sort(&mut self, op: Op, args: &[Id], nums: &[N], pattern: bool) -> Result<SortId, String> {
        self.arity(op, args, nums)?;
        let truth = Shape::Bool;
        let shape = match op {
            Op::Not | Op::And | Op::Or | Op::Xor => {
                args.iter().try_for_each(|&a| self.expect(a, Shape::Bool))?;
                truth
            }
            Op::Eq => {
                self.unify(self.nodes[args[0]].sort, self.nodes[args[1]].sort)?;
                truth
            }
            Op::Ite => {
                self.expect(args[0], Shape::Bool)?;
                self.unify(self.nodes[args[1]].sort, self.nodes[args[2]].sort)?;
                return Ok(self.nodes[args[1]].sort);
            }
            Op::Ult
            | Op::Ule
            | Op::Slt
            | Op::Sle
            | Op::Uaddo
            | Op::Saddo
            | Op::Usubo
            | Op::Ssubo
            | Op::Umulo
            | Op::Smulo => {
                self.all_vectors(args)?;
                truth
            }
            Op::Zext | Op::Sext => {
                let from = self.width_of(args[0])?;
                let to = self.named_width(&nums[0]);
                self.facts.push(match pattern {
                    true => Relation::Less(N::Open(from), N::Open(to)),
                    false => Relation::AtLeast(N::Open(to), N::Open(from)),
                });
                Shape::Bv(to)
            }
            Op::Extract => {
                let from = self.width_of(args[0])?;
                let to = self.num("w", Class::Part);
                let (high, low) = (nums[0].clone(), nums[1].clone());
                self.facts.push(Relation::Less(high.clone(), N::Open(from)));
                let one_more = N::Plus(Box::new(high), Box::new(N::Lit(1)));
                self.equal_nums(one_more, N::Plus(Box::new(low), Box::new(N::Open(to))));
                Shape::Bv(to)
            }
            Op::Concat => {
                let (high, low) = (self.width_of(args[0])?, self.width_of(args[1])?);
                let to = self.num("w", Class::Width);
                let sum = N::Plus(Box::new(N::Open(high)), Box::new(N::Open(low)));
                self.equal_nums(N::Open(to), sum);
                Shape::Bv(to)
            }
            Op::Select => {
                let (i, e) = self.array_of(args[0])?;
                self.expect(args[1], Shape::Bv(i))?;
                Shape::Bv(e)
            }
            Op::Store => {
                let (i, e) = self.array_of(args[0])?;
                self.expect(args[1], Shape::Bv(i))?;
                self.expect(args[2], Shape::Bv(e))?;
                return Ok(self.nodes[args[0]].sort);
            }
            Op::ConstArray => {
                let e = self.width_of(args[0])?;
                let i = self.num("index", Class::Index);
                if let Some(index) = nums.first() {
                    self.equal_nums(N::Open(i), index.clone());
                }
                let elem = self.num("elem", Class::Elem);
                self.equal_nums(N::Open(elem), N::Open(e));
                Shape::Array(i, elem)
            }
            Op::Fill => {
                let (i, e) = self.array_of(args[0])?;
                self.expect(args[1], Shape::Bv(i))?;
                self.expect(args[2], Shape::Bv(i))?;
                self.expect(args[3], Shape::Bv(e))?;
                return Ok(self.nodes[args[0]].sort);
            }
            Op::Copy => {
                let (i, _) = self.array_of(args[0])?;
                self.unify(self.nodes[args[0]].sort, self.nodes[args[2]].sort)?;
                [1, 3, 4].iter().try_for_each(|&k: &usize| self.expect(args[k], Shape::Bv(i)))?;
                return Ok(self.nodes[args[0]].sort);
            }
            Op::LoadLe | Op::LoadBe => {
                let i = self.memory_of(args[0])?;
                self.expect(args[1], Shape::Bv(i))?;
                let w = match nums.first() {
                    Some(n) => self.named_width(n),
                    None => self.num("w", Class::Width),
                };
                self.bytes(w);
                Shape::Bv(w)
            }
            Op::StoreLe | Op::StoreBe => {
                let i = self.memory_of(args[0])?;
                self.expect(args[1], Shape::Bv(i))?;
                let w = self.width_of(args[2])?;
                self.bytes(w);
                return Ok(self.nodes[args[0]].sort);
            }
            Op::HeapEmpty => Shape::Heap(self.num("address", Class::HeapWidth)),
            Op::HeapMalloc | Op::HeapFree => {
                let w = self.heap_of(args[0])?;
                args[1..].iter().try_for_each(|&a| self.expect(a, Shape::Bv(w)))?;
                return Ok(self.nodes[args[0]].sort);
            }
            Op::ValidAccess | Op::ValidFree | Op::Allocatable => {
                let w = self.heap_of(args[0])?;
                args[1..].iter().try_for_each(|&a| self.expect(a, Shape::Bv(w)))?;
                truth
            }
            Op::Bswap => {
                let w = self.width_of(args[0])?;
                self.bytes(w);
                return Ok(self.nodes[args[0]].sort);
            }
            _ => {
                self.all_vectors(args)?;
                return Ok(self.nodes[args[0]].sort);
            }
        };
        Ok(self.new_sort(shape))
    }

    /// The sort of an application in an expression, from its operands' alone: whether it is well-sorted is
    /// found out when the numbers are known.
    pub fn built_sort(&mut self, op: Op, args: &[Id], nums: &[N]) -> Result<SortId, String> {
        self.arity(op, args, nums)?;
        let shape = match op {
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
            | Op::Allocatable => Shape::Bool,
            Op::Ite => return Ok(self.nodes[args[1]].sort),
            Op::Zext | Op::Sext | Op::LoadLe | Op::LoadBe => {
                let width = nums.first().ok_or("a load needs its number of bits")?;
                Shape::Bv(self.named_width(width))
            }
            Op::Extract => {
                let one_more = N::Plus(Box::new(nums[0].clone()), Box::new(N::Lit(1)));
                Shape::Bv(self.named_width(&N::Minus(Box::new(one_more), Box::new(nums[1].clone()))))
            }
            Op::Concat => {
                let sum = N::Plus(Box::new(N::Width(args[0])), Box::new(N::Width(args[1])));
                Shape::Bv(self.named_width(&sum))
            }
            Op::Select => match self.shape_of(args[0]) {
                Shape::Array(_, e) => Shape::Bv(e),
                other => return Err(format!("select from something of sort {other:?}")),
            },
            Op::ConstArray => {
                let i = self.num("index", Class::Index);
                let index = nums.first().ok_or("a constant array needs the width of its index")?;
                self.equal_nums(N::Open(i), index.clone());
                let e = self.num("elem", Class::Elem);
                self.equal_nums(N::Open(e), N::Width(args[0]));
                Shape::Array(i, e)
            }
            Op::HeapEmpty => return Err("an empty heap of unknown width".into()),
            _ => return Ok(self.nodes[args[0]].sort),
        };
        Ok(self.new_sort(shape))
    }

    fn arity(&self, op: Op, args: &[Id], nums: &[N]) -> Result<(), String> {
        let least = match op {
            Op::Zext | Op::Sext => 1,
            Op::Extract => 2,
            _ => 0,
        };
        let most = match op {
            Op::ConstArray | Op::LoadLe | Op::LoadBe | Op::HeapEmpty => 1,
            _ => least,
        };
        if args.len() != op.arity() || !(least..=most).contains(&nums.len()) {
            return Err(format!("{} over {} terms and {} numbers", op.name(), args.len(), nums.len()));
        }
        Ok(())
    }

    fn all_vectors(&mut self, args: &[Id]) -> Result<(), String> {
        self.width_of(args[0])?;
        args[1..].iter().try_for_each(|&a| self.unify(self.nodes[args[0]].sort, self.nodes[a].sort))
    }

    /// An open width that equals a number.
    pub fn named_width(&mut self, n: &N) -> Num {
        let w = self.num("w", Class::Width);
        self.equal_nums(N::Open(w), n.clone());
        w
    }
}
