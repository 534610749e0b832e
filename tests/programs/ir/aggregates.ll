; expect: TRUE
declare void @reach_error()
declare i32 @__VERIFIER_nondet_int()
define { i32, [2 x i8] } @make(i32 %x) {
  %a = insertvalue { i32, [2 x i8] } undef, i32 %x, 0
  %b = insertvalue { i32, [2 x i8] } %a, i8 3, 1, 0
  %c = insertvalue { i32, [2 x i8] } %b, i8 4, 1, 1
  ret { i32, [2 x i8] } %c
}
define i32 @main() {
  %x = call i32 @__VERIFIER_nondet_int()
  %s = call { i32, [2 x i8] } @make(i32 %x)
  %p = alloca { i32, [2 x i8] }, align 4
  store { i32, [2 x i8] } %s, ptr %p, align 4
  %q = getelementptr { i32, [2 x i8] }, ptr %p, i64 0, i32 1, i64 1
  %l = load i8, ptr %q, align 1
  %c0 = icmp eq i8 %l, 4
  %t = load { i32, [2 x i8] }, ptr %p, align 4
  %y = extractvalue { i32, [2 x i8] } %t, 0
  %c1 = icmp eq i32 %x, %y
  %all = and i1 %c0, %c1
  br i1 %all, label %ok, label %bad
ok:
  ret i32 0
bad:
  call void @reach_error()
  ret i32 1
}
