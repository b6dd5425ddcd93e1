//===- ShippedFiles.h - The CPU files of the project -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler plugin reads a CPU file in every compilation, and YAML takes
// longer than all else that is prepared for a CPU. So tools/cpu-tables reads
// uarch/*.yaml when the project is built, and their trees are constant data. A
// file is known by its hash, wherever it stands: one that was changed is read.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_UARCH_SHIPPEDFILES_H
#define RAFTER_LIB_UARCH_SHIPPEDFILES_H

#include "rafter/Uarch/YamlTree.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"
#include <optional>

namespace rafter {

/// Of the text of a CPU file: the first 12 hexadecimal digits of its SHA-256.
inline std::string hashOfFile(llvm::StringRef Text) {
  auto Digest = llvm::SHA256::hash(llvm::arrayRefFromStringRef(Text));
  return llvm::toHex(Digest, /*LowerCase=*/true).substr(0, 12);
}

/// What parseYamlTree makes of the shipped file with that hash; nothing if none
/// has it.
std::optional<YamlValue> findShippedTree(llvm::StringRef Hash);

} // namespace rafter

#endif // RAFTER_LIB_UARCH_SHIPPEDFILES_H
