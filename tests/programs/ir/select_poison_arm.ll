; An optimiser may compute a sum that overflows where the result is not chosen: no violation, and no proof either,
; as poison is not carried on.
; expect: TRUE|UNKNOWN
declare i32 @__VERIFIER_nondet_int()
define i32 @main() {
  %x = call i32 @__VERIFIER_nondet_int()
  %max = icmp eq i32 %x, 2147483647
  %y = add nsw i32 %x, 1
  %r = select i1 %max, i32 %x, i32 %y
  ret i32 %r
}
