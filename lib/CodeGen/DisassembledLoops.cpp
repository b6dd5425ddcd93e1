//===- DisassembledLoops.cpp - Loops in the bytes of a function -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks are in the order of memory. Loops are natural loops: a back edge, and
// what reaches it without passing its header. LLVM finds them in any graph.
//
//===----------------------------------------------------------------------===//

#include "rafter/CodeGen/DisassembledLoops.h"
#include "BuilderState.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/GraphTraits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/GenericDomTreeConstruction.h"
#include "llvm/Support/GenericLoopInfoImpl.h"
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

struct FlowGraph;

struct Block {
  FlowGraph *Graph = nullptr;
  /// Indices of decoded instructions.
  size_t Begin = 0, End = 0;
  /// The block behind it comes first.
  SmallVector<Block *, 2> Successors;
  SmallVector<Block *, 4> Predecessors;

  void addSuccessor(Block &To) {
    Successors.push_back(&To);
    To.Predecessors.push_back(this);
  }
  // For LLVM's algorithms.
  FlowGraph *getParent() const { return Graph; }
  void printAsOperand(raw_ostream &Out, bool) const { Out << Begin; }
};

/// In front of the blocks, an empty one that leads to all that nothing else
/// leads to.
struct FlowGraph : std::vector<Block> {};

class FlowLoop : public LoopBase<Block, FlowLoop> {
  friend LoopInfoBase<Block, FlowLoop>;
  friend LoopBase<Block, FlowLoop>;
  explicit FlowLoop(Block *Header) : LoopBase(Header) {}
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
  bool calls(const Block &B) const;
  std::vector<const Block *> path(const FlowLoop &Loop) const;
  CodeLoop describe(ArrayRef<const Block *> Way) const;

  std::vector<Decoded> Code;
  FlowGraph Blocks;
};

} // namespace
} // namespace rafter

template <> struct llvm::GraphTraits<rafter::Block *> {
  using NodeRef = rafter::Block *;
  using ChildIteratorType = SmallVectorImpl<NodeRef>::iterator;
  static NodeRef getEntryNode(NodeRef B) { return B; }
  static auto child_begin(NodeRef B) { return B->Successors.begin(); }
  static auto child_end(NodeRef B) { return B->Successors.end(); }
};

template <> struct llvm::GraphTraits<llvm::Inverse<rafter::Block *>> {
  using NodeRef = rafter::Block *;
  using ChildIteratorType = SmallVectorImpl<NodeRef>::iterator;
  static NodeRef getEntryNode(Inverse<NodeRef> B) { return B.Graph; }
  static auto child_begin(NodeRef B) { return B->Predecessors.begin(); }
  static auto child_end(NodeRef B) { return B->Predecessors.end(); }
};

template <>
struct llvm::GraphTraits<rafter::FlowGraph *>
    : llvm::GraphTraits<rafter::Block *> {
  using nodes_iterator = pointer_iterator<rafter::FlowGraph::iterator>;
  static NodeRef getEntryNode(rafter::FlowGraph *G) { return &G->front(); }
  static auto nodes_begin(rafter::FlowGraph *G) {
    return nodes_iterator(G->begin());
  }
  static auto nodes_end(rafter::FlowGraph *G) {
    return nodes_iterator(G->end());
  }
};

template <>
struct llvm::GraphTraits<const llvm::DomTreeNodeBase<rafter::Block> *> {
  using NodeRef = const DomTreeNodeBase<rafter::Block> *;
  using ChildIteratorType = DomTreeNodeBase<rafter::Block>::const_iterator;
  static NodeRef getEntryNode(NodeRef N) { return N; }
  static auto child_begin(NodeRef N) { return N->begin(); }
  static auto child_end(NodeRef N) { return N->end(); }
};

namespace rafter {

Flow::Flow(ArrayRef<uint8_t> Bytes, uint64_t Address,
           const TargetModel &Model) {
  decode(Bytes, Address, Model);
  split();
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
  DenseMap<size_t, Block *> BlockAt;
  Blocks.resize(Leaders.size() + 1);
  Block *Next = &Blocks.front();
  Next->Graph = &Blocks;
  for (size_t Leader : Leaders) {
    Next->End = Leader;
    *++Next = {&Blocks, Leader, Code.size(), {}, {}};
    BlockAt[Leader] = Next;
  }
  for (Block &B : drop_begin(Blocks)) {
    const Decoded &Last = Code[B.End - 1];
    if (!Last.Ends && &B != &Blocks.back())
      B.addSuccessor(*(&B + 1));
    auto Target = Places.find(Last.Target);
    if (Last.IsBranch && Target != Places.end())
      B.addSuccessor(*BlockAt[Target->second]);
  }
  // The entry, and targets of indirect jumps.
  for (Block &B : drop_begin(Blocks))
    if (B.Begin == 0 || B.Predecessors.empty())
      Blocks.front().addSuccessor(B);
}

bool Flow::calls(const Block &B) const {
  return any_of(ArrayRef(Code).slice(B.Begin, B.End - B.Begin),
                [](const Decoded &D) { return D.IsCall; });
}

/// The way from the header to a latch with the fewest jumps over code; what
/// calls a function is less likely (the call heuristic of Ball and Larus, PLDI
/// 1993).
std::vector<const Block *> Flow::path(const FlowLoop &Loop) const {
  using Entry = std::pair<unsigned, const Block *>;
  const Block *Header = Loop.getHeader();
  std::map<const Block *, unsigned> Cost;
  std::map<const Block *, const Block *> From;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> Queue;
  Cost[Header] = 0;
  Queue.push({0, Header});
  while (!Queue.empty()) {
    auto [Spent, B] = Queue.top();
    Queue.pop();
    if (Spent != Cost[B])
      continue;
    if (is_contained(B->Successors, Header)) {
      std::vector<const Block *> Result = {B};
      while (Result.back() != Header)
        Result.push_back(From[Result.back()]);
      std::reverse(Result.begin(), Result.end());
      return Result;
    }
    for (const Block *S : B->Successors) {
      if (!Loop.contains(S))
        continue;
      unsigned New = Spent + (S == B + 1 ? 0 : 1) + (calls(*S) ? 2 : 0);
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

CodeLoop Flow::describe(ArrayRef<const Block *> Way) const {
  CodeLoop Loop;
  Loop.Header = Code[Way.front()->Begin].Address;
  for (size_t I = 0; I != Way.size(); ++I) {
    const Block &B = *Way[I];
    const Block *Next = Way[I + 1 != Way.size() ? I + 1 : 0];
    for (size_t C = B.Begin; C != B.End; ++C) {
      const Decoded &D = Code[C];
      bool Leaves = C + 1 == B.End && Next != &B + 1;
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
  DominatorTreeBase<Block, /*IsPostDom=*/false> Dominators;
  Dominators.recalculate(Blocks);
  LoopInfoBase<Block, FlowLoop> Loops;
  Loops.analyze(Dominators);
  SmallVector<FlowLoop *, 4> InOrder = Loops.getLoopsInPreorder();
  sort(InOrder, [](const FlowLoop *A, const FlowLoop *B) {
    return A->getHeader() < B->getHeader();
  });
  std::vector<CodeLoop> Result;
  for (const FlowLoop *Loop : InOrder) {
    if (!Loop->isInnermost())
      continue;
    Result.push_back(describe(path(*Loop)));
    Result.back().Depth = Loop->getLoopDepth() - 1;
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
  BlockAddresses Found = followAddresses(Table, Body.Path);
  Body.Addresses = std::move(Found.Patterns);
  Body.DataDependent = Found.DataDependent;
  return Body;
}

} // namespace rafter
