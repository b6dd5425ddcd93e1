//===- InstalledFiles.h - Data that is installed with the code -*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The program or shared object that this code is part of knows where it lies;
// its data lie beside it.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_SUPPORT_INSTALLEDFILES_H
#define RAFTER_SUPPORT_INSTALLEDFILES_H

#include "rafter/Support/Files.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <string>
#include <vector>

namespace rafter {

/// The file or folder share/rafter/NAME of the prefix that this code is
/// installed under (as bin/FILE, lib/FILE, lib/TRIPLE/FILE or
/// lib/TRIPLE/rafter/FILE). Empty if there is none.
std::string installedPath(llvm::StringRef Name);

/// The files of the folder share/rafter/NAME, or else of Source, whose names
/// have this ending, by name. Error: there is no such folder.
llvm::Expected<std::vector<std::string>> shippedFiles(llvm::StringRef Name,
                                                      llvm::StringRef Source,
                                                      llvm::StringRef Ending);

/// What Read makes of each of these files of text. Errors: also its own.
template <class T>
llvm::Expected<std::vector<T>>
readShipped(llvm::StringRef Name, llvm::StringRef Source,
            llvm::StringRef Ending,
            llvm::Expected<T> (*Read)(llvm::MemoryBufferRef)) {
  auto Files = shippedFiles(Name, Source, Ending);
  if (!Files)
    return Files.takeError();
  std::vector<T> All;
  for (const std::string &File : *Files) {
    auto Buffer = readFile(File, /*IsText=*/true);
    if (!Buffer)
      return Buffer.takeError();
    llvm::Expected<T> One = Read((*Buffer)->getMemBufferRef());
    if (!One)
      return One.takeError();
    All.push_back(std::move(*One));
  }
  return All;
}

/// The shared object NAME of ours that a program loads when it needs it: what
/// the environment's Variable says, the one installed beside the program, or
/// Built, where the build makes it. Error: there is none.
llvm::Expected<std::string> findSharedObject(llvm::StringRef Name,
                                             llvm::StringRef Variable,
                                             llvm::StringRef Built);

} // namespace rafter

#endif // RAFTER_SUPPORT_INSTALLEDFILES_H
