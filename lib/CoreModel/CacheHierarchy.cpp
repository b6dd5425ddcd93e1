//===- CacheHierarchy.cpp - The caches of the reference core --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CoreModel/CacheHierarchy.h"

using namespace rafter;

static size_t linesOf(uint32_t Kilobytes) {
  return size_t(Kilobytes) * 1024 / LineBytes;
}

CacheHierarchy::L1Cache CacheHierarchy::emptyL1(uint32_t Kilobytes) {
  return L1Cache(linesOf(Kilobytes));
}

CacheHierarchy::CacheHierarchy(const CoreDesign &Design)
    : CacheHierarchy(Design, emptyL1(Design.L1Data),
                     emptyL1(Design.L1Instruction)) {}

CacheHierarchy::CacheHierarchy(const CoreDesign &Design, L1Cache Data,
                               L1Cache Instructions)
    : DataL1(std::move(Data)), InstructionL1(std::move(Instructions)),
      L2(linesOf(Design.L2)), LastLevel(linesOf(LastLevelKilobytes)) {}

DataSource CacheHierarchy::readData(uint64_t Line, bool ForStore) {
  DataSource Source = readShared(Line, ForStore);
  auto Old = DataL1.insert(Line, ForStore);
  if (Old.Valid && Old.Dirty)
    writeToL2(Old.Line);
  return Source;
}

DataSource CacheHierarchy::readInstructions(uint64_t Line) {
  DataSource Source = readShared(Line, false);
  InstructionL1.insert(Line, false);
  return Source;
}

DataSource CacheHierarchy::readShared(uint64_t Line, bool Unique) {
  if (L2.access(Line))
    return DataSource::L2;
  bool Hit = LastLevel.access(Line);
  if (!Hit && !Unique) {
    auto Old = LastLevel.insert(Line, false);
    if (Old.Valid && Old.Dirty)
      countWriteBack(DataSource::LastLevel);
  }
  auto Old = L2.insert(Line, false);
  if (Old.Valid && Old.Dirty)
    writeToLastLevel(Old.Line);
  return Hit ? DataSource::LastLevel : DataSource::Memory;
}

void CacheHierarchy::writeToL2(uint64_t Line) {
  countWriteBack(DataSource::L1);
  if (L2.takeWriteBack(Line))
    return;
  auto Old = L2.insert(Line, true);
  if (Old.Valid && Old.Dirty)
    writeToLastLevel(Old.Line);
}

void CacheHierarchy::writeToLastLevel(uint64_t Line) {
  countWriteBack(DataSource::L2);
  if (LastLevel.takeWriteBack(Line))
    return;
  auto Old = LastLevel.insert(Line, true);
  if (Old.Valid && Old.Dirty)
    countWriteBack(DataSource::LastLevel);
}
