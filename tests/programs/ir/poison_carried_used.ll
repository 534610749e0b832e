; Poison of an earlier block, through a phi, a cast and a loop, decides a branch.
; flags: --bound 5
; expect: FALSE(signed-overflow)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @__VERIFIER_nondet_int()

define i32 @main() {
entry:
  %x = call i32 @__VERIFIER_nondet_int()
  %next = add nsw i32 %x, 1
  %odd = trunc i32 %x to i1
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %v = phi i32 [ 0, %entry ], [ %next, %loop ]
  %i.next = add nsw i32 %i, 1
  %again = icmp slt i32 %i.next, 3
  br i1 %again, label %loop, label %out
out:
  %w = sext i32 %v to i64
  %c = icmp eq i64 %w, 7
  %d = select i1 %odd, i1 %c, i1 false
  br i1 %d, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}
