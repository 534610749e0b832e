; Each use of undef may be another value.
; expect: FALSE(reach-error)
declare void @reach_error()
define i32 @main() {
  %a = add i32 undef, 0
  %c = icmp eq i32 %a, 3
  br i1 %c, label %next, label %ok
next:
  %b = add i32 undef, 0
  %d = icmp eq i32 %b, 4
  br i1 %d, label %bad, label %ok
ok:
  ret i32 0
bad:
  call void @reach_error()
  ret i32 1
}
