//===- AnalyzeModuleTest.cpp - From a module to a report ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which regions are found, and what is an error.
//
//===----------------------------------------------------------------------===//

#include "AnalyzeModule.h"
#include "Modules.h"
#include "rafter/Roofline/ComputationDAG.h"
#include "rafter/Roofline/GeneralizedRoofline.h"

using namespace rafter;

namespace {

class AnalyzeModule : public testing::Test {
protected:
  AnalyzeModule() : Parsed(TwoNests) { Parsed.connect(PB); }

  llvm::Expected<Report> analyze(const AnalysisOptions &Options) {
    return analyzeModule(*Parsed.M, Parsed.Functions, Options);
  }
  Report report(const AnalysisOptions &Options) {
    llvm::Expected<Report> R = analyze(Options);
    if (R)
      return std::move(*R);
    ADD_FAILURE() << llvm::toString(R.takeError());
    return Report();
  }
  std::string error(const AnalysisOptions &Options) {
    llvm::Expected<Report> R = analyze(Options);
    if (!R)
      return llvm::toString(R.takeError());
    ADD_FAILURE() << "no error";
    return "";
  }

  ParsedModule Parsed;
  llvm::PassBuilder PB;
};

} // namespace

TEST_F(AnalyzeModule, FindsLoopNestsInTheOrderOfTheSource) {
  Report R = report(paperOptions());
  ASSERT_EQ(R.Regions.size(), 2u);
  EXPECT_EQ(R.Input, "test.ll");
  EXPECT_EQ(R.CPU.Name, "xeon-e5-2680");
  EXPECT_EQ(R.Regions[0].Function, "small");
  EXPECT_EQ(R.Regions[0].get<GeneralizedRoofline>()->Flops, 100u);
  EXPECT_EQ(R.Regions[1].Function, "large");
  EXPECT_EQ(R.Regions[1].get<ComputationDAG>()->Work, 10000u);
  EXPECT_EQ(R.Regions[1].get<ComputationDAG>()->Depth, 10000u);
  EXPECT_EQ(R.Regions[1].How, Mode::Static);
}

TEST_F(AnalyzeModule, KeepsTheHottestNests) {
  AnalysisOptions Options = paperOptions();
  Options.MaxRegions = 1;
  Report R = report(Options);
  ASSERT_EQ(R.Regions.size(), 1u);
  EXPECT_EQ(R.Regions[0].Function, "large");
}

TEST_F(AnalyzeModule, TakesOneFunctionAsTheRegion) {
  AnalysisOptions Options = paperOptions();
  Options.Function = "straight";
  Report R = report(Options);
  ASSERT_EQ(R.Regions.size(), 1u);
  EXPECT_EQ(R.Regions[0].Name, "straight");
  EXPECT_EQ(R.Regions[0].Loop, "");
  EXPECT_EQ(R.Regions[0].get<GeneralizedRoofline>()->Flops, 1u);
}

TEST_F(AnalyzeModule, TakesFunctionsWhereThereAreNoLoops) {
  Parsed.M->getFunction("small")->deleteBody();
  Parsed.M->getFunction("large")->deleteBody();
  Report R = report(paperOptions());
  ASSERT_EQ(R.Regions.size(), 1u);
  EXPECT_EQ(R.Regions[0].Name, "straight");
}

TEST_F(AnalyzeModule, ComputesOnlyWhatIsAskedFor) {
  AnalysisOptions Options = paperOptions();
  Options.Asked = asked({"computation-dag"});
  EXPECT_FALSE(report(Options).Regions[0].get<GeneralizedRoofline>());
  Options.Asked = asked({"generalized-roofline"});
  EXPECT_FALSE(report(Options).Regions[0].get<ComputationDAG>());
}

TEST_F(AnalyzeModule, WarmCachesServeASmallRegionFromL1) {
  AnalysisOptions Options = paperOptions();
  Options.Function = "small";
  EXPECT_EQ(report(Options)
                .Regions[0]
                .get<GeneralizedRoofline>()
                ->node(NodeType::Memory)
                .Count,
            13u);
  Options.WarmCache = true;
  Report Warm = report(Options);
  EXPECT_TRUE(Warm.Regions[0].WarmCache);
  EXPECT_EQ(Warm.Regions[0].Invocations, 1u);
  EXPECT_EQ(
      Warm.Regions[0].get<GeneralizedRoofline>()->node(NodeType::Memory).Count,
      0u);
  EXPECT_EQ(
      Warm.Regions[0].get<GeneralizedRoofline>()->node(NodeType::L1).Count,
      100u);
}

TEST_F(AnalyzeModule, AppliesOverrides) {
  AnalysisOptions Options = paperOptions();
  Options.Overrides = "latency.add=7";
  Report R = report(Options);
  EXPECT_EQ(R.Overrides, "latency.add=7");
  EXPECT_EQ(R.CPU.compute(ComputeKind::Add).Latency, 7);
  EXPECT_GE(R.Regions[1].get<GeneralizedRoofline>()->Cycles, 70000u);
}

TEST_F(AnalyzeModule, ErrorsNameTheirCause) {
  AnalysisOptions Options = paperOptions();
  Options.Function = "nonesuch";
  EXPECT_EQ(error(Options),
            "test.ll: the function 'nonesuch' is not defined in the module");
  Options = paperOptions();
  Options.Overrides = "latency.ad=7";
  EXPECT_NE(error(Options).find("latency.ad"), std::string::npos);
  Options = paperOptions();
  Options.UarchFile = "/nonexistent/cpu.yaml";
  EXPECT_NE(error(Options).find("/nonexistent/cpu.yaml"), std::string::npos);
  Options = paperOptions();
  Options.Run = true;
  Options.Program.Entry = "nonesuch";
  EXPECT_NE(error(Options).find("'nonesuch'"), std::string::npos);
}
