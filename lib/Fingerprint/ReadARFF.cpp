//===- ReadARFF.cpp - The attribute-relation file format ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadValue.h"
#include "rafter/Fingerprint/SliceFiles.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using namespace rafter;
using llvm::Error;
using llvm::StringRef;
using llvm::Twine;

namespace {

/// A word of a line. A quoted ? is no missing value.
struct Word {
  std::string Text;
  bool Quoted = false;
};

class Reader {
public:
  Reader(llvm::MemoryBufferRef Buffer, StringRef ClassName,
         LabelledSlices &Slices)
      : File(Buffer.getBufferIdentifier()), Rest(Buffer.getBuffer()),
        ClassName(ClassName), Slices(Slices) {}

  Error read();

private:
  Error fault(const Twine &Cause) const {
    return llvm::createStringError(Twine(File) + ":" + Twine(LineNumber) +
                                   ": " + Cause);
  }
  /// The next line that has something, without spaces around it; false at the
  /// end.
  bool nextLine(StringRef &Line);
  /// Takes a word from the front of Line: up to a space, a comma or a brace, or
  /// in quotes. At the end of the line or at a comment the text is empty and
  /// not quoted.
  Error takeWord(StringRef &Line, Word &W);
  Error readHeader();
  Error readAttribute(StringRef Line);
  Error readNominal(StringRef Line, SliceAttribute &A);
  Error chooseClass();
  Error readInstance(StringRef Line);
  Error readField(const Word &W, size_t Field, size_t Slice);

  StringRef File, Rest;
  StringRef ClassName;
  LabelledSlices &Slices;
  unsigned LineNumber = 0;
  std::vector<SliceAttribute> Declared;
  size_t ClassField = 0;
  /// The attribute of Slices for each field.
  std::vector<uint32_t> Target;
};

} // namespace

bool Reader::nextLine(StringRef &Line) {
  while (!Rest.empty()) {
    std::tie(Line, Rest) = Rest.split('\n');
    ++LineNumber;
    Line = Line.trim();
    if (!Line.empty() && !Line.starts_with("%"))
      return true;
  }
  return false;
}

Error Reader::takeWord(StringRef &Line, Word &W) {
  W = Word();
  Line = Line.ltrim();
  if (Line.empty() || Line.front() == '%') {
    Line = "";
    return Error::success();
  }
  char Quote = Line.front();
  if (Quote != '\'' && Quote != '"') {
    size_t End = std::min(Line.find_first_of(" \t,{}%"), Line.size());
    W.Text = Line.take_front(End).str();
    Line = Line.drop_front(End);
    return Error::success();
  }
  W.Quoted = true;
  for (size_t I = 1; I != Line.size(); ++I) {
    if (Line[I] == Quote) {
      Line = Line.drop_front(I + 1);
      return Error::success();
    }
    if (Line[I] == '\\' && I + 1 != Line.size())
      ++I;
    W.Text += Line[I];
  }
  return fault("a quote does not end");
}

Error Reader::readNominal(StringRef Line, SliceAttribute &A) {
  A.Nominal = true;
  Line = Line.drop_front().ltrim();
  while (!Line.consume_front("}")) {
    Word W;
    if (Error E = takeWord(Line, W))
      return E;
    if (W.Text.empty() && !W.Quoted)
      return fault("attribute '" + A.Name + "': expected a value, found '" +
                   Line.take_front(1) + "'");
    if (llvm::is_contained(A.Values, W.Text))
      return fault("attribute '" + A.Name + "' has the value '" + W.Text +
                   "' twice");
    A.Values.push_back(W.Text);
    Line = Line.ltrim();
    if (Line.consume_front(","))
      Line = Line.ltrim();
    else if (Line.empty())
      return fault("attribute '" + A.Name + "': expected '}'");
  }
  Line = Line.ltrim();
  if (!Line.empty() && !Line.starts_with("%"))
    return fault("attribute '" + A.Name + "': unexpected '" + Line + "'");
  if (A.Values.empty())
    return fault("attribute '" + A.Name + "' has no values");
  return Error::success();
}

Error Reader::readAttribute(StringRef Line) {
  Word Name, Type;
  if (Error E = takeWord(Line, Name))
    return E;
  if (Name.Text.empty())
    return fault("an attribute without a name");
  SliceAttribute A;
  A.Name = Name.Text;
  for (const SliceAttribute &Other : Declared)
    if (Other.Name == A.Name)
      return fault("attribute '" + A.Name + "' is declared twice");
  Line = Line.ltrim();
  if (Line.starts_with("{")) {
    if (Error E = readNominal(Line, A))
      return E;
  } else {
    if (Error E = takeWord(Line, Type))
      return E;
    StringRef T = Type.Text;
    if (!T.equals_insensitive("numeric") && !T.equals_insensitive("real") &&
        !T.equals_insensitive("integer"))
      return fault("attribute '" + A.Name + "' has the type '" + T +
                   "'; known are numeric, real, integer and {values}");
  }
  Declared.push_back(std::move(A));
  return Error::success();
}

