//===- OpenAnyTrace.cpp - Traces of other tools, decoded ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Tracing/OpenAnyTrace.h"
#include "InstructionCracker.h"
#include "rafter/Report/WriteReport.h"
#include "rafter/Traces/RegionFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Triple.h"

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

namespace {

class LLVMDecoder : public MachineCodeDecoder {
public:
  LLVMDecoder(std::unique_ptr<TargetModel> M, bool HasStackEngine)
      : Model(std::move(M)), Builder(*Model, Table),
        Cracker(*Model, Table, HasStackEngine) {}

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
  std::vector<TraceInstruction> Cracked;
  Cracker.append(Range.Begin, /*Taken=*/false, Numbers, Cracked);
  std::vector<Part> Parts;
  for (TraceInstruction &I : Cracked) {
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
  bool IsX86 = Target.getArch() == llvm::Triple::x86_64;
  if (!IsX86 && Target.getArch() != llvm::Triple::aarch64)
    return llvm::createStringError("machine code of " + Architecture +
                                   " is not decoded");
  auto Model =
      TargetModel::create(Target, InstructionCracker::genericProcessor(Target),
                          InstructionCracker::allFeatures(Target));
  if (!Model)
    return Model.takeError();
  return std::make_unique<LLVMDecoder>(std::move(*Model), IsX86);
}

Expected<std::unique_ptr<TraceSource>> rafter::openAnyTrace(StringRef Path) {
  TraceOpening How;
  How.MakeDecoder = makeMachineCodeDecoder;
  return openTrace(Path, How);
}

/// Instructions of the whole trace.
static Expected<uint64_t> countTrace(TraceSource &Source) {
  uint64_t Count = 0;
  std::vector<TraceInstruction> Executed;
  while (true) {
    Expected<bool> More = Source.next(Executed);
    if (!More)
      return More.takeError();
    if (!*More)
      return Count;
    Count += Executed.size();
    Executed.clear();
  }
}

static Error writeRegions(StringRef From, const RegionSampling &Sampling,
                          llvm::ArrayRef<uint64_t> Places,
                          llvm::raw_ostream &OS) {
  auto Source = openAnyTrace(From);
  if (!Source)
    return Source.takeError();
  RegionWriter Writer({From.str() + " (" + (*Source)->format() + ")",
                       (*Source)->architecture(), Sampling.describe()},
                      OS);
  uint64_t Read = 0;
  for (uint64_t Place : Places) {
    auto Region = readRegion(**Source, Place > Read ? Place - Read : 0,
                             Sampling.WarmUp, Sampling.Instructions);
    if (!Region)
      return Region.takeError();
    if (!*Region)
      break;
    Read = std::max(Place, Read) + Sampling.length();
    (*Region)->Name =
        (llvm::sys::path::filename(From) + "@" + llvm::Twine(Place)).str();
    if (Error E = Writer.add(**Region))
      return E;
  }
  Writer.finish();
  return Error::success();
}

Expected<RegionConversion>
rafter::convertRegions(StringRef From, const RegionSampling &Sampling,
                       StringRef To) {
  auto Source = openAnyTrace(From);
  if (!Source)
    return Source.takeError();
  RegionConversion Result;
  Result.Format = (*Source)->format();
  Expected<uint64_t> Total = countTrace(**Source);
  if (!Total)
    return Total.takeError();
  Result.Executed = *Total;
  std::vector<uint64_t> Places = choosePlaces(Sampling, *Total);
  if (Places.empty())
    return llvm::createStringError(From + ": has " + llvm::Twine(*Total) +
                                   " instructions, fewer than a region of " +
                                   llvm::Twine(Sampling.length()));
  if (Error E = writeFileOrFail(To, [&](llvm::raw_ostream &OS) {
        return writeRegions(From, Sampling, Places, OS);
      }))
    return E;
  auto Reader = RegionReader::open(To);
  if (!Reader)
    return Reader.takeError();
  Result.Regions = (*Reader)->size();
  if (std::error_code EC = llvm::sys::fs::file_size(To, Result.Bytes))
    return llvm::createStringError(EC, To);
  return Result;
}
