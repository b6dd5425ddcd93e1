//===- MeasuredShares.cpp - The parts that were measured ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MeasuredShares.h"
#include "CountedProfile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace rafter;
using llvm::Expected;
using llvm::StringRef;

/// Fewer samples of a file say nothing about its build.
static constexpr uint64_t LeastSamples = 20;

/// Functions of the C library are chosen by the processor, of which QEMU's is
/// another: what runs here is other code of the same build.
static bool choosesByProcessor(StringRef File) {
  return File.starts_with("libc.") || File.starts_with("libm.") ||
         File.starts_with("ld-linux");
}

Expected<MeasuredTime> rafter::shareOut(const MeasuredProfile &Profile,
                                        const SampledProgram &Run,
                                        const SampledSource &Source,
                                        ProgramParts &Parts) {
  if (!Profile.Functions.empty())
    return shareOutCounts(Profile, Run, Parts);
  llvm::StringMap<std::map<uint64_t, uint32_t>> PartAt;
  for (auto [Number, B] : llvm::enumerate(Run.Blocks)) {
    auto &Here = PartAt[B.File];
    uint64_t Address = B.StaticAddress;
    for (auto [Size, Entry] :
         llvm::zip(B.Sizes, Source.code().block(Number).Entries)) {
      Here[Address] = Parts.PartOf[Entry];
      Address += Size;
    }
  }
  std::vector<double> Events(Parts.Parts.size());
  double User = Profile.Unplaced.Events, Found = 0;
  uint64_t Samples = Profile.Unplaced.Samples + Profile.Kernel.Samples,
           Hits = 0, HitsOfProgram = 0;
  // perf names the file that a link leads to.
  llvm::SmallString<128> Real;
  StringRef Program = llvm::sys::path::filename(Run.Program->path());
  bool IsLink = !llvm::sys::fs::real_path(Run.Program->path(), Real) &&
                llvm::sys::path::filename(Real) != Program;
  for (const auto &[File, Places] : Profile.Files) {
    auto Known = PartAt.find(IsLink && File == llvm::sys::path::filename(Real)
                                 ? Program
                                 : StringRef(File));
    uint64_t Here = 0, HitsHere = 0;
    for (auto [Address, Weight] : Places) {
      Here += Weight.Samples;
      User += Weight.Events;
      if (Known == PartAt.end())
        continue;
      auto Part = Known->second.find(Address);
      if (Part == Known->second.end())
        continue;
      HitsHere += Weight.Samples;
      Found += Weight.Events;
      Events[Part->second] += Weight.Events;
    }
    Samples += Here;
    Hits += HitsHere;
    if (Known != PartAt.end() && Known->first() == Program)
      HitsOfProgram += HitsHere;
    if (Known != PartAt.end() && Here >= LeastSamples && 2 * HitsHere < Here &&
        !choosesByProcessor(File))
      return llvm::createStringError(
          Profile.Path + ": " + llvm::Twine(Here - HitsHere) + " of the " +
          llvm::Twine(Here) + " samples of " + File +
          " are at no instruction that was executed here: of another build, or "
          "code that it has for this processor");
  }
  // Two programs have the C library and the dynamic linker in common.
  if (Hits == 0 || (HitsOfProgram == 0 && 2 * Found < User))
    return llvm::createStringError(
        Profile.Path + ": of another program: " +
        (Hits == 0 ? "no sample is"
                   : "hardly any sample is, and none of " + Program + ",") +
        " at an instruction that was executed here");
  for (auto [P, Of] : llvm::zip(Parts.Parts, Events))
    P.Measured = Of / User;
  MeasuredTime Result;
  Result.Profile = Profile.Path;
  Result.Samples = Samples;
  Result.Elsewhere = (User - Found) / User;
  Result.Kernel = Profile.Kernel.Events / (User + Profile.Kernel.Events);
  return Result;
}
