//===- DAGBuilder.h - The computation DAG of a stream ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_ROOFLINE_DAGBUILDER_H
#define RAFTER_ROOFLINE_DAGBUILDER_H

#include "rafter/Roofline/ComputationDAG.h"
#include "rafter/Stream/SegmentConsumer.h"
#include "llvm/ADT/DenseMap.h"
#include <array>
#include <memory>

namespace rafter {

/// Options of print<computation-dag>.
struct DAGOptions {
  /// Keep the graph itself, for a drawing, while it has at most so many nodes.
  uint64_t GraphLimit = 0;
  /// Count nodes only: there are no edges and depths.
  bool NodesOnly = false;
};

/// A consumer that counts nodes and edges by kind and follows the longest
/// chains, through registers and memory. Memory grows with the bytes that the
/// program stores to, not with the length of the run. Regions that execute
/// several times add up; the depth is that of the deepest execution.
class DAGBuilder final : public SegmentConsumer {
public:
  explicit DAGBuilder(const OperationTable &Table, DAGOptions Options = {});
  ~DAGBuilder() override;

  void setWarmUp(bool On) override { WarmUp = On; }
  void beginRegion() override;
  void consume(llvm::ArrayRef<DynamicOperation> Operations) override;
  void consumeSegments(llvm::ArrayRef<Segment> Segments,
                       llvm::ArrayRef<ExecutedSegment> Executed) override;
  void endRegion() override {}

  /// The DAG so far, without Parts.
  ComputationDAG result() const;
  /// How often each operation of the table was executed.
  llvm::ArrayRef<uint64_t> executions() const { return Executions; }

private:
  /// The chain that ends in a value.
  struct Chain {
    uint64_t Compute = 0;
    uint64_t All = 0;
    /// The kind of what made the value, and above it, while the graph is kept,
    /// its node plus 1. One word: what is written in parts and read as a whole
    /// waits.
    uint64_t Maker = static_cast<uint64_t>(OperationKind::Move);

    OperationKind kind() const {
      return static_cast<OperationKind>(Maker & 255);
    }
    uint64_t node() const { return Maker >> 8; }
    void setMaker(OperationKind Kind, uint64_t Node) {
      Maker = static_cast<uint64_t>(Kind) | Node << 8;
    }

    bool operator==(const Chain &) const = default;
  };
  static constexpr unsigned WordsPerPage = 1024;
  /// What was stored to the words of 4 bytes of a page. While they were stored
  /// to one after the other and all hold the same, as an array does that is
  /// initialized, it is kept once.
  struct Page {
    Chain Same;
    /// The words that hold it.
    uint32_t Begin = 0, End = 0;
    /// All words, once they differ.
    std::unique_ptr<Chain[]> Words;
  };

  const Chain *stored(uint64_t First, uint64_t Last);
  void store(uint64_t First, uint64_t Last, const Chain &Node);
  Page *findPage(uint64_t Number);
  void reserve(uint32_t Frame);
  void execute(const StaticOperation &O, uint32_t Frame, uint64_t Address);
  void element(const StaticOperation &O, uint32_t Frame, uint64_t Address,
               unsigned E);
  void whole(const StaticOperation &O, uint32_t Frame);
  void depend(Chain &Node, const Chain &Source, OperationKind Kind);
  void finishNode(Chain &Node, const StaticOperation &O);
  uint64_t keepNode(const StaticOperation &O);

  const OperationTable &Table;
  const DAGOptions Options;
  bool WarmUp = false;
  llvm::SmallVector<uint64_t, 0> Scratch;
  bool KeepGraph;
  ComputationDAG DAG;
  std::vector<Chain> Registers;
  /// By the number of the page of 4 KiB.
  llvm::DenseMap<uint64_t, std::unique_ptr<Page>> Pages;
  /// The pages found last, by their number.
  struct KnownPage {
    uint64_t Number = ~uint64_t(0);
    Page *Found = nullptr;
  };
  std::array<KnownPage, 16> Known;
  /// The first register that no operation names.
  uint32_t NumRegisters = 0;
  std::vector<uint32_t> Predecessors;
  std::vector<uint64_t> Executions;
};

/// Own counts of each function and loop of a program, from how often each
/// operation executed; parts that executed nothing are left out.
std::vector<DAGPart> countParts(const Program &P,
                                llvm::ArrayRef<uint64_t> Executions);

} // namespace rafter

#endif // RAFTER_ROOFLINE_DAGBUILDER_H
