//===- Fixtures.cpp - Models and readable table entries -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixtures.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

using namespace llvm;

namespace rafter {

const char *const X86 = "x86_64-unknown-linux-gnu";
const char *const AArch64 = "aarch64-unknown-linux-gnu";
const char *const RISCV = "riscv64-unknown-linux-gnu";

Processor plainCPU(StringRef LLVMName) {
  Processor CPU;
  CPU.Name = CPU.LLVMName = LLVMName.str();
  return CPU;
}

Processor intelCPU(StringRef LLVMName) {
  Processor CPU = plainCPU(LLVMName);
  CoreParameters &Core = CPU.Core;
  Core.Known = true;
  Core.Fusion = MacroFusion::X86Arithmetic;
  Core.MicroFusion = Core.UnlaminateIndexed = true;
  Core.EliminateIntegerMoves = Core.EliminateVectorMoves = true;
  Core.ZeroIdioms = true;
  return CPU;
}

std::unique_ptr<TargetModel> createModel(StringRef Target,
                                         const Processor &CPU) {
  Expected<std::unique_ptr<TargetModel>> Model =
      TargetModel::create(Triple(Target), CPU);
  if (!Model) {
    ADD_FAILURE() << toString(Model.takeError());
    return nullptr;
  }
  return std::move(*Model);
}

Block assemble(const TargetModel &Model, StringRef Text) {
  Block B;
  Expected<std::vector<AssemblyRegion>> Regions =
      readAssembly(MemoryBufferRef(Text, "test.s"), Model, B.Table);
  if (Regions)
    B.Regions = std::move(*Regions);
  else
    ADD_FAILURE() << toString(Regions.takeError());
  return B;
}

std::string assemblyError(const TargetModel &Model, StringRef Text) {
  InstructionTable Table;
  Expected<std::vector<AssemblyRegion>> Regions =
      readAssembly(MemoryBufferRef(Text, "test.s"), Model, Table);
  return Regions ? std::string() : toString(Regions.takeError());
}

/// "p0156" for units p0, p1, p5 and p6; others joined by commas.
static std::string unitSet(const InstructionTable &Table, uint64_t Units) {
  std::string Numbers, Names;
  for (size_t I = 0; I < Table.Units.size(); ++I) {
    if (!(Units >> I & 1))
      continue;
    StringRef Name = Table.Units[I];
    if (Name.size() == 2 && Name[0] == 'p')
      Numbers += Name[1];
    else
      Names += (Names.empty() ? "" : ",") + Name.str();
  }
  if (!Numbers.empty())
    Numbers = "p" + Numbers;
  return Numbers + (Names.empty() || Numbers.empty() ? "" : ",") + Names;
}

static std::string portsOf(const InstructionTable &Table,
                           const StaticInstruction &I) {
  std::vector<std::string> Uses;
  for (const PortUse &P : Table.ports(I))
    Uses.push_back((P.Cycles == 1 ? "" : std::to_string(P.Cycles) + "*") +
                   unitSet(Table, P.Units));
  sort(Uses);
  return join(Uses, " + ");
}

static std::string memoryOf(const InstructionTable &Table,
                            const StaticInstruction &I) {
  std::vector<std::string> Uses;
  for (const MemoryOperand &M : Table.memory(I))
    Uses.push_back(std::to_string(M.Bytes) + (M.IsStore ? " store" : " load"));
  return join(Uses, " + ");
}

std::string Block::ports(unsigned I) const {
  return portsOf(Table, (*this)[I]);
}

std::string Block::memory(unsigned I) const {
  return memoryOf(Table, (*this)[I]);
}

bool Block::depends(unsigned Reader, unsigned Writer) const {
  for (const RegisterRead &R : Table.reads((*this)[Reader]))
    for (const RegisterWrite &W : Table.writes((*this)[Writer]))
      if (R.Unit == W.Unit)
        return true;
  return false;
}

int Block::latency(unsigned I) const {
  int Latency = -1;
  for (const RegisterWrite &W : Table.writes((*this)[I]))
    if (!W.FromAddress)
      Latency = std::max<int>(Latency, W.Latency);
  return Latency;
}

std::string Block::assumption(unsigned I) const {
  return Table.Strings[(*this)[I].Assumption];
}

std::string describe(const InstructionTable &Table,
                     const StaticInstruction &I) {
  std::vector<std::string> Reads, Writes;
  for (const RegisterRead &R : Table.reads(I))
    Reads.push_back(std::to_string(R.Unit) + "/" +
                    std::to_string(unsigned(R.Stage)) + "/" +
                    std::to_string(R.Delay));
  for (const RegisterWrite &W : Table.writes(I))
    Writes.push_back(std::to_string(W.Unit) + "/" + std::to_string(W.Latency) +
                     (W.FromAddress ? "a" : ""));
  sort(Reads);
  sort(Writes);
  std::string Text;
  raw_string_ostream(Text) << "class " << unsigned(I.Class) << " branch "
                           << unsigned(I.Branch) << " slots "
                           << unsigned(I.Slots) << "/"
                           << unsigned(I.DecodedSlots) << " uops "
                           << unsigned(I.Uops) << " load "
                           << unsigned(I.LoadLatency) << " flags "
                           << unsigned(I.Flags) << " kind " << unsigned(I.Kind)
                           << " " << unsigned(I.ElementBytes) << "x"
                           << I.Elements << " reads " << join(Reads, ",")
                           << " writes " << join(Writes, ",") << " ports "
                           << portsOf(Table, I) << " memory "
                           << memoryOf(Table, I);
  return Text;
}

} // namespace rafter
