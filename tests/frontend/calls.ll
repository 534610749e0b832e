; Calls: attributes, variable arguments, indirect and mistyped callees, assembly, bundles.
%big = type { i64, [3 x i32] }
declare void @take(ptr byval(%big) align 8, ptr sret(%big) align 4, ptr readonly, i8 signext, i1 zeroext)
declare i32 @printf(ptr, ...)
declare void @stop() noreturn
declare i32 @pure(i32) memory(none)
declare i32 @looks(ptr) memory(read)
declare i32 @old(...)
@string = private constant [3 x i8] c"%d\00"
@other.name = alias i32 (i32), ptr @callee
define internal i32 @callee(i32 %x) {
  ret i32 %x
}
define i32 @main(ptr %p, ptr %f, ...) {
  call void @take(ptr byval(%big) align 16 %p, ptr %p, ptr %p, i8 signext 1, i1 zeroext true)
  %n = call i32 (ptr, ...) @printf(ptr @string, i32 3, double 2.0)
  %a = call i32 @callee(i32 %n)
  %b = tail call i32 @other.name(i32 %a)
  %c = call i32 %f(i32 %b)
  %d = call i32 (ptr, ...) %f(ptr readnone null, i64 1)
  %e = call i32 @old(i32 %d)
  %m = call i64 @callee(i64 1, i64 2)
  %g = call i32 asm "bswap $0", "=r,r"(i32 %e)
  %h = call i32 @pure(i32 %g)
  %i = call i32 @looks(ptr %p)
  %j = call i32 @callee(i32 1) [ "deopt"(i32 1) ]
  %list = alloca ptr
  call void @llvm.va_start.p0(ptr %list)
  %va = va_arg ptr %list, i32
  call void @llvm.va_end.p0(ptr %list)
  call void %f() noreturn
  call void @stop()
  unreachable
}
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
