; expect: TRUE
target datalayout = "e-i64:64-n8:16:32:64-S128"
declare void @reach_error()
declare i32 @__VERIFIER_nondet_int()
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
define i32 @main() {
  %a = alloca [4 x i32], align 4
  %b = alloca [4 x i32], align 4
  %x = call i32 @__VERIFIER_nondet_int()
  call void @llvm.memset.p0.i64(ptr %a, i8 1, i64 16, i1 false)
  store i32 %x, ptr %a, align 4
  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 16, i1 false)
  %v = load i32, ptr %b, align 4
  %c0 = icmp eq i32 %v, %x
  %q = getelementptr i8, ptr %b, i64 6
  %w = load i16, ptr %q, align 2
  %c1 = icmp eq i16 %w, 257
  %all = and i1 %c0, %c1
  br i1 %all, label %ok, label %bad
ok:
  ret i32 0
bad:
  call void @reach_error()
  ret i32 1
}
