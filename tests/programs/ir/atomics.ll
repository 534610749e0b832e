; expect: TRUE
declare void @reach_error()
@counter = global i32 5
define i32 @main() {
  %old = atomicrmw add ptr @counter, i32 3 seq_cst
  %c0 = icmp eq i32 %old, 5
  %r = cmpxchg ptr @counter, i32 8, i32 1 seq_cst monotonic
  %v = extractvalue { i32, i1 } %r, 0
  %s = extractvalue { i32, i1 } %r, 1
  %c1 = icmp eq i32 %v, 8
  fence seq_cst
  %now = load atomic i32, ptr @counter seq_cst, align 4
  %c2 = icmp eq i32 %now, 1
  %a = and i1 %c0, %s
  %b = and i1 %c1, %c2
  %all = and i1 %a, %b
  br i1 %all, label %ok, label %bad
ok:
  ret i32 0
bad:
  call void @reach_error()
  ret i32 1
}
