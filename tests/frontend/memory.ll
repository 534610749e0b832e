; Stack objects, plain, volatile and atomic accesses.
; promote: no
@g = global i32 0
define i32 @main(ptr %p, i32 %n, ptr addrspace(1) %far) {
  %one = alloca i32
  %many = alloca { i8, i64 }, i32 %n, align 64
  %wide = alloca i9, i64 3
  %l = load i32, ptr %p
  %l1 = load volatile i32, ptr %p, align 1
  %l2 = load atomic i32, ptr %p seq_cst, align 4
  %l3 = load atomic volatile i32, ptr %p unordered, align 4
  %l4 = load <4 x i32>, ptr %p, align 8
  %l5 = load i8, ptr addrspace(1) %far
  store i32 %l, ptr %one
  store volatile i32 7, ptr %p, align 2
  store atomic i32 8, ptr %p release, align 4
  store ptr %many, ptr %p
  %x = cmpxchg ptr %p, i32 1, i32 2 acq_rel monotonic
  %xw = cmpxchg weak volatile ptr %p, i32 1, i32 2 syncscope("singlethread") seq_cst seq_cst
  %xp = cmpxchg ptr %p, ptr null, ptr @g seq_cst seq_cst
  %r0 = atomicrmw xchg ptr %p, i32 1 seq_cst
  %r1 = atomicrmw add ptr %p, i32 1 seq_cst
  %r2 = atomicrmw sub ptr %p, i32 1 seq_cst
  %r3 = atomicrmw and ptr %p, i32 1 seq_cst
  %r4 = atomicrmw nand ptr %p, i32 1 seq_cst
  %r5 = atomicrmw or ptr %p, i32 1 seq_cst
  %r6 = atomicrmw xor ptr %p, i32 1 seq_cst
  %r7 = atomicrmw max ptr %p, i32 1 seq_cst
  %r8 = atomicrmw min ptr %p, i32 1 seq_cst
  %r9 = atomicrmw umax ptr %p, i32 1 seq_cst
  %r10 = atomicrmw umin ptr %p, i32 1 seq_cst
  %r11 = atomicrmw fadd ptr %p, float 1.0 seq_cst
  %r12 = atomicrmw fsub ptr %p, float 1.0 seq_cst
  %r13 = atomicrmw fmax ptr %p, float 1.0 seq_cst
  %r14 = atomicrmw fmin ptr %p, float 1.0 seq_cst
  %r15 = atomicrmw uinc_wrap ptr %p, i32 1 seq_cst
  %r16 = atomicrmw volatile udec_wrap ptr %p, i32 1 monotonic
  fence seq_cst
  %int = ptrtoint ptr %p to i64
  %back = inttoptr i64 %int to ptr
  %cast = addrspacecast ptr %back to ptr addrspace(1)
  %eq = icmp eq ptr %p, null
  ret i32 %l1
}
