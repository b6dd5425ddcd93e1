//===- TableView.h - The table of options, arranged -------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What help, man pages, completions and docs share: options stand under the
// verbs that take them, or under the titles of the table, in its order.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_OPTIONS_TABLEVIEW_H
#define RAFTER_LIB_OPTIONS_TABLEVIEW_H

#include "rafter/Options/OptionTable.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <string>
#include <vector>

namespace rafter {

/// Options that stand together.
struct OptionSection {
  std::string Title;
  std::vector<const OptionRow *> Rows;
};

using CommandList = llvm::SmallVector<const CommandRow *, 8>;

/// The verbs of the subcommand Name, or one of them unless Verb is empty.
CommandList commandsOf(llvm::StringRef Name, llvm::StringRef Verb);

/// The options of Commands that are not hidden.
std::vector<OptionSection>
sectionsOf(llvm::ArrayRef<const CommandRow *> Commands);

/// What Command takes and is not hidden, in the table's order.
std::vector<const OptionRow *> optionsOf(const CommandRow &Command);

const SubcommandRow &subcommandNamed(llvm::StringRef Name);

/// "rafter-opt spire fit SAMPLES... -o MODEL.json [OPTIONS]".
std::string usageOf(const CommandRow &Command);

/// The option as help spells it, with its dashes: "--output", "-rafter-cpu",
/// "-n".
std::string spellingOf(const OptionRow &Row);

/// The same with its alias and value: "-o, --output=FILE", "-n N".
std::string usageOf(const OptionRow &Row);

/// Its help, and its default.
std::string helpOf(const OptionRow &Row);

/// The words of a choice; none for other options.
llvm::SmallVector<llvm::StringRef, 8> choicesOf(const OptionRow &Row);

} // namespace rafter

#endif // RAFTER_LIB_OPTIONS_TABLEVIEW_H
