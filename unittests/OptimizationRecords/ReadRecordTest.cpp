//===- ReadRecordTest.cpp -------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/OptimizationRecords/ReadRecord.h"
#include "rafter/Stream/Instruction.h"
#include "llvm/Remarks/Remark.h"
#include "llvm/Remarks/RemarkSerializer.h"
#include <gtest/gtest.h>

using namespace llvm;
using namespace rafter;

namespace {

struct ReadResult {
  std::vector<LoopRecord> Loops;
  RecordCounts Counts;
  std::string Complaint;
};

} // namespace

static ReadResult read(StringRef Text) {
  ReadResult R;
  Error E = readRecord(MemoryBufferRef(Text, "record"), R.Counts,
                       [&](LoopRecord L) { R.Loops.push_back(std::move(L)); });
  R.Complaint = toString(std::move(E));
  return R;
}

/// A record of one remark of Pass with these arguments.
static std::string record(remarks::Format Format, StringRef Pass,
                          ArrayRef<std::pair<StringRef, StringRef>> Arguments) {
  remarks::Remark R;
  R.RemarkType = remarks::Type::Analysis;
  R.PassName = Pass;
  R.RemarkName = "LoopBound";
  R.FunctionName = "_ZN1n3sumEPKdi";
  R.Loc = remarks::RemarkLocation{"src/a.cpp", 12, 3};
  R.Hotness = 77;
  for (auto [Key, Value] : Arguments)
    R.Args.emplace_back(Key, Value);
  std::string Text;
  raw_string_ostream OS(Text);
  auto Serializer = remarks::createRemarkSerializer(Format, OS);
  (*Serializer)->emit(R);
  (*Serializer)->finalize();
  return Text;
}

class ReadRecord : public testing::TestWithParam<remarks::Format> {};

TEST_P(ReadRecord, KnowsEveryArgument) {
  ReadResult R = read(record(GetParam(), "rafter",
                             {{"Cycles", "4.00"},
                              {"String", " cycles, bound by "},
                              {"Limit", "the latency through `s`"},
                              {"NextCycles", "1.50"},
                              {"NextLimit", "loads"},
                              {"Factor", "2.67"},
                              {"Advice", "3 accumulators"},
                              {"LeastCycles", "0.5"},
                              {"LeastLimit", "float adds"},
                              {"Difference", "spills"},
                              {"Difference", "calls"},
                              {"Assumption", "data in L1"},
                              {"Assumption", "1000 iterations assumed"},
                              {"String", "."},
                              {"CPU", "znver4"},
                              {"Weight", "4e3"},
                              {"VectorFactor", "8"},
                              {"Resource", "latency float add"},
                              {"Resource", "warp"},
                              {"Resource", "ports p0 p5"},
                              {"Latency", "4"},
                              {"Part", "chain"},
                              {"Subject", "s"},
                              {"OfTheFuture", "something"}}));
  EXPECT_EQ(R.Complaint, "");
  EXPECT_EQ(R.Counts.OfRafter, 1u);
  ASSERT_EQ(R.Loops.size(), 1u);
  const LoopRecord &L = R.Loops[0];
  EXPECT_EQ(L.Place.File, "src/a.cpp");
  EXPECT_EQ(L.Place.Line, 12u);
  EXPECT_EQ(L.Place.Column, 3u);
  EXPECT_EQ(L.Symbol, "_ZN1n3sumEPKdi");
  EXPECT_EQ(L.Function, "n::sum(double const*, int)");
  EXPECT_EQ(L.Name, "LoopBound");
  EXPECT_EQ(L.Hotness, 77u);
  EXPECT_EQ(L.Cycles, 4);
  EXPECT_EQ(L.NextCycles, 1.5);
  EXPECT_EQ(L.LeastCycles, 0.5);
  EXPECT_EQ(L.Factor, 2.67);
  EXPECT_EQ(L.Weight, 4000);
  EXPECT_EQ(L.VectorFactor, 8u);
  EXPECT_EQ(L.Limit, "the latency through `s`");
  ASSERT_EQ(L.Bound.Resources.size(), 2u);
  EXPECT_EQ(L.Bound.Resources[0], Limit::latency(InstructionClass::FloatAdd));
  EXPECT_EQ(L.Bound.Resources[1].Units, (std::vector<std::string>{"p0", "p5"}));
  EXPECT_EQ(describeKind(L.Bound),
            "the 4-cycle latency of float add in the chain through ...");
  EXPECT_EQ(L.NextLimit, "loads");
  EXPECT_EQ(L.Advice, "3 accumulators");
  EXPECT_EQ(L.LeastLimit, "float adds");
  EXPECT_EQ(L.Differences, (std::vector<std::string>{"spills", "calls"}));
  EXPECT_EQ(L.CPU, "znver4");
  EXPECT_EQ(L.Assumptions, (std::vector<std::string>{
                               "data in L1", "1000 iterations assumed"}));
}

