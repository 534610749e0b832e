; An i20 occupies three bytes; the fourth stays.
; expect: TRUE
target datalayout = "e-i64:64-n8:16:32:64-S128"
declare void @reach_error()
declare i32 @__VERIFIER_nondet_int()
define i32 @main() {
  %x = call i32 @__VERIFIER_nondet_int()
  %p = alloca i32, align 4
  store i32 -1, ptr %p, align 4
  %t = trunc i32 %x to i20
  store i20 %t, ptr %p, align 4
  %back = load i20, ptr %p, align 4
  %c0 = icmp eq i20 %back, %t
  %q = getelementptr i8, ptr %p, i64 3
  %last = load i8, ptr %q, align 1
  %c1 = icmp eq i8 %last, -1
  %b = trunc i32 %x to i1
  store i1 %b, ptr %p, align 4
  %again = load i1, ptr %p, align 4
  %c2 = icmp eq i1 %again, %b
  %d = and i1 %c0, %c1
  %all = and i1 %d, %c2
  br i1 %all, label %ok, label %bad
ok:
  ret i32 0
bad:
  call void @reach_error()
  ret i32 1
}
