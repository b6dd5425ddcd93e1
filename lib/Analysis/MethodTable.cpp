//===- MethodTable.cpp - All methods --------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Analysis/MethodTable.h"
#include "rafter/Stream/OperationTee.h"
#include "rafter/Support/TimeOver.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"

using namespace rafter;
using llvm::Error;
using llvm::Expected;

namespace rafter {
#define METHOD(COMPONENT, FACTORY)                                             \
  std::unique_ptr<Method> FACTORY(const MethodOptions &Options);
#include "Methods.def"
#undef METHOD
} // namespace rafter

MethodTable::MethodTable(const MethodOptions &Options) {
#define METHOD(COMPONENT, FACTORY) Methods.push_back(FACTORY(Options));
#include "Methods.def"
#undef METHOD
}

MethodTable::~MethodTable() = default;

std::optional<size_t> MethodTable::find(llvm::StringRef Name) const {
  for (size_t I = 0; I != size(); ++I)
    if (Methods[I]->name() == Name)
      return I;
  return std::nullopt;
}

std::vector<llvm::StringRef> MethodTable::names() const {
  std::vector<llvm::StringRef> Result;
  for (const std::unique_ptr<Method> &M : Methods)
    Result.push_back(M->name());
  return Result;
}

MethodSet MethodTable::defaults() const {
  MethodSet Result = none();
  for (size_t I = 0; I != size(); ++I)
    Result[I] = Methods[I]->isDefault();
  return Result;
}

MethodSet MethodTable::ofCrackedInstructions() const {
  MethodSet Result = none();
  for (size_t I = 0; I != size(); ++I)
    Result[I] = Methods[I]->wants() == Vocabulary::CrackedInstructions ||
                Methods[I]->wants() == Vocabulary::Any;
  return Result;
}

MethodSet MethodTable::ofMachineCode(const MethodSet &Among) const {
  MethodSet Result = none();
  for (unsigned I : Among.set_bits())
    Result[I] = Methods[I]->wants() != Vocabulary::Operations &&
                Methods[I]->wants() != Vocabulary::Samples;
  return Result;
}

/// Says why M cannot play S, or that it can.
static Error checkVocabulary(const Method &M, const Source &S) {
  const char *Needs = nullptr;
  switch (M.wants()) {
  case Vocabulary::Operations:
    Needs = S.Operations ? nullptr : "a computation";
    break;
  case Vocabulary::Instructions:
    Needs = S.Instructions ? nullptr : "machine code of one CPU";
    break;
  case Vocabulary::CrackedInstructions:
    Needs = S.Cracked ? nullptr
                      : "machine code, not the operations of the IR: leave "
                        "-rafter-level=ir out";
    break;
  case Vocabulary::Samples:
    Needs = S.Samples ? nullptr : "samples of performance counters";
    break;
  case Vocabulary::Any:
    Needs = S.Operations || S.Instructions || S.Cracked ? nullptr
                                                        : "something executed";
    break;
  }
  if (!Needs)
    return Error::success();
  return llvm::createStringError("print<" + M.name() + "> takes " + Needs);
}

/// If E says that time was over, S says what is left out for that.
static Error leaveOut(Error E, llvm::StringRef Name, Source &S) {
  return llvm::handleErrors(std::move(E), [&](const TimeOver &) {
    S.From.assume("print<" + Name.str() +
                  "> is left out: the time limit was over before it ended");
  });
}

/// Plays S as often as M needs to.
static Error runAlone(const Method &M, Source &S, const Processor &CPU,
                      RegionReport &Region) {
  Expected<std::shared_ptr<const Finding>> F = M.run(S, CPU);
  if (!F)
    return leaveOut(F.takeError(), M.name(), S);
  Region.add(std::move(*F));
  return Error::success();
}

/// Feeds the methods that are done after one play of the operations.
Error MethodTable::runTogether(const MethodSet &Asked, Source &S,
                               const Processor &CPU,
                               RegionReport &Region) const {
  std::vector<llvm::StringRef> Names;
  for (unsigned I : Asked.set_bits())
    Names.push_back(Methods[I]->name());
  Expected<const OperationTable *> Table = S.Operations->Table();
  if (!Table)
    return leaveOut(Table.takeError(), llvm::join(Names, ">, print<"), S);
  Names.clear();
  std::vector<std::unique_ptr<OperationPass>> Passes;
  OperationTee Tee;
  for (unsigned I : Asked.set_bits()) {
    auto Pass = Methods[I]->start(**Table, S.Operations->Code, CPU);
    if (!Pass) {
      // It plays as often as it needs to, by itself.
      if (Error E = runAlone(*Methods[I], S, CPU, Region))
        return E;
      continue;
    }
    Tee.add(Pass->consumer());
    Names.push_back(Methods[I]->name());
    Passes.push_back(std::move(Pass));
  }
  if (Passes.empty())
    return Error::success();
  if (Error E = S.Operations->Play(Tee))
    return leaveOut(std::move(E), llvm::join(Names, ">, print<"), S);
  for (std::unique_ptr<OperationPass> &Pass : Passes)
    Region.add(Pass->finding());
  return Error::success();
}

Expected<RegionReport> MethodTable::run(const MethodSet &Asked, Source &S,
                                        const Processor &CPU) const {
  RegionReport Region;
  MethodSet Together = none();
  // It is of this CPU, and large.
  llvm::scope_exit Forget([&S] {
    if (S.Instructions)
      S.Instructions->Kept.reset();
  });
  // Machine code first: its first play fills the tables of recorded runs.
  for (unsigned I : Asked.set_bits()) {
    const Method &M = *Methods[I];
    if (Error E = checkVocabulary(M, S))
      return E;
    if (M.wants() == Vocabulary::Operations) {
      Together.set(I);
      continue;
    }
    if (Error E = runAlone(M, S, CPU, Region))
      return E;
  }
  if (Together.any())
    if (Error E = runTogether(Together, S, CPU, Region))
      return E;
  static_cast<Origin &>(Region) = S.From;
  return Region;
}

void MethodTable::arrange(const MethodSet &Kept, Report &R) const {
  for (RegionReport &Region : R.Regions) {
    FindingList Arranged;
    for (unsigned I : Kept.set_bits())
      for (std::shared_ptr<const Finding> &F : Region.Findings)
        if (F && F->method() == Methods[I]->name())
          Arranged.push_back(std::move(F));
    Region.Findings = std::move(Arranged);
  }
}
