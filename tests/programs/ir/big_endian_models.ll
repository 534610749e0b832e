; The library is modelled for big-endian targets, too: strings, their order, numbers, sorting through a callback.
; expect: TRUE
target datalayout = "E-m:e-i8:8:32-i16:16:32-i64:64-n32:64-S128"
target triple = "mips64-unknown-linux-gnuabi64"

@hello = private constant [6 x i8] c"hello\00"
@help = private constant [5 x i8] c"help\00"
@number = private constant [6 x i8] c" -123\00"
@items = global [4 x i32] [i32 3, i32 -7, i32 256, i32 1]

declare i64 @strlen(ptr)
declare i32 @strcmp(ptr, ptr)
declare i32 @memcmp(ptr, ptr, i64)
declare i32 @atoi(ptr)
declare ptr @strchr(ptr, i32)
declare void @qsort(ptr, i64, i64, ptr)
declare void @__VERIFIER_assert(i32)
declare ptr @calloc(i64, i64)
declare ptr @strcpy(ptr, ptr)

define i32 @order(ptr %p, ptr %q) {
  %x = load i32, ptr %p
  %y = load i32, ptr %q
  %less = icmp slt i32 %x, %y
  %more = icmp sgt i32 %x, %y
  %r = select i1 %more, i32 1, i32 0
  %s = select i1 %less, i32 -1, i32 %r
  ret i32 %s
}

define void @check(i1 %c) {
  %x = zext i1 %c to i32
  call void @__VERIFIER_assert(i32 %x)
  ret void
}

define i32 @main() {
  %n = call i64 @strlen(ptr @hello)
  %c1 = icmp eq i64 %n, 5
  call void @check(i1 %c1)
  %o = call i32 @strcmp(ptr @hello, ptr @help)
  %c2 = icmp slt i32 %o, 0
  call void @check(i1 %c2)
  %k = call i32 @atoi(ptr @number)
  %c3 = icmp eq i32 %k, -123
  call void @check(i1 %c3)
  call void @qsort(ptr @items, i64 4, i64 4, ptr @order)
  %a = load i32, ptr @items
  %c4 = icmp eq i32 %a, -7
  call void @check(i1 %c4)
  %last = load i32, ptr getelementptr (i32, ptr @items, i64 3)
  %c5 = icmp eq i32 %last, 256
  call void @check(i1 %c5)
  %p = call ptr @calloc(i64 2, i64 8)
  call ptr @strcpy(ptr %p, ptr @hello)
  %word = load i32, ptr %p
  %c6 = icmp eq i32 %word, 1751477356 ; "hell"
  call void @check(i1 %c6)
  ret i32 0
}
