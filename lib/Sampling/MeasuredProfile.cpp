//===- MeasuredProfile.cpp - Where perf found a program -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Sampling/MeasuredProfile.h"
#include "CountedProfile.h"
#include "rafter/Counters/EventPlaces.h"
#include "rafter/Counters/PerfScript.h"
#include "rafter/Executable/Executable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

namespace {

class ProfileReader {
public:
  explicit ProfileReader(StringRef Path) { Result.Path = Path.str(); }
  Expected<MeasuredProfile> read();

private:
  struct Mapping {
    uint64_t Begin, Bytes, Offset;
    std::string Object;
  };
  Error fault(const llvm::Twine &Cause) const {
    return llvm::createStringError(Result.Path + ": " + Cause);
  }
  void add(const ScriptSample &S);
  std::optional<uint64_t> addressOf(const ScriptSample &S);
  const Executable *fileOf(StringRef Object);

  MeasuredProfile Result;
  std::string Event;
  std::vector<Mapping> Mappings;
  std::map<std::string, std::unique_ptr<Executable>> Files;
};

} // namespace

const Executable *ProfileReader::fileOf(StringRef Object) {
  auto [It, IsNew] = Files.try_emplace(Object.str());
  if (IsNew) {
    if (auto File = Executable::open(Object))
      It->second = std::move(*File);
    else
      llvm::consumeError(File.takeError());
  }
  return It->second.get();
}

/// In the numbering of the file: by what was mapped there last, or else by the
/// function.
std::optional<uint64_t> ProfileReader::addressOf(const ScriptSample &S) {
  const Executable *File = fileOf(S.Object);
  if (!File)
    return std::nullopt;
  for (const Mapping &M : llvm::reverse(Mappings)) {
    if (S.Address - M.Begin >= M.Bytes || M.Object != S.Object)
      continue;
    uint64_t Offset = S.Address - M.Begin + M.Offset;
    for (const LoadSegment &Segment : File->segments())
      if (Segment.Executable && Offset - Segment.Offset < Segment.Bytes)
        return Offset - Segment.Offset + Segment.Address;
  }
  for (const FunctionSymbol &F : File->functions())
    if (F.Name == S.Function)
      return F.Address + S.Offset;
  return std::nullopt;
}

void ProfileReader::add(const ScriptSample &S) {
  if (Event.empty())
    Event = S.Event.str();
  if (S.Event != Event)
    return;
  MeasuredProfile::Weight *To = &Result.Unplaced;
  // The vdso is code of the kernel, too.
  if (S.Object.starts_with("["))
    To = &Result.Kernel;
  else if (std::optional<uint64_t> Address = addressOf(S))
    To = &Result.Files[llvm::sys::path::filename(S.Object).str()][*Address];
  ++To->Samples;
  To->Events += S.Period;
}

static bool isDataOfPerf(StringRef Path) {
  constexpr StringRef Magic = PerfDataMagic;
  auto Begin = llvm::MemoryBuffer::getFileSlice(Path, Magic.size(), 0);
  return Begin && (*Begin)->getBuffer() == Magic;
}

Expected<MeasuredProfile> ProfileReader::read() {
  auto Text =
      perfScriptOf(Result.Path, "comm,tid,time,period,event,ip,sym,symoff,dso",
                   {"--show-mmap-events"});
  if (!Text)
    return Text.takeError();
  auto Summary = readPerfScript(
      (*Text)->getMemBufferRef(),
      [&](const ScriptSample &S) {
        add(S);
        return Error::success();
      },
      [&](const ScriptMapping &M) {
        Mappings.push_back({M.Begin, M.Bytes, M.Offset, M.Object.str()});
      });
  if (!Summary && !isDataOfPerf(Result.Path))
    return fault("neither data of perf record nor a profile of clang; as text "
                 "of perf script: " +
                 llvm::toString(Summary.takeError()));
  if (!Summary)
    return Summary.takeError();
  if (Summary->Samples == 0)
    return fault("no sample is in it");
  return std::move(Result);
}

Expected<MeasuredProfile> rafter::readMeasuredProfile(StringRef Path) {
  Expected<std::optional<MeasuredProfile>> Counted = readCountedProfile(Path);
  if (!Counted)
    return Counted.takeError();
  if (*Counted)
    return std::move(**Counted);
  return ProfileReader(Path).read();
}
