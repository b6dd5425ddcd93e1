//===- LoopRemark.cpp - A remark as text ----------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RemarkText.h"
#include "llvm/Support/FormatVariadic.h"

using namespace rafter;

const char *rafter::name(LoopDifference D) {
  switch (D) {
  case LoopDifference::NotVectorized:
    return "not vectorized";
  case LoopDifference::NarrowVectors:
    return "narrow vectors";
  case LoopDifference::Spills:
    return "spills";
  case LoopDifference::AddressArithmetic:
    return "address arithmetic";
  case LoopDifference::FusionLost:
    return "fusion lost";
  case LoopDifference::Shuffles:
    return "shuffles";
  case LoopDifference::Calls:
    return "calls";
  }
  return "";
}

std::string rafter::formatCycles(double Cycles) {
  return llvm::formatv(Cycles < 0.1 ? "{0:f3}" : "{0:f2}", Cycles).str();
}

/// A computation that needs this much less than the code takes is mentioned.
static constexpr double LeastExcess = 1.1;

static void addLeast(const LoopRemark &R, std::vector<RemarkPiece> &Pieces) {
  if (R.excess() < LeastExcess)
    return;
  Pieces.push_back({nullptr, "; the computation needs "});
  Pieces.push_back({"LeastCycles", formatCycles(*R.LeastCycles)});
  Pieces.push_back({nullptr, " ("});
  Pieces.push_back({"LeastLimit", R.LeastLimit});
  Pieces.push_back({nullptr, ")"});
  for (size_t I = 0; I != R.Differences.size(); ++I) {
    Pieces.push_back({nullptr, I == 0 ? ", the code has: " : ", "});
    Pieces.push_back({"Difference", name(R.Differences[I])});
  }
}

static void addAssumptions(const LoopRemark &R,
                           std::vector<RemarkPiece> &Pieces) {
  Pieces.push_back({nullptr, " ["});
  Pieces.push_back({"CPU", R.CPU});
  for (const std::string &A : R.Assumptions) {
    Pieces.push_back({nullptr, ", "});
    Pieces.push_back({"Assumption", A});
  }
  Pieces.push_back({nullptr, "]"});
}

std::vector<RemarkPiece> rafter::piecesOf(const LoopRemark &R) {
  std::vector<RemarkPiece> Pieces;
  Pieces.push_back({"Cycles", formatCycles(R.Cycles)});
  Pieces.push_back(
      {nullptr, R.VectorFactor ? " cycles per iteration"
                               : " cycles per iteration of the machine loop"});
  if (R.Limit.Resources.empty()) {
    Pieces.push_back({nullptr, ", bound by no single resource"});
  } else {
    Pieces.push_back({nullptr, ", bound by "});
    Pieces.push_back({"Limit", describe(R.Limit)});
    Pieces.push_back({nullptr, "; without that "});
    Pieces.push_back({"NextCycles", formatCycles(R.NextCycles)});
    if (!R.Next.Resources.empty()) {
      Pieces.push_back({nullptr, ", then bound by "});
      Pieces.push_back({"NextLimit", describe(R.Next)});
    }
  }
  if (!R.Advice.empty()) {
    Pieces.push_back({nullptr, ". To do: "});
    Pieces.push_back({"Advice", R.Advice});
  }
  addLeast(R, Pieces);
  addAssumptions(R, Pieces);
  return Pieces;
}

std::vector<RemarkPiece> rafter::recordOnly(const LoopRemark &R) {
  std::vector<RemarkPiece> Pieces;
  auto add = [&](const char *Key, std::string Text) {
    Pieces.push_back({Key, std::move(Text)});
  };
  add("Factor", llvm::formatv("{0:f2}", R.factor()).str());
  if (R.LeastCycles && R.excess() < LeastExcess) {
    add("LeastCycles", formatCycles(*R.LeastCycles));
    add("LeastLimit", R.LeastLimit);
  }
  if (R.LeastCycles)
    add("Excess", llvm::formatv("{0:f2}", R.excess()).str());
  if (R.VectorFactor)
    add("VectorFactor", std::to_string(*R.VectorFactor));
  add("Instructions", llvm::formatv("{0:f2}", R.Instructions).str());
  add("Spills", llvm::formatv("{0:f2}", R.Spills).str());
  add("Weight", llvm::formatv("{0:f0}", R.Weight).str());
  add("Share", llvm::formatv("{0:f3}", R.Share).str());
  const LoopLimit &L = R.Limit;
  for (const Limit &Resource : L.Resources)
    add("Resource", key(Resource));
  if (L.Latency != 0)
    add("Latency", std::to_string(L.Latency));
  if (L.Part != LimitPart::Unknown)
    add("Part", name(L.Part).str());
  if (!L.Subject.empty())
    add("Subject", L.Subject);
  return Pieces;
}

std::string rafter::format(const LoopRemark &R) {
  std::string Text;
  for (const RemarkPiece &P : piecesOf(R))
    Text += P.Text;
  return Text;
}
