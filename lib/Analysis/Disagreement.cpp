//===- Disagreement.cpp - Why methods name different limits ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules are a table; the first that fits explains. A disagreement that no
// rule explains is printed as such.
//
//===----------------------------------------------------------------------===//

#include "Disagreement.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <optional>

using namespace rafter;
using llvm::StringRef;

namespace {

/// What the two name first; none: anything.
struct Rule {
  /// Empty: any method.
  StringRef MethodA, MethodB;
  std::optional<Component> A, B;
  const char *Why;
};

} // namespace

static constexpr const char *Roofline = "generalized-roofline",
                            *Sensitivity = "sensitivity",
                            *Causality = "causality";

/// In both orders of the methods.
static const Rule Rules[] = {
    {"", "", Component::Buffer, Component::OperationLatency,
     "the buffer fills behind the chain, so both see the same wait"},
    {"", "", Component::Buffer, Component::MemoryLatency,
     "the buffer fills behind loads, so both see the same wait"},
    {"", "", Component::Buffer, Component::MemoryBandwidth,
     "the buffer fills behind lines that arrive too slowly"},
    {"", "", Component::Buffer, Component::Branches,
     "the buffer drains after each misprediction"},
    {Sensitivity, Causality, std::nullopt, std::nullopt,
     "one counts the time that goes if the limit goes, the other the time that "
     "passes because of it; behind the first limit comes the next"},
    {Roofline, "", std::nullopt, Component::FrontEnd,
     "the roofline counts operations, not the instructions around them"},
    {Roofline, "", std::nullopt, Component::Width,
     "the roofline counts operations, not the instructions around them"},
    {Roofline, "", std::nullopt, Component::Branches,
     "the roofline knows no mispredictions"},
    {Roofline, "", std::nullopt, Component::StoreForwarding,
     "the roofline knows no values that go through memory"},
    {Roofline, "", Component::OperationLatency, Component::MemoryLatency,
     "the roofline takes what data lead to for always the same place"},
    {Roofline, "", Component::OperationLatency, Component::Ports,
     "the roofline sees the operations of the IR, the machine what code "
     "generation made of them"},
    {Roofline, "", Component::Ports, std::nullopt,
     "the roofline sees the operations of the IR, the machine spills, shuffles "
     "and addresses as well"},
    {Roofline, "", std::nullopt, Component::Ports,
     "the machine's ports also serve integer work, which the roofline leaves "
     "out"},
    {Roofline, "", std::nullopt, Component::OperationLatency,
     "chains of integers are outside of what the roofline counts"},
};

static bool says(const Opinion &O, StringRef Method,
                 std::optional<Component> First) {
  return (Method.empty() || llvm::is_contained(O.Methods, Method)) &&
         (!First || *First == O.First);
}

static bool fits(const Rule &R, const Opinion &A, const Opinion &B) {
  return says(A, R.MethodA, R.A) && says(B, R.MethodB, R.B);
}

std::string rafter::explainDisagreement(const Opinion &A, const Opinion &B) {
  std::string Both = llvm::join(A.Methods, ", ") + ": " + name(A.First) + "; " +
                     llvm::join(B.Methods, ", ") + ": " + name(B.First) + "; ";
  for (const Rule &R : Rules)
    if (fits(R, A, B) || fits(R, B, A))
      return Both + R.Why;
  return Both + "no rule explains it";
}
