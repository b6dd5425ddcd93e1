//===- DirectiveParser.cpp - The words of pragmas and attributes ----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A descent over the tokens. A clause ends at its first mistake; the parser
// goes on behind its closing parenthesis.
//
//===----------------------------------------------------------------------===//

#include "rafter/Remarks/DirectiveParser.h"
#include "rafter/Uarch/ProcessorFile.h"
#include "rafter/Uarch/YamlTree.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>

using namespace rafter;
using llvm::ArrayRef;
using llvm::StringRef;
using llvm::Twine;

static constexpr StringRef Names[] = {"analyze", "assume", "budget"};

ArrayRef<StringRef> rafter::directiveNames() { return Names; }

namespace {

using Kind = DirectiveToken::Kind;

class Parser {
public:
  Parser(ArrayRef<DirectiveToken> Tokens, CPULookup FindCPU)
      : Tokens(Tokens), FindCPU(FindCPU) {}

  ParsedDirectives parseAttribute();
  ParsedDirectives parsePragma();

private:
  // True: a mistake was noted.
  bool clause();
  bool assumption();
  bool tripCount();
  bool level();
  bool budgetArgument(size_t FirstBudget, bool &HasCPU);
  bool limit(BudgetQuantity Quantity);
  bool cpu(size_t FirstBudget);
  template <typename Argument> bool arguments(Argument One);

  bool atEnd() const { return Next == Tokens.size(); }
  StringRef text() const { return atEnd() ? "" : StringRef(here().Text); }
  const DirectiveToken &here() const { return Tokens[Next]; }
  bool is(Kind K) const { return !atEnd() && here().Shape == K; }
  bool isSign(StringRef Text) const {
    return is(Kind::Sign) && here().Text == Text;
  }
  bool takeSign(StringRef Text) {
    if (!isSign(Text))
      return false;
    ++Next;
    return true;
  }
  /// "'L4'", "the end".
  std::string found() const;
  bool mistake(const Twine &Message) {
    Result.Mistakes.push_back({Next, Message.str()});
    return true;
  }
  bool expected(const Twine &What) {
    return mistake("expected " + What + ", found " + found());
  }
  void skipClause(size_t Begin);

  ArrayRef<DirectiveToken> Tokens;
  CPULookup FindCPU;
  size_t Next = 0;
  ParsedDirectives Result;
};

std::string Parser::found() const {
  if (atEnd())
    return "the end";
  if (is(Kind::String))
    return "\"" + here().Text + "\"";
  return "'" + here().Text + "'";
}

/// Behind the parenthesis that closes the one of the clause that starts at
/// Begin.
void Parser::skipClause(size_t Begin) {
  Next = Begin + 1;
  unsigned Depth = 0;
  for (; !atEnd(); ++Next) {
    if (isSign("("))
      ++Depth;
    else if (isSign(")") && Depth)
      --Depth;
    else if (!Depth)
      return;
    if (!Depth) {
      ++Next;
      return;
    }
  }
}

/// "(" One {"," One} ")"
template <typename Argument> bool Parser::arguments(Argument One) {
  if (!takeSign("("))
    return expected("'('");
  do
    if (One())
      return true;
  while (takeSign(","));
  if (!takeSign(")"))
    return expected("',' or ')'");
  return false;
}

bool Parser::tripCount() {
  uint64_t Count;
  if (!is(Kind::Number) || StringRef(here().Text).getAsInteger(0, Count) ||
      Count == 0)
    return expected("a number of iterations, at least 1");
  Result.Directives.TripCount = Count;
  ++Next;
  return false;
}

bool Parser::level() {
  auto Level = llvm::StringSwitch<std::optional<DataLevel>>(text())
                   .Case("L1", DataLevel::L1)
                   .Case("L2", DataLevel::L2)
                   .Case("L3", DataLevel::L3)
                   .Case("memory", DataLevel::Memory)
                   .Default(std::nullopt);
  if (!is(Kind::Word) || !Level)
    return expected("one of L1, L2, L3, memory");
  Result.Directives.Level = Level;
  ++Next;
  return false;
}

/// trip_count=1000, level=L2
bool Parser::assumption() {
  bool IsCount = text() == "trip_count", IsLevel = text() == "level";
  if (!is(Kind::Word) || (!IsCount && !IsLevel))
    return expected("trip_count=NUMBER or level=LEVEL");
  if (IsCount ? Result.Directives.TripCount.has_value()
              : Result.Directives.Level.has_value())
    return mistake(Twine(text()) + " is given twice");
  ++Next;
  if (!takeSign("="))
    return expected("'='");
  return IsCount ? tripCount() : level();
}

bool Parser::limit(BudgetQuantity Quantity) {
  size_t Begin = Next++;
  Budget B;
  B.Quantity = Quantity;
  if (!isSign("<=") && !isSign("<"))
    return expected("'<=' or '<'");
  B.Inclusive = text() == "<=";
  ++Next;
  if (!is(Kind::Number) || StringRef(here().Text).getAsDouble(B.Limit) ||
      !std::isfinite(B.Limit))
    return expected("a number");
  B.Text =
      (Twine(name(Quantity)) + (B.Inclusive ? " <= " : " < ") + text()).str();
  ++Next;
  Result.Directives.Budgets.push_back(std::move(B));
  Result.BudgetTokens.push_back(Begin);
  return false;
}

/// cpu="znver4" holds for all limits of the clause.
bool Parser::cpu(size_t FirstBudget) {
  ++Next;
  if (!takeSign("="))
    return expected("'='");
  if (!is(Kind::String))
    return expected("the name of a CPU in quotes");
  llvm::Expected<std::string> Name = FindCPU(here().Text);
  if (!Name)
    return mistake(llvm::toString(Name.takeError()));
  auto &Budgets = Result.Directives.Budgets;
  for (size_t I = FirstBudget; I != Budgets.size(); ++I)
    Budgets[I].CPU = *Name;
  ++Next;
  return false;
}

bool Parser::budgetArgument(size_t FirstBudget, bool &HasCPU) {
  if (is(Kind::Word) && text() == "cpu") {
    if (HasCPU)
      return mistake("cpu is given twice");
    if (FirstBudget == Result.Directives.Budgets.size())
      return mistake("expected a limit before the CPU");
    HasCPU = true;
    return cpu(FirstBudget);
  }
  std::optional<BudgetQuantity> Quantity = findQuantity(text());
  if (!is(Kind::Word) || !Quantity)
    return expected("one of cycles_per_iteration, instructions_per_iteration, "
                    "spills_per_iteration, cpu");
  if (HasCPU)
    return mistake("the CPU comes behind the limits");
  return limit(*Quantity);
}

bool Parser::clause() {
  StringRef Name = text();
  if (!is(Kind::Word) || !llvm::is_contained(Names, Name))
    return expected("one of " + llvm::join(directiveNames(), ", "));
  ++Next;
  if (Name == "analyze") {
    Result.Directives.Analyze = true;
    return isSign("(") && mistake("analyze takes no arguments");
  }
  if (Name == "assume")
    return arguments([this] { return assumption(); });
  size_t First = Result.Directives.Budgets.size();
  bool HasCPU = false;
  if (!arguments([&] { return budgetArgument(First, HasCPU); }))
    return false;
  // Half a budget would be checked on another CPU than is meant.
  Result.Directives.Budgets.resize(First);
  Result.BudgetTokens.resize(First);
  return true;
}

ParsedDirectives Parser::parseAttribute() {
  if (!clause() && !atEnd())
    expected("the end of the attribute");
  return std::move(Result);
}

ParsedDirectives Parser::parsePragma() {
  if (!is(Kind::Word) || text() != "loop") {
    expected("'loop'");
    return std::move(Result);
  }
  ++Next;
  do {
    size_t Begin = Next;
    if (clause() && !atEnd())
      skipClause(Begin);
  } while (!atEnd());
  return std::move(Result);
}

} // namespace

