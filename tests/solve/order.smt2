; expect: unsat
; Only compared: there are two values between -3 and 0, and three variables.
(set-logic QF_BV)
(declare-const a (_ BitVec 32))
(declare-const b (_ BitVec 32))
(declare-const c (_ BitVec 32))
(assert (bvslt (bvneg #x00000003) a))
(assert (bvslt a b))
(assert (bvslt b c))
(assert (bvslt c #x00000000))
(check-sat)
