; expect: TRUE
target datalayout = "e-i64:64-n32:64-S128"
declare void @reach_error()
declare i32 @__VERIFIER_nondet_int()
define i32 @main() {
  %p = alloca i32, align 4
  %x = call i32 @__VERIFIER_nondet_int()
  store i32 %x, ptr %p, align 4
  %b = load i8, ptr %p, align 1
  %low = trunc i32 %x to i8
  %same = icmp eq i8 %b, %low
  br i1 %same, label %ok, label %bad
ok:
  ret i32 0
bad:
  call void @reach_error()
  ret i32 1
}
