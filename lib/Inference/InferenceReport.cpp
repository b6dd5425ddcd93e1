//===- InferenceReport.cpp - What was learned of a machine ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Inference/InferenceReport.h"
#include "rafter/Report/HTMLPage.h"
#include "rafter/Report/JSONWriter.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/Report/ReportTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace rafter;

std::vector<uint32_t> rafter::changedForms(const LearnedMapping &Learned) {
  std::vector<uint32_t> Forms;
  auto Describe = [](const FormResources &Form) {
    std::string Text = std::to_string(Form.Slots);
    for (const UnitUse &Use : Form.Uses)
      Text +=
          " " + std::to_string(Use.Units) + "/" + std::to_string(Use.Cycles);
    return Text;
  };
  for (uint32_t F = 0; F < Learned.Mapping.Forms.size(); ++F)
    if (Describe(Learned.Prior.Forms[F]) != Describe(Learned.Mapping.Forms[F]))
      Forms.push_back(F);
  llvm::stable_sort(Forms, [&](uint32_t A, uint32_t B) {
    auto Gain = [&](uint32_t F) {
      const FormEvidence &E = Learned.Evidence[F];
      return (E.PriorError - E.Error) * E.Mixes;
    };
    return Gain(A) > Gain(B);
  });
  return Forms;
}

/// "p0+p1+p5+p6, 2 p4; 2 slots".
static std::string needsText(const ResourceMapping &Mapping,
                             const FormResources &Form) {
  std::vector<std::string> Uses;
  for (const UnitUse &Use : Form.Uses) {
    std::string Units;
    for (unsigned U = 0; U < Mapping.Units.size(); ++U)
      if (Use.Units >> U & 1)
        Units += (Units.empty() ? "" : "+") + Mapping.Units[U];
    Uses.push_back((Use.Cycles == 1 ? "" : formatNumber(Use.Cycles) + " ") +
                   Units);
  }
  return (Uses.empty() ? "no unit" : llvm::join(Uses, ", ")) + "; " +
         formatNumber(Form.Slots) + (Form.Slots == 1 ? " slot" : " slots");
}

/// "ADD reg, [mem]" of "ADD_((REG:RW:G:64)),_...": blanks for underscores.
static std::string formText(llvm::StringRef Form) {
  std::string Text = Form.trim('_').str();
  llvm::replace(Text, '_', ' ');
  return Text;
}

//===----------------------------------------------------------------------===//
// Tables, for text and page
//===----------------------------------------------------------------------===//

static ReportTable headTable(const InferenceReport &R) {
  ReportTable T("", true, "lr", {});
  auto Row = [&](const char *Name, std::string Value) {
    T.add({Name, std::move(Value)});
  };
  Row("cpu", R.CPU + " (" + R.Hash + ")");
  Row("machine", R.Mixes.Machine);
  Row("mixes", std::to_string(R.Mixes.Mixes.size()));
  Row("forms", std::to_string(R.Mixes.Forms.size()));
  Row("forms changed", std::to_string(changedForms(R.Learned).size()));
  return T;
}

static ReportTable errorTable(const InferenceReport &R) {
  ReportTable T("Errors", true, "lrrrr",
                {"predictor", "mixes", "mean error", "over 10 %", "over 30 %"});
  auto Row = [&](const char *Name, const MixErrors &S) {
    T.add({Name, std::to_string(S.Mixes), formatPercent(S.Mean),
           formatPercent(S.OverTenth), formatPercent(S.OverThird)});
  };
  if (R.KeptAway) {
    Row("constant, kept away", R.KeptAway->Constant);
    Row("prior, kept away", R.KeptAway->Prior);
    Row("learned, kept away", R.KeptAway->Learned);
  }
  if (R.Validation) {
    Row("constant", R.Validation->Constant);
    Row("prior", R.Validation->Prior);
    Row("learned, other mixes", R.Validation->ByMixes);
    Row("learned, other forms", R.Validation->ByForms);
  } else {
    T.add({"prior", std::to_string(R.Mixes.Mixes.size()),
           formatPercent(R.Learned.PriorError), "-", "-"});
  }
  T.add({"learned, the same mixes", std::to_string(R.Mixes.Mixes.size()),
         formatPercent(R.Learned.Error), "-", "-"});
  return T;
}

static ReportTable changeTable(const InferenceReport &R, size_t Most) {
  ReportTable T("What kinds of instructions share", true, "rlrl",
                {"forms", "resource", "change", "kind"});
  for (const SharedChange &C : R.Learned.Changes)
    if (C.Forms > 1 && Most-- > 0)
      T.add({std::to_string(C.Forms), C.Resource, formatSigned(C.Amount),
             C.Kind});
  return T;
}

static ReportTable formTable(const InferenceReport &R, size_t Most) {
  ReportTable T("Where model and machine disagree most", true, "rrrll",
                {"mixes", "error before", "error after", "needs, as learned",
                 "instruction (model)"});
  for (uint32_t F : changedForms(R.Learned)) {
    if (Most-- == 0)
      break;
    const FormEvidence &E = R.Learned.Evidence[F];
    const FormResources &Before = R.Learned.Prior.Forms[F];
    const FormResources &After = R.Learned.Mapping.Forms[F];
    T.add({std::to_string(E.Mixes), formatPercent(E.PriorError),
           formatPercent(E.Error), needsText(R.Learned.Mapping, After),
           formText(R.Mixes.Forms[F].Text) + " (" +
               needsText(R.Learned.Prior, Before) + ")"});
  }
  return T;
}

