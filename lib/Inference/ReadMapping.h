//===- ReadMapping.h - What forms need, read off beside examples -*- C++
//-*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_INFERENCE_READMAPPING_H
#define RAFTER_LIB_INFERENCE_READMAPPING_H

#include "rafter/Inference/LearnMapping.h"

namespace rafter {

/// What a mapping that has references becomes with the mixes of Use.
LearnedMapping readMapping(const MeasuredMixes &Mixes,
                           const ResourceMapping &Prior,
                           llvm::ArrayRef<uint32_t> Use,
                           const LearningOptions &Options,
                           LearningProgress Progress);

/// What the mixes of Use say of a mapping that was Start and is now Model, by
/// these Changes, which are put in order: those that most forms share first.
LearnedMapping
withEvidence(const MeasuredMixes &Mixes, const ResourceMapping &Prior,
             llvm::ArrayRef<uint32_t> Use, const MixThroughput &Start,
             const MixThroughput &Model, std::vector<SharedChange> Changes);

/// The units of a cost, joined by "+", or "slots".
std::string resourceName(const ResourceMapping &Mapping,
                         const MixThroughput &Model, unsigned Cost);

} // namespace rafter

#endif // RAFTER_LIB_INFERENCE_READMAPPING_H
