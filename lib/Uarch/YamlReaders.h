//===- YamlReaders.h - The two readers behind parseYamlTree ----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler plugin reads a CPU file in every compilation, and LLVM's parser
// takes a millisecond for it. CPU files use little of YAML: a reader of just
// that is ten times as fast, and leaves all else, and every mistake, to LLVM's.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_UARCH_YAMLREADERS_H
#define RAFTER_LIB_UARCH_YAMLREADERS_H

#include "rafter/Uarch/YamlTree.h"
#include <optional>

namespace rafter {

/// The tree of a text in the plain form of CPU files: at the top `key: value`,
/// or `key:` and below it, indented, lines of `key: value` or `- value`. A
/// value stands on its line: plain words, a text in double quotes without
/// escapes, [a, b] or {key: value, ...}. Nothing for any other text, right or
/// wrong.
std::optional<YamlValue> readPlainYaml(llvm::StringRef Text);

/// The tree of any text, by LLVM's parser. Of plain texts it is the same.
llvm::Expected<YamlValue> readGeneralYaml(llvm::MemoryBufferRef Text);

/// Deeper values are an error: the ports of an instruction are the fifth level.
inline constexpr unsigned DeepestYaml = 5;
/// Entries of one mapping or sequence; the schema has fewer than 100 keys.
inline constexpr size_t MostYamlEntries = 1000;

} // namespace rafter

#endif // RAFTER_LIB_UARCH_YAMLREADERS_H
