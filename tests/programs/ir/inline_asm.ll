; expect: UNKNOWN
define i32 @main() {
  %r = call i32 asm "mov $$7, $0", "=r"()
  ret i32 %r
}
