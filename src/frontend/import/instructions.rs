//! Import of instructions.

use smallvec::SmallVec;

use super::{Importer, functions::Body};
use crate::base::Bits;
use crate::frontend::llvm::{self, IntPredicate, Opcode, RealPredicate, RmwOp, TypeKind, ValueKind};
use crate::program::{
    ArithFlags, AtomicRmwOp, BinOp, BlockId, Callee, CastOp, Clause, Const, FBinOp, FcmpPred, GepTerm,
    IcmpPred, Inst, InstId, InstKind, Intrinsic, LocId, Ordering, ParamAttrs, Type, Value,
};

fn unsupported(what: impl Into<String>) -> InstKind {
    InstKind::Unsupported { what: what.into(), succs: Vec::new() }
}

impl Importer<'_> {
    /// Numbers the instructions of a function. Most become one of ours, some none or two. The first of two has the
    /// value; alignment instructions ([`Importer::required_alignments`]) come before.
    pub(super) fn number_insts(&mut self, f: llvm::Value) {
        self.insts.clear();
        let mut next = 0;
        for block in f.blocks() {
            for inst in block.insts() {
                if self.is_dropped(inst) {
                    continue;
                }
                next += self.required_alignments(inst).len();
                self.insts.insert(inst, InstId::new(next));
                next += if is_uninterpreted_end(inst) || inst.opcode() == Opcode::LLVMInvoke { 2 } else { 1 };
            }
        }
    }

    /// Imports an instruction into a body.
    pub(super) fn instruction(&mut self, inst: llvm::Value, body: &mut Body<'_>) {
        if self.is_dropped(inst) {
            return;
        }
        let loc = self.location(inst, body.function);
        for (ptr, align) in self.required_alignments(inst) {
            self.emit_alignment(ptr, align, loc, body);
        }
        let mut ty = self.ty(inst.ty());
        let kind = match inst.opcode() {
            Opcode::LLVMCall | Opcode::LLVMInvoke => self.call(inst, body),
            opcode => self.operation_or_control(inst, opcode, body),
        };
        let carries = matches!(kind, InstKind::Call { .. } | InstKind::Unsupported { .. });
        let kind = match self.program.types.get(ty) {
            Type::Other(name) if !carries => {
                let what = format!("{} of type {name}", opcode_name(inst.opcode()));
                InstKind::Unsupported { what, succs: Vec::new() }
            }
            _ => kind,
        };
        if matches!(kind, InstKind::DebugValue { .. } | InstKind::DebugDeclare { .. }) {
            ty = self.void();
        }
        body.insts.push(Inst { kind, ty, loc });
        let rest = match inst.opcode() {
            Opcode::LLVMInvoke => {
                let succs = inst.successors();
                Some(InstKind::InvokeEnd { normal: body.numbers[&succs[0]], unwind: body.numbers[&succs[1]] })
            }
            _ => is_uninterpreted_end(inst).then_some(InstKind::Unreachable),
        };
        if let Some(kind) = rest {
            let ty = self.void();
            body.insts.push(Inst { kind, ty, loc });
        }
    }

    /// Addresses that must be aligned for an access, with the alignments, unless they are known to be. This covers all
    /// kinds of accesses, while clang's sanitizer omits those of volatile and atomic objects, of bit-fields and of
    /// whole structures.
    fn required_alignments(&self, inst: llvm::Value) -> SmallVec<[(llvm::Value, u64); 2]> {
        let mut all: SmallVec<[(llvm::Value, u64); 2]> = SmallVec::new();
        if !self.marks_alignment.1 {
            return all;
        }
        match inst.opcode() {
            Opcode::LLVMLoad | Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg => {
                all.push((inst.operand(0), inst.alignment()));
            }
            Opcode::LLVMStore => all.push((inst.operand(1), inst.alignment())),
            Opcode::LLVMCall => {
                let name = inst.called_value().map(llvm::Value::name).unwrap_or_default();
                let pointers = match () {
                    () if name.starts_with("llvm.memcpy.") || name.starts_with("llvm.memmove.") => 2,
                    () if name.starts_with("llvm.memset.") => 1,
                    () => 0,
                };
                for i in 0..pointers {
                    let align = inst.call_attribute(i + 1, self.attributes.align);
                    all.push((inst.operand(i), align.map_or(1, llvm::Attribute::int)));
                }
            }
            _ => {}
        }
        let object = |ptr: llvm::Value| match ptr.as_instruction() {
            true => ptr.opcode() == Opcode::LLVMAlloca,
            false => ptr.kind() == ValueKind::LLVMGlobalVariableValueKind,
        };
        all.retain(|(ptr, align)| *align > 1 && !(object(*ptr) && ptr.alignment() >= *align));
        all
    }

    fn emit_alignment(&mut self, ptr: llvm::Value, align: u64, loc: Option<LocId>, body: &mut Body<'_>) {
        let align = self.add_const(Const::Int(Bits::new(64, align)));
        let args = vec![self.value(ptr), Value::Const(align)];
        let (callee, attrs) = (Callee::Intrinsic(Intrinsic::Aligned), vec![ParamAttrs::default(); 2]);
        let ty = self.void();
        let kind = InstKind::Call { callee, args, attrs, fn_ty: ty, noreturn: false };
        body.insts.push(Inst { kind, ty, loc });
    }

    fn operation_or_control(&mut self, inst: llvm::Value, opcode: Opcode, body: &Body<'_>) -> InstKind {
        let block = |b: llvm::Block| body.numbers[&b];
        match opcode {
            Opcode::LLVMPHI => {
                let incoming = inst.incoming();
                InstKind::Phi(incoming.into_iter().map(|(b, v)| (block(b), self.value(v))).collect())
            }
            Opcode::LLVMBr => {
                let succs: SmallVec<[BlockId; 2]> = inst.successors().into_iter().map(block).collect();
                if inst.conditional() {
                    // The operands are in the order: condition, else, then.
                    let c = self.value(inst.operand(0));
                    InstKind::CondBr { c, then: succs[0], other: succs[1] }
                } else {
                    InstKind::Br(succs[0])
                }
            }
            Opcode::LLVMSwitch => {
                let v = self.value(inst.operand(0));
                let default = block(inst.operand(1).as_block());
                let cases = (2..inst.operand_count())
                    .step_by(2)
                    .map(|i| (self.constant(inst.operand(i)), block(inst.operand(i + 1).as_block())))
                    .collect();
                InstKind::Switch { v, default, cases }
            }
            Opcode::LLVMIndirectBr => InstKind::IndirectBr {
                addr: self.value(inst.operand(0)),
                dests: inst.successors().into_iter().map(block).collect(),
            },
            Opcode::LLVMRet => InstKind::Ret((inst.operand_count() > 0).then(|| self.value(inst.operand(0)))),
            Opcode::LLVMUnreachable => InstKind::Unreachable,
            Opcode::LLVMResume => InstKind::Resume(self.value(inst.operand(0))),
            Opcode::LLVMLandingPad => self.landing_pad(inst),
            _ if inst.is_terminator() => InstKind::Unsupported {
                what: opcode_name(opcode).to_string(),
                succs: inst.successors().into_iter().map(block).collect(),
            },
            _ => self.memory(inst, opcode).unwrap_or_else(|| self.operation(inst, opcode)),
        }
    }

    fn landing_pad(&mut self, inst: llvm::Value) -> InstKind {
        let clauses = inst.clauses().into_iter().map(|(v, filters)| {
            let clause = self.constant(v);
            if !filters {
                return Clause::Catch(clause);
            }
            Clause::Filter(match self.program.constant(clause) {
                Const::Aggregate(_, all) => all.clone(),
                _ => Vec::new(),
            })
        });
        InstKind::LandingPad { clauses: clauses.collect(), cleanup: inst.cleanup() }
    }

    /// Accesses to memory; `None` for all others.
    fn memory(&mut self, inst: llvm::Value, opcode: Opcode) -> Option<InstKind> {
        let kind = match opcode {
            Opcode::LLVMAlloca => InstKind::Alloca {
                ty: self.ty(inst.allocated_type()),
                count: self.value(inst.operand(0)),
                align: inst.alignment(),
            },
            Opcode::LLVMLoad => InstKind::Load {
                ptr: self.value(inst.operand(0)),
                align: inst.alignment(),
                volatile: inst.volatile(),
                atomic: atomic(inst),
            },
            Opcode::LLVMStore => InstKind::Store {
                v: self.value(inst.operand(0)),
                ty: self.ty(inst.operand(0).ty()),
                ptr: self.value(inst.operand(1)),
                align: inst.alignment(),
                volatile: inst.volatile(),
                atomic: atomic(inst),
            },
            Opcode::LLVMAtomicCmpXchg | Opcode::LLVMAtomicRMW if inst.single_thread() => {
                unsupported("an atomic operation of one thread")
            }
            Opcode::LLVMAtomicCmpXchg => InstKind::CmpXchg {
                ptr: self.value(inst.operand(0)),
                expected: self.value(inst.operand(1)),
                new: self.value(inst.operand(2)),
                ty: self.ty(inst.operand(1).ty()),
                weak: inst.weak(),
                orders: inst.exchange_orderings().map(strength),
            },
            Opcode::LLVMAtomicRMW => match rmw_op(inst.rmw_op()) {
                Some(op) => InstKind::AtomicRmw {
                    op,
                    ptr: self.value(inst.operand(0)),
                    v: self.value(inst.operand(1)),
                    order: strength(inst.ordering()),
                },
                None => unsupported("atomicrmw"),
            },
            // Other threads see no order.
            Opcode::LLVMFence if inst.single_thread() => InstKind::Fence(Ordering::Monotonic),
            Opcode::LLVMFence => InstKind::Fence(strength(inst.ordering())),
            Opcode::LLVMVAArg => InstKind::VaArg(self.value(inst.operand(0))),
            _ => return None,
        };
        Some(kind)
    }

    /// Operations that exist as instructions and as constant expressions.
    pub(super) fn operation(&mut self, v: llvm::Value, opcode: Opcode) -> InstKind {
        if let Some(op) = binary_op(opcode) {
            let flags = flags(v, opcode);
            return InstKind::Binary { op, flags, a: self.value(v.operand(0)), b: self.value(v.operand(1)) };
        }
        if let Some(op) = float_op(opcode) {
            return InstKind::FBinary { op, a: self.value(v.operand(0)), b: self.value(v.operand(1)) };
        }
        if let Some(op) = cast_op(opcode) {
            return InstKind::Cast { op, flags: flags(v, opcode), v: self.value(v.operand(0)) };
        }
        let mut at = |i| self.value(v.operand(i));
        match opcode {
            Opcode::LLVMFNeg => InstKind::Fneg(at(0)),
            Opcode::LLVMICmp => InstKind::Icmp { pred: icmp_pred(v.int_predicate()), a: at(0), b: at(1) },
            Opcode::LLVMFCmp => InstKind::Fcmp { pred: fcmp_pred(v.real_predicate()), a: at(0), b: at(1) },
            Opcode::LLVMSelect => InstKind::Select { c: at(0), a: at(1), b: at(2) },
            Opcode::LLVMFreeze => InstKind::Freeze(at(0)),
            Opcode::LLVMExtractValue => {
                InstKind::ExtractValue { agg: at(0), indices: SmallVec::from_vec(v.indices()) }
            }
            Opcode::LLVMInsertValue => {
                InstKind::InsertValue { agg: at(0), v: at(1), indices: SmallVec::from_vec(v.indices()) }
            }
            Opcode::LLVMExtractElement => InstKind::ExtractElement { vec: at(0), index: at(1) },
            Opcode::LLVMInsertElement => InstKind::InsertElement { vec: at(0), v: at(1), index: at(2) },
            Opcode::LLVMShuffleVector => {
                InstKind::ShuffleVector { a: at(0), b: at(1), mask: v.shuffle_mask() }
            }
            Opcode::LLVMGetElementPtr => self.gep(v),
            _ => unsupported(opcode_name(opcode)),
        }
    }

    /// Lowers an address computation to byte offsets.
    fn gep(&mut self, v: llvm::Value) -> InstKind {
        if Self::is_vector(v.ty()) {
            return unsupported("getelementptr on vectors");
        }
        let source = v.gep_source_type();
        let source_id = self.ty(source);
        if matches!(self.program.types.get(source_id), Type::Other(_)) {
            return unsupported(format!("getelementptr over {}", source.print()));
        }
        let (inbounds, nusw, nuw) = v.gep_flags();
        let index_bits = self.layout.pointer_size(v.ty().address_space()) * 8;
        let mut offset = 0i64;
        let mut terms: SmallVec<[GepTerm; 2]> = SmallVec::new();
        let mut here = source;
        for i in 1..v.operand_count() {
            let index = v.operand(i);
            let stride = if i == 1 {
                self.layout.alloc_size(here)
            } else {
                match here.kind() {
                    TypeKind::LLVMStructTypeKind => {
                        let field = index.const_low_bits() as u32;
                        // At most i64::MAX: larger structures are carried by name only.
                        offset = offset.wrapping_add(self.layout.offset_of(here, field) as i64);
                        here = here.fields()[field as usize];
                        continue;
                    }
                    TypeKind::LLVMArrayTypeKind => {
                        here = here.element();
                        self.layout.alloc_size(here)
                    }
                    _ => {
                        here = here.element();
                        self.layout.store_size(here)
                    }
                }
            };
            let known = (index.kind() == ValueKind::LLVMConstantIntValueKind && !index.as_instruction())
                .then(|| sign_extend(index.const_low_bits(), index.ty().int_width().min(index_bits)))
                .and_then(|n| n.checked_mul(i64::try_from(stride).ok()?))
                .and_then(|bytes| offset.checked_add(bytes));
            match known {
                Some(sum) => offset = sum,
                None => terms.push(GepTerm { index: self.value(index), scale: stride }),
            }
        }
        InstKind::Gep { base: self.value(v.operand(0)), offset, terms, inbounds, nusw, nuw }
    }
}