llvm::Expected<std::string> rafter::findCPU(StringRef Name) {
  ProcessorLibrary Library(ProcessorLibrary::defaultDirectories());
  if (!Library.path(Name).empty())
    return Name.str();
  llvm::Expected<ProcessorFile> File = Library.find(Name);
  if (File)
    return File->CPU.Name;
  llvm::consumeError(File.takeError());
  std::vector<std::string> Known = Library.names();
  return llvm::createStringError(
      "no CPU file for '" + Name + "'" +
      didYouMean(Name,
                 llvm::SmallVector<StringRef>(Known.begin(), Known.end())));
}

ParsedDirectives rafter::parseAttribute(ArrayRef<DirectiveToken> Tokens,
                                        CPULookup FindCPU) {
  return Parser(Tokens, FindCPU).parseAttribute();
}

ParsedDirectives rafter::parsePragma(ArrayRef<DirectiveToken> Tokens,
                                     CPULookup FindCPU) {
  return Parser(Tokens, FindCPU).parsePragma();
}

/// Takes one token off the front of Text, which does not begin with a space.
static DirectiveToken takeToken(StringRef &Text) {
  auto IsLetter = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  auto Take = [&](Kind K, size_t Length) {
    DirectiveToken T{K, Text.take_front(Length).str()};
    Text = Text.drop_front(Length);
    return T;
  };
  char First = Text.front();
  if (llvm::isDigit(First) ||
      (First == '.' && Text.size() > 1 && llvm::isDigit(Text[1])))
    return Take(Kind::Number, Text.take_while([&](char C) {
                                    return IsLetter(C) || C == '.' || C == '\'';
                                  })
                                  .size());
  if (IsLetter(First))
    return Take(Kind::Word, Text.take_while(IsLetter).size());
  if (First == '"') {
    StringRef Inside =
        Text.drop_front().take_until([](char C) { return C == '"'; });
    Text = Text.drop_front(std::min(Text.size(), Inside.size() + 2));
    return {Kind::String, Inside.str()};
  }
  for (StringRef Two : {"<=", ">=", "==", "::"})
    if (Text.starts_with(Two))
      return Take(Kind::Sign, 2);
  return Take(Kind::Sign, 1);
}

std::vector<DirectiveToken> rafter::splitDirective(StringRef Text) {
  std::vector<DirectiveToken> Tokens;
  for (Text = Text.ltrim(); !Text.empty(); Text = Text.ltrim())
    Tokens.push_back(takeToken(Text));
  return Tokens;
}
