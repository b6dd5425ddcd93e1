//===- Markup.cpp - Whether markup is well-formed ---------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Knows just enough of tags for what the printers write.
//
//===----------------------------------------------------------------------===//

#include "Markup.h"
#include "llvm/ADT/STLExtras.h"
#include <vector>

using namespace rafter;

std::string rafter::unbalanced(llvm::StringRef Markup) {
  static const llvm::StringRef Void[] = {"meta", "!DOCTYPE"};
  std::vector<llvm::StringRef> Open;
  while (true) {
    size_t At = Markup.find('<');
    if (At == llvm::StringRef::npos)
      return Open.empty() ? "" : Open.back().str();
    Markup = Markup.drop_front(At + 1);
    llvm::StringRef Tag = Markup.take_until([](char C) { return C == '>'; });
    llvm::StringRef Name = Tag.take_until(
        [](char C) { return C == ' ' || C == '\n' || C == '/'; });
    if (Tag.consume_front("/")) {
      if (Open.empty() || Open.back() != Tag)
        return Tag.str();
      Open.pop_back();
    } else if (!Tag.ends_with("/") && !llvm::is_contained(Void, Name)) {
      Open.push_back(Name);
    }
  }
}
