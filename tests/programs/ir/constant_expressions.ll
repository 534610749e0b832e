; expect: TRUE
target datalayout = "e-i64:64-n8:16:32:64-S128"
declare void @reach_error()
@table = global [4 x i32] [i32 10, i32 20, i32 30, i32 40]
@third = global ptr getelementptr inbounds ([4 x i32], ptr @table, i64 0, i64 2)
@distance = global i64 sub (i64 ptrtoint (ptr getelementptr (i32, ptr @table, i64 3) to i64), i64 ptrtoint (ptr @table to i64))
@alias = alias i32, getelementptr (i32, ptr @table, i64 1)
define i32 @main() {
  %p = load ptr, ptr @third
  %v = load i32, ptr %p
  %c0 = icmp eq i32 %v, 30
  %d = load i64, ptr @distance
  %c1 = icmp eq i64 %d, 12
  %a = load i32, ptr @alias
  %c2 = icmp eq i32 %a, 20
  %e = and i1 %c0, %c1
  %all = and i1 %e, %c2
  br i1 %all, label %ok, label %bad
ok:
  ret i32 0
bad:
  call void @reach_error()
  ret i32 1
}
