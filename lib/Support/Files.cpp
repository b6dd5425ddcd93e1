//===- Files.cpp - Files whole or not at all ------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Written to a temporary file and renamed, so that a reader never sees half a
// file.
//
//===----------------------------------------------------------------------===//

#include "rafter/Support/Files.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::MemoryBuffer;
using llvm::StringRef;
namespace fs = llvm::sys::fs;

static Expected<std::unique_ptr<MemoryBuffer>>
readable(StringRef Path, llvm::ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer) {
  if (Buffer)
    return std::move(*Buffer);
  return llvm::createStringError("cannot read '" + Path +
                                 "': " + Buffer.getError().message());
}

/// A pipe is as good as a file; what a device has may never end.
static Error refuseDevice(StringRef Path) {
  fs::file_status Status;
  if (!fs::status(Path, Status) &&
      (Status.type() == fs::file_type::character_file ||
       Status.type() == fs::file_type::block_file))
    return llvm::createStringError("cannot read '" + Path +
                                   "': it is a device");
  return Error::success();
}

Expected<std::unique_ptr<MemoryBuffer>> rafter::readFile(StringRef Path,
                                                         bool IsText) {
  if (Error E = refuseDevice(Path))
    return E;
  return readable(Path, MemoryBuffer::getFile(
                            Path, IsText, /*RequiresNullTerminator=*/IsText));
}

Expected<std::unique_ptr<MemoryBuffer>> rafter::readInputFile(StringRef Path) {
  // "-" is standard input, whatever that is.
  if (Path != "-")
    if (Error E = refuseDevice(Path))
      return E;
  return readable(Path, MemoryBuffer::getFileOrSTDIN(Path, /*IsText=*/true));
}

static Error cannotWrite(StringRef Path, const llvm::Twine &Cause) {
  return llvm::createStringError("cannot write '" + Path + "': " + Cause);
}

Error rafter::checkWritable(StringRef Path) {
  StringRef Folder = llvm::sys::path::parent_path(Path);
  bool IsThere = fs::exists(Path);
  StringRef Asked = IsThere && !fs::is_regular_file(Path) ? Path
                    : Folder.empty()                      ? StringRef(".")
                                                          : Folder;
  if (fs::is_directory(Path))
    return cannotWrite(Path, "it is a directory");
  if (std::error_code EC = fs::access(Asked, fs::AccessMode::Write))
    return cannotWrite(Path, EC.message());
  return Error::success();
}

Error rafter::flushed(llvm::raw_fd_ostream &OS, StringRef Path) {
  OS.flush();
  if (!OS.has_error())
    return Error::success();
  std::error_code EC = OS.error();
  OS.clear_error();
  return cannotWrite(Path, EC.message());
}

/// Writes and flushes; Write's own error comes first.
static Error writeTo(llvm::raw_fd_ostream &OS, StringRef Path,
                     llvm::function_ref<Error(llvm::raw_ostream &)> Write) {
  Error E = Write(OS);
  if (!E)
    return flushed(OS, Path);
  // What is in the buffer must not fail later.
  llvm::consumeError(flushed(OS, Path));
  return E;
}

static Error
writeInPlace(StringRef Path,
             llvm::function_ref<Error(llvm::raw_ostream &)> Write) {
  std::error_code EC;
  llvm::raw_fd_ostream OS(Path, EC, fs::CD_OpenExisting, fs::FA_Write,
                          fs::OF_None);
  if (EC)
    return cannotWrite(Path, EC.message());
  return writeTo(OS, Path, Write);
}

Error rafter::writeFileWhole(
    StringRef Path, llvm::function_ref<void(llvm::raw_ostream &)> Print) {
  return writeFileOrFail(Path, [&](llvm::raw_ostream &OS) {
    Print(OS);
    return Error::success();
  });
}

Error rafter::writeFileOrFail(
    StringRef Path, llvm::function_ref<Error(llvm::raw_ostream &)> Write) {
  fs::file_status Status;
  bool Exists = !fs::status(Path, Status) && fs::exists(Status);
  if (Exists && fs::is_directory(Status))
    return cannotWrite(Path, "it is a directory");
  if (Exists && !fs::is_regular_file(Status))
    return writeInPlace(Path, Write);
  // A symbolic link stays one: what it points to is replaced.
  llvm::SmallString<256> Target(Path);
  if (Exists && fs::is_symlink_file(Path))
    if (std::error_code EC = fs::real_path(Path, Target))
      return cannotWrite(Path, EC.message());

  auto Temporary = fs::TempFile::create(Target + ".%%%%%%.tmp");
  if (!Temporary)
    return cannotWrite(Path, llvm::toString(Temporary.takeError()));
  auto WriteAll = [&] {
    llvm::raw_fd_ostream OS(Temporary->FD, /*shouldClose=*/false);
    return writeTo(OS, Path, Write);
  };
  if (Error E = WriteAll())
    return llvm::joinErrors(std::move(E), Temporary->discard());
  if (Error E = Temporary->keep(Target)) {
    std::string Cause = llvm::toString(std::move(E));
    llvm::consumeError(Temporary->discard());
    return cannotWrite(Path, Cause);
  }
  return Error::success();
}
