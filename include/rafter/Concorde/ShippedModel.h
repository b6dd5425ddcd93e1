//===- ShippedModel.h - The model that comes with Rafter -------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_CONCORDE_SHIPPEDMODEL_H
#define RAFTER_CONCORDE_SHIPPEDMODEL_H

#include "rafter/Concorde/ConcordeModel.h"

namespace rafter {

/// A model, and what reports call it.
struct NamedModel {
  ConcordeModel Model;
  std::string Name;
  bool Shipped = false;
};

/// The installed model, or that of the sources if none is installed; its name
/// says which data set it is of.
llvm::Expected<NamedModel> readShippedModel();

} // namespace rafter

#endif // RAFTER_CONCORDE_SHIPPEDMODEL_H
