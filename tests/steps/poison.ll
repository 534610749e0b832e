; Poison that is computed ahead of need is not followed to where it is used; where it certainly is, it counts.
; flags: --encoding steps --check overflow
; expect: UNKNOWN(unsupported: poison that may not be used)
; flags: --encoding steps --check overflow --entry used
; expect: FALSE(signed-overflow)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @__VERIFIER_nondet_int()

define i32 @main() {
entry:
  %x = call i32 @__VERIFIER_nondet_int()
  %next = add nsw i32 %x, 1
  %small = icmp slt i32 %x, 1000
  br i1 %small, label %use, label %done
use:
  ret i32 %next
done:
  ret i32 0
}

define i32 @used() {
  %x = call i32 @__VERIFIER_nondet_int()
  %next = add nsw i32 %x, 1
  ret i32 %next
}
