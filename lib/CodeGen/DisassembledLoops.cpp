//===- DisassembledLoops.cpp - Loops in the bytes of a function -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks are numbered by their place in memory. Loops are natural loops: a back
// edge, and what reaches it without passing its header.
//
//===----------------------------------------------------------------------===//

#include "rafter/CodeGen/DisassembledLoops.h"
#include "BuilderState.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <queue>
#include <set>

using namespace llvm;

namespace rafter {

namespace {

/// A decoded instruction, as far as control flow is concerned.
struct Decoded {
  uint64_t Address = 0;
  uint8_t Bytes = 0;
  bool IsCall = false;
  /// Control does not go on behind it.
  bool Ends = false;
  bool IsBranch = false;
  /// Of a direct branch or call; 0 for others.
  uint64_t Target = 0;
};

struct Block {
  /// Indices of decoded instructions.
  size_t Begin = 0, End = 0;
  /// The block behind it comes first.
  SmallVector<unsigned, 2> Successors;
  SmallVector<unsigned, 4> Predecessors;
};

/// The control flow of one function.
class Flow {
public:
  Flow(ArrayRef<uint8_t> Bytes, uint64_t Address, const TargetModel &Model);
  std::vector<CodeLoop> loops();

private:
  void decode(ArrayRef<uint8_t> Bytes, uint64_t Address,
              const TargetModel &Model);
  void split();
  void findDominators();
  bool dominates(unsigned A, unsigned B) const;
  bool calls(unsigned B) const;
  std::vector<unsigned> path(unsigned Header,
                             const std::set<unsigned> &Body) const;
  CodeLoop describe(ArrayRef<unsigned> Blocks) const;

