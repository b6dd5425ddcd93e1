//===- SamplePage.h - What samples say, for the browser ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOOLS_RAFTEROPT_SAMPLEPAGE_H
#define RAFTER_TOOLS_RAFTEROPT_SAMPLEPAGE_H

#include "rafter/Method/Finding.h"

namespace rafter {

/// What was found in the samples of one input, by its name.
using NamedFinding = std::pair<std::string, std::shared_ptr<const Finding>>;

/// Prints the page that a report has, with a region for each of Found.
void printSamplePage(llvm::ArrayRef<NamedFinding> Found, llvm::raw_ostream &OS);

} // namespace rafter

#endif // RAFTER_TOOLS_RAFTEROPT_SAMPLEPAGE_H
