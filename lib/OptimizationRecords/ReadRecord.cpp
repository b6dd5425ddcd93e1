//===- ReadRecord.cpp - Optimization records --------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a remark is, LLVM's Remarks library knows; which bytes it gets and what
// becomes of its complaints is decided here.
//
//===----------------------------------------------------------------------===//

#include "rafter/OptimizationRecords/ReadRecord.h"
#include "YAMLDocuments.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Remarks/Remark.h"
#include "llvm/Remarks/RemarkLinker.h"
#include "llvm/Remarks/RemarkParser.h"
#include "llvm/Support/Path.h"
#include <cmath>

using namespace llvm;
using namespace rafter;

/// The pass name of all remarks of Rafter.
static constexpr StringLiteral PassName = "rafter";

//===----------------------------------------------------------------------===//
// Arguments of remarks: the keys are a contract (docs/remarks.md)
//===----------------------------------------------------------------------===//

namespace {

struct NumberKey {
  StringLiteral Key;
  std::optional<double> LoopRecord::*Field;
};
struct TextKey {
  StringLiteral Key;
  std::string LoopRecord::*Field;
};

} // namespace

static constexpr NumberKey Numbers[] = {
    {"Cycles", &LoopRecord::Cycles},
    {"NextCycles", &LoopRecord::NextCycles},
    {"LeastCycles", &LoopRecord::LeastCycles},
    {"Factor", &LoopRecord::Factor},
    {"Gain", &LoopRecord::Gain},
    {"Weight", &LoopRecord::Weight}};

static constexpr TextKey Texts[] = {
    {"Limit", &LoopRecord::Limit},   {"NextLimit", &LoopRecord::NextLimit},
    {"Advice", &LoopRecord::Advice}, {"LeastLimit", &LoopRecord::LeastLimit},
    {"Reason", &LoopRecord::Reason}, {"CPU", &LoopRecord::CPU}};

static Error noNumber(const remarks::Argument &A) {
  return createStringError(A.Key + ": '" + A.Val + "' is no number");
}

static Error addArgument(const remarks::Argument &A, LoopRecord &L) {
  for (const NumberKey &N : Numbers)
    if (A.Key == N.Key) {
      double Value = 0;
      if (A.Val.getAsDouble(Value) || !std::isfinite(Value) || Value < 0)
        return noNumber(A);
      L.*N.Field = Value;
      return Error::success();
    }
  for (const TextKey &T : Texts)
    if (A.Key == T.Key) {
      L.*T.Field = A.Val.str();
      return Error::success();
    }
  if (A.Key == "Difference")
    L.Differences.push_back(A.Val.str());
  if (A.Key == "Assumption")
    L.Assumptions.push_back(A.Val.str());
  if (A.Key == "Resource")
    if (std::optional<Limit> Resource = findLimit(A.Val))
      L.Bound.Resources.push_back(std::move(*Resource));
  if (A.Key == "Part")
    L.Bound.Part = findLimitPart(A.Val).value_or(LimitPart::Unknown);
  if (A.Key == "Subject")
    L.Bound.Subject = A.Val.str();
  if (A.Key == "Latency" &&
      (A.Val.getAsInteger(10, L.Bound.Latency) || L.Bound.Latency == 0))
    return noNumber(A);
  for (auto [Key, Field] :
       {std::pair("VectorFactor", &LoopRecord::VectorFactor),
        std::pair("Calls", &LoopRecord::Calls)}) {
    uint64_t Number = 0;
    if (A.Key != Key)
      continue;
    if (A.Val.getAsInteger(10, Number) ||
        (Number == 0 && Field == &LoopRecord::VectorFactor))
      return noNumber(A);
    L.*Field = Number;
  }
  return Error::success();
}

/// The sentence: what follows the last piece of plain text is not part of it,
/// but only for programs.
static std::string sentence(ArrayRef<remarks::Argument> Arguments) {
  while (!Arguments.empty() && Arguments.back().Key != "String")
    Arguments = Arguments.drop_back();
  std::string Text;
  for (const remarks::Argument &A : Arguments)
    Text += A.Val;
  return StringRef(Text).trim().str();
}

