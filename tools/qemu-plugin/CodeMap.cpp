//===- CodeMap.cpp - Which code has been seen -----------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeMap.h"
#include "InstructionLength.h"
#include <cstdio>
#include <cstring>

using namespace rafter::recording;

void CodeMap::setEntry(uint64_t Address, uint64_t First) {
  Entry = Address;
  FirstCode = First;
  HasEntry = true;
}

/// Appends bytes, padded to words.
static void appendBytes(std::vector<uint64_t> &Words, const void *Bytes,
                        size_t Count) {
  size_t At = Words.size();
  Words.resize(At + (Count + 7) / 8);
  std::memcpy(Words.data() + At, Bytes, Count);
}

void CodeMap::define(const Known &K, uint64_t Mapping) {
  std::vector<uint64_t> Words = {
      0,       K.Of.Word & 0xffffffff, K.Of.Address,
      Mapping, K.Sizes.size(),         K.Bytes.size()};
  appendBytes(Words, K.Sizes.data(), K.Sizes.size());
  appendBytes(Words, K.Bytes.data(), K.Bytes.size());
  Words[0] = recordWord(Record::Block, Words.size());
  Buffers.define(Words.data(), Words.size());
}

/// Looks Host up in the list of QEMU's own mappings, of which those of the
/// program are a part, and defines what is found for the program's Address.
const CodeMap::Mapping *CodeMap::readMapping(uint64_t Address, uint64_t Host) {
  uint64_t Begin = Host & ~uint64_t(4095), End = Begin + 4096, Offset = 0;
  std::string Path;
  if (std::FILE *File = std::fopen("/proc/self/maps", "r")) {
    char Line[4096 + 256];
    while (std::fgets(Line, sizeof Line, File)) {
      unsigned long First, Last, From;
      int PathAt = 0;
      if (std::sscanf(Line, "%lx-%lx %*s %lx %*s %*s %n", &First, &Last, &From,
                      &PathAt) < 3 ||
          Host < First || Host >= Last)
        continue;
      Begin = First;
      End = Last;
      Offset = From;
      if (PathAt && Line[PathAt] == '/')
        Path.assign(Line + PathAt, std::strcspn(Line + PathAt, "\n"));
      break;
    }
    std::fclose(File);
  }
  uint64_t Shift = Address - Host;
  std::vector<uint64_t> Words = {0, Begin + Shift, End + Shift, Offset,
                                 Path.size()};
  appendBytes(Words, Path.data(), Path.size());
  Words[0] = recordWord(Record::Mapping, Words.size());
  Buffers.define(Words.data(), Words.size());
  Mappings.push_back({Begin + Shift, End + Shift, NumMappings++, 0});
  if (EntryInFile && Path == EntryInFile->Path &&
      EntryInFile->Offset - Offset < End - Begin)
    Mappings.back().Entry = Begin + Shift + EntryInFile->Offset - Offset;
  return &Mappings.back();
}

const CodeMap::Mapping *CodeMap::mappingOf(uint64_t Address, const void *Host) {
  if (Stale.exchange(false))
    Mappings.clear();
  for (const Mapping &M : Mappings)
    if (Address >= M.Begin && Address < M.End)
      return &M;
  if (!Host)
    return nullptr;
  return readMapping(Address, reinterpret_cast<uint64_t>(Host));
}

/// Whether QEMU has read only the beginning of the last instruction of a block,
/// since it goes on in the next page: then it begins a block of its own. (Of an
/// instruction that QEMU does not know it has read only the beginning, too.)
static bool crossesPage(uint64_t End, const std::string &Bytes, size_t Last) {
  constexpr uint64_t PageBytes = 4096, LongestInstruction = 15;
  uint64_t Rest = PageBytes - 1 - (End - Last) % PageBytes;
  if (Rest >= LongestInstruction)
    return false;
  const auto *Code = reinterpret_cast<const uint8_t *>(Bytes.data());
  return lengthOfX86(Code + Bytes.size() - Last, Last) > Rest + 1;
}

const Block *CodeMap::find(const qemu_plugin_tb *Translated) {
  std::string Bytes, Sizes;
  size_t Count = qemu_plugin_tb_n_insns(Translated);
  const void *Host = nullptr;
  for (size_t I = 0; I != Count; ++I) {
    const qemu_plugin_insn *Instruction =
        qemu_plugin_tb_get_insn(Translated, I);
    if (I == 0)
      Host = qemu_plugin_insn_haddr(Instruction);
    size_t Size = qemu_plugin_insn_size(Instruction);
    Bytes.append(static_cast<const char *>(qemu_plugin_insn_data(Instruction)),
                 Size);
    Sizes.push_back(static_cast<char>(Size));
  }
  if (Count == 0)
    return nullptr;
  uint64_t Address = qemu_plugin_tb_vaddr(Translated);
  if (Host)
    Shift = reinterpret_cast<uint64_t>(Host) - Address;
  size_t Last = static_cast<uint8_t>(Sizes.back());
  if (A == Architecture::X86 && Count > 1 &&
      crossesPage(Address + Bytes.size(), Bytes, Last)) {
    Bytes.resize(Bytes.size() - Last);
    Sizes.pop_back();
    Last = static_cast<uint8_t>(Sizes.back());
    --Count;
  }
  std::lock_guard<std::mutex> Guard(Mutex);
  if (HasEntry && !EntryIsPlaced) {
    Entry += qemu_plugin_start_code() - FirstCode;
    EntryIsPlaced = true;
  }
  auto &Here = Blocks[Address];
  for (const auto &K : Here)
    if (K->Bytes == Bytes && K->Sizes == Sizes)
      return &K->Of;
  const Mapping *M = mappingOf(Address, Host);
  Block B = {markWord(Mark::Block, NumBlocks++),
             Address,
             Address + Bytes.size(),
             static_cast<uint32_t>(Count),
             classify(A,
                      reinterpret_cast<const uint8_t *>(Bytes.data()) +
                          Bytes.size() - Last,
                      Last),
             (HasEntry && Address == Entry) || (M && M->Entry == Address)};
  Here.push_back(
      std::make_unique<Known>(Known{std::move(Bytes), std::move(Sizes), B}));
  define(*Here.back(), M ? M->Number : NoMapping);
  return &Here.back()->Of;
}
