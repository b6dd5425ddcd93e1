//===- StaticWalkUnknowns.h - What the static walk assumes -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives unknown integers a value and objects an address, the same wherever
// they occur, and keeps the list of what was assumed.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_STATICWALK_STATICWALKUNKNOWNS_H
#define RAFTER_LIB_STATICWALK_STATICWALKUNKNOWNS_H

#include "rafter/StaticWalk/StaticWalk.h"
#include "llvm/ADT/DenseMap.h"
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace llvm {
class Argument;
class DebugLoc;
class Value;
class LoadInst;
} // namespace llvm

namespace rafter::walk {

/// Where an assumption belongs in the source.
struct Place {
  std::string File;
  unsigned Line = 0, Column = 0;
};
Place placeOf(const llvm::Value &V);

class Unknowns {
public:
  explicit Unknowns(const StaticWalkOptions &Options) : Options(Options) {}

  /// The address of a global, an alloca, or of what an unknown pointer points
  /// to. Objects begin on pages of their own.
  uint64_t addressOf(const llvm::Value &Object);

  /// The value of an unknown integer or pointer: an argument of the function
  /// walked first, or what an instruction gives that is executed once.
  uint64_t valueOf(const llvm::Value &V);

  /// Whether an unknown value is not assumed: the options give it, or all calls
  /// of the function pass it.
  bool isGiven(const llvm::Value &V) const;

  /// The value of a load whose address never changes. The same location gives
  /// the same value.
  uint64_t valueAt(const llvm::LoadInst &Load, uint64_t Address);

  /// Adds a line for a place in the source. It counts if Block is walked, or
  /// always.
  void assume(const Place &Where, const std::string &Text, Assumed About,
              const llvm::BasicBlock *Block = nullptr);
  void assume(const llvm::Value &V, const std::string &Text,
              Assumed About = Assumed::Nothing);

  /// Adds the lines of what was walked to Result, in source order.
  void list(llvm::function_ref<bool(const llvm::BasicBlock &)> Walked,
            StaticWalkResult &Result) const;

private:
  uint64_t fresh();
  uint64_t integer(const llvm::Value &V, const std::string &How);
  uint64_t argument(const llvm::Argument &A);
  uint64_t pointer(const llvm::Value &V);
  void assumePointer(const llvm::Value &V);

  const StaticWalkOptions &Options;
  llvm::DenseMap<const llvm::Value *, uint64_t> Addresses;
  llvm::DenseMap<const llvm::Value *, uint64_t> Values;
  std::map<uint64_t, uint64_t> ValuesAt;
  unsigned Objects = 0;
  using Blocks = std::set<const llvm::BasicBlock *>;
  /// Where, what, and what it is about.
  using Key = std::tuple<std::string, unsigned, unsigned, std::string, Assumed>;
  /// Lines with the blocks that make them count, null for always.
  std::map<Key, Blocks> Lines;
  /// Unknown pointers: place (without column) and name.
  std::map<Key, Blocks> Pointers;
};

/// An unknown pointer that is the end of what another one points to.
struct PointerEnd {
  const llvm::Value *Begin = nullptr;
  uint64_t ElementBytes = 1;
};
/// Whether V is such a pointer, by the loops and differences it is used in.
std::optional<PointerEnd> endOf(const llvm::Value &V);

/// The variable that V is in the source, or a description ("value loaded").
std::string nameOf(const llvm::Value &V);

} // namespace rafter::walk

#endif // RAFTER_LIB_STATICWALK_STATICWALKUNKNOWNS_H
