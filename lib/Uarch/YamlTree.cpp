//===- YamlTree.cpp - YAML text as a small tree ---------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Drives LLVM's YAML parser and copies what it finds. The parser reports
// through a SourceMgr; its first complaint becomes the error. Below: what
// readers of a mapping ask for.
//
//===----------------------------------------------------------------------===//

#include "rafter/Uarch/YamlTree.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"

using namespace llvm;
using namespace rafter;

const YamlValue *YamlValue::get(StringRef Key) const {
  auto It = find(Keys, Key);
  return It == Keys.end() ? nullptr : &Items[It - Keys.begin()];
}

Error rafter::fileError(StringRef File, unsigned Line, const Twine &Message) {
  return createStringError(File + ":" + Twine(Line) + ": " + Message);
}

namespace {

/// The largest shipped file is a hundred times smaller.
constexpr size_t LargestFile = size_t(1) << 20;
/// Deeper values are an error: the ports of an instruction are the fifth level.
constexpr unsigned DeepestYaml = 5;
/// Entries of one mapping or sequence; the schema has fewer than 100 keys.
constexpr size_t MostYamlEntries = 1000;
/// Of a list: a correction for each form of x86 that uarch infer measures.
constexpr size_t MostYamlItems = 8000;
/// Commas with nothing between them: LLVM's parser calls itself for each.
constexpr unsigned MostCommas = 100;

class TreeBuilder {
public:
  explicit TreeBuilder(MemoryBufferRef Text)
      : File(Text.getBufferIdentifier()),
        Stream(Text, Sources, /*ShowColors=*/false) {
    Sources.setDiagHandler(&TreeBuilder::noteComplaint, this);
  }

  Expected<YamlValue> build();

private:
  Error convert(yaml::Node *N, unsigned Depth, YamlValue &Result);
  Error convertMapping(yaml::MappingNode &N, unsigned Depth, YamlValue &Result);
  Error convertSequence(yaml::SequenceNode &N, unsigned Depth,
                        YamlValue &Result);
  unsigned lineOf(const yaml::Node &N) const;
  Error syntaxError(unsigned Line) const;

  static void noteComplaint(const SMDiagnostic &D, void *Builder);

  std::string File;
  SourceMgr Sources;
  yaml::Stream Stream;
  std::string Complaint;
  unsigned ComplaintLine = 0;
};

void TreeBuilder::noteComplaint(const SMDiagnostic &D, void *Builder) {
  auto &Self = *static_cast<TreeBuilder *>(Builder);
  if (!Self.Complaint.empty())
    return;
  Self.Complaint = D.getMessage().str();
  Self.ComplaintLine = D.getLineNo() > 0 ? D.getLineNo() : 1;
}

unsigned TreeBuilder::lineOf(const yaml::Node &N) const {
  SMLoc Start = N.getSourceRange().Start;
  if (!Start.isValid() || !Sources.FindBufferContainingLoc(Start))
    return 0;
  return Sources.getLineAndColumn(Start).first;
}

/// The parser's own complaint, or that there is nothing it can read.
Error TreeBuilder::syntaxError(unsigned Line) const {
  if (!Complaint.empty())
    return fileError(File, ComplaintLine, "not YAML: " + Complaint);
  return fileError(File, Line, "not YAML");
}

std::string oneLine(StringRef Text) {
  SmallVector<StringRef> Words;
  SplitString(Text, Words, " \t\r\n");
  return join(Words, " ");
}

Error TreeBuilder::convert(yaml::Node *N, unsigned Depth, YamlValue &Result) {
  if (!N || Stream.failed())
    return syntaxError(Result.Line);
  if (unsigned Line = lineOf(*N))
    Result.Line = std::max(Result.Line, Line);
  if (Depth > DeepestYaml)
    return fileError(File, Result.Line, "nested deeper than a CPU file is");
  if (!N->getAnchor().empty() || isa<yaml::AliasNode>(N))
    return fileError(File, Result.Line,
                     "anchors and aliases are not used in CPU files");
  if (auto *Scalar = dyn_cast<yaml::ScalarNode>(N)) {
    SmallString<64> Storage;
    Result.Shape = YamlValue::Kind::Scalar;
    Result.Text = oneLine(Scalar->getValue(Storage));
  } else if (auto *Block = dyn_cast<yaml::BlockScalarNode>(N)) {
    Result.Shape = YamlValue::Kind::Scalar;
    Result.Text = oneLine(Block->getValue());
  } else if (auto *Mapping = dyn_cast<yaml::MappingNode>(N)) {
    return convertMapping(*Mapping, Depth, Result);
  } else if (auto *Sequence = dyn_cast<yaml::SequenceNode>(N)) {
    return convertSequence(*Sequence, Depth, Result);
  }
  if (any_of(Result.Text, [](unsigned char C) { return C < ' ' || C == 127; }))
    return fileError(File, Result.Line, "a control character in a text");
  return Error::success();
}

Error TreeBuilder::convertMapping(yaml::MappingNode &N, unsigned Depth,
                                  YamlValue &Result) {
  Result.Shape = YamlValue::Kind::Mapping;
  for (yaml::KeyValueNode &Entry : N) {
    YamlValue Key;
    Key.Line = Result.Line;
    yaml::Node *KeyNode = Entry.getKey();
    if (KeyNode && !isa<yaml::ScalarNode>(KeyNode))
      return fileError(File, Key.Line, "a key must be a plain word");
    if (Error E = convert(KeyNode, Depth, Key))
      return E;
    if (Result.Items.size() == MostYamlEntries)
      return fileError(File, Key.Line, "more entries than a CPU file has");
    if (const YamlValue *First = Result.get(Key.Text))
      return fileError(File, Key.Line,
                       Key.Text + ": duplicate key, first on line " +
                           Twine(First->Line));
    YamlValue Value;
    Value.Line = Key.Line;
    if (Error E = convert(Entry.getValue(), Depth + 1, Value))
      return E;
    Value.Line = Key.Line;
    Result.Keys.push_back(std::move(Key.Text));
    Result.Items.push_back(std::move(Value));
  }
  return Stream.failed() ? syntaxError(Result.Line) : Error::success();
}

Error TreeBuilder::convertSequence(yaml::SequenceNode &N, unsigned Depth,
                                   YamlValue &Result) {
  Result.Shape = YamlValue::Kind::Sequence;
  for (yaml::Node &Item : N) {
    YamlValue Value;
    Value.Line = Result.Line;
    if (Result.Items.size() == MostYamlItems)
      return fileError(File, Value.Line, "more entries than a CPU file has");
    if (Error E = convert(&Item, Depth + 1, Value))
      return E;
    Result.Items.push_back(std::move(Value));
  }
  return Stream.failed() ? syntaxError(Result.Line) : Error::success();
}

Expected<YamlValue> TreeBuilder::build() {
  YamlValue Root;
  auto Document = Stream.begin();
  if (Document == Stream.end())
    return syntaxError(1);
  if (Error E = convert(Document->getRoot(), 1, Root))
    return E;
  if (!Root.isMapping())
    return fileError(File, Root.Line, "not a CPU file: expected KEY: VALUE");
  ++Document;
  if (Stream.failed())
    return syntaxError(1);
  if (Document != Stream.end())
    return fileError(File, Root.Line, "a CPU file holds one document only");
  return Root;
}

/// The line of more commas than that with only blanks and comments between
/// them; 0: there is none. What looks like a comment may be a text in quotes:
/// a row of commas counts there, too.
unsigned lineOfManyCommas(StringRef Text) {
  unsigned Line = 1, Row = 0, Apart = 0;
  bool InComment = false;
  for (size_t I = 0; I != Text.size(); ++I) {
    char C = Text[I];
    if (C == '\n') {
      ++Line;
      InComment = false;
    }
    if (isSpace(C))
      continue;
    InComment |= C == '#' && (I == 0 || isSpace(Text[I - 1]) ||
                              StringRef(",[{").contains(Text[I - 1]));
    Row = C == ',' ? Row + 1 : 0;
    if (!InComment)
      Apart = C == ',' ? Apart + 1 : 0;
    if (std::max(Row, Apart) > MostCommas)
      return Line;
  }
  return 0;
}

} // namespace

