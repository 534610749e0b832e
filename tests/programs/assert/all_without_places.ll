; Violations without a place in a source are told apart by their instructions.
; flags: --all
; expect: FALSE(reach-error)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i8 @__VERIFIER_nondet_uchar()
declare void @reach_error()

define i32 @main() {
  %x = call i8 @__VERIFIER_nondet_uchar()
  switch i8 %x, label %end [
    i8 1, label %one
    i8 2, label %two
    i8 3, label %three
  ]
one:
  call void @reach_error()
  br label %end
two:
  call void @reach_error()
  br label %end
three:
  call void @reach_error()
  br label %end
end:
  ret i32 0
}
