//===- WarmUp.cpp - Sources that warm caches first ------------------------===//
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
  explicit FirstRegion(InstructionConsumer &Target) : Target(Target) {
    Target.setWarmUp(true);
  }
  ~FirstRegion() override {
    if (IsWarmingUp)
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
    if (IsWarmingUp)
      Target.setWarmUp(false);
    IsWarmingUp = false;
  }

private:
  InstructionConsumer &Target;
  bool IsWarmingUp = true;
};

} // namespace

InstructionSource rafter::warmUpWithFirstRegion(InstructionSource Source) {
  return [Source = std::move(Source)](InstructionConsumer &Consumer) {
    FirstRegion Warming(Consumer);
    return Source(Warming);
  };
}

InstructionSource rafter::warmUpWithAll(InstructionSource Source) {
  return [Source =
              std::move(Source)](InstructionConsumer &Consumer) -> llvm::Error {
    Consumer.setWarmUp(true);
    llvm::Error E = Source(Consumer);
    Consumer.setWarmUp(false);
    if (E)
      return E;
    return Source(Consumer);
  };
}
