//===- ExecutionUnits.cpp - Units of a scheduling model -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExecutionUnits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include <algorithm>

using namespace llvm;

namespace rafter {

namespace {

/// Stands for "any unit at all", or for none, in LLVM's models.
bool isPseudo(const MCProcResourceDesc &R) {
  StringRef Name = R.Name;
  return Name.ends_with("Invalid") ||
         (R.SubUnitsIdxBegin && Name.ends_with("Any"));
}

/// How many characters all Names begin with, cut back so that what remains of
/// each is a word of its own.
size_t commonPrefix(ArrayRef<StringRef> Names) {
  if (Names.empty())
    return 0;
  size_t Length = Names.front().size();
  for (StringRef Name : Names)
    Length = std::min<size_t>(Length, std::mismatch(Name.begin(), Name.end(),
                                                    Names.front().begin(),
                                                    Names.front().end())
                                              .first -
                                          Name.begin());
  auto BeginsWord = [&](StringRef Name) {
    return Name.size() > Length && isUpper(Name[Length]);
  };
  while (Length && !all_of(Names, BeginsWord))
    --Length;
  return Length;
}

/// "Port05" is "p5"; the rest in lower case.
std::string shortName(StringRef Name) {
  StringRef Number = Name;
  if (Number.consume_front("Port") && !Number.empty() &&
      all_of(Number, isDigit))
    return "p" + std::to_string(std::stoul(Number.str()));
  return Name.lower();
}

} // namespace

ExecutionUnits::ExecutionUnits(const MCSchedModel &M) : Model(&M) {
  if (!M.hasInstrSchedModel())
    return;
  unsigned Count = M.getNumProcResourceKinds();
  Masks.assign(Count, 0);
  Taken.assign(Count, 0);
  // Resources with a super-resource are some of its units, whichever comes
  // first in the table: outermost ones first.
  SmallVector<std::pair<StringRef, unsigned>> Owners;
  auto HasUnits = [&](unsigned R) {
    return !M.getProcResource(R)->SubUnitsIdxBegin;
  };
  for (unsigned R = 1; R < Count; ++R)
    if (HasUnits(R) && !M.getProcResource(R)->SuperIdx &&
        !isPseudo(*M.getProcResource(R))) {
      unsigned Before = Names.size();
      addUnits(M, R);
      if (Names.size() > Before)
        Owners.push_back({M.getProcResource(R)->Name, Names.size() - Before});
    }
  for (unsigned Round = 0; Round < Count; ++Round) {
    bool Changed = false;
    for (unsigned R = 1; R < Count; ++R)
      if (HasUnits(R) && !Masks[R] && Masks[M.getProcResource(R)->SuperIdx]) {
        addPart(M, R);
        Changed = true;
      }
    if (!Changed)
      break;
  }
  for (unsigned R = 1; R < Count; ++R) {
    const MCProcResourceDesc &D = *M.getProcResource(R);
    if (!D.SubUnitsIdxBegin)
      continue;
    for (unsigned I = 0; I < D.NumUnits; ++I)
      Masks[R] |= Masks[D.SubUnitsIdxBegin[I]];
  }
  nameUnits(Owners);
}

void ExecutionUnits::addUnits(const MCSchedModel &M, unsigned Resource) {
  for (unsigned I = 0; I < M.getProcResource(Resource)->NumUnits; ++I) {
    if (Names.size() == 64) {
      Overflowed = true;
      return;
    }
    Masks[Resource] |= uint64_t(1) << Names.size();
    Names.emplace_back();
  }
}

/// Gives Resource some units of its super-resource: those that no other part
/// has if there are enough, otherwise the first ones.
void ExecutionUnits::addPart(const MCSchedModel &M, unsigned Resource) {
  const MCProcResourceDesc &D = *M.getProcResource(Resource);
  uint64_t Super = Masks[D.SuperIdx];
  uint64_t Free = Super & ~Taken[D.SuperIdx];
  uint64_t From = unsigned(popcount(Free)) >= D.NumUnits ? Free : Super;
  for (unsigned I = 0; I < D.NumUnits && From; ++I) {
    uint64_t Lowest = From & -From;
    Masks[Resource] |= Lowest;
    From &= ~Lowest;
  }
  Taken[D.SuperIdx] |= Masks[Resource];
}

void ExecutionUnits::nameUnits(
    ArrayRef<std::pair<StringRef, unsigned>> Owners) {
  SmallVector<StringRef> Full = to_vector(make_first_range(Owners));
  size_t Prefix = commonPrefix(Full);
  unsigned Next = 0;
  for (auto [Owner, Count] : Owners) {
    std::string Base = shortName(Owner.drop_front(Prefix));
    const char *Separator = isDigit(Base.back()) ? "_" : "";
    for (unsigned I = 0; I < Count; ++I)
      Names[Next++] = Count == 1 ? Base : Base + Separator + std::to_string(I);
  }
}

uint64_t ExecutionUnits::bit(StringRef Name) const {
  auto Found = llvm::find(Names, Name);
  return Found == Names.end() ? 0 : uint64_t(1) << (Found - Names.begin());
}

Expected<uint64_t> ExecutionUnits::find(ArrayRef<std::string> Units) const {
  uint64_t Mask = 0;
  for (const std::string &Name : Units) {
    uint64_t Bit = bit(Name);
    if (!Bit)
      return createStringError("there is no unit '" + Name +
                               "'; the units are " + join(Names, ", "));
    Mask |= Bit;
  }
  return Mask;
}

Error ExecutionUnits::add(const UnitGroup &Group) {
  Expected<uint64_t> Before = find(Group.Replaced);
  if (!Before)
    return Before.takeError();
  for (const std::string &Name : Group.Units)
    if (!bit(Name)) {
      if (Names.size() == 64)
        return createStringError("no more than 64 units");
      Names.push_back(Name);
    }
  if (*Before)
    Replaced.push_back({*Before, cantFail(find(Group.Units))});
  return Error::success();
}

/// Whether TableGen lists Outer with each use of Inner.
bool ExecutionUnits::contains(unsigned Outer, unsigned Inner) const {
  const MCProcResourceDesc &O = *Model->getProcResource(Outer);
  const MCProcResourceDesc &I = *Model->getProcResource(Inner);
  if (!O.SubUnitsIdxBegin) {
    for (unsigned R = I.SuperIdx; R; R = Model->getProcResource(R)->SuperIdx)
      if (R == Outer)
        return true;
    return false;
  }
  ArrayRef<unsigned> Members(O.SubUnitsIdxBegin, O.NumUnits);
  if (!I.SubUnitsIdxBegin)
    return is_contained(Members, Inner);
  return all_of(ArrayRef(I.SubUnitsIdxBegin, I.NumUnits),
                [&](unsigned Unit) { return is_contained(Members, Unit); });
}

SmallVector<PortUse, 4>
ExecutionUnits::primaryUses(const MCSubtargetInfo &Subtarget,
                            const MCSchedClassDesc &Class) const {
  struct Listed {
    unsigned Resource;
    unsigned Size;
    int Cycles;
  };
  SmallVector<Listed, 16> Uses;
  for (const MCWriteProcResEntry &E :
       make_range(Subtarget.getWriteProcResBegin(&Class),
                  Subtarget.getWriteProcResEnd(&Class))) {
    const MCProcResourceDesc &D = *Model->getProcResource(E.ProcResourceIdx);
    // A super-resource comes after its parts even if it has no more units.
    unsigned Size = 4 * D.NumUnits + (D.SubUnitsIdxBegin ? 2 : 0) +
                    (D.SubUnitsIdxBegin || D.SuperIdx ? 0 : 1);
    Uses.push_back({E.ProcResourceIdx, Size,
                    int(E.ReleaseAtCycle) - int(E.AcquireAtCycle)});
  }
  stable_sort(Uses,
              [](const Listed &A, const Listed &B) { return A.Size < B.Size; });
  SmallVector<PortUse, 4> Primary;
  for (size_t I = 0; I < Uses.size(); ++I) {
    // What remains of an inner use is its own by now.
    for (size_t J = 0; J < I; ++J)
      if (Uses[J].Cycles > 0 && contains(Uses[I].Resource, Uses[J].Resource))
        Uses[I].Cycles -= Uses[J].Cycles;
    const MCProcResourceDesc &D = *Model->getProcResource(Uses[I].Resource);
    uint64_t Mask = Masks[Uses[I].Resource];
    if (Uses[I].Cycles > 0 && Mask && !isPseudo(D))
      Primary.push_back({Mask, uint16_t(Uses[I].Cycles)});
  }
  for (PortUse &Use : Primary)
    for (auto [Before, Now] : Replaced)
      if (Use.Units == Before) {
        Use.Units = Now;
        break;
      }
  return Primary;
}

} // namespace rafter
