; Floating-point operations, comparisons, casts, and constants of every format, bit for bit.
define double @main(double %x, float %y, i32 %i) {
  %fadd = fadd double %x, 1.0
  %fsub = fsub fast double %x, -0.0
  %fmul = fmul double %x, 0x7FF8000000000001
  %fdiv = fdiv double %x, 0x7FF0000000000000
  %frem = frem double %x, 4.9e-324
  %fneg = fneg double %x
  %c0 = fcmp false double %x, %fadd
  %c1 = fcmp oeq double %x, %fadd
  %c2 = fcmp ogt double %x, %fadd
  %c3 = fcmp oge double %x, %fadd
  %c4 = fcmp olt double %x, %fadd
  %c5 = fcmp ole double %x, %fadd
  %c6 = fcmp one double %x, %fadd
  %c7 = fcmp ord double %x, %fadd
  %c8 = fcmp uno double %x, %fadd
  %c9 = fcmp ueq double %x, %fadd
  %c10 = fcmp ugt double %x, %fadd
  %c11 = fcmp uge double %x, %fadd
  %c12 = fcmp ult double %x, %fadd
  %c13 = fcmp ule double %x, %fadd
  %c14 = fcmp une double %x, %fadd
  %c15 = fcmp true double %x, %fadd
  %single = fadd float %y, 0x7FF0000020000000
  %half = fptrunc double %x to half
  %half.c = fadd half %half, 0xH3C01
  %bfloat = fptrunc double %x to bfloat
  %bfloat.c = fadd bfloat %bfloat, 0xR3F80
  %x87 = fpext double %x to x86_fp80
  %x87.c = fadd x86_fp80 %x87, 0xK3FFF8000000000000001
  %quad = fpext double %x to fp128
  %quad.c = fadd fp128 %quad, 0xL00000000000000013FFF000000000000
  %ppc = fadd ppc_fp128 0xM3FF00000000000003C90000000000000, 0xM00000000000000000000000000000000
  %ui = fptoui double %x to i16
  %si = fptosi double %x to i128
  %fu = uitofp nneg i32 %i to double
  %fs = sitofp i32 %i to double
  %cast = bitcast double %x to i64
  %fma = call double @llvm.fmuladd.f64(double %x, double %fu, double %fs)
  %abs = call double @llvm.fabs.f64(double %fma)
  %class = call i1 @llvm.is.fpclass.f64(double %abs, i32 3)
  %sat = call i8 @llvm.fptosi.sat.i8.f64(double %x)
  ret double %abs
}
declare double @llvm.fmuladd.f64(double, double, double)
declare double @llvm.fabs.f64(double)
declare i1 @llvm.is.fpclass.f64(double, i32)
declare i8 @llvm.fptosi.sat.i8.f64(double)
