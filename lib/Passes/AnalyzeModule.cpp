//===- AnalyzeModule.cpp - From a module to a report ----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Passes/AnalyzeModule.h"
#include "rafter/Stream/SegmentDecoder.h"
#include "rafter/Uarch/ProcessorFile.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

static Expected<Processor> loadProcessor(const AnalysisOptions &Options) {
  Expected<ProcessorFile> File =
      Options.UarchFile.empty()
          ? ProcessorLibrary(ProcessorLibrary::defaultDirectories())
                .find(Options.CPUName)
          : readProcessorFile(Options.UarchFile);
  if (!File)
    return File.takeError();
  if (Error E = applyOverrides(File->CPU, Options.Overrides))
    return E;
  return std::move(File->CPU);
}

Expected<Report> rafter::analyzeModule(llvm::Module &M,
                                       llvm::FunctionAnalysisManager &Analyses,
                                       const AnalysisOptions &Options) {
  Report Result;
  Result.Input =
      Options.InputName.empty() ? M.getModuleIdentifier() : Options.InputName;
  Result.Overrides = Options.Overrides;
  Expected<Processor> CPU = loadProcessor(Options);
  if (!CPU)
    return CPU.takeError();
  Result.CPU = std::move(*CPU);
  return Result;
}
