//===- InstructionCorrections.cpp - The list "instructions" ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One correction is {opcodes: REGEX, latency: N, load-latency: N, slots: N,
// flags-early: N, accumulator: N, ports: ["p1 p5", "p0 x 4"], source: NAME,
// note: TEXT}.
//
//===----------------------------------------------------------------------===//

#include "InstructionCorrections.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Regex.h"

using namespace llvm;
using namespace rafter;

namespace {

constexpr StringLiteral Where = "instructions";
// No instruction comes near.
constexpr unsigned GreatestLatency = 10000;
constexpr unsigned GreatestSlots = 255;
constexpr unsigned GreatestCycles = 10000;
constexpr size_t LongestExpression = 400;

class CorrectionReader {
public:
  CorrectionReader(StringRef File, const YamlValue &Item,
                   const YamlValue &Sources, bool IsShipped)
      : File(File), Item(Item), Sources(Sources), IsShipped(IsShipped) {}

  Expected<InstructionCorrection> read();

private:
  Error error(const Twine &Message) const {
    return fileError(File, Item.Line, Where + ": " + Message);
  }
  Error readOpcodes();
  Error readNumber(StringRef Key, unsigned Greatest, int &Number);
  Error readPorts();
  Error readUse(StringRef Text);

  StringRef File;
  const YamlValue &Item;
  const YamlValue &Sources;
  const bool IsShipped;
  InstructionCorrection Result;
};

Error CorrectionReader::readOpcodes() {
  Expected<std::string> Text = memberText(File, Where, Item, "opcodes");
  if (!Text)
    return Text.takeError();
  // A bounded repetition can make a short expression expand without bound.
  if (Text->size() > LongestExpression || StringRef(*Text).contains('{'))
    return error("opcodes: an expression without { and of at most " +
                 Twine(LongestExpression) + " characters");
  std::string Problem;
  if (!IsShipped && !Regex(*Text).isValid(Problem))
    return error("opcodes: '" + *Text +
                 "' is not a regular expression: " + Problem);
  Result.Opcodes = *Text;
  return Error::success();
}

Error CorrectionReader::readNumber(StringRef Key, unsigned Greatest,
                                   int &Number) {
  if (!Item.get(Key))
    return Error::success();
  Expected<std::string> Text = memberText(File, Where, Item, Key);
  if (!Text)
    return Text.takeError();
  unsigned Value = 0;
  if (StringRef(*Text).getAsInteger(10, Value) || Value > Greatest)
    return error(Key + ": '" + *Text + "' is not a whole number from 0 to " +
                 Twine(Greatest));
  Number = static_cast<int>(Value);
  return Error::success();
}

/// "p1 p5" or "p0 x 4": any one of the units, for one or four cycles. A unit
/// may be called x, too: it is the cycles only before the last word.
Error CorrectionReader::readUse(StringRef Text) {
  InstructionCorrection::Use Use;
  SmallVector<StringRef> Words;
  SplitString(Text, Words);
  auto Bad = [&] {
    return error("ports: '" + Text +
                 "' is not UNIT UNIT ... or UNIT UNIT ... x CYCLES");
  };
  if (Words.size() >= 2 && Words[Words.size() - 2] == "x") {
    if (Words.back().getAsInteger(10, Use.Cycles) || Use.Cycles == 0 ||
        Use.Cycles > GreatestCycles)
      return Bad();
    Words.truncate(Words.size() - 2);
  }
  for (StringRef Word : Words) {
    if (!isAlpha(Word.front()))
      return Bad();
    Use.Units.push_back(Word.str());
  }
  if (Use.Units.empty())
    return Bad();
  Result.Ports.push_back(std::move(Use));
  return Error::success();
}

Error CorrectionReader::readPorts() {
  const YamlValue *Ports = Item.get("ports");
  if (!Ports)
    return Error::success();
  if (!Ports->isSequence())
    return error("ports: expected a list of texts");
  Result.HasPorts = true;
  for (const YamlValue &Use : Ports->Items) {
    if (!Use.isScalar())
      return error("ports: expected a list of texts");
    if (Error E = readUse(Use.Text))
      return E;
  }
  return Error::success();
}

Expected<InstructionCorrection> CorrectionReader::read() {
  if (Error E = checkMembers(File, Where, Item,
                             {"opcodes", "latency", "load-latency", "slots",
                              "after-folded", "flags-early", "accumulator",
                              "ports", "source", "note"}))
    return E;
  Result.Line = Item.Line;
  if (Error E = readOpcodes())
    return E;
  if (Error E = readNumber("latency", GreatestLatency, Result.Latency))
    return E;
  if (Error E = readNumber("load-latency", GreatestLatency, Result.LoadLatency))
    return E;
  if (Error E = readNumber("slots", GreatestSlots, Result.Slots))
    return E;
  if (Error E = readNumber("after-folded", GreatestLatency, Result.AfterFolded))
    return E;
  if (Error E = readNumber("flags-early", GreatestLatency, Result.FlagsEarly))
    return E;
  if (Error E = readNumber("accumulator", GreatestLatency, Result.Accumulator))
    return E;
  if (Error E = readPorts())
    return E;
  if (Result.Latency < 0 && Result.LoadLatency < 0 && Result.Slots < 0 &&
      Result.AfterFolded < 0 && Result.FlagsEarly < 0 &&
      Result.Accumulator < 0 && !Result.HasPorts)
    return error("nothing to correct: no latency, load-latency, slots, "
                 "after-folded, flags-early, accumulator or ports");
  Expected<std::string> Source = memberSource(File, Where, Item, Sources);
  if (!Source)
    return Source.takeError();
  Result.Source = *Source;
  if (Item.get("note")) {
    Expected<std::string> Note = memberText(File, Where, Item, "note");
    if (!Note)
      return Note.takeError();
    Result.Note = *Note;
  }
  return std::move(Result);
}

} // namespace

Expected<std::vector<InstructionCorrection>>
rafter::readInstructionCorrections(StringRef File, const YamlValue &List,
                                   const YamlValue &Sources, bool IsShipped) {
  if (!List.isSequence())
    return fileError(File, List.Line, Where + ": expected a list");
  std::vector<InstructionCorrection> Result;
  for (const YamlValue &Item : List.Items) {
    Expected<InstructionCorrection> One =
        CorrectionReader(File, Item, Sources, IsShipped).read();
    if (!One)
      return One.takeError();
    Result.push_back(std::move(*One));
  }
  return Result;
}
