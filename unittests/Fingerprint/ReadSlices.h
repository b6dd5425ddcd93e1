//===- ReadSlices.h - Slices for tests --------------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UNITTESTS_FINGERPRINT_READSLICES_H
#define RAFTER_UNITTESTS_FINGERPRINT_READSLICES_H

#include "SourcePaths.h"
#include "rafter/Fingerprint/SliceFiles.h"
#include "llvm/Support/MemoryBuffer.h"
#include <gtest/gtest.h>
#include <optional>

namespace rafter {

/// Reads ARFF or CSV; the message if it is refused.
inline std::string readText(llvm::StringRef Text, LabelledSlices &Slices) {
  llvm::MemoryBufferRef Buffer(Text, "data");
  llvm::Error E = isARFF(Text) ? readARFF(Buffer, "", Slices)
                               : readSliceTable(Buffer, Slices);
  return llvm::toString(std::move(E));
}

inline LabelledSlices slicesOf(llvm::StringRef Text) {
  LabelledSlices Slices;
  EXPECT_EQ(readText(Text, Slices), "");
  return Slices;
}

/// The name of a test for what has a file of reference data.
inline constexpr auto nameOfData = [](const auto &Info) {
  std::string Name = Info.param.Data;
  llvm::replace(Name, '.', '_');
  return Name;
};

/// A data set of the reference data; nothing where these are not there.
inline std::optional<LabelledSlices> referenceData(llvm::StringRef Name) {
  auto File = llvm::MemoryBuffer::getFile(std::string(RAFTER_GOLDEN_DIR) +
                                          "/fingerprint/" + Name.str());
  if (!File)
    return std::nullopt;
  return slicesOf((*File)->getBuffer());
}

} // namespace rafter

#endif // RAFTER_UNITTESTS_FINGERPRINT_READSLICES_H
