; expect: TRUE
declare void @reach_error()
declare i32 @__VERIFIER_nondet_int()
define i32 @main() {
entry:
  %x = call i32 @__VERIFIER_nondet_int()
  %c = icmp sgt i32 %x, 4
  %where = select i1 %c, ptr blockaddress(@main, %high), ptr blockaddress(@main, %low)
  indirectbr ptr %where, [label %high, label %low]
high:
  %bad1 = icmp sle i32 %x, 4
  br i1 %bad1, label %bad, label %ok
low:
  %bad2 = icmp sgt i32 %x, 4
  br i1 %bad2, label %bad, label %ok
ok:
  ret i32 0
bad:
  call void @reach_error()
  ret i32 1
}
