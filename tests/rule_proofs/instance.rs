//! A rule at given sorts and numbers, as terms of a plain store.

use bmc::internals::base::Bits;
use bmc::internals::ilr::{Op, Sort, Term, TermStore};

use crate::numbers::{NoNumber, Numbers, evaluate, holds};
use crate::sketch::{Id, Kind, N, Shape, Sketch, Special};

/// One instance of a rule.
pub struct Instance {
    pub store: TermStore,
    pub conditions: Vec<Term>,
    /// Both sides; array sides are read at a fresh index.
    pub sides: Result<(Term, Term), String>,
    pub vars: Vec<(String, Term)>,
    /// Greatest width of its variables and its left side.
    pub width: u32,
    /// Sorts of variables and numbers, for messages.
    pub label: String,
}

/// Makes an instance; `None` when its conditions on widths and sorts do not hold.
pub fn instance(sketch: &Sketch, numbers: &Numbers) -> Option<Instance> {
    let mut maker = Maker {
        sketch,
        numbers,
        store: TermStore::default(),
        terms: vec![None; sketch.nodes.len()],
        vars: Vec::new(),
    };
    // A left side that is not well-sorted is never met.
    let left = maker.term(sketch.left).ok()?;
    let mut conditions = Vec::new();
    for &id in &sketch.conditions {
        match maker.term(id) {
            Ok(term) => match maker.store.as_bool(term) {
                Some(true) => {}
                Some(false) => return None,
                None => conditions.push(term),
            },
            // What cannot be written down does not hold.
            Err(_) => return None,
        }
    }
    let sides = maker.right(left);
    let widths = maker.vars.iter().map(|v| v.1).chain([left]);
    let width = widths.filter_map(|t| maker.store.sort(t).width()).max().unwrap_or(0);
    let mut label: Vec<String> =
        maker.vars.iter().map(|(name, t)| format!("{name}: {}", maker.store.sort(*t))).collect();
    for (n, (name, class)) in sketch.nums.iter().enumerate() {
        if let (crate::sketch::Class::Position, Some(value)) = (class, numbers[n]) {
            label.push(format!("{name} = {value}"));
        }
    }
    let label = label.join(", ");
    Some(Instance { conditions, sides, vars: maker.vars, width, label, store: maker.store })
}

/// Why a term cannot be made.
enum Ill {
    Sort(String),
    Number(String),
}

impl Ill {
    fn text(self) -> String {
        match self {
            Ill::Sort(text) | Ill::Number(text) => text,
        }
    }
}

struct Maker<'a> {
    sketch: &'a Sketch,
    numbers: &'a Numbers,
    store: TermStore,
    terms: Vec<Option<Term>>,
    vars: Vec<(String, Term)>,
}

