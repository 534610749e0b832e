; flags: --entry f
; expect: TRUE
define void @f() {
  %1 = call i32 @g(i32 4)
  %2 = call i32 @g(i32 5)
  ret void
}

define i32 @g(i32 %x) {
  %res = udiv i32 10, %x
  ret i32 %res
}
