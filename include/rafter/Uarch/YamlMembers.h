//===- YamlMembers.h - Members of a mapping in a file ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What every reader of a mapping asks for, with errors that name file, line
// and key.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UARCH_YAMLMEMBERS_H
#define RAFTER_UARCH_YAMLMEMBERS_H

#include "rafter/Uarch/YamlTree.h"
#include "llvm/ADT/ArrayRef.h"

namespace rafter {

/// "; did you mean 'X'?", or "" where nothing is near.
std::string didYouMean(llvm::StringRef Word,
                       llvm::ArrayRef<llvm::StringRef> Candidates);

/// That Value is a mapping without members that mean nothing. Where names it
/// in the error; empty for the file itself.
llvm::Error checkMembers(llvm::StringRef File, llvm::StringRef Where,
                         const YamlValue &Value,
                         llvm::ArrayRef<llvm::StringRef> Legal);

/// The text of a member that must be there.
llvm::Expected<std::string> memberText(llvm::StringRef File,
                                       llvm::StringRef Where,
                                       const YamlValue &Value,
                                       llvm::StringRef Key);

/// The member "source" of Value, which must be one of Sources.
llvm::Expected<std::string> memberSource(llvm::StringRef File,
                                         llvm::StringRef Where,
                                         const YamlValue &Value,
                                         const YamlValue &Sources);

} // namespace rafter

#endif // RAFTER_UARCH_YAMLMEMBERS_H
