//===- FingerprintModel.cpp - A trained tree as JSON ----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Fingerprint/FingerprintModel.h"
#include "rafter/Report/ModelFile.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace rafter;
using llvm::Error;
using llvm::StringRef;
using llvm::Twine;
namespace json = llvm::json;

static constexpr ModelKind FingerprintKind = {
    "rafter_fingerprint_model", "fingerprints", FingerprintModelVersion};

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static void writeNode(JSONWriter &Out, const TreeNode &N,
                      const DecisionTree &Tree) {
  if (!N.isLeaf()) {
    Out.count("attribute", N.Attribute);
    if (!Tree.Attributes[N.Attribute].Nominal)
      Out.number("threshold", N.Threshold);
    Out.array("children", [&] {
      for (uint32_t Child : N.Children)
        Out.countElement(Child);
    });
  }
  Out.count("label", N.Label);
  Out.array("weights", [&] {
    for (double W : N.Weights)
      Out.numberElement(W);
  });
}

static void writeKnown(JSONWriter &Out, const KnownSlices &Known) {
  auto Numbers = [&](llvm::ArrayRef<double> Values) {
    for (double V : Values)
      Out.numberElement(V);
  };
  Out.object("known", [&] {
    Out.number("reach", Known.Reach);
    Out.array("scale", [&] { Numbers(Known.Scale); });
    Out.array("slices", [&] {
      for (const KnownSlices::Slice &S : Known.Slices) {
        Out.newLine();
        Out.object([&] {
          Out.count("label", S.Label);
          Out.array("values", [&] { Numbers(S.Values); });
        });
      }
    });
  });
}

