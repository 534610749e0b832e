; expect: TRUE
declare void @reach_error()
@big = global i512 13407807929942597099574024998205846127479365820592393377723561443721764030073546976801874298166903427690031858186486050853753882811946569946433649006084095
define i32 @main() {
  %v = load i512, ptr @big
  %w = add i512 %v, 1
  %c0 = icmp eq i512 %w, 0
  %m = zext i128 170141183460469231731687303715884105728 to i512
  %s = lshr i512 %m, 127
  %c1 = icmp eq i512 %s, 1
  %neg = ashr i512 %v, 511
  %c2 = icmp eq i512 %neg, -1
  %d = and i1 %c0, %c1
  %all = and i1 %d, %c2
  br i1 %all, label %ok, label %bad
ok:
  ret i32 0
bad:
  call void @reach_error()
  ret i32 1
}
