//===- ShippedModel.cpp - The model that comes with Rafter ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Concorde/ShippedModel.h"
#include "rafter/Support/Files.h"
#include "rafter/Support/InstalledFiles.h"
#include "llvm/ADT/StringExtras.h"

using namespace rafter;
using llvm::StringRef;

static constexpr StringRef FileName = "concorde.model";

llvm::Expected<NamedModel> rafter::readShippedModel() {
  std::string Path = installedPath(FileName);
  if (Path.empty())
    Path = (RAFTER_DATA_SOURCE_DIR "/" + FileName).str();
  auto Buffer = readFile(Path);
  if (!Buffer)
    return Buffer.takeError();
  llvm::Expected<ConcordeModel> Model = readConcordeModel(**Buffer);
  if (!Model)
    return Model.takeError();
  std::string Name =
      "shipped with rafter-opt, of " + std::to_string(Model->Samples) +
      " samples of data set " +
      llvm::utohexstr(Model->DataSetIdentity, /*LowerCase=*/true, 16);
  return NamedModel{std::move(*Model), std::move(Name), /*Shipped=*/true};
}
