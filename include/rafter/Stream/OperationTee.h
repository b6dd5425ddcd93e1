//===- OperationTee.h - One stream for several consumers --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_STREAM_OPERATIONTEE_H
#define RAFTER_STREAM_OPERATIONTEE_H

#include "rafter/Stream/SegmentConsumer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace rafter {

/// Hands all that it is given to each of its consumers.
class OperationTee final : public SegmentConsumer {
public:
  /// Consumer must outlive the tee.
  void add(StreamConsumer &Consumer) { Consumers.push_back(&Consumer); }

  void setWarmUp(bool On) override {
    for (StreamConsumer *C : Consumers)
      C->setWarmUp(On);
  }
  void beginRegion() override {
    for (StreamConsumer *C : Consumers)
      C->beginRegion();
  }
  void consume(llvm::ArrayRef<DynamicOperation> Operations) override {
    for (StreamConsumer *C : Consumers)
      C->consume(Operations);
  }
  bool takesSegments() const override {
    return llvm::all_of(Consumers, [](StreamConsumer *C) {
      return SegmentConsumer::from(*C) != nullptr;
    });
  }
  void consumeSegments(llvm::ArrayRef<Segment> Segments,
                       llvm::ArrayRef<ExecutedSegment> Executed) override {
    for (StreamConsumer *C : Consumers)
      static_cast<SegmentConsumer *>(C)->consumeSegments(Segments, Executed);
  }
  void endRegion() override {
    for (StreamConsumer *C : Consumers)
      C->endRegion();
  }

private:
  llvm::SmallVector<StreamConsumer *, 2> Consumers;
};

} // namespace rafter

#endif // RAFTER_STREAM_OPERATIONTEE_H
