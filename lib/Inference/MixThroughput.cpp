//===- MixThroughput.cpp - Cycles of a mix in closed form -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Inference/MixThroughput.h"
#include "rafter/Stream/PortLattice.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace rafter;

/// The smallest set of units that every store needs; 0: there is none.
static uint64_t unitsOfStores(const ResourceMapping &Mapping) {
  uint64_t Smallest = 0;
  auto IsOfAll = [&](uint64_t Units) {
    return llvm::all_of(Mapping.Forms, [&](const FormResources &Form) {
      return !Form.Stores || llvm::any_of(Form.Uses, [&](const UnitUse &U) {
        return U.Units == Units;
      });
    });
  };
  for (const FormResources &Form : Mapping.Forms)
    if (Form.Stores)
      for (const UnitUse &Use : Form.Uses)
        if ((!Smallest ||
             llvm::popcount(Use.Units) < llvm::popcount(Smallest)) &&
            IsOfAll(Use.Units))
          Smallest = Use.Units;
  return Smallest;
}

void MixThroughput::addStoreUnit() {
  uint64_t Units = unitsOfStores(Base), Last = llvm::bit_floor(Units);
  bool IsNeeded =
      llvm::popcount(Units) > 1 && !llvm::is_contained(CostUnits, Last);
  if (IsNeeded)
    CostUnits.push_back(Last);
  StoreUnit = IsNeeded ? CostUnits.size() - 1 : numCosts();
}

MixThroughput::MixThroughput(const ResourceMapping &Mapping) : Base(Mapping) {
  for (const FormResources &Form : Base.Forms)
    for (const UnitUse &Use : Form.Uses) {
      if (!llvm::is_contained(CostUnits, Use.Units))
        CostUnits.push_back(Use.Units);
    }
  for (uint64_t Units : Base.Groups)
    if (!llvm::is_contained(CostUnits, Units))
      CostUnits.push_back(Units);
  addStoreUnit();
  PortLattice Lattice;
  for (uint64_t Units : CostUnits)
    Lattice.add(Units);
  Groups = Lattice.groups();
  unsigned Slots = Groups.size(), Stores = Slots + 1;
  NumResources = Stores + 1;
  for (uint64_t Units : CostUnits) {
    std::vector<Share> &Shares = SharesOfCost.emplace_back();
    for (unsigned G = 0; G < Groups.size(); ++G)
      if ((Units & ~Groups[G]) == 0)
        Shares.push_back({G, 1.0 / llvm::popcount(Groups[G])});
  }
  SharesOfCost.push_back({{Slots, 1 / Base.Width}});
  Costs.resize(Base.Forms.size() * numCosts());
  Loads.resize(Base.Forms.size() * NumResources);
  for (uint32_t F = 0; F < Base.Forms.size(); ++F) {
    const FormResources &Form = Base.Forms[F];
    Loads[F * NumResources + Stores] = Form.Stores / Base.StoreCommit;
    for (const UnitUse &Use : Form.Uses)
      setCost(F, llvm::find(CostUnits, Use.Units) - CostUnits.begin(),
              Use.Cycles);
    setCost(F, slots(), Form.Slots);
  }
}

void MixThroughput::setCost(uint32_t Form, unsigned Cost, double Amount) {
  double &Place = Costs[Form * numCosts() + Cost];
  double Change = Amount - std::exchange(Place, Amount);
  for (const Share &S : SharesOfCost[Cost])
    Loads[Form * NumResources + S.Resource] += Change * S.PerAmount;
}

std::vector<double> MixThroughput::loads(llvm::ArrayRef<uint32_t> Forms) const {
  std::vector<double> Sum(NumResources);
  for (uint32_t Form : Forms)
    for (unsigned R = 0; R < NumResources; ++R)
      Sum[R] += Loads[Form * NumResources + R];
  return Sum;
}

double MixThroughput::cycles(llvm::ArrayRef<uint32_t> Forms) const {
  double Most = LeastCycles;
  for (unsigned R = 0; R < NumResources; ++R) {
    double Sum = 0;
    for (uint32_t Form : Forms)
      Sum += Loads[Form * NumResources + R];
    Most = std::max(Most, Sum);
  }
  return Most;
}

std::string MixThroughput::limit(llvm::ArrayRef<uint32_t> Forms) const {
  std::vector<double> Sum = loads(Forms);
  unsigned R = llvm::max_element(Sum) - Sum.begin();
  if (R >= Groups.size())
    return R == Groups.size() ? "slots" : "stores";
  std::string Name;
  for (unsigned U = 0; U < Base.Units.size(); ++U)
    if (Groups[R] >> U & 1)
      Name += (Name.empty() ? "" : "+") + Base.Units[U];
  return Name;
}

/// Whether the example of a set holds one of its units for several cycles.
bool MixThroughput::isHeld(uint64_t Units) const {
  return llvm::any_of(Base.References, [&](const UnitReference &R) {
    return R.Units == Units &&
           llvm::any_of(Base.Forms[R.Form].Uses, [&](const UnitUse &U) {
             return U.Units == Units && U.Uops < U.Cycles;
           });
  });
}

ResourceMapping MixThroughput::mapping() const {
  ResourceMapping Result = Base;
  for (uint32_t F = 0; F < Result.Forms.size(); ++F) {
    FormResources &Form = Result.Forms[F];
    Form.Slots = cost(F, slots());
    std::vector<UnitUse> Uses;
    // In the order of the form's own uses, then what is new.
    for (const UnitUse &Use : Form.Uses) {
      unsigned C = llvm::find(CostUnits, Use.Units) - CostUnits.begin();
      if (cost(F, C) > 0)
        Uses.push_back({Use.Units, cost(F, C), Use.Uops});
    }
    for (unsigned C = 0; C < slots(); ++C)
      if (cost(F, C) > 0 && llvm::none_of(Uses, [&](const UnitUse &U) {
            return U.Units == CostUnits[C];
          }))
        Uses.push_back({CostUnits[C], cost(F, C),
                        isHeld(CostUnits[C]) ? 1 : unsigned(cost(F, C))});
    // Pipelined micro-operations are as many as their cycles.
    for (UnitUse &Use : Uses) {
      auto Old = llvm::find_if(
          Form.Uses, [&](const UnitUse &U) { return U.Units == Use.Units; });
      if (Old != Form.Uses.end() && Old->Uops == Old->Cycles)
        Use.Uops = unsigned(Use.Cycles);
    }
    Form.Uses = std::move(Uses);
  }
  return Result;
}
