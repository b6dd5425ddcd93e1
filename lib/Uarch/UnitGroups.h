//===- UnitGroups.h - The list "units" -------------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_UARCH_UNITGROUPS_H
#define RAFTER_LIB_UARCH_UNITGROUPS_H

#include "rafter/Uarch/CoreParameters.h"
#include "rafter/Uarch/YamlTree.h"

namespace rafter {

/// Reads the list; Sources is the file's list of sources. That LLVM's model has
/// the units that are replaced is for those to say who know it.
llvm::Expected<std::vector<UnitGroup>> readUnitGroups(llvm::StringRef File,
                                                      const YamlValue &List,
                                                      const YamlValue &Sources);

} // namespace rafter

#endif // RAFTER_LIB_UARCH_UNITGROUPS_H
