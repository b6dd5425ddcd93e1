//===- WarmUp.cpp - Caches as an execution leaves them --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Stream/WarmUp.h"
#include "rafter/Stream/SegmentConsumer.h"

using namespace rafter;

namespace {

/// Hands all on to Target, which warms up until the first region has ended.
template <typename Consumer, typename TargetConsumer = Consumer>
class Warming : public Consumer {
public:
  /// Counts the regions that it sees.
  Warming(TargetConsumer &Target, unsigned &Regions)
      : Target(Target), Regions(Regions) {
    Target.setWarmUp(true);
  }
  ~Warming() override {
    if (Regions == 0)
      Target.setWarmUp(false);
  }

  void setWarmUp(bool) override {}
  void beginRegion() override { Target.beginRegion(); }
  void endRegion() override {
    Target.endRegion();
    if (Regions++ == 0)
      Target.setWarmUp(false);
  }

protected:
  TargetConsumer &Target;

private:
  unsigned &Regions;
};

class WarmingInstructions final : public Warming<InstructionConsumer> {
public:
  using Warming::Warming;
  void restore(llvm::ArrayRef<LineUse> Lines) override {
    Target.restore(Lines);
  }
  void consume(const InstructionChunk &Chunk) override {
    Target.consume(Chunk);
  }
  void endIteration() override { Target.endIteration(); }
};

class WithoutRestored final : public InstructionConsumer {
public:
  explicit WithoutRestored(InstructionConsumer &Target) : Target(Target) {}
  void setWarmUp(bool On) override { Target.setWarmUp(On); }
  void beginRegion() override { Target.beginRegion(); }
  void consume(const InstructionChunk &Chunk) override {
    Target.consume(Chunk);
  }
  void endIteration() override { Target.endIteration(); }
  void goesOnAt(uint64_t Address) override { Target.goesOnAt(Address); }
  void endRegion() override { Target.endRegion(); }

private:
  InstructionConsumer &Target;
};

class WarmingOperations final
    : public Warming<SegmentConsumer, StreamConsumer> {
public:
  using Warming::Warming;
  bool takesSegments() const override {
    return SegmentConsumer::from(Target) != nullptr;
  }
  void consume(llvm::ArrayRef<DynamicOperation> Operations) override {
    Target.consume(Operations);
  }
  void consumeSegments(llvm::ArrayRef<Segment> Segments,
                       llvm::ArrayRef<ExecutedSegment> Executed) override {
    SegmentConsumer::from(Target)->consumeSegments(Segments, Executed);
  }
};

} // namespace

template <typename Consumer, typename First, typename Source>
static Source warmUp(Source Play) {
  return [Play = std::move(Play)](Consumer &Measured) -> llvm::Error {
    unsigned Regions = 0;
    {
      First Warm(Measured, Regions);
      if (llvm::Error E = Play(Warm))
        return E;
    }
    return Regions > 1 ? llvm::Error::success() : Play(Measured);
  };
}

InstructionSource rafter::warmUpWithFirstRegion(InstructionSource Source) {
  return warmUp<InstructionConsumer, WarmingInstructions>(std::move(Source));
}

OperationSource rafter::warmUpWithFirstRegion(OperationSource Source) {
  return warmUp<StreamConsumer, WarmingOperations>(std::move(Source));
}

InstructionSource rafter::fromEmptyCaches(InstructionSource Source) {
  return [Source = std::move(Source)](InstructionConsumer &Consumer) {
    WithoutRestored Target(Consumer);
    return Source(Target);
  };
}
