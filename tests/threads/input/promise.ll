; A promise of a flag matters where the result is used, and what nobody uses may be anything.
; flags: --check overflow
; expect: FALSE(signed-overflow)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
declare i32 @__VERIFIER_nondet_int()
@kept = global i32 0
define i32 @main() {
  %x = call i32 @__VERIFIER_nondet_int()
  %max = icmp eq i32 %x, 2147483647
  %y = add nsw i32 %x, 1
  store i32 %y, ptr @kept
  ret i32 0
}
