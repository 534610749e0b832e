; A value is frozen in each iteration: what it is, and any value in the one in which it is poison.
; flags: --bound 4
; expect: FALSE(assert)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @__VERIFIER_nondet_int()
declare void @__VERIFIER_assume(i32)
declare void @__VERIFIER_assert(i32)

define i32 @main() {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %more, %go ]
  %x = call i32 @__VERIFIER_nondet_int()
  %first = icmp eq i32 %i, 0
  %want = select i1 %first, i32 41, i32 2147483647
  %same = icmp eq i32 %x, %want
  %s = zext i1 %same to i32
  call void @__VERIFIER_assume(i32 %s)
  %next = add nsw i32 %x, 1
  br label %go
go:
  %f = freeze i32 %next
  %five = icmp ne i32 %f, 5
  %t = zext i1 %five to i32
  call void @__VERIFIER_assert(i32 %t)
  %more = add nsw i32 %i, 1
  %again = icmp slt i32 %more, 2
  br i1 %again, label %loop, label %out
out:
  ret i32 0
}
