//===- ForeignTraces.h - Writes traces of other tools ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Small traces in the documented formats, and compressed files around them.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UNITTESTS_FOREIGNTRACES_FOREIGNTRACES_H
#define RAFTER_UNITTESTS_FOREIGNTRACES_FOREIGNTRACES_H

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace rafter {

/// Bytes, with numbers in little endian.
class Bytes {
public:
  Bytes &u8(uint8_t Value) { return number(Value, 1); }
  Bytes &u16(uint16_t Value) { return number(Value, 2); }
  Bytes &u32(uint32_t Value) { return number(Value, 4); }
  Bytes &u64(uint64_t Value) { return number(Value, 8); }
  Bytes &raw(const std::string &More) {
    Text += More;
    return *this;
  }
  const std::string &text() const { return Text; }

private:
  Bytes &number(uint64_t Value, unsigned Size) {
    for (; Size != 0; --Size, Value >>= 8)
      Text += static_cast<char>(Value);
    return *this;
  }
  std::string Text;
};

/// A trace of drmemtrace.
class DrMemtraceWriter {
public:
  DrMemtraceWriter(uint64_t Version, uint64_t FileType) {
    record(25, 0, Version);
    record(28, 12, Version);
    record(28, 9, FileType);
    record(22, 0, 77);
    record(24, 0, 77);
  }
  DrMemtraceWriter &record(uint16_t Type, uint16_t Size, uint64_t Value) {
    Out.u16(Type).u16(Size).u64(Value);
    return *this;
  }
  /// In records of 8 bytes.
  DrMemtraceWriter &encoding(const std::string &Machine) {
    for (size_t At = 0; At < Machine.size(); At += 8) {
      uint64_t Value = 0;
      size_t Size = std::min<size_t>(8, Machine.size() - At);
      for (size_t I = 0; I != Size; ++I)
        Value |= uint64_t(uint8_t(Machine[At + I])) << 8 * I;
      record(47, Size, Value);
    }
    return *this;
  }
  std::string finish() {
    record(23, 0, 77);
    record(26, 0, 0);
    return Out.text();
  }
  const std::string &text() const { return Out.text(); }

private:
  Bytes Out;
};

/// REGDEPS: categories, flags (1 written, 2 read), results and sources.
inline std::string regDeps(uint32_t Category, unsigned Flags,
                           std::vector<uint8_t> Results,
                           std::vector<uint8_t> Sources) {
  Bytes Out;
  Out.u32(Category << 10 | Flags << 8 | uint32_t(Sources.size()) << 4 |
          uint32_t(Results.size()));
  if (!Results.empty() || !Sources.empty())
    Out.u8(6);
  for (uint8_t R : Results)
    Out.u8(R);
  for (uint8_t R : Sources)
    Out.u8(R);
  while (Out.text().size() % 4 != 0)
    Out.u8(0xaa);
  return Out.text();
}

/// A record of ChampSim, of the usual form or that of CloudSuite.
struct ChampSimRecord {
  uint64_t Address = 0x401000;
  uint8_t IsBranch = 0, Taken = 0;
  std::vector<uint8_t> Results, Sources;
  std::vector<uint64_t> Stores, Loads;

  std::string text(bool CloudSuite = false) const {
    unsigned NumResults = CloudSuite ? 4 : 2;
    Bytes Out;
    Out.u64(Address).u8(IsBranch).u8(Taken);
    for (unsigned I = 0; I != NumResults; ++I)
      Out.u8(I < Results.size() ? Results[I] : 0);
    for (unsigned I = 0; I != 4; ++I)
      Out.u8(I < Sources.size() ? Sources[I] : 0);
    if (CloudSuite)
      Out.raw(std::string(6, '\0'));
    for (unsigned I = 0; I != NumResults; ++I)
      Out.u64(I < Stores.size() ? Stores[I] : 0);
    for (unsigned I = 0; I != 4; ++I)
      Out.u64(I < Loads.size() ? Loads[I] : 0);
    if (CloudSuite)
      Out.u16(3).raw(std::string(6, '\0'));
    return Out.text();
  }
};

/// Compressed files; members are stored in turn and deflated.
std::string gzipped(const std::string &Text);
std::string xzipped(const std::string &Text);
std::string zstdCompressed(const std::string &Text);
std::string zipped(const std::vector<std::string> &Members);

} // namespace rafter

#endif // RAFTER_UNITTESTS_FOREIGNTRACES_FOREIGNTRACES_H
