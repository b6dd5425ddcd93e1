//===- CacheHierarchy.cpp - The caches of the reference core --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CoreModel/CacheHierarchy.h"

using namespace rafter;

DataSource CacheHierarchy::readData(uint64_t Line, bool ForStore) {
  DataSource Source = Shared.read(Line, ForStore);
  auto Old = DataL1.insert(Line, ForStore);
  if (Old.Valid && Old.Dirty)
    Shared.writeBack(Old.Line);
  return Source;
}

DataSource CacheHierarchy::readInstructions(uint64_t Line) {
  DataSource Source = Shared.read(Line, false);
  InstructionL1.insert(Line, false);
  return Source;
}
