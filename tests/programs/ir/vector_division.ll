; expect: FALSE(division-by-zero)
declare i32 @__VERIFIER_nondet_int()
define i32 @main() {
  %x = call i32 @__VERIFIER_nondet_int()
  %v = insertelement <2 x i32> <i32 1, i32 2>, i32 %x, i32 1
  %r = udiv <2 x i32> <i32 9, i32 9>, %v
  %e = extractelement <2 x i32> %r, i32 0
  ret i32 %e
}
