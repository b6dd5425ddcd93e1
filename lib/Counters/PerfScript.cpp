//===- PerfScript.cpp - Samples of places in a program --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sample is
//   prog  478 [003]  28165.366461:  5025125 cycles:u:  55d8 walk+0x8
//   (/bin/prog)
// with or without processor and period. Recorded call chains follow on lines of
// their own, innermost first, up to an empty line. The name of the command can
// hold spaces, so the time is what the line is found by. Behind an address may
// stand the branches before it ("0x4f/0x2a/P/-/-/0"), and on a line of its own
// the place in the source. Tracepoints have no address.
//
//===----------------------------------------------------------------------===//

#include "rafter/Counters/PerfScript.h"
#include "PerfValues.h"
#include "rafter/Counters/EventName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"

using namespace rafter;
using llvm::Error;
using llvm::StringRef;

/// Seconds in 30,000 years.
static constexpr double LatestTime = 1e12;

namespace {

class Reader {
public:
  Reader(llvm::MemoryBufferRef Buffer,
         llvm::function_ref<Error(const ScriptSample &)> Take,
         llvm::function_ref<void(const ScriptMapping &)> TakeMapping)
      : Buffer(Buffer), Take(Take), TakeMapping(TakeMapping) {}
  llvm::Expected<ScriptSummary> read();

private:
  Error fault(uint64_t Line, const llvm::Twine &Cause) const {
    return llvm::createStringError(Buffer.getBufferIdentifier() + ":" +
                                   llvm::Twine(Line) + ": " + Cause);
  }
  Error readLine(StringRef Line);
  void readSource(StringRef Text);
  Error readHead(StringRef Line);
  Error readEvent(StringRef Rest);
  Error readPlace(StringRef Text);
  void readMapping(StringRef Text);
  Error endSample();

  llvm::MemoryBufferRef Buffer;
  llvm::function_ref<Error(const ScriptSample &)> Take;
  llvm::function_ref<void(const ScriptMapping &)> TakeMapping;
  ScriptSummary Summary;
  uint64_t Number = 0;
  ScriptSample Sample;
  /// A sample has begun; its innermost function is known.
  bool Open = false, HasPlace = false;
  /// Lines up to the next head belong to what is no sample.
  bool Skipping = false;
};

} // namespace

/// Takes the first word, without spaces around it, off Text.
static StringRef takeWord(StringRef &Text) {
  Text = trimmed(Text);
  StringRef Word = Text.take_until(llvm::isSpace);
  Text = trimmed(Text.drop_front(Word.size()));
  return Word;
}

static bool isDigits(StringRef Text) {
  return !Text.empty() && llvm::all_of(Text, llvm::isDigit);
}

static bool isAddress(StringRef Text) {
  return !Text.empty() && llvm::all_of(Text, llvm::isHexDigit);
}

/// "28165.366461:", or with a comma for its point.
static bool isTime(StringRef Word) {
  if (!Word.consume_back(":"))
    return false;
  size_t Point = Word.find_first_of(".,");
  return Point != StringRef::npos && isDigits(Word.take_front(Point)) &&
         isDigits(Word.drop_front(Point + 1));
}

/// "478", "478/479"
static bool isProcess(StringRef Word) {
  auto [Process, Thread] = Word.split('/');
  return isDigits(Process) && (Thread.empty() || isDigits(Thread));
}

/// Finds the time behind the process and what follows it; false: Line heads no
/// sample.
static bool findTime(StringRef Line, StringRef &Time, StringRef &Rest) {
  Rest = Line;
  Time = StringRef();
  for (bool SawProcess = false; !SawProcess || !isTime(Time);) {
    // The processor, "[003]", may stand between process and time.
    SawProcess = isProcess(Time) || (SawProcess && Time.starts_with("["));
    Time = takeWord(Rest);
    if (Time.empty())
      return false;
  }
  return true;
}

/// "sched:sched_switch", but not "cycles:u".
static bool isTracepoint(StringRef Event) {
  EventName Parts = parseEventName(Event);
  return Parts.Unit.empty() && Parts.Base.contains(':');
}

/// "0x4f/0x2a/P/-/-/0", "main+0x4/walk+0x0/M/-/-/3/COND": where from, where to,
/// predicted or not.
static bool isBranch(StringRef Word) {
  llvm::SmallVector<StringRef, 8> Parts;
  Word.split(Parts, '/');
  return Parts.size() >= 3 && !Parts[0].empty() &&
         (Parts[2] == "P" || Parts[2] == "M" || Parts[2] == "-" ||
          Parts[2] == "PN" || Parts[2] == "MN");
}

/// Text without branches at its end. Their symbols may have blanks; an object
/// ends with a parenthesis.
static StringRef withoutBranches(StringRef Text) {
  for (StringRef Rest = Text; !Rest.empty();) {
    StringRef Word = takeWord(Rest);
    if (!isBranch(Word))
      continue;
    StringRef Before = trimmed(Text.take_front(Word.data() - Text.data()));
    size_t Object = Before.rfind(')');
    return Object == StringRef::npos ? Before : Before.take_front(Object + 1);
  }
  return Text;
}

/// Splits "walk(int)+0x8 (/bin/prog (deleted))" at the last parenthesis that is
/// open to the end.
static std::pair<StringRef, StringRef> splitObject(StringRef Text) {
  if (!Text.ends_with(")"))
    return {Text, ""};
  unsigned Depth = 0;
  for (size_t I = Text.size(); I-- != 0;) {
    Depth += Text[I] == ')';
    if (Text[I] == '(' && --Depth == 0)
      return {trimmed(Text.take_front(I)), Text.slice(I + 1, Text.size() - 1)};
  }
  return {Text, ""};
}

