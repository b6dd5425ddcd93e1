//===- InstructionParts.cpp - Instructions of other tools -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstructionParts.h"
#include "rafter/Regions/RegionFile.h"
#include "llvm/ADT/STLExtras.h"

using namespace rafter;

namespace {

/// Appends parts one by one.
class PartWriter {
public:
  PartWriter(const WholeInstruction &Whole,
             std::vector<CrackedInstruction> &Out)
      : Whole(Whole), Out(Out), First(Out.size()) {}

  CrackedInstruction &add(InstructionClass Class) {
    CrackedInstruction Part;
    Part.Address = Whole.Address;
    Part.Bytes = Whole.Bytes;
    Part.Class = Class;
    if (Out.size() != First)
      Part.Flags = CrackedInstruction::Continued;
    Out.push_back(Part);
    return Out.back();
  }
  CrackedInstruction &addAccess(InstructionClass Class, const DataAccess &A) {
    CrackedInstruction &Part = add(Class);
    addSources(Part);
    Part.DataAddress = A.Address;
    Part.DataBytes = std::min<uint64_t>(A.Bytes, 255);
    return Part;
  }
  void addSources(CrackedInstruction &Part) const {
    for (uint8_t R : Whole.Sources)
      addRegister(Part.Sources, R);
  }
  void addDestinations(CrackedInstruction &Part) const {
    for (uint8_t R : Whole.Destinations)
      addRegister(Part.Destinations, R);
  }

private:
  const WholeInstruction &Whole;
  std::vector<CrackedInstruction> &Out;
  size_t First;
};

} // namespace

/// Operation, or branch, of an instruction that may have loaded.
static void addOperation(const WholeInstruction &I, PartWriter &Writer,
                         bool FeedsStore) {
  bool IsBranch = I.Branch != BranchKind::None;
  CrackedInstruction &Part =
      Writer.add(IsBranch ? InstructionClass::Branch : I.Class);
  Part.Branch = I.Branch;
  if (I.Taken)
    Part.Flags |= CrackedInstruction::Taken;
  for (size_t Load = 0; Load != I.Loads.size(); ++Load)
    addRegister(Part.Sources, RegisterNumbers::loaded(Load));
  Writer.addSources(Part);
  if (FeedsStore)
    addRegister(Part.Destinations, RegisterNumbers::Computed);
  Writer.addDestinations(Part);
}

std::optional<std::string>
rafter::appendParts(const WholeInstruction &I,
                    std::vector<CrackedInstruction> &Out) {
  size_t First = Out.size();
  PartWriter Writer(I, Out);
  bool IsBranch = I.Branch != BranchKind::None;
  bool HasAccess = !I.Loads.empty() || !I.Stores.empty();
  bool HasOperation = !IsBranch && (I.HasOperation || !HasAccess);
  for (auto [Index, A] : llvm::enumerate(I.Loads)) {
    CrackedInstruction &Load = Writer.addAccess(InstructionClass::Load, A);
    if (IsBranch || HasOperation || !I.Stores.empty())
      addRegister(Load.Destinations, RegisterNumbers::loaded(Index));
    else if (Index == 0)
      Writer.addDestinations(Load);
  }
  if (HasOperation)
    addOperation(I, Writer, !I.Stores.empty());
  for (const DataAccess &A : I.Stores) {
    CrackedInstruction &Store = Writer.addAccess(InstructionClass::Store, A);
    if (HasOperation)
      addRegister(Store.Sources, RegisterNumbers::Computed);
    else if (!IsBranch)
      for (size_t Load = 0; Load != I.Loads.size(); ++Load)
        addRegister(Store.Sources, RegisterNumbers::loaded(Load));
  }
  if (IsBranch)
    addOperation(I, Writer, false);
  if (I.Barrier)
    Out.back().Flags |= CrackedInstruction::Barrier;
  for (const CrackedInstruction &Part : llvm::ArrayRef(Out).drop_front(First))
    if (auto Why = whyImpossible(Part))
      return Why;
  return std::nullopt;
}
