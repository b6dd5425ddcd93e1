//===- ProgramParts.cpp - Functions and loops of a run --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function begins where a symbol says so, or where no symbol tells where the
// unwinder does and at the target of a call: stripped code has functions, too.
//
//===----------------------------------------------------------------------===//

#include "ProgramParts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <set>

using namespace rafter;
using llvm::ArrayRef;

namespace {

/// Code that is executed from its beginning to its end. QEMU's blocks overlap
/// where a jump leads into the middle of one; these do not.
struct FlowNode {
  /// A block that ends with the node, and its instructions in that block.
  uint32_t Block = 0;
  uint32_t First = 0;
  uint32_t Part = 0;
};

class PartFinder {
public:
  PartFinder(const SampledProgram &Program, const SampledSource &Source)
      : Program(Program), Source(Source) {}
  ProgramParts run();

private:
  bool isCall(uint32_t Block) const {
    BranchKind K = Source.code().block(Block).LastBranch;
    return K == BranchKind::Call || K == BranchKind::IndirectCall;
  }
  bool isReturn(uint32_t Block) const {
    return Source.code().block(Block).LastBranch == BranchKind::Return;
  }
  void countBlocks();
  void findFunctions();
  void splitBlocks();
  uint32_t nodeAt(uint32_t Block, uint32_t Instruction, uint64_t Address);
  uint64_t entryOf(const CodeBlock &Block) const;
  std::vector<FlowEdge> edgesInFunctions();
  void addLoops();
  void shareOut();
  SourceLocation lineOf(const FlowNode &Node) const;

  const SampledProgram &Program;
  const SampledSource &Source;
  /// Executions of each block, and the part of its function.
  std::vector<uint64_t> BlockCounts;
  std::vector<uint32_t> FunctionOf;
  /// Where functions without symbols begin.
  std::set<uint64_t> Entries;
  /// By where they begin and which block they end with: code that changes has
  /// several blocks at an address.
  std::map<std::pair<uint64_t, uint64_t>, uint32_t> NodeAt;
  std::vector<FlowNode> Nodes;
  std::vector<uint64_t> Counts;
  /// The nodes that each block consists of, and the one of each instruction.
  std::vector<llvm::SmallVector<uint32_t, 1>> NodesOf;
  std::vector<llvm::SmallVector<uint32_t, 16>> NodeOfInstruction;
  ProgramParts Result;
};

} // namespace

void PartFinder::countBlocks() {
  BlockCounts.resize(Program.Blocks.size());
  for (const SampledThread &T : Program.Threads)
    for (auto [V, Count] : llvm::zip(Program.Variants, T.Counts))
      BlockCounts[V.Block] += Count;
}

/// Where the function that Block is in begins, as the program ran.
uint64_t PartFinder::entryOf(const CodeBlock &Block) const {
  if (Block.FunctionAddress != 0)
    return Block.Address - (Block.StaticAddress - Block.FunctionAddress);
  auto After = Entries.upper_bound(Block.Address);
  return After == Entries.begin() ? 0 : *std::prev(After);
}

void PartFinder::findFunctions() {
  for (const FlowEdge &E : Program.Edges)
    if (isCall(E.From) && Program.Blocks[E.To].FunctionAddress == 0)
      Entries.insert(Program.Blocks[E.To].Address);
  for (const CodeBlock &B : Program.Blocks)
    if (B.FrameAddress != 0)
      Entries.insert(B.Address - (B.StaticAddress - B.FrameAddress));
  // Code of each file before its first call is one function, too.
  std::map<std::string, uint64_t> Lowest;
  for (const CodeBlock &B : Program.Blocks) {
    auto [It, IsNew] = Lowest.try_emplace(B.File, B.Address);
    It->second = std::min(It->second, B.Address);
  }
  for (auto &[File, Address] : Lowest)
    Entries.insert(Address);
  std::map<uint64_t, uint32_t> Known;
  Result.Parts.emplace_back();
  for (const CodeBlock &B : Program.Blocks) {
    uint64_t Entry = entryOf(B);
    auto [It, IsNew] = Known.try_emplace(Entry, Result.Parts.size());
    FunctionOf.push_back(It->second);
    if (!IsNew)
      continue;
    ProgramPart &P = Result.Parts.emplace_back();
    P.File = B.File;
    P.Address = Entry - B.Address + B.StaticAddress;
    P.Function = B.FunctionAddress != 0
                     ? B.Function
                     : (B.File.empty() ? "[made while running]" : B.File) +
                           "+0x" + llvm::utohexstr(P.Address, true);
  }
}

