//! Bit-blasting: terms to edges of the and-inverter graph.

use rustc_hash::FxHashMap;

use super::aig::{Aig, Lit};
use super::arrays::Arrays;
use super::choices::Choices;
use super::circuit::{self, Shift};
use super::heap;
use super::order::{Comparisons, Domain, Orders, Window};
use crate::base::effort;
use crate::ilr::{Op, Sort, Term, TermStore};
use crate::smt::{Limits, Reason};

/// Number of terms between two checks of the clock.
const CLOCK_INTERVAL: usize = 32;

/// Quotient and remainder by the operands of the division.
type Divisions = FxHashMap<(Box<[Lit]>, Box<[Lit]>), (Vec<Lit>, Vec<Lit>)>;

/// The graph and the edges of each term.
#[derive(Default)]
pub struct Blaster {
    /// The graph.
    pub aig: Aig,
    /// Reads of arrays.
    pub arrays: Arrays,
    /// Variables that are only compared.
    pub orders: Orders,
    /// Comparisons of those that have no bits.
    pub comparisons: Comparisons,
    bits: Bits,
    /// Terms handled so far, including those without edges, and their number.
    done: Vec<bool>,
    terms: usize,
    divisions: Divisions,
    choices: Choices,
}

/// Edges of every handled bool and bit-vector term.
#[derive(Default)]
pub struct Bits {
    pool: Vec<Lit>,
    /// Start and length in the pool, by term.
    spans: Vec<(u32, u32)>,
    /// Handled variables of any sort.
    pub variables: Vec<Term>,
}

impl Bits {
    /// The edges of a term, bit 0 first, one for a bool.
    ///
    /// # Panics
    /// If the term was not handled before or has no edges, which is a fault of the caller.
    pub fn of(&self, t: Term) -> &[Lit] {
        let (start, len) = self.spans[t.index()];
        assert!(len > 0, "term {} has no edges", t.index());
        &self.pool[start as usize..(start + len) as usize]
    }

    fn set(&mut self, t: Term, lits: &[Lit]) {
        let start = u32::try_from(self.pool.len()).expect("fewer than 2^32 term bits");
        self.pool.extend_from_slice(lits);
        self.spans[t.index()] = (start, lits.len() as u32);
    }
}

impl Blaster {
    /// Makes the edges of all terms that the roots depend on. An interrupted call can be repeated.
    pub fn blast(&mut self, s: &TermStore, roots: &[Term], limits: &Limits) -> Result<(), Reason> {
        self.done.resize(s.len(), false);
        self.bits.spans.resize(s.len(), (0, 0));
        let mut cone: Vec<Term> = Vec::new();
        let mut stack: Vec<Term> = roots.to_vec();
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(t) = stack.pop() {
            if self.done[t.index()] || !seen.insert(t) {
                continue;
            }
            cone.push(t);
            stack.extend(s.args(t));
        }
        // Operands come before their terms.
        cone.sort_unstable();
        let most = limits.effort.map_or(u64::MAX, |most| self.effort().saturating_add(most));
        for (i, &t) in cone.iter().enumerate() {
            if self.effort() >= most {
                return Err(Reason::Effort);
            }
            if i % CLOCK_INTERVAL == 0 {
                if let Some(why) = limits.exceeded() {
                    return Err(why);
                }
                if limits.memory.is_some_and(|m| self.bytes() > m) {
                    return Err(Reason::Memory);
                }
            }
            self.term(s, t)?;
            if s.op(t) == Op::Var {
                self.bits.variables.push(t);
            }
            self.done[t.index()] = true;
            self.terms += 1;
        }
        Ok(())
    }

    /// Number of handled terms.
    pub fn terms(&self) -> usize {
        self.terms
    }

    /// Effort so far, with that of the clauses that may be made of it.
    pub fn effort(&self) -> u64 {
        self.terms as u64 * effort::TERM
            + self.aig.len() as u64 * effort::GATE
            + self.arrays.entries * effort::ENTRY
    }

    /// Rough size of the graph and the tables in bytes.
    pub fn bytes(&self) -> u64 {
        // Node, parent count and hash entry; the SAT solver's share of an encoded gate dominates.
        self.aig.len() as u64 * 200 + self.bits.pool.len() as u64 * 4
    }

    /// The edges of all terms.
    pub fn bits(&self) -> &Bits {
        &self.bits
    }

