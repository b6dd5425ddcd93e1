//===- FingerprintFinding.cpp - Classes of slices and validations ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Fingerprint/FingerprintFinding.h"
#include "FingerprintFunctions.h"
#include "rafter/Fingerprint/SlicesFromSamples.h"
#include "rafter/Report/HTMLPage.h"
#include "rafter/Report/JSONWriter.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/Report/ReportTable.h"
#include "rafter/Report/TextTable.h"
#include "rafter/Support/Files.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <cstdio>

using namespace rafter;
using llvm::raw_ostream;

/// Seconds, to the millisecond or, if that is less, a hundredth of a slice.
static std::string secondsText(double Seconds, double SliceLength) {
  int Decimals = 3;
  for (double Unit = SliceLength; Unit < 0.1 && Decimals < 12; Unit *= 10)
    ++Decimals;
  char Text[40];
  std::snprintf(Text, sizeof(Text), "%.*f", Decimals, Seconds);
  return Text;
}

/// The test and, in parentheses, the slice's value.
static std::string stepText(const PathStep &S, const DecisionTree &Tree) {
  std::string Text = describe(S, Tree);
  if (isMissing(S.Value))
    return Text + " (missing)";
  if (S.Test == PathStep::Equal)
    return Text;
  return Text + " (" + formatNumber(S.Value) + ")";
}

static std::string stepsText(llvm::ArrayRef<PathStep> Steps,
                             const DecisionTree &Tree) {
  std::string Text;
  for (const PathStep &S : Steps)
    Text += (Text.empty() ? "" : ", ") + stepText(S, Tree);
  return Text.empty() ? "-" : Text;
}

/// Classes by descending share; those without slices are left out.
static std::vector<uint32_t> classesByShare(const Classification &C) {
  std::vector<uint32_t> Order;
  for (uint32_t I = 0; I != C.Shares.size(); ++I)
    if (C.Shares[I] > 0)
      Order.push_back(I);
  std::stable_sort(Order.begin(), Order.end(), [&](uint32_t L, uint32_t R) {
    return C.Shares[L] > C.Shares[R];
  });
  return Order;
}

/// "unknown: 2.4 times too far, by l1i-misses", or the two classes that do not
/// agree.
static std::string unknownText(const ClassifiedSlice &S,
                               const DecisionTree &Tree) {
  if (S.FromKnown->Distance <= 1)
    return "unknown: " + Tree.Classes[S.Label] + " or " +
           Tree.Classes[S.FromKnown->Label];
  if (std::isinf(S.FromKnown->Distance))
    return "unknown: nothing in common with the training";
  return "unknown: " + formatNumber(S.FromKnown->Distance) +
         " times too far, by " + Tree.Attributes[S.FromKnown->Attribute].Name;
}

void rafter::printClassificationSummary(const ClassificationReport &R,
                                        raw_ostream &OS) {
  const Classification &C = R.Result;
  const DecisionTree &Tree = R.Model->Tree;
  OS << R.Input << ": " << formatPlural(C.Found.size(), "slice", "slices")
     << " [" << R.Mode << "], classes [modelled]\n";
  TextTable Shares("lr");
  Shares.add({"class", "share"});
  for (uint32_t I : classesByShare(C))
    Shares.add({Tree.Classes[I], formatPercent(C.Shares[I])});
  if (C.UnknownShare > 0)
    Shares.add({"unknown", formatPercent(C.UnknownShare)});
  Shares.print(OS, 2);
  if (!R.Model->Machine.empty())
    OS << "  learned from " << R.Model->Machine << '\n';
}

std::string rafter::verdictOf(const ClassificationReport &R) {
  const std::vector<uint32_t> Order = classesByShare(R.Result);
  if (Order.empty() || R.Result.UnknownShare > R.Result.Shares[Order[0]])
    return "unknown";
  return R.Model->Tree.Classes[Order[0]];
}

