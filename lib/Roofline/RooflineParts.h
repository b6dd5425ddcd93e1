//===- RooflineParts.h - JSON of a roofline ---------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_ROOFLINE_ROOFLINEPARTS_H
#define RAFTER_LIB_ROOFLINE_ROOFLINEPARTS_H

#include "rafter/Report/JSONWriter.h"
#include "rafter/Roofline/GeneralizedRoofline.h"

namespace rafter {

/// Writes the members of "generalized_roofline".
void printRooflineJSON(JSONWriter &W, const GeneralizedRoofline &G);

} // namespace rafter

#endif // RAFTER_LIB_ROOFLINE_ROOFLINEPARTS_H
