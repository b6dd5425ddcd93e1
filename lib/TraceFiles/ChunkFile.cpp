//===- ChunkFile.cpp - A trace that is read while it grows ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/TraceFiles/ChunkFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include <unistd.h>

using namespace rafter;

llvm::Expected<std::unique_ptr<ChunkFile>> ChunkFile::create() {
  llvm::SmallString<128> Path;
  int Descriptor = -1;
  if (std::error_code EC = llvm::sys::fs::createTemporaryFile("rafter", "trace",
                                                              Descriptor, Path))
    return llvm::createStringError(EC, "cannot create a temporary file");
  // However the process ends, nothing of it stays behind.
  llvm::sys::fs::remove(Path);
  return std::unique_ptr<ChunkFile>(new ChunkFile(Descriptor));
}

ChunkFile::~ChunkFile() {
  OS.flush();
  OS.clear_error();
  ::close(Descriptor);
}

void ChunkFile::append(const trace::ChunkHead &Head) {
  OS.flush();
  std::lock_guard<std::mutex> Guard(Mutex);
  Entries.push_back({Head, OS.tell() - Head.PackedSize});
  Changed.notify_all();
}

llvm::Error ChunkFile::end() {
  OS.flush();
  std::error_code EC = OS.error();
  OS.clear_error();
  std::lock_guard<std::mutex> Guard(Mutex);
  Ended = true;
  Changed.notify_all();
  if (EC)
    return llvm::createStringError(EC, "cannot write a temporary file");
  return llvm::Error::success();
}

std::optional<ChunkFile::Entry> ChunkFile::wait(size_t Number) {
  std::unique_lock<std::mutex> Guard(Mutex);
  Changed.wait(Guard, [&] { return Ended || Number < Entries.size(); });
  if (Number >= Entries.size())
    return std::nullopt;
  return Entries[Number];
}

bool ChunkFile::read(const Entry &E,
                     llvm::SmallVectorImpl<uint8_t> &Packed) const {
  Packed.resize_for_overwrite(E.Head.PackedSize);
  for (size_t Have = 0; Have != Packed.size();) {
    ssize_t Count = ::pread(Descriptor, Packed.data() + Have,
                            Packed.size() - Have, E.Offset + Have);
    if (Count <= 0)
      return false;
    Have += Count;
  }
  return true;
}
