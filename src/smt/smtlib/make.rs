//! How the reader makes terms: in a builder, which simplifies, or unchanged in a store.

use crate::base::Bits;
use crate::ilr::{Op, Sort, Term, TermStore};
use crate::rewrite::Builder;

/// Constructors of terms. The reader checks sorts before it calls them.
pub trait Make {
    /// The terms made.
    fn store(&self) -> &TermStore;
    /// A constant of the script; one name has one sort.
    fn var(&mut self, name: &str, sort: Sort) -> Term;
    /// A bit-vector constant.
    fn constant(&mut self, value: &Bits) -> Term;
    /// Applications that [`TermStore::mk`] makes.
    fn mk(&mut self, op: Op, args: &[Term]) -> Term;
    /// Zero extension to a larger width.
    fn zext(&mut self, t: Term, width: u32) -> Term;
    /// Sign extension to a larger width.
    fn sext(&mut self, t: Term, width: u32) -> Term;
    /// Bits `hi..=lo`.
    fn extract(&mut self, t: Term, hi: u32, lo: u32) -> Term;
    /// One value at every index.
    fn const_array(&mut self, index: u32, value: Term) -> Term;

    /// Makes a term again with other operands of the same sorts.
    fn remake(&mut self, t: Term, args: &[Term]) -> Term {
        match (self.store().op(t), self.store().sort(t)) {
            (Op::Var | Op::False | Op::True | Op::Const, _) => t,
            (Op::Zext, Sort::Bv(w)) => self.zext(args[0], w),
            (Op::Sext, Sort::Bv(w)) => self.sext(args[0], w),
            (Op::Extract, _) => {
                let (hi, lo) = self.store().extract_range(t);
                self.extract(args[0], hi, lo)
            }
            (Op::ConstArray, Sort::Array { index, .. }) => self.const_array(index, args[0]),
            (op, _) => self.mk(op, args),
        }
    }
}

impl Make for TermStore {
    fn store(&self) -> &TermStore {
        self
    }

    fn var(&mut self, name: &str, sort: Sort) -> Term {
        TermStore::var(self, name, sort)
    }

    fn constant(&mut self, value: &Bits) -> Term {
        TermStore::constant(self, value)
    }

    fn mk(&mut self, op: Op, args: &[Term]) -> Term {
        TermStore::mk(self, op, args)
    }

    fn zext(&mut self, t: Term, width: u32) -> Term {
        self.mk_zext(t, width)
    }

    fn sext(&mut self, t: Term, width: u32) -> Term {
        self.mk_sext(t, width)
    }

    fn extract(&mut self, t: Term, hi: u32, lo: u32) -> Term {
        self.mk_extract(t, hi, lo)
    }

    fn const_array(&mut self, index: u32, value: Term) -> Term {
        self.mk_const_array(index, value)
    }
}

impl Make for Builder {
    fn store(&self) -> &TermStore {
        Builder::store(self)
    }

    fn var(&mut self, name: &str, sort: Sort) -> Term {
        Builder::var(self, name, sort)
    }

    fn constant(&mut self, value: &Bits) -> Term {
        Builder::constant(self, value)
    }

    fn mk(&mut self, op: Op, args: &[Term]) -> Term {
        self.apply(op, args)
    }

    fn zext(&mut self, t: Term, width: u32) -> Term {
        Builder::zext(self, t, width)
    }

    fn sext(&mut self, t: Term, width: u32) -> Term {
        Builder::sext(self, t, width)
    }

    fn extract(&mut self, t: Term, hi: u32, lo: u32) -> Term {
        Builder::extract(self, t, hi, lo)
    }

    fn const_array(&mut self, index: u32, value: Term) -> Term {
        Builder::const_array(self, index, value)
    }

    fn remake(&mut self, t: Term, args: &[Term]) -> Term {
        self.rebuild(t, args)
    }
}
