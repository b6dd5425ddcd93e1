//===- SimulateCommand.cpp - rafter-opt simulate --------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs regions of traces on the reference core, and prints where the cycles go
// and what a monitoring unit counts.
//
//===----------------------------------------------------------------------===//

#include "CommandFiles.h"
#include "Subcommands.h"
#include "rafter/CoreModel/WriteCoreRun.h"
#include "rafter/CounterModels/CounterFamily.h"
#include "rafter/Regions/RegionFile.h"
#include "rafter/Support/ProgressLine.h"
#include "rafter/TraceFiles/OpenAnyTrace.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace rafter;

namespace {

/// The name, the legal values and the meaning of each parameter.
void listParameters(raw_ostream &OS) {
  for (const DesignParameter &P : concat<const DesignParameter>(
           designParameters(), furtherDesignParameters())) {
    OS << left_justify(P.Name, 17);
    std::string Values;
    if (P.Values.empty() && P.Words.empty())
      Values = P.print(P.Least) + " to " + P.print(P.Greatest);
    else
      for (size_t I = 0; I != P.numValues(); ++I)
        Values += (I ? " " : "") + P.print(P.value(I));
    if (!P.Unit.empty())
      Values += " " + P.Unit.str();
    OS << left_justify(Values, 24) << P.Meaning << '\n';
  }
}

/// What is run: regions of a file, or a part of another trace.
class Simulation {
public:
  Simulation(const Arguments &A, StringRef Path, const CoreDesign &Design,
             uint64_t Interval, IdealParts Ideal, raw_ostream &Err)
      : A(A), Path(Path), Design(Design), Interval(Interval), Ideal(Ideal),
        Line(Err, ProgressLine::Verbosity::Normal) {}

  Expected<std::vector<NamedRun>> run();

private:
  void run(const TraceRegion &Region) {
    Runs.push_back({Region.Name, monitorCore(Design, Region, Interval, Ideal),
                    Region.StandsFor});
  }
  Error runPart();
  Error runRegions();

  const Arguments &A;
  StringRef Path;
  const CoreDesign &Design;
  /// Cycles; 0: the whole region.
  uint64_t Interval;
  IdealParts Ideal;
  ProgressLine Line;
  std::vector<NamedRun> Runs;
};

Error Simulation::runPart() {
  if (A.given("region"))
    return usageError("'" + Path +
                      "' has no regions: choose a part with --skip, --warm-up "
                      "and --instructions");
  Line.show("reading the trace", "");
  Expected<TraceRegion> Region = readTracePart(
      Path, {A.count("skip"), A.count("warm-up"), A.count("instructions")});
  if (!Region)
    return Region.takeError();
  Line.show("simulating", Twine(Region->Instructions.size()) + " instructions");
  run(*Region);
  return Error::success();
}

Error Simulation::runRegions() {
  if (A.given("skip") || A.given("warm-up") || A.given("instructions"))
    return usageError("'" + Path +
                      "' has regions: --skip, --warm-up and --instructions are "
                      "for traces without");
  Expected<std::unique_ptr<RegionReader>> Reader = RegionReader::open(Path);
  if (!Reader)
    return Reader.takeError();
  const size_t Size = (*Reader)->size();
  const size_t First = A.count("region");
  if (A.given("region") && First >= Size)
    return createStringError("'" + Path + "' has no region " + Twine(First) +
                             ", only 0 to " + Twine(Size - 1));
  const size_t End = A.given("region") ? First + 1 : Size;
  for (size_t I = First; I != End; ++I) {
    Line.show("simulating", double(I - First) / double(End - First));
    Expected<TraceRegion> Region = (*Reader)->region(I);
    if (!Region)
      return Region.takeError();
    run(*Region);
  }
  return Error::success();
}

Expected<std::vector<NamedRun>> Simulation::run() {
  auto Head = MemoryBuffer::getFileSlice(Path, 64, 0);
  if (!Head)
    return createStringError(Path + ": " + Head.getError().message());
  bool HasRegions = RegionReader::isRegionFile((*Head)->getBuffer());
  if (Error E = HasRegions ? runRegions() : runPart())
    return E;
  return std::move(Runs);
}

/// The events that are printed: those of the reference core, or those of the
/// family of cores whose monitoring unit it stands in for.
Expected<PrintedEvents> printedEvents(StringRef FamilyName) {
  if (FamilyName.empty())
    return allCoreEvents();
  auto All = shippedCounterFamilies();
  if (!All)
    return All.takeError();
  const CounterFamily *Found = findCounterFamily(*All, FamilyName);
  if (!Found) {
    std::string Names;
    for (const CounterFamily &F : *All)
      Names += (Names.empty() ? "" : ", ") + F.Name;
    return usageError("'" + FamilyName + "' is none of " + Names);
  }
  PrintedEvents Events;
  Events.Names = {"cycles", "instructions"};
  for (const FamilyEvent &E : Found->Events)
    Events.Names.push_back(E.Name);
  Events.Values = [Family = *Found](const CoreCounts &Counts) {
    return countAs(Family, Counts);
  };
  return Events;
}

} // namespace

Error rafter::runSimulate(const Arguments &A, raw_ostream &Out,
                          raw_ostream &Err) {
  if (A.given("parameters")) {
    listParameters(Out);
    return Error::success();
  }
  Expected<CoreDesign> Design = designOf(A, "design", /*WithFurther=*/true);
  if (!Design)
    return Design.takeError();
  Expected<IdealParts> Ideal = A.parse("ideal", [](StringRef Text) {
    return Text.empty() ? Expected<IdealParts>(0) : parseIdealParts(Text);
  });
  if (!Ideal)
    return Ideal.takeError();
  std::vector<std::string> Files = filesOf(A);
  if (Files.size() != 1)
    return usageError(Files.empty() ? "no trace" : "more than one trace");
  bool AsCSV = A.is("format", "csv");
  if (A.given("events-of") && !AsCSV)
    return usageError("--events-of is for --format=csv");
  Expected<PrintedEvents> Printed = printedEvents(A.text("events-of"));
  if (!Printed)
    return Printed.takeError();
  uint64_t Interval = A.count("interval");
  Expected<std::vector<NamedRun>> Runs =
      Simulation(A, Files[0], *Design, AsCSV && !Interval ? 10000 : Interval,
                 *Ideal, Err)
          .run();
  if (!Runs)
    return Runs.takeError();
  return printTo(A.text("output"), Out, [&](raw_ostream &OS) {
    if (AsCSV)
      writeCorePerfCSV(OS, *Design, *Runs, *Printed);
    else if (A.is("format", "json"))
      OS << formatv("{0:2}\n", toCoreJSON(*Design, *Runs));
    else if (A.is("format", "html"))
      writeCorePage(OS, *Design, *Runs);
    else
      writeCoreText(OS, *Design, *Runs);
  });
}
