//===- DataBranches.cpp - Branches that depend on loaded data -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CodeGen/DataBranches.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace rafter;

double DataBranch::missed() const {
  return IsIndirect ? 1 - Probability : std::min(Probability, 1 - Probability);
}

namespace {

/// Follows loaded values from register to register along the path.
class LoadedValues {
public:
  explicit LoadedValues(const MachineLoop &L);
  /// Those of Branches, in the order of the path, that data decide.
  std::vector<DataBranch> among(llvm::ArrayRef<PathBranch> Branches);

private:
  static constexpr uint32_t None = ~0u;

  bool mayDiffer(const RegisterRead &R) const;
  bool varies(const StaticInstruction &I) const;
  uint32_t loadBefore(const StaticInstruction &I, uint32_t Number) const;
  void execute(uint32_t Number);

  const MachineLoop &L;
  /// Of register units: the path writes it; has written it in this iteration;
  /// has a value that iterations may differ in; and the load behind its value.
  std::vector<bool> IsWritten, IsNew, Varies;
  std::vector<uint32_t> From;
  /// The path stores where all iterations do, which loads from such a place may
  /// read.
  bool StoresInPlace = false;
  /// The load behind the instruction executed last.
  uint32_t Last = None;
};

} // namespace

LoadedValues::LoadedValues(const MachineLoop &L)
    : L(L), IsWritten(L.Table.NumRegisterUnits), IsNew(IsWritten),
      Varies(IsWritten), From(L.Table.NumRegisterUnits, None) {
  for (ExecutedInstruction E : L.Body.Path)
    for (const RegisterWrite &W :
         L.Table.writes(L.Table.Instructions[E & ~TakenBit]))
      IsWritten[W.Unit] = true;
}

/// Whether iterations may read other values there: what the one before has
/// left, or something that varies itself.
bool LoadedValues::mayDiffer(const RegisterRead &R) const {
  return IsWritten[R.Unit] && (!IsNew[R.Unit] || Varies[R.Unit]);
}

/// Whether I may compute something else in each iteration: from what it reads,
/// a call, or memory whose contents may change.
bool LoadedValues::varies(const StaticInstruction &I) const {
  auto MayDiffer = [&](const RegisterRead &R) { return mayDiffer(R); };
  auto IsLoad = [](const MemoryOperand &O) { return !O.IsStore; };
  return I.Branch == BranchKind::Call || I.Branch == BranchKind::IndirectCall ||
         llvm::any_of(L.Table.reads(I), MayDiffer) ||
         (StoresInPlace && llvm::any_of(L.Table.memory(I), IsLoad));
}

/// The load that decides what I does; None if no data does.
uint32_t LoadedValues::loadBefore(const StaticInstruction &I,
                                  uint32_t Number) const {
  bool Loads = llvm::any_of(L.Table.memory(I),
                            [](const MemoryOperand &O) { return !O.IsStore; });
  bool Moves = false;
  uint32_t Found = None;
  for (const RegisterRead &R : L.Table.reads(I)) {
    Moves |= R.Stage == ReadStage::Address && mayDiffer(R);
    if (R.Stage == ReadStage::Execute || I.Branch != BranchKind::None)
      Found = From[R.Unit] != None ? From[R.Unit] : Found;
  }
  return Loads && Moves && I.Branch == BranchKind::None ? Number : Found;
}

void LoadedValues::execute(uint32_t Number) {
  const StaticInstruction &I = L.Table.Instructions[Number];
  uint32_t Load = loadBefore(I, Number);
  const bool Differs = varies(I);
  StoresInPlace |=
      !Differs && llvm::any_of(L.Table.memory(I), [](const MemoryOperand &O) {
        return O.IsStore;
      });
  for (const RegisterWrite &W : L.Table.writes(I)) {
    From[W.Unit] = W.FromAddress ? None : Load;
    Varies[W.Unit] = Differs;
    IsNew[W.Unit] = true;
  }
  bool IsHalf = I.has(StaticInstruction::FusedWithPrevious);
  Last = IsHalf && Load == None ? Last : Load;
}

std::vector<DataBranch>
LoadedValues::among(llvm::ArrayRef<PathBranch> Branches) {
  if (Branches.empty())
    return {};
  // What comes from the iteration before is known after one.
  for (ExecutedInstruction E : L.Body.Path)
    execute(E & ~TakenBit);
  IsNew.assign(IsNew.size(), false);
  std::vector<DataBranch> Found;
  auto Next = Branches.begin();
  for (uint32_t P = 0; P != L.Body.Path.size(); ++P) {
    uint32_t Number = L.Body.Path[P] & ~TakenBit;
    execute(Number);
    if (Next == Branches.end() || Next->Position != P)
      continue;
    const PathBranch &Branch = *Next++;
    BranchKind Kind = L.Table.Instructions[Number].Branch;
    if (Last != None)
      Found.push_back({Number, Last, Branch.Probability,
                       Kind == BranchKind::IndirectJump, Branch.MeetsSoon});
  }
  return Found;
}

std::vector<DataBranch> rafter::dataBranches(const MachineLoop &L) {
  return LoadedValues(L).among(L.Branches);
}

std::vector<DataBranch> rafter::dataExits(const MachineLoop &L) {
  return LoadedValues(L).among(L.Exits);
}
