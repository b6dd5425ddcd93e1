//===- SourceDiagnostics.h - Warnings of groups of our own ------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang's diagnostics with the groups of Rafter behind the message.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_FRONTEND_SOURCEDIAGNOSTICS_H
#define RAFTER_LIB_FRONTEND_SOURCEDIAGNOSTICS_H

#include "rafter/Remarks/WarningGroups.h"
#include "clang/Basic/Diagnostic.h"

namespace rafter {

class SourceDiagnostics {
public:
  SourceDiagnostics(clang::DiagnosticsEngine &Engine, WarningGroups Groups)
      : Engine(Engine), Groups(Groups) {}

  /// Message at Where, as a warning or an error; false: it is not wanted.
  bool warn(WarningGroup G, clang::SourceLocation Where,
            llvm::StringRef Message);
  /// What belongs to the warning before it.
  void note(clang::SourceLocation Where, llvm::StringRef Message);

  bool anyErrors() const { return Engine.hasErrorOccurred(); }

private:
  clang::DiagnosticsEngine &Engine;
  WarningGroups Groups;
};

} // namespace rafter

#endif // RAFTER_LIB_FRONTEND_SOURCEDIAGNOSTICS_H
