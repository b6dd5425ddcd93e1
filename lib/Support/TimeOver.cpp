//===- TimeOver.cpp - The error of work whose time is over ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Support/TimeOver.h"
#include "llvm/Support/raw_ostream.h"

using namespace rafter;

char TimeOver::ID;

void TimeOver::log(llvm::raw_ostream &OS) const {
  OS << "the time limit is over";
}

std::error_code TimeOver::convertToErrorCode() const {
  return std::make_error_code(std::errc::timed_out);
}
