; Stack objects die with their function, also when a name is used again.
; expect: FALSE(use-after-return)
target datalayout = "e-i64:64-n8:16:32:64-S128"
define ptr @make() {
  %p = alloca i32, align 4
  store i32 1, ptr %p, align 4
  ret ptr %p
}
define i32 @main() {
  %p = call ptr @make()
  %q = call ptr @make()
  %v = load i32, ptr %p, align 4
  ret i32 %v
}
