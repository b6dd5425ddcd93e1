//===- AssembledCode.cpp - Blocks as entries of the table -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/TraceFiles/InstructionAssembler.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace rafter;
using llvm::ArrayRef;
using llvm::StringRef;

const uint32_t *AssembledCode::find(uint64_t Address, StringRef Bytes) const {
  auto [Begin, End] = EntryAt.equal_range(Address);
  for (auto It = Begin; It != End; ++It)
    if (It->second.Bytes == Bytes)
      return &It->second.Entry;
  return nullptr;
}

/// Adds instructions First to Last, not included, of a block to the table.
void AssembledCode::lower(const CodeBlock &Code, size_t First, size_t Last,
                          Block &Result) {
  auto Offset = [&](size_t Instruction) {
    return llvm::sum_of(ArrayRef(Code.Sizes).take_front(Instruction),
                        uint64_t(0));
  };
  uint64_t Begin = Offset(First), End = Offset(Last);
  auto LineOf = [&](uint64_t Address) -> uint32_t {
    // The instruction that Address is in: LLVM may see two where QEMU saw one.
    size_t Index = 0;
    for (uint64_t At = Code.StaticAddress;
         Index + 1 < Code.Sizes.size() && At + Code.Sizes[Index] <= Address;
         ++Index)
      At += Code.Sizes[Index];
    const SourceLocation &Line = Code.Lines[Index];
    if (!Line.isValid())
      return 0;
    std::string Key = Line.File + ":" + std::to_string(Line.Line) + ":" +
                      std::to_string(Line.Column);
    auto [It, IsNew] = Locations.try_emplace(Key, 0);
    if (IsNew)
      It->second = Lowering.AddLocation(Line);
    return It->second;
  };
  uint32_t Function = 0;
  if (!Code.Function.empty()) {
    auto [It, IsNew] = Functions.try_emplace(Code.Function, 0);
    if (IsNew)
      It->second = Lowering.AddFunction(Code.Function);
    Function = It->second;
  }
  TableRange Range =
      Lowering.AddBlock(ArrayRef(Code.Bytes).slice(Begin, End - Begin),
                        Code.StaticAddress + Begin, Function, LineOf);
  // The table's entries need not be the instructions that QEMU saw: what LLVM
  // cannot decode is one entry.
  uint32_t Entry = Range.Begin;
  uint64_t At = Begin;
  for (size_t I = First; I != Last; ++I) {
    uint64_t Address = Code.StaticAddress + At;
    while (Entry + 1 < Range.End &&
           Table.Instructions[Entry + 1].Address <= Address)
      ++Entry;
    Result.Entries.push_back(Entry);
    StringRef Bytes =
        llvm::toStringRef(ArrayRef(Code.Bytes).slice(At, Code.Sizes[I]));
    EntryAt.emplace(Code.Address + At, Known{Entry, Bytes.str()});
    At += Code.Sizes[I];
  }
}

/// A line more of a repetition that has begun takes its accesses and no more:
/// it does not wait for those of the line before.
uint32_t AssembledCode::continuationOf(uint32_t Entry) {
  auto [It, IsNew] = Continuations.try_emplace(Entry, 0);
  if (!IsNew)
    return It->second;
  StaticInstruction I = Table.Instructions[Entry];
  I.Slots = I.DecodedSlots = 1;
  I.Uops = std::max<unsigned>(I.Memory.size(), 1);
  I.Flags &= ~StaticInstruction::Microcoded;
  I.Ports = {};
  uint32_t Begin = Table.Writes.size();
  for (uint32_t W = I.Writes.Begin; W != I.Writes.End; ++W) {
    RegisterWrite Write = Table.Writes[W];
    Write.Latency = 1;
    Write.FromAddress = true;
    Table.Writes.push_back(Write);
  }
  I.Writes = {Begin, static_cast<uint32_t>(Table.Writes.size())};
  It->second = Table.Instructions.size();
  Table.Instructions.push_back(I);
  return It->second;
}

/// Blocks overlap when a jump leads into the middle of one: what is known is
/// not added again.
void AssembledCode::define(const CodeBlock &Code) {
  Block Result;
  Result.Address = Code.Address;
  Result.End = Code.end();
  size_t Unknown = 0;
  uint64_t At = 0;
  for (size_t I = 0; I != Code.Sizes.size(); ++I) {
    StringRef Bytes =
        llvm::toStringRef(ArrayRef(Code.Bytes).slice(At, Code.Sizes[I]));
    Result.LastAddress = Code.Address + At;
    At += Code.Sizes[I];
    const uint32_t *Entry = find(Result.LastAddress, Bytes);
    // The second half of a fused pair is one only behind the first.
    if (!Entry || (I == 0 && Table.Instructions[*Entry].has(
                                 StaticInstruction::FusedWithPrevious)))
      continue;
    if (Unknown != I)
      lower(Code, Unknown, I, Result);
    Result.Entries.push_back(*Entry);
    Unknown = I + 1;
  }
  if (Unknown != Code.Sizes.size())
    lower(Code, Unknown, Code.Sizes.size(), Result);
  Result.LastBranch = Table.Instructions[Result.Entries.back()].Branch;
  if (Code.Sizes.size() == 1 && Result.LastBranch == BranchKind::None)
    Result.Continuation = continuationOf(Result.Entries.back());
  Blocks.push_back(std::move(Result));
}

/// Finds the accesses that are an instruction's operands. QEMU splits wide ones
/// into pieces: an operand takes as many as give its bytes. A locked
/// read-modify-write is one store to QEMU.
static void matchOperands(ArrayRef<MemoryOperand> Operands,
                          ArrayRef<AccessShape> Accesses, uint32_t First,
                          std::vector<uint32_t> &Result) {
  llvm::SmallVector<uint32_t, 8> Loads, Stores;
  for (auto [Index, A] : llvm::enumerate(Accesses))
    (A.isStore() ? Stores : Loads).push_back(First + Index);
  bool OnlyStores = Loads.empty();
  size_t NextLoad = 0, NextStore = 0;
  for (const MemoryOperand &Operand : Operands) {
    bool FromStores = Operand.IsStore || OnlyStores;
    ArrayRef<uint32_t> From = FromStores ? Stores : Loads;
    // A store that stands for a load too is not used up by it.
    size_t Unused = NextStore;
    size_t &Next = Operand.IsStore ? NextStore : FromStores ? Unused : NextLoad;
    Result.push_back(Next < From.size() ? From[Next]
                                        : AssembledCode::Plan::NoAccess);
    for (uint64_t Bytes = 0; Next < From.size() && Bytes < Operand.Bytes;
         ++Next)
      Bytes += Accesses[From[Next] - First].bytes();
  }
}

void AssembledCode::define(const BlockVariant &Variant) {
  Plan P;
  P.Block = Variant.Block;
  const Block &B = Blocks[Variant.Block];
  P.IsComplete = Variant.Instructions == B.Entries.size();
  ArrayRef<AccessShape> Accesses = Variant.Accesses;
  size_t Begin = 0;
  uint32_t Before = ~0u;
  for (uint32_t I = 0; I != Variant.Instructions; ++I) {
    size_t End = Begin;
    while (End != Accesses.size() && Accesses[End].instruction() <= I)
      ++End;
    uint32_t Entry = B.Entries[I];
    if (Entry != Before) {
      P.Instructions.push_back(Entry);
      matchOperands(Table.memory(Table.Instructions[Entry]),
                    Accesses.slice(Begin, End - Begin), Begin, P.Addresses);
    }
    Before = Entry;
    P.LastAccesses = End - Begin;
    Begin = End;
  }
  Plans.push_back(std::move(P));
}
