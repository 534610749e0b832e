; expect: TRUE
target datalayout = "e-p:32:32-i64:64-n8:16:32-S128"
declare void @reach_error()
@g = global i32 7
define i32 @main() {
  %slot = alloca ptr, align 4
  store ptr @g, ptr %slot, align 4
  %i = load i32, ptr %slot, align 4
  %p = inttoptr i32 %i to ptr
  %v = load i32, ptr %p, align 4
  %c = icmp eq i32 %v, 7
  br i1 %c, label %ok, label %bad
ok:
  ret i32 0
bad:
  call void @reach_error()
  ret i32 1
}
