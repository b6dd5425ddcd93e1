//===- OpenAnyTrace.cpp - Traces of other tools, decoded ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/TraceFiles/OpenAnyTrace.h"
#include "rafter/CodeGen/CrackingConsumer.h"
#include "rafter/TraceFiles/TraceReader.h"
#include "llvm/TargetParser/Triple.h"

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

namespace {

class LLVMDecoder : public MachineCodeDecoder {
public:
  explicit LLVMDecoder(std::unique_ptr<TargetModel> M)
      : Model(std::move(M)), Builder(*Model, Table),
        Cracker(RegisterNaming(*Model), Table) {}

  std::vector<Part> decode(llvm::ArrayRef<uint8_t> Bytes,
                           uint64_t Address) override;

private:
  std::unique_ptr<TargetModel> Model;
  InstructionTable Table;
  InstructionBuilder Builder;
  InstructionCracker Cracker;
};

/// Accesses are told by numbers in place of their addresses.
std::vector<MachineCodeDecoder::Part>
LLVMDecoder::decode(llvm::ArrayRef<uint8_t> Bytes, uint64_t Address) {
  TableRange Range =
      Builder.addBlock(Bytes, Address, 0, [](uint64_t) { return 0u; });
  const StaticInstruction &S = Table.Instructions[Range.Begin];
  std::vector<uint64_t> Numbers;
  uint64_t Loads = 0, Stores = 0;
  for (const MemoryOperand &M : Table.memory(S))
    Numbers.push_back(1 + (M.IsStore ? Stores++ : Loads++));
  std::vector<CrackedInstruction> Cracked;
  Cracker.append(Range.Begin, /*Taken=*/false, Numbers, Cracked);
  std::vector<Part> Parts;
  for (CrackedInstruction &I : Cracked) {
    Part P;
    P.Access = static_cast<int>(I.DataAddress) - 1;
    I.DataAddress = 0;
    I.Bytes = static_cast<uint8_t>(Bytes.size());
    P.Instruction = I;
    Parts.push_back(P);
  }
  return Parts;
}

} // namespace

Expected<std::unique_ptr<MachineCodeDecoder>>
rafter::makeMachineCodeDecoder(StringRef Architecture) {
  llvm::Triple Target((Architecture + "-linux-gnu").str());
  if (Target.getArch() != llvm::Triple::x86_64 &&
      Target.getArch() != llvm::Triple::aarch64)
    return llvm::createStringError("machine code of " + Architecture +
                                   " is not decoded");
  auto Model =
      TargetModel::create(Target, InstructionCracker::genericProcessor(Target),
                          InstructionCracker::allFeatures(Target));
  if (!Model)
    return Model.takeError();
  return std::make_unique<LLVMDecoder>(std::move(*Model));
}

namespace {

/// The first thread of a recorded trace. It names no file and no function, as
/// regions of programs.
class RecordedTrace final : public TraceSource {
public:
  RecordedTrace(std::unique_ptr<TraceReader> Trace,
                std::unique_ptr<TargetModel> Model, StringRef Path)
      : Trace(std::move(Trace)), Model(std::move(Model)),
        Builder(*this->Model, Table),
        Replay(*this->Trace, Builder, Table, /*WithNames=*/false) {
    Format = "recorded";
    Architecture = this->Trace->info().Target.getArchName().str();
    Cracked = [Path = Path.str(), Play = crack(Replay.source(), Table,
                                               RegisterNaming(*this->Model))](
                  CrackedConsumer &Consumer) -> Error {
      if (Error E = Play(Consumer))
        return llvm::createStringError(Path + ": " +
                                       llvm::toString(std::move(E)));
      return Error::success();
    };
  }

private:
  std::unique_ptr<TraceReader> Trace;
  std::unique_ptr<TargetModel> Model;
  InstructionTable Table;
  InstructionBuilder Builder;
  TraceReplay Replay;
};

} // namespace

static Expected<std::unique_ptr<TraceSource>> openRecorded(StringRef Path) {
  auto Trace = TraceReader::open(Path);
  if (!Trace)
    return Trace.takeError();
  if (!(*Trace)->damage().empty())
    return llvm::createStringError((*Trace)->damage());
  const llvm::Triple &Target = (*Trace)->info().Target;
  auto Model =
      TargetModel::create(Target, InstructionCracker::genericProcessor(Target),
                          InstructionCracker::allFeatures(Target));
  if (!Model)
    return llvm::createStringError(Path + ": " +
                                   llvm::toString(Model.takeError()));
  return std::make_unique<RecordedTrace>(std::move(*Trace), std::move(*Model),
                                         Path);
}

Expected<std::unique_ptr<TraceSource>> rafter::openAnyTrace(StringRef Path) {
  auto Head = llvm::MemoryBuffer::getFileSlice(Path, 64, 0);
  if (Head && TraceReader::isTrace((*Head)->getBuffer()))
    return openRecorded(Path);
  return openTrace(Path, {makeMachineCodeDecoder});
}
