//===- ExecutionUnits.h - Units of a scheduling model ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The execution units of LLVM's scheduling model as the bits of a mask, and
// which of them the micro-operations of a scheduling class need.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CODEGEN_EXECUTIONUNITS_H
#define RAFTER_LIB_CODEGEN_EXECUTIONUNITS_H

#include "rafter/Stream/Instruction.h"
#include "rafter/Uarch/CoreParameters.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Support/Error.h"

namespace rafter {

/// At most 64 units; what a model declares beyond them has no bits.
class ExecutionUnits {
public:
  ExecutionUnits() = default;
  explicit ExecutionUnits(const llvm::MCSchedModel &Model);

  const std::vector<std::string> &names() const { return Names; }
  /// The bit of the unit called Name; 0: there is none.
  uint64_t bit(llvm::StringRef Name) const;
  /// The units of a processor resource, one bit each; 0 for pseudo groups.
  uint64_t units(unsigned Resource) const { return Masks[Resource]; }
  /// Whether units were left out because there are more than 64.
  bool overflowed() const { return Overflowed; }

  /// Adds the sets of a CPU file, in their order, to those of the model. The
  /// error, without file and line, is of a unit to replace that the model has
  /// not, or of more than 64 units.
  llvm::Error add(const UnitGroup &Group);

  /// What the micro-operations of Class hold. TableGen lists for each use every
  /// group around it; this is the inverse: each micro-operation once.
  llvm::SmallVector<PortUse, 4>
  primaryUses(const llvm::MCSubtargetInfo &Subtarget,
              const llvm::MCSchedClassDesc &Class) const;

private:
  llvm::Expected<uint64_t> find(llvm::ArrayRef<std::string> Units) const;
  void addUnits(const llvm::MCSchedModel &Model, unsigned Resource);
  void addPart(const llvm::MCSchedModel &Model, unsigned Resource);
  void nameUnits(llvm::ArrayRef<std::pair<llvm::StringRef, unsigned>> Owners);
  bool contains(unsigned Outer, unsigned Inner) const;

  const llvm::MCSchedModel *Model = nullptr;
  std::vector<std::string> Names;
  /// By index of the processor resource.
  std::vector<uint64_t> Masks;
  /// Bits of each resource that its parts have taken.
  std::vector<uint64_t> Taken;
  /// Sets of the model, and what the CPU file has in their place.
  std::vector<std::pair<uint64_t, uint64_t>> Replaced;
  bool Overflowed = false;
};

} // namespace rafter

#endif // RAFTER_LIB_CODEGEN_EXECUTIONUNITS_H