uint32_t PartFinder::nodeAt(uint32_t Block, uint32_t Instruction,
                            uint64_t Address) {
  auto [It, IsNew] =
      NodeAt.try_emplace({Address, Program.Blocks[Block].end()}, Nodes.size());
  if (IsNew) {
    Nodes.push_back({Block, Instruction, FunctionOf[Block]});
    Counts.push_back(0);
  }
  return It->second;
}

/// Cuts blocks where others begin.
void PartFinder::splitBlocks() {
  std::set<uint64_t> Begins;
  for (const CodeBlock &B : Program.Blocks)
    Begins.insert(B.Address);
  for (uint32_t Number = 0; Number != Program.Blocks.size(); ++Number) {
    const CodeBlock &B = Program.Blocks[Number];
    auto &Here = NodesOf.emplace_back();
    auto &OfInstruction = NodeOfInstruction.emplace_back();
    uint64_t At = B.Address;
    for (auto [I, Size] : llvm::enumerate(B.Sizes)) {
      if (I == 0 || Begins.count(At))
        Here.push_back(nodeAt(Number, I, At));
      OfInstruction.push_back(Here.back());
      At += Size;
    }
    for (uint32_t Node : Here)
      Counts[Node] += BlockCounts[Number];
  }
}

/// Behind a call control goes on.
std::vector<FlowEdge> PartFinder::edgesInFunctions() {
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> Found;
  auto add = [&](uint32_t From, uint32_t To, uint64_t Count) {
    if (Count != 0 && Nodes[From].Part == Nodes[To].Part)
      Found[{From, To}] += Count;
  };
  std::map<uint64_t, uint32_t> NodeBehind;
  for (auto [Number, Here] : llvm::enumerate(NodesOf)) {
    for (size_t I = 1; I < Here.size(); ++I)
      add(Here[I - 1], Here[I], BlockCounts[Number]);
    uint32_t &Best =
        NodeBehind.try_emplace(Program.Blocks[Number].Address, Here.front())
            .first->second;
    if (Counts[Here.front()] > Counts[Best])
      Best = Here.front();
  }
  for (const FlowEdge &E : Program.Edges)
    if (!isCall(E.From) && !isReturn(E.From))
      add(NodesOf[E.From].back(), NodesOf[E.To].front(), E.Count);
  for (uint32_t B = 0; B != Program.Blocks.size(); ++B)
    if (isCall(B))
      if (auto Next = NodeBehind.find(Program.Blocks[B].end());
          Next != NodeBehind.end())
        add(NodesOf[B].back(), Next->second,
            std::min(BlockCounts[B], Counts[Next->second]));
  std::vector<FlowEdge> Edges;
  Edges.reserve(Found.size());
  for (auto [Ends, Count] : Found)
    Edges.push_back({Ends.first, Ends.second, Count});
  return Edges;
}

SourceLocation PartFinder::lineOf(const FlowNode &Node) const {
  for (const SourceLocation &Line :
       ArrayRef(Program.Blocks[Node.Block].Lines).drop_front(Node.First))
    if (Line.isValid())
      return Line;
  return {};
}

