; flags: --check poison,unsigned-overflow
; expect: FALSE(poison|unsigned-overflow)
declare i32 @__VERIFIER_nondet_int()
define i32 @main() {
  %x = call i32 @__VERIFIER_nondet_int()
  %y = add nuw i32 %x, 1
  %c = icmp eq i32 %y, 3
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 0
}
