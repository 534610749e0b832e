; Optimisers leave a debug record before the value that it tells of; the replay goes on watching.
; expect: FALSE(reach-error)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @__VERIFIER_nondet_int()
declare void @reach_error()

define i32 @main() !dbg !5 {
  %x = call i32 @__VERIFIER_nondet_int(), !dbg !9
  #dbg_value(i32 %y, !8, !DIExpression(), !9)
  %y = urem i32 %x, 10, !dbg !9
  %c = icmp eq i32 %y, 8, !dbg !9
  br i1 %c, label %bad, label %good, !dbg !9
bad:
  call void @reach_error(), !dbg !9
  unreachable, !dbg !9
good:
  ret i32 0, !dbg !9
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: true, emissionKind: FullDebug)
!1 = !DIFile(filename: "x.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !4)
!4 = !{!7}
!5 = distinct !DISubprogram(name: "main", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocalVariable(name: "y", scope: !5, file: !1, line: 2, type: !7)
!9 = !DILocation(line: 2, column: 1, scope: !5)
