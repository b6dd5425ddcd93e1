//===- RegionMeter.h - Consumers of one region's stream ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Feeds the events of one region to every analysis that was asked for, and
// turns what they found into a part of the report.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_PASSES_REGIONMETER_H
#define RAFTER_LIB_PASSES_REGIONMETER_H

#include "rafter/Passes/AnalysisOptions.h"
#include "rafter/Report/Report.h"
#include "rafter/Roofline/DAGBuilder.h"
#include "rafter/Schedule/Scheduler.h"
#include "rafter/Stream/SegmentDecoder.h"
#include <memory>

namespace rafter {

class RegionMeter {
public:
  /// Code and CPU must outlive the meter.
  RegionMeter(const Program &Code, const Processor &CPU,
              const AnalysisOptions &Options);

  /// Takes whole events. Errors are those of the decoder.
  llvm::Error take(llvm::ArrayRef<uint64_t> Words) {
    return Decoder->decode(Words);
  }
  /// As take, but the first execution of the region only warms the caches.
  llvm::Error takeAfterWarmUp(llvm::ArrayRef<uint64_t> Words);
  /// While on, the region's executions only warm the caches.
  void setWarmUp(bool On) { Decoder->setWarmUp(On); }
  /// The next words begin a new stream: a region left open is closed.
  void restart();

  /// Executions measured so far.
  uint64_t invocations() const { return Decoder->invocations(); }
  /// Writes the results into Region. The stream has ended.
  void finish(RegionReport &Region);

private:
  const Program &Code;
  const Processor &CPU;
  std::unique_ptr<Scheduler> Schedule;
  std::unique_ptr<DAGBuilder> DAG;
  llvm::SmallVector<StreamConsumer *, 2> Consumers;
  std::unique_ptr<SegmentDecoder> Decoder;
  bool WarmedUp = false;
};

} // namespace rafter

#endif // RAFTER_LIB_PASSES_REGIONMETER_H