fn sign_extend(value: u64, bits: u32) -> i64 {
    let unused = 64 - bits.clamp(1, 64);
    (value << unused) as i64 >> unused
}

fn atomic(inst: llvm::Value) -> Option<Ordering> {
    match inst.ordering() {
        llvm::Ordering::LLVMAtomicOrderingNotAtomic => None,
        // For other threads it is an ordinary access.
        _ if inst.single_thread() => None,
        order => Some(strength(order)),
    }
}

fn strength(order: llvm::Ordering) -> Ordering {
    match order {
        llvm::Ordering::LLVMAtomicOrderingAcquire => Ordering::Acquire,
        llvm::Ordering::LLVMAtomicOrderingRelease => Ordering::Release,
        llvm::Ordering::LLVMAtomicOrderingAcquireRelease => Ordering::AcqRel,
        llvm::Ordering::LLVMAtomicOrderingSequentiallyConsistent => Ordering::SeqCst,
        _ => Ordering::Monotonic,
    }
}

/// Whether a terminator without successors stands for an uninterpreted construct. It becomes that construct followed by
/// `unreachable`, so that blocks keep their form.
fn is_uninterpreted_end(inst: llvm::Value) -> bool {
    inst.is_terminator()
        && inst.successors().is_empty()
        && !matches!(
            inst.opcode(),
            Opcode::LLVMRet | Opcode::LLVMUnreachable | Opcode::LLVMIndirectBr | Opcode::LLVMResume
        )
}

