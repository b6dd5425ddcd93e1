//===- OpenedTrace.h - Reads a trace in memory -----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UNITTESTS_FOREIGNTRACES_OPENEDTRACE_H
#define RAFTER_UNITTESTS_FOREIGNTRACES_OPENEDTRACE_H

#include "CollectedInstructions.h"
#include "rafter/ForeignTraces/TraceSource.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"

namespace rafter {

/// What openTrace makes of a file with the given bytes.
struct OpenedTrace {
  std::string Format, Architecture;
  std::vector<CrackedInstruction> Instructions;
  /// The file's name is left out.
  std::string Error;

  explicit OpenedTrace(const std::string &Text, const TraceOpening &How = {}) {
    llvm::SmallString<128> Path;
    int Descriptor = 0;
    llvm::sys::fs::createTemporaryFile("rafter-trace", "", Descriptor, Path);
    llvm::FileRemover Remover(Path);
    {
      llvm::raw_fd_ostream OS(Descriptor, /*shouldClose=*/true);
      OS << Text;
    }
    read(Path, How);
    llvm::StringRef Rest = Error;
    if (Rest.consume_front(Path) && Rest.consume_front(": "))
      Error = Rest.str();
    else if (!Error.empty())
      Error = "an error without the file: " + Error;
  }

private:
  void read(llvm::StringRef Path, const TraceOpening &How) {
    auto Source = openTrace(Path, How);
    if (!Source) {
      Error = llvm::toString(Source.takeError());
      return;
    }
    Format = (*Source)->Format;
    Architecture = (*Source)->Architecture;
    CollectedInstructions All;
    Error = llvm::toString((*Source)->Cracked(All));
    Instructions = std::move(All.Instructions);
  }
};

} // namespace rafter

#endif // RAFTER_UNITTESTS_FOREIGNTRACES_OPENEDTRACE_H