/// YAML doubles them in quotes.
TEST_P(ReadRecord, ApostrophesAreAsTheyWereSaid) {
  ReadResult R = read(record(GetParam(), "rafter",
                             {{"String", "Cycles: "},
                              {"Advice", "compute it from the loop's counter"},
                              {"Assumption", "a's, b's and 'c'"},
                              {"String", "; it's all"}}));
  ASSERT_EQ(R.Loops.size(), 1u) << R.Complaint;
  EXPECT_EQ(R.Loops[0].Advice, "compute it from the loop's counter");
  EXPECT_EQ(R.Loops[0].Assumptions.front(), "a's, b's and 'c'");
  EXPECT_TRUE(StringRef(R.Loops[0].Text).ends_with("; it's all"));
}

TEST_P(ReadRecord, EndsTheSentenceWithItsLastText) {
  auto Text = [&](ArrayRef<std::pair<StringRef, StringRef>> Arguments) {
    return read(record(GetParam(), "rafter", Arguments)).Loops.at(0).Text;
  };
  EXPECT_EQ(Text({{"Cycles", "2"}, {"String", " cycles."}, {"Weight", "9"}}),
            "2 cycles.");
  EXPECT_EQ(Text({{"Limit", "loads"}}), "loads");
}

TEST_P(ReadRecord, CountsRemarksOfOtherPasses) {
  ReadResult R =
      read(record(GetParam(), "loop-vectorize", {{"Cycles", "many"}}));
  EXPECT_EQ(R.Complaint, "");
  EXPECT_EQ(R.Counts.OfRafter, 0u);
  EXPECT_EQ(R.Counts.OfOthers, 1u);
}

TEST_P(ReadRecord, RefusesWordsAndImpossibleNumbers) {
  for (StringRef Value : {"many", "", "-1", "nan", "inf", "1e999", "4.0x"}) {
    ReadResult R = read(record(GetParam(), "rafter", {{"Cycles", Value}}));
    EXPECT_TRUE(R.Loops.empty()) << Value.str();
    EXPECT_NE(R.Complaint.find("Cycles: '" + Value.str() + "' is no number"),
              std::string::npos)
        << R.Complaint;
  }
  ReadResult R = read(record(GetParam(), "rafter", {{"VectorFactor", "0"}}));
  EXPECT_NE(R.Complaint.find("VectorFactor: '0' is no number"),
            std::string::npos);
}

TEST_P(ReadRecord, SaysWhereATruncatedRecordEnds) {
  std::string Whole = record(GetParam(), "rafter", {{"Cycles", "4"}});
  for (size_t Size = RecordMagicBytes; Size + 5 < Whole.size(); Size += 7) {
    ReadResult R = read(StringRef(Whole).take_front(Size));
    EXPECT_EQ(R.Complaint.substr(0, 8), "record: ") << Size;
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, ReadRecord,
                         testing::Values(remarks::Format::YAML,
                                         remarks::Format::Bitstream),
                         [](const auto &Info) {
                           return Info.param == remarks::Format::YAML
                                      ? "YAML"
                                      : "Bitstream";
                         });

static constexpr StringLiteral Good = "--- !Analysis\n"
                                      "Pass:            rafter\n"
                                      "Name:            LoopBound\n"
                                      "Function:        f\n"
                                      "Args:\n"
                                      "  - Cycles:          '1'\n"
                                      "...\n";

TEST(ReadRecordYAML, GoesOnBehindABrokenRemark) {
  std::string Text =
      Good.str() + "--- !Analysis\nPass: rafter\nName: [\n...\n" + Good.str();
  ReadResult R = read(Text);
  EXPECT_EQ(R.Counts.OfRafter, 2u);
  EXPECT_EQ(R.Complaint.substr(0, 14), "record: line 1") << R.Complaint;
}

TEST(ReadRecordYAML, CountsFaultsAndNamesTheFirst) {
  std::string Text = Good.str() + "junk\n" + Good.str() + "more junk\n";
  ReadResult R = read(Text);
  EXPECT_EQ(R.Counts.OfRafter, 2u);
  EXPECT_EQ(R.Complaint,
            "record: line 8: expected a remark, '--- !TYPE' (and 1 more)");
}

TEST(ReadRecordYAML, RemarksWithoutPlaceAreKept) {
  ReadResult R = read(Good);
  ASSERT_EQ(R.Loops.size(), 1u);
  EXPECT_FALSE(R.Loops[0].Place.isValid());
}

TEST(RecordFormat, IsKnownByTheFirstBytes) {
  EXPECT_EQ(recordFormat(""), RecordFormat::Empty);
  EXPECT_EQ(recordFormat("--- !Missed\n"), RecordFormat::YAML);
  EXPECT_EQ(recordFormat("--- !AnalysisAliasing\n"), RecordFormat::YAML);
  EXPECT_EQ(recordFormat("---\nname: x\n"), RecordFormat::None);
  EXPECT_EQ(recordFormat("RMRK...."), RecordFormat::Bitstream);
  EXPECT_EQ(recordFormat(StringRef("\xcf\xfa\xed\xfe\x07\0\0\x01\x03\0\0\0\x01"
                                   "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
                                   32)),
            RecordFormat::Object);
  EXPECT_EQ(recordFormat("int main;"), RecordFormat::None);
  EXPECT_EQ(read("").Complaint, "");
  EXPECT_EQ(read("int main;").Complaint,
            "record: no optimization record, neither in YAML nor in bitstream");
}
