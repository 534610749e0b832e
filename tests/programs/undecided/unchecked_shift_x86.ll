; flags: --check assert
; expect: TRUE
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
declare i32 @__VERIFIER_nondet_int()
declare void @__VERIFIER_assert(i32)
define i32 @main() {
  %s = call i32 @__VERIFIER_nondet_int()
  %x = lshr i32 50, %s
  %y = lshr i32 50, %s
  %same = icmp eq i32 %x, %y
  %b = trunc i32 %s to i8
  %n = lshr i8 50, %b
  %m = and i8 %b, 31
  %wide = zext i8 %m to i32
  %full = lshr i32 50, %wide
  %low = trunc i32 %full to i8
  %narrow = icmp eq i8 %n, %low
  %both = and i1 %same, %narrow
  %z = zext i1 %both to i32
  call void @__VERIFIER_assert(i32 %z)
  ret i32 0
}
