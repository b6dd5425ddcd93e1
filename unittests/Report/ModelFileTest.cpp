//===- ModelFileTest.cpp - Tests of files of models -----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Report/ModelFile.h"
#include <cmath>
#include <gtest/gtest.h>

using namespace rafter;
namespace json = llvm::json;

static constexpr ModelKind Kind = {"a_model", "tests", 3};

static std::string written(llvm::function_ref<void(JSONWriter &)> Body) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeModelFile(OS, Kind, Body);
  return Text;
}

static llvm::Expected<json::Object> open(llvm::StringRef Text) {
  return ModelReader::open(llvm::MemoryBufferRef(Text, "m.json"), Kind);
}

static std::string openError(llvm::StringRef Text) {
  llvm::Expected<json::Object> Root = open(Text);
  return Root ? "" : llvm::toString(Root.takeError());
}

TEST(ModelFile, BeginsWithKindAndVersion) {
  EXPECT_EQ(written([](JSONWriter &) {}), "{\"a_model\":3}\n");
}

TEST(ModelFile, KeepsEachPartOnItsLine) {
  EXPECT_EQ(written([](JSONWriter &Out) {
              Out.array("parts", [&] {
                for (uint64_t I : {1, 2}) {
                  Out.newLine();
                  Out.object([&] { Out.count("n", I); });
                }
              });
            }),
            "{\"a_model\":3,\"parts\":[\n{\"n\":1}\n,{\"n\":2}]}\n");
}

TEST(ModelFile, NumbersAreReadAsTheyWereWritten) {
  for (double Value : {0.1, 1.0 / 3, 5e-324, 1.7976931348623157e308, 1e22}) {
    std::string Text =
        written([&](JSONWriter &Out) { Out.number("x", Value); });
    llvm::Expected<json::Object> Root = open(Text);
    ASSERT_TRUE(bool(Root));
    double Read = 0;
    ASSERT_FALSE(bool(ModelReader("m.json").number(*Root, "x", Read)));
    EXPECT_EQ(Read, Value) << Text;
  }
  EXPECT_EQ(written([](JSONWriter &Out) { Out.number("x", 0.1); }),
            "{\"a_model\":3,\"x\":0.1}\n");
}

TEST(ModelFile, RefusesWhatIsNestedTooDeep) {
  auto Parse = [](const std::string &Text) {
    llvm::Expected<json::Value> Root = parseJSONFile({Text, "a.json"});
    return Root ? "" : llvm::toString(Root.takeError());
  };
  auto Nested = [](unsigned Depth) {
    return std::string(Depth, '[') + std::string(Depth, ']');
  };
  EXPECT_EQ(Parse(Nested(256)), "");
  EXPECT_EQ(Parse("\n" + Nested(257)), "a.json:2: nested deeper than 256");
  EXPECT_EQ(Parse(std::string(3'000'000, '[')),
            "a.json:1: nested deeper than 256");
  // Beside each other, and in text.
  EXPECT_EQ(Parse("[" + std::string(1000, ' ') + "[],[],{}]"), "");
  EXPECT_EQ(Parse("[\"\\\"" + std::string(1000, '[') + "\"]"), "");
}

TEST(ModelFile, InfinityIsNull) {
  std::string Text =
      written([](JSONWriter &Out) { Out.number("x", HUGE_VAL); });
  EXPECT_EQ(Text, "{\"a_model\":3,\"x\":null}\n");
  llvm::Expected<json::Object> Root = open(Text);
  ASSERT_TRUE(bool(Root));
  double Read = 0;
  ASSERT_FALSE(bool(ModelReader("m.json").number(*Root, "x", Read)));
  EXPECT_TRUE(std::isinf(Read));
}

TEST(ModelFile, MakesTextValid) {
  std::string Text =
      written([](JSONWriter &Out) { Out.text("name", "caf\xe9"); });
  EXPECT_EQ(Text, "{\"a_model\":3,\"name\":\"caf\xef\xbf\xbd\"}\n");
}

TEST(ModelFile, SaysWhereItIsNoJSON) {
  EXPECT_EQ(openError("{\n\"a_model\": 3,\n\"x\" 4}"),
            "m.json:3: Expected : after object key");
}

TEST(ModelFile, RefusesOtherKindsAndVersions) {
  EXPECT_EQ(openError("[]"), "m.json: no model of tests: no object");
  EXPECT_EQ(openError("{\"b_model\": 3}"),
            "m.json: no model of tests: 'a_model' is missing");
  EXPECT_EQ(openError("{\"a_model\": 4}"),
            "m.json: a model of version 4; this is version 3");
}

TEST(ModelFile, SaysWhichMemberIsWrong) {
  llvm::Expected<json::Object> Root =
      open("{\"a_model\": 3, \"n\": -1, \"x\": \"y\", \"t\": \"\", "
           "\"lines\": \"a\\nb\"}");
  ASSERT_TRUE(bool(Root));
  ModelReader In("m.json");
  In.Where = "part 7: ";
  uint64_t Count = 0;
  double Number = 0;
  std::string Text;
  EXPECT_EQ(llvm::toString(In.count(*Root, "n", Count)),
            "m.json: part 7: 'n' is missing or no count");
  EXPECT_EQ(llvm::toString(In.number(*Root, "x", Number)),
            "m.json: part 7: 'x' is missing or no number of at least 0");
  EXPECT_EQ(llvm::toString(In.text(*Root, "t", Text)),
            "m.json: part 7: 't' is missing or no text");
  EXPECT_EQ(llvm::toString(In.text(*Root, "lines", Text)),
            "m.json: part 7: 'lines' has control characters");
}
