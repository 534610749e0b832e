; A frozen value is arbitrary, but the same at each use.
; expect: TRUE
declare void @reach_error()
define i32 @main() {
  %f = freeze i32 undef
  %d = sub i32 %f, %f
  %c = icmp eq i32 %d, 0
  br i1 %c, label %ok, label %bad
ok:
  ret i32 0
bad:
  call void @reach_error()
  ret i32 1
}
