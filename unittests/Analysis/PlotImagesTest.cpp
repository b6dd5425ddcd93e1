//===- PlotImagesTest.cpp - Drawings that the docs show -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/images has the worked example as it is drawn today: the merged plot
// (Figs. 7c and 8 of the extended-roofline paper) and those of its two levels
// (Figs. 7a and 7b). With RAFTER_UPDATE_IMAGES in the environment the images
// are written instead of compared.
//
//===----------------------------------------------------------------------===//

#include "Fixtures.h"
#include "rafter/Analysis/WriteReport.h"
#include "rafter/Roofline/RooflineFinding.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace rafter;
using testing::HasSubstr;
using testing::Not;

static std::string drawn(const Report &R) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printSVG(R, OS);
  return Text;
}

static Report withLevels() {
  Report R = fixtures::workedExample();
  RegionReport &Region = R.Regions.front();
  Region.add(makeFinding(*Region.get<GeneralizedRoofline>(),
                         RooflineOptions{/*DrawLevels=*/true}));
  return R;
}

static void isShown(const Report &R, const std::string &Name) {
  std::string Path = std::string(RAFTER_DOCS_IMAGES) + "/" + Name;
  std::string Text = drawn(R);
  if (std::getenv("RAFTER_UPDATE_IMAGES")) {
    std::error_code EC;
    llvm::raw_fd_ostream(Path, EC) << Text;
    EXPECT_FALSE(EC) << Path;
    return;
  }
  auto Image = llvm::MemoryBuffer::getFile(Path);
  ASSERT_TRUE(bool(Image)) << Path;
  EXPECT_TRUE((*Image)->getBuffer() == Text)
      << Path << " is out of date: run this test with RAFTER_UPDATE_IMAGES=1";
}

TEST(PlotImages, TheWorkedExampleIsInTheDocs) {
  isShown(fixtures::workedExample(), "worked-example.svg");
}

TEST(PlotImages, ItsLevelsAreInTheDocs) {
  isShown(withLevels(), "worked-example-levels.svg");
}

TEST(PlotImages, LevelsStandBelowTheMergedPlotWhereAskedFor) {
  EXPECT_THAT(drawn(fixtures::workedExample()),
              Not(HasSubstr("intensity of L1")));
  std::string Text = drawn(withLevels());
  size_t Merged = Text.find("operational intensity I [");
  size_t L1 = Text.find("operational intensity of L1 [");
  size_t L2 = Text.find("operational intensity of L2 [");
  ASSERT_NE(L2, std::string::npos);
  EXPECT_LT(Merged, L1);
  EXPECT_LT(L1, L2);
}
