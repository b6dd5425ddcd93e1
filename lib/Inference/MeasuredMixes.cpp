//===- MeasuredMixes.cpp - Cycles of multisets of instructions ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// {"kind": "ExperimentList", "arch": {"name": ..., "insns": [...]},
//  "exps": [{"iseq": [...], "result": {"cycles": ...}}]}, and of ours "opcodes"
// beside "insns" and "about".
//
//===----------------------------------------------------------------------===//

#include "rafter/Inference/MeasuredMixes.h"
#include "rafter/Report/ModelFile.h"
#include "llvm/ADT/StringMap.h"
#include <cmath>

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;
namespace json = llvm::json;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {

class MixReader {
public:
  explicit MixReader(StringRef File) : In(File) {}
  Expected<MeasuredMixes> read(const json::Object &Root);

private:
  Error readMachine(const json::Object &Machine);
  Error readOpcodes(const json::Array &Opcodes);
  Error readExperiment(const json::Value &V);

  ModelReader In;
  MeasuredMixes Result;
  llvm::StringMap<uint32_t> Indices;
};

} // namespace

Error MixReader::readOpcodes(const json::Array &Opcodes) {
  if (Opcodes.size() != Result.Forms.size())
    return In.fault("'opcodes' has " + Twine(Opcodes.size()) + " names for " +
                    Twine(Result.Forms.size()) + " forms");
  for (size_t I = 0; I < Opcodes.size(); ++I) {
    std::optional<StringRef> Name = Opcodes[I].getAsString();
    if (!Name)
      return In.fault("'opcodes' has an element that is no text");
    Result.Forms[I].Opcode = Name->str();
  }
  return Error::success();
}

Error MixReader::readMachine(const json::Object &Machine) {
  if (std::optional<StringRef> Name = Machine.getString("name"))
    Result.Machine = Name->str();
  const json::Array *Forms = Machine.getArray("insns");
  if (!Forms || Forms->empty())
    return In.fault("'insns' is missing or empty");
  for (const json::Value &V : *Forms) {
    std::optional<StringRef> Text = V.getAsString();
    if (!Text || Text->empty())
      return In.fault("'insns' has an element that is no text");
    if (!Indices.try_emplace(*Text, uint32_t(Result.Forms.size())).second)
      return In.fault("the form '" + *Text + "' is there twice");
    Result.Forms.push_back({Text->str(), ""});
  }
  if (const json::Array *Opcodes = Machine.getArray("opcodes"))
    if (Error E = readOpcodes(*Opcodes))
      return E;
  if (const json::Array *About = Machine.getArray("about"))
    for (const json::Value &V : *About) {
      const json::Object *O = V.getAsObject();
      std::pair<std::string, std::string> Entry;
      if (!O)
        return In.fault("'about' has an element that is no object");
      if (Error E = In.text(*O, "name", Entry.first))
        return E;
      if (Error E = In.text(*O, "value", Entry.second))
        return E;
      Result.About.push_back(std::move(Entry));
    }
  return Error::success();
}

Error MixReader::readExperiment(const json::Value &V) {
  const json::Object *O = V.getAsObject();
  const json::Array *Sequence = O ? O->getArray("iseq") : nullptr;
  if (!Sequence || Sequence->empty())
    return In.fault("no instructions ('iseq')");
  MeasuredMix Mix;
  for (const json::Value &Name : *Sequence) {
    auto Found = Indices.find(Name.getAsString().value_or(""));
    if (Found == Indices.end())
      return In.fault("'" + Name.getAsString().value_or("") +
                      "' is none of the forms in 'insns'");
    Mix.Forms.push_back(Found->second);
  }
  const json::Object *Measured = O->getObject("result");
  std::optional<double> Cycles =
      Measured ? Measured->getNumber("cycles") : std::nullopt;
  if (!Cycles || !(*Cycles > 0) || !std::isfinite(*Cycles))
    return In.fault("'cycles' is missing or no number above 0");
  Mix.Cycles = *Cycles;
  Result.Mixes.push_back(std::move(Mix));
  return Error::success();
}

