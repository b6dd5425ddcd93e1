//===- PlainYaml.cpp - The plain form of CPU files ------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "YamlReaders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace rafter;

namespace {

/// Reads the value on one line. False: the line is not in the plain form.
class LineReader {
public:
  LineReader(StringRef Rest, unsigned Line) : Rest(Rest), Line(Line) {}

  /// The whole rest of the line, at a level of the tree.
  bool readAll(unsigned Depth, YamlValue &Result);
  /// `key:` with what separates it from a value.
  bool readKey(std::string &Key);
  bool isAtEnd() const { return Rest.empty(); }

private:
  bool readFlow(unsigned Depth, YamlValue &Result);
  bool readSequence(unsigned Depth, YamlValue &Result);
  bool readMapping(unsigned Depth, YamlValue &Result);
  bool readQuoted(YamlValue &Result);
  bool setText(StringRef Text, YamlValue &Result) const;
  void skipSpaces() { Rest = Rest.ltrim(' '); }

  StringRef Rest;
  unsigned Line;
};

/// Reads the lines of a text.
class PlainReader {
public:
  explicit PlainReader(StringRef Text) : Rest(Text) { nextLine(); }

  bool read(YamlValue &Root);

private:
  void nextLine();
  bool readTop(YamlValue &Root);
  bool readBlock(YamlValue &Result);

  /// Behind the current line.
  StringRef Rest;
  /// The current line without its indentation; empty: there are no more.
  StringRef Content;
  size_t Indentation = 0;
  unsigned Line = 0;
};

} // namespace

/// Characters that mean nothing by themselves wherever they stand in a word.
static bool isPlain(char C) {
  return isAlnum(C) || C == '_' || C == '.' || C == '/' || C == '-' || C == '+';
}

/// YAML ends longer ones with a mistake, and the schema has none.
static constexpr size_t LongestKey = 100;

static bool isKeyCharacter(char C) {
  return isAlnum(C) || C == '_' || C == '.' || C == '-';
}

/// Words with one space between them; false if there are more, and where a
/// character may mean something.
bool LineReader::setText(StringRef Text, YamlValue &Result) const {
  Result.Shape = YamlValue::Kind::Scalar;
  Result.Line = Line;
  if (Text.starts_with(" ") || Text.ends_with(" ") || Text.contains("  "))
    return false;
  Result.Text = Text.str();
  return true;
}

bool LineReader::readQuoted(YamlValue &Result) {
  size_t End = Rest.find('"', 1);
  if (End == StringRef::npos)
    return false;
  StringRef Text = Rest.slice(1, End);
  Rest = Rest.drop_front(End + 1);
  return !Text.contains('\\') && setText(Text, Result);
}

bool LineReader::readKey(std::string &Key) {
  size_t Length = 0;
  while (Length != Rest.size() && isKeyCharacter(Rest[Length]))
    ++Length;
  if (Length == 0 || Length > LongestKey || !isAlpha(Rest.front()))
    return false;
  Key = Rest.take_front(Length).str();
  Rest = Rest.drop_front(Length);
  if (!Rest.consume_front(":") || (!Rest.empty() && Rest.front() != ' '))
    return false;
  skipSpaces();
  return true;
}

bool LineReader::readSequence(unsigned Depth, YamlValue &Result) {
  Result.Shape = YamlValue::Kind::Sequence;
  Result.Line = Line;
  Rest = Rest.drop_front();
  do {
    if (Result.Items.size() == MostYamlEntries)
      return false;
    Result.Items.emplace_back();
    skipSpaces();
    if (!readFlow(Depth + 1, Result.Items.back()))
      return false;
    skipSpaces();
  } while (Rest.consume_front(","));
  return Rest.consume_front("]");
}

bool LineReader::readMapping(unsigned Depth, YamlValue &Result) {
  Result.Shape = YamlValue::Kind::Mapping;
  Result.Line = Line;
  Rest = Rest.drop_front();
  do {
    skipSpaces();
    std::string Key;
    if (Result.Items.size() == MostYamlEntries || !readKey(Key) ||
        Result.get(Key))
      return false;
    Result.Keys.push_back(std::move(Key));
    Result.Items.emplace_back();
    if (!readFlow(Depth + 1, Result.Items.back()))
      return false;
    skipSpaces();
  } while (Rest.consume_front(","));
  return Rest.consume_front("}");
}

