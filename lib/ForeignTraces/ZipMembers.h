//===- ZipMembers.h - What a zip archive holds -----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_FOREIGNTRACES_ZIPMEMBERS_H
#define RAFTER_LIB_FOREIGNTRACES_ZIPMEMBERS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace rafter {

struct ZipMember {
  std::string Name;
  /// As they are in the archive.
  llvm::ArrayRef<uint8_t> Bytes;
  bool Deflated = false;
};

/// The files of an archive, in the order of its directory. Errors: cut short,
/// damaged, compressed by anything but deflate, encrypted.
llvm::Expected<std::vector<ZipMember>>
readZipMembers(llvm::ArrayRef<uint8_t> File);

} // namespace rafter

#endif // RAFTER_LIB_FOREIGNTRACES_ZIPMEMBERS_H
