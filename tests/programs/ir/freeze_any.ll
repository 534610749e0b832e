; expect: FALSE(reach-error)
declare void @reach_error()
define i32 @main() {
  %f = freeze i32 poison
  %c = icmp eq i32 %f, 17
  br i1 %c, label %bad, label %ok
ok:
  ret i32 0
bad:
  call void @reach_error()
  ret i32 1
}
