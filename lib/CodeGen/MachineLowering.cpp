//===- MachineLowering.cpp - From MachineInstr to MCInst ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineLowering.h"
#include "BuilderState.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalValue.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/MC/MCExpr.h"

using namespace llvm;

namespace rafter {

bool isAssembly(const MachineInstr &MI) {
  return MI.isInlineAsm() &&
         !StringRef(MI.getOperand(InlineAsm::MIOp_AsmString).getSymbolName())
              .trim()
              .empty();
}

const MCExpr *MachineLowering::symbol(const Twine &Name, int64_t Offset) {
  const MCExpr *Symbol =
      MCSymbolRefExpr::create(Context.getOrCreateSymbol(Name), Context);
  return Offset ? MCBinaryExpr::createAdd(
                      Symbol, MCConstantExpr::create(Offset, Context), Context)
                : Symbol;
}

/// Symbols are created anew in the builder's context, under the names that the
/// assembly printer gives them.
std::optional<MCOperand> MachineLowering::operand(const MachineOperand &MO) {
  auto Number = [&] { return MO.getParent()->getMF()->getFunctionNumber(); };
  auto Expression = [](const MCExpr *E) { return MCOperand::createExpr(E); };
  switch (MO.getType()) {
  case MachineOperand::MO_Register:
    if (MO.isImplicit())
      return std::nullopt;
    return MCOperand::createReg(MO.getReg().asMCReg());
  case MachineOperand::MO_Immediate:
    return MCOperand::createImm(MO.getImm());
  case MachineOperand::MO_MachineBasicBlock:
    return Expression(symbol(".LBB" + Twine(Number()) + "_" +
                             Twine(MO.getMBB()->getNumber())));
  case MachineOperand::MO_GlobalAddress:
    return Expression(symbol(MO.getGlobal()->getName(), MO.getOffset()));
  case MachineOperand::MO_ExternalSymbol:
    return Expression(symbol(MO.getSymbolName(), MO.getOffset()));
  case MachineOperand::MO_MCSymbol:
    return Expression(symbol(MO.getMCSymbol()->getName(), MO.getOffset()));
  case MachineOperand::MO_ConstantPoolIndex:
    return Expression(
        symbol(".LCPI" + Twine(Number()) + "_" + Twine(MO.getIndex()),
               MO.getOffset()));
  case MachineOperand::MO_JumpTableIndex:
    return Expression(
        symbol(".LJTI" + Twine(Number()) + "_" + Twine(MO.getIndex())));
  case MachineOperand::MO_BlockAddress:
    return Expression(
        symbol(".Lblockaddress" + Twine(Number()), MO.getOffset()));
  case MachineOperand::MO_FPImmediate:
    return MCOperand::createDFPImm(0);
  default:
    return std::nullopt;
  }
}

MCInst MachineLowering::generic(const MachineInstr &MI) {
  MCInst Inst;
  Inst.setOpcode(MI.getOpcode());
  for (const MachineOperand &MO : MI.operands())
    if (std::optional<MCOperand> Operand = operand(MO))
      Inst.addOperand(*Operand);
  return Inst;
}

SmallVector<MCInst, 1> MachineLowering::lower(const MachineInstr &MI) {
  SmallVector<MCInst, 1> Emitted;
  // A bundle's instructions follow its header.
  if (MI.isMetaInstruction() || MI.isBundle() || MI.isPosition() ||
      MI.isCFIInstruction() || MI.isPseudoProbe())
    return Emitted;
  expandPseudo(Model, generic(MI), Emitted);
  return Emitted;
}

/// Bytes of the encoding; 0 for a pseudo instruction without one.
unsigned BuilderContext::encodedBytes(const MCInst &Inst) const {
  const MCInstrDesc &Desc = Model.Instructions->get(Inst.getOpcode());
  if (Model.Set != InstructionSet::X86 || Desc.isPseudo() || !Emitter)
    return Desc.getSize();
  SmallVector<char, 16> Code;
  SmallVector<MCFixup, 4> Fixups;
  Emitter->encodeInstruction(Inst, Code, Fixups, *Model.Subtarget);
  return Code.size();
}

static uint32_t locationOf(InstructionBuilder &Builder,
                           const MachineInstr &MI) {
  const DILocation *L = MI.getDebugLoc().get();
  if (!L)
    return 0;
  SourceLocation Where;
  Where.File = L->getFilename().str();
  Where.Line = L->getLine();
  Where.Column = L->getColumn();
  return Builder.addLocation(Where);
}

TableRange InstructionBuilder::addBlock(ArrayRef<const MachineInstr *> Code,
                                        uint32_t Function,
                                        std::vector<uint32_t> *Origins) {
  State &S = *Current;
  MachineLowering Lowering(S.Parts.Model, S.Parts.Context);
  TableRange Range;
  Range.Begin = S.Table.Instructions.size();
  std::vector<MCInst> Emitted;
  std::vector<CodeLocation> Where;
  uint64_t Address = S.FunctionBytes[Function];
  auto note = [&](uint32_t Index) {
    if (Origins)
      Origins->push_back(Index);
  };
  for (auto [Index, MI] : enumerate(Code)) {
    uint32_t Location = locationOf(*this, *MI);
    if (MI->isInlineAsm()) {
      if (!isAssembly(*MI))
        continue;
      StringRef Text =
          MI->getOperand(InlineAsm::MIOp_AsmString).getSymbolName();
      addBlock(Emitted, Where);
      Emitted.clear();
      Where.clear();
      note(Index);
      S.appendAssumed(Text,
                      "inline assembly: taken for one micro-operation of "
                      "latency 1, like an addition",
                      {Address, 0, Location, Function});
      continue;
    }
    for (MCInst &Inst : Lowering.lower(*MI)) {
      unsigned Bytes = S.Parts.encodedBytes(Inst);
      Where.push_back(
          {Address, uint8_t(std::min(Bytes, 255u)), Location, Function});
      Emitted.push_back(std::move(Inst));
      note(Index);
      Address += Bytes;
    }
  }
  S.FunctionBytes[Function] = Address;
  Range.End = addBlock(Emitted, Where).End;
  return Range;
}

} // namespace rafter
