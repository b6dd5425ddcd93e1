//===- ConcordeLabel.cpp - Features and labels of regions -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandFiles.h"
#include "ConcordeInputs.h"
#include "Subcommands.h"
#include "rafter/Concorde/LabelRegion.h"
#include "rafter/Concorde/ModelTraining.h"
#include "rafter/Concorde/RegionFeatures.h"
#include "rafter/Support/ProgressLine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/xxhash.h"
#include <optional>

using namespace llvm;
using namespace rafter;

//===----------------------------------------------------------------------===//
// features
//===----------------------------------------------------------------------===//

static std::string shortNumber(double X) {
  std::string Text;
  raw_string_ostream(Text) << format("%.6g", X);
  return Text;
}

/// One line for each block: its numbers, or of distributions some.
static void printBlock(const FeatureBlock &Block, ArrayRef<float> Numbers,
                       raw_ostream &OS) {
  OS << "  " << Block.Name;
  if (Block.Size == DistributionSize)
    OS << " 10%=" << shortNumber(Numbers[NumPercentiles / 10 - 1])
       << " 50%=" << shortNumber(Numbers[NumPercentiles / 2 - 1])
       << " 90%=" << shortNumber(Numbers[NumPercentiles * 9 / 10 - 1])
       << " mean=" << shortNumber(Numbers.back());
  else
    for (float X : Numbers.take_front(NumReorderBufferSizes))
      OS << ' ' << shortNumber(X);
  if (Block.Size > DistributionSize)
    OS << " ... (" << Block.Size << " numbers)";
  OS << '\n';
}

static void printFeaturesJSON(json::OStream &J, const TraceRegion &Region,
                              FeatureSource &Features,
                              const CoreDesign &Design) {
  J.object([&] {
    J.attribute("name", Region.Name);
    J.attributeObject("features", [&] {
      for (auto [B, Block] : enumerate(featureBlocks()))
        J.attributeArray(Block.Name, [&, B = B] {
          for (float X : Features.block(unsigned(B), Design))
            J.rawValue(shortNumber(X));
        });
    });
  });
}

/// Calls Visit for every region of Programs with its features.
static Error forEachRegion(
    ArrayRef<ProgramRegions> Programs,
    function_ref<Error(const TraceRegion &, RegionFeatures &)> Visit) {
  for (const ProgramRegions &P : Programs)
    for (size_t I = 0; I != P.Reader->size(); ++I) {
      Expected<TraceRegion> Region = P.Reader->region(I);
      if (!Region)
        return Region.takeError();
      Expected<std::unique_ptr<RegionFeatures>> Features =
          RegionFeatures::make(*Region);
      if (!Features)
        return createStringError(P.Path + ": region '" + Region->Name +
                                 "': " + toString(Features.takeError()));
      if (Error E = Visit(*Region, **Features))
        return E;
    }
  return Error::success();
}

Error rafter::printConcordeFeatures(const Arguments &A, raw_ostream &Out,
                                    raw_ostream &) {
  Expected<CoreDesign> Design = designOf(A, "design");
  if (!Design)
    return Design.takeError();
  Expected<std::vector<ProgramRegions>> Programs = openRegions(filesOf(A));
  if (!Programs)
    return Programs.takeError();
  std::string Text;
  raw_string_ostream OS(Text);
  // A JSON writer must write something, so there is none for text.
  std::optional<json::OStream> J;
  if (A.is("format", "json")) {
    J.emplace(OS);
    J->objectBegin();
    J->attribute("design", printDesign(*Design));
    J->attributeBegin("regions");
    J->arrayBegin();
  }
  Error E = forEachRegion(
      *Programs, [&](const TraceRegion &Region, RegionFeatures &Features) {
        if (J) {
          printFeaturesJSON(*J, Region, Features, *Design);
          return Error::success();
        }
        OS << Region.Name << '\n';
        for (auto [B, Block] : enumerate(featureBlocks()))
          printBlock(Block, Features.block(unsigned(B), *Design), OS);
        return Error::success();
      });
  if (J) {
    J->arrayEnd();
    J->attributeEnd();
    J->objectEnd();
    OS << '\n';
  }
  if (E)
    return E;
  return printTo(A.text("output"), Out, [&](raw_ostream &To) { To << Text; });
}

//===----------------------------------------------------------------------===//
// label
//===----------------------------------------------------------------------===//

namespace {

/// A region by its place in the files.
struct RegionPlace {
  const ProgramRegions *Program;
  size_t Region;
};

/// The regions of one part, and the number of the first among all.
struct RegionPart {
  std::vector<RegionPlace> Places;
  uint64_t First = 0;
};

} // namespace

/// "2/8" as numbers; everything if it is not given.
static Error takePart(const Arguments &A, uint64_t &Part, uint64_t &Parts) {
  Part = Parts = 1;
  if (!A.given("part"))
    return Error::success();
  StringRef Text = A.text("part");
  auto [Left, Right] = Text.split('/');
  if (Left.getAsInteger(10, Part) || Right.getAsInteger(10, Parts) ||
      Part == 0 || Part > Parts)
    return A.error("part", "'" + Text + "' is not K/N with K from 1 to N");
  return Error::success();
}

/// Names the region in data sets: those of different programs may have the
/// same.
static std::string sampleName(const RegionPlace &Place) {
  return Place.Program->Program + ":" +
         Place.Program->Reader->name(Place.Region).str();
}

