//===- FingerprintModel.cpp - A trained tree as JSON ----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Fingerprint/FingerprintModel.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/JSON.h"
#include <charconv>

using namespace rafter;
using llvm::Error;
using llvm::StringRef;
using llvm::Twine;
namespace json = llvm::json;

static constexpr char VersionKey[] = "rafter_fingerprint_model";

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static std::string valid(StringRef Text) {
  return json::isUTF8(Text) ? Text.str() : json::fixUTF8(Text);
}

/// The shortest digits that are read as the same number.
static void writeNumber(json::OStream &J, double Value) {
  char Text[32];
  auto [End, Fault] = std::to_chars(Text, Text + sizeof(Text), Value);
  (void)Fault;
  J.rawValue(StringRef(Text, End - Text));
}

static void writeNode(json::OStream &J, const TreeNode &N,
                      const DecisionTree &Tree) {
  if (!N.isLeaf()) {
    J.attribute("attribute", N.Attribute);
    if (!Tree.Attributes[N.Attribute].Nominal) {
      J.attributeBegin("threshold");
      writeNumber(J, N.Threshold);
      J.attributeEnd();
    }
    J.attributeArray("children", [&] {
      for (uint32_t Child : N.Children)
        J.value(Child);
    });
  }
  J.attribute("label", N.Label);
  J.attributeArray("weights", [&] {
    for (double W : N.Weights)
      writeNumber(J, W);
  });
}

