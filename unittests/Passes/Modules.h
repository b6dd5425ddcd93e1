//===- Modules.h - Modules for tests of the passes --------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A module from text with the analyses that passes need.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UNITTESTS_PASSES_MODULES_H
#define RAFTER_UNITTESTS_PASSES_MODULES_H

#include "SourcePaths.h"
#include "rafter/Passes/AnalysisOptions.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

namespace rafter {

struct ParsedModule {
  explicit ParsedModule(llvm::StringRef Text) {
    llvm::SMDiagnostic Diagnostic;
    M = llvm::parseAssemblyString(Text, Diagnostic, Context);
    if (!M)
      ADD_FAILURE() << Diagnostic.getMessage().str();
    else
      M->setModuleIdentifier("test.ll");
  }
  /// Registers PB's analyses and connects them.
  void connect(llvm::PassBuilder &PB) {
    PB.registerModuleAnalyses(Modules);
    PB.registerCGSCCAnalyses(SCCs);
    PB.registerFunctionAnalyses(Functions);
    PB.registerLoopAnalyses(Loops);
    PB.crossRegisterProxies(Loops, Functions, SCCs, Modules);
  }

  llvm::LLVMContext Context;
  std::unique_ptr<llvm::Module> M;
  llvm::LoopAnalysisManager Loops;
  llvm::FunctionAnalysisManager Functions;
  llvm::CGSCCAnalysisManager SCCs;
  llvm::ModuleAnalysisManager Modules;
};

inline MethodSet asked(std::initializer_list<llvm::StringRef> Names) {
  MethodTable Table;
  MethodSet Methods = Table.none();
  for (llvm::StringRef Name : Names)
    Methods.set(*Table.find(Name));
  return Methods;
}

/// Options for the machine of the paper.
inline AnalysisOptions paperOptions() {
  AnalysisOptions Options;
  Options.UarchFile = RAFTER_SOURCE_DIR "/uarch/xeon-e5-2680.yaml";
  Options.Asked = asked({"computation-dag", "generalized-roofline"});
  return Options;
}

/// Two loop nests: 100 additions in `small`, 10,000 in `large`; `straight` has
/// one multiplication and no loop.
inline constexpr char TwoNests[] = R"(
define double @small(ptr %x) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %t, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %p
  %t = fadd double %s, %v
  %next = add i64 %i, 1
  %c = icmp ult i64 %next, 100
  br i1 %c, label %loop, label %exit
exit:
  ret double %t
}
define double @large(ptr %x) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %t, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %p
  %t = fadd double %s, %v
  %next = add i64 %i, 1
  %c = icmp ult i64 %next, 10000
  br i1 %c, label %loop, label %exit
exit:
  ret double %t
}
define double @straight(double %x) {
  %y = fmul double %x, %x
  ret double %y
}
)";

} // namespace rafter

#endif // RAFTER_UNITTESTS_PASSES_MODULES_H