    /// The edge of a handled bool term.
    pub fn lit(&self, t: Term) -> Lit {
        self.bits.of(t)[0]
    }

    /// The parts that the array procedure uses.
    pub fn parts(&mut self) -> (&mut Aig, &mut Arrays, &Bits) {
        (&mut self.aig, &mut self.arrays, &self.bits)
    }

    fn term(&mut self, s: &TermStore, t: Term) -> Result<(), Reason> {
        let lits = match s.sort(t) {
            Sort::Bool => vec![self.bool(s, t)?],
            Sort::Bv(_) => self.vector(s, t),
            Sort::Array { index, .. } if index > 128 => {
                return Err(Reason::Incomplete("arrays with an index of more than 128 bits".to_owned()));
            }
            Sort::Array { .. } => return Ok(()),
            Sort::Heap(_) if s.op(t) == Op::Var => {
                return Err(Reason::Incomplete("a free variable of sort heap".to_owned()));
            }
            Sort::Heap(_) => return Ok(()),
        };
        self.bits.set(t, &lits);
        Ok(())
    }

    fn bool(&mut self, s: &TermStore, t: Term) -> Result<Lit, Reason> {
        let args = s.args(t);
        let (g, of) = (&mut self.aig, |i: usize| self.bits.of(args[i]));
        if matches!(s.op(t), Op::Ult | Op::Ule) {
            let strict = s.op(t) == Op::Ult;
            let (a, b) = if strict { (args[0], args[1]) } else { (args[1], args[0]) };
            if let Some(less) = self.comparisons.less(g, a, b) {
                return Ok(less.xor_sign(!strict));
            }
        }
        if let Some(compared) = self.choices.compare(s, g, &self.bits, t) {
            return Ok(compared);
        }
        Ok(match s.op(t) {
            Op::Var => g.input(),
            Op::False => Lit::FALSE,
            Op::True => Lit::TRUE,
            Op::Not => !of(0)[0],
            Op::And => g.and(of(0)[0], of(1)[0]),
            Op::Or => g.or(of(0)[0], of(1)[0]),
            Op::Xor => g.xor(of(0)[0], of(1)[0]),
            Op::Ite => g.ite(of(0)[0], of(1)[0], of(2)[0]),
            Op::Eq => match s.sort(args[0]) {
                Sort::Bool | Sort::Bv(_) => circuit::eq(g, of(0), of(1)),
                Sort::Array { .. } => self.arrays.equality(s, g, &self.bits, t),
                Sort::Heap(_) => return Err(Reason::Incomplete("equality of heaps".to_owned())),
            },
            Op::Ult => circuit::ult(g, of(0), of(1), false),
            Op::Ule => circuit::ult(g, of(0), of(1), true),
            Op::Slt => circuit::slt(g, of(0), of(1), false),
            Op::Sle => circuit::slt(g, of(0), of(1), true),
            Op::Uaddo => circuit::carry_out(g, of(0), of(1), Lit::FALSE),
            Op::Saddo => circuit::signed_add_overflow(g, of(0), of(1), Lit::FALSE),
            Op::Usubo => circuit::ult(g, of(0), of(1), false),
            Op::Ssubo => circuit::signed_add_overflow(g, of(0), &circuit::not(of(1)), Lit::TRUE),
            Op::Umulo => circuit::umulo(g, of(0), of(1)),
            Op::Smulo => circuit::smulo(g, of(0), of(1)),
            Op::ValidAccess | Op::ValidFree | Op::Allocatable => heap::predicate(s, g, &self.bits, t),
            other => panic!("{other:?} of sort bool"),
        })
    }

