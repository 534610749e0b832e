; Poison that is computed ahead of need and used nowhere hides no violation that comes after it: not on the edge to a phi that
; is overwritten, not in the arm that is not chosen, not in an activation that has returned.
; expect: FALSE(assert)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @__VERIFIER_nondet_int()
declare void @__VERIFIER_assume(i32)
declare void @__VERIFIER_assert(i32)

define i32 @ahead(i32 %x) {
entry:
  %next = add nsw i32 %x, 1
  %max = icmp eq i32 %x, 2147483647
  br label %choose
choose:
  %r = select i1 %max, i32 %x, i32 %next
  br label %out
out:
  ret i32 %r
}

define i32 @main() {
entry:
  %x = call i32 @__VERIFIER_nondet_int()
  %top = icmp sgt i32 %x, 2147483640
  %a = zext i1 %top to i32
  call void @__VERIFIER_assume(i32 %a)
  %once = call i32 @ahead(i32 %x)
  %twice = call i32 @ahead(i32 %once)
  %sum = add nsw i32 %x, 7
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %more, %loop ]
  %v = phi i32 [ %sum, %entry ], [ %i, %loop ]
  %more = add nsw i32 %i, 1
  %again = icmp slt i32 %more, 3
  br i1 %again, label %loop, label %done
done:
  %w = icmp ne i32 %v, 1
  %other = icmp ne i32 %twice, 2147483647
  %fine = or i1 %w, %other
  %t = zext i1 %fine to i32
  call void @__VERIFIER_assert(i32 %t)
  ret i32 0
}
