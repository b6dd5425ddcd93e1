//===- JSONReportTest.cpp - Reports for other programs ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The JSON form: field names of the contract, the schema, unlimited values,
// the same bytes every time.
//
//===----------------------------------------------------------------------===//

#include "Fixtures.h"
#include "SchemaCheck.h"
#include "SourcePaths.h"
#include "rafter/Analysis/WriteReport.h"
#include "llvm/Support/MemoryBuffer.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace rafter;
namespace json = llvm::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

static std::string print(const Report &R) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printJSON(R, OS);
  return Text;
}

static json::Value parse(llvm::StringRef Text) {
  auto V = json::parse(Text);
  EXPECT_TRUE(bool(V)) << llvm::toString(V.takeError());
  return V ? std::move(*V) : json::Value(nullptr);
}

static json::Value schema() {
  auto Buffer = llvm::MemoryBuffer::getFile(RAFTER_SOURCE_DIR
                                            "/docs/schema/report.schema.json");
  EXPECT_TRUE(bool(Buffer));
  return Buffer ? parse((*Buffer)->getBuffer()) : json::Value(nullptr);
}

/// The generalized_roofline object of the first region.
static const json::Object &roofline(const json::Value &Root) {
  return *(*Root.getAsObject()->getArray("regions"))[0]
              .getAsObject()
              ->getObject("generalized_roofline");
}

TEST(JSONReport, fulfilsTheSchema) {
  json::Value Schema = schema();
  auto Reports = fixtures::situations();
  Reports.push_back({"everything", fixtures::everything()});
  for (const auto &[Name, R] : Reports) {
    json::Value V = parse(print(R));
    EXPECT_THAT(violations(Schema, V), IsEmpty()) << Name;
    EXPECT_THAT(undocumented(Schema, V), IsEmpty()) << Name;
  }
}

TEST(JSONReport, schemaCheckNoticesMissingAndWrongFields) {
  json::Value Schema = schema();
  json::Value V = parse(print(fixtures::workedExample()));
  json::Object &Region =
      *(*V.getAsObject()->getArray("regions"))[0].getAsObject();
  Region.erase("mode");
  Region["name"] = 7;
  Region.getObject("generalized_roofline")->getObject("stalls")->erase("RS");
  EXPECT_EQ(violations(Schema, V).size(), 3u);
}

TEST(JSONReport, workedExampleHasTheNumbersOfThePaper) {
  json::Value V = parse(print(fixtures::workedExample()));
  const json::Object &G = roofline(V);
  EXPECT_EQ(G.getInteger("cycles"), 26);
  EXPECT_EQ(G.getInteger("flops"), 4);
  EXPECT_EQ(G.getInteger("bytes"), 40);
  EXPECT_NEAR(*G.getNumber("performance"), 4.0 / 26, 1e-11);
  const json::Object &L2 = *G.getObject("nodes")->getObject("L2");
  EXPECT_EQ(L2.getInteger("count"), 2);
  EXPECT_EQ(L2.getInteger("issue"), 2);
  EXPECT_EQ(L2.getInteger("latency"), 12);
  EXPECT_EQ(L2.getInteger("stall"), 5);
  EXPECT_EQ(L2.getInteger("span"), 14);
  EXPECT_EQ(L2.getInteger("span_with_stalls"), 19);
  EXPECT_NEAR(*L2.getNumber("issue_utilization"), 1.0 / 4, 1e-11);
  EXPECT_NEAR(*L2.getNumber("latency_utilization"), 1.0 / 28, 1e-11);
  EXPECT_EQ(G.getObject("stalls")->getInteger("ROB"), 5);
  const json::Object &First = *(*G.getArray("bottlenecks"))[0].getAsObject();
  EXPECT_EQ(First.getString("kind"), "overlap");
  EXPECT_NEAR(*First.getNumber("at_intensity"), 2.0 / 13, 1e-11);
}

TEST(JSONReport, unlimitedValuesAreNull) {
  for (const auto &[Name, R] : fixtures::situations()) {
    if (Name != "no accesses")
      continue;
    json::Value V = parse(print(R));
    EXPECT_EQ(roofline(V).get("intensity")->kind(), json::Value::Null);
    EXPECT_THAT(print(R), Not(HasSubstr("inf")));
  }
}

TEST(JSONReport, numbersHaveTwelveDigits) {
  EXPECT_THAT(print(fixtures::workedExample()),
              HasSubstr("\"performance\": 0.153846153846,"));
}

TEST(JSONReport, countsBeyondTwoToThe53AreExact) {
  Report R = fixtures::workedExample();
  edit<GeneralizedRoofline>(R.Regions[0]).Cycles = 9007199254740993;
  EXPECT_THAT(print(R), HasSubstr("\"cycles\": 9007199254740993,"));
}

TEST(JSONReport, sameReportGivesTheSameBytes) {
  EXPECT_EQ(print(fixtures::everything()), print(fixtures::everything()));
}

TEST(JSONReport, invalidTextIsRepaired) {
  Report R = fixtures::workedExample();
  R.Regions[0].Name = "broken \xff name";
  parse(print(R));
}

TEST(JSONReport, regionStatesModeCPUAndSource) {
  json::Value V = parse(print(fixtures::everything()));
  const json::Array &Regions = *V.getAsObject()->getArray("regions");
  const json::Object &Region = *Regions[0].getAsObject();
  EXPECT_EQ(Region.getString("mode"), "modelled");
  EXPECT_EQ(Region.getString("source"), "worked.c:3");
  EXPECT_EQ(Region.getString("loop"), "for.body");
  EXPECT_EQ(Region.getObject("cpu")->getString("file_hash"),
            "0123456789abcdef");
  EXPECT_EQ(Region.getObject("cpu")->getString("overrides"), "rs=20");
  EXPECT_EQ(Regions[1].getAsObject()->get("loop")->kind(), json::Value::Null);
}
