; A frozen poison is any value, the same at each use.
; expect: FALSE(assert)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @__VERIFIER_nondet_int()
declare void @__VERIFIER_assume(i32)
declare void @__VERIFIER_assert(i32)

define i32 @main() {
entry:
  %x = call i32 @__VERIFIER_nondet_int()
  %m = icmp eq i32 %x, 2147483647
  %a = zext i1 %m to i32
  call void @__VERIFIER_assume(i32 %a)
  %next = add nsw i32 %x, 1
  br label %go
go:
  %f = freeze i32 %next
  %same = icmp eq i32 %f, %f
  %s = zext i1 %same to i32
  call void @__VERIFIER_assert(i32 %s)
  %min = icmp eq i32 %f, -2147483648
  %t = zext i1 %min to i32
  call void @__VERIFIER_assert(i32 %t)
  ret i32 0
}
