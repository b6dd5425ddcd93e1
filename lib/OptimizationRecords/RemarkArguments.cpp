//===- RemarkArguments.cpp - Arguments of a remark --------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keys of arguments and the fields they go to.
//
//===----------------------------------------------------------------------===//

#include "RemarkArguments.h"
#include "llvm/Demangle/Demangle.h"
#include <cmath>

using namespace llvm;
using namespace rafter;

namespace {

struct NumberKey {
  StringLiteral Key;
  std::optional<double> LoopRecord::*Field;
};
struct TextKey {
  StringLiteral Key;
  std::string LoopRecord::*Field;
};

} // namespace

static constexpr NumberKey Numbers[] = {
    {"Cycles", &LoopRecord::Cycles},
    {"NextCycles", &LoopRecord::NextCycles},
    {"LeastCycles", &LoopRecord::LeastCycles},
    {"Factor", &LoopRecord::Factor},
    {"Weight", &LoopRecord::Weight}};

static constexpr TextKey Texts[] = {{"Limit", &LoopRecord::Limit},
                                    {"NextLimit", &LoopRecord::NextLimit},
                                    {"Advice", &LoopRecord::Advice},
                                    {"LeastLimit", &LoopRecord::LeastLimit},
                                    {"CPU", &LoopRecord::CPU}};

static Error noNumber(const remarks::Argument &A) {
  return createStringError(A.Key + ": '" + A.Val + "' is no number");
}

static Error addArgument(const remarks::Argument &A, LoopRecord &L) {
  for (const NumberKey &N : Numbers)
    if (A.Key == N.Key) {
      double Value = 0;
      if (A.Val.getAsDouble(Value) || !std::isfinite(Value) || Value < 0)
        return noNumber(A);
      L.*N.Field = Value;
      return Error::success();
    }
  for (const TextKey &T : Texts)
    if (A.Key == T.Key) {
      L.*T.Field = A.Val.str();
      return Error::success();
    }
  if (A.Key == "Difference")
    L.Differences.push_back(A.Val.str());
  if (A.Key == "Assumption")
    L.Assumptions.push_back(A.Val.str());
  if (A.Key == "Resource")
    if (std::optional<Limit> Resource = findLimit(A.Val))
      L.Bound.Resources.push_back(std::move(*Resource));
  if (A.Key == "Part")
    L.Bound.Part = findLimitPart(A.Val).value_or(LimitPart::Unknown);
  if (A.Key == "Subject")
    L.Bound.Subject = A.Val.str();
  if (A.Key == "Latency" &&
      (A.Val.getAsInteger(10, L.Bound.Latency) || L.Bound.Latency == 0))
    return noNumber(A);
  if (A.Key == "VectorFactor") {
    uint64_t Factor = 0;
    if (A.Val.getAsInteger(10, Factor) || Factor == 0)
      return noNumber(A);
    L.VectorFactor = Factor;
  }
  return Error::success();
}

/// The sentence: what follows the last piece of plain text is not part of it,
/// but only for programs.
static std::string sentence(ArrayRef<remarks::Argument> Arguments) {
  while (!Arguments.empty() && Arguments.back().Key != "String")
    Arguments = Arguments.drop_back();
  std::string Text;
  for (const remarks::Argument &A : Arguments)
    Text += A.Val;
  return StringRef(Text).trim().str();
}

Expected<LoopRecord> rafter::toLoopRecord(const remarks::Remark &R) {
  LoopRecord L;
  if (R.Loc)
    L.Place = {R.Loc->SourceFilePath.str(), R.Loc->SourceLine,
               R.Loc->SourceColumn};
  L.Symbol = R.FunctionName.str();
  L.Function = demangle(R.FunctionName);
  L.Name = R.RemarkName.str();
  L.Text = sentence(R.Args);
  if (L.Text.empty())
    L.Text = R.getArgsAsMsg();
  L.Hotness = R.Hotness;
  for (const remarks::Argument &A : R.Args)
    if (Error E = addArgument(A, L))
      return E;
  return L;
}