Expected<YamlValue> rafter::parseYamlTree(MemoryBufferRef Text) {
  StringRef File = Text.getBufferIdentifier();
  if (Text.getBufferSize() > LargestFile)
    return fileError(File, 1, "too large for a CPU file (more than 1 MiB)");
  if (Text.getBuffer().contains('\0') || !json::isUTF8(Text.getBuffer()))
    return fileError(File, 1, "not a text file in UTF-8");
  if (unsigned Line = lineOfManyCommas(Text.getBuffer()))
    return fileError(File, Line, "not YAML: commas with nothing between them");
  return TreeBuilder(Text).build();
}

std::string rafter::didYouMean(StringRef Word, ArrayRef<StringRef> Candidates) {
  // A third of the letters wrong is no misspelling any more.
  unsigned Best = std::max<unsigned>(1, Word.size() / 3) + 1;
  StringRef Nearest;
  for (StringRef Candidate : Candidates) {
    unsigned Distance =
        Word.edit_distance_insensitive(Candidate, /*AllowReplacements=*/true,
                                       /*MaxEditDistance=*/Best);
    if (Distance < Best) {
      Best = Distance;
      Nearest = Candidate;
    }
  }
  return Nearest.empty() ? "" : ("; did you mean '" + Nearest + "'?").str();
}

Error rafter::checkMembers(StringRef File, StringRef Where,
                           const YamlValue &Value, ArrayRef<StringRef> Legal) {
  std::string Prefix = Where.empty() ? "" : (Where + ": ").str();
  if (!Value.isMapping())
    return fileError(File, Value.Line, Prefix + "expected KEY: VALUE");
  for (const auto &[Key, Member] : zip(Value.Keys, Value.Items))
    if (!is_contained(Legal, Key))
      return fileError(File, Member.Line,
                       Prefix + "unknown key '" + Key + "'" +
                           didYouMean(Key, Legal));
  return Error::success();
}

Expected<std::string> rafter::memberText(StringRef File, StringRef Where,
                                         const YamlValue &Value,
                                         StringRef Key) {
  const YamlValue *Member = Value.get(Key);
  if (!Member)
    return fileError(File, Value.Line, Where + ": no " + Key);
  if (!Member->isScalar() || Member->Text.empty())
    return fileError(File, Member->Line, Where + ": " + Key + " is not a text");
  return Member->Text;
}

Expected<std::string> rafter::memberSource(StringRef File, StringRef Where,
                                           const YamlValue &Value,
                                           const YamlValue &Sources) {
  Expected<std::string> Tag = memberText(File, Where, Value, "source");
  if (Tag && !Sources.get(*Tag))
    return fileError(File, Value.Line,
                     Where + ": source '" + *Tag +
                         "' is not in the list of sources");
  return Tag;
}