  std::vector<Decoded> Code;
  std::vector<Block> Blocks;
  /// Immediate dominator by block; itself for roots and unreachable blocks.
  std::vector<unsigned> Dominator;
  std::vector<unsigned> Order;
};

} // namespace

Flow::Flow(ArrayRef<uint8_t> Bytes, uint64_t Address,
           const TargetModel &Model) {
  decode(Bytes, Address, Model);
  split();
  findDominators();
}

void Flow::decode(ArrayRef<uint8_t> Bytes, uint64_t Address,
                  const TargetModel &Model) {
  BuilderContext Parts(Model.impl());
  for (uint64_t Offset = 0; Offset < Bytes.size();) {
    MCInst Inst;
    uint64_t Size = 0;
    Decoded D;
    D.Address = Address + Offset;
    if (!Parts.Disassembler || Parts.Disassembler->getInstruction(
                                   Inst, Size, Bytes.slice(Offset), D.Address,
                                   nulls()) == MCDisassembler::Fail) {
      Offset +=
          std::max<uint64_t>(Model.impl().AsmInfo->getMinInstAlignment(), 1);
      continue;
    }
    D.Bytes = Size;
    Offset += Size;
    const MCInstrDesc &Desc = Model.impl().Instructions->get(Inst.getOpcode());
    D.IsCall = Desc.isCall();
    D.IsBranch = Desc.isBranch();
    D.Ends = Desc.isReturn() || Desc.isBarrier() || Desc.isTrap() ||
             Desc.isUnconditionalBranch() || Desc.isIndirectBranch();
    uint64_t Target = 0;
    if ((D.IsBranch || D.IsCall) && Model.impl().Analysis &&
        Model.impl().Analysis->evaluateBranch(Inst, D.Address, Size, Target))
      D.Target = Target;
    Code.push_back(D);
  }
}

/// Cuts the code at branches and at their targets.
void Flow::split() {
  std::map<uint64_t, size_t> Places;
  for (size_t I = 0; I != Code.size(); ++I)
    Places[Code[I].Address] = I;
  std::set<size_t> Leaders;
  if (!Code.empty())
    Leaders.insert(0);
  for (size_t I = 0; I != Code.size(); ++I) {
    if (!Code[I].IsBranch && !Code[I].Ends)
      continue;
    if (I + 1 != Code.size())
      Leaders.insert(I + 1);
    auto Target = Places.find(Code[I].Target);
    if (Code[I].IsBranch && Target != Places.end())
      Leaders.insert(Target->second);
  }
  DenseMap<size_t, unsigned> BlockAt;
  for (size_t Leader : Leaders) {
    if (!Blocks.empty())
      Blocks.back().End = Leader;
    BlockAt[Leader] = Blocks.size();
    Blocks.push_back({Leader, Code.size(), {}, {}});
  }
  for (unsigned B = 0; B != Blocks.size(); ++B) {
    const Decoded &Last = Code[Blocks[B].End - 1];
    if (!Last.Ends && B + 1 != Blocks.size())
      Blocks[B].Successors.push_back(B + 1);
    auto Target = Places.find(Last.Target);
    if (Last.IsBranch && Target != Places.end())
      Blocks[B].Successors.push_back(BlockAt[Target->second]);
    for (unsigned S : Blocks[B].Successors)
      Blocks[S].Predecessors.push_back(B);
  }
}

/// Cooper, Harvey and Kennedy's algorithm. What nothing leads to (the target of
/// an indirect jump) is a root of its own.
void Flow::findDominators() {
  unsigned Count = Blocks.size();
  std::vector<unsigned> Number(Count, ~0u);
  std::vector<char> Seen(Count, false);
  std::vector<unsigned> PostOrder;
  for (unsigned Root = 0; Root != Count; ++Root) {
    if (Seen[Root] || (Root != 0 && !Blocks[Root].Predecessors.empty()))
      continue;
    SmallVector<std::pair<unsigned, unsigned>> Stack = {{Root, 0}};
    Seen[Root] = true;
    while (!Stack.empty()) {
      auto &[B, Next] = Stack.back();
      if (Next == Blocks[B].Successors.size()) {
        PostOrder.push_back(B);
        Stack.pop_back();
        continue;
      }
      unsigned S = Blocks[B].Successors[Next++];
      if (!Seen[S]) {
        Seen[S] = true;
        Stack.push_back({S, 0});
      }
    }
  }
  Order.assign(PostOrder.rbegin(), PostOrder.rend());
  for (unsigned I = 0; I != Order.size(); ++I)
    Number[Order[I]] = I;
  // Count stands for the root above all roots.
  Dominator.assign(Count, ~0u);
  auto isRoot = [&](unsigned B) {
    return B == 0 || Blocks[B].Predecessors.empty();
  };
  auto meet = [&](unsigned A, unsigned B) {
    while (A != B) {
      if (A == Count || B == Count)
        return Count;
      unsigned &Later = Number[A] > Number[B] ? A : B;
      Later = Dominator[Later];
    }
    return A;
  };
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned B : Order) {
      unsigned New = isRoot(B) ? Count : ~0u;
      for (unsigned P : Blocks[B].Predecessors)
        if (Dominator[P] != ~0u)
          New = New == ~0u ? P : meet(New, P);
      Changed |= New != Dominator[B];
      Dominator[B] = New;
    }
  }
}

bool Flow::dominates(unsigned A, unsigned B) const {
  while (B < Blocks.size() && B != A)
    B = Dominator[B];
  return B == A;
}

bool Flow::calls(unsigned B) const {
  for (size_t I = Blocks[B].Begin; I != Blocks[B].End; ++I)
    if (Code[I].IsCall)
      return true;
  return false;
}

/// The way from Header to a latch with the fewest jumps over code; what calls a
/// function is less likely (the call heuristic of Ball and Larus, PLDI 1993).
std::vector<unsigned> Flow::path(unsigned Header,
                                 const std::set<unsigned> &Body) const {
  using Entry = std::pair<unsigned, unsigned>;
  std::map<unsigned, unsigned> Cost, From;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> Queue;
  Cost[Header] = 0;
  Queue.push({0, Header});
  while (!Queue.empty()) {
    auto [Spent, B] = Queue.top();
    Queue.pop();
    if (Spent != Cost[B])
      continue;
    if (llvm::is_contained(Blocks[B].Successors, Header)) {
      std::vector<unsigned> Result = {B};
      while (Result.back() != Header)
        Result.push_back(From[Result.back()]);
      std::reverse(Result.begin(), Result.end());
      return Result;
    }
    for (unsigned S : Blocks[B].Successors) {
      if (!Body.count(S))
        continue;
      unsigned New = Spent + (S == B + 1 ? 0 : 1) + (calls(S) ? 2 : 0);
      auto Known = Cost.find(S);
      if (Known != Cost.end() && Known->second <= New)
        continue;
      Cost[S] = New;
      From[S] = B;
      Queue.push({New, S});
    }
  }
  return {};
}

