; A volatile access is one like any other; nobody else writes.
; expect: TRUE
declare void @reach_error()
@v = global i32 5
define i32 @main() {
  store volatile i32 6, ptr @v
  %x = load volatile i32, ptr @v
  %c = icmp eq i32 %x, 6
  br i1 %c, label %ok, label %bad
ok:
  ret i32 0
bad:
  call void @reach_error()
  ret i32 1
}
