//===- ModelRemarks.h - What to know about a scheduling model --*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM uses one scheduling model for several CPUs; a report must say so.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CODEGEN_MODELREMARKS_H
#define RAFTER_LIB_CODEGEN_MODELREMARKS_H

#include "TargetModelImpl.h"

namespace rafter {

std::vector<std::string> modelRemarks(const TargetModel::Impl &Model);

} // namespace rafter

#endif // RAFTER_LIB_CODEGEN_MODELREMARKS_H
