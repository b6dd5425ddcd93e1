//===- ConcordeInputs.cpp - Files of rafter-opt concorde ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConcordeInputs.h"
#include "CommandFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace rafter;

Expected<std::vector<ProgramRegions>>
rafter::openRegions(ArrayRef<std::string> Paths) {
  if (Paths.empty())
    return usageError("no files of regions");
  std::vector<ProgramRegions> Result;
  for (const std::string &Path : Paths) {
    Expected<std::unique_ptr<RegionReader>> Reader = RegionReader::open(Path);
    if (!Reader)
      return Reader.takeError();
    StringRef Name = sys::path::filename(Path);
    Result.push_back({Path, Name.split('.').first.str(), std::move(*Reader)});
  }
  llvm::stable_sort(Result, [](const auto &A, const auto &B) {
    return A.Program < B.Program;
  });
  for (size_t I = 1; I < Result.size(); ++I)
    if (Result[I].Program == Result[I - 1].Program)
      return createStringError(Result[I].Path + ": another file of program '" +
                               Result[I].Program + "': " + Result[I - 1].Path);
  return Result;
}

Expected<bool> rafter::haveState(ArrayRef<ProgramRegions> Programs) {
  const ProgramRegions &First = Programs.front();
  bool HasState = First.Reader->hasState(0);
  for (const ProgramRegions &P : Programs)
    for (size_t I = 0; I != P.Reader->size(); ++I)
      if (P.Reader->hasState(I) != HasState)
        return createStringError(
            P.Path + ": region '" + P.Reader->name(I) + "' has " +
            (HasState ? "no" : "a") + " warm state, '" + First.Reader->name(0) +
            "' of " + First.Path + " has " + (HasState ? "one" : "none"));
  return HasState;
}

Expected<NamedModel> rafter::takeModel(ArrayRef<std::string> &Files) {
  Expected<std::unique_ptr<MemoryBuffer>> File = readInputFile(Files.front());
  if (!File)
    return File.takeError();
  if (!isConcordeModel((*File)->getMemBufferRef()))
    return readShippedModel();
  Expected<ConcordeModel> Model = readConcordeModel((*File)->getMemBufferRef());
  if (!Model)
    return Model.takeError();
  NamedModel Result{std::move(*Model), Files.front()};
  Files = Files.drop_front();
  return Result;
}
