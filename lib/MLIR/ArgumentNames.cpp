//===- ArgumentNames.cpp - Names of arguments through lowering ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArgumentNames.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/IR/Module.h"

using namespace rafter;

/// The fields of the descriptor that a memref is passed as, MLIR's "memref
/// descriptor" of the conversion to LLVM; any other type is one argument.
static void expand(const std::string &Name, mlir::Type Type,
                   std::vector<std::string> &Names) {
  auto Shaped = llvm::dyn_cast<mlir::ShapedType>(Type);
  if (!Shaped || llvm::isa<mlir::VectorType>(Type)) {
    Names.push_back(Name);
    return;
  }
  if (!Shaped.hasRank()) {
    Names.insert(Names.end(), {Name + ".rank", Name});
    return;
  }
  Names.insert(Names.end(), {Name + ".base", Name, Name + ".offset"});
  for (const char *Field : {".size", ".stride"})
    for (int64_t I = 0; I != Shaped.getRank(); ++I)
      Names.push_back(Name + Field + std::to_string(I));
}

ArgumentNames rafter::readArgumentNames(mlir::Operation *Root,
                                        const mlir::AsmParserState &Read) {
  ArgumentNames All;
  Root->walk([&](mlir::func::FuncOp F) {
    if (F.isExternal())
      return;
    mlir::Block &Entry = F.getBody().front();
    const auto *Definition = Read.getBlockDef(&Entry);
    if (!Definition || Definition->arguments.size() != Entry.getNumArguments())
      return;
    std::vector<std::string> &Names = All[F.getName()];
    for (auto [Argument, Place] :
         llvm::zip(Entry.getArguments(), Definition->arguments)) {
      const char *Begin = Place.loc.Start.getPointer();
      llvm::StringRef Text(Begin, Place.loc.End.getPointer() - Begin);
      Text.consume_front("%");
      expand(Text.str(), Argument.getType(), Names);
    }
  });
  return All;
}

void rafter::nameArguments(const ArgumentNames &Names, llvm::Module &M) {
  for (const auto &Entry : Names) {
    llvm::Function *F = M.getFunction(Entry.getKey());
    if (!F || F->arg_size() != Entry.getValue().size())
      continue;
    for (auto [Argument, Name] : llvm::zip(F->args(), Entry.getValue()))
      Argument.setName(Name);
  }
}
