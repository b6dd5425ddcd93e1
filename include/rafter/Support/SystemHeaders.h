//===- SystemHeaders.h - Which files are the user's -------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_SUPPORT_SYSTEMHEADERS_H
#define RAFTER_SUPPORT_SYSTEMHEADERS_H

#include "llvm/ADT/StringRef.h"

namespace rafter {

/// Whether Path is a header of the system: debug information does not say which
/// are, and these are the folders where compilers and distributions keep them.
inline bool isSystemHeader(llvm::StringRef Path) {
  return Path.starts_with("/usr/include/") ||
         Path.starts_with("/usr/local/include/") ||
         Path.starts_with("/usr/lib/") || Path.contains("/include/c++/");
}

} // namespace rafter

#endif // RAFTER_SUPPORT_SYSTEMHEADERS_H
