//===- RegionalSource.h - Parts of a long execution -------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_STREAM_REGIONALSOURCE_H
#define RAFTER_STREAM_REGIONALSOURCE_H

#include "rafter/Stream/Source.h"

namespace rafter {

/// A source of which only parts are known, each with the state that it begins
/// in. Played, they follow each other; of other sources who wants parts cuts
/// them out of what is played.
class RegionalSource final : public Source {
public:
  /// Gives the parts to Take, one after the other. The error is Take's.
  std::function<llvm::Error(
      llvm::function_ref<llvm::Error(TraceRegion Part)> Take)>
      Regions;
};

} // namespace rafter

#endif // RAFTER_STREAM_REGIONALSOURCE_H
