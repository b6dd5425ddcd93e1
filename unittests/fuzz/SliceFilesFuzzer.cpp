//===- SliceFilesFuzzer.cpp - Files of slices and models ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Any bytes give slices, a model, or an error; few slices can be learnt from.
//
//===----------------------------------------------------------------------===//

#include "rafter/Fingerprint/EventSelection.h"
#include "rafter/Fingerprint/FingerprintModel.h"
#include "rafter/Fingerprint/SliceFiles.h"
#include "rafter/Fingerprint/TreeTraining.h"

using namespace rafter;

static void learn(const LabelledSlices &Slices) {
  std::vector<uint32_t> Rows = labelledRows(Slices);
  if (Slices.size() > 200 || Slices.Attributes.size() > 20)
    return;
  llvm::raw_null_ostream OS;
  writeSliceTable(Slices, OS);
  llvm::Expected<DecisionTree> Tree = trainTree(Slices, Rows, {});
  if (!Tree)
    return llvm::consumeError(Tree.takeError());
  keyEvents(Slices, Rows, 1);
  FingerprintModel Model = {std::move(*Tree), 0.4, Rows.size()};
  llvm::consumeError(classifySlices(Model, Slices).takeError());
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::StringRef Text(reinterpret_cast<const char *>(Data), Size);
  llvm::MemoryBufferRef Buffer(Text, "fuzz");
  LabelledSlices FromARFF, FromTable;
  if (llvm::Error E = readARFF(Buffer, "", FromARFF))
    llvm::consumeError(std::move(E));
  else
    learn(FromARFF);
  if (llvm::Error E = readSliceTable(Buffer, FromTable))
    llvm::consumeError(std::move(E));
  else
    learn(FromTable);
  llvm::consumeError(readFingerprintModel(Buffer).takeError());
  return 0;
}
