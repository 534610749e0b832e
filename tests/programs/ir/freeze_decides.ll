; A frozen value may decide something: that is no violation. The bounded engine does not follow it, the other one does.
; flags: --check uninit
; expect: UNKNOWN(unsupported)|TRUE
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define i32 @main() {
  %a = freeze i32 undef
  %c = icmp eq i32 %a, 3
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}