fn flags(v: llvm::Value, opcode: Opcode) -> ArithFlags {
    let lane = matches!(v.ty().kind(), TypeKind::LLVMVectorTypeKind | TypeKind::LLVMScalableVectorTypeKind);
    let mut flags = ArithFlags { lane, ..ArithFlags::default() };
    if !v.as_instruction() {
        // Constant expressions have few flags, and the C interface does not expose them. Fewer flags allow more
        // behaviours.
        return flags;
    }
    match opcode {
        Opcode::LLVMAdd | Opcode::LLVMSub | Opcode::LLVMMul | Opcode::LLVMShl | Opcode::LLVMTrunc => {
            flags.nuw = v.nuw();
            flags.nsw = v.nsw();
        }
        Opcode::LLVMUDiv | Opcode::LLVMSDiv | Opcode::LLVMLShr | Opcode::LLVMAShr => flags.exact = v.exact(),
        Opcode::LLVMOr => flags.disjoint = v.disjoint(),
        Opcode::LLVMZExt | Opcode::LLVMUIToFP => flags.nneg = v.nneg(),
        _ => {}
    }
    flags
}

fn binary_op(opcode: Opcode) -> Option<BinOp> {
    Some(match opcode {
        Opcode::LLVMAdd => BinOp::Add,
        Opcode::LLVMSub => BinOp::Sub,
        Opcode::LLVMMul => BinOp::Mul,
        Opcode::LLVMUDiv => BinOp::Udiv,
        Opcode::LLVMSDiv => BinOp::Sdiv,
        Opcode::LLVMURem => BinOp::Urem,
        Opcode::LLVMSRem => BinOp::Srem,
        Opcode::LLVMShl => BinOp::Shl,
        Opcode::LLVMLShr => BinOp::Lshr,
        Opcode::LLVMAShr => BinOp::Ashr,
        Opcode::LLVMAnd => BinOp::And,
        Opcode::LLVMOr => BinOp::Or,
        Opcode::LLVMXor => BinOp::Xor,
        _ => return None,
    })
}

