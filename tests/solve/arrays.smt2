; expect: sat
(set-logic QF_ABV)
(declare-const a (Array (_ BitVec 32) (_ BitVec 8)))
(declare-const |an index| (_ BitVec 32))
(declare-const p Bool)
(assert (= p (= (select a |an index|) #x2a)))
(assert (= (select (store a #x00000007 #x01) (bvadd |an index| #x00000001)) #x02))
(assert p)
(check-sat)
