//===- CountedProfile.cpp - Counts of the compiler's profiles -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CountedProfile.h"
#include "rafter/Report/NumberFormat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ProfileData/InstrProfReader.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace rafter;
using llvm::Expected;
using llvm::StringRef;

/// Of the predicted cycles of the program's functions with names, at least in
/// those that its profile knows.
static constexpr double LeastKnown = 0.5;

/// Functions of one file have its name before theirs.
static StringRef symbolOf(StringRef Name) {
  return Name.rsplit(';').second.empty() ? Name : Name.rsplit(';').second;
}

Expected<std::optional<MeasuredProfile>>
rafter::readCountedProfile(StringRef Path) {
  auto Bytes = llvm::MemoryBuffer::getFile(Path, /*IsText=*/false,
                                           /*RequiresNullTerminator=*/false);
  if (!Bytes)
    return std::nullopt;
  auto fault = [&](const llvm::Twine &Cause) {
    return llvm::createStringError(Path + ": " + Cause);
  };
  if (llvm::RawInstrProfReader64::hasFormat(**Bytes))
    return fault("counts of a run that were not merged: llvm-profdata merge "
                 "makes the file for -fprofile-use of them");
  if (!llvm::IndexedInstrProfReader::hasFormat(**Bytes))
    return std::nullopt;
  auto Reader = llvm::IndexedInstrProfReader::create(std::move(*Bytes));
  if (!Reader)
    return fault(llvm::toString(Reader.takeError()));
  MeasuredProfile Result;
  Result.Path = Path.str();
  Result.CountsEntries =
      !(*Reader)->isIRLevelProfile() || (*Reader)->instrEntryBBEnabled();
  for (const llvm::NamedInstrProfRecord &Record : **Reader) {
    double &Count = Result.Functions[symbolOf(Record.Name).str()];
    for (uint64_t C : llvm::ArrayRef(Record.Counts)
                          .take_front(Result.CountsEntries ? 1 : ~size_t(0)))
      Count += double(C);
  }
  if ((*Reader)->hasError())
    return fault(llvm::toString((*Reader)->getError()));
  if (llvm::all_of(Result.Functions,
                   [](const auto &F) { return F.second == 0; }))
    return fault("no function of it was executed");
  return Result;
}

namespace {

/// A function as it was executed here.
struct Executed {
  std::string Symbol;
  double Executions = 0, Cycles = 0;
};

} // namespace

/// By the number of the function's part; those of the program's own file that
/// have names.
static std::map<size_t, Executed> findExecuted(const MeasuredProfile &Profile,
                                               const SampledProgram &Run,
                                               const ProgramParts &Parts) {
  std::map<size_t, Executed> Functions;
  std::map<uint64_t, size_t> FunctionAt;
  StringRef File = llvm::sys::path::filename(Run.Program->path());
  for (auto [Number, P] : llvm::enumerate(Parts.Parts)) {
    if (P.IsLoop || P.File != File)
      continue;
    const FunctionSymbol *F = Run.Program->functionAt(P.Address);
    if (!F || F->Address != P.Address)
      continue;
    Functions[Number].Symbol = F->Name;
    FunctionAt[P.Address] = Number;
  }
  std::vector<double> Counts(Run.Blocks.size());
  for (const SampledThread &T : Run.Threads)
    for (auto [V, Count] : llvm::zip(Run.Variants, T.Counts))
      Counts[V.Block] += double(Count);
  for (auto [B, Count] : llvm::zip(Run.Blocks, Counts)) {
    auto Function = FunctionAt.find(Profile.CountsEntries ? B.StaticAddress
                                                          : B.FunctionAddress);
    if (B.File == File && Function != FunctionAt.end())
      Functions[Function->second].Executions += Count;
  }
  return Functions;
}

static size_t functionOf(const ProgramParts &Parts, size_t Part) {
  while (Parts.Parts[Part].Parent != ProgramPart::None)
    Part = Parts.Parts[Part].Parent;
  return Part;
}

Expected<MeasuredTime> rafter::shareOutCounts(const MeasuredProfile &Profile,
                                              const SampledProgram &Run,
                                              ProgramParts &Parts) {
  std::map<size_t, Executed> Functions = findExecuted(Profile, Run, Parts);
  for (auto [Number, P] : llvm::enumerate(Parts.Parts))
    if (auto F = Functions.find(functionOf(Parts, Number));
        F != Functions.end())
      F->second.Cycles += P.Cycles.Value;
  double Named = 0, Known = 0, Executions = 0, All = 0;
  std::map<size_t, double> Weights;
  std::map<std::string, bool> Found;
  for (const auto &[Number, F] : Functions) {
    Named += F.Cycles;
    auto Counted = Profile.Functions.find(F.Symbol);
    if (Counted == Profile.Functions.end() || F.Executions == 0)
      continue;
    Known += F.Cycles;
    Executions += F.Executions;
    Found[F.Symbol] = true;
    All += Weights[Number] = Counted->second * F.Cycles / F.Executions;
  }
  StringRef Program = llvm::sys::path::filename(Run.Program->path());
  if (Known < LeastKnown * Named || All == 0)
    return llvm::createStringError(
        Profile.Path + ": of another build or program: functions with " +
        formatPercent(ratio(Named - Known, Named)) + " of the cycles of " +
        Program + " are not in it" +
        (Named == 0 ? ", which has no symbols" : ""));
  // What was not executed here takes what the others take in the mean.
  double Elsewhere = 0;
  for (const auto &[Name, Count] : Profile.Functions)
    if (!Found.count(Name))
      Elsewhere += Count * Known / Executions;
  for (auto [Number, P] : llvm::enumerate(Parts.Parts)) {
    size_t Function = functionOf(Parts, Number);
    if (auto W = Weights.find(Function); W != Weights.end())
      P.Measured = W->second / (All + Elsewhere) *
                   ratio(P.Cycles.Value, Functions[Function].Cycles);
  }
  MeasuredTime Result;
  Result.Profile = Profile.Path;
  Result.Functions = Profile.Functions.size();
  Result.Elsewhere = Elsewhere / (All + Elsewhere);
  return Result;
}
