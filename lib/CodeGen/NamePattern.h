//===- NamePattern.h - Which names a pattern can match ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Corrections name opcodes by regular expressions such as
// "V?(ADD|SUB)S[SD]rr". Most mean a handful of names, which can be written out:
// looking these up is quicker than matching every opcode of a target.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CODEGEN_NAMEPATTERN_H
#define RAFTER_LIB_CODEGEN_NAMEPATTERN_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace rafter {

/// What the matches of an extended regular expression begin with.
struct NameBeginnings {
  /// Sorted, none twice. Each match begins with one of them; never empty.
  std::vector<std::string> Texts;
  /// Whether they are the matches themselves. Only of a correct expression.
  bool AreWhole = false;
};

/// Of matches of all of a name with Pattern.
NameBeginnings beginningsOf(llvm::StringRef Pattern);

} // namespace rafter

#endif // RAFTER_LIB_CODEGEN_NAMEPATTERN_H
