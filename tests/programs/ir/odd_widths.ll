; expect: TRUE
declare void @reach_error()
declare i32 @__VERIFIER_nondet_int()
define i32 @main() {
  %x = call i32 @__VERIFIER_nondet_int()
  %t = trunc i32 %x to i7
  %u = mul i7 %t, 3
  %n = mul i7 %t, -3
  %z = add i7 %u, %n
  %c0 = icmp eq i7 %z, 0
  %p = alloca i24, align 4
  %w = trunc i32 %x to i24
  store i24 %w, ptr %p, align 4
  %r = load i24, ptr %p, align 4
  %c1 = icmp eq i24 %r, %w
  %b = trunc i32 %x to i1
  %s = sext i1 %b to i32
  %neg = sub i32 0, %s
  %bit = and i32 %x, 1
  %c2 = icmp eq i32 %neg, %bit
  %d = and i1 %c0, %c1
  %all = and i1 %d, %c2
  br i1 %all, label %ok, label %bad
ok:
  ret i32 0
bad:
  call void @reach_error()
  ret i32 1
}
