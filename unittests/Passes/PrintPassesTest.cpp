//===- PrintPassesTest.cpp - The passes print<...> ------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pipelines give one report, whatever passes they are made of.
//
//===----------------------------------------------------------------------===//

#include "rafter/Passes/PrintPasses.h"
#include "Modules.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace rafter;

namespace {

/// Runs a pipeline over TwoNests and keeps the report that it writes.
class PrintPasses : public testing::Test {
protected:
  PrintPasses() : Parsed(TwoNests), Options(paperOptions()) {
    llvm::SmallString<128> Path;
    EXPECT_FALSE(
        llvm::sys::fs::createTemporaryFile("rafter-test", "json", Path));
    Options.OutputFile = std::string(Path);
    Options.OutputFormat = Format::JSON;
  }
  ~PrintPasses() override { llvm::sys::fs::remove(Options.OutputFile); }

  /// False: the pipeline cannot be parsed.
  bool run(llvm::StringRef Pipeline, llvm::Expected<AnalysisOptions> Given) {
    llvm::PassBuilder PB;
    auto Session = std::make_shared<PrintSession>(
        std::move(Given), [&](llvm::Error E, llvm::LLVMContext &) {
          Errors.push_back(llvm::toString(std::move(E)));
        });
    registerPrintPasses(PB, Session);
    Parsed.connect(PB);
    llvm::ModulePassManager Passes;
    if (llvm::Error E = PB.parsePassPipeline(Passes, Pipeline)) {
      llvm::consumeError(std::move(E));
      return false;
    }
    Passes.run(*Parsed.M, Parsed.Modules);
    return true;
  }
  std::string output() {
    auto Buffer = llvm::MemoryBuffer::getFile(Options.OutputFile);
    return Buffer ? (*Buffer)->getBuffer().str() : "";
  }
  size_t occurrences(llvm::StringRef Text) {
    return llvm::StringRef(output()).count(Text);
  }

  ParsedModule Parsed;
  AnalysisOptions Options;
  std::vector<std::string> Errors;
};

} // namespace

TEST_F(PrintPasses, OnePassPrintsItsPartOnly) {
  ASSERT_TRUE(run("print<computation-dag>", Options));
  EXPECT_EQ(occurrences("\"computation_dag\""), 2u);
  EXPECT_EQ(occurrences("\"generalized_roofline\""), 0u);
}

TEST_F(PrintPasses, PassesShareOneReport) {
  ASSERT_TRUE(
      run("print<generalized-roofline>,print<computation-dag>", Options));
  EXPECT_EQ(occurrences("\"computation_dag\""), 2u);
  EXPECT_EQ(occurrences("\"generalized_roofline\""), 2u);
  EXPECT_EQ(occurrences("\"schema_version\""), 1u);
}

TEST_F(PrintPasses, FunctionPassesShareOneReport) {
  ASSERT_TRUE(run("function(print<computation-dag>,"
                  "print<generalized-roofline>)",
                  Options));
  EXPECT_EQ(occurrences("\"computation_dag\""), 3u);
  EXPECT_EQ(occurrences("\"generalized_roofline\""), 3u);
}

TEST_F(PrintPasses, UnknownNamesAreLeftToOthers) {
  EXPECT_FALSE(run("print<nonesuch-dag>", Options));
}

TEST_F(PrintPasses, AnErrorIsReportedOnceAndNothingWritten) {
  Options.UarchFile = "/nonexistent/cpu.yaml";
  ASSERT_TRUE(
      run("print<generalized-roofline>,print<computation-dag>", Options));
  EXPECT_EQ(Errors.size(), 1u);
  EXPECT_EQ(output(), "");
}

TEST_F(PrintPasses, AnErrorInTheOptionsFailsTheFirstPass) {
  ASSERT_TRUE(run("print<computation-dag>,print<computation-dag>",
                  llvm::createStringError("no such option")));
  ASSERT_EQ(Errors.size(), 1u);
  EXPECT_EQ(Errors[0], "no such option");
}
