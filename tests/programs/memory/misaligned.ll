; In IR an access says which alignment it needs.
; flags: --check alignment
; expect: FALSE(misaligned)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define i32 @main() {
  %a = alloca [4 x i32], align 4
  store i32 1, ptr %a, align 1
  %p = getelementptr i8, ptr %a, i64 1
  store i32 0, ptr %p, align 1
  %v = load i32, ptr %p, align 2
  ret i32 %v
}
