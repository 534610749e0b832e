; A sanitizer's report whose type descriptor is not constant cannot tell which check it means; it is not dropped.
; flags: --engine bmc
; expect: UNKNOWN(unsupported: a sanitizer's report without a constant type)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@int = private unnamed_addr constant { i16, i16, [6 x i8] } { i16 0, i16 11, [6 x i8] c"'int'\00" }
@unsigned = private unnamed_addr constant { i16, i16, [11 x i8] } { i16 0, i16 10, [11 x i8] c"'unsigned'\00" }
@data = private global { { ptr, i32, i32 }, ptr } { { ptr, i32, i32 } { ptr null, i32 1, i32 1 }, ptr @int }

declare i32 @__VERIFIER_nondet_int()
declare void @__ubsan_handle_add_overflow_abort(ptr, i64, i64)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)

define i32 @main() {
  %x = call i32 @__VERIFIER_nondet_int()
  %odd = trunc i32 %x to i1
  %type = select i1 %odd, ptr @int, ptr @unsigned
  store ptr %type, ptr getelementptr (i8, ptr @data, i64 16)
  %r = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %x, i32 1)
  %o = extractvalue { i32, i1 } %r, 1
  br i1 %o, label %report, label %go
report:
  %a = zext i32 %x to i64
  call void @__ubsan_handle_add_overflow_abort(ptr @data, i64 %a, i64 1)
  unreachable
go:
  ret i32 0
}
