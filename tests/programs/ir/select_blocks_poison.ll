; The overflow lies in the value that is not chosen.
; flags: --check default,poison
; expect: TRUE
declare i32 @__VERIFIER_nondet_int()
define i32 @main() {
  %x = call i32 @__VERIFIER_nondet_int()
  %max = icmp eq i32 %x, 2147483647
  %y = add i32 %x, 1
  %r = select i1 %max, i32 %x, i32 %y
  ret i32 %r
}
