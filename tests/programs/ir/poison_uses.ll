; Each use of poison that is undefined is shown at the flag that made it, after a promise that is broken where nobody uses the
; value.
; flags: --entry divisor
; expect: FALSE(signed-overflow)
; flags: --entry argument
; expect: FALSE(signed-overflow)
; flags: --entry stored
; expect: FALSE(signed-overflow)
; flags: --entry pointer
; expect: FALSE(signed-overflow)
; flags: --entry returned
; expect: FALSE(signed-overflow)
; flags: --entry chosen
; expect: FALSE(signed-overflow)
; flags: --entry condition
; expect: FALSE(signed-overflow)
; flags: --entry merged
; expect: FALSE(signed-overflow)
; flags: --entry assumed
; expect: FALSE(signed-overflow)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @__VERIFIER_nondet_int()
declare void @__VERIFIER_assume(i32)

declare void @llvm.assume(i1)

define void @take(i64 %n) {
  ret void
}

define i32 @divisor() !dbg !100 {
entry:
  %p = alloca [4 x i32]
  %top = call i32 @__VERIFIER_nondet_int()
  %x = call i32 @__VERIFIER_nondet_int()
  %most = icmp eq i32 %top, 2147483647
  %a = zext i1 %most to i32
  call void @__VERIFIER_assume(i32 %a)
  %idle = add nsw i32 %top, 1, !dbg !10
  %next = add nsw i32 %x, 1, !dbg !11 ; BUG
  %low = icmp slt i32 %x, 0
  br i1 %low, label %out, label %use
use:
  %q = sdiv i32 7, %next
  br label %out
out:
  ret i32 0
}

define i32 @argument() !dbg !101 {
entry:
  %p = alloca [4 x i32]
  %top = call i32 @__VERIFIER_nondet_int()
  %x = call i32 @__VERIFIER_nondet_int()
  %most = icmp eq i32 %top, 2147483647
  %a = zext i1 %most to i32
  call void @__VERIFIER_assume(i32 %a)
  %idle = add nsw i32 %top, 1, !dbg !12
  %next = add nsw i32 %x, 1, !dbg !13 ; BUG
  %low = icmp slt i32 %x, 0
  br i1 %low, label %out, label %use
use:
  %wide = sext i32 %next to i64
  call void @take(i64 %wide)
  br label %out
out:
  ret i32 0
}

define i32 @stored() !dbg !102 {
entry:
  %p = alloca [4 x i32]
  %top = call i32 @__VERIFIER_nondet_int()
  %x = call i32 @__VERIFIER_nondet_int()
  %most = icmp eq i32 %top, 2147483647
  %a = zext i1 %most to i32
  call void @__VERIFIER_assume(i32 %a)
  %idle = add nsw i32 %top, 1, !dbg !14
  %next = add nsw i32 %x, 1, !dbg !15 ; BUG
  %low = icmp slt i32 %x, 0
  br i1 %low, label %out, label %use
use:
  store i32 %next, ptr %p
  br label %out
out:
  ret i32 0
}

define i32 @pointer() !dbg !103 {
entry:
  %p = alloca [4 x i32]
  %top = call i32 @__VERIFIER_nondet_int()
  %x = call i32 @__VERIFIER_nondet_int()
  %most = icmp eq i32 %top, 2147483647
  %a = zext i1 %most to i32
  call void @__VERIFIER_assume(i32 %a)
  %idle = add nsw i32 %top, 1, !dbg !16
  %next = add nsw i32 %x, 1, !dbg !17 ; BUG
  %low = icmp slt i32 %x, 0
  br i1 %low, label %out, label %use
use:
  %wide = and i32 %next, 3
  %at = getelementptr i32, ptr %p, i32 %wide
  %v = load i32, ptr %at
  br label %out
out:
  ret i32 0
}

define i32 @returned() !dbg !104 {
entry:
  %p = alloca [4 x i32]
  %top = call i32 @__VERIFIER_nondet_int()
  %x = call i32 @__VERIFIER_nondet_int()
  %most = icmp eq i32 %top, 2147483647
  %a = zext i1 %most to i32
  call void @__VERIFIER_assume(i32 %a)
  %idle = add nsw i32 %top, 1, !dbg !18
  %next = add nsw i32 %x, 1, !dbg !19 ; BUG
  %low = icmp slt i32 %x, 0
  br i1 %low, label %out, label %use
use:
  %odd = xor i32 %next, 1
  ret i32 %odd
out:
  ret i32 0
}

define i32 @chosen() !dbg !105 {
entry:
  %p = alloca [4 x i32]
  %top = call i32 @__VERIFIER_nondet_int()
  %x = call i32 @__VERIFIER_nondet_int()
  %most = icmp eq i32 %top, 2147483647
  %a = zext i1 %most to i32
  call void @__VERIFIER_assume(i32 %a)
  %idle = add nsw i32 %top, 1, !dbg !20
  %next = add nsw i32 %x, 1, !dbg !21 ; BUG
  %low = icmp slt i32 %x, 0
  br i1 %low, label %out, label %use
use:
  %c = select i1 %low, i32 0, i32 %next
  %bit = icmp eq i32 %c, 0
  br i1 %bit, label %out, label %out
out:
  ret i32 0
}

