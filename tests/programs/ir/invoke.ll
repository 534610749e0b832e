; An invoke is a call that goes on with its normal edge; its result may be used there, also by a phi. The landing pad
; is entered by unwinding alone, here from a loop that only it leaves.
; flags: --bound 4
; expect: FALSE(reach-error)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @__VERIFIER_nondet_int()
declare void @reach_error()
declare i32 @__gxx_personality_v0(...)

define i32 @twice(i32 %x) {
  %y = mul i32 %x, 2
  ret i32 %y
}

define i32 @main() personality ptr @__gxx_personality_v0 {
entry:
  %x = call i32 @__VERIFIER_nondet_int()
  %c = icmp sgt i32 %x, 0
  br i1 %c, label %more, label %done
more:
  %f = select i1 %c, ptr @twice, ptr null
  %y = invoke i32 %f(i32 %x) to label %done unwind label %pad
done:
  %z = phi i32 [ %y, %more ], [ 7, %entry ]
  invoke void @llvm.donothing() to label %check unwind label %pad
check:
  %e = icmp eq i32 %z, 42
  br i1 %e, label %bad, label %end
bad:
  call void @reach_error()
  unreachable
end:
  ret i32 0
pad:
  %l = landingpad { ptr, i32 } cleanup
  br label %more
}

declare void @llvm.donothing()
