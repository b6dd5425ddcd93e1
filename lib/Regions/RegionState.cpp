//===- RegionState.cpp - Warm states in files of regions ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegionFormat.h"
#include "rafter/Regions/RegionFile.h"
#include <map>
#include <tuple>

using namespace rafter;
using namespace rafter::regions;
using namespace rafter::trace;

static void appendStep(std::vector<uint8_t> &Out, uint64_t &Last,
                       uint64_t Now) {
  appendNumber(Out, zigzag(static_cast<int64_t>(Now - Last)));
  Last = Now;
}

static uint64_t takeStep(ByteReader &R, uint64_t &Last) {
  return Last += static_cast<uint64_t>(unzigzag(R.number()));
}

static void appendLines(std::vector<uint8_t> &Out, const WarmState &State) {
  appendNumber(Out, State.Lines.size());
  uint64_t Last = 0;
  for (const WarmState::UsedLine &L : State.Lines) {
    Out.push_back(
        static_cast<uint8_t>(L.IsCode | L.IsWritten << 1 | L.IsPrefetch << 2));
    appendStep(Out, Last, L.Address / 64);
  }
}

static void appendBranches(std::vector<uint8_t> &Out, const WarmState &State) {
  std::map<std::tuple<uint64_t, uint64_t, unsigned>, uint32_t> Numbers;
  std::vector<uint8_t> Kinds, Path;
  uint64_t LastAddress = 0, Run = 0;
  VariantPredictor Next;
  for (const CrackedInstruction &B : State.Branches) {
    unsigned Kind =
        static_cast<unsigned>(B.Branch) | B.Flags << 4 | unsigned(B.Bytes) << 8;
    auto [Known, New] = Numbers.try_emplace(
        std::tuple(B.Address, B.DataAddress, Kind), Numbers.size());
    if (New) {
      appendNumber(Kinds, Kind);
      appendStep(Kinds, LastAddress, B.Address);
      uint64_t From = B.Address;
      appendStep(Kinds, From, B.DataAddress);
    }
    uint32_t Number = Known->second;
    if (Next.next() == Number) {
      ++Run;
    } else {
      appendNumber(Path, Run);
      appendNumber(Path, Number);
      Run = 0;
    }
    Next.update(Number);
  }
  appendNumber(Path, Run);
  appendNumber(Out, Numbers.size());
  Out.insert(Out.end(), Kinds.begin(), Kinds.end());
  appendNumber(Out, State.Branches.size());
  Out.insert(Out.end(), Path.begin(), Path.end());
}

std::vector<uint8_t> regions::encodeState(const WarmState &State) {
  std::vector<uint8_t> Out;
  appendLines(Out, State);
  appendBranches(Out, State);
  return Out;
}

static std::string takeLines(ByteReader &R, WarmState &State) {
  uint64_t Count = R.number(), Last = 0;
  if (Count > WarmState::MostLines)
    return "its state has too many lines";
  State.Lines.reserve(Count);
  while (State.Lines.size() != Count) {
    llvm::ArrayRef<uint8_t> Kind = R.bytes(1);
    uint64_t Line = takeStep(R, Last);
    if (R.failed() || Kind[0] > 7)
      return "its state is cut short";
    State.Lines.push_back({Line * 64, (Kind[0] & 1) != 0, (Kind[0] & 2) != 0,
                           (Kind[0] & 4) != 0});
  }
  return "";
}

static std::string takeKinds(ByteReader &R,
                             std::vector<CrackedInstruction> &Kinds) {
  uint64_t Count = R.number(), LastAddress = 0;
  if (Count > WarmState::MostBranches)
    return "its state has too many branches";
  while (Kinds.size() != Count) {
    CrackedInstruction B;
    uint64_t Kind = R.number();
    B.Class = InstructionClass::Branch;
    B.Branch = BranchKind(Kind & 15);
    B.Flags = Kind >> 4 & 15;
    B.Bytes = static_cast<uint8_t>(Kind >> 8);
    uint64_t From = B.Address = takeStep(R, LastAddress);
    B.DataAddress = takeStep(R, From);
    if (R.failed() || !B.isBranch() ||
        (Kind & 15) > unsigned(BranchKind::Return) ||
        (B.Flags & ~CrackedInstruction::Taken) != 0 || Kind >> 16 != 0)
      return "its state has a branch that does not exist";
    Kinds.push_back(B);
  }
  return "";
}

static std::string takeBranches(ByteReader &R, WarmState &State) {
  std::vector<CrackedInstruction> Kinds;
  std::string Why = takeKinds(R, Kinds);
  if (!Why.empty())
    return Why;
  uint64_t Count = R.number(), Run = R.number();
  if (Count > WarmState::MostBranches)
    return "its state has too many branches";
  VariantPredictor Next;
  while (State.Branches.size() != Count) {
    uint64_t Number = Next.next();
    if (Run != 0) {
      --Run;
    } else {
      Number = R.number();
      Run = R.number();
    }
    if (R.failed() || Number >= Kinds.size())
      return "its state leads to branches that are not there";
    Next.update(static_cast<uint32_t>(Number));
    State.Branches.push_back(Kinds[Number]);
  }
  return Run == 0 ? "" : "its state has another length than its head says";
}

std::string regions::decodeState(ByteReader R, WarmState &State) {
  std::string Why = takeLines(R, State);
  if (Why.empty())
    Why = takeBranches(R, State);
  if (Why.empty() && (R.failed() || !R.empty()))
    Why = "its state has another length than its head says";
  return Why;
}
