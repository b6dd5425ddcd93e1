//===- FeatureLayout.cpp - What each input of the model is ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Concorde/FeatureLayout.h"
#include "llvm/ADT/STLExtras.h"
#include <array>

using namespace rafter;

namespace {

/// Rows of designParameters(), for masks.
enum ParameterRow : uint32_t {
  ReorderBuffer,
  CommitWidth,
  LoadQueue,
  StoreQueue,
  IntegerIssue,
  FloatIssue,
  MemoryIssue,
  LoadStorePipes,
  LoadPipes,
  FetchWidth,
  DecodeWidth,
  RenameWidth,
  FetchBuffers,
  InstructionFills,
  Predictor,
  MispredictionPercent,
  L1Data,
  L1Instruction,
  L2,
  PrefetchDegree,
  NumRows
};
static_assert(NumRows == NumDesignParameters);

template <typename... Rows> constexpr uint32_t mask(Rows... R) {
  return (0u | ... | (1u << R));
}

constexpr uint32_t DataMemory = mask(L1Data, L2, PrefetchDegree);
/// What limits the loads under way, too.
constexpr uint32_t QueuedMemory = DataMemory | mask(ReorderBuffer, LoadQueue);
/// And what brings instructions to them.
constexpr uint32_t JointMemory =
    QueuedMemory | mask(CommitWidth, FetchWidth, DecodeWidth, RenameWidth,
                        Predictor, MispredictionPercent);
constexpr uint32_t InstructionMemory = mask(L1Instruction, L2);
constexpr unsigned PerSize = NumReorderBufferSizes;
constexpr unsigned One = DistributionSize;

/// One-hot pairs: the predictor's kind and the prefetcher's state.
constexpr bool isPair(uint32_t Row) {
  return Row == Predictor || Row == PrefetchDegree;
}

constexpr auto makeBlocks() {
  using enum FeatureGroup;
  std::array<FeatureBlock, NumFeatureBlocks> Blocks = {{
      {"rob-throughput", Throughput, 0, One, DataMemory | mask(ReorderBuffer)},
      {"load-queue-throughput", Throughput, 0, One,
       DataMemory | mask(LoadQueue)},
      {"store-queue-throughput", Throughput, 0, One, mask(StoreQueue)},
      {"alu-issue-throughput", Throughput, 0, One, mask(IntegerIssue)},
      {"fp-issue-throughput", Throughput, 0, One, mask(FloatIssue)},
      {"ls-issue-throughput", Throughput, 0, One, mask(MemoryIssue)},
      {"pipes-lower-throughput", Throughput, 0, One,
       mask(LoadStorePipes, LoadPipes)},
      {"pipes-upper-throughput", Throughput, 0, One,
       mask(LoadStorePipes, LoadPipes)},
      {"icache-fills-throughput", Throughput, 0, One,
       InstructionMemory | mask(InstructionFills)},
      {"fetch-buffers-throughput", Throughput, 0, One,
       InstructionMemory | mask(FetchBuffers)},
      {"memory-bandwidth-throughput", Throughput, 0, One, DataMemory},
      {"queues-throughput", Queues, 0, One, QueuedMemory},
      {"joint-throughput", Joint, 0, One, JointMemory},
      {"barriers", Stalls, 0, One, 0},
      {"jumps", Stalls, 0, One, 0},
      {"conditional-branches", Stalls, 0, One, 0},
      {"indirect-branches", Stalls, 0, One, 0},
      {"mispredictions", Stalls, 0, 1, mask(Predictor, MispredictionPercent)},
      {"overall-rob-throughput", Stalls, 0, PerSize, DataMemory},
      {"issue-latency", Latency, 0, PerSize * One, DataMemory},
      {"commit-latency", Latency, 0, PerSize * One, DataMemory},
      {"execution-latency", Latency, 0, One, DataMemory},
      {"queues-overall-throughput", Queues, 0, 1, QueuedMemory},
      {"queues-load-time", Queues, 0, One, QueuedMemory},
      {"joint-overall-throughput", Joint, 0, 1, JointMemory},
      {"joint-rob-occupancy", Joint, 0, 1, JointMemory},
      {"joint-rename-occupancy", Joint, 0, 1, JointMemory},
  }};
  constexpr llvm::StringRef Names[NumRows] = {"param:rob",
                                              "param:commit-width",
                                              "param:load-queue",
                                              "param:store-queue",
                                              "param:alu-issue",
                                              "param:fp-issue",
                                              "param:ls-issue",
                                              "param:ls-pipes",
                                              "param:load-pipes",
                                              "param:fetch-width",
                                              "param:decode-width",
                                              "param:rename-width",
                                              "param:fetch-buffers",
                                              "param:icache-fills",
                                              "param:predictor",
                                              "param:misprediction",
                                              "param:l1d",
                                              "param:l1i",
                                              "param:l2",
                                              "param:prefetch"};
  for (uint32_t Row = 0; Row != NumRows; ++Row)
    Blocks[FirstParameterBlock + Row] = {Names[Row], Parameters, 0,
                                         isPair(Row) ? 2u : 1u, mask(Row)};
  Blocks[FirstParameterBlock + uint32_t(MispredictionPercent)].Parameters |=
      mask(Predictor);
  unsigned Offset = 0;
  for (FeatureBlock &Block : Blocks) {
    Block.Offset = Offset;
    Offset += Block.Size;
  }
  return Blocks;
}

constexpr std::array<FeatureBlock, NumFeatureBlocks> Blocks = makeBlocks();
static_assert(Blocks.back().Offset + Blocks.back().Size == NumFeatures);

} // namespace

FeatureSource::~FeatureSource() = default;

double FeatureSource::boundCPI(const CoreDesign &) { return 1; }

llvm::ArrayRef<FeatureBlock> rafter::featureBlocks() { return Blocks; }

bool rafter::agreeInParameters(const CoreDesign &A, const CoreDesign &B,
                               uint32_t Mask) {
  for (auto [Row, Parameter] : llvm::enumerate(designParameters()))
    if ((Mask >> Row & 1) && Parameter.Get(A) != Parameter.Get(B))
      return false;
  return true;
}

void rafter::readFeatures(FeatureSource &Source, const CoreDesign &Design,
                          llvm::MutableArrayRef<float> Features) {
  for (unsigned B = 0; B != NumFeatureBlocks; ++B)
    llvm::copy(Source.block(B, Design), Features.begin() + Blocks[B].Offset);
}

void rafter::writeParameterBlock(unsigned Block, const CoreDesign &Design,
                                 llvm::MutableArrayRef<float> Features) {
  unsigned Row = Block - FirstParameterBlock;
  uint32_t Value = designParameters()[Row].Get(Design);
  if (isPair(Row)) {
    Features[0] = Value == 0;
    Features[1] = Value != 0;
    return;
  }
  bool Unused =
      Row == MispredictionPercent && Design.Predictor != PredictorKind::Simple;
  Features[0] = Unused ? 0 : Value;
}