void rafter::printClassificationText(const ClassificationReport &R,
                                     raw_ostream &OS) {
  printClassificationSummary(R, OS);
  const Classification &C = R.Result;
  const DecisionTree &Tree = R.Model->Tree;
  if (C.Given)
    OS << "  " << C.Correct << " of "
       << formatPlural(C.Given, "slice", "slices")
       << " of known class are put into it"
       << (C.Unknown ? ", " + std::to_string(C.Unknown) + " are unknown" : "")
       << '\n';
  uint32_t Run = ~0u;
  TextTable Table("rlrlrll");
  auto Flush = [&] {
    if (Run == ~0u)
      return;
    OS << "\n" << C.Slices.RunNames[Run] << (Run ? "\n" : "");
    Table.print(OS, 2);
    Table = TextTable("rlrlrll");
  };
  for (const ClassifiedSlice &S : C.Found) {
    if (C.Slices.Runs[S.Row] != Run) {
      Flush();
      Run = C.Slices.Runs[S.Row];
      Table.add({"start", "class", "share in leaf", "nearest", "change", "by",
                 "path"});
    }
    bool HasNearest = S.Nearest.Label != NearClass::None;
    Table.add({secondsText(C.Slices.Starts[S.Row], R.Model->SliceLength),
               S.IsUnknown ? unknownText(S, Tree) : Tree.Classes[S.Label],
               formatPercent(S.Confidence),
               HasNearest ? Tree.Classes[S.Nearest.Label] : "-",
               HasNearest ? formatPercent(S.Nearest.Change) : "-",
               stepsText(S.Nearest.Steps, Tree), stepsText(S.Path, Tree)});
  }
  Flush();
  if (R.Functions)
    printFunctionShares(R, OS);
  for (const std::string &Note : R.Notes)
    OS << "note: " << Note << '\n';
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static void writeSteps(JSONWriter &J, llvm::StringRef Key,
                       llvm::ArrayRef<PathStep> Steps,
                       const DecisionTree &Tree) {
  static constexpr const char *Tests[] = {"<=", ">", "="};
  J.array(Key, [&] {
    for (const PathStep &S : Steps)
      J.object([&] {
        const SliceAttribute &A = Tree.Attributes[S.Attribute];
        J.text("attribute", A.Name);
        J.text("test", Tests[S.Test]);
        if (S.Test == PathStep::Equal) {
          J.text("threshold", A.Values[static_cast<size_t>(S.Threshold)]);
          J.textOrNull("value", isMissing(S.Value)
                                    ? ""
                                    : A.Values[static_cast<size_t>(S.Value)]);
        } else {
          J.number("threshold", S.Threshold);
          J.number("value", S.Value);
        }
      });
  });
}

static void writeClassification(JSONWriter &J, const ClassificationReport &R) {
  const Classification &C = R.Result;
  const DecisionTree &Tree = R.Model->Tree;
  J.text("input", R.Input);
  J.array("slices", [&] {
    for (const ClassifiedSlice &S : C.Found)
      J.object([&] {
        J.text("run", C.Slices.RunNames[C.Slices.Runs[S.Row]]);
        J.number("start", C.Slices.Starts[S.Row]);
        J.text("label", Tree.Classes[S.Label]);
        J.number("share", S.Confidence);
        J.flag("unknown", S.IsUnknown);
        if (S.FromKnown)
          J.number("distance", S.FromKnown->Distance);
        writeSteps(J, "path", S.Path, Tree);
        if (S.Nearest.Label == NearClass::None)
          return J.textOrNull("nearest", "");
        J.object("nearest", [&] {
          J.text("label", Tree.Classes[S.Nearest.Label]);
          J.number("change", S.Nearest.Change);
          writeSteps(J, "steps", S.Nearest.Steps, Tree);
        });
      });
  });
  writeClassShares(J, C.Shares, Tree);
  J.number("unknown", C.UnknownShare);
  J.text("mode", R.Mode);
  J.text("verdict", verdictOf(R));
  J.textOrNull("machine", R.Model->Machine);
  if (R.Functions)
    writeFunctionShares(J, *R.Functions, Tree);
  J.count("known", C.Given);
  J.count("correct", C.Correct);
  J.texts("notes", R.Notes);
}

void rafter::printClassificationJSON(const ClassificationReport &R,
                                     raw_ostream &OS) {
  printJSONObject(OS, [&](JSONWriter &J) {
    J.count("schema_version", 1);
    writeClassification(J, R);
  });
}

//===----------------------------------------------------------------------===//
// Validations
//===----------------------------------------------------------------------===//

static void printConfusion(const ValidationReport &R, const NamedValidation &W,
                           raw_ostream &OS) {
  OS << '\n' << W.Name << ": true class, and slices by class found\n";
  TextTable Table("l");
  std::vector<std::string> Head = {""};
  for (const std::string &Class : R.Classes)
    Head.push_back(Class);
  Table.add(Head);
  for (auto [I, Row] : llvm::enumerate(W.Result.Confusion)) {
    std::vector<std::string> Line = {R.Classes[I]};
    for (uint64_t Count : Row)
      Line.push_back(std::to_string(Count));
    Table.add(Line);
  }
  Table.print(OS, 2);
}

void rafter::printValidationText(const ValidationReport &R, raw_ostream &OS) {
  OS << formatPlural(R.Slices, "slice", "slices") << " of "
     << formatPlural(R.Classes.size(), "class", "classes") << ", "
     << formatPlural(R.Attributes, "attribute", "attributes")
     << "; tree of all: " << R.Leaves << " leaves, size " << R.Nodes << '\n';
  TextTable Table("lrrrrr");
  Table.add({"validation", "trees", "correct", "share", "unknown", "wrong"});
  for (const NamedValidation &W : R.Ways) {
    if (W.Skipped.empty())
      Table.add({W.Name, std::to_string(W.Result.Rounds),
                 std::to_string(W.Result.Correct) + "/" +
                     std::to_string(W.Result.Slices),
                 formatPercent(W.Result.accuracy()),
                 std::to_string(W.Result.Unknown),
                 std::to_string(W.Result.WrongKnown)});
  }
  Table.print(OS, 2);
  for (const NamedValidation &W : R.Ways)
    if (!W.Skipped.empty())
      OS << "  " << W.Name << ": none: " << W.Skipped << '\n';
  for (auto [I, W] : llvm::enumerate(R.Ways))
    if (I != 0 && W.Skipped.empty())
      printConfusion(R, W, OS);
}

void rafter::printValidationJSON(const ValidationReport &R, raw_ostream &OS) {
  printJSONObject(OS, [&](JSONWriter &J) {
    J.count("schema_version", 1);
    J.count("slices", R.Slices);
    J.count("attributes", R.Attributes);
    J.count("leaves", R.Leaves);
    J.count("size", R.Nodes);
    J.texts("classes", R.Classes);
    J.array("validations", [&] {
      for (const NamedValidation &W : R.Ways)
        J.object([&] {
          J.text("name", W.Name);
          if (!W.Skipped.empty())
            return J.text("skipped", W.Skipped);
          J.count("trees", W.Result.Rounds);
          J.count("slices", W.Result.Slices);
          J.count("correct", W.Result.Correct);
          J.number("accuracy", W.Result.accuracy());
          J.count("unknown", W.Result.Unknown);
          J.count("wrong", W.Result.WrongKnown);
          J.array("confusion", [&] {
            for (auto [I, Row] : llvm::enumerate(W.Result.Confusion))
              J.object([&] {
                J.text("class", R.Classes[I]);
                J.object("found", [&] {
                  for (auto [K, Count] : llvm::enumerate(Row))
                    J.count(R.Classes[K], uint64_t(Count));
                });
              });
          });
        });
    });
  });
}

namespace {

class FingerprintFinding final : public FindingOf<ClassificationReport> {
public:
  using FindingOf::FindingOf;
  llvm::StringRef method() const override { return "fingerprint"; }
  std::optional<Verdict> verdict(const FindingContext &) const override {
    if (verdictOf(Value) == "unknown")
      return Verdict{"unknown in " + formatPercent(Value.Result.UnknownShare) +
                         " of the slices of time: unlike all that was learned",
                     "fingerprints"};
    return Verdict{verdictOf(Value) + " in " +
                       formatPercent(*llvm::max_element(Value.Result.Shares)) +
                       " of the slices of time",
                   "fingerprints"};
  }
  void printText(raw_ostream &OS, const FindingContext &) const override {
    OS << '\n';
    printClassificationText(Value, OS);
  }
  void printHTML(raw_ostream &OS, const FindingContext &) const override {
    printDrawing(OS, drawClassification(Value), "classes over time");
  }
  std::optional<Drawing> draw(const FindingContext &) const override {
    return drawClassification(Value);
  }
  llvm::StringRef drawingTitle() const override { return "Classes over time"; }
  void printJSON(JSONWriter &W, const FindingContext &) const override {
    writeClassification(W, Value);
  }
};

} // namespace

std::shared_ptr<const Finding> rafter::findingOf(ClassificationReport R) {
  return std::make_shared<FingerprintFinding>(std::move(R));
}

namespace {

llvm::Expected<std::shared_ptr<const FingerprintModel>>
modelOf(const FingerprintOptions &Options, const SampleTable &Samples) {
  if (Options.Model)
    return Options.Model;
  if (Options.ModelFile.empty() && Options.Shipped) {
    llvm::Expected<FingerprintModel> Model = Options.Shipped(Samples);
    if (!Model)
      return Model.takeError();
    return std::make_shared<FingerprintModel>(std::move(*Model));
  }
  if (Options.ModelFile.empty())
    return llvm::createStringError(
        "print<fingerprint> needs a model: -rafter-fingerprint-model=FILE, "
        "which rafter-opt fingerprint train writes");
  auto File = readFile(Options.ModelFile, /*IsText=*/true);
  if (!File)
    return File.takeError();
  llvm::Expected<FingerprintModel> Model =
      readFingerprintModel((*File)->getMemBufferRef());
  if (!Model)
    return Model.takeError();
  return std::make_shared<FingerprintModel>(std::move(*Model));
}

class FingerprintMethod final : public Method {
public:
  explicit FingerprintMethod(FingerprintOptions Options)
      : Options(std::move(Options)) {}

  llvm::StringRef name() const override { return "fingerprint"; }
  llvm::StringRef description() const override {
    return "the pathology of each slice of time, from performance counters";
  }
  Vocabulary wants() const override { return Vocabulary::Samples; }
  bool isDefault() const override { return false; }

  llvm::Expected<std::shared_ptr<const Finding>>
  run(Source &S, const Processor &) const override {
    auto Model = modelOf(Options, *S.Samples);
    if (!Model)
      return Model.takeError();
    SliceOptions Slice;
    Slice.Length = (*Model)->SliceLength;
    LabelledSlices Slices;
    size_t Added = addSlices(*S.Samples, Slice, Slices);
    if (Added == 0 && Options.Shipped) {
      Slice.Length = 0;
      Added = addSlices(*S.Samples, Slice, Slices);
    }
    if (Added == 0)
      return llvm::createStringError(
          "no whole slice: the last one of a run is dropped");
    llvm::Expected<Classification> Found =
        classifySlices(**Model, std::move(Slices));
    if (!Found)
      return Found.takeError();
    ClassificationReport Report;
    Report.Input = S.From.Name;
    Report.Model = *Model;
    Report.Result = std::move(*Found);
    Report.Notes = S.Samples->Notes;
    Report.Mode = S.Samples->mode();
    return makeFinding(std::move(Report));
  }

private:
  FingerprintOptions Options;
};

} // namespace

std::shared_ptr<const Finding>
rafter::makeFinding(ClassificationReport Report) {
  return findingOf(std::move(Report));
}

std::unique_ptr<Method>
rafter::fingerprintMethod(const MethodOptions &Options) {
  return std::make_unique<FingerprintMethod>(Options.get<FingerprintOptions>());
}
