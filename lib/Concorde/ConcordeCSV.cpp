//===- ConcordeCSV.cpp - Predictions of samples, one by one ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Concorde/ConcordeFinding.h"
#include "rafter/Report/NumberFormat.h"
#include "llvm/ADT/STLExtras.h"
#include <string>

using namespace rafter;

/// In quotes if a comma or quote needs them.
static std::string quoted(llvm::StringRef Text) {
  if (Text.find_first_of(",\"\n") == llvm::StringRef::npos)
    return Text.str();
  std::string Result = "\"";
  for (char C : Text)
    Result += C == '"' ? std::string("\"\"") : std::string(1, C);
  return Result + "\"";
}

void rafter::printSamplesCSV(const ConcordeModel &Model, const DataSet &Set,
                             llvm::ArrayRef<size_t> Samples,
                             llvm::ArrayRef<double> Predictions,
                             llvm::raw_ostream &OS,
                             llvm::ArrayRef<SampleColumn> More) {
  OS << "program,region,predicted,label,bound_cpi,mispredicted_branches,"
        "load_time_ratio,queued_time_ratio";
  for (const DesignParameter &P : designParameters())
    OS << ',' << P.Name;
  for (const SampleColumn &C : More)
    OS << ',' << C.Name;
  OS << '\n';
  size_t Row = 0;
  for (auto [Prediction, S] : llvm::zip_equal(Predictions, Samples)) {
    const LabelledSample &Sample = Set.Samples[S];
    const SampleLabels &L = Sample.Labels;
    OS << quoted(Sample.Program) << ',' << quoted(Sample.Region);
    for (double X : {Prediction, targetOf(L, Model.Target), double(L.BoundCPI),
                     double(L.MispredictedBranches),
                     double(L.ExecutionTimeRatio), double(L.QueuedTimeRatio)})
      OS << ',' << formatNumber(X, 6);
    for (const DesignParameter &P : designParameters())
      OS << ',' << P.print(P.Get(Sample.Design));
    for (const SampleColumn &C : More)
      OS << ',' << formatNumber(double(C.Values[Row]), 6);
    ++Row;
    OS << '\n';
  }
}
