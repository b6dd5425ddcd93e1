//===- SliceTable.cpp - Labelled slices as CSV ----------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadValue.h"
#include "rafter/Fingerprint/SliceFiles.h"
#include "rafter/Report/ModelFile.h"
#include "llvm/ADT/Twine.h"

using namespace rafter;
using llvm::Error;
using llvm::StringRef;
using llvm::Twine;

static constexpr StringRef Heading = "class,run,size,start";
static constexpr size_t NumFixed = 4;

namespace {

class Reader {
public:
  Reader(llvm::MemoryBufferRef Buffer, LabelledSlices &Slices)
      : File(Buffer.getBufferIdentifier()), Rest(Buffer.getBuffer()),
        Slices(Slices) {}

  Error read();

private:
  Error fault(const Twine &Cause) const {
    return llvm::createStringError(Twine(File) + ":" + Twine(LineNumber) +
                                   ": " + Cause);
  }
  /// Splits the next line into Fields; false at the end of the file.
  llvm::Expected<bool> nextLine();
  Error readHeading();
  Error readSlice();
  Error readValueOf(size_t Column, size_t Slice, StringRef Text);

  StringRef File, Rest;
  LabelledSlices &Slices;
  unsigned LineNumber = 0;
  std::vector<std::string> Fields;
  std::vector<uint32_t> Target;
  /// Whether the kind of an attribute has shown: it has a value.
  std::vector<bool> Decided;
};

} // namespace

/// Takes a field, quoted or not, from the front of Line; false if a quote does
/// not end.
static bool takeField(StringRef &Line, std::string &Field) {
  Field.clear();
  if (!Line.consume_front("\"")) {
    size_t End = std::min(Line.find(','), Line.size());
    Field = Line.take_front(End).trim().str();
    Line = Line.drop_front(End);
    return true;
  }
  while (!Line.empty()) {
    if (Line.consume_front("\"\"")) {
      Field += '"';
    } else if (Line.consume_front("\"")) {
      return Line.empty() || Line.front() == ',';
    } else {
      Field += Line.front();
      Line = Line.drop_front();
    }
  }
  return false;
}

llvm::Expected<bool> Reader::nextLine() {
  StringRef Line;
  do {
    if (Rest.empty())
      return false;
    std::tie(Line, Rest) = Rest.split('\n');
    ++LineNumber;
    Line = Line.rtrim("\r");
  } while (Line.trim().empty());
  size_t Count = 0;
  do {
    if (Fields.size() == Count)
      Fields.emplace_back();
    if (!takeField(Line, Fields[Count++]))
      return fault("a quote does not end");
  } while (Line.consume_front(","));
  Fields.resize(Count);
  return true;
}

Error Reader::readHeading() {
  llvm::Expected<bool> More = nextLine();
  if (!More)
    return More.takeError();
  if (!*More || Fields.size() < NumFixed || Fields[0] != "class" ||
      Fields[1] != "run" || Fields[2] != "size" || Fields[3] != "start")
    return fault("expected the heading '" + Heading + ",...'");
  for (size_t I = NumFixed; I != Fields.size(); ++I) {
    if (Fields[I].empty())
      return fault("an attribute without a name");
    uint32_t A = Slices.addAttribute({Fields[I], {}, false});
    if (llvm::is_contained(Target, A))
      return fault("attribute '" + Fields[I] + "' is there twice");
    Target.push_back(A);
    bool HasValue = false;
    for (double Value : Slices.Columns[A])
      HasValue |= !isMissing(Value);
    Decided.push_back(HasValue);
  }
  return Error::success();
}

Error Reader::readValueOf(size_t Column, size_t Slice, StringRef Text) {
  if (Text.empty() || Text == "?")
    return Error::success();
  SliceAttribute &A = Slices.Attributes[Target[Column]];
  std::optional<double> Value = readValue(Text);
  if (!Decided[Column]) {
    A.Nominal = !Value;
    Decided[Column] = true;
  }
  if (A.Nominal)
    Value = LabelledSlices::intern(A.Values, Text);
  else if (!Value)
    return fault("attribute '" + A.Name + "': '" + Text + "' is no number");
  Slices.Columns[Target[Column]][Slice] = *Value;
  return Error::success();
}

Error Reader::readSlice() {
  if (Fields.size() != NumFixed + Target.size())
    return fault("expected " + Twine(NumFixed + Target.size()) +
                 " fields, found " + Twine(Fields.size()));
  size_t Slice = Slices.addSlice();
  if (!Fields[0].empty() && Fields[0] != "?")
    Slices.Labels[Slice] = LabelledSlices::intern(Slices.Classes, Fields[0]);
  Slices.Runs[Slice] = LabelledSlices::intern(Slices.RunNames, Fields[1]);
  Slices.Sizes[Slice] = LabelledSlices::intern(Slices.SizeNames, Fields[2]);
  if (!Fields[3].empty()) {
    std::optional<double> Start = readValue(Fields[3]);
    if (!Start || *Start < 0)
      return fault("start: '" + Fields[3] +
                   "' is no number of at least 0 seconds");
    Slices.Starts[Slice] = *Start;
  }
  for (size_t I = 0; I != Target.size(); ++I)
    if (Error E = readValueOf(I, Slice, Fields[NumFixed + I]))
      return E;
  return Error::success();
}

Error Reader::read() {
  if (Error E = readHeading())
    return E;
  while (true) {
    llvm::Expected<bool> More = nextLine();
    if (!More)
      return More.takeError();
    if (!*More)
      return Error::success();
    if (Error E = readSlice())
      return E;
  }
}

Error rafter::readSliceTable(llvm::MemoryBufferRef Buffer,
                             LabelledSlices &Slices) {
  return Reader(Buffer, Slices).read();
}

bool rafter::isSliceTable(StringRef Text) {
  return Text.ltrim().starts_with(Heading);
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static void writeField(StringRef Text, llvm::raw_ostream &OS) {
  if (Text.find_first_of(",\" \t") == StringRef::npos) {
    OS << Text;
    return;
  }
  OS << '"';
  for (char C : Text)
    OS << (C == '"' ? "\"\"" : StringRef(&C, 1));
  OS << '"';
}

static void writeValue(const SliceAttribute &A, double Value,
                       llvm::raw_ostream &OS) {
  if (isMissing(Value))
    OS << '?';
  else if (A.Nominal)
    writeField(A.Values[static_cast<size_t>(Value)], OS);
  else
    writeExactly(OS, Value);
}

void rafter::writeSliceTable(const LabelledSlices &Slices,
                             llvm::raw_ostream &OS) {
  OS << Heading;
  for (const SliceAttribute &A : Slices.Attributes) {
    OS << ',';
    writeField(A.Name, OS);
  }
  OS << '\n';
  for (size_t I = 0; I != Slices.size(); ++I) {
    uint32_t Label = Slices.Labels[I];
    writeField(Label == LabelledSlices::Unlabelled
                   ? StringRef("?")
                   : StringRef(Slices.Classes[Label]),
               OS);
    OS << ',';
    writeField(Slices.RunNames[Slices.Runs[I]], OS);
    OS << ',';
    writeField(Slices.SizeNames[Slices.Sizes[I]], OS);
    OS << ',';
    writeExactly(OS, Slices.Starts[I]);
    for (size_t A = 0; A != Slices.Attributes.size(); ++A) {
      OS << ',';
      writeValue(Slices.Attributes[A], Slices.Columns[A][I], OS);
    }
    OS << '\n';
  }
}
