//===- RepeatedRegion.cpp - A block as the body of a loop -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CodeGen/AssemblyFile.h"
#include "llvm/ADT/DenseMap.h"

using namespace llvm;

namespace rafter {

namespace {

/// Lines of 64 bytes that the accesses of a block are spread over: 16 KiB fit
/// every L1. Where there are more forms of addresses, lines are shared.
constexpr uint64_t NumLines = 256;
constexpr uint64_t LineBytes = 64;
/// Anything but 0, which means "no access".
constexpr uint64_t FirstAddress = 1 << 20;

/// The addresses of one iteration: one line for each form of address.
std::vector<uint64_t> addressesOf(const InstructionTable &Table,
                                  TableRange Region) {
  std::vector<uint64_t> Addresses;
  DenseMap<uint32_t, uint64_t> ByForm;
  uint64_t Next = 0;
  auto NewAddress = [&] {
    uint64_t Line = Next % NumLines, Part = Next / NumLines % 8;
    ++Next;
    return FirstAddress + Line * LineBytes + Part * 8;
  };
  for (uint32_t I = Region.Begin; I < Region.End; ++I)
    for (const MemoryOperand &M : Table.memory(Table.Instructions[I])) {
      if (!M.AddressForm) {
        Addresses.push_back(NewAddress());
        continue;
      }
      auto Found = ByForm.find(M.AddressForm);
      if (Found == ByForm.end())
        Found = ByForm.try_emplace(M.AddressForm, NewAddress()).first;
      Addresses.push_back(Found->second);
    }
  return Addresses;
}

} // namespace

InstructionSource repeat(const InstructionTable &Table, TableRange Region,
                         uint64_t Iterations) {
  return [&Table, Region, Iterations](InstructionConsumer &Consumer) -> Error {
    std::vector<ExecutedInstruction> Body;
    for (uint32_t I = Region.Begin; I < Region.End; ++I)
      Body.push_back(I);
    if (!Body.empty() &&
        Table.Instructions[Body.back()].Branch != BranchKind::None)
      Body.back() |= TakenBit;
    std::vector<uint64_t> Addresses = addressesOf(Table, Region);
    Consumer.beginRegion();
    for (uint64_t I = 0; I < Iterations; ++I) {
      Consumer.consume({Body, Addresses});
      Consumer.endIteration();
    }
    Consumer.endRegion();
    return Error::success();
  };
}

} // namespace rafter
