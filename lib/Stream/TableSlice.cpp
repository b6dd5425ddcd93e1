//===- TableSlice.cpp - A part of an instruction table --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Stream/TableSlice.h"
#include "llvm/ADT/DenseMap.h"

using namespace rafter;

/// Appends a stretch of one array to another.
template <class T>
static TableRange copy(const std::vector<T> &From, TableRange Range,
                       std::vector<T> &To) {
  TableRange Copied;
  Copied.Begin = uint32_t(To.size());
  To.insert(To.end(), From.begin() + Range.Begin, From.begin() + Range.End);
  Copied.End = uint32_t(To.size());
  return Copied;
}

namespace {

/// Takes over entries that several instructions share; 0 stays the entry that
/// says nothing.
template <class T> class Entries {
public:
  Entries(const std::vector<T> &From, std::vector<T> &To)
      : From(From), To(To) {}

  uint32_t copy(uint32_t Index) {
    if (Index == 0)
      return 0;
    auto [Found, IsNew] = Copies.try_emplace(Index, To.size());
    if (IsNew)
      To.push_back(From[Index]);
    return Found->second;
  }

private:
  const std::vector<T> &From;
  std::vector<T> &To;
  llvm::DenseMap<uint32_t, uint32_t> Copies;
};

} // namespace

InstructionTable rafter::slice(const InstructionTable &Table,
                               TableRange Range) {
  InstructionTable Part;
  Part.Units = Table.Units;
  Part.NumRegisterUnits = Table.NumRegisterUnits;
  Entries Strings(Table.Strings, Part.Strings);
  Entries Locations(Table.Locations, Part.Locations);
  Entries Values(Table.Values, Part.Values);
  Entries Given(Table.Given, Part.Given);
  Entries Functions(Table.Functions, Part.Functions);
  for (uint32_t I = Range.Begin; I != Range.End; ++I) {
    StaticInstruction S = Table.Instructions[I];
    S.Reads = copy(Table.Reads, S.Reads, Part.Reads);
    S.Writes = copy(Table.Writes, S.Writes, Part.Writes);
    S.Ports = copy(Table.Ports, S.Ports, Part.Ports);
    S.Memory = copy(Table.Memory, S.Memory, Part.Memory);
    for (uint32_t W = S.Writes.Begin; W != S.Writes.End; ++W)
      Part.Writes[W].Value = Values.copy(Part.Writes[W].Value);
    for (uint32_t M = S.Memory.Begin; M != S.Memory.End; ++M) {
      MemoryOperand &Operand = Part.Memory[M];
      Operand.Address = Values.copy(Operand.Address);
      Operand.Data = Values.copy(Operand.Data);
      Operand.Given = Given.copy(Operand.Given);
    }
    S.Text = Strings.copy(S.Text);
    S.Mnemonic = Strings.copy(S.Mnemonic);
    S.Assumption = Strings.copy(S.Assumption);
    S.Location = Locations.copy(S.Location);
    S.Function = Functions.copy(S.Function);
    Part.Instructions.push_back(S);
  }
  return Part;
}
