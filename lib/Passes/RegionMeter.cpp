//===- RegionMeter.cpp - Consumers of one region's stream -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Joins the decoder of segment events to the scheduler and the DAG builder.
//
//===----------------------------------------------------------------------===//

#include "RegionMeter.h"
#include "rafter/Report/Findings.h"
#include "rafter/Roofline/RooflineAnalysis.h"
#include "llvm/ADT/STLExtras.h"

using namespace rafter;
using llvm::Error;

RegionMeter::RegionMeter(const Program &Code, const Processor &CPU,
                         const AnalysisOptions &Options)
    : Code(Code), CPU(CPU) {
  if (Options.Kinds.Roofline) {
    Schedule = std::make_unique<Scheduler>(CPU, Code.Table, Options.Scheduling);
    Consumers.push_back(Schedule.get());
  }
  if (Options.Kinds.DAG) {
    DAG = std::make_unique<DAGBuilder>(
        Code.Table, Options.DOTFile.empty() ? 0 : Options.DOTNodeLimit);
    Consumers.push_back(DAG.get());
  }
  Decoder = std::make_unique<SegmentDecoder>(Code, Consumers);
}

void RegionMeter::restart() {
  Decoder->finish();
  Decoder = std::make_unique<SegmentDecoder>(Code, Consumers);
}

Error RegionMeter::takeAfterWarmUp(llvm::ArrayRef<uint64_t> Words) {
  if (WarmedUp)
    return take(Words);
  Decoder->setWarmUp(true);
  // Addresses of user space are below the special words.
  const uint64_t *End = llvm::find(Words, SegmentDecoder::RegionEnd);
  if (End == Words.end())
    return take(Words);
  size_t Length = End - Words.begin() + 1;
  if (Error E = take(Words.take_front(Length)))
    return E;
  Decoder->setWarmUp(false);
  WarmedUp = true;
  return take(Words.drop_front(Length));
}

void RegionMeter::finish(RegionReport &Region) {
  Decoder->finish();
  Region.Invocations = Decoder->invocations();
  if (DAG) {
    ComputationDAG Result = DAG->result();
    Result.Parts = countParts(Code, Decoder->executions());
    Region.add(makeFinding(std::move(Result)));
  }
  if (Schedule)
    Region.add(makeFinding(analyzeRoofline(CPU, Schedule->result())));
}
