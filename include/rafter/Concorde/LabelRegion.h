//===- LabelRegion.h - Samples from a region -------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Joins the analytical models, which give the features, and the reference core,
// which gives the labels.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_CONCORDE_LABELREGION_H
#define RAFTER_CONCORDE_LABELREGION_H

#include "rafter/Concorde/DataSet.h"
#include "rafter/CoreModel/DesignFamily.h"
#include "rafter/Stream/CrackedInstruction.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace rafter {

/// Labels Region for each of Designs and hands the samples to Take in their
/// order; what the designs share is computed once. Designs are legal. Errors:
/// the region cannot be analysed, and those of Take.
llvm::Error
labelRegion(const TraceRegion &Region, llvm::StringRef Program,
            llvm::ArrayRef<CoreDesign> Designs,
            llvm::function_ref<llvm::Error(const LabelledSample &Info,
                                           llvm::ArrayRef<float> Features)>
                Take);

/// Labels a sample of Set, which is of Region, again: an error says what of it
/// is not the same to the bit.
llvm::Error labelAgain(const TraceRegion &Region, const DataSet &Set,
                       size_t Sample);

/// The designs of the samples First to First + Count - 1 of a data set with
/// that seed, which belong to one region: of Families in turn, no two the same.
/// With Memories above 0 those behind the first Memories take L1d, L2 and
/// prefetcher from these in turn: features of so many memories are computed.
std::vector<CoreDesign> sampleDesigns(llvm::ArrayRef<DesignFamily> Families,
                                      uint64_t Seed, uint64_t First,
                                      uint64_t Count, uint64_t Memories = 0);

} // namespace rafter

#endif // RAFTER_CONCORDE_LABELREGION_H
