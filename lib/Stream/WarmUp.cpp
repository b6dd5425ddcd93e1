//===- WarmUp.cpp - A source that warms caches first ----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Stream/WarmUp.h"

using namespace rafter;

namespace {

/// Passes a stream on and ends the warm-up with the first region.
class FirstRegion final : public InstructionConsumer {
public:
  /// Counts what it sees.
  FirstRegion(InstructionConsumer &Target, unsigned &Regions)
      : Target(Target), Regions(Regions) {
    Target.setWarmUp(true);
  }
  ~FirstRegion() override {
    if (Regions == 0)
      Target.setWarmUp(false);
  }

  void setWarmUp(bool) override {}
  void beginRegion() override { Target.beginRegion(); }
  void consume(const InstructionChunk &Chunk) override {
    Target.consume(Chunk);
  }
  void endIteration() override { Target.endIteration(); }
  void endRegion() override {
    Target.endRegion();
    if (Regions++ == 0)
      Target.setWarmUp(false);
  }

private:
  InstructionConsumer &Target;
  unsigned &Regions;
};

} // namespace

InstructionSource rafter::warmUpWithFirstRegion(InstructionSource Source) {
  return [Source =
              std::move(Source)](InstructionConsumer &Consumer) -> llvm::Error {
    unsigned Regions = 0;
    {
      FirstRegion Warming(Consumer, Regions);
      if (llvm::Error E = Source(Warming))
        return E;
    }
    return Regions > 1 ? llvm::Error::success() : Source(Consumer);
  };
}
