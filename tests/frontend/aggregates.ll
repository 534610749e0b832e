; Aggregates and vectors as values.
define i32 @main({ i32, [2 x i8] } %s, <4 x i32> %v, i32 %i) {
  %e = extractvalue { i32, [2 x i8] } %s, 1, 0
  %n = insertvalue { i32, [2 x i8] } %s, i8 %e, 1, 1
  %c = insertvalue { i32, [2 x i8] } { i32 1, [2 x i8] c"ab" }, i32 %i, 0
  %u = insertvalue { i32, [2 x i8] } undef, i32 %i, 0
  %ve = extractelement <4 x i32> %v, i32 %i
  %vi = insertelement <4 x i32> %v, i32 7, i64 2
  %sh = shufflevector <4 x i32> %vi, <4 x i32> <i32 1, i32 undef, i32 poison, i32 4>, <6 x i32> <i32 0, i32 7, i32 poison, i32 3, i32 4, i32 5>
  %add = add nsw <4 x i32> %v, <i32 1, i32 2, i32 3, i32 4>
  %cmp = icmp slt <4 x i32> %add, zeroinitializer
  %sel = select <4 x i1> %cmp, <4 x i32> %v, <4 x i32> %vi
  %fr = freeze <4 x i32> %sel
  %red = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %fr)
  %cast = bitcast <4 x i32> %fr to <2 x i64>
  ret i32 %red
}
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