bool LineReader::readFlow(unsigned Depth, YamlValue &Result) {
  if (Rest.empty() || Depth > DeepestYaml)
    return false;
  switch (Rest.front()) {
  case '[':
    return readSequence(Depth, Result);
  case '{':
    return readMapping(Depth, Result);
  case '"':
    return readQuoted(Result);
  default:
    break;
  }
  if (!isAlnum(Rest.front()))
    return false;
  size_t Length = 0;
  while (Length != Rest.size() &&
         (isPlain(Rest[Length]) || Rest[Length] == ' '))
    ++Length;
  StringRef Word = Rest.take_front(Length).rtrim(' ');
  Rest = Rest.drop_front(Length);
  return setText(Word, Result);
}

bool LineReader::readAll(unsigned Depth, YamlValue &Result) {
  // Outside of brackets commas and brackets are characters like others.
  bool IsWords = !Rest.empty() && isAlnum(Rest.front());
  if (!IsWords) {
    if (!readFlow(Depth, Result))
      return false;
    skipSpaces();
    return Rest.empty();
  }
  bool Means = any_of(Rest, [](char C) {
    return !isPlain(C) && C != ' ' && C != ',' && C != '(' && C != ')';
  });
  return Depth <= DeepestYaml && !Means && setText(Rest, Result);
}

/// Goes to the next line with a content.
void PlainReader::nextLine() {
  do {
    StringRef Whole;
    std::tie(Whole, Rest) = Rest.split('\n');
    ++Line;
    Content = Whole.trim(' ');
    Indentation = Whole.find_first_not_of(' ');
  } while (!Rest.empty() && (Content.empty() || Content.front() == '#'));
  if (!Content.empty() && Content.front() == '#')
    Content = "";
}

/// The lines below a key.
bool PlainReader::readBlock(YamlValue &Result) {
  size_t Inside = Indentation;
  Result.Shape = Content.starts_with("- ") ? YamlValue::Kind::Sequence
                                           : YamlValue::Kind::Mapping;
  for (; !Content.empty() && Indentation == Inside; nextLine()) {
    StringRef Text = Content;
    if (Result.isSequence() && !Text.consume_front("- "))
      return false;
    LineReader Reader(Text.ltrim(' '), Line);
    std::string Key;
    if (Result.isMapping() && (!Reader.readKey(Key) || Result.get(Key)))
      return false;
    if (Result.isMapping())
      Result.Keys.push_back(std::move(Key));
    if (Result.Items.size() == MostYamlEntries)
      return false;
    Result.Items.emplace_back();
    if (!Reader.readAll(/*Depth=*/3, Result.Items.back()))
      return false;
  }
  return Content.empty() || Indentation == 0;
}

bool PlainReader::readTop(YamlValue &Root) {
  LineReader Reader(Content, Line);
  std::string Key;
  if (Root.Items.size() == MostYamlEntries || !Reader.readKey(Key) ||
      Root.get(Key))
    return false;
  Root.Keys.push_back(std::move(Key));
  YamlValue &Value = Root.Items.emplace_back();
  Value.Line = Line;
  if (!Reader.isAtEnd()) {
    if (!Reader.readAll(/*Depth=*/2, Value))
      return false;
    nextLine();
    return true;
  }
  nextLine();
  return !Content.empty() && Indentation != 0 && readBlock(Value);
}

bool PlainReader::read(YamlValue &Root) {
  Root.Shape = YamlValue::Kind::Mapping;
  Root.Line = Line;
  if (Content.empty())
    return false;
  while (!Content.empty())
    if (Indentation != 0 || !readTop(Root))
      return false;
  return true;
}

std::optional<YamlValue> rafter::readPlainYaml(StringRef Text) {
  // What is no visible character needs the care of the other reader.
  for (unsigned char C : Text)
    if ((C < ' ' && C != '\n') || C >= 0x7f)
      return std::nullopt;
  YamlValue Root;
  if (!PlainReader(Text).read(Root))
    return std::nullopt;
  return Root;
}
