; Big-endian target with pointers of 32 bits; types of odd layout.
target datalayout = "E-m:e-p:32:32-i64:64-n32-S128"
target triple = "powerpc-unknown-linux-gnu"
@s = global { i8, ptr, i64, i20, fp128 } zeroinitializer
define i32 @main(ptr %p) {
  %a = getelementptr { i8, ptr, i64, i20, fp128 }, ptr %p, i32 1, i32 4
  %b = getelementptr ptr, ptr %p, i64 4294967295
  store i20 5, ptr @s
  ret i32 0
}
