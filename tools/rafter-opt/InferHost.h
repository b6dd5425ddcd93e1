//===- InferHost.h - Experiments of rafter-opt uarch infer -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOOLS_RAFTEROPT_INFERHOST_H
#define RAFTER_TOOLS_RAFTEROPT_INFERHOST_H

#include "rafter/Experiments/MeasureHost.h"
#include "rafter/Inference/LearnMapping.h"
#include "rafter/Options/Arguments.h"

namespace rafter {

/// This machine as the options describe its experiments. Model must outlive it.
llvm::Expected<HostMeasurement> beginOnHost(const Arguments &A,
                                            const TargetModel &Model,
                                            llvm::raw_ostream &Err);

/// Its forms alone, beside the examples of Mapping, and in pairs and mixes of
/// five in which each form is as often as every other. Remarks go to Err.
llvm::Expected<MeasuredMixes> measureOnHost(const Arguments &A,
                                            HostMeasurement &Host,
                                            const ResourceMapping &Mapping,
                                            llvm::raw_ostream &Err);

/// Writes the latencies of Host's forms where -rafter-latencies asks for it.
llvm::Error writeLatencies(const Arguments &A, HostMeasurement &Host,
                           llvm::raw_ostream &Out);

/// Measures what -rafter-rounds times seems to tell most, and learns again.
llvm::Error refineOnHost(const Arguments &A, HostMeasurement &Host,
                         const LearningOptions &Options, MeasuredMixes &Mixes,
                         LearnedMapping &Learned);

/// Draws mixes of five to judge by, which are none of LearnedFrom, and measures
/// them; writes them where -rafter-assembly asks for it.
llvm::Expected<std::vector<MeasuredMix>>
measureKeptAway(const Arguments &A, HostMeasurement &Host,
                const MeasuredMixes &LearnedFrom, llvm::raw_ostream &Out,
                llvm::raw_ostream &Err);

} // namespace rafter

#endif // RAFTER_TOOLS_RAFTEROPT_INFERHOST_H
