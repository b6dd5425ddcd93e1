//===- LoopLimit.cpp - What binds a loop of the source --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Simulation/LoopLimit.h"
#include "rafter/Stream/Instruction.h"
#include "llvm/ADT/STLExtras.h"

using namespace rafter;
using llvm::StringRef;

static constexpr StringRef PartNames[] = {"unknown", "chain", "line", "loads",
                                          "stores"};

StringRef rafter::name(LimitPart P) {
  return PartNames[static_cast<unsigned>(P)];
}

std::optional<LimitPart> rafter::findLimitPart(StringRef Name) {
  const StringRef *Found = llvm::find(PartNames, Name);
  if (Found == std::end(PartNames))
    return std::nullopt;
  return static_cast<LimitPart>(Found - PartNames);
}

static std::string phrase(const LoopLimit &L, const std::string &Subject,
                          const std::string &Line) {
  std::string Text = describe(L.Resources);
  if (L.Latency != 0)
    Text = "the " + std::to_string(L.Latency) + "-cycle latency of " +
           name(L.Resources.front().Class);
  switch (L.Part) {
  case LimitPart::Unknown:
    return Text;
  case LimitPart::Chain:
    return Text + " in the chain through " + Subject;
  case LimitPart::Line:
    return Text + " in line " + Line;
  case LimitPart::Loads:
    return Text + ", loading " + Subject;
  case LimitPart::Stores:
    return Text + ", storing " + Subject;
  }
  return Text;
}

std::string rafter::describe(const LoopLimit &L) {
  return phrase(L, "`" + L.Subject + "`", std::to_string(L.Line));
}

std::string rafter::describeKind(const LoopLimit &L) {
  return phrase(L, "...", "...");
}
