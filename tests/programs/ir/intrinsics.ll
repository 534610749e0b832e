; expect: TRUE
declare void @reach_error()
declare i32 @__VERIFIER_nondet_int()
declare i32 @llvm.sadd.sat.i32(i32, i32)
declare i32 @llvm.usub.sat.i32(i32, i32)
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i32 @llvm.fshr.i32(i32, i32, i32)
declare i32 @llvm.bitreverse.i32(i32)
declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.abs.i32(i32, i1)
declare { i32, i1 } @llvm.umul.with.overflow.i32(i32, i32)
define i32 @main() {
  %x = call i32 @__VERIFIER_nondet_int()
  %a0 = call i32 @llvm.sadd.sat.i32(i32 2147483647, i32 1)
  %c0 = icmp eq i32 %a0, 2147483647
  %a1 = call i32 @llvm.usub.sat.i32(i32 3, i32 5)
  %c1 = icmp eq i32 %a1, 0
  %a2 = call i32 @llvm.fshl.i32(i32 %x, i32 %x, i32 8)
  %a3 = call i32 @llvm.fshr.i32(i32 %a2, i32 %a2, i32 8)
  %c2 = icmp eq i32 %a3, %x
  %a4 = call i32 @llvm.bitreverse.i32(i32 %x)
  %a5 = call i32 @llvm.bitreverse.i32(i32 %a4)
  %c3 = icmp eq i32 %a5, %x
  %a6 = call i32 @llvm.ctpop.i32(i32 %x)
  %a7 = call i32 @llvm.ctpop.i32(i32 %a4)
  %c4 = icmp eq i32 %a6, %a7
  %a8 = call i32 @llvm.ctlz.i32(i32 0, i1 false)
  %c5 = icmp eq i32 %a8, 32
  %a9 = call i32 @llvm.smax.i32(i32 %x, i32 0)
  %c6 = icmp sge i32 %a9, 0
  %a10 = call i32 @llvm.umin.i32(i32 %x, i32 7)
  %c7 = icmp ule i32 %a10, 7
  %a11 = call i32 @llvm.abs.i32(i32 -2147483648, i1 false)
  %c8 = icmp eq i32 %a11, -2147483648
  %a12 = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 65536, i32 65536)
  %c9 = extractvalue { i32, i1 } %a12, 1
  %d0 = and i1 %c0, %c1
  %d1 = and i1 %c2, %c3
  %d2 = and i1 %c4, %c5
  %d3 = and i1 %c6, %c7
  %d4 = and i1 %c8, %c9
  %e0 = and i1 %d0, %d1
  %e1 = and i1 %d2, %d3
  %e2 = and i1 %e0, %e1
  %all = and i1 %e2, %d4
  br i1 %all, label %ok, label %bad
ok:
  ret i32 0
bad:
  call void @reach_error()
  ret i32 1
}