Error Reader::chooseClass() {
  if (Declared.empty())
    return fault("@data before any @attribute");
  ClassField = Declared.size() - 1;
  if (!ClassName.empty()) {
    ClassField = 0;
    while (ClassField != Declared.size() &&
           Declared[ClassField].Name != ClassName)
      ++ClassField;
    if (ClassField == Declared.size())
      return fault("there is no attribute '" + ClassName + "' for the class");
  }
  if (!Declared[ClassField].Nominal)
    return fault("the class, attribute '" + Declared[ClassField].Name +
                 "', is not nominal");
  for (const std::string &Value : Declared[ClassField].Values)
    LabelledSlices::intern(Slices.Classes, Value);
  for (size_t I = 0; I != Declared.size(); ++I) {
    if (I == ClassField) {
      Target.push_back(~0u);
      continue;
    }
    Target.push_back(Slices.addAttribute(Declared[I]));
    if (Slices.Attributes[Target[I]].Nominal != Declared[I].Nominal)
      return fault("attribute '" + Declared[I].Name +
                   "' is nominal in one file and numeric in another");
  }
  return Error::success();
}

Error Reader::readHeader() {
  StringRef Line;
  while (nextLine(Line)) {
    size_t End = std::min(Line.find_first_of(" \t"), Line.size());
    StringRef Keyword = Line.take_front(End);
    if (Keyword.equals_insensitive("@data"))
      return chooseClass();
    if (Keyword.equals_insensitive("@attribute")) {
      if (Error E = readAttribute(Line.drop_front(End)))
        return E;
    } else if (!Keyword.equals_insensitive("@relation")) {
      return fault("expected @relation, @attribute or @data, found '" +
                   Keyword + "'");
    }
  }
  return fault("there is no @data");
}

Error Reader::readField(const Word &W, size_t Field, size_t Slice) {
  if (W.Text == "?" && !W.Quoted)
    return Error::success();
  const SliceAttribute &A = Declared[Field];
  if (!A.Nominal) {
    std::optional<double> Value = readValue(W.Text);
    if (!Value)
      return fault("attribute '" + A.Name + "': '" + W.Text + "' is no number");
    Slices.Columns[Target[Field]][Slice] = *Value;
    return Error::success();
  }
  if (!llvm::is_contained(A.Values, W.Text))
    return fault("attribute '" + A.Name + "': '" + W.Text +
                 "' is none of its values");
  if (Field == ClassField)
    Slices.Labels[Slice] = LabelledSlices::intern(Slices.Classes, W.Text);
  else
    Slices.Columns[Target[Field]][Slice] =
        LabelledSlices::intern(Slices.Attributes[Target[Field]].Values, W.Text);
  return Error::success();
}

Error Reader::readInstance(StringRef Line) {
  if (Line.starts_with("{"))
    return fault("sparse instances are not understood");
  size_t Slice = Slices.addSlice();
  Slices.Starts[Slice] = Slice;
  for (size_t Field = 0; Field != Declared.size(); ++Field) {
    Word W;
    if (Error E = takeWord(Line, W))
      return E;
    if (W.Text.empty() && !W.Quoted)
      return fault(Line.empty()
                       ? "expected " + Twine(Declared.size()) +
                             " values, found " + Twine(Field)
                       : "no value before '" + Line.take_front(1) + "'");
    if (Error E = readField(W, Field, Slice))
      return E;
    Line = Line.ltrim();
    if (Field + 1 != Declared.size())
      Line.consume_front(",");
  }
  if (!Line.empty() && !Line.starts_with("%"))
    return fault("more than " + Twine(Declared.size()) + " values");
  return Error::success();
}

Error Reader::read() {
  if (Error E = readHeader())
    return E;
  StringRef Line;
  while (nextLine(Line))
    if (Error E = readInstance(Line))
      return E;
  return Error::success();
}

Error rafter::readARFF(llvm::MemoryBufferRef Buffer, StringRef ClassName,
                       LabelledSlices &Slices) {
  return Reader(Buffer, ClassName, Slices).read();
}

bool rafter::isARFF(StringRef Text) {
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Line = Line.trim();
    if (!Line.empty() && !Line.starts_with("%"))
      return Line.starts_with_insensitive("@relation") ||
             Line.starts_with_insensitive("@attribute");
    Text = Rest;
  }
  return false;
}