CodeLoop Flow::describe(ArrayRef<unsigned> Way) const {
  CodeLoop Loop;
  Loop.Header = Code[Blocks[Way.front()].Begin].Address;
  for (size_t I = 0; I != Way.size(); ++I) {
    const Block &B = Blocks[Way[I]];
    unsigned Next = Way[I + 1 != Way.size() ? I + 1 : 0];
    for (size_t C = B.Begin; C != B.End; ++C) {
      const Decoded &D = Code[C];
      bool Leaves = C + 1 == B.End && Next != Way[I] + 1;
      Loop.Path.push_back({D.Address, D.Bytes, Leaves || D.IsCall});
      if (!D.IsCall)
        continue;
      if (D.Target != 0)
        Loop.Calls.push_back(D.Target);
      else
        Loop.CallsIndirectly = true;
    }
  }
  return Loop;
}

std::vector<CodeLoop> Flow::loops() {
  // Loops by header: the union of the natural loops of its back edges.
  std::map<unsigned, std::set<unsigned>> Bodies;
  for (unsigned B : Order)
    for (unsigned Header : Blocks[B].Successors) {
      if (!dominates(Header, B))
        continue;
      std::set<unsigned> &Body = Bodies[Header];
      Body.insert(Header);
      SmallVector<unsigned> Work = {B};
      while (!Work.empty()) {
        unsigned N = Work.pop_back_val();
        if (Body.insert(N).second)
          llvm::append_range(Work, Blocks[N].Predecessors);
      }
    }
  std::vector<CodeLoop> Result;
  for (const auto &[Header, Body] : Bodies) {
    unsigned Depth = 0;
    bool Innermost = true;
    for (const auto &[Other, OtherBody] : Bodies) {
      if (Other == Header)
        continue;
      Depth += OtherBody.count(Header);
      Innermost &= !Body.count(Other);
    }
    std::vector<unsigned> Way;
    if (Innermost)
      Way = path(Header, Body);
    if (Way.empty())
      continue;
    Result.push_back(describe(Way));
    Result.back().Depth = Depth;
  }
  return Result;
}

std::vector<CodeLoop> findLoops(ArrayRef<uint8_t> Bytes, uint64_t Address,
                                const TargetModel &Model) {
  return Flow(Bytes, Address, Model).loops();
}

LoopBody addLoop(const CodeLoop &Loop, ArrayRef<uint8_t> Bytes,
                 uint64_t Address, uint32_t Function, const TargetModel &Model,
                 InstructionBuilder &Builder, const InstructionTable &Table,
                 function_ref<uint32_t(uint64_t)> LocationOf) {
  BuilderContext Parts(Model.impl());
  std::vector<MCInst> Code;
  std::vector<CodeLocation> Places;
  for (const CodeLoop::Step &S : Loop.Path) {
    MCInst Inst;
    uint64_t Size = 0;
    (void)Parts.Disassembler->getInstruction(
        Inst, Size, Bytes.slice(S.Address - Address), S.Address, nulls());
    Code.push_back(Inst);
    Places.push_back({S.Address, S.Bytes, LocationOf(S.Address), Function});
  }
  TableRange Range = Builder.addBlock(Code, Places);
  LoopBody Body;
  Body.TripCounts = {std::numeric_limits<uint64_t>::max()};
  for (uint32_t I = Range.Begin; I != Range.End; ++I) {
    bool Taken =
        Loop.Path[std::min<size_t>(I - Range.Begin, Loop.Path.size() - 1)]
            .Taken;
    Body.Path.push_back(I | (Taken ? TakenBit : 0));
  }
  Body.Addresses = fixedAddresses(Table, Body.Path);
  return Body;
}

} // namespace rafter
