; For another processor it is any value.
; flags: --check assert
; expect: FALSE(assert)
target datalayout = "e-m:e-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128"
target triple = "aarch64-unknown-linux-gnu"
declare i32 @__VERIFIER_nondet_int()
declare void @__VERIFIER_assert(i32)
define i32 @main() {
  %s = call i32 @__VERIFIER_nondet_int()
  %x = lshr i32 50, %s
  %y = lshr i32 50, %s
  %same = icmp eq i32 %x, %y
  %z = zext i1 %same to i32
  call void @__VERIFIER_assert(i32 %z)
  ret i32 0
}
