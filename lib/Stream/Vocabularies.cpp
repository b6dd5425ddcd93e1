//===- Vocabularies.cpp - A source in another vocabulary ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Stream/Vocabularies.h"
#include "InstructionsOfOperations.h"
#include "OperationsOfInstructions.h"
#include "rafter/Stream/WarmUp.h"

using namespace rafter;
using llvm::Error;
using llvm::Expected;

namespace {

/// Takes a stream for the table that grows on the way.
class Ignored final : public InstructionConsumer {
public:
  void setWarmUp(bool) override {}
  void beginRegion() override {}
  void consume(const InstructionChunk &) override {}
  void endRegion() override {}
};

} // namespace

/// Plays S once if only that fills its table.
static Error fillTable(InstructionStream &S) {
  if (S.TableIsWhole)
    return Error::success();
  Ignored Nothing;
  return S.Play(Nothing);
}

void rafter::addOperations(Source &S) {
  auto Lowered = std::make_shared<std::optional<LoweredInstructions>>();
  InstructionStream &From = *S.Instructions;
  OperationStream Result;
  Result.Table = [&From, Lowered]() -> Expected<const OperationTable *> {
    if (Error E = fillTable(From))
      return E;
    *Lowered = lowerInstructions(*From.Table);
    return &(*Lowered)->Table;
  };
  Result.Play = [&From, Lowered](StreamConsumer &Consumer) {
    StreamConsumer *Consumers[] = {&Consumer};
    OperationsOfInstructions Adapter(*From.Table, **Lowered, Consumers);
    return From.Play(Adapter);
  };
  // Of a block, whose accesses hit L1, the first execution fetches the lines.
  if (From.PerfectMemory)
    Result.Play = warmUpWithFirstRegion(std::move(Result.Play));
  S.Operations = std::move(Result);
}

void rafter::addInstructions(Source &S, const OperationTable &Table,
                             const Processor &CPU) {
  auto Adapter = std::make_shared<InstructionsOfOperations>(Table, CPU);
  InstructionStream Result;
  Result.Table = &Adapter->table();
  Result.CPU = processorOfOperations(CPU);
  Result.Play = [&From = *S.Operations, Adapter,
                 IsWhole = false](InstructionConsumer &Consumer) mutable {
    if (!IsWhole)
      if (Error E = From.Play(*Adapter))
        return E;
    IsWhole = true;
    Adapter->setTarget(&Consumer);
    Error E = From.Play(*Adapter);
    Adapter->setTarget(nullptr);
    return E;
  };
  S.Instructions = std::move(Result);
}