void rafter::writeFingerprintModel(const FingerprintModel &Model,
                                   llvm::raw_ostream &OS) {
  json::OStream J(OS);
  auto EndLine = [&] { J.flush(), OS << '\n'; };
  const DecisionTree &Tree = Model.Tree;
  J.object([&] {
    J.attribute(VersionKey, FingerprintModelVersion);
    J.attribute("slices", Model.Slices);
    J.attributeBegin("slice_seconds");
    writeNumber(J, Model.SliceLength);
    J.attributeEnd();
    J.attributeArray("classes", [&] {
      for (const std::string &Class : Tree.Classes)
        J.value(valid(Class));
    });
    J.attributeArray("attributes", [&] {
      for (const SliceAttribute &A : Tree.Attributes) {
        EndLine();
        J.object([&] {
          J.attribute("name", valid(A.Name));
          if (A.Nominal)
            J.attributeArray("values", [&] {
              for (const std::string &Value : A.Values)
                J.value(valid(Value));
            });
        });
      }
    });
    J.attributeArray("nodes", [&] {
      for (const TreeNode &N : Tree.Nodes) {
        EndLine();
        J.object([&] { writeNode(J, N, Tree); });
      }
    });
  });
  EndLine();
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {

class Reader {
public:
  explicit Reader(StringRef File) : File(File) {}
  llvm::Expected<FingerprintModel> read(const json::Value &Root);

private:
  Error fault(const Twine &Cause) const {
    return llvm::createStringError(Twine(File) + ": " + Cause);
  }
  Error readHead(const json::Object &Root);
  Error readNames(const json::Array *List, const Twine &What,
                  std::vector<std::string> &Names) const;
  Error readAttributes(const json::Object &Root);
  Error readNode(const json::Value &V, size_t Index);
  Error readTest(const json::Object &O, TreeNode &N, size_t Index);
  Error readIndex(const json::Value *V, size_t Size, const Twine &What,
                  uint32_t &Index) const;
  Error checkTree() const;

  StringRef File;
  FingerprintModel Model;
  size_t NumNodes = 0;
};

} // namespace

Error Reader::readHead(const json::Object &Root) {
  std::optional<int64_t> Version = Root.getInteger(VersionKey);
  if (!Version)
    return fault("no model of fingerprints: '" + Twine(VersionKey) +
                 "' is missing");
  if (*Version != FingerprintModelVersion)
    return fault("a model of version " + Twine(*Version) +
                 "; this is version " + Twine(FingerprintModelVersion));
  std::optional<int64_t> Slices = Root.getInteger("slices");
  std::optional<double> Length = Root.getNumber("slice_seconds");
  if (!Slices || *Slices < 0)
    return fault("'slices' is missing or no count");
  if (!Length || !(*Length > 0))
    return fault("'slice_seconds' is missing or not above 0");
  Model.Slices = *Slices;
  Model.SliceLength = *Length;
  return readNames(Root.getArray("classes"), "'classes'", Model.Tree.Classes);
}

Error Reader::readNames(const json::Array *List, const Twine &What,
                        std::vector<std::string> &Names) const {
  if (!List || List->empty())
    return fault(What + " is missing or empty");
  for (const json::Value &V : *List) {
    std::optional<StringRef> Name = V.getAsString();
    if (!Name)
      return fault(What + " has what is no text");
    Names.push_back(Name->str());
  }
  return Error::success();
}

Error Reader::readAttributes(const json::Object &Root) {
  const json::Array *List = Root.getArray("attributes");
  if (!List)
    return fault("'attributes' is missing or no list");
  for (const json::Value &V : *List) {
    const json::Object *O = V.getAsObject();
    std::optional<StringRef> Name = O ? O->getString("name") : std::nullopt;
    if (!Name || Name->empty())
      return fault("an attribute has no name");
    SliceAttribute &A = Model.Tree.Attributes.emplace_back();
    A.Name = Name->str();
    A.Nominal = O->get("values");
    if (A.Nominal)
      if (Error E = readNames(O->getArray("values"),
                              "attribute '" + *Name + "': 'values'", A.Values))
        return E;
  }
  return Error::success();
}

Error Reader::readIndex(const json::Value *V, size_t Size, const Twine &What,
                        uint32_t &Index) const {
  std::optional<int64_t> I = V ? V->getAsInteger() : std::nullopt;
  if (!I || *I < 0 || static_cast<uint64_t>(*I) >= Size)
    return fault(What + " is missing or no index below " + Twine(Size));
  Index = *I;
  return Error::success();
}

Error Reader::readTest(const json::Object &O, TreeNode &N, size_t Index) {
  std::string Where = "node " + std::to_string(Index) + ": ";
  if (Error E = readIndex(O.get("attribute"), Model.Tree.Attributes.size(),
                          Where + "'attribute'", N.Attribute))
    return E;
  const SliceAttribute &A = Model.Tree.Attributes[N.Attribute];
  size_t Branches = A.Nominal ? A.Values.size() : 2;
  std::optional<double> Threshold = O.getNumber("threshold");
  if (!A.Nominal && !Threshold)
    return fault(Where + "'threshold' is missing or no number");
  N.Threshold = Threshold.value_or(0);
  const json::Array *Children = O.getArray("children");
  if (!Children || Children->size() != Branches)
    return fault(Where + "'children' does not have " + Twine(Branches) +
                 " nodes");
  for (const json::Value &V : *Children) {
    if (Error E = readIndex(&V, NumNodes, Where + "a child",
                            N.Children.emplace_back()))
      return E;
    if (N.Children.back() <= Index)
      return fault(Where + "a child comes before its parent");
  }
  return Error::success();
}

Error Reader::readNode(const json::Value &V, size_t Index) {
  std::string Where = "node " + std::to_string(Index) + ": ";
  const json::Object *O = V.getAsObject();
  if (!O)
    return fault(Where + "no object");
  size_t NumClasses = Model.Tree.Classes.size();
  TreeNode &N = Model.Tree.Nodes.emplace_back();
  if (Error E =
          readIndex(O->get("label"), NumClasses, Where + "'label'", N.Label))
    return E;
  const json::Array *Weights = O->getArray("weights");
  if (!Weights || Weights->size() != NumClasses)
    return fault(Where + "'weights' does not have " + Twine(NumClasses) +
                 " numbers");
  for (const json::Value &W : *Weights) {
    std::optional<double> Weight = W.getAsNumber();
    if (!Weight || !(*Weight >= 0) || std::isinf(*Weight))
      return fault(Where + "a weight is no number of at least 0");
    N.Weights.push_back(*Weight);
  }
  return O->get("attribute") ? readTest(*O, N, Index) : Error::success();
}

/// Each node but the first must be the child of exactly one.
Error Reader::checkTree() const {
  std::vector<unsigned> Parents(NumNodes);
  Parents[0] = 1;
  for (const TreeNode &N : Model.Tree.Nodes)
    for (uint32_t Child : N.Children)
      ++Parents[Child];
  for (size_t I = 0; I != NumNodes; ++I)
    if (Parents[I] != 1)
      return fault("node " + Twine(I) + " is the child of " +
                   Twine(Parents[I]) + " nodes");
  return Error::success();
}

llvm::Expected<FingerprintModel> Reader::read(const json::Value &Root) {
  const json::Object *O = Root.getAsObject();
  if (!O)
    return fault("no model of fingerprints: no object");
  if (Error E = readHead(*O))
    return E;
  if (Error E = readAttributes(*O))
    return E;
  const json::Array *Nodes = O->getArray("nodes");
  if (!Nodes || Nodes->empty())
    return fault("'nodes' is missing or empty");
  NumNodes = Nodes->size();
  for (size_t I = 0; I != NumNodes; ++I)
    if (Error E = readNode((*Nodes)[I], I))
      return E;
  if (Error E = checkTree())
    return E;
  return std::move(Model);
}

llvm::Expected<FingerprintModel>
rafter::readFingerprintModel(llvm::MemoryBufferRef Buffer) {
  StringRef File = Buffer.getBufferIdentifier();
  llvm::Expected<json::Value> Root = json::parse(Buffer.getBuffer());
  if (Root)
    return Reader(File).read(*Root);
  // "[3:14, byte=40]: cause" becomes "file:3: cause".
  std::string Message = llvm::toString(Root.takeError());
  StringRef Place = StringRef(Message).ltrim('[');
  StringRef Cause = StringRef(Message).split("]: ").second;
  return llvm::createStringError(File + ":" + Place.split(':').first + ": " +
                                 (Cause.empty() ? StringRef(Message) : Cause));
}
