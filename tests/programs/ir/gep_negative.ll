; expect: FALSE(invalid-read)
target datalayout = "e-i64:64-n8:16:32:64-S128"
@a = global [4 x i32] zeroinitializer
declare i32 @__VERIFIER_nondet_int()
define i32 @main() {
  %x = call i32 @__VERIFIER_nondet_int()
  %i = and i32 %x, 3
  %p = getelementptr [4 x i32], ptr @a, i64 0, i32 %i
  %q = getelementptr i32, ptr %p, i64 -1
  %v = load i32, ptr %q, align 4
  ret i32 %v
}
