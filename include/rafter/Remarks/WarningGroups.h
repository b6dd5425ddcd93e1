//===- WarningGroups.h - Which warnings are wanted --------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compilers know no warning groups but their own. This reads the -W options for
// those of Rafter.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_REMARKS_WARNINGGROUPS_H
#define RAFTER_REMARKS_WARNINGGROUPS_H

#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>

namespace rafter {

enum class WarningGroup : uint8_t {
  /// -Wrafter-budget: a loop exceeds its budget.
  Budget,
  /// -Wrafter-budget-unchecked: it could not be found out.
  Unchecked,
  /// -Wrafter-directive: a pragma or attribute that is not understood.
  Directive
};
/// "rafter-budget", "rafter-budget-unchecked", "rafter-directive".
llvm::StringRef name(WarningGroup G);

enum class WarningLevel : uint8_t {
  /// Neither said nor counted.
  Ignored,
  /// A warning, even with -Werror.
  OnlyWarning,
  /// A warning; an error with -Werror.
  Warning,
  Error
};

/// The levels of all groups. Later options override earlier ones.
class WarningGroups {
public:
  /// Option is without "-W": "error=rafter-budget", "no-rafter-budget". False:
  /// it is about nothing of Rafter.
  bool apply(llvm::StringRef Option);
  WarningLevel operator[](WarningGroup G) const {
    return Levels[static_cast<unsigned>(G)];
  }

private:
  std::array<WarningLevel, 3> Levels = {
      WarningLevel::Warning, WarningLevel::Warning, WarningLevel::Warning};
};

} // namespace rafter

#endif // RAFTER_REMARKS_WARNINGGROUPS_H
