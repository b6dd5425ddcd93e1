//===- YamlMembers.cpp - Members of a mapping in a CPU file ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Uarch/YamlMembers.h"
#include "rafter/Uarch/ParameterSchema.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;
using namespace rafter;

std::string rafter::didYouMean(StringRef Word, ArrayRef<StringRef> Candidates) {
  StringRef Nearest = nearestWord(Word, Candidates);
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
