//===- ConcordeModelTest.cpp - Model files and intervals ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Concorde/ConcordeModel.h"
#include "HalfFloat.h"
#include "SyntheticRegion.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace rafter;
using namespace rafter::concorde;

namespace {

std::string written(const ConcordeModel &Model) {
  std::string Bytes;
  llvm::raw_string_ostream OS(Bytes);
  writeConcordeModel(Model, OS);
  return Bytes;
}

llvm::Expected<ConcordeModel> readBytes(llvm::StringRef Bytes) {
  return readConcordeModel(llvm::MemoryBufferRef(Bytes, "m"));
}

std::string errorOf(llvm::StringRef Bytes) {
  return llvm::toString(readBytes(Bytes).takeError());
}

TEST(ConcordeModelTest, ModelsComeBackAsTheyWere) {
  ConcordeModel Model = syntheticModel();
  roundWeights(*Model.Net);
  Model.OfBound = true;
  std::string Bytes = written(Model);
  ConcordeModel Read = llvm::cantFail(readBytes(Bytes));
  EXPECT_EQ(written(Read), Bytes);
  EXPECT_EQ(Read.Net->parameters(), Model.Net->parameters());
  EXPECT_EQ(Read.Errors.errors(), std::vector<float>({0.01f, 0.03f, 0.05f}));
  EXPECT_EQ(Read.DataSetIdentity, 0x123456789abcdef0u);
  EXPECT_EQ(Read.Source, "synthetic");
  EXPECT_EQ(Read.DistanceLimit, 2.5f);
  EXPECT_TRUE(Read.OfBound);
  SyntheticRegion Region(1);
  std::vector<FeatureCode> Codes = codesOf(Region, CoreDesign());
  EXPECT_EQ(Read.predict(Codes), Model.predict(Codes));
  // About two bytes for each weight.
  EXPECT_LT(Bytes.size(), 2.1 * double(Model.Net->numWeights()));
}

TEST(ConcordeModelTest, TheFirstLineSaysWhatItIs) {
  std::string Line =
      llvm::StringRef(written(syntheticModel())).split('\n').first.str();
  EXPECT_TRUE(llvm::StringRef(Line).starts_with(
      "{\"rafter_concorde_model\":3,\"target\":\"cpi\",\"layout\":\""))
      << Line;
  EXPECT_NE(Line.find("\"data_set\":\"123456789abcdef0\""), std::string::npos);
}

TEST(ConcordeModelTest, BrokenFilesAreRefused) {
  std::string Bytes = written(syntheticModel());
  llvm::StringRef B = Bytes;
  EXPECT_EQ(errorOf(""), "m: no model of Concorde");
  EXPECT_EQ(errorOf("{\"a\":1}\n"), "m: no model of Concorde");
  EXPECT_EQ(errorOf("\x7f"
                    "ELF\n"),
            "m: no model of Concorde");
  EXPECT_EQ(errorOf(B.take_front(50)), "m: no model of Concorde");
  EXPECT_EQ(errorOf(B.drop_back(1)),
            "m: " + std::to_string(Bytes.size() - 2 - B.find('\n')) +
                " bytes of numbers instead of " +
                std::to_string(Bytes.size() - 1 - B.find('\n')) +
                ": cut short or damaged");
  std::string Changed = Bytes;
  Changed[Bytes.size() - 9] ^= 1;
  EXPECT_EQ(errorOf(Changed), "m: the numbers are damaged (checksum)");
}

TEST(ConcordeModelTest, HeadersThatDoNotFitAreRefused) {
  std::string Bytes = written(syntheticModel());
  auto ErrorWith = [&](llvm::StringRef From, llvm::StringRef To) {
    std::string Changed = Bytes;
    size_t At = Changed.find(From);
    EXPECT_NE(At, std::string::npos);
    return errorOf(Changed.replace(At, From.size(), To));
  };
  EXPECT_EQ(ErrorWith("model\":3", "model\":2"),
            "m: a model of version 2, expected 3");
  EXPECT_EQ(
      ErrorWith("\"cpi\"", "\"ipc\""),
      "m: target: 'ipc' is not one of cpi|rob-occupancy|rename-occupancy");
  EXPECT_EQ(ErrorWith("\"samples\":60", "\"samples\":-1"),
            "m: 'samples' is missing or of another kind");
  EXPECT_EQ(ErrorWith("\"linear\":false", "\"linear\":3"),
            "m: 'linear' is missing or of another kind");
  EXPECT_EQ(ErrorWith(llvm::utohexstr(layoutIdentity(), true, 16),
                      "0123456789abcdef"),
            "m: the model is for another layout of features than this "
            "program's; train it anew");
  EXPECT_EQ(ErrorWith("\"first\":256", "\"first\":100"),
            "m: a hidden layer of 100 is not a multiple of 32 up to 1024");
  EXPECT_EQ(ErrorWith("\"first\":256", "\"first\":99999999"),
            "m: a layer of 99999999 is too large");
  EXPECT_EQ(ErrorWith("\"first\":256", "\"first\":224"),
            "m: another number of bytes than the network needs");
}

TEST(ConcordeModelTest, TargetsHaveNames) {
  SampleLabels Labels = {2, 30, 0, 0, 1, 1};
  EXPECT_EQ(targetOf(Labels, PredictionTarget::CPI), 2);
  EXPECT_EQ(targetOf(Labels, PredictionTarget::ReorderBufferOccupancy), 30);
  EXPECT_EQ(targetOf(Labels, PredictionTarget::RenameQueueOccupancy),
            LeastTarget);
  for (auto T :
       {PredictionTarget::CPI, PredictionTarget::ReorderBufferOccupancy,
        PredictionTarget::RenameQueueOccupancy})
    EXPECT_EQ(llvm::cantFail(parseTarget(name(T))), T);
}

TEST(ConcordeModelTest, HalvesAreRoundedToNearest) {
  for (uint32_t H = 0; H != 0x7c00; ++H)
    ASSERT_EQ(packHalf(unpackHalf(uint16_t(H))), H);
  EXPECT_EQ(unpackHalf(packHalf(1 + 0x1p-11f)), 1);
  EXPECT_EQ(unpackHalf(packHalf(1 + 3 * 0x1p-11f)), 1 + 2 * 0x1p-10f);
  EXPECT_EQ(unpackHalf(packHalf(-0x1p-25f * 1.5f)), -0x1p-24f);
  EXPECT_EQ(unpackHalf(packHalf(65519)), 65504);
  EXPECT_EQ(unpackHalf(packHalf(65520)), HUGE_VALF);
  EXPECT_TRUE(std::isnan(unpackHalf(packHalf(NAN))));
}

TEST(ConformalTest, RadiiAreOrderStatistics) {
  std::vector<float> Errors;
  for (int I = 19; I >= 1; --I)
    Errors.push_back(float(I) / 64);
  ErrorCalibration C(Errors);
  // 20 times 0.9: the 18th smallest of 19.
  EXPECT_EQ(C.radius(0.9), 18.0 / 64);
  EXPECT_EQ(C.radius(0.95), 19.0 / 64);
  EXPECT_EQ(C.radius(0.96), HUGE_VAL);
  EXPECT_EQ(ErrorCalibration().radius(0.5), HUGE_VAL);
}

TEST(ConformalTest, IntervalsHoldWhatIsWithinTheRadius) {
  ErrorCalibration C(std::vector<float>(99, 0.25f));
  PredictionInterval I = C.interval(3, 0.9);
  EXPECT_DOUBLE_EQ(I.Low, 2.4);
  EXPECT_DOUBLE_EQ(I.High, 4);
  PredictionInterval Wide =
      ErrorCalibration(std::vector<float>(99, 1.5f)).interval(3, 0.9);
  EXPECT_DOUBLE_EQ(Wide.Low, 1.2);
  EXPECT_EQ(Wide.High, HUGE_VAL);
}

TEST(ConformalTest, ClassesOfDoubtHaveRadiiOfTheirOwn) {
  // Errors that grow with the doubt, in no order.
  std::vector<float> Errors, Doubts;
  for (unsigned I = 0; I != 2000; ++I) {
    unsigned Place = I * 7 % 2000;
    Doubts.push_back(float(Place) / 2000);
    Errors.push_back(float(Place) / 1000);
  }
  ErrorCalibration C(Errors, Doubts);
  ASSERT_EQ(C.sizes().size(), 6u);
  EXPECT_EQ(C.sizes().front(), 500u);
  EXPECT_EQ(C.edges().front(), 0.25f);
  EXPECT_NEAR(C.radius(0.9, 0.1), 0.45, 2e-3);
  EXPECT_NEAR(C.radius(0.9, 0.25), 0.5 + 0.45, 2e-3);
  EXPECT_NEAR(C.radius(0.9, 5), 2 * (0.97 + 0.9 * 0.03), 2e-3);
  ErrorCalibration Again(C.edges(), C.sizes(), C.errors());
  EXPECT_EQ(Again.radius(0.9, 0.3), C.radius(0.9, 0.3));
  // Too few for classes.
  Errors.resize(100);
  Doubts.resize(100);
  EXPECT_EQ(ErrorCalibration(Errors, Doubts).sizes(),
            std::vector<size_t>({100}));
}

TEST(ConformalTest, CoversFurtherSamplesAsOftenAsItSays) {
  // Errors with a heavy tail. Over 300 calibrations of 200 samples each, the
  // share of covered samples is that of the definition: 181 of 201.
  RandomNumbers Random(1, 1);
  auto Draw = [&] {
    float U = Random.share();
    return U * U / (1.001f - U);
  };
  unsigned Covered = 0, Drawn = 0;
  for (int Repeat = 0; Repeat != 300; ++Repeat) {
    std::vector<float> Errors(200);
    for (float &E : Errors)
      E = Draw();
    double Radius = ErrorCalibration(Errors).radius(0.9);
    for (int I = 0; I != 200; ++I, ++Drawn)
      Covered += Draw() <= Radius;
  }
  EXPECT_NEAR(double(Covered) / Drawn, 181.0 / 201, 0.005);
}

} // namespace
