//===- ComputationDAG.cpp - Work, depth and parallelism -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Roofline/DAGBuilder.h"
#include <algorithm>

using namespace rafter;
using llvm::ArrayRef;

static unsigned index(OperationKind K) { return static_cast<unsigned>(K); }

DAGBuilder::DAGBuilder(const OperationTable &Table, DAGOptions Options)
    : Table(Table), Options(Options), KeepGraph(Options.GraphLimit != 0),
      Executions(Table.Operations.size()) {
  for (const StaticOperation &O : Table.Operations) {
    for (Register R : {O.Sources[0], O.Sources[1], O.Sources[2], O.Result})
      if (R != NoRegister)
        NumRegisters = std::max(NumRegisters, R + O.Elements);
    if (O.Address != NoRegister)
      NumRegisters = std::max(NumRegisters, O.Address + 1);
  }
}
DAGBuilder::~DAGBuilder() = default;

void DAGBuilder::beginRegion() {
  if (WarmUp)
    return;
  Registers.clear();
  Pages.clear();
  Known.fill({});
}

/// The page, or null if nothing was stored to it.
DAGBuilder::Page *DAGBuilder::findPage(uint64_t Number) {
  KnownPage &K = Known[Number % Known.size()];
  if (K.Number != Number) {
    auto It = Pages.find(Number);
    if (It == Pages.end())
      return nullptr;
    K = {Number, It->second.get()};
  }
  return K.Found;
}

/// The deepest of what was stored to words [First, Last], or null if nothing
/// was.
const DAGBuilder::Chain *DAGBuilder::stored(uint64_t First, uint64_t Last) {
  const Chain *Deepest = nullptr;
  for (uint64_t Word = First; Word <= Last;) {
    uint32_t Begin = Word % WordsPerPage;
    uint32_t End =
        std::min<uint64_t>(Last - Word, WordsPerPage - 1 - Begin) + Begin + 1;
    const Page *P = findPage(Word / WordsPerPage);
    Word += End - Begin;
    if (!P)
      continue;
    if (!P->Words) {
      if (Begin < P->End && End > P->Begin &&
          (!Deepest || P->Same.All > Deepest->All))
        Deepest = &P->Same;
      continue;
    }
    for (const Chain *C = &P->Words[Begin], *E = &P->Words[End]; C != E; ++C)
      if (C->All > (Deepest ? Deepest->All : 0))
        Deepest = C;
  }
  return Deepest;
}

void DAGBuilder::store(uint64_t First, uint64_t Last, const Chain &Node) {
  for (uint64_t Word = First; Word <= Last;) {
    uint32_t Begin = Word % WordsPerPage;
    uint32_t End =
        std::min<uint64_t>(Last - Word, WordsPerPage - 1 - Begin) + Begin + 1;
    Page *P = findPage(Word / WordsPerPage);
    if (!P) {
      P = Pages.try_emplace(Word / WordsPerPage, std::make_unique<Page>())
              .first->second.get();
      P->Same = Node;
      P->Begin = P->End = Begin;
    }
    Word += End - Begin;
    if (!P->Words) {
      if (Begin >= P->Begin && Begin <= P->End && P->Same == Node) {
        P->End = std::max(P->End, End);
        continue;
      }
      P->Words = std::make_unique<Chain[]>(WordsPerPage);
      std::fill(&P->Words[P->Begin], &P->Words[P->End], P->Same);
    }
    std::fill(&P->Words[Begin], &P->Words[End], Node);
  }
}

/// Adds the edge Source -> Node.
inline void DAGBuilder::depend(Chain &Node, const Chain &Source,
                               OperationKind Kind) {
  Node.Compute = std::max(Node.Compute, Source.Compute);
  Node.All = std::max(Node.All, Source.All);
  if (Kind == OperationKind::Move) {
    // A move is no node: it passes on what made its deepest source.
    if (Node.kind() == OperationKind::Move || Source.All == Node.All)
      Node.Maker = Source.Maker;
    return;
  }
  // From a move, which is no node, there is no edge: result() leaves it out.
  ++DAG.Edges[index(Source.kind())][index(Kind)];
  if (LLVM_UNLIKELY(KeepGraph) && Source.node() != 0)
    Predecessors.push_back(Source.node() - 1);
}

