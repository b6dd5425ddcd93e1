//===- ConcordeInputs.h - Files of rafter-opt concorde ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOOLS_RAFTEROPT_CONCORDEINPUTS_H
#define RAFTER_TOOLS_RAFTEROPT_CONCORDEINPUTS_H

#include "rafter/Concorde/ShippedModel.h"
#include "rafter/Regions/RegionFile.h"

namespace rafter {

/// A file of regions, opened, and the name of its program.
struct ProgramRegions {
  std::string Path, Program;
  std::unique_ptr<RegionReader> Reader;
};

/// Opens files of regions, in the order of their programs' names. Errors: those
/// of the files, none, two of the same name.
llvm::Expected<std::vector<ProgramRegions>>
openRegions(llvm::ArrayRef<std::string> Paths);

/// Whether the regions stand behind a warm state; there are some. Labels and
/// predictions behind one and without one are not of one kind: an error names
/// the first file and region that is not as those before.
llvm::Expected<bool> haveState(llvm::ArrayRef<ProgramRegions> Programs);

/// The model that Files begin with, which is taken off them; or the shipped
/// one, if their first is no model. Errors: those of the files.
llvm::Expected<NamedModel> takeModel(llvm::ArrayRef<std::string> &Files);

} // namespace rafter

#endif // RAFTER_TOOLS_RAFTEROPT_CONCORDEINPUTS_H
