; expect: FALSE(unreachable)
declare i32 @__VERIFIER_nondet_int()
define i32 @main() {
  %x = call i32 @__VERIFIER_nondet_int()
  %c = icmp eq i32 %x, 5
  br i1 %c, label %a, label %b
a:
  unreachable
b:
  ret i32 0
}
