//===- StoredLoops.cpp - Loops of the source, kept in the module ----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Metadata of a function, a node for each loop: !{!"file", !"line column inner
// line:column:opcode:lanes:step ..."}, where a step that is not known is
// absent; outer where loops are in it, which a macro puts at the same place.
//
//===----------------------------------------------------------------------===//

#include "rafter/CodeGen/SourceLoops.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

namespace rafter {

static constexpr char MetadataName[] = "rafter.loops";
/// In place of a step.
static constexpr StringLiteral UnknownStride = "strided";

static std::string textOf(const SourceLoop &L) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << L.Place.Line << ' ' << L.Place.Column
     << (L.IsInnermost ? " inner" : " outer");
  for (const LoopOperation &O : L.Marks) {
    OS << ' ' << O.Line << ':' << O.Column << ':' << O.Opcode << ':' << O.Lanes;
    if (O.Step)
      OS << ':' << *O.Step;
    else if (O.IsStrided)
      OS << ':' << UnknownStride;
  }
  return Text;
}

/// False if Text is none of textOf.
static bool parse(StringRef Text, SourceLoop &L) {
  SmallVector<StringRef, 32> Words;
  Text.split(Words, ' ');
  if (Words.size() < 3 || Words[0].getAsInteger(10, L.Place.Line) ||
      Words[1].getAsInteger(10, L.Place.Column))
    return false;
  L.IsInnermost = Words[2] == "inner";
  for (StringRef Word : drop_begin(Words, 3)) {
    LoopOperation O;
    SmallVector<StringRef, 5> Parts;
    Word.split(Parts, ':');
    O.IsStrided = Parts.size() > 4 && Parts[4] == UnknownStride;
    bool HasStep = Parts.size() > 4 && !O.IsStrided;
    int64_t Step = 0;
    if (Parts.size() < 4 || Parts[0].getAsInteger(10, O.Line) ||
        Parts[1].getAsInteger(10, O.Column) ||
        Parts[2].getAsInteger(10, O.Opcode) ||
        Parts[3].getAsInteger(10, O.Lanes) ||
        (HasStep && Parts[4].getAsInteger(10, Step)))
      return false;
    if (HasStep)
      O.Step = Step;
    L.Marks.push_back(O);
  }
  return true;
}

void SourceLoops::store(Function &F) const {
  auto Known = Noted.find(F.getName());
  if (Known == Noted.end())
    return;
  LLVMContext &Context = F.getContext();
  SmallVector<Metadata *, 4> Loops;
  for (const SourceLoop &L : Known->second)
    Loops.push_back(MDTuple::get(Context, {MDString::get(Context, L.Place.File),
                                           MDString::get(Context, textOf(L))}));
  F.setMetadata(MetadataName, MDTuple::get(Context, Loops));
}

void SourceLoops::load(const Module &M) {
  for (const Function &F : M) {
    const MDNode *All = F.getMetadata(MetadataName);
    if (!All)
      continue;
    std::vector<SourceLoop> &Loops = Noted[F.getName()];
    Loops.clear();
    for (const MDOperand &O : All->operands()) {
      auto *Node = dyn_cast_or_null<MDTuple>(O.get());
      if (!Node || Node->getNumOperands() != 2)
        continue;
      auto *File = dyn_cast_or_null<MDString>(Node->getOperand(0).get());
      auto *Text = dyn_cast_or_null<MDString>(Node->getOperand(1).get());
      SourceLoop L;
      if (!File || !Text || !parse(Text->getString(), L))
        continue;
      L.Place.File = File->getString().str();
      Loops.push_back(std::move(L));
    }
  }
}

namespace {

class StoreLoops : public PassInfoMixin<StoreLoops> {
public:
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &Analyses) {
    SourceLoops Loops;
    Loops.note(F, Analyses.getResult<LoopAnalysis>(F));
    Loops.store(F);
    return PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

} // namespace

void storeSourceLoops(PassBuilder &PB) {
  PB.registerVectorizerStartEPCallback(
      [](FunctionPassManager &Passes, OptimizationLevel) {
        Passes.addPass(StoreLoops());
      });
}

} // namespace rafter
