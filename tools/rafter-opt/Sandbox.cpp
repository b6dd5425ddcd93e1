//===- Sandbox.cpp - No network, a temporary folder of its own ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// By namespaces of Linux: user (for the rights to the others), mount, network
// and System V IPC. See user_namespaces(7).
//
//===----------------------------------------------------------------------===//

#include "Sandbox.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <unistd.h>

using namespace rafter;
using llvm::Error;
using llvm::StringRef;
using llvm::Twine;

static Error refused(StringRef What) {
  int Cause = errno;
  return llvm::createStringError(
      "--sandbox: the kernel refuses " + What + ": " +
      llvm::errnoAsErrorCode().message() +
      (Cause == EPERM || Cause == ENOSPC
           ? " (user namespaces may be switched off here)"
           : ""));
}

static Error write(const char *Path, const Twine &Text) {
  llvm::SmallString<64> Bytes;
  Text.toVector(Bytes);
  int File = ::open(Path, O_WRONLY | O_CLOEXEC);
  bool Written = File >= 0 && ::write(File, Bytes.data(), Bytes.size()) ==
                                  static_cast<ssize_t>(Bytes.size());
  Error Result = Written ? Error::success() : refused(Path);
  if (File >= 0)
    ::close(File);
  return Result;
}

Error rafter::enterSandbox() {
  llvm::SmallString<256> Here;
  if (std::error_code EC = llvm::sys::fs::current_path(Here))
    return llvm::createStringError("--sandbox: " + EC.message());
  unsigned User = ::geteuid(), Group = ::getegid();
  if (::unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC))
    return refused("namespaces");
  if (Error E = write("/proc/self/setgroups", "deny"))
    return E;
  if (Error E =
          write("/proc/self/uid_map", Twine(User) + " " + Twine(User) + " 1"))
    return E;
  if (Error E =
          write("/proc/self/gid_map", Twine(Group) + " " + Twine(Group) + " 1"))
    return E;
  // What is mounted here is seen by nobody else.
  if (::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr))
    return refused("private mounts");
  bool IsBelow = Here == "/tmp" || Here.str().starts_with("/tmp/");
  int Kept = IsBelow ? ::open(".", O_PATH | O_CLOEXEC) : -1;
  if (::mount("none", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, "mode=1777"))
    return refused("a temporary folder");
  if (IsBelow) {
    std::string Old = "/proc/self/fd/" + std::to_string(Kept);
    bool Bound = Here != "/tmp" && !llvm::sys::fs::create_directories(Here) &&
                 !::mount(Old.c_str(), Here.c_str(), nullptr, MS_BIND, nullptr);
    ::close(Kept);
    if (!Bound)
      return refused("the current directory below /tmp");
    if (::chdir(Here.c_str()))
      return refused("the current directory");
  }
  ::unsetenv("TMPDIR");
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    return refused("to give up rights");
  return Error::success();
}