Expected<MeasuredMixes> MixReader::read(const json::Object &Root) {
  const json::Object *Machine = Root.getObject("arch");
  const json::Array *Experiments = Root.getArray("exps");
  if (!Machine || !Experiments)
    return In.fault("no list of experiments: 'arch' or 'exps' is missing");
  if (Error E = readMachine(*Machine))
    return E;
  if (Experiments->empty())
    return In.fault("no experiments: 'exps' is empty");
  for (size_t I = 0; I < Experiments->size(); ++I) {
    In.Where = ("experiment " + Twine(I + 1) + ": ").str();
    if (Error E = readExperiment((*Experiments)[I]))
      return E;
  }
  return std::move(Result);
}

Expected<MeasuredMixes>
rafter::parseMeasuredMixes(llvm::MemoryBufferRef Buffer) {
  Expected<json::Value> Root = parseJSONFile(Buffer);
  if (!Root)
    return Root.takeError();
  const json::Object *O = Root->getAsObject();
  if (!O)
    return llvm::createStringError(Buffer.getBufferIdentifier() +
                                   ": no list of experiments: no object");
  return MixReader(Buffer.getBufferIdentifier()).read(*O);
}

Error rafter::addMixes(MeasuredMixes &Mixes, const MeasuredMixes &More) {
  if (Mixes.Machine != More.Machine)
    return llvm::createStringError("measurements of '" + Mixes.Machine +
                                   "' and of '" + More.Machine +
                                   "': those of one machine belong together");
  llvm::StringMap<uint32_t> Indices;
  for (uint32_t I = 0; I < Mixes.Forms.size(); ++I)
    Indices.try_emplace(Mixes.Forms[I].Text, I);
  std::vector<uint32_t> NewIndex;
  for (const InstructionForm &Form : More.Forms) {
    auto [Place, IsNew] =
        Indices.try_emplace(Form.Text, uint32_t(Mixes.Forms.size()));
    if (IsNew)
      Mixes.Forms.push_back(Form);
    NewIndex.push_back(Place->second);
  }
  for (MeasuredMix Mix : More.Mixes) {
    for (uint32_t &Form : Mix.Forms)
      Form = NewIndex[Form];
    Mixes.Mixes.push_back(std::move(Mix));
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static void writeMachine(JSONWriter &Out, const MeasuredMixes &Mixes) {
  Out.text("kind", "Architecture");
  Out.text("name", Mixes.Machine);
  Out.array("about", [&] {
    for (const auto &[Name, Value] : Mixes.About)
      Out.object([&, &Name = Name, &Value = Value] {
        Out.text("name", Name);
        Out.text("value", Value);
      });
  });
  Out.array("insns", [&] {
    for (const InstructionForm &Form : Mixes.Forms) {
      Out.newLine();
      Out.textElement(Form.Text);
    }
  });
  Out.array("opcodes", [&] {
    for (const InstructionForm &Form : Mixes.Forms)
      Out.textElement(Form.Opcode);
  });
}

void rafter::writeMeasuredMixes(llvm::raw_ostream &OS,
                                const MeasuredMixes &Mixes) {
  JSONWriter Out(OS, JSONWriter::Style::Model);
  Out.object([&] {
    Out.text("kind", "ExperimentList");
    Out.object("arch", [&] { writeMachine(Out, Mixes); });
    Out.array("exps", [&] {
      for (const MeasuredMix &Mix : Mixes.Mixes) {
        Out.newLine();
        Out.object([&] {
          Out.array("iseq", [&] {
            for (uint32_t Form : Mix.Forms)
              Out.textElement(Mixes.Forms[Form].Text);
          });
          Out.object("result", [&] { Out.number("cycles", Mix.Cycles); });
        });
      }
    });
  });
  Out.newLine();
}
