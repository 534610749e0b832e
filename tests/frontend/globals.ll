; Globals of all kinds, aliases, constructors.
target triple = "x86_64-pc-linux-gnu"
%opaque = type opaque
@plain = global i32 5
@constant = private unnamed_addr constant i64 -1, align 16
@weak = weak global i32 1
@once = linkonce_odr global i32 1
@common = common global [4 x i32] zeroinitializer
@declared = external global i32
@absent = extern_weak global i32
@outside = externally_initialized global i32 3
@tls = thread_local global i32 2
@string = internal constant [6 x i8] c"a\22\0A\00\FFz"
@struct = global { i8, [2 x i16], ptr, float } { i8 1, [2 x i16] [i16 2, i16 -3], ptr @plain, float 1.5 }
@packed = global <{ i8, i32 }> <{ i8 1, i32 2 }>
@undefined = global { i32, i32 } { i32 undef, i32 poison }
@vector = global <2 x float> <float 0.0, float -0.0>
@function = global ptr @main
@alias = alias i32, getelementptr (i8, ptr @struct, i64 2)
@through = global ptr @alias
@resolved = ifunc i32 (), ptr @resolver
@indirect = global ptr @resolved
@ptrs = global [2 x ptr] [ptr null, ptr inttoptr (i64 4096 to ptr)]
@empty = global {} zeroinitializer
@unnamed.type = external global %opaque
@unreached = global i32 0
@cast = global i32 trunc (i64 ptrtoint (ptr @plain to i64) to i32)
@llvm.global_ctors = appending global [3 x { i32, ptr, ptr }] [
  { i32, ptr, ptr } { i32 65535, ptr @late, ptr null },
  { i32, ptr, ptr } { i32 101, ptr @early, ptr null },
  { i32, ptr, ptr } { i32 0, ptr null, ptr null }]
@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @end, ptr null }]
define internal void @late() {
  ret void
}
define internal void @early() {
  ret void
}
define internal void @end() {
  ret void
}
define ptr @resolver() {
  ret ptr null
}
define void @unreached.too() {
  store i32 1, ptr @unreached
  ret void
}
define i32 @main() {
  %c = call i32 @resolved()
  call void (...) @use(ptr @plain, ptr @constant, ptr @weak, ptr @once, ptr @common, ptr @declared, ptr @absent, ptr @outside, ptr @tls, ptr @string, ptr @struct, ptr @packed, ptr @undefined, ptr @vector, ptr @function, ptr @through, ptr @indirect, ptr @ptrs, ptr @empty, ptr @unnamed.type, ptr @cast, ptr dso_local_equivalent @main, ptr no_cfi @main)
  ret i32 0
}
declare void @use(...)
