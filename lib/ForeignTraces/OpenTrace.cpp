//===- OpenTrace.cpp - One opener for all traces --------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Readers.h"
#include "rafter/Regions/RegionFile.h"
#include "llvm/ADT/STLExtras.h"

using namespace rafter;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

MachineCodeDecoder::~MachineCodeDecoder() = default;

Error TraceSource::play(Visitor Visit) {
  std::vector<CrackedInstruction> Executed;
  while (true) {
    Executed.clear();
    Expected<bool> More = next(Executed);
    if (!More)
      return More.takeError();
    if (!*More || (!Executed.empty() && !Visit(Executed)))
      return Error::success();
  }
}

/// Bytes that must look like a format which has no signature.
static constexpr size_t BytesToRecognize = 1 << 14;

namespace {

/// The regions of a file after each other, warm-up first.
class RegionSource : public TraceSource {
public:
  explicit RegionSource(std::unique_ptr<RegionReader> Reader)
      : Reader(std::move(Reader)) {}
  std::string format() const override { return "regions"; }
  std::string architecture() const override {
    return Reader->info().Architecture;
  }

  Expected<bool> next(std::vector<CrackedInstruction> &Out) override {
    while (At == Current.size()) {
      if (Next == Reader->size())
        return false;
      Expected<TraceRegion> Region = Reader->region(Next++);
      if (!Region)
        return Region.takeError();
      Current = std::move(Region->WarmUp);
      llvm::append_range(Current, Region->Instructions);
      At = 0;
    }
    do
      Out.push_back(Current[At++]);
    while (At != Current.size() &&
           Current[At].has(CrackedInstruction::Continued));
    return true;
  }

private:
  std::unique_ptr<RegionReader> Reader;
  std::vector<CrackedInstruction> Current;
  size_t At = 0, Next = 0;
};

} // namespace

static Expected<std::unique_ptr<TraceSource>>
openRegions(std::unique_ptr<llvm::MemoryBuffer> Buffer) {
  auto Reader = RegionReader::read(std::move(Buffer));
  if (!Reader)
    return Reader.takeError();
  return std::make_unique<RegionSource>(std::move(*Reader));
}

Expected<std::unique_ptr<TraceSource>>
rafter::openTraceStream(std::unique_ptr<ByteStream> Bytes,
                        const TraceOpening &How) {
  Expected<ArrayRef<uint8_t>> Begin = Bytes->peek(BytesToRecognize);
  if (!Begin)
    return Begin.takeError();
  if (Begin->empty())
    return Bytes->fail(0, "the trace is empty");
  if (isDrMemtrace(*Begin))
    return openDrMemtrace(std::move(Bytes), How);
  // Numbers of other byte orders: the type of the header.
  if (Begin->size() >= 12 && (*Begin)[0] == 0 && (*Begin)[1] == 25 &&
      llvm::all_of(Begin->slice(2, 8), [](uint8_t B) { return B == 0; }))
    return Bytes->fail(0, "numbers are in the other byte order");
  if (isBranchContest(*Begin))
    return openBranchContest(std::move(Bytes));
  for (ChampSimForm Form : {ChampSimForm::Usual, ChampSimForm::CloudSuite})
    if (isChampSim(*Begin, Form))
      return openChampSim(std::move(Bytes), Form);
  return Bytes->fail(0, "this is no trace of a known format (DynamoRIO "
                        "drmemtrace, ChampSim, CBP 2025, regions)");
}

Expected<std::unique_ptr<TraceSource>>
rafter::openTrace(StringRef Path, const TraceOpening &How) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return llvm::createStringError(Path + ": " + Buffer.getError().message());
  if (RegionReader::isRegionFile((*Buffer)->getBuffer()))
    return openRegions(std::move(*Buffer));
  auto Bytes = ByteStream::read(std::move(*Buffer));
  if (!Bytes)
    return Bytes.takeError();
  return openTraceStream(std::move(*Bytes), How);
}