inline void DAGBuilder::finishNode(Chain &Node, const StaticOperation &O) {
  Node.setMaker(O.Kind, 0);
  Node.Compute += isCompute(O.Kind);
  ++Node.All;
  DAG.Depth = std::max(DAG.Depth, Node.Compute);
  DAG.DepthWithAccesses = std::max(DAG.DepthWithAccesses, Node.All);
  if (LLVM_UNLIKELY(KeepGraph))
    Node.setMaker(O.Kind, keepNode(O));
}

/// Returns its number plus 1, or 0 if it is one too many.
uint64_t DAGBuilder::keepNode(const StaticOperation &O) {
  if (DAG.Graph.size() == Options.GraphLimit) {
    KeepGraph = false;
    DAG.Graph.clear();
    return 0;
  }
  DAGNode N;
  N.Kind = O.Kind;
  N.Line = Table.Locations[O.Location].Line;
  std::sort(Predecessors.begin(), Predecessors.end());
  Predecessors.erase(std::unique(Predecessors.begin(), Predecessors.end()),
                     Predecessors.end());
  N.Predecessors = Predecessors;
  DAG.Graph.push_back(std::move(N));
  return DAG.Graph.size();
}

inline void DAGBuilder::element(const StaticOperation &O, uint32_t Frame,
                                uint64_t Address, unsigned E) {
  Chain Node;
  if (LLVM_UNLIKELY(KeepGraph))
    Predecessors.clear();
  for (unsigned S = 0; S != O.NumSources; ++S)
    depend(Node, Registers[Frame + O.Sources[S] + E], O.Kind);
  uint64_t First = (Address + uint64_t(E) * O.ElementBytes) / 4;
  uint64_t Last = (Address + uint64_t(E + 1) * O.ElementBytes - 1) / 4;
  if (isMemory(O.Kind) && O.Address != NoRegister)
    depend(Node, Registers[Frame + O.Address], O.Kind);
  // One edge from the last store to these bytes, the deepest if several.
  if (O.Kind == OperationKind::Load && !Pages.empty())
    if (const Chain *Stored = stored(First, Last))
      depend(Node, *Stored, O.Kind);
  if (O.Kind != OperationKind::Move)
    finishNode(Node, O);
  // Its address is not taken: it stays in registers.
  if (O.Kind == OperationKind::Store)
    store(First, Last, Chain(Node));
  if (O.Result != NoRegister)
    Registers[Frame + O.Result + E] = Node;
}

/// One node for all elements.
void DAGBuilder::whole(const StaticOperation &O, uint32_t Frame) {
  Chain Node;
  Predecessors.clear();
  for (unsigned S = 0; S != O.NumSources; ++S) {
    const Chain *From = &Registers[Frame + O.Sources[S]];
    depend(Node,
           *std::max_element(
               From, From + O.Elements,
               [](const Chain &A, const Chain &B) { return A.All < B.All; }),
           O.Kind);
  }
  finishNode(Node, O);
  if (O.Result != NoRegister)
    std::fill_n(Registers.begin() + Frame + O.Result, O.Elements, Node);
}

inline void DAGBuilder::execute(const StaticOperation &O, uint32_t Frame,
                                uint64_t Address) {
  if (O.Kind == OperationKind::Integer)
    return whole(O, Frame);
  for (unsigned E = 0; E != O.Elements; ++E)
    element(O, Frame, Address, E);
}

/// Makes room for the registers of an activation.
void DAGBuilder::reserve(uint32_t Frame) {
  if (LLVM_UNLIKELY(size_t(Frame) + NumRegisters > Registers.size()))
    Registers.resize((size_t(Frame) + NumRegisters) * 2);
}

void DAGBuilder::consume(ArrayRef<DynamicOperation> Operations) {
  if (WarmUp)
    return;
  for (const DynamicOperation &D : Operations) {
    ++Executions[D.Static];
    if (Options.NodesOnly)
      continue;
    reserve(D.Frame);
    execute(Table.Operations[D.Static], D.Frame, D.Address);
  }
}