    fn vector(&mut self, s: &TermStore, t: Term) -> Vec<Lit> {
        let width = s.width(t) as usize;
        let args = s.args(t);
        let of = |i: usize| self.bits.of(args[i]);
        let g = &mut self.aig;
        match s.op(t) {
            Op::Var => match self.orders.domain(s, t) {
                None => g.inputs(width),
                Some(Domain::Order) => {
                    self.comparisons.add(t);
                    Vec::new()
                }
                Some(Domain::Window(Window { bits, signed })) => {
                    let mut v = g.inputs(bits as usize);
                    v.resize(width, if signed { v[v.len() - 1] } else { Lit::FALSE });
                    v
                }
            },
            Op::Const => {
                let value = s.as_bits(t).expect("a constant");
                circuit::constant(width, |i| value.bit(i))
            }
            Op::Ite => circuit::ite(g, of(0)[0], of(1), of(2)),
            Op::BvNot => circuit::not(of(0)),
            Op::BvAnd => circuit::zip(g, of(0), of(1), Aig::and),
            Op::BvOr => circuit::zip(g, of(0), of(1), Aig::or),
            Op::BvXor => circuit::zip(g, of(0), of(1), Aig::xor),
            Op::Neg => circuit::neg(g, of(0)),
            Op::Add => circuit::add(g, of(0), of(1), Lit::FALSE),
            Op::Sub => circuit::sub(g, of(0), of(1)),
            Op::Mul => circuit::mul(g, of(0), of(1)),
            Op::Udiv => divide(g, &mut self.divisions, &mut self.arrays.facts, of(0), of(1)).0,
            Op::Urem => divide(g, &mut self.divisions, &mut self.arrays.facts, of(0), of(1)).1,
            op @ (Op::Sdiv | Op::Srem) => {
                let (a, b) = (of(0).to_vec(), of(1).to_vec());
                let (sa, sb) = (a[width - 1], b[width - 1]);
                let (ma, mb) = (circuit::negate_if(g, sa, &a), circuit::negate_if(g, sb, &b));
                let (q, r) = divide(g, &mut self.divisions, &mut self.arrays.facts, &ma, &mb);
                if op == Op::Sdiv {
                    let sign = g.xor(sa, sb);
                    circuit::negate_if(g, sign, &q)
                } else {
                    circuit::negate_if(g, sa, &r)
                }
            }
            Op::Shl => circuit::shift(g, Shift::Left, of(0), of(1)),
            Op::Lshr => circuit::shift(g, Shift::Right, of(0), of(1)),
            Op::Ashr => circuit::shift(g, Shift::RightSigned, of(0), of(1)),
            Op::Zext => {
                let mut v = of(0).to_vec();
                v.resize(width, Lit::FALSE);
                v
            }
            Op::Sext => {
                let mut v = of(0).to_vec();
                let sign = v[v.len() - 1];
                v.resize(width, sign);
                v
            }
            Op::Extract => {
                let (hi, lo) = s.extract_range(t);
                of(0)[lo as usize..=hi as usize].to_vec()
            }
            Op::Concat => [of(1), of(0)].concat(),
            Op::Popcount => circuit::popcount(g, of(0)),
            Op::Ctlz => circuit::leading_zeros(g, of(0)),
            Op::Cttz => circuit::trailing_zeros(g, of(0)),
            Op::Bswap => of(0).chunks(8).rev().flatten().copied().collect(),
            Op::Bitreverse => of(0).iter().rev().copied().collect(),
            Op::Select => {
                let at = self.arrays.index(s, &self.bits, args[1]);
                self.arrays.read(s, g, &self.bits, args[0], at).to_vec()
            }
            op @ (Op::LoadLe | Op::LoadBe) => {
                let bytes = width / 8;
                let mut v = Vec::with_capacity(width);
                for k in 0..bytes {
                    let k = if op == Op::LoadLe { k } else { bytes - 1 - k };
                    let at = self.arrays.index(s, &self.bits, args[1]);
                    let at = self.arrays.shifted(at, k as u128, s.width(args[1]));
                    v.extend_from_slice(&self.arrays.read(s, g, &self.bits, args[0], at));
                }
                v
            }
            other => panic!("{other:?} of a bit-vector sort"),
        }
    }
}

fn divide(
    g: &mut Aig,
    known: &mut Divisions,
    facts: &mut Vec<Vec<Lit>>,
    a: &[Lit],
    b: &[Lit],
) -> (Vec<Lit>, Vec<Lit>) {
    let key = (Box::from(a), Box::from(b));
    if let Some(found) = known.get(&key) {
        return found.clone();
    }
    let result = circuit::udivrem(g, a, b);
    // The remainder is less than the divisor; unit propagation does not see this in the circuit.
    let zero = circuit::ult(g, b, &[vec![Lit::TRUE], vec![Lit::FALSE; b.len() - 1]].concat(), false);
    let less = circuit::ult(g, &result.1, b, false);
    if zero.as_const() != Some(true) && less.as_const() != Some(true) {
        facts.push(vec![zero, less]);
    }
    known.insert(key, result.clone());
    result
}
