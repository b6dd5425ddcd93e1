//===- SourceDiagnostics.cpp - Warnings of groups of our own --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceDiagnostics.h"
#include "clang/Basic/SourceManager.h"

using namespace rafter;
using llvm::StringRef;
using ClangEngine = clang::DiagnosticsEngine;

bool SourceDiagnostics::warn(WarningGroup G, clang::SourceLocation Where,
                             StringRef Message) {
  WarningLevel Level = Groups[G];
  // As Clang's own warnings: -w goes before -Werror=, system headers are quiet.
  if (Level == WarningLevel::Ignored || Engine.getIgnoreAllWarnings() ||
      (Where.isValid() && Engine.getSourceManager().isInSystemHeader(Where)))
    return false;
  // Clang applies neither -w nor -Werror to warnings without a group of its
  // own.
  bool IsError =
      Level == WarningLevel::Error ||
      (Level == WarningLevel::Warning && Engine.getWarningsAsErrors());
  unsigned ID =
      IsError ? Engine.getCustomDiagID(ClangEngine::Error, "%0 [%1-W%2]")
              : Engine.getCustomDiagID(ClangEngine::Warning, "%0 [%1-W%2]");
  Engine.Report(Where, ID) << Message << (IsError ? "-Werror," : "") << name(G);
  return true;
}

void SourceDiagnostics::note(clang::SourceLocation Where, StringRef Message) {
  Engine.Report(Where, Engine.getCustomDiagID(ClangEngine::Note, "%0"))
      << Message;
}
