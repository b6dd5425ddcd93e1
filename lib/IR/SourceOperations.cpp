//===- SourceOperations.cpp - Operations that code was lowered from -------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A node of the metadata is !{!"file", i32 line, i32 column, !"operation"}.
//
//===----------------------------------------------------------------------===//

#include "rafter/IR/SourceOperations.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include <tuple>

using namespace rafter;

static constexpr char MetadataName[] = "rafter.operations";

bool SourceOperations::Order::operator()(const SourceLocation &A,
                                         const SourceLocation &B) const {
  return std::tie(A.File, A.Line, A.Column) <
         std::tie(B.File, B.Line, B.Column);
}

void SourceOperations::add(const SourceLocation &Place, std::string Name) {
  Names.try_emplace(Place, std::move(Name));
}

std::string SourceOperations::find(const SourceLocation &Place) const {
  if (!Place.isValid())
    return "";
  auto It = Names.lower_bound(Place);
  if (Place.Column != 0)
    return It != Names.end() && !Order()(Place, It->first) ? It->second : "";
  std::string Found;
  for (; It != Names.end() && It->first.File == Place.File &&
         It->first.Line == Place.Line;
       ++It) {
    if (!Found.empty() && Found != It->second)
      return "";
    Found = It->second;
  }
  return Found;
}

void rafter::storeOperations(const SourceOperations &Operations,
                             llvm::Module &M) {
  if (Operations.empty())
    return;
  llvm::LLVMContext &Context = M.getContext();
  auto Number = [&](unsigned Value) {
    return llvm::ConstantAsMetadata::get(
        llvm::ConstantInt::get(llvm::Type::getInt32Ty(Context), Value));
  };
  llvm::NamedMDNode *All = M.getOrInsertNamedMetadata(MetadataName);
  for (const auto &[Place, Name] : Operations.Names)
    All->addOperand(llvm::MDTuple::get(
        Context, {llvm::MDString::get(Context, Place.File), Number(Place.Line),
                  Number(Place.Column), llvm::MDString::get(Context, Name)}));
}

SourceOperations rafter::readOperations(const llvm::Module &M) {
  SourceOperations Operations;
  const llvm::NamedMDNode *All = M.getNamedMetadata(MetadataName);
  if (!All)
    return Operations;
  for (const llvm::MDNode *Node : All->operands()) {
    if (Node->getNumOperands() != 4)
      continue;
    auto *File = llvm::dyn_cast_or_null<llvm::MDString>(Node->getOperand(0));
    auto *Name = llvm::dyn_cast_or_null<llvm::MDString>(Node->getOperand(3));
    auto *Line = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(
        Node->getOperand(1));
    auto *Column = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(
        Node->getOperand(2));
    if (!File || !Name || !Line || !Column ||
        Line->getValue().getActiveBits() > 32 ||
        Column->getValue().getActiveBits() > 32)
      continue;
    Operations.add({File->getString().str(),
                    static_cast<unsigned>(Line->getZExtValue()),
                    static_cast<unsigned>(Column->getZExtValue())},
                   Name->getString().str());
  }
  return Operations;
}
