; The entry's successor is a loop of one block with a symbolic exit.
; flags: --bound 12
; expect: TRUE
declare void @reach_error()
declare i8 @__VERIFIER_nondet_uchar()
define i32 @main() {
entry:
  %n0 = call i8 @__VERIFIER_nondet_uchar()
  %n = and i8 %n0, 7
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %j, %loop ]
  %s = phi i8 [ 0, %entry ], [ %t, %loop ]
  %j = add i8 %i, 1
  %t = add i8 %s, %i
  %go = icmp ult i8 %i, %n
  br i1 %go, label %loop, label %out
out:
  %m = mul i8 %n, %j
  %h = lshr i8 %m, 1
  %c = icmp eq i8 %h, %t
  br i1 %c, label %ok, label %bad
ok:
  ret i32 0
bad:
  call void @reach_error()
  ret i32 1
}
