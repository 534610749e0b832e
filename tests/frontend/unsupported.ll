; What is carried but not interpreted.
define i32 @main(ptr %p, <vscale x 4 x i32> %v) {
  %l = load <vscale x 4 x i32>, ptr %p
  %a = add <vscale x 4 x i32> %l, %v
  %g = getelementptr <vscale x 4 x i32>, ptr %p, i64 1
  %t = alloca target("spirv.Image", void, 0)
  %r = call i32 @llvm.read_register.i32(metadata !0)
  %e = call i32 @llvm.eh.typeid.for.p0(ptr null)
  ret i32 %r
}
declare i32 @llvm.read_register.i32(metadata)
declare i32 @llvm.eh.typeid.for.p0(ptr)
!0 = !{!"sp"}
