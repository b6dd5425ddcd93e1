//===- MeasuredMixesTest.cpp - Files of measured instruction mixes --------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Inference/MeasuredMixes.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace rafter;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

llvm::Expected<MeasuredMixes> parse(llvm::StringRef Text) {
  return parseMeasuredMixes({Text, "mixes.json"});
}

std::string faultOf(llvm::StringRef Text) {
  llvm::Expected<MeasuredMixes> Mixes = parse(Text);
  return Mixes ? "none" : llvm::toString(Mixes.takeError());
}

constexpr llvm::StringLiteral Plain =
    R"({"kind": "ExperimentList",
        "arch": {"kind": "Architecture", "name": "toy", "insns": ["A", "B"],
                 "ports": ["0"]},
        "exps": [{"iseq": ["B", "A", "B"], "result": {"cycles": 1.5},
                  "other_results": []},
                 {"kind": "Experiment", "iseq": ["A"],
                  "result": {"cycles": 1}}]})";

TEST(MeasuredMixes, AreReadAsPMEvoWritesThem) {
  llvm::Expected<MeasuredMixes> Mixes = parse(Plain);
  ASSERT_TRUE(bool(Mixes)) << llvm::toString(Mixes.takeError());
  EXPECT_EQ(Mixes->Machine, "toy");
  ASSERT_EQ(Mixes->Forms.size(), 2u);
  EXPECT_EQ(Mixes->Forms[1].Text, "B");
  ASSERT_EQ(Mixes->Mixes.size(), 2u);
  EXPECT_THAT(Mixes->Mixes[0].Forms, ElementsAre(1u, 0u, 1u));
  EXPECT_EQ(Mixes->Mixes[0].Cycles, 1.5);
}

TEST(MeasuredMixes, AreReadAsTheyWereWritten) {
  MeasuredMixes Mixes;
  Mixes.Machine = "toy";
  Mixes.About = {{"clock", "3.0 \"GHz\""}};
  Mixes.Forms = {{"ADD_((REG:RW:G:64)),_((IMM:8))", "ADD64ri8"}, {"B", ""}};
  Mixes.Mixes = {{{0, 1}, 1.0 / 3}, {{1}, 1e-3}};
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeMeasuredMixes(OS, Mixes);
  llvm::Expected<MeasuredMixes> Again = parse(Text);
  ASSERT_TRUE(bool(Again)) << llvm::toString(Again.takeError());
  EXPECT_EQ(Again->Machine, Mixes.Machine);
  EXPECT_EQ(Again->About, Mixes.About);
  EXPECT_EQ(Again->Forms[0].Opcode, "ADD64ri8");
  EXPECT_EQ(Again->Mixes[0].Cycles, 1.0 / 3);
  EXPECT_THAT(Again->Mixes[0].Forms, ElementsAre(0u, 1u));
}

TEST(MeasuredMixes, OfTwoFilesShareTheirForms) {
  llvm::Expected<MeasuredMixes> Mixes = parse(Plain);
  llvm::Expected<MeasuredMixes> More =
      parse(R"({"arch": {"name": "toy", "insns": ["C", "B"]},
                "exps": [{"iseq": ["C", "B"], "result": {"cycles": 2}}]})");
  ASSERT_TRUE(bool(Mixes)) << llvm::toString(Mixes.takeError());
  ASSERT_TRUE(bool(More)) << llvm::toString(More.takeError());
  ASSERT_FALSE(bool(addMixes(*Mixes, *More)));
  EXPECT_EQ(Mixes->Forms.size(), 3u);
  EXPECT_THAT(Mixes->Mixes.back().Forms, ElementsAre(2u, 1u));
  More->Machine = "other";
  EXPECT_EQ(llvm::toString(addMixes(*Mixes, *More)),
            "measurements of 'toy' and of 'other': those of one machine "
            "belong together");
}

TEST(MeasuredMixes, ThatAreWrongAreNamed) {
  EXPECT_THAT(faultOf("{"), HasSubstr("mixes.json:1: "));
  EXPECT_EQ(faultOf("[]"), "mixes.json: no list of experiments: no object");
  EXPECT_EQ(faultOf("{}"), "mixes.json: no list of experiments: 'arch' or "
                           "'exps' is missing");
  EXPECT_EQ(faultOf(R"({"arch": {"insns": []}, "exps": []})"),
            "mixes.json: 'insns' is missing or empty");
  EXPECT_EQ(faultOf(R"({"arch": {"insns": ["A", "A"]}, "exps": []})"),
            "mixes.json: the form 'A' is there twice");
  EXPECT_EQ(faultOf(R"({"arch": {"insns": ["A"]}, "exps": []})"),
            "mixes.json: no experiments: 'exps' is empty");
  EXPECT_EQ(faultOf(R"({"arch": {"insns": ["A"], "opcodes": []},
                        "exps": []})"),
            "mixes.json: 'opcodes' has 0 names for 1 forms");
  auto Experiment = [](llvm::StringRef Text) {
    return faultOf(
        ("{\"arch\": {\"insns\": [\"A\"]}, \"exps\": [" + Text + "]}").str());
  };
  EXPECT_EQ(Experiment(R"({"iseq": [], "result": {"cycles": 1}})"),
            "mixes.json: experiment 1: no instructions ('iseq')");
  EXPECT_EQ(Experiment(R"({"iseq": ["Z"], "result": {"cycles": 1}})"),
            "mixes.json: experiment 1: 'Z' is none of the forms in 'insns'");
  for (llvm::StringRef Cycles : {"0", "-1", "\"1\"", "null"})
    EXPECT_EQ(Experiment(("{\"iseq\": [\"A\"], \"result\": {\"cycles\": " +
                          Cycles + "}}")
                             .str()),
              "mixes.json: experiment 1: 'cycles' is missing or no number "
              "above 0");
}

} // namespace
