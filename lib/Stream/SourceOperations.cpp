//===- SourceOperations.cpp - Operations that code was lowered from -------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Stream/SourceOperations.h"
#include <tuple>

using namespace rafter;

bool SourceOperations::Order::operator()(const SourceLocation &A,
                                         const SourceLocation &B) const {
  return std::tie(A.File, A.Line, A.Column) <
         std::tie(B.File, B.Line, B.Column);
}

void SourceOperations::add(const SourceLocation &Place, std::string Name) {
  Names.try_emplace(Place, std::move(Name));
}

std::string SourceOperations::find(const SourceLocation &Place) const {
  if (!Place.isValid())
    return "";
  auto It = Names.lower_bound(Place);
  if (Place.Column != 0)
    return It != Names.end() && !Order()(Place, It->first) ? It->second : "";
  std::string Found;
  for (; It != Names.end() && It->first.File == Place.File &&
         It->first.Line == Place.Line;
       ++It) {
    if (!Found.empty() && Found != It->second)
      return "";
    Found = It->second;
  }
  return Found;
}
