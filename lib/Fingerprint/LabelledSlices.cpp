//===- LabelledSlices.cpp - Time slices with a pathology each -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Fingerprint/LabelledSlices.h"
#include "llvm/ADT/STLExtras.h"
#include <utility>

using namespace rafter;
using llvm::StringRef;

uint32_t LabelledSlices::findAttribute(StringRef Name) const {
  for (auto [I, A] : llvm::enumerate(Attributes))
    if (A.Name == Name)
      return I;
  return ~0u;
}

uint32_t LabelledSlices::addAttribute(const SliceAttribute &Attribute) {
  uint32_t Found = findAttribute(Attribute.Name);
  if (Found != ~0u)
    return Found;
  Attributes.push_back(Attribute);
  Columns.emplace_back(size(), MissingValue);
  return Attributes.size() - 1;
}

uint32_t LabelledSlices::intern(std::vector<std::string> &Names,
                                StringRef Name) {
  auto Found = llvm::find(Names, Name);
  if (Found != Names.end())
    return Found - Names.begin();
  Names.push_back(Name.str());
  return Names.size() - 1;
}

size_t LabelledSlices::addSlice() {
  for (std::vector<double> &Column : Columns)
    Column.push_back(MissingValue);
  Runs.push_back(0);
  Sizes.push_back(0);
  Starts.push_back(0);
  Labels.push_back(Unlabelled);
  return size() - 1;
}

std::vector<uint32_t> rafter::labelledRows(const LabelledSlices &Slices) {
  std::vector<uint32_t> Rows;
  for (auto [I, Label] : llvm::enumerate(Slices.Labels))
    if (Label != LabelledSlices::Unlabelled)
      Rows.push_back(I);
  return Rows;
}

LabelledSlices rafter::withAttributes(LabelledSlices Slices,
                                      llvm::ArrayRef<uint32_t> Attributes) {
  auto AllAttributes = std::exchange(Slices.Attributes, {});
  auto AllColumns = std::exchange(Slices.Columns, {});
  for (uint32_t A : Attributes) {
    Slices.Attributes.push_back(AllAttributes[A]);
    Slices.Columns.push_back(AllColumns[A]);
  }
  return Slices;
}
