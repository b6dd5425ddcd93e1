//===- ResourceMapping.h - What instruction forms need ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The resource mapping of a CPU over a list of instruction forms: what the
// inference starts from (LLVM's scheduling model with the corrections of the
// CPU file) and what it ends with.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_INFERENCE_RESOURCEMAPPING_H
#define RAFTER_INFERENCE_RESOURCEMAPPING_H

#include "rafter/Uarch/CoreParameters.h"
#include <cstdint>
#include <string>
#include <vector>

namespace rafter {

/// Micro-operations of one instruction that go to the same units.
struct UnitUse {
  /// Bits in ResourceMapping::Units; any one of them serves.
  uint64_t Units = 0;
  /// How long one of them is held, by all micro-operations together.
  double Cycles = 1;
  /// Micro-operations; fewer than Cycles where a unit is not pipelined.
  unsigned Uops = 1;
};

/// What one instruction needs.
struct FormResources {
  /// The name by which corrections of a CPU file know it: LLVM's opcode, with
  /// a suffix for some operands.
  std::string Opcode;
  /// Each set of units at most once.
  std::vector<UnitUse> Uses;
  /// Slots of rename.
  double Slots = 1;
  bool Loads = false;
  bool Stores = false;
  /// No correction reaches it: rename does it, or another form of the opcode
  /// needs something else.
  bool IsFixed = false;
  /// What the CPU file says of it already; without Opcodes: nothing.
  InstructionCorrection Before;
};

/// A set of units, and a form that fills it in experiments.
struct UnitReference {
  /// Bits in ResourceMapping::Units.
  uint64_t Units = 0;
  uint32_t Form = 0;
};

struct ResourceMapping {
  /// Names of the units, at most 64.
  std::vector<std::string> Units;
  /// Slots that are renamed and retired per cycle.
  double Width = 4;
  /// Stores per cycle.
  double StoreCommit = 1;
  /// Sets that forms may need, beside those that one of them does.
  std::vector<uint64_t> Groups;
  /// What the CPU file names as examples of its sets, as far as they are among
  /// the forms. They need what the mapping says.
  std::vector<UnitReference> References;
  /// In the order of the measurements' forms.
  std::vector<FormResources> Forms;
};

} // namespace rafter

#endif // RAFTER_INFERENCE_RESOURCEMAPPING_H
