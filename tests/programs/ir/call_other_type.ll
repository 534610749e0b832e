; A call may have another type than the function: no value of its type can be made of what is returned.
; flags: --check assert,memory
; expect: UNKNOWN(unsupported)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%S = type { i32, i32 }
define %S @f(i32 %x) {
  %a = insertvalue %S undef, i32 %x, 0
  ret %S %a
}
define i32 @g() { ret i32 3 }
define void @h() { ret void }
define i32 @main() {
  %c = call i32 @h()
  %b = call %S @g()
  %b0 = extractvalue %S %b, 1
  %a = call i32 @f(i32 1)
  %z = add i32 %a, %b0
  ret i32 %z
}
