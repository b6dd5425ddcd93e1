//===- ShardWriter.cpp - Labelled samples to disk -------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Frames are appended whole; what a killed process left behind the last whole
// one is cut off.
//
//===----------------------------------------------------------------------===//

#include "FeatureCode.h"
#include "ShardFormat.h"
#include "rafter/Concorde/FeatureLayout.h"
#include "rafter/Support/Files.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace rafter;
using namespace rafter::concorde;
using llvm::Error;
using llvm::StringRef;
using llvm::Twine;
namespace fs = llvm::sys::fs;

class ShardWriter::Implementation {
public:
  Implementation(StringRef Path, const ShardHeader &Header)
      : Path(Path), Part((Path + ".part").str()), Header(Header) {}

  Error open();
  Error add(const LabelledSample &Info, llvm::ArrayRef<float> Features);

  uint64_t Next = 0;
  bool Complete = false;

private:
  /// Reads File if it is there; false: it is not.
  llvm::Expected<bool> scan(StringRef File, ShardScan &Scan);
  Error check(const LabelledSample &Info, llvm::ArrayRef<float> Features) const;
  Error append(StringRef Bytes);
  Error flushFrame();
  Error fault(const Twine &Cause) const {
    return llvm::createStringError(Part + ": " + Cause);
  }

  const std::string Path, Part;
  const ShardHeader Header;
  uint64_t Identity = 0;
  std::vector<LabelledSample> Samples;
  std::vector<FeatureCode> Codes;
};

/// Shortens a file.
static std::error_code cut(StringRef Path, uint64_t Size) {
  int FD;
  if (std::error_code EC =
          fs::openFileForReadWrite(Path, FD, fs::CD_OpenExisting, fs::OF_None))
    return EC;
  std::error_code EC = fs::resize_file(FD, Size);
  fs::file_t File = fs::convertFDToNativeFile(FD);
  std::error_code Closed = fs::closeFile(File);
  return EC ? EC : Closed;
}

llvm::Expected<bool> ShardWriter::Implementation::scan(StringRef File,
                                                       ShardScan &Scan) {
  if (!fs::exists(File))
    return false;
  auto Buffer = readFile(File);
  if (!Buffer)
    return Buffer.takeError();
  StringRef Bytes = (*Buffer)->getBuffer();
  std::string Head = shardHeaderBytes(Header);
  // A process that was killed before the header was whole.
  if (Bytes.size() < Head.size() && StringRef(Head).starts_with(Bytes))
    return false;
  llvm::Expected<ShardScan> Found = scanShard(
      Bytes, File, [](StringRef, uint32_t) { return Error::success(); });
  if (!Found)
    return Found.takeError();
  if (Found->Header != Header)
    return llvm::createStringError(
        File + ": holds samples of another data set (" + Found->Header.Source +
        "); remove it to start again");
  Scan = *Found;
  return true;
}

Error ShardWriter::Implementation::open() {
  ShardScan Scan;
  llvm::Expected<bool> Found = scan(Path, Scan);
  if (!Found)
    return Found.takeError();
  if (*Found) {
    if (!Scan.Ended)
      return llvm::createStringError(Path + ": is cut short or damaged");
    Complete = true;
    Next = Header.NumSamples;
    return Error::success();
  }
  Found = scan(Part, Scan);
  if (!Found)
    return Found.takeError();
  if (*Found) {
    // The last frame is short only at the end of the shard.
    if (std::error_code EC = cut(Part, Scan.GoodBytes))
      return fault(EC.message());
    Next = Scan.Samples;
    Identity = Scan.Identity;
  } else {
    if (std::error_code EC = fs::remove(Part))
      return fault(EC.message());
    if (Error E = append(shardHeaderBytes(Header)))
      return E;
  }
  return Next == Header.NumSamples ? flushFrame() : Error::success();
}

Error ShardWriter::Implementation::append(StringRef Bytes) {
  std::error_code EC;
  llvm::raw_fd_ostream OS(Part, EC, fs::OF_Append);
  if (!EC) {
    OS << Bytes;
    OS.close();
    EC = OS.error();
    OS.clear_error();
  }
  if (EC)
    return llvm::createStringError("cannot write '" + Part +
                                   "': " + EC.message());
  return Error::success();
}

Error ShardWriter::Implementation::check(const LabelledSample &Info,
                                         llvm::ArrayRef<float> Features) const {
  std::string Where = ("sample " + Twine(Header.FirstSample + Next) + " (" +
                       Info.Region + "): ")
                          .str();
  auto Bad = [&](const Twine &What) { return fault(Where + What); };
  if (Info.Program.size() > 256 || Info.Region.size() > 512)
    return Bad("its name is too long");
  if (Error E = checkDesign(Info.Design))
    return Bad(llvm::toString(std::move(E)));
  if (Features.size() != NumFeatures)
    return Bad("has " + Twine(Features.size()) + " features instead of " +
               Twine(NumFeatures));
  for (const FeatureBlock &B : featureBlocks())
    for (unsigned I = 0; I != B.Size; ++I)
      if (!isFeature(Features[B.Offset + I]))
        return Bad("number " + Twine(I + 1) + " of feature '" + B.Name +
                   "' is negative or no number");
  const SampleLabels &L = Info.Labels;
  if (!(L.CPI > 0) || !std::isfinite(L.CPI))
    return Bad("its CPI is not positive");
  for (float X : {L.ReorderBufferOccupancy, L.RenameQueueOccupancy,
                  L.MispredictedBranches, L.ExecutionTimeRatio, L.BoundCPI,
                  L.QueuedTimeRatio})
    if (!(X >= 0) || !std::isfinite(X))
      return Bad("a label is negative or no number");
  return Error::success();
}

Error ShardWriter::Implementation::flushFrame() {
  if (!Samples.empty()) {
    std::string Raw = rawFrame(Samples, Codes);
    if (Error E = append(storedFrame(Raw, uint32_t(Samples.size()))))
      return E;
    Identity = extendIdentity(Identity, Raw);
    Samples.clear();
    Codes.clear();
  }
  if (Next != Header.NumSamples)
    return Error::success();
  if (Error E = append(shardEnd(Next, Identity)))
    return E;
  if (std::error_code EC = fs::rename(Part, Path))
    return fault(EC.message());
  Complete = true;
  return Error::success();
}

Error ShardWriter::Implementation::add(const LabelledSample &Info,
                                       llvm::ArrayRef<float> Features) {
  if (Complete)
    return fault("the shard is complete");
  if (Error E = check(Info, Features))
    return E;
  Samples.push_back(Info);
  for (float X : Features)
    Codes.push_back(packFeature(X));
  ++Next;
  if (Samples.size() == SamplesPerFrame || Next == Header.NumSamples)
    return flushFrame();
  return Error::success();
}

ShardWriter::ShardWriter(std::unique_ptr<Implementation> Impl)
    : Impl(std::move(Impl)) {}
ShardWriter::ShardWriter(ShardWriter &&) = default;
ShardWriter::~ShardWriter() = default;

llvm::Expected<ShardWriter> ShardWriter::open(StringRef Path,
                                              const ShardHeader &Header) {
  auto Impl = std::make_unique<Implementation>(Path, Header);
  if (Error E = Impl->open())
    return E;
  return ShardWriter(std::move(Impl));
}

uint64_t ShardWriter::next() const { return Impl->Next; }
bool ShardWriter::complete() const { return Impl->Complete; }

Error ShardWriter::add(const LabelledSample &Info,
                       llvm::ArrayRef<float> Features) {
  return Impl->add(Info, Features);
}
