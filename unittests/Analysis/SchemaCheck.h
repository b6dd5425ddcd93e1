//===- SchemaCheck.h - A small JSON Schema validator ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks JSON against the subset of JSON Schema that docs/schema uses: $ref,
// type, enum, required, properties, additionalProperties, items, minimum,
// maximum.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UNITTESTS_ANALYSIS_SCHEMACHECK_H
#define RAFTER_UNITTESTS_ANALYSIS_SCHEMACHECK_H

#include "llvm/Support/JSON.h"
#include <string>
#include <vector>

namespace rafter {

/// Everything in Value that Schema forbids, with its place; keywords that this
/// validator does not know count as violations too.
std::vector<std::string> violations(const llvm::json::Value &Schema,
                                    const llvm::json::Value &Value);

/// Property names in Value that Schema does not mention.
std::vector<std::string> undocumented(const llvm::json::Value &Schema,
                                      const llvm::json::Value &Value);

} // namespace rafter

#endif // RAFTER_UNITTESTS_ANALYSIS_SCHEMACHECK_H
