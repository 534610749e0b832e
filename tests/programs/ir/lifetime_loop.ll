; The object lives again in each round.
; expect: TRUE
target datalayout = "e-i64:64-n8:16:32:64-S128"
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
define i32 @main() {
entry:
  %p = alloca i32, align 4
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  call void @llvm.lifetime.start.p0(i64 4, ptr %p)
  store i32 %i, ptr %p, align 4
  %v = load i32, ptr %p, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %p)
  %j = add i32 %v, 1
  %go = icmp ult i32 %j, 5
  br i1 %go, label %loop, label %out
out:
  ret i32 0
}
