//===- FormKinds.h - What instruction forms have in common -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_INFERENCE_FORMKINDS_H
#define RAFTER_LIB_INFERENCE_FORMKINDS_H

#include "rafter/Inference/ResourceMapping.h"

namespace rafter {

/// Forms that share something, and so may share a change of their costs.
struct FormKind {
  std::string Name;
  /// All of one opcode.
  bool IsOpcode = false;
  /// Ascending.
  std::vector<uint32_t> Forms;
};

/// What Mapping has for Form, as text: "p0|p1 x 1, 1 slots".
std::string needsOf(const ResourceMapping &Mapping, const FormResources &Form);

/// All kinds of the forms of Mapping that can be corrected, no two of which
/// have the same forms. Those of a single opcode are among them.
std::vector<FormKind> findFormKinds(const ResourceMapping &Mapping);

} // namespace rafter

#endif // RAFTER_LIB_INFERENCE_FORMKINDS_H