fn float_op(opcode: Opcode) -> Option<FBinOp> {
    Some(match opcode {
        Opcode::LLVMFAdd => FBinOp::Fadd,
        Opcode::LLVMFSub => FBinOp::Fsub,
        Opcode::LLVMFMul => FBinOp::Fmul,
        Opcode::LLVMFDiv => FBinOp::Fdiv,
        Opcode::LLVMFRem => FBinOp::Frem,
        _ => return None,
    })
}

fn cast_op(opcode: Opcode) -> Option<CastOp> {
    Some(match opcode {
        Opcode::LLVMTrunc => CastOp::Trunc,
        Opcode::LLVMZExt => CastOp::Zext,
        Opcode::LLVMSExt => CastOp::Sext,
        Opcode::LLVMFPTrunc => CastOp::Fptrunc,
        Opcode::LLVMFPExt => CastOp::Fpext,
        Opcode::LLVMFPToUI => CastOp::Fptoui,
        Opcode::LLVMFPToSI => CastOp::Fptosi,
        Opcode::LLVMUIToFP => CastOp::Uitofp,
        Opcode::LLVMSIToFP => CastOp::Sitofp,
        Opcode::LLVMPtrToInt => CastOp::Ptrtoint,
        Opcode::LLVMIntToPtr => CastOp::Inttoptr,
        Opcode::LLVMBitCast => CastOp::Bitcast,
        Opcode::LLVMAddrSpaceCast => CastOp::Addrspacecast,
        _ => return None,
    })
}

