//===- MethodTable.h - All methods ------------------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one table of methods: Methods.def. What asks for methods by name, prints
// lists of them or makes passes of them goes by it.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_ANALYSIS_METHODTABLE_H
#define RAFTER_ANALYSIS_METHODTABLE_H

#include "rafter/Analysis/Report.h"
#include "rafter/Method/Method.h"
#include "llvm/ADT/SmallBitVector.h"

namespace rafter {

/// Some of the methods, by their positions in the table.
using MethodSet = llvm::SmallBitVector;

/// The methods in the order of a report.
class MethodTable {
public:
  explicit MethodTable(const MethodOptions &Options = {});
  ~MethodTable();
  MethodTable(MethodTable &&) = default;

  size_t size() const { return Methods.size(); }
  const Method &operator[](size_t I) const { return *Methods[I]; }

  /// The position of the method called Name; none if there is none.
  std::optional<size_t> find(llvm::StringRef Name) const;
  std::vector<llvm::StringRef> names() const;
  MethodSet none() const { return MethodSet(size()); }
  /// Those that a report has where nobody chose.
  MethodSet defaults() const;
  /// Those that cracked instructions are enough for.
  MethodSet ofCrackedInstructions() const;
  /// Those of Among that play machine code where there is some.
  MethodSet ofMachineCode(const MethodSet &Among) const;

  /// What Asked find about S. Methods that one play of operations serves share
  /// it. Errors: those of the source and the methods, or a method that S has no
  /// vocabulary for.
  llvm::Expected<RegionReport> run(const MethodSet &Asked, Source &S,
                                   const Processor &CPU) const;
  /// Puts the findings of each region in the order of the table, and drops
  /// those that are not of Kept.
  void arrange(const MethodSet &Kept, Report &R) const;

private:
  llvm::Error runTogether(const MethodSet &Asked, Source &S,
                          const Processor &CPU, RegionReport &Region) const;

  std::vector<std::unique_ptr<Method>> Methods;
};

} // namespace rafter

#endif // RAFTER_ANALYSIS_METHODTABLE_H
