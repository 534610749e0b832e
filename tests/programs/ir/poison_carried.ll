; Poison that is computed ahead of need matters only where the run uses it: not in the arm that is not chosen, not on
; the way that does not need it, but where a later block branches on it.
; expect: TRUE
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @__VERIFIER_nondet_int()
declare void @__VERIFIER_assert(i32)

define i32 @main() {
entry:
  %x = call i32 @__VERIFIER_nondet_int()
  %next = add nsw i32 %x, 1
  %twice = mul nsw i32 %next, 2
  %small = icmp slt i32 %x, 1000
  %large = icmp sgt i32 %x, -1000
  %safe = and i1 %small, %large
  br i1 %safe, label %use, label %done
use:
  %c = icmp sgt i32 %twice, %x
  %above = icmp sgt i32 %x, -2
  br i1 %c, label %more, label %done
more:
  %z = zext i1 %above to i32
  call void @__VERIFIER_assert(i32 %z)
  br label %done
done:
  %r = phi i32 [ 0, %entry ], [ %twice, %use ], [ 1, %more ]
  %chosen = select i1 %safe, i32 %twice, i32 %r
  ret i32 %chosen
}
