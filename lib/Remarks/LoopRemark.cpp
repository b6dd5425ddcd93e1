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

static void addAssumptions(const LoopRemark &R,
                           std::vector<RemarkPiece> &Pieces) {
  for (size_t I = 0; I != R.Assumptions.size(); ++I) {
    Pieces.push_back({nullptr, I == 0 ? " [" : ", "});
    Pieces.push_back({"Assumption", R.Assumptions[I]});
  }
  if (!R.Assumptions.empty())
    Pieces.push_back({nullptr, "]"});
}

/// ", of it 2.40 mispredictions, mostly of the branch on data in line 7".
static void addBranch(const BranchOnData &B, std::vector<RemarkPiece> &Pieces) {
  std::string What = B.IsIndirect ? "jump" : "branch";
  std::string In = B.Line ? " in line " + std::to_string(B.Line) : "";
  Pieces.push_back({nullptr, ", of it "});
  Pieces.push_back({"Mispredictions", formatCycles(B.Cycles)});
  Pieces.push_back(
      {nullptr, " mispredictions, mostly of the " + What + " on data" + In});
}

std::vector<RemarkPiece> rafter::piecesOf(const LoopRemark &R) {
  std::vector<RemarkPiece> Pieces;
  Pieces.push_back({"Cycles", formatCycles(R.Cycles)});
  Pieces.push_back({nullptr, R.VectorFactor
                                 ? " cycles per iteration on "
                                 : " cycles per iteration of the machine loop "
                                   "on "});
  Pieces.push_back({"CPU", R.CPU});
  if (R.Limit.Resources.empty()) {
    Pieces.push_back({nullptr, ", bound by no single resource"});
  } else {
    Pieces.push_back({nullptr, ", bound by "});
    Pieces.push_back({"Limit", describe(R.Limit)});
    if (R.AdviceIsOfLimit) {
      Pieces.push_back({nullptr, "; without that "});
      Pieces.push_back({"NextCycles", formatCycles(R.NextCycles)});
    }
  }
  if (R.OnData)
    addBranch(*R.OnData, Pieces);
  if (!R.Advice.empty()) {
    Pieces.push_back({nullptr, ". To do: "});
    Pieces.push_back({"Advice", R.Advice});
    if (R.TriedCycles) {
      Pieces.push_back({nullptr, " (tried: "});
      Pieces.push_back({"TriedCycles", formatCycles(*R.TriedCycles)});
      if (R.PaysFrom) {
        Pieces.push_back({nullptr, "; pays from "});
        Pieces.push_back({"PaysFrom", std::to_string(*R.PaysFrom)});
        Pieces.push_back({nullptr, " iterations on"});
      }
      if (R.OfLongLoops) {
        Pieces.push_back({nullptr, "; "});
        Pieces.push_back(
            {"LongLoopCycles", formatCycles(R.OfLongLoops->Cycles)});
        Pieces.push_back({nullptr, " from "});
        Pieces.push_back(
            {"LongLoopPaysFrom", std::to_string(R.OfLongLoops->PaysFrom)});
        Pieces.push_back({nullptr, " on with "});
        Pieces.push_back({"LongLoopAdvice", R.OfLongLoops->Line});
      }
      Pieces.push_back({nullptr, ")"});
    }
  }
  addAssumptions(R, Pieces);
  // Records end the sentence with the last piece that has no key.
  Pieces.push_back({nullptr, ""});
  return Pieces;
}

std::string rafter::describe(Silence Why, const LoopRemark &R) {
  switch (Why) {
  case Silence::Cold:
    return "it has little of the estimated time of its function";
  case Silence::NeverRun:
    return "it is never run";
  case Silence::NotCounted:
    return "the profile has no counts of its function";
  case Silence::Calls:
    return "its time is that of the functions that it calls";
  case Silence::Elsewhere:
    return "it is where the options do not look";
  case Silence::TooMany:
    return "the module has heavier loops than are explained";
  case Silence::NoRemedy:
  case Silence::TriedInVain:
  case Silence::LittleToGain:
  case Silence::PaysLate:
    break;
  }
  std::string Text =
      formatCycles(R.Cycles) + " cycles per iteration" +
      (R.VectorFactor ? "" : " of the machine loop") + " on " + R.CPU +
      ", bound by " +
      (R.Limit.Resources.empty() ? "no single resource" : describe(R.Limit));
  if (Why == Silence::NoRemedy)
    return Text + ": no remedy is known";
  if (Why == Silence::TriedInVain)
    return Text + ": what might help was tried, and does not";
  Text += llvm::formatv(": a factor of {0:f2} is to be had", R.Gain).str();
  if (Why == Silence::PaysLate)
    Text += llvm::formatv(", but only from {0} iterations on: {1}", *R.PaysFrom,
                          R.Advice)
                .str();
  return Text;
}

std::vector<RemarkPiece> rafter::recordOnly(const LoopRemark &R) {
  std::vector<RemarkPiece> Pieces;
  auto add = [&](const char *Key, std::string Text) {
    Pieces.push_back({Key, std::move(Text)});
  };
  if (!R.AdviceIsOfLimit)
    add("NextCycles", formatCycles(R.NextCycles));
  if (!R.Next.Resources.empty())
    add("NextLimit", describe(R.Next));
  add("Gain", llvm::formatv("{0:f2}", R.Gain).str());
  add("Factor", llvm::formatv("{0:f2}", R.factor()).str());
  if (R.LeastCycles) {
    add("LeastCycles", formatCycles(*R.LeastCycles));
    add("LeastLimit", R.LeastLimit);
    add("Excess", llvm::formatv("{0:f2}", R.excess()).str());
  }
  for (LoopDifference D : R.Differences)
    add("Difference", name(D));
  if (R.VectorFactor)
    add("VectorFactor", std::to_string(*R.VectorFactor));
  add("Instructions", llvm::formatv("{0:f2}", R.Instructions).str());
  add("Spills", llvm::formatv("{0:f2}", R.Spills).str());
  add("Weight", llvm::formatv("{0:f0}", R.Weight).str());
  if (R.Calls)
    add("Calls", std::to_string(*R.Calls));
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
