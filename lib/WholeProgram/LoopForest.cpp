//===- LoopForest.cpp - Loops in what was executed ------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/WholeProgram/LoopForest.h"
#include "llvm/ADT/STLExtras.h"

using namespace rafter;
using llvm::ArrayRef;

namespace {

class LoopFinder {
public:
  LoopFinder(ArrayRef<uint64_t> Counts, ArrayRef<FlowEdge> Edges);
  LoopForest run();

private:
  /// Nodes that are to be searched, all in loop Parent.
  struct Task {
    std::vector<uint32_t> Nodes;
    uint32_t Parent;
  };
  struct Visit {
    uint32_t Node;
    uint32_t NextEdge;
  };

  ArrayRef<FlowEdge> successors(uint32_t Node) const {
    return ArrayRef(Edges).slice(First[Node], First[Node + 1] - First[Node]);
  }
  bool isActive(const FlowEdge &E) const {
    return Group[E.From] == Group[E.To] && !IsHeader[E.To];
  }
  void search(const Task &T);
  void component(uint32_t Root, uint32_t Parent);
  uint32_t addLoop(ArrayRef<uint32_t> Nodes, uint32_t Parent);

  ArrayRef<uint64_t> Counts;
  std::vector<FlowEdge> Edges;
  /// Of the edges from each node.
  std::vector<uint32_t> First;
  /// The task that a node belongs to, and whether the edges to it are gone.
  std::vector<uint32_t> Group;
  std::vector<char> IsHeader;
  uint32_t NumGroups = 0;
  std::vector<Task> Tasks;
  LoopForest Result;

  // Of the search for components (Tarjan, Depth-First Search and Linear Graph
  // Algorithms, 1972).
  std::vector<uint32_t> Order, Low, Stack;
  std::vector<char> OnStack;
  uint32_t Visited = 0;
  std::vector<Visit> Path;
};

} // namespace

LoopFinder::LoopFinder(ArrayRef<uint64_t> Counts, ArrayRef<FlowEdge> Given)
    : Counts(Counts), Edges(Given.begin(), Given.end()),
      First(Counts.size() + 1), Group(Counts.size()), IsHeader(Counts.size()),
      Order(Counts.size()), Low(Counts.size()), OnStack(Counts.size()) {
  llvm::sort(Edges, [](const FlowEdge &A, const FlowEdge &B) {
    return std::pair(A.From, A.To) < std::pair(B.From, B.To);
  });
  for (const FlowEdge &E : Edges)
    ++First[E.From + 1];
  for (size_t I = 1; I < First.size(); ++I)
    First[I] += First[I - 1];
  Result.LoopOf.assign(Counts.size(), LoopForest::NoLoop);
}

LoopForest LoopFinder::run() {
  Task All = {{}, LoopForest::NoLoop};
  for (uint32_t I = 0; I != Counts.size(); ++I)
    All.Nodes.push_back(I);
  Tasks.push_back(std::move(All));
  // A task is appended behind its parent's.
  for (size_t I = 0; I != Tasks.size(); ++I)
    search(std::exchange(Tasks[I], {{}, 0}));
  return std::move(Result);
}

void LoopFinder::search(const Task &T) {
  uint32_t Number = ++NumGroups;
  for (uint32_t Node : T.Nodes) {
    Group[Node] = Number;
    Order[Node] = 0;
  }
  Visited = 0;
  for (uint32_t Node : T.Nodes)
    if (Order[Node] == 0)
      component(Node, T.Parent);
}

/// Searches from Root on, and takes the components that are left.
void LoopFinder::component(uint32_t Root, uint32_t Parent) {
  auto enter = [&](uint32_t Node) {
    Order[Node] = Low[Node] = ++Visited;
    Stack.push_back(Node);
    OnStack[Node] = true;
    Path.push_back({Node, 0});
  };
  enter(Root);
  while (!Path.empty()) {
    uint32_t Node = Path.back().Node;
    ArrayRef<FlowEdge> Out = successors(Node);
    if (Path.back().NextEdge != Out.size()) {
      const FlowEdge &E = Out[Path.back().NextEdge++];
      if (!isActive(E))
        continue;
      if (Order[E.To] == 0)
        enter(E.To);
      else if (OnStack[E.To])
        Low[Node] = std::min(Low[Node], Order[E.To]);
      continue;
    }
    Path.pop_back();
    if (!Path.empty())
      Low[Path.back().Node] = std::min(Low[Path.back().Node], Low[Node]);
    if (Low[Node] != Order[Node])
      continue;
    auto Begin =
        std::prev(std::find(Stack.rbegin(), Stack.rend(), Node).base());
    std::vector<uint32_t> Members(Begin, Stack.end());
    Stack.erase(Begin, Stack.end());
    for (uint32_t M : Members)
      OnStack[M] = false;
    bool IsLoop = Members.size() > 1 ||
                  llvm::any_of(successors(Node), [&](const FlowEdge &E) {
                    return E.To == Node && isActive(E);
                  });
    if (!IsLoop)
      continue;
    llvm::sort(Members);
    uint32_t Loop = addLoop(Members, Parent);
    Tasks.push_back({std::move(Members), Loop});
  }
}

uint32_t LoopFinder::addLoop(ArrayRef<uint32_t> Nodes, uint32_t Parent) {
  uint32_t Number = Result.Loops.size();
  std::vector<uint64_t> Inside(Nodes.size());
  auto positionOf = [&](uint32_t Node) -> size_t {
    const uint32_t *At = llvm::lower_bound(Nodes, Node);
    return At != Nodes.end() && *At == Node ? At - Nodes.begin() : ~size_t(0);
  };
  for (uint32_t Node : Nodes)
    for (const FlowEdge &E : successors(Node))
      if (isActive(E))
        if (size_t At = positionOf(E.To); At != ~size_t(0))
          Inside[At] += E.Count;
  FlowLoop L;
  L.Parent = Parent;
  L.Depth = Parent == LoopForest::NoLoop ? 0 : Result.Loops[Parent].Depth + 1;
  L.Header = Nodes.front();
  uint64_t MostEntries = 0;
  for (auto [Node, From] : llvm::zip(Nodes, Inside)) {
    uint64_t Entries = Counts[Node] - std::min(From, Counts[Node]);
    L.Entries += Entries;
    if (Entries > MostEntries) {
      MostEntries = Entries;
      L.Header = Node;
    }
  }
  L.Iterations = Counts[L.Header];
  IsHeader[L.Header] = true;
  for (uint32_t Node : Nodes)
    Result.LoopOf[Node] = Number;
  Result.Loops.push_back(L);
  return Number;
}

LoopForest rafter::findLoops(ArrayRef<uint64_t> Counts,
                             ArrayRef<FlowEdge> Edges) {
  return LoopFinder(Counts, Edges).run();
}
