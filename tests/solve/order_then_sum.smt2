; expect: sat sat unsat
; At first only compared, then added: far apart after all.
(set-logic QF_BV)
(declare-const a (_ BitVec 32))
(declare-const b (_ BitVec 32))
(assert (bvult a b))
(check-sat)
(push 1)
(assert (= (bvsub b a) #xfffffff0))
(check-sat)
(assert (bvult b #x00001000))
(check-sat)
(pop 1)
