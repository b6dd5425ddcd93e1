//===- NodeStream.cpp - A stream as an explicit DAG -----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NodeStream.h"
#include <algorithm>
#include <map>
#include <set>

using namespace rafter;
using namespace rafter::test;

namespace {

/// Fully associative LRU as a list, most recent line first.
class LineList {
public:
  explicit LineList(const Processor &CPU) : CPU(CPU) {
    for (unsigned L = 0; L != NumCacheLevels; ++L)
      Largest = std::max(Largest, lines(L));
  }

  /// Moves a line to the front. Returns the level that held it and its
  /// residence.
  std::pair<unsigned, uint64_t> touch(uint64_t Line) {
    auto It = std::find_if(Lines.begin(), Lines.end(),
                           [=](auto &L) { return L.first == Line; });
    bool Known = It != Lines.end();
    double Distance = It - Lines.begin() + 1;
    unsigned Level = 0;
    while (Level != NumCacheLevels && (!Known || lines(Level) < Distance))
      ++Level;
    uint64_t Residence = Known ? It->second : ++LastResidence;
    if (Known)
      Lines.erase(It);
    Lines.insert(Lines.begin(), {Line, Residence});
    if (Lines.size() > Largest)
      Lines.pop_back();
    return {Level, Residence};
  }

private:
  double lines(unsigned Level) const {
    return CPU.Memory[Level].Capacity / CPU.LineBytes;
  }
  Processor CPU;
  double Largest = 0;
  uint64_t LastResidence = 0;
  std::vector<std::pair<uint64_t, uint64_t>> Lines;
};

class Expansion {
public:
  Expansion(const Processor &CPU, const OperationTable &Table)
      : Caches(CPU), CPU(CPU), Table(Table) {}

  void operation(const DynamicOperation &D);
  LineList Caches;
  std::vector<Node> Nodes;

private:
  using Producers = std::set<size_t>;
  void access(Node &N, Producers &From, uint64_t First, unsigned Bytes);
  void multiply(Producers &From);

  const Processor &CPU;
  const OperationTable &Table;
  std::map<uint64_t, Producers> Registers;
  /// The last store to each word of 4 bytes.
  std::map<uint64_t, size_t> Stored;
};

} // namespace

void Expansion::access(Node &N, Producers &From, uint64_t First,
                       unsigned Bytes) {
  uint64_t Last = First + Bytes - 1;
  for (uint64_t Line = First / CPU.LineBytes; Line <= Last / CPU.LineBytes;
       ++Line) {
    auto [Level, Residence] = Caches.touch(Line);
    N.Lines.push_back({Residence, Level != 0});
    N.Level = std::max(N.Level, Level);
  }
  for (uint64_t Word = First / 4; Word <= Last / 4; ++Word) {
    if (N.Kind == OperationKind::Store)
      Stored[Word] = Nodes.size();
    else if (auto It = Stored.find(Word); It != Stored.end())
      From.insert(It->second);
  }
  bool ByLine = CPU.Memory[N.Level].Transfer == TransferUnit::Line;
  N.Moved = ByLine ? CPU.LineBytes : Bytes;
  N.Unit = N.Level != 0 ? Channel(unsigned(Channel::L1Store) + N.Level)
           : N.Kind == OperationKind::Store ? Channel::L1Store
                                            : Channel::L1Load;
}

/// Adds a multiplication of what From says; its result takes the place of that.
void Expansion::multiply(Producers &From) {
  Node N{OperationKind::Multiply, Channel::Multiply};
  N.Producers.assign(From.begin(), From.end());
  From = {Nodes.size()};
  Nodes.push_back(std::move(N));
}

void Expansion::operation(const DynamicOperation &D) {
  const StaticOperation &O = Table.Operations[D.Static];
  unsigned Lanes = std::max<unsigned>(1, CPU.SimdBytes / O.ElementBytes);
  if (O.Kind == OperationKind::Move)
    Lanes = 1;
  Producers Address;
  if (O.Address != NoRegister)
    Address = Registers[D.Frame + O.Address];
  for (unsigned Begin = 0, End; Begin < O.Elements; Begin = End) {
    End = std::min<unsigned>(Begin + Lanes, O.Elements);
    Node N{O.Kind};
    Producers From = Address;
    // Without a unit for it, a fused multiply-add is a multiplication of the
    // factors and then an addition.
    bool Splits =
        O.Kind == OperationKind::FusedMultiplyAdd && !CPU.HasFusedMultiplyAdd;
    for (unsigned S = 0; S != O.NumSources; ++S) {
      if (Splits && S == O.NumFactors)
        multiply(From);
      for (unsigned E = Begin; E != End; ++E) {
        const Producers &P = Registers[D.Frame + O.Sources[S] + E];
        From.insert(P.begin(), P.end());
      }
    }
    if (Splits && O.NumFactors == O.NumSources)
      multiply(From);
    if (Splits)
      N.Kind = OperationKind::Add;
    if (isMemory(O.Kind))
      access(N, From, D.Address + uint64_t(Begin) * O.ElementBytes,
             (End - Begin) * O.ElementBytes);
    if (isCompute(N.Kind))
      N.Unit = Channel(unsigned(N.Kind) - unsigned(OperationKind::Add));
    if (O.Kind != OperationKind::Move) {
      N.Producers.assign(From.begin(), From.end());
      From = {Nodes.size()};
      Nodes.push_back(std::move(N));
    }
    for (unsigned E = Begin; E != End && O.Result != NoRegister; ++E)
      Registers[D.Frame + O.Result + E] = From;
  }
}

std::vector<Node> rafter::test::expandNodes(const Processor &CPU,
                                            const OperationTable &Table,
                                            llvm::ArrayRef<Region> Regions,
                                            const Region &Warm) {
  Expansion Before(CPU, Table), E(CPU, Table);
  for (const DynamicOperation &D : Warm)
    if (isMemory(Table.Operations[D.Static].Kind))
      Before.operation(D);
  // Nothing but the caches remembers the warm-up; its lines have arrived.
  E.Caches = Before.Caches;
  for (const Region &R : Regions) {
    size_t First = E.Nodes.size();
    for (const DynamicOperation &D : R)
      E.operation(D);
    if (E.Nodes.size() != First)
      E.Nodes[First].BeginsRegion = true;
  }
  return E.Nodes;
}
