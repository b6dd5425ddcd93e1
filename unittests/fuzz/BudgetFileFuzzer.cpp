//===- BudgetFileFuzzer.cpp - Any bytes as a file of budgets --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever the bytes are, parsing them ends with budgets whose patterns can be
// matched, or with an error that names the file and a line.
//
//===----------------------------------------------------------------------===//

#include "rafter/Remarks/BudgetFile.h"
#include <cstdlib>

using namespace llvm;
using namespace rafter;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Text(reinterpret_cast<const char *>(Data), Size);
  auto Patterns = parseBudgetFile(MemoryBufferRef(Text, "fuzz.yaml"));
  if (!Patterns) {
    std::string Message = toString(Patterns.takeError());
    if (!StringRef(Message).starts_with("fuzz.yaml:") ||
        StringRef(Message).contains('\n'))
      std::abort();
    return 0;
  }
  LoopRemark Loop;
  Loop.Function = "f";
  Loop.Place = {"/src/a/k.c", 7, 3};
  for (const BudgetPattern &P : *Patterns) {
    if ((P.Function.empty() && P.File.empty()) || P.LastLine < P.FirstLine ||
        !(P.Limit.Limit >= 0))
      std::abort();
    P.matches(Loop);
  }
  return 0;
}