static RegionPart takePart(ArrayRef<ProgramRegions> Programs, bool OnlyTests,
                           uint64_t Part, uint64_t Parts) {
  std::vector<RegionPlace> All;
  for (const ProgramRegions &P : Programs)
    for (size_t I = 0; I != P.Reader->size(); ++I)
      if (!OnlyTests || roleOf(sampleName({&P, I})) == SampleRole::Test)
        All.push_back({&P, I});
  uint64_t From = All.size() * (Part - 1) / Parts;
  uint64_t To = All.size() * Part / Parts;
  return {{All.begin() + From, All.begin() + To}, From};
}

/// Which designs the regions are labelled with.
struct LabelDesigns {
  std::optional<CoreDesign> Fixed;
  std::vector<DesignFamily> Families;
};

/// Names whatever changes the samples.
static std::string sourceOf(ArrayRef<ProgramRegions> Programs,
                            const Arguments &A, const LabelDesigns &Which) {
  std::string Identities;
  uint64_t Regions = 0;
  for (const ProgramRegions &P : Programs)
    for (size_t I = 0; I != P.Reader->size(); ++I, ++Regions)
      Identities += P.Program + ":" + utohexstr(P.Reader->identity(I)) + ";";
  std::string Text = std::to_string(Programs.size()) + " programs, " +
                     std::to_string(Regions) + " regions " +
                     utohexstr(xxh3_64bits(StringRef(Identities)), true, 16);
  if (A.given("tests"))
    Text += " for tests";
  if (Which.Fixed)
    return Text + ", design " + printDesign(*Which.Fixed);
  std::string Families = printDesignFamilies(Which.Families);
  return Text + ", " + std::to_string(A.count("designs")) + " designs each, " +
         (Families == "uniform" ? "" : Families + ", ") +
         (A.count("memories")
              ? std::to_string(A.count("memories")) + " memories, "
              : "") +
         "seed " + std::to_string(A.count("seed"));
}

/// Labels one region from the sample on that Writer needs next.
static Error labelPlace(const RegionPlace &Place, uint64_t FirstSample,
                        uint64_t Skip, const Arguments &A,
                        const LabelDesigns &Which, ShardWriter &Writer,
                        function_ref<void()> Progress) {
  Expected<TraceRegion> Region = Place.Program->Reader->region(Place.Region);
  if (!Region)
    return Region.takeError();
  std::vector<CoreDesign> Designs;
  if (Which.Fixed)
    Designs.push_back(*Which.Fixed);
  else
    Designs = sampleDesigns(Which.Families, A.count("seed"), FirstSample,
                            A.count("designs"), A.count("memories"));
  Designs.erase(Designs.begin(), Designs.begin() + Skip);
  Region->Name = sampleName(Place);
  Error E =
      labelRegion(*Region, Place.Program->Program, Designs,
                  [&](const LabelledSample &Info, ArrayRef<float> Features) {
                    Progress();
                    return Writer.add(Info, Features);
                  });
  if (E)
    return createStringError(Place.Program->Path + ": " +
                             toString(std::move(E)));
  return Error::success();
}

Error rafter::labelRegions(const Arguments &A, raw_ostream &,
                           raw_ostream &Err) {
  if (!A.given("output"))
    return usageError("no file for the samples (-o)");
  uint64_t Part, Parts;
  if (Error E = takePart(A, Part, Parts))
    return E;
  LabelDesigns Which;
  if (A.given("fixed-design")) {
    Expected<CoreDesign> Design = designOf(A, "fixed-design");
    if (!Design)
      return Design.takeError();
    Which.Fixed = *Design;
  }
  Expected<std::vector<DesignFamily>> Families =
      A.parse("families", parseDesignFamilies);
  if (!Families)
    return Families.takeError();
  Which.Families = std::move(*Families);
  Expected<std::vector<ProgramRegions>> Programs = openRegions(filesOf(A));
  if (!Programs)
    return Programs.takeError();
  Expected<bool> HasState = haveState(*Programs);
  if (!HasState)
    return HasState.takeError();
  RegionPart Regions = takePart(*Programs, A.given("tests"), Part, Parts);
  uint64_t PerRegion = Which.Fixed ? 1 : A.count("designs");
  ShardHeader Header = {sourceOf(*Programs, A, Which),
                        Regions.First * PerRegion,
                        Regions.Places.size() * PerRegion, *HasState};
  Expected<ShardWriter> Writer = ShardWriter::open(A.text("output"), Header);
  if (!Writer)
    return Writer.takeError();
  ProgressLine Line(Err, ProgressLine::Verbosity::Normal);
  // Some may have been there.
  uint64_t First = Writer->next();
  auto Progress = [&] {
    Line.show("labelling", double(Writer->next() - First) /
                               double(Header.NumSamples - First));
  };
  while (!Writer->complete()) {
    uint64_t Place = Writer->next() / PerRegion;
    if (Error E = labelPlace(
            Regions.Places[Place], Header.FirstSample + Place * PerRegion,
            Writer->next() % PerRegion, A, Which, *Writer, Progress))
      return E;
  }
  Line.end();
  Err << "rafter-opt concorde: " << Header.NumSamples << " samples of "
      << Regions.Places.size() << " regions -> " << A.text("output") << '\n';
  return Error::success();
}
