//===- Findings.cpp - The findings of the methods, printed ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Report/Findings.h"
#include "ConcordeSection.h"
#include "ElasticityPlot.h"
#include "HTMLMachine.h"
#include "HTMLTables.h"
#include "JSONSections.h"
#include "MachineView.h"
#include "NumberFormat.h"
#include "PlotDrawing.h"
#include "TextSections.h"
#include <cmath>

using namespace rafter;
using llvm::raw_ostream;

static void printFigures(const GeneralizedRoofline &G, raw_ostream &OS) {
  OS << "<div class=\"figures\">";
  auto Figure = [&](const std::string &Value, const char *What) {
    OS << "<div><b>" << Value << "</b><span>" << What << "</span></div>";
  };
  Figure(formatNumber(G.Performance), "P, flops/cycle");
  if (std::isfinite(G.Peak) && G.Peak > 0)
    Figure(formatPercent(G.Performance / G.Peak),
           ("of the peak of " + formatNumber(G.Peak)).c_str());
  Figure(std::isfinite(G.Intensity) ? formatNumber(G.Intensity) : "unlimited",
         "I, flops/byte");
  Figure(formatGrouped(G.Cycles), "T, cycles");
  Figure(formatGrouped(G.Flops), "W, flops");
  Figure(formatGrouped(G.Bytes), "Q, bytes");
  OS << "</div>\n";
}

static void printPlot(const FindingContext &Context,
                      const GeneralizedRoofline &G, raw_ostream &OS) {
  PlotDrawing D = drawPlot(Context, G, /*Title=*/false);
  OS << "<figure><svg class=\"rf-plot\" role=\"img\" aria-label=\"generalized "
        "roofline of "
     << escapeMarkup(Context.Region.Name) << "\" viewBox=\"0 0 " << int(D.Width)
     << ' ' << int(std::ceil(D.Height)) << "\">\n"
     << D.Markup << "</svg></figure>\n";
}

namespace {

class DAGFinding final : public FindingOf<ComputationDAG> {
public:
  using FindingOf::FindingOf;
  llvm::StringRef method() const override { return "computation-dag"; }
  std::optional<Verdict> verdict(const FindingContext &) const override {
    return Verdict{dagVerdict(Value), "", /*OnlyAlone=*/true};
  }
  void printText(raw_ostream &OS, const FindingContext &) const override {
    printDAG(Value, OS);
  }
  void printJSON(JSONWriter &W, const FindingContext &) const override {
    printDAG(W, Value);
  }
  void printHTMLDetails(raw_ostream &OS,
                        const FindingContext &) const override {
    printDAGTables(Value, OS);
  }
};

class RooflineFinding final : public FindingOf<GeneralizedRoofline> {
public:
  using FindingOf::FindingOf;
  llvm::StringRef method() const override { return "generalized-roofline"; }
  std::optional<Verdict> verdict(const FindingContext &) const override {
    return Verdict{rooflineVerdict(Value), ""};
  }
  void printText(raw_ostream &OS, const FindingContext &) const override {
    printRoofline(Value, OS);
  }
  void printJSON(JSONWriter &W, const FindingContext &) const override {
    printRoofline(W, Value);
  }
  void printHTML(raw_ostream &OS,
                 const FindingContext &Context) const override {
    printFigures(Value, OS);
    printPlot(Context, Value, OS);
  }
  void printHTMLDetails(raw_ostream &OS,
                        const FindingContext &) const override {
    printRooflineTables(Value, OS);
  }
  std::optional<Drawing> draw(const FindingContext &Context) const override {
    return drawPlot(Context, Value, /*Title=*/true);
  }
  llvm::StringRef drawingTitle() const override {
    return "Generalized roofline";
  }
};

class SensitivityFinding final : public FindingOf<Sensitivity> {
public:
  using FindingOf::FindingOf;
  llvm::StringRef method() const override { return "sensitivity"; }
  std::optional<Verdict> verdict(const FindingContext &C) const override {
    return Verdict{machineVerdict(&Value, C.get<Causality>(), C.Lines),
                   "machine level"};
  }
  void printText(raw_ostream &OS, const FindingContext &C) const override {
    printSensitivity(Value, C.get<Causality>(), C.Lines, OS);
  }
  void printJSON(JSONWriter &W, const FindingContext &C) const override {
    printSensitivity(W, Value, C.get<Causality>());
  }
  void printHTML(raw_ostream &OS,
                 const FindingContext &Context) const override {
    printHTMLSensitivity(Context, Value, OS);
  }
  std::optional<Drawing> draw(const FindingContext &Context) const override {
    return drawElasticities(Context, Value);
  }
  llvm::StringRef drawingTitle() const override { return "Elasticity curves"; }
};

class CausalityFinding final : public FindingOf<Causality> {
public:
  using FindingOf::FindingOf;
  llvm::StringRef method() const override { return "causality"; }
  std::optional<Verdict> verdict(const FindingContext &C) const override {
    if (C.get<Sensitivity>())
      return std::nullopt;
    return Verdict{machineVerdict(nullptr, &Value, C.Lines), "machine level"};
  }
  void printText(raw_ostream &OS, const FindingContext &C) const override {
    printCausality(Value, C.Operations, C.Lines, OS);
  }
  void printJSON(JSONWriter &W, const FindingContext &C) const override {
    printCausality(W, Value, C.Operations);
  }
  void printHTML(raw_ostream &OS, const FindingContext &C) const override {
    printHTMLSource(Value, C.Lines, OS);
    printHTMLAssembly(Value, C.Number, OS);
  }
  bool showsSource(const FindingContext &C) const override {
    return llvm::any_of(Value.Instructions, [&](const InstructionCauses &I) {
      return I.Source.isValid() &&
             I.Source.Line <= C.Lines.lines(I.Source).size();
    });
  }
};

class ConcordeFinding final : public FindingOf<ConcordeReport> {
public:
  using FindingOf::FindingOf;
  llvm::StringRef method() const override { return "concorde"; }
  std::optional<Verdict> verdict(const FindingContext &) const override {
    return Verdict{"Concorde predicts " +
                       formatNumber(Value.Programs.front().Estimate.CPI) +
                       " cycles per instruction",
                   "", /*OnlyAlone=*/true};
  }
  void printText(raw_ostream &OS, const FindingContext &) const override {
    printConcorde(Value, OS);
  }
  void printJSON(JSONWriter &W, const FindingContext &) const override {
    printConcorde(W, Value);
  }
  void printHTML(raw_ostream &OS, const FindingContext &) const override {
    printHTMLConcorde(Value, OS);
  }
};

} // namespace

template <typename Result, typename Value>
static std::shared_ptr<const Finding> make(Value V) {
  return std::make_shared<Result>(std::move(V));
}

std::shared_ptr<const Finding> rafter::makeFinding(ComputationDAG D) {
  return make<DAGFinding>(std::move(D));
}
std::shared_ptr<const Finding> rafter::makeFinding(GeneralizedRoofline G) {
  return make<RooflineFinding>(std::move(G));
}
std::shared_ptr<const Finding> rafter::makeFinding(Sensitivity S) {
  return make<SensitivityFinding>(std::move(S));
}
std::shared_ptr<const Finding> rafter::makeFinding(Causality C) {
  return make<CausalityFinding>(std::move(C));
}
std::shared_ptr<const Finding> rafter::makeFinding(ConcordeReport R) {
  return make<ConcordeFinding>(std::move(R));
}
