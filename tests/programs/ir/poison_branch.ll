; A branch on poison is undefined: the overflow is found where it decides, or where it happens.
; flags: --check default,poison
; expect: FALSE(poison|signed-overflow)
declare i32 @__VERIFIER_nondet_int()
define i32 @main() {
  %x = call i32 @__VERIFIER_nondet_int()
  %y = add nsw i32 %x, 1
  %c = icmp sgt i32 %y, 0
  br i1 %c, label %a, label %b
a:
  ret i32 0
b:
  ret i32 1
}
