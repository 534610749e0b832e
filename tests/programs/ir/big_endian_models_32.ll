; Copies are one byte short of what the string needs.
; expect: FALSE(invalid-write)
target datalayout = "E-m:e-p:32:32-Fn32-i64:64-n32"
target triple = "powerpc-unknown-linux-gnu"

@hello = private constant [6 x i8] c"hello\00"

declare i32 @strlen(ptr)
declare ptr @malloc(i32)
declare ptr @strcpy(ptr, ptr)

define i32 @main() {
  %n = call i32 @strlen(ptr @hello)
  %p = call ptr @malloc(i32 %n)
  call ptr @strcpy(ptr %p, ptr @hello)
  ret i32 0
}
