; expect: ERROR(damaged.ll)
define i32 @main() {
  %x = add i32 %undefined_name, 1
  ret i32 %x
}
