//===- CommandVerbs.cpp - What a subcommand does --------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandVerbs.h"
#include "Subcommands.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace rafter;
using llvm::Error;
using llvm::StringRef;
using llvm::Twine;

namespace {

class UsageError : public llvm::ErrorInfo<UsageError, llvm::StringError> {
public:
  explicit UsageError(const Twine &Message)
      : ErrorInfo(Message.str(), llvm::inconvertibleErrorCode()) {}
  static char ID;
};
char UsageError::ID = 0;

} // namespace

Error rafter::usageError(const Twine &Message) {
  return llvm::make_error<UsageError>(Message);
}

int rafter::finishCommand(StringRef Name, Error E, llvm::raw_ostream &Err) {
  if (!E)
    return Done;
  bool IsUsage = E.isA<UsageError>();
  Err << "rafter-opt " << Name << ": " << llvm::toString(std::move(E));
  if (IsUsage)
    Err << " (see rafter-opt " << Name << " --help)";
  Err << '\n';
  return IsUsage ? WrongUsage : BadInput;
}

static Error unknownVerb(StringRef Name, llvm::ArrayRef<CommandVerb> Verbs) {
  std::string Names = llvm::join(
      llvm::map_range(Verbs, [](const CommandVerb &V) { return V.Name; }),
      ", ");
  if (Name.empty())
    return usageError("expected one of " + Names);
  return usageError("'" + Name + "' is not one of " + Names);
}

Error rafter::runVerb(llvm::ArrayRef<StringRef> Arguments,
                      llvm::ArrayRef<CommandVerb> Verbs, StringRef Usage,
                      llvm::raw_ostream &Out) {
  StringRef Name = Arguments.empty() ? "" : Arguments.front();
  if (llvm::is_contained({"-h", "-help", "--help"}, Name)) {
    Out << Usage;
    return Error::success();
  }
  const CommandVerb *Verb = llvm::find_if(
      Verbs, [&](const CommandVerb &V) { return V.Name == Name; });
  if (Verb == Verbs.end())
    return unknownVerb(Name, Verbs);
  llvm::Expected<CommandWords> Words =
      parseCommand(Arguments.drop_front(), Verb->Options);
  if (!Words)
    return usageError(llvm::toString(Words.takeError()));
  if (Words->Help) {
    Out << Usage;
    return Error::success();
  }
  llvm::append_range(Words->Operands, Words->Program);
  return Verb->Run(std::move(Words->Operands));
}
