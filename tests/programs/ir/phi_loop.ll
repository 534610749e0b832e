; Phis are read at once: the two values swap.
; flags: --bound 3
; expect: TRUE
declare void @reach_error()
define i32 @main() {
entry:
  br label %loop
loop:
  %a = phi i32 [ 1, %entry ], [ %b, %loop ]
  %b = phi i32 [ 2, %entry ], [ %a, %loop ]
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %j = add i32 %i, 1
  %go = icmp ult i32 %j, 6
  br i1 %go, label %loop, label %out
out:
  %c0 = icmp eq i32 %a, 2
  %c1 = icmp eq i32 %b, 1
  %all = and i1 %c0, %c1
  br i1 %all, label %ok, label %bad
ok:
  ret i32 0
bad:
  call void @reach_error()
  ret i32 1
}
