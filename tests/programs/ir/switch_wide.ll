; expect: FALSE(reach-error)
declare void @reach_error()
declare i64 @__VERIFIER_nondet_long()
define i32 @main() {
  %x = call i64 @__VERIFIER_nondet_long()
  switch i64 %x, label %ok [
    i64 0, label %ok
    i64 -5, label %more
    i64 9223372036854775807, label %ok
  ]
more:
  %y = add i64 %x, 5
  switch i64 %y, label %ok [
    i64 0, label %bad
  ]
ok:
  ret i32 0
bad:
  call void @reach_error()
  ret i32 1
}
