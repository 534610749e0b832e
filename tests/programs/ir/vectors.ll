; expect: TRUE
target datalayout = "e-i64:64-n8:16:32:64-S128"
declare void @reach_error()
declare i32 @__VERIFIER_nondet_int()
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
define i32 @main() {
  %x = call i32 @__VERIFIER_nondet_int()
  %v0 = insertelement <4 x i32> <i32 1, i32 2, i32 3, i32 4>, i32 %x, i32 2
  %v1 = add <4 x i32> %v0, <i32 10, i32 10, i32 10, i32 10>
  %s = shufflevector <4 x i32> %v1, <4 x i32> %v0, <4 x i32> <i32 2, i32 4, i32 3, i32 0>
  %c = icmp sgt <4 x i32> %s, <i32 0, i32 0, i32 0, i32 0>
  %m = select <4 x i1> %c, <4 x i32> %s, <4 x i32> zeroinitializer
  %e0 = extractelement <4 x i32> %s, i32 0
  %want = add i32 %x, 10
  %ok0 = icmp eq i32 %e0, %want
  %e1 = extractelement <4 x i32> %m, i32 1
  %ok1 = icmp eq i32 %e1, 1
  %sum = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %v0)
  %want2 = add i32 %x, 7
  %ok2 = icmp eq i32 %sum, %want2
  %p = alloca <4 x i32>, align 16
  store <4 x i32> %v1, ptr %p, align 16
  %q = getelementptr i32, ptr %p, i64 3
  %l = load i32, ptr %q, align 4
  %ok3 = icmp eq i32 %l, 14
  %a = and i1 %ok0, %ok1
  %b = and i1 %ok2, %ok3
  %all = and i1 %a, %b
  br i1 %all, label %ok, label %bad
ok:
  ret i32 0
bad:
  call void @reach_error()
  ret i32 1
}
