//===- MachineFindings.cpp - What reports print of them -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Simulation/MachineFindings.h"
#include "ElasticityPlot.h"
#include "MachineParts.h"
#include "MachineView.h"
#include "llvm/ADT/STLExtras.h"

using namespace rafter;
using llvm::raw_ostream;

namespace {

class SensitivityFinding final : public FindingOf<Sensitivity> {
public:
  using FindingOf::FindingOf;
  llvm::StringRef method() const override { return "sensitivity"; }
  std::optional<Verdict> verdict(const FindingContext &C) const override {
    return Verdict{machineVerdict(&Value, C.get<Causality>(), C.Lines),
                   "machine level"};
  }
  std::optional<Statement> answer(const FindingContext &C) const override {
    return machineAnswer(&Value, C.get<Causality>(), C.Lines);
  }
  std::vector<ComponentCost> costs(const FindingContext &) const override {
    return costsOf(Value);
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
  std::optional<Statement> answer(const FindingContext &C) const override {
    if (C.get<Sensitivity>())
      return std::nullopt;
    return machineAnswer(nullptr, &Value, C.Lines);
  }
  std::vector<ComponentCost> costs(const FindingContext &) const override {
    return costsOf(Value);
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
    printHTMLTimetable(Value, C.Number, OS);
  }
  bool showsSource(const FindingContext &C) const override {
    return llvm::any_of(Value.Instructions, [&](const InstructionCauses &I) {
      return I.Source.isValid() &&
             I.Source.Line <= C.Lines.lines(I.Source).size();
    });
  }
};

} // namespace

std::shared_ptr<const Finding> rafter::makeFinding(Sensitivity S) {
  return std::make_shared<SensitivityFinding>(std::move(S));
}

std::shared_ptr<const Finding> rafter::makeFinding(Causality C) {
  return std::make_shared<CausalityFinding>(std::move(C));
}
