//===- PartialReads.cpp - Loads that read parts of stores -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartialReads.h"
#include "MakeRemarks.h"
#include "llvm/ADT/STLExtras.h"

using namespace rafter;

namespace {

/// Where an operand of an instruction goes.
struct Accessed {
  const AddressPattern *At;
  uint64_t Bytes;

  bool moves() const {
    return At->SpreadBytes != 0 || At->Window != 0 ||
           llvm::any_of(At->Steps, [](int64_t Step) { return Step != 0; });
  }
  /// Whether it is always a multiple of Grid from where it begins.
  bool staysOn(uint64_t Grid) const {
    return (At->SpreadBytes == 0 || At->Granule % Grid == 0) &&
           At->Window % Grid == 0 && At->Offset % Grid == 0 &&
           llvm::all_of(At->Steps, [&](int64_t Step) {
             return Step % static_cast<int64_t>(Grid) == 0;
           });
  }
};

} // namespace

/// Whether Load may read bytes of Store and others. Objects are far from each
/// other; see AddressPatterns.
static bool mayReadAPart(const Accessed &Load, const Accessed &Store) {
  constexpr uint64_t SameObject = 1ull << 31;
  const uint64_t From = Load.At->Base, To = Store.At->Base;
  const uint64_t Distance = std::max(From, To) - std::min(From, To);
  if (Distance >= SameObject)
    return false;
  if (!Load.moves() && !Store.moves())
    return From < To + Store.Bytes && To < From + Load.Bytes &&
           (From < To || From + Load.Bytes > To + Store.Bytes);
  return Load.Bytes != Store.Bytes || Load.Bytes == 0 ||
         Distance % Load.Bytes != 0 || !Load.staysOn(Load.Bytes) ||
         !Store.staysOn(Load.Bytes);
}

bool rafter::mayReadPartsOfStores(const MachineLoop &Code) {
  llvm::SmallVector<Accessed, 16> Loads, Stores;
  auto Address = Code.Body.Addresses.begin();
  for (ExecutedInstruction E : Code.Body.Path)
    for (const MemoryOperand &O :
         Code.Table.memory(Code.Table.Instructions[E & ~TakenBit]))
      (O.IsStore ? Stores : Loads).push_back({&*Address++, O.Bytes});
  return llvm::any_of(Loads, [&](const Accessed &Load) {
    return llvm::any_of(Stores, [&](const Accessed &Store) {
      return mayReadAPart(Load, Store);
    });
  });
}