void PartFinder::addLoops() {
  LoopForest Forest = findLoops(Counts, edgesInFunctions());
  uint32_t FirstLoop = Result.Parts.size();
  for (const FlowLoop &L : Forest.Loops) {
    const FlowNode &Header = Nodes[L.Header];
    const CodeBlock &Block = Program.Blocks[Header.Block];
    ProgramPart P;
    P.Function = Result.Parts[Header.Part].Function;
    P.File = Block.File;
    P.Address = Block.StaticAddress +
                llvm::sum_of(ArrayRef(Block.Sizes).take_front(Header.First),
                             uint64_t(0));
    P.IsLoop = true;
    P.Depth = L.Depth;
    P.Parent =
        L.Parent == LoopForest::NoLoop ? Header.Part : FirstLoop + L.Parent;
    P.Iterations = L.Iterations;
    P.Entries = L.Entries;
    Result.Parts.push_back(std::move(P));
  }
  for (auto [Node, Loop] : llvm::zip(Nodes, Forest.LoopOf))
    if (Loop != LoopForest::NoLoop)
      Node.Part = FirstLoop + Loop;
  // The header's line; where it has none, the first one that there is.
  for (auto [Loop, P] :
       llvm::zip(Forest.Loops, llvm::drop_begin(Result.Parts, FirstLoop)))
    P.Source = lineOf(Nodes[Loop.Header]);
  for (const FlowNode &Node : Nodes) {
    ProgramPart &P = Result.Parts[Node.Part];
    SourceLocation Line = lineOf(Node);
    if (!P.Source.isValid() ||
        (!P.IsLoop && Line.isValid() && Line.Line < P.Source.Line))
      P.Source = Line;
  }
}

/// Which part the instructions of the table, and those of variants, are of.
void PartFinder::shareOut() {
  Result.PartOf.assign(Source.table().Instructions.size(), 0);
  for (const auto &Here : NodesOf)
    Result.PartOfCall.push_back(Nodes[Here.back()].Part);
  for (auto [Number, Of] : llvm::enumerate(NodeOfInstruction)) {
    const AssembledCode::Block &Block = Source.code().block(Number);
    for (auto [Entry, Node] : llvm::zip(Block.Entries, Of))
      Result.PartOf[Entry] = Nodes[Node].Part;
    if (Block.Continuation != 0)
      Result.PartOf[Block.Continuation] = Nodes[Of.back()].Part;
  }
  for (const BlockVariant &V : Program.Variants) {
    llvm::SmallVector<ProgramParts::Share, 1> Shares;
    ArrayRef<uint32_t> Entries = Source.code().block(V.Block).Entries;
    for (auto [Node, Entry] : llvm::zip(
             ArrayRef(NodeOfInstruction[V.Block]).take_front(V.Instructions),
             Entries)) {
      uint32_t Part = Nodes[Node].Part;
      if (Shares.empty() || Shares.back().Part != Part)
        Shares.push_back({Part});
      ProgramParts::Share &S = Shares.back();
      const StaticInstruction &I = Source.table().Instructions[Entry];
      ++S.Instructions;
      StaticOperation Computed;
      Computed.Kind = I.Kind;
      S.Flops += I.Elements * Computed.flopsPerElement();
      for (const MemoryOperand &M : Source.table().memory(I))
        S.Bytes += M.Bytes;
    }
    Result.OfVariant.push_back(std::move(Shares));
  }
  for (const SampledThread &T : Program.Threads)
    for (auto [Shares, Count] : llvm::zip(Result.OfVariant, T.Counts))
      for (const ProgramParts::Share &S : Shares) {
        ProgramPart &P = Result.Parts[S.Part];
        P.Instructions += Count * S.Instructions;
        P.Flops += Count * S.Flops;
        P.Bytes += Count * S.Bytes;
      }
}

ProgramParts PartFinder::run() {
  countBlocks();
  findFunctions();
  splitBlocks();
  addLoops();
  shareOut();
  return std::move(Result);
}

std::vector<double> ProgramParts::countedIn(const SampledThread &Thread) const {
  std::vector<double> Sums(Parts.size());
  for (auto [Shares, Count] : llvm::zip(OfVariant, Thread.Counts))
    for (Share S : Shares)
      Sums[S.Part] += double(Count * S.Instructions);
  return Sums;
}

ProgramParts rafter::findParts(const SampledProgram &Program,
                               const SampledSource &Source) {
  return PartFinder(Program, Source).run();
}
