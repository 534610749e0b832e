; expect: FALSE(trap)
declare void @llvm.trap()
declare i32 @__VERIFIER_nondet_int()
define i32 @main() {
  %x = call i32 @__VERIFIER_nondet_int()
  %c = icmp eq i32 %x, -1
  br i1 %c, label %a, label %b
a:
  call void @llvm.trap()
  unreachable
b:
  ret i32 0
}