/// A remark as a value of its own. An argument that should be a number and is
/// none is an error that names its key; keys that are not known are left out.
static Expected<LoopRecord> toLoopRecord(const remarks::Remark &R) {
  LoopRecord L;
  if (R.Loc)
    L.Place = {R.Loc->SourceFilePath.str(), R.Loc->SourceLine,
               R.Loc->SourceColumn};
  L.Symbol = R.FunctionName.str();
  L.Function = demangle(R.FunctionName);
  L.Name = R.RemarkName.str();
  L.Text = sentence(R.Args);
  if (L.Text.empty())
    L.Text = R.getArgsAsMsg();
  L.Hotness = R.Hotness;
  for (const remarks::Argument &A : R.Args)
    if (Error E = addArgument(A, L))
      return E;
  return L;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

using KeepRemark = function_ref<void(LoopRecord)>;

/// The magic of LLVM's bitstream container of remarks.
static constexpr StringLiteral BitstreamMagic = "RMRK";

RecordFormat rafter::recordFormat(StringRef FirstBytes) {
  if (FirstBytes.empty())
    return RecordFormat::Empty;
  if (FirstBytes.starts_with(BitstreamMagic))
    return RecordFormat::Bitstream;
  for (StringRef Type : {"Passed", "Missed", "Analysis", "Failure"})
    if (FirstBytes.starts_with(("--- !" + Type).str()))
      return RecordFormat::YAML;
  switch (identify_magic(FirstBytes)) {
  case file_magic::elf_relocatable:
  case file_magic::macho_object:
  case file_magic::coff_object:
    return RecordFormat::Object;
  default:
    return RecordFormat::None;
  }
}

static Error errorIn(MemoryBufferRef Buffer, const Twine &Cause) {
  return createStringError(Buffer.getBufferIdentifier() + ": " + Cause);
}

/// The first line of what a parser of LLVM says, without its end.
static std::string firstLine(Error E) {
  std::string Text = toString(std::move(E));
  return StringRef(Text).split('\n').first.rtrim(" .").str();
}

static Error keepRemark(const remarks::Remark &R, RecordCounts &Counts,
                        KeepRemark Keep) {
  if (R.PassName != PassName) {
    ++Counts.OfOthers;
    return Error::success();
  }
  Expected<LoopRecord> L = toLoopRecord(R);
  if (!L)
    return L.takeError();
  ++Counts.OfRafter;
  Keep(std::move(*L));
  return Error::success();
}

/// Takes all remarks that Parser gives.
static Error readAll(remarks::RemarkParser &Parser, RecordCounts &Counts,
                     KeepRemark Keep) {
  while (true) {
    Expected<std::unique_ptr<remarks::Remark>> R = Parser.next();
    if (!R) {
      Error E = R.takeError();
      if (!E.isA<remarks::EndOfFileError>())
        return E;
      consumeError(std::move(E));
      return Error::success();
    }
    if (Error E = keepRemark(**R, Counts, Keep))
      return E;
  }
}

//===----------------------------------------------------------------------===//
// YAML
//===----------------------------------------------------------------------===//

/// "YAML:3:5: error: unknown key" is "unknown key" in line 3.
static std::pair<size_t, StringRef> splitComplaint(StringRef Text) {
  StringRef Rest = Text;
  size_t Line = 0, Column = 0;
  if (Rest.consume_front("YAML:") && !Rest.consumeInteger(10, Line) &&
      Rest.consume_front(":") && !Rest.consumeInteger(10, Column) &&
      Rest.consume_front(": error: ") && Line > 0)
    return {Line - 1, Rest};
  return {0, Text};
}

/// YAML doubles an apostrophe in quotes, which LLVM's parser leaves so.
static void undoubleApostrophes(LoopRecord &L) {
  auto undouble = [](std::string &Text) {
    for (size_t At = 0; (At = Text.find("''", At)) != std::string::npos; ++At)
      Text.erase(At, 1);
  };
  undouble(L.Text);
  undouble(L.Bound.Subject);
  for (const TextKey &T : Texts)
    undouble(L.*T.Field);
  llvm::for_each(L.Assumptions, undouble);
  llvm::for_each(L.Differences, undouble);
}

static Error readDocument(const YAMLDocument &D, RecordCounts &Counts,
                          KeepRemark Keep) {
  if (!D.IsDocument)
    return createStringError("expected a remark, '--- !TYPE'");
  if (!D.Complete)
    return createStringError("the file ends in the middle of this remark");
  StringRef Pass = D.pass();
  if (!Pass.empty() && Pass != PassName) {
    ++Counts.OfOthers;
    return Error::success();
  }
  auto Parser = remarks::createRemarkParser(remarks::Format::YAML, D.Text);
  if (!Parser)
    return Parser.takeError();
  return readAll(**Parser, Counts, [&](LoopRecord L) {
    undoubleApostrophes(L);
    Keep(std::move(L));
  });
}

static Error readYAML(MemoryBufferRef Buffer, RecordCounts &Counts,
                      KeepRemark Keep) {
  YAMLDocuments Documents(Buffer.getBuffer());
  std::string First;
  size_t Faults = 0;
  while (std::optional<YAMLDocument> D = Documents.next()) {
    Error E = readDocument(*D, Counts, Keep);
    if (!E)
      continue;
    std::string Complaint = firstLine(std::move(E));
    if (Faults++ != 0)
      continue;
    auto [Offset, Cause] = splitComplaint(Complaint);
    size_t Line = Buffer.getBuffer().take_front(D->Start).count('\n') + 1;
    First = ("line " + Twine(Line + Offset) + ": " + Cause).str();
  }
  if (Faults == 0)
    return Error::success();
  if (Faults > 1)
    First += " (and " + std::to_string(Faults - 1) + " more)";
  return errorIn(Buffer, First);
}

//===----------------------------------------------------------------------===//
// Bitstream and objects
//===----------------------------------------------------------------------===//

static Error readBitstream(MemoryBufferRef Buffer, RecordCounts &Counts,
                           KeepRemark Keep) {
  auto Parser = remarks::createRemarkParser(remarks::Format::Bitstream,
                                            Buffer.getBuffer());
  Error E = Parser ? readAll(**Parser, Counts, Keep) : Parser.takeError();
  if (!E)
    return Error::success();
  return errorIn(Buffer, firstLine(std::move(E)));
}

/// Remarks that the section of an object has or points to.
static Error readSection(MemoryBufferRef Buffer, StringRef Section,
                         RecordCounts &Counts, KeepRemark Keep) {
  auto Format = remarks::magicToFormat(Section);
  if (!Format)
    return Format.takeError();
  std::string Folder =
      sys::path::parent_path(Buffer.getBufferIdentifier()).str();
  // The path in the section is as the compiler knew it; where it is relative,
  // it may be so to the object.
  auto Parser = remarks::createRemarkParserFromMeta(*Format, Section);
  if (!Parser && !Folder.empty()) {
    consumeError(Parser.takeError());
    Parser = remarks::createRemarkParserFromMeta(*Format, Section,
                                                 StringRef(Folder));
  }
  if (!Parser)
    return Parser.takeError();
  return readAll(**Parser, Counts, Keep);
}

static Error readObject(MemoryBufferRef Buffer, RecordCounts &Counts,
                        KeepRemark Keep) {
  auto Read = [&]() -> Error {
    auto Object = object::ObjectFile::createObjectFile(Buffer);
    if (!Object)
      return Object.takeError();
    // LLVM defines the section for Mach-O only; others are an error.
    auto Section = remarks::getRemarksSectionContents(**Object);
    if (!Section)
      consumeError(Section.takeError());
    if (!Section || !*Section)
      return createStringError("an object without a section of remarks");
    return readSection(Buffer, **Section, Counts, Keep);
  };
  Error E = Read();
  if (!E)
    return Error::success();
  return errorIn(Buffer, firstLine(std::move(E)));
}

Error rafter::readRecord(MemoryBufferRef Buffer, RecordCounts &Counts,
                         KeepRemark Keep) {
  switch (recordFormat(Buffer.getBuffer().take_front(RecordMagicBytes))) {
  case RecordFormat::Empty:
    return Error::success();
  case RecordFormat::YAML:
    return readYAML(Buffer, Counts, Keep);
  case RecordFormat::Bitstream:
    return readBitstream(Buffer, Counts, Keep);
  case RecordFormat::Object:
    return readObject(Buffer, Counts, Keep);
  case RecordFormat::None:
    break;
  }
  return errorIn(Buffer,
                 "no optimization record, neither in YAML nor in bitstream");
}