impl Maker<'_> {
    /// Both sides, ready to be compared.
    fn right(&mut self, left: Term) -> Result<(Term, Term), String> {
        let right = self.term(self.sketch.right).map_err(Ill::text)?;
        let (l, r) = (self.store.sort(left), self.store.sort(right));
        if l != r {
            return Err(format!("the left side is of sort {l}, the right side of sort {r}"));
        }
        if let Sort::Array { index, .. } = l {
            let at = self.store.var("at", Sort::Bv(index));
            self.vars.push(("at".into(), at));
            return Ok((self.store.mk(Op::Select, &[left, at]), self.store.mk(Op::Select, &[right, at])));
        }
        Ok((left, right))
    }

    fn number(&self, n: &N) -> Result<u32, Ill> {
        let value = evaluate(self.sketch, self.numbers, n).map_err(|e| match e {
            NoNumber::Open => Ill::Number("a number that nothing determines".into()),
            NoNumber::IllFormed(why) => Ill::Number(why),
        })?;
        u32::try_from(value).map_err(|_| Ill::Number(format!("the number {value}")))
    }

    fn sort(&self, id: Id) -> Result<Sort, Ill> {
        Ok(match self.sketch.shape_of(id) {
            Shape::Bool => Sort::Bool,
            Shape::Bv(w) => Sort::Bv(self.number(&N::Open(w))?),
            Shape::Array(i, e) => {
                Sort::Array { index: self.number(&N::Open(i))?, elem: self.number(&N::Open(e))? }
            }
            Shape::Heap(w) => Sort::Heap(self.number(&N::Open(w))?),
            Shape::Open | Shape::Link(_) => return Err(Ill::Sort("a sort that nothing determines".into())),
        })
    }

    fn term(&mut self, id: Id) -> Result<Term, Ill> {
        if let Some(term) = self.terms[id] {
            return Ok(term);
        }
        let term = match self.sketch.nodes[id].kind.clone() {
            Kind::Truth(value) => self.store.bool(value),
            Kind::Var(name) => {
                let sort = self.sort(id)?;
                // Names are of letters and digits only; SMT-LIB takes them as they are.
                let name = if name == "_" { "any".to_owned() } else { name };
                let unique = format!("{name}.{id}");
                let term = self.store.var(&unique, sort);
                self.vars.push((unique, term));
                term
            }
            Kind::Const(special) => {
                let Sort::Bv(width) = self.sort(id)? else {
                    return Err(Ill::Sort("a number of a sort that has none".into()));
                };
                let value = match special {
                    Special::Zero => Bits::zero(width),
                    Special::One => Bits::one(width),
                    Special::Ones => Bits::ones(width),
                    Special::Smin => Bits::signed_min(width),
                    Special::Smax => Bits::signed_max(width),
                    Special::Power(n) => match self.number(&n)? {
                        n if n < width => Bits::power_of_two(width, n),
                        n => return Err(Ill::Number(format!("2^{n} in {width} bits"))),
                    },
                    Special::Mask(high, low) => {
                        let (high, low) = (self.number(&high)?, self.number(&low)?);
                        let ones = Bits::ones(width);
                        ones.shl_by(low).and(&ones.lshr_by(width - 1 - high))
                    }
                    Special::Value(n) => Bits::new(width, u64::from(self.number(&n)?)),
                };
                self.store.constant(&value)
            }
            Kind::Repeat(part, count) => {
                let part = self.term(part)?;
                let count = self.number(&count)?;
                if self.store.sort(part).width().is_none() || count == 0 {
                    return Err(Ill::Number(format!("{count} copies")));
                }
                let concat = |store: &mut TermStore, all| store.mk(Op::Concat, &[all, part]);
                (1..count).fold(part, |all, _| concat(&mut self.store, all))
            }
            Kind::Test(relation) => match holds(self.sketch, self.numbers, &relation) {
                Ok(value) => self.store.bool(value),
                Err(NoNumber::Open) => return Err(Ill::Sort("a relation that nothing determines".into())),
                Err(NoNumber::IllFormed(why)) => return Err(Ill::Number(why)),
            },
            Kind::App(op, args, nums) => {
                let args = args.iter().map(|&a| self.term(a)).collect::<Result<Vec<Term>, Ill>>()?;
                let nums = nums.iter().map(|n| self.number(n)).collect::<Result<Vec<u32>, Ill>>()?;
                let given = match op {
                    Op::HeapEmpty | Op::ConstArray | Op::LoadLe | Op::LoadBe => Some(self.sort(id)?),
                    _ => None,
                };
                self.apply(op, &args, &nums, given)?
            }
        };
        self.terms[id] = Some(term);
        Ok(term)
    }

    fn apply(&mut self, op: Op, args: &[Term], nums: &[u32], given: Option<Sort>) -> Result<Term, Ill> {
        let sorts: Vec<Sort> = args.iter().map(|&a| self.store.sort(a)).collect();
        let ill = || {
            let sorts: Vec<String> = sorts.iter().map(Sort::to_string).collect();
            let nums: String = nums.iter().map(|n| format!(" {n}")).collect();
            Ill::Sort(format!("{}{nums} of {}", op.name(), sorts.join(", ")))
        };
        let store = &mut self.store;
        match (op, &sorts[..], nums) {
            (Op::Zext | Op::Sext, [Sort::Bv(from)], &[to]) => match to.cmp(from) {
                std::cmp::Ordering::Less => Err(Ill::Number(ill().text())),
                std::cmp::Ordering::Equal => Ok(args[0]),
                std::cmp::Ordering::Greater if op == Op::Zext => Ok(store.mk_zext(args[0], to)),
                std::cmp::Ordering::Greater => Ok(store.mk_sext(args[0], to)),
            },
            (Op::Extract, [Sort::Bv(from)], &[high, low]) if low <= high && high < *from => {
                Ok(store.mk_extract(args[0], high, low))
            }
            (Op::Extract, [Sort::Bv(_)], _) => Err(Ill::Number(ill().text())),
            (Op::ConstArray, [Sort::Bv(_)], _) => match given {
                Some(Sort::Array { index, .. }) => Ok(store.mk_const_array(index, args[0])),
                _ => Err(ill()),
            },
            (Op::LoadLe | Op::LoadBe, [Sort::Array { index, elem: 8 }, Sort::Bv(i)], _) if i == index => {
                match given {
                    Some(Sort::Bv(w)) if w > 0 && w % 8 == 0 => Ok(store.mk_load(op, args[0], args[1], w)),
                    _ => Err(ill()),
                }
            }
            (Op::HeapEmpty, [], _) => match given {
                Some(Sort::Heap(w)) => Ok(store.mk_heap_empty(w)),
                _ => Err(ill()),
            },
            (Op::Zext | Op::Sext | Op::Extract | Op::ConstArray | Op::LoadLe | Op::LoadBe, ..) => Err(ill()),
            _ if store.well_sorted(op, args) => Ok(store.mk(op, args)),
            _ => Err(ill()),
        }
    }
}
