; Bytes are where the data layout says.
; expect: TRUE
target datalayout = "E-m:e-i64:64-n32:64-S128"
declare void @reach_error()
define i32 @main() {
  %p = alloca i32, align 4
  store i32 16909060, ptr %p, align 4
  %b = load i8, ptr %p, align 1
  %q = getelementptr i8, ptr %p, i64 2
  %h = load i16, ptr %q, align 2
  %c1 = icmp eq i8 %b, 1
  %c2 = icmp eq i16 %h, 772
  %c = and i1 %c1, %c2
  br i1 %c, label %ok, label %bad
ok:
  ret i32 0
bad:
  call void @reach_error()
  ret i32 1
}
