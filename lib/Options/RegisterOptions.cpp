//===- RegisterOptions.cpp - The table in LLVM's command line -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Options/Arguments.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

using namespace rafter;
using llvm::StringRef;
namespace cl = llvm::cl;

namespace {

/// A row that hands what LLVM reads on to Arguments.
class TableOption final : public cl::Option {
public:
  TableOption(const OptionRow &Row, std::string GivenName, Arguments &Into,
              cl::OptionCategory &Category)
      : Option(Row.Value.Kind == ValueKind::List ? cl::ZeroOrMore
                                                 : cl::Optional,
               Row.Hidden ? cl::Hidden : cl::NotHidden),
        Row(Row), Name(std::move(GivenName)), Into(Into) {
    setArgStr(Name);
    setDescription(Row.Help);
    setValueStr(Row.Value.Name);
    addCategory(Category);
    addArgument();
  }

private:
  bool isFlag() const { return Row.Value.Kind == ValueKind::Flag; }

  bool handleOccurrence(unsigned, StringRef, StringRef Value) override {
    // As of LLVM's own flags.
    if (isFlag() && (Value == "false" || Value == "0"))
      return sayNo();
    if (isFlag() && !Value.empty() && Value != "true" && Value != "1")
      return error("'" + Value + "' is neither true nor false");
    if (llvm::Error E = Into.take(Row, "-" + Name, Value))
      return error(llvm::toString(std::move(E)));
    return false;
  }
  /// Takes the flag that says the opposite, if there is one.
  bool sayNo() {
    if (const OptionRow *Opposite = findOption(Into.command(), "no-" + Name))
      llvm::cantFail(Into.take(*Opposite, "-" + Name + "=false", ""));
    return false;
  }
  cl::ValueExpected getValueExpectedFlagDefault() const override {
    return isFlag() || Row.Value.Name.starts_with("|") ? cl::ValueOptional
                                                       : cl::ValueRequired;
  }
  std::string head() const {
    return "  --" + Name + (isFlag() ? "" : "=" + Row.Value.Name.str());
  }
  size_t getOptionWidth() const override { return head().size() + 3; }
  void printOptionInfo(size_t Width) const override {
    std::string Head = head();
    llvm::outs() << Head;
    printHelpStr(HelpStr, Width, Head.size());
  }
  void printOptionValue(size_t, bool) const override {}
  void setDefault() override {}

  const OptionRow &Row;
  const std::string Name;
  Arguments &Into;
};

} // namespace

void rafter::registerOptions(StringRef Prefix, Arguments &Into) {
  static cl::OptionCategory Category(OptionsCategory,
                                     "Why the program runs no faster");
  static std::vector<std::unique_ptr<TableOption>> Registered;
  for (const OptionRow &Row : command::Options)
    if (Row.Takers & Into.command())
      for (StringRef Name : {Row.Name, Row.Alias})
        if (!Name.empty())
          Registered.push_back(std::make_unique<TableOption>(
              Row, (Prefix + Name).str(), Into, Category));
}
