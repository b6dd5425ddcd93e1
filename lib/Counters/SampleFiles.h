//===- SampleFiles.h - Files of samples that perf did not write -*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Our own CSV, and that of the published SPIRE program: a heading with three
// columns for each metric (time, work, metric), then numbers; a triple with an
// empty cell is no sample.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_COUNTERS_SAMPLEFILES_H
#define RAFTER_LIB_COUNTERS_SAMPLEFILES_H

#include "rafter/Counters/SampleTable.h"

namespace rafter {

/// Whether Text begins with the heading that writeSamples writes, in any
/// version.
bool isSampleFile(llvm::StringRef Text);
llvm::Error readSampleTable(llvm::MemoryBufferRef Buffer, SampleTable &Table);

/// Whether the first line of Text is a heading of triples.
bool isTripleFile(llvm::StringRef Text);
llvm::Error readTriples(llvm::MemoryBufferRef Buffer,
                        const SampleReadOptions &Options, SampleTable &Table);

} // namespace rafter

#endif // RAFTER_LIB_COUNTERS_SAMPLEFILES_H
