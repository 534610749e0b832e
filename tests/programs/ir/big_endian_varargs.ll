; Where a variable argument lies in its slot depends on the target.
; expect: UNKNOWN(unsupported: va_start on a big-endian target)
target datalayout = "E-m:e-i8:8:32-i16:16:32-i64:64-n32:64-S128"
target triple = "mips64-unknown-linux-gnuabi64"

@format = private constant [4 x i8] c"%d\0A\00"

declare i32 @printf(ptr, ...)

define i32 @main() {
  call i32 (ptr, ...) @printf(ptr @format, i32 5)
  ret i32 0
}
