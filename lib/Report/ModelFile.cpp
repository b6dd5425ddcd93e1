//===- ModelFile.cpp - Models as JSON files -------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Report/ModelFile.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace rafter;
using llvm::Error;
using llvm::StringRef;
using llvm::Twine;
namespace json = llvm::json;

static constexpr unsigned DeepestNesting = 256;

/// The first bracket that is nested deeper than that, or the end.
static const char *findTooDeep(StringRef Text) {
  unsigned Depth = 0;
  bool InText = false;
  for (const char *C = Text.begin(); C != Text.end(); ++C) {
    if (InText && *C == '\\' && C + 1 != Text.end())
      ++C;
    else if (*C == '"')
      InText = !InText;
    else if (!InText && (*C == '[' || *C == '{') && ++Depth > DeepestNesting)
      return C;
    else if (!InText && (*C == ']' || *C == '}') && Depth != 0)
      --Depth;
  }
  return Text.end();
}

llvm::Expected<json::Value>
rafter::parseJSONFile(llvm::MemoryBufferRef Buffer) {
  StringRef Text = Buffer.getBuffer();
  if (const char *Deep = findTooDeep(Text); Deep != Text.end())
    return llvm::createStringError(
        Buffer.getBufferIdentifier() + ":" +
        Twine(1 + StringRef(Text.begin(), Deep - Text.begin()).count('\n')) +
        ": nested deeper than " + Twine(DeepestNesting));
  llvm::Expected<json::Value> Root = json::parse(Text);
  if (Root)
    return Root;
  // "[3:14, byte=40]: cause" becomes "file:3: cause".
  std::string Message = llvm::toString(Root.takeError());
  auto [Place, Cause] = StringRef(Message).ltrim('[').split("]: ");
  return llvm::createStringError(Buffer.getBufferIdentifier() + ":" +
                                 Place.split(':').first + ": " +
                                 (Cause.empty() ? StringRef(Message) : Cause));
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

void rafter::writeModelFile(llvm::raw_ostream &OS, const ModelKind &Kind,
                            llvm::function_ref<void(JSONWriter &)> Body) {
  JSONWriter Writer(OS, JSONWriter::Style::Model);
  Writer.object([&] {
    Writer.count(Kind.Key, Kind.Version);
    Body(Writer);
  });
  Writer.newLine();
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

Error ModelReader::fault(const Twine &Cause) const {
  return llvm::createStringError(File + ": " + Where + Cause);
}

llvm::Expected<json::Object> ModelReader::open(llvm::MemoryBufferRef Buffer,
                                               const ModelKind &Kind) {
  llvm::Expected<json::Value> Root = parseJSONFile(Buffer);
  if (!Root)
    return Root.takeError();
  ModelReader In(Buffer.getBufferIdentifier());
  json::Object *O = Root->getAsObject();
  if (!O)
    return In.fault("no model of " + Kind.Of + ": no object");
  std::optional<int64_t> Version = O->getInteger(Kind.Key);
  if (!Version)
    return In.fault("no model of " + Kind.Of + ": '" + Kind.Key +
                    "' is missing");
  if (*Version != Kind.Version)
    return In.fault("a model of version " + Twine(*Version) +
                    "; this is version " + Twine(Kind.Version));
  return std::move(*O);
}

Error ModelReader::text(const json::Object &O, StringRef Key,
                        std::string &Text) const {
  std::optional<StringRef> Value = O.getString(Key);
  if (!Value || Value->empty())
    return fault("'" + Key + "' is missing or no text");
  // It stands in tables and messages.
  if (llvm::any_of(*Value,
                   [](unsigned char C) { return C < 0x20 || C == 0x7f; }))
    return fault("'" + Key + "' has control characters");
  Text = Value->str();
  return Error::success();
}

Error ModelReader::count(const json::Object &O, StringRef Key,
                         uint64_t &Count) const {
  std::optional<int64_t> Value = O.getInteger(Key);
  if (!Value || *Value < 0)
    return fault("'" + Key + "' is missing or no count");
  Count = *Value;
  return Error::success();
}

Error ModelReader::number(const json::Object &O, StringRef Key,
                          double &Number) const {
  const json::Value *V = O.get(Key);
  std::optional<double> Value = V ? V->getAsNumber() : std::nullopt;
  // Infinity is null; 1e999 is a mistake.
  if (Value && std::isinf(*Value))
    return fault("'" + Key + "' is beyond all numbers");
  if (V && V->getAsNull())
    Value = HUGE_VAL;
  if (!Value || !(*Value >= 0))
    return fault("'" + Key + "' is missing or no number of at least 0");
  Number = *Value;
  return Error::success();
}
