//===- ProgramLowering.cpp - From LLVM IR to a Program --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers the functions of a module one after the other, in its order.
//
//===----------------------------------------------------------------------===//

#include "rafter/IR/ProgramLowering.h"
#include "FunctionLowering.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include <cstdlib>

using namespace rafter;
using namespace llvm;

std::optional<uint32_t> LoweredModule::segment(const BasicBlock *Block,
                                               const BasicBlock *Predecessor,
                                               unsigned Part) const {
  auto It = Blocks.find(Block);
  if (It == Blocks.end() || Part >= It->second.Parts.size())
    return std::nullopt;
  if (Part == 0)
    for (auto [From, Number] : It->second.Variants)
      if (From == Predecessor)
        return Number;
  uint32_t Number = It->second.Parts[Part].Segment;
  if (Number == NoSegment)
    return std::nullopt;
  return Number;
}

CallTreatment LoweredModule::treatment(const CallBase *Call) const {
  auto It = Calls.find(Call);
  return It == Calls.end() ? CallTreatment::Transparent : It->second;
}

std::string rafter::readableName(StringRef Mangled) {
  std::string Name = Mangled.str();
  ItaniumPartialDemangler Demangler;
  if (Demangler.partialDemangle(Name.c_str()) || !Demangler.isFunction())
    return demangle(Mangled);
  // The buffer is allocated by the demangler with malloc.
  size_t Size = 0;
  if (char *Text = Demangler.getFunctionName(nullptr, &Size)) {
    Name = Text;
    std::free(Text);
  }
  return Name;
}

/// Classifies all calls of the functions that are lowered.
static void classifyCalls(const Module &M, const OperationRules &Rules,
                          LoweredModule &Out) {
  std::map<std::string, std::vector<const CallBase *>> Unseen;
  for (const Function &F : M) {
    if (!Rules.isSeen(F))
      continue;
    for (const Instruction &I : instructions(F)) {
      const auto *C = dyn_cast<CallBase>(&I);
      if (!C)
        continue;
      auto [Treatment, Name] = Rules.classify(*C);
      if (Treatment != CallTreatment::Transparent)
        Out.Calls[C] = Treatment;
      if (!Name.empty())
        Unseen[Name].push_back(C);
    }
  }
  for (auto &[Name, Calls] : Unseen) {
    for (const CallBase *C : Calls)
      Out.UnseenIndex[C] = Out.UnseenNames.size();
    Out.UnseenNames.push_back(Name);
  }
}

/// Lists where the lowering takes one of several readings, once each.
static void listAssumptions(const Module &M, const OperationRules &Rules,
                            LoweredModule &Out) {
  bool Masked = false, Remainder = false, Scalable = false;
  for (const Function &F : M) {
    if (!Rules.isSeen(F))
      continue;
    for (const Instruction &I : instructions(F)) {
      Masked |= isa<IntrinsicInst>(I) && Rules.accessedType(I) &&
                Rules.isTracked(Rules.accessedType(I));
      Remainder |= I.getOpcode() == Instruction::FRem;
      Scalable |= isa<ScalableVectorType>(I.getType());
    }
  }
  if (Masked)
    Out.Assumptions.push_back(
        "masked accesses are counted with all their lanes active");
  if (Remainder)
    Out.Assumptions.push_back("a floating-point remainder is counted as a "
                              "division");
  if (Scalable)
    Out.Assumptions.push_back(
        "scalable vectors are counted with their least number of elements");
}

Expected<LoweredModule> rafter::lowerModule(const Module &M,
                                            const LoweringOptions &Options) {
  OperationRules Rules(M, Options);
  LoweredModule Out;
  LocationTable Locations(Out.Code.Table);
  classifyCalls(M, Rules, Out);
  listAssumptions(M, Rules, Out);
  LoweringContext Context{Rules, Out, Locations, 0};
  for (const Function &F : M)
    if (Rules.isSeen(F)) {
      Out.Functions[&F] = Out.Functions.size();
      if (F.hasAddressTaken())
        Context.CallbackRegisters =
            std::max(Context.CallbackRegisters,
                     FunctionLowering::frameHead(Rules, *F.getFunctionType()));
    }
  Out.Code.Functions.resize(Out.Functions.size());
  for (const Function &F : M)
    if (Rules.isSeen(F))
      if (Error E = FunctionLowering(Context, F, Out.Functions[&F]).run())
        return E;
  return Out;
}
