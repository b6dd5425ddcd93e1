//===- CPUTables.cpp - CPU files as tables in C++ -------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs when the project is built. `cpu-tables processors OUTPUT FILE...` writes
// the rows of lib/Uarch/ShippedProcessors.cpp, `cpu-tables opcodes ...` those
// of lib/CodeGen/ShippedOpcodes.cpp. The files are read as those of users are;
// a mistake in one of them, or a correction of no instruction, ends the build.
//
//===----------------------------------------------------------------------===//

#include "OpcodeNames.h"
#include "ShippedFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"
#include <map>
#include <set>

using namespace llvm;
using namespace rafter;

namespace {

/// All texts, each of them once, as one literal of C++.
class TextPool {
public:
  TextPool() { add(""); }

  unsigned add(StringRef Text) {
    auto [Known, IsNew] = Offsets.try_emplace(Text, Size);
    if (IsNew) {
      Literal += "\n    \"";
      for (char C : Text) {
        if (C == '"' || C == '\\')
          Literal += '\\';
        Literal += C;
      }
      Literal += "\\0\"";
      Size += Text.size() + 1;
    }
    return Known->second;
  }
  void print(raw_ostream &Out) const {
    Out << "constexpr char StringData[] =" << Literal << ";\n";
  }

private:
  StringMap<unsigned> Offsets;
  std::string Literal;
  unsigned Size = 0;
};

/// The rows of one array.
class Table {
public:
  void add(std::initializer_list<std::string> Values) {
    Rows += "    {" + join(Values, ", ") + "},\n";
    ++Count;
  }
  unsigned size() const { return Count; }
  void print(StringRef Type, StringRef Name, raw_ostream &Out) const {
    Out << "constexpr " << Type << ' ' << Name << "[] = {\n" << Rows << "};\n";
  }

private:
  std::string Rows;
  unsigned Count = 0;
};

/// The rows of lib/Uarch/ShippedFiles.cpp.
class FileTables {
public:
  Error add(StringRef Text, const YamlValue &Root) {
    Files.add({utostr(Texts.add(hashOfFile(Text))), utostr(Values.size())});
    addValue("", Root);
    return Error::success();
  }
  void print(raw_ostream &Out) const {
    Texts.print(Out);
    Files.print("FileRow", "Files", Out);
    Values.print("ValueRow", "Values", Out);
  }

private:
  void addValue(StringRef Key, const YamlValue &Value);

  TextPool Texts;
  Table Files, Values;
};

/// The rows of lib/CodeGen/ShippedOpcodes.cpp.
class OpcodeTables {
public:
  Error add(StringRef Text, const YamlValue &Root);
  void print(raw_ostream &Out) const;

private:
  /// By target (Triple::getArchTypePrefix) and expression.
  std::map<std::pair<std::string, std::string>, std::set<std::string>> Matches;
};

} // namespace

void FileTables::addValue(StringRef Key, const YamlValue &Value) {
  // In the order of YamlValue::Kind.
  constexpr const char *Shapes[] = {"Empty", "Scalar", "Sequence", "Mapping"};
  Values.add({Shapes[static_cast<int>(Value.Shape)], utostr(Value.Line),
              utostr(Texts.add(Key)), utostr(Texts.add(Value.Text)),
              utostr(Value.Items.size())});
  for (size_t I = 0; I != Value.Items.size(); ++I)
    addValue(Value.isMapping() ? Value.Keys[I] : "", Value.Items[I]);
}

/// The text of a member; empty if there is none.
static std::string textOf(const YamlValue &Value, StringRef Key) {
  const YamlValue *Member = Value.get(Key);
  return Member ? Member->Text : "";
}

Error OpcodeTables::add(StringRef, const YamlValue &Root) {
  const YamlValue *Corrections = Root.get("instructions");
  if (!Corrections)
    return Error::success();
  Triple Machine(textOf(Root, "architecture") + "--");
  std::string Cause;
  const Target *T = TargetRegistry::lookupTarget(Machine, Cause);
  if (!T)
    return createStringError(Cause);
  std::unique_ptr<MCInstrInfo> Instructions(T->createMCInstrInfo());
  for (const YamlValue &Correction : Corrections->Items) {
    std::string Opcodes = textOf(Correction, "opcodes");
    auto [Entry, IsNew] = Matches.try_emplace(
        {Triple::getArchTypePrefix(Machine.getArch()).str(), Opcodes});
    if (!IsNew)
      continue;
    Regex Expression("^(" + Opcodes + ")$");
    anyOpcodeName(*Instructions, [&](StringRef Name) {
      if (Expression.match(Name))
        Entry->second.insert(Name.str());
      return false;
    });
    if (Entry->second.empty())
      return createStringError("line " + Twine(Correction.Line) + ": '" +
                               Opcodes + "' matches no instruction");
  }
  return Error::success();
}

void OpcodeTables::print(raw_ostream &Out) const {
  TextPool Texts;
  Table Names, Expressions;
  for (const auto &[Key, Matched] : Matches) {
    unsigned Begin = Names.size();
    for (const std::string &Name : Matched)
      Names.add({utostr(Texts.add(Name))});
    Expressions.add({utostr(Texts.add(Key.first)),
                     utostr(Texts.add(Key.second)),
                     "{" + utostr(Begin) + ", " + utostr(Names.size()) + "}"});
  }
  Texts.print(Out);
  Names.print("Text", "Names", Out);
  Expressions.print("ExpressionRow", "Expressions", Out);
}

template <typename Tables>
static Error write(StringRef Output, ArrayRef<const char *> Paths) {
  Tables Result;
  for (StringRef Path : Paths) {
    auto Text = MemoryBuffer::getFile(Path);
    if (!Text)
      return createFileError(Path, Text.getError());
    Expected<YamlValue> Root = parseYamlTree(**Text);
    if (!Root)
      return Root.takeError();
    if (Error E = Result.add((*Text)->getBuffer(), *Root))
      return createFileError(Path, std::move(E));
  }
  return writeToOutput(Output, [&](raw_ostream &Out) {
    Result.print(Out);
    return Error::success();
  });
}

int main(int Count, char **Arguments) {
  InitializeAllTargetInfos();
  InitializeAllTargetMCs();
  ExitOnError Check("cpu-tables: ");
  ArrayRef<const char *> Given(Arguments, Count);
  if (Count < 4)
    Check(createStringError("expected KIND OUTPUT FILE..."));
  StringRef Kind = Given[1];
  Check(Kind == "files" ? write<FileTables>(Given[2], Given.drop_front(3))
                        : write<OpcodeTables>(Given[2], Given.drop_front(3)));
  return 0;
}
