//===- InstructionMixMethod.cpp - print<instruction-mix> ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstructionMix.h"
#include "rafter/Method/Method.h"
#include "rafter/Report/JSONWriter.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/Report/ReportTable.h"

using namespace rafter;
using llvm::Expected;
using llvm::raw_ostream;

/// Lines with fewer follow in one row.
static constexpr size_t MostLines = 12;

/// "instructions by class" and the like, for headings.
static std::string by(const InstructionMix &Mix, const char *What) {
  return std::string(Mix.IsMachineCode ? "instructions" : "operations") +
         " by " + What;
}

/// Lines as counts, the last ones as one.
static std::vector<InstructionMix::Count>
shownLines(const InstructionMix &Mix) {
  std::vector<InstructionMix::Count> Shown;
  uint64_t Others = 0;
  for (const InstructionMix::LineCount &L : Mix.ByLine)
    if (Shown.size() < MostLines)
      Shown.push_back(
          {L.Source.isValid() ? formatLocation(L.Source) : "no source line",
           L.Executed});
    else
      Others += L.Executed;
  if (Others != 0)
    Shown.push_back({"other lines", Others});
  return Shown;
}

/// Names, counts and shares, by class, by width and by line.
static std::vector<ReportTable> tablesOf(const InstructionMix &Mix) {
  std::vector<ReportTable> Tables;
  auto Add = [&](const char *What,
                 llvm::ArrayRef<InstructionMix::Count> Counts) {
    ReportTable &T = Tables.emplace_back(
        "Executed " + by(Mix, What), /*Open=*/false, "l",
        std::vector<std::string>{by(Mix, What), "executed", "of all"});
    for (const InstructionMix::Count &C : Counts)
      T.add({C.Name, std::to_string(C.Executed),
             formatPercent(ratio(C.Executed, Mix.Executed))});
  };
  Add("class", Mix.ByClass);
  Add("width", Mix.ByWidth);
  Add("source line", shownLines(Mix));
  return Tables;
}

namespace {

class InstructionMixFinding final : public FindingOf<InstructionMix> {
public:
  using FindingOf::FindingOf;

  llvm::StringRef method() const override { return "instruction-mix"; }
  std::optional<Verdict> verdict(const FindingContext &) const override {
    return Verdict{
        "executes " +
            formatPlural(Value.Executed,
                         Value.IsMachineCode ? "instruction" : "operation",
                         Value.IsMachineCode ? "instructions" : "operations"),
        "", /*OnlyAlone=*/true};
  }

  void printText(raw_ostream &OS, const FindingContext &) const override {
    OS << "\n  instruction mix\n";
    for (const ReportTable &T : tablesOf(Value))
      T.printText(OS);
  }

  void printJSON(JSONWriter &W, const FindingContext &) const override {
    W.text("counted", Value.IsMachineCode ? "instructions" : "operations");
    W.count("executed", Value.Executed);
    auto Print = [&](const char *Key, const char *Name,
                     llvm::ArrayRef<InstructionMix::Count> Counts) {
      W.array(Key, [&] {
        for (const InstructionMix::Count &C : Counts)
          W.object([&] {
            W.text(Name, C.Name);
            W.count("executed", C.Executed);
          });
      });
    };
    Print("classes", "class", Value.ByClass);
    Print("widths", "width", Value.ByWidth);
    W.array("lines", [&] {
      for (const InstructionMix::LineCount &L : Value.ByLine)
        W.object([&] {
          W.textOrNull("source", formatLocation(L.Source));
          W.count("executed", L.Executed);
        });
    });
  }

  void printHTMLDetails(raw_ostream &OS,
                        const FindingContext &) const override {
    for (const ReportTable &T : tablesOf(Value))
      T.printHTML(OS);
  }
};

class InstructionMixMethod final : public Method {
public:
  llvm::StringRef name() const override { return "instruction-mix"; }
  llvm::StringRef description() const override {
    return "executed instructions by class, vector width and source line";
  }
  Vocabulary wants() const override { return Vocabulary::Any; }
  bool isDefault() const override { return false; }

  Expected<std::shared_ptr<const Finding>>
  run(Source &S, const Processor &) const override {
    Expected<InstructionMix> Mix = countInstructions(S);
    if (!Mix)
      return Mix.takeError();
    return std::make_shared<InstructionMixFinding>(std::move(*Mix));
  }
};

} // namespace

namespace rafter {

std::unique_ptr<Method> instructionMixMethod(const MethodOptions &) {
  return std::make_unique<InstructionMixMethod>();
}

} // namespace rafter
