//===- ProgramStart.cpp - Programs that a program executes ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramStart.h"
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace rafter::recording;

/// Scripts whose interpreters are scripts: as many as the kernel takes.
static constexpr unsigned MostScripts = 5;
/// Words of a command, and bytes of each: the kernel's limits are not lower.
static constexpr size_t MostWords = 1 << 20, LongestWord = 1 << 17;

namespace {

/// The program's memory, any address of which may be wrong.
class Guest {
public:
  explicit Guest(uint64_t Shift)
      : Shift(Shift), File(::open("/proc/self/mem", O_RDONLY | O_CLOEXEC)) {}
  ~Guest() { ::close(File); }
  Guest(const Guest &) = delete;

  bool text(uint64_t Address, std::string &Result) const {
    Result.clear();
    // To the end of the page: behind it there may be nothing.
    while (Result.size() < LongestWord) {
      char Bytes[4096];
      size_t Size = 4096 - (Address + Shift) % 4096;
      if (!read(Address, Bytes, Size))
        return false;
      size_t Length = ::strnlen(Bytes, Size);
      Result.append(Bytes, Length);
      if (Length < Size)
        return true;
      Address += Size;
    }
    return false;
  }

  bool texts(uint64_t Address, std::vector<std::string> &Result) const {
    for (uint64_t Word = 0; Result.size() < MostWords; Address += 8) {
      if (!read(Address, &Word, sizeof Word))
        return false;
      if (Word == 0)
        return true;
      if (!text(Word, Result.emplace_back()))
        return false;
    }
    return false;
  }

private:
  bool read(uint64_t Address, void *To, size_t Size) const {
    return ::pread(File, To, Size, static_cast<off_t>(Address + Shift)) ==
           static_cast<ssize_t>(Size);
  }

  uint64_t Shift;
  int File;
};

enum class Kind { Program, Script, Foreign, None };

} // namespace

/// What Path is; Head gets its beginning.
static Kind kindOf(const std::string &Path, Architecture A, std::string &Head) {
  struct stat Status = {};
  if (::access(Path.c_str(), X_OK) != 0 || ::stat(Path.c_str(), &Status) != 0 ||
      !S_ISREG(Status.st_mode))
    return Kind::None;
  Head.resize(256);
  int File = ::open(Path.c_str(), O_RDONLY | O_CLOEXEC);
  ssize_t Size = File < 0 ? 0 : ::read(File, Head.data(), Head.size());
  ::close(File);
  Head.resize(static_cast<size_t>(std::max<ssize_t>(Size, 0)));
  if (Head.compare(0, 2, "#!") == 0)
    return Kind::Script;
  Elf64_Ehdr Header;
  if (Head.size() < sizeof Header || Head.compare(0, SELFMAG, ELFMAG) != 0)
    return Kind::None;
  std::memcpy(&Header, Head.data(), sizeof Header);
  // QEMU gives nobody the rights of a file's owner.
  bool GivesRights = (Status.st_mode & S_ISUID && Status.st_uid != ::geteuid());
  uint16_t Machine = A == Architecture::X86       ? EM_X86_64
                     : A == Architecture::AArch64 ? EM_AARCH64
                                                  : EM_RISCV;
  return Header.e_machine == Machine &&
                 Header.e_ident[EI_CLASS] == ELFCLASS64 && !GivesRights
             ? Kind::Program
             : Kind::Foreign;
}

/// Puts the interpreter of a script, and the one argument that its first line
/// may have, in place of the script's name.
static bool interpret(const std::string &Head, std::string &Path,
                      std::vector<std::string> &Words) {
  static const char *const Blank = " \t";
  std::string Line = Head.substr(2, Head.find('\n') - 2);
  size_t Begin = Line.find_first_not_of(Blank);
  if (Begin == std::string::npos)
    return false;
  size_t End = Line.find_first_of(Blank, Begin);
  std::string Interpreter = Line.substr(Begin, End - Begin);
  Words.front() = std::exchange(Path, Interpreter);
  size_t Argument =
      End == std::string::npos ? End : Line.find_first_not_of(Blank, End);
  if (Argument != std::string::npos)
    Words.insert(
        Words.begin(),
        Line.substr(Argument, Line.find_last_not_of(Blank) + 1 - Argument));
  Words.insert(Words.begin(), Interpreter);
  return true;
}

static void describe(Control &C, const std::string &Path,
                     const std::vector<std::string> &Words) {
  std::string Text = Path + '\0';
  for (const std::string &Word : Words)
    Text += Word + '\0';
  C.CommandBytes =
      static_cast<uint32_t>(std::min(Text.size(), sizeof C.Command));
  std::memcpy(C.Command, Text.data(), C.CommandBytes);
}

static void execute(std::vector<std::string> &Words,
                    std::vector<std::string> &Environment) {
  std::vector<char *> Arguments, Variables;
  for (std::string &Word : Words)
    Arguments.push_back(Word.data());
  for (std::string &Variable : Environment)
    Variables.push_back(Variable.data());
  Arguments.push_back(nullptr);
  Variables.push_back(nullptr);
  ::execve(Arguments.front(), Arguments.data(), Variables.data());
}

void rafter::recording::startProgram(EventBuffers &Buffers, Architecture A,
                                     uint64_t Shift, uint64_t PathAt,
                                     uint64_t ArgumentsAt,
                                     uint64_t EnvironmentAt) {
  Guest Memory(Shift);
  std::string Path, Head;
  std::vector<std::string> Words, Environment;
  if (!Memory.text(PathAt, Path) || !Memory.texts(ArgumentsAt, Words) ||
      Words.empty() ||
      (EnvironmentAt && !Memory.texts(EnvironmentAt, Environment)))
    return;
  Kind What = kindOf(Path, A, Head);
  for (unsigned I = 0; I != MostScripts && What == Kind::Script; ++I) {
    if (!interpret(Head, Path, Words))
      return;
    What = kindOf(Path, A, Head);
  }
  Control &All = Buffers.controlOf(0);
  if (What == Kind::Foreign)
    ++All.Foreign;
  if (What != Kind::Program)
    return;
  const Launch &L = All.Start;
  // The program may have closed the descriptor that this process had.
  std::string File = "/proc/" + std::to_string(L.Process) + "/fd/" +
                     std::to_string(L.Descriptor);
  int Descriptor = ::open(File.c_str(), O_RDWR);
  uint32_t Room = Descriptor < 0 ? 0 : Buffers.takeRoom();
  if (Room == 0) {
    ++All.NotFollowed;
    ::close(Descriptor);
    return;
  }
  describe(Buffers.controlOf(Room), Path, Words);
  std::vector<std::string> Line;
  for (uint32_t At = 0; At < L.Bytes; At += Line.back().size() + 1)
    Line.emplace_back(L.Words + At);
  Line.back() += ",fd=" + std::to_string(Descriptor) +
                 ",room=" + std::to_string(Room) +
                 ",from=" + std::to_string(Buffers.room());
  Line.insert(Line.end(), {"-0", Words.front(), Path});
  Line.insert(Line.end(), Words.begin() + 1, Words.end());
  execute(Line, Environment);
  All.Rooms[Room] = RoomState::Free;
  ::close(Descriptor);
}