/// Takes "+0x8" off the end.
static StringRef withoutOffset(StringRef Symbol, uint64_t &Offset) {
  auto [Name, Digits] = Symbol.rsplit("+0x");
  return isAddress(Digits) && !Digits.getAsInteger(16, Offset) ? Name : Symbol;
}

/// "478/478: [0x55d0fe13e000(0xb000) @ 0x3000 fe:00 248313 0]: r-xp /bin/prog":
/// where, how many bytes, and from where in the file.
void Reader::readMapping(StringRef Text) {
  ScriptMapping M;
  auto [Place, Named] = Text.split('[').second.split("]: ");
  auto [Range, File] = Place.split(" @ ");
  auto [Begin, Bytes] = Range.split('(');
  takeWord(Named);
  M.Object = Named;
  if (TakeMapping && Bytes.consume_back(")") &&
      !Begin.getAsInteger(0, M.Begin) && !Bytes.getAsInteger(0, M.Bytes) &&
      !takeWord(File).getAsInteger(0, M.Offset))
    TakeMapping(M);
}

Error Reader::readPlace(StringRef Text) {
  if (StringRef Word = takeWord(Text);
      !isAddress(Word) || Word.getAsInteger(16, Sample.Address))
    return fault(Number, "expected 'address symbol (object)'");
  auto [Symbol, Object] = splitObject(withoutBranches(Text));
  // With the data's address two come before the symbol, which may look like a
  // third.
  StringRef Rest = Symbol;
  if (isAddress(takeWord(Rest)) && !Rest.empty())
    Symbol = Rest;
  // "(inlined)" has no object.
  if (Object == "inlined")
    Object = "";
  Symbol = withoutOffset(Symbol, Sample.Offset);
  Sample.Function = Symbol.empty() ? "[unknown]" : Symbol;
  Sample.Object = Object;
  HasPlace = true;
  return Error::success();
}

Error Reader::readEvent(StringRef Rest) {
  StringRef Word = takeWord(Rest);
  Sample.Period = 1;
  if (isDigits(Word)) {
    std::optional<double> Period = parseNumber(Word);
    if (!Period || *Period >= 18446744073709551616.0)
      return fault(Number, "a period that exceeds 64 bits");
    Sample.Period = *Period;
    Word = takeWord(Rest);
  }
  if (Word.starts_with("PERF_RECORD_")) {
    if (Word.starts_with("PERF_RECORD_MMAP"))
      readMapping(Rest);
    ++Summary.OtherRecords;
    Open = false;
    return Error::success();
  }
  if (!Word.consume_back(":") || Word.empty())
    return fault(Number, "expected 'event:' behind the time");
  if (isTracepoint(Word)) {
    ++Summary.OtherRecords;
    Open = false;
    return Error::success();
  }
  Sample.Event = Word;
  return Rest.empty() ? Error::success() : readPlace(Rest);
}

Error Reader::readHead(StringRef Line) {
  StringRef Time, Rest;
  if (!findTime(Line, Time, Rest))
    return fault(Number, "expected 'command process time: event: address "
                         "symbol (object)'");
  Sample = ScriptSample();
  Sample.Line = Number;
  Sample.Time = *parseWithComma(Time.drop_back());
  if (Sample.Time > LatestTime)
    return fault(Number, "a time beyond all clocks");
  Open = true;
  HasPlace = false;
  Error Fault = readEvent(Rest);
  Skipping = !Open;
  return Fault;
}

/// "walk.c:12"; "prog[4f0]" where the line is not known.
void Reader::readSource(StringRef Text) {
  auto [File, Line] = trimmed(Text).rsplit(':');
  if (Sample.SourceLine == 0 && isDigits(Line) && File != "??" &&
      !Line.getAsInteger(10, Sample.SourceLine) && Sample.SourceLine != 0)
    Sample.SourceFile = File;
}

Error Reader::endSample() {
  if (!Open)
    return Error::success();
  Open = false;
  if (!HasPlace)
    return fault(Sample.Line, "a sample without an address");
  ++Summary.Samples;
  return Take(Sample);
}

Error Reader::readLine(StringRef Line) {
  if (trimmed(Line).empty())
    return endSample();
  if (Line.starts_with("#"))
    return Error::success();
  // Call chains are indented by a tab.
  if (Open && !HasPlace && Line.starts_with("\t"))
    return readPlace(Line);
  if (Line.starts_with("\t") && (Open || Skipping))
    return Error::success();
  // So are, by spaces, the lines of the source and further branches.
  StringRef Time, Rest;
  if (Line.starts_with(" ") && ((Open && HasPlace) || Skipping) &&
      !findTime(Line, Time, Rest)) {
    if (Open)
      readSource(Line);
    return Error::success();
  }
  if (Error E = endSample())
    return E;
  return readHead(Line);
}

llvm::Expected<ScriptSummary> Reader::read() {
  StringRef Rest = Buffer.getBuffer();
  Rest.consume_front("\xEF\xBB\xBF");
  while (!Rest.empty()) {
    StringRef Line;
    std::tie(Line, Rest) = Rest.split('\n');
    ++Number;
    if (Error E = readLine(Line))
      return E;
  }
  if (Error E = endSample())
    return E;
  return Summary;
}

llvm::Expected<ScriptSummary> rafter::readPerfScript(
    llvm::MemoryBufferRef Buffer,
    llvm::function_ref<Error(const ScriptSample &)> Take,
    llvm::function_ref<void(const ScriptMapping &)> TakeMapping) {
  return Reader(Buffer, Take, TakeMapping).read();
}