fn icmp_pred(p: IntPredicate) -> IcmpPred {
    match p {
        IntPredicate::LLVMIntEQ => IcmpPred::Eq,
        IntPredicate::LLVMIntNE => IcmpPred::Ne,
        IntPredicate::LLVMIntUGT => IcmpPred::Ugt,
        IntPredicate::LLVMIntUGE => IcmpPred::Uge,
        IntPredicate::LLVMIntULT => IcmpPred::Ult,
        IntPredicate::LLVMIntULE => IcmpPred::Ule,
        IntPredicate::LLVMIntSGT => IcmpPred::Sgt,
        IntPredicate::LLVMIntSGE => IcmpPred::Sge,
        IntPredicate::LLVMIntSLT => IcmpPred::Slt,
        IntPredicate::LLVMIntSLE => IcmpPred::Sle,
    }
}

fn fcmp_pred(p: RealPredicate) -> FcmpPred {
    match p {
        RealPredicate::LLVMRealPredicateFalse => FcmpPred::False,
        RealPredicate::LLVMRealOEQ => FcmpPred::Oeq,
        RealPredicate::LLVMRealOGT => FcmpPred::Ogt,
        RealPredicate::LLVMRealOGE => FcmpPred::Oge,
        RealPredicate::LLVMRealOLT => FcmpPred::Olt,
        RealPredicate::LLVMRealOLE => FcmpPred::Ole,
        RealPredicate::LLVMRealONE => FcmpPred::One,
        RealPredicate::LLVMRealORD => FcmpPred::Ord,
        RealPredicate::LLVMRealUNO => FcmpPred::Uno,
        RealPredicate::LLVMRealUEQ => FcmpPred::Ueq,
        RealPredicate::LLVMRealUGT => FcmpPred::Ugt,
        RealPredicate::LLVMRealUGE => FcmpPred::Uge,
        RealPredicate::LLVMRealULT => FcmpPred::Ult,
        RealPredicate::LLVMRealULE => FcmpPred::Ule,
        RealPredicate::LLVMRealUNE => FcmpPred::Une,
        RealPredicate::LLVMRealPredicateTrue => FcmpPred::True,
    }
}

