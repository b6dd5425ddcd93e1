//===- StoreSets.h - Loads that wait for stores' addresses ------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A load goes past stores whose addresses are not known yet, unless it met one
// of them before: then it waits for the address of that one, whenever it is
// executed again (store sets; Chrysos and Emer, ISCA 1998). On Zen 4 a load
// that meets one store does not wait for others whose addresses are late.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_STORESETS_H
#define RAFTER_LIB_SIMULATION_STORESETS_H

#include "Outcome.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <array>
#include <vector>

namespace rafter {

/// The store that an operand got its value from, as stores are counted back.
class LastStore {
public:
  /// Executions after which a load does not wait for a store that it met.
  static constexpr uint8_t Expects = 4;
  /// Executions after which memory renaming takes its value from there. On Zen
  /// 5 additions to places of which one is hit 97 and 99 times in 100 lose 145
  /// and 181 cycles for each of the others, which is what about 30 of them lose
  /// that wait for forwarding (6.7 cycles, as long as they follow each other).
  static constexpr uint8_t Renames = 32;

  /// How often in a row it was New before, up to Renames.
  unsigned follow(uint32_t New) {
    if (New != Distance) {
      Distance = New;
      Times = 0;
    }
    const unsigned Before = Times;
    Times = std::min<uint8_t>(Times + 1, Renames);
    return Before;
  }

  uint64_t state() const { return uint64_t(Distance) << 8 | Times; }

private:
  uint32_t Distance = 0;
  uint8_t Times = 0;
};

/// Which stores are the last ones of their place in the code. Instructions that
/// are alike are one in the table: a place is told apart by what was executed
/// before it. (Places may fall together; then renaming is missed.)
class StorePlaces {
public:
  StorePlaces() : LastOfPlace(1 << LogPlaces) {}

  /// Operand stores, and Before was the last instruction before its own.
  void store(uint32_t Operand, uint32_t Before) {
    const uint16_t Place =
        (Operand * 2654435761u ^ Before * 2246822519u) >> (32 - LogPlaces);
    PlaceOfStore[++NumStores % StoresKept] = Place;
    LastOfPlace[Place] = NumStores;
  }
  /// Whether the place of the store at this distance has stored nothing since.
  bool isLastOfItsPlace(uint32_t Distance) const {
    const uint64_t Number = NumStores - Distance + 1;
    return Distance != 0 && Distance < StoresKept &&
           LastOfPlace[PlaceOfStore[Number % StoresKept]] == Number;
  }

  /// Visits the places of the last stores, which is all that matters.
  template <class Function> void visitState(Function Visit) const {
    const uint64_t Kept = std::min<uint64_t>(NumStores, StoresKept);
    Visit(Kept);
    for (uint64_t N = NumStores - Kept + 1; N <= NumStores; ++N)
      Visit(PlaceOfStore[N % StoresKept]);
  }

private:
  static constexpr unsigned LogPlaces = 12;
  static constexpr uint32_t StoresKept = 256;

  std::vector<uint64_t> LastOfPlace;
  /// Stores so far, and the places of the last ones.
  uint64_t NumStores = 0;
  std::array<uint16_t, StoresKept> PlaceOfStore = {};
};

class StoreSets {
public:
  /// A load waits for so many executions; 0: never.
  explicit StoreSets(uint32_t Executions) : Executions(Executions) {}

  bool matter() const { return Executions != 0; }
  /// The table has so many memory operands.
  void refresh(size_t NumOperands) {
    if (!matter())
      return;
    Loads.resize(NumOperands);
    LastOfOperand.resize(NumOperands);
  }
  void store(uint32_t Operand) {
    OperandOfStore[++NumStores % StoresKept] = Operand;
    LastOfOperand[Operand] = NumStores;
  }
  /// A load with its StoreDistance, which it expected if that repeats. Of
  /// several stores it waits for the youngest.
  void load(uint32_t Operand, bool Repeats, AccessOutcome &A) {
    const bool Meets = A.StoreDistance != 0;
    const bool IsExpected = Meets && Repeats;
    uint64_t Distance = StoresKept;
    for (Met &M : Loads[Operand])
      if (M.Left != 0) {
        Distance = std::min(Distance, NumStores - LastOfOperand[M.Store] + 1);
        --M.Left;
      }
    if (!IsExpected && Distance != StoresKept) {
      A.IsWary = true;
      A.AliasDistance = static_cast<uint16_t>(Distance);
    }
    if (Meets && !IsExpected && A.StoreDistance < StoresKept)
      learn(Loads[Operand],
            OperandOfStore[(NumStores - A.StoreDistance + 1) % StoresKept]);
  }

  /// Visits what loads wait for, and how far back the stores are that matter.
  template <class Function> void visitState(Function Visit) const {
    if (!matter())
      return;
    for (const Set &S : Loads)
      for (const Met &M : S)
        Visit(uint64_t(M.Store) << 32 | M.Left);
    for (uint64_t Last : LastOfOperand)
      Visit(std::min<uint64_t>(NumStores - Last, StoresKept));
    const uint64_t Kept = std::min<uint64_t>(NumStores, StoresKept);
    Visit(Kept);
    for (uint64_t N = NumStores - Kept + 1; N <= NumStores; ++N)
      Visit(OperandOfStore[N % StoresKept]);
  }

private:
  static constexpr uint32_t StoresKept = 256;
  /// The operand of a store, and for how many executions a load waits for it.
  struct Met {
    uint32_t Store = 0, Left = 0;
  };
  using Set = std::array<Met, 4>;

  void learn(Set &S, uint32_t Store) {
    auto Place = llvm::find_if(
        S, [&](const Met &M) { return M.Left != 0 && M.Store == Store; });
    if (Place == S.end())
      Place = llvm::min_element(
          S, [](const Met &A, const Met &B) { return A.Left < B.Left; });
    *Place = {Store, Executions};
  }

  uint32_t Executions;
  /// By operand.
  std::vector<Set> Loads;
  std::vector<uint64_t> LastOfOperand;
  /// Stores so far, and the operands of the last ones.
  uint64_t NumStores = 0;
  std::array<uint32_t, StoresKept> OperandOfStore = {};
};

} // namespace rafter

#endif // RAFTER_LIB_SIMULATION_STORESETS_H
