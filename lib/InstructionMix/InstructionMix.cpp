//===- InstructionMix.cpp - What was executed, counted --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstructionMix.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace rafter;
using llvm::Error;
using llvm::Expected;

/// Wider than any scalar.
static constexpr unsigned LeastVectorBytes = 16;

namespace {

/// How often each entry of a table was executed.
template <typename Base> class Counter : public Base {
public:
  void setWarmUp(bool On) override { WarmUp = On; }
  void beginRegion() override {}
  void endRegion() override {}

  std::vector<uint64_t> Executions;

protected:
  void count(uint32_t Entry) {
    if (WarmUp)
      return;
    if (Entry >= Executions.size())
      Executions.resize(Entry + 1);
    ++Executions[Entry];
  }

private:
  bool WarmUp = false;
};

class InstructionCounter final : public Counter<InstructionConsumer> {
public:
  void consume(const InstructionChunk &Chunk) override {
    for (ExecutedInstruction I : Chunk.Instructions)
      count(I & ~TakenBit);
  }
};

class OperationCounter final : public Counter<StreamConsumer> {
public:
  void consume(llvm::ArrayRef<DynamicOperation> Operations) override {
    for (const DynamicOperation &O : Operations)
      count(O.Static);
  }
};

/// Adds up entries of a table.
class Totals {
public:
  void add(unsigned Class, unsigned WidthInBytes, const SourceLocation &Where,
           uint64_t Times) {
    Result.Executed += Times;
    ByClass[Class] += Times;
    if (WidthInBytes != 0)
      ByWidth[WidthInBytes < LeastVectorBytes ? 0 : WidthInBytes] += Times;
    ByLine[{Where.File, Where.Line}] += Times;
  }

  template <typename Class> InstructionMix finish() {
    for (auto [C, Times] : ByClass)
      Result.ByClass.push_back({name(static_cast<Class>(C)), Times});
    for (auto [Bytes, Times] : ByWidth)
      Result.ByWidth.push_back(
          {Bytes == 0 ? "scalar" : std::to_string(Bytes * 8) + " bits", Times});
    for (auto &[Place, Times] : ByLine)
      Result.ByLine.push_back({{Place.first, Place.second, 0}, Times});
    llvm::stable_sort(Result.ByLine, [](const auto &A, const auto &B) {
      return A.Executed > B.Executed;
    });
    return std::move(Result);
  }

  InstructionMix Result;

private:
  std::map<unsigned, uint64_t> ByClass, ByWidth;
  std::map<std::pair<std::string, unsigned>, uint64_t> ByLine;
};

} // namespace

/// Bytes that an instruction computes on or moves; 0 where that is not known.
static unsigned widthOf(const InstructionTable &Table,
                        const StaticInstruction &I) {
  unsigned Width = isCompute(I.Kind) ? I.Elements * I.ElementBytes : 0;
  for (const MemoryOperand &Operand : Table.memory(I))
    Width = std::max(Width, Operand.Bytes);
  return Width;
}

static Expected<InstructionMix> countMachineCode(InstructionStream &S) {
  InstructionCounter Counter;
  if (Error E = S.Play(Counter))
    return E;
  Totals Sum;
  for (auto [Entry, Times] : llvm::enumerate(Counter.Executions)) {
    const StaticInstruction &I = S.Table->Instructions[Entry];
    if (Times != 0)
      Sum.add(unsigned(I.Class), widthOf(*S.Table, I),
              S.Table->Locations[I.Location], Times);
  }
  return Sum.finish<InstructionClass>();
}

static Expected<InstructionMix> countOperations(OperationStream &S) {
  Expected<const OperationTable *> Table = S.Table();
  if (!Table)
    return Table.takeError();
  OperationCounter Counter;
  if (Error E = S.Play(Counter))
    return E;
  Totals Sum;
  Sum.Result.IsMachineCode = false;
  for (auto [Entry, Times] : llvm::enumerate(Counter.Executions)) {
    const StaticOperation &O = (*Table)->Operations[Entry];
    // Copies between registers are the IR's own.
    if (Times != 0 && O.Kind != OperationKind::Move)
      Sum.add(unsigned(O.Kind), O.bytes(), (*Table)->Locations[O.Location],
              Times);
  }
  return Sum.finish<OperationKind>();
}

namespace {

class CrackedCounter final : public CrackedConsumer {
public:
  void setWarmUp(bool On) override { WarmUp = On; }
  bool take(llvm::ArrayRef<CrackedInstruction> Parts) override {
    if (WarmUp)
      return true;
    for (const CrackedInstruction &I : Parts)
      Sum.add(unsigned(I.Class), I.isLoad() || I.isStore() ? I.DataBytes : 0,
              SourceLocation(), 1);
    return true;
  }

  Totals Sum;

private:
  bool WarmUp = false;
};

} // namespace

Expected<InstructionMix> rafter::countInstructions(Source &S) {
  if (!S.Instructions && S.Cracked) {
    CrackedCounter Counter;
    if (Error E = S.Cracked(Counter))
      return E;
    return Counter.Sum.finish<InstructionClass>();
  }
  // Instructions that stand for operations are counted as what they are.
  if (S.Instructions && !S.Instructions->CPU)
    return countMachineCode(*S.Instructions);
  return countOperations(*S.Operations);
}
