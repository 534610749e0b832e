; Listing 3.13: two calls of one function, the first safe, the second not.
; flags: --entry f
; expect: FALSE(division-by-zero)
define void @f() {
  %1 = call i32 @g(i32 4)
  %2 = call i32 @g(i32 0)
  ret void
}

define i32 @g(i32 %x) {
  %res = udiv i32 10, %x
  ret i32 %res
}