void DAGBuilder::consumeSegments(ArrayRef<Segment> Segments,
                                 ArrayRef<ExecutedSegment> Executed) {
  if (WarmUp)
    return;
  auto Count = [&](uint32_t Number, uint64_t Times) {
    const Segment &S = Segments[Number];
    for (uint32_t I = S.MovesBegin; I != S.MovesEnd; ++I)
      Executions[I] += Times;
    for (uint32_t I = S.Begin; I != S.End; ++I)
      Executions[I] += Times;
  };
  for (const ExecutedSegment &E : Executed) {
    Count(E.Number, 1);
    if (E.Count != 1)
      Count(E.Again, E.Count - 1);
    if (Options.NodesOnly)
      continue;
    reserve(E.Frame);
    auto Visit = [&](uint32_t Number, const uint64_t *Address) {
      auto Execute = [&](uint32_t Begin, uint32_t End) {
        for (uint32_t I = Begin; I != End; ++I) {
          const StaticOperation &O = Table.Operations[I];
          execute(O, E.Frame, isMemory(O.Kind) ? *Address++ : 0);
        }
      };
      const Segment &S = Segments[Number];
      Execute(S.MovesBegin, S.MovesEnd);
      Execute(S.Begin, S.End);
    };
    E.forEach(Segments[E.Number].NumAddresses, Scratch, Visit);
  }
}

/// Adds Times executions of the operations [Begin, End) to Part.
static void add(DAGPart &Part, const StaticOperation &O, uint64_t Times) {
  if (O.Kind == OperationKind::Move)
    return;
  Part.Nodes[index(O.Kind)] +=
      Times * (O.Kind == OperationKind::Integer ? 1 : O.Elements);
  Part.Flops += Times * O.Elements * O.flopsPerElement();
  if (isMemory(O.Kind))
    Part.Bytes += Times * O.bytes();
}

ComputationDAG DAGBuilder::result() const {
  ComputationDAG Result = DAG;
  DAGPart All;
  for (size_t I = 0; I != Executions.size(); ++I)
    add(All, Table.Operations[I], Executions[I]);
  Result.Nodes = All.Nodes;
  Result.Work = All.Flops;
  Result.Bytes = All.Bytes;
  Result.Edges[index(OperationKind::Move)].fill(0);
  return Result;
}

std::vector<DAGPart> rafter::countParts(const Program &P,
                                        ArrayRef<uint64_t> Executions) {
  // A function's own part, then its loops; the program lists loops so that
  // each follows the one around it.
  std::vector<DAGPart> Functions(P.Functions.size()), Loops(P.Loops.size());
  // The segments of one block share its operations.
  std::vector<bool> Counted(Executions.size());
  for (const Segment &S : P.Segments) {
    DAGPart &Part = S.Loop != 0 ? Loops[S.Loop] : Functions[S.Function];
    for (uint32_t I = S.Begin; I != S.End; ++I)
      if (!Counted[I]) {
        Counted[I] = true;
        add(Part, P.Table.Operations[I], Executions[I]);
      }
  }
  auto Executed = [](const DAGPart &Part) {
    return std::any_of(Part.Nodes.begin(), Part.Nodes.end(),
                       [](uint64_t N) { return N != 0; });
  };
  std::vector<DAGPart> Parts;
  for (size_t F = 0; F != P.Functions.size(); ++F) {
    DAGPart &Own = Functions[F];
    Own.Name = P.Functions[F].Name;
    Own.Source = P.Table.Locations[P.Functions[F].Location];
    bool Any = Executed(Own);
    for (size_t L = 1; L != P.Loops.size() && !Any; ++L)
      Any = P.Loops[L].Function == F && Executed(Loops[L]);
    if (!Any)
      continue;
    Parts.push_back(std::move(Own));
    for (size_t L = 1; L != P.Loops.size(); ++L) {
      if (P.Loops[L].Function != F || !Executed(Loops[L]))
        continue;
      Loops[L].Name = P.Loops[L].Name;
      Loops[L].Source = P.Table.Locations[P.Loops[L].Location];
      Loops[L].Depth = P.Loops[L].Depth;
      Parts.push_back(std::move(Loops[L]));
    }
  }
  return Parts;
}