define i32 @condition() !dbg !106 {
entry:
  %p = alloca [4 x i32]
  %top = call i32 @__VERIFIER_nondet_int()
  %x = call i32 @__VERIFIER_nondet_int()
  %most = icmp eq i32 %top, 2147483647
  %a = zext i1 %most to i32
  call void @__VERIFIER_assume(i32 %a)
  %idle = add nsw i32 %top, 1, !dbg !22
  %next = add nsw i32 %x, 1, !dbg !23 ; BUG
  %low = icmp slt i32 %x, 0
  br i1 %low, label %out, label %use
use:
  %bit = icmp ne i32 %next, 0
  %c = select i1 %bit, i32 2, i32 3
  switch i32 %c, label %out [ i32 3, label %out ]
out:
  ret i32 0
}

define i32 @merged() !dbg !107 {
entry:
  %p = alloca [4 x i32]
  %top = call i32 @__VERIFIER_nondet_int()
  %x = call i32 @__VERIFIER_nondet_int()
  %most = icmp eq i32 %top, 2147483647
  %a = zext i1 %most to i32
  call void @__VERIFIER_assume(i32 %a)
  %idle = add nsw i32 %top, 1, !dbg !24
  %next = add nsw i32 %x, 1, !dbg !25 ; BUG
  %low = icmp slt i32 %x, 0
  br i1 %low, label %out, label %use
use:
  br label %join
join:
  %m = phi i32 [ %next, %use ], [ %n, %join ]
  %k = phi i32 [ 0, %use ], [ %m, %join ]
  %n = add i32 %m, 1
  %bit = icmp eq i32 %k, 0
  br i1 %bit, label %join, label %last
last:
  %c = icmp eq i32 %k, 5
  br i1 %c, label %out, label %out
out:
  ret i32 0
}

define i32 @assumed() !dbg !108 {
entry:
  %p = alloca [4 x i32]
  %top = call i32 @__VERIFIER_nondet_int()
  %x = call i32 @__VERIFIER_nondet_int()
  %most = icmp eq i32 %top, 2147483647
  %a = zext i1 %most to i32
  call void @__VERIFIER_assume(i32 %a)
  %idle = add nsw i32 %top, 1, !dbg !26
  %next = add nsw i32 %x, 1, !dbg !27 ; BUG
  %low = icmp slt i32 %x, 0
  br i1 %low, label %out, label %use
use:
  %bit = icmp ne i32 %next, 0
  call void @llvm.assume(i1 %bit)
  br label %out
out:
  ret i32 0
}

!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "poison_uses.ll", directory: ".")
!3 = !DISubroutineType(types: !4)
!4 = !{}
!10 = !DILocation(line: 41, scope: !100)
!11 = !DILocation(line: 42, scope: !100)
!100 = distinct !DISubprogram(name: "divisor", file: !2, unit: !1, type: !3, spFlags: DISPFlagDefinition)
!12 = !DILocation(line: 60, scope: !101)
!13 = !DILocation(line: 61, scope: !101)
!101 = distinct !DISubprogram(name: "argument", file: !2, unit: !1, type: !3, spFlags: DISPFlagDefinition)
!14 = !DILocation(line: 80, scope: !102)
!15 = !DILocation(line: 81, scope: !102)
!102 = distinct !DISubprogram(name: "stored", file: !2, unit: !1, type: !3, spFlags: DISPFlagDefinition)
!16 = !DILocation(line: 99, scope: !103)
!17 = !DILocation(line: 100, scope: !103)
!103 = distinct !DISubprogram(name: "pointer", file: !2, unit: !1, type: !3, spFlags: DISPFlagDefinition)
!18 = !DILocation(line: 120, scope: !104)
!19 = !DILocation(line: 121, scope: !104)
!104 = distinct !DISubprogram(name: "returned", file: !2, unit: !1, type: !3, spFlags: DISPFlagDefinition)
!20 = !DILocation(line: 139, scope: !105)
!21 = !DILocation(line: 140, scope: !105)
!105 = distinct !DISubprogram(name: "chosen", file: !2, unit: !1, type: !3, spFlags: DISPFlagDefinition)
!22 = !DILocation(line: 159, scope: !106)
!23 = !DILocation(line: 160, scope: !106)
!106 = distinct !DISubprogram(name: "condition", file: !2, unit: !1, type: !3, spFlags: DISPFlagDefinition)
!24 = !DILocation(line: 179, scope: !107)
!25 = !DILocation(line: 180, scope: !107)
!107 = distinct !DISubprogram(name: "merged", file: !2, unit: !1, type: !3, spFlags: DISPFlagDefinition)
!26 = !DILocation(line: 206, scope: !108)
!27 = !DILocation(line: 207, scope: !108)
!108 = distinct !DISubprogram(name: "assumed", file: !2, unit: !1, type: !3, spFlags: DISPFlagDefinition)
