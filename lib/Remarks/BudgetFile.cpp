//===- BudgetFile.cpp - Budgets for code that is left as it is ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Remarks/BudgetFile.h"
#include "rafter/Remarks/DirectiveParser.h"
#include "rafter/Support/Files.h"
#include "rafter/Uarch/YamlTree.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <cmath>

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

static constexpr StringRef Members[] = {"function", "file",  "line",
                                        "quantity", "limit", "cpu"};
static constexpr const char *Each = "a budget";

static bool matchesGlob(StringRef Pattern, StringRef Name) {
  Expected<llvm::GlobPattern> Glob = llvm::GlobPattern::create(Pattern);
  if (Glob)
    return Glob->match(Name);
  llvm::consumeError(Glob.takeError());
  return false;
}

bool BudgetPattern::matchesFile(StringRef Path) const {
  if (File.empty() || matchesGlob(File, Path))
    return true;
  for (size_t Slash = Path.find('/'); Slash != StringRef::npos;
       Slash = Path.find('/', Slash + 1))
    if (matchesGlob(File, Path.drop_front(Slash + 1)))
      return true;
  return false;
}

bool BudgetPattern::matches(const LoopRemark &Loop) const {
  if (FirstLine && (Loop.Place.Line < FirstLine || Loop.Place.Line > LastLine))
    return false;
  if (!Function.empty() && !matchesGlob(Function, Loop.Function) &&
      !matchesGlob(Function, Loop.Symbol))
    return false;
  return matchesFile(Loop.Place.File);
}

namespace {

/// Reads one item of the list.
class PatternReader {
public:
  PatternReader(StringRef File, const YamlValue &Item)
      : File(File), Item(Item) {}

  Expected<BudgetPattern> read();

private:
  Error error(StringRef Key, const llvm::Twine &Message) const {
    const YamlValue *Member = Item.get(Key);
    return fileError(File, Member ? Member->Line : Item.Line,
                     llvm::Twine(Each) + ": " + Message);
  }
  /// The text of an optional member; "" without it.
  Error text(StringRef Key, std::string &To) const;
  Error glob(StringRef Key, std::string &To) const;
  Error lines();
  Error limit();

  StringRef File;
  const YamlValue &Item;
  BudgetPattern Pattern;
};

Error PatternReader::text(StringRef Key, std::string &To) const {
  if (!Item.get(Key))
    return Error::success();
  Expected<std::string> Text = memberText(File, Each, Item, Key);
  if (!Text)
    return Text.takeError();
  To = std::move(*Text);
  return Error::success();
}

Error PatternReader::glob(StringRef Key, std::string &To) const {
  if (Error E = text(Key, To))
    return E;
  Expected<llvm::GlobPattern> Glob = llvm::GlobPattern::create(To);
  if (!Glob)
    return error(Key, Key + " '" + To + "' is no pattern: " +
                          llvm::toString(Glob.takeError()));
  return Error::success();
}

/// 12 or 10-40
Error PatternReader::lines() {
  std::string Text;
  if (Error E = text("line", Text))
    return E;
  if (Text.empty())
    return Error::success();
  auto [First, Last] = StringRef(Text).split('-');
  if (Last.empty() && !StringRef(Text).contains('-'))
    Last = First;
  if (First.trim().getAsInteger(10, Pattern.FirstLine) ||
      Last.trim().getAsInteger(10, Pattern.LastLine) ||
      Pattern.FirstLine == 0 || Pattern.LastLine < Pattern.FirstLine)
    return error("line", "line is '" + llvm::Twine(Text) +
                             "'; expected a line or FIRST-LAST");
  return Error::success();
}

Error PatternReader::limit() {
  Expected<std::string> Name = memberText(File, Each, Item, "quantity");
  if (!Name)
    return Name.takeError();
  std::optional<BudgetQuantity> Quantity = findQuantity(*Name);
  if (!Quantity)
    return error("quantity",
                 "unknown quantity '" + *Name +
                     "'; expected one of cycles_per_iteration, "
                     "instructions_per_iteration, spills_per_iteration");
  Expected<std::string> Number = memberText(File, Each, Item, "limit");
  if (!Number)
    return Number.takeError();
  Budget &Limit = Pattern.Limit;
  if (StringRef(*Number).getAsDouble(Limit.Limit) ||
      !std::isfinite(Limit.Limit) || Limit.Limit < 0)
    return error("limit", "limit is '" + *Number + "'; expected a number");
  Limit.Quantity = *Quantity;
  Limit.Text = *Name + " <= " + *Number;
  Limit.Where = {File.str(), Item.Line, 0};
  return text("cpu", Limit.CPU);
}

Expected<BudgetPattern> PatternReader::read() {
  if (Error E = checkMembers(File, Each, Item, Members))
    return E;
  if (Error E = glob("function", Pattern.Function))
    return E;
  if (Error E = glob("file", Pattern.File))
    return E;
  if (Error E = lines())
    return E;
  if (Error E = limit())
    return E;
  if (Pattern.Function.empty() && Pattern.File.empty())
    return error("", "neither function nor file says which loops it is for");
  if (Pattern.FirstLine && Pattern.File.empty())
    return error("line", "a line without a file");
  return std::move(Pattern);
}

} // namespace

Expected<std::vector<BudgetPattern>>
rafter::parseBudgetFile(llvm::MemoryBufferRef Text) {
  StringRef File = Text.getBufferIdentifier();
  Expected<YamlValue> Tree = parseYamlTree(Text);
  if (!Tree)
    return Tree.takeError();
  if (Error E = checkMembers(File, "", *Tree, {"budgets"}))
    return E;
  const YamlValue *List = Tree->get("budgets");
  if (!List || !List->isSequence())
    return fileError(File, List ? List->Line : Tree->Line,
                     "expected a list of budgets under the key 'budgets'");
  std::vector<BudgetPattern> Patterns;
  for (const YamlValue &Item : List->Items) {
    Expected<BudgetPattern> Pattern = PatternReader(File, Item).read();
    if (!Pattern)
      return Pattern.takeError();
    Patterns.push_back(std::move(*Pattern));
  }
  return Patterns;
}

Expected<std::vector<BudgetPattern>> rafter::readBudgetFile(StringRef Path) {
  auto Buffer = readFile(Path, /*IsText=*/true);
  if (!Buffer)
    return Buffer.takeError();
  auto Patterns = parseBudgetFile((*Buffer)->getMemBufferRef());
  if (!Patterns)
    return Patterns;
  for (BudgetPattern &Pattern : *Patterns) {
    Budget &Limit = Pattern.Limit;
    if (Limit.CPU.empty())
      continue;
    Expected<std::string> Name = findCPU(Limit.CPU);
    if (!Name)
      return fileError(Path, Limit.Where.Line,
                       llvm::toString(Name.takeError()));
    Limit.CPU = std::move(*Name);
  }
  return Patterns;
}
