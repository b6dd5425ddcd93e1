//===- FunctionLowering.h - Segments of one function -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assigns the registers of one function's values, element by element, and
// emits the operations of its blocks and edges.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_IR_FUNCTIONLOWERING_H
#define RAFTER_LIB_IR_FUNCTIONLOWERING_H

#include "OperationRules.h"
#include "ParallelCopy.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include <map>
#include <tuple>

namespace rafter {

/// Numbers source locations, each once.
class LocationTable {
public:
  explicit LocationTable(OperationTable &Table) : Table(Table) {}
  /// 0 if there is none.
  uint32_t number(llvm::StringRef File, unsigned Line, unsigned Column);
  uint32_t number(const llvm::DebugLoc &L);

private:
  OperationTable &Table;
  std::map<std::tuple<std::string, unsigned, unsigned>, uint32_t> Known;
};

/// What the functions of a module have in common.
struct LoweringContext {
  const OperationRules &Rules;
  LoweredModule &Out;
  LocationTable &Locations;
  /// Registers that the parameters and the result of the largest function
  /// whose address is taken occupy: what an unseen caller may leave stale.
  uint32_t CallbackRegisters;
};

/// Marks a register of the frame of the function that is called, until the
/// size of the caller's frame is known.
inline constexpr Register CalleeBit = 1u << 31;

/// One register for each element of a value; NoRegister where the element is
/// always ready. Empty if all are.
using RegisterList = llvm::SmallVector<Register, 4>;

class FunctionLowering {
public:
  FunctionLowering(LoweringContext &Context, const llvm::Function &F,
                   uint32_t Number);
  llvm::Error run();

  /// Where the parameters begin in the frame of a function of this type.
  static uint32_t returnRegisters(const OperationRules &Rules,
                                  const llvm::Type *Returned);
  static uint32_t frameHead(const OperationRules &Rules,
                            const llvm::FunctionType &T);

private:
  struct Part {
    const llvm::CallBase *Call = nullptr;
    uint32_t Begin = 0, End = 0;
    uint8_t Flags = 0;
    std::vector<AddressOperand> Addresses;
  };
  using PartList = llvm::SmallVector<Part, 1>;

  // Registers.
  Register allocate(uint32_t Count);
  Register allocateResult(const llvm::Instruction &I, uint32_t Count);
  Register coalescedPhi(const llvm::Instruction &I) const;
  bool mayShareRegister(const llvm::PHINode &P,
                        const llvm::Instruction &I) const;
  RegisterList get(const llvm::Value *V) const;
  void define(const llvm::Value *V, Register First, uint32_t Count);
  void define(const llvm::Value *V, RegisterList List);
  /// The list as one run of registers, through a copy if need be; NoRegister
  /// if everything is ready.
  Register consecutive(const RegisterList &List);
  RegisterList fitted(const RegisterList &List, unsigned Count);
  Register merged(const RegisterList &List);

  // Emission into the current part.
  StaticOperation &emit(OperationKind Kind, unsigned Elements);
  void emitMove(Register Destination, llvm::ArrayRef<Register> Sources,
                unsigned Elements);
  void emitCopies(llvm::ArrayRef<RegisterCopy> Copies);
  void emitCopies(Register Destination, const RegisterList &Sources,
                  unsigned Count);
  void addAddress(const llvm::Instruction &I, StaticOperation &O, int Lane,
                  uint64_t Offset);

  // Instructions.
  void lower(const llvm::Instruction &I);
  void lowerPhi(const llvm::PHINode &P);
  void lowerComputation(const llvm::Instruction &I, OperationKind Kind);
  Register emitComputation(const llvm::Instruction &I, OperationKind Kind,
                           llvm::ArrayRef<Register> Sources,
                           unsigned NumFactors, Register Result);
  void lowerReduction(const llvm::IntrinsicInst &I, OperationKind Kind);
  void lowerAccess(const llvm::Instruction &I, const llvm::Type *Accessed);
  void lowerLoad(const llvm::Instruction &I, const llvm::Type *T,
                 Register Result);
  void lowerStore(const llvm::Instruction &I, const llvm::Type *T,
                  const RegisterList &Value);
  void lowerReadModifyWrite(const llvm::AtomicRMWInst &I);
  bool lowerRearrangement(const llvm::Instruction &I);
  void lowerFree(const llvm::Instruction &I);
  void lowerCall(const llvm::CallBase &C);
  void lowerArguments(const llvm::CallBase &C);
  void lowerReturn(const llvm::ReturnInst &I);

  // Blocks and segments.
  void lowerBlock(const llvm::BasicBlock &B);
  void beginPart(const llvm::BasicBlock &B);
  void endPart(const llvm::CallBase *Call, uint8_t Flags);
  std::pair<uint32_t, uint32_t> lowerEdge(const llvm::BasicBlock &From,
                                          const llvm::BasicBlock &To);
  void makeSegments(const llvm::BasicBlock &B);
  uint32_t addSegment(const llvm::BasicBlock &B, const llvm::BasicBlock *From,
                      unsigned PartIndex, std::pair<uint32_t, uint32_t> Moves);
  void numberLoops();
  void placeCalleeFrames(uint32_t FirstOperation);

  LoweringContext &Context;
  const OperationRules &Rules;
  LoweredModule &Out;
  OperationTable &Table;
  const llvm::Function &F;
  uint32_t Number;
  llvm::DominatorTree Dominators;
  llvm::LoopInfo Loops;
  bool Reducible;
  uint64_t NumRegisters = 0;
  llvm::DenseMap<const llvm::Value *, RegisterList> Values;
  llvm::MapVector<const llvm::BasicBlock *, PartList> Parts;
  /// In reverse postorder.
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Positions;
  PartList *Current = nullptr;
  uint32_t Location = 0;
  bool TooWide = false;
};

} // namespace rafter

#endif // RAFTER_LIB_IR_FUNCTIONLOWERING_H