static ReportTable nextTable(const InferenceReport &R) {
  ReportTable T("What to measure next", true, "rl", {"no.", "mix"});
  for (size_t I = 0; I < R.Next.size(); ++I) {
    std::vector<std::string> Forms;
    for (uint32_t F : R.Next[I])
      Forms.push_back(formText(R.Mixes.Forms[F].Text));
    T.add({std::to_string(I + 1), llvm::join(Forms, "; ")});
  }
  return T;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

void rafter::printText(const InferenceReport &R, llvm::raw_ostream &OS,
                       size_t Most) {
  OS << "inference";
  headTable(R).printText(OS);
  errorTable(R).printText(OS, "errors");
  changeTable(R, Most).printText(OS, "what kinds of instructions share");
  formTable(R, Most).printText(OS, "where model and machine disagree most");
  nextTable(R).printText(OS, "what to measure next");
}

void rafter::printHTML(const InferenceReport &R, llvm::raw_ostream &OS) {
  std::string Title = "Resource mapping of " + R.Mixes.Machine;
  printPage(OS, Title, [&] {
    OS << "<h1>" << escapeMarkup(Title) << "</h1>\n";
    headTable(R).printHTML(OS);
    errorTable(R).printHTML(OS);
    changeTable(R, ~size_t(0)).printHTML(OS);
    formTable(R, ~size_t(0)).printHTML(OS);
    nextTable(R).printHTML(OS);
  });
}

static void writeForm(JSONWriter &Out, const ResourceMapping &Mapping,
                      const FormResources &Form) {
  Out.number("slots", Form.Slots);
  Out.array("ports", [&] {
    for (const UnitUse &Use : Form.Uses)
      Out.object([&] {
        Out.array("units", [&] {
          for (unsigned U = 0; U < Mapping.Units.size(); ++U)
            if (Use.Units >> U & 1)
              Out.textElement(Mapping.Units[U]);
        });
        Out.number("cycles", Use.Cycles);
      });
  });
}

static void writeSummary(JSONWriter &Out, llvm::StringRef Key,
                         const MixErrors &S) {
  Out.object(Key, [&] {
    Out.count("mixes", uint64_t(S.Mixes));
    Out.number("mean_error", S.Mean);
    Out.number("over_tenth", S.OverTenth);
    Out.number("over_third", S.OverThird);
  });
}

static void writeForms(JSONWriter &Out, const InferenceReport &R) {
  const LearnedMapping &L = R.Learned;
  for (uint32_t F = 0; F < L.Mapping.Forms.size(); ++F)
    Out.object([&] {
      Out.text("form", R.Mixes.Forms[F].Text);
      Out.text("opcode", L.Mapping.Forms[F].Opcode);
      Out.count("mixes", uint64_t(L.Evidence[F].Mixes));
      Out.number("prior_error", L.Evidence[F].PriorError);
      Out.number("error", L.Evidence[F].Error);
      Out.object("prior", [&] { writeForm(Out, L.Prior, L.Prior.Forms[F]); });
      Out.object("learned",
                 [&] { writeForm(Out, L.Mapping, L.Mapping.Forms[F]); });
    });
}

void rafter::printJSON(const InferenceReport &R, llvm::raw_ostream &OS) {
  printJSONObject(OS, [&](JSONWriter &Out) {
    Out.text("machine", R.Mixes.Machine);
    Out.object("prior", [&] {
      Out.text("name", R.CPU);
      Out.text("hash", R.Hash);
    });
    Out.count("mixes", uint64_t(R.Mixes.Mixes.size()));
    Out.number("prior_error", R.Learned.PriorError);
    Out.number("error", R.Learned.Error);
    if (R.Validation)
      Out.object("cross_validation", [&] {
        Out.count("folds", uint64_t(R.Validation->Folds));
        writeSummary(Out, "constant", R.Validation->Constant);
        writeSummary(Out, "prior", R.Validation->Prior);
        writeSummary(Out, "other_mixes", R.Validation->ByMixes);
        writeSummary(Out, "other_forms", R.Validation->ByForms);
      });
    if (R.KeptAway)
      Out.object("kept_away", [&] {
        writeSummary(Out, "constant", R.KeptAway->Constant);
        writeSummary(Out, "prior", R.KeptAway->Prior);
        writeSummary(Out, "learned", R.KeptAway->Learned);
      });
    Out.array("changes", [&] {
      for (const SharedChange &C : R.Learned.Changes)
        Out.object([&] {
          Out.text("kind", C.Kind);
          Out.text("resource", C.Resource);
          Out.number("change", C.Amount);
          Out.count("forms", uint64_t(C.Forms));
        });
    });
    Out.array("forms", [&] { writeForms(Out, R); });
    Out.array("next", [&] {
      for (const std::vector<uint32_t> &Mix : R.Next)
        Out.array([&] {
          for (uint32_t F : Mix)
            Out.textElement(R.Mixes.Forms[F].Text);
        });
    });
  });
}