void rafter::writeFingerprintModel(const FingerprintModel &Model,
                                   llvm::raw_ostream &OS) {
  const DecisionTree &Tree = Model.Tree;
  writeModelFile(OS, FingerprintKind, [&](JSONWriter &Out) {
    Out.count("slices", Model.Slices);
    Out.number("slice_seconds", Model.SliceLength);
    if (!Model.Machine.empty())
      Out.text("machine", Model.Machine);
    Out.texts("classes", Tree.Classes);
    Out.array("attributes", [&] {
      for (const SliceAttribute &A : Tree.Attributes) {
        Out.newLine();
        Out.object([&] {
          Out.text("name", A.Name);
          if (A.Nominal)
            Out.texts("values", A.Values);
        });
      }
    });
    if (!Model.Known.isEmpty())
      writeKnown(Out, Model.Known);
    Out.array("nodes", [&] {
      for (const TreeNode &N : Tree.Nodes) {
        Out.newLine();
        Out.object([&] { writeNode(Out, N, Tree); });
      }
    });
  });
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {

class Reader {
public:
  explicit Reader(StringRef File) : In(File) {}
  llvm::Expected<FingerprintModel> read(const json::Object &Root);

private:
  Error readHead(const json::Object &Root);
  Error readNames(const json::Array *List, const Twine &What,
                  std::vector<std::string> &Names) const;
  Error readAttributes(const json::Object &Root);
  Error readNode(const json::Value &V, size_t Index);
  Error readKnown(const json::Object &Root);
  Error readNumbers(const json::Array *List, const Twine &What, bool MayMiss,
                    std::vector<double> &Numbers) const;
  Error readTest(const json::Object &O, TreeNode &N, size_t Index);
  Error readIndex(const json::Value *V, size_t Size, const Twine &What,
                  uint32_t &Index) const;
  Error checkTree() const;

  ModelReader In;
  FingerprintModel Model;
  size_t NumNodes = 0;
};

} // namespace

Error Reader::readHead(const json::Object &Root) {
  if (Error E = In.count(Root, "slices", Model.Slices))
    return E;
  std::optional<double> Length = Root.getNumber("slice_seconds");
  if (!Length || !(*Length > 0))
    return In.fault("'slice_seconds' is missing or not above 0");
  Model.SliceLength = *Length;
  return readNames(Root.getArray("classes"), "'classes'", Model.Tree.Classes);
}

Error Reader::readNames(const json::Array *List, const Twine &What,
                        std::vector<std::string> &Names) const {
  if (!List || List->empty())
    return In.fault(What + " is missing or empty");
  for (const json::Value &V : *List) {
    std::optional<StringRef> Name = V.getAsString();
    if (!Name)
      return In.fault(What + " has what is no text");
    Names.push_back(Name->str());
  }
  return Error::success();
}

Error Reader::readAttributes(const json::Object &Root) {
  const json::Array *List = Root.getArray("attributes");
  if (!List)
    return In.fault("'attributes' is missing or no list");
  for (const json::Value &V : *List) {
    const json::Object *O = V.getAsObject();
    std::optional<StringRef> Name = O ? O->getString("name") : std::nullopt;
    if (!Name || Name->empty())
      return In.fault("an attribute has no name");
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
    return In.fault(What + " is missing or no index below " + Twine(Size));
  Index = *I;
  return Error::success();
}

Error Reader::readTest(const json::Object &O, TreeNode &N, size_t Index) {
  if (Error E = readIndex(O.get("attribute"), Model.Tree.Attributes.size(),
                          "'attribute'", N.Attribute))
    return E;
  const SliceAttribute &A = Model.Tree.Attributes[N.Attribute];
  size_t Branches = A.Nominal ? A.Values.size() : 2;
  std::optional<double> Threshold = O.getNumber("threshold");
  if (!A.Nominal && (!Threshold || !std::isfinite(*Threshold)))
    return In.fault("'threshold' is missing or no number");
  N.Threshold = Threshold.value_or(0);
  const json::Array *Children = O.getArray("children");
  if (!Children || Children->size() != Branches)
    return In.fault("'children' does not have " + Twine(Branches) + " nodes");
  for (const json::Value &V : *Children) {
    if (Error E = readIndex(&V, NumNodes, "a child", N.Children.emplace_back()))
      return E;
    if (N.Children.back() <= Index)
      return In.fault("a child comes before its parent");
  }
  return Error::success();
}

Error Reader::readNode(const json::Value &V, size_t Index) {
  In.Where = "node " + std::to_string(Index) + ": ";
  const json::Object *O = V.getAsObject();
  if (!O)
    return In.fault("no object");
  size_t NumClasses = Model.Tree.Classes.size();
  TreeNode &N = Model.Tree.Nodes.emplace_back();
  if (Error E = readIndex(O->get("label"), NumClasses, "'label'", N.Label))
    return E;
  const json::Array *Weights = O->getArray("weights");
  if (!Weights || Weights->size() != NumClasses)
    return In.fault("'weights' does not have " + Twine(NumClasses) +
                    " numbers");
  for (const json::Value &W : *Weights) {
    std::optional<double> Weight = W.getAsNumber();
    if (!Weight || !(*Weight >= 0) || std::isinf(*Weight))
      return In.fault("a weight is no number of at least 0");
    N.Weights.push_back(*Weight);
  }
  if (O->get("attribute"))
    if (Error E = readTest(*O, N, Index))
      return E;
  In.Where.clear();
  return Error::success();
}

/// One number for each attribute.
Error Reader::readNumbers(const json::Array *List, const Twine &What,
                          bool MayMiss, std::vector<double> &Numbers) const {
  if (!List || List->size() != Model.Tree.Attributes.size())
    return In.fault(What + " does not have a number for each attribute");
  for (const json::Value &V : *List) {
    std::optional<double> Number = V.getAsNumber();
    bool Misses = MayMiss && V.getAsNull();
    if (!Misses && (!Number || !(*Number >= 0) || std::isinf(*Number)))
      return In.fault(What + " has what is no number of at least 0");
    Numbers.push_back(Misses ? MissingValue : *Number);
  }
  return Error::success();
}

Error Reader::readKnown(const json::Object &Root) {
  if (!Root.get("known"))
    return Error::success();
  const json::Object *O = Root.getObject("known");
  const json::Array *Slices = O ? O->getArray("slices") : nullptr;
  std::optional<double> Reach = O ? O->getNumber("reach") : std::nullopt;
  if (!Slices || Slices->empty() || !Reach || !(*Reach > 0))
    return In.fault("'known' has no slices or no reach above 0");
  Model.Known.Reach = *Reach;
  if (Error E = readNumbers(O->getArray("scale"), "'scale'", false,
                            Model.Known.Scale))
    return E;
  for (const json::Value &V : *Slices) {
    const json::Object *S = V.getAsObject();
    KnownSlices::Slice &To = Model.Known.Slices.emplace_back();
    if (!S)
      return In.fault("a known slice is no object");
    if (Error E = readIndex(S->get("label"), Model.Tree.Classes.size(),
                            "'label' of a known slice", To.Label))
      return E;
    if (Error E = readNumbers(S->getArray("values"),
                              "'values' of a known slice", true, To.Values))
      return E;
  }
  return Error::success();
}

/// Each node but the first must be the child of exactly one.
Error Reader::checkTree() const {
  std::vector<unsigned> Parents(NumNodes);
  Parents[0] = 1;
  for (const TreeNode &N : Model.Tree.Nodes)
    for (uint32_t Child : N.Children)
      ++Parents[Child];
  // Training leaves slices in each leaf, but for values that none had.
  for (const TreeNode &N : Model.Tree.Nodes)
    for (uint32_t Child : N.Children) {
      const TreeNode &Leaf = Model.Tree.Nodes[Child];
      bool IsNominal = Model.Tree.Attributes[N.Attribute].Nominal;
      if (Leaf.Children.empty() && !IsNominal &&
          llvm::all_of(Leaf.Weights, [](double W) { return W == 0; }))
        return In.fault("node " + Twine(Child) + ": a leaf of weight zero");
    }
  for (size_t I = 0; I != NumNodes; ++I)
    if (Parents[I] != 1)
      return In.fault("node " + Twine(I) + " is the child of " +
                      Twine(Parents[I]) + " nodes");
  return Error::success();
}

llvm::Expected<FingerprintModel> Reader::read(const json::Object &Root) {
  if (Error E = readHead(Root))
    return E;
  if (Root.get("machine"))
    if (Error E = In.text(Root, "machine", Model.Machine))
      return E;
  if (Error E = readAttributes(Root))
    return E;
  const json::Array *Nodes = Root.getArray("nodes");
  if (!Nodes || Nodes->empty())
    return In.fault("'nodes' is missing or empty");
  NumNodes = Nodes->size();
  for (size_t I = 0; I != NumNodes; ++I)
    if (Error E = readNode((*Nodes)[I], I))
      return E;
  if (Error E = checkTree())
    return E;
  if (Error E = readKnown(Root))
    return E;
  return std::move(Model);
}

llvm::Expected<FingerprintModel>
rafter::readFingerprintModel(llvm::MemoryBufferRef Buffer) {
  llvm::Expected<json::Object> Root =
      ModelReader::open(Buffer, FingerprintKind);
  if (!Root)
    return Root.takeError();
  return Reader(Buffer.getBufferIdentifier()).read(*Root);
}
