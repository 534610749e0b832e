; Address computations with every flag, over structures, arrays and vectors, constant and not.
target datalayout = "e-m:e-p:64:64-p1:32:32-i64:64-n8:16:32:64-S128"
%s = type { i8, i32, [4 x { i16, i64 }] }
%packed = type <{ i8, i32 }>
@a = global [10 x %s] zeroinitializer
@in = global ptr getelementptr inbounds ([10 x %s], ptr @a, i64 0, i64 2, i32 2, i64 1, i32 1)
@past = global ptr getelementptr nuw (i8, ptr @a, i64 -3)
@diff = global i64 sub (i64 ptrtoint (ptr getelementptr inbounds (i8, ptr @a, i64 8) to i64), i64 ptrtoint (ptr @a to i64))
define ptr @main(ptr %p, i64 %i, i32 %j, ptr addrspace(1) %q, <2 x ptr> %v) {
  %plain = getelementptr i32, ptr %p, i64 %i
  %in = getelementptr inbounds i32, ptr %p, i64 %i
  %nusw = getelementptr nusw i32, ptr %p, i64 %i
  %nuw = getelementptr nuw i32, ptr %p, i64 %i
  %two = getelementptr nusw nuw i32, ptr %p, i64 %i
  %three = getelementptr inbounds nuw i32, ptr %p, i64 %i
  %zero = getelementptr inbounds %s, ptr %p, i64 0
  %field = getelementptr inbounds %s, ptr %p, i64 1, i32 2, i32 %j, i32 1
  %negative = getelementptr %packed, ptr %p, i32 -1, i32 1
  %elem = getelementptr <4 x i16>, ptr %p, i64 0, i64 %i
  %narrow = getelementptr i64, ptr addrspace(1) %q, i64 4294967295
  %huge = getelementptr i64, ptr %p, i64 4611686018427387904
  %odd = getelementptr i9, ptr %p, i8 -1
  %empty = getelementptr {}, ptr %p, i64 %i
  %vector = getelementptr i8, <2 x ptr> %v, i64 1
  %x = load ptr, ptr @in
  %y = load ptr, ptr @past
  %z = load i64, ptr @diff
  ret ptr %field
}
