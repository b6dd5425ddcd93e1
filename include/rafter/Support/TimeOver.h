//===- TimeOver.h - The error of work whose time is over --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_SUPPORT_TIMEOVER_H
#define RAFTER_SUPPORT_TIMEOVER_H

#include "llvm/Support/Error.h"

namespace rafter {

/// What could be known later is left out; what is known is still true.
class TimeOver : public llvm::ErrorInfo<TimeOver> {
public:
  static char ID;

  void log(llvm::raw_ostream &OS) const override;
  std::error_code convertToErrorCode() const override;
};

} // namespace rafter

#endif // RAFTER_SUPPORT_TIMEOVER_H
