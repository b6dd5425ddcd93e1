//===- ReportFuzzer.cpp - Reports that are compared -----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever the bytes are, they are read as a report or refused with a line that
// names the file; a report does not differ from itself.
//
//===----------------------------------------------------------------------===//

#include "rafter/Analysis/ReportDiff.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <cstdlib>

using namespace llvm;
using namespace rafter;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Text(reinterpret_cast<const char *>(Data), Size);
  auto Regions = readReport({Text, "fuzz.json"});
  if (!Regions) {
    if (!StringRef(toString(Regions.takeError())).starts_with("fuzz.json:"))
      std::abort();
    return 0;
  }
  ReportDiff Diff = compareReports(*Regions, *Regions);
  if (!Diff.OnlyOld.empty() || !Diff.OnlyNew.empty() ||
      Diff.Regions.size() != Regions->size())
    std::abort();
  for (const RegionChange &R : Diff.Regions)
    for (const FigureChange &F : R.Figures)
      if (F.Old == F.Old && F.Old != F.New)
        std::abort();
  return 0;
}
