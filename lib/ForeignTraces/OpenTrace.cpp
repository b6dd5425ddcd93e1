//===- OpenTrace.cpp - One opener for all traces --------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Readers.h"
#include "rafter/Regions/RegionFile.h"
#include "rafter/Support/Files.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace rafter;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

MachineCodeDecoder::~MachineCodeDecoder() = default;

/// Bytes that must look like a format which has no signature.
static constexpr size_t BytesToRecognize = 1 << 14;

/// A header of drmemtrace whose numbers are turned round.
static bool isOfOtherByteOrder(ArrayRef<uint8_t> Begin) {
  return Begin.size() >= 12 && Begin[0] == 0 && Begin[1] == 25 &&
         llvm::all_of(Begin.slice(2, 8), [](uint8_t B) { return B == 0; });
}

bool rafter::looksLikeTrace(StringRef Path) {
  // A pipe's bytes would be lost.
  if (!llvm::sys::fs::is_regular_file(Path))
    return false;
  auto File = llvm::MemoryBuffer::getFile(Path, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  if (!File)
    return false;
  ArrayRef<uint8_t> Begin = llvm::arrayRefFromStringRef((*File)->getBuffer())
                                .take_front(BytesToRecognize);
  return isCompressed(Begin) || isDrMemtrace(Begin) ||
         isOfOtherByteOrder(Begin) || isBranchContest(Begin) ||
         isChampSim(Begin, ChampSimForm::Usual) ||
         isChampSim(Begin, ChampSimForm::CloudSuite);
}

Expected<std::unique_ptr<InstructionReader>>
rafter::openAnyFormat(std::unique_ptr<ByteStream> Bytes,
                      const TraceOpening &How) {
  Expected<ArrayRef<uint8_t>> Begin = Bytes->peek(BytesToRecognize);
  if (!Begin)
    return Begin.takeError();
  if (Begin->empty())
    return Bytes->fail(0, "the trace is empty");
  if (isDrMemtrace(*Begin))
    return openDrMemtrace(std::move(Bytes), How);
  if (isOfOtherByteOrder(*Begin))
    return Bytes->fail(0, "numbers are in the other byte order");
  if (isBranchContest(*Begin))
    return openBranchContest(std::move(Bytes));
  for (ChampSimForm Form : {ChampSimForm::Usual, ChampSimForm::CloudSuite})
    if (isChampSim(*Begin, Form))
      return openChampSim(std::move(Bytes), Form);
  return Bytes->fail(0, "this is no trace of a known format (DynamoRIO "
                        "drmemtrace, ChampSim, CBP 2025, regions)");
}

namespace {

/// Decodes a trace anew for each play.
class DecodedTrace final : public TraceSource {
public:
  DecodedTrace(std::unique_ptr<llvm::MemoryBuffer> File, TraceOpening How)
      : File(std::move(File)), How(std::move(How)) {
    Cracked = [this](CrackedConsumer &Consumer) { return play(Consumer); };
  }
  /// Opens it at its beginning.
  Error open();

private:
  Error play(CrackedConsumer &Consumer);

  std::unique_ptr<llvm::MemoryBuffer> File;
  TraceOpening How;
  /// At the beginning, or null.
  std::unique_ptr<InstructionReader> Reader;
};

/// The regions of a file after each other.
class FileOfRegions final : public TraceSource {
public:
  explicit FileOfRegions(std::unique_ptr<RegionReader> File)
      : File(std::move(File)) {
    Format = "regions";
    Architecture = this->File->info().Architecture;
    Cracked = [this](CrackedConsumer &Consumer) { return play(Consumer); };
  }

private:
  Error play(CrackedConsumer &Consumer);

  std::unique_ptr<RegionReader> File;
};

} // namespace

Error DecodedTrace::open() {
  auto Bytes = ByteStream::read(llvm::MemoryBuffer::getMemBuffer(
      File->getMemBufferRef(), /*RequiresNullTerminator=*/false));
  if (!Bytes)
    return Bytes.takeError();
  auto Opened = openAnyFormat(std::move(*Bytes), How);
  if (!Opened)
    return Opened.takeError();
  Reader = std::move(*Opened);
  Format = Reader->format();
  Architecture = Reader->architecture();
  std::string Assumption = Reader->assumption();
  From.Assumptions = {"read as a trace of " + Format +
                      (Assumption.empty() ? "" : ": " + Assumption)};
  return Error::success();
}

Error DecodedTrace::play(CrackedConsumer &Consumer) {
  if (!Reader)
    if (Error E = open())
      return E;
  std::unique_ptr<InstructionReader> Current = std::move(Reader);
  Consumer.beginRegion();
  std::vector<CrackedInstruction> Executed;
  while (true) {
    Executed.clear();
    Expected<bool> More = Current->next(Executed);
    if (!More)
      return More.takeError();
    if (!*More || (!Executed.empty() && !Consumer.take(Executed)))
      return Error::success();
  }
}

Error FileOfRegions::play(CrackedConsumer &Consumer) {
  for (size_t I = 0; I != File->size(); ++I) {
    Expected<TraceRegion> Region = File->region(I);
    if (!Region)
      return Region.takeError();
    Region->play(Consumer);
  }
  return Error::success();
}

Expected<std::unique_ptr<TraceSource>>
rafter::openTrace(StringRef Path, const TraceOpening &How) {
  auto Buffer = readFile(Path);
  if (!Buffer)
    return Buffer.takeError();
  if (RegionReader::isRegionFile((*Buffer)->getBuffer())) {
    auto Regions = RegionReader::read(std::move(*Buffer));
    if (!Regions)
      return Regions.takeError();
    return std::make_unique<FileOfRegions>(std::move(*Regions));
  }
  auto Trace = std::make_unique<DecodedTrace>(std::move(*Buffer), How);
  if (Error E = Trace->open())
    return E;
  return Trace;
}