fn rmw_op(op: RmwOp) -> Option<AtomicRmwOp> {
    #[allow(unreachable_patterns, reason = "later versions of the interface have more")]
    Some(match op {
        RmwOp::LLVMAtomicRMWBinOpXchg => AtomicRmwOp::Xchg,
        RmwOp::LLVMAtomicRMWBinOpAdd => AtomicRmwOp::Add,
        RmwOp::LLVMAtomicRMWBinOpSub => AtomicRmwOp::Sub,
        RmwOp::LLVMAtomicRMWBinOpAnd => AtomicRmwOp::And,
        RmwOp::LLVMAtomicRMWBinOpNand => AtomicRmwOp::Nand,
        RmwOp::LLVMAtomicRMWBinOpOr => AtomicRmwOp::Or,
        RmwOp::LLVMAtomicRMWBinOpXor => AtomicRmwOp::Xor,
        RmwOp::LLVMAtomicRMWBinOpMax => AtomicRmwOp::Max,
        RmwOp::LLVMAtomicRMWBinOpMin => AtomicRmwOp::Min,
        RmwOp::LLVMAtomicRMWBinOpUMax => AtomicRmwOp::Umax,
        RmwOp::LLVMAtomicRMWBinOpUMin => AtomicRmwOp::Umin,
        RmwOp::LLVMAtomicRMWBinOpFAdd => AtomicRmwOp::Fadd,
        RmwOp::LLVMAtomicRMWBinOpFSub => AtomicRmwOp::Fsub,
        RmwOp::LLVMAtomicRMWBinOpFMax => AtomicRmwOp::Fmax,
        RmwOp::LLVMAtomicRMWBinOpFMin => AtomicRmwOp::Fmin,
        RmwOp::LLVMAtomicRMWBinOpUIncWrap => AtomicRmwOp::UincWrap,
        RmwOp::LLVMAtomicRMWBinOpUDecWrap => AtomicRmwOp::UdecWrap,
        _ => return None,
    })
}

/// LangRef's name of an instruction that is only carried.
fn opcode_name(opcode: Opcode) -> &'static str {
    match opcode {
        Opcode::LLVMInvoke => "invoke",
        Opcode::LLVMCallBr => "callbr",
        Opcode::LLVMCleanupRet => "cleanupret",
        Opcode::LLVMCatchRet => "catchret",
        Opcode::LLVMCatchPad => "catchpad",
        Opcode::LLVMCleanupPad => "cleanuppad",
        Opcode::LLVMCatchSwitch => "catchswitch",
        Opcode::LLVMLoad => "load",
        Opcode::LLVMPHI => "phi",
        Opcode::LLVMSelect => "select",
        _ => "instruction",
    }
}
