; The object has died though its function has not returned.
; expect: FALSE(use-after-return)
target datalayout = "e-i64:64-n8:16:32:64-S128"
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
@kept = global ptr null
define i32 @main() {
  %p = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 4, ptr %p)
  store i32 1, ptr %p, align 4
  store ptr %p, ptr @kept, align 8
  call void @llvm.lifetime.end.p0(i64 4, ptr %p)
  %q = load ptr, ptr @kept, align 8
  %v = load i32, ptr %q, align 4
  ret i32 %v
}
