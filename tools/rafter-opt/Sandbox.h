//===- Sandbox.h - No network, a temporary folder of its own ----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOOLS_RAFTEROPT_SANDBOX_H
#define RAFTER_TOOLS_RAFTEROPT_SANDBOX_H

#include "llvm/Support/Error.h"

namespace rafter {

/// From here on this process, and what it starts, has no network, an empty /tmp
/// of its own, and can gain no rights. The current directory stays what it is.
/// Needs no root, but a kernel that gives user namespaces. To be called before
/// there are threads. The error names what the kernel refused.
llvm::Error enterSandbox();

} // namespace rafter

#endif // RAFTER_TOOLS_RAFTEROPT_SANDBOX_H
