; The worked example after instrumentation and optimisation (listing 6.7), with the opaque pointers of today.
; Only the inserted check is asked for.
; flags: --entry allocate --check assert
; expect: FALSE(assert)
; stdout: 2147483647
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare ptr @malloc(i64)
declare void @__llbmc_assert(i32)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)

define void @check.saddo.i32(i32 %x, i32 %y) {
entry:
  %r = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %x, i32 %y)
  %o = extractvalue { i32, i1 } %r, 1
  %fine = xor i1 %o, true
  %arg = zext i1 %fine to i32
  call void @__llbmc_assert(i32 %arg)
  ret void
}

define i32 @isintmax(i32 %n) {
entry:
  call void @check.saddo.i32(i32 %n, i32 1)
  ret i32 0
}

define ptr @allocate(i32 %n, i32 %v) {
entry:
  %call = call i32 @isintmax(i32 %n)
  %tobool = icmp ne i32 %call, 0
  br i1 %tobool, label %if.end, label %if.then

if.then:
  %call1 = call ptr @malloc(i64 4)
  br label %if.end

if.end:
  %p.0 = phi ptr [ null, %entry ], [ %call1, %if.then ]
  store i32 %v, ptr %p.0, align 4
  ret ptr %p.0
}
