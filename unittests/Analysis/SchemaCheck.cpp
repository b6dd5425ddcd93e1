//===- SchemaCheck.cpp - A small JSON Schema validator ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks value and schema together.
//
//===----------------------------------------------------------------------===//

#include "SchemaCheck.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace rafter;
namespace json = llvm::json;
using llvm::StringRef;

namespace {

class Checker {
public:
  Checker(const json::Object &Root, bool Strict) : Root(Root), Strict(Strict) {}

  void check(const json::Object &Schema, const json::Value &V,
             const std::string &Place);
  std::vector<std::string> Found;

private:
  void checkObject(const json::Object &Schema, const json::Object &O,
                   const std::string &Place);
  void complain(const std::string &Place, const llvm::Twine &What) {
    Found.push_back(Place + ": " + What.str());
  }

  const json::Object &Root;
  /// Names that are not in the schema are violations, and nothing else is.
  bool Strict;
};

bool hasType(const json::Value &V, StringRef Type) {
  switch (V.kind()) {
  case json::Value::Null:
    return Type == "null";
  case json::Value::Boolean:
    return Type == "boolean";
  case json::Value::Number:
    return Type == "number" ||
           (Type == "integer" && (V.getAsUINT64() || V.getAsInteger()));
  case json::Value::String:
    return Type == "string";
  case json::Value::Array:
    return Type == "array";
  case json::Value::Object:
    return Type == "object";
  }
  return false;
}

bool hasOneType(const json::Value &V, const json::Value &Types) {
  if (auto One = Types.getAsString())
    return hasType(V, *One);
  return llvm::any_of(*Types.getAsArray(), [&](const json::Value &T) {
    return hasType(V, *T.getAsString());
  });
}

} // namespace

void Checker::check(const json::Object &Schema, const json::Value &V,
                    const std::string &Place) {
  for (const auto &[Key, Rule] : Schema) {
    StringRef K = Key;
    if (K == "$ref") {
      StringRef Name = *Rule.getAsString();
      Name.consume_front("#/$defs/");
      check(*Root.getObject("$defs")->getObject(Name), V, Place);
    } else if (K == "type") {
      if (!Strict && !hasOneType(V, Rule))
        complain(Place, "wrong type");
    } else if (K == "enum") {
      if (!Strict && !llvm::is_contained(*Rule.getAsArray(), V))
        complain(Place, "not in the enumeration");
    } else if (K == "minimum" || K == "maximum") {
      double Limit = *Rule.getAsNumber(), Is = V.getAsNumber().value_or(Limit);
      if (!Strict && (K == "minimum" ? Is < Limit : Is > Limit))
        complain(Place, "beyond the " + K);
    } else if (K == "items") {
      if (const json::Array *A = V.getAsArray())
        for (size_t I = 0; I < A->size(); ++I)
          check(*Rule.getAsObject(), (*A)[I],
                Place + "[" + llvm::utostr(I) + "]");
    } else if (K != "required" && K != "properties" &&
               K != "additionalProperties" && K != "description" &&
               K != "title" && K != "$schema" && K != "$id" && K != "version" &&
               K != "$defs") {
      complain(Place, "unknown keyword " + K);
    }
  }
  if (const json::Object *O = V.getAsObject())
    checkObject(Schema, *O, Place);
}

void Checker::checkObject(const json::Object &Schema, const json::Object &O,
                          const std::string &Place) {
  if (const json::Array *Required = Schema.getArray("required"))
    for (const json::Value &Name : *Required)
      if (!Strict && !O.get(*Name.getAsString()))
        complain(Place, "no " + *Name.getAsString());
  const json::Object *Properties = Schema.getObject("properties");
  const json::Object *Others = Schema.getObject("additionalProperties");
  // The same object is checked under the target of a $ref.
  if (!Properties && !Others)
    return;
  for (const auto &[Name, Member] : O) {
    std::string Inner = Place + "." + Name.str();
    if (Properties && Properties->getObject(Name))
      check(*Properties->getObject(Name), Member, Inner);
    else if (Others)
      check(*Others, Member, Inner);
    else if (Strict)
      complain(Inner, "not documented");
  }
}

static std::vector<std::string> run(const json::Value &Schema,
                                    const json::Value &Value, bool Strict) {
  const json::Object &Root = *Schema.getAsObject();
  Checker C(Root, Strict);
  C.check(Root, Value, "$");
  return C.Found;
}

std::vector<std::string> rafter::violations(const json::Value &Schema,
                                            const json::Value &Value) {
  return run(Schema, Value, /*Strict=*/false);
}

std::vector<std::string> rafter::undocumented(const json::Value &Schema,
                                              const json::Value &Value) {
  return run(Schema, Value, /*Strict=*/true);
}
