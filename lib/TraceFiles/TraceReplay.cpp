//===- TraceReplay.cpp - Recordings as instructions of a CPU --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ties the assembler of instructions to the builder for a CPU.
//
//===----------------------------------------------------------------------===//

#include "TraceReaderImpl.h"
#include "rafter/CodeGen/InstructionBuilder.h"
#include "rafter/TraceFiles/InstructionAssembler.h"

using namespace rafter;
using llvm::ArrayRef;
using llvm::Error;
using llvm::StringRef;

CodeLowering::CodeLowering(InstructionBuilder &Builder) {
  AddBlock = [&Builder](ArrayRef<uint8_t> Bytes, uint64_t Address,
                        uint32_t Function,
                        llvm::function_ref<uint32_t(uint64_t)> LocationOf) {
    return Builder.addBlock(Bytes, Address, Function, LocationOf);
  };
  AddFunction = [&Builder](StringRef Name) {
    return Builder.addFunction(Name);
  };
  AddLocation = [&Builder](const SourceLocation &Where) {
    return Builder.addLocation(Where);
  };
}

struct TraceReplay::State {
  const TraceReader &Trace;
  AssembledCode Code;
};

TraceReplay::TraceReplay(const TraceReader &Trace, InstructionBuilder &Builder,
                         InstructionTable &Table, bool WithNames)
    : Current(new State{Trace, AssembledCode(CodeLowering(Builder), Table)}) {
  for (const CodeBlock &Block : Trace.impl().Blocks)
    Current->Code.define(WithNames ? Block : Block.withoutNames());
  for (const BlockVariant &Variant : Trace.impl().Variants)
    Current->Code.define(Variant);
}

TraceReplay::~TraceReplay() = default;

Error TraceReplay::playThread(InstructionConsumer &Consumer, unsigned Thread) {
  const TraceReader &Trace = Current->Trace;
  if (Thread >= Trace.threads().size())
    return llvm::createStringError(
        "the trace has no thread " + llvm::Twine(Thread) + ", but " +
        llvm::Twine(Trace.threads().size()) + " from 0 on");
  InstructionAssembler Assembler(Current->Code, Consumer, Thread,
                                 /*DefinesCode=*/false);
  bool Good = Trace.impl().play(Thread, Assembler);
  Assembler.finish();
  if (Good || !Trace.damage().empty())
    return Error::success();
  return llvm::createStringError("the trace does not hold together");
}

InstructionSource ThreadReplay::source(unsigned Thread) {
  return [this, Thread](InstructionConsumer &Consumer) {
    return play(Consumer, Thread);
  };
}
