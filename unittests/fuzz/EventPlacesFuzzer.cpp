//===- EventPlacesFuzzer.cpp - Places of events ---------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever perf script prints is read or refused with a line, and no place has
// more than all of an event.
//
//===----------------------------------------------------------------------===//

#include "rafter/Counters/EventPlaces.h"
#include <cstdlib>

using namespace rafter;

static void check(const EventPlace &Place, size_t Events) {
  if (Place.Shares.size() != Events)
    std::abort();
  for (double Share : Place.Shares)
    if (!(Share >= 0 && Share <= 1 + 1e-9))
      std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::StringRef Text(reinterpret_cast<const char *>(Data), Size);
  llvm::Expected<EventPlaces> Places =
      readEventPlaces({Text, "fuzz"}, {"cycles"});
  if (!Places) {
    llvm::consumeError(Places.takeError());
    return 0;
  }
  if (Places->Samples.size() != Places->Events.size())
    std::abort();
  for (const FunctionPlace &F : Places->Functions) {
    check(F, Places->Events.size());
    for (const EventPlace &Line : F.Lines)
      check(Line, Places->Events.size());
  }
  return 0;
}
